"""Properties of solutions, each against a plain way to find it; conditions in words, and `--where`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given

import pentomino
from commandline import Run, complaint
from effort import examples, thorough
from oracle import Statement as Question
from pentomino import PentominoError, Properties, Puzzle, PuzzleError, Solution, properties
from pentomino.solutions.conditions import FLAGS, NUMBERS, condition
from puzzles import puzzle_of
from strategies import statements

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


def colours(solution: Solution) -> int:
    parts = tiles(solution)
    pairs = [(i, j) for i, j in combinations(range(len(parts)), 2) if touch(parts[i], parts[j])]
    numbers = range(len(parts) + 1)
    return next(
        n
        for n in numbers
        if any(all(way[i] != way[j] for i, j in pairs) for way in product(range(n), repeat=len(parts)))
    )


def halves(solution: Solution) -> bool:
    """Whether some of the pieces are connected, and turned they are all the others, connected too."""
    board, parts = solution.puzzle.board, tiles(solution)
    numbers = range(len(parts))
    for size in range(1, len(parts)):
        for some in combinations(numbers, size):
            one = set().union(*(parts[n] for n in some))
            other = set().union(*(parts[n] for n in numbers if n not in some))
            if len(one) == len(other) and len(board.lattice.regions(one)) == len(board.lattice.regions(other)) == 1:
                turned = [set(board.turned(one, element)) for element in board.motions()]
                if other in turned and set(board.turned(other, board.motions()[turned.index(other)])) == one:
                    return True
    return False


# ------------------------------------------------------------------------------------------------ properties


@examples(100)
@given(statements(most_cells=10))
def test_properties_are_as_a_plain_way_finds_them(question: Question) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
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
        assert all(found.colouring[i] != found.colouring[j] for i, near in enumerate(found.neighbours) for j in near)


@thorough
def test_6x10() -> None:
    """1022 of 2339 take three colours only, which is known; the others are told by the gallery as well."""
    found = list(map(properties, SOLUTIONS))
    assert Counter(one.colours for one in found) == {3: 1022, 4: 1317}
    assert sum(one.crossings == 0 for one in found) == 563
    assert sum(one.fault_lines for one in found) == sum(not one.fault_free for one in found) == 16
    assert max(one.edge for one in found) == 12
    assert [one.crossings for one in found[:300]] == list(map(crossings, SOLUTIONS[:300]))


def test_halves_are_halves() -> None:
    number = 0
    for solution in SOLUTIONS[:400]:
        board, found = solution.puzzle.board, properties(solution).halves
        if found is not None:
            number += 1
            one, other = (frozenset().union(*(solution.placements[n].cells for n in half)) for half in found)
            assert one | other == board.cells
            assert any(set(board.turned(one, element)) == other for element in board.motions())
            assert 0 in found[0]
    assert number > 20


def test_a_turned_solution_has_the_same_properties() -> None:
    for solution in SOLUTIONS[:40]:
        for element in solution.puzzle.symmetries():
            one, other = properties(solution), properties(solution.transformed(element))
            assert (one.crossings, one.fault_lines, one.colours, one.edge) == (
                other.crossings,
                other.fault_lines,
                other.colours,
                other.edge,
            )
            assert (one.halves is None) == (other.halves is None)


def test_many_pieces() -> None:
    found = properties(Puzzle("1x600", "O1*").solve())
    assert (found.colours, found.edge, found.fault_lines, found.crossings) == (2, 600, 599, 0)
    assert found.neighbours[1] == {0, 2}
    assert found.halves is not None
    assert (properties(Puzzle("20x20", "O1*").solve()).crossings) == 19 * 19


def test_other_lattices() -> None:
    cubes = properties(Puzzle("2x2x2", "tricubes? + I2*").solve())
    assert cubes.edge == cubes.pieces
    assert cubes.colours >= 2
    for name, what in (("crossings", "crossings"), ("fault_lines", "fault lines"), ("fault_free", "fault lines")):
        with pytest.raises(PentominoError, match=f"^{what} are told of squares only, not of the cubic lattice$"):
            getattr(cubes, name)


def test_cells_that_stay_empty_are_no_pieces() -> None:
    found = properties(Puzzle("+..\n+..", "O4").solve())
    assert (found.pieces, found.crossings, found.fault_lines, found.colours) == (1, 0, 1, 1)
    assert found.halves is None


# ------------------------------------------------------------------------------------------------ conditions


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("crossings == 0", lambda one: one.crossings == 0),
        ("0 < crossings <= 2 != edge", lambda one: 0 < one.crossings <= 2),
        ("not fault_free or halves", lambda one: not one.fault_free or one.halves),
        (
            "colours==3 and (edge > 10 or not halves)",
            lambda one: one.colours == 3 and (one.edge > 10 or not one.halves),
        ),
        ("  pieces == 12 and fault_lines >= crossings ", lambda one: one.fault_lines >= one.crossings),
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
        ("1.0 < edge", "1.0"),
        ("edge == True", "True"),
        ("__import__('os')", "__import__('os')"),
        ("edge in (1, 2)", "edge in (1, 2)"),
        ("halves == 1", "halves"),
        ("crossings ==", "crossings =="),
        ("", ""),
        ("(" * 900, "(" * 900),
        ("not " * 900 + "halves", "not " * 900 + "halves"),
    ],
)
def test_what_is_no_condition(text: str, part: str) -> None:
    with pytest.raises(PentominoError) as error:
        condition(text)
    assert str(error.value).startswith(f"{part!r} is not understood in the condition {text!r}; there are the numbers ")


@pytest.mark.usefixtures("plain_place")
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
        "--skip leaves out solutions before --where looks at any: one of them only"
    )
    assert run("count", "--where", "nothing").err.startswith("pentomino: argument --where: 'nothing' is not understood")


def test_properties_as_plain_values() -> None:
    found = properties(SOLUTIONS[0])
    told = found.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert {*NUMBERS, *FLAGS} <= set(told)
    for name in NUMBERS:
        assert told[name] == getattr(found, name)
    for name in FLAGS:
        assert told[name] is bool(getattr(found, name))
    assert repr(found) == f"<Properties {', '.join(f'{name}={value}' for name, value in told.items())}>"


def test_properties_that_a_lattice_lacks_are_left_out() -> None:
    solution = pentomino.solve("hexagonal 4x4", "I2*")
    assert solution is not None
    told = properties(solution).to_dict()
    assert "crossings" not in told
    assert "fault_free" not in told
    assert {"pieces", "edge", "colours"} <= set(told)
