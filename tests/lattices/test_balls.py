"""Balls: the pyramids of Kanoodle and Lonpos, orientations by distances alone, pictures, and the order of building."""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, dist, radians, sin, sqrt

import pytest

from commandline import Run, complaint, full_match
from effort import thorough
from grids import BALLS as GRID
from grids import ball_orientations, place_of_ball
from oracle import enumerate_fixed
from pentomino import (
    BALLS,
    SQUARE,
    Board,
    BuildOrder,
    PentominoError,
    Polyform,
    Puzzle,
    PuzzleError,
    animation,
    polyforms,
    sheet,
)
from pentomino.pages.data import places_data
from pentomino.pieces.sets import as_pieces
from pentomino.render.colours import assign
from puzzles import not_none, solved

BENT = Polyform([(0, 0, 0), (0, 0, 1), (1, 0, 1)], "bent", BALLS)
"""Three balls in a bend of 120 degrees."""


@pytest.mark.parametrize("pieces", ["kanoodle", "lonpos"])
def test_the_pyramid_of_kanoodle(pieces: str) -> None:
    """2448 is also the number of a solver of its own, which turns the middles of balls about the axes of a cube."""
    puzzle = Puzzle("pyramid 5", pieces)
    assert (puzzle.count(), puzzle.count(symmetry="all")) == (306, 2448)
    assert len(puzzle.symmetries()) == 8
    assert puzzle.count(symmetry="all", method="search") == 2448


def test_boards_in_words() -> None:
    pyramid, tetrahedron = Board("pyramid 4"), Board("pyramid tetrahedron 4")
    assert (pyramid.area, tetrahedron.area) == (16 + 9 + 4 + 1, 10 + 6 + 3 + 1)
    assert (len(pyramid.symmetries()), len(tetrahedron.symmetries())) == (8, 24)
    assert Board("balls 4") == pyramid
    assert Board("balls tetrahedron 4") == tetrahedron
    # Each face of the tetrahedron is a triangle, so each of its four corner balls touches three others.
    touching = [len({*BALLS.neighbours(cell)} & tetrahedron.cells) for cell in tetrahedron.cells]
    assert (min(touching), touching.count(3)) == (3, 4)
    with pytest.raises(PuzzleError, match="'pyramid 4x5' is not a board; write for example pyramid 5, pyramid tetra"):
        Board("pyramid 4x5")


def test_orientations_keep_the_distances_between_balls() -> None:
    """All of them: the helper has only the distances, and knows no motion of the lattice."""
    # Three balls in a row, which the fifth piece begins with, do not determine a plane.
    straight = Polyform([(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (1, 0, 0)], lattice=BALLS)
    assert straight.is_chiral
    for piece in [straight, *(piece for n in (1, 2, 3, 4) for piece in polyforms(n, "fixed", BALLS)[:: n * n])]:
        for reflections in (True, False):
            found = {frozenset(turned.cells) for turned in piece.orientations(reflections)}
            assert found == ball_orientations(frozenset(piece.cells), reflections)


def test_a_flat_piece_is_its_own_mirror_image() -> None:
    """12 motions of the lattice that only rotate lead to other places, and no more than 12."""
    assert len(BENT.orientations(False)) == len(BENT.orientations()) == 24
    rotations = {BALLS.turned(BENT.cells, motion) for motion in BALLS.motions if motion.is_proper}
    assert len(rotations) == 12
    assert not BENT.is_chiral
    assert len([piece for piece in polyforms(4, "one-sided", BALLS) if piece.is_chiral]) == 10
    assert Puzzle("pyramid tetrahedron 3", {BENT: 3, "O1": 1}).count(symmetry="all") == bent_by_distances()
    hook = Polyform([(0, 0, 0), (0, 0, 1), (0, 1, 0)], lattice=BALLS)
    mirrored = ((0, 0, 0), (0, 0, 1), (0, 1, 1))
    assert {turned.cells for turned in hook.orientations(rotations=False)} == {hook.cells, mirrored}


def bent_by_distances() -> int:
    """The number of ways to choose three disjoint triples in a bend among the ten balls of a tetrahedron."""
    balls = Board("pyramid tetrahedron 3").cells
    places = sorted(map(place_of_ball, balls))
    triples = [
        {a, b, c}
        for a in places
        for b in places
        for c in places
        if a < c and [round(dist(x, y) ** 2) for x, y in ((a, b), (b, c), (a, c))] == [2, 2, 6]
    ]
    pairs = [(n, one | other) for one in triples for n, other in enumerate(triples) if not one & other]
    return sum(not both & other for n, both in pairs for other in triples[n + 1 :]) // 3


@thorough
def test_free_pieces_of_balls_by_distances() -> None:
    shapes = enumerate_fixed(5, GRID)
    assert len(shapes) == 4881
    for reflections, number in ((True, 131), (False, 210)):
        left, classes = set(shapes), 0
        while left:
            left -= ball_orientations(min(left, key=sorted), reflections)
            classes += 1
        assert classes == number


def test_pieces_of_squares_have_their_names() -> None:
    flat = Polyform.named("F", "balls")
    assert flat == Polyform.named("F").solid("balls")
    assert (flat.name, flat.lattice, str(flat)) == ("F", BALLS, str(Polyform.named("F")))
    assert [piece.name for piece in polyforms(3, lattice=BALLS)] == ["3.1", "3.2", "3.3", "3.4"]
    assert Polyform.named("3.4", "balls").canonical() == BENT.canonical()
    assert Puzzle("pyramid 2", "balls:V3 I2").count() == Puzzle("pyramid 2", "V3 I2").count() > 0
    for board, pieces in (("pyramid 3", "V3 O1*"), ("1x3x4", "P V3 L4"), ("2x2x3", "L4 S4 O4?"), ("pyramid 2", "I2*")):
        flat = {piece: (least, most) for piece, least, most in as_pieces(pieces)}
        assert {piece.lattice for piece in flat} == {SQUARE}
        assert Puzzle(board, flat) == Puzzle(board, pieces)
    with pytest.raises(PuzzleError, match="a solid must be made of cubes or balls, got the hexagonal lattice"):
        Polyform.named("F").solid("hexagonal")
    with pytest.raises(PuzzleError, match="V must be on the balls lattice, like the board, got the cubic one$"):
        Puzzle("pyramid 5", "soma")


def test_a_piece_has_one_colour() -> None:
    for name in "FILNPTUVWXYZ":
        piece = Polyform.named(name, BALLS)
        assert {assign(one.drawing) for one in piece.orientations()} == {assign(Polyform.named(name).drawing)}


def test_text_has_the_layers_from_the_bottom() -> None:
    assert str(Board("pyramid 3")) == "... .. .\n... .. #\n... ## #"
    assert str(Board("pyramid tetrahedron 3")) == "### ## .\n### .. .\n... .. ."
    assert len(str(Board("pyramid 5")).split("\n")) == 5
    puzzle = Puzzle("balls\nAAA .. .\nA.. .. #\nA.. ## #", "V I4* O1*")
    assert len(puzzle.placed) == 1
    solution = solved("pyramid 2", "O4 O1")
    assert solution.to_text().split("\n") == [
        "+-------+   +---+",
        "| O   O |   | o |",
        "|       |   +---+",
        "| O   O |",
        "+-------+",
    ]
    assert Board.parse(solution.to_text("letters"), BALLS).cells == Board("pyramid 2").cells


def spots(picture: str) -> list[tuple[float, float, str]]:
    """The large circles of a picture, in the order of drawing, with their titles."""
    found = re.findall(r'<g><title>([^<]*)</title><circle cx="([^"]*)" cy="([^"]*)" r="16"', picture)
    return [(float(x), float(y), name) for name, x, y in found]


def test_an_isometric_picture_has_the_near_balls_in_front() -> None:
    solution = solved("pyramid 5", "kanoodle")
    picture = solution.to_svg(style="isometric")
    drawn = spots(picture)
    assert len(drawn) == 55
    # Computed from the middles of the balls in space, seen from the front, 30 degrees to the right and 30 degrees up.
    a, near = radians(30), {}
    for placement in solution.placements:
        for cell in placement.cells:
            z, y, x = middle(cell)
            front = y * cos(a) + x * sin(a)
            spot = x * cos(a) - y * sin(a), front * sin(a) - z * cos(a)
            near[spot, placement.piece.name] = front * cos(a) + z * sin(a)
    left, top = (min(spot[axis] for spot, _ in near) for axis in (0, 1))
    least = [min(along) for along in zip(*[(x, y) for x, y, _ in drawn], strict=True)]
    depths = []
    for x, y, name in drawn:
        there = (x - least[0]) / 32 + left, (y - least[1]) / 32 + top
        depths += [depth for (spot, own), depth in near.items() if own == name and dist(spot, there) < 0.001]
    assert len(depths) == 55
    assert all(one < other + 0.001 for one, other in pairwise(depths))
    assert len(re.findall("<text", picture)) >= 10  # a piece may be hidden
    assert "<text" not in solution.to_svg(style="isometric", letters=False)
    assert len(spots(Board("pyramid 3").to_svg(style="isometric"))) == 14


def test_layers_in_svg_have_round_cells() -> None:
    for shown, number in ((solved("pyramid 5", "kanoodle"), 55), (Board("pyramid 3"), 14)):
        assert len(re.findall(r"a16 16 0 0 1 32 0a16 16 0 0 1 -32 0Z", shown.to_svg())) == number


def test_balls_are_never_cubes(run: Run) -> None:
    solution = solved("pyramid 5", "kanoodle")
    for draw in (solution.to_obj, solution.to_stl, lambda: solution.to_svg(style="cut")):
        with pytest.raises(PentominoError, match="balls lattice"):
            draw()
    apart = "only squares and cubes can be taken apart, got the balls lattice; a build order"
    with pytest.raises(PentominoError, match=apart):
        solution.disassemble()
    message = "solids must be made of cubes or squares, got the balls lattice"
    assert run("convert", "pyramid 5", "x.stl", "-p", "kanoodle") == complaint(message)


def test_every_way_of_a_piece_is_reached_by_hand() -> None:
    """Although some are mirror images, which no rotation of the lattice leads to."""
    for entry in places_data(Puzzle("pyramid 3", {BENT: 4, "V3": (0, None), "O1": (0, None)})):
        reached = [0]
        for way in reached:  # it grows during the loop
            ways = entry["ways"][way]
            reached += {ways[move] for move in ("turn", "tip", "flip") if move in ways}.difference(reached)
        assert sorted(reached) == [*range(len(entry["ways"]))]


def middle(cell: tuple[int, ...], way: tuple[int, ...] = (0, 0, 0), far: float = 0) -> tuple[float, ...]:
    """The middle of a ball in diameters, moved back along a way."""
    layer, row, column = (at - far * by for at, by in zip(cell, way, strict=True))
    return layer * sqrt(0.5), row + layer / 2, column + layer / 2


def replayed(order: BuildOrder) -> None:
    """Check by small steps that no ball comes nearer to another than a diameter, and that pieces rest as said."""
    there: list[tuple[int, ...]] = []
    for placement, way, is_resting in order.steps:
        for far in range(121):
            moved = [middle(cell, way, far / 40) for cell in placement.cells]
            assert all(dist(one, middle(other)) > 0.999 for one in moved for other in there)
        below = [other for cell in placement.cells for other in there if other[0] == cell[0] - 1]
        touched = any(dist(middle(cell), middle(other)) < 1.001 for cell in placement.cells for other in below)
        assert is_resting == (touched or min(placement.cells)[0] == 0)
        there += placement.cells
    assert sorted(there) == sorted(order.solution.puzzle.board.cells)


def test_a_pyramid_is_built_piece_by_piece() -> None:
    built = [not_none(solution.build_order()) for solution in Puzzle("pyramid 5", "kanoodle").solve_all(limit=2)]
    assert [order.rests for order in built] == [False, True]
    for order in built:
        replayed(order)


def test_pictures_of_a_build_order() -> None:
    order = solved("pyramid 2", "O4 O1").build_order()
    assert str(order) == "1. O (O4) from the top\n2. o (O1) from the top"
    first, second = order.pictures()
    assert [name for _, _, name in spots(first)] == ["O4"] * 8  # in the solid, and alone
    assert "O4, there" in second
    assert len({tuple(re.findall(r'viewBox="([^"]*)"', picture)) for picture in (first, second)}) == 1
    assert "from the top" in str(sheet(order))
    assert "<svg" in str(animation(order))


def test_the_command_line_builds_a_pyramid(run: Run) -> None:
    status, out, _ = run("solve", "pyramid 2", "-p", "O4 O1", "--build-order")
    assert status == 0
    assert "2. o (O1) from the top" in out
    second = not_none([*Puzzle("pyramid 5", "kanoodle").solve_all(limit=2)][1].build_order())
    said = "pentomino: solution 2 is the first that can be built without holding a piece\n"
    assert run("solve", "kanoodle-pyramid", "--build-order") == (0, second.to_text() + "\n", said)
    assert "\npentomino: 2 solutions, " in run("solve", "kanoodle-pyramid", "--build-order", "-v").err
    assert run("solve", "kanoodle-pyramid", "--build-order", "-n", "2").err.count("some piece must be held") == 1
    status, _, err = run("solve", "pyramid 5", "-p", "kanoodle", "--build-order", "--all", "-q")
    assert status == 2
    full_match(r"pentomino: solution (\d+): its pieces cannot be put in one at a time; --skip \1 .*\n", err)
