"""`python -m benchmarks.choice [ROUNDS]`: compare the time of "auto" with both methods, on fixed and random puzzles.

The exit status is 1 if two methods find different numbers.
"""

from __future__ import annotations

import pickle
import random
import secrets
import sys
from collections.abc import Iterator
from time import process_time

from pentomino import Board, PentominoError, Puzzle, SearchTimeout, Statistics
from pentomino.cli.console import guarded
from pentomino.search.options import MethodName

from .works import WORKS

Y_BOARDS = ["5x10", "10x14", "10x15", "10x16", "10x20", "15x15"]
"""Boards for any number of the pentomino Y. Random probes often guess too few nodes for them."""

MAX_SECONDS = 3.0
"""The time limit of a count. A method that takes longer is assumed to take this time."""

MIN_SECONDS = 0.02
"""The minimum processor time of the better method. Faster puzzles are not in the table."""

RANDOM_PUZZLES = 100

SETS = ["pentominoes", "tetrominoes", "trominoes + tetrominoes", "dominoes + trominoes", "tetrominoes + pentominoes"]
HEXES = ["tetrahexes", "trihexes", "trihexes + tetrahexes"]
BOARDS = {
    **dict.fromkeys(["5x{}", "6x{}", "7x{}", "ring 3x{}", "ring 4x{}", "torus 4x{}", "2x3x{}", "2x4x{}"], SETS),
    **dict.fromkeys(["hexagonal 4x{}", "hexagonal 5x{}"], HEXES),
}
COPIES = ["*", "*", "?", "*0-2", "*0-4"]
"""Boards, the pieces for them, and their copies, for random puzzles."""

WAYS: list[tuple[MethodName, int]] = [("search", 1), ("frontier", 1), ("auto", 1), ("auto", 2)]
"""Methods and numbers of workers."""


def _fixed() -> Iterator[tuple[str, Puzzle]]:
    yield from ((f"{board}, Y*", Puzzle(board, "Y*")) for board in Y_BOARDS)
    yield from ((work.name, work.puzzle()) for work in WORKS if work.does == "count" and not work.long)


def _random(seed: int) -> Iterator[tuple[str, Puzzle]]:
    """Yield random puzzles, some with holes in the board, with their names."""
    chance = random.Random(seed)
    number = 0
    while number < RANDOM_PUZZLES:
        form = chance.choice([*BOARDS])
        words = form.format(chance.randrange(4, 13))
        pieces = " + ".join(f"{name}{chance.choice(COPIES)}" for name in chance.choice(BOARDS[form]).split(" + "))
        holes = chance.choice([0, 0, 1, 2, 4])
        try:
            whole = Board(words)
            less = whole - chance.sample(sorted(whole.cells), holes) if holes else whole
            puzzle = Puzzle(less, pieces)
        except PentominoError:  # no copies add up to the cells
            continue
        number += 1
        yield f"{words} less {holes} cells, {pieces}", puzzle


def _seconds(puzzle: Puzzle, method: MethodName, workers: int) -> tuple[float, int | None, str]:
    """Return the processor time of a count, its result, and the engine. The result is None after a timeout."""
    fresh, statistics = pickle.loads(pickle.dumps(puzzle)), Statistics()  # a copy has no plan yet
    start = process_time()
    try:
        # The whole time of "auto" matters, even where two methods share the processor.
        timeout = 4 * MAX_SECONDS if method == "auto" else MAX_SECONDS
        number = fresh.count(method=method, workers=workers, timeout=timeout, statistics=statistics)
    except SearchTimeout:
        return process_time() - start if method == "auto" else MAX_SECONDS, None, statistics.engine
    except PentominoError:  # too large for the frontier engine
        return MAX_SECONDS, None, ""
    return process_time() - start, number, statistics.engine


def main(rounds: int) -> int:
    """Print a table of puzzles and of sums. Return 1 if two methods found different numbers, else 0."""
    seed = secrets.randbelow(10**6)
    ratios: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}  # by the number of workers
    is_right = True
    print(f"processor ms of a count, least of up to {rounds} rounds in turns; random puzzles with seed {seed}")
    print("| puzzle | search | frontier | auto | ratio to the better | auto, 2 workers | ratio | auto took |")
    print("|---|---:|---:|---:|---:|---:|---:|---|")
    for name, puzzle in [*_fixed(), *_random(seed)]:
        best = dict.fromkeys(WAYS, 4 * MAX_SECONDS)
        found: set[int] = set()
        engine = ""
        for number in range(rounds):
            if number and min(best.values()) > MAX_SECONDS / 10:
                break  # one round measures a long count well enough
            for way in WAYS:
                seconds, count, engine = _seconds(puzzle, *way)
                best[way] = min(best[way], seconds)
                if count is not None:
                    found.add(count)
            if min(best[WAYS[0]], best[WAYS[1]]) < MIN_SECONDS / 2:
                break
        is_right = is_right and len(found) < 2
        better = min(best[WAYS[0]], best[WAYS[1]])
        if not MIN_SECONDS <= better < MAX_SECONDS:
            continue
        cells = [f"{1000 * best[way]:.0f}" for way in WAYS[:2]]
        for workers in ratios:
            taken = best["auto", workers]
            ratios[workers].append((taken / better, better, taken))
            cells += [f"{1000 * taken:.0f}", f"{taken / better:.2f}"]
        print(f"| {name} | {' | '.join(cells)} | {engine} |", flush=True)
    print()
    for workers, those in ratios.items():
        if those:
            total = sum(auto for _, _, auto in those) / sum(better for _, better, _ in those)
            worst, over = max(those)[0], sum(ratio > 2 for ratio, _, _ in those)
            print(
                f"{len(those)} puzzles, {workers=}: {total:.2f} of the better in all, worst {worst:.2f}, {over} over 2"
            )
    if not is_right:
        print("WRONG: two methods found different numbers", file=sys.stderr)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(int(sys.argv[1]) if sys.argv[1:] else 3)))
