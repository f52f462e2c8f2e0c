"""Solutions: a tiling found, to be looked at, compared, turned, checked and written out.

What only some programs need, pictures and JSON, is imported when it is asked for: the import is the quicker for it.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import sub
from typing import TYPE_CHECKING, Any

from .errors import PentominoError
from .lattice import SQUARE, Cell, Motion
from .placement import Placement
from .puzzle import Puzzle
from .symmetry import puzzle_symmetries, turned

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from .render import Drawing

__all__ = ["Solution", "drawing_of", "own_letters", "symbols_for"]

_POOL = string.ascii_uppercase + string.ascii_lowercase + string.digits


class Solution:
    """One tiling of a puzzle: placements that cover every cell of the board just once. Immutable.

    `puzzle` is what it solves; `placements` come piece by piece in the order of the set, copies by their
    cells. Two solutions are equal when they put the same pieces on the same cells. `str()` is the outline picture.

    >>> solution = Puzzle("3x5", "PUV").solve()
    >>> print(solution.to_text("letters"))
    VVVUU
    VPPPU
    VPPUU
    >>> solution.placements[0].cells, solution.orbit_size, solution.is_valid()
    (((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)), 4, True)
    """

    __slots__ = ("_made", "_numbers", "_placement", "_placements", "puzzle")

    puzzle: Puzzle
    _placements: tuple[Placement, ...] | None
    _placement: Callable[[int], Placement]
    _made: tuple[Placement, ...]
    _numbers: tuple[int, ...]

    def __init__(self, puzzle: Puzzle, placements: Iterable[Placement]) -> None:
        self.puzzle = puzzle
        self._placements = _in_order(puzzle, placements)

    @classmethod
    def found(
        cls,
        puzzle: Puzzle,
        placement: Callable[[int], Placement],
        made: tuple[Placement, ...],
        numbers: tuple[int, ...],
    ) -> Solution:
        """The solution that a search gives as numbers, which *placement* knows; written out when first looked at."""
        solution = object.__new__(cls)
        solution.puzzle = puzzle
        solution._placements = None
        solution._placement = placement
        solution._made = made
        solution._numbers = numbers
        return solution

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements, piece by piece in the order of the set, copies of one piece by their cells."""
        if self._placements is None:
            found = map(self._placement, self._numbers)
            self._placements = _in_order(self.puzzle, (*self.puzzle.placed, *self._made, *found))
        return self._placements

    @property
    def laid(self) -> tuple[Placement, ...]:
        """The placements in the order in which the search made them, given pieces first; see `placements` for another.

        A solution that no search has made, or one that was turned or unpickled, has the order of `placements`.
        """
        if not hasattr(self, "_numbers"):
            return self.placements
        return (*self.puzzle.placed, *self._made, *map(self._placement, self._numbers))

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from: cells by the number of their placement, letters and names, and labels."""
        plain = drawing_of(self.puzzle, self.placements)
        return plain.labelled(dict(self.puzzle.board.labels)) if self.puzzle.board.labels else plain

    @property
    def grid(self) -> tuple[str, ...]:
        """The rows of the bounding box, a letter a cell, `#` for a blocked one.

        A piece used once has the letter of its name, or the first free one if that is taken. Copies have
        letters of their own; should these run out, they repeat, but touching copies never share one
        as long as there is another.
        """
        from .render import grid

        return grid(drawing_of(self.puzzle, self.placements))

    def to_text(self, style: str = "outline") -> str:
        """The picture as text, without a line end: `outline` (ASCII), `letters` or `box` (Unicode line drawing).

        The letters are those of `grid`; the others show the labels of cells that stay uncovered. Raises
        `PentominoError` for another style.
        """
        from .render import STYLES

        if not isinstance(style, str) or style not in STYLES or style == "svg":
            known = ", ".join(name for name in STYLES if name != "svg")
            coloured = "; for colours there is coloured(solution.drawing, 'blocks') in pentomino.render"
            raise PentominoError(f"unknown style {style!r}; text styles are {known}{coloured * (style == 'blocks')}")
        return "\n".join(self.grid) if style == "letters" else STYLES[style](self.drawing)

    def to_svg(self, *, letters: bool = True) -> str:
        """The picture as a self-contained SVG document, with or without the letters of the pieces."""
        from .render import svg

        return svg(self.drawing, letters=letters)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_json(self) -> str:
        """The solution as one line of JSON: `{"grid": [row, ...], "placements": [{"piece", "cells"}, ...]}`."""
        import json

        placements = [{"piece": p.piece.name, "cells": [list(cell) for cell in p.cells]} for p in self.placements]
        return json.dumps({"grid": self.grid, "placements": placements})

    def to_numpy(self) -> numpy.typing.NDArray[numpy.uint8 | numpy.uint16]:
        """The bounding box as an array (rows, columns): 0 if blocked, else 1 + the number of the placement.

        The type is `uint8`, or `uint16` for more than 255 placements. Raises `PentominoError` without numpy.
        """
        try:
            import numpy
        except ImportError:
            raise PentominoError("to_numpy() needs numpy: pip install numpy") from None
        low, sides = self.puzzle.board.bounds
        array: Any = numpy.zeros(sides, numpy.uint8 if len(self.placements) < 256 else numpy.uint16)
        for number, placement in enumerate(self.placements, 1):
            for cell in placement.cells:
                array[tuple(map(sub, cell, low))] = number
        return array  # type: ignore[no-any-return]

    def transformed(self, element: Motion) -> Solution:
        """The solution turned by *element*, one of `puzzle.symmetries()`, which gives a solution of the same puzzle.

        Raises `PentominoError` for any other element.
        """
        group = puzzle_symmetries(self.puzzle)
        if element not in group:
            name = element.name if isinstance(element, Motion) else repr(element)
            allowed = ", ".join(kept.name for kept in group)
            raise PentominoError(f"{name} does not keep the puzzle as it is; its symmetries are {allowed}")
        return self._turned(group[group.index(element)])

    def _turned(self, element: Motion) -> Solution:
        placements = []
        for placement in self.placements:
            cells = turned(self.puzzle, placement.cells, element)
            owner = self.puzzle.piece_set.number(cells)
            placements.append(Placement._make(piece=self.puzzle.pieces[owner].piece, cells=cells))
        return Solution(self.puzzle, placements)

    def _images(self) -> list[Solution]:
        return [self._turned(element) for element in puzzle_symmetries(self.puzzle)]

    @property
    def canonical(self) -> Solution:
        """The least of the images under the puzzle's symmetries: the same for all solutions of an orbit."""
        return min(self._images(), key=lambda image: tuple(placement.cells for placement in image.placements))

    @property
    def orbit_size(self) -> int:
        """The number of different solutions, this one among them, into which the puzzle's symmetries turn it."""
        return len(set(self._images()))

    def is_valid(self) -> bool:
        """Whether this is a solution, checked cell by cell without any code of the search."""
        puzzle = self.puzzle
        covered = Counter(cell for placement in self.placements for cell in placement.cells)
        if set(covered) != puzzle.board.cells or any(times > 1 for times in covered.values()):
            return False
        used = [0] * len(puzzle.pieces)
        given = {placement.cells for placement in puzzle.placed}
        for placement in self.placements:
            number, orientation = puzzle.piece_set.shape_of(placement.cells)
            if number is None:
                return False
            used[number] += 1
            if placement.cells not in given and not _is_allowed(puzzle, number, orientation, placement):
                return False
        if not given <= {placement.cells for placement in self.placements}:
            return False
        return all(
            least <= count and (most is None or count <= most)
            for (_, least, most), count in zip(puzzle.pieces, used, strict=True)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        own, its = self.puzzle.board, other.puzzle.board
        return (own.cells, own.lattice) == (its.cells, its.lattice) and (
            {p.cells for p in self.placements} == {p.cells for p in other.placements}
        )

    def __hash__(self) -> int:
        return hash(frozenset(placement.cells for placement in self.placements))

    def __str__(self) -> str:
        return self.to_text() if self.puzzle.board.lattice == SQUARE else repr(self)

    def __repr__(self) -> str:
        is_drawn = self.puzzle.board.lattice == SQUARE
        return f"<Solution {'/'.join(self.grid) if is_drawn else list(self.placements)}>"

    def __reduce__(self) -> tuple[type[Solution], tuple[Puzzle, tuple[Placement, ...]]]:
        return Solution, (self.puzzle, self.placements)


def _in_order(puzzle: Puzzle, placements: Iterable[Placement]) -> tuple[Placement, ...]:
    return tuple(sorted(placements, key=lambda p: (_number(puzzle, p), p.cells)))


def _number(puzzle: Puzzle, placement: Placement) -> int:
    """The number of a placement's piece in the puzzle; that of no piece for one that does not belong to it."""
    number = puzzle.piece_set.of_cells(placement.cells)
    return len(puzzle.pieces) if number is None else number


def _is_allowed(puzzle: Puzzle, number: int, orientation: int, placement: Placement) -> bool:
    for owner, rule in puzzle.restrict:
        if owner != number:
            continue
        if not (orientation in rule if isinstance(rule, frozenset) else rule(placement)):
            return False
    return True


def drawing_of(puzzle: Puzzle, placements: Sequence[Placement]) -> Drawing:
    """What pictures of a board with these placements on it are drawn from; raises `PentominoError` but for squares."""
    if puzzle.board.lattice != SQUARE:
        raise PentominoError(f"there are no pictures of the {puzzle.board.lattice.name} lattice, only of squares")
    from .render import EMPTY, Drawing

    areas = dict.fromkeys(puzzle.board.cells, EMPTY)
    areas.update((cell, number) for number, placement in enumerate(placements) for cell in placement.cells)
    return Drawing(areas, symbols_for(puzzle, placements), tuple(placement.piece.name for placement in placements))


def symbols_for(puzzle: Puzzle, placements: Iterable[Placement]) -> tuple[str, ...]:
    """A letter for each placement: see `Solution.grid` for the rule."""
    placements = list(placements)
    own, pool = own_letters(puzzle)
    letter_at: dict[Cell, str] = {}
    symbols = []
    for placement in placements:
        symbol = own.get(_number(puzzle, placement))
        if symbol is None:
            symbol = _next_letter(placement, pool, letter_at)
        for cell in placement.cells:
            letter_at[cell] = symbol
        symbols.append(symbol)
    return tuple(symbols)


def own_letters(puzzle: Puzzle) -> tuple[dict[int, str], list[str]]:
    """The letters of the pieces used at most once, by number, and those that are left for copies."""
    single = [number for number, (_, _, most) in enumerate(puzzle.pieces) if most == 1]
    names = {number: puzzle.pieces[number].piece.name for number in single}
    free = dict.fromkeys(_POOL)
    own: dict[int, str] = {}
    # A name of one letter goes first, then other names by their first letter, or else its lower case (F' is f).
    for exact in (True, False):
        for number in single:
            if number in own or exact != (len(names[number]) == 1):
                continue
            letter = names[number][:1]
            wanted = [letter.swapcase(), letter] if names[number].endswith("'") else [letter, letter.swapcase()]
            found = next((mark for mark in [*wanted, *free] if mark in free), None)
            if found is not None:
                own[number] = found
                del free[found]
    return own, list(free) or list(_POOL)


def _next_letter(placement: Placement, pool: list[str], letter_at: dict[Cell, str]) -> str:
    """The letter of the pool that was used longest ago and that no touching placement has."""
    lattice = placement.piece.lattice
    touching = {letter_at.get(near) for cell in placement.cells for near in lattice.neighbours(cell)}
    letter = next((letter for letter in pool if letter not in touching), pool[0])
    pool.remove(letter)
    pool.append(letter)
    return letter
