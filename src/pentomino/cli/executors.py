"""`--executor`, `--journal`, `--scratch`: who does the work, and the file or the directory that keeps it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..errors import imported
from .console import MisuseError, say
from .options import CommonOptions, Parent, natural

if TYPE_CHECKING:
    from ..search.options import Executor

KINDS = "processes:N, dask://HOST:PORT or mpi"


def executor_options(journal: bool = True) -> Parent:
    """Return the options for long work: an executor and, unless `journal` is false, a journal."""
    options = CommonOptions()
    options.add_argument(
        "--executor",
        metavar="WHO",
        help=f"share the search: {KINDS}; mpi under mpirun (the last two need distributed, mpi4py)",
    )
    if journal:
        options.add_argument(
            "--journal",
            metavar="FILE",
            help="keep finished work in FILE; the same command with FILE goes on where it was stopped or killed",
        )
    return options


@contextmanager
def opened(options: argparse.Namespace, puzzles: Sequence[object]) -> Iterator[dict[str, Any]]:
    """Yield the keywords of the verbs for these options. Shut the executor down at the end."""
    kept = {name: getattr(options, name, None) for name in ("journal", "scratch")}
    given = {name: path for name, path in kept.items() if path is not None}
    journal = kept["journal"]
    output = getattr(options, "output", None)
    if journal and output and os.path.realpath(journal) == os.path.realpath(output):
        raise MisuseError(f"--journal and --output are to be two files, and both are {journal}")
    if given and len(puzzles) > 1:
        raise MisuseError(f"a {next(iter(given))} is of one puzzle, and these are {len(puzzles)}")
    if options.executor is None:
        yield given
        return
    with _executor(options.executor) as executor:
        yield {**given, "executor": executor}


@contextmanager
def _executor(text: str) -> Iterator[Executor]:
    kind, _, rest = text.partition(":")
    if kind == "processes":
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(number := _number(text, rest), initializer=_begin_worker) as pool:
            _start(pool, number)
            yield pool
    elif kind == "dask" and _has_port(text):
        with _dask(f"tcp:{rest}") as executor:
            yield executor
    elif text == "mpi":
        with _mpi() as executor:
            yield executor
    else:
        raise MisuseError(f"--executor is {KINDS}, not {text!r}")


def _start(pool: Executor, number: int) -> None:
    """Start the processes of a pool. Ctrl-C waits meanwhile: it would leave a pool that never ends."""
    import signal

    blocked = getattr(signal, "pthread_sigmask", lambda *_: ())
    before = blocked(getattr(signal, "SIG_BLOCK", 0), {signal.SIGINT})
    try:
        with suppress(Exception):  # the search meets the same error, and raises it
            for _ in range(number):
                pool.submit(int)
    finally:
        blocked(getattr(signal, "SIG_SETMASK", 0), before)


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent process, and end with it, even if it is killed."""
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if (parent := parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


def _number(text: str, number: str) -> int:
    try:
        return natural(number)
    except argparse.ArgumentTypeError:
        raise MisuseError(f"--executor processes:N takes a number from 1, as processes:4 does, not {text!r}") from None


def _has_port(address: str) -> bool:
    from urllib.parse import urlsplit

    try:
        return bool(urlsplit(address).hostname and urlsplit(address).port)
    except ValueError:
        return False


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    """Yield the executor of the cluster with this scheduler."""
    distributed = imported("distributed", "--executor dask needs", "distributed")
    try:
        client = distributed.Client(address, timeout=10)
    except OSError as error:
        raise MisuseError(f"no dask scheduler answers at {address}: {error}") from None
    with client, client.get_executor(pure=False) as executor:
        if not client.nthreads():
            say(f"no workers are at {address} yet: the search waits for some")
        yield executor


@contextmanager
def _mpi() -> Iterator[Executor]:
    """Yield the executor of the other processes of mpirun. In these, serve it and end the process."""
    futures = imported("mpi4py.futures", "--executor mpi needs", "mpi4py")
    with futures.MPICommExecutor() as executor:
        if executor is not None:
            yield executor
            return
    sys.exit(0)
