"""`pentomino tally`: tables, data and pictures of how often pieces lie where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import pentomino
from commandline import Run, complaint

pytestmark = pytest.mark.usefixtures("plain_place")
PUV = ("tally", "3x5", "-p", "PUV")


@pytest.mark.needs_numpy
def test_tables(run: Run) -> None:
    tally = pentomino.Puzzle("3x5", "PUV").tally()
    head = "per cent of 4 solutions, rotated and reflected ones separately:"
    assert run(*PUV) == (0, f"{head}\n\n{tally.to_text()}\n", "")
    assert run(*PUV, "-q", "--piece", "P") == (0, f"{tally.to_text('P')}\n", "")
    assert run(*PUV, "--executor", "processes:2") == run(*PUV)
    assert "window engine" in run("tally", "5x12", "-v").err
    status, out, err = run("tally", "5x4", "-p", "PUVX")
    assert (status, out, err.splitlines()[0]) == (1, "", "pentomino: there is no solution")


def test_tables_fit_narrow_terminals(run: Run, resize_terminal: Callable[..., None]) -> None:
    tally = pentomino.Puzzle("3x5", "PUV").tally()
    for columns, is_narrow in ((40, False), (29, False), (28, True)):
        resize_terminal(columns)
        assert run(*PUV, "-q") == (0, f"{tally.to_text(narrow=is_narrow)}\n", "")


@pytest.mark.parametrize("symmetry", ["all", "distinct"])
def test_as_json(run: Run, symmetry: str) -> None:
    status, out, err = run(*PUV, "--json", "--symmetry", symmetry)
    tally = pentomino.Puzzle("3x5", "PUV").tally(symmetry=symmetry)
    told = json.loads(out)
    assert (status, err) == (0, "")
    stated = {"board": "3x5", "symmetry": symmetry, "count": tally.total}
    assert told.items() >= stated.items()
    found = {(one["piece"], *map(tuple, one["cells"])): one["count"] for one in told["placements"]}
    assert found == {(one.piece.name, *one.cells): number for one, number in tally.items() if number}
    of_u = json.loads(run(*PUV, "--json", "--symmetry", symmetry, "--piece", "U").out)["placements"]
    assert of_u == [one for one in told["placements"] if one["piece"] == "U"]
    assert json.loads(run("tally", "5x4", "-p", "PUVX", "--json").out)["placements"] == []


def test_pictures(run: Run) -> None:
    tally = pentomino.Puzzle("3x5", "PUV").tally()
    for words in ("a.svg",), ("b.svg", "--piece", "U"), ("c.txt",):
        assert run(*PUV, "-o", *words) == (0, "", "")
    made = [Path(name).read_text(encoding="utf-8") for name in ("a.svg", "b.svg", "c.txt")]
    assert made == [f"{one}\n" for one in (tally.to_svg(), tally.to_svg("U"), tally.to_text())]


def test_complaints(run: Run) -> None:
    message = "--symmetry distinct requires --json, as tables and pictures show all solutions"
    assert run(*PUV, "--symmetry", "distinct") == complaint(message)
    for executor in ("nobody", "dask://", "dask://localhost", "dask://localhost:x", "dask://:8786", "dask:one:8786"):
        message = f"--executor must be processes:N, dask://HOST:PORT or mpi, got {executor!r}"
        assert run(*PUV, "--executor", executor) == complaint(message)
    message = "N of --executor processes:N must be a whole number, got ''"
    assert run(*PUV, "--executor", "processes") == complaint(message)
    assert "'Q'" in run(*PUV, "--piece", "Q").err
    assert run("tally", "9x10", "-p", "one-sided pentominoes", "--timeout", "0.1").status == 3
