"""Named boards: well-known puzzles with pieces, labels of cells, numbers of solutions, and sources.

`named` finds a board by its name:

>>> from pentomino import boards
>>> kanoodle = boards.named("kanoodle")
>>> kanoodle.puzzle().count() == kanoodle.solutions == 92755
True

Some puzzles leave labelled cells uncovered. Pass the labels of these cells:

>>> boards.named("a-puzzle-a-day").puzzle("Nov", "20").count()
164
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from .catalogue import DAYS, MONTHS, WEEKDAYS, Entry, entry, names
from .drawable import Drawable, Drawing
from .lattices.lattice import Cell
from .pieces.sets import PiecesLike
from .puzzle import Puzzle
from .search.clock import Statistics
from .search.cover import Cover
from .search.options import Options

__all__ = ["DAYS", "MONTHS", "WEEKDAYS", "NamedBoard", "named", "names"]


NODES = 1 << 16
"""`NamedBoard.counts` visits at most this number of nodes, about 1.5 ms, before it counts a choice by `Puzzle.count`.
Later choices get twice the nodes that such a count needed, or half of the last limit if it did less work."""


class NamedBoard(Entry, Drawable):
    """A known puzzle with these fields:

    - `name`, `title`, `board`, `pieces` (a string), `sources`, and `reflections` (the same as for `Puzzle`).
    - `labels` maps cells to strings. `groups` has groups of labels, such as the months; one cell of each group stays
      uncovered.
    - `solutions`: how many solutions there are up to symmetry. It is None if unknown, or if cells stay uncovered.
    - `rotations`: how many solutions there are up to rotations. It is None if no source has published it.

    >>> named("8x8-hole").title
    'the chessboard without its four central squares'
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<NamedBoard {self.name}: {self.title}>"

    def puzzle(self, *uncovered: str, pieces: PiecesLike | None = None, **options: Any) -> Puzzle:
        """Return the puzzle in which the cells with the labels `uncovered` stay uncovered.

        The default `pieces` and `reflections` are those of the board. `options` are other keyword arguments of
        `Puzzle`. Raises the errors of `cells_of` and `Puzzle`.
        """
        if options.get("reflections") is None:
            options["reflections"] = self.reflections
        return Puzzle(self.without(uncovered), self.pieces if pieces is None else pieces, **options)

    @property
    def drawing(self) -> Drawing:
        """The drawing of the empty board with its labels."""
        return Drawing._of_parts(self.board.cells, (), (), (), self.labels, self.board.lattice)

    def counts(
        self,
        choices: Iterable[Sequence[str]],
        *,
        pieces: PiecesLike | None = None,
        limit: int | None = None,
        workers: int | None = 1,
    ) -> list[int]:
        """Count the solutions, at most `limit`, for each of `choices`.

        A choice consists of the labels of the cells that stay uncovered. The default pieces are the pieces of the
        board. `workers` says how many threads search. All choices share one compiled table, so each choice costs only
        its search. If `Puzzle.count` is faster for a choice, which is common with repeated pieces, it counts the
        solutions instead. Raises the errors of `puzzle`, and `PentominoError` for a `limit` or `workers` out of range.

        >>> named("a-puzzle-a-day").counts([("Jan", "25"), ("Oct", "6")])
        [216, 7]
        """
        choices = [tuple(labels) for labels in choices]
        spots = [self.cells_of(labels) for labels in choices]
        if not spots:
            return []
        first = self.puzzle(*choices[0], pieces=pieces)  # checks the area, which is the same for all choices
        # `Puzzle(...)` would reject the whole board, because the pieces leave the labelled cells uncovered.
        whole = first._with(board=self.board)
        cover = Cover(whole)
        options = Options(symmetry="all", limit=limit, workers=workers)
        nodes = NODES
        alone: AbstractContextManager[Any] = nullcontext()

        def count(labels: Sequence[str], uncovered: tuple[Cell, ...]) -> int:
            nonlocal nodes
            search = cover.search((), uncovered=uncovered)
            number = search.count(nodes=nodes) if limit is None else search.count(limit, nodes=nodes)
            if search.exhausted or number == limit:
                return number
            puzzle, statistics = first._with(board=self.without(labels)), Statistics()
            with alone:
                number = puzzle.count(symmetry="all", limit=limit, workers=options.workers, statistics=statistics)
                # Without symmetry, this engine visits the same number of nodes in the shared table, so allow more.
                is_alike = statistics.engine == "window" and len(puzzle.symmetries()) == 1
                nodes = max(nodes, 2 * statistics.nodes) if is_alike else nodes // 2
            return number

        if options.workers == 1:
            return [*map(count, choices, spots)]
        from concurrent.futures import ThreadPoolExecutor
        from threading import Lock

        pool, alone = ThreadPoolExecutor(options.workers), Lock()  # `Puzzle.count` runs alone, as it starts threads
        try:
            try:
                numbers = pool.map(count, choices, spots)
            except RuntimeError:  # the system cannot start another thread
                pool.shutdown(cancel_futures=True)
                numbers = map(count, choices, spots)
            return list(numbers)
        finally:
            pool.shutdown(cancel_futures=True)


def named(name: str) -> NamedBoard:
    """Return the board with this name, ignoring case. Raises `PuzzleError` for an unknown name.

    >>> named("kanoodle").solutions
    92755
    """
    return _named(entry(name).name)


@cache
def _named(name: str) -> NamedBoard:
    return NamedBoard(*entry(name))


def __dir__() -> list[str]:  # the names that a shell completes, without imported names
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
