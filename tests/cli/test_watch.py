"""`watch` and `solve --animate` where the output is not a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext

import pytest

import pentomino
from commandline import ENDLESS, Run, full_match
from pentomino import Puzzle, Statistics
from pentomino.search.options import Symmetry
from pentomino.wording import counted, rounded


def picture(solution: pentomino.Solution | None, style: str = "outline") -> list[str]:
    assert solution is not None
    return solution.to_text(style).split("\n")


def test_without_a_terminal_pictures_follow_one_another(run: Run) -> None:
    expected = "\n\n".join(map(str, pentomino.solve_all("3x20"))) + "\n"
    assert run("watch", "3x20") == run("watch", "3x20", "--delay", "1000") == (0, expected, "")
    first = pentomino.solve("5x12", shuffle=True, seed=3)
    assert run("watch", "5x12", "-n", "1", "--shuffle", "--seed", "3") == (0, f"{first}\n", "")
    assert run("watch", "5x12", "-n", "1", "--shuffle", "--seed", "3", "--style", "blocks") == (
        0, "\n".join(picture(first, "letters")) + "\n", ""
    )  # fmt: skip


def test_steps_without_a_terminal(run: Run) -> None:
    status, out, err = run("watch", "2x3", "-p", "I2*", "--steps", "--style", "letters")
    assert (status, err) == (0, "")
    boards = out.rstrip("\n").split("\n\n")
    steps = list(Puzzle("2x3", "I2*").steps())
    assert [board.count(".") for board in boards] == [6 - 2 * len(step.placements) for step in steps]
    shown = [board for board, step in zip(boards, steps, strict=True) if step.solution]
    assert shown == [solution.to_text("letters") for solution in pentomino.solve_all("2x3", "I2*")]
    one = run("watch", "2x3", "-p", "I2*", "--steps", "--style", "letters", "-n", "1")[1]
    assert out.startswith(one.rstrip("\n"))
    assert "." not in one.rstrip("\n").split("\n\n")[-1]


def test_animation_without_a_terminal(run: Run) -> None:
    status, out, err = run("solve", "3x5", "-p", "PUV", "--animate", "--style", "letters", "--delay", "1000")
    boards = out.rstrip("\n").split("\n\n")
    assert [board.count(".") for board in boards] == [10, 5, 0]
    assert boards[-1] == "\n".join(picture(pentomino.solve("3x5", "PUV"), "letters"))
    full_match(r"pentomino: 1 solution, \d+ nodes, \d+\.\d\d s\n", err)
    assert status == 0
    status, out, err = run("solve", "3x20", "--all", "--animate", "-q")
    assert (status, err) == (0, "")
    assert len(out.split("\n\n")) == 24


def test_a_solution_without_pieces_is_an_empty_board(run: Run) -> None:
    puzzle = ["solve", "1x2", "-p", "I3?", "--spare", "-q"]
    assert run(*puzzle, "--animate") == run(*puzzle) == (0, "+-------+\n| +   + |\n+-------+\n", "")


def test_the_nodes_do_not_depend_on_workers(run: Run) -> None:
    told = {re.sub(r"[\d.]+ s$", "", run("solve", "6x10", "--animate", "--workers", n)[2].rstrip()) for n in "124"}
    statistics = Statistics()
    Puzzle("6x10").solve(statistics=statistics)
    assert told == {f"pentomino: 1 solution, {statistics.nodes} nodes, "}


class Paper:
    """A screen that is always due, and remembers what it shows."""

    is_due = True

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []

    def show(self, pictures: Sequence[str], caption: str, seconds: float = 0.0) -> None:
        self.shown.append((pictures[0], caption))


@pytest.mark.parametrize("options", [[], ["--delay", "0"], ["--steps"]])
@pytest.mark.parametrize("symmetry", ["distinct", "all"])
def test_numbers_are_those_of_the_pictures(
    options: list[str], symmetry: Symmetry, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = Paper()
    monkeypatch.setattr("pentomino.cli.solve.can_show", lambda stream: True)
    monkeypatch.setattr("pentomino.cli.solve.live", lambda stream: nullcontext(paper))
    puzzle = ["5x6", "-p", "pentominoes?", "--symmetry", symmetry]
    left = run("watch", *puzzle, "-n", "50", "--style", "letters", *options).out
    found = Puzzle("5x6", "pentominoes?").solve_all(symmetry=symmetry, limit=50)
    solutions = [solution.to_text("letters") for solution in found]
    full_match(f"{solutions[-1]}\n50 solutions, .*\n", left)
    seen = set()
    for picture, caption in paper.shown:
        if picture in solutions:
            number = solutions.index(picture) + 1
            seen.add(number)
            assert caption.startswith(f"{counted(number, 'solution')}, ")
    # Without a delay, a solution is drawn only when the next one is wanted, so the last one is missing.
    assert seen == {*range(1, 51 if options else 50)}


def test_no_solution_and_out_of_time(run: Run) -> None:
    none = (1, "", "pentomino: there is no solution\npentomino: V has no place on the free cells\n")
    assert run("watch", "2x5", "-p", "V*2") == run("solve", "2x5", "-p", "V*2") == none
    assert run("watch", "2x5", "-p", "V*2", "--steps")[2] == none[2]
    status, _, err = run("watch", "4x5", "-p", "T4 I4*4")
    assert status == 1
    full_match(r"pentomino: there is no solution\npentomino: colour the cells .*, but the board has 10\n", err)
    status, out, err = run("watch", *ENDLESS, "--timeout", "0")
    assert (status, out) == (3, "")
    full_match(r"pentomino: stopped after 0 s: \d+ solutions found\n", err)
    assert run("watch", *ENDLESS, "--timeout", "0", "--steps")[0] == 3


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (9.4, "9"), (1234, "1200"), (34_567, "35 thousand"), (2_345_678, "2.3 million"), (5e9, "5 billion")],
)
def test_numbers_are_rounded_in_words(number: float, text: str) -> None:
    assert rounded(number) == text
