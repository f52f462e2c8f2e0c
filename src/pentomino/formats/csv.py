"""Solutions as a table: a row has the number of a solution and its picture in letters, lines separated by `/`.

There may be a column for each of some properties. The table in Parquet has the same columns and rows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from ..lattices.lattice import Cells
from ..puzzle import Puzzle
from ..solutions.features import chosen, properties
from ..solutions.solution import Solution
from .common import Decoder, Format, FormatError, Source, check_box, check_squares, naming, reading, text_of
from .picture import check_length, lettered

__all__ = ["FORMAT", "columns", "lines", "read_solutions", "rows", "write_solutions"]


def columns(puzzle: Puzzle, features: str = "") -> list[str]:
    """Return the names of the columns: `number`, `grid`, and those of properties.

    Raises `FormatError` for a board that is not of squares, or too large, and `PentominoError` for an unknown property.
    """
    check_squares(puzzle.board.lattice, "a table has pictures, of")
    check_box(puzzle.board.rows, puzzle.board.columns)
    return ["number", "grid", *(chosen(features, puzzle.board.lattice) if features else ())]


def rows(solutions: Iterable[Solution], features: str = "") -> Iterator[tuple[object, ...]]:
    """Yield the row of each solution, numbered from 1."""
    for number, solution in enumerate(solutions, 1):
        values = properties(solution).to_dict(features).values() if features else ()
        yield number, "/".join(solution.grid), *values


def lines(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> Iterator[str]:
    """Yield the lines of a table, the header first."""
    yield ",".join(columns(puzzle, features))
    for row in rows(solutions, features):
        yield ",".join(map(str, row))  # neither numbers nor letters need quotes


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> bytes:
    """Return solutions as a table."""
    return text_of(lines(solutions, puzzle, features))


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Read the solutions of a table whose header names a column `grid`; other columns are ignored."""
    with reading(source) as file:
        decoder = Decoder(puzzle)
        # The reader fails on null characters, and on fields of more than 128 KB.
        reader = csv.reader(StringIO(file.text, newline=""))
        try:
            column = _column(next(reader, []))
            for row in reader:
                if not row:
                    continue
                with naming("", reader.line_num):
                    if column >= len(row):
                        raise FormatError(f"this row has {len(row)} columns, and no grid in column {column + 1}")
                    yield decoder.solution(_areas(row[column], reader.line_num))
        except csv.Error as error:
            raise FormatError(f"this is no table in CSV: {error}", reader.line_num) from None


def _column(header: list[str]) -> int:
    if "grid" not in header:
        raise FormatError("the first row has to name the columns, one of them 'grid', as in 'number,grid'", 1)
    return header.index("grid")


def _areas(grid: str, line: int) -> list[Cells]:
    check_length(grid)
    try:
        return lettered("\n".join(grid.split("/")))
    except FormatError as error:
        # The error has its place in the grid, which is one line of the file.
        where = f"row {error.line}, column {error.column} of the grid" if error.column else "the grid"
        raise FormatError(f"{where}: {error.message}", line) from None


FORMAT = Format(
    ".csv",
    "table, one row a solution",
    read_solutions=read_solutions,
    write_solutions=write_solutions,
    lines=lines,
    has_features=True,
)
