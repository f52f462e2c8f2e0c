"""`pentomino unique`: its exit status, the pictures of two solutions, files and data; counts up to a limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pentomino
from commandline import ENDLESS, Run
from pentomino.render.pair import SAME, pair, pair_svg, pair_text

pytestmark = pytest.mark.usefixtures("plain_place")


def test_the_exit_status_tells(run: Run) -> None:
    assert run("unique", "3x5", "-p", "PUV", "-q") == (0, "", "")
    assert run("unique", "5x4", "-p", "PUVX", "-q") == (1, "", "")
    assert run("unique", "3x5", "-p", "PUV", "-q", "--symmetry", "all") == (4, "", "")
    assert run("unique", *ENDLESS, "--timeout", "0")[0] == 3
    assert run("unique", "6x11")[0] == 2


def test_one_solution_is_drawn(run: Run) -> None:
    picture = pentomino.solve("3x5", "PUV").to_text()
    assert run("unique", "3x5", "-p", "PUV") == (0, f"one solution:\n\n{picture}\n", "")
    assert run("unique", "3x5", "-p", "PUV", "--style", "outline") == run("unique", "3x5", "-p", "PUV")
    assert run("unique", "3x5", "-p", "PUV", "--style", "letters").out == "one solution:\n\nVVVUU\nVPPPU\nVPPUU\n"
    assert run("unique", "3x5", "-p", "PUV", "--style", "none") == (0, "one solution\n", "")
    assert run("unique", "6x10", "--style", "none") == (4, "several solutions\n", "")
    said, svg = run("unique", "6x10", "--style", "svg").out.split("\n", 1)
    assert (said, svg[:5]) == ("<!-- several solutions, such as these two -->", "<svg ")
    status, out, err = run("unique", "5x4", "-p", "PUVX")
    assert (status, out, err.splitlines()[0]) == (1, "", "pentomino: there is no solution")


def test_of_two_solutions_what_differs_is_marked(run: Run) -> None:
    status, out, err = run("unique", "6x10")
    assert (status, err) == (4, "")
    first, second = list(pentomino.solve_all(limit=2))
    differ = {placement.piece.name for placement in set(first.placements) ^ set(second.placements)}
    assert {mark for mark in out.split("\n", 1)[1] if mark.isalpha()} == differ


def test_the_second_is_turned_to_be_like_the_first(run: Run) -> None:
    for board in ("4x15", "5x12"):
        first, second = list(pentomino.solve_all(board, limit=2))
        images = [second.transformed(element) for element in second.puzzle.symmetries()]
        least = min(len(set(image.placements) - set(first.placements)) for image in images)
        marks = [mark for mark in run("unique", board).out.split("\n", 1)[1] if mark.isalpha()]
        assert len(marks) == 2 * 5 * least
    # If images count as different, the second one is shown as it is: reflected, it might be the first one again.
    shown = run("unique", "3x5", "-p", "PUV", "--symmetry", "all").out
    assert {mark for mark in shown.split("\n", 1)[1] if mark.isalpha()} >= {"P", "U"}


def test_a_wide_board_goes_above_the_other() -> None:
    wide = pair(*[solution.drawing for solution in pentomino.solve_all("3x20")])
    assert (wide.rows, wide.columns) == (7, 20)
    square = pair(*[solution.drawing for solution in pentomino.solve_all(limit=2)])
    assert (square.rows, square.columns) == (6, 21)


def test_what_is_the_same_has_no_colour_and_no_letter() -> None:
    both = pair(*[solution.drawing for solution in pentomino.solve_all(limit=2)])
    same = [name for name, symbol in zip(both.names, both.symbols, strict=True) if symbol == SAME]
    assert len(same) == 20
    assert all(name.endswith(", the same in both") for name in same)
    picture = pair_svg(both)
    assert picture.count('fill="#ffffff"') == 20
    assert pair_text(both).count("Y") == 10
    assert picture.count(">Y</text>") == 2


def test_as_json(run: Run) -> None:
    status, out, _ = run("unique", "3x20", "--json")
    found = json.loads(out)
    assert status == 4
    assert found.pop("solutions") == [json.loads(s.to_json()) for s in pentomino.solve_all("3x20")]
    assert found == {"board": "3x20", "symmetry": "distinct", "unique": False}
    none = {"board": "2x5", "symmetry": "all", "unique": False, "solutions": []}
    status, out, err = run("unique", "2x5", "-p", "V*2", "--json", "--symmetry", "all")
    assert (status, json.loads(out), err) == (1, none, "")


def test_to_a_file(run: Run) -> None:
    assert run("unique", "6x10", "-o", "two.svg") == (4, "", "")
    assert run("unique", "6x10", "-o", "two.txt", "-q") == (4, "", "")
    both = pair(*[solution.drawing for solution in pentomino.solve_all(limit=2)])
    assert Path("two.svg").read_text() == f"{pair_svg(both)}\n"
    assert Path("two.txt").read_text() == f"{pair_text(both)}\n"
    assert run("unique", "3x5", "-p", "PUV", "-o", "two.svg", "--force").status == 0
    assert Path("two.svg").read_text() == f"{pentomino.solve('3x5', 'PUV').to_svg()}\n"


def test_labels_of_a_named_board_are_drawn(run: Run) -> None:
    out = run("unique", "a-puzzle-a-day:Nov,20").out
    assert out.count("Nov") == out.count("20") == 2
