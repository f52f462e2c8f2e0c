"""Run the searches of commands: pass on options, start executors, apply `--where`, print statistics."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

from ..errors import PentominoError, SearchStopped, imported
from ..lattices.lattice import Element
from ..puzzle import Puzzle
from ..search.clock import Statistics
from ..search.options import Executor
from ..solutions.listing import Solutions
from ..solutions.solution import Solution
from ..wording import counted
from .console import Bar, MisuseError, is_terminal, say, stops
from .inputs import Stated, named_twins
from .options import Once, Parser, natural, threads

Answer = TypeVar("Answer")

MAX_NAMED = 12
"""The maximum number of symmetries that are printed by name."""

CUTS = {  # why subtrees were cut off, by the keys of `Statistics.cuts`
    "regions": "no pieces add up to the size of an empty region",
    "areas": "the pieces still required need more cells than are empty",
    "items": "no placement covers some cell or uses some required piece",
}


# ---------------------------------------------------------------------------------- calls with limits and progress


def bar(
    options: argparse.Namespace, things: str = "solutions", hidden: bool = False
) -> AbstractContextManager[Bar | None]:
    """Return a context manager that opens a progress bar for a search. It yields None if no bar may be shown."""
    if hidden or options.quiet or not is_terminal(sys.stderr):
        return nullcontext()
    return Bar(sys.stderr, f"{things} checked" if getattr(options, "where", None) else things)


def limits(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options that limit time, workers and memory, as keyword arguments of a search."""
    return {"timeout": options.timeout, "workers": threads(options), "memory_limit": options.memory_limit}


def ask(verb: Callable[..., Answer], options: argparse.Namespace, **more: Any) -> Answer:
    """Call `verb`, which runs a search, with the limits of the options and a progress bar."""
    with bar(options) as shown:
        return verb(progress=shown, **limits(options), **more)


def ask_timed(
    verb: Callable[..., Answer], options: argparse.Namespace, **more: Any
) -> tuple[Answer, Statistics, float]:
    """Call `verb` like `ask`. Return the result, the statistics and the time in seconds.

    Print a message if the search engine was used because the frontier engine cannot count the puzzle.
    """
    start, statistics = perf_counter(), Statistics()
    try:
        answer = ask(verb, options, symmetry=options.symmetry, statistics=statistics, **more)
    finally:
        if statistics.unfit and not options.quiet:
            say(f"{statistics.unfit}; the search is used instead")
    return answer, statistics, perf_counter() - start


# ----------------------------------------------------------------------------------------------- executors and journals


KINDS = "processes:N, dask://HOST:PORT or mpi"


def add_executor(parser: Parser, journal: bool = True) -> None:
    """Add the options `--executor` and, if `journal` is true, `--journal`."""
    text = f"distribute the search over {KINDS} (dask requires distributed; mpi requires mpi4py and mpirun)"
    parser.add_argument("--executor", metavar="WHO", help=text)
    if journal:
        text = "save progress in FILE; to continue after a stop or a crash, run the same command again"
        parser.add_argument("--journal", metavar="FILE", help=text)


@contextmanager
def opened(options: argparse.Namespace, puzzles: Sequence[object]) -> Iterator[dict[str, Any]]:
    """Yield the executor, the journal and the scratch directory as keyword arguments of a search."""
    given = {name: path for name in ("journal", "scratch") if (path := getattr(options, name, None)) is not None}
    journal, output = given.get("journal"), getattr(options, "output", None)
    if journal and output and os.path.realpath(journal) == os.path.realpath(output):
        raise MisuseError(f"--journal and --output must be different files; both are {journal}")
    if given and len(puzzles) > 1:
        raise MisuseError(f"--{next(iter(given))} requires a single puzzle, got {len(puzzles)}")
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
        from multiprocessing import active_children

        try:
            number = natural(rest)
        except argparse.ArgumentTypeError as error:
            raise MisuseError(f"N of --executor processes:N {error}") from None
        with ProcessPoolExecutor(number, initializer=_begin_worker) as pool:
            _start(pool, number)
            try:
                yield pool
            except BaseException:
                for child in active_children():  # their tasks may take hours, and the pool would wait
                    child.terminate()
                raise
    elif re.fullmatch(r"dask://[^/]+:[0-9]+", text):
        with _dask_executor(f"tcp:{rest}") as executor:
            yield executor
    elif text == "mpi":
        with _mpi() as executor:
            yield executor
    else:
        raise MisuseError(f"--executor must be {KINDS}, got {text!r}")


def _start(pool: Executor, number: int) -> None:
    stops.is_delaying = True  # an interrupt during the start would leave a pool that never ends
    with suppress(Exception):  # the search will raise the same error
        for _ in range(number):
            pool.submit(int)
    stops.let()


def _begin_worker() -> None:
    import signal
    from threading import Thread

    # Ctrl-C is handled by the parent, which may end this process with SIGTERM
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if (parent := parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _dask_executor(address: str) -> Iterator[Executor]:
    distributed = imported("distributed", "--executor dask needs", "distributed")
    try:
        client = distributed.Client(address, timeout=10)
    except OSError as error:
        raise MisuseError(f"no dask scheduler answers at {address}: {error}") from None
    with client, client.get_executor(pure=False) as executor:
        if not client.nthreads():
            say(f"the scheduler at {address} has no workers yet, so the search waits for them")
        yield executor


@contextmanager
def _mpi() -> Iterator[Executor]:
    # the other processes of mpirun run the tasks meanwhile, and exit at the end
    futures = imported("mpi4py.futures", "--executor mpi needs", "mpi4py")
    with futures.MPICommExecutor() as executor:
        if executor is not None:
            yield executor
            return
    sys.exit(0)


# --------------------------------------------------------------------------------------------------------- --where


def add_where(parser: Parser) -> None:
    text = "keep only solutions that satisfy CONDITION, such as 'crossings == 0 and fault_free'; compare crossings, "
    text += "fault_lines, colours, strong_colours, edge, pieces, level and moves with a number, using == != < <= > >=; "
    text += "use fault_free, halves, equitable, symmetric and comes_apart alone; join by and, or, not and parentheses"
    parser.add_argument("--where", action=Once, type=_condition, metavar="CONDITION", help=text)


def _condition(text: str) -> str:
    from ..solutions.features import condition

    try:
        condition(text)
    except PentominoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def matching_solutions(
    solve_all: Callable[..., Solutions | Generator[Solution, None, None]],
    where: str | None,
    most: int | None,
    **options: Any,
) -> Generator[Solution, None, None]:
    """Yield at most `most` solutions that satisfy the condition `where`. None means no limit, or no condition."""
    if where is None:
        yield from solve_all(limit=most, **options)
        return
    from ..solutions.features import condition

    number = 0
    try:
        with closing(solve_all(**options)) as solutions:
            for solution in islice(filter(condition(where), solutions), most):
                number += 1
                yield solution
    except SearchStopped as error:
        raise error.recounted(number, f"{counted(number, 'solution')} found") from None


# -------------------------------------------------------------------------------------------- besides the result


def report(puzzle: Puzzle, statistics: Statistics, result: str, seconds: float, verbose: bool = True) -> None:
    """Print the result of a search, with its work and its time. If `verbose` is true, also print details.

    The work is a number of nodes. In a search, a node is a position in which some piece can cover the next cell. With
    several workers, the number includes work whose results were not used.
    """
    say(f"{result}, {counted(statistics.nodes, 'node')}, {seconds:.2f} s")
    if not verbose:
        return
    reason = f" ({statistics.reason})" if statistics.reason else ""
    say(f"{statistics.engine or 'no'} engine{reason}, {counted(statistics.workers, 'worker')}")
    if statistics.seconds:
        say(", ".join(f"{phase} {1000 * spent:.1f} ms" for phase, spent in statistics.seconds.items()))
    for kind, why in CUTS.items():
        if by_depth := statistics.cuts[kind]:
            depths = ", ".join(f"{number} at depth {depth}" for depth, number in enumerate(by_depth) if number)
            say(f"{counted(sum(by_depth), 'subtree')} cut off, as {why}: {depths}")
    if statistics.pockets:
        say(f"dead pockets: {counted(statistics.pockets, 'orientation')} left out of the entries of the lookup tables")
    if not puzzle.reflections:
        twins = named_twins(puzzle.pieces)
        how = "" if puzzle.board.lattice.dimension == 2 else ", as real ones cannot be"
        say(f"pieces are not reflected{how}" + (f": {twins} differ (--reflections makes them equal)" if twins else ""))
    if not puzzle.rotations:
        say("pieces are not rotated")
    names = list(map(_named, puzzle.symmetries()))
    more = f", and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    say(f"symmetries of the puzzle: {len(names)} ({', '.join(names[:MAX_NAMED])}{more})")


def _named(element: Element) -> str:
    # The name of a motion of cubes lists the images of the axes. Lower case means that an axis is reversed.
    is_of_axes = len(element.name) == 3 and element.name.isalpha()
    return element.name if is_of_axes else element.name.lower().replace("_", " ")


def report_none(puzzles: Sequence[Stated], where: str | None = None) -> None:
    """Print that there is no solution, or no solution that satisfies `where`. Add a short proof if one is found."""
    from ..reason.explain import short_proof

    say("there is no solution" if where is None else f"there is no solution with {where}")
    for name, puzzle, _ in puzzles:
        if proof := short_proof(puzzle):
            text = proof.text + "; pentomino explain draws it" * proof.needs_picture
            say(f"{name}: {text}" if len(puzzles) > 1 else text)
