from collections.abc import Callable, Collection, Sequence
from typing import Final, Self

FOR_SIZE: Final[bool]
WINDOW: Final[int]
OPTIONS_AT_ONCE: Final[int]
__test__: dict[str, str]

def bits(numbers: int) -> list[int]: ...
def shapes(
    size: int,
    vectors: Sequence[Sequence[Sequence[int]]],
    weights: Sequence[int],
    motions: Sequence[Sequence[Sequence[int]]],
    tick: Callable[[], object] | None = None,
) -> list[bytes]: ...

class Copies:
    def __new__(cls, sizes: Sequence[int], least: Sequence[int], most: Sequence[int]) -> Self: ...

class Fits:
    slots: int
    held: int
    ruled_out: int
    def fitting(self, occupied: int) -> int: ...

class WindowTable(Fits):
    @property
    def search_bytes(self) -> int: ...
    def __new__(
        cls,
        shifts: Sequence[int],
        free: int,
        masks: Sequence[int],
        owners: Sequence[int],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        allowed: Sequence[int | None] | None = None,
        tick: Callable[[], object] | None = None,
        claim: Callable[[int], object] | None = None,
        optional: int = 0,
        gaps: Collection[int] = (),
        check_pockets: bool = True,
    ) -> Self: ...

class ItemTable:
    cells: int
    options: int
    held: int
    pieces: int
    words: int
    @property
    def search_bytes(self) -> int: ...
    def __new__(
        cls,
        cells: int,
        options: Sequence[tuple[Sequence[int], int, int]],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        optional: Collection[int] = (),
        numbers: Sequence[int] | None = None,
        tick: Callable[[], object] | None = None,
        claim: Callable[[int], object] | None = None,
        gaps: int = 0,
    ) -> Self: ...

class Search:
    nodes: int
    grown: int
    found: int
    dead_ends: int
    exhausted: bool
    check_areas: bool
    check_plausibility: bool
    def next(self, tick: Callable[[], object] | None = None) -> tuple[int, ...] | None: ...
    def take_some(
        self, most: int, tick: Callable[[], object] | None = None, nodes: int = ...
    ) -> list[tuple[int, ...]]: ...
    def count(self, limit: int = ..., tick: Callable[[], object] | None = None, nodes: int = ...) -> int: ...
    def seek(self, numbers: Sequence[int]) -> None: ...
    def prefixes(
        self, depth: int, numbers: Sequence[int] = (), tick: Callable[[], object] | None = None
    ) -> list[tuple[int, ...]]: ...
    def probe(
        self, seed: int, most: int, nodes: int = ..., tick: Callable[[], object] | None = None
    ) -> tuple[list[tuple[float, float, tuple[int, ...] | None]], int]: ...
    def counts(self) -> tuple[int, list[list[int]]]: ...
    def fraction(self) -> float: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[int, ...]: ...

class WindowSearch(Search):
    def __new__(cls, table: WindowTable, covered: int = 0, used: Sequence[int] | None = None) -> Self: ...

class ItemSearch(Search):
    def __new__(
        cls,
        table: ItemTable,
        covered: int = 0,
        used: Sequence[int] | None = None,
        area: int | None = None,
        in_order: bool = False,
    ) -> Self: ...

class Separator:
    seen: int
    def __new__(cls, pieces: Sequence[Collection[tuple[int, ...]]], axes: Sequence[int]) -> Self: ...
    def separate(
        self,
        group: Sequence[int],
        positions: Sequence[tuple[int, ...]],
        tick: Callable[[], object] | None = None,
        claim: Callable[[int], object] | None = None,
    ) -> tuple[list[list[tuple[int, ...]]], list[int], int, int] | None: ...
