"""Properties of solutions, each against a plain way to find it; conditions in words, and `--where`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product
from operator import add

import pytest
from hypothesis import given

import pentomino
from commandline import Run, complaint
from effort import examples, thorough
from grids import corners, square_corners
from oracle import Grid
from oracle import Statement as Question
from pentomino import PentominoError, Properties, Puzzle, Solution, properties
from pentomino.solutions.features import FLAGS, NUMBERS, OF_SQUARES, condition
from puzzles import made
from strategies import QUESTIONS, statements

SOLUTIONS = list(pentomino.solve_all("6x10"))


def tiles(solution: Solution) -> list[set[tuple[int, ...]]]:
    return [set(one.cells) for one in solution.placements]


def touch(one: set[tuple[int, ...]], other: set[tuple[int, ...]]) -> bool:
    return any(abs(a - c) + abs(b - d) == 1 for a, b in one for c, d in other)


def crossings(solution: Solution) -> int:
    area = {cell: number for number, tile in enumerate(tiles(solution)) for cell in tile}
    squares = ({(a, b), (a, b + 1), (a + 1, b), (a + 1, b + 1)} for a, b in area)
    return sum(four <= area.keys() and len({area[cell] for cell in four}) == 4 for four in squares)


def fault_lines(solution: Solution) -> int:
    """A line crosses the board if cells on both sides of it meet, and cuts a piece that has such a pair."""
    board, found = solution.puzzle.board.cells, 0
    for axis, side in ((0, 0), (1, 1)):
        for line in range(20):
            pairs = [(cell, tuple(n + (i == axis) for i, n in enumerate(cell))) for cell in board if cell[side] == line]
            pairs = [pair for pair in pairs if pair[1] in board]
            found += bool(pairs) and not any(tile.issuperset(pair) for pair in pairs for tile in tiles(solution))
    return found


def least_colours(parts: int, pairs: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return all ways to give parts colours such that no pair has the same, by as few colours as possible."""
    ways: list[tuple[int, ...]] = []
    for number in range(parts + 1):
        if ways := [way for way in product(range(number), repeat=parts) if all(way[i] != way[j] for i, j in pairs)]:
            break
    return ways


def colours(solution: Solution) -> int:
    parts = tiles(solution)
    pairs = [(i, j) for i, j in combinations(range(len(parts)), 2) if touch(parts[i], parts[j])]
    return len(set(least_colours(len(parts), pairs)[0]))


def points(cell: tuple[int, ...], grid: Grid) -> set[tuple[int, ...]]:
    """Return the corners of a cell; a hexagon is told by the middles of the three at a corner, added up."""
    if grid.name in ("square", "cubic"):
        return {tuple(map(add, cell, ends)) for ends in product((0, 1), repeat=len(cell))}
    if grid.name == "hexagonal":
        row, q = cell
        ring = [(row, q + 1), (row + 1, q), (row + 1, q - 1), (row, q - 1), (row - 1, q), (row - 1, q + 1)]
        assert set(ring) == grid.neighbours(cell)
        pairs = zip(ring, ring[1:] + ring[:1], strict=True)
        return {(row + a + c, q + b + d) for (a, b), (c, d) in pairs}
    if grid.name == "balls":  # balls touch in points, each in the middle between two balls
        return {tuple(map(add, cell, other)) for other in grid.neighbours(cell)}
    corners_of = {"triangular": corners, "tetrakis": square_corners}
    assert grid.name in corners_of, f"state here how to find the corners of a cell on the {grid.name} lattice"
    return corners_of[grid.name](cell)


def strong_ways(solution: Solution, grid: Grid) -> list[tuple[int, ...]]:
    meet = [set().union(*(points(cell, grid) for cell in part)) for part in tiles(solution)]
    return least_colours(len(meet), [(i, j) for i, j in combinations(range(len(meet)), 2) if meet[i] & meet[j]])


def is_symmetric(solution: Solution) -> bool:
    """Whether there are fewer images of it than ways in which symmetries of the puzzle move the cells of the board."""
    cells = sorted(solution.puzzle.board.cells)
    moves = {tuple(solution.puzzle.board.transform_cells(cells, element)) for element in solution.puzzle.symmetries()}
    return solution.orbit_size < len(moves)


def halves(solution: Solution) -> bool:
    """Whether some of the pieces are connected, and turned they are all the others, connected too."""
    board, parts = solution.puzzle.board, tiles(solution)
    numbers = range(len(parts))
    for size in range(1, len(parts)):
        for some in combinations(numbers, size):
            one = set().union(*(parts[n] for n in some))
            other = set().union(*(parts[n] for n in numbers if n not in some))
            if len(one) == len(other) and len(board.lattice.regions(one)) == len(board.lattice.regions(other)) == 1:
                turned = [set(board.transform_cells(one, element)) for element in board._motions()]
                if other in turned and set(board.transform_cells(other, board._motions()[turned.index(other)])) == one:
                    return True
    return False


@examples(100)
@given(statements(most_cells=10))
def test_properties_are_as_a_plain_way_finds_them(question: Question) -> None:
    puzzle = made(question)
    for solution in puzzle.solve_all(symmetry="all", limit=3):
        found, parts = properties(solution), tiles(solution)
        assert found.pieces == len(parts)
        assert found.crossings == crossings(solution)
        assert found.fault_lines == fault_lines(solution)
        assert found.fault_free == (not found.fault_lines)
        for i, near in enumerate(found.neighbours):
            assert near == {j for j, part in enumerate(parts) if j != i and touch(parts[i], part)}
        if len(parts) <= 6:
            assert found.colours == colours(solution)
            assert (found.halves is not None) == halves(solution)
        if found.halves is not None:
            one, other = (frozenset().union(*(parts[number] for number in half)) for half in found.halves)
            board = solution.puzzle.board
            assert (one | other, 0 in found.halves[0]) == (frozenset().union(*parts), True)
            assert any(set(board.transform_cells(one, element)) == other for element in board._motions())
        assert all(found.colouring[i] != found.colouring[j] for i, near in enumerate(found.neighbours) for j in near)


@examples(100)
@given(QUESTIONS)
def test_corners_and_symmetries_on_all_lattices(question: Question) -> None:
    for solution in made(question).solve_all(symmetry="all", limit=3):
        found = properties(solution)
        assert found.symmetric == is_symmetric(solution)
        if found.pieces <= 6:
            ways = strong_ways(solution, question.grid)
            assert found.strong_colours == len(set(ways[0]))
            assert found.strong_colouring in ways
            sizes = [Counter(way).values() for way in ways]
            assert found.equitable == any(max(one, default=0) - min(one, default=0) <= 1 for one in sizes)


def test_a_wrapped_board_comes_round() -> None:
    """On a ring of three columns all squares of two rows share corners; on one of five columns, not more than two
    have the same colour."""
    for board, strong in (("ring 2x3", 6), ("ring 2x5", 5)):
        found = properties(Puzzle(board, "O1*").solve())
        assert (found.colours, found.strong_colours, found.symmetric) == (3, strong, True)


def test_to_turn_over_a_line_moves_no_cell() -> None:
    """The solutions of 1x4 are 1+1+2, 1+2+1, 2+1+1 and so on: those that read the same backwards are symmetric."""
    for solution in Puzzle("1x4", "O1* + I2*").solve_all(symmetry="all"):
        sizes = [len(cells) for cells in sorted(placement.cells for placement in solution.placements)]
        assert properties(solution).symmetric == (sizes == sizes[::-1])


@thorough
def test_6x10() -> None:
    """1022 of 2339 take three colours only, which is known; the others are told by the gallery as well.

    94 take three colours if pieces that share a corner differ (D. E. Knuth, The Art of Computer Programming 7.2.2.1,
    exercise 277), and in 53 of these each colour may have four pieces.
    """
    found = list(map(properties, SOLUTIONS))
    assert Counter(one.colours for one in found) == {3: 1022, 4: 1317}
    assert sum(one.crossings == 0 for one in found) == 563
    assert sum(one.fault_lines for one in found) == sum(not one.fault_free for one in found) == 16
    assert max(one.edge for one in found) == 12
    strong = [one for one in found if one.strong_colours == 3]
    assert (len(strong), sum(one.equitable for one in strong)) == (94, 53)
    assert not any(one.symmetric for one in found)
    assert [one.crossings for one in found[:300]] == list(map(crossings, SOLUTIONS[:300]))


def test_many_pieces() -> None:
    found = properties(Puzzle("1x600", "O1*").solve())
    assert (found.colours, found.edge, found.fault_lines, found.crossings) == (2, 600, 599, 0)
    assert found.neighbours[1] == {0, 2}
    assert found.halves is not None
    assert (properties(Puzzle("20x20", "O1*").solve()).crossings) == 19 * 19


def test_a_dictionary_of_properties() -> None:
    found = properties(SOLUTIONS[0])
    told = found.to_dict()
    assert list(told) == [*NUMBERS, *FLAGS]
    assert all(type(told[name]) is int and told[name] == getattr(found, name) for name in NUMBERS)
    assert all(told[name] is bool(getattr(found, name)) for name in FLAGS)
    assert json.loads(json.dumps(told)) == told
    assert repr(found) == "<Properties crossings=1, fault_lines=0, edge=9, pieces=12, fault_free=True>"
    assert found.to_dict(" edge,edge, halves ") == {"edge": found.edge, "halves": bool(found.halves)}
    cubes = properties(Puzzle("2x2x2", "tricubes? + I2*").solve())
    assert list(cubes.to_dict()) == [name for name in told if name not in OF_SQUARES]
    assert cubes.edge == cubes.pieces
    for names, message in (
        ("edge, holes", "'holes' is not a property of solutions; write crossings, "),
        ("edge,", "'' is not a property of solutions; write crossings, "),
        ("edge, fault_free", "fault_free is defined on squares only, got the cubic lattice"),
    ):
        with pytest.raises(PentominoError, match=f"^{message}"):
            cubes.to_dict(names)
    with pytest.raises(PentominoError, match="^fault lines are defined on squares only, got the cubic lattice$"):
        _ = cubes.fault_lines


def test_cells_that_stay_empty_are_no_pieces() -> None:
    found = properties(Puzzle("+..\n+..", "O4").solve())
    assert (found.pieces, found.crossings, found.fault_lines, found.colours) == (1, 0, 1, 1)
    assert found.halves is None


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("crossings == 0", lambda one: one.crossings == 0),
        ("0 < crossings <= 2 != edge", lambda one: 0 < one.crossings <= 2),
        (
            " colours==3 and (edge > 10 or not halves)",
            lambda one: one.colours == 3 and (one.edge > 10 or not one.halves),
        ),
        (
            "strong_colours > colours and not fault_free",
            lambda one: one.strong_colours > one.colours and one.fault_lines,
        ),
        ("fault_lines >= crossings", lambda one: one.fault_lines >= one.crossings),
    ],
)
def test_conditions(text: str, test: object) -> None:
    holds = condition(text)
    for solution in SOLUTIONS[::23]:
        assert holds(solution) is bool(test(Properties(solution)))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("crossings", "crossings"),
        ("holes == 1", "holes"),
        ("crossings == '1'", "'1'"),
        ("edge == True", "True"),
        ("__import__('os')", "__import__('os')"),
        ("edge in (1, 2)", "edge in (1, 2)"),
        ("halves == 1", "halves"),
        ("", ""),
        ("(" * 900, "(" * 900),
    ],
)
def test_what_is_no_condition(text: str, part: str) -> None:
    with pytest.raises(PentominoError) as error:
        condition(text)
    where = "" if part == text else f" in the condition {text!r}"
    assert str(error.value).startswith(f"{part!r} is not understood{where}; combine numbers (crossings, ")


@pytest.mark.usefixtures("plain_place")
@pytest.mark.parametrize("text", ["crossings >= 0 and".ljust(988) + "edge >= 12345", "not " * 900 + "halves"])
def test_a_condition_is_not_cut_off(text: str) -> None:
    with pytest.raises(PentominoError, match=f"^a condition must have at most 1000 characters, got {len(text)}$"):
        condition(text)


def test_on_the_command_line(run: Run) -> None:
    wanted = [solution for solution in SOLUTIONS if properties(solution).crossings == 4]
    told = "\n\n".join(map(str, wanted)) + "\n"
    assert run("solve", "6x10", "--all", "--where", "crossings == 4") == (0, told, "")
    assert run("solve", "6x10", "--where", "crossings == 4").out == f"{wanted[0]}\n"
    assert run("count", "6x10", "--where", "crossings == 4", "--limit", "3") == (0, "3\n", "")
    json_told = json.loads(run("count", "6x10", "--where", "crossings == 4", "--json").out)
    assert json_told.items() >= {"count": len(wanted), "where": "crossings == 4"}.items()
    assert run("solve", "3x5", "-p", "PUV", "--where", "edge > 9") == complaint("there is no solution with edge > 9", 1)
    assert run("solve", "--where", "halves", "--skip", "3") == complaint(
        "--skip cannot be used with --where, because it skips solutions before they are checked"
    )
    assert run("count", "--where", "nothing").err.startswith("pentomino: argument --where: 'nothing' is not understood")
