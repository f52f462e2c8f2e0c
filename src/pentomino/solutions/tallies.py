"""Tallies: how many solutions have a placement of a puzzle, or a piece on a cell."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import sub
from typing import TYPE_CHECKING, Any

from ..errors import PentominoError, imported
from ..lattices.lattice import Cell
from ..pieces.letters import symbol_of
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..wording import counted
from .solution import kit_of, number_in, own_letters

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy
    import numpy.typing

    from ..puzzle import Puzzle
    from ..search.options import Symmetry


class Tally(Mapping[Placement, int]):
    """A mapping from each placement of a puzzle to how many solutions have it. Given pieces come first.

    Immutable. Made by `Puzzle.tally`. `total` counts the solutions of the `puzzle`. If `symmetry` is "distinct" or
    "rotations", `total` counts orbits (groups of equivalent solutions), and the number of a placement counts the orbits
    in which a solution has it. If `symmetry` is "all" and all copies of a piece are used, the numbers of its placements
    add up to `total` times its copies. Unused placements have the number 0.

    >>> from pentomino import Puzzle
    >>> tally = Puzzle("3x5", "PUV").tally()
    >>> tally
    <Tally: 72 placements in 4 solutions, symmetry='all'>
    >>> tally.total, max(tally.values()), sum(tally[one] for one in tally if one.piece.name == "U")
    (4, 2, 4)
    """

    def __init__(self, puzzle: Puzzle, symmetry: Symmetry, total: int, numbers: Iterable[int]) -> None:
        self.puzzle = puzzle
        self.symmetry = symmetry
        self.total = total
        self._numbers = [total] * len(puzzle.placed) + list(numbers)

    @cached_property
    def _placements(self) -> tuple[Placement, ...]:
        return self.puzzle.placed + self.puzzle.placements()

    @cached_property
    def _counts(self) -> dict[object, int]:
        return {self._key(placement): number for placement, number in zip(self._placements, self._numbers, strict=True)}

    def _key(self, placement: Placement) -> object:
        if self.puzzle._piece_set.is_told_by_cells:
            return placement.cells
        return placement.cells, number_in(self.puzzle, placement)

    def __getitem__(self, placement: Placement) -> int:
        if not isinstance(placement, Placement) or self._key(placement) not in self._counts:
            raise KeyError(placement)
        return self._counts[self._key(placement)]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self._placements)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        solutions = counted(self.total, "solution")
        return f"<Tally: {len(self)} placements in {solutions}, symmetry={self.symmetry!r}>"

    def fraction(self, placement: Placement) -> Fraction:
        """Return the fraction of the solutions with `placement`, or 0 if there is no solution.

        Raises `KeyError` if `placement` is not a placement of the puzzle.

        >>> from pentomino import Puzzle
        >>> tally = Puzzle("6x10").tally()
        >>> tally.fraction(Placement("V", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]))
        Fraction(273, 2339)
        """
        from fractions import Fraction  # slow to import

        return Fraction(self[placement], self.total or 1)

    def on(self, cell: Cell) -> dict[Polyform, int]:
        """Count the solutions with each piece on `cell`. Pieces that never cover the cell are omitted.

        Raises `PentominoError` if `cell` is not on the board, and if the tally counts orbits. The orbits for a cell
        cannot be derived from those for placements.

        >>> from pentomino import Puzzle
        >>> {piece.name: number for piece, number in Puzzle("3x5", "PUV").tally().on((0, 0)).items()}
        {'U': 2, 'V': 2}
        """
        if cell not in self.puzzle.board.cells:
            raise PentominoError(f"{cell!r} is not a cell of the board")
        pieces = zip(self.puzzle.pieces, self._on, strict=True)
        return {count.piece: cells[cell] for count, cells in pieces if cells.get(cell)}

    def of(self, piece: str | Polyform | int) -> dict[Cell, int]:
        """Count, for each cell of the board, the solutions with `piece` on it.

        `piece` has the same form as in `Puzzle.placements_of`. If several pieces have the name, all are counted.
        Raises `PuzzleError` if the piece is not in the set, and `PentominoError` if the tally counts orbits.

        >>> from pentomino import Puzzle
        >>> tally = Puzzle("6x10").tally()
        >>> tally.of("X")[0, 0], tally.of("X")[2, 4], tally.of("I")[0, 0]
        (0, 1578, 1456)
        """
        numbers = self.puzzle._numbers_of(piece)
        return {cell: sum(self._on[number].get(cell, 0) for number in numbers) for cell in self.puzzle.board}

    @cached_property
    def _on(self) -> list[dict[Cell, int]]:
        # for each piece, the counts by cell, without zeros
        if self.symmetry != "all":
            raise PentominoError(f"counts by cell require a tally with symmetry='all', got {self.symmetry!r}")
        by_piece: list[dict[Cell, int]] = [{} for _ in self.puzzle.pieces]
        for placement, number in zip(self._placements, self._numbers, strict=True):
            if number:
                on = by_piece[self.puzzle._owner(placement)]
                for cell in placement.cells:
                    on[cell] = on.get(cell, 0) + number
        return by_piece

    def to_numpy(self) -> numpy.typing.NDArray[Any]:
        """Return how many solutions have each piece on each cell, as an array (pieces, rows, columns ...).

        The type is `uint64`, or `object` with Python integers if there are at least 2^64 solutions. Raises
        `PentominoError` if numpy is missing, and if the tally counts orbits.

        >>> from pentomino import Puzzle
        >>> Puzzle("3x5", "PUV").tally().to_numpy().sum(axis=0)
        array([[4, 4, 4, 4, 4],
               [4, 4, 4, 4, 4],
               [4, 4, 4, 4, 4]], dtype=uint64)
        """
        numpy = imported("numpy", "to_numpy() needs", "numpy")
        low, sides = self.puzzle.board.bounds
        array: Any = numpy.zeros((len(self._on), *sides), numpy.uint64 if self.total < 1 << 64 else object)
        for number, cells in enumerate(self._on):
            for cell, times in cells.items():
                array[(number, *map(sub, cell, low))] = times
        return array  # type: ignore[no-any-return]

    @cached_property
    def likeliest(self) -> dict[Cell, tuple[Polyform, int]]:
        """For each cell, a pair: the piece that covers it in most solutions, and in how many.

        If several pieces cover the cell equally often, the first of them is chosen. The mapping is empty if there is no
        solution. Raises `PentominoError` if the tally counts orbits.
        """
        likeliest: dict[Cell, tuple[Polyform, int]] = {}
        for count, cells in zip(self.puzzle.pieces, self._on, strict=True):
            for cell, number in cells.items():
                if cell not in likeliest or number > likeliest[cell][1]:
                    likeliest[cell] = count.piece, number
        return dict(sorted(likeliest.items()))

    def to_text(self, piece: str | Polyform | int | None = None, narrow: bool = False) -> str:
        """Return a table with the most frequent piece of each cell, as a letter and a percentage.

        With `piece`, the table shows in how many per cent of the solutions this piece covers each cell. With `narrow`,
        columns are as narrow as possible, with letters above percentages. The layers of a box are side by side. Raises
        `PentominoError` if the tally counts orbits.

        >>> from pentomino import Puzzle
        >>> print(Puzzle("3x5", "PUV").tally().to_text())
        U  50 U  50 P  50 U  50 U  50
        U  50 P 100 P 100 P 100 U  50
        U  50 U  50 P  50 U  50 U  50
        """
        from ..render.heatmap import table

        numbers = self.of(piece) if piece is not None else {cell: n for cell, (_, n) in self.likeliest.items()}
        size = max((len(str(self._percent(n))) for n in numbers.values()), default=0) if narrow else 3
        texts = {cell: f"{self._percent(n):{size}}" for cell, n in numbers.items()}
        if piece is None:
            for cell, (top_piece, _) in self.likeliest.items():
                letter = self._letters[top_piece]
                texts[cell] = f"{letter:>{size}}\n{texts[cell]}" if narrow else f"{letter} {texts[cell]}"
        return table(self.puzzle.board.cells, self.puzzle.board.lattice, texts)

    def to_svg(self, piece: str | Polyform | int | None = None) -> str:
        """Return an SVG picture of the board. Each cell has the colour of its most frequent piece.

        A stronger colour means a larger percentage. The cells also show letters and percentages. With `piece`, the
        picture is a heat map of the percentage of the solutions with this piece on each cell. The layers of a box are
        side by side. Raises `PentominoError` if the tally counts orbits.
        """
        from fractions import Fraction

        from ..render.colours import PALETTE, assign_kit
        from ..render.heatmap import heat, likely

        lattice = self.puzzle.board.lattice
        if piece is not None:
            names = [self.puzzle.pieces[number].piece.name for number in self.puzzle._numbers_of(piece)]
            title = f"{' and '.join(names)}: percentage of {self.total} solutions"
            return heat(title, lattice, {cell: self._percent(number) for cell, number in self.of(piece).items()})
        hues = zip(self.puzzle.pieces, assign_kit(kit_of(self.puzzle)), strict=True)
        fill_of = {count.piece: PALETTE[colour].hex for count, colour in hues}
        cells = {
            cell: (top_piece.name, self._letters[top_piece], fill_of[top_piece], Fraction(number, self.total))
            for cell, (top_piece, number) in self.likeliest.items()
        }
        return likely(f"the likeliest pieces of {self.total} solutions", lattice, cells)

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the picture of `to_svg` to a .svg, .png or .pdf file, or the table of `to_text` to a .txt file.

        Raises `FileExistsError` if the file exists, unless `overwrite` is true. Raises `PentominoError` for any other
        extension, for a missing package, and if the tally counts orbits.
        """
        from ..render.media import write_picture

        write_picture(path, overwrite, self.to_text, self.to_svg)

    def _repr_svg_(self) -> str | None:
        try:
            return self.to_svg()
        except PentominoError:
            return None

    def _repr_html_(self) -> str | None:
        from ..render.media import shown

        picture = self._repr_svg_()
        return None if picture is None else shown([picture])

    def _percent(self, number: int) -> int:
        return (200 * number + self.total) // (2 * self.total or 1)  # rounded; 0 if there are no solutions

    @cached_property
    def _letters(self) -> dict[Polyform, str]:
        letters = own_letters(self.puzzle)[0]
        return {
            count.piece: letters.get(number) or symbol_of(count.piece.name)
            for number, count in enumerate(self.puzzle.pieces)
        }
