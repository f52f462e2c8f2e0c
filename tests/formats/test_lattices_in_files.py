"""Cubes, hexagons and triangles in files, and cells that may stay empty: what formats say, and what they refuse."""

from __future__ import annotations

import re
import tracemalloc
from csv import DictReader
from dataclasses import replace
from itertools import islice, product
from json import loads
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pentomino
from commandline import Run
from effort import examples
from facts import FACTS
from grids import BALLS as BALLS_GRID
from grids import CUBES
from grids import TRIANGLES as TRIANGLES_GRID
from oracle import Cell, Cells
from oracle import Statement as Question
from pentomino import BALLS, CUBIC, SQUARE, TRIANGULAR, Board, Polyform, Puzzle
from pentomino.formats import (
    FormatError,
    cnf,
    convert,
    csv,
    dlx,
    json,
    picture,
    read_attempt,
    read_puzzle,
    read_solutions,
    write_puzzle,
    write_solutions,
    xmpuzzle,
)
from pentomino.formats.xmpuzzle_parts import unpacked
from puzzles import made
from strategies import statements
from wraps import wrapped_statements

BOX = Puzzle(Board.box(2, 2, 3), "V3*2-3 I2*0-3")
ROOMY = Puzzle(Board(Board.box(2, 2, 2), CUBIC, optional=[(0, 0, 2), (1, 1, 2), (1, 1, 1)]), "V3*2-3 I2*1-2")
HEXAGONS = Puzzle("hexagonal 2x4", "trihexes*0-2 dihexes*0-4")
TRIANGLES = Puzzle("triangular hexagon 2", "tetriamonds*0-2 D2*0-2")
QUARTERS = Puzzle("tetrakis 2x2", "4.1*0-4 4.2*0-2 4.4*0-2 4.5*0-2")
PYRAMID = Puzzle("pyramid 3", "V3*2-3 I2*0-3 O1*0-1")
PUZZLES = [BOX, ROOMY, HEXAGONS, TRIANGLES, QUARTERS, PYRAMID]
EVERY = pytest.mark.parametrize("puzzle", PUZZLES, ids="box roomy hexagons triangles quarters pyramid".split())


@EVERY
def test_json_and_covers_hold_every_lattice(puzzle: Puzzle, tmp_path: Path) -> None:
    solutions = list(puzzle.solve_all())
    assert solutions
    for ending in ("json", "dlx", "cnf"):
        write_puzzle(puzzle, tmp_path / f"puzzle.{ending}")
        assert read_puzzle(tmp_path / f"puzzle.{ending}") == puzzle
    for ending in ("json", "dlx", "cnf", "csv", "jsonl"):
        write_solutions(solutions, tmp_path / f"solutions.{ending}", puzzle=puzzle)
        assert list(read_solutions(tmp_path / f"solutions.{ending}", puzzle)) == solutions
    convert(tmp_path / "solutions.json", tmp_path / "again.cnf")
    assert list(read_solutions(tmp_path / "again.cnf")) == solutions
    convert(tmp_path / "solutions.csv", tmp_path / "again.jsonl", puzzle=puzzle)
    assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "solutions.jsonl").read_text()


@EVERY
def test_a_table_has_placements_where_cells_are_no_squares(puzzle: Puzzle, tmp_path: Path) -> None:
    solutions = list(puzzle.solve_all(limit=5))
    write_solutions(solutions, tmp_path / "a.csv", features="all")
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(DictReader(file))
    assert len(rows) == len(solutions)
    for number, (row, solution) in enumerate(zip(rows, solutions, strict=True), 1):
        said = loads(solution.to_json())
        facts = {name: str(value) for name, value in pentomino.properties(solution).to_dict("all").items()}
        assert row == {"number": str(number), "lattice": said["lattice"], "placements": row["placements"], **facts}
        assert loads(row["placements"]) == said["placements"]


def test_a_table_in_parquet_has_the_columns_of_csv(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    write_solutions(HEXAGONS.solve_all(limit=3), tmp_path / "a.parquet", features="edge,halves")
    table = arrow.read_table(tmp_path / "a.parquet").to_pylist()
    assert len(table) == 3
    rows = csv.rows(HEXAGONS.solve_all(limit=3), "edge,halves")
    assert [tuple(row.values()) for row in table] == list(rows)
    assert [*table[0]] == ["number", "lattice", "placements", "edge", "halves"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("number,lattice\n1,cubic\n", "line 1: the first row must name the columns, including 'grid' or 'placemen"),
        ("lattice,placements\ncubic\n", "line 2: this row must have its placements in column 2, but ends before"),
        ("lattice,placements\ncubes,[]\n", "line 2: the lattice must be square, cubic, hexagonal"),
        ("lattice,placements\ncubic,{\n", "line 2: the placements: row 1, column 2: invalid JSON: "),
        ("lattice,placements\ncubic,3\n", "line 2: 'placements' of the solution must be a list, got a number"),
        (
            'placements\n"[{""piece"": ""a"", ""cells"": [[0, 0, 0]]}]"\n',
            "line 2: the solution.placements[0]: a cell must be [row, column]",
        ),
    ],
)
def test_broken_tables_of_placements(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^text: {re.escape(message)}"):
        list(csv.read_solutions(text))


def test_a_table_of_placements_defines_the_puzzle() -> None:
    (solution,) = csv.read_solutions(csv.write_solutions(HEXAGONS.solve_all(limit=1), HEXAGONS))
    assert solution.puzzle.board == HEXAGONS.board


@pytest.mark.parametrize("puzzle", [*PUZZLES, Puzzle("2x3x30", "I4*45")], ids=lambda puzzle: puzzle.board.drawing.size)
def test_a_picture_says_its_lattice(puzzle: Puzzle, tmp_path: Path) -> None:
    """Also that of a box whose layers do not all fit side by side, which is no file with several solutions."""
    with pytest.warns(UserWarning, match="a .txt file does not store the pieces"):
        write_puzzle(puzzle, tmp_path / "board.txt")
    text = (tmp_path / "board.txt").read_text()
    assert text.startswith(f"{puzzle.board.lattice.name}\n")
    pieces = {piece: (least, most) for piece, least, most in puzzle.pieces}
    convert(tmp_path / "board.txt", tmp_path / "board.json", pieces=pieces)
    assert read_puzzle(tmp_path / "board.json").board == puzzle.board
    assert Board.parse(text) == puzzle.board


@given(wrapped_statements(most_cells=10))
@examples(60)
def test_wrapped_boards_come_back_with_their_pieces(question: Question) -> None:
    puzzle = made(question)
    solutions = list(islice(puzzle.solve_all(symmetry="all"), 10))
    is_bounded = puzzle._most_empty < len(puzzle.optional_cells)
    must_be_covered = puzzle.uncovered_cells - puzzle.optional_cells
    for module in (json,) if is_bounded else (json, dlx, cnf):
        # an exact cover needs something to cover
        if puzzle.uncovered_cells and (module is not dlx or must_be_covered or puzzle.placements()):
            assert module.read_puzzle(module.write_puzzle(puzzle)).placements() == puzzle.placements()
        assert list(module.read_solutions(module.write_solutions(solutions, puzzle), puzzle)) == solutions


@pytest.mark.parametrize("names", [("X", "T"), ("", "T"), ("p1", "p0"), ("two words", "p0"), ("a", "a"), ("", "")])
def test_two_pieces_on_the_same_cells_of_a_torus(names: tuple[str, str]) -> None:
    x, t = (Polyform.named(piece).renamed(name) for piece, name in zip("XT", names, strict=True))
    board = Board([(row, column) for row in range(3) for column in range(3)], SQUARE.wrapped(3, None))
    counts = {x: (0, None), t: (0, None), "O1": (0, None)}
    solutions = list(Puzzle(board, counts).solve_all(symmetry="all"))
    puzzle = solutions[0].puzzle
    for module in (dlx, cnf):
        assert module.read_puzzle(module.write_puzzle(puzzle)) == puzzle
        assert list(module.read_solutions(module.write_solutions(solutions, puzzle), puzzle)) == solutions
    # Each option of the file names its piece, because two pieces may have the same cells.
    options = [line for line in dlx.write_puzzle(puzzle).decode().splitlines() if line[0] not in "|012"]
    assert len(set(options)) == len(puzzle.placements())
    if names[0] == names[1]:
        with pytest.raises(FormatError, match="several pieces with the same name fit on"):
            json.write_solutions(solutions, puzzle)
    else:
        assert list(json.read_solutions(json.write_solutions(solutions, puzzle), puzzle)) == solutions
    made = next(solution.placements[0] for solution in solutions if solution.placements[0].piece == x)
    given = Puzzle(board, counts, placed=[made])
    assert json.read_puzzle(json.write_puzzle(given)) == given


@pytest.mark.parametrize(("board", "pieces"), [facts.solved for facts in FACTS.values()], ids=FACTS)
def test_a_line_of_json_says_its_lattice(board: str, pieces: str) -> None:
    solution = pentomino.solve(board, pieces)
    assert solution
    (again,) = json.read_solutions(solution.to_json() + "\n")
    assert again.puzzle.board.lattice == solution.puzzle.board.lattice
    assert str(again.puzzle._piece_set) == str(solution.puzzle._piece_set)
    assert {placement.cells for placement in again.placements} == {place.cells for place in solution.placements}


@pytest.mark.parametrize(("puzzle", "axes", "cell"), [(BOX, 3, "0,0"), (TRIANGLES, 2, "0,0,0")])
def test_cells_of_an_exact_cover_have_the_coordinates_of_the_board(puzzle: Puzzle, axes: int, cell: str) -> None:
    with pytest.raises(FormatError, match=f"line 2: a cell of this board must have {axes} coordinates, got '{cell}'"):
        list(dlx.read_solutions(f"1:\n {cell}\n", puzzle))


def test_what_a_wrapped_board_cannot_say_is_refused() -> None:
    solution = pentomino.solve("ring 3x20")
    assert solution
    with pytest.raises(FormatError, match="solutions of a wrapped board can be read only with their puzzle"):
        list(json.read_solutions(solution.to_json()))


def test_what_is_of_squares_refuses_the_rest(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.ini: a piece file can hold squares only, got the cubic lattice$"):
        write_puzzle(Puzzle("3x3x3", "soma"), tmp_path / "a.ini")
    with pytest.raises(FormatError, match="a picture can hold squares only, got the hexagonal lattice$"):
        write_solutions(HEXAGONS.solve_all(), tmp_path / "a.txt", puzzle=HEXAGONS)
    assert not list(tmp_path.iterdir())


def test_a_document_says_its_lattice() -> None:
    text = json.write_puzzle(ROOMY).decode()
    assert '"lattice": "cubic"' in text
    assert '"optional": [[0, 0, 2], [1, 1, 1], [1, 1, 2]]' in text
    assert "lattice" not in json.write_puzzle(Puzzle("3x5", "PUV")).decode()
    assert json.read_puzzle(text.replace("[[0, 0, 2], [1, 1, 1], [1, 1, 2]]}", "[]}")).optional_cells == frozenset()
    with pytest.raises(FormatError, match="the lattice must be square, cubic, hexagonal"):
        json.read_puzzle(text.replace("cubic", "cubes"))
    with pytest.raises(FormatError, match=r"a cell must be \[row, q\] of whole numbers"):
        json.read_puzzle(text.replace("cubic", "hexagonal"))


def test_the_picture_of_a_solution_shows_what_is_empty() -> None:
    puzzle = Puzzle("++..\n....", "I2*2-3")
    solutions = list(puzzle.solve_all())
    for module in (picture, csv, json):
        assert list(module.read_solutions(module.write_solutions(solutions, puzzle), puzzle)) == solutions
    assert picture.read_puzzle(picture.write_puzzle(puzzle), "I2*2-3") == puzzle
    outlines = "\n\n".join(map(str, solutions))
    assert list(picture.read_solutions(outlines, puzzle)) == solutions
    assert read_attempt(picture.write_half_filled(puzzle), "I2*").board == puzzle.board


def test_a_piece_that_need_not_be_anywhere_is_a_bounded_item() -> None:
    items = dlx.write_puzzle(Puzzle("..+++", "I2* O1*")).decode().splitlines()
    assert next(line for line in items if line[0] != "|") == "0,0 0,1 0:2|I2 0:5|O1 | 0,2 0,3 0,4"
    with pytest.raises(FormatError, match="an exact cover must have a primary item"):
        dlx.write_puzzle(Puzzle("+++", "V3*"))


def burr(kind: int, shapes: list[str], parts: str, more: str = "", head: str = "") -> str:
    """A file of BurrTools whose first shape is the result."""
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="{kind}"/><colors/><shapes>{"".join(shapes)}</shapes>
<problems><problem state="0"{head}><shapes>{parts}</shapes><result id="0"/>{more}</problem></problems></puzzle>"""


def voxel(x: int, y: int, z: int, states: str, name: str = "") -> str:
    return f'<voxel x="{x}" y="{y}" z="{z}" name="{name}" type="0">{states}</voxel>'


CORNER = voxel(2, 2, 1, "###_")
PAIR = '<bitmap><pair piece="0" result="0"/></bitmap>'
PAIRS = '<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>'


def test_bricks_in_layers_are_cubes() -> None:
    text = burr(0, [voxel(2, 2, 2, "####++##"), CORNER], '<shape id="1" count="2"/>')
    puzzle = xmpuzzle.read_puzzle(text)
    assert puzzle == Puzzle(
        Board(Board.box(2, 2, 2), CUBIC, optional=[(0, 1, 0), (0, 1, 1)]),
        {Polyform([(0, 1, 0), (0, 1, 1), (0, 0, 0)], "S2", CUBIC): 2},
        reflections=False,
    )
    # Two corners cover six cells, exactly those that must be covered.
    rest = Board(puzzle.board.cells - puzzle.board.optional, CUBIC)
    assert puzzle.count(symmetry="all") == Puzzle(rest, "V3*2").count(symmetry="all") == 3


BASE = burr(
    0,
    [voxel(3, 2, 2, "######_#____"), voxel(3, 2, 1, "######", "base"), voxel(1, 1, 1, "#", "tip")],
    '<shape id="1"/><shape id="2"/>',
)
"""A base of six cubes at z = 0, and a tip at z = 1. z increases upwards in BurrTools."""


def test_what_is_up_in_burrtools_is_up(run: Run) -> None:
    Path("base.xmpuzzle").write_text(BASE, encoding="utf-8")
    out = run("solve", "base.xmpuzzle", "--build-order").out
    assert re.findall(r"\d. \w+ from the \w+", out) == ["1. b from the top", "2. t from the top"]
    assert run("solve", "base.xmpuzzle", "-o", "base.stl").status == 0
    corners = re.findall(r"vertex \S+ \S+ (\S+)", Path("base.stl").read_text(encoding="ascii"))
    at = sorted(map(float, corners))
    assert at[len(at) // 2] < at[-1] / 2  # six of seven cubes are in the lower layer
    text = unpacked(xmpuzzle.write_puzzle(Puzzle("soma-pyramid"))).decode()
    x, y, z, states = re.search(r'x="(\d)" y="(\d)" z="(\d)" name="board" type="0">([#_]+)<', text).groups()  # type: ignore[union-attr]
    layers = [states[n : n + int(x) * int(y)].count("#") for n in range(0, len(states), int(x) * int(y))]
    assert (int(z), layers[0], layers[-1]) == (3, 21, 1)


def test_a_chiral_piece_of_burrtools_fills_its_own_shape_only() -> None:
    shape, mirrored = (voxel(2, 2, 2, states) for states in ("###__#__", "###___#_"))
    for one, other, number in ((shape, shape, 1), (shape, mirrored, 0), (mirrored, mirrored, 1)):
        puzzle = xmpuzzle.read_puzzle(burr(0, [one, other], '<shape id="1"/>'))
        assert puzzle.count() == xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle)).count() == number


@given(st.sampled_from([CUBES, TRIANGLES_GRID, BALLS_GRID]).flatmap(lambda grid: statements(grid=grid)))
@examples(100, few=5)
def test_any_puzzle_comes_back_from_burrtools_as_it_stood(question: Question) -> None:
    puzzle = made(replace(question, reflections=question.grid is TRIANGLES_GRID, given=(), allowed=None))
    lattice = puzzle.board.lattice
    data = xmpuzzle.write_puzzle(puzzle)
    again = xmpuzzle.read_puzzle(data)
    once_more = xmpuzzle.write_puzzle(again)
    assert xmpuzzle.write_puzzle(xmpuzzle.read_puzzle(once_more)) == once_more
    assert again.count(symmetry="all") == puzzle.count(symmetry="all")
    if again.board.lattice == lattice:  # solids in one layer come back as squares
        assert once_more == data
        assert lattice.normalise(again.board.cells) == lattice.normalise(puzzle.board.cells)
    if lattice != BALLS:
        solutions = list(islice(puzzle.solve_all(symmetry="all"), 30))
        found = xmpuzzle.write_solutions(solutions, puzzle)
        assert list(xmpuzzle.read_solutions(found, puzzle)) == solutions
        assert len(list(xmpuzzle.read_solutions(found))) == len(solutions)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("2x5", "I2*"), ("2x2x3", "I2*"), *[(f"triangular {form}", "D2*") for form in ("rhombus 3", "hexagon 2", "1x4")]],
)
def test_solutions_with_given_pieces_come_back_from_burrtools(board: str, pieces: str) -> None:
    whole = Puzzle(board, pieces)
    first = whole.solve()
    assert first
    for placement in first.placements:
        puzzle = Puzzle(board, pieces, placed=[placement])
        solutions = list(puzzle.solve_all(symmetry="all"))
        data = xmpuzzle.write_solutions(solutions, puzzle)
        assert list(xmpuzzle.read_solutions(data, puzzle)) == solutions
        assert len(list(xmpuzzle.read_solutions(data))) == len(solutions)


def test_prisms_of_a_layer_are_triangles_that_point_up_where_x_and_y_are_even() -> None:
    # (0, 0) points up, so it can form a diamond only with (1, 0), on its right.
    text = burr(1, [voxel(3, 2, 1, "###_#_"), voxel(2, 1, 1, "##")], '<shape id="1" count="2"/>')
    puzzle = xmpuzzle.read_puzzle(text)
    assert puzzle.board == Board([(0, 0), (0, 1), (0, 2), (-1, 1)], TRIANGULAR)
    assert puzzle.count() == 0
    assert xmpuzzle.read_puzzle(text.replace("###_#_", "##_##_")).count(symmetry="all") == 1
    # The diamond of (0, 0) and (1, 0), as it is, and rotated by -60 degrees, which maps (0, 0) to (1, 0).
    shapes = [voxel(5, 2, 1, "_##___##__"), voxel(2, 1, 1, "##")]
    parts = '<shape id="1" count="2"/>'
    found = "<solutions><solution><assembly>1 1 0 0 1 0 0 5</assembly></solution></solutions>"
    with pytest.raises(FormatError, match=r"a rotation from 0 to 11, got '1 1 0 12'"):
        list(xmpuzzle.read_solutions(burr(1, shapes, parts, found.replace("1 1 0 0", "1 1 0 12"))))
    (solution,) = xmpuzzle.read_solutions(burr(1, shapes, parts, found))
    assert {placement.cells for placement in solution.placements} == {((-1, 1), (-1, 2)), ((0, 1), (0, 2))}


SPHERES = burr(
    2,
    [voxel(3, 3, 3, "_" * 9 + "_#_#_#_#_" + "____#____"), voxel(2, 3, 2, "_" * 6 + "_##__#"), voxel(2, 2, 1, "#__#")],
    '<shape id="1"/><shape id="2"/>',
    "<solutions><solution><assembly>0 0 0 0 1 1 1 28</assembly></solution></solutions>",
)
"""A pyramid of five spheres, a bent piece of three and one of two, and a solution with a rotation that bricks lack."""


def test_spheres_are_balls(run: Run) -> None:
    puzzle, same = xmpuzzle.read_puzzle(SPHERES), Puzzle("pyramid 2", "V3 I2")
    assert puzzle.board.lattice == BALLS
    assert BALLS.normalise(puzzle.board.cells) in {BALLS.turned(same.board.cells, motion) for motion in BALLS.motions}
    assert puzzle.count() == same.count()
    assert puzzle.count(symmetry="all") == same.count(symmetry="all") == 4
    with pytest.raises(FormatError, match="solutions on the grid of spheres cannot be read"):
        list(xmpuzzle.read_solutions(SPHERES))
    assert xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(same)).count() == same.count()
    with pytest.raises(
        FormatError, match="a .xmpuzzle file cannot hold solutions on the balls lattice; a .json file can"
    ):
        xmpuzzle.write_solutions(same.solve_all(), same)
    Path("balls.xmpuzzle").write_text(SPHERES, encoding="utf-8")
    told = "balls.xmpuzzle: solutions on the grid of spheres cannot be read, and are left out"
    status, _, err = run("convert", "balls.xmpuzzle", "balls.json")
    assert (status, told in err) == (0, True)
    assert run("count", "balls.json", "--symmetry", "all").out == "4\n"


def rhombic(voxel: Cell) -> bool:
    """The 24 tetrahedra into which the middles of a cube, of its faces and of its edges divide it."""
    return sorted(min(n % 5, 4 - n % 5) for n in voxel) == [0, 1, 2]


def regular(voxel: Cell) -> bool:
    """A tetrahedron in the middle of each cube of three voxels; at four of its corners, parts of octahedra."""
    at, is_odd = [n % 3 for n in voxel], sum(n // 3 for n in voxel) % 2
    return at == [1, 1, 1] or (1 not in at and at.count(2) % 2 != is_odd)


GRIDS = {3: (rhombic, (5, 5, 10), 5, 4), 4: (regular, (6, 6, 3), 3, 5)}
"""For a grid of BurrTools: its cells, a box, its period, and twice the middle about which shapes are rotated."""


def placements_on_grid(piece: Cells, kind: int) -> set[Cells]:
    is_cell, sizes, period, middle = GRIDS[kind]
    places = set()
    for turn in [turn for turn in CUBES.symmetries if not turn.mirror]:
        image = turn.moved(frozenset(tuple(2 * n - middle for n in voxel) for voxel in piece))
        for by in product(range(-4 * period, 5 * period, period), repeat=3):
            moved = frozenset(
                tuple((n + middle) // 2 + step for n, step in zip(voxel, by, strict=True)) for voxel in image
            )
            is_inside = all(0 <= n < size for voxel in moved for n, size in zip(voxel, sizes, strict=True))
            if is_inside and (kind == 3 or sum(by) // period % 2 == 0):
                places.add(moved)
    assert all(is_cell(voxel) for place in places for voxel in place)
    return places


@examples(25)
@given(st.sampled_from([3, 4]), st.randoms(use_true_random=False))
def test_grids_of_several_kinds_of_cells_are_cubes_that_move_by_whole_periods(kind: int, chance: Random) -> None:
    is_cell, sizes, *_ = GRIDS[kind]
    board = [voxel for voxel in product(*map(range, sizes)) if is_cell(voxel)]
    left, pieces = sorted(chance.sample(board, 14)), []
    while left:
        near = sorted(left, key=lambda voxel: sum((n - m) ** 2 for n, m in zip(voxel, left[0], strict=True)))
        pieces.append(frozenset(near[: chance.choice([2, 3, 4])]))
        left = [voxel for voxel in left if voxel not in pieces[-1]]
    free = frozenset().union(*pieces)
    places = [[place for place in placements_on_grid(piece, kind) if place <= free] for piece in pieces]
    found, stack, steps = set(), [(free, (), frozenset(range(len(pieces))))], 0
    while stack:
        empty, placed, unused = stack.pop()
        if not empty:
            found.add(frozenset(placed))
        for number in unused:
            fitting = [place for place in places[number] if min(empty) in place and place <= empty]
            stack += [(empty - place, (*placed, place), unused - {number}) for place in fitting]
        steps += 1
        assume(steps < 5000)

    def drawn(voxels: Cells) -> str:
        states = "".join("_#"[(x, y, z) in voxels] for z, y, x in product(*map(range, sizes[::-1])))
        return voxel(*sizes, states)

    text = burr(kind, list(map(drawn, [free, *pieces])), "".join(f'<shape id="{n + 1}"/>' for n in range(len(pieces))))
    with pytest.warns(UserWarning, match="is read as cubes"):
        puzzle = xmpuzzle.read_puzzle(text)
    assert puzzle.count(symmetry="all") == len(found) > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (burr(2, [CORNER], ""), r"the grid of spheres has no cell at \(0, 1, 0\): x \+ y \+ z must be even"),
        (burr(3, [CORNER], ""), r"the grid of rhombic tetrahedra has no cell at \(0, 0, 0\)"),
        (burr(4, [CORNER], ""), r"the grid of tetrahedra and octahedra has no cell at \(0, 0, 0\)"),
        (
            burr(0, [CORNER], "").replace('id="0"', 'id="4294967295"'),
            "the problem has no result: in BurrTools, choose the shape to build",
        ),
        (burr(0, [], ""), "line 2: a file must have at least one shape"),
        (burr(1, [voxel(1, 1, 2, "##")], ""), "triangular prisms in several layers are not supported"),
        (
            burr(0, [voxel(2, 1, 1, "##1")] * 2, '<shape id="1"/>', PAIR),
            r"S2 fits the cells \[\(0, 0\), \(0, 1\)\] in two ways: colour more cells of the piece",
        ),
    ],
)
def test_what_is_missing_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        xmpuzzle.read_puzzle(text)


def test_many_possible_copies_of_burrtools_take_no_memory() -> None:
    """A list of all copies that this file allows would take a gigabyte."""
    parts = '<shape id="0" min="0" max="65535"/>' * 2000
    found = "<solutions><solution><assembly>x x 0</assembly></solution></solutions>"
    text = burr(0, [voxel(1, 1, 1, "#")], parts, found)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="a placement must be x y z and a rotation from 0 to 23, got '0'"):
            list(xmpuzzle.read_solutions(text))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_plain_xml_of_burrtools_may_be_named_so(run: Run) -> None:
    Path("base.xml").write_text(BASE, encoding="utf-8")
    assert run("count", "base.xml") == run("count", "base.xml:1") == (0, "1\n", "")
    assert run("convert", "base.xml", "base.json") == (0, "base.json: 1 puzzle\n", "")
    assert read_puzzle("base.xml") == xmpuzzle.read_puzzle(BASE)
    Path("page.xml").write_text("<html/>", encoding="utf-8")
    assert "page.xml: line 1: the root must be <puzzle>, got 'html'" in run("count", "page.xml").err
    assert run("convert", "base.json", "base.xml").status == 2


@pytest.mark.parametrize(("most", "number"), [(0, 1), (1, 3), (2, 4), (9, 4)])
def test_a_bound_on_empty_cells(most: int, number: int) -> None:
    shapes = [voxel(3, 1, 1, "#++"), voxel(1, 1, 1, "#")]
    puzzle = xmpuzzle.read_puzzle(burr(0, shapes, '<shape id="1" min="1" max="3"/>', head=f' maxHoles="{most}"'))
    assert (puzzle.count(), puzzle.spare) == (number, most)
    assert xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle)) == puzzle


def test_colours_of_prisms() -> None:
    # A red triangle fits only on the red cell, and a piece with two colours fits in one way.
    shapes = [voxel(2, 1, 1, "#1#2"), voxel(1, 1, 1, "#1"), voxel(1, 1, 1, "#")]
    assert xmpuzzle.read_puzzle(burr(1, shapes, '<shape id="1"/><shape id="2"/>', PAIR)).count(symmetry="all") == 1
    puzzle = xmpuzzle.read_puzzle(burr(1, [voxel(2, 1, 1, "#1#2")] * 2, '<shape id="1"/>', PAIRS))
    assert puzzle.count(symmetry="all") == 1
    solutions = list(puzzle.solve_all(symmetry="all"))
    assert list(xmpuzzle.read_solutions(xmpuzzle.write_solutions(solutions, puzzle))) == solutions


def test_colours_say_which_cells_a_piece_may_cover() -> None:
    shapes = [voxel(4, 1, 1, "#1#1#2#"), voxel(2, 1, 1, "#1#2"), voxel(1, 1, 1, "#")]
    parts = '<shape id="1" count="1"/><shape id="2" count="2"/>'
    # Red fits on red, blue on blue, and both on cells without a colour: the piece on cells 2 and 3, or on the last two.
    assert xmpuzzle.read_puzzle(burr(0, shapes, parts, PAIRS)).count(symmetry="all") == 2
    with pytest.raises(FormatError, match="'piece' of <pair> must be from 0 to 62, got '63'"):
        xmpuzzle.read_puzzle(burr(0, shapes, parts, PAIR.replace('piece="0"', 'piece="63"')))
    plain = [voxel(4, 1, 1, "####"), *shapes[1:]]
    alike = PAIRS.replace('piece="1" result="1"', 'piece="1" result="0"')
    said = "the colours of S2 fit on the same cells in two ways, which BurrTools counts as two and pentomino as one"
    for one, more, number in ((shapes, "<bitmap/>", 0), (plain, "", 3), (shapes, alike, 1)):
        with pytest.warns(UserWarning, match=said):
            assert xmpuzzle.read_puzzle(burr(0, one, parts, more)).count(symmetry="all") == number


@pytest.mark.parametrize(
    ("board", "singles", "number"),
    [
        ("#1#1#2#2", 0, 1),
        ("#1#1#1#1#2#2", 2, 3),  # two red dominoes would leave no room for the red squares
        ("#1#1##", 0, 1),  # the red domino fits wherever the blue one does
        ("#1#1#1##2", 1, 2),
    ],
)
def test_pieces_of_one_shape_in_several_colours(board: str, singles: int, number: int) -> None:
    pieces = [voxel(2, 1, 1, "#1#1"), voxel(2, 1, 1, "#2#2"), voxel(1, 1, 1, "#1")]
    shapes = [voxel(board.count("#"), 1, 1, board), *pieces]
    parts = f'<shape id="1" count="1"/><shape id="2" count="1"/><shape id="3" count="{singles}"/>'
    puzzle = xmpuzzle.read_puzzle(burr(0, shapes, parts, PAIRS))
    assert puzzle.count(symmetry="all") == puzzle.count(symmetry="all", method="frontier") == number
    assert xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle)) == puzzle
    solutions = list(puzzle.solve_all(symmetry="all"))
    assert list(xmpuzzle.read_solutions(xmpuzzle.write_solutions(solutions, puzzle))) == solutions


def test_a_file_that_says_no_encoding_may_be_in_latin_1() -> None:
    text = burr(0, [voxel(2, 1, 1, "##"), voxel(2, 1, 1, "##", "G\xf6tz")], '<shape id="1"/>')
    assert xmpuzzle.read_puzzle(text.encode("latin-1")).pieces[0].piece.name == "G\xf6tz"
    assert xmpuzzle.read_puzzle(text.encode()).pieces[0].piece.name == "G\xf6tz"
    assert xmpuzzle.read_puzzle(text.replace('1.0"', '1.0" encoding="UTF-16"').encode("utf-16")).count() == 1


def test_assemblies_in_one_layer_of_cubes_are_read_for_the_cubes() -> None:
    puzzle = Puzzle(Board.box(1, 2, 3), "I2* + O1*")
    solutions = list(puzzle.solve_all())
    data = xmpuzzle.write_solutions(solutions, puzzle)
    assert list(xmpuzzle.read_solutions(data, puzzle)) == solutions
    with pytest.raises(
        FormatError, match="the problem must be on the hexagonal lattice, like the board, got the square one"
    ):
        list(xmpuzzle.read_solutions(data, HEXAGONS))


def test_what_burrtools_cannot_say_of_lattices_is_refused() -> None:
    with pytest.raises(FormatError, match="has squares, cubes, triangles and balls, but not the hexagonal lattice"):
        xmpuzzle.write_puzzle(HEXAGONS)
    with pytest.raises(FormatError, match="it cannot reflect"):
        xmpuzzle.write_puzzle(Puzzle("3x3x3", "soma", reflections=True))
