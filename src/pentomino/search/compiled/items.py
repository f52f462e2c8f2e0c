"""Listings by the item engine, which covers next what has the fewest options.

The engine meets solutions in an order of its own. A listing has the order of the table: it takes one short prefix of
placements after the other in that order, and sorts the solutions that begin with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import zip_longest

from ..._core import Search
from ...placement import Placement
from .table import Numbers, Table

LEAST, MOST = 1 << 12, 1 << 22
"""The nodes for which a prefix is tried. The least take a millisecond, so that the first solution comes soon; the most
take a second."""

LEAST_OF_UNIT = 1 << 18
"""The least nodes for which a unit of a worker is tried: nobody waits for its first solution."""

GROWTH = 8
"""A try may take one in `GROWTH` of the nodes visited so far."""

MOST_SORTED = 1 << 14
"""The greatest number of solutions that are sorted at once, which bounds memory."""


class ItemizedSearch:
    """A search by items that lists in the order of the table, with the methods of a `Search`.

    Each prefix is tried for some nodes. If the search ends within these, the solutions are sorted. Otherwise the prefix
    is replaced by all prefixes that are one placement longer, as the search of the table has them.
    """

    def __init__(self, table: Table, made: Iterable[Placement]) -> None:
        self._table = table
        self._made = tuple(made)
        self._search = table.by_items(table.cover, self._made)
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
    def dead_ends(self) -> int:
        """The number of these nodes without a child."""
        return self._search.dead_ends + (self._scan.dead_ends if self._scan else 0)

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self._todo and not self._ready

    def histogram(self) -> list[int]:
        """Return the number of nodes visited at each depth."""
        scan = self._scan.histogram() if self._scan else []
        return [a + b for a, b in zip_longest(self._search.histogram(), scan, fillvalue=0)]

    def fraction(self) -> float:
        """Return a coarse guess of the part of the search that is done since `seek`, from 0 to 1."""
        return 1 - sum(share for _, share in self._todo) if self._is_split else self._search.fraction()

    def seek(self, numbers: Numbers) -> None:
        """Start over, for the solutions that begin with the placement numbers `numbers`."""
        self._search.seek(numbers)
        self._todo, self._is_split, self._least = [(numbers, 1.0)], False, LEAST_OF_UNIT
        self._ready.clear()

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
        self._search.seek(prefix)
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
            self._ready.extend(sorted(tuple(sorted(numbers)) for numbers in found))
        else:
            self._split(prefix, share)

    def _split(self, prefix: Numbers, share: float) -> None:
        self._is_split = True
        self._scan = self._scan or self._table.search(self._made)
        longer = self._scan.prefixes(1, prefix)
        self._todo += [(each, share / len(longer)) for each in reversed(longer)]


AnySearch = Search | ItemizedSearch
"""A search that lists in the order of the table."""
