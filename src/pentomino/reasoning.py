"""`Reasoning`: the verbs of a puzzle that reason about it as a person does.

They lie above the puzzle: what answers them is imported where it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .search.options import Cancel
from .search.progress import ProgressCallback

if TYPE_CHECKING:
    from .search.plan import Plan
    from .workbench.difficulty import Difficulty
    from .workbench.doomed import Doom
    from .workbench.explain import Explanation
    from .workbench.hint import Hint
    from .workbench.stepping import Forced

__all__ = ["Reasoning"]


class Reasoning:
    """What a puzzle can be asked by whoever lays it."""

    if TYPE_CHECKING:

        @property
        def _plan(self) -> Plan: ...

    def hint(
        self,
        *,
        level: int = 1,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Hint | None:
        """One next step for a person: a forced placement with the simplest reason, else what most completions have.

        The *level* says how much it tells: 1 a cell, 2 also the piece that covers it, 3 how that lies. None if there is
        no completion (see `doomed`), or nothing to lay. Takes some hundredths of a second on boards as they are sold.
        The other arguments and the errors are those of `solve_all`; raises `PentominoError` for another level.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").hint())
        look at the cell (0, 4): one piece covers it, in only one way
        """
        from .workbench import hint
        from .workbench.bench import Bench

        wanted = hint.check_level(level)
        return hint.hint(Bench.within(timeout, workers, progress, memory_limit, cancel), self._plan.puzzle, wanted)

    def forced(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> tuple[Forced, ...] | None:
        """The placements that every completion of the given pieces has, each with the simplest reason that is found.

        They come in the order in which they can be reasoned out: a reason holds once those before it are laid. What no
        reasoning shows, a search does, and then the reason has its size. None if there is no completion. The arguments
        and the errors are those of `solve_all`.

        >>> for forced in Puzzle("VVV..\\nV....\\nV....", "PUV").forced():
        ...     print(forced.placement.piece.name, forced.reason.text)
        U only one placement covers the cell (0, 4), as 5 others would leave cells that cannot be filled
        P only P fits the pocket of 5 cells at (1, 1)
        """
        from .workbench.bench import Bench
        from .workbench.forced import forced

        return forced(Bench.within(timeout, workers, progress, memory_limit, cancel), self._plan.puzzle)

    def doomed(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Doom | None:
        """The fewest given pieces that exclude all completions, so what to take back; None if there is a completion.

        It takes a search for each set of given pieces that is tried; if fewer may exclude them but that would take too
        many searches, the answer says so. The arguments and the errors are those of `solve_all`.

        >>> print(Puzzle(".PP..\\n.PP..\\n.P...", "PUV").doomed())
        P on (0, 1), (0, 2), (1, 1), (1, 2), (2, 1) cannot stay
        """
        from .workbench.bench import Bench
        from .workbench.doomed import doomed

        return doomed(Bench.within(timeout, workers, progress, memory_limit, cancel), self._plan.puzzle)

    def explain(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Explanation:
        """Why there is no solution, by the first proof that is found, the cheapest tried first; or that there is one.

        Tried are: areas, a piece without a place, a cell that nothing covers, a region of a wrong size; a short search
        for a solution; colourings, cuts, forced placements, weights of cells that bound what pieces can have, cases,
        linear algebra; at last a search of everything. The arguments and the errors are those of `solve_all`.

        >>> print(Puzzle("...#...", "I2*3").explain())
        Pieces of 2 cells cannot cover the region of 3 cells at (0, 0).
        """
        from .workbench.bench import Bench
        from .workbench.explain import explain

        return explain(Bench.within(timeout, workers, progress, memory_limit, cancel), self._plan.puzzle)

    def difficulty(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Difficulty | None:
        """How hard it is for a person, by the placements to look at until it is solved; None if there is no solution.

        It is solved as a person would: by the reasons of `forced`, from simple to hard, and where they fail by trying
        the placements of the cell or the piece that has the fewest. It says most of puzzles with one solution; takes
        up to some tenths of a second. The arguments and the errors are those of `solve_all`.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").difficulty())
        easy: 26 placements to look at; 1 ahead, 1 pocket
        """
        from .workbench.bench import Bench
        from .workbench.difficulty import difficulty

        return difficulty(Bench.within(timeout, workers, progress, memory_limit, cancel), self._plan.puzzle)
