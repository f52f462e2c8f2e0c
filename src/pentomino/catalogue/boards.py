"""Named boards: well-known puzzles, each with its pieces, the labels of its cells, what is known of it, and sources.

A name is all that is needed to search one:

>>> from pentomino import boards
>>> kanoodle = boards.named("kanoodle")
>>> kanoodle.puzzle().count() == kanoodle.solutions == 92755
True

If a puzzle leaves labelled cells uncovered, their labels go with it:

>>> boards.named("a-puzzle-a-day").puzzle("Nov", "20").count()
164
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..drawable import Drawable
from ..pieces.sets import as_pieces, may_turn_over
from ..puzzle import Puzzle
from ..search.options import Options
from ..search.tables import compile_table
from .entries import DAYS, MONTHS, WEEKDAYS, Entry, entry, names

if TYPE_CHECKING:
    from ..lattices.lattice import Cell
    from ..render import Drawing

__all__ = ["DAYS", "MONTHS", "WEEKDAYS", "NamedBoard", "named", "names"]


class NamedBoard(Entry, Drawable):
    """A known puzzle, with what can be asked of it.

    `name`, `title`, `board`, `pieces` (a string), `labels` (cells to texts), `groups` of labels, of each of which
    one cell stays uncovered, `solutions` (their number if nothing stays uncovered, else None), `sources`.

    >>> named("8x8-hole").title
    'the chessboard without its four central squares'
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<NamedBoard {self.name}: {self.title}>"

    def puzzle(self, *uncovered: str, **options: Any) -> Puzzle:
        """The puzzle, with the cells of these labels left uncovered; *options* are those of `Puzzle`.

        Raises `PuzzleError` as `cells_of` does.
        """
        return Puzzle(self.without(uncovered), self.pieces, **options)

    @property
    def drawing(self) -> Drawing:
        """The empty board with its labels, to be drawn."""
        from ..render import Drawing

        return Drawing.of_parts(self.board.cells, (), (), (), self.labels, self.board.lattice)

    def counts(self, choices: Iterable[Sequence[str]], *, limit: int | None = None, workers: int = 1) -> list[int]:
        """For each choice of labels to leave uncovered, the number of all solutions, or *limit* if that is less.

        One compiled table serves all of them, so a choice costs no more than its search. Raises `PuzzleError` as
        `cells_of` does, and `PentominoError` for a limit or workers out of range.

        >>> named("a-puzzle-a-day").counts([("Jan", "25"), ("Oct", "6")])
        [216, 7]
        """
        spots = [self.cells_of(labels) for labels in choices]
        # Before any cell is left uncovered the areas do not meet, which `Puzzle(...)` would not allow.
        pieces = as_pieces(self.pieces, self.board.lattice.flat)
        turn_over = may_turn_over(pieces, None)
        whole = Puzzle._make(board=self.board, pieces=pieces, reflections=turn_over, placed=(), restrict=())
        table = compile_table(whole)
        options = Options(symmetry="all", limit=limit, workers=workers)

        def count(uncovered: tuple[Cell, ...]) -> int:
            search = table.search((), uncovered=uncovered)
            return search.count() if limit is None else search.count(limit)

        if options.workers == 1:
            return [count(uncovered) for uncovered in spots]
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(options.workers)
        try:
            try:
                found = pool.map(count, spots)
            except RuntimeError:  # the system lets no more threads start
                pool.shutdown(cancel_futures=True)
                found = map(count, spots)
            return list(found)
        finally:
            pool.shutdown(cancel_futures=True)


def named(name: str) -> NamedBoard:
    """The board of that name, in whatever case; raises `PuzzleError` for an unknown one.

    >>> named("kanoodle").solutions
    92755
    """
    return _named(entry(name).name)


@cache
def _named(name: str) -> NamedBoard:
    return NamedBoard(*entry(name))
