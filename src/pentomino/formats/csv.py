"""Solutions as a table: a row has the number of a solution and its picture in letters, lines separated by `/`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from ..lattices.lattice import Cells
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from .common import Decoder, Format, FormatError, Source, check_box, check_squares, naming, reading
from .picture import check_length, lettered

__all__ = ["FORMAT", "read_solutions", "write_solutions"]


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """Return solutions as a table with the header `number,grid`, numbered from 1."""
    check_squares(puzzle.board.lattice, "a table has pictures, of")
    check_box(puzzle.board.rows, puzzle.board.columns)
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["number", "grid"])
    writer.writerows((number, "/".join(solution.grid)) for number, solution in enumerate(solutions, 1))
    return table.getvalue().encode("ascii")


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


FORMAT = Format(".csv", "table, one row a solution", read_solutions=read_solutions, write_solutions=write_solutions)
