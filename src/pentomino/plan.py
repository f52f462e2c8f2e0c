"""Plans: how a puzzle is searched, decided once: its symmetry group, the piece to place first, the compiled table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from .areas import coverable
from .errors import PentominoError
from .geometry import D4
from .shuffle import shuffler
from .statement import Placement, Statement
from .symmetry import Orbit, orbits, puzzle_symmetries, symmetry_breaker, turned
from .table import Table, compile_table

if TYPE_CHECKING:
    from ._frontier import FrontierTable

__all__ = ["Codes", "Plan", "Run", "Symmetry", "check_symmetry"]

Symmetry = Literal["distinct", "all"]
Codes = tuple[int, ...]


def check_symmetry(symmetry: object) -> None:
    """Raise `PentominoError` for what does not say which solutions are meant."""
    if not isinstance(symmetry, str) or symmetry not in ("distinct", "all"):
        raise PentominoError(f"symmetry is 'distinct' or 'all', not {symmetry!r}")


class Run(NamedTuple):
    """A part of the search: the solutions that contain the placements *made*.

    Turned by each element of *movers* they are all the solutions of the orbit of such parts, each once;
    *stabiliser* are the elements that turn the part into itself.
    """

    made: tuple[Placement, ...]
    movers: tuple[D4, ...]
    stabiliser: tuple[D4, ...]


class Plan:
    """What the verbs need to know of a statement, computed when first asked for.

    With a *seed*, the runs, and in each of them the pieces and their orientations, are tried in an order that follows
    from it: the solutions are the same but for their order, and for which of an orbit is met first.
    """

    def __init__(self, statement: Statement, seed: int | None = None) -> None:
        self.statement = statement
        self.seed = seed
        self.covers: dict[bool, FrontierTable] = {}  # what the frontier engine has compiled, to break symmetry or not

    @cached_property
    def group(self) -> tuple[D4, ...]:
        """The symmetries of the puzzle, the identity first."""
        return puzzle_symmetries(self.statement)

    @cached_property
    def table(self) -> Table:
        """The compiled table."""
        return compile_table(self.statement, self.seed)

    @cached_property
    def is_feasible(self) -> bool:
        """Whether some choice of copies covers just the area of the board."""
        area = len(self.statement.free)
        return bool(coverable(self.statement.demand, area) >> area & 1)

    @cached_property
    def _orbits(self) -> list[Orbit] | None:
        number = symmetry_breaker(self.statement, self.group)
        return None if number is None else orbits(self.statement, number, self.group)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The runs that find one solution at least of every orbit.

        One for each orbit of placements of the symmetry-breaking piece; a single one where there is no such piece.
        """
        if not self.is_feasible:
            return ()
        if self._orbits is None:
            return (Run((), (D4.IDENTITY,), self.group),)
        shuffled = shuffler(self.seed)(self._orbits)
        return tuple(Run((orbit.first,), orbit.movers, orbit.stabiliser) for orbit in shuffled)

    def compile(self) -> None:
        """Compute all that a search needs."""
        _ = self.runs
        self.table.compile()

    def answers(self, run: Run, codes: Codes, symmetry: Symmetry) -> Iterator[tuple[tuple[Placement, ...], Codes]]:
        """The solutions to give for one that a run meets: itself, or none if another stands for it, or all its images.

        Each as the placements made beforehand and the numbers of the others.
        """
        if symmetry == "all":
            for made, element in zip(self._images_of(run), run.movers, strict=True):
                yield made, self.image(codes, element)
        elif len(run.stabiliser) == 1 or self.is_least(codes, run.stabiliser):
            yield run.made, codes

    def _images_of(self, run: Run) -> list[tuple[Placement, ...]]:
        """What is made beforehand in a run, turned by each of its movers."""
        if run not in self._images:
            self._images[run] = [tuple(self._turned(p, element) for p in run.made) for element in run.movers]
        return self._images[run]

    def _turned(self, placement: Placement, element: D4) -> Placement:
        table = self.table
        return table.placement(table.code(turned(self.statement, placement.cells, element)))

    @cached_property
    def _images(self) -> dict[Run, list[tuple[Placement, ...]]]:
        return {}

    def is_least(self, codes: Codes, stabiliser: tuple[D4, ...]) -> bool:
        """Whether no image of a solution under *stabiliser* comes before it in the order of the search."""
        return all(codes <= self.image(codes, element) for element in stabiliser[1:])

    def image(self, codes: Codes, element: D4) -> Codes:
        """The placement numbers, ascending, of a set of placements turned by *element*."""
        if element == D4.IDENTITY:
            return codes
        known = self._image_codes[element]
        for code in codes:
            if code not in known:
                known[code] = self.table.code(turned(self.statement, self.table.placement(code).cells, element))
        return tuple(sorted([known[code] for code in codes]))

    @cached_property
    def _image_codes(self) -> dict[D4, dict[int, int]]:
        return {element: {} for element in D4}
