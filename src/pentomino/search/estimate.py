"""Estimates of the size of a search by random probes, and the choice of the plan for a long count.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): a probe goes from
the root to a leaf of the search tree, choosing a random child at each node. The weight of the root is 1. The weight of
a child is the weight of its parent times the number of children of the parent. The estimate of the nodes is the sum of
the weights on the path. The estimate of the solutions is the weight of the leaf if the leaf is a solution, otherwise 0.
Both estimates are unbiased. `Search.probe` of the core makes the probes.

Only a count may choose another plan. A listing may not, because users rely on its order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index
from typing import NamedTuple

from ..errors import expect_whole
from ..limits import look, looked
from ..symmetry import breakers, kept_cells
from .options import SEEDS, Shuffler
from .plan import Breaker, Case, Plan

# ------------------------------------------------------------------------------------------------------------ estimates


PROBES = 16
"""The maximum number of probes of a case (subproblem) at a time. Creating a search takes as long as 16 probes."""

MAX_CASES = 1 << 10
"""The maximum number of cases (subproblems) that are probed for progress. More cases are treated as equally large."""

EFFORT, EFFORT_BY_ITEMS = 1 << 17, 1 << 13
"""The number of nodes that random probes visit for an estimate, in a few milliseconds: EFFORT with the window engine,
EFFORT_BY_ITEMS with the item engine."""


class Estimate(NamedTuple):
    """The estimated size of a search. Each estimate has a standard error, such as `nodes_error`.

    - `samples`: how many random probes were made. The estimates are means over the probes.
    - `nodes`: how many nodes the search visits.
    - `solutions`, `distinct`: how many solutions there are, in all and up to symmetry.

    If few probes find a solution, the error is as large as the estimate. If no probe finds a solution, `solutions` and
    `distinct` are 0, and their errors are upper bounds. These bounds hold if the estimate of the nodes is right: a
    search visits at least one node for each solution. Estimates and errors above the largest float, about 1.8e308, are
    infinite.

    >>> from pentomino import Puzzle
    >>> estimate = Puzzle("8x8", "pentominoes + O4").estimate(2000)
    >>> 2e6 < estimate.nodes < 2e7
    True
    >>> Puzzle("6x10").estimate(100, seed=0)
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
        text = f"{self.nodes:.3g} +- {self.nodes_error:.3g} nodes"
        if self.solutions:
            text += f", {self.solutions:.3g} +- {self.solutions_error:.3g} solutions"
            text += f", {self.distinct:.3g} +- {self.distinct_error:.3g} of them distinct"
        elif not self.solutions_error:
            text += ", no solution"
        else:
            text += f"; no solution among them, at most about {self.distinct_error:.3g} distinct ones"
        return f"<Estimate from {self.samples} probes: {text}>"


def estimate(plan: Plan, samples: int, seed: int) -> Estimate:
    """Return the estimate from `samples` random probes, seeded by `seed`. Raise `PentominoError` if `samples` < 2."""
    from random import Random  # takes a millisecond, and most programs never estimate

    expect_whole("samples", samples, 2)
    number = index(samples)
    chance = Shuffler(Random(seed).getrandbits(64))
    if not plan.cases:
        return Estimate(number, *[0.0] * 6)
    # Each probe chooses its case at random, so that all probes have the same distribution, which gives the error.
    probes_of = Counter(chance.below(len(plan.cases)) for _ in looked(range(number)))
    probes = [probe for case in sorted(probes_of) for probe in _probes(plan, case, probes_of[case], chance)]
    (nodes, nodes_error), (solutions, error), (distinct, distinct_error) = map(_mean, zip(*probes, strict=True))
    if not solutions:
        # Use upper bounds: each solution has its own node, and at most one image under each symmetry.
        error, distinct_error = nodes * len(plan.group), nodes
    return Estimate(number, nodes, nodes_error, solutions, error, distinct, distinct_error)


def _probes(plan: Plan, number: int, samples: int, chance: Shuffler) -> list[tuple[float, float, float]]:
    """Return estimates (nodes, solutions, distinct solutions) of the whole search, one for each probe."""
    case, cases, estimates = plan.cases[number], len(plan.cases), []
    for nodes, solutions, met in plan.unordered(case).probe(chance.below(SEEDS), samples, tick=look)[0]:
        distinct = 0.0
        if met is not None:
            solution = tuple(sorted(met))  # the item engine finds placements in another order
            # The search also finds all images of the solution under the stabiliser, so each counts as a fraction.
            distinct = solutions / len({plan.image(solution, element) for element in case.stabiliser})
        estimates.append((nodes * cases, solutions * len(case.movers) * cases, distinct * cases))
    return estimates


def _mean(values: tuple[float, ...]) -> tuple[float, float]:
    # the mean and its standard error
    number, scale = len(values), math.ldexp(0.5, math.frexp(max(values))[1])
    if math.isinf(max(values)):
        return math.inf, math.inf
    # Scaled, because sums and squares of values near the largest float would overflow.
    shares = [value / scale for value in looked(values)]
    mean = math.fsum(shares) / number
    return scale * mean, scale * math.sqrt(math.fsum((share - mean) ** 2 for share in shares) / (number - 1) / number)


def _sum(values: Iterable[float]) -> float:
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


class Probes:
    """An estimate of how many nodes a search visits. Random probes explore its cases (subproblems) in turn.

    The estimate depends only on the plan and the arguments of `go_on`, not on the machine. `number` counts the probes
    made. `seen` counts the nodes that the probes have visited, in the same unit as `nodes`.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chance = Shuffler(0)
        self._left: list[Case] = []  # the cases not yet probed in this round
        self._sum = 0.0
        self.number = self.seen = 0

    @property
    def nodes(self) -> float:
        """The estimated number of nodes of a count. A node of the item engine counts as `plan.node_cost` nodes."""
        return self._sum / max(1, self.number) * len(self._plan.cases) * self._plan.node_cost

    def go_on(self, effort: int) -> None:
        """Make probes until they have visited `effort` more nodes. Probe at least one case (subproblem)."""
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
    """Return the estimated number of nodes of a count. A node of the item engine counts as `plan.node_cost` nodes."""
    probes = Probes(plan)
    probes.go_on(_effort(plan))
    return probes.nodes


def _effort(plan: Plan) -> int:
    return EFFORT_BY_ITEMS if plan.cover.is_itemized else EFFORT


def shares(plan: Plan) -> list[float]:
    """Return the estimated share of each case (subproblem) in the work. The sum of the shares is 1."""
    # Probe each case, as their sizes differ widely: in the first, the piece that breaks the symmetry is in a corner.
    number = len(plan.cases)
    if number > MAX_CASES:
        return [1 / number] * number
    effort = _effort(plan) // max(1, number)
    of_cases = [plan.unordered(case).probe(0, EFFORT, effort, tick=look)[0] for case in plan.cases]
    nodes = [_sum(nodes for nodes, _, _ in probes) / len(probes) for probes in of_cases]
    total = sum(nodes)
    return [of_case / total if 0 < total < math.inf else 1 / number for of_case in nodes]


# --------------------------------------------------------------------------- the piece or cell that breaks the symmetry


LASTING = 1 << 22
"""A better plan is looked for only if a count is expected to visit at least this number of nodes. The window engine
visits them in 0.1 s. Looking for a plan takes about 10 ms."""

MIN_EFFORT, SHARE = 1 << 10, 256
"""MIN_EFFORT: the number of nodes that the first probes visit, in less than a millisecond. SHARE: probing ends when
fewer nodes are expected than SHARE times those that the probes have visited."""

CANDIDATES = 6
"""The maximum number of other pieces (or cells) that are tried to break the symmetry, besides the plan's own choice."""

DEPTH = 2
"""The depth at which nodes are counted to compare plans. The placement that breaks the symmetry has the depth 0."""


def counting_plan(plan: Plan, probes: Probes | None = None) -> Plan:
    """Return `plan`, or a plan with the same tables that should visit fewer nodes in a count.

    If random `probes` of `plan` have been made before, they are continued.
    """
    if not hasattr(plan, "better"):
        best = _best(plan) if _lasts(plan, probes or Probes(plan)) else plan
        plan.better = None if best is plan else best  # a reference of a plan to itself would keep its tables
    return plan.better or plan


def _lasts(plan: Plan, guess: Probes) -> bool:
    """Return whether the puzzle is symmetric and its count is expected to visit at least about `LASTING` nodes."""
    if len(plan.group) == 1 or plan.breaker is not None or not plan.cases:
        return False
    seen = guess.seen // plan.node_cost
    while not seen or SHARE * seen <= guess.nodes / plan.node_cost:
        if SHARE * seen >= LASTING:
            return True
        # The estimate of a few probes is usually too low, so make more while they take little of that time.
        effort = max(MIN_EFFORT, seen)
        guess.go_on(effort)
        seen += effort
    return False


def _best(plan: Plan) -> Plan:
    others: Sequence[Breaker] = breakers(plan.puzzle, plan.group) or kept_cells(plan.puzzle, plan.group)
    return min([plan, *map(plan.with_breaker, others[:CANDIDATES])], key=_width)


def _width(plan: Plan) -> float:
    """Return a measure of the size of a search. A plan with a smaller measure usually visits fewer nodes."""
    # The number of nodes at `DEPTH` ranks plans almost as well as a full search, and better than equally long probes.
    nodes = 0
    for case in plan.cases:
        nodes += len(plan.unordered(case).prefixes(DEPTH, tick=look))
    places = sum(len(case.movers) for case in plan.cases)
    return nodes * sum(len(case.movers) * len(case.stabiliser) for case in plan.cases) / max(1, places)
