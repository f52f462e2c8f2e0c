"""What solutions of one puzzle have in common: their placements, and what is written of each, found out once.

A register knows a placement by its number in a compiled puzzle, or else by its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, cached_property, reduce
from operator import or_
from weakref import proxy

from ..base.kept import Kept
from ..base.typing import TYPE_CHECKING, TypeAlias, cast
from ..lattices.lattice import SQUARE, Cell
from ..placement import Placement
from ..puzzle import Puzzle
from .lettering import number_in, own_letters, symbols_for

if TYPE_CHECKING:
    from ..render import Drawing
    from ..render.svg import SvgOptions
    from ..render.text import Stencil

__all__ = ["Key", "Register"]

Key: TypeAlias = int | tuple[Cell, ...]


class Register:
    """The placements of solutions of *puzzle*; *lying* gives piece and cells of those that a search knows by number.

    The numbers in *gaps* are of cells that stay empty, and of no placement.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        lying: Callable[[int], tuple[int, tuple[Cell, ...]]] | None = None,
        gaps: Collection[int] = (),
    ) -> None:
        self.puzzle = puzzle
        self._lying = lying
        self._gaps = gaps
        self._by_cells: dict[Key, Placement] = {}
        own = cast("Register", proxy(self))  # a cycle would keep the tables of a search until a collector comes
        self._placement: Kept[Key, Placement] = Kept(lambda key: own._find(key))
        self._place: Kept[Key, tuple[int, tuple[Cell, ...], Key]] = Kept(lambda key: own._placed(key))
        self._symbol: Kept[Key, str | None] = Kept(lambda key: own._own_letters.get(own._place[key][0]))
        self._letters: Kept[Key, int] = Kept(lambda key: own._lettered(key))
        self._json: Kept[Key, str] = Kept(lambda key: own._as_json(key))
        self._walls: dict[str, tuple[Stencil, Kept[Key, int]]] = {}
        self._drawn: dict[SvgOptions, Kept[Key, tuple[str, str]]] = {}
        self._around: dict[tuple[SvgOptions, int], tuple[list[str], list[str]]] = {}

    def _find(self, key: Key) -> Placement:
        if isinstance(key, tuple):
            return self._by_cells[key]
        number, cells, _ = self._place[key]
        return self.puzzle.placement(self.puzzle.pieces[number].piece, cells)

    def _placed(self, key: Key) -> tuple[int, tuple[Cell, ...], Key]:
        if isinstance(key, tuple):  # which may call the piece by another name than the puzzle does
            return number_in(self.puzzle, self._by_cells[key]), key, key
        assert self._lying is not None, "only a search gives numbers"
        return *self._lying(key), key

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
        from ..render import Drawing

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

    def text(self, keys: Iterable[Key], style: str) -> str | None:
        """The picture of a full board as text; None if placements do not look the same in all, or for other styles.

        Pictures are integers whose bytes are the characters, so that those of placements only need to be added, or laid
        over each other.
        """
        if style == "letters" and self._has_own_letters and self._is_flat:
            size, frame = self._frame
            return sum(map(self._letters.__getitem__, keys), frame).to_bytes(size, "little").decode("ascii")
        if style in ("outline", "box") and self._is_flat and not self.puzzle.board.labels:
            stencil, walls = self._walls.get(style) or self._stencil(style)
            return stencil.text(reduce(or_, map(walls.__getitem__, keys), stencil.base), {})
        return None

    def _stencil(self, style: str) -> tuple[Stencil, Kept[Key, int]]:
        from ..render.text import stencil

        board, place = self.puzzle.board, self._place
        made = stencil(frozenset(board.cells), style == "box", board.lattice)
        return self._walls.setdefault(style, (made, Kept(lambda key: made.walls(place[key][1]))))

    def svg(self, keys: Sequence[Key], options: SvgOptions) -> str | None:
        """The picture of a full board in SVG; None if placements do not look the same in all, or for other styles."""
        board = self.puzzle.board
        is_plain = self._has_own_letters and not board.texts and board.lattice.dimension == 2
        if not is_plain or options.style != "filled" or not isinstance(options.palette, str):
            return None
        from ..render.svg import areas_of, around, joined

        drawn, frame = self._drawn.get(options), self._around.get((options, len(keys)))
        if drawn is None:  # of other options nothing is kept, as there may be many
            own = cast("Register", proxy(self))
            drawn = Kept(lambda key: areas_of(own.drawing([key]), options)[0])
            self._drawn, self._around = {options: drawn}, {}
        if frame is None:
            frame = self._around[options, len(keys)] = around(self.drawing(keys), options)
        return joined(frame, map(drawn.__getitem__, keys), options)

    @cached_property
    def _has_own_letters(self) -> bool:
        return len(self._own_letters) == len(self.puzzle.pieces)

    @cached_property
    def _is_flat(self) -> bool:
        """Whether the board is of squares that are all covered."""
        return self.puzzle.board.lattice.flat == SQUARE and not self.puzzle.board.optional

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
        number, cells, _ = self._place[key]
        # What was given may call the piece by another name.
        name = self._placement[key].piece.name if isinstance(key, tuple) else self.puzzle.pieces[number].piece.name
        return f'{{"piece": {_quoted(name)}, "cells": [{", ".join(map(self._cell.__getitem__, cells))}]}}'

    @cached_property
    def _cell(self) -> dict[Cell, str]:
        """Each cell of the board as JSON has it."""
        return {cell: str([*cell]) for cell in self.puzzle.board.cells}


@cache
def _quoted(name: str) -> str:
    """A name as JSON has it."""
    from json import dumps

    return dumps(name)
