"""The page of figures: what was measured, as a table for the docs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from statistics import median

from pentomino import Statistics, __version__

from .measure import Measured
from .report import machine, number_of, time_of
from .yardstick import VARIANTS

__all__ = ["page"]

COLUMNS = ("work", "result", "nodes", "entries", "memory", "median", "whole", *(f"x {name}" for name in VARIANTS))

HEAD = """\
# Figures

`python -m benchmarks --long --figures docs/figures.md --force` writes this page, in a few minutes and 3 GB of memory.
Nothing on it is edited by hand. `README.md` repeats the times of other programs. Times on other pages compare methods
with each other, on the machine of their day.

"""

FOOT = """
*nodes*: what the search visited, or the frontier engine made; *entries*: of all its lists; *memory*: the most it held.
*median*: of the times on a compiled puzzle; *whole*: with making and compiling it. *x seed*, *x scan*: how many times
as fast as the yardstick takes for 6x10. `benchmarks/README.md` says how things are measured, its
`works.py` what each work is."""


def page(measured: Sequence[Measured], yardsticks: Mapping[str, Sequence[float]], notes: Sequence[str]) -> str:
    """The page, in Markdown: version and day, the machine without its name, *notes*, a row for each work."""
    facts = machine()
    where = f"{facts['python']}, {facts['system']}, {facts['processor']}, cores: {facts['cores']}"
    remarks = [f"- {note}\n" for note in (f"pentomino {__version__}, {date.today()}", where, *notes)]
    rows = [_row(COLUMNS), _row(["---", *["---:"] * (len(COLUMNS) - 1)]), *map(_work, measured)]
    rows += [
        _row([f"yardstick, {name}", "", "", "", "", time_of(median(s)), *[""] * 3]) for name, s in yardsticks.items()
    ]
    return HEAD + "".join(remarks) + "\n" + "\n".join(rows) + "\n" + FOOT


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _work(one: Measured) -> str:
    statistics = one.statistics or Statistics()
    return _row(
        [
            one.work.name,
            _digits(one.result) if one.is_right else "WRONG",
            _digits(statistics.nodes),
            _digits(sum(states for _, _, states in statistics.levels)),
            f"{number_of(statistics.memory / 1e6)} MB" if statistics.memory else "",
            time_of(one.seconds),
            "" if one.whole is None else time_of(one.whole),
            *(number_of(one.ratio(name)) for name in VARIANTS),
        ]
    )


def _digits(number: int | None) -> str:
    """All digits, in groups of three; nothing where there is no number, or zero."""
    return f"{number:,}".replace(",", " ") if number else ""
