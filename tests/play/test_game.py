"""A puzzle to play on as one file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import pytest

from commandline import full_match
from pentomino import PentominoError, Polyform, Puzzle
from pentomino.formats.json import document
from pentomino.play.answers import Opened, answer
from pentomino.play.game import game


def held(page: str) -> Any:
    return json.loads(full_match(r'(?s).*<script id="game" type="application/json">(.*?)</script>.*', page)[1])


@pytest.mark.parametrize("board", ["3x20", "soma-pyramid", "a-puzzle-a-day:Nov,20"])
def test_it_holds_each_solution(board: str) -> None:
    told = held(game(board))
    puzzle = Puzzle(board)
    ways = [piece["ways"] for piece in told["opened"]["pieces"]]
    covered = [[ways[p][w]["at"][a] for p, w, a in map(told["places"].__getitem__, one)] for one in told["solutions"]]
    cells = list(range(puzzle.board.area))
    assert all(sorted(cell for at in solution for cell in at) == cells for solution in covered)
    assert len({tuple(map(tuple, sorted(solution))) for solution in covered}) == puzzle.count(symmetry="all")


@pytest.mark.parametrize("board", ["5x12", "soma"])
def test_solutions_have_the_numbers_of_the_page(board: str) -> None:
    """After the distinct ones come their images, in the same order."""
    puzzle = Puzzle(board)
    told = held(game(board))
    opened = Opened(puzzle)
    solutions = [[told["places"][code] for code in one] for one in told["solutions"]]
    distinct = told["distinct"]
    assert distinct == puzzle.count()
    for number in (0, 1, distinct - 1):
        for solution in solutions[number::distinct]:
            question = {"ask": "number", "position": solution}
            assert json.loads(answer(json.dumps(question), opened=opened)) == {"number": number + 1, "of": distinct}


@pytest.mark.parametrize(("board", "pieces"), [("2x4", "I2*4"), ("3x8", "I4 L4 L4' O4 S4 S4'")])
def test_solutions_that_are_their_own_images_have_no_numbers(board: str, pieces: str) -> None:
    """In the second puzzle, reflections turn pieces into others."""
    puzzle = Puzzle(board, pieces, reflections=False)
    told = held(game(json.dumps(document(puzzle))))
    assert (told["distinct"], len(told["solutions"])) == (0, puzzle.count(symmetry="all"))


def test_its_policy_allows_its_own_script_and_style_alone() -> None:
    page = game("3x20")
    (policy,) = re.findall(r'content="(default-src[^"]*)"', page)
    for name, content in (("script", r'<script type="module">(.*?)</script>'), ("style", "<style>(.*?)</style>")):
        (text,) = re.findall(content, page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert not re.search(r'(?:src|href)="(?!data:,)', page)
    assert not re.search(r"^\s*(?:import|export) ", page, re.MULTILINE)


def test_a_statement_cannot_end_its_script() -> None:
    """The name of a piece is any text."""
    stated = document(Puzzle("2x3", [Polyform([(0, 0), (0, 1), (0, 2)], name="</script><b>")] * 2))
    page = game(json.dumps(stated))
    assert page.count("</script>") == 2
    assert held(page)["opened"]["pieces"][0]["name"] == "</script><b>"


def test_a_puzzle_with_too_many_solutions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.play.game.MAX_SOLUTIONS", 7)
    with pytest.raises(PentominoError, match="at most 7 solutions"):
        game("3x20")
    monkeypatch.setattr("pentomino.play.game.MAX_SOLUTIONS", 8)
    assert len(held(game("3x20"))["solutions"]) == 8
    monkeypatch.setattr("pentomino.play.game.MAX_SOLUTIONS", 10**9)
    told = r"stopped after 0.1 s: .*, but a page to play on needs all solutions; raise timeout=$"
    with pytest.raises(PentominoError, match=told):
        game("kanoodle", timeout=0.1)
