"""Solids: closed surfaces of the right volume, in both formats, as they were asked for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from math import prod
from operator import add, mul
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pentomino
from commandline import Run, complaint, write
from effort import examples
from pentomino import CUBIC, HEXAGONAL, Board, PentominoError, Polyform, chart, polyforms
from pentomino.drawable import Drawing
from pentomino.pieces.sets import as_pieces
from pentomino.render.solids import mesh_options
from puzzles import solved

Point = tuple[float, ...]
Faces = list[list[Point]]


def objects(text: str) -> dict[str, Faces]:
    places: list[Point] = []
    found: dict[str, Faces] = {}
    for line in text.splitlines()[1:]:
        kind, *words = line.split()
        if kind == "o":
            faces = found.setdefault(words[0], [])
        elif kind == "v":
            places.append(tuple(map(float, words)))
        else:
            assert kind == "f"
            faces.append([places[int(word) - 1] for word in words])
    return found


def solids(text: str) -> dict[str, Faces]:
    """The triangles of each solid of an STL file, all of whose normals look outwards."""
    found: dict[str, Faces] = {}
    for line in text.splitlines():
        match line.split():
            case ["solid", name]:
                faces = found.setdefault(name, [])
            case ["facet", "normal", *words]:
                normal, face = tuple(map(float, words)), []
            case ["vertex", *words]:
                face.append(tuple(map(float, words)))
            case ["endfacet"]:
                assert len(face) == 3
                assert sum(map(mul, normal, cross(*face))) > 0
                assert sorted(map(abs, normal)) == [0, 0, 1]
                faces.append(face)
    return found


def cross(a: Point, b: Point, c: Point) -> Point:
    """The cross product of the two sides of a triangle that leave its first corner."""
    (x, y, z), (u, v, w) = (tuple(there - here for here, there in zip(a, end, strict=True)) for end in (b, c))
    return y * w - z * v, z * u - x * w, x * v - y * u


def volume(faces: Faces) -> float:
    """By the divergence theorem: the tetrahedra between the origin and the triangles of each face."""
    triangles = [(face[0], *pair) for face in faces for pair in pairwise(face[1:])]
    return sum(sum(map(mul, face[0], cross(*face))) for face in triangles) / 6


def check_closed(faces: Faces) -> None:
    """Each edge is used twice: once in each direction."""
    edges = Counter(edge for face in faces for edge in pairwise([*face, face[0]]))
    assert set(edges.values()) == {1}
    assert {(b, a) for a, b in edges} == set(edges)


def shrunk(cells: set[tuple[int, ...]], half: float) -> float:
    """The volume of cells without what is nearer than *half* to the outside along any axis, from inclusion of parts."""
    inside = 0.0
    for cell, way in product(cells, product((-1, 0, 1), repeat=3)):
        near = {tuple(map(add, cell, by)) for by in product(*({0, along} for along in way))}
        if near <= cells:
            inside += prod(half if along else 1 - 2 * half for along in way)
    return inside


cells = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(-1, 1))


@examples(60)
@given(st.sets(cells, min_size=1, max_size=14))
def test_solids_are_closed_and_have_the_volume_of_their_cells(area: set[tuple[int, ...]]) -> None:
    """Of any cells, also those that touch at an edge or a corner only."""
    drawing = Drawing(dict.fromkeys(area, 0), ("a",), ("A",), lattice=CUBIC)
    for found in (objects(drawing.to_obj(cell=1, gap=0.25)), solids(drawing.to_stl(cell=1, gap=0.25))):
        check_closed(found["A"])
        assert volume(found["A"]) == pytest.approx(shrunk(area, 0.125))


def test_a_solution_has_an_object_for_each_piece() -> None:
    solution = solved("3x4x5", "pentominoes")
    found = objects(solution.to_obj())
    assert list(found) == [placement.piece.name for placement in solution.placements]
    whole = objects(solution.to_obj(gap=0.01))
    for faces in found.values():
        check_closed(faces)
    assert sum(map(volume, whole.values())) == pytest.approx(60000, rel=0.01)
    places = {at for faces in found.values() for face in faces for at in face}
    ends = [(min(along), max(along)) for along in zip(*places, strict=True)]
    assert ends == [(0.2, 49.8), (0, 29.6), (0.2, 39.8)]


def test_what_is_on_top_is_up_and_what_is_in_front_is_to_the_front() -> None:
    piece = Polyform([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1)], "branch", CUBIC)
    places = {at for face in objects(piece.to_obj(cell=1, gap=0.2))["branch"] for at in face}
    assert max(places, key=lambda at: at[1])[1] == 1.8
    assert max(at[2] for at in places if at[1] > 1) == 0.9
    printed = {at for face in solids(piece.to_stl(cell=1, gap=0.2))["branch"] for at in face}
    assert {(x, -z, y) for x, y, z in places} == printed


def test_boards_charts_copies_and_squares() -> None:
    assert volume(objects(Board.box(2, 2, 2).to_obj(cell=1, gap=0.002))["board"]) == pytest.approx(8, rel=0.01)
    assert len(objects(chart(polyforms(4, lattice=CUBIC)).to_obj())) == len(polyforms(4, lattice=CUBIC))
    copies = solved("2x2x2", {Polyform.named("I2").solid(): 4})
    assert list(objects(copies.to_obj())) == ["I2-1", "I2-2", "I2-3", "I2-4"]
    assert list(solids(pentomino.solve("3x5", "PUV").to_stl())) == ["P", "U", "V"]  # type: ignore[union-attr]
    assert "o one_f_1_2" in chart([Polyform([(0, 0)], "one\nf 1 2")]).to_obj().splitlines()


@pytest.mark.parametrize("name", ["soma", "tetris-cube", "pentominoes"])
def test_pieces_to_be_printed_lie_on_the_bed_apart(run: Run, name: str) -> None:
    """As another library reads them: closed, of one body and the right volume, at height 0, beside one another."""
    trimesh = pytest.importorskip("trimesh")
    pieces = [count.piece for count in as_pieces(name)]
    size = "--cell", "20", "--gap", "0.5"
    assert run("pieces", name, "-o", "all.stl", *size) == (0, "", "")
    assert run("pieces", name, "-o", "one.stl", "--each", *size) == (0, "", "")
    together = trimesh.load("all.stl").geometry
    assert len(together) == len(pieces) == len(list(Path().glob("one-*.stl")))
    boxes = []
    for piece, mesh in zip(pieces, together.values(), strict=True):
        alone = trimesh.load_mesh(f"one-{piece.name}.stl")
        for one in (mesh, alone):
            assert one.is_watertight
            assert one.is_winding_consistent
            assert one.euler_number == 2  # that of one body without a hole through it
            cells = {(0, *cell)[-3:] for cell in piece.cells}
            assert one.volume == pytest.approx(8000 * shrunk(cells, 0.5 / 20 / 2))
            assert one.bounds[0][2] == 0
            assert one.extents[2] == pytest.approx(20 * ((1, *piece.sides)[-3]) - 0.5)
        boxes.append(mesh.bounds[:, :2])
    for one, other in combinations(boxes, 2):
        assert max(*(one[0] - other[1]), *(other[0] - one[1])) >= 20  # a cell lies between them, along x or y


def test_a_file_for_each_piece_whatever_the_names(run: Run) -> None:
    assert run("pieces", "I", "X", "I", "F'", "-o", "a.svg", "--each") == (0, "", "")
    assert {path.name for path in Path().iterdir()} == {"a-I-1.svg", "a-I-2.svg", "a-X.svg", "a-F'.svg"}
    assert Path("a-X.svg").read_text(encoding="utf-8") == f"{chart([Polyform.named('X')]).to_svg()}\n"
    taken = complaint("a-X.svg: this file exists; --force replaces it")
    assert run("pieces", "V", "X", "-o", "a.svg", "--each") == taken
    assert not Path("a-V.svg").exists()
    known = "text (.txt), pictures (.svg, .png, .pdf), cut lines (.dxf) or solids (.obj, .stl)"
    assert run("pieces", "V", "--each") == complaint(f"--each cannot be used with standard output; use {known}")
    write("some.ini", "PIECE a\n1\n\nPIECE A\n11\n\nPIECE a-1\n111\n\nPIECE b/c\n1111\n")
    assert run("pieces", "--pieces-file", "some.ini", "-o", "x.txt", "--each") == (0, "", "")
    assert {path.name for path in Path().glob("x-*")} == {"x-a-2.txt", "x-A-3.txt", "x-a-1.txt", "x-b_c.txt"}


@pytest.mark.parametrize(
    ("cell", "gap", "told"),
    [
        (0, None, "cell must be from 0.1 to 10000, got 0"),
        (10, 6, "gap must be from 0.01 to 5 if the side of a cell is 10, got 6"),
        (10, 0, "gap must be from 0.01 to 5 if the side of a cell is 10, got 0"),
    ],
)
def test_sizes_that_cannot_be(cell: float, gap: float | None, told: str) -> None:
    with pytest.raises(PentominoError, match=told):
        mesh_options(cell=cell, gap=gap)


def test_solids_are_of_cubes_or_squares() -> None:
    with pytest.raises(PentominoError, match="solids must be made of cubes or squares, got the hexagonal"):
        polyforms(3, lattice=HEXAGONAL)[0].to_obj()


def test_the_command_line(run: Run) -> None:
    soma = "solve", "3x3x3", "-p", "soma"
    solution = solved("3x3x3", "soma")
    assert run(*soma, "-o", "soma.obj") == (0, "", "")
    assert Path("soma.obj").read_text(encoding="utf-8") == f"{solution.to_obj()}\n"
    assert run(*soma, "-o", "soma.stl", "--cell", "20", "--gap", "1") == (0, "", "")
    assert Path("soma.stl").read_text(encoding="utf-8") == f"{solution.to_stl(cell=20, gap=1)}\n"
    assert run(*soma, "-n", "2", "-o", "two.obj").status == 0
    assert Path("two-2.obj").exists()
    assert run("pieces", "soma", "-o", "pieces.stl", "--gap", "1").status == 0
    assert len(solids(Path("pieces.stl").read_text(encoding="utf-8"))) == 7
    told = "--isometric cannot be used with solids (.obj, .stl); use pictures (.svg, .png, .pdf)"
    assert run(*soma, "-o", "x.obj", "--isometric") == complaint(told)
    told = "--gap cannot be used with pictures (.svg, .png, .pdf); use solids (.obj, .stl)"
    assert run(*soma, "-o", "x.svg", "--gap", "1") == complaint(told)
