"""Solutions as a table in CSV or Apache Parquet. Parquet files can only be written.

A row contains the number of a solution and its picture in letters, with `/` between lines. On lattices other than
squares, it contains the name of the lattice and the placements as JSON instead of the picture. Properties of solutions
may be further columns. In Parquet, numbers are 64-bit integers, and properties that are true or false are booleans.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from io import BytesIO, StringIO
from itertools import islice

from ..errors import FormatError, imported
from ..lattices.lattice import SQUARE
from ..puzzle import Puzzle
from ..solutions.features import APART_FLAGS, FLAGS, chosen, properties
from ..solutions.solution import Solution
from .common import Decoder, Format, Source, check_box, check_identified, naming, reading, text_of, within
from .json import solution_in
from .picture import lettered

ROWS = 1 << 16
"""The number of rows that are written to Parquet at once. A smaller number needs less memory."""


def columns(puzzle: Puzzle, features: str = "") -> list[str]:
    """Return the names of the columns. `features`: properties to add, separated by commas, or "all".

    Raises `FormatError` for a board that is too large, and `PentominoError` for an unknown property.
    """
    lattice = puzzle.board.lattice
    check_box(*puzzle.board.sides)
    shown = ["grid"] if _is_drawn(puzzle) else ["lattice", "placements"]
    return ["number", *shown, *(chosen(features, lattice) if features else ())]


def _is_drawn(puzzle: Puzzle) -> bool:
    return puzzle._net == SQUARE  # a picture would not show which parts form one piece


def rows(solutions: Iterable[Solution], features: str = "") -> Iterator[tuple[object, ...]]:
    """Yield a row for each solution. Raises `FormatError` if readers could not identify a piece."""
    for number, solution in enumerate(solutions, 1):
        values = properties(solution).to_dict(features).values() if features else ()
        if _is_drawn(solution.puzzle):
            yield number, "/".join(solution.grid), *values
        else:
            check_identified(solution)
            document = json.loads(solution.to_json())
            yield number, document.get("lattice", SQUARE.name), json.dumps(document["placements"]), *values


def lines(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> Iterator[str]:
    """Yield the lines of a CSV table. The first line has the names of the columns."""
    yield ",".join(columns(puzzle, features))
    for row in rows(solutions, features):
        yield ",".join(map(_quoted, row))


def _quoted(value: object) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if '"' in text else text


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> bytes:
    """Return the contents of a CSV file with a row for each solution."""
    return text_of(lines(solutions, puzzle, features))


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions in a table with a column `grid`, or with columns `placements` and `lattice`."""
    with reading(source) as file:
        decoder = Decoder(puzzle)
        # This reader raises an error for null characters, and for fields of more than 128 KB.
        reader = csv.reader(StringIO(file.text, newline=""))
        try:
            header = next(reader, [])
            if (name := next((name for name in ("grid", "placements") if name in header), None)) is None:
                message = "the first row must name the columns, including 'grid' or 'placements', as in 'number,grid'"
                raise FormatError(message, 1)
            column = header.index(name)
            for row in reader:
                if not row:
                    continue
                with naming("", reader.line_num):
                    if column >= len(row):
                        raise FormatError(f"this row must have its {name} in column {column + 1}, but ends before it")
                    if name == "grid":
                        decoder.check_lattice(SQUARE.name)
                        with within("the grid"), naming(""):
                            areas = lettered(row[column].split("/"), puzzle, is_table=True)
                        yield decoder.solution(areas)
                    else:
                        lattice = dict(zip(header, row, strict=False)).get("lattice", SQUARE.name)
                        yield solution_in(row[column], lattice, decoder)
        except csv.Error as error:
            raise FormatError(f"invalid CSV: {error}", reader.line_num) from None


def write_parquet(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> bytes:
    """Return the contents of a Parquet file. Raises `PentominoError` if pyarrow is not installed."""
    parquet = imported("pyarrow.parquet", ".parquet files need", "pyarrow")
    import pyarrow as arrow

    names = columns(puzzle, features)
    texts = dict.fromkeys(("grid", "lattice", "placements"), arrow.string())
    types = {**texts, **dict.fromkeys((*FLAGS, *APART_FLAGS), arrow.bool_())}
    schema = arrow.schema([(name, types.get(name, arrow.int64())) for name in names])
    data, every = BytesIO(), rows(solutions, features)
    with parquet.ParquetWriter(data, schema) as writer:
        while some := list(islice(every, ROWS)):
            values = zip(*some, strict=True)
            writer.write_table(arrow.table(dict(zip(names, map(list, values), strict=True)), schema=schema))
    return data.getvalue()


FORMAT = Format(
    ".csv",
    "table, one solution in each row",
    read_solutions=read_solutions,
    write_solutions=write_solutions,
    lines=lines,
    has_features=True,
    only_cells=True,
)

PARQUET = Format(
    ".parquet", "table in Apache Parquet", write_solutions=write_parquet, has_features=True, only_cells=True
)
