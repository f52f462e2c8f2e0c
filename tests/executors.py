"""Searches shared out at once, and executors that do at once what they are given, or fail to: no time matters."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from pentomino.search import backtracking, units


def share_out_at_once(patch: pytest.MonkeyPatch) -> None:
    """Have any search be shared out, in fewer units than a long one, and their weights be guessed by fewer probes."""
    patch.setattr(backtracking, "WORTH", 0)
    patch.setattr(units, "UNITS", 300)
    patch.setattr(units, "FEW_UNITS", 300)
    patch.setattr(units, "EFFORT", 1 << 12)


class Here(Executor):
    """Does at once, in this thread, what is submitted, as another process would: with all that is sent pickled."""

    _max_workers = 2

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


class Lost(Here):
    """One of dask whose scheduler ends after some work: what is sent then does not come back, and the client closes."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after
        self._client = self

    @property
    def status(self) -> str:
        return "closed" if self.sent > self.after else "running"

    def nthreads(self) -> dict[str, int]:
        return {"tcp://one": 2}

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        if self.sent < self.after:
            return super().submit(work, *arguments)
        self.sent += 1
        return Future()


class Failing(Here):
    """Fails whenever it is told to."""

    def __init__(self, fails: Callable[[int], object], error: Exception) -> None:
        super().__init__()
        self.fails = fails
        self.error = error

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        if self.fails(self.sent):
            raise self.error
        return super().do(work, *arguments)
