"""A search in one thread, which yields solutions one by one, or every placement and removal of a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ..drawable import Drawable, Drawing
from ..placement import Placement
from ..search.cover import Numbers
from ..search.options import Symmetry, check_symmetry
from ..search.plan import Case, Plan
from ..search.scan import Scan
from ..wording import counted
from .solution import Register, Solution, drawing_of, maker

if TYPE_CHECKING:
    from ..puzzle import Puzzle


class _Step(NamedTuple):
    placements: tuple[Placement, ...]
    tried: int
    solution: Solution | None
    is_back: bool
    puzzle: Puzzle


class Step(_Step, Drawable):
    """The board after a search has placed or removed a piece.

    - `placements`: the pieces on the board in the order in which they were placed, given pieces first.
    - `tried`: how many placements were made since the start.
    - `solution`: the solution that the pieces form. None if they form no solution, or if `symmetry` omits it.
    - `is_back`: True if a piece was removed.
    - `puzzle`: the puzzle that is searched.

    >>> from pentomino import Puzzle
    >>> step = next(Puzzle("3x5", "PUV").steps())
    >>> len(step.placements), step.tried, step.is_back
    (1, 1, False)
    >>> step
    <Step 1 piece laid, 1 tried>
    """

    __slots__ = ()

    @property
    def drawing(self) -> Drawing:
        """The board with the pieces on it."""
        return drawing_of(self.puzzle, self.placements)

    def __repr__(self) -> str:
        is_solution = ", a solution" * bool(self.solution)
        return f"<Step {counted(len(self.placements), 'piece')} laid, {self.tried} tried{is_solution}>"


class Steps(Iterator[Step]):
    """A search to watch while it runs. Iterate over it, or over its `solutions`, only once.

    Each `Step` is a placement or removal by a search that always covers the first empty cell. A placement is made only
    if it fits, and if some piece can cover the next empty cell afterwards. The piece that breaks the symmetry is placed
    first, and only one of its equivalent placements is tried. With `symmetry="all"`, each solution is followed by
    separate steps for its images.

    `found` is how many solutions have been found, and `tried` how many placements have been made. The method
    `solutions` also updates `nodes` (how many nodes were visited) and `seconds` (the time of the search, without the
    time of the caller).

    >>> from pentomino import Puzzle
    >>> walk = Puzzle("3x20").steps()
    >>> len(list(walk.solutions())), walk.found, walk.nodes
    (2, 2, 1587)
    """

    def __init__(self, plan: Plan, symmetry: Symmetry = "distinct") -> None:
        check_symmetry(symmetry)
        self.puzzle: Puzzle = plan.puzzle  # type: ignore[assignment]  # programs make only `Puzzle` objects
        self._plan = plan.up_to(symmetry)
        self._symmetry = symmetry
        self._scan = Scan(self._plan, [(index, ()) for index in range(len(self._plan.cases))], lists=True)
        self._scan.most = 1  # one solution at a time, so that `nodes` stops at the last one
        self.found = 0
        self.tried = 0
        self.seconds = 0.0
        self._steps = self._every_step()

    def __repr__(self) -> str:
        return f"<Steps {self.found} found, {self.nodes} nodes, {self.tried} tried>"

    @property
    def nodes(self) -> int:
        """The number of nodes visited."""
        return self._scan.nodes

    def solutions(self, tick: Callable[[], object] = lambda: None) -> Iterator[Solution]:
        """Yield the solutions in the order of `Puzzle.solve_all`. Call `tick` every few milliseconds."""
        since = perf_counter()

        def timed_tick() -> None:
            nonlocal since
            self.seconds += perf_counter() - since
            tick()
            since = perf_counter()

        while not self._scan.is_done:
            index, batch = self._scan.advance(timed_tick)
            for numbers in batch:
                for solution in self._solutions_of(self._plan.cases[index], numbers):
                    self.seconds += perf_counter() - since
                    yield solution
                    since = perf_counter()
            timed_tick()

    def __next__(self) -> Step:
        return next(self._steps)

    def _every_step(self) -> Iterator[Step]:
        given, register = self.puzzle.placed, Register.of(self._plan.cover)
        for case in self._plan.cases:
            self.tried += len(case.made)
            laid: tuple[Placement, ...] = (*given, *case.made)
            if case.made:
                yield self._step(laid)
            for numbers, is_back, is_full in self._visits(case):
                # A cell that is left empty is neither a placement nor a step.
                self.tried += numbers[-1:] != () and not is_back and numbers[-1] not in self._plan.cover.gaps
                laid, before = (*given, *case.made, *register.placements(register.seen(numbers))), laid
                is_shown = False
                for solution in self._solutions_of(case, numbers) if is_full else ():
                    is_shown = True
                    yield Step(solution.search_order, self.tried, solution, False, self.puzzle)
                if not is_shown and laid != before:
                    yield self._step(laid, is_back)
            if case.made:
                yield self._step(given, True)

    def _step(self, laid: tuple[Placement, ...], is_back: bool = False) -> Step:
        return Step(laid, self.tried, None, is_back, self.puzzle)

    def _visits(self, case: Case) -> Iterator[tuple[Numbers, bool, bool]]:
        """Yield a tuple (placement numbers, is_back, is_full) for each visit of a node of the search tree.

        A node is visited once after its parent, with `is_back` False. It is visited again after each of its children,
        with `is_back` True. `is_full` is True if the node is a solution.
        """
        search = self._plan.cover.search(case.made)
        # Pairs of a node and an iterator over its children, from the root to the current node. The first pair is an
        # extra node whose only child is the root.
        path: list[tuple[Numbers, Iterator[Numbers]]] = [((), iter([()]))]
        while path:
            node = next(path[-1][1], None)
            if node is None:
                path.pop()
                if len(path) > 1:
                    yield path[-1][0], True, False
                continue
            children = search.prefixes(1, node)
            is_full = node in children  # `prefixes` returns a solution itself
            yield node, False, is_full
            path.append((node, iter([] if is_full else children)))

    def _solutions_of(self, case: Case, numbers: Numbers) -> Iterator[Solution]:
        made_of = maker(self._plan)
        for made, others in self._plan.answers(case, numbers, self._symmetry):
            self.found += 1
            yield made_of(made, others)
