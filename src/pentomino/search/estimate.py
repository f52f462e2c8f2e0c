"""The size of a search, estimated by random probes; and what breaks the symmetry in a long count.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): a probe goes from
the root to a leaf, choosing a random child at each node. The weight of a node is the product of the numbers of children
on the path to it. The sum of the weights on the path is an unbiased estimate of the number of nodes, and the weight of
the leaf, if it is a solution, of the number of solutions. `Search.probe` of the core makes the probes.

A listing uses the plan as it is, as users rely on its order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index
from typing import NamedTuple

from ..errors import PentominoError
from ..limits import look
from ..symmetry import breakers, kept_cells
from .options import SEEDS, Shuffler, as_chance
from .plan import Breaker, Case, Plan

# ------------------------------------------------------------------------------------------------------------ estimates


PROBES = 16
"""The number of probes of a case at a time. Making the search for them takes about as long as they do."""

MAX_CASES = 1 << 10
"""The maximum number of cases that are probed for progress. If there are more, all get the same share."""

EFFORT, EFFORT_BY_ITEMS = 1 << 17, 1 << 13
"""The nodes that the probes for an estimate see, in a few milliseconds."""


class Estimate(NamedTuple):
    """Estimates of the nodes of a search and of its solutions, each with its standard error.

    `solutions` is the number of all solutions, `distinct` the number up to symmetry. The estimates are means over
    `samples` probes. If few probes find a solution, the error is as large as the estimate. If no probe does, both
    numbers are 0, and their errors are upper bounds, provided that the estimate of nodes is right: a search visits at
    least one node for each solution that it finds. Above the largest float, about 1.8e308, an estimate and its error
    are infinite.

    >>> from pentomino import Puzzle
    >>> estimate = Puzzle("8x8", "pentominoes + O4").estimate(2000)
    >>> 2e6 < estimate.nodes < 2e7
    True
    >>> Puzzle("6x10").estimate(100)
    <Estimate from 100 probes: 3.83e+05 +- 1.18e+05 nodes; no solution among them, at most about 3.83e+05 distinct ones>
    """

    samples: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    distinct: float
    distinct_error: float

    def __repr__(self) -> str:
        said = f"{self.nodes:.3g} +- {self.nodes_error:.3g} nodes"
        if self.solutions:
            said += f", {self.solutions:.3g} +- {self.solutions_error:.3g} solutions"
            said += f", {self.distinct:.3g} +- {self.distinct_error:.3g} of them distinct"
        elif not self.solutions_error:
            said += ", no solution"
        else:
            said += f"; no solution among them, at most about {self.distinct_error:.3g} distinct ones"
        return f"<Estimate from {self.samples} probes: {said}>"


def estimate(plan: Plan, samples: int, seed: int) -> Estimate:
    """Return the estimate from `samples` probes. Raises `PentominoError` for fewer than 2."""
    from random import Random  # takes some milliseconds, and most programs never estimate

    try:
        number = index(samples)
    except TypeError:
        number = 0
    if number < 2:
        raise PentominoError(f"samples must be a whole number of at least 2, got {samples!r}")
    chance = Shuffler(Random(as_chance(seed)).getrandbits(64))
    if not plan.cases:
        return Estimate(number, *[0.0] * 6)
    # Each probe is of a random case, so all have the same distribution, and their variance gives the error.
    probes_of = Counter(chance.below(len(plan.cases)) for _ in range(number))
    probes = [probe for case in sorted(probes_of) for probe in _probes(plan, case, probes_of[case], chance)]
    (nodes, nodes_error), (solutions, error), (distinct, distinct_error) = map(_mean, zip(*probes, strict=True))
    if not solutions:
        # Each solution that a search finds is a node of its own, and has at most one image under each symmetry.
        error, distinct_error = nodes * len(plan.group), nodes
    return Estimate(number, nodes, nodes_error, solutions, error, distinct, distinct_error)


def _probes(plan: Plan, number: int, samples: int, chance: Shuffler) -> list[tuple[float, float, float]]:
    """Return estimates by probes of case `number`: the nodes, solutions and distinct solutions of all cases."""
    case, cases, found = plan.cases[number], len(plan.cases), []
    for nodes, solutions, met in plan.unordered(case).probe(chance.below(SEEDS), samples, tick=look)[0]:
        distinct = 0.0
        if met is not None:
            solution = tuple(sorted(met))  # the item engine has an order of its own
            # A search of the case also finds the images under the stabiliser, so each is a fraction of a distinct one.
            distinct = solutions / len({plan.image(solution, element) for element in case.stabiliser})
        found.append((nodes * cases, solutions * len(case.movers) * cases, distinct * cases))
    return found


def _mean(values: tuple[float, ...]) -> tuple[float, float]:
    """Return the mean of the values, and its standard error."""
    number, scale = len(values), math.ldexp(0.5, math.frexp(max(values))[1])
    if math.isinf(max(values)):
        return math.inf, math.inf
    # Sums and squares of values near the largest float would overflow.
    shares = [value / scale for value in values]
    mean = math.fsum(shares) / number
    return scale * mean, scale * math.sqrt(math.fsum((share - mean) ** 2 for share in shares) / (number - 1) / number)


def _sum(values: Iterable[float]) -> float:
    """Return the exact sum of positive values, infinite above the largest float."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


class Probes:
    """Random probes of the cases of a plan in turn, which estimate the nodes of the engine that counts.

    The result depends only on the plan and the efforts, not on the machine. `number` probes were made, and have `seen`
    nodes, in the unit of `nodes`.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chance = Shuffler(0)
        self._left: list[Case] = []  # not probed in this round yet
        self._sum = 0.0
        self.number = self.seen = 0

    @property
    def nodes(self) -> float:
        """The estimated number of nodes of all cases. A node of the item engine counts as `node_cost` nodes."""
        return self._sum / max(1, self.number) * len(self._plan.cases) * self._plan.node_cost

    def go_on(self, effort: int) -> None:
        """Probe at least one case, until the probes have seen `effort` more nodes of the engine."""
        while self._plan.cases:
            self._left = self._left or self._chance(self._plan.cases)
            search = self._plan.unordered(self._left.pop())
            probes, seen = search.probe(self._chance.below(SEEDS), PROBES, effort, tick=look)
            self._sum += _sum(nodes for nodes, _, _ in probes)
            self.number += len(probes)
            self.seen += seen * self._plan.node_cost
            effort -= seen
            if effort <= 0:
                break


def guess_nodes(plan: Plan) -> float:
    """Return the estimated number of nodes of all cases. A node of the item engine counts as `node_cost` nodes."""
    probes = Probes(plan)
    probes.go_on(_effort(plan))
    return probes.nodes


def _effort(plan: Plan) -> int:
    return EFFORT_BY_ITEMS if plan.is_itemized else EFFORT


def shares(plan: Plan) -> list[float]:
    """Return an estimate of each case's share of the work, for progress."""
    # Cases differ widely: in the first case, the piece that breaks the symmetry is in a corner.
    number = len(plan.cases)
    if number > MAX_CASES:
        return [1 / number] * number
    effort = _effort(plan) // max(1, number)
    of_cases = [plan.unordered(case).probe(0, EFFORT, effort, tick=look)[0] for case in plan.cases]
    nodes = [_sum(nodes for nodes, _, _ in probes) / len(probes) for probes in of_cases]
    total = sum(nodes)
    return [of_case / total if 0 < total < math.inf else 1 / number for of_case in nodes]


# --------------------------------------------------------------------------------------------- what breaks the symmetry


LASTING = 1 << 22
"""The number of nodes, 0.1 s by the window, from which it pays to look for another piece, which takes some 10 ms."""

GLANCE, SHARE = 1 << 10, 256
"""The nodes that the first probes see, in some tenths of a millisecond. More probes may see one in `SHARE` of the nodes
that they estimate. Seeing a node takes some 1.5 times as long as visiting it."""

CANDIDATES = 6
"""The maximum number of pieces, those with the fewest places, or of cells, that are compared with the plan's choice."""

DEPTH = 2
"""The depth at which nodes are compared."""


def counting_plan(plan: Plan, probes: Probes | None = None) -> Plan:
    """Return `plan`, or a plan with the same tables that should visit fewer nodes. Continue the `probes` if given."""
    if "counting" not in plan.notes:
        best = _best(plan) if _lasts(plan, probes or Probes(plan)) else plan
        plan.notes["counting"] = None if best is plan else best  # a cycle would keep the tables alive
    return plan.notes["counting"] or plan


def _lasts(plan: Plan, guess: Probes) -> bool:
    """Return whether the puzzle is symmetric and a count visits many nodes, as random probes estimate."""
    if len(plan.group) == 1 or plan.breaker is not None or not plan.cases:
        return False
    seen = guess.seen // plan.node_cost
    while not seen or SHARE * seen <= guess.nodes / plan.node_cost:
        if SHARE * seen >= LASTING:
            return True
        # A few probes mostly estimate too low. Make more while they take little of the time that they estimate.
        effort = max(GLANCE, seen)
        guess.go_on(effort)
        seen += effort
    return False


def _best(plan: Plan) -> Plan:
    """Return `plan`, or a plan with another piece or cell, whichever has the least `_width`."""
    others: Sequence[Breaker] = breakers(plan.puzzle, plan.group) or kept_cells(plan.puzzle, plan.group)
    return min([plan, *map(plan.with_breaker, others[:CANDIDATES])], key=_width)


def _width(plan: Plan) -> float:
    """Return a measure of the size of a search.

    It is the number of nodes two placements below the cases, times the mean number of images of each that are visited.

    The product ranks pieces nearly as the numbers of nodes of full searches do. Probes in the same time often do not.
    """
    nodes = 0
    for case in plan.cases:
        look()
        nodes += len(plan.unordered(case).prefixes(DEPTH))
    places = sum(len(case.movers) for case in plan.cases)
    return nodes * sum(len(case.movers) * len(case.stabiliser) for case in plan.cases) / max(1, places)
