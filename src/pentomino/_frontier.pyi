from collections.abc import Callable, Sequence
from typing import Final, Self, final

FOR_SIZE: Final[bool]
__test__: dict[str, str]

class FrontierUnfit(Exception): ...  # noqa: N818

class Fits:
    slots: int
    held: int
    ruled_out: int
    def fitting(self, occupied: int) -> int: ...

@final
class FrontierTable:
    set_bits: int
    cells: int
    held: int
    def __new__(
        cls,
        cells: int,
        slots: Sequence[tuple[int, int]],
        options: Sequence[tuple[int, int, int, int, int]],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        area: int,
        shifts: Sequence[int] = (),
        pockets: Sequence[int] | None = None,
        tick: Callable[[], object] | None = None,
        claim: Callable[[int], object] | None = None,
        line: int = 0,
    ) -> Self: ...

@final
class FrontierJob:
    states: list[tuple[int, int, int]]
    progress: float
    nodes: int
    edges: int
    steps: int
    reached: int
    checks: bool
    @property
    def missing(self) -> int: ...
    @property
    def workers(self) -> int: ...
    @property
    def held(self) -> int: ...
    @property
    def peak(self) -> int: ...
    @property
    def limit(self) -> int: ...
    def __new__(
        cls,
        table: FrontierTable,
        memory_limit: int = -1,
        workers: int = 1,
        tick: Callable[[], object] | None = None,
        hashed: bool = False,
        full: type[Exception] = ...,
    ) -> Self: ...
    def _check(self) -> None: ...

@final
class FrontierSlice:
    known: int | None
    cells: int
    longest: int
    def __new__(cls, job: FrontierJob) -> Self: ...
    def start(self) -> None: ...
    def add(self, f: int, rows: bytes, limbs: int, part: int, parts: int) -> None: ...
    def expand(self, f: int, most: int) -> bool: ...
    def rows(self, f: int) -> int: ...
    def take(self, f: int, parts: int) -> tuple[int, int, list[bytes]]: ...
    def total(self) -> int: ...
    def end(self) -> None: ...

@final
class FrontierCount:
    def __new__(cls, job: FrontierJob) -> Self: ...
    def count(self) -> int: ...
    def count_in_one_pass(self) -> int: ...
    def prefixes(self, last: int) -> list[int]: ...
    def prepare(self) -> int: ...
    def cover(self, rank: int) -> list[tuple[int, int, int]]: ...

@final
class FrontierTally:
    total: int
    def __new__(cls, job: FrontierJob) -> Self: ...
    def count(self) -> list[tuple[int, int, int, int]]: ...
