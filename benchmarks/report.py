"""What was measured, as JSON and as a table."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from pentomino import __version__

from .measure import Measured
from .peers import Outcome, Peer
from .works import Work
from .yardstick import VARIANTS

__all__ = ["Comparison", "as_json", "is_right", "machine", "number_of", "table", "time_of"]


class Comparison(NamedTuple):
    """A work before peers: our seconds from the puzzle's arguments on, and on a compiled puzzle, our solutions.

    *outcomes* are what came of each peer; *expected* is what a peer should find: as symmetry is broken by one piece
    only, it may be more than our number.
    """

    work: Work
    seconds: float
    compiled: float
    solutions: int | None
    expected: int
    outcomes: list[tuple[Peer, Outcome]]


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
        _is_wrong(outcome, comparison) for comparison in comparisons for _, outcome in comparison.outcomes
    )


def _is_wrong(outcome: Outcome, comparison: Comparison) -> bool:
    return outcome.solutions is not None and outcome.solutions != comparison.expected


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
                "work": comparison.work.name,
                "ours": comparison.seconds,
                "ours_compiled": comparison.compiled,
                "solutions": comparison.solutions,
                "peer": peer.name,
                "version": peer.version(),
                "seconds": outcome.seconds,
                "peer_solutions": outcome.solutions,
                "expected": comparison.expected,
                "trouble": outcome.trouble or None,
                "ratio": outcome.seconds / comparison.seconds if outcome.seconds is not None else None,
            }
            for comparison in comparisons
            for peer, outcome in comparison.outcomes
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
    comparisons: Sequence[Comparison],
    notes: Sequence[str],
) -> str:
    """The text: machine, works with their ratios to the yardsticks, peers, notes; at most 100 columns."""
    facts = machine()
    head = f"pentomino {__version__}, {facts['python']}, {facts['processor']}, cores: {facts['cores']}"
    lines = [head, "", *_work_lines(measured, yardsticks)]
    if comparisons:
        lines += ["", *_peer_lines(comparisons)]
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


_PEER = "{:<36}{:>9}{:>11}{:>14}"


def _peer_lines(comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield _PEER.format("work, and who does it", "found", "median", "times ours")
    for comparison in comparisons:
        work = comparison.work
        ours = _PEER.format(work.name, str(comparison.solutions), time_of(comparison.seconds), "1")
        yield f"{ours}   ({time_of(comparison.compiled)} once compiled)"
        for peer, outcome in comparison.outcomes:
            who = f"    {peer.name} {peer.version()}"
            if outcome.seconds is None:
                ran_out = outcome.trouble.startswith(">")
                trouble = " ".join(outcome.trouble.split())
                yield _PEER.format(who, "-", trouble if ran_out else "-", "-") + f"   {trouble}"[:30] * (not ran_out)
                continue
            found = "WRONG" if _is_wrong(outcome, comparison) else str(outcome.solutions)
            yield _PEER.format(who, found, time_of(outcome.seconds), number_of(outcome.seconds / comparison.seconds))
    yield ""
    yield "Ours begins with the text of board and pieces, peers with the matrix at hand (polyomino makes its"
    yield "own). It has one placement of each orbit of the symmetry-breaking piece; as peers do not compare"
    yield "solutions, they may find one and its mirror image, and so more than ours."


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
