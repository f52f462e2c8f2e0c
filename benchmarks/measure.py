"""Time works, round by round, beside yardsticks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple, TypeVar

import pentomino
from pentomino import Puzzle, Statistics
from pentomino.search.exact_cover import compile_puzzle
from pentomino.search.plan import plan_of

from .works import Work

__all__ = ["Measured", "Sample", "measure", "take"]

DRAWN = 1000
"""Solutions that are drawn at random where a work does that."""

SPAN, MOST = 0.05, 20
"""In a round a work is repeated until it has run for that many seconds, or that many times."""

PACKAGE_ROOT = Path(pentomino.__file__).parents[1]

T = TypeVar("T")


class Sample(NamedTuple):
    """One run of a work: its seconds; the seconds with making and compiling the puzzle, if apart; what came out.

    And, of what counts or lists, the statistics.
    """

    seconds: float
    whole: float | None
    result: int | None
    statistics: Statistics | None = None


@dataclass
class Measured:
    """All runs of a work; `ratios` are, for each yardstick and round, its time over the median of the work's."""

    work: Work
    samples: list[Sample] = field(default_factory=list)
    ratios: dict[str, list[float]] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """The median of the seconds."""
        return median(sample.seconds for sample in self.samples)

    @property
    def whole(self) -> float | None:
        """The median of the seconds with making and compiling the puzzle, or None where that is no part apart."""
        wholes = [sample.whole for sample in self.samples if sample.whole is not None]
        return median(wholes) if wholes else None

    @property
    def result(self) -> int | None:
        """What came out: the first wrong result if there is one."""
        return next((s.result for s in self.samples if s.result != self.work.expected), self.work.expected)

    @property
    def statistics(self) -> Statistics | None:
        """What the engines did in the last run, which is the same in all: nodes, states, memory."""
        return self.samples[-1].statistics

    @property
    def is_right(self) -> bool:
        """Whether every run gave what is known to be right."""
        return self.result == self.work.expected

    def ratio(self, yardstick: str) -> float | None:
        """How many times faster than a yardstick the work is, the median over the rounds; None without it."""
        return median(self.ratios[yardstick]) if self.ratios.get(yardstick) else None


def measure(
    works: Iterable[Work],
    rounds: int,
    yardsticks: Mapping[str, Callable[[], float]],
    say: Callable[[str], None] = lambda text: None,
) -> tuple[list[Measured], dict[str, list[float]]]:
    """The works and the yardsticks, measured in turn, *rounds* times; long works only in the first round.

    As the figures of a round stand beside each other, a machine that slows down for a while changes no ratio.
    """
    found = [Measured(work) for work in works]
    seconds: dict[str, list[float]] = {name: [] for name in yardsticks}
    for turn in range(rounds):
        for name, yardstick in yardsticks.items():
            say(f"round {turn + 1} of {rounds}: yardstick {name}")
            seconds[name].append(yardstick())
        for measured in found:
            if measured.work.long and turn:
                continue
            say(f"round {turn + 1} of {rounds}: {measured.work.name}")
            samples = repeat(measured.work)
            measured.samples += samples
            middle = median(sample.seconds for sample in samples)
            for name in yardsticks:
                measured.ratios.setdefault(name, []).append(seconds[name][-1] / middle)
    return found, seconds


def repeat(work: Work) -> list[Sample]:
    """Some runs of a work, fewer of a slow one."""
    samples = [take(work)]
    until = perf_counter() + SPAN - samples[0].seconds
    while len(samples) < MOST and perf_counter() < until:
        samples.append(take(work))
    return samples


def take(work: Work) -> Sample:
    """One run of a work."""
    if work.does in ("import", "fresh compile"):
        imported, compiled, orientations = _fresh_process(work)
        return Sample(imported, None, None) if work.does == "import" else Sample(compiled, None, orientations)
    if work.does == "print":
        return _printed(work)
    if work.does == "compile":
        start = perf_counter()
        puzzle = _compiled(work)
        return Sample(perf_counter() - start, None, len(puzzle.orientations))
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
    """The puzzle, compiled for the engine that the work asks for."""
    puzzle = work.puzzle()
    if work.does == "sample":
        return puzzle  # its lists are all that it compiles
    if work.options.get("method") == "frontier":
        compile_puzzle(plan_of(puzzle), breaks=True, folds=True)
    else:
        plan_of(puzzle).compile()
    return puzzle


def _timed(work: Work, does: Callable[[Puzzle, Statistics], T]) -> tuple[Sample, T]:
    """What *does* gives on a compiled puzzle, and the times of it."""
    start = perf_counter()
    puzzle = _compiled(work)
    compiled = perf_counter()
    statistics = Statistics()
    result = does(puzzle, statistics)
    end = perf_counter()
    return Sample(end - compiled, end - start, None, statistics), result


_PROBE = """
from time import perf_counter
start = perf_counter()
import pentomino
imported = perf_counter()
from pentomino.search.plan import plan_of
puzzle = pentomino.Puzzle({board!r}, {pieces!r}, reflections={reflections!r})
plan_of(puzzle).compile()
print(imported - start, perf_counter() - imported, len(puzzle.orientations))
"""


_COMMAND = """
import sys
sys.argv[0] = "pentomino"
from pentomino.cli import main
sys.exit(main())
"""


def _printed(work: Work) -> Sample:
    """The command in a new process: what it takes longer than the interpreter alone, and how much it prints."""
    _, alone = _process("pass")
    said = [f"--{name}{value}" for name, value in work.options.items()]
    text, whole = _process(_COMMAND, "solve", work.board, "--pieces", work.pieces, *said)
    return Sample(max(0.0, whole - alone), whole, len(text.split("\n\n")))


def _process(code: str, *arguments: str) -> tuple[str, float]:
    """What a new process prints, and its seconds; compiled modules are kept from one process to the next."""
    paths = [str(PACKAGE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryFile("w+", encoding="utf-8") as out:  # a pipe would be read meanwhile
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


def _fresh_process(work: Work) -> tuple[float, float, int]:
    """The seconds that a new process takes to import the package and then to compile, and the orientations it has."""
    probe = _PROBE.format(board=work.board, pieces=work.pieces, reflections=work.reflections)
    imported, compiled, orientations = _process(probe)[0].split()
    return float(imported), float(compiled), int(orientations)
