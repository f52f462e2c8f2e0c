"""The choice of method: the times of both methods and of "auto", on reference puzzles and on puzzles made anew.

The methods are timed with one worker, "auto" with one and with two.
"""

from __future__ import annotations

import json
import pickle
import random
import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from pentomino import SQUARE, Board, PentominoError, Polyomino, Puzzle, SearchTimeout, Statistics
from pentomino.lattices.known import LATTICES
from pentomino.lattices.lattice import Lattice
from pentomino.search.options import MethodName

__all__ = ["bench"]

DATA = Path(__file__).parents[1] / "tests" / "data"

Y_BOARDS = ["5x10", "10x14", "10x15", "10x16", "10x20", "15x15"]
"""Boards for any number of the pentomino Y. Random probes often guess too few nodes for them."""

CAP = 3.0
"""Seconds of the clock for one count. Where a method takes longer, its time is taken to be as long as that."""

FROM = 0.02
"""Processor seconds of the better method from which on a puzzle is in the table."""

MADE = 60
"""The puzzles that are made."""

SETS = ["pentominoes", "tetrominoes", "trominoes + tetrominoes", "dominoes + trominoes", "tetrominoes + pentominoes"]
HEXES = ["tetrahexes", "trihexes", "trihexes + tetrahexes"]
BOARDS = {
    **dict.fromkeys(["5x{}", "6x{}", "7x{}", "ring 3x{}", "ring 4x{}", "torus 4x{}", "2x3x{}", "2x4x{}"], SETS),
    **dict.fromkeys(["hexagonal 4x{}", "hexagonal 5x{}"], HEXES),
}
COPIES = ["*", "*", "?", "*0-2", "*0-4"]
"""Boards, the pieces for them, and their copies, from which puzzles are made."""


def _known() -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles of the reference files with their names."""
    known = json.loads((DATA / "known_counts.json").read_text(encoding="utf-8"))
    pictures = known["pictures"]
    for case in known["cases"]:
        rows = case["board"]
        board = Board(rows)
        pieces = [
            (name, pictures[name].split("/"), number if isinstance(number, list) else [number, number])
            for names, number in case["pieces"].items()
            for name in known["sets"].get(names, names).split()
        ]
        cells = [
            (name, [(y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"], number)
            for name, rows, number in pieces
        ]
        yield case["id"], Puzzle(board, _copies(cells, SQUARE), reflections=case["reflections"])
    for case in json.loads((DATA / "lattice_counts.json").read_text(encoding="utf-8")):
        lattice = LATTICES[case["lattice"]]
        board = Board(map(tuple, case["board"]), lattice.wrapped(*case["wrap"]) if case["wrap"] else lattice)
        cells = [(piece["name"], [*map(tuple, piece["cells"])], piece["copies"]) for piece in case["pieces"]]
        yield case["id"], Puzzle(board, _copies(cells, lattice), reflections=case["reflections"])


def _copies(pieces: Iterable[tuple[str, Any, Any]], lattice: Lattice) -> dict[Polyomino, tuple[int, int | None]]:
    """Return the least and the most copies of each piece, from (name, cells, copies)."""
    copies: dict[Polyomino, tuple[int, int | None]] = {}
    for name, cells, (low, high) in pieces:
        shape = Polyomino(cells, name, lattice)
        least, most = copies.get(shape, (0, 0))
        copies[shape] = least + low, None if high is None or most is None else most + high
    return copies


def _made(seed: int) -> Iterator[tuple[str, Puzzle]]:
    """Yield puzzles made by chance, boards with holes among them, with their names."""
    chance = random.Random(seed)
    number = 0
    while number < MADE:
        form = chance.choice([*BOARDS])
        words = form.format(chance.randrange(4, 13))
        pieces = " + ".join(f"{name}{chance.choice(COPIES)}" for name in chance.choice(BOARDS[form]).split(" + "))
        holes = chance.choice([0, 0, 1, 2, 4])
        try:
            whole = Board(words)
            less = whole.minus(chance.sample(sorted(whole.cells), holes)) if holes else whole
            puzzle = Puzzle(less, pieces)
        except PentominoError:  # the areas cannot meet
            continue
        number += 1
        yield f"{words} less {holes} cells, {pieces}", puzzle


WAYS: list[tuple[MethodName, int]] = [("search", 1), ("frontier", 1), ("auto", 1), ("auto", 2)]
"""Methods and numbers of workers."""


def _seconds(puzzle: Puzzle, method: MethodName, workers: int) -> tuple[float, int | None, str]:
    """Return the processor time of a count by a method, its result, and the engine. Without a result, that is None."""
    fresh, statistics = pickle.loads(pickle.dumps(puzzle)), Statistics()  # a copy has no plan yet
    start = process_time()
    try:
        # What "auto" takes is to be known, however long: the processor may be shared.
        timeout = 4 * CAP if method == "auto" else CAP
        number = fresh.count(method=method, workers=workers, timeout=timeout, statistics=statistics)
    except SearchTimeout:
        return process_time() - start if method == "auto" else CAP, None, statistics.engine
    except PentominoError:  # beyond the frontier
        return CAP, None, "unfit"
    return process_time() - start, number, statistics.engine


def bench(rounds: int) -> bool:
    """Print a table of puzzles and of sums. Return whether all methods found the same."""
    seed = secrets.randbelow(10**6)
    ratios: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}  # by the number of workers
    is_right = True
    print(f"processor ms of a count, least of up to {rounds} rounds in turns; puzzles made with seed {seed}")
    print("| puzzle | search | frontier | auto | ratio to the better | auto, 2 workers | ratio | auto took |")
    print("|---|---:|---:|---:|---:|---:|---:|---|")
    boards = [(f"{board}, Y*", Puzzle(board, "Y*")) for board in Y_BOARDS]
    for name, puzzle in [*boards, *_known(), *_made(seed)]:
        best = dict.fromkeys(WAYS, 4 * CAP)
        found: set[int] = set()
        engine = ""
        for number in range(rounds):
            if number and min(best.values()) > CAP / 10:
                break  # a long one is told well by one round
            for way in WAYS:
                seconds, count, engine = _seconds(puzzle, *way)
                best[way] = min(best[way], seconds)
                if count is not None:
                    found.add(count)
            if min(best[WAYS[0]], best[WAYS[1]]) < FROM / 2:
                break
        is_right = is_right and len(found) < 2
        better = min(best[WAYS[0]], best[WAYS[1]])
        if not FROM <= better < CAP:
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
    return is_right
