"""Solutions as a table in Apache Parquet, with the columns of `.csv`, for data tools. Parquet files are not read.

Numbers are 64-bit integers. Properties that are true or false are booleans.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from ..errors import imported
from ..puzzle import Puzzle
from ..solutions.features import APART_FLAGS, FLAGS
from ..solutions.solution import Solution
from . import csv
from .common import Format

ROWS = 1 << 16
"""The number of rows that are written at once. As Python objects, these rows use most of the memory."""


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> bytes:
    """Return the contents of a Parquet file with these solutions. `features` is the same as for `.csv` files.

    Raises `PentominoError` without pyarrow.
    """
    parquet = imported("pyarrow.parquet", ".parquet files need", "pyarrow")
    import pyarrow as arrow

    columns = csv.columns(puzzle, features)
    texts = dict.fromkeys(("grid", "lattice", "placements"), arrow.string())
    types = {**texts, **dict.fromkeys((*FLAGS, *APART_FLAGS), arrow.bool_())}
    schema = arrow.schema([(name, types.get(name, arrow.int64())) for name in columns])
    data, rows = BytesIO(), csv.rows(solutions, features)
    with parquet.ParquetWriter(data, schema) as writer:
        while some := list(islice(rows, ROWS)):
            values = zip(*some, strict=True)
            writer.write_table(arrow.table(dict(zip(columns, map(list, values), strict=True)), schema=schema))
    return data.getvalue()


FORMAT = Format(
    ".parquet", "table in Apache Parquet", write_solutions=write_solutions, has_features=True, only_cells=True
)
