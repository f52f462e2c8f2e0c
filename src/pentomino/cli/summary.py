"""What is told of a search besides its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from ..pieces.sets import PieceCount, mirror_twins
from ..puzzle import Puzzle
from ..search.progress import Statistics
from ..solutions.solution import Solution
from .console import say
from .options import ask

if TYPE_CHECKING:
    import argparse

    from ..lattices.wrapping import Element
    from .where import Where

__all__ = ["Timed", "asked", "named_twins", "tell", "tell_none"]

Answer = TypeVar("Answer")

MOST_NAMED = 12
"""Symmetries that are named; cubes have more."""


class Timed:
    """An iterator that counts solutions in `number` and adds up in `seconds` how long they were waited for."""

    def __init__(self, solutions: Iterator[Solution]) -> None:
        self._solutions = solutions
        self.number = 0
        self.seconds = 0.0

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        start = perf_counter()
        try:
            solution = next(self._solutions)
            self.number += 1
            return solution
        finally:
            self.seconds += perf_counter() - start


def asked(verb: Callable[..., Answer], options: argparse.Namespace, **more: Any) -> tuple[Answer, Statistics, float]:
    """What a verb answers, the work that it did for that, and the seconds that it took."""
    start, statistics = perf_counter(), Statistics()
    answer = ask(verb, options, symmetry=options.symmetry, statistics=statistics, **more)
    return answer, statistics, perf_counter() - start


def named_twins(counts: Iterable[PieceCount]) -> str:
    """The names of the first mirror twins of a set, such as `L4 and L4'`; nothing if it has none."""
    return " and ".join(piece.name or "a piece without a name" for piece in mirror_twins(counts) or ())


def tell(puzzle: Puzzle, statistics: Statistics, result: str, seconds: float, verbose: bool) -> None:
    """Tell the number of solutions, the work and the time in a line; if *verbose*, how the work was done in others.

    The placements tried are the nodes of the search: those that left a next cell which some piece could cover. With
    more than one worker they include what was searched ahead and not used.
    """
    from ..base.words import counted

    nodes = statistics.nodes
    work = counted(nodes, "node") if statistics.engine == "frontier" else f"{counted(nodes, 'placement')} tried"
    say(f"{result}, {work}, {seconds:.2f} s")
    if not verbose:
        return
    reason = f" ({statistics.reason})" if statistics.reason else ""
    say(f"{statistics.engine or 'no'} engine, {counted(statistics.workers, 'worker')}{reason}")
    if not puzzle.reflections:
        twins = named_twins(puzzle.pieces)
        said = "turned over" if puzzle.board.lattice.dimension == 2 else "mirrored, as no real one can be"
        say(f"pieces are not {said}" + (f": {twins} are two (--reflections makes them one)" if twins else ""))
    names = list(map(_named, puzzle.symmetries()))
    more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    say(f"symmetries of the puzzle: {len(names)} ({', '.join(names[:MOST_NAMED])}{more})")


def _named(element: Element) -> str:
    """An element in words; those of cubes are the axes of the image, small letters for those that run backwards."""
    is_of_axes = len(element.name) == 3 and element.name.isalpha()
    return element.name if is_of_axes else element.name.lower().replace("_", " ")


def tell_none(puzzles: Sequence[tuple[str, Puzzle]], where: Where | None = None) -> None:
    """Say that none of these puzzles, each with its name, has a solution, and why not, if there is a short proof.

    Or that none has one that was asked for by `--where`.
    """
    from ..workbench.explain import short_proof

    say("there is no solution" if where is None else f"there is no solution with {where.text}")
    for name, puzzle in puzzles:
        if proof := short_proof(puzzle):
            text = proof.text + "; pentomino explain draws it" * proof.is_drawn
            say(f"{name}: {text}" if len(puzzles) > 1 else text)
