"""The page of figures: what was measured, as a table for the docs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from statistics import median

from pentomino import Statistics, __version__

from .measure import Measured
from .report import machine, number_of, time_of

__all__ = ["digits", "page"]

COLUMNS = ("work", "median", "whole", "result", "nodes", "entries", "memory", "x seed")

LONG = 10**12
"""Numbers from here on are rounded, as long ones make the table too wide to read."""

HEAD = """\
# Benchmarks

This page lists the time and the memory of fixed workloads, and the times of other programs for the same puzzles. It is
not edited by hand: `python -m benchmarks --long --figures docs/figures.md --force` writes it in some minutes, with 3 GB
of memory. Times on other pages compare methods with each other, and may come from another machine.

"""

FOOT = """
*median*: the median time for a compiled puzzle. *whole*: the time that includes creating and compiling the puzzle.
*nodes*: the nodes that the search visited or the frontier engine made. *entries*: the entries of all lists of the
frontier engine. *memory*: the peak. *x seed*: the time that the yardstick, a plain C program, needs to solve 6x10,
divided by the median. `benchmarks/README.md` describes the measurement, and `benchmarks/works.py` defines the
workloads."""


def page(measured: Sequence[Measured], yardsticks: Mapping[str, Sequence[float]], notes: Sequence[str]) -> str:
    """The page, in Markdown: version and day, the machine without its name, *notes*, a row for each work."""
    facts = machine()
    where = f"{facts['python']}, {facts['system']}, {facts['processor']}, cores: {facts['cores']}"
    remarks = [f"- {note}\n" for note in (f"pentomino {__version__}, {date.today()}", where, *notes)]
    rows = [_row(COLUMNS), _row(["---", *["---:"] * (len(COLUMNS) - 1)]), *map(_work, measured)]
    blanks = [""] * (len(COLUMNS) - 2)
    rows += [_row([f"yardstick, {name}", time_of(median(s)), *blanks]) for name, s in yardsticks.items()]
    return HEAD + "".join(remarks) + "\n" + "\n".join(rows) + "\n" + FOOT


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _work(one: Measured) -> str:
    statistics = one.statistics or Statistics()
    return _row(
        [
            one.work.name,
            time_of(one.seconds),
            "" if one.whole is None else time_of(one.whole),
            digits(one.result) if one.is_right else "WRONG",
            digits(statistics.nodes),
            digits(sum(states for _, _, states in statistics.levels)),
            f"{number_of(statistics.memory / 1e6)} MB" if statistics.memory else "",
            number_of(one.ratio("seed")),
        ]
    )


def digits(number: int | None) -> str:
    """Return the digits in groups of three, a long number rounded, or nothing for None and zero."""
    if number and number >= LONG:
        return f"{number:.1e}".replace("e+", "e")
    return f"{number:,}".replace(",", " ") if number else ""
