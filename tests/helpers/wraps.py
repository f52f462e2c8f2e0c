"""Wrapped boards for the oracle. The geometry of rings and tori is defined here, without the package."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from hypothesis import strategies as st

import oracle
from oracle import Cell, Cells, Grid, Statement, Symmetry
from strategies import Restriction, statements, statements_with_room

Wrap = tuple[int | None, int | None]
"""After how many rows and columns a board begins again; None: never."""


def rolled(cells: Cells, wrap: Wrap) -> Cells:
    """Return the cells with rows and columns modulo the periods of the wrap."""
    return frozenset(tuple(n % period if period else n for n, period in zip(cell, wrap, strict=True)) for cell in cells)


class Roll(NamedTuple):
    """An element of D4, followed by a translation along each axis that is wrapped."""

    turn: Symmetry
    down: int
    right: int
    wrap: Wrap

    @property
    def mirror(self) -> bool:
        return self.turn.mirror

    def moved(self, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the element of D4, in the plane and at any position."""
        return self.turn.moved(cells)

    def on(self, frame: Cells, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the motion. The set is empty if the motion changes the wrap.

        Along an axis without wrap, the corner of `frame` stays in place.
        """
        rows, columns = self.wrap
        if rows != columns and self.turn.turns % 2:
            return frozenset()
        row, column = oracle.corner(frame)
        moved_row, moved_column = oracle.corner(self.moved(frame))
        down = row - moved_row if rows is None else self.down
        right = column - moved_column if columns is None else self.right
        return rolled(oracle.translated(self.moved(cells), down, right), self.wrap)


@dataclass(frozen=True, repr=False)
class Wrapped(Grid):
    """Squares on a ring or a torus. Pieces are still shapes of the plane."""

    wrap: Wrap = (None, None)

    def __repr__(self) -> str:
        return f"<grid {self.name} {self.wrap}>"

    def placed(self, shape: Cells, first: Cell) -> Cells | None:
        """Return the shape translated so that its least cell is `first`, or None if the shape then overlaps itself."""
        cells = rolled(super().placed(shape, first) or shape, self.wrap)
        return cells if len(cells) == len(shape) else None


def wrapped(wrap: Wrap) -> Wrapped:
    rows, columns = wrap
    shifts = [(down, right) for down in range(rows or 1) for right in range(columns or 1)]
    return Wrapped("square", tuple(Roll(turn, *by, wrap) for turn in oracle.D4 for by in shifts), wrap=wrap)


@dataclass(frozen=True)
class RolledRestriction(Restriction):
    """A rule for a piece on a wrapped board. If `shapes` is given, the piece must be one of them, from any cell on."""

    def __call__(self, index: int, cells: Cells) -> bool:
        if index != self.index:
            return True
        ways = [self.grid.placed(shape, cell) for shape in self.shapes or () for cell in cells]
        return (self.shapes is None or cells in ways) and cells.isdisjoint(self.banned)


@st.composite
def wrapped_statements(draw: st.DrawFn, most_cells: int = 11) -> Statement:
    """Draw statements on rings and tori. The board repeats directly, or after an empty row or column."""
    apart = draw(st.booleans())
    flat = draw(statements(most_cells, apart=apart) | statements_with_room(most_cells - 2, apart=apart))
    down, right = (-n for n in oracle.corner(flat.cells))
    cells = oracle.translated(flat.cells, down, right)
    sides = [1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)]
    rows, columns = (side + draw(st.sampled_from([0, 0, 0, 1])) for side in sides)
    grid = wrapped(draw(st.sampled_from([(rows, columns), (rows, columns), (None, columns), (rows, None)])))
    given = tuple((index, oracle.translated(part, down, right)) for index, part in flat.given)
    rule = flat.allowed
    if isinstance(rule, Restriction):
        rule = RolledRestriction(rule.index, oracle.translated(rule.banned, down, right), rule.shapes, grid)
    optional = oracle.translated(flat.optional, down, right)
    moved = replace(flat, cells=cells, given=given, allowed=rule, optional=optional, grid=grid)
    # A piece that overlaps itself across the seam has no placement, so it cannot be given.
    own = oracle.all_placements(moved)
    return moved if own.issuperset(oracle.given_placements(moved)) else replace(moved, given=())
