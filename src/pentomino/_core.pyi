from collections.abc import Sequence
from typing import Final, Self

WINDOW: Final[int]

class Copies:
    def __init__(self, sizes: Sequence[int], least: Sequence[int], most: Sequence[int]) -> None: ...

class WindowTable:
    stride: int
    slots: int
    def __init__(
        self,
        stride: int,
        free: int,
        masks: Sequence[int],
        owners: Sequence[int],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        allowed: Sequence[int] | None = None,
    ) -> None: ...

class ListTable:
    cells: int
    options: int
    def __init__(
        self,
        cells: int,
        options: Sequence[tuple[Sequence[int], int, int]],
        sizes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
    ) -> None: ...

class Search:
    nodes: int
    found: int
    def next(self, deadline: float = ...) -> tuple[int, ...] | None: ...
    def count(self, limit: int = -1, deadline: float = ...) -> int: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[int, ...]: ...

class WindowSearch(Search):
    def __init__(
        self, table: WindowTable, covered: int = 0, used: Sequence[int] | None = None, check_depth: int = 1
    ) -> None: ...

class ListSearch(Search):
    def __init__(self, table: ListTable, area: int, covered: int = 0, used: Sequence[int] | None = None) -> None: ...
