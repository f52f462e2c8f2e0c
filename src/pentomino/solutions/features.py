"""What can be said of a solution: which pieces touch, where four meet, straight lines, halves, colours.

The gallery works out some of it by itself, in the browser; the words are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, product
from typing import TYPE_CHECKING

from ..base.look import looked
from ..errors import PentominoError
from ..lattices.lattice import SQUARE, Cell
from ..placement import Placement
from .solution import Solution

if TYPE_CHECKING:
    from ..lattices.wrapping import Element

__all__ = ["Properties", "properties"]


def properties(solution: Solution) -> Properties:
    """What can be said of a solution; each is worked out when it is first asked for.

    >>> from pentomino import solve
    >>> found = properties(solve("6x10"))
    >>> found.crossings, found.fault_free, found.colours, found.edge
    (1, True, 4, 9)
    """
    return Properties(solution)


class Properties:
    """The properties of a solution, each worked out when it is first asked for. Made by `properties`.

    None but `edge` and `fault_lines` looks at cells that stay empty. A solution that a symmetry of the board turns has
    the same properties.

    >>> from pentomino import solve
    >>> [sorted(near) for near in properties(solve("2x4", "I2*4")).neighbours]
    [[1], [0, 2], [1, 3], [2]]
    """

    def __init__(self, solution: Solution) -> None:
        self.placements: tuple[Placement, ...] = solution.placements
        self._board = solution.puzzle.board
        self._area_of = {cell: area for area, one in enumerate(self.placements) for cell in one.cells}

    @property
    def pieces(self) -> int:
        """The number of placements."""
        return len(self.placements)

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """For each placement, by its index in `placements`, those that share an edge or a face with it: a graph.

        >>> from pentomino import solve
        >>> properties(solve("3x5", "PUV")).neighbours
        (frozenset({1, 2}), frozenset({0, 2}), frozenset({0, 1}))
        """
        near = self._board.lattice.neighbours
        return tuple(
            frozenset(self._areas(other for cell in one.cells for other in near(cell)) - {area})
            for area, one in enumerate(self.placements)
        )

    @cached_property
    def edge(self) -> int:
        """How many placements lie at the edge of the board, or of a hole in it."""
        cells, near = self._board.cells, self._board.lattice.neighbours
        return len(self._areas(cell for cell in cells if not cells.issuperset(near(cell))))

    @cached_property
    def crossings(self) -> int:
        """The number of points at which four pieces meet; raises `PentominoError` but for squares."""
        self._check_squares("crossings")
        corners = (_around(cell) for cell in self._board.cells)
        return sum(len(self._areas(four)) == 4 for four in corners)

    @cached_property
    def fault_lines(self) -> int:
        """The number of straight lines through the whole board that cut no piece.

        Raises `PentominoError` but for squares.

        >>> from pentomino import solve
        >>> properties(solve("2x4", "O4*2")).fault_lines
        1
        """
        self._check_squares("fault lines")
        return sum(all(self._is_wall(*pair) for pair in line) for line in self._lines())

    @property
    def fault_free(self) -> bool:
        """Whether no straight line runs through the whole board that cuts no piece; raises as `fault_lines` does."""
        return not self.fault_lines

    @cached_property
    def colouring(self) -> tuple[int, ...]:
        """A colour for each placement, from 0: as few as can be, so that no two that touch have the same.

        Found by trying; on squares four are always enough.
        """
        order = self._order()
        for colours in count(1):
            found = self._coloured(order, colours)
            if found is not None:
                by_area = dict(zip(order, found, strict=True))
                return tuple([by_area[area] for area in range(self.pieces)])
        raise AssertionError("as many colours as pieces are enough")

    @property
    def colours(self) -> int:
        """The least number of colours with which no two placements that touch have the same."""
        return len(set(self.colouring))

    @cached_property
    def halves(self) -> tuple[frozenset[int], frozenset[int]] | None:
        """Two connected halves, made of whole pieces, that a symmetry of the board swaps; None if there are none.

        As the indices of their placements, that of the first placement first. Whether pieces lie alike in both does
        not matter. The time grows with 2 to the power of the pairs of pieces that face only each other.

        >>> from pentomino import solve
        >>> properties(solve("2x4", "O4*2")).halves
        (frozenset({0}), frozenset({1}))
        """
        return next(filter(None, map(self._halves_by, self._board.motions()[1:])), None)

    def _areas(self, cells: Iterable[Cell]) -> set[int]:
        """The areas that cover some of these cells."""
        return {self._area_of[cell] for cell in cells if cell in self._area_of}

    def _check_squares(self, what: str) -> None:
        if self._board.lattice != SQUARE:
            raise PentominoError(f"{what} are told of squares only, not of the {self._board.lattice.name} lattice")

    def _lines(self) -> Iterator[list[tuple[Cell, Cell]]]:
        """For each straight line that crosses the board, the cells on its two sides."""
        cells = self._board.cells
        for down, right in ((1, 0), (0, 1)):
            lines: dict[int, list[tuple[Cell, Cell]]] = {}
            for row, column in cells:
                beyond = row + down, column + right
                if beyond in cells:
                    lines.setdefault(row if down else column, []).append(((row, column), beyond))
            yield from lines.values()

    def _is_wall(self, cell: Cell, beyond: Cell) -> bool:
        return self._area_of.get(cell) is None or self._area_of.get(cell) != self._area_of.get(beyond)

    def _order(self) -> list[int]:
        """The areas in the order in which to colour them: next the one that touches most of those before it."""
        left = set(range(self.pieces))
        order: list[int] = []
        while left:
            near = self.neighbours
            order.append(max(left, key=lambda area: (len(near[area] - left), len(near[area]), -area)))
            left.remove(order[-1])
        return order

    def _coloured(self, order: Sequence[int], colours: int) -> list[int] | None:
        """A colour for each area in that order; None if so few are not enough."""
        place = {area: number for number, area in enumerate(order)}
        found: list[int] = []
        open_ends: list[Iterator[int]] = []
        while len(found) < len(order):
            if len(open_ends) == len(found):
                used = {found[place[near]] for near in self.neighbours[order[len(found)]] if place[near] < len(found)}
                # Of the colours that no area has so far, one is as good as another.
                fresh = range(min(colours, max(found, default=-1) + 2))
                open_ends.append(iter([colour for colour in fresh if colour not in used]))
            colour = next(open_ends[-1], None)
            if colour is not None:
                found.append(colour)
                continue
            open_ends.pop()
            if not open_ends:
                return None
            found.pop()
        return found

    def _halves_by(self, element: Element) -> tuple[frozenset[int], frozenset[int]] | None:
        """The halves that one symmetry of the board swaps."""
        groups = self._opposed(element)
        if not groups:
            return None
        (first, second), *others = groups
        for swaps in looked(product((False, True), repeat=len(others))):
            halves = [[*first], [*second]]
            for swap, (one, other) in zip(swaps, others, strict=True):
                halves[swap] += one
                halves[not swap] += other
            if self._is_connected(halves[0]) and self._is_connected(halves[1]):
                return frozenset(halves[0]), frozenset(halves[1])
        return None

    def _opposed(self, element: Element) -> list[tuple[set[int], set[int]]]:
        """Groups of areas of which one part must be in one half, and one in the other; none if that cannot be."""
        apart: list[set[int]] = [set() for _ in self.placements]
        cells = [*self._area_of]
        for cell, image in zip(cells, self._board.images(cells, element), strict=True):
            area, other = self._area_of[cell], self._area_of.get(image)
            if other is None or other == area:
                return []
            apart[area].add(other)
            apart[other].add(area)
        side: dict[int, int] = {}
        groups = []
        for first in range(self.pieces):
            if first not in side:
                group = _two_coloured(first, apart, side)
                if group is None:
                    return []
                groups.append(group)
        return groups

    def _is_connected(self, areas: Sequence[int]) -> bool:
        left = set(areas[1:])
        reached = [areas[0]]
        for area in reached:  # which grows meanwhile
            near = left & self.neighbours[area]
            left -= near
            reached += near
        return not left


def _two_coloured(first: int, apart: Sequence[set[int]], side: dict[int, int]) -> tuple[set[int], set[int]] | None:
    """The areas that hang together with the first one by being apart, on their two sides; None if they contradict."""
    side[first] = 0
    group = [first]
    for area in group:  # which grows meanwhile
        for other in apart[area]:
            if other not in side:
                side[other] = 1 - side[area]
                group.append(other)
            elif side[other] == side[area]:
                return None
    return {area for area in group if not side[area]}, {area for area in group if side[area]}


def _around(cell: Cell) -> list[Cell]:
    """The four cells around the lower right corner of a cell."""
    row, column = cell
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
