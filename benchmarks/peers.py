"""Run other programs, and pentomino, on the same puzzles, each in its own process, which can be stopped.

BurrTools gets the puzzle, and breaks its symmetry itself. The others get an exact cover: an item is a cell or a piece,
and an option covers the cells of a placement and its piece. Symmetry is broken as in the search: only one
placement of each orbit of the piece placed first is an option.
"""

from __future__ import annotations

import importlib
import multiprocessing
import re
import signal
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from pentomino import PentominoError, Puzzle, formats
from pentomino.symmetry import breaking_orbits, puzzle_symmetries

from .works import Work

MAX_START_SECONDS = 300.0
"""Time for a package to be imported and to compile itself, which is not counted."""

MAX_RUNS_SECONDS = 2.0
"""No run starts once the runs before it have taken this long."""


class Cover(NamedTuple):
    """An exact cover problem with `items` items, and its work. Without `options` the work is not an exact cover."""

    options: list[list[int]]
    items: int
    work: Work


class Peer(NamedTuple):
    """A program at `path`, or a Python package if `path` is None."""

    name: str
    path: Path | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the peer gets the puzzle instead of an exact cover."""
        return self.name in ("pentomino", "burrTxt")

    @property
    def title(self) -> str:
        """The name; for xcover, also the version."""
        return f"xcover {version('xcover')}" if self.name == "xcover" else self.name


class Outcome(NamedTuple):
    """A peer's median time in seconds and its number of solutions, or in `trouble` why there are no results.

    `expected` is the right number. An exact cover may have more solutions than the puzzle, because only one
    piece breaks the symmetry.
    """

    seconds: float | None
    solutions: int | None
    trouble: str = ""
    expected: int | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether the peer found a number of solutions other than expected."""
        return self.solutions not in (None, self.expected)


OURS = Peer("pentomino")

PROGRAMS = {"burrTxt": rb"(\d+) assemblies", "dlx1": rb"Altogether (\d+) solution"}
"""BurrTools' console solver and D. E. Knuth's DLX1, and how they print a number of solutions."""

TINY = Work("3x5 with P, U, V", "count", None, "3x5", "P U V")


def chosen(names: Iterable[str]) -> list[Peer]:
    """Return the peers with these names. A program is given as `name=path`.

    Without names, return xcover if it is installed. Raises `PentominoError` for an unknown or missing peer.
    """
    has_xcover = find_spec("xcover") is not None
    found = []
    for text in names:
        name, _, path = text.partition("=")
        if name not in ("xcover", *PROGRAMS):
            raise PentominoError(f"unknown peer {name!r}: peers are xcover, {', '.join(PROGRAMS)}")
        if name in PROGRAMS and not Path(path).is_file():
            raise PentominoError(f"peer {name}: {path or 'nothing'} is not a program; write {name}=PATH")
        if name == "xcover" and not has_xcover:
            raise PentominoError("peer xcover cannot be imported; install it with pip")
        found.append(Peer(name, Path(path).absolute() if path else None))
    return found or [Peer("xcover")] * has_xcover


def compared(work: Work, peers: Iterable[Peer], limit: float, runs: int) -> dict[Peer, Outcome]:
    """Return the outcome of each peer that can express a work. A run takes at most `limit` seconds."""
    cover, number = Cover([], 0, work), None
    with suppress(PentominoError):
        cover, number = _cover(work), _reduced(work).count(symmetry="all")
    outcomes = {}
    for peer in peers:
        if peer.is_plain or cover.options:
            solve = _timed_program if peer.path else _timed_package
            if outcome := solve(peer, cover, limit, runs):
                outcomes[peer] = outcome._replace(expected=work.expected if peer.is_plain else number)
    return outcomes


def _reduced(work: Work) -> Puzzle:
    """Return the puzzle of a work, in which the piece that breaks the symmetry has one placement of each orbit.

    A puzzle of one piece that covers all cells is returned unchanged.
    """
    puzzle = work.puzzle()
    if len(puzzle.pieces) == 1 and not puzzle.optional_cells:
        return puzzle
    orbits = None if work.file else breaking_orbits(puzzle, puzzle_symmetries(puzzle))
    if orbits is None or any((least, most) != (1, 1) for _, least, most in puzzle.pieces):
        raise PentominoError(f"{work.name}: an exact cover needs each piece once, and one that has no twin")
    kept = {orbit.first.cells for orbit in orbits}
    restrict = {orbits[0].first.piece: lambda placement: placement.cells in kept}
    return Puzzle(work.board, work.pieces, reflections=work.reflections, restrict=restrict)


def _cover(work: Work) -> Cover:
    puzzle = _reduced(work)
    items = {cell: item for item, cell in enumerate(sorted(puzzle.uncovered_cells))}
    counts = puzzle.pieces if len(puzzle.pieces) > 1 else ()
    pieces = {count.piece: [item] for item, count in enumerate(counts, len(items))}
    options = [[*(items[cell] for cell in p.cells), *pieces.get(p.piece, [])] for p in puzzle.placements()]
    return Cover(options, len(items) + len(pieces), work)


def _timed_program(program: Peer, cover: Cover, limit: float, runs: int) -> Outcome | None:
    """Time a program from start to end. Return None if it cannot read the puzzle."""
    cpu = importlib.import_module("resource")  # Windows does not have this module
    if not (given := _input(program, cover)):
        return None
    seconds: list[float] = []
    with TemporaryDirectory() as directory:
        file = Path(directory, "puzzle")
        file.write_bytes(given)
        command = [str(program.path), *(["-q", str(file)] if program.is_plain else [])]
        while len(seconds) < runs and sum(seconds) < MAX_RUNS_SECONDS:
            before = cpu.getrusage(cpu.RUSAGE_CHILDREN)
            with file.open("rb") as opened:
                try:
                    done = subprocess.run(command, stdin=opened, capture_output=True, timeout=limit)
                except subprocess.TimeoutExpired:
                    return Outcome(None, None, f"> {limit:g} s")
            after = cpu.getrusage(cpu.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            if not (found := re.search(PROGRAMS[program.name], done.stdout + done.stderr)):
                return Outcome(None, None, f"ended with status {done.returncode}")
            solutions = int(found[1])
    return Outcome(median(seconds), solutions)


def _input(program: Peer, cover: Cover) -> bytes:
    """Return the cover for DLX1, or the puzzle for BurrTools: no bytes if its files cannot express the puzzle."""
    if not program.is_plain:
        return "".join(f"{' '.join(map(str, line))}\n" for line in [range(cover.items), *cover.options]).encode()
    file = cover.work.file
    try:
        return file.read_bytes() if file else formats.xmpuzzle.write_puzzle(cover.work.puzzle())
    except formats.FormatError:
        return b""


def _timed_package(package: Peer, cover: Cover, limit: float, runs: int) -> Outcome:
    """Time a package in a new process, without the time to import and compile it.

    For this reason, it solves a tiny puzzle first.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(theirs, package.name, cover, runs), daemon=True)
    process.start()
    theirs.close()
    seconds: list[float] = []
    solutions: int | None = None
    wait = MAX_START_SECONDS
    try:
        while ours.poll(wait):
            message = ours.recv()
            if isinstance(message, str):
                return Outcome(None, None, message)
            if message:
                seconds.append(message[0])
                solutions = message[1]
            wait = limit
        trouble = f"> {wait:g} s"
    except EOFError:
        process.join()
        trouble = f"ended with status {process.exitcode}"
    finally:
        process.kill()
        process.join()
        ours.close()
    return Outcome(median(seconds), solutions) if seconds else Outcome(None, None, trouble)


def _serve(to: Connection, name: str, cover: Cover, runs: int) -> None:
    """Run a package in the new process. Send () when it is ready, and then (seconds, solutions) for each run.

    After an error, send its message as a string.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then stops this process.
    try:
        _counter(name, _cover(TINY))()
        count = _counter(name, cover)
        to.send(())
        spent = 0.0
        while runs > 0 and spent < MAX_RUNS_SECONDS:
            start = process_time()
            solutions = count()
            seconds = process_time() - start
            to.send((seconds, solutions))
            runs, spent = runs - 1, spent + seconds
    except Exception as error:
        to.send(f"{type(error).__name__}: {error}")


def _counter(name: str, cover: Cover) -> Callable[[], int]:
    """Return a function that counts the solutions again in each call."""
    if name == "pentomino":
        return lambda: cover.work.puzzle().count()
    numpy, covers = importlib.import_module("numpy"), importlib.import_module("xcover").covers_bool
    matrix = numpy.zeros((len(cover.options), cover.items), dtype=bool)
    for row, option in enumerate(cover.options):
        matrix[row, option] = True
    return lambda: sum(1 for _ in covers(matrix))
