"""`python -m benchmarks.records [TEXT]`: compute the counts in docs/how-to/sequences.md, checked by `sweep.cpp`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time

from pentomino import PentominoError, Puzzle, count, sequence
from pentomino.cli.console import guarded

SWEEP = Path(__file__).with_name("sweep.cpp")

PRIME = 2**61 - 1

COUNTS = [
    ("torus 5x5", "pentominoes*"),
    ("torus 5x6", "pentominoes*"),
    ("torus 5x7", "pentominoes*"),
    ("torus 5x8", "pentominoes*"),
]
"""Boards and pieces, in any number."""

SEQUENCES = [
    ("10xN", "pentominoes*", 31, "30x10", 10),
]
"""Boards with N, pieces and terms; the last board, and how many cells each board has more than the previous one."""


def swept(program: Path, board: str, pieces: str) -> list[int]:
    """Return how many tilings the first 0, 1, 2, ... cells of a board have, modulo PRIME, as `sweep.cpp` counts."""
    puzzle = Puzzle(board, pieces)
    cells = sorted(puzzle.board.cells)
    number_of = {cell: number for number, cell in enumerate(cells)}
    beginning: list[list[int]] = [[] for _ in cells]
    for placement in puzzle.placements():
        first, *others = sorted(number_of[cell] for cell in placement.cells)
        if others[-1] - first > 128:
            raise PentominoError(f"a placement on {board} spans more than 129 cells")
        beginning[first].append(sum(1 << other - first - 1 for other in others))
    lines = [f"{len(placement.cells)} {len(cells)}"]
    for cell, masks in zip(cells, beginning, strict=True):
        near = [number_of[other] for other in puzzle.board.lattice.neighbours(cell) if other in number_of]
        lines += [" ".join(map(str, (len(near), *near, len(masks))))]
        lines += [f"{mask >> 64:x} {mask & (1 << 64) - 1:x}" for mask in masks]
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


def main(only: str) -> int:
    """Print a line for each record whose board contains `only`. Return 1 if a check fails, otherwise 0."""
    compiler = which("c++") or which("g++")
    if compiler is None:
        raise PentominoError("there is no C++ compiler, which the check needs")
    right = True
    with TemporaryDirectory() as directory:
        program = Path(directory) / "sweep.exe"
        subprocess.run([compiler, "-O3", "-std=c++20", "-o", program, SWEEP], check=True)
        for board, pieces in COUNTS:
            if only in board:
                begun = process_time()
                number = count(board, pieces, symmetry="all", method="frontier")
                right &= report(board, pieces, [number], process_time() - begun, swept(program, board, pieces)[-1:])
        for board, pieces, terms, whole, unit in SEQUENCES:
            if only in board:
                begun = process_time()
                numbers = list(sequence(board, pieces, terms=terms))
                checks = swept(program, whole, pieces)[: terms * unit : unit]
                right &= report(board, pieces, numbers, process_time() - begun, checks)
    return 0 if right else 1


def report(board: str, pieces: str, numbers: list[int], seconds: float, checks: list[int]) -> bool:
    """Print the last of `numbers`. Return whether all of them agree with `checks` modulo PRIME."""
    agree = [number % PRIME for number in numbers] == checks
    said = f"{len(numbers)} checked modulo {PRIME}" if agree else "WRONG: the check has another number"
    print(f"{board}, {pieces}: {numbers[-1]} ({seconds:.1f} s of processor time; {said})", flush=True)
    return agree


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(" ".join(sys.argv[1:]))))
