"""Registers: the placements that solutions of one puzzle share, and the text and JSON of each, computed once.

The key of a placement in a register is its number in a compiled puzzle, or else the placement itself.

A text picture of a full board is composed of those of its placements. That is faster than a `Drawing`, ten times for
letters and six times for outlines, so that thousands are printed as fast as they are found. A `Drawing` draws all other
pictures: labels, cells that stay empty, other lattices. `text` returns None for these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial, reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from ..base.value import Memo
from ..base_puzzle import BasePuzzle
from ..drawable import Drawing, own_symbols
from ..lattices.lattice import SQUARE, Cell
from ..pieces.polyform import Polyform
from ..placement import Placement

if TYPE_CHECKING:
    from ..render.text import Stencil

Key: TypeAlias = int | Placement
Lying: TypeAlias = Callable[[int], tuple[int, tuple[Cell, ...]]]
Laid: TypeAlias = tuple[int, tuple[Cell, ...], Key]
"""The number of a piece, its cells, and the key of that placement."""


class Register:
    """The placements of solutions of `puzzle`. `lying` returns the piece and the cells of a placement number.

    The numbers in `gaps` stand for empty cells.
    """

    def __init__(self, puzzle: BasePuzzle, lying: Lying | None = None, gaps: Collection[int] = ()) -> None:
        self.puzzle = puzzle
        self._gaps = gaps
        # None of these functions refers to the register: a cycle would keep the tables of a search until a collection.
        self._place: Memo[Key, Laid] = Memo(partial(_place, puzzle, lying))
        self._placement: Memo[Key, Placement] = Memo(partial(_placement, puzzle, self._place))
        self._walls: dict[str, tuple[Stencil, Memo[Key, int]]] = {}

    def keys(self, made: Iterable[Placement], numbers: Iterable[int] = ()) -> list[Key]:
        """Return the keys of the placements `made` and of those with the other numbers."""
        return [*self.seen(numbers), *made]

    def seen(self, numbers: Iterable[int]) -> list[Key]:
        """Return the numbers without those of gaps."""
        return [number for number in numbers if number not in self._gaps] if self._gaps else [*numbers]

    def ordered(self, keys: Iterable[Key]) -> list[Key]:
        """Sort the keys piece by piece in the order of the set, copies of one piece by their cells.

        Copies with several names get them in the order of the set. A given piece keeps its name.
        """
        laid = sorted(map(self._place.__getitem__, keys))
        puzzle = self.puzzle
        if not any(puzzle.names):
            return [key for _, _, key in laid]
        given = {(puzzle.owner(one), one.cells): one for one in puzzle.placed}
        names: dict[int, list[Polyform]] = {}
        for number, used in Counter([number for number, _, _ in laid if number < len(puzzle.pieces)]).items():
            own = [one.piece.name for (owner, _), one in given.items() if owner == number]
            names[number] = puzzle.piece_set.called(number, used, own)
        found: list[Key] = []
        for number, cells, key in laid:
            if (number, cells) not in given and names.get(number):
                key = puzzle.placement(names[number].pop(0), cells)
            found.append(given.get((number, cells), key))
        return found

    def placements(self, keys: Iterable[Key]) -> tuple[Placement, ...]:
        """Return the placements with these keys."""
        return tuple(map(self._placement.__getitem__, keys))

    def drawing(self, keys: Sequence[Key]) -> Drawing:
        """Return the drawing of the board with these placements, and with its labels."""
        board, places = self.puzzle.board, self._place
        parts = [places[key][1] for key in keys]
        names = tuple([placement.piece.name for placement in self.placements(keys)])
        return Drawing.of_parts(board.cells, parts, self.symbols(keys), names, board.texts, board.lattice)

    def symbols(self, keys: Sequence[Key]) -> tuple[str, ...]:
        """Return a letter for each placement, by the rule of `Solution.grid`."""
        own = tuple(map(self._symbol.__getitem__, keys))
        return symbols_for(self.puzzle, self.placements(keys)) if None in own else own  # type: ignore[return-value]

    @cached_property
    def _own_letters(self) -> dict[int, str]:
        return own_letters(self.puzzle)[0]

    @cached_property
    def _symbol(self) -> Memo[Key, str | None]:
        own, place = self._own_letters, self._place
        return Memo(lambda key: own.get(place[key][0]))

    def text(self, keys: Iterable[Key], style: str) -> str | None:
        """Return the picture of a full board; None for other styles, or if a placement looks different in each."""
        # A picture is an integer whose bytes are the characters. Pictures of placements are added or joined by OR.
        if style == "letters" and self._has_own_letters and self._is_flat:
            size, frame = self._frame
            return sum(map(self._letters.__getitem__, keys), frame).to_bytes(size, "little").decode("ascii")
        if style in ("outline", "box") and self._is_flat and not self.puzzle.board.labels:
            stencil, walls = self._walls.get(style) or self._stencil(style)
            return stencil.text(reduce(or_, map(walls.__getitem__, keys), stencil.base), {})
        return None

    def _stencil(self, style: str) -> tuple[Stencil, Memo[Key, int]]:
        from ..render.text import stencil

        board, place = self.puzzle.board, self._place
        made = stencil(frozenset(board.cells), style == "box", board.lattice)
        return self._walls.setdefault(style, (made, Memo(lambda key: made.walls(place[key][1]))))

    @cached_property
    def _has_own_letters(self) -> bool:
        return len(self._own_letters) == len(self.puzzle.pieces)

    @cached_property
    def _is_flat(self) -> bool:
        """Whether the board is of squares, and all of them are covered."""
        return self.puzzle.board.lattice.flat == SQUARE and not self.puzzle.board.optional

    @cached_property
    def _frame(self) -> tuple[int, int]:
        """The length of a picture in letters, and the picture without the letters of cells."""
        _, _, rows, columns = self.puzzle.board.frame
        marks = ("#" * columns + "\n").encode() * rows
        blocked = ord("#") * sum(self._spots.values())
        return max(0, len(marks) - 1), int.from_bytes(marks[:-1], "little") - blocked

    @cached_property
    def _spots(self) -> dict[Cell, int]:
        """Map each cell of the board to an integer with 1 in the byte of its letter."""
        top, left, _, columns = self.puzzle.board.frame
        return {
            (row, column): 1 << 8 * ((row - top) * (columns + 1) + column - left)
            for row, column in self.puzzle.board.cells
        }

    @cached_property
    def _letters(self) -> Memo[Key, int]:
        place, symbol, spots = self._place, self._symbol, self._spots
        return Memo(lambda key: ord(symbol[key] or "") * sum(map(spots.__getitem__, place[key][1])))

    def json(self, keys: Iterable[Key]) -> str:
        """Return the placements as a list in JSON."""
        return f"[{', '.join(map(self._json.__getitem__, keys))}]"

    @cached_property
    def _json(self) -> Memo[Key, str]:
        pieces, place, placement = self.puzzle.pieces, self._place, self._placement
        cell = {cell: str([*cell]) for cell in self.puzzle.board.cells}

        def as_json(key: Key) -> str:
            number, cells, _ = place[key]
            # A given piece may have another name than in the set.
            name = placement[key].piece.name if isinstance(key, Placement) else pieces[number].piece.name
            return f'{{"piece": {_quoted(name)}, "cells": [{", ".join(map(cell.__getitem__, cells))}]}}'

        return Memo(as_json)


def _place(puzzle: BasePuzzle, lying: Lying | None, key: Key) -> Laid:
    if isinstance(key, Placement):
        return number_in(puzzle, key), key.cells, key
    assert lying is not None, "only a search gives numbers"
    return *lying(key), key


def _placement(puzzle: BasePuzzle, place: Mapping[Key, Laid], key: Key) -> Placement:
    if isinstance(key, Placement):
        return key
    number, cells, _ = place[key]
    return puzzle.placement(puzzle.pieces[number].piece, cells)


@cache
def _quoted(name: str) -> str:
    from json import dumps

    return dumps(name)


def symbols_for(puzzle: BasePuzzle, placements: Iterable[Placement]) -> tuple[str, ...]:
    """Return a letter for each placement, by the rule of `Solution.grid`."""
    placements = list(placements)
    own, pool = own_letters(puzzle)
    letter_at: dict[Cell, str] = {}
    symbols = []
    for placement in placements:
        symbol = own.get(number_in(puzzle, placement))
        if symbol is None:
            symbol = _next_letter(placement, pool, letter_at)
        for cell in placement.cells:
            letter_at[cell] = symbol
        symbols.append(symbol)
    return tuple(symbols)


def own_letters(puzzle: BasePuzzle) -> tuple[dict[int, str], list[str]]:
    """Return the letters of the pieces used at most once, by number, and those left for copies."""
    return own_symbols({number: piece.name for number, (piece, _, most) in enumerate(puzzle.pieces) if most == 1})


def _next_letter(placement: Placement, pool: list[str], letter_at: dict[Cell, str]) -> str:
    """Return the least recently used letter of the pool that no touching placement has."""
    lattice = placement.lattice
    touching = {letter_at.get(near) for cell in placement.cells for near in lattice.neighbours(cell)}
    letter = next((letter for letter in pool if letter not in touching), pool[0])
    pool.remove(letter)
    pool.append(letter)
    return letter


def number_in(puzzle: BasePuzzle, placement: Placement) -> int:
    """Return the number of the piece of `placement`, or the number after the last if it is not in the puzzle."""
    number, _ = puzzle.piece_set.shape_of(placement.cells, placement.piece)
    return len(puzzle.pieces) if number is None else number
