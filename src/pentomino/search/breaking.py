"""The choice of what breaks the symmetry in a long count: the piece to place first, or the cell to cover first.

A listing uses the plan as it is, as users rely on its order.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.limits import look
from ..symmetry import breakers, kept_cells
from .estimate import Probes
from .plan import Breaker, Plan

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
    """Return the nodes two placements below the cases, times the mean number of images of each that a search visits.

    The product ranks pieces nearly as the nodes of full searches do. Probes in the same time often do not.
    """
    nodes = 0
    for case in plan.cases:
        look()
        nodes += len(plan.unordered(case).prefixes(DEPTH))
    places = sum(len(case.movers) for case in plan.cases)
    return nodes * sum(len(case.movers) * len(case.stabiliser) for case in plan.cases) / max(1, places)
