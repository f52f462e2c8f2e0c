"""What scripts of pages know of a puzzle: each place once, and where the moves of a hand lead."""

from __future__ import annotations

from collections import Counter
from math import cos, dist, isclose, radians, sin
from operator import itemgetter
from typing import Any

import pytest

from facts import FACTS
from pentomino import Puzzle
from pentomino.boards import named
from pentomino.pages.data import board_data, places_data, solid_data

FLAT = [facts.solved for facts in FACTS.values() if facts.lattice.dimension == 2]
WRAPPED = [("torus 5x6", "pentominoes?"), ("ring 3x8", "I2* V3*")]
SOLID = [("3x3x3", "soma"), ("2x3x10", "pentominoes")]
Point = tuple[float, float]


def middle(corners: list[int], step: tuple[float, float]) -> Point:
    xs, ys = corners[::2], corners[1::2]
    return sum(xs) / len(xs) * step[0], sum(ys) / len(ys) * step[1]


def shape(parts: list[list[int]]) -> Counter[tuple[int, ...]]:
    """Return the cells as polygons moved to the origin, each from its first corner in order on."""
    left, top = min(n for part in parts for n in part[::2]), min(n for part in parts for n in part[1::2])
    found = []
    for part in parts:
        points = [(x - left, y - top) for x, y in zip(part[::2], part[1::2], strict=True)]
        first = points.index(min(points))
        found.append(tuple(n for point in points[first:] + points[:first] for n in point))
    return Counter(found)


@pytest.mark.parametrize(("board", "pieces"), [*FLAT, *WRAPPED, *SOLID])
def test_each_placement_is_the_place_of_one_way(board: str, pieces: str) -> None:
    puzzle = Puzzle(board, pieces)
    cells = list(puzzle.board)
    for number, piece in enumerate(places_data(puzzle)):
        assert (piece["least"], piece["most"]) == puzzle.pieces[number][1:]
        places = Counter(frozenset(at) for way in piece["ways"] for at in way["at"])
        placements = Counter(
            frozenset(cells.index(cell) for cell in placement.cells) for placement in puzzle.placements_of(number)
        )
        assert places == placements
        assert max(places.values(), default=1) == 1


def test_given_pieces_and_restrictions() -> None:
    puzzle = Puzzle("6x10", restrict={"F": [0, 1], "X": lambda placement: placement.cells[0] == (0, 1)})
    pieces = {name: piece["ways"] for name, piece in zip("FILNPTUVWXYZ", places_data(puzzle), strict=True)}
    assert [bool(way["at"]) for way in pieces["F"]] == [True, True] + [False] * 6
    assert pieces["X"][0]["at"] == [[1, 10, 11, 12, 21]]
    position = puzzle.replace(placed=[[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]])
    assert places_data(position) == places_data(puzzle)


@pytest.mark.parametrize(("board", "pieces"), FLAT)
def test_a_way_off_the_board_looks_as_on_it(board: str, pieces: str) -> None:
    puzzle = Puzzle(board, pieces)
    corners = board_data(puzzle.board)["corners"]
    for piece in places_data(puzzle):
        for way in piece["ways"]:
            for at in way["at"]:
                assert shape([corners[cell] for cell in at]) == shape(way["corners"])


@pytest.mark.parametrize(("board", "pieces"), [*FLAT, *WRAPPED])
def test_cells_of_a_place_come_in_the_order_of_those_of_its_way(board: str, pieces: str) -> None:
    """On a wrapped board, too, where the cells that come round would be the first by their numbers."""
    puzzle = Puzzle(board, pieces)
    corners = board_data(puzzle.board)["corners"]
    periods = [period or 10**6 for period in reversed(puzzle.board.lattice.periods or (0, 0))]
    for piece in places_data(puzzle):
        for way in piece["ways"]:
            for at in way["at"]:
                for cell, part in zip(at, way["corners"], strict=True):
                    there = [n - m for n, m in zip(corners[cell][:2], corners[at[0]][:2], strict=True)]
                    alone = [n - m for n, m in zip(part[:2], way["corners"][0][:2], strict=True)]
                    assert all((n - m) % period == 0 for n, m, period in zip(there, alone, periods, strict=True))


@pytest.mark.parametrize(("board", "pieces"), [*FLAT, *WRAPPED[:1]])
def test_moves_of_flat_pieces(board: str, pieces: str) -> None:
    """Turns go clockwise and all the way round, a flip undoes itself, and both lead to all ways."""
    puzzle = Puzzle(board, pieces, reflections=True)
    step = board_data(puzzle.board)["step"]
    around = len([motion for motion in puzzle.board.lattice.flat.motions if motion.is_proper])
    for piece in places_data(puzzle):
        ways = piece["ways"]
        for start, way in enumerate(ways):
            turned = start
            for _ in range(around):
                turned = ways[turned]["turn"]
            assert turned == start
            assert ways[way["flip"]]["flip"] == start
            check_turn(way, ways[way["turn"]], 360 / around, step)
        assert reached(ways, "turn", "flip") == set(range(len(ways)))


def check_turn(way: Any, turned: Any, degrees: float, step: tuple[float, float]) -> None:
    """The image of a way under a turn by some degrees, clockwise on a screen, is the other way."""

    def centred(parts: list[list[int]]) -> list[Point]:
        points = [middle(part, step) for part in parts]
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        return [(a - x, b - y) for a, b in points]

    angle, there = radians(degrees), centred(turned["corners"])
    for x, y in centred(way["corners"]):
        image = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
        assert any(isclose(image[0], a, abs_tol=1e-9) and isclose(image[1], b, abs_tol=1e-9) for a, b in there)


@pytest.mark.parametrize(("board", "pieces"), SOLID)
def test_moves_of_solid_pieces(board: str, pieces: str) -> None:
    for piece in places_data(Puzzle(board, pieces)):
        ways = piece["ways"]
        assert "flip" not in ways[0], "cubes cannot be mirrored"
        for name in ("turn", "tip"):
            for start in range(len(ways)):
                turned = start
                for _ in range(4):
                    turned = ways[turned][name]
                assert turned == start
        assert reached(ways, "turn", "tip") == set(range(len(ways)))


@pytest.mark.parametrize(
    ("name", "layers", "boxes"),
    [
        ("soma", ["top layer", "middle layer", "bottom layer"], [[0, 0, 3, 3]] * 3),
        (
            "kanoodle-pyramid",
            ["top layer", "layer 4", "layer 3", "layer 2", "bottom layer"],
            [[0, 0, n, n] for n in (1, 2, 3, 4, 5)],
        ),
        ("2x3x10", ["top layer", "bottom layer"], [[0, 0, 10, 3]] * 2),
        ("6x10", [], []),
    ],
)
def test_the_top_layer_is_first(name: str, layers: list[str], boxes: list[list[int]]) -> None:
    board = named(name).board
    data = solid_data(board)
    assert [layer["name"] for layer in data["layers"]] == layers
    assert [layer["box"] for layer in data["layers"]] == boxes
    cells = [*board]
    for layer in data["layers"]:
        assert {board.in_words(cells[n]).partition(",")[0] for n in layer["cells"]} == {layer["name"]}
    assert sum(len(layer["cells"]) for layer in data["layers"]) == (board.area if layers else 0)


def test_a_solid_is_seen_from_above_a_corner() -> None:
    """Of cubes in one line with the eye, the nearest is the highest; balls that touch are at most a diameter apart."""
    (bar,) = places_data(Puzzle("2x2x2", "I2*4"))
    edges = sorted([[round(b - a, 3) for a, b in zip(*way["spots"], strict=True)] for way in bar["ways"]])
    assert edges == [[-0.866, 0.5, 1], [0, 1, -1], [0.866, 0.5, 1]], "a row to the front, a layer down, a column right"
    for piece in places_data(Puzzle("pyramid 5", "kanoodle")):
        for way in piece["ways"]:
            spots = way["spots"]
            assert len(spots) == len(way["corners"])
            assert all(any(0 < dist(a, b) < 1.001 for b in spots) for a in spots)
    assert "spots" not in places_data(Puzzle("6x10"))[0]["ways"][0]
    for board, *ends in (("3x4x5", (0, 0, 0), (0, 3, 4)), ("kanoodle-pyramid", (4, 0, 0), (0, 4, 4))):
        cells, spots = [*named(board).board], solid_data(named(board).board)["spots"]
        seen = [min(spots, key=itemgetter(1)), max(spots, key=itemgetter(2))]
        assert [cells[spots.index(spot)] for spot in seen] == ends, "the highest and the nearest"
    assert solid_data(named("6x10").board)["spots"] == []


def test_the_cells_of_a_date_have_corners() -> None:
    """Also at the edge, outside of all other cells."""
    data = board_data(named("daily-calendar").without(["Jun", "31", "Sat"]))
    assert data["dates"] == [[5, 0, 6, 0, 6, 1, 5, 1], [2, 6, 3, 6, 3, 7, 2, 7], [6, 7, 7, 7, 7, 8, 6, 8]]
    assert board_data(named("6x10").board)["dates"] == []


def reached(ways: Any, *moves: str) -> set[int]:
    found, edge = {0}, [0]
    while edge:
        way = ways[edge.pop()]
        near = {way[move] for move in moves} - found
        found |= near
        edge += near
    return found


def test_pieces_that_may_not_be_turned_over_have_no_flip() -> None:
    assert all("flip" not in piece["ways"][0] for piece in places_data(Puzzle("6x15", "one-sided pentominoes")))
