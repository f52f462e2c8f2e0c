"""Proofs that a puzzle has no solution, as values with a text and a picture. Other modules find and check proofs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, NamedTuple

from ..base_puzzle import BasePuzzle
from ..drawable import Drawing
from ..lattices.lattice import Cell
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..solutions.solution import drawing_of
from ..value import Value
from ..wording import counted, joined
from .hint import Forced, with_laid
from .position import Fault, called, lying

MAX_NAMED = 8
"""The maximum number of pieces that a sentence lists."""

PLAIN_WEIGHT = 20
"""The largest weight in a proof that a person can easily follow."""

ACROSS = 20
"""The maximum number of cells across a picture of several boards and the gaps between them: 80 characters."""


class Proof(Value):
    """A proof that a puzzle has no solution. `kind` is one of the kinds that `Explanation` lists."""

    _fields = ()
    kind: str
    is_plain = True
    """Whether a person can easily follow the proof."""

    def __init__(self, *values: Any) -> None:
        self._set(**dict(zip(self._fields, values, strict=True)))

    @property
    def text(self) -> str:
        """The proof in words, without a full stop at the end."""
        raise NotImplementedError

    @property
    def is_drawn(self) -> bool:
        """Whether the text cannot be understood without the picture, which shows numbers or cases."""
        return self.kind in ("weights", "cases")

    def drawing(self, puzzle: BasePuzzle) -> Drawing:
        """Return a picture of `puzzle` that shows the `marks` of the proof in the cells."""
        return drawing_of(puzzle, puzzle.placed).pointing(self.marks)

    @property
    def marks(self) -> dict[Cell, str]:
        """The texts that the picture shows in empty cells, by cell."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the data of the proof as plain values."""
        raise NotImplementedError


class FaultProof(Proof):
    """A proof by an obvious fault, which is visible at once or after the forced placements `steps`."""

    steps: tuple[Forced, ...]
    fault: Fault

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The kind of the fault, or "steps" if there are steps before it."""
        return "steps" if self.steps else self.fault.kind

    @property
    def text(self) -> str:
        """The first step with its reason, the pieces of the other steps, and the fault after all steps."""
        if not self.steps:
            return self.fault.text
        names = [called(step.placement.piece) for step in self.steps]
        first = f"{names[0]} is forced, as {self.steps[0].reason.text}"
        more = f"; then {joined(names[1:])} {'is' if len(names) == 2 else 'are'}" if len(names) > 1 else ""
        wrong = self.fault.text.partition(": ")[0] if self.fault.kind in ("areas", "piece") else self.fault.text
        return f"{first}{more}. After that {wrong}"

    def drawing(self, puzzle: BasePuzzle) -> Drawing:
        """Return a picture of the board after the steps."""
        return drawing_of(puzzle, (*puzzle.placed, *(step.placement for step in self.steps))).pointing(self.marks)

    @property
    def marks(self) -> dict[Cell, str]:
        """The cells of the fault, each marked !."""
        return dict.fromkeys(self.fault.cells, "!")

    def to_dict(self) -> dict[str, Any]:
        """Return the steps and the fault as plain values."""
        steps = [step.to_dict() for step in self.steps]
        piece = {"piece": self.fault.piece.name} if self.fault.piece else {}
        return {"steps": steps, "fault": self.fault.kind, "cells": self.fault.cells, **piece}


class CasesProof(Proof):
    """A proof by cases: one of several placements must be made, but each of them leads to an obvious fault.

    `cases` are pairs (placement, proof of a fault after it): all placements that cover `cell` or, if it is None,
    all placements of `piece`. `apart` are the cases up to symmetry.
    """

    kind = "cases"
    cell: Cell | None
    piece: Polyform | None
    cases: tuple[tuple[Placement, FaultProof], ...]
    apart: tuple[tuple[Placement, FaultProof], ...]

    @property
    def text(self) -> str:
        """The number of cases, their number up to symmetry, and the case with the most steps."""
        whose = f"places of {called(self.piece)}" if self.piece else f"placements that cover the cell {self.cell}"
        alike = f" ({len(self.apart)} up to symmetry)" if len(self.apart) < len(self.cases) else ""
        laid, proof = self._example
        return (
            f"each of the {len(self.cases)} {whose}{alike} leaves something that cannot be placed or covered. "
            f"For example, with {lying(laid)}, {proof.text}"
        )

    @property
    def _example(self) -> tuple[Placement, FaultProof]:
        return max(self.apart, key=lambda case: len(case[1].steps))

    def drawing(self, puzzle: BasePuzzle) -> Drawing:
        """Return pictures of the cases up to symmetry, each after its steps.

        The case that the text describes comes first. ! marks the cells of a fault.
        """
        apart = sorted(self.apart, key=lambda case: case is not self._example)
        return _in_rows([proof.drawing(with_laid(puzzle, one)).plane for one, proof in apart])

    def to_dict(self) -> dict[str, Any]:
        """Return the cases and their proofs as plain values."""
        cases = [{"placement": one.to_dict(), **proof.to_dict()} for one, proof in self.cases]
        return {"cell": self.cell, "piece": self.piece.name if self.piece else None, "cases": cases}


def _in_rows(every: Sequence[Drawing]) -> Drawing:
    across = max(1, ACROSS // (len({cell[-1] for cell in every[0].cells}) + 1))
    rows = [every[i : i + across] for i in range(0, len(every), across)]
    return reduce(lambda a, b: a.above(b), [reduce(lambda a, b: a.beside(b), row) for row in rows])


class WeightSums(NamedTuple):
    """The possible weights `sums` of a placement of a piece.

    All pieces with the `names` have the same possible weights.
    """

    names: tuple[str, ...]
    sums: tuple[int, ...]


class WeightProof(Proof):
    """A proof by weights of cells, with which all pieces together can never weigh as much as the board.

    `weights` contains pairs (cell, weight) for weights other than 0. `covers` lists the possible weights of the
    placements of each piece, `gaps` the weights of cells that may stay empty, and `reachable` the possible weights of
    all pieces together, in ascending order. `board` is the weight of all free cells, and `cells` their number. If
    `pattern` is not empty, it describes a colouring, in which black cells weigh 1. `pieces` is the number of pieces to
    be placed, or None if it is not known.
    """

    pattern: str
    weights: tuple[tuple[Cell, int], ...]
    covers: tuple[WeightSums, ...]
    gaps: tuple[int, ...]
    reachable: tuple[int, ...]
    board: int
    cells: int
    pieces: int | None

    @property
    def kind(self) -> str:  # type: ignore[override]
        """Either "colouring" or "weights"."""
        return "colouring" if self.pattern else "weights"

    @property
    def is_plain(self) -> bool:  # type: ignore[override]
        """Whether a person can easily follow the proof: it uses a colouring or small numbers."""
        return bool(self.pattern) or max(weight for _, weight in self.weights) <= PLAIN_WEIGHT

    @property
    def text(self) -> str:
        """The possible weights of each piece and of all pieces together, and the weight of the board."""
        if self.pattern and self.is_balanced:
            return (
                f"colour {self.pattern} black: each piece covers as many black as white cells, "
                f"but {self.board} of the free cells are black and {self.cells - self.board} are white"
            )
        clauses = self._clauses()
        if self.gaps and self.pattern:
            clauses.append(f"what stays empty is {' or '.join([('white', 'black')[n] for n in self.gaps])}")
        elif self.gaps:
            clauses.append(f"a cell that stays empty has {_numbers(self.gaps)}")
        many = f", in any numbers that cover {self.cells} cells," if self.pieces is None and not self.gaps else ""
        sums = f"{joined(clauses)}, together{many} {_numbers(self.reachable, self.board)}, but"
        if self.pattern:
            return f"colour {self.pattern} black: {sums} the board has {self.board}"
        return (
            f"add the numbers in the cells that a piece covers: {sums} those of all free cells add up to {self.board}"
        )

    @property
    def is_balanced(self) -> bool:
        """Whether each piece covers as many black as white cells."""
        return 2 * self.reachable[0] == self.cells and all(len(c.sums) == 1 for c in self.covers) and not self.gaps

    def _clauses(self) -> list[str]:
        # pieces with the same weights share a clause
        groups: dict[str, list[str]] = {}
        for cover in self.covers:
            # Without a pattern, the proof is that even the largest weights together are less than that of the board.
            sums = _numbers(cover.sums) if self.pattern or len(cover.sums) == 1 else f"at most {cover.sums[-1]}"
            groups.setdefault(sums, []).extend(cover.names)
        one, several = ("covers", "cover") if self.pattern else ("has", "have")
        clauses: list[str] = []
        for sums, names in groups.items():
            what = (" black cell" if sums == "1" else " black cells") if self.pattern and not clauses else ""
            if len(groups) == 1:
                who = "each piece" if self.pieces is None else f"each of the {self.pieces} pieces"
                return [f"{who} {one} {sums}{what}"]
            who = joined(names) if len(names) <= MAX_NAMED else f"{len(names)} pieces"
            clauses.append(f"{who} {several} {sums}{what} each" if len(names) > 1 else f"{who} {one} {sums}{what}")
        return clauses

    @property
    def marks(self) -> dict[Cell, str]:
        """The weight of each cell as text, or B for each black cell."""
        return {cell: "B" if self.pattern else str(weight) for cell, weight in self.weights}

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as plain values.

        A weight is a list of the coordinates of a cell, followed by the weight of the cell.
        """
        return {
            "weights": [[*cell, weight] for cell, weight in self.weights],
            "pieces": [{"names": cover.names, "sums": cover.sums} for cover in self.covers],
            "together": self.reachable,
            "board": self.board,
        }


def _numbers(sums: Sequence[int], wanted: int | None = None) -> str:
    """Return a description of the ascending numbers `sums`, such as "2 to 5".

    If `wanted` is given, the description may only state why it is not among the numbers, as in "at most 5".
    """
    if len(sums) <= 3:
        return joined(list(map(str, sums)), "or")
    steps = {b - a for a, b in pairwise(sums)}
    if wanted is not None and wanted > sums[-1]:
        return f"at most {sums[-1]}"
    if wanted is not None and wanted < sums[0]:
        return f"at least {sums[0]}"
    if steps == {1}:
        return f"{sums[0]} to {sums[-1]}"
    if wanted is not None and steps == {2} and (wanted - sums[0]) % 2:
        return f"an {('even', 'odd')[sums[0] % 2]} number"
    if len(steps) == 1:
        return f"{sums[0]}, {sums[1]}, {sums[2]} ... or {sums[-1]}"
    if wanted is not None:
        return f"never {wanted}"
    return joined(list(map(str, sums)), "or")


class SearchProof(Proof):
    """A proof by a complete search, which visited `nodes` nodes and found no solution."""

    kind = "search"
    nodes: int

    @property
    def text(self) -> str:
        """The number of nodes of the search, in words."""
        return f"a search of {counted(self.nodes, 'node')} has found none; no shorter proof is known"

    def to_dict(self) -> dict[str, Any]:
        """Return the number of nodes of the search."""
        return {"nodes": self.nodes}
