"""A block: consecutive units that are sent together, with the share of the whole work that each is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..base.look import looked
from .plan import Plan
from .progress import Statistics
from .units import Done, Left, UnitKey
from .worker import Answer, units_of

__all__ = ["LARGEST", "Block"]

LARGEST = 64
"""Units that are sent together at most."""

SPLIT = 8
"""Blocks that what is left of one makes, at most."""


class Block:
    """Consecutive units with the share of the whole that each is; `done` once that is known."""

    def __init__(self, units: list[Left], weights: list[float]) -> None:
        self.units = units
        self.weights = weights
        self.tries = 0
        self.done: Sequence[Done] | None = None

    @property
    def named(self) -> list[UnitKey]:
        """The units, for which nothing else stands if the block is to be sent."""
        named = [unit for unit in self.units if len(unit) == 2]
        assert len(named) == len(self.units), "units are named before they are sent"
        return named

    @property
    def held(self) -> int:
        """The solutions that are held; none if they are only counted."""
        return sum(len(one.found) for one in self.done or () if isinstance(one.found, list))

    def keep(self, size: int) -> Block:
        """Keep so many units; the others make a block of their own."""
        rest = Block(self.units[size:], self.weights[size:])
        self.units, self.weights = self.units[:size], self.weights[:size]
        return rest

    def name_units(self, plan: Plan, statistics: Statistics) -> None:
        """Put units in the place of what stands for them at the beginning, enough to be sent together."""
        units, weights = list[Left](), list[float]()
        of_rests = units_of(plan, (unit for unit in self.units if len(unit) > 2), statistics)
        for number, (unit, weight) in enumerate(zip(self.units, self.weights, strict=True)):
            if len(units) >= LARGEST:
                units += self.units[number:]
                weights += self.weights[number:]
                break
            named = next(of_rests) if len(unit) > 2 else [unit]
            units += named
            weights += [weight / len(named)] * len(named)
        self.units, self.weights = units, weights

    def take(self, answer: Answer) -> tuple[float, list[Block]]:
        """Take in what was done: the share of the whole that this is, and what is left, in blocks."""
        self.done = answer.done
        weights = _shared(self, answer)
        done = sum(weights[one.unit] for one in answer.done)
        parts = parted([unit for unit, _ in answer.left], weights, done)
        return done, [Block(units, [weights[unit] for unit in looked(units)]) for units in parts]


def _shared(block: Block, answer: Answer) -> dict[Left, float]:
    """The weights of units that are done or left; one that was cut leaves their shares to what is left of it."""
    known = dict(zip(looked(block.units), block.weights, strict=True))
    whole = {one.unit for one in answer.done if not one.end} | {unit for unit, _ in looked(answer.left)}
    cut = {unit: weight for unit, weight in known.items() if unit not in whole}
    total = sum(cut.values())
    new = {unit: total * share for unit, share in looked(answer.left) if unit not in known}
    return {**known, **dict.fromkeys(cut, total - sum(new.values())), **new}


def parted(units: list[Left], weights: Mapping[Left, float], done: float) -> Iterator[list[Left]]:
    """What is left of a block whose time was out, in parts of what was *done* in that time; in `SPLIT` of them at most.

    Else one worker after the other would be at a block that is more than it seemed, and all others wait behind it.
    """
    most, total, some = max(done, sum(weights[unit] for unit in looked(units)) / SPLIT), 0.0, list[Left]()
    for unit in looked(units):
        some.append(unit)
        total += weights[unit]
        if total >= most:
            yield some
            total, some = 0.0, []
    if some:
        yield some
