"""How large a search will be, from random probes.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): walk from the root
to a leaf, at each node to one of its children at random; the product of the numbers of children met is an unbiased
estimate of the number of leaves of that kind, and its partial products of the nodes at each depth.
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
"""How many cases are probed to guess the work, and by how many probes each: that is right to within a few times."""

PROBES_OF_CASE, FEW_CASES = 50, 200
"""Probes of each case for progress. With more cases than these, cases are taken to be alike."""

EFFORT, EFFORT_BY_ITEMS = 1 << 17, 1 << 13
"""The nodes that all probes together may see, which takes some 30 ms."""

MOST_SEARCHES = 100
"""Searches kept at a time: on a large board, each takes some memory."""


class Estimate(NamedTuple):
    """Estimates, each with its standard error: of the nodes of a search, and of the solutions it will meet.

    `solutions` are all, `distinct` those distinct under the symmetries of the puzzle. All four are means over
    `samples` probes, so if few probes meet a solution, the error is as large as the estimate.

    >>> from pentomino import Puzzle
    >>> estimate = Puzzle("8x8", "pentominoes + O4").estimate(2000)
    >>> 2e6 < estimate.nodes < 2e7
    True
    """

    samples: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    distinct: float
    distinct_error: float


def estimate(plan: Plan, samples: int, seed: int) -> Estimate:
    """The estimate from *samples* probes; raises `PentominoError` for fewer than 2."""
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
    from random import Random  # it takes some milliseconds to import, and most programs never estimate

    return Random(as_chance(seed))


def _probe_nodes(plan: Plan, case: Case, samples: int, effort: int) -> float:
    """An estimate of the nodes of one case, from a fixed seed.

    Children seen and placements replayed are at most *effort*, for all probes: then the last one is cut short.
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
    """Return a guess of the nodes of all cases, those of the item engine as nodes of the others."""
    some = plan.cases[:: -(-len(plan.cases) // SAMPLE)]
    nodes = sum(_probe_nodes(plan, case, PROBES, _effort(plan)) for case in some) * len(plan.cases) / max(1, len(some))
    return nodes * plan.node_cost


def _effort(plan: Plan) -> int:
    """Return how much the probes of one case may see."""
    return (EFFORT_BY_ITEMS if plan.items else EFFORT) // max(1, len(plan.cases))


def shares(plan: Plan) -> list[float]:
    """Return the share of each case in the whole work, as probes guess it, for progress.

    Cases differ much: in the first of them, the piece that breaks the symmetry lies in a corner. Takes a millisecond a
    case.
    """
    few = len(plan.cases) <= FEW_CASES
    nodes = [_probe_nodes(plan, case, PROBES_OF_CASE, _effort(plan)) if few else 1.0 for case in plan.cases]
    total = sum(nodes) or 1.0
    return [one / total for one in nodes]


def _probe_any(plan: Plan, searches: dict[Case, AnySearch], rng: Random) -> tuple[float, float, float]:
    """Nodes, solutions and distinct solutions, as one probe of a case at random sees them."""
    case = rng.choice(plan.cases)
    if case not in searches:
        if len(searches) == MOST_SEARCHES:
            searches.clear()
        searches[case] = plan.compiled.search(case.made)
    return _probe(plan, case, searches[case], float(len(plan.cases)), rng)


def _probe(plan: Plan, case: Case, search: AnySearch, weight: float, rng: Random) -> tuple[float, float, float]:
    """Nodes, solutions and distinct solutions of a case, times *weight*, as one probe of it sees them."""
    nodes = 0.0
    for node in _descent(search, weight, rng):
        nodes += node.weight
    if node.numbers not in node.children:
        return nodes, 0.0, 0.0
    solution = tuple(sorted(node.numbers))  # the item engine has an order of its own
    orbit = {plan.image(solution, element) for element in case.stabiliser}
    return nodes, node.weight * len(case.movers), node.weight / len(orbit)


class _Node(NamedTuple):
    """A node that a probe meets, for as many as it stands for; a solution has itself as its child."""

    weight: float
    numbers: Numbers
    children: list[Numbers]


def _descent(search: AnySearch, weight: float, rng: Random) -> Iterator[_Node]:
    """The nodes that a probe meets, to its end."""
    numbers: Numbers = ()
    while True:
        look()
        children = search.prefixes(1, numbers)
        yield _Node(weight, numbers, children)
        if not children or numbers in children:
            return
        weight *= len(children)
        numbers = rng.choice(children)
