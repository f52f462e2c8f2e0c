"""The board in a notebook, as the kernel has it: messages of the page are made here. Skipped without anywidget."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

import pentomino
from facts import FACTS
from pentomino import PentominoError, Puzzle
from pentomino.play import answers

GIVEN = Puzzle("VVV..\nV....\nV....", "PUV")


@pytest.fixture
def widget() -> Callable[[Puzzle], Any]:
    pytest.importorskip("anywidget")
    return pentomino.widget


def asked(widget: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the answer to a question of the page about the position."""
    sent: list[Any] = []
    monkeypatch.setattr(type(widget), "send", lambda self, content: sent.append(content))
    question = json.dumps({"ask": what, "position": widget.position})
    content = {"method": "custom", "content": {"number": 0.5, "question": question}}
    widget._handle_msg({"content": {"data": content}, "buffers": []})
    (said,) = sent
    assert said["number"] == 0.5
    return json.loads(said["answer"])


def test_it_is_of_a_puzzle_and_needs_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PentominoError, match="a widget needs a Puzzle, such as Puzzle\\('6x10'\\), got '6x10'"):
        pentomino.widget("6x10")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "pentomino.play.widget", raising=False)
    with pytest.raises(PentominoError, match=r"needs anywidget: pip install anywidget$"):
        pentomino.widget(Puzzle())


@pytest.mark.parametrize("facts", FACTS.values(), ids=list(FACTS))
def test_what_is_laid_is_read_back(facts: Any, widget: Any) -> None:
    puzzle = Puzzle(*facts.solved)
    solution = puzzle.solve()
    some = random.Random(1).sample(solution.placements, len(solution.placements) // 2)
    board = widget(puzzle)
    assert board.puzzle == puzzle
    opened = answers.Opened(puzzle)
    board.set_state({"position": [list(opened.place(placement)) for placement in some]})
    assert board.puzzle == puzzle.replace(placed=some)
    board.puzzle = puzzle
    assert board.position == []
    board.puzzle = puzzle.replace(placed=some)
    assert {opened.place(placement) for placement in some} == set(map(tuple, board.position))


def test_given_pieces_stay(widget: Any) -> None:
    board = widget(GIVEN)
    (given,) = board.position
    board.puzzle = GIVEN.replace(placed=GIVEN.solve().placements)
    whole = board.position
    assert (whole[0], len(whole)) == (given, 3)
    board.position = whole[1:]
    assert board.position == whole
    board.position = []
    assert board.puzzle == GIVEN
    assert repr(widget(GIVEN)) == f"<PlayWidget: {GIVEN!r}>"
    assert "placed" in repr(GIVEN)


@pytest.mark.parametrize(
    "places", [[[0, 0, 99]], [[0, 0]], ["V"], [[0, 0, 0.0]], [None], [[[], 0, 0]], [[0, 0, 0], [1, 0, 0]]]
)
def test_what_is_no_place_or_overlaps_is_refused(places: Any, widget: Any) -> None:
    board = widget(GIVEN)
    before = board.position
    with pytest.raises(
        PentominoError, match="a placement must be three indices: of a piece, an orientation and cells|overlap"
    ):
        board.position = places
    assert board.position == before


@pytest.mark.parametrize("other", [Puzzle("3x20"), "3x5", Puzzle("3x5", "PUV", reflections=False)])
def test_a_position_is_of_the_same_puzzle(other: Any, widget: Any) -> None:
    board = widget(Puzzle("3x5", "PUV"))
    with pytest.raises(PentominoError, match="a position must belong to the same puzzle"):
        board.puzzle = other


def test_questions_are_answered(widget: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a puzzle that no text states: one with a predicate."""
    puzzle = Puzzle("3x5", "PUV", restrict={"V": lambda placement: (0, 0) in placement.cells})
    board = widget(puzzle)
    assert asked(board, "left", monkeypatch) == {"left": str(puzzle.count(symmetry="all")), "exact": True}
    while hint := asked(board, "hint", monkeypatch)["hint"]:
        board.position = [*board.position, hint["ways"][0]]
    assert board.puzzle.solve() is not None
    assert len(board.puzzle.placed) == 3
    assert "error" in asked(board, "nothing", monkeypatch)


def test_an_interrupted_question_is_answered(widget: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page waits for an answer before it asks again."""

    def stopped(*arguments: Any, **more: Any) -> str:
        raise KeyboardInterrupt

    board = widget(GIVEN)
    monkeypatch.setattr("pentomino.play.widget.answer", stopped)
    assert asked(board, "left", monkeypatch) == {"error": "interrupted"}


@pytest.mark.parametrize(
    "content",
    [{}, None, [], "left", {"number": 1}, {"question": None}, {"question": 7, "number": 2}, {"question": "{\ud800"}],
)
def test_every_message_is_answered(widget: Any, monkeypatch: pytest.MonkeyPatch, content: Any) -> None:
    """Without an answer, the page would wait for ever."""
    made, sent = widget(Puzzle("3x5", "PUV")), list[Any]()
    monkeypatch.setattr(type(made), "send", lambda self, content: sent.append(content))
    made._asked(made, content, [])
    (said,) = sent
    assert said["number"] == (content.get("number") if isinstance(content, dict) else None)
    assert "error" in json.loads(said["answer"])
