"""What a page asks of the package, and how hostile questions are answered."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from typing import Any

import pytest

from effort import own_random, share
from facts import FACTS
from pentomino import Board, Puzzle
from pentomino.boards import named
from pentomino.calendar import puzzle
from pentomino.formats.json import document, read_puzzle
from pentomino.play.answers import MAX_TEXT, Opened, answer, opened_of

SOLVED = [facts.solved for facts in FACTS.values()]


def ask(what: str, board: str | None = None, **arguments: Any) -> Any:
    told = json.loads(answer(json.dumps({"ask": what, **({"board": board} if board else {}), **arguments})))
    assert "error" not in told, told
    return told


def refused(question: object) -> str:
    text = question if isinstance(question, str) else json.dumps(question)
    error = json.loads(answer(text))["error"]
    assert len(error) <= 500
    return str(error)


@pytest.mark.parametrize(("board", "pieces"), SOLVED)
def test_a_puzzle_is_solved_by_hints(board: str, pieces: str) -> None:
    """From a position with some pieces laid, by the place that each hint names."""
    opened = ask("open", board, pieces=pieces)
    whole = ask("solve", board, pieces=pieces, shuffle=5)["places"]
    position = random.Random(board).sample(whole, len(whole) // 2)
    covered = {cell for place in position for cell in cells_of(opened, place)}
    while len(covered) < len(opened["cells"]):
        left = ask("left", board, pieces=pieces, position=position)
        assert left["exact"]
        assert int(left["left"]) > 0
        hint = ask("hint", board, pieces=pieces, position=position)["hint"]
        assert len(hint["ways"]) == 1 or not hint["forced"]
        for place in hint["ways"]:
            assert hint["cell"] in cells_of(opened, place)
            assert not covered & {*cells_of(opened, place)}
            assert ask("solve", board, pieces=pieces, position=[*position, place])["places"]
        covered |= {*cells_of(opened, hint["ways"][-1])}
        position.append(hint["ways"][-1])
    assert ask("left", board, pieces=pieces, position=position) == {"left": "1", "exact": True}
    assert ask("hint", board, pieces=pieces, position=position) == {"hint": None}


def cells_of(opened: Any, place: list[int]) -> Any:
    piece, way, at = place
    return opened["pieces"][piece]["ways"][way]["at"][at]


def test_heat_adds_up() -> None:
    """Each cell is covered by one piece."""
    shares = [ask("heat", "3x20", piece=piece)["share"] for piece in range(12)]
    assert all(abs(sum(on) - 1) < 0.001 for on in zip(*shares, strict=True))
    assert all(abs(sum(share) - 5) < 0.01 for share in shares)


def test_a_position_without_completion() -> None:
    """What to take back leaves as many completions as is said."""
    opened = Opened(Puzzle("3x20"))
    solution = opened.puzzle.solve()
    begun = opened.puzzle.replace(placed=solution.placements[:3])
    wrong = next(one for one in begun.placements() if begun.place(one).count() == 0)
    position = [list(opened.place(one)) for one in (*begun.placed, wrong)]
    assert ask("left", "3x20", position=position) == {"left": "0", "exact": True}
    assert ask("hint", "3x20", position=position) == {"hint": None}
    assert ask("why", "3x20", position=position)["kind"] != "solution"
    told = ask("back", "3x20", position=position)
    assert told["choices"]
    for choice in told["choices"]:
        staying = [place for place in position if place not in choice["places"]]
        left = ask("left", "3x20", position=staying)["left"]
        assert left == choice["left"] != "0"


def test_what_to_take_back() -> None:
    opened = ask("open", "6x10")
    i, n = (next(p for p, piece in enumerate(opened["pieces"]) if piece["name"] == name) for name in "IN")
    standing = next(w for w, way in enumerate(opened["pieces"][i]["ways"]) if way["at"][1][1] - way["at"][1][0] == 10)
    position = [[i, standing, 1], [n, 0, 5]]
    assert ask("left", "6x10", position=position)["left"] == "0"
    told = ask("back", "6x10", position=position)
    assert told["reason"] == [position[0]]
    for choice in told["choices"]:
        staying = [place for place in position if place not in choice["places"]]
        assert ask("left", "6x10", position=staying) == {"left": choice["left"], "exact": choice["exact"]}
    # Given pieces stay where they are.
    given = json.dumps(document(Opened(Puzzle("6x10")).position(position[:1])))
    assert ask("back", given, position=ask("open", given)["given"])["choices"] == []
    assert ask("back", "6x10", position=position[1:]) == {"reason": [], "choices": []}


@pytest.mark.parametrize("board", ["kanoodle", "soma", "a-puzzle-a-day:Nov,20", "torus 6x10", "tetrahexes-4x7"])
def test_a_page_has_the_document_of_its_puzzle(board: str) -> None:
    """So that it saves a position without Python."""
    told = ask("open", board)
    cells = [told["cells"][n] for n in told["pieces"][1]["ways"][0]["at"][0]]
    stated = {**told["document"], "placed": [{"piece": 1, "cells": cells}]}
    assert read_puzzle(json.dumps(stated).encode()) == opened_of(board).position([[1, 0, 0]])


@pytest.mark.parametrize("board", ["katamino-4", "soma-pyramid", "a-puzzle-a-day:Nov,20", "tetrahexes-4x7"])
def test_a_solution_has_a_number(board: str) -> None:
    """Among the distinct solutions, in their order: the same for all that are images of each other."""
    opened = opened_of(board)
    found = list(opened.puzzle.solve_all())
    for number in (1, len(found) // 2, len(found)):
        for element in opened.puzzle.symmetries():
            position = [opened.place(one) for one in found[number - 1].transformed(element).placements]
            assert ask("number", board, position=position) == {"number": number, "of": len(found)}
    assert ask("number", board, position=[opened.place(found[0].placements[0])])["number"] is None


def test_a_number_that_takes_too_long_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.play.answers.SECONDS", 0.0)
    assert ask("number", "6x10") == {"number": None}


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("31x32", "12-ominoes?"), ("hexagonal 31x32", "10-hexes?"), ("triangular 20x20", "14-iamonds?")],
)
def test_what_takes_too_long_to_open_is_refused(board: str, pieces: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.play.answers.LONG_SECONDS", 0.05)
    for what in ("open", "hint", "count"):
        error = "opening this puzzle takes more than 0.05 s: choose fewer pieces"
        assert refused({"ask": what, "board": board, "pieces": pieces}) == error
    error = "finding a new puzzle takes too long here"
    assert refused({"ask": "generate", "board": board, "pieces": pieces}) == error


@pytest.mark.parametrize(("what", "sought"), [("hint", "a hint"), ("solve", "a solution"), ("back", "what to remove")])
def test_what_takes_too_long_is_said_in_words_of_the_page(
    what: str, sought: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in those of the search, which has found nothing in a time that nobody has set."""
    monkeypatch.setattr("pentomino.play.answers.SECONDS", 0.0)
    assert refused({"ask": what, "board": "8x8-hole"}) == f"finding {sought} takes too long here"


@pytest.mark.parametrize("what", ["left", "hint", "why", "back", "solve", "number", "gallery", "count", "generate"])
def test_every_question_stops_when_the_client_hangs_up(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the puzzle is opened, and in the work itself."""
    for name in ("SECONDS", "LONG_SECONDS"):
        monkeypatch.setattr(f"pentomino.play.answers.{name}", 1000.0)
    for board, pieces in (("31x32", "12-ominoes?"), ("11x15", "pentominoes*0-3")):
        looks, question = [False] * 100 + [True] * 100, {"ask": what, "board": board, "pieces": pieces}
        answer(json.dumps(question), cancel=lambda left=looks: left.pop(0))  # fails if `cancel` is called more often
        assert looks[0] or what in ("hint", "why", "back", "solve")  # these may end earlier


def test_a_sheet_is_saved() -> None:
    assert "<svg" in ask("sheet", "5x12", position=[[1, 0, 0]])["html"]


def test_a_seed_gives_the_same_puzzle_to_all() -> None:
    """Links have seeds, as days are. If these puzzles must change, raise VERSION in page/address.js."""
    for level, names in (("easy", "INZXWTFP"), ("medium", "INZW"), ("hard", "INZ")):
        made = read_puzzle(ask("generate", seed=20261130, difficulty=level)["board"].encode())
        assert "".join(one.piece.name for one in made.placed) == names


def test_given_pieces_are_told_as_places() -> None:
    made = ask("generate", seed=1)["board"]
    opened = ask("open", made)
    assert ask("left", made, position=opened["given"]) == {"left": "1", "exact": True}


def test_a_document_and_a_date_say_a_puzzle() -> None:
    stated = Puzzle("5x12", placed=[[(0, n) for n in range(5)]])
    assert ask("count", json.dumps(document(stated)))["count"] == str(stated.count())
    dated = ask("calendar", date="2026-11-20")["board"]
    assert ask("count", dated)["count"] == str(puzzle("2026-11-20").count())
    told = ask("calendar", date="2026-11-20", calendar="daily-calendar")
    labels = [text for _, _, text in ask("open", told["board"])["labels"]]
    assert sorted(labels) == sorted(named("daily-calendar").labels.values())
    assert ask("open", "6x10")["labels"] == []


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ({"ask": "open", "board": '{"format":' + "[" * 10_000}, "nested too deeply"),
        ([], "a question must be an object"),
        ({"ask": "left", "board": 5}, "a string of at most"),
        ({"ask": "left", "board": "x" * (MAX_TEXT + 1)}, "a string of at most"),
        ({"ask": "left", "board": "26x40", "pieces": "I2*"}, "at most 1000 cells"),
        ({"ask": "open", "board": "28x32", "pieces": "octominoes?"}, "placements"),
        ({"ask": "rm", "board": "6x10"}, "ask must be one of open left"),
        ({"ask": "left", "board": "6x10", "position": "all"}, "a position must be a list of at most 200 placements"),
        ({"ask": "left", "board": "6x10", "position": [[0, 0]]}, "a placement must be three indices"),
        ({"ask": "left", "board": "6x10", "position": [[-1, 0, 0]]}, "a placement must be three indices"),
        ({"ask": "left", "board": "6x10", "position": [[0, 0, 1.0]]}, "a placement must be three indices"),
        ({"ask": "left", "board": "6x10", "position": [[99, 0, 0]]}, "a placement must be three indices"),
        ({"ask": "left", "board": "6x10", "position": [[1, 0, 0], [1, 0, 0]]}, "overlap"),
        (
            {"ask": "left", "board": "6x10", "position": [[1, 0, 0]] * 201},
            "a position must be a list of at most 200 placements",
        ),
        ({"ask": "heat", "board": "6x10", "piece": "F"}, "piece must be a number from 0 to 11, got 'F'"),
        ({"ask": "heat", "board": "6x10"}, "piece must be a number from 0 to 11, got None"),
        ({"ask": "count", "board": "6x10", "journal": "here"}, "not understood"),
        ({"ask": "count", "board": "6x10", "symmetry": "some"}, "symmetry"),
        ({"ask": "generate", "board": 5}, "a string of at most"),
        ({"ask": "calendar", "date": "yesteryear"}, "date"),
        ({"ask": "open", "board": '{"format": 1}'}, "format"),
        ('{"ask": ' + "1" * 5000 + "}", "digits"),
        ('{"ask": "left", "board": "6x10", "position": [[' + "1" * 5000 + ", 0, 0]]}", "digits"),
        ('{"ask": "open", "board": "{\\ud800"}', "surrogates not allowed"),
        ('{"ask": "open", "board": "\\ud800\\n", "pieces": "\\udfff"}', ""),
        ({"ask": "solve", "board": "6x10", "shuffle": 1e400}, "seed must be"),
    ],
)
def test_hostile_questions(question: object, error: str) -> None:
    assert error in refused(question)


def test_random_members_give_an_answer() -> None:
    """Whatever the members of a question are, the answer is JSON, from which a page or a notebook goes on."""
    chance = own_random(39)
    values: list[Any] = [None, True, -1, 0, 10**30, 1e400, float("nan"), "", "6x10", "\ud800", "{\ud800", "F"]
    values += [[], [[]], [[0, 0, 0]], {}, {"ask": 1}, [[None] * 3], [[10**30, 0, 0]]]
    values += ["I2*", "-", ":", "kanoodle:", "today", "2026-99-99", "'"]
    kinds = ["open", "left", "hint", "heat", "solve", "sheet", "picture", "count", "calendar", "rm", None, [], 7]
    names = ["board", "pieces", "position", "piece", "shuffle", "symmetry", "date", "calendar", "x"]
    for _ in range(share(1500)):
        board = chance.choice(["2x3", "3x5", chance.choice(values)])
        question: dict[str, Any] = {"ask": chance.choice(kinds), "board": board}
        question |= {name: chance.choice(values) for name in chance.sample(names, chance.randrange(3))}
        assert isinstance(json.loads(answer(json.dumps(question))), dict), question


def test_files_are_not_read(tmp_path: Any) -> None:
    file = tmp_path / "board.txt"
    file.write_text("....\n....\n")
    assert "....\n" not in refused({"ask": "open", "board": str(file), "pieces": "I2*"})


def test_a_page_knows_how_many_cells_may_stay_empty() -> None:
    board = Board.rectangle(3, 3).with_optional_cells()
    assert [Opened(Puzzle(board, "X*", spare=most)).told()["spare"] for most in (4, None)] == [4, None]


@pytest.mark.parametrize(("board", "pieces", "better"), [("5x10", "pentominoes", "pentominoes?"), ("5x5", "P", "P*")])
def test_the_page_finds_the_remedy_in_an_error(board: str, pieces: str, better: str) -> None:
    """It makes a button of it."""
    script = (files("pentomino.play") / "page" / "puzzles.js").read_text("utf-8")
    (remedy,) = re.findall("const REMEDY = /(.+)/;", script)
    found = re.search(remedy, refused({"ask": "open", "board": board, "pieces": pieces}))
    assert found is not None
    assert found[1] == better
