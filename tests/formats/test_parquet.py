"""Tables in Parquet, read by pyarrow: the same rows as in `.csv`. `ci/clusters` installs pyarrow."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pentomino import PentominoError, Puzzle, formats, properties
from pentomino.formats import FormatError, csv
from pentomino.solutions.features import FLAGS, NUMBERS

SMALL = Puzzle("3x5", "PUV")


@pytest.fixture
def arrow() -> Any:
    pytest.importorskip("pyarrow")
    return pytest.importorskip("pyarrow.parquet")


def test_a_table_has_the_rows_of_csv(arrow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv, "ROWS", 3)  # so that the four solutions are written in two parts
    solutions = list(SMALL.solve_all(symmetry="all"))
    assert formats.write_solutions(solutions, tmp_path / "a.parquet", features="all") == 4
    table = arrow.read_table(tmp_path / "a.parquet")
    assert table.to_pylist() == [
        {"number": number, "grid": "/".join(solution.grid), **properties(solution).to_dict()}
        for number, solution in enumerate(solutions, 1)
    ]
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {
        "number": "int64",
        "grid": "string",
        **dict.fromkeys(NUMBERS, "int64"),
        **dict.fromkeys(FLAGS, "bool"),
    }


def test_it_is_converted_to_and_not_from_and_may_have_no_rows(arrow: Any, tmp_path: Path) -> None:
    assert formats.write_solutions([], tmp_path / "none.parquet", puzzle=SMALL, features="halves") == 0
    table = arrow.read_table(tmp_path / "none.parquet")
    assert (table.column_names, table.num_rows) == (["number", "grid", "halves"], 0)
    formats.write_solutions(SMALL.solve_all(), tmp_path / "a.json")
    assert formats.convert(tmp_path / "a.json", tmp_path / "a.parquet") == "1 solution"
    for read in (formats.read_solutions, formats.read_puzzle):
        with pytest.raises(FormatError, match=r"a\.parquet: a \.parquet file can only be written"):
            read(tmp_path / "a.parquet")


def test_without_pyarrow_only_parquet_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PentominoError, match=r"\.parquet files need pyarrow: pip install pyarrow"):
        formats.write_solutions(SMALL.solve_all(), tmp_path / "a.parquet")
    assert formats.write_solutions(SMALL.solve_all(), tmp_path / "a.csv") == 1
