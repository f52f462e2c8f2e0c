"""Orders of trial: shuffling lists by a seed, with the same result on every machine and every version of Python.

The generator is SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014). Python's `random` does not promise the same order in all versions, and takes milliseconds to import.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TypeVar

from ..errors import PentominoError

SEEDS = 1 << 64
"""Seeds are whole numbers of at least 0 and below this."""

Item = TypeVar("Item")


def as_seed(value: object, wanted: str = "shuffle must be a whole number") -> int:
    """Return `value` as a seed. Raises `PentominoError`, beginning with `wanted`, if it is invalid."""
    try:
        seed = -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        seed = -1
    if 0 <= seed < SEEDS:
        return seed
    raise PentominoError(f"{wanted} from 0 to {SEEDS - 1}, or None, not {value!r}")


def as_chance(value: object) -> int | bytes | None:
    """Return `value` as a seed of Python's generator. Raises `PentominoError` unless it is an integer, text or None."""
    if value is None:
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")  # the generator itself fails for a lone surrogate
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise PentominoError(f"seed must be a whole number, a text or None, not {value!r}") from None


class Shuffler:
    """Shuffles lists, in an order that depends only on the seed and on the calls before."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def __call__(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order, all orders equally likely (R. A. Fisher and F. Yates)."""
        found = list(items)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found

    def below(self, number: int) -> int:
        """Return a random whole number of at least 0 and below `number`."""
        # All are equally likely if `number` is `SEEDS`, and nearly so if it is much smaller.
        return self._next() % number

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) % SEEDS
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % SEEDS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % SEEDS
        return mixed ^ mixed >> 31


class _Unchanged(Shuffler):
    def __call__(self, items: Iterable[Item]) -> list[Item]:
        return list(items)


def shuffler(seed: int | None) -> Shuffler:
    """Return a shuffler with this seed; for None, one that keeps every order."""
    return _Unchanged(0) if seed is None else Shuffler(seed)
