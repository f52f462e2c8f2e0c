"""What solutions of one puzzle have in common: their placements, and what is written of each, found out once.

A register knows a placement by its number in a compiled puzzle, or else by its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast
from weakref import proxy

from .lattice import SQUARE, Cell
from .lettering import number_in, own_letters, symbols_for
from .placement import Placement
from .puzzle import Puzzle

if TYPE_CHECKING:
    from .render import Drawing

__all__ = ["Key", "Register"]

Key: TypeAlias = int | tuple[Cell, ...]

Known = TypeVar("Known")


class _Kept(dict[Key, Known], Generic[Known]):
    """What a function gives for each key, asked once."""

    def __init__(self, function: Callable[[Key], Known]) -> None:
        self._function = function

    def __missing__(self, key: Key) -> Known:
        found = self[key] = self._function(key)
        return found


class Register:
    """The placements of solutions of *puzzle*; *numbered* gives those that a search knows by number.

    The numbers in *gaps* are of cells that stay empty, and of no placement.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        numbered: Callable[[int], Placement] | None = None,
        gaps: Collection[int] = (),
    ) -> None:
        self.puzzle = puzzle
        self._numbered = numbered
        self._gaps = gaps
        self._by_cells: dict[Key, Placement] = {}
        own = cast("Register", proxy(self))  # a cycle would keep the tables of a search until a collector comes
        self._placement = _Kept(lambda key: own._find(key))
        self._place = _Kept(lambda key: own._placed(key))
        self._symbol = _Kept(lambda key: own._own_letters.get(own._place[key][0]))
        self._letters = _Kept(lambda key: own._lettered(key))
        self._json = _Kept(lambda key: own._as_json(key))

    def _find(self, key: Key) -> Placement:
        if isinstance(key, tuple) or self._numbered is None:
            return self._by_cells[key]
        return self._numbered(key)

    def _placed(self, key: Key) -> tuple[int, tuple[Cell, ...], Key]:
        placement = self._placement[key]
        # What a search gives has the very pieces of the puzzle; another may call a piece by another name.
        is_given = isinstance(key, tuple)
        number = number_in(self.puzzle, placement) if is_given else self._number_of[id(placement.piece)]
        return number, placement.cells, key

    @cached_property
    def _number_of(self) -> dict[int, int]:
        return {id(count.piece): number for number, count in enumerate(self.puzzle.pieces)}

    def keys(self, made: Iterable[Placement], numbers: Iterable[int] = ()) -> list[Key]:
        """The keys of placements, of which some are said by their numbers."""
        keys: list[Key] = self.seen(numbers)
        for placement in made:
            self._by_cells[placement.cells] = placement
            keys.append(placement.cells)
        return keys

    def seen(self, numbers: Iterable[int]) -> list[Key]:
        """The numbers that are of placements."""
        return [number for number in numbers if number not in self._gaps] if self._gaps else [*numbers]

    def ordered(self, keys: Iterable[Key]) -> list[Key]:
        """The keys, piece by piece in the order of the set, copies of one piece by their cells."""
        return [key for _, _, key in sorted(map(self._place.__getitem__, keys))]

    def placements(self, keys: Iterable[Key]) -> tuple[Placement, ...]:
        """The placements with these keys."""
        return tuple(map(self._placement.__getitem__, keys))

    def drawing(self, keys: Sequence[Key]) -> Drawing:
        """What pictures of a board with these placements are drawn from; labels are those of cells beside it."""
        board = self.puzzle.board
        from .render import Drawing

        places = self._place
        placements = self.placements(keys)
        parts = [places[key][1] for key in keys]
        names = tuple([placement.piece.name for placement in placements])
        return Drawing.of_parts(board.cells, parts, self.symbols(keys), names, board.texts, board.lattice)

    def symbols(self, keys: Sequence[Key]) -> tuple[str, ...]:
        """A letter for each placement: see `Solution.grid` for the rule."""
        own = tuple(map(self._symbol.__getitem__, keys))
        return symbols_for(self.puzzle, self.placements(keys)) if None in own else own  # type: ignore[return-value]

    @cached_property
    def _own_letters(self) -> dict[int, str]:
        return own_letters(self.puzzle)[0]

    def letters(self, keys: Iterable[Key]) -> str | None:
        """The picture in letters of a full board; None if the letters depend on which copies touch, or but for squares.

        None as well if cells may stay empty. Pictures are integers whose bytes are the characters, so that those of
        placements only need to be added.
        """
        if not self._has_own_letters:
            return None
        size, frame = self._frame
        return sum(map(self._letters.__getitem__, keys), frame).to_bytes(size, "little").decode("ascii")

    @cached_property
    def _has_own_letters(self) -> bool:
        board = self.puzzle.board
        return board.lattice.flat == SQUARE and not board.optional and len(self._own_letters) == len(self.puzzle.pieces)

    @cached_property
    def _frame(self) -> tuple[int, int]:
        """The length of a picture in letters, and what stands in it beside the cells of the board."""
        _, _, rows, columns = self.puzzle.board.frame
        marks = ("#" * columns + "\n").encode() * rows
        blocked = ord("#") * sum(self._spots.values())
        return max(0, len(marks) - 1), int.from_bytes(marks[:-1], "little") - blocked

    @cached_property
    def _spots(self) -> dict[Cell, int]:
        """For each cell of the board 1 in the byte where its letter goes."""
        top, left, _, columns = self.puzzle.board.frame
        return {
            (row, column): 1 << 8 * ((row - top) * (columns + 1) + column - left)
            for row, column in self.puzzle.board.cells
        }

    def _lettered(self, key: Key) -> int:
        return ord(self._symbol[key] or "") * sum(map(self._spots.__getitem__, self._place[key][1]))

    def json(self, keys: Iterable[Key]) -> str:
        """The placements as a list in JSON."""
        return f"[{', '.join(map(self._json.__getitem__, keys))}]"

    def _as_json(self, key: Key) -> str:
        placement = self._placement[key]
        return f'{{"piece": {_quoted(placement.piece.name)}, "cells": {[*map(list, placement.cells)]}}}'


@lru_cache(maxsize=4096)
def _quoted(name: str) -> str:
    """A name as JSON has it."""
    from json import dumps

    return dumps(name)
