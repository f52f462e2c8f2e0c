"""Proofs that a puzzle has no solution, each with a text and a picture.

In a proof by weights, each cell has a weight. The total weight of the placed pieces never equals that of the board.
`by_colour` tries known colourings, in which black cells weigh 1. The chessboard without two corners is a puzzle of M.
Black ("Critical Thinking", 1946). For other pieces and colours see S. W. Golomb, "Polyominoes" (1965).

`by_bounds` looks for weights with which the pieces always weigh less than the board. Such weights exist if and only if
the equations of the exact cover have no solution in nonnegative rational numbers (J. Farkas, 1902).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise, product
from math import gcd
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base_puzzle import Demand
from ..board import Board
from ..drawable import Drawing
from ..lattices.lattice import Cell, dots
from ..lattices.numbering import bits
from ..limits import look, looked
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..search.by_search import Pausing
from ..search.clock import drain
from ..solutions.solution import drawing_of
from ..symmetry import cell_orbits
from ..value import Value
from ..wording import counted, joined
from .position import Fault, called, lying, plain_fault

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from .hint import Forced


# --------------------------------------------------------------------------------------------------------------- proofs


MAX_NAMED = 8
"""The maximum number of pieces that a sentence lists."""

PLAIN_WEIGHT = 20
"""The largest weight in a proof that a person can easily follow."""

ACROSS = 20
"""The maximum width in cells of several boards side by side, including the gaps. It fills 80 characters."""


class Proof(Value):
    """A proof that a puzzle has no solution. `kind` is one of the kinds that `Explanation` lists."""

    _field_names = ()
    kind: str
    is_plain = True
    """Whether a person can easily follow the proof."""

    def __init__(self, *values: Any) -> None:
        self._set(**dict(zip(self._field_names, values, strict=True)))

    @property
    def text(self) -> str:
        """The proof in words, without a full stop at the end."""
        raise NotImplementedError

    @property
    def needs_picture(self) -> bool:
        """Whether the text needs the picture, which shows numbers or cases."""
        return self.kind in ("weights", "cases")

    def drawing(self, puzzle: Puzzle) -> Drawing:
        """Return a picture of `puzzle` that shows the `marks` of the proof in the cells."""
        return drawing_of(puzzle, puzzle.placed).pointing(self.marks)

    @property
    def marks(self) -> dict[Cell, str]:
        """For each marked cell, the text that the picture shows in the cell. Empty here; subclasses mark cells."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the data of the proof as plain values."""
        raise NotImplementedError


class FaultProof(Proof):
    """A proof by an obvious fault. `steps` holds the forced placements before the fault, if any."""

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

    def drawing(self, puzzle: Puzzle) -> Drawing:
        """Return a picture of the board after the steps and, for the fault of a piece, its first excluded placement."""
        example = self.fault.excluded[:1] if self.fault.piece and self.fault.cells else ()
        placed = (*puzzle.placed, *(step.placement for step in self.steps), *example)
        return drawing_of(puzzle, placed).pointing(self.marks)

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

    `cases` holds pairs (placement, proof of a fault after it). There is a pair for each placement that covers `cell`
    or, if `cell` is None, for each placement of `piece`. `apart` omits cases that are symmetric to an earlier case.
    """

    kind = "cases"
    board: Board
    cell: Cell | None
    piece: Polyform | None
    cases: tuple[tuple[Placement, FaultProof], ...]
    apart: tuple[tuple[Placement, FaultProof], ...]

    @property
    def text(self) -> str:
        """How many cases there are, also up to symmetry, and the case with the most steps."""
        where = self.board.in_words(self.cell) if self.cell else ""
        whose = f"places of {called(self.piece)}" if self.piece else f"placements that cover the cell at {where}"
        alike = f" ({len(self.apart)} up to symmetry)" if len(self.apart) < len(self.cases) else ""
        laid, proof = self._example
        return (
            f"each of the {len(self.cases)} {whose}{alike} leaves something that cannot be placed or covered. "
            f"For example, with {lying(laid, self.board)}, {proof.text}"
        )

    @property
    def _example(self) -> tuple[Placement, FaultProof]:
        return max(self.apart, key=lambda case: len(case[1].steps))

    def drawing(self, puzzle: Puzzle) -> Drawing:
        """Return pictures of the cases up to symmetry, each after its steps.

        The case that the text describes comes first. ! marks the cells of a fault.
        """
        apart = sorted(self.apart, key=lambda case: case is not self._example)
        every = [proof.drawing(puzzle.replace(placed=(*puzzle.placed, placement))).plane for placement, proof in apart]
        across = max(1, ACROSS // (len({cell[-1] for cell in every[0].cells}) + 1))
        rows = [reduce(Drawing.beside, every[i : i + across]) for i in range(0, len(every), across)]
        return reduce(Drawing.above, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the cases and their proofs as plain values."""
        cases = [{"placement": placement.to_dict(), **proof.to_dict()} for placement, proof in self.cases]
        return {"cell": self.cell, "piece": self.piece.name if self.piece else None, "cases": cases}


class WeightSums(NamedTuple):
    """The possible weights `sums` of a placement, which are the same for all pieces in `names`."""

    names: tuple[str, ...]
    sums: tuple[int, ...]


class WeightProof(Proof):
    """A proof by weights of cells. The total weight of all pieces can never be the weight of the board.

    `weights` holds pairs (cell, weight) for weights other than 0. `covers` lists the possible weights of the placements
    of each piece. `gaps` lists the weights of cells that may stay empty. `reachable` lists the possible total weights
    of all pieces, in ascending order. `board` is the total weight of the free cells, and `cells` is the number of free
    cells. `pattern` describes the black cells of a colouring, which weigh 1, or is empty. `pieces` is the number of
    pieces to be placed, or None if it is not known.
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
        """Whether the proof uses a colouring or small numbers, so that a person can easily follow it."""
        return bool(self.pattern) or max(weight for _, weight in self.weights) <= PLAIN_WEIGHT

    @property
    def text(self) -> str:
        """The possible weights of each piece and of all pieces together, and the weight of the board."""
        head = f"colour {self.pattern} black" if self.pattern else "add the numbers in the cells that a piece covers"
        is_balanced = 2 * self.reachable[0] == self.cells and all(len(cover.sums) == 1 for cover in self.covers)
        if self.pattern and is_balanced and not self.gaps:
            colours = f"{self.board} of the free cells are black and {self.cells - self.board} are white"
            return f"{head}: each piece covers as many black as white cells, but {colours}"
        clauses = self._clauses()
        if self.gaps and self.pattern:
            clauses.append(f"what stays empty is {' or '.join([('white', 'black')[n] for n in self.gaps])}")
        elif self.gaps:
            clauses.append(f"a cell that stays empty has {_numbers(self.gaps)}")
        many = f", in any numbers that cover {self.cells} cells," if self.pieces is None and not self.gaps else ""
        board = "the board has" if self.pattern else "those of all free cells add up to"
        total = _numbers(self.reachable, self.board)
        return f"{head}: {joined(clauses)}, together{many} {total}, but {board} {self.board}"

    def _clauses(self) -> list[str]:
        # pieces with the same weights share a clause
        groups: dict[str, list[str]] = {}
        for cover in self.covers:
            # Without a pattern, the proof is that even the largest weights together are less than the board's weight.
            sums = _numbers(cover.sums) if self.pattern or len(cover.sums) == 1 else f"at most {cover.sums[-1]}"
            groups.setdefault(sums, []).extend(cover.names)
        singular, plural = ("covers", "cover") if self.pattern else ("has", "have")
        clauses: list[str] = []
        for sums, names in groups.items():
            noun = (" black cell" if sums == "1" else " black cells") if self.pattern and not clauses else ""
            if len(groups) == 1:
                who = "each piece" if self.pieces is None else f"each of the {self.pieces} pieces"
                return [f"{who} {singular} {sums}{noun}"]
            who = joined(names) if len(names) <= MAX_NAMED else f"{len(names)} pieces"
            clauses.append(f"{who} {plural} {sums}{noun} each" if len(names) > 1 else f"{who} {singular} {sums}{noun}")
        return clauses

    @property
    def marks(self) -> dict[Cell, str]:
        """The weight of each cell as text, or B for each black cell."""
        return {cell: "B" if self.pattern else str(weight) for cell, weight in self.weights}

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as plain values.

        Each weight is a list with the coordinates of a cell, followed by the weight of the cell.
        """
        return {
            "weights": [[*cell, weight] for cell, weight in self.weights],
            "pieces": [{"names": cover.names, "sums": cover.sums} for cover in self.covers],
            "together": self.reachable,
            "board": self.board,
        }


def _numbers(sums: Sequence[int], wanted: int | None = None) -> str:
    """Return a description of the ascending numbers `sums`, such as "2 to 5".

    If `wanted` is given, the description can be shorter if it shows that `wanted` is missing, as in "at most 5".
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
        """How many nodes the search visited, in words."""
        return f"a search of {counted(self.nodes, 'node')} has found none; no shorter proof is known"

    def to_dict(self) -> dict[str, Any]:
        """Return how many nodes the search visited."""
        return {"nodes": self.nodes}


# ------------------------------------------------------------------------------------------- proofs by weights of cells


MAX_COPIES = 4000
"""The maximum cost of checking weights. More would take too long. The cost is a sum over all pieces: the maximum number
of copies of each piece times the number of different weights of its placements."""

STRIPES = range(2, 7)
"""The periods of striped colourings that are tried. With period 3, one line in 3 is black."""

DOTS = range(2, 4)
"""The periods of dotted colourings that are tried. With period 3, black cells are 3 cells apart along each axis."""

MAX_BITS = 1 << 27
"""The maximum product of the numbers of placements and cells for a quick proof. The proof needs about 50 MB."""

MAX_SUMS = 1 << 15
"""The maximum number of additions in `by_bounds`. They take some hundredths of a second. Known proofs use a fifth."""

Row = tuple[int, ...]
"""A placement, as a tuple with the orbit number of each cell that it covers. Cells that are equivalent under the
symmetries of the puzzle have the same orbit number."""


class Weighed:
    """The free cells of a puzzle and the placements of each piece, for proofs by weights.

    `positions` holds the index of each free cell in `puzzle.numbering`. `covers` holds a list of placements for each
    piece. A placement is a list of positions. If cells may stay empty, the last piece is a gap of one cell, which can
    be placed on any of these cells.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.cells = sorted(puzzle.uncovered_cells)
        self.positions = puzzle._numbering.positions(self.cells)
        self.covers = [list(_covers(puzzle, number)) for number in range(len(puzzle._demand_with_gaps))]
        self.demand = [
            Demand(piece, least, most if covers else 0)
            for (piece, least, most), covers in zip(puzzle._demand_with_gaps, self.covers, strict=True)
        ]

    @property
    def pieces(self) -> int | None:
        """How many pieces are to be placed, or None if that is not known."""
        demand = [count for count in self.puzzle._demand if count.most]
        sizes = {piece.size for piece, _, _ in demand}
        if all(least == most for _, least, most in demand):
            return sum(least for _, least, _ in demand)
        return None if self.puzzle.optional_cells or len(sizes) > 1 else len(self.cells) // sizes.pop()

    def may_differ(self, sums: Sequence[set[int]], board: int) -> bool:
        """Test quickly whether `proof` may find a proof. `board` is the total weight of the board.

        `sums` has, for each piece, the possible weights of a placement.
        """
        present = [(count, some) for count, some in zip(self.demand, sums, strict=True) if some]
        fixed = [(least, some) for (_, least, _), some in present if least]
        if any(least < most for (_, least, most), _ in present):
            sizes = {piece.size for (piece, _, _), _ in present}
            if len(sizes) > 1:
                return sum(count.most * len(some) for count, some in present) <= MAX_COPIES
            # All pieces have the same size, so it is known how many further copies are used, but not of which pieces.
            left = len(self.cells) // sizes.pop() - sum(least for least, _ in fixed)
            fixed.append((left, set().union(*[some for (_, least, most), some in present if least < most])))
        low, high = (sum(copies * end(some) for copies, some in fixed) for end in (min, max))
        step = gcd(*(number - min(some) for copies, some in fixed if copies for number in some))
        return not low <= board <= high or (board - low) % (step or 1) != 0

    def proof(self, weights: Sequence[int], sums: Sequence[set[int]], pattern: str = "") -> WeightProof | None:
        """Return a proof with these `weights` of `cells`, or None if the weights prove nothing.

        `sums` has, for each piece, the possible weights of a placement. `pattern` is the name of a colouring.
        """
        board = sum(weights)
        totals = reachable_weights(self.demand, sums, len(self.cells))
        if board in totals or not totals:
            return None
        weighted = tuple([(cell, weight) for cell, weight in zip(self.cells, weights, strict=True) if weight])
        of_pieces = [tuple(sorted(some)) for some in sums]
        gaps = of_pieces.pop() if self.puzzle.optional_cells else ()
        groups: dict[tuple[int, ...], list[str]] = {}
        for (piece, _, most), some in zip(self.puzzle._demand, of_pieces, strict=True):
            if most and some:
                groups.setdefault(some, []).append(called(piece))
        covers = tuple([WeightSums(tuple(names), some) for some, names in groups.items()])
        return WeightProof(pattern, weighted, covers, gaps, tuple(sorted(totals)), board, len(self.cells), self.pieces)


def _covers(puzzle: Puzzle, number: int) -> Iterator[list[int]]:
    for shape, places in puzzle._places_of(number):
        yield from map(puzzle._numbering.covering(shape.cells), looked(bits(places)))


def reachable_weights(demand: Sequence[Demand], weights: Sequence[set[int]], area: int) -> set[int]:
    """Return the possible total weights of pieces that cover `area` cells.

    `weights` has, for each piece in `demand`, the possible weights of one copy.
    """
    totals = {0: 1}  # for each total weight, the possible numbers of cells covered, as a bit set
    for (piece, least, most), weights_of_piece in zip(demand, weights, strict=True):
        for copy in range(most):
            look()
            more = totals.copy() if copy >= least else {}
            for total, areas in totals.items():
                if moved := areas << piece.size & (2 << area) - 1:
                    for weight in weights_of_piece:
                        more[total + weight] = more.get(total + weight, 0) | moved
            if more == totals:  # more copies add nothing new
                break
            totals = more
    return {total for total, areas in totals.items() if areas >> area & 1}


class Pattern(NamedTuple):
    """A colouring of cells in black and white by sums of coordinates.

    Each tuple in `ways` defines a sum: it contains the factor 1, 0 or -1 for each coordinate. A cell is black if each
    of these sums, divided by `period`, leaves the corresponding remainder in `rests`.
    """

    ways: tuple[Cell, ...]
    period: int
    rests: tuple[int, ...]

    def weights(self, cells: Sequence[Cell]) -> list[int]:
        """Return 1 for each black cell and 0 for each white cell."""
        pairs = zip(self.ways, self.rests, strict=True)
        columns = [[number % self.period == rest for number in dots(cells, way)] for way, rest in pairs]
        return [int(all(column)) for column in zip(*columns, strict=True)]

    def name(self, axes: Sequence[str]) -> str:
        """Return a name such as "the cells whose row + column is even". `axes` are the names of the coordinates."""
        signs, clauses = {1: " + ", -1: " - "}, []
        for way, rest in zip(self.ways, self.rests, strict=True):
            term = "".join([signs[factor] + axis for factor, axis in zip(way, axes, strict=True) if factor])[3:]
            verb = f"is {('even', 'odd')[rest]}" if self.period == 2 else f"leaves {rest}"
            clauses.append(f"whose {term} {verb}")
        return f"the cells {' and '.join(clauses)}{'' if self.period == 2 else f' when divided by {self.period}'}"


def by_colour(weighed: Weighed) -> Pausing[WeightProof | None]:
    """Return a proof by a colouring, or None. Up to 91 colourings (in space, 283) are tried, the simplest first.

    The generator pauses before each colouring, and yields the maximum number of microseconds that the step takes.
    """
    lattice = weighed.puzzle.board.lattice
    masks = [[sum([1 << at for at in cover]) for cover in covers] for covers in weighed.covers]
    for pattern in patterns(lattice.dimension):
        yield sum(map(len, masks)) // 6
        weights = pattern.weights(weighed.cells)
        black = sum([1 << at for at, weight in zip(weighed.positions, weights, strict=True) if weight])
        sums = [{(mask & black).bit_count() for mask in some} for some in masks]
        if not weighed.may_differ(sums, sum(weights)):
            continue
        if proof := weighed.proof(weights, sums, pattern.name(lattice.axes)):
            return proof
    return None


def patterns(dimension: int) -> Iterator[Pattern]:
    """Yield the colourings to try, the simplest first: chessboard, stripes in all directions, dots."""
    ways = filter(any, product((1, 0, -1), repeat=dimension))
    along = [way for way in ways if next(filter(None, way)) > 0]  # only one of two opposite directions
    along.sort(key=lambda way: (min(way) < 0, -sum(way)))
    for period, way in product(STRIPES, along):
        if period > 2 or min(way) >= 0:
            yield from [Pattern((way,), period, (rest,)) for rest in range(period)]
    axes = tuple([way for way in along if way.count(0) == dimension - 1])
    for period in DOTS:
        yield from [Pattern(axes, period, rests) for rests in product(range(period), repeat=dimension)]


def by_bounds(weighed: Weighed) -> WeightProof | None:
    """Return a proof that all pieces together weigh less than the board, or None if no weights are found."""
    bounds = Bounds(weighed)
    weights = drain(bounds.weights())
    return None if weights is None else bounds.proof(weights)


def quick_proof(puzzle: Puzzle) -> Pausing[str]:
    """Return the kind of a proof that `puzzle` has no solution, or "" if no proof is found. Fast kinds are tried first.

    The generator pauses before each step, and yields the maximum number of microseconds that the step takes.
    """
    yield len(puzzle._orientations) * (6 + puzzle._numbering.size // 500)
    pieces = range(len(puzzle._demand_with_gaps))
    places = sum([places.bit_count() for number in pieces for _, places in puzzle._places_of(number)])
    if places * puzzle._numbering.size > MAX_BITS:
        return ""
    yield places
    weighed = Weighed(puzzle)
    yield places
    if (yield from Bounds(weighed).weights()) is not None:
        return "weights"
    yield places
    if fault := plain_fault(puzzle):
        return fault.kind
    proof = yield from by_colour(weighed)
    return proof.kind if proof else ""


class Bounds:
    """A search for weights of cells such that the pieces together always weigh less than the board.

    Cells that are equivalent under symmetry get the same weight, and each placement is stored as a `Row`. No proof is
    lost, because if some weights are a proof, the mean of their images under all symmetries is a proof as well.
    """

    def __init__(self, weighed: Weighed) -> None:
        self._weighed = weighed
        puzzle = weighed.puzzle
        orbit_of = cell_orbits(puzzle.board, weighed.cells, puzzle.symmetries())
        number = {orbit: n for n, orbit in enumerate(dict.fromkeys(orbit_of[cell] for cell in weighed.cells))}
        self._orbit = [number[orbit_of[cell]] for cell in weighed.cells]
        self._sizes = list(map(len, number))
        at = dict(zip(weighed.positions, self._orbit, strict=True))
        self._rows = [sorted({tuple(sorted([at[n] for n in cover])) for cover in covers}) for covers in weighed.covers]

    def weights(self) -> Pausing[list[int] | None]:
        """Return a weight for each orbit so that every choice of placements weighs less than the board.

        Return None if no weights are found. This is the perceptron of F. Rosenblatt (1958), in whole numbers. A step
        looks for a choice of placements that weighs at least as much as the board. Then the weight of each orbit grows
        by the number of cells of the orbit, and falls by the number of these cells that the choice covers.
        """
        weights, left = [0] * len(self._sizes), MAX_SUMS
        while left > 0 and weights:
            yield 0
            look()
            left -= sum(map(len, self._rows)) + len(self._sizes)
            heaviest = self._heaviest(weights)
            if heaviest is None:
                return None
            excess, chosen = heaviest
            if excess < 0:
                return weights
            for row, copies in chosen:
                for orbit in row:
                    weights[orbit] -= copies
            weights = [weight + size for weight, size in zip(weights, self._sizes, strict=True)]
        return None

    def _heaviest(self, weights: Sequence[int]) -> tuple[int, list[tuple[Row, int]]] | None:
        """Return the heaviest placements that together have the area of the board.

        The result has the weight of the placements minus the weight of the board, and pairs (placement, copies). Return
        None if no placements have this area.
        """
        best = [max(rows, key=lambda row: sum([weights[n] for n in row]), default=()) for rows in self._rows]
        worth = [sum([weights[n] for n in row]) for row in best]
        copies = self._copies(worth)
        if copies is None:
            return None
        board = sum([weight * size for weight, size in zip(weights, self._sizes, strict=True)])
        return sum(map(mul, copies, worth)) - board, [(row, n) for row, n in zip(best, copies, strict=True) if n]

    def _copies(self, worth: Sequence[int]) -> list[int] | None:
        """Return the numbers of copies that cover the area of the board and have the largest worth, or None."""
        demand = self._weighed.demand
        area = len(self._orbit) - sum(piece.size * least for piece, least, _ in demand)
        best: dict[int, tuple[int, list[int]]] = {0: (0, [])}  # number of cells covered: (worth, copies)
        for (piece, least, most), value in zip(demand, worth, strict=True):
            more: dict[int, tuple[int, list[int]]] = {}
            for cells, (total, copies) in best.items():
                for extra in range(min(most - least, (area - cells) // piece.size) + 1):
                    covered, then = cells + extra * piece.size, total + extra * value
                    if covered not in more or more[covered][0] < then:
                        more[covered] = then, [*copies, least + extra]
            best = more
        return best[area][1] if area in best else None

    def proof(self, weights: Sequence[int]) -> WeightProof | None:
        """Return the proof that uses these weights of orbits, which must come from `weights`.

        If smaller, rounded weights are a proof as well, they are used instead. The smallest weight becomes 0. The
        result is None only if `Weighed.proof` finds that the weights prove nothing.
        """
        largest = max(map(abs, weights))
        for scale in range(1, largest):
            rounded = [(2 * weight * scale + largest) // (2 * largest) for weight in weights]
            heaviest = self._heaviest(rounded)
            if heaviest and heaviest[0] < 0:
                weights = rounded
                break
        least = min(weights)
        raised = [weight - least for weight in weights]  # lowers pieces and board alike, as both have the same area
        common = gcd(*raised)  # not 0, as equal weights are no proof
        cell_weights = [raised[orbit] // common for orbit in self._orbit]
        at = dict(zip(self._weighed.positions, cell_weights, strict=True))
        sums = [{sum([at[n] for n in cover]) for cover in covers} for covers in self._weighed.covers]
        return self._weighed.proof(cell_weights, sums)
