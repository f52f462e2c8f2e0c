"""The item engine: what it meets, in its own order and in that of lists, and the searches that are left to it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, pairwise, product
from math import sqrt
from operator import le
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings

import oracle
from effort import examples, own_random, share, thorough
from executors import share_out_at_once
from oracle import Statement
from pentomino import CUBIC, SQUARE, Board, Placement, Polyform, Puzzle, polyforms
from pentomino._core import ItemSearch, ItemTable, Search
from pentomino.lattices.lattice import Cell
from pentomino.limits import MemoryLimit
from pentomino.search import cover
from pentomino.search.plan import plan_of
from pentomino.search.scan import Scan
from puzzles import plan_for, with_engine
from strategies import QUESTIONS

Parts = frozenset[frozenset[Cell]]
Numbers = tuple[int, ...]
MANY = 1 << 20


def by_items(puzzle: Puzzle, made: Iterable[Placement] = ()) -> ItemSearch:
    """A search of the engine in an order of its own, whether it is the one to take or not."""
    table = plan_of(puzzle).cover
    return table.by_items(table.counted_items, made)


def tilings(puzzle: Puzzle, search: Search) -> list[Parts]:
    """The solutions of a search, in its order, without the gaps."""
    table = plan_of(puzzle).cover
    return [frozenset(frozenset(table.lying(number)[1]) for number in {*found} - table.gaps) for found in search]


def solid(*sides: int, **options: Any) -> Puzzle:
    """Solid tetrominoes, turned over as well, in a box."""
    pieces = dict.fromkeys(polyforms(4, lattice=CUBIC), (0, 2))
    return Puzzle(Board(product(*map(range, sides)), CUBIC), pieces, **options)


def test_sets_of_two_words_become_sets_of_one() -> None:
    """There are 72 cells and pieces at first; what is left after some placements is at most 64."""
    puzzle = Puzzle("3x20")
    found = tilings(puzzle, by_items(puzzle))
    assert len(found) == len(set(found)) == 8
    assert {frozenset(map(frozenset, tiling)) for tiling in found} == {
        frozenset(frozenset(placement.cells) for placement in solution.placements)
        for solution in puzzle.solve_all(symmetry="all")
    }


def test_what_is_sought_is_part_of_the_depth() -> None:
    puzzle = solid(2, 3, 4)
    first = puzzle.placements()[0]
    plain, deep = by_items(puzzle, (first,)), by_items(puzzle)
    deep.seek((plan_of(puzzle).cover.number_of(puzzle._place_on(first.cells, 0)),))
    assert plain.count() == deep.count() > 0
    assert deep.take_some(MANY) == []
    histogram = deep.counts()[1][0]
    assert plain.counts()[1][0][:5] == histogram[1:6]
    assert histogram[0] == 0
    assert deep.exhausted


def test_more_options_than_a_counter_holds() -> None:
    """Each cell is covered by more options than the digits hold, so that they are counted one by one."""
    puzzle = Puzzle("4x4", "tetrominoes? + pentominoes? + trominoes? + hexominoes?")
    assert by_items(puzzle).count() == cover.Cover(puzzle).search(()).count()


# ------------------------------------------------------------------------------------------- exact covers of any width


class Cover(NamedTuple):
    """An exact cover: options are (cells, piece, uses); a cell stands for as many as it weighs, usually one."""

    cells: int
    options: list[tuple[tuple[int, ...], int, int]]
    sizes: list[int]
    least: list[int]
    most: list[int]
    optional: frozenset[int] = frozenset()
    area: int | None = None

    def search(self, in_order: bool = False, **options: Any) -> ItemSearch:
        table = ItemTable(self.cells, self.options, self.sizes, self.least, self.most, self.optional, **options)
        return ItemSearch(table, area=self.area, in_order=in_order)

    def solutions(self) -> list[Numbers]:
        """All solutions by brute force, as sets of options: by first cells first, then what optional cells hold."""

        def extend(left: frozenset[int], numbers: Numbers, copies: Counter[int]) -> Iterator[Numbers]:
            first = min(left - self.optional, default=-1)
            # Once only optional cells are left, options come in the order of their numbers.
            behind = 0 if first >= 0 else next((n + 1 for n in reversed(numbers) if self.is_optional(n)), 0)
            if first < 0 and all(map(le, self.least, [copies[n] for n in range(len(self.least))])):
                yield tuple(sorted(numbers))
            for number in range(behind, len(self.options)):
                cells, piece, uses = self.options[number]
                has_room = left.issuperset(cells) and copies[piece] + uses <= self.most[piece]
                if has_room and (first < 0 or first in cells):
                    yield from extend(left.difference(cells), (*numbers, number), copies + Counter({piece: uses}))

        return sorted(extend(frozenset(range(self.cells)), (), Counter()))

    def is_optional(self, number: int) -> bool:
        return self.optional.issuperset(self.options[number][0])


def random_cover(chance: Random, room: bool) -> Cover:
    """A small cover that mostly has solutions, with cells that may stay empty (*room*) and copies in ranges or not."""
    cells, pieces = chance.randint(4, 9), chance.randint(1, 4)
    size_of = [chance.randint(1, 2) for _ in range(pieces)]
    optional = frozenset(n for n in range(cells) if room and chance.random() < 0.5)
    options, copies = [], Counter[int]()
    shuffled = chance.sample(range(cells), cells)
    while shuffled:  # a solution is among the options
        piece = chance.randrange(pieces)
        covered, shuffled = shuffled[: size_of[piece]], shuffled[size_of[piece] :]
        if len(covered) == size_of[piece] and (not optional.issuperset(covered) or chance.random() < 0.5):
            options.append((tuple(sorted(covered)), piece, 1))
            copies[piece] += 1
    for _ in range(chance.choice([5, 12, 40])):
        piece = chance.randrange(pieces)
        options.append((tuple(sorted(chance.sample(range(cells), size_of[piece]))), piece, 1))
    options = [*dict.fromkeys(options)]
    chance.shuffle(options)
    least = [copies[n] - chance.choice([0, 0, 1]) * (not room) for n in range(pieces)]
    most = [copies[n] + chance.choice([0, 0, 1]) * (not room) for n in range(pieces)]
    return Cover(cells, options, size_of, least, most, optional)


def random_quotient(chance: Random) -> Cover:
    """A cover whose cells stand for several, and whose options use several copies of a piece, some more than once."""
    weights = [chance.choice([1, 1, 2, 3, 4, 6]) for _ in range(chance.randint(3, 8))]
    pieces = chance.randint(1, 3)
    sizes = [chance.randint(1, 2) for _ in range(pieces)]
    options, copies = [], Counter[int]()
    left = chance.sample(range(len(weights)), len(weights))
    for planted in [True] * 30 + [False] * chance.choice([3, 10, 30]):
        covered = left[: chance.randint(1, 3)] if planted else chance.sample(range(len(weights)), chance.randint(1, 3))
        piece, weight = chance.randrange(pieces), sum(weights[cell] for cell in covered)
        if covered and weight % sizes[piece] == 0:
            options += [(tuple(sorted(covered)), piece, weight // sizes[piece])] * chance.choice([1, 1, 1, 2, 3])
            if planted:
                left = left[len(covered) :]
                copies[piece] += weight // sizes[piece]
    chance.shuffle(options)
    least = [copies[n] - chance.choice([0, 0, 1, 2]) for n in range(pieces)]
    most = [copies[n] + chance.choice([0, 0, 1, 3]) for n in range(pieces)]
    return Cover(len(weights), options, sizes, least, most, area=sum(weights))


def found_by(search: Search) -> list[Numbers]:
    return sorted(tuple(sorted(numbers)) for numbers in search)


def figures(search: Search) -> list[int]:
    dead_ends, by_depth = search.counts()
    return [search.found, search.nodes, dead_ends, *chain.from_iterable(by_depth)]


@pytest.mark.parametrize("room", [False, True], ids=["all covered", "optional cells"])
def test_random_covers_by_brute_force(room: bool) -> None:
    """Copies of a piece that lie wholly in optional cells are no further solutions in another order."""
    numbers = []
    for seed in range(share(1000)):
        cover = random_cover(own_random(seed), room)
        expected = cover.solutions()
        whole = cover.search()
        assert whole.count() == len(expected), seed
        assert found_by(cover.search()) == expected, seed
        for depth in (1, 2):
            cut = cover.search()
            for prefix in cut.prefixes(depth):
                cut.seek(prefix)
                cut.count()
            assert figures(cut) == figures(whole), seed
        numbers.append(len(expected))
    assert sum(number > 1 for number in numbers) > len(numbers) / 3


def test_options_of_several_copies_by_brute_force() -> None:
    numbers = []
    for seed in range(share(500)):
        cover = random_quotient(own_random(seed))
        expected = cover.solutions()
        assert cover.search().count() == len(expected), seed
        by_options = Counter(tuple(sorted(cover.options[n] for n in numbers)) for numbers in expected)
        found = Counter(tuple(sorted(cover.options[n] for n in numbers)) for numbers in cover.search())
        assert found == by_options, seed
        numbers.append(len(expected))
    assert sum(number > 1 for number in numbers) > len(numbers) / 3


@pytest.mark.parametrize("items", [63, 64, 65, 127, 128, 129, 191, 192, 193, 512, 513])
@pytest.mark.parametrize("room", [False, True], ids=["all covered", "optional cells"])
def test_covers_about_the_ends_of_words(items: int, room: bool) -> None:
    """I2 and L3 on 3x4, whose cells lie far apart, among cells that one option covers, or cells that may stay empty."""
    chance, cells = Random(items), items - 3  # each piece is an item
    board = list(product(range(3), range(4)))
    at = dict(zip(board, chance.sample(range(cells), len(board)), strict=True))
    others = sorted(set(range(cells)) - set(at.values()))
    square = set(product(range(2), repeat=2))
    shapes = [(0, {(0, 0), (0, 1)}), (0, {(0, 0), (1, 0)}), *[(1, square - {corner}) for corner in square]]
    options: list[tuple[Numbers, int, int]] = []
    for (row, column), (piece, shape) in product(board, shapes):
        lying = {(row + down, column + right) for down, right in shape}
        if lying <= at.keys():
            # With room, each option also has two optional items, so that more options exclude each other.
            options.append((tuple([at[cell] for cell in lying] + chance.sample(others, 2 * room)), piece, 1))
    options += [((cell,), 2, 1) for cell in others]
    chance.shuffle(options)
    without = Cover(cells, options, [2, 3, 1], [3, 2, 0], [3, 2, 0], frozenset(others))
    expected = without.solutions()
    cover = without
    if not room:  # all other cells are covered as well
        single = [number for number, option in enumerate(options) if option[1] == 2]
        expected = sorted(tuple(sorted([*numbers, *single])) for numbers in expected)
        cover = Cover(cells, options, [2, 3, 1], [3, 2, len(others)], [3, 2, len(others)])
    assert len(expected) > 1
    assert cover.search().count() == len(expected)
    assert found_by(cover.search()) == expected
    assert room or found_by(cover.search(in_order=True)) == expected


# ------------------------------------------------------------------------------------------- pauses, probes and claims


@pytest.mark.parametrize("nodes", [1, 7, 100])
def test_answers_do_not_depend_on_pauses(nodes: int) -> None:
    for seed in range(share(200)):
        cover = random_cover(own_random(seed), seed % 2 == 0) if seed % 3 else random_quotient(own_random(seed))
        whole, paused, found = cover.search(), cover.search(), []
        while not paused.exhausted:
            found += paused.take_some(3, nodes=paused.nodes + nodes)
        assert (found, figures(paused)) == (list(whole), figures(whole)), seed


def test_probes_of_random_covers_are_unbiased_and_repeat() -> None:
    for seed in range(share(100)):
        cover = random_cover(Random(seed), seed % 2 == 0) if seed % 3 else random_quotient(Random(seed))
        search = cover.search()
        probes, seen = search.probe(seed, 1500)
        assert (probes, seen) == search.probe(seed, 1500)
        before = search.nodes
        truths = search.count(), search.nodes - before
        for truth, values in zip(truths, ([p[1] for p in probes], [p[0] for p in probes]), strict=True):
            assert abs(fmean(values) - truth) <= 4.5 * stdev(values) / sqrt(len(values)) + 1e-9 * truth, seed


class Claim:
    """Memory that is there up to the first claims; then each is refused as long as `refuses`."""

    def __init__(self) -> None:
        self.refuses, self.refused, self.granted = False, 0, 0

    def __call__(self, needed: int) -> None:
        if self.refuses:
            self.refused += 1
            raise MemoryLimit(str(needed))
        self.granted += 1


def growing() -> Cover:
    """Cells with an option of their own, and many options for all others: so lists do not get shorter. One has all."""
    alone = [((cell,), 0, 1) for cell in range(30)]
    options = [(tuple(range(100)), 1, 1), *alone, *[(tuple(range(30, 100)), 2, 1)] * 400]
    return Cover(100, options, [1, 100, 70], [0, 0, 0], [30, 1, 1])


CALLS: dict[str, Callable[[Search], Any]] = {
    "take_some": lambda search: search.take_some(9),
    "count": lambda search: search.count(),
    "next": lambda search: [search.next(), search.next()],
    "prefixes": lambda search: search.prefixes(20),
    "probe": lambda search: search.probe(1, 10),
    "seek": lambda search: search.seek(range(1, 20)),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_search_that_may_not_grow_says_so_and_can_start_over(call: Callable[[Search], Any]) -> None:
    claim = Claim()
    search = growing().search(claim=claim)
    claim.refuses = True
    with pytest.raises(MemoryLimit):
        for _ in range(2):  # what was found comes first
            call(search)
    assert claim.refused
    claim.refuses = False
    search.seek(())
    assert call(search) == call(growing().search())
    assert claim.granted > 1


def test_a_search_that_could_not_grow_goes_on() -> None:
    whole = growing().search()
    expected = list(whole)
    assert expected == [(0,), *[(*range(1, 31), number) for number in range(31, 431)]]
    claim = Claim()
    search = growing().search(claim=claim)
    claim.refuses = True
    assert search.take_some(9) == expected[:1]
    with pytest.raises(MemoryLimit):
        search.count()
    assert search.take_some(9, nodes=search.nodes) == []
    claim.refuses = False
    assert search.take_some(3) == expected[1:4]
    assert search.count(nodes=search.nodes + 10) == 10
    assert list(search) == expected[14:]
    assert figures(search) == figures(whole)


def test_a_refusal_that_nobody_saw_is_forgotten() -> None:
    claim = Claim()
    search = growing().search(claim=claim)
    claim.refuses = True
    assert len(search.take_some(9)) == 1
    claim.refuses = False
    search.seek(())
    assert search.count() == 401


# ------------------------------------------------------------------------------------------- puzzles of all lattices


RANDOM = int(os.environ.get("PENTOMINO_EXAMPLES", "300"))
"""The random puzzles, with `--thorough`; 20 000 take twenty minutes."""


@settings(examples(RANDOM), suppress_health_check=[HealthCheck.filter_too_much])
@given(QUESTIONS)
def test_random_puzzles_of_all_lattices(question: Statement) -> None:
    """Count with gaps and without, in order and not, whole and cut: the oracle's solutions, each once."""
    expected = {oracle.parts_of(tiling) for tiling in oracle.solutions(question)}
    plan = plan_for(question)
    if plan is None or not plan.is_feasible:
        assert not expected
        return
    table = plan.cover
    is_fixed = all(least == most for _, least, most in plan.puzzle._demand)
    assert (table.counted_items is table.items) == (not is_fixed or not plan.puzzle.optional_cells)
    given_parts = frozenset(frozenset(placement.cells) for placement in plan.puzzle.placed)
    for items, in_order in ((table.items, True), (table.items, False), (table.counted_items, False)):
        whole = table.by_items(items, (), in_order=in_order)
        found = tilings(plan.puzzle, whole)
        assert len(found) == len(set(found)) == len(expected)
        assert {parts | given_parts for parts in found} == expected
        for depth in (1, 2):
            cut = table.by_items(items, (), in_order=in_order)
            for prefix in cut.prefixes(depth):
                cut.seek(prefix)
                cut.count()
            assert figures(cut) == figures(whole)
    in_order = list(table.by_items(table.items, (), in_order=True))
    assert in_order == sorted(in_order)
    assert all(numbers == tuple(sorted(numbers)) for numbers in in_order)


# ------------------------------------------------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("words", "is_in_order"),
    [
        pytest.param(("3x4x5",), False, marks=pytest.mark.needs_128_bits),
        pytest.param(("5x5x5", "Y*"), False, marks=pytest.mark.needs_128_bits),
        (("4x5x6", "Y* + O1*"), True),
        (("torus 4x5", "I2*"), True),
        pytest.param(("6x6x6", "Y*36 + L4*9"), True, marks=thorough),
    ],
)
def test_the_order_of_a_listing(words: tuple[str, ...], is_in_order: bool) -> None:
    """The first solutions come soon; those of one case are sorted where the first empty cell is covered."""
    plan = plan_of(Puzzle(*words))
    scan, found = Scan(plan, [(0, ())], lists=True), []
    while not scan.is_done and len(found) < 30:
        found += scan.advance(lambda: None)[1]
    assert all(numbers == tuple(sorted(numbers)) for numbers in found)
    assert plan.cover.is_itemized
    assert plan.cover.is_listed_in_order == is_in_order == (found == sorted(found))


def listing(**options: Any) -> list[Any]:
    solutions = with_engine(solid(2, 2, 4), "item").solve_all(method="search", **options)
    found = [solution.placements for solution in solutions]
    assert solutions.statistics.engine == "item"
    return found


@pytest.mark.needs_threads
def test_a_listing_is_the_same_however_it_is_shared_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("sqlite3")
    every = listing()
    assert len(every) > 20
    assert listing(limit=7) == every[:7]
    share_out_at_once(monkeypatch)
    assert listing(workers=2) == listing(progress=lambda _: None) == every
    with ThreadPoolExecutor(2) as executor:
        assert listing(executor=executor) == every
    assert listing(journal=tmp_path / "journal") == listing(journal=tmp_path / "journal") == every


def test_what_the_scan_does_not_reach_is_listed() -> None:
    """First cell first, a search would take hours."""
    records = json.loads((Path(__file__).parents[1] / "data" / "lattice_counts.json").read_text(encoding="utf-8"))
    crystal = next(record for record in records if record["id"] == "c-pent-6x6x6crystal3")
    pieces = [Polyform(map(tuple, piece["cells"]), piece["name"], CUBIC) for piece in crystal["pieces"]]
    solutions = Puzzle(Board(map(tuple, crystal["board"]), CUBIC), pieces, reflections=True).solve_all()
    assert len(list(solutions)) == crystal["distinct"] == 9
    assert solutions.statistics.nodes < 3_000_000


# ---------------------------------------------------------------------------------------- which searches it does


def engine_of(puzzle: Puzzle) -> str:
    """The engine that searches."""
    return plan_of(puzzle).cover.engine


def test_which_puzzles_it_counts() -> None:
    pentominoes = polyforms(5, lattice=CUBIC)
    assert engine_of(Puzzle("6x10")) == engine_of(Puzzle("8x8", "pentominoes + O4")) == "window"
    assert engine_of(Puzzle(Board(product(range(3), range(4), range(5)), CUBIC), pentominoes[:12])) == "item"
    assert engine_of(Puzzle(Board(product(range(2), range(3), range(10)), CUBIC), pentominoes[:12])) == "window"
    assert engine_of(Puzzle(Board(product(range(3), repeat=3), CUBIC), {polyforms(3, lattice=CUBIC)[1]: 9})) == "window"
    corner = {tuple(i * (axis == along) for along in range(3)) for axis in range(3) for i in range(8)}
    bars = {polyforms(3, lattice=CUBIC)[0]: 2, polyforms(4, lattice=CUBIC)[0]: 4}
    assert engine_of(Puzzle(Board(corner, CUBIC), bars)) == "item"  # it fits no window
    assert engine_of(Puzzle("31x35", "I*")) == "item"


@pytest.mark.needs_threads
def test_cells_that_stay_empty_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    strip = Board.rectangle(1, 6)
    ring = Puzzle(Board(strip.cells, SQUARE.wrapped(None, 6), optional=list(strip)[:3]), "I2* + O1*")
    box = Puzzle(Board(Board.box(2, 2, 3), CUBIC, optional=[(0, 0, 0), (1, 1, 2)]), "I2* + V3*")
    share_out_at_once(monkeypatch)
    for puzzle in ring, with_engine(box, "item"):
        expected = puzzle.count(symmetry="all", method="frontier")
        assert engine_of(puzzle) == "item"
        assert puzzle.count(symmetry="all", method="search", workers=2) == expected
        with ThreadPoolExecutor(2) as executor:
            assert puzzle.count(symmetry="all", method="search", executor=executor) == expected


def test_few_nodes_with_long_lists_are_visited_between_two_ticks() -> None:
    """A list of 65 000 options of 4096 cells takes so long to read that a slice of many nodes would take seconds."""
    cells, lengths = 1 << 12, range(1, 17)
    options = [(range(at, at + length), length - 1, 1) for length in lengths for at in range(cells - length + 1)]
    table = ItemTable(cells, options, [*lengths], [0] * len(lengths), [cells] * len(lengths))
    search, ticks = ItemSearch(table, in_order=True), list[int]()

    def tick() -> None:
        ticks.append(search.nodes)
        if len(ticks) == 10:
            raise TimeoutError

    for work in (search.count, partial(search.prefixes, 2), partial(search.probe, 0, 1)):
        ticks[:] = [search.nodes]
        with pytest.raises(TimeoutError):
            work(tick=tick)
        assert all(later - earlier <= 32 for earlier, later in pairwise(ticks))
        assert len(search.prefixes(1)) == len(lengths)
