"""Half-filled boards, the `.try` files of ahuggel/pentomino: `.` or 0 a free cell, any letter a piece already placed.

The letters need not be the names of pieces: a piece is known by its shape. `#` is a blocked cell; those files
have none, as their boards are all of 6x10.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..board import Board
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice
from ..pieces.polyform import Polyform
from ..pieces.sets import PiecesLike, as_pieces, fault_of_size, may_turn_over
from ..placement import Placement
from ..puzzle import Puzzle
from .common import FormatError, Source, check_box, reading, text_of
from .picture import drawn, read_board

__all__ = ["Attempt", "read", "read_puzzle", "write_puzzle"]


class Attempt(NamedTuple):
    """A half-filled board: all its cells, and the pieces that lie on it, by rows.

    >>> read("II..\\n....", "I2*4").board.area
    8
    """

    board: Board
    placed: tuple[Placement, ...]


def read(source: Source, pieces: PiecesLike = "pentominoes", *, reflections: bool | None = None) -> Attempt:
    """The board of a file and the pieces that lie on it, found among *pieces*.

    Raises `FormatError`, with line and column, for an area that is no piece of the set, as when a piece is half
    drawn, and for a piece that lies there more often than the set has it.

    >>> attempt = read("VV...\\nV....\\n.....", "V3*5")
    >>> attempt.placed
    (Placement('V3', [(0, 0), (0, 1), (1, 0)]),)
    """
    with reading(source) as file:
        board = read_board(file.text.replace("0", "."))
        top, left = _corner(file.text)
        stock = _Stock(pieces, reflections, board.lattice)
        placed = []
        for letter, area in sorted(board.given, key=lambda given: min(given[1])):
            try:
                placed.append(stock.placed(letter, area))
            except FormatError as error:
                if board.lattice != SQUARE:  # the lines of which are not its rows
                    raise
                row, column = min(area)
                raise FormatError(error.message, top + row, left + column) from None
        return Attempt(Board(board.cells, board.lattice, optional=board.optional), tuple(placed))


def _corner(text: str) -> Cell:
    """The line and the column at which the picture of a board begins."""
    lines = [line.rstrip("\r\x1a \t") for line in text.split("\n")]
    top = next(number for number, line in enumerate(lines, 1) if line)
    return top, 1 + min(len(line) - len(line.lstrip(" \t")) for line in lines if line)


class _Stock:
    """The pieces of a set by their shapes, and how many of each are still to be had."""

    def __init__(self, pieces: PiecesLike, reflections: bool | None, lattice: Lattice) -> None:
        self.lattice = lattice
        self.counts = as_pieces(pieces, lattice)
        self.pieces: dict[tuple[Cell, ...], Polyform] = {}
        self.left: dict[Polyform, float] = {}
        turn_over = may_turn_over(self.counts, reflections)
        for piece, _, most in self.counts:
            # An entry of a shape that was met before adds to that one's copies.
            first = self.pieces.setdefault(piece.cells, piece)
            for turned in piece.orientations(turn_over):
                self.pieces[turned.cells] = first
            self.left[first] = self.left.get(first, 0) + (math.inf if most is None else most)

    def placed(self, letter: str, area: Cells) -> Placement:
        """The placement of the piece that has the shape of *area*; a copy of it is gone then."""
        cells = tuple(sorted(area))
        piece = self.pieces.get(self.lattice.normalise(cells))
        if piece is None:
            raise FormatError(self._unknown(letter, len(cells)))
        if not self.left[piece]:
            raise FormatError(f"{letter!r} is piece {piece.name or 'without a name'}, of which no copy is left")
        self.left[piece] -= 1
        return Placement._make(piece=piece, cells=cells, lattice=self.lattice)

    def _unknown(self, letter: str, size: int) -> str:
        """What may be wrong with so many cells that are no piece of the set."""
        what = f"the {size} cells of {letter!r}"
        if fault := fault_of_size(size, self.counts):
            return f"{what} are {fault}"
        names = " ".join(count.piece.name or "(without a name)" for count in self.counts[:20])
        return f"{what} are a shape that is not in the set; the set is {names}"


def read_puzzle(source: Source, pieces: PiecesLike = "pentominoes") -> Puzzle:
    """The puzzle to complete a half-filled board with *pieces*, those that lie there being given."""
    with reading(source) as file:
        attempt = read(file, pieces)
        return Puzzle(attempt.board, pieces, placed=attempt.placed)


def write_puzzle(puzzle: Puzzle) -> bytes:
    """The board with the given pieces as letters; the file holds neither the pieces nor how they may be placed."""
    picture = drawn(puzzle)
    check_box(puzzle.board.rows, puzzle.board.columns)
    return text_of([picture])
