"""Puzzles as integer programs in CPLEX LP, for HiGHS, CBC, SCIP, Gurobi, CPLEX and other solvers.

LP files can only be written. Each placement has a binary variable. The variable `x12_V_0_1` is 1 if placement 12 of
`Puzzle.placements()`, counted from 0, is used. The rest of the name is for people: the piece `V`, and its first cell,
relative to the corner of the board. The constraint `c_0_1` requires that cell (0, 1) is covered once, or at most once
if it may stay empty. The constraints `copies_0`, `least_0` and `most_0` limit the copies of piece 0. The objective is
constant, because each feasible point is a solution.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import sub

from ..errors import FormatError
from ..lattices.lattice import Cell
from ..puzzle import Puzzle
from .common import HARMLESS, Format, placements, text_of

_NEVER = "never"  # a variable that is 0, for rows without placements: an empty row is a syntax error


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return the integer program of a puzzle. Raises `FormatError` if no cell is free."""
    FORMAT.lost(puzzle)
    if not puzzle.uncovered_cells:
        raise FormatError("the puzzle has no free cell: there is nothing to cover")
    names: list[str] = []
    covering: dict[Cell, list[str]] = {cell: [] for cell in sorted(puzzle.uncovered_cells)}
    uses: list[list[str]] = [[] for _ in puzzle.pieces]
    for number, placement in placements(puzzle):
        label = re.sub("[^A-Za-z0-9]", "_", puzzle.pieces[number].piece.name) or "piece"
        names.append(f"x{len(names)}_{label}_{_place(puzzle, placement.cells[0])}")
        uses[number].append(names[-1])
        for cell in placement.cells:
            covering[cell].append(names[-1])
    rows = _row("zero", [_NEVER], "= 0")
    for cell, some in covering.items():
        rows += _row(f"c_{_place(puzzle, cell)}", some, "<= 1" if cell in puzzle.optional_cells else "= 1")
    for number, (piece, least, most) in enumerate(puzzle._demand):
        if least == most:
            rows += _row(f"copies_{number}", uses[number], f"= {least}")
            continue
        if least:
            rows += _row(f"least_{number}", uses[number], f">= {least}")  # HiGHS refuses a row with two bounds
        if (most + 1) * piece.size <= len(puzzle.uncovered_cells):
            rows += _row(f"most_{number}", uses[number], f"<= {most}")
    program = ["Minimize", f" obj: 0 {_NEVER}", "Subject To", *rows, "Binary"]
    return text_of([*program, *(f" {name}" for name in [_NEVER, *names]), "End"])


def _place(puzzle: Puzzle, cell: Cell) -> str:
    return "_".join(map(str, map(sub, cell, puzzle.board.bounds[0])))


def _row(name: str, variables: Sequence[str], bound: str) -> list[str]:
    # each variable has its own line, as some readers accept only 255 characters in a line
    first, *others = variables or [_NEVER]
    return [f" {name}: {first}", *(f"  + {variable}" for variable in others), f"  {bound}"]


FORMAT = Format(
    ".lp", "integer program in CPLEX LP", write_puzzle=write_puzzle, drops=("the limit on empty cells", *HARMLESS)
)
