"""A puzzle compiled for the item engine, which covers next what has the fewest options.

The engine meets solutions in an order of its own. A count does not depend on it. A listing has the order of the table:
it takes one short prefix of placements after the other in that order, and sorts the solutions that begin with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property

from ..._core import WINDOW, ItemSearch, ItemTable, Search
from ...base.limits import claim, look
from ...lattices.numbering import bits
from ...placement import Placement
from ..progress import Counts, Statistics
from .table import Numbers, Table, columns, mask_of

LEAST, MOST = 1 << 12, 1 << 22
"""The nodes for which a prefix is tried. The least take a millisecond, so that the first solution comes soon; the most
take a second."""

LEAST_OF_UNIT = 1 << 18
"""The least nodes for which a unit of a worker is tried: nobody waits for its first solution."""

GROWTH = 8
"""A try may take one in `GROWTH` of the nodes visited so far."""

MOST_SORTED = 1 << 14
"""The greatest number of solutions that are sorted at once, which bounds memory."""


class ItemizedPuzzle:
    """The puzzle of a table compiled for the item engine.

    An item is a cell or, behind the cells, a piece. An option is the set of its items, as an integer.
    """

    engine = "item"

    def __init__(self, table: Table) -> None:
        self.table = table
        self._puzzle = puzzle = table.puzzle
        rank_of = {number: rank for rank, number in enumerate(bits(table.cells))}
        self._placements = [
            (number, piece, [rank_of[cell] for cell in cells]) for number, piece, cells in table.options()
        ]
        # The table may have numbers of its own for cells, but they come in the order of the positions.
        self._cells = dict(zip(bits(puzzle.numbering.cells), rank_of.values(), strict=True))
        options = [(cells, piece) for _, piece, cells in self._placements]
        self._core = ItemTable(len(rank_of), options, *columns(puzzle.cover), look, claim)

    @cached_property
    def options(self) -> dict[int, int]:
        """The options by their placement numbers."""
        return {number: mask_of(cells) | 1 << (self._core.cells + piece) for number, piece, cells in self._placements}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The placement numbers of the options."""
        return {option: number for number, option in self.options.items()}

    def compile(self) -> None:
        """Make what all listings need. Otherwise the first listing makes it."""
        _ = self.numbers

    def search(self, made: Iterable[Placement]) -> ItemizedSearch:
        """Return a search for the solutions that contain the placements `made`."""
        return ItemizedSearch(self, tuple(made))

    def unordered(self, made: Iterable[Placement]) -> ItemSearch:
        """Return the search of the engine itself, which gives solutions as options, in its own order."""
        cells, used = self.table.effects[tuple(made)]
        covered = sum([1 << self._cells[position] for position in self._puzzle.numbering.positions(cells)])
        return ItemSearch(self._core, covered, used)

    def memory(self, searches: int) -> int:
        """Return the bytes of the table and of `searches` concurrent searches."""
        return self._core.held + searches * self._core.search_bytes

    @staticmethod
    def takes(table: Table) -> bool:
        """Tell whether the puzzle of `table` has few enough cells and pieces for the engine."""
        return len(table.puzzle.free) + len(table.puzzle.cover) <= WINDOW


class ItemizedSearch:
    """A search by items that gives placement numbers, with the methods of a `Search` of the table.

    It counts in the order of the engine, and lists in the order of the table. To list, each prefix is tried for some
    nodes. If the search ends within these, the solutions are sorted. Otherwise the prefix is replaced by all prefixes
    that are one placement longer, as the search of the table has them.
    """

    def __init__(self, items: ItemizedPuzzle, made: tuple[Placement, ...]) -> None:
        self._items = items
        self._made = made
        self._search = items.unordered(made)
        self._scan: Search | None = None  # of the table, made when the first prefix is replaced
        self._todo: list[tuple[Numbers, float]] = [((), 1.0)]  # prefixes with their shares, the next one last
        self._is_split = False
        self._least = LEAST
        self._ready: deque[Numbers] = deque()

    @property
    def nodes(self) -> int:
        """The nodes visited so far, by the engine and by the search of the table."""
        return self._search.nodes + (self._scan.nodes if self._scan else 0)

    @property
    def found(self) -> int:
        """The number of solutions that were counted."""
        return self._search.found

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self._todo and not self._ready

    def counts(self) -> Counts:
        """Return what the engine and the search of the table have done, as `Search.counts` does."""
        both = Statistics()
        both.add(self._search.counts())
        if self._scan:
            both.add(self._scan.counts())
        return both.counts()

    def fraction(self) -> float:
        """Return a coarse guess of the part of the search that is done since `seek`, from 0 to 1."""
        return 1 - sum(share for _, share in self._todo) if self._is_split else self._search.fraction()

    def seek(self, numbers: Numbers) -> None:
        """Start over, for the solutions that begin with the placement numbers `numbers`."""
        self._search.seek(self._options(numbers))
        self._todo, self._is_split, self._least = [(numbers, 1.0)], False, LEAST_OF_UNIT
        self._ready.clear()

    def prefixes(self, depth: int, numbers: Numbers = ()) -> list[Numbers]:
        """Return the nodes of the engine that are `depth` placements below one, and solutions above, in its order."""
        return [self._numbers(options) for options in self._search.prefixes(depth, self._options(numbers))]

    def probe(
        self, seed: int, most: int, *, tick: Callable[[], object]
    ) -> tuple[list[tuple[float, float, Numbers | None]], int]:
        """Return what `most` random probes of the engine estimate, as `Search.probe` does."""
        probes, seen = self._search.probe(seed, most, tick=tick)
        return [(nodes, number, met and self._numbers(met)) for nodes, number, met in probes], seen

    def count(self, tick: Callable[[], None], nodes: int) -> None:
        """Count the solutions from here on, until `nodes` nodes are visited."""
        self._search.count(tick=tick, nodes=nodes)
        if self._search.exhausted:
            self._todo.clear()

    def next(self, tick: Callable[[], None]) -> Numbers | None:
        """Return the next solution, or None if there is no more."""
        found = self.take_some(1, tick)
        return found[0] if found else None

    def take_some(self, most: int, tick: Callable[[], None], nodes: float = float("inf")) -> list[Numbers]:
        """Return the next solutions, at most `most`. There are none at the end, or once `nodes` nodes are visited."""
        while self._todo and not self._ready and self.nodes < nodes:
            tick()
            self._try_next(tick)
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def _try_next(self, tick: Callable[[], None]) -> None:
        """List the solutions with the next prefix, or replace it by longer ones."""
        prefix, share = self._todo[-1]
        self._search.seek(self._options(prefix))
        # The nodes of a try that fails are lost. While tries are an eighth of all nodes, the loss stays in proportion,
        # and long searches are split into few prefixes: 3x4x5 takes 17 M nodes, and 32 M if tries do not grow.
        tries = min(max(self._least, self._search.nodes // GROWTH), MOST)
        end, found = self._search.nodes + tries, list[Numbers]()
        while len(found) < MOST_SORTED and (batch := self._search.take_some(MOST_SORTED, tick, end)):
            found += batch
            tick()
        self._todo.pop()
        if self._search.exhausted:
            # The table meets solutions in ascending order, and those of the next prefix are greater than these.
            self._ready.extend(sorted(tuple(sorted(self._numbers(options))) for options in found))
        else:
            self._split(prefix, share)

    def _split(self, prefix: Numbers, share: float) -> None:
        self._is_split = True
        self._scan = self._scan or self._items.table.search(self._made)
        longer = self._scan.prefixes(1, prefix)
        self._todo += [(each, share / len(longer)) for each in reversed(longer)]

    def _options(self, numbers: Numbers) -> Numbers:
        return tuple([self._items.options[number] for number in numbers]) if numbers else ()

    def _numbers(self, options: Numbers) -> Numbers:
        return tuple([self._items.numbers[option] for option in options])


AnySearch = Search | ItemizedSearch
