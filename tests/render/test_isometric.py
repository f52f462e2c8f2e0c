"""Isometric pictures: what is seen agrees with rays through each triangle, and what cannot be drawn so is refused."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import Run, complaint
from effort import examples
from facts import FLAT
from pentomino import CUBIC, Board, Lattice, PentominoError, Polyform, Puzzle, chart, polyforms
from pentomino.drawable import Drawing
from pentomino.render.solids import PAPER, scene
from pentomino.solutions.solution import drawing_of
from puzzles import solved

cells = st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(-1, 3))
TO_VIEWER = (-1, 1, 1)
"""Up, to the front and to the right."""


def pierced(cell: tuple[int, ...], spot: tuple[float, float]) -> float | None:
    """How near the ray through a spot on paper leaves a cube, None if it does not meet it.

    The ray has the points (layer - t, row + t, column + t); one of them has layer 0, so column - row = x and
    column + row = y at the spot.
    """
    x, y = spot
    start = (0.0, (y - x) / 2, (y + x) / 2)
    axes = zip(cell, start, TO_VIEWER, strict=True)
    spans = [sorted(((low - at) / way, (low + 1 - at) / way)) for low, at, way in axes]
    enters, leaves = max(first for first, _ in spans), min(last for _, last in spans)
    return leaves if enters < leaves else None


@examples(60)
@given(st.dictionaries(cells, st.integers(0, 2), min_size=1, max_size=25))
def test_what_is_seen_is_what_rays_meet_first(areas: dict[tuple[int, ...], int]) -> None:
    drawing = Drawing({**areas, (9, 9, 9): -1}, ("a", "b", "c"), ("A", "B", "C"), lattice=CUBIC)
    seen = {triangle: area for area, part in enumerate(scene(drawing).seen) for triangle in part}
    for x in range(-6, 7):
        for y in range(-6, 18):
            spot = PAPER.middle((x, y))
            met = {near: area for cell, area in areas.items() if (near := pierced(cell, spot)) is not None}
            assert seen.get((x, y)) == (met[max(met)] if met else None)


def test_sides_and_creases_by_hand() -> None:
    seen = scene(Board.box(2, 3, 4).drawing)
    assert [len(part) for part in seen.seen] == [2 * (2 * 3 + 2 * 4 + 3 * 4)]
    assert [len(part) for part in seen.shades] == [2 * 2 * 4, 2 * 2 * 3]
    assert len(seen.outer) == 2 * (2 + 3 + 4)
    assert len(seen.creases) == 2 + 3 + 4
    assert len(seen.inner) == (1 * 3 + 2 * 2) + (1 * 4 + 3 * 2) + (2 * 4 + 3 * 3)
    step = scene(Polyform([(0, 0, 0), (1, 0, 0), (1, 1, 0)], "step", CUBIC).drawing)
    assert len(step.creases) == 3 + 3 + 1  # around the two near corners, and at the step
    assert len(step.inner) == 2
    behind = scene(Board([(0, 0, 0), (0, 1, 1)], CUBIC).drawing)
    assert (len(behind.outer), len(behind.creases)) == (8 + 2, 2 + 3)


def test_the_picture_of_a_solution() -> None:
    solution = solved("3x3x3", "soma")
    picture = solution.to_svg(style="isometric", cell=20, margin=0)
    assert f'width="{round(6 * sqrt(0.75) * 20, 4)}" height="120"' in picture
    seen = [part for part in scene(solution.drawing).seen if part]
    assert len(re.findall("<title>", picture)) == 1 + len(seen)
    assert 0 < len(re.findall("<text", picture)) <= len(seen)
    assert "<text" not in solution.to_svg(style="isometric", letters=False)


def test_pieces_of_a_chart_stand_side_by_side_and_empty_cells_are_air() -> None:
    pieces = polyforms(4, lattice=CUBIC)
    seen = scene(chart(pieces).drawing).seen
    alone = [scene(piece.drawing).seen[0] for piece in pieces]
    assert [len(part) for part in seen] == [len(part) for part in alone]
    assert len({triangle for part in seen for triangle in part}) == sum(map(len, alone))
    puzzle = Puzzle("cubic\nVV. ...\nV.. ...", "V3*", reflections=True)
    assert sum(map(len, scene(drawing_of(puzzle, puzzle.placed)).seen)) == 2 * (3 + 2 + 2)


@FLAT
def test_only_solids_have_an_isometric_picture(lattice: Lattice) -> None:
    message = f"isometric picture must show cubes or balls, got the {lattice.name} lattice"
    with pytest.raises(PentominoError, match=message):
        polyforms(2, lattice=lattice)[0].to_svg(style="isometric")


def test_an_isometric_picture_has_no_coordinates() -> None:
    with pytest.raises(PentominoError, match="coordinates cannot be combined with isometric pictures"):
        Board.box(2, 2, 2).to_svg(style="isometric", coordinates=True)


# The four-piece pyramid: two pieces of 1x4 and two of 2x3 balls make a tetrahedron of 20, in one way up to symmetry.
TETRAHEDRON = Board([(k, r, c) for k in range(4) for r in range(4 - k) for c in range(-k, 1)], lattice="balls")
STICK = Polyform([(0, 0, n) for n in range(4)], "I", lattice="balls")
SLAB = Polyform([(0, m, n) for m in range(2) for n in range(3)], "R", lattice="balls")


def texts(svg: str) -> Counter[str]:
    return Counter(re.findall(r">(\w)</text>", svg))


def test_all_balls_have_letters_if_two_pieces_share_a_colour() -> None:
    """Balls of one colour have no line between them. In the layers, each of the 20 balls of the copies has a letter."""
    puzzle = Puzzle(TETRAHEDRON, {STICK: 2, SLAB: 2})
    assert puzzle.count() == 1
    solution = puzzle.solve()
    assert solution is not None
    sizes = dict(zip(solution.drawing.symbols, map(len, solution.drawing.parts), strict=True))
    assert texts(solution.to_svg()) == texts(solution.to_svg(palette="print")) == sizes
    assert texts(solution.to_svg(letters=False)) == {}
    solid = texts(solution.to_svg(style="isometric"))
    assert solid.keys() == sizes.keys()
    assert 4 < sum(solid.values()) < 20  # some are hidden
    own = dict.fromkeys("IR", "#ffffff")
    assert texts(solution.to_svg(style="isometric", palette=own)) == solid
    one = drawing_of(puzzle, solution.placements[:1])
    assert sum(texts(one.to_svg(style="isometric")).values()) == 1
    order = solution.build_order()
    assert order is not None
    assert [sum(texts(picture).values()) for picture in order.pictures()] == [1, 1, 1, 1]  # earlier pieces are grey


def test_balls_for_print_have_outlines() -> None:
    svg = STICK.to_svg(style="isometric", palette="print")
    balls = re.findall(r'<circle [^>]*r="16" fill="#ffffff"/>', svg)
    assert len(balls) == 4
    assert svg.count('fill-opacity="0.3"') == 8  # two highlights on each


def test_the_command_line(run: Run) -> None:
    assert run("solve", "3x3x3", "-p", "soma", "-o", "soma.svg", "--isometric", "-q") == (0, "", "")
    solution = solved("3x3x3", "soma")
    assert Path("soma.svg").read_text(encoding="utf-8") == f"{solution.to_svg(style='isometric')}\n"
    told = complaint("an isometric picture must show cubes or balls, got the square lattice")
    assert run("solve", "3x20", "-o", "x.svg", "--isometric") == told
    assert "not allowed with argument" in run("solve", "3x3x3", "-o", "x.svg", "--isometric", "--cut").err
