"""What was measured, as JSON and as a table."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from pentomino import __version__

from .measure import Measured
from .peers import Outcome, Peer, Program
from .works import Work
from .yardstick import VARIANTS

__all__ = [
    "Comparison",
    "as_json",
    "is_right",
    "machine",
    "number_of",
    "peers_table",
    "placed",
    "shortened",
    "table",
    "time_of",
]


class Comparison(NamedTuple):
    """A work, and what came of each peer that can do it."""

    work: Work
    outcomes: dict[Peer | Program, Outcome]


def machine() -> dict[str, str | int]:
    """What of the machine a figure depends on: processor, cores that may be used, Python, system."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return {
        "processor": model,
        "cores": cores,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
    }


def is_right(measured: Iterable[Measured], comparisons: Iterable[Comparison]) -> bool:
    """Whether all of our results are right, and those of the peers that came to an end."""
    return all(one.is_right for one in measured) and not any(
        _is_wrong(outcome) for _, outcomes in comparisons for outcome in outcomes.values()
    )


def _is_wrong(outcome: Outcome) -> bool:
    return outcome.solutions not in (None, outcome.expected)


def as_json(
    measured: Sequence[Measured],
    yardsticks: Mapping[str, Sequence[float]],
    comparisons: Sequence[Comparison],
    notes: Sequence[str],
) -> dict[str, Any]:
    """Everything as plain data; times in seconds."""
    return {
        "pentomino": __version__,
        "machine": machine(),
        "yardstick": {
            name: {"seconds": median(seconds), "least": min(seconds), "runs": len(seconds)}
            for name, seconds in yardsticks.items()
        },
        "works": [_work_as_json(one) for one in measured],
        "peers": [
            {
                "work": work.name,
                "peer": peer.name,
                "version": peer.version(),
                "seconds": outcome.seconds,
                "solutions": outcome.solutions,
                "expected": outcome.expected,
                "trouble": outcome.trouble or None,
            }
            for work, outcomes in comparisons
            for peer, outcome in outcomes.items()
        ],
        "notes": list(notes),
    }


def _work_as_json(one: Measured) -> dict[str, Any]:
    work = one.work
    return {
        "name": work.name,
        "does": work.does,
        "board": work.board,
        "pieces": work.pieces,
        "options": dict(work.options),
        "result": one.result,
        "expected": work.expected,
        "is_right": one.is_right,
        "seconds": one.seconds,
        "least": min(sample.seconds for sample in one.samples),
        "runs": len(one.samples),
        "whole": one.whole,
        "nodes": one.statistics.nodes if one.statistics else None,
        "target": work.target,
        "within_target": None if work.target is None else one.seconds <= work.target,
        "ratio": {name: one.ratio(name) for name in VARIANTS},
    }


def table(
    measured: Sequence[Measured],
    yardsticks: Mapping[str, Sequence[float]],
    notes: Sequence[str],
) -> str:
    """The text: machine, works with their ratios to the yardsticks, notes; at most 100 columns."""
    facts = machine()
    head = f"pentomino {__version__}, {facts['python']}, {facts['processor']}, cores: {facts['cores']}"
    lines = [head, "", *_work_lines(measured, yardsticks)]
    return "\n".join(line.rstrip() for line in [*lines, "", *notes])


_WORK = "{:<36}{:>9}{:>11}{:>11}{:>11}{:>11}{:>11}"


def _work_lines(measured: Sequence[Measured], yardsticks: Mapping[str, Sequence[float]]) -> Iterator[str]:
    yield _WORK.format("work", "result", "median", "whole", "target", *(f"x {name}" for name in VARIANTS))
    for one in measured:
        result = "-" if one.result is None else str(one.result)
        if len(result) > 8:  # JSON and the page of figures have all digits
            result = f"{result[0]}.{result[1:3]}e{len(result) - 1}"
        target = "-" if one.work.target is None else time_of(one.work.target)
        yield _WORK.format(
            one.work.name[:36],
            result if one.is_right else "WRONG",
            time_of(one.seconds),
            time_of(one.whole),
            target + ("" if one.work.target is None or one.seconds <= one.work.target else " !"),
            *(number_of(one.ratio(name)) for name in VARIANTS),
        )
    for name, seconds in yardsticks.items():
        yield _WORK.format(f"yardstick, {name}", "2339", time_of(median(seconds)), "", "", "", "")
    yield ""
    yield "whole: with making and compiling the puzzle. x seed, x scan: how many times as fast as the yardstick"
    yield "takes for 6x10, piece by piece with flood fill or first empty cell first. !: over the target."
    for one in measured:
        if not one.is_right:
            yield f"WRONG: {one.work.name} gave {one.result} and not {one.work.expected}"


PEERS_BEGIN, PEERS_END = "<!-- other programs: a table that `python -m benchmarks --against` writes -->", "<!-- end -->"

SHORT = ("6x10", "8x8 + O4", "3x4x5", "Soma cube", "Bedlam cube", "25 Y in 5x5x5")
"""The puzzles in the table of README."""

PEERS_FOOT = """
Each time is the processor time of one thread, the median of several runs. BurrTools' console solver `burrTxt` reads the
puzzle and breaks its symmetry itself. The other programs solve an exact cover in which one piece has only one placement
of each orbit (25 Y have no such piece). For pentomino the time includes reading the board and the pieces, or the file.
For burrTxt and dlx1 it is the time of the whole process, and for Python packages only the time of the search. All
numbers of solutions were checked. A dash marks a puzzle that the program cannot express, because pieces have copies or
must not be reflected."""


def peers_table(comparisons: Sequence[Comparison], command: str, notes: Iterable[str]) -> str:
    """Return the times of all peers as a section in Markdown, with date, machine and command."""
    facts = machine()
    peers = dict.fromkeys(peer for _, outcomes in comparisons for peer in outcomes)
    rows = [["puzzle", "solutions", *(f"{peer.name} {peer.version()}".rstrip() for peer in peers)]]
    rows.append(["---", *["---:"] * (len(peers) + 1)])
    for work, outcomes in comparisons:
        times = [_peer_time(outcomes.get(peer)) for peer in peers]
        rows.append([work.name.removesuffix(", count"), str(work.expected), *times])
    where = f"{facts['processor']}, {facts['python']}, one of {facts['cores']} cores"
    lines = [f"pentomino {__version__}, {date.today()}, {where}: `{command}`", ""]
    lines += [*(f"| {' | '.join(row)} |" for row in rows), PEERS_FOOT, *notes]
    return "\n".join(["## Other programs", "", *lines])


def _peer_time(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    return "WRONG" if _is_wrong(outcome) else " ".join(outcome.trouble.split())[:30] or time_of(outcome.seconds)


def placed(page: str, section: str) -> str:
    """Return the page with *section* between the marks, or at its end if it has no marks."""
    before, _, rest = page.partition(PEERS_BEGIN)
    return f"{before}{PEERS_BEGIN}\n\n{section}\n\n{PEERS_END}{rest.partition(PEERS_END)[2]}"


def shortened(section: str) -> str:
    """Return the section for README: without what follows the table, and with the rows of SHORT only."""
    head, mark, rows = section.partition("| ---")
    line, *works = rows[: rows.index("\n\n")].splitlines()
    return "\n".join([head + mark + line, *(work for work in works if work.split("|")[1].strip() in SHORT)])


def time_of(seconds: float | None) -> str:
    """The time in milliseconds or seconds, a dash for none."""
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{seconds * 1e3:.3f} ms"
    return f"{number_of(seconds)} s" if seconds >= 1 else f"{number_of(seconds * 1e3)} ms"


def number_of(number: float | None) -> str:
    """The number with three digits that count, or all before the point."""
    if number is None:
        return "-"
    if number >= 100:
        return f"{number:.0f}"
    return f"{number:.3g}" if number < 1 else f"{number:.{1 if number >= 10 else 2}f}"
