"""A puzzle compiled for the item engine, which covers what has the fewest options.

It meets solutions in an order of its own. A count does not mind. A listing takes small parts of the puzzle, one after
the other in the order of the table's search, and sorts the solutions of each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import zip_longest

from ..._core import WINDOW, ItemSearch, ItemTable, Search
from ...base.limits import claim, look
from ...lattices.numbering import bits
from ...placement import Placement
from .table import Numbers, Table, columns, mask_of

__all__ = ["AnySearch", "ItemizedPuzzle", "ItemizedSearch"]


LEAST, MOST = 1 << 12, 1 << 22
"""Nodes for which a part is tried before it is cut: a millisecond at first, so that the first solution comes soon, and
a second at most."""

LEAST_OF_UNIT = 1 << 18
"""The same for a unit that is shared out: nobody waits for its first solution."""

GROWTH = 8
"""In between it is one in so many of the nodes visited so far, as the nodes of a part that is cut are lost."""

MOST_SORTED = 1 << 14
"""Solutions of a part that are sorted, at most."""


class ItemizedPuzzle:
    """The puzzle of a table compiled for the item engine: searches for what follows when some placements are made."""

    engine = "item"

    def __init__(self, table: Table) -> None:
        self.table = table
        self._puzzle = puzzle = table.puzzle
        positions = {number: position for position, number in enumerate(bits(table.cells))}
        self._placements = [
            (number, piece, [positions[cell] for cell in cells]) for number, piece, cells in table.options()
        ]
        self._cells = dict(zip(bits(puzzle.numbering.cells), positions.values(), strict=True))
        options = [(cells, piece) for _, piece, cells in self._placements]
        self._core = ItemTable(len(positions), options, *columns(puzzle.cover), look, claim)

    @cached_property
    def options(self) -> dict[int, int]:
        """The options as sets of items, by their placement numbers."""
        return {number: mask_of(cells) | 1 << (self._core.cells + piece) for number, piece, cells in self._placements}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The placement numbers of the options, by their sets of items."""
        return {option: number for number, option in self.options.items()}

    def compile(self) -> None:
        """Make all that listings need and share; the first one would."""
        _ = self.numbers

    def search(self, made: Iterable[Placement]) -> ItemizedSearch:
        """A search for the solutions that contain the placements *made*."""
        return ItemizedSearch(self, tuple(made))

    def unordered(self, made: Iterable[Placement]) -> ItemSearch:
        """The same by the engine itself: sets of items, in its order."""
        cells, used = self.table.effects[tuple(made)]
        covered = sum([1 << self._cells[position] for position in self._puzzle.numbering.positions(cells)])
        return ItemSearch(self._core, covered, used)

    def memory(self, searches: int) -> int:
        """The bytes that the table takes, with those of so many searches at once."""
        return self._core.held + searches * self._core.search_bytes

    @staticmethod
    def takes(table: Table) -> bool:
        """Whether the engine takes a puzzle: so many cells and pieces."""
        return len(table.puzzle.free) + len(table.puzzle.cover) <= WINDOW


class ItemizedSearch:
    """A search by items that speaks of placement numbers, with the methods of a `Search` of the table.

    It counts in the order of the engine, and lists in that of the table. For that, each part of the puzzle is tried for
    some nodes. If these are enough, its solutions are sorted; else it is cut into the nodes below it, as the search of
    the table has them. `nodes` are those of both.
    """

    def __init__(self, items: ItemizedPuzzle, made: tuple[Placement, ...]) -> None:
        self._items = items
        self._made = made
        self._search = items.unordered(made)
        self._scan: Search | None = None  # of the table, once something has to be cut
        self._parts: list[tuple[Numbers, float]] = [((), 1.0)]  # prefixes with their shares; the first comes last
        self._is_cut = False
        self._least = LEAST
        self._ready: deque[Numbers] = deque()

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self._search.nodes + (self._scan.nodes if self._scan else 0)

    @property
    def dead_ends(self) -> int:
        """How many of these had no child."""
        return self._search.dead_ends + (self._scan.dead_ends if self._scan else 0)

    @property
    def found(self) -> int:
        """The solutions that were counted."""
        return self._search.found

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self._parts and not self._ready

    def histogram(self) -> list[int]:
        """The number of nodes visited at each depth."""
        scan = self._scan.histogram() if self._scan else []
        return [a + b for a, b in zip_longest(self._search.histogram(), scan, fillvalue=0)]

    def fraction(self) -> float:
        """How much of the search from where it was started is done, from 0 to 1, at a coarse guess."""
        return 1 - sum(share for _, share in self._parts) if self._is_cut else self._search.fraction()

    def reached(self) -> Numbers:
        """Where a listing stands that is not exhausted: what comes before that in the order of the table was given."""
        return self._ready[0] if self._ready else self._parts[-1][0]

    def seek(self, numbers: Numbers) -> None:
        """Start over: search on only for the solutions that begin with the placement numbers *numbers*."""
        self._search.seek(self._options(numbers))
        self._parts, self._is_cut, self._least = [(numbers, 1.0)], False, LEAST_OF_UNIT
        self._ready.clear()

    def prefixes(self, depth: int, numbers: Numbers = ()) -> list[Numbers]:
        """The nodes *depth* placements below one of the engine's own search, and solutions above, in its order."""
        return [self._numbers(options) for options in self._search.prefixes(depth, self._options(numbers))]

    def count(self, tick: Callable[[], None], nodes: int) -> None:
        """Count the solutions from here on, until so many *nodes* are visited."""
        self._search.count(tick=tick, nodes=nodes)
        if self._search.exhausted:
            self._parts.clear()

    def next(self, tick: Callable[[], None]) -> Numbers | None:
        """The next solution, or None when there is no more."""
        found = self.take_some(1, tick)
        return found[0] if found else None

    def take_some(self, most: int, tick: Callable[[], None], nodes: float = float("inf")) -> list[Numbers]:
        """The next solutions, at most so many; none at the end, or if so many *nodes* have been visited in all."""
        while self._parts and not self._ready and self.nodes < nodes:
            tick()
            self._list_part(tick)
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def _list_part(self, tick: Callable[[], None]) -> None:
        """Find the solutions of the next part, or cut it."""
        prefix, share = self._parts[-1]
        self._search.seek(self._options(prefix))
        tries = min(max(self._least, self._search.nodes // GROWTH), MOST)
        end, found = self._search.nodes + tries, list[Numbers]()
        while len(found) < MOST_SORTED and (batch := self._search.take_some(MOST_SORTED, tick, end)):
            found += batch
            tick()
        self._parts.pop()
        if self._search.exhausted:
            self._ready.extend(sorted(tuple(sorted(self._numbers(options))) for options in found))
        else:
            self._cut(prefix, share)

    def _cut(self, prefix: Numbers, share: float) -> None:
        self._is_cut = True
        self._scan = self._scan or self._items.table.search(self._made)
        finer = self._scan.prefixes(1, prefix)
        self._parts += [(part, share / len(finer)) for part in reversed(finer)]

    def _options(self, numbers: Numbers) -> Numbers:
        return tuple([self._items.options[number] for number in numbers]) if numbers else ()

    def _numbers(self, options: Numbers) -> Numbers:
        return tuple([self._items.numbers[option] for option in options])


AnySearch = Search | ItemizedSearch
