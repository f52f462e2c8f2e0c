"""Figures in the pages: each is in `tests/data/figures.json`, which a long test computes again; no page has times."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import pytest

import pentomino
from checks import work
from effort import thorough
from pentomino import Puzzle, Statistics, boards, calendar
from pentomino.search.estimate import _width
from pentomino.search.plan import Plan, plan_of
from pentomino.symmetry import turned_placements

ROOT = Path(__file__).parents[2]
FIGURES: dict[str, list[Any]] = json.loads((ROOT / "tests/data/figures.json").read_text(encoding="utf-8"))
WITH_OWN_COMMANDS = {
    "docs/figures.md",  # python -m benchmarks --figures
    "docs/reference/limits.md",  # test_limits.py
    "docs/development/roads.md",  # times of programs that no longer exist: only the ratios matter
}
"""Pages whose figures a command writes or checks."""
SECTIONS = ("explanation", "development", "reference", "how-to")


def prose(path: Path) -> str:
    """Return the text of a page. Lines of fences, which other tests run, and of code are empty."""
    text = re.sub(r"^```.*?^```", lambda fence: "\n" * fence[0].count("\n"), path.read_text("utf-8"), flags=re.M | re.S)
    text = re.sub(r"^    .*|`[^`\n]+`", "", text, flags=re.M)
    return re.sub(r"^\|[^|]*, M \|.*", lambda row: re.sub(r"(?<=\d) \|", " M |", row[0]), text, flags=re.M)


PAGES = {path.relative_to(ROOT).as_posix(): prose(path) for path in sorted((ROOT / "docs").rglob("*.md"))}
NUMBER = re.compile(
    r"(?<![\w.,:/^#-])(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?(?![\w.,:/-]*\d)( M\b| k\b| million\b| billion\b)?"
    r"(?= *(nodes|positions|solutions|ways)?)"
)
UNITS = {"": 1, "k": 10**3, "M": 10**6, "million": 10**6, "billion": 10**9}


def figures_on(text: str) -> Iterator[tuple[str, float, float]]:
    """Yield each number of nodes or solutions in a text: as written, its value, and half a unit of its last digit."""
    for found in NUMBER.finditer(text):
        digits, decimals, unit, noun = (group or "" for group in found.groups())
        scale = UNITS[unit.strip()]
        whole = digits.replace(" ", "")
        number = float(whole + decimals) * scale if decimals or unit else int(whole)
        is_small = len(whole) < (3 if noun else 4) and not unit
        is_round = len(whole.rstrip("0")) == 1 and not (unit or noun == "nodes")
        is_power_of_two = not unit and not decimals and number & (number - 1) == 0
        is_year = not noun and " " not in digits and 1500 <= number < 2100 and text[: found.start()][-2:] != "| "
        if not (is_small or is_round or is_power_of_two or is_year or (decimals and not unit)):
            zeros = len(whole) - len(whole.rstrip("0"))
            yield found[0].strip(), number, scale / 2 * (10.0 ** (1 - len(decimals)) if decimals else 10.0**zeros)


def known() -> list[float]:
    """Return all figures of the file, and the numbers of solutions of the named boards."""
    numbers = [entry[1] for entry in FIGURES["calls"] + FIGURES["commands"]]
    named = [boards.named(name) for name in boards.names()]
    flat = [n for number in numbers for n in (number if isinstance(number, list) else [number])]
    return flat + [n for board in named for n in (board.solutions, board.rotations) if n]


def is_in(number: float, half: float, numbers: list[float]) -> bool:
    """Return whether one of `numbers`, rounded to at least two digits, is `number`."""
    return any(n == number or (abs(n - number) <= half <= n / 20) for n in numbers)


@pytest.mark.parametrize("page", [page for page in PAGES if page.split("/")[1] in SECTIONS])
def test_every_figure_on_a_page_is_in_the_file(page: str) -> None:
    """If not: add the call that computes it, or the command if that takes more than ten seconds."""
    if page not in WITH_OWN_COMMANDS:
        numbers = known()
        written = [figure for figure in figures_on(PAGES[page]) if figure[1] not in FIGURES["records"]]
        assert [text for text, number, half in written if not is_in(number, half, numbers)] == []


def test_every_figure_of_the_file_is_on_a_page() -> None:
    written = [figure for page, text in PAGES.items() if page != "docs/figures.md" for figure in figures_on(text)]
    missing = []
    for call, number, *_ in FIGURES["calls"] + FIGURES["commands"]:
        for one in number if isinstance(number, list) else [number]:
            if isinstance(one, int) and not any(is_in(value, half, [one]) for _, value, half in written):
                missing.append((call, one))
    assert missing == []


def test_every_ratio_of_the_file_has_its_phrase_on_a_page() -> None:
    whole = " ".join(" ".join(PAGES.values()).split())
    ratios = [entry for entry in FIGURES["calls"] if isinstance(entry[1], float)]
    assert [phrase for _, _, phrase in ratios if phrase not in whole] == []


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("visits 0.34 M nodes of 5882 in 1993, at 3 to 40 %", [("0.34 M", 340_000, 5000), ("5882", 5882, 0.5)]),
        ("| 444 678 | 7.5 | 2^14 nodes, 65 536 cells, 20 000 pieces", [("444 678", 444678, 0.5)]),
        (
            "5000 nodes, 3.5 million, 158 solutions",
            [("5000", 5000, 500), ("3.5 million", 3.5e6, 5e4), ("158", 158, 0.5)],
        ),
    ],
)
def test_figures_are_found(text: str, written: list[tuple[str, float, float]]) -> None:
    assert list(figures_on(text)) == written


def test_rounded_figures_are_compared() -> None:
    assert is_in(340_000, 5000, [342_641])
    assert not is_in(350_000, 5000, [342_641])
    assert not is_in(5000, 500, [5192])  # one digit is not enough
    assert not is_in(5881, 0.5, [5882])


# ------------------------------------------------------------------------------------------------- computed again

VARIED = "I3*2-9 + V3*2-9 + I2*1-4 + O4*1-4"
LOOSE_CENTRE = "\n".join(["." * 8] * 3 + ["...++..."] * 2 + ["." * 8] * 3)


def _searched(plan: Plan) -> int:
    searches = [plan.unordered(case) for case in plan.cases]
    for search in searches:
        search.seek(())
        search.count()
    return sum(search.nodes for search in searches)


def with_first(board: str, piece: str, pieces: str = "pentominoes") -> Plan:
    """Return a plan that places `piece` first."""
    plan = plan_of(Puzzle(board, pieces))
    return plan.with_breaker([demand.piece.name for demand in plan.puzzle._demand].index(piece))


def opposite(board: str) -> Plan:
    """Return a plan whose cases are rotated by 180 degrees."""
    plan = plan_of(Puzzle(board))
    half_turn = plan.group[1]
    made = [turned_placements(plan.puzzle, case.made, half_turn) for case in plan.cases]
    plan.__dict__["cases"] = tuple(case._replace(made=tuple(m)) for case, m in zip(plan.cases, made, strict=True))
    return plan


def nodes(board: str, pieces: str = "pentominoes", engine: str = "", without: str = "", first: str = "") -> int:
    """Return the nodes of a search: as it is, or by one engine, without one of its checks, or with a piece first."""
    if first:
        return _searched(with_first(board, first, pieces))
    if engine or without:
        return work(Puzzle(board, pieces), engine or "window", without).statistics.nodes
    statistics = Statistics()
    Puzzle(board, pieces).count(method="search", statistics=statistics)
    return statistics.nodes


def frontier(board: str, pieces: str) -> Statistics:
    statistics = Statistics()
    Puzzle(board, pieces).count(method="frontier", symmetry="all", statistics=statistics)
    return statistics


CALLS = {
    "VARIED": VARIED,
    "LOOSE_CENTRE": LOOSE_CENTRE,
    "boards": boards,
    "calendar": calendar,
    "count": pentomino.count,
    "frontier": frontier,
    "nodes": nodes,
    "prod": prod,
    "opposite": lambda board: _searched(opposite(board)),
    "width": lambda board, piece: round(_width(with_first(board, piece))),
}


@thorough
@pytest.mark.needs_128_bits
@pytest.mark.parametrize("entry", FIGURES["calls"], ids=[entry[0] for entry in FIGURES["calls"]])
def test_the_figures_of_the_file_are_right(entry: list[Any]) -> None:
    call, number, *_ = entry
    assert eval(call, CALLS) == (pytest.approx(number, abs=0.005) if isinstance(number, float) else number)


# ---------------------------------------------------------------------------------------------------------- times

TIME = re.compile(r"(?<!\^)\b\d+(?:\.\d+)? ?(?:ms|µs|ns|s)\b|(?<=\| )(?:ms|s|seconds)\b(?=.* \|$)", re.M)
SETTINGS = {
    "docs/development/design.md": {"0.1 s", "20 ms"},
    "docs/development/search.md": {"20 s"},
    "docs/explanation/engines.md": {"20 ms"},
    "docs/how-to/impossible.md": {"0.1 s"},
}
"""Times that the package sets, by page. They do not depend on the machine."""


@pytest.mark.parametrize("page", [page for page in PAGES if page not in WITH_OWN_COMMANDS])
def test_times_are_only_on_the_page_of_benchmarks(page: str) -> None:
    """If not: write a ratio ("four times as long"), or what a user may expect ("about a second")."""
    assert [time for time in TIME.findall(PAGES[page]) if time not in SETTINGS.get(page, set())] == []


def test_a_time_is_found() -> None:
    assert TIME.findall("takes 9.7 ms, 3 s or 2 µs for a seventh of 2^14 nodes, 4 solutions") == [
        "9.7 ms",
        "3 s",
        "2 µs",
    ]
