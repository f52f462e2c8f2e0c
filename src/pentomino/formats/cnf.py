"""Puzzles as formulas in DIMACS CNF for SAT solvers, and the models that SAT solvers print.

Variable i + 1 is true if placement i of `Puzzle.placements()`, counted from 0, is used. The clauses require that each
free cell is covered exactly once, or at most once if it may stay empty. They also require that each piece has an
allowed number of copies. The variables of placements determine all other variables. Therefore a formula has exactly one
model for each solution. Comment lines contain the puzzle itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..errors import FormatError
from ..lattices.lattice import Cell
from ..notation import numbered
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from . import dlx, json
from .common import File, Format, Source, Together, added, checked, naming, placements, quoted, reading, text_of

_MAX_CLAUSES = 1 << 22  # the maximum number of clauses of a formula

_INTEGER = re.compile(r"-?\d{1,10}", re.ASCII)
_ANSWERS = {"s SATISFIABLE", "SAT", "s UNSATISFIABLE", "UNSAT", "UNSATISFIABLE"}


class Formula:
    """A list of clauses. Variables are numbered from 1. The first variables stand for the placements."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[tuple[int, ...]] = []

    def add(self, *literals: int) -> None:
        """Add a clause of literals: v for variable v, -v for its negation."""
        if len(self.clauses) == _MAX_CLAUSES:
            raise FormatError(f"the formula must have at most {_MAX_CLAUSES} clauses")
        self.clauses.append(literals)

    def count(self, literals: Sequence[int], least: int, most: int) -> None:
        """Require that between `least` and `most` of the literals are true.

        This is the sequential counter of C. Sinz (2005). It adds variables for each literal: variable j (from 0) is
        true if and only if more than j of the literals up to this literal are true. So the literals determine the added
        variables.
        """
        if least > len(literals):
            self.add()  # the empty clause: there is no model
            return
        is_bounded = most < len(literals)
        below: list[int] = []
        for literal in literals:
            if is_bounded and len(below) >= most:
                self.add(-literal, *(-full for full in below[most - 1 : most]))
            height = min(most if is_bounded else least, len(below) + 1)
            below = [self._counter(literal, below[j : j + 1], below[j - 1 : j] if j else []) for j in range(height)]
        if least:
            self.add(below[least - 1])

    def _counter(self, literal: int, same: Sequence[int], lower: Sequence[int]) -> int:
        """Return a variable that is true if and only if `same or (literal and lower)` is true.

        `same` and `lower` are empty or contain one variable. An empty `same` means false. An empty `lower` means true.
        """
        if not same and not lower:
            return literal
        self.variables += 1
        counter = self.variables
        for reached in same:
            self.add(-reached, counter)
        self.add(-literal, *(-reached for reached in lower), counter)
        self.add(-counter, *same, literal)
        for reached in lower:
            self.add(-counter, *same, reached)
        return counter


def formula(puzzle: Puzzle) -> Formula:
    """Return the formula of a puzzle without its given pieces. Its models are the solutions."""
    covering: dict[Cell, list[int]] = {cell: [] for cell in sorted(puzzle.uncovered_cells)}
    uses: list[list[int]] = [[] for _ in puzzle.pieces]
    variable = 0
    for variable, (number, placement) in enumerate(placements(puzzle), 1):
        uses[number].append(variable)
        for cell in placement.cells:
            covering[cell].append(variable)
    result = Formula(variable)
    for cell, variables in covering.items():
        result.count(variables, int(cell not in puzzle.optional_cells), 1)
    for variables, (_, least, most) in zip(uses, puzzle._demand, strict=True):
        result.count(variables, least, most)
    return result


def write_puzzle(puzzle: Puzzle, together: Together = ()) -> bytes:
    """Return the formula of a puzzle in DIMACS CNF. Comments before the formula contain the puzzle."""
    FORMAT.lost(puzzle)
    cnf = formula(puzzle)
    clauses = [" ".join(map(str, (*clause, 0))) for clause in cnf.clauses]
    return text_of([*json.comment(puzzle, "c", together), f"p cnf {cnf.variables} {len(clauses)}", *clauses])


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle, together: Together = ()) -> bytes:
    """Return solutions in the output format of SAT solvers. A model lists only the true variables."""
    variables = {
        (number, placement.cells): variable for variable, (number, placement) in enumerate(placements(puzzle), 1)
    }
    lines = json.comment(puzzle, "c", together)
    for solution in solutions:
        model = sorted(variables[number, placement.cells] for number, placement in added(puzzle, solution))
        lines += ["s SATISFIABLE", " ".join(map(str, ("v", *model, 0)))]
    return text_of(lines)


def holds_solutions(file: File) -> bool:
    """Return whether a file is the output of a solver. A formula, in contrast, has a line `p cnf ...`."""
    return not re.search(rb"^\s*p\s+cnf\b", file.data, re.MULTILINE)


read_puzzle = partial(json.read_commented, mark="c")


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions in the output of a SAT solver for a formula from `write_puzzle`.

    Two forms of output are accepted: lines that begin with `s` and `v`, and the form of MiniSat, in which the model
    follows a line `SAT`. A variable that is not in the model is false.
    """
    with reading(source) as file:
        text = file.text
        puzzle = puzzle or json.puzzle_in(text, "c")
        if puzzle is None:
            raise FormatError("the comments must contain the puzzle, which says what the variables mean")
        possible = [placement for _, placement in placements(puzzle)]
        for line, model in _models(text):
            with naming("", line):
                yield checked(puzzle, [possible[literal - 1] for literal in model if 0 < literal <= len(possible)])


def _models(text: str) -> Iterator[tuple[int, set[int]]]:
    """Yield the models in `text` as pairs (number of the line where the model ends, set of literals)."""
    model: set[int] = set()
    number = last = 0
    for number, line in numbered(text):
        words = line.split()
        if not words or words[0] == "c" or " ".join(words) in _ANSWERS:
            continue
        for word in words[1:] if words[0] == "v" else words:
            if not _INTEGER.fullmatch(word):
                raise FormatError(f"a literal must be a number of at most 10 digits, got {quoted(word)}", number)
            if int(word):
                model.add(int(word))
                last = number
            else:
                yield number, model
                model = set()
    if model:
        raise FormatError("a model must end with 0", last)


FORMAT = Format(
    ".cnf",
    "formula in DIMACS CNF",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    drops=dlx.FORMAT.drops,
    read_together=partial(json.read_together, mark="c"),
)
