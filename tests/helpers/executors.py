"""Distribute even short searches, and run their tasks in this thread or let them fail, independently of time."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from pentomino.search import auto, by_search, estimate, plan, workers


def share_out_at_once(patch: pytest.MonkeyPatch) -> None:
    """Distribute any search, in as many units as a long one."""
    patch.setattr(by_search, "WORTH", 0)
    patch.setattr(auto, "SHARED_SECONDS", -1)
    patch.setattr(plan, "UNITS_OF_TASK", 40)
    patch.setattr(estimate, "EFFORT", 1 << 12)
    patch.setattr(workers, "UNKNOWN", 2)


def no_threads_left() -> bool:
    return not any(thread.name == "pentomino" for thread in threading.enumerate())


class Here(Executor):
    """An executor that runs tasks in this thread, on pickled copies, as another process would."""

    def __init__(self) -> None:
        self.sent = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        self.sent += 1
        future: Future[Any] = Future()
        try:
            future.set_result(self.do(work, *pickle.loads(pickle.dumps(arguments))))
        except Exception as error:
            future.set_exception(error)
        return future

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return pickle.loads(pickle.dumps(work(*arguments)))


class Waiting(ThreadPoolExecutor):
    """Threads that start only after `number` tasks were submitted. `most` is the peak of unfinished tasks."""

    def __init__(self, number: int) -> None:
        super().__init__(2)
        self.number = number
        self.most = self.in_flight = 0
        self.lock, self.are_enough = threading.Lock(), threading.Event()

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        self.in_flight += 1
        self.most = max(self.most, self.in_flight)
        if self.in_flight >= self.number:
            self.are_enough.set()
        return super().submit(self.do, work, *arguments)

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        assert self.are_enough.wait(30)
        try:
            return work(*arguments)
        finally:
            with self.lock:
                self.in_flight -= 1


class Failing(Here):
    """An executor that raises `error` for each task for whose number `fails` returns true."""

    def __init__(self, fails: Callable[[int], object], error: Exception) -> None:
        super().__init__()
        self.fails = fails
        self.error = error

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        if self.fails(self.sent):
            raise self.error
        return super().do(work, *arguments)


class Returning(Here):
    """An executor that returns `value` instead of the result for every second task."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self.value if self.sent % 2 else super().do(work, *arguments)
