"""Time works in several rounds, together with the yardstick."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple, TypeVar

import pentomino
from pentomino import Puzzle, Statistics
from pentomino.calendar import count_year
from pentomino.search.by_frontier import compile_puzzle
from pentomino.search.plan import plan_of

from .works import Work
from .yardstick import Yardstick

DRAWN = 1000
"""The number of random solutions of a work that samples."""

MIN_ROUND_SECONDS, MAX_ROUND_RUNS = 0.05, 20
"""In a round a work is repeated until it has run for this time, or this number of times."""

PACKAGE_ROOT = Path(pentomino.__file__).parents[1]

T = TypeVar("T")


class Sample(NamedTuple):
    """One run of a work: its `seconds`, and its `result`.

    `whole` is the time in seconds including making and compiling the puzzle, or None if it was not measured.
    """

    seconds: float
    whole: float | None
    result: int | None
    statistics: Statistics = Statistics()


@dataclass
class Measured:
    """All runs of a work. `ratios` has, for each round, the time of the yardstick divided by the median of the work."""

    work: Work
    samples: list[Sample] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The median time of a run in seconds."""
        return median(sample.seconds for sample in self.samples)

    @property
    def whole(self) -> float | None:
        """The median time in seconds including making and compiling the puzzle, or None if it was not measured."""
        wholes = [sample.whole for sample in self.samples if sample.whole is not None]
        return median(wholes) if wholes else None

    @property
    def result(self) -> int | None:
        """The result of the work, or the first wrong result if there is one."""
        return next((s.result for s in self.samples if s.result != self.work.expected), self.work.expected)

    @property
    def is_right(self) -> bool:
        """Whether all results are as expected."""
        return self.result == self.work.expected

    @property
    def ratio(self) -> float | None:
        """The median of the ratios, or None without the yardstick."""
        return median(self.ratios) if self.ratios else None


def measure(
    works: Iterable[Work], rounds: int, yardstick: Yardstick | None, say: Callable[[str], None]
) -> tuple[list[Measured], list[float]]:
    """Time the works and the yardstick alternately, in `rounds` rounds. Long works run only in the first round.

    The yardstick runs in every round, so a machine that is slow for a while does not change the ratios.
    """
    found = [Measured(work) for work in works]
    seconds: list[float] = []
    for turn in range(rounds):
        if yardstick:
            say(f"round {turn + 1} of {rounds}: yardstick")
            seconds.append(yardstick())
        for measured in found:
            if measured.work.long and turn:
                continue
            say(f"round {turn + 1} of {rounds}: {measured.work.name}")
            samples = [_run(measured.work)]
            until = perf_counter() + MIN_ROUND_SECONDS - samples[0].seconds
            while len(samples) < MAX_ROUND_RUNS and perf_counter() < until:
                samples.append(_run(measured.work))
            measured.samples += samples
            if yardstick:
                measured.ratios.append(seconds[-1] / median(sample.seconds for sample in samples))
    return found, seconds


def _run(work: Work) -> Sample:
    if work.does in ("import", "fresh compile"):
        imported, compiled, orientations = _process(_PROBE, work.board, work.pieces)[0].split()
        if work.does == "import":
            return Sample(float(imported), None, None)
        return Sample(float(compiled), None, int(orientations))
    if work.does == "print":
        _, alone = _process("pass")
        options = [f"--{name}{value}" for name, value in work.options.items()]
        text, whole = _process(_COMMAND, "solve", work.board, "--pieces", work.pieces, *options)
        return Sample(max(0.0, whole - alone), whole, len(text.split("\n\n")))
    if work.does == "compile":
        start = perf_counter()
        puzzle = _compiled(work)
        return Sample(perf_counter() - start, None, len(puzzle._orientations))
    if work.does == "year":
        start = perf_counter()
        total = sum(count_year(work.board).values())
        return Sample(perf_counter() - start, None, total)
    if work.does == "first":
        sample, solution = _timed(work, lambda puzzle, found: puzzle.solve(statistics=found))
        return sample._replace(result=int(solution is not None and solution.is_valid()))
    if work.does == "sample":
        sample, drawn = _timed(work, lambda puzzle, found: puzzle.sample(DRAWN, seed=1, statistics=found))
        return sample._replace(result=sum(solution.is_valid() for solution in drawn))
    if work.does == "list":
        sample, solutions = _timed(work, lambda puzzle, found: list(puzzle.solve_all(**work.options, statistics=found)))
        return sample._replace(result=len(set(solutions)))
    sample, number = _timed(work, lambda puzzle, found: puzzle.count(**work.options, statistics=found))
    return sample._replace(result=number)


def _compiled(work: Work) -> Puzzle:
    """Return the puzzle, compiled for the engine of the work."""
    puzzle = work.puzzle()
    if work.does == "sample":
        return puzzle  # sampling compiles only its lists
    if work.options.get("method") == "frontier":
        compile_puzzle(plan_of(puzzle), breaks=True, folds=True)
    else:
        plan_of(puzzle).compile()
    return puzzle


def _timed(work: Work, does: Callable[[Puzzle, Statistics], T]) -> tuple[Sample, T]:
    start = perf_counter()
    puzzle = _compiled(work)
    compiled = perf_counter()
    statistics = Statistics()
    result = does(puzzle, statistics)
    end = perf_counter()
    return Sample(end - compiled, end - start, None, statistics), result


_PROBE = """
import sys
from time import perf_counter
start = perf_counter()
import pentomino
imported = perf_counter()
from pentomino.search.plan import plan_of
puzzle = pentomino.Puzzle(*sys.argv[1:])
plan_of(puzzle).compile()
print(imported - start, perf_counter() - imported, len(puzzle._orientations))
"""


_COMMAND = """
import sys
sys.argv[0] = "pentomino"
from pentomino.cli import main
sys.exit(main())
"""


def _process(code: str, *arguments: str) -> tuple[str, float]:
    """Run Python code in a new process. Return its output and its time in seconds.

    Compiled modules are cached, so only the first process compiles them.
    """
    paths = [str(PACKAGE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryFile("w+", encoding="utf-8") as out:  # reading a pipe would take time during the run
        start = perf_counter()
        subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**known, "PYTHONPATH": os.pathsep.join(paths)},
            stdout=out,
            stderr=subprocess.PIPE,
            check=True,
        )
        seconds = perf_counter() - start
        out.seek(0)
        return out.read(), seconds
