"""Tallies by placement number: the solutions that an engine finds are added up, and symmetry gives the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import chain

from ..plan import Case, Plan
from ..run import Run
from .method import Batches, Steps, Tallied


class Leaders(dict[int, int]):
    """A mapping from each placement number to the least number in its orbit, filled on demand."""

    def __init__(self, images: Callable[[int], set[int]]) -> None:
        self.images = images

    def __missing__(self, number: int) -> int:
        orbit = self.images(number)
        self.update(dict.fromkeys(orbit, min(orbit)))
        return self[number]

    def orbits(self) -> dict[int, list[int]]:
        """Return the members of each known orbit, by the least of them."""
        found: dict[int, list[int]] = {}
        for number, leader in self.items():
            found.setdefault(leader, []).append(number)
        return found


def leaders(plan: Plan) -> Leaders:
    """Return the leaders of the orbits under the symmetries of the puzzle of `plan`."""
    return Leaders(lambda number: set(plan.images_of(number)))


def spread(plan: Plan, sums: Mapping[int, int]) -> dict[int, int]:
    """Return how many of all solutions contain each placement, from `sums` over the solutions of the cases.

    In `sums`, a solution counts once for each mover of its case.
    """
    # A mover maps the solutions of a case to those of another case, and a placement to one of its orbit. So the sum
    # over an orbit of placements is that for all solutions, though the number for each placement may differ. The
    # symmetries map the set of all solutions to itself, and any placement of an orbit to any other. So all placements
    # of the orbit are in equally many solutions: each gets the mean.
    leader, totals = leaders(plan), Counter[int]()
    for number, total in sums.items():
        totals[leader[number]] += total
    found = {}
    for first, members in leader.orbits().items():
        number, rest = divmod(totals[first], len(members))
        if rest:
            raise AssertionError(f"{totals[first]} is not a multiple of the {len(members)} placements of an orbit")
        found.update(dict.fromkeys(members, number))
    return found


def added_up(run: Run, batches: Batches) -> Steps[Tallied]:
    """Tally the solutions, or their orbits, as the options specify. Pause after each batch."""
    return _all(run, batches) if run.options.symmetry == "all" else _distinct(run, batches)


def _all(run: Run, batches: Batches) -> Steps[Tallied]:
    plan, total = run.plan, 0
    by_case: dict[Case, Counter[int]] = {}
    with closing(batches):
        for case, batch in batches:
            numbers = by_case.setdefault(case, Counter())
            numbers.update(chain.from_iterable(batch))
            numbers.update({number: len(batch) for number in _made(plan, case)})
            total += len(case.movers) * len(batch)
            run.clock.found = total
            run.clock.check()
            yield run.nodes
    sums = Counter[int]()
    for case, numbers in by_case.items():
        sums.update({number: len(case.movers) * met for number, met in numbers.items()})
    return Tallied(total, spread(plan, sums))


def _distinct(run: Run, batches: Batches) -> Steps[Tallied]:
    """Count orbits. An orbit contains a placement if its least solution contains any image of the placement."""
    plan, total = run.plan, 0
    leader, orbits = leaders(plan), Counter[int]()
    with closing(batches):
        for case, batch in batches:
            first = [leader[number] for number in _made(plan, case)]
            for numbers in batch:
                if len(case.stabiliser) == 1 or plan.is_least(numbers, case.stabiliser):
                    orbits.update({*first, *map(leader.__getitem__, numbers)})
                    total += 1
            run.clock.found = total
            run.clock.check()
            yield run.nodes
    return Tallied(total, {number: orbits[least] for number, least in leader.items()})


def _made(plan: Plan, case: Case) -> list[int]:
    return [plan.table.number(made.cells, plan.puzzle.owner(made)) for made in case.made]
