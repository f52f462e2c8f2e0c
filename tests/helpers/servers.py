"""Servers that run in the process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread


@contextmanager
def serving(server: BaseServer) -> Iterator[None]:
    """Answer the requests to `server` in a thread."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:  # after a failed test, the thread would keep pytest from ending
        server.shutdown()
        thread.join()
