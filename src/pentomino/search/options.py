"""The keyword arguments of `count`, `solve_all` and other functions, and a random generator with a seed.

The random generator is SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014). Python's `random` does not promise the same order in all versions, and takes milliseconds to import.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from operator import index
from os import PathLike, fspath
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from ..errors import PentominoError, expect_one_of, expect_whole, is_whole
from ..value import Value

# -------------------------------------------------------------------------------------------------------- random orders


SEEDS = 1 << 64
"""The number of seeds: a seed is a whole number from 0 to `SEEDS - 1`."""

T = TypeVar("T")


Seed: TypeAlias = int | str | None
"""A value that makes random choices repeatable: a number from 0 to 2^64 - 1, or any string. None is a random seed."""


def as_seed(value: Seed) -> int:
    """Return the number of a seed, which is random for None. Raises `PentominoError` for an invalid seed."""
    if value is None:
        return int.from_bytes(os.urandom(8))
    if isinstance(value, str):
        from hashlib import sha256  # takes a millisecond, and few programs seed with a string

        return int.from_bytes(sha256(value.encode("utf-8", "surrogatepass")).digest()[:8])
    if not is_whole(value, 0) or index(value) >= SEEDS:
        raise PentominoError(f"seed must be from 0 to {SEEDS - 1}, a string or None, got {value!r}")
    return index(value)


def as_order(shuffle: bool, seed: Seed, journal: object = None) -> int | None:
    """Return the seed with which a search shuffles pieces and orientations, or None if it keeps their order."""
    if not isinstance(shuffle, bool):
        raise PentominoError(f"shuffle must be True or False, got {shuffle!r}; write shuffle=True, seed={shuffle!r}")
    if not shuffle and seed is not None:
        raise PentominoError("seed requires shuffle=True")
    if shuffle and seed is None and journal is not None:
        raise PentominoError("shuffle with a journal requires a seed, so that the same call can resume")
    return as_seed(seed) if shuffle else None


class Shuffler:
    """A random generator that shuffles lists. Its results depend only on the seed and on the earlier calls."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def __call__(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order. All orders are equally likely (R. A. Fisher and F. Yates)."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def below(self, number: int) -> int:
        """Return a random whole number from 0 to `number - 1`."""
        self._state = mixed = (self._state + 0x9E3779B97F4A7C15) % SEEDS
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % SEEDS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % SEEDS
        # All results are equally likely if `number` is `SEEDS`, and almost equally likely if it is much smaller.
        return (mixed ^ mixed >> 31) % number


def shuffler(seed: int | None) -> Callable[[Iterable[T]], list[T]]:
    """Return a `Shuffler` with the given `seed`. If `seed` is None, return `list`, which keeps the order."""
    return list if seed is None else Shuffler(seed)


# ------------------------------------------------------------------------------------------------------------ arguments


Symmetry = Literal["distinct", "rotations", "all"]
MethodName = Literal["auto", "search", "frontier"]


class Executor(Protocol):
    """An object with a method `submit` like that of the executors of `concurrent.futures`."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Any:
        """Return a future for the result of `work(*arguments)`."""


class Event(Protocol):
    """An object that can be set, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Return whether the event is set."""


Cancel: TypeAlias = Event | Callable[[], object]
"""An event that stops a search when it is set, or a function that stops a search when it returns a true value."""


class Progress(NamedTuple):
    """The progress of a search.

    - `fraction`: the part of the work that is done, from 0 to 1. It never decreases.
    - `found`: how many solutions were found.
    - `nodes`: how many nodes were visited.
    - `seconds`: the time since the start in seconds.
    - `seconds_left`: an estimate of the remaining time from the mean speed. None while `fraction` is 0.
    - `is_unlisted`: whether `fraction` belongs to a count that lists no solutions. If True, `found` belongs to a search
      that runs at the same time.

    >>> from pentomino import count
    >>> seen = []
    >>> count("5x12", workers=2, method="search", progress=seen.append)
    1010
    >>> all(0 <= progress.fraction <= 1 for progress in seen)
    True
    """

    fraction: float
    found: int
    nodes: int
    seconds: float
    seconds_left: float | None
    is_unlisted: bool = False


ProgressCallback: TypeAlias = Callable[[Progress], object]


MAX_THREADS = 64
"""The maximum number of threads of a call. More threads would only wait for one another."""


def check_symmetry(symmetry: object) -> None:
    """Raise `PentominoError` if `symmetry` is not one of the values of `Symmetry`."""
    expect_one_of("symmetry", symmetry, get_args(Symmetry))


def all_cores() -> int:
    """Return how many processor cores this process may use."""
    return getattr(os, "process_cpu_count", os.cpu_count)() or 1  # before Python 3.13, the result may be too large


class Options(Value):
    """The keyword arguments of `count`, `solve_all` and others. Raises `PentominoError` for an invalid argument."""

    symmetry: Symmetry
    limit: int | None
    timeout: float | None
    workers: int
    progress: ProgressCallback | None
    method: MethodName
    memory_limit: int | None
    executor: Executor | None
    cancel: Cancel | None
    journal: str | PathLike[str] | None
    scratch: str | PathLike[str] | None

    def __init__(
        self,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
        executor: Executor | None = None,
        *,
        symmetry: Symmetry = "distinct",
        limit: int | None = None,
        method: MethodName = "auto",
        journal: str | PathLike[str] | None = None,
        scratch: str | PathLike[str] | None = None,
    ) -> None:
        check_symmetry(symmetry)
        is_time = isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and timeout >= 0
        if timeout is not None and not is_time:
            raise PentominoError(f"timeout must be None or at least 0 seconds, got {timeout!r}")
        if workers is None:
            workers = all_cores()
        for name, number in {"limit": limit, "workers": workers, "memory_limit": memory_limit}.items():
            if number is not None:
                expect_whole(name, number, int(name != "limit"))
        if progress is not None and not callable(progress):
            raise PentominoError(f"progress must be a callable or None, got {progress!r}")
        expect_one_of("method", method, get_args(MethodName))
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise PentominoError(f"executor must be None or an object with a submit method, got {executor!r}")
        if cancel is not None and not callable(cancel) and not callable(getattr(cancel, "is_set", None)):
            raise PentominoError(f"cancel must be a threading.Event, a callable or None, got {cancel!r}")
        if journal is not None and not _is_path(journal):
            raise PentominoError(f"journal must be the path of a file or None, got {journal!r}")
        if scratch is not None and not _is_path(scratch):
            raise PentominoError(f"scratch must be the path of a directory or None, got {scratch!r}")
        if scratch is not None and (limit is not None or method == "search"):
            raise PentominoError("scratch= requires a full count by the frontier: remove limit= and method='search'")
        workers = min(index(workers), MAX_THREADS) if executor is None else index(workers)
        self._set(symmetry=symmetry, limit=limit, timeout=timeout, workers=workers)
        self._set(progress=progress, method=method, memory_limit=memory_limit)
        self._set(executor=executor, cancel=cancel, journal=journal, scratch=scratch)

    def replace(self, **changed: Any) -> Options:
        """Return a copy of these options with the new values in `changed`. The new values are checked as well."""
        return Options(**{**{name: getattr(self, name) for name in self._field_names}, **changed})

    @property
    def most(self) -> float:
        """How many solutions to find at most: the limit, or infinity if there is no limit."""
        return math.inf if self.limit is None else self.limit


def _is_path(value: object) -> bool:
    text = fspath(value) if isinstance(value, (str, PathLike)) else ""
    return isinstance(text, str) and text != "" and "\0" not in text
