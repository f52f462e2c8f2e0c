"""The commands `hint` and `explain`."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from commandline import Run, write

BOX = "VVV..\nV....\nV....\n"
LOST = ".PP..\n.PP..\n.P...\n"
BOX_OF_FOUR = "LLLL.N....\n...L.N....\n....NN....\nV...N.....\nV.........\nVVV..IIIII\n"
SAID = {
    1: "look at the cell at row 1, column 5: one piece covers it, in only one way",
    2: "look at the cell at row 1, column 5: U covers it, in only one way",
    3: "U goes on row 1, columns 4 and 5; row 2, column 5; row 3, columns 4 and 5: only one placement covers the "
    "cell at row 1, column 5, as 5 others would "
    "leave cells that cannot be filled",
}


@pytest.mark.parametrize("level", SAID)
def test_a_hint_tells_as_much_as_is_asked_for(run: Run, level: int) -> None:
    name = write("box.txt", BOX)
    result = run("hint", "--placed", name, "-p", "PUV", "--level", str(level))
    assert (result.status, result.err) == (0, "")
    text, _, picture = result.out.partition("\n")
    assert text == SAID[level]
    assert picture.count("?") == (level < 3)
    assert picture.count("U") == 5 * (level == 3)
    told = json.loads(run("hint", name, "-p", "PUV", "--level", str(level), "--json").out)
    assert told["text"] == SAID[level]
    assert ("piece" in told, "cells" in told) == (level > 1, level > 2)


def test_a_lost_board_is_told_what_to_take_back(run: Run) -> None:
    result = run("hint", "-", "-p", "PUV", "--style", "none", stdin=LOST)
    assert result == (1, "take back P (4 ways left): P cannot stay\n", "")
    told = json.loads(run("hint", "-", "-p", "PUV", "--json", stdin=LOST).out)
    assert told["placements"] == [{"piece": "P", "cells": [[0, 1], [0, 2], [1, 1], [1, 2], [2, 1]]}]
    assert told["take_back"] == [{"placements": told["placements"], "completions": 4, "exact": True}]
    assert told["all"]


def test_a_full_board_needs_no_hint_and_one_with_a_solution_no_proof(run: Run) -> None:
    solved = run("solve", "3x5", "-p", "PUV").out
    assert run("explain", "3x5", "-p", "PUV") == (0, f"There is a solution.\n{solved}", "")
    assert run("hint", "-", "-p", "PUV", stdin="VVVUU\nVPPPU\nVPPUU\n") == (0, "the board is full\n", "")


def test_a_calendar_shows_its_date_walled_off(run: Run) -> None:
    out = run("hint", "a-puzzle-a-day", "--calendar", "11-23").out
    assert "|Jul Aug Sep Oct|Nov|Dec|" in out
    assert "|22 |23 |24 " in out
    assert "|Jan Feb Mar Apr  ?  Jun|" in out


def test_at_level_2_the_piece_is_seen(run: Run) -> None:
    lines = run("hint", "--calendar", "11-23", "--level", "2").out.splitlines()
    assert lines[0].endswith("48 of 101 completions Z covers it, in the same way")
    piece = "  +-------+/  |       |/  +---+   |/      |   |/      |   +---+"
    assert [line[30:] for line in lines[1:6]] == piece.split("/")


def test_several_steps_lead_to_a_solution(run: Run) -> None:
    steps = run("hint", "3x5", "-p", "PUV", "--level", "3", "-n", "9", "--json").out.splitlines()
    cells = [tuple(cell) for step in steps for cell in json.loads(step)["cells"]]
    assert len(steps) == 3
    assert sorted(cells) == [(row, column) for row in range(3) for column in range(5)]
    words = run("hint", "3x5", "-p", "PUV", "--level", "3", "-n", "2", "--style", "none").out
    assert words.split("\n\n") == [json.loads(steps[0])["text"], json.loads(steps[1])["text"] + "\n"]


def test_answers_are_drawn_in_files(run: Run) -> None:
    for command in ("hint", "explain"):
        name = f"{command}.svg"
        pieces = "tetrominoes" if command == "explain" else "LPWY"
        shown = run(command, "4x5", "-p", pieces, "-o", name, "--cell", "20")
        assert (shown.status, shown.err, len(shown.out.splitlines())) == (0, "", 1)
        assert ElementTree.parse(name).getroot().get("width") == "104"
        assert run(command, "4x5", "-p", pieces, "-o", name).status == 2
    assert run("hint", "4x5", "-p", "LPWY", "-n", "2", "-o", "step.svg").status == 0
    assert all(ElementTree.parse(f"step-{number}.svg") for number in (1, 2))


def test_a_proof_is_drawn(run: Run) -> None:
    result = run("explain", "4x5", "-p", "tetrominoes")
    assert result.status == 0
    assert result.out.startswith("Colour the cells whose row + column is even black: ")
    assert result.out.count("B") == 10
    told = json.loads(run("explain", "4x5", "-p", "tetrominoes", "--json").out)
    assert (told["kind"], told["board"], told["together"]) == ("colouring", 10, [9, 11])
    comment, _, picture = run("explain", "4x5", "-p", "tetrominoes", "--style", "svg").out.partition("\n")
    assert comment.startswith("<!-- Colour")
    assert ElementTree.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize("command", ["hint", "forced", "mistakes", "explain"])
def test_time_may_run_out(run: Run, command: str) -> None:
    for option in ("--workers", "--memory-limit"):
        is_known = "unrecognized" not in run(command, "3x5", "-p", "PUV", option, "9").err
        assert is_known == (command == "explain")
    result = run(command, "6x10", "--timeout", "0")
    assert result == (3, "", "pentomino: stopped after 0 s: 0 solutions found\n")


def test_what_is_forced_is_told_in_order(run: Run) -> None:
    told = run("forced", "-", "-p", "PUV", "--json", stdin=BOX)
    assert [json.loads(line)["piece"] for line in told.out.splitlines()] == ["U", "P"]
    shown = run("forced", "-", "-p", "PUV", stdin=BOX).out
    assert shown.count("+-----------+-------+") == 2
    assert run("forced", "3x5", "-p", "PUV") == (0, "nothing is forced\n", "")
    assert run("forced", "-", "-p", "PUV", "--style", "none", stdin=LOST).status == 1


def test_what_to_take_back_is_told(run: Run) -> None:
    lost = run("mistakes", "-", "-p", "PUV", "--style", "none", stdin=LOST)
    assert lost == (1, "take back P (4 ways left): P cannot stay\n", "")
    words, *picture = run("mistakes", "-", stdin=BOX_OF_FOUR).out.splitlines()
    assert words.startswith("take back L and N (90 ways left), N and I (13), N and V (9), ")
    assert picture[1] == "| L   L   L   L   .   N   .   .   .   . |"
    assert [sum(line.count(letter) for line in picture) for letter in "LNVI"] == [5, 5, 0, 0]
    _, line, *rows = run("mistakes", "-", "--style", "letters", stdin=BOX_OF_FOUR).out.splitlines()
    assert line == "take back the pieces with letters; : marks the others"
    marks = "".join(rows)
    assert {mark: marks.count(mark) for mark in sorted({*marks})} == {".": 40, ":": 10, "L": 5, "N": 5}
    assert run("mistakes", "-", "-p", "PUV", stdin=BOX) == (0, "there is a completion\n", "")
    assert run("mistakes", "-", "-p", "PUV", "--json", stdin=BOX).out == '{"text": "there is a completion"}\n'


def test_how_hard_puzzles_are(run: Run) -> None:
    assert run("difficulty", "-", "-p", "PUV", stdin=BOX).out == "easy: 26 placements to look at; 1 ahead, 1 pocket\n"
    told = [json.loads(line) for line in run("difficulty", "katamino-3", "3x5", "-p", "PUV", "--json").out.splitlines()]
    assert [one["board"] for one in told] == ["katamino-3", "3x5"]
    assert all(one["work"] > 10 for one in told)
    assert run("difficulty", "4x5", "-p", "tetrominoes").status == 1


def test_without_a_picture_the_numbers_that_words_speak_of_are_told(run: Run) -> None:
    arguments = ("explain", "4x5", "-p", "LPUX", "--style", "none")
    words, *rows = run(*arguments).out.splitlines()
    weights = [list(map(int, row.split())) for row in rows]
    told = json.loads(run(*arguments[:-2], "--json").out)
    assert words == told["text"]
    assert {(r, c): weights[r][c] for r, c, _ in told["weights"]} == {(r, c): w for r, c, w in told["weights"]}
    assert sum(map(sum, weights)) == sum(weight for *_, weight in told["weights"])
    assert words.endswith(f"those of all free cells add up to {sum(map(sum, weights))}.")
