from collections.abc import Callable, Sequence
from typing import Self, final

__test__: dict[str, str]

class FrontierUnfit(Exception): ...  # noqa: N818

@final
class FrontierTable:
    set_bits: int
    cells: int
    def __new__(
        cls,
        cells: int,
        slots: Sequence[tuple[int, int]],
        options: Sequence[tuple[int, int, int, int, int]],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        area: int,
        stride: int = 0,
        pockets: Sequence[int] | None = None,
    ) -> Self: ...

@final
class Worker:
    def __new__(cls, table: FrontierTable, hashed: bool) -> Self: ...

# A run is put together from these, each of which adds an idea.

class Levels:
    states: list[tuple[int, int, int]]
    progress: float
    nodes: int
    edges: int
    steps: int
    held: int
    peak: int
    limit: int
    def __new__(
        cls,
        table: FrontierTable,
        memory_limit: int = -1,
        workers: int = 1,
        deadline: float = ...,
        tick: Callable[[], object] | None = None,
        hashed: bool = False,
    ) -> Self: ...

class Graph(Levels): ...

class OnePass(Graph):
    def count_in_one_pass(self) -> int: ...

class ListMaker(OnePass): ...

class Meeting(ListMaker):
    short_lists: float
    early: float

class Walks(Meeting):
    def prepare(self) -> int: ...
    def cover(self, rank: int) -> list[tuple[int, int]]: ...

class Live(Walks):
    def keep_live(self, code_of: Callable[[int, int], int]) -> bool: ...

@final
class FrontierRun(Live):
    def count(self) -> int: ...

@final
class FrontierWalk:
    def __new__(cls, run: FrontierRun, number: int = 0, after: Sequence[int] | None = None) -> Self: ...
    def take_some(self, most: int) -> list[tuple[int, ...]]: ...
