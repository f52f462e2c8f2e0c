"""Lattices other than the squares, made here: nothing but `lattices/`, text and drawings may know what a cell is."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples, thorough
from facts import EVERY, FACTS
from pentomino import (
    CUBIC,
    D4,
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    Placement,
    Polyform,
    Polyomino,
    Puzzle,
    PuzzleError,
    Solution,
    Statistics,
    polyforms,
)
from pentomino._frontier import FrontierCount, FrontierJob, FrontierTable
from pentomino.lattices.board_words import lattices
from pentomino.lattices.lattice import Cell, Lattice
from pentomino.lattices.numbering import Numbering, bit_set, bits
from pentomino.pieces.sets import named_pieces
from pentomino.search.by_frontier import pockets
from pentomino.search.cover import columns
from pentomino.search.plan import Plan
from pentomino.symmetry import Turn, turned
from puzzles import ENGINES, with_engine

RECORDS = json.loads((Path(__file__).parents[1] / "data" / "lattice_counts.json").read_text(encoding="utf-8"))
CASES = [case for case in RECORDS if not case["wrap"]]
BY_ID = {case["id"]: case for case in CASES}
FRONTIER_ALONE = "c-dimer-4x4x4 c-tetra8-2x4x4-any h-1234-4x10 h-1234-trapezoid9x8 t-12345-onesided-x1".split()
"""What has too many solutions to be visited."""
SEARCH_ALONE = "c-pent-2x5x6 c-pent-3x5x7ring".split()
"""What the frontier engine does not count, or not soon."""
ITEMS_ALONE = "c-pent-3x4x5 c-pent-6x6x6crystal3 c-pent-cornerpiece c-pent-quarterpyramid c-pent-threewalls".split()
"""What takes the other engines ten seconds and more."""
LONG = """
    c-pent-2x5x6-item c-pent-quarterpyramid-list h-penta-onesided-4x5-frontier t-hexi-4x10longhexagon-list
    t-hexi-irregularhexagon7x8-frontier t-hexi-irregularhexagon7x8-list t-hexi-trefoil-frontier t-match-222-list
    t-mix-56-hole-item
""".split()
"""What takes the most time of all, and finds little more than the other cases."""


def counted() -> Iterator[Any]:
    """The cases with the engines that count them; those of the search take turns, if not all of them are wanted."""
    for number, (name, case) in enumerate(BY_ID.items()):
        turn = list(ENGINES)[number % len(ENGINES)]
        for engine in (*ENGINES, "frontier"):
            unable = [] if engine == "frontier" else FRONTIER_ALONE
            unable = unable + ITEMS_ALONE * (engine in ("window", "frontier")) + SEARCH_ALONE * (engine == "frontier")
            is_left_out = engine not in (turn, "frontier") or f"{name}-{engine}" in LONG
            if name not in unable:
                yield pytest.param(case, engine, id=f"{name}-{engine}", marks=[thorough] * is_left_out)


SOMA = named_pieces("soma")
CUBE = Board(product(range(3), repeat=3), CUBIC)


def soma(**options: Any) -> Puzzle:
    """The seven pieces of the Soma cube, which cannot be turned over."""
    return Puzzle(CUBE, SOMA, reflections=False, **options)


@pytest.fixture(scope="module")
def every_soma() -> set[Solution]:
    return set(soma().solve_all(symmetry="all"))


def puzzle_of(case: dict[str, Any]) -> Puzzle:
    lattice = lattices()[case["lattice"]]
    board = Board(map(tuple, case["board"]), lattice)
    pieces = {Polyform(map(tuple, p["cells"]), p["name"], lattice): tuple(p["copies"]) for p in case["pieces"]}
    return Puzzle(board, pieces, reflections=case["reflections"])


@EVERY
def test_the_motions_are_a_group_that_keeps_neighbours(lattice: Lattice) -> None:
    motions = list(lattice.motions)
    cells = [(*start, last) for start in product(range(2), repeat=lattice.dimension - 1) for last in range(5)]
    for a in motions:
        assert a.after(a.inverse) == a.inverse.after(a) == motions[0]
        for b in motions:
            assert a.after(b).apply_all(cells) == a.apply_all(b.apply_all(cells))
            assert a.after(b).is_proper == (a.is_proper == b.is_proper)
        for cell in cells:
            assert set(a.apply_all(lattice.neighbours(cell))) == set(lattice.neighbours(a.apply(cell)))
    assert len({tuple(a.apply_all(cells)) for a in motions}) == len(motions)
    assert [a.is_proper for a in motions] == sorted([a.is_proper for a in motions], reverse=True)
    assert sum(a.is_proper for a in motions) * 2 == len(motions) == FACTS[lattice.name].motions


@EVERY
def test_neighbours_are_each_others(lattice: Lattice) -> None:
    for cell in product(range(-2, 3), repeat=lattice.dimension):
        near = lattice.neighbours(cell)
        assert len(set(near)) == FACTS[lattice.name].neighbours
        assert all(cell in lattice.neighbours(other) for other in near)
        assert lattice.regions([cell, *near]) == [frozenset([cell, *near])]
    assert [len(part) for part in lattice.regions([(0,) * lattice.dimension, (5,) * lattice.dimension])] == [1, 1]


@EVERY
def test_pieces_forget_where_they_lie(lattice: Lattice) -> None:
    for piece in polyforms(4, "fixed", lattice):
        for way in FACTS[lattice.name].ways:
            moved = [tuple(map(sum, zip(cell, way, strict=True))) for cell in piece.cells]
            assert Polyform(moved, lattice=lattice) == piece


@EVERY
def test_all_pieces_of_a_size(lattice: Lattice) -> None:
    facts = FACTS[lattice.name]
    for kind, numbers in (("fixed", facts.fixed), ("free", facts.free), ("one-sided", facts.one_sided)):
        for n, number in enumerate(numbers, 1):
            found = polyforms(n, kind, lattice)
            assert len(found) == number, [piece.name or piece.cells for piece in found[:50]]
    names = [piece.name for piece in polyforms(5, "one-sided", lattice)]
    assert len(set(names)) == len(names)


def test_mirror_twins_of_cubes() -> None:
    left, right = SOMA[4], SOMA[5]
    assert left.is_chiral
    assert left.mirrored().canonical(False) == right.canonical(False) != left.canonical(False)
    assert left.canonical() == right.canonical()
    assert (len(left.orientations()), len(left.orientations(False))) == (24, 12)
    assert [piece.is_chiral for piece in SOMA] == [False, False, False, False, True, True, False]


def test_boards_and_pieces_carry_their_lattice() -> None:
    cells = [(0, 0), (0, 1), (1, 0)]
    square, hexagons = Board(cells), Board(cells, HEXAGONAL)
    assert square == Board(cells, SQUARE) != hexagons
    assert Polyomino(cells) != Polyform(cells, lattice=HEXAGONAL)
    assert len({square, hexagons, Board(cells, HEXAGONAL)}) == 2
    for value in (hexagons, SOMA[0], HEXAGONAL, soma(), Placement(SOMA[0], SOMA[0].cells)):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert hash(again) == hash(value)
    assert pickle.loads(pickle.dumps(hexagons)).lattice == HEXAGONAL != SQUARE
    assert (hexagons - [(0, 0)]).lattice is HEXAGONAL
    assert repr(hexagons) == "Board([(0, 0), (0, 1), (1, 0)], lattice=HEXAGONAL)"
    assert str(hexagons) == ". .\n ."
    assert repr(CUBE) == "Board.box(3, 3, 3)"
    piece = Polyform([(0, 0, 0), (0, 0, 1)], "D", CUBIC)
    assert str(piece) == "##"
    assert repr(piece) == "Polyform([(0, 0, 0), (0, 0, 1)], name='D', lattice=CUBIC)"
    assert (CUBE.sides, len(CUBE.symmetries()), len(CUBE.regions())) == ((3, 3, 3), 48, 1)
    assert SQUARE.motions is D4
    assert (SQUARE.name, repr(SQUARE), SQUARE.axes, SQUARE.dimension) == ("square", "SQUARE", ("row", "column"), 2)
    assert SQUARE.mirror is D4.FLIP_COLUMNS


@pytest.mark.parametrize("lattice", [HEXAGONAL, TRIANGULAR], ids=["hexagonal", "triangular"])
def test_a_full_box_need_not_look_the_same_from_all_sides(lattice: Lattice) -> None:
    """On squares and cubes it would: 4x4 has all eight symmetries of the square."""
    box = Board(product(range(4), repeat=2), lattice)
    assert len(box.symmetries()) == {"hexagonal": 4, "triangular": 2}[lattice.name]


@EVERY
def test_a_lattice_is_pickled_by_its_name(lattice: Lattice) -> None:
    assert pickle.loads(pickle.dumps(lattice)) is lattice
    assert len(pickle.dumps(lattice)) < 60


def test_a_lattice_says_how_it_looks() -> None:
    told: dict[str, Any] = {"forms": {}, "most": 1, "example": "", "module": __name__}
    with pytest.raises(TypeError, match="'look'"):
        Lattice("bare", ("row", "column"), SQUARE.vectors, D4, weights=(1, 1), **told)
    with pytest.raises(PuzzleError, match="^the last weight of a lattice must be 1, got 2$"):
        Lattice("odd", ("row", "column"), SQUARE.vectors, D4, weights=(1, 2), look=SQUARE.look, **told)


def test_what_is_no_cell() -> None:
    triple = r"^board: a cell must be a triple \(layer, row, column\) of whole numbers, got \(0"
    with pytest.raises(PuzzleError, match=triple):
        Board([(0, 0, 0), (0, 1)], CUBIC)
    with pytest.raises(PuzzleError, match=r"^polyform: cells must be triples \(layer, row, column\), got 3$"):
        Polyform(3, lattice=CUBIC)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="^a board must fit into a box of at most [0-9]+ cells, got 1001x1001x2$"):
        Board([(0, 0, 0), (1000, 1000, 1)], CUBIC)


def test_lattices_do_not_mix() -> None:
    square, hexagon = Polyform.named("V3"), Polyform(Polyform.named("V3").cells, "V3", HEXAGONAL)
    hexagons = Puzzle(Board([(0, 0), (0, 1), (1, 0)], HEXAGONAL), [hexagon])
    placement = Placement(square, [(0, 0), (0, 1), (1, 0)])
    wrong = "must be on the hexagonal lattice, like the board, got the square one$"
    with pytest.raises(PuzzleError, match=f"^piece V3 {wrong}"):
        Puzzle(hexagons.board, [hexagon, square])
    say = "; for such a board, write for example 'cubic 3x4x5', or draw it after a line 'cubic'"
    with pytest.raises(
        PuzzleError, match=f"^piece P must be on the square lattice, like the board, got the cubic one{say}$"
    ):
        Puzzle("3x3", SOMA[-1:])
    with pytest.raises(PuzzleError, match=f"^the given piece V3 {wrong}"):
        Puzzle(hexagons.board, [hexagon], placed=placement)
    with pytest.raises(PuzzleError, match=f"^a picture {wrong}"):
        Puzzle(hexagons.board, [hexagon], placed="VV\nV.")
    with pytest.raises(PuzzleError, match=f"^restrict: 'V3' {wrong}"):
        Puzzle(hexagons.board, [hexagon], restrict={square: [0]})
    with pytest.raises(PuzzleError, match=wrong):
        hexagons.place(placement)


@EVERY
@examples(30)
@given(data=st.data())
def test_numberings_of_any_lattice(lattice: Lattice, data: st.DataObject) -> None:
    cell = st.tuples(*[st.integers(-2, 2)] * (lattice.dimension - 1), st.integers(5, 8))
    check_numbering(lattice, data.draw(st.sets(cell, min_size=1, max_size=30)))


def test_numbering_of_the_last_cell_of_a_square_and_the_first_of_the_next() -> None:
    check_numbering(lattices()["tetrakis"], {(0, 7), (0, 8)})


def check_numbering(lattice: Lattice, board: set[Cell]) -> None:
    numbering = Numbering(lattice, board)
    positions = numbering.positions(board)
    assert [numbering.cell(n) for n in positions] == list(board)
    assert sorted(positions) == list(bits(numbering.cells))
    assert len(set(positions)) == len(board)
    assert 0 <= min(positions) <= max(positions) < numbering.size
    assert [numbering.cell(n) for n in numbering.by_cells(numbering.cells)] == sorted(board)
    ranked = sorted(range(lattice.dimension), key=lambda axis: numbering.steps[axis])
    assert all(numbering.sides[a] <= numbering.sides[b] for a, b in pairwise(ranked))
    in_scan_order = sorted(board, key=lambda cell: [cell[axis] for axis in reversed(ranked)])  # across the short sides
    assert numbering.positions(in_scan_order) == sorted(positions)
    for n in positions:
        near = {m for shift in numbering.shifts for m in (n - shift, n + shift)}
        assert near.issuperset(numbering.positions(lattice.neighbours(numbering.cell(n))))
    for piece in polyforms(2, "fixed", lattice) + polyforms(3, "fixed", lattice):
        found = {frozenset(numbering.cells_at(n, piece.cells)) for n in bits(numbering.fitting(piece.cells))}
        # The last coordinate of the first cell of a piece is up to the number of kinds of cells, which is 4 at most.
        lows = zip((2, 2, 4)[-lattice.dimension :], lattice.bounds(board)[0], strict=True)
        ways = product(*[range(low - back, low + 6) for back, low in lows])
        moved = (frozenset(tuple(map(sum, zip(c, way, strict=True))) for c in piece.cells) for way in ways)
        assert found == {cells for cells in moved if cells <= board and lattice.normalise(cells) == piece.cells}


@given(st.sets(st.integers(0, 300)))
def test_sets_of_numbers(numbers: set[int]) -> None:
    assert bit_set(numbers, 301) == sum(1 << n for n in numbers)
    assert list(bits(bit_set(numbers, 301))) == sorted(numbers)


SQUARES = [Puzzle(board, "tetrominoes* + P* + O1*") for board in ("4x7", "7x4", "6x6")]


@pytest.mark.parametrize("puzzle", [*SQUARES, *map(puzzle_of, CASES[1::6])], ids=repr)
def test_symmetries_move_places_as_they_move_cells(puzzle: Puzzle) -> None:
    numbering = puzzle._numbering
    for element in puzzle.symmetries():
        turn = Turn(puzzle, element)
        for placement in puzzle.placements()[::29]:
            image, place = turned(puzzle, placement.cells, element), numbering.place(placement.cells)
            assert place == (min(numbering.positions(placement.cells)), puzzle.board.lattice.normalise(placement.cells))
            assert turn.image(place) == numbering.place(image)
            assert tuple(sorted(numbering.cells_at(*turn.image(place)))) == image


@pytest.mark.parametrize(("case", "engine"), list(counted()))
def test_counts(case: dict[str, Any], engine: str) -> None:
    puzzle = puzzle_of(case)
    method = "frontier" if engine == "frontier" else "search"
    table = puzzle if engine == "frontier" else with_engine(puzzle, engine)
    statistics = Statistics()
    assert table.count(symmetry="all", method=method, statistics=statistics) == case["total"]
    # If the total is 0, a proof may have replaced the engine.
    assert statistics.engine == engine.replace("list", "item") or not case["total"]
    assert table.count(method=method) == case["distinct"]


@pytest.mark.parametrize("engine", ["window", pytest.param("list", marks=thorough)])
def test_the_soma_cube(engine: str, every_soma: set[Solution]) -> None:
    puzzle = with_engine(soma(), engine)
    assert len(puzzle.symmetries()) == 48
    found = list(puzzle.solve_all())
    assert len(found) == 240
    assert all(solution.is_valid() for solution in found)
    assert {solution.orbit_size for solution in found[::24]} == {48}
    every = every_soma if engine == "window" else set(puzzle.solve_all(symmetry="all"))
    assert len(every) == 11520
    assert len(every.difference(found)) == 11520 - 240
    assert len({solution.canonical() for solution in found[::12]}) == 20


def test_the_soma_cube_with_a_piece_given(every_soma: set[Solution]) -> None:
    first = soma().solve()
    given = first.placements[1]
    smaller = soma(placed=given)
    assert smaller.count(symmetry="all") == sum(given in found.placements for found in every_soma)
    assert smaller.count() == smaller.count(method="frontier") == len(list(smaller.solve_all()))
    assert smaller.count(symmetry="all") == soma().place(given).count(symmetry="all")
    restricted = soma(restrict={"P": lambda placement: (1, 1, 1) in placement.cells})
    assert restricted.count() == restricted.count(method="frontier") == len(list(restricted.solve_all()))


def test_solutions_off_the_squares(every_soma: set[Solution]) -> None:
    solution = soma().sample(1, seed=1)[0]
    assert solution.is_valid()
    assert solution in every_soma
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert all(solution.transformed(element).is_valid() for element in soma().symmetries())
    assert repr(solution) == f"<Solution {'/'.join(solution.grid)}>"


@pytest.mark.needs_numpy
def test_arrays_off_the_squares() -> None:
    cells = Counter(soma().sample(1, seed=1)[0].to_numpy().ravel().tolist())
    assert cells == {1: 3, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4}


def test_equal_cells_of_other_lattices_are_other_solutions() -> None:
    cells = [(0, 0), (0, 1)]
    puzzles = [Puzzle(Board(cells, lattice), [Polyform(cells, "I", lattice)]) for lattice in (SQUARE, HEXAGONAL)]
    one, other = (puzzle.solve() for puzzle in puzzles)
    assert one is not None is not other != one


@pytest.mark.parametrize("kind", ["free", "one-sided", "fixed"])
def test_each_family_is_enumerated_once(kind: Any) -> None:
    assert polyforms(6, kind) is polyforms(6, kind, SQUARE) is polyforms(n=6, kind=kind, lattice="square")


@pytest.mark.parametrize("lattice", [SQUARE, pytest.param(CUBIC, marks=thorough), HEXAGONAL], ids=repr)
def test_pockets_are_dead_on_every_lattice(lattice: Lattice) -> None:
    """To rule them out leaves fewer nodes, and as many solutions."""
    board = Board(product(*map(range, (3, 3, 3) if lattice.dimension == 3 else (4, 6))), lattice)
    pieces = [piece for n in (3, 4) for piece in polyforms(n, lattice=lattice) if max(piece.sides) < 4]
    puzzle = Puzzle(board, dict.fromkeys(pieces, (0, 2)))
    plan, area = Plan(puzzle), len(puzzle.uncovered_cells)
    assert {piece for _, piece in plan.cover.movable} == set(range(len(puzzle.pieces)))
    _, cells, shifts = plan.cover.lines
    rules = (cells, plan.cover.movable, [], *columns(puzzle._demand), area)
    known_pockets = shifts, pockets(puzzle._demand, area)
    runs = [FrontierJob(FrontierTable(*rules)), FrontierJob(FrontierTable(*rules, *known_pockets))]
    for run in runs:
        run.checks = True
    assert len({FrontierCount(run).count() for run in runs}) == 1
    assert runs[1].nodes < runs[0].nodes
