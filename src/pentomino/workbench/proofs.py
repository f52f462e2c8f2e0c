"""Proofs that a puzzle has no solution: values with a text and what is shown in the picture, to be checked by `check`.

Nothing here finds a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..base.value import Value
from ..lattices.lattice import Cell
from ..pieces.polyform import Polyform
from ..placement import Placement
from .faults import Fault, called, counted, joined
from .stepping import Forced

__all__ = ["CasesProof", "CutProof", "FaultProof", "Proof", "SearchProof", "Sums", "WeightProof"]

MOST_NAMED = 8
"""Pieces that are named one by one in a sentence."""


class Proof(Value):
    """Why there is no solution: a kind, a sentence or two, pieces and marks to show on the board, and plain values."""

    kind: str

    def __init__(self, *values: Any) -> None:
        self._set(**dict(zip(self._fields, values, strict=True)))

    @property
    def text(self) -> str:
        """The proof in words, without the last full stop."""
        raise NotImplementedError

    @property
    def laid(self) -> Sequence[Placement]:
        """Pieces that the picture shows besides the given ones."""
        return ()

    @property
    def marks(self) -> dict[Cell, str]:
        """What the picture shows in empty cells."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """The certificate as plain values."""
        raise NotImplementedError


class FaultProof(Proof):
    """Something is plainly wrong: at once, or once some placements are made that are forced, each with its reason."""

    _fields = ("steps", "fault")
    steps: tuple[Forced, ...]
    fault: Fault

    @property
    def kind(self) -> str:  # type: ignore[override]
        """What is wrong, or that it takes steps to see it."""
        return "steps" if self.steps else self.fault.kind

    @property
    def text(self) -> str:
        """The first step, with its reason, the pieces of the others, and what is wrong then."""
        if not self.steps:
            return self.fault.text
        names = [called(step.placement.piece) for step in self.steps]
        first = f"{names[0]} is forced, as {self.steps[0].reason.text}"
        more = f"; then {joined(names[1:])} {'is' if len(names) == 2 else 'are'}" if len(names) > 1 else ""
        wrong = self.fault.text.partition(": ")[0] if self.fault.kind == "areas" else self.fault.text
        return f"{first}{more}. After that {wrong}"

    @property
    def laid(self) -> Sequence[Placement]:
        """The steps."""
        return [step.placement for step in self.steps]

    @property
    def marks(self) -> dict[Cell, str]:
        """The cells that cannot be covered, marked !."""
        return dict.fromkeys(self.fault.cells, "!")

    def to_dict(self) -> dict[str, Any]:
        """The steps, and what is wrong."""
        made = [(step.placement, step.reason.text) for step in self.steps]
        steps = [{"piece": one.piece.name, "cells": one.cells, "reason": reason} for one, reason in made]
        piece = {"piece": self.fault.piece.name} if self.fault.piece else {}
        return {"steps": steps, "fault": self.fault.kind, "cells": self.fault.cells, **piece}


class CasesProof(Proof):
    """One of some placements must be made, and each of them leads to what is plainly wrong, by placements forced then.

    The cases are all placements that cover a cell, or all those of a piece that must be laid.
    """

    _fields = ("cell", "piece", "cases")
    kind = "cases"
    cell: Cell | None
    piece: Polyform | None
    cases: tuple[tuple[Placement, FaultProof], ...]

    @property
    def text(self) -> str:
        """How many cases there are, and what comes of them."""
        steps = sum(len(proof.steps) for _, proof in self.cases)
        whose = f"places of {called(self.piece)}" if self.piece else f"placements that cover the cell {self.cell}"
        return (
            f"each of the {len(self.cases)} {whose} leaves cells or pieces that cannot be placed, "
            f"after {counted(steps, 'forced placement')} in all"
        )

    @property
    def marks(self) -> dict[Cell, str]:
        """The cell, marked !."""
        return {self.cell: "!"} if self.cell else {}

    def to_dict(self) -> dict[str, Any]:
        """The cases, each with its own proof."""
        cases = [{"piece": one.piece.name, "cells": one.cells, **proof.to_dict()} for one, proof in self.cases]
        return {"cell": self.cell, "piece": self.piece.name if self.piece else None, "cases": cases}


class Sums(NamedTuple):
    """The pieces of these names have placements with these sums of weights, and no others."""

    names: tuple[str, ...]
    sums: tuple[int, ...]


class WeightProof(Proof):
    """Cells have weights, all others 0: what the pieces cover together is never what the board has.

    `covers` tell the sums of the weights that the placements of each piece have, `reachable` those that all pieces can
    have together on so many cells, and `board` that of the free cells; all modulo `modulus`, unless that is 0. With a
    `pattern`, weights are 1, for black cells, and it says which these are.
    """

    _fields = ("pattern", "weights", "modulus", "covers", "reachable", "board", "cells")
    pattern: str
    weights: tuple[tuple[Cell, int], ...]
    modulus: int
    covers: tuple[Sums, ...]
    reachable: tuple[int, ...]
    board: int
    cells: int

    @property
    def kind(self) -> str:  # type: ignore[override]
        """Whether it is a colouring."""
        return "colouring" if self.pattern else "weights"

    @property
    def text(self) -> str:
        """What each piece covers, what all can cover together, and what the board has."""
        if not self.pattern:
            modulo = f", modulo {self.modulus}" if self.modulus else ""
            return f"add the numbers in the cells that a piece covers{modulo}: {self._told('')} the board {self.board}"
        if self.is_balanced:
            white = self.cells - self.board
            return (
                f"colour {self.pattern} black: each piece covers as many black as white cells, "
                f"but {self.board} of the free cells are black and {white} are white"
            )
        return f"colour {self.pattern} black: {self._told('black')} the board has {self.board}"

    def _told(self, colour: str) -> str:
        return f"{self._who(colour)}, together {_said(self.reachable, self.board)}, but"

    @property
    def is_balanced(self) -> bool:
        """Whether each piece covers as many black as white cells."""
        return bool(self.pattern) and 2 * self.reachable[0] == self.cells and all(len(c.sums) == 1 for c in self.covers)

    def _who(self, colour: str) -> str:
        verb = "covers" if colour else "gives"
        if len(self.covers) == 1:
            return f"each piece {verb} {_said(self.covers[0].sums)}{_black_cells(self.covers[0], colour)}"
        parts: list[str] = []
        for cover in self.covers:
            many = len(cover.names) > 1
            who = joined(cover.names) if len(cover.names) <= MOST_NAMED else f"{len(cover.names)} pieces"
            what = "" if parts else _black_cells(cover, colour)
            parts.append(f"{who} {verb[:-1] if many else verb} {_said(cover.sums)}{what}{' each' * many}")
        return joined(parts)

    @property
    def marks(self) -> dict[Cell, str]:
        """The weights, if they are more than a colour."""
        return {} if self.pattern else {cell: str(weight) for cell, weight in self.weights}

    def to_dict(self) -> dict[str, Any]:
        """The weights, each as the coordinates of a cell and its weight, and the sums."""
        return {
            "weights": [[*cell, weight] for cell, weight in self.weights],
            "modulus": self.modulus or None,
            "pieces": [{"names": cover.names, "sums": cover.sums} for cover in self.covers],
            "together": self.reachable,
            "board": self.board,
        }


def _black_cells(cover: Sums, colour: str) -> str:
    return f" {colour} {'cell' if cover.sums == (1,) else 'cells'}" if colour else ""


def _said(sums: Sequence[int], wanted: int | None = None) -> str:
    """A set of numbers in words; if it is to be seen that one is not among them, no more than that takes."""
    if len(sums) <= 3:
        return joined(list(map(str, sums)), "or")
    steps = {b - a for a, b in pairwise(sums)}
    if wanted is not None and wanted > sums[-1]:
        return f"at most {sums[-1]}"
    if wanted is not None and wanted < sums[0]:
        return f"at least {sums[0]}"
    if steps == {1}:
        return f"{sums[0]} to {sums[-1]}"
    if len(steps) == 1:
        return f"{sums[0]}, {sums[1]}, {sums[2]} ... or {sums[-1]}"
    if wanted is not None:
        return f"{max(n for n in sums if n < wanted)} at most, or {min(n for n in sums if n > wanted)} at least"
    return joined(list(map(str, sums)), "or")


class CutProof(Proof):
    """A cut: whatever lies across it, on one of its sides a region is left whose size cannot be made.

    `side` are the cells of one side, `crossing` is the number of placements that cover cells of both, and `choices`
    that of the sets of these that do not overlap.
    """

    _fields = ("side", "crossing", "choices")
    kind = "cut"
    side: tuple[Cell, ...]
    crossing: int
    choices: int

    @property
    def text(self) -> str:
        """How many placements cross the cut, and what comes of all choices of them."""
        return (
            f"cut off the {counted(len(self.side), 'cell')} marked A: {counted(self.crossing, 'placement')} may reach "
            f"across, and each of the {counted(self.choices, 'choice')} of such placements, or of none, leaves a "
            "region on one of the sides whose size the pieces with a place there cannot make"
        )

    @property
    def marks(self) -> dict[Cell, str]:
        """One side, marked A."""
        return dict.fromkeys(self.side, "A")

    def to_dict(self) -> dict[str, Any]:
        """The side, and how many placements cross the cut in how many ways."""
        return {"side": self.side, "crossing": self.crossing, "choices": self.choices}


class SearchProof(Proof):
    """A search of so many nodes found nothing."""

    _fields = ("nodes",)
    kind = "search"
    nodes: int

    @property
    def text(self) -> str:
        """How large the search was."""
        return f"a search of {counted(self.nodes, 'node')} has found none; no shorter proof is known"

    def to_dict(self) -> dict[str, Any]:
        """The size of the search."""
        return {"nodes": self.nodes}
