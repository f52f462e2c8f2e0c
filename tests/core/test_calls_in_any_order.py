"""Searches driven in any order of calls, against a plain list of all solutions: what `Search` promises its callers.

They search small exact covers, each of which is a `WindowTable` and an `ItemTable`; brute force finds all solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import oracle
from effort import examples
from oracle import Cells
from pentomino._core import WINDOW, ItemSearch, ItemTable, Search, WindowSearch, WindowTable
from strategies import boards, box, cuts, polyominoes

Numbers = tuple[int, ...]
Slots = tuple[tuple[int, frozenset[int]] | None, ...]
MAX_SOLUTIONS = 400


class Option(NamedTuple):
    """What a placement number stands for."""

    piece: int
    covered: frozenset[int]


@dataclass(frozen=True)
class Cover:
    """Cover the free positions but those in `covered`, by pieces of which some copies are `used` already.

    `slots` are the orientations as (piece, cells from the first cell on), None where a slot is not used; `banned` are
    the (position, slot) that are not allowed; `copies` are least and most of each piece.
    """

    stride: int
    free: frozenset[int]
    slots: Slots
    copies: tuple[tuple[int, int], ...]
    covered: frozenset[int] = frozenset()
    used: tuple[int, ...] = ()
    banned: frozenset[tuple[int, int]] = frozenset()

    def places(self) -> Iterator[tuple[int, int, Option]]:
        """Return all placements, covered cells or not, as (position, slot, option)."""
        for position in sorted(self.free):
            for slot, orientation in enumerate(self.slots):
                if orientation and (position, slot) not in self.banned:
                    piece, cells = orientation
                    covered = frozenset(position + cell for cell in cells)
                    if covered <= self.free:
                        yield position, slot, Option(piece, covered)

    @property
    def least(self) -> list[int]:
        return [least for least, _ in self.copies]

    @property
    def most(self) -> list[int]:
        return [most for _, most in self.copies]

    @property
    def sizes(self) -> list[int]:
        sizes = {piece: len(cells) for piece, cells in filter(None, self.slots)}
        return [sizes[piece] for piece in range(len(self.copies))]

    def by_window(self) -> tuple[Search, dict[int, Option]]:
        """Return a search of the window engine, and what its placement numbers mean."""
        table = WindowTable(
            (1, self.stride),
            bits(self.free),
            [bits(slot[1]) if slot else 0 for slot in self.slots],
            [slot[0] if slot else 0 for slot in self.slots],
            self.sizes,
            self.least,
            self.most,
            self.allowed() if self.banned else None,
        )
        number = len(self.slots)
        meaning = {position * number + number - 1 - slot: option for position, slot, option in self.places()}
        return WindowSearch(table, bits(self.covered), self.used or None), meaning

    def allowed(self) -> list[int]:
        """Return, for each slot, the positions where it is not banned."""
        return [
            bits(self.free - {at for at, slot in self.banned if slot == number}) for number in range(len(self.slots))
        ]

    def by_items(self, in_order: bool = True) -> tuple[Search, dict[int, Option]]:
        """Return a search of the item engine, in order or not, and what its placement numbers mean."""
        number = {position: rank for rank, position in enumerate(sorted(self.free))}
        options = [option for _, _, option in self.places()]
        cells = [(sorted(number[position] for position in option.covered), option.piece, 1) for option in options]
        table = ItemTable(len(self.free), cells, self.sizes, self.least, self.most)
        covered = bits(number[position] for position in self.covered)
        return ItemSearch(table, covered, self.used or None, in_order=in_order), dict(enumerate(options))

    def solutions(self, meaning: Mapping[int, Option]) -> list[Numbers]:
        """Return all solutions in the order that both engines promise. Reject an example above `MAX_SOLUTIONS`."""
        found = list(islice(self.tilings(meaning), MAX_SOLUTIONS + 1))
        assume(len(found) <= MAX_SOLUTIONS)
        return found

    def tilings(self, meaning: Mapping[int, Option]) -> Iterator[Numbers]:
        """Yield all solutions: try at the first empty cell every placement that begins there, in ascending order."""
        used = self.used or (0,) * len(self.copies)

        def extend(empty: frozenset[int], numbers: Numbers, uses: Counter[int]) -> Iterator[Numbers]:
            if not empty:
                if all(used[n] + uses[n] >= least for n, least in enumerate(self.least)):
                    yield numbers
                return
            for number in begins.get(min(empty), []):
                piece, covered = meaning[number]
                if covered <= empty and used[piece] + uses[piece] < self.most[piece]:
                    yield from extend(empty - covered, (*numbers, number), uses + Counter([piece]))

        begins: dict[int, list[int]] = {}
        for number in sorted(meaning):
            begins.setdefault(min(meaning[number].covered), []).append(number)
        return extend(self.free - self.covered, (), Counter())

    def is_node(self, numbers: Numbers, meaning: Mapping[int, Option]) -> bool:
        """Return whether each placement begins at the first empty cell and a copy is left for it."""
        empty, uses = self.free - self.covered, Counter(dict(enumerate(self.used)))
        for number in numbers:
            piece, covered = meaning[number]
            if not covered <= empty or min(covered) != min(empty) or uses[piece] >= self.most[piece]:
                return False
            empty -= covered
            uses[piece] += 1
        return True


def bits(members: Iterator[int] | frozenset[int] | set[int] | range) -> int:
    """Return the numbers as a bit set."""
    return sum(1 << member for member in members)


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    """Draw covers of up to 14 cells. Most have solutions, some need the wide window or groups of orientations."""
    board = draw(boards())
    columns = 1 + max(column for _, column in board)
    stride = columns + 1 + draw(st.sampled_from([0, 0, 0, 3, 30, 45]))
    slots, copies = draw(pieces(draw(cuts(board)), columns, stride))
    free = frozenset(row * stride + column for row, column in board)
    spots = st.tuples(st.sampled_from(sorted(free)), st.integers(0, len(slots) - 1))
    banned = draw(st.just(set()) | st.sets(spots, max_size=3))
    covered = draw(st.just(set()) | st.sets(st.sampled_from(sorted(free)), max_size=3))
    used = [draw(st.integers(0, min(most, 1))) for _, most in copies] if covered else []
    return Cover(stride, free, slots, copies, frozenset(covered), tuple(used), frozenset(banned))


@st.composite
def pieces(draw: st.DrawFn, parts: list[Cells], columns: int, stride: int) -> tuple[Slots, tuple[tuple[int, int], ...]]:
    """Draw the parts of a board as pieces that may turn or not, alone or with their like, with slots and copies."""
    shapes = Counter(map(oracle.shape_of, parts))
    chosen = [(shape, n) for shape, number in shapes.items() for n in draw(st.sampled_from([[number], [1] * number]))]
    if draw(st.booleans()):
        chosen.append((draw(polyominoes()), 0))
    copies = [draw(st.sampled_from([(n, n), (n, n), (0, n), (max(n - 1, 0), n + 1), (0, n + 1)])) for _, n in chosen]
    slots: list[tuple[int, frozenset[int]] | None] = []
    apart = draw(st.sampled_from([False, False, True]))
    for number, (shape, _) in enumerate(chosen):
        turned = {shape} | (oracle.orientations(shape, True) if draw(st.booleans()) else set())
        masks = draw(st.permutations(sorted(masks_of(turned, columns, stride))))
        assume(masks)
        slots += [None] * (-len(slots) % 64 if apart else 0)
        slots += [(number, frozenset(mask)) for mask in masks]
    assume(apart or len(slots) <= 64)  # no piece may have slots in two groups
    return tuple(slots), tuple(copies)


def masks_of(shapes: set[Cells], columns: int, stride: int) -> set[Numbers]:
    """Return the shapes as positions from the first one on, as far as they fit the lines and the widest window."""
    narrow = [shape for shape in shapes if max(column for _, column in shape) < columns]
    positions = [sorted(row * stride + column for row, column in shape) for shape in narrow]
    return {
        tuple(at - first for at in (first, *others))
        for first, *others in positions
        if max(others, default=first) - first < WINDOW
    }


# --------------------------------------------------------------------------------------------- a long search


class Barren(Cover):
    """A cover that takes long to search, and whose solutions all hold its large piece, the only one of two copies.

    The others are dominoes, and the large piece has two more cells of one colour than of the other: what it would
    cover no dominoes do.
    """

    def tilings(self, meaning: Mapping[int, Option]) -> Iterator[Numbers]:
        large = next(number for number, option in meaning.items() if option.piece == LARGE)
        rest = Cover(self.stride, self.free, self.slots, self.copies, meaning[large].covered, (0, 1))
        return iter(sorted(tuple(sorted((large, *numbers))) for numbers in rest.tilings(meaning)))


DOMINO, LARGE = 0, 1
ROWS, COLUMNS = 5, 11


def barren(above: bool, large_first: bool) -> Cover:
    """Return a cover whose large piece lies below a small area (`above`) or above it.

    The slots of the large piece come before those of the dominoes (`large_first`) or after them. Without the large
    piece it takes half a million nodes or more to find no solution.
    """
    top, beside = (3, 0) if above else (0, ROWS + 1)
    stride = COLUMNS + 1
    corners = {(top, 0), (top, COLUMNS - 1)}
    large = frozenset(row * stride + column for row, column in oracle.translated(box(ROWS, COLUMNS), top, 0) - corners)
    small = frozenset(row * stride + column for row, column in oracle.translated(box(2, 3), beside, 0))
    piece = LARGE, frozenset(cell - min(large) for cell in large)
    dominoes = (DOMINO, frozenset({0, 1})), (DOMINO, frozenset({0, stride}))
    slots = (piece, *dominoes) if large_first else (*dominoes, piece)
    return Barren(stride, large | small, slots, ((0, len(large)), (0, 1)))


# -------------------------------------------------- any order of calls


Engine = Callable[[Cover], tuple[Search, dict[int, Option]]]
engines = st.sampled_from([Cover.by_window, Cover.by_items])
SHORT = 1 << 19
"""Nodes between two looks at the clock, at most: some milliseconds."""


@examples(200)
@given(cover=covers(), engine=engines)
def test_solutions_are_those_of_brute_force(cover: Cover, engine: Engine) -> None:
    search, meaning = engine(cover)
    assert list(search) == cover.solutions(meaning)


class EnoughError(Exception):
    """What a tick raises."""


def raises() -> None:
    raise EnoughError


PATIENT: dict[str, Any] = {"tick": lambda: None}
means = st.sampled_from([{"tick": raises}, PATIENT])
limits = st.sampled_from([-1, 0, 1, 7, 2**40, 2**63 - 1])


def figures(search: Search) -> Counter[object]:
    """All figures of a search by their names; those by depth by their kind and depth."""
    dead_ends, by_depth = search.counts()
    found = Counter[object]({"nodes": search.nodes, "dead ends": dead_ends})
    for kind, numbers in enumerate(by_depth):
        found.update({(kind, depth): number for depth, number in enumerate(numbers)})
    return found


class Driver(RuleBasedStateMachine):
    """A search, and which solutions it still has to meet."""

    @initialize(cover=covers(), engine=engines)
    def begin(self, cover: Cover, engine: Engine) -> None:
        self.cover = cover
        self.search, self.meaning = engine(cover)
        self.fresh = lambda: engine(cover)[0]
        self.solutions = cover.solutions(self.meaning)
        self.nodes = sorted({found[:depth] for found in self.solutions for depth in range(len(found) + 1)} | {()})
        self.found = 0
        self.seen = figures(self.search)
        self.start_over(())

    def start_over(self, node: Numbers) -> None:
        """The search stands at *node*."""
        self.node = node
        self.awaited = self.below(node)
        self.started = figures(self.search)
        self.done = 0.0

    def below(self, node: Numbers) -> list[Numbers]:
        return [found for found in self.solutions if found[: len(node)] == node]

    def meet(self, number: int) -> list[Numbers]:
        """The next solutions, as many as that: they are awaited no longer."""
        met, self.awaited = self.awaited[:number], self.awaited[number:]
        self.found += len(met)
        return met

    def end(self) -> None:
        """Nothing is left, and all the work is done, just as by one count in one go."""
        assert self.awaited == []
        assert self.work_since(self.started) == self.work_below(self.node)

    def work_since(self, started: Counter[object]) -> Counter[object]:
        now = figures(self.search)
        now.subtract(started)
        return now

    def work_below(self, node: Numbers) -> Counter[object]:
        search = self.fresh()
        search.seek(node)
        assert search.count() == search.found == len(self.below(node))
        return figures(search)

    def stop(self, search: Callable[..., object], how: dict[str, Any]) -> bool:
        """Whether the tick ends this call. If it could, the call was short, and yet made some way."""
        before = self.search.nodes
        try:
            self.result: Any = search(**how)
        except EnoughError:
            assert before < self.search.nodes < before + SHORT
            return True
        assert self.search.nodes < before + SHORT or how == PATIENT
        return False

    @rule(how=means)
    def next(self, how: dict[str, Any]) -> None:
        if self.stop(self.search.next, how):
            return
        assert [self.result] == (self.meet(1) or [None])
        if self.result is None:
            self.end()

    @rule()
    def iterate(self) -> None:
        assert list(islice(self.search, 2)) == self.meet(2)

    @rule(most=st.sampled_from([-1, 0, 1, 2, 1000]), how=means)
    def take_some(self, most: int, how: dict[str, Any]) -> None:
        if self.stop(partial(self.search.take_some, most), how):
            return
        assert len(self.result) <= max(most, 0)
        assert self.result == self.meet(len(self.result))
        if most > 0 and not self.result:
            self.end()

    @rule(limit=limits, how=means)
    def count(self, limit: int, how: dict[str, Any]) -> None:
        most = max(0, min(limit, len(self.awaited)))
        if self.stop(partial(self.search.count, limit), how):
            number = self.search.found - self.found
            assert 0 <= number <= most
            self.meet(number)
            return
        assert self.result == len(self.meet(most)) == most
        if most < limit:
            self.end()

    @rule(data=st.data())
    def seek(self, data: st.DataObject) -> None:
        node = data.draw(st.sampled_from(self.nodes))
        self.search.seek(node)
        self.start_over(node)

    @rule(data=st.data(), wrong=st.sampled_from([-1, 10**6, None]))
    def seek_what_is_no_node(self, data: st.DataObject, wrong: int | None) -> None:
        """None stands for the last placement once more. After the error the search is to start over."""
        node = data.draw(st.sampled_from(self.nodes))
        if wrong is None and not node:
            return
        with pytest.raises(ValueError, match=r"^these placements do not follow one another$"):
            self.search.seek((*node, node[-1] if wrong is None else wrong))
        self.search.seek(node)
        self.start_over(node)

    @rule(seed=st.integers(0, 2**64 - 1), most=st.integers(1, 3))
    def probe(self, seed: int, most: int) -> None:
        before = self.search.nodes
        probes, seen = self.search.probe(seed, most)
        assert (probes, seen) == self.fresh().probe(seed, most)
        assert len(probes) == most
        assert seen >= self.search.nodes - before
        for nodes, solutions, met in probes:
            assert nodes >= 0
            assert solutions >= 1 if met in self.solutions else (solutions, met) == (0, None)
        self.start_over(())

    @rule(depth=st.integers(-1, 4), data=st.data())
    def prefixes(self, depth: int, data: st.DataObject) -> None:
        node = data.draw(st.sampled_from(self.nodes))
        found = self.search.prefixes(depth, node)
        self.check(found, depth, node)
        self.nodes += [prefix for prefix in found[:5] if prefix not in self.nodes]
        self.start_over(())

    def check(self, prefixes: list[Numbers], depth: int, node: Numbers) -> None:
        length = len(node) + max(depth, 0)
        assert prefixes == sorted(set(prefixes))
        assert {found[:length] for found in self.below(node)} <= set(prefixes)
        for prefix in prefixes:
            assert prefix[: len(node)] == node
            assert len(prefix) == length or (len(prefix) < length and prefix in self.solutions)
            assert self.cover.is_node(prefix, self.meaning)

    @rule(depth=st.integers(0, 3), data=st.data())
    def split(self, depth: int, data: st.DataObject) -> None:
        """Prefixes, each searched in turn, are the whole: the same solutions in the same order, and the same work."""
        node = data.draw(st.sampled_from(self.nodes))
        started = figures(self.search)
        met = []
        for prefix in self.search.prefixes(depth, node):
            self.search.seek(prefix)
            met += list(self.search)
        assert met == self.below(node)
        assert self.work_since(started) == self.work_below(node)
        self.found += len(met)
        self.search.seek(())
        self.start_over(())

    @rule()
    def look(self) -> None:
        done = self.search.fraction()
        assert 0 <= done <= 1
        if len(self.cover.slots) <= 64:  # each of several groups is examined separately
            assert done >= self.done
        self.done = done

    @invariant()
    def figures_add_up(self) -> None:
        assert self.search.found == self.found
        assert sum(self.search.counts()[1][0]) == self.search.nodes
        seen, self.seen = self.seen, figures(self.search)
        assert self.seen >= seen

    def teardown(self) -> None:
        if hasattr(self, "awaited"):
            self.count(2**40, PATIENT)


class LongDriver(Driver):
    """A search that looks at the clock and calls the tick before it has met its solutions, and after."""

    @initialize(cover=st.builds(barren, st.booleans(), st.booleans()), engine=engines)
    def begin(self, cover: Cover, engine: Engine) -> None:
        super().begin(cover, engine)
        self.nodes = [node for node in self.nodes if len(node) < 2]  # below the others, the search is too short


TestDriver = Driver.TestCase
TestDriver.settings = settings(examples(100), stateful_step_count=15)
TestLongDriver = LongDriver.TestCase
TestLongDriver.settings = settings(examples(12), stateful_step_count=7)


@pytest.mark.parametrize(("engine", "large_first"), [(Cover.by_window, False), (Cover.by_items, True)])
def test_what_was_found_is_handed_over_before_the_tick_counts(engine: Engine, large_first: bool) -> None:
    """All solutions come at once, and then a long search for more."""
    cover = barren(above=False, large_first=large_first)
    search, meaning = engine(cover)
    assert search.take_some(1000, raises) == list(cover.tilings(meaning))
    with pytest.raises(EnoughError):
        search.take_some(1000, raises)
    assert search.take_some(1000) == []
    assert search.found == 3
