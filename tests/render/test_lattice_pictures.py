"""Pictures of boxes, hexagons and triangles: text that is read as it was written, walls, polygons, colours."""

from __future__ import annotations

import re
from collections import Counter
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pentomino
from commandline import Run, complaint
from effort import examples
from facts import EVERY, FACTS, FLAT, OFF_SQUARES, SOLVED
from grids import GRIDS
from pentomino import (
    BALLS,
    CUBIC,
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    Lattice,
    PictureError,
    Placement,
    Polyform,
    Puzzle,
    chart,
    polyforms,
)
from pentomino.lattices.board_words import lattices
from pentomino.lattices.lattice import frame, shift
from pentomino.render.colours import PALETTE, assign
from pentomino.render.drawing import outlines
from pentomino.render.text import coloured
from puzzles import made, solved
from strategies import statements_with_room


@st.composite
def boards(draw: st.DrawFn, lattice: Lattice) -> Board:
    """Boards of any cells, connected or not, of which some may stay empty; at the origin, as pictures are."""
    span = st.integers(-2, 4)
    cells = draw(st.sets(st.tuples(*[span] * lattice.dimension), min_size=1, max_size=14))
    at_origin = lattice.normalise(cells)
    return Board(at_origin, lattice, optional=draw(st.sets(st.sampled_from(at_origin))))


@OFF_SQUARES
@examples(60)
@given(st.data())
def test_boards_are_read_as_they_were_written(lattice: Lattice, data: st.DataObject) -> None:
    board = data.draw(boards(lattice))
    again = Board.parse(str(board), lattice)
    assert lattice.normalise(again.cells) == lattice.normalise(board.cells)
    assert len(again.optional) == len(board.optional)
    assert str(again) == str(board)
    assert Board.parse(f"{lattice.name}\n{board}") == again


@pytest.mark.parametrize("cells", [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (2, 0)], [(0, 3)], [(0, 2)]])
def test_boards_of_quarters_are_read_although_their_first_line_is_blank(cells: list[tuple[int, int]]) -> None:
    board = Board(cells, lattice=lattices()["tetrakis"])
    assert Board.parse(str(board), board.lattice) == board
    assert Board.parse(f"tetrakis\n{board}") == board


@OFF_SQUARES
def test_pieces_are_read_as_they_were_written(lattice: Lattice) -> None:
    for piece in polyforms(4, lattice=lattice):
        assert Polyform.parse(str(piece), piece.name, lattice) == piece
        assert Polyform.parse(str(piece).replace("#", "x"), piece.name, lattice) == piece


@EVERY
@examples(40)
@given(st.data())
def test_solutions_are_read_as_they_were_written(lattice: Lattice, data: st.DataObject) -> None:
    """Cells that stay empty leave no trace but `+`, so that areas are compared as they lie to each other."""
    solution = made(data.draw(statements_with_room(10, GRIDS[lattice.name]))).solve()
    if solution is None or not solution.placements:
        return
    written = [placement.cells for placement in solution.placements]
    read = [tuple(area) for _, area in Board.parse(solution.to_text("letters"), lattice).given]
    assert from_corner(lattice, read) == from_corner(lattice, written)


def from_corner(lattice: Lattice, areas: list[tuple[Any, ...]]) -> list[list[Any]]:
    """The areas in order, counted from where all of them begin."""
    corner = lattice.corner([cell for area in areas for cell in area])
    return sorted(sorted(shift(area, *[-n for n in corner])) for area in areas)


def test_layers_and_boxes_stand_side_by_side_or_below_each_other() -> None:
    beside = Board.parse("cubic\n.. #.\n.. ..")
    assert beside == Board.parse("..\n..\n\n#.\n..", CUBIC) == Board(Board.box(2, 2, 2).cells - {(1, 0, 0)}, CUBIC)
    wide = Board.box(9, 1, 4)
    assert str(wide) == ".... .... .... .... ....\n\n.... .... .... ...."
    assert Board.parse(str(wide), CUBIC) == wide
    both = Board.box(2, 1, 2).drawing.above(Board.box(1, 2, 1).drawing)
    assert both.to_text("letters").split("\n") == ["..#..", "#####", ".####", ".####"]
    told = "a drawing on the hexagonal lattice cannot be combined with a square one"
    with pytest.raises(pentomino.PentominoError, match=told):
        both.beside(polyforms(3, lattice=HEXAGONAL)[0].drawing)


@pytest.mark.parametrize(
    ("picture", "lattice", "told"),
    [
        (". .\n. .", HEXAGONAL, "each hexagon must be drawn midway between two hexagons of the next row"),
        ("..", HEXAGONAL, "each hexagon must be drawn midway between two"),
        (".?", TRIANGULAR, r"unexpected character '\?'"),
        (".. ..\n..", CUBIC, "2 layers are needed here, as above, got 1"),
        (".. .?", CUBIC, r"unexpected character '\?'"),
        ("\n", CUBIC, "the picture is empty"),
    ],
)
def test_pictures_that_cannot_be_read(picture: str, lattice: Lattice, told: str) -> None:
    with pytest.raises(PictureError, match=told):
        Board.parse(picture, lattice)


@SOLVED
def test_solutions_are_drawn(lattice: Lattice, board: str, pieces: str) -> None:
    solution = solved(board, pieces)
    marks = Counter(mark for line in solution.grid for mark in line if mark.isalnum())
    assert sorted(marks.values()) == sorted(len(placement.cells) for placement in solution.placements)
    letters = solution.to_text("letters").split("\n")
    again = Board.parse("\n".join(letters), lattice)
    assert sorted(len(cells) for _, cells in again.given) == sorted(marks.values())
    paths = re.findall(r'<path fill="#\w+" d="', solution.to_svg())
    assert len(paths) == len(solution.placements)
    assert len(re.findall("<text", solution.to_svg(letters=False))) == 0
    if lattice != BALLS:
        assert "<svg" in solution.to_svg(style="cut")
    assert solution._repr_svg_() == solution.to_svg()


def test_walls_of_hexagons_triangles_and_quarters() -> None:
    board = Board([(0, 0), (0, 1), (1, 0)], HEXAGONAL)
    assert board.to_text().split("\n") == [
        r" / \ / \ ".rstrip(),
        r"|   |   |",
        r" \ / \ /",
        r"  |   |",
        r"   \ /",
    ]
    assert polyforms(3, lattice=HEXAGONAL)[0].to_text().split("\n")[1] == "|       |"
    assert Board([(0, 0), (0, 1)], TRIANGULAR).to_text().split("\n") == [
        "  ____",
        r" /\  /",
        r"/__\/",
    ]
    assert Polyform([(0, 0), (0, 1)], "two", TRIANGULAR).to_text().split("\n") == ["  ____", " /   /", "/___/"]
    board = Board.parse("tetrakis\n A  . \nA BB .\n B  . ")
    assert board.cells == {(0, column) for column in range(8)}
    assert board.to_text().split("\n") == [
        " ____ ____",
        r"|   / \  /|",
        r"|  /   \/ |",
        r"| /    /\ |",
        r"|/___ /__\|",
    ]


@FLAT
def test_polygons_have_the_area_of_their_cells(lattice: Lattice) -> None:
    """By the shoelace formula; the width of a cell is 1."""
    unit, grid = FACTS[lattice.name].area, lattice.look.grid
    for piece in (*polyforms(4, lattice=lattice), *polyforms(6, lattice=lattice)):
        area = 0.0
        for loop in outlines(piece.cells, grid):
            points = [(x * grid.step[0], y * grid.step[1]) for x, y in loop]
            area += sum(x * y1 - x1 * y for (x, y), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)) / 2
        assert isclose(area, unit * piece.size)
        (left, top), (wide, high) = frame(piece.cells, grid)
        assert {x for loop in outlines(piece.cells, grid) for x, _ in loop} <= set(range(left, left + wide + 1))
        assert {y for loop in outlines(piece.cells, grid) for _, y in loop} <= set(range(top, top + high + 1))


@FLAT
def test_figures_stand_within_their_cells(lattice: Lattice) -> None:
    """The middle of a cell lies to the right of each of its sides, which go round clockwise."""
    grid = lattice.look.grid
    for cell in Board(lattice.forms[next(iter(lattice.forms))].cells(3, 3), lattice).cells:
        x, y = grid.middle(cell)
        for _, (x0, y0), (x1, y1) in grid.sides(cell):
            assert (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0


@FLAT
def test_a_shift_by_rows_moves_down(lattice: Lattice) -> None:
    """By the polygons: no further down than it must, and not to the left."""
    grid, cell = lattice.look.grid, (0,) * lattice.dimension
    for down in range(5):
        moved = lattice.home([tuple(map(sum, zip(cell, lattice.look.shift(down, 0), strict=True)))])[0]
        (x, y), (x1, y1) = grid.middle(cell), grid.middle(moved)
        assert (y1 > y) == (down > 0)
        assert x1 >= x


@EVERY
def test_widths_and_rows_are_as_charts_need_them(lattice: Lattice) -> None:
    """The rules of `Grid` and `Look` for which no other test gives the reason of a failure."""
    grid = lattice.look.grid

    def corners(cell: tuple[int, ...]) -> set[tuple[int, int]]:
        return {point for _, *ends in grid.sides(cell[-2:]) for point in ends}

    start = (0,) * lattice.dimension
    (moved,) = shift([start], *lattice.look.shift(0, grid.points))
    assert corners(moved) == {(x + grid.points, y) for x, y in corners(start)}
    rows = [[corners((row, column)) for column in range(-8, 9)] for row in (0, 2)]
    assert not any(upper & lower for upper in rows[0] for lower in rows[1])


@OFF_SQUARES
def test_charts_hold_all_pieces(lattice: Lattice) -> None:
    pieces = polyforms(4, lattice=lattice)
    drawing = chart(pieces)
    assert [lattice.normalise(part) for part in drawing.parts] == [piece.cells for piece in pieces]
    assert not any(drawing.neighbours())
    colours = assign(drawing)
    named = [(piece.name, colour) for piece, colour in zip(pieces, colours, strict=True)]
    assert len(set(colours)) == min(len(pieces), len(PALETTE)), named
    with pytest.raises(pentomino.PentominoError, match="lattice"):
        chart([*pieces, Polyform.named("X")])


def test_a_piece_has_its_colour_however_it_lies() -> None:
    for lattice in lattices().values():
        for piece in polyforms(4 if lattice != BALLS else 3, lattice=lattice):
            turned: list[Any] = [one.drawing for one in piece.orientations(lattice.dimension == 2)]
            assert len(colours := {assign(drawing) for drawing in turned}) == 1, (piece, colours)
    assert assign(Polyform.named("X").solid().drawing) == assign(Polyform.named("X").drawing)


@SOLVED
@pytest.mark.parametrize("style", ["letters", "blocks", "outline", "box"])
def test_colours_change_no_character(lattice: Lattice, board: str, pieces: str, style: Any) -> None:
    """Each cell has its colour: two characters in letters, one at least where walls are drawn."""
    solution = solved(board, pieces)
    painted = coloured(solution.drawing, style)
    bare = re.sub("\x1b\\[[0-9;]*m", "", painted)
    plain = solution.to_text("letters" if style in ("letters", "blocks") else style)
    if style in ("outline", "box"):
        assert bare == plain
    elif style == "letters":
        assert re.sub("[ #.]", "", bare) == re.sub("[ #.]", "", plain)
    shown = re.findall("\x1b\\[38;5;16;48;5;(\\d+)m(.*?)\x1b", painted)
    counted = Counter(code for code, text in shown for _ in text)
    codes = [str(PALETTE[index].indexed) for index in assign(solution.drawing)]
    sizes = Counter(code for code, placement in zip(codes, solution.placements, strict=True) for _ in placement.cells)
    if style in ("letters", "blocks"):
        assert counted == {code: 2 * size for code, size in sizes.items()}
    else:
        assert set(counted) == set(sizes)
        assert all(counted[code] >= size for code, size in sizes.items())


@FLAT
def test_drawings_stand_below_and_beside_each_other(lattice: Lattice) -> None:
    """Each keeps its shape, and none touches the other, wherever they begin; they are as wide or as high as both."""
    for first in polyforms(3, lattice=lattice):
        for second in (*polyforms(3, lattice=lattice), *first.orientations()):
            for moved in ((0, 0), *FACTS[lattice.name].ways):
                cells = shift(second.cells, *moved)
                other = Polyform(cells, "other", lattice).drawing
                for both, axis in ((first.drawing.above(other), 1), (first.drawing.beside(other), 0)):
                    assert [lattice.normalise(part) for part in both.parts] == [first.cells, second.cells]
                    assert not any(both.neighbours())
                    assert both.extent[axis] > first.drawing.extent[axis] + other.extent[axis]


@SOLVED
def test_two_solutions_are_compared(run: Run, lattice: Lattice, board: str, pieces: str) -> None:
    status, out, _ = run("unique", board, "-p", pieces)
    first, second = pentomino.solve_all(board, pieces, limit=2)
    images = map(second.transformed, second.puzzle.symmetries())
    found = [first, max(images, key=lambda image: len({*first.placements} & {*image.placements}))]
    changed = [set(one.placements) - set(other.placements) for one, other in (found, found[::-1])]
    wanted = sum(len(placement.cells) for placements in changed for placement in placements)
    assert status == 4
    assert sum(map(str.isalnum, out.partition(":\n")[2])) == wanted
    assert run("unique", board, "-p", pieces, "-o", "two.svg").status == 4


def test_the_command_line_reads_pictures_of_all_lattices(run: Run) -> None:
    Path("two.txt").write_text("cubic\nVV. ...\nV.. ...\n", encoding="utf-8")
    number = Puzzle("cubic\nVV. ...\nV.. ...", "V3*").count()
    assert run("count", "two.txt", "-p", "V3*") == (0, f"{number}\n", "")
    assert run("count", "2x2x3", "--placed", "two.txt", "-p", "V3*") == (0, f"{number}\n", "")
    how = "draw free cells as '.', and touching pieces with different letters"
    what = "the area lettered V at top layer, row 1, column 1 has 3 cells, but the pieces have 2"
    assert run("count", "two.txt", "-p", "I2*") == complaint(f"two.txt: line 2, column 1: {what}: {how}; the set is I2")
    assert run("convert", "two.txt", "two.svg", "-p", "V3*", "--isometric").status == 0
    assert Path("two.svg").read_text(encoding="utf-8").count("<title>") == 2


def test_pieces_in_layers_have_dots(run: Run) -> None:
    """So that it is seen where a layer ends."""
    piece = Polyform.named("A4", CUBIC)
    layers = str(piece).split("\n")
    assert " " in layers[0]
    out = run("pieces", "tetracubes").out
    assert all(layer in out for layer in layers)
    assert "." not in run("pieces", "tetrahexes", "pentominoes").out


def test_an_area_that_comes_round_has_an_open_outline() -> None:
    board = Board([(0, column) for column in range(4)], SQUARE.wrapped(None, 4))
    domino = Placement("I2", [(0, 3), (0, 0)], board.lattice)
    text = Puzzle(board, "I2 + O1*2", placed=[domino]).drawing.to_svg(cell=10)
    (walls,) = re.findall(r'<path fill="none" stroke-linecap="round" d="([^"]*)"', text)
    assert walls == "M0 0H10V10H0M40 0H30V10H40"
    assert text.count('stroke="none" d="M0 0H10V10H0ZM30 0H40V10H30Z"><title>I2</title>') == 1
