"""What breaks the symmetry in a count that lasts: the piece to place first, or the cell to cover first.

A listing goes by the plan as it is, whose order users rely on.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.limits import look
from ..symmetry import breakers, kept_cells
from .estimate import Probes
from .plan import Breaker, Plan

LASTING = 1 << 22
"""From this number of nodes on, 0.1 s by the window, it pays to look for another piece, which takes some 10 ms."""

GLANCE, SHARE = 1 << 10, 256
"""The nodes that the probes for a first guess see, in some tenths of a millisecond. More probes may see one in `SHARE`
of the nodes that they guess. To see a node takes several times as long as to visit it."""

CANDIDATES = 6
"""The pieces, or the cells, that are looked at, besides what the plan has: those with the fewest places."""

DEPTH = 2
"""The depth at which nodes are compared."""


def counting_plan(plan: Plan, probes: Probes | None = None) -> Plan:
    """Return the plan to count by: `plan`, or one with its tables that visits fewer nodes.

    If there have been `probes` of `plan`, they go on.
    """
    if "counting" not in plan.notes:
        best = _best(plan) if _lasts(plan, probes or Probes(plan)) else plan
        plan.notes["counting"] = None if best is plan else best  # a reference to itself would keep the tables
    return plan.notes["counting"] or plan


def _lasts(plan: Plan, guess: Probes) -> bool:
    """Tell whether a count visits many nodes, some of them because of symmetry, as far as random probes tell."""
    if len(plan.group) == 1 or plan.breaker is not None or not plan.cases:
        return False
    seen = guess.seen // plan.node_cost
    while not seen or SHARE * seen <= guess.nodes / plan.node_cost:
        if SHARE * seen >= LASTING:
            return True
        # A few probes mostly guess too low. There are more of them while they take little of the time that they guess.
        effort = max(GLANCE, seen)
        guess.go_on(effort)
        seen += effort
    return False


def _best(plan: Plan) -> Plan:
    """Return the plan with the fewest nodes near the root, with those that are images of each other counted once."""
    others: Sequence[Breaker] = breakers(plan.puzzle, plan.group) or kept_cells(plan.puzzle, plan.group)
    return min([plan, *map(plan.with_breaker, others[:CANDIDATES])], key=_width)


def _width(plan: Plan) -> float:
    """Return the number of nodes two placements below the cases, times the mean number of images that are met of each.

    The product ranks pieces nearly as the nodes of whole searches do. Probes of them, in the same time, often do not.
    """
    nodes = 0
    for case in plan.cases:
        look()
        nodes += len(plan.unordered(case).prefixes(DEPTH))
    places = sum(len(case.movers) for case in plan.cases)
    return nodes * sum(len(case.movers) * len(case.stabiliser) for case in plan.cases) / max(1, places)
