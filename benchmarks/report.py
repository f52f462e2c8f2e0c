"""The measurements as JSON, and as tables in Markdown for the terminal and the docs."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from pentomino import __version__
from pentomino.wording import joined

from .measure import Measured
from .peers import Outcome, Peer
from .works import Work

COLUMNS = ("work", "median", "whole", "result", "nodes", "entries", "memory")

LONG = 10**12
"""Numbers from here on are rounded, as long ones make the table too wide to read."""

HEAD = """\
# Benchmarks

Here are the time and the memory of fixed workloads, and the times of other programs for the same puzzles. Do not edit
this page by hand: the command below its last heading writes it, with the table in README, in half an hour and with 3 GB
of memory. Other pages have only ratios.
"""

FOOT = """
*median*: the median time for a compiled puzzle. *whole*: the time that includes creating and compiling the puzzle.
*nodes*: the nodes that the search visited or the frontier engine made. *entries*: the entries of all lists of the
frontier engine. *memory*: the peak. A *count* is by the search; works by the other engine are called *frontier*.
*yardstick*: a plain C program that solves 6x10, by which you can compare machines. `benchmarks/works.py` defines the
workloads."""

PEERS_BEGIN, PEERS_END = "<!-- other programs: a table that `python -m benchmarks --against` writes -->", "<!-- end -->"

SHORT = ("6x10", "8x8 + O4", "3x4x5", "Soma cube", "Bedlam cube", "25 Y in 5x5x5")
"""The puzzles in the table of README."""

NAMES = {"burrTxt": "BurrTools", "dlx1": "DLX1"}
"""What readers call the programs."""

PEERS_FOOT = """
Solutions are counted up to the symmetry of the puzzle. Each time is the processor time of one thread, the median of
several runs. BurrTools' console solver `burrTxt` reads the puzzle and breaks its symmetry itself. The other programs
solve an exact cover in which one piece has only one placement of each orbit (25 Y have no such piece). For pentomino
the time includes reading the board and the pieces, or the file. For burrTxt and dlx1 it is the time of the whole
process, and for Python packages only the time of the search. All numbers of solutions were checked. A dash marks a
puzzle that the program cannot express, because pieces have copies or must not be reflected."""


def machine() -> dict[str, str | int]:
    """Return what the times depend on: the processor, how many cores may be used, Python and the system."""
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


def as_json(measured: Sequence[Measured], yardstick: Sequence[float], notes: Sequence[str]) -> dict[str, Any]:
    """Return all measurements as plain values, to be written as JSON. Times are in seconds."""
    return {
        "pentomino": __version__,
        "machine": machine(),
        "yardstick": yardstick,
        "works": [
            {
                "name": one.work.name,
                "result": one.result,
                "is_right": one.is_right,
                "seconds": one.seconds,
                "least": min(sample.seconds for sample in one.samples),
                "runs": len(one.samples),
                "whole": one.whole,
                "nodes": one.samples[-1].statistics.nodes,
                "ratio": one.ratio,
            }
            for one in measured
        ],
        "notes": notes,
    }


def works_section(measured: Sequence[Measured], yardstick: Sequence[float], notes: Sequence[str]) -> str:
    """Return the version, the date, the kind of machine, the notes, and a table of the works, in Markdown."""
    facts = machine()
    where = f"{facts['python']}, {facts['system']}, {facts['processor']}, cores: {facts['cores']}"
    remarks = [f"- {note}" for note in (f"pentomino {__version__}, {date.today()}", where, *notes)]
    rows = [COLUMNS, *map(_row, measured)]
    if yardstick:
        rows.append(("yardstick", time_of(median(yardstick)), *[""] * (len(COLUMNS) - 2)))
    return "\n".join([*remarks, "", *_table(rows)])


def _row(one: Measured) -> tuple[str, ...]:
    statistics = one.samples[-1].statistics  # the same in all runs
    return (
        one.work.name,
        time_of(one.seconds),
        "" if one.whole is None else time_of(one.whole),
        digits(one.result) if one.is_right else f"WRONG: {one.result}",
        digits(statistics.nodes),
        digits(sum(states for _, _, states in statistics.levels)),
        f"{number_of(statistics.memory / 1e6)} MB" if statistics.memory else "",
    )


def peers_section(outcomes: Sequence[tuple[Work, Mapping[Peer, Outcome]]], command: str, notes: Iterable[str]) -> str:
    """Return the date, the machine, the command, and a table with the times of all peers, in Markdown."""
    facts = machine()
    peers = dict.fromkeys(peer for _, by_peer in outcomes for peer in by_peer)
    rows = [("puzzle", "solutions", *(peer.title for peer in peers))]
    for work, by_peer in outcomes:
        times = [_peer_time(by_peer.get(peer)) for peer in peers]
        rows.append((work.name.removesuffix(", count"), str(work.expected), *times))
    where = f"{facts['processor']}, {facts['python']}, one of {facts['cores']} cores"
    head = f"pentomino {__version__}, {date.today()}, {where}: `{command}`"
    behind = [row[0] for row, (_, by_peer) in zip(rows[1:], outcomes, strict=True) if _is_behind(by_peer)]
    said = [f"\nAnother program is faster on: {', '.join(behind)}."] if behind else []
    return "\n".join(["## Other programs", "", head, "", *_table(rows), *said, PEERS_FOOT, *notes])


def _is_behind(by_peer: Mapping[Peer, Outcome]) -> bool:
    ours, *others = [outcome.seconds or inf for outcome in by_peer.values()]  # ours come first
    return any(seconds < ours for seconds in others)


def _peer_time(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    return "WRONG" if outcome.is_wrong else " ".join(outcome.trouble.split())[:30] or time_of(outcome.seconds)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table. The first column is aligned left, and the others right."""
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    head, *others = ([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows)
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *others)]


def placed(page: str, section: str) -> str:
    """Return the page with `section` between the two marks, or at the end if the page has no marks."""
    before, _, rest = page.partition(PEERS_BEGIN)
    return f"{before}{PEERS_BEGIN}\n\n{section}\n\n{PEERS_END}{rest.partition(PEERS_END)[2]}"


def shortened(section: str) -> str:
    """Return the section for README: a sentence about 6x10, the rows of SHORT, and where another program is faster."""
    title, _, table, said, *_ = section.split("\n\n")
    head, line, *works = table.splitlines()
    rows = {work.split("|")[1].strip(): work for work in works}
    short = "\n".join([head, line, *(rows[name] for name in rows if name in SHORT)])
    proof = _proof(head, rows["6x10"]) if "6x10" in rows else ""
    return "\n\n".join(filter(None, [title, proof, short, said if said.startswith("Another program") else ""]))


def _proof(head: str, row: str) -> str:
    """Return a sentence that compares pentomino with each other program that has a time in `row`."""
    titles, times = ([cell.strip() for cell in line.strip("|").split("|")] for line in (head, row))
    seconds = {
        title.split()[0]: float(time[1]) * (1e-3 if time[2] == "ms" else 1)
        for title, cell in zip(titles, times, strict=True)
        if (time := re.fullmatch(r"([\d.]+) (m?s)", cell))
    }
    ours = seconds.pop("pentomino")
    ratios = {NAMES.get(name, name): float(f"{other / ours:.2g}") for name, other in seconds.items()}
    faster = [f"{ratio:g} times as fast as {name}" for name, ratio in ratios.items()]
    return f"On 6x10, pentomino is {joined(faster)}." if faster else ""


def digits(number: int | None) -> str:
    """Return the digits in groups of three. Long numbers are rounded. For None and 0, return ""."""
    if number and number >= LONG:
        return f"{number:.1e}".replace("e+", "e")
    return f"{number:,}".replace(",", " ") if number else ""


def time_of(seconds: float | None) -> str:
    """Return a time in milliseconds or seconds as text, or a dash for None."""
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{seconds * 1e3:.3f} ms"
    return f"{number_of(seconds)} s" if seconds >= 1 else f"{number_of(seconds * 1e3)} ms"


def number_of(number: float | None) -> str:
    """Return a number with three significant digits, or with all digits before the point. For None, return a dash."""
    if number is None:
        return "-"
    if number >= 100:
        return f"{number:.0f}"
    return f"{number:.3g}" if number < 1 else f"{number:.{1 if number >= 10 else 2}f}"
