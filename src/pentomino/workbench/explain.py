"""Why a puzzle has no solution: proofs, the cheapest first, of which the first that is found is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..base.value import Value
from ..base_puzzle import BasePuzzle
from ..drawable import Drawable
from ..solutions.solution import Solution
from .faults import plain_fault
from .logic import by_cases, by_steps
from .proofs import FaultProof, Proof, SearchProof
from .searches import Searches
from .situation import Situation
from .weights import Weighed, by_bounds, by_colour

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..render import Drawing

__all__ = ["Explanation", "explain", "short_proof"]

GLANCE = 1 << 16
"""Nodes, a millisecond or two, after which proofs are looked for that do without a search."""


class Explanation(Value, Drawable):
    """Why a puzzle has no solution, or that it has one.

    `proof` is None if there is a `solution`. The *kind* is "solution" or that of the proof: "areas", "piece", "region"
    and "cell" are seen at once, "steps" after placements that are forced, "cases" after one of few and then forced
    ones; "colouring" and "weights" need no search, and "search" is one. `text` is a sentence or two; the picture
    shows what it speaks of: black cells of a colouring as B, the weights of cells, cells that cannot be covered as !.

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
        """Why there is none, in a sentence or two."""
        return sentence(self.proof) if self.proof else "There is a solution."

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from: the solution, or the board with what the proof speaks of."""
        if self.proof is None:
            assert self.solution is not None
            return self.solution.drawing
        return self.proof.drawing(self.puzzle)

    def is_checked(self) -> bool:
        """Whether the proof, or the solution, stands when it is gone through again, by code that shares nothing with
        what found it; a search is not done again, and gives False. Slow: it is for small puzzles.
        """
        from .check import is_proof

        if self.proof is None:
            return self.solution is not None and self.solution.is_valid()
        return is_proof(self.puzzle, self.proof)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, to be written as JSON."""
        return {"kind": self.kind, "text": self.text, **(self.proof.to_dict() if self.proof else {})}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation {self.kind}: {self.text}>"


def sentence(proof: Proof) -> str:
    """The text of a proof as a sentence."""
    return f"{proof.text[:1].upper()}{proof.text[1:]}."


def explain(searches: Searches, puzzle: BasePuzzle) -> Explanation:
    """The first proof that is found, or a solution."""
    with searches.at_work():
        plain = plain_proof(puzzle)
        if plain is not None:
            return _explained(puzzle, plain)
        is_solvable, nodes = searches.glance(puzzle, GLANCE)
        if is_solvable is not True and (proof := next(proofs(puzzle), None)) is not None:
            return _explained(puzzle, proof)
        if is_solvable is False:
            return _explained(puzzle, SearchProof(nodes))
        before = searches.nodes
        solution = searches.solution(puzzle)
        return _explained(puzzle, None if solution else SearchProof(searches.nodes - before), solution)


def _explained(puzzle: BasePuzzle, proof: Proof | None, solution: Solution | None = None) -> Explanation:
    return Explanation._make(puzzle=puzzle, proof=proof, solution=solution)


def short_proof(puzzle: BasePuzzle) -> Proof | None:
    """A proof that there is no solution, found without a search; None if none is seen."""
    return plain_proof(puzzle) or next(proofs(puzzle), None)


def plain_proof(puzzle: BasePuzzle) -> FaultProof | None:
    """What is plainly wrong, if anything is."""
    fault = plain_fault(puzzle)
    return FaultProof((), fault) if fault else None


def proofs(puzzle: BasePuzzle) -> Iterator[Proof]:
    """Proofs of the other kinds, those first that are cheap, and easy to follow."""
    weighed, situation = Weighed(puzzle), Situation.of(puzzle)
    finders: list[Callable[[], Proof | None]] = [partial(by_colour, weighed)]
    if situation is not None:
        finders += [partial(by_steps, puzzle, situation, 0), partial(by_steps, puzzle, situation)]
    finders += [partial(by_bounds, weighed)]
    if situation is not None:
        finders += [partial(by_cases, puzzle, situation)]
    last = []
    for proof in filter(None, (find() for find in finders)):
        if proof.is_plain:
            yield proof
        else:
            last.append(proof)
    yield from last
