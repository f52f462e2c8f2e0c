"""Count solutions with one engine, and with one check of the search switched off."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple
from unittest.mock import patch

from pentomino import Puzzle, Statistics
from pentomino._core import WindowTable
from pentomino.base_puzzle import BasePuzzle
from pentomino.search import cover
from pentomino.search.cover import Cover
from pentomino.search.plan import Plan, plan_of
from puzzles import with_engine

CHECKS = ("pockets", "regions", "areas")
"""The checks that can be switched off. The item engine has only that of areas, and none where all copies are fixed."""


class Counted(NamedTuple):
    number: int
    statistics: Statistics


def without_pockets(puzzle: BasePuzzle, seed: int | None = None) -> Cover:
    """Return tables for the window engine that do not look for dead pockets."""
    table = Cover(puzzle, seed)
    vars(table)["is_itemized"] = False
    with patch.object(cover, "WindowTable", partial(WindowTable, check_pockets=False)):
        assert table.pockets == 0
    return table


def work(puzzle: Puzzle, engine: str, without: str = "") -> Counted:
    """Count all solutions with an engine, and with the check `without`, one of `CHECKS`, switched off."""
    plan = plan_of(with_engine(puzzle, engine))
    lacking = Plan(plan.puzzle, plan.seed, plan.breaker)
    is_other = without == "pockets" and plan.cover.engine == "window"
    vars(lacking)["cover"] = without_pockets(plan.puzzle, plan.seed) if is_other else plan.cover
    lacking.compile(counts=True)
    statistics, number = Statistics(), 0
    for case in lacking.cases:
        search = lacking.unordered(case)
        search.check_plausibility, search.check_areas = without != "regions", without != "areas"
        search.seek(())
        number += len(case.movers) * search.count()
        statistics.add(search.counts())
    return Counted(number, statistics)
