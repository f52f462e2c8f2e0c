"""Tables: a statement compiled for the core. Cells and orientations become numbers here, and placements come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Protocol

from ._core import WINDOW, ListSearch, ListTable, Search, WindowSearch, WindowTable
from .errors import PuzzleError
from .geometry import Cell, box, normalise, scan_order, scans_rows
from .polyomino import Polyomino
from .shuffle import shuffler
from .statement import Placement, Statement

__all__ = ["ListedPuzzle", "Table", "WindowedPuzzle", "compile_table"]

MOST_SLOTS = 1 << 16
"""Orientations that the window engine can number."""


SPARSE = 64
"""Numbers for each free cell beyond which the window is not worth its while: it would mostly slide over nothing."""

MOST_LISTED = 4096
"""Cells of a board that the list engine takes."""


class Table(Protocol):
    """What both kinds of table offer: searches, and the way from placement numbers to placements and back.

    `engine` is the name of the engine that it is for.
    """

    engine: str

    def placement(self, code: int) -> Placement:
        """The placement of that number."""

    def code(self, cells: Sequence[Cell]) -> int:
        """The number of the placement on *cells*."""

    def compile(self) -> None:
        """Make all that searches need and share; the first search would."""

    def search(self, made: Iterable[Placement], check_depth: int = 1, uncovered: Iterable[Cell] = ()) -> Search:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone.

        Nodes with fewer than *check_depth* pieces placed by the search are checked for regions that cannot be filled.
        """


def compile_table(statement: Statement, seed: int | None = None) -> Table:
    """The table for *statement*: windowed where every orientation fits the window, else a list.

    With a *seed*, orientations are tried in an order that follows from it.
    """
    windowed = WindowedPuzzle(statement, seed)
    if windowed.fits:
        return windowed
    if len(statement.free) > MOST_LISTED:
        raise PuzzleError(
            f"the board has {len(statement.free)} free cells, and pieces reach too far for a window of {WINDOW} bits; "
            f"such boards may have at most {MOST_LISTED} cells"
        )
    return ListedPuzzle(statement, seed)


class WindowedPuzzle:
    """A puzzle compiled for the window engine.

    Cells are numbered in scan order, one number being left out after each line, so that the end of a line is just a
    blocked cell. A piece is a mask that is shifted to its first cell. Placement numbers are
    `position * slots + (slots - 1 - slot)`: the search tries the last slot first.
    """

    engine = "window"

    def __init__(self, statement: Statement, seed: int | None = None) -> None:
        self.statement = statement
        self.top, self.left, rows, columns = box(statement.free)
        self.by_rows = scans_rows(statement.free)
        self.stride = min(rows, columns) + 1
        shapes = [
            (number, shape)
            for number, shape in statement.orientations
            if shape.rows <= rows and shape.columns <= columns and statement.demand[number].most
        ]
        self.slots = _slots(shapes, seed)
        self.masks = [self._mask(shape) if shape else 0 for _, shape in self.slots]
        self.fits = (
            0 < len(self.slots) <= MOST_SLOTS
            and self.stride <= WINDOW
            and self.position(rows - 1, columns - 1) <= SPARSE * (len(statement.free) + SPARSE)
            and all(mask.bit_length() <= WINDOW for mask in self.masks)
        )
        self._placements: dict[int, Placement] = {}
        self._slot_of = {shape.cells: slot for slot, (_, shape) in enumerate(self.slots) if shape}

    @cached_property
    def _core(self) -> WindowTable:
        """What all searches look things up in; to count by the frontier engine takes none."""
        statement = self.statement
        allowed = None
        guarded = [n for n in range(len(statement.pieces)) if statement.predicates(n)]
        if guarded:
            free = sum(1 << slot for slot, (number, shape) in enumerate(self.slots) if shape and number not in guarded)
            allowed = [free] * (self._covered(statement.free).bit_length() + 1)
            for number in guarded:
                for placement in statement.placements_of(number):
                    position, slot = divmod(self.code(placement.cells), len(self.slots))
                    allowed[position] |= 1 << (len(self.slots) - 1 - slot)
        return WindowTable(
            self.stride,
            self._covered(statement.free),
            self.masks,
            [number for number, _ in self.slots],
            [count.piece.size for count in statement.demand],
            [count.least for count in statement.demand],
            [count.most for count in statement.demand],
            allowed,
        )

    def compile(self) -> None:
        """Make all that searches need and share."""
        _ = self._core

    def position(self, row: int, column: int) -> int:
        """The number of the cell that far from the corner of the free cells' bounding box."""
        return row * self.stride + column if self.by_rows else column * self.stride + row

    def _mask(self, shape: Polyomino) -> int:
        positions = [self.position(row, column) for row, column in shape.cells]
        first = min(positions)
        return sum(1 << (position - first) for position in positions)

    def _covered(self, cells: Iterable[Cell]) -> int:
        return sum(1 << self.position(row - self.top, column - self.left) for row, column in cells)

    def placement(self, code: int) -> Placement:
        """The placement of that number."""
        if code not in self._placements:
            position, slot = divmod(code, len(self.slots))
            number, shape = self.slots[-1 - slot]
            assert shape is not None, "unused slots are never placed"
            line, offset = divmod(position, self.stride)
            row, column = (line, offset) if self.by_rows else (offset, line)
            start = min(shape.cells) if self.by_rows else min(shape.cells, key=lambda cell: (cell[1], cell[0]))
            down, right = self.top + row - start[0], self.left + column - start[1]
            cells = tuple((r + down, c + right) for r, c in shape.cells)
            self._placements[code] = Placement._make(piece=self.statement.pieces[number].piece, cells=cells)
        return self._placements[code]

    def code(self, cells: Sequence[Cell]) -> int:
        """The number of the placement on *cells*."""
        position = min(self.position(row - self.top, column - self.left) for row, column in cells)
        return position * len(self.slots) + len(self.slots) - 1 - self._slot_of[normalise(cells)]

    def search(self, made: Iterable[Placement], check_depth: int = 1, uncovered: Iterable[Cell] = ()) -> WindowSearch:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        cells, used = _effect(self.statement, made)
        return WindowSearch(self._core, self._covered([*cells, *uncovered]), used, check_depth)


def _slots(shapes: Sequence[tuple[int, Polyomino]], seed: int | None) -> list[tuple[int, Polyomino | None]]:
    """The orientations in bit order, filled up with unused slots so that no piece straddles two groups of 64.

    Pieces with most orientations come first; as these are mostly 8, 4, 2 or 1, hardly a slot stays unused. Within one
    group of 64 none does, whatever the order, so there a shuffle mixes all pieces.
    """
    by_piece: dict[int, list[Polyomino]] = {}
    for number, shape in shapes:
        by_piece.setdefault(number, []).append(shape)
    slots: list[tuple[int, Polyomino | None]] = []
    shuffle = shuffler(seed)
    pieces = [(number, shuffle(group)) for number, group in shuffle(by_piece.items())]
    if seed is None or len(shapes) > 64:
        pieces.sort(key=lambda item: -len(item[1]))
    for number, group in pieces:
        if len(slots) // 64 != (len(slots) + len(group) - 1) // 64:
            slots += [(0, None)] * (-len(slots) % 64)
        slots += [(number, shape) for shape in group]
    return slots


def _effect(statement: Statement, made: Iterable[Placement]) -> tuple[list[Cell], list[int]]:
    """The cells that placements cover, and how many copies of each piece they use."""
    cells: list[Cell] = []
    used = [0] * len(statement.pieces)
    for placement in made:
        cells += placement.cells
        used[statement.shapes[normalise(placement.cells)][0]] += 1
    return cells, used


class ListedPuzzle:
    """A puzzle compiled for the list engine: all placements are written out. Placement numbers are their ranks."""

    engine = "list"

    def __init__(self, statement: Statement, seed: int | None = None) -> None:
        self.statement = statement
        self._number = {cell: number for number, cell in enumerate(scan_order(statement.free))}
        filed = [
            (sorted(self._number[cell] for cell in placement.cells), number, placement)
            for number in range(len(statement.pieces))
            for placement in statement.placements_of(number)
        ]
        filed.sort(key=lambda option: option[0])
        if seed is not None:
            filed = shuffler(seed)(filed)
            filed.sort(key=lambda option: option[0][0])
        self._placements = [placement for _, _, placement in filed]
        self._codes = {placement.cells: code for code, placement in enumerate(self._placements)}
        self._core = ListTable(
            len(self._number),
            [(cells, number, 1) for cells, number, _ in filed],
            [count.piece.size for count in statement.demand],
            [count.least for count in statement.demand],
            [count.most for count in statement.demand],
        )

    def compile(self) -> None:
        """Make nothing: all is there."""

    def placement(self, code: int) -> Placement:
        """The placement of that number."""
        return self._placements[code]

    def code(self, cells: Sequence[Cell]) -> int:
        """The number of the placement on *cells*."""
        return self._codes[tuple(sorted(cells))]

    def search(self, made: Iterable[Placement], check_depth: int = 1, uncovered: Iterable[Cell] = ()) -> ListSearch:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        cells, used = _effect(self.statement, made)
        cells += uncovered
        covered = sum(1 << self._number[cell] for cell in cells)
        return ListSearch(self._core, len(self._number) - len(cells), covered, used)
