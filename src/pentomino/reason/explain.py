"""Explain why a puzzle has no solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from ..drawable import Drawable, Drawing
from ..lattices.lattice import Cell
from ..lattices.numbering import bits
from ..placement import Placement
from ..search.by_search import NodeLimit
from ..search.clock import drain
from ..search.plan import plan_of
from ..solutions.solution import Solution
from ..value import Described, Value
from .check import is_proof
from .hint import deduce_all, hopeless
from .position import Position, plain_fault
from .proofs import CasesProof, FaultProof, Proof, SearchProof, Weighed, by_bounds, by_colour
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle


ProvenCase: TypeAlias = tuple[Placement, FaultProof]

GLANCE_NODES = 1 << 16
"""The maximum number of nodes of the first search, which takes 1 or 2 ms. Next, proofs without a search are tried."""

MAX_CASES = 24
"""The maximum number of placements of a cell or piece for which a proof by cases is tried."""

MAX_TRIED = 3
"""The maximum number of pieces, and of cells, for which a proof by cases is tried."""


class Explanation(Described, Value, Drawable):
    """The reason why a puzzle has no solution, or a solution if there is one.

    If there is a `solution`, `proof` is None and `kind` is "solution". Otherwise `kind` is the kind of the proof:

    - "areas", "piece", "region", "cell": a fault that is visible at once;
    - "steps": such a fault after some forced placements;
    - "cases": one of a few placements must be made, but each of them leads to such a fault;
    - "colouring", "weights": sums of numbers in the cells show that there is no solution;
    - "search": a search found no solution.

    `text` consists of one or two sentences. In the picture, B marks the black cells of a colouring, a number is
    the weight of a cell, and ! marks a cell that cannot be covered.

    >>> from pentomino import Puzzle
    >>> print(Puzzle("#.......\\n" + "........\\n" * 6 + ".......#", "I2*").explain())
    Colour the cells whose row + column is even black: each piece covers as many black as white cells, but 30 of the \
free cells are black and 32 are white.
    """

    puzzle: Puzzle
    proof: Proof | None
    solution: Solution | None

    @property
    def kind(self) -> str:
        """The kind of the proof, or "solution"."""
        return self.proof.kind if self.proof else "solution"

    @property
    def text(self) -> str:
        """The explanation, in one or two sentences."""
        if self.proof is None:
            return "There is a solution."
        return f"{self.proof.text[:1].upper()}{self.proof.text[1:]}."

    @property
    def drawing(self) -> Drawing:
        """The solution, or the board with the cells of the proof."""
        if self.proof is None:
            assert self.solution is not None
            return self.solution.drawing
        return self.proof.drawing(self.puzzle)

    def is_checked(self) -> bool:
        """Check the proof or the solution with separate code, and return whether it is right.

        The check is slow, and meant for small puzzles. It does not repeat a search, and always returns False for the
        kind "search".
        """
        if self.proof is None:
            return self.solution is not None and self.solution.is_valid()
        return is_proof(self.puzzle, self.proof)

    def to_dict(self) -> dict[str, Any]:
        """Return the kind, the text and the data of the proof as plain values, to be written as JSON."""
        return {"kind": self.kind, "text": self.text, **(self.proof.to_dict() if self.proof else {})}

    def __repr__(self) -> str:
        return f"<Explanation {self.kind}: {self.text}>"


def explain(searches: Searches, puzzle: Puzzle) -> Explanation:
    """Return an explanation with the first proof that is found, or with a solution."""
    with searches.at_work():
        if fault := plain_fault(puzzle):
            return _explained(puzzle, FaultProof((), fault))
        plan, before = plan_of(puzzle), searches.nodes
        try:
            solution, is_known = searches.solution(plan, GLANCE_NODES), True
        except NodeLimit:
            solution, is_known = None, False
        if solution is None and (proof := next(proofs(puzzle), None)):
            return _explained(puzzle, proof)
        if not is_known:
            before = searches.nodes
            solution = searches.solution(plan)
        return _explained(puzzle, None if solution else SearchProof(searches.nodes - before), solution)


def _explained(puzzle: Puzzle, proof: Proof | None, solution: Solution | None = None) -> Explanation:
    return Explanation._make(puzzle=puzzle, proof=proof, solution=solution)


def short_proof(puzzle: Puzzle) -> Proof | None:
    """Return a proof that `puzzle` has no solution. Return None if no proof is found without a search."""
    fault = plain_fault(puzzle)
    return FaultProof((), fault) if fault else next(proofs(puzzle), None)


def proofs(puzzle: Puzzle) -> Iterator[Proof]:
    """Yield proofs by colours, faults, weights and cases. Proofs that are easy to find and to follow come first."""
    weighed = Weighed(puzzle)
    if colouring := drain(by_colour(weighed)):
        yield colouring
    position = Position.of(puzzle)
    if fault := hopeless(position):
        yield FaultProof((), fault)
    if steps := by_steps(position):
        yield steps
    weights = by_bounds(weighed)
    if weights and weights.is_plain:
        yield weights
    if cases := by_cases(position):
        yield cases
    if weights and not weights.is_plain:
        yield weights


def by_steps(position: Position) -> FaultProof | None:
    """Make all placements that can be deduced. Return a proof if an obvious fault follows, otherwise None."""
    steps, after = deduce_all(position)
    fault = plain_fault(after.puzzle) or hopeless(after)
    return FaultProof(tuple(steps), fault) if fault else None


def by_cases(position: Position) -> CasesProof | None:
    """Return a proof by cases for a cell or piece with few placements, or None if no proof is found."""
    choices = sorted(position.choices, key=attrgetter("number"))
    few = [[one for one in choices if one.kind == kind][:MAX_TRIED] for kind in ("piece", "cell")]
    for choice in chain(*few):
        if choice.number > MAX_CASES:
            continue
        cases: list[ProvenCase] = []
        for number in bits(choice.fitting):
            proof = by_steps(position.after(number))
            if proof is None:
                break
            cases.append((position.ground.placements[number], proof))
        else:
            cell = choice.cells[0] if choice.cells else None
            apart = tuple(_apart(position.puzzle, cell, cases))
            return CasesProof(position.puzzle.board, cell, choice.piece, tuple(cases), apart)
    return None


def _apart(puzzle: Puzzle, cell: Cell | None, cases: Sequence[ProvenCase]) -> Iterator[ProvenCase]:
    # yield cases up to the symmetries that map `cell`, if given, to itself
    images = puzzle.board._images
    elements = [one for one in puzzle.symmetries() if cell is None or tuple(images((cell,), one)) == (cell,)]
    met: set[tuple[Cell, ...]] = set()
    for placement, proof in cases:
        if placement.cells not in met:
            yield placement, proof
            met.update(tuple(sorted(images(placement.cells, element))) for element in elements)
