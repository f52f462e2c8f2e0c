"""`pentomino estimate`: the estimates of Python in words, the time of a count from trials."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

import pentomino
from commandline import ENDLESS, Run, complaint, full_match
from pentomino import PentominoError, Puzzle, SearchTimeout
from pentomino.cli import estimate
from pentomino.limits import MANY, looking
from pentomino.search.clock import Statistics
from pentomino.search.options import Progress


def test_a_short_count_is_made(run: Run) -> None:
    nodes = Puzzle("6x10").estimate(10_000, seed=0).nodes
    assert 0.8 < nodes / 444_678 < 1.2
    status, out, err = run("estimate", "6x10", "--seed", "0")
    assert (status, err) == (0, "")
    assert out == (
        f"nodes of a search: about {nodes / 1000:.2g} thousand, give or take 7 %\n".replace("4.4e+02", "440")
        + "solutions up to symmetry: 2339, as a count found\ntime of a count: less than a second\n"
    )
    assert "solutions: 9356, as a count found\n" in run("estimate", "--symmetry", "all").out
    told = json.loads(run("estimate", "5x12", "--json", "--samples", "100", "--seed", "3").out)
    assert (told["count"], told["nodes"]) == (1010, Puzzle("5x12").estimate(100, 3).nodes)
    seed = full_match(r"pentomino: seed (\d+)\n", run("estimate", "6x10").err)[1]
    assert run("estimate", "6x10", "--seed", seed).err == ""
    assert run("estimate", "4x5", "-p", "tetrominoes").out.endswith(
        "solutions up to symmetry: 0, as a count found\ntime of a count: less than a second\n"
    )


def trial(fractions: dict[str, float], nodes: int) -> Any:
    """Return a count that is stopped after a second, or refuses methods without a fraction."""

    def stopped(self: Puzzle, *, progress: Any, method: str, statistics: Statistics, **_: object) -> int:
        if method not in fractions:
            raise PentominoError("not by this method")
        statistics.nodes = nodes
        progress(Progress(fractions[method], 0, nodes, 1.0, None))
        raise SearchTimeout("stopped")

    return stopped


@pytest.mark.parametrize(
    ("fractions", "nodes", "time", "is_open"),
    [
        ({"search": 0.0, "frontier": 0.4}, 10**6, "at most about {} by the search with 2 workers", True),
        ({"search": 0.0}, 10**6, "about {} by the search with 2 workers", False),
        ({"search": 0.01, "frontier": 0.1}, 10**6, "at most about 50 s by the search with 2 workers", True),
        ({"search": 0.01, "frontier": 0.8}, 10**6, "about 1 s by the frontier with 2 workers", False),
        ({"frontier": 0.8}, 0, "about 1 s by the frontier with 2 workers", False),
        ({"search": 0.0, "frontier": 0.0}, 0, "not known", True),
        ({}, 0, "not known", False),
    ],
)
def test_a_long_count_is_timed_by_trials(
    run: Run, monkeypatch: pytest.MonkeyPatch, fractions: dict[str, float], nodes: int, time: str, is_open: bool
) -> None:
    estimate = Puzzle(ENDLESS[0], ENDLESS[2], reflections=False).estimate(10_000, seed=0)
    monkeypatch.setattr(Puzzle, "count", trial(fractions, nodes))
    lines = run("estimate", *ENDLESS, "--workers", "2", "--seed", "0").out.splitlines()
    minutes = f"{estimate.nodes / 10**6 / 2 / 3600:.0f} h"
    assert lines[2] == "time of a count: " + time.format(minutes)
    note = "the frontier, which visits no solutions, may be many times faster, but a short trial cannot measure it"
    assert lines[3:] == ([note] if is_open else [])
    timed = json.loads(run("estimate", *ENDLESS, "--workers", "2", "--json").out)["seconds"]
    assert [*timed] == [*fractions]
    assert (timed.get("frontier", 0) is None) is is_open
    assert (
        lines[1] == f"solutions up to symmetry: at most about {estimate.nodes / 1e9:.2g} billion, as no probe found one"
    )


def test_the_probes_end_with_the_timeout(run: Run) -> None:
    late = complaint("stopped after 0 s: 0 solutions found", 3)
    assert run("estimate", "6x10", "--seed", "0", "--timeout", "0") == late
    calls: list[None] = []
    with looking(lambda: calls.append(None)):
        Puzzle("6x10").estimate(10_000)
    assert len(calls) > 2 * 10_000 / MANY


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [
        (math.inf, math.nan, "too many to state"),
        (0.0, 0.0, "0"),
        (0.0, 3e7, "at most about 30 million, as no probe found one"),
        (23.0, 0.1, "about 23, give or take 1 %"),
        (9876.0, 98.0, "about 9900, give or take 1 %"),
        (9999.0, 1000.0, "about 10 thousand, give or take 11 %"),
        (8.7e6, 1e5, "about 8.7 million, give or take 2 %"),
        (8.7e6, 4e6, "very roughly 8.7 million, perhaps several times as many"),
        (1.08e10, 1.08e10, "probably more than 1.1 billion, perhaps orders of magnitude more"),
        (9.99e8, 1e6, "about 1 billion, give or take 1 %"),
        (1.3e37, 1e36, "about 1.3e+37, give or take 8 %"),
        (math.inf, math.inf, "too many to state"),
    ],
)
def test_an_estimate_in_words(value: float, error: float, said: str) -> None:
    assert estimate._guess(value, error) == said


def test_a_few_probes_give_only_a_lower_bound(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # 137,314,161,961 solutions up to symmetry, counted by the frontier; the probes estimate 11 billion.
    monkeypatch.setattr(Puzzle, "count", trial({"search": 0.0, "frontier": 0.1}, 10**6))
    nodes, solutions, time, _ = run("estimate", "5x24", "-p", "pentominoes*2", "--seed", "0").out.splitlines()
    assert nodes == "nodes of a search: probably more than 2.7e+13, perhaps orders of magnitude more"
    assert solutions.endswith(": probably more than 1.1 billion, perhaps orders of magnitude more")
    assert time.startswith("time of a count: very roughly ")


def test_times_in_words() -> None:
    year = 365.25 * 86400
    said = [pentomino.wording.duration(years * year) for years in (1, 3, 1999, 1e6, 3e6, 1e300)]
    assert said == ["365 d", "3 years", "1999 years", "1000000 years", "millions of years", "millions of years"]


def test_infinite_estimates_are_null_in_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Puzzle, "count", trial({}, 0))
    infinite = Puzzle("6x10").estimate(2)._replace(nodes=math.inf)
    monkeypatch.setattr(Puzzle, "estimate", lambda *_: infinite)
    assert json.loads(run("estimate", "--json").out)["nodes"] is None
