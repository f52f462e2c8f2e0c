"""`python -m benchmarks.ablation [--limit SECONDS] [FILE ...]`: the nodes and the time that each check saves.

Prints the nodes and the processor time of counts with all checks, and with one of them switched off: on 6x10, 8x8 + O4,
3x20, a puzzle with ranges of copies, two boxes, and the puzzles of the files, such as burrs of BurrTools. Each is
searched by the engine that the package chooses and, if it fits, by the window engine, which takes 20 s for a count of
3x4x5. Ends with status 1 if two counts of a puzzle differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

from pentomino import Puzzle, Statistics
from pentomino.cli.console import guarded
from pentomino.formats import read_puzzle
from pentomino.limits import look
from pentomino.search.estimate import counting_plan
from pentomino.search.plan import Plan
from pentomino.search.tables import WindowedPuzzle

CHECKS = ("pockets", "regions", "areas")
"""The checks that can be switched off. The item engine has only that of areas, and none where all copies are fixed."""

PUZZLES = {
    "6x10": Puzzle("6x10"),
    "8x8 + O4": Puzzle("8x8", "pentominoes + O4"),
    "3x20": Puzzle("3x20"),
    "5x6, ranges": Puzzle("5x6", "I3*2-9 + V3*2-9 + I2*1-4 + O4*1-4"),
    "2x5x6": Puzzle("2x5x6", "pentominoes", reflections=False),
    "3x4x5": Puzzle("3x4x5", "pentominoes", reflections=False),
}


class Counted(NamedTuple):
    """The number of all solutions, what the search did, and its processor seconds."""

    number: int
    statistics: Statistics
    seconds: float


def counted(plan: Plan, without: str = "", tick: Callable[[], object] = look) -> Counted:
    """Count all solutions by the engine of a plan, without one of `CHECKS`."""
    lacking, table = Plan(plan.puzzle, plan.seed, plan.breaker), plan.table
    if without == "pockets" and isinstance(table, WindowedPuzzle):
        table = WindowedPuzzle(plan.puzzle, plan.seed, check_pockets=False)
    vars(lacking).update(table=table, is_itemized=plan.is_itemized)
    lacking.compile(counts=True)
    statistics, number, start = Statistics(), 0, process_time()
    for case in lacking.cases:
        search = lacking.unordered(case)
        search.check_regions, search.check_areas = without != "regions", without != "areas"
        search.seek(())
        number += len(case.movers) * search.count(tick=tick)
        statistics.add(search.counts())
    return Counted(number, statistics, process_time() - start)


def rows(name: str, plan: Plan, limit: float) -> bool:
    """Print the rows of a puzzle and an engine. Return whether all counts agree."""
    numbers = set[int]()
    for without in ("", *CHECKS):
        deadline = process_time() + limit

        def tick(deadline: float = deadline) -> None:
            if process_time() > deadline:
                raise TimeoutError

        begin = f"| {name} | {plan.engine} | {without and f'no {without}'} |"
        try:
            number, statistics, seconds = counted(plan, without, tick)
        except TimeoutError:
            print(f"{begin} | | > {limit:g} | |", flush=True)
            continue
        numbers.add(number)
        cuts = ", ".join(f"{kind} {sum(by_depth)}" for kind, by_depth in statistics.cuts.items() if by_depth)
        print(f"{begin} {number} | {statistics.nodes} | {seconds:.4f} | {cuts} |", flush=True)
    return len(numbers) < 2


def main(files: list[str], limit: float) -> int:
    """Print the table. Return 1 if two counts of a puzzle differ, else 0."""
    print("| puzzle | engine | checks | solutions | nodes | seconds | cut off |\n|---|---|---|---:|---:|---:|---|")
    is_right = True
    for name, puzzle in [*PUZZLES.items(), *((file, read_puzzle(file)) for file in files)]:
        plans = [Plan(puzzle)]
        if plans[0].is_itemized and isinstance(plans[0].table, WindowedPuzzle):
            plans.append(Plan(puzzle))
            vars(plans[1]).update(table=plans[0].table, is_itemized=False)
        for plan in plans:
            is_right &= rows(name, counting_plan(plan), limit)
    return 0 if is_right else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description="Switch off each check.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles to count besides, such as a burr")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="time of a count (default 60)")
    options = parser.parse_args()
    sys.exit(guarded(lambda: main(options.files, options.limit)))
