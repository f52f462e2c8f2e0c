"""Listings by the item engine, which always covers the item with the fewest options.

The engine finds solutions in an order of its own. A listing has the order of the table: for one short prefix of
placements after another, in that order, it sorts the solutions that begin with the prefix, if they are not too many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from ..._core import ItemSearch, Search
from ...placement import Placement
from ..progress import Counts, Statistics
from .table import Numbers, Table

DENSE = 64
"""If a try finds a solution in every `DENSE` nodes, a search in the order of the table is as fast."""

LARGE = 1 << 20
"""A cover with more words than this is scanned first, as a try takes long: large boards that many pieces fill."""

MIN_PREFIX_NODES, MAX_PREFIX_NODES = 1 << 12, 1 << 22
"""The minimum and maximum nodes for which a prefix is tried: a millisecond, to find the first solution soon, and a
second."""

MIN_UNIT_NODES = 1 << 18
"""The minimum nodes for which a unit of a worker is tried: nobody waits for its first solution."""

GROWTH = 8
"""A try may visit one node for every `GROWTH` nodes visited before."""

MAX_SORTED_SOLUTIONS = 1 << 14
"""The maximum number of solutions that are sorted at once, to limit memory."""


class ItemizedSearch:
    """A search by the item engine that lists in the order of the table, with the methods of a `Search`.

    Each prefix is tried for some nodes. If the search ends within these, the solutions are sorted. Otherwise the prefix
    is replaced by all prefixes that are one placement longer. If solutions are dense, it is scanned instead: searched
    in the order of the table, as long as solutions come. Then it is replaced by the remaining prefixes.
    """

    def __init__(self, table: Table, made: Iterable[Placement]) -> None:
        self._table = table
        self._made = tuple(made)
        self._search = table.by_items(table.cover, self._made)
        self._scan: ItemSearch | None = None  # in the order of the table, made when the first prefix is replaced
        self._scanned: float | None = None  # the share of the prefix that is scanned
        self._is_large = table.cover.options * table.cover.words > LARGE
        self._todo: list[tuple[Numbers, float]] = [((), 1.0)]  # prefixes with their shares, the next one last
        self._is_split = False
        self._least = MIN_PREFIX_NODES
        self._ready: deque[Numbers] = deque()

    @property
    def nodes(self) -> int:
        """The number of nodes visited, by tries and by the scan."""
        return self._search.nodes + (self._scan.nodes if self._scan else 0)

    @property
    def grown(self) -> int:
        """The bytes that both searches have taken since they were made."""
        return self._search.grown + (self._scan.grown if self._scan else 0)

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self._todo and not self._ready and self._scanned is None

    def counts(self) -> Counts:
        """Return the counts of both searches, as `Search.counts` does."""
        both = Statistics()
        both.add(self._search.counts())
        if self._scan:
            both.add(self._scan.counts())
        return both.counts()

    def fraction(self) -> float:
        """Return a rough estimate of the fraction of the search done since `seek`, from 0 to 1."""
        left = sum(share for _, share in self._todo) + (self._scanned or 0)
        return 1 - left if self._is_split else self._search.fraction()

    def seek(self, numbers: Numbers) -> None:
        """Start over, for the solutions that begin with the placement numbers `numbers`."""
        self._search.seek(numbers)
        self._todo, self._is_split, self._least, self._scanned = [(numbers, 1.0)], False, MIN_UNIT_NODES, None
        self._ready.clear()

    def next(self, tick: Callable[[], None]) -> Numbers | None:
        """Return the next solution, or None if there is no more."""
        found = self.take_some(1, tick)
        return found[0] if found else None

    def take_some(self, most: int, tick: Callable[[], None], nodes: float = float("inf")) -> list[Numbers]:
        """Return the next solutions, at most `most`; an empty list at the end, or once `nodes` nodes are visited."""
        while not self.exhausted and not self._ready and self.nodes < nodes:
            tick()
            if self._scanned is None:
                self._try_next(tick)
            else:
                self._scan_on(self._scanned, most, tick)
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def _try_next(self, tick: Callable[[], None]) -> None:
        """List the solutions with the next prefix, or replace it by longer ones."""
        prefix, share = self._todo[-1]  # which stays there until it is done, as the tick may raise
        if self._is_large and not self._is_split:
            self._scan_from(prefix)
            self._todo.pop()
            self._scanned = share
            return
        self._search.seek(prefix)
        # The nodes of a failed try are lost. With tries of an eighth of all nodes, the loss stays in proportion, and
        # long searches are split into few prefixes: 3x4x5 takes 17 M nodes, and 32 M if tries do not grow.
        tries = min(max(self._least, self._search.nodes // GROWTH), MAX_PREFIX_NODES)
        end, found = self._search.nodes + tries, list[Numbers]()
        while len(found) < MAX_SORTED_SOLUTIONS and (batch := self._search.take_some(MAX_SORTED_SOLUTIONS, tick, end)):
            found += batch
            tick()
        if self._search.exhausted:
            # The order of the table is ascending, and the solutions of the next prefix are greater than these.
            self._todo.pop()
            self._ready.extend(sorted(tuple(sorted(numbers)) for numbers in found))
            return
        scan, is_dense = self._scan_from(prefix), DENSE * len(found) >= tries
        longer = [] if is_dense else scan.prefixes(1, prefix)
        self._todo.pop()
        if is_dense:
            self._scanned = share
        self._put_off(longer, share)

    def _scan_from(self, prefix: Numbers) -> ItemSearch:
        self._scan = self._scan or self._table.by_items(self._table.cover, self._made, in_order=True)
        self._scan.seek(prefix)
        self._is_split = True
        return self._scan

    def _scan_on(self, share: float, most: int, tick: Callable[[], None]) -> None:
        """List the next solutions of the scanned prefix. If none comes for long, put off the rest of it."""
        assert self._scan is not None
        self._ready.extend(self._scan.take_some(most, tick, self._scan.nodes + MIN_PREFIX_NODES))
        if not self._ready:
            self._scanned = None
            self._put_off([] if self._scan.exhausted else self._scan.remaining(), share)

    def _put_off(self, prefixes: Sequence[Numbers], share: float) -> None:
        self._todo += [(prefix, share / len(prefixes)) for prefix in reversed(prefixes)]


AnySearch = Search | ItemizedSearch
"""A search that lists in the order of the table."""
