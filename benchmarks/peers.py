"""Packages and programs, ours too, put before the same puzzles, each in a process of its own that can be stopped.

BurrTools' breaks symmetry itself, and is given the puzzle as it is. Others are given exact covers: an item is a cell or
a piece; an option covers the cells of a placement and its piece. Symmetry is broken for them as it is for the search:
of the piece that is placed first, only one placement of each orbit is an option.
"""

from __future__ import annotations

import importlib
import multiprocessing
import re
import signal
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from pentomino import PentominoError, Puzzle, formats
from pentomino.symmetry import breaking_orbits, puzzle_symmetries

from .works import Work

__all__ = ["OURS", "PEERS", "Cover", "Outcome", "Peer", "Program", "challenge", "chosen", "cover_of", "reduced"]

START_LIMIT = 300.0
"""Seconds for a peer to be imported and to compile itself, which is not counted."""


class Cover(NamedTuple):
    """An exact cover problem: each of *items* items in just one of the options chosen; and the work it comes from.

    A work that cannot be put so has no options.
    """

    options: list[list[int]]
    items: int
    work: Work


def reduced(work: Work) -> Puzzle:
    """The puzzle of a work with the symmetry-breaking piece at one placement of each orbit only.

    A puzzle of one piece that covers all is left as it is.
    """
    puzzle = work.puzzle()
    if len(puzzle.pieces) == 1 and not puzzle.optional:
        return puzzle
    orbits = None if work.file else breaking_orbits(puzzle, puzzle_symmetries(puzzle))
    if orbits is None or any((least, most) != (1, 1) for _, least, most in puzzle.pieces):
        raise PentominoError(f"{work.name}: peers are given puzzles that use each piece once, one of them without twin")
    kept = {orbit.first.cells for orbit in orbits}
    restrict = {orbits[0].first.piece: lambda placement: placement.cells in kept}
    return Puzzle(work.board, work.pieces, reflections=work.reflections, restrict=restrict)


def cover_of(work: Work) -> Cover:
    """The exact cover problem of `reduced(work)`."""
    puzzle = reduced(work)
    items = {cell: item for item, cell in enumerate(sorted(puzzle.free))}
    told = puzzle.pieces if len(puzzle.pieces) > 1 else ()
    pieces = {count.piece: [item] for item, count in enumerate(told, len(items))}
    options = [[*(items[cell] for cell in p.cells), *pieces.get(p.piece, [])] for p in puzzle.placements()]
    return Cover(options, len(items) + len(pieces), work)


Count = Callable[[], int]
"""Counts the solutions of a cover, each time anew."""


def _matrix(cover: Cover) -> Any:
    numpy = importlib.import_module("numpy")
    matrix = numpy.zeros((len(cover.options), cover.items), dtype=bool)
    for row, option in enumerate(cover.options):
        matrix[row, option] = True
    return matrix


def _exact_cover(cover: Cover) -> Count:
    module, matrix = importlib.import_module("exact_cover"), _matrix(cover)
    return lambda: int(module.get_solution_count(matrix))  # from version 1.5 on


def _iterated(solve: Callable[[], Iterable[object]]) -> Count:
    return lambda: sum(1 for _ in solve())


def _xcover(cover: Cover) -> Count:
    covers, matrix = importlib.import_module("xcover").covers_bool, _matrix(cover)
    return _iterated(lambda: covers(matrix))


def _exact_cover_py(cover: Cover) -> Count:
    covers, matrix = importlib.import_module("exact_cover_py").exact_covers, _matrix(cover)
    return _iterated(lambda: covers(matrix))


def _dlx(cover: Cover) -> Count:
    module = importlib.import_module("dlx")
    columns = [(item, module.DLX.PRIMARY) for item in range(cover.items)]
    return _iterated(lambda: module.DLX(columns, cover.options).solve())


def _cp_sat(cover: Cover) -> Count:
    cp_model = importlib.import_module("ortools.sat.python.cp_model")

    def count() -> int:
        model = cp_model.CpModel()
        options = [model.new_bool_var("") for _ in cover.options]
        covering: list[list[Any]] = [[] for _ in range(cover.items)]
        for option, items in zip(options, cover.options, strict=True):
            for item in items:
                covering[item].append(option)
        for several in covering:
            model.add_exactly_one(several)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        found: list[int] = []
        noted = {"on_solution_callback": lambda self: found.append(1)}
        tally = type("Tally", (cp_model.CpSolverSolutionCallback,), noted)
        solver.solve(model, tally())
        return len(found)

    return count


def _ours(cover: Cover) -> Count:
    return lambda: cover.work.puzzle().count()


@dataclass(frozen=True)
class Peer:
    """A package: the name of the distribution, the module that must be there, and its way to take a cover.

    Or, if it is *plain*, to take the puzzle of the work.
    """

    name: str
    module: str
    prepare: Callable[[Cover], Count]
    plain: bool = False

    def is_there(self) -> bool:
        """Whether the package can be imported; it is not imported."""
        return find_spec(self.module) is not None

    def version(self) -> str:
        """The installed version, or an empty string."""
        try:
            return version(self.name)
        except PackageNotFoundError:
            return ""


OURS = Peer("pentomino", "pentomino", _ours, plain=True)

PEERS = (
    Peer("xcover", "xcover", _xcover),
    Peer("exact-cover", "exact_cover", _exact_cover),
    Peer("exact-cover-py", "exact_cover_py", _exact_cover_py),
    Peer("dlx", "dlx", _dlx),
    Peer("ortools", "ortools", _cp_sat),
)


@dataclass(frozen=True)
class Program:
    """A program that whoever runs the benchmark has built: one of `PROGRAMS`, and where it is."""

    name: str
    path: Path

    @property
    def plain(self) -> bool:
        """Whether it is given the puzzle and no cover."""
        return self.name == "burrTxt"

    def version(self) -> str:
        """Nothing: programs are not asked."""
        return ""


PROGRAMS = {"burrTxt": rb"(\d+) assemblies", "dlx1": rb"Altogether (\d+) solution"}
"""BurrTools' console solver and D. E. Knuth's DLX1, by how they print a number of solutions."""


def chosen(names: Iterable[str]) -> list[Peer | Program]:
    """The peers of these names, programs as `name=path`, or all packages that are there.

    Raises `PentominoError` for one that is unknown or not there.
    """
    known = {peer.name: peer for peer in PEERS}
    found: list[Peer | Program] = []
    for text in names:
        name, _, path = text.partition("=")
        if name not in {**known, **PROGRAMS}:
            raise PentominoError(f"unknown peer {name!r}: peers are {', '.join([*known, *PROGRAMS])}")
        if name in PROGRAMS and not Path(path).is_file():
            raise PentominoError(f"peer {name}: {path or 'nothing'} is not a program; say {name}=PATH")
        if name in known and not known[name].is_there():
            raise PentominoError(f"peer {name} cannot be imported; install it with pip")
        found.append(known[name] if name in known else Program(name, Path(path).absolute()))
    return found or [peer for peer in PEERS if peer.is_there()]


class Outcome(NamedTuple):
    """What came of a peer: the median of its seconds, or of none the reason; its number of solutions; the right one.

    As symmetry is broken by one piece only, an exact cover may have more solutions than the puzzle.
    """

    seconds: float | None
    solutions: int | None
    trouble: str = ""
    expected: int | None = None


TINY = Work("3x5 with P, U, V", "count", None, None, "3x5", "P U V")


def _answer(program: Program, cover: Cover, limit: float, runs: int) -> Outcome | None:
    """What a program does, as `challenge` says, without a trial: the time is that of its process from start to end."""
    cpu = importlib.import_module("resource")  # which Windows has not
    if not (given := _given(program, cover)):
        return None
    seconds: list[float] = []
    with TemporaryDirectory() as directory:
        file = Path(directory, "puzzle")
        file.write_bytes(given)
        option = ["-q", str(file)] if program.plain else []
        while len(seconds) < runs and sum(seconds) < 2:
            before = cpu.getrusage(cpu.RUSAGE_CHILDREN)
            with file.open("rb") as opened:
                try:
                    done = subprocess.run([program.path, *option], stdin=opened, capture_output=True, timeout=limit)
                except subprocess.TimeoutExpired:
                    return Outcome(None, None, f"> {limit:g} s")
            after = cpu.getrusage(cpu.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            if not (found := re.search(PROGRAMS[program.name], done.stdout + done.stderr)):
                return Outcome(None, None, f"ended with status {done.returncode}")
            solutions = int(found[1])
    return Outcome(median(seconds), solutions)


def _given(program: Program, cover: Cover) -> bytes:
    """The puzzle as BurrTools reads it, or the cover as DLX1 does; nothing if there is no such puzzle."""
    if not program.plain:
        return "".join(f"{' '.join(map(str, line))}\n" for line in [range(cover.items), *cover.options]).encode()
    file = cover.work.file
    try:
        return file.read_bytes() if file else formats.xmpuzzle.write_puzzle(cover.work.puzzle())
    except formats.FormatError:
        return b""


def challenge(peer: Peer | Program, cover: Cover, limit: float, runs: int) -> Outcome | None:
    """What a peer does with a cover in *limit* seconds at most, in a process of its own; None if it cannot take it.

    It is tried on a tiny puzzle before, so that neither import nor compilation is counted. It then runs up to
    *runs* times, but no further once it has taken two seconds.
    """
    if not (peer.plain or cover.options):
        return None
    if isinstance(peer, Program):
        return _answer(peer, cover, limit, runs)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(theirs, peer.prepare, cover, runs), daemon=True)
    process.start()
    theirs.close()
    try:
        return _heard(ours, limit)
    except EOFError:
        process.join()
        return Outcome(None, None, f"ended with status {process.exitcode}")
    finally:
        process.kill()
        process.join()
        ours.close()


def _heard(peer: Connection, limit: float) -> Outcome:
    """What a peer reports until it is done, or is silent for too long; see `_serve`."""
    seconds: list[float] = []
    solutions: int | None = None
    wait = START_LIMIT
    while peer.poll(wait):
        message = peer.recv()
        if message is None:
            return Outcome(median(seconds), solutions)
        if isinstance(message, str):
            return Outcome(None, None, message)
        if message:
            seconds.append(message[0])
            solutions = message[1]
        wait = limit
    return Outcome(median(seconds), solutions) if seconds else Outcome(None, None, f"> {wait:g} s")


def _serve(to: Connection, prepare: Callable[[Cover], Count], cover: Cover, runs: int) -> None:
    """In a new process: send () when ready, (seconds, solutions) for each run, and then None; a string for trouble."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then stops this process.
    try:
        prepare(cover_of(TINY))()
        count = prepare(cover)
        to.send(())
        spent = 0.0
        while runs > 0 and spent < 2:
            start = process_time()
            solutions = count()
            seconds = process_time() - start
            to.send((seconds, solutions))
            runs, spent = runs - 1, spent + seconds
        to.send(None)
    except Exception as error:
        to.send(f"{type(error).__name__}: {error}")
