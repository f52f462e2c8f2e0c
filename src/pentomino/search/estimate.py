"""How large a search will be, from random probes.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): a probe goes from
the root to a leaf, at each node to a child at random. The weight of a node is the product of the numbers of children on
the way to it. The sum of the weights on the way is an unbiased estimate of the number of nodes, and the weight of the
leaf, if it is a solution, of the number of solutions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from ..base.limits import look
from ..errors import PentominoError
from .order import as_chance
from .plan import Case, Numbers, Plan

if TYPE_CHECKING:
    from random import Random

    from .compiled.items import AnySearch

__all__ = ["Estimate", "estimate", "guess_nodes", "shares"]


SAMPLE, PROBES = 8, 8
"""The cases that are probed to guess the work, and the probes of each. The guess is right to within a few times."""

PROBES_OF_CASE, FEW_CASES = 50, 200
"""The probes of each case for progress. With more than `FEW_CASES`, all cases get the same share."""

EFFORT, EFFORT_BY_ITEMS = 1 << 17, 1 << 13
"""The children seen and placements replayed by all probes together, at most, which takes some 30 ms."""

MOST_SEARCHES = 100
"""The most searches at a time: on a large board each takes some memory."""


class Estimate(NamedTuple):
    """Estimates of the nodes of a search and of its solutions, each with its standard error.

    `solutions` is the number of all solutions, `distinct` that of the solutions distinct under the symmetries of the
    puzzle. The estimates are means over `samples` probes. If few probes meet a solution, the error is as large as the
    estimate. If none does, both are 0, which says nothing of the number of solutions.

    >>> from pentomino import Puzzle
    >>> estimate = Puzzle("8x8", "pentominoes + O4").estimate(2000)
    >>> 2e6 < estimate.nodes < 2e7
    True
    >>> Puzzle("6x10").estimate(100)
    <Estimate from 100 probes: 5.43e+05 +- 1.43e+05 nodes; no probe met a solution, so there may be none or many>
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
        else:
            said += "; no probe met a solution, so there may be none or many"
        return f"<Estimate from {self.samples} probes: {said}>"


def estimate(plan: Plan, samples: int, seed: int) -> Estimate:
    """Return the estimate from `samples` probes. Raises `PentominoError` for fewer than 2."""
    try:
        number = index(samples)
    except TypeError:
        number = 0
    if number < 2:
        raise PentominoError(f"samples is a whole number from 2, not {samples!r}")
    rng = _generator(seed)
    searches: dict[Case, AnySearch] = {}
    probes = [_probe_any(plan, searches, rng) for _ in range(number)] if plan.cases else [(0.0, 0.0, 0.0)] * number
    means = [math.fsum(values) / number for values in zip(*probes, strict=True)]
    errors = [
        math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (number - 1) / number)
        for values, mean in zip(zip(*probes, strict=True), means, strict=True)
    ]
    return Estimate(number, means[0], errors[0], means[1], errors[1], means[2], errors[2])


def _generator(seed: int) -> Random:
    from random import Random  # takes some milliseconds, and most programs never estimate

    return Random(as_chance(seed))


def _probe_nodes(plan: Plan, case: Case, samples: int, effort: int) -> float:
    """Return an estimate of the nodes of one case, from a fixed seed and at most `samples` probes.

    All probes together see and replay at most `effort` children and placements. The last probe may end early by that.
    """
    rng = _generator(0)
    search = plan.compiled.search(case.made)
    nodes: list[float] = []
    while len(nodes) < samples and effort > 0:
        nodes.append(0.0)
        for node in _descent(search, 1.0, rng):
            nodes[-1] += node.weight
            effort -= len(node.numbers) + len(node.children)
            if effort <= 0:
                break
    return math.fsum(nodes) / len(nodes)


def guess_nodes(plan: Plan) -> float:
    """Return a guess of the nodes of all cases. A node of the item engine counts as `node_cost` nodes."""
    some = plan.cases[:: -(-len(plan.cases) // SAMPLE)]
    nodes = sum(_probe_nodes(plan, case, PROBES, _effort(plan)) for case in some) * len(plan.cases) / max(1, len(some))
    return nodes * plan.node_cost


def _effort(plan: Plan) -> int:
    return (EFFORT_BY_ITEMS if plan.items else EFFORT) // max(1, len(plan.cases))


def shares(plan: Plan) -> list[float]:
    """Return a guess of the share of each case in the whole work, for progress. Takes a millisecond a case."""
    # Cases differ much: in the first of them, the piece that breaks the symmetry lies in a corner.
    few = len(plan.cases) <= FEW_CASES
    nodes = [_probe_nodes(plan, case, PROBES_OF_CASE, _effort(plan)) if few else 1.0 for case in plan.cases]
    total = sum(nodes) or 1.0
    return [of_case / total for of_case in nodes]


def _probe_any(plan: Plan, searches: dict[Case, AnySearch], rng: Random) -> tuple[float, float, float]:
    """Return the nodes, solutions and distinct solutions that one probe of a random case estimates."""
    case = rng.choice(plan.cases)
    if case not in searches:
        if len(searches) == MOST_SEARCHES:
            searches.clear()
        searches[case] = plan.compiled.search(case.made)
    return _probe(plan, case, searches[case], float(len(plan.cases)), rng)


def _probe(plan: Plan, case: Case, search: AnySearch, weight: float, rng: Random) -> tuple[float, float, float]:
    """Return the nodes, solutions and distinct solutions that one probe of `case` estimates, times `weight`."""
    nodes = 0.0
    for node in _descent(search, weight, rng):
        nodes += node.weight
    if node.numbers not in node.children:  # the leaf is a dead end
        return nodes, 0.0, 0.0
    solution = tuple(sorted(node.numbers))  # the item engine has an order of its own
    # The case meets this solution and its images under the stabiliser: each is a fraction of one distinct solution.
    orbit = {plan.image(solution, element) for element in case.stabiliser}
    return nodes, node.weight * len(case.movers), node.weight / len(orbit)


class _Node(NamedTuple):
    """A node on the way of a probe, with the number of nodes that it stands for. A solution is its own only child."""

    weight: float
    numbers: Numbers
    children: list[Numbers]


def _descent(search: AnySearch, weight: float, rng: Random) -> Iterator[_Node]:
    """Yield the nodes on the way of one probe, from the root, which has the weight `weight`, to a leaf."""
    numbers: Numbers = ()
    while True:
        look()
        children = search.prefixes(1, numbers)
        yield _Node(weight, numbers, children)
        if not children or numbers in children:
            return
        weight *= len(children)
        numbers = rng.choice(children)
