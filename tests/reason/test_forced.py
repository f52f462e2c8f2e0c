"""What all completions share, what given pieces exclude, and the next step: against the oracle, on all lattices."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import oracle
import pentomino
from effort import examples, own_random
from oracle import Cell, Cells, Piece
from oracle import Statement as Question
from pentomino import PentominoError, Placement, Puzzle, SearchCancelled
from pentomino.reason import mistakes, searches
from pentomino.reason.hint import direct, looking_ahead
from pentomino.reason.position import Position
from pentomino.render.svg import HINTED, HINTED_IN_PRINT
from puzzles import made, not_none
from strategies import QUESTIONS
from wraps import wrapped, wrapped_statements

SINGLE = frozenset({(0, 0)})
TWO_NAMES = Question(
    frozenset({(0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3)}),
    (Piece(SINGLE, 0, 1), Piece(frozenset({(0, 0), (0, 1), (0, 2), (1, 2)})), Piece(SINGLE, 2, 2)),
    reflections=False,
    grid=wrapped((2, 5)),
)


def shared(question: Question) -> set[Cells] | None:
    """The cells of the placements, but for given ones, that all solutions of a question have; None if it has none."""
    found = [{cells for _, cells in tiling} for tiling in oracle.solutions(question)]
    return set.intersection(*found) - {cells for _, cells in question.given} if found else None


@examples(200)
@given(question=QUESTIONS)
def test_forced_are_the_placements_of_all_completions(question: Question) -> None:
    found = made(question).forced()
    wanted = shared(question)
    assert (found is None) == (wanted is None)
    assert {frozenset(one.placement.cells) for one in found or ()} == (wanted or set())


@examples(60)
@given(question=wrapped_statements())
@example(question=TWO_NAMES)
def test_forced_on_wrapped_boards_are_those_of_all_completions(question: Question) -> None:
    puzzle = made(question)

    def lying(placements: Iterable[Placement]) -> set[tuple[int, frozenset[Cell]]]:
        """The pieces by number: of one with several names, a solution gives them out in order."""
        return {(puzzle._owner(one), frozenset(one.cells)) for one in placements}

    every = [lying(solution) for solution in puzzle.solve_all(symmetry="all")]
    found = puzzle.forced()
    assert bool(every) == bool(oracle.solutions(question))
    assert (found is None) == (not every)
    if found is not None:
        assert lying(one.placement for one in found) == set.intersection(*every) - lying(puzzle.placed)


@examples(200)
@given(question=QUESTIONS)
def test_a_reason_is_never_wrong(question: Question) -> None:
    puzzle = made(question)
    wanted = shared(question)
    position = Position.of(puzzle)
    for step in [*direct(position), *looking_ahead(position)]:
        placement = position.ground.placements[step.number]
        assert wanted is None or frozenset(placement.cells) in wanted, step.reason.text


@examples(40)
@given(question=QUESTIONS)
def test_nothing_is_deduced_of_a_puzzle_that_is_too_large(question: Question) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pentomino.reason.position.MAX_BITS", -1)
        puzzle = made(question)
        found, hint, explanation, difficulty = puzzle.forced(), puzzle.hint(), puzzle.explain(), puzzle.difficulty()
    wanted = shared(question)
    assert (found is None) == (wanted is None) == (explanation.proof is not None) == (difficulty is None)
    assert {frozenset(one.placement.cells) for one in found or ()} == (wanted or set())
    assert {one.reason.kind for one in found or ()} <= {"search"}
    assert hint is None or hint.reason.kind in ("search", "often")
    assert difficulty is None or (difficulty.level, difficulty.is_whole) == ("hard", False)


@st.composite
def laid_by_chance(draw: st.DrawFn, questions: st.SearchStrategy[Question]) -> Question:
    """Draw questions with up to five pieces laid wherever they fit, which mostly leaves no completion."""
    question = draw(questions)
    for _ in range(draw(st.integers(2, 5))):
        keys = [oracle.own_key(question, piece.shape) for piece in question.pieces]
        fitting = sorted((keys.index(key), sorted(cells)) for key, cells in oracle.open_placements(question))
        if not fitting:
            break
        index, cells = draw(st.sampled_from(fitting))
        question = replace(question, given=(*question.given, (index, frozenset(cells))))
    return question


@examples(300)
@given(question=laid_by_chance(QUESTIONS) | laid_by_chance(wrapped_statements()))
def test_doomed_are_the_fewest_that_exclude_all_and_the_fewest_to_take_back(question: Question) -> None:
    found = made(question).mistakes()
    completions = {some: len(oracle.solutions(replace(question, given=some))) for some in subsets(question.given)}
    assert (found is None) == bool(completions[question.given])
    if found is None:
        return
    assert found.is_smallest
    assert found.is_all
    excluding = [placed_cells(some) for some, number in completions.items() if not number]
    assert {frozenset(one.cells) for one in found.placements} in excluding
    assert len(found.placements) == min(map(len, excluding))
    staying = max((len(some) for some, number in completions.items() if number), default=0)
    wanted = {
        placed_cells(question.given) - placed_cells(some): (number, True)
        for some, number in completions.items()
        if number and len(some) == staying
    }
    assert {
        frozenset(frozenset(one.cells) for one in taken.placements): (taken.completions, taken.is_exact)
        for taken in found.take_back
    } == wanted
    numbers = [taken.completions for taken in found.take_back]
    assert numbers == sorted(numbers, reverse=True)


def placed_cells(given: tuple[tuple[int, Cells], ...]) -> frozenset[Cells]:
    return frozenset(cells for _, cells in given)


def subsets(given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [some for size in range(len(given) + 1) for some in combinations(given, size)]


@examples(150)
@given(question=QUESTIONS)
def test_a_hint_leads_to_a_completion(question: Question) -> None:
    check_hint(question)


@examples(40)
@given(question=QUESTIONS)
def test_a_hint_is_the_same_if_completions_are_counted(question: Question) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pentomino.reason.hint.MAX_LISTED", 1)
        check_hint(question)


def check_hint(question: Question) -> None:
    puzzle = made(question)
    tilings = [{cells for _, cells in tiling} for tiling in oracle.solutions(question)]
    hints = [puzzle.hint(level=level) for level in (1, 2, 3)]
    if not any(tiling - {cells for _, cells in question.given} for tiling in tilings):
        assert hints == [None] * 3
        return
    first, second, third = map(not_none, hints)
    cells = frozenset(not_none(third.placement).cells)
    having = sum(cells in tiling for tiling in tilings)
    assert having == (len(tilings) if third.is_forced else third.having)
    assert third.is_forced == bool(shared(question))
    assert third.is_exact
    if not third.is_forced:
        given_cells = {cells for _, cells in question.given}
        every = Counter(part for tiling in tilings for part in tiling - given_cells)
        assert (third.having, third.completions) == (max(every.values()), len(tilings))
    assert first.cell == second.cell == third.cell
    assert first.cell in cells
    assert (first.piece, first.placement, second.placement) == (None, None, None)
    assert second.piece == third.piece == not_none(third.placement).piece


BOX = "VVV..\nV....\nV...."


def test_reasons_have_words() -> None:
    found = pentomino.Puzzle("TTT......V\n.T.......V\n.T.....VVV\n..........\n..........\nIIIII.....").forced() or ()
    kinds = {one.reason.kind: one.reason.text for one in found}
    assert set(kinds) <= {"cell", "piece", "pocket", "region", "search"}
    assert len({one.placement for one in found}) == len(found) > 0
    assert str(found[0]).startswith(f"{found[0].placement.piece.name} on ")
    assert found[0].to_text("letters").count(found[0].placement.piece.name) == 5


def test_what_can_be_filled_in_one_way_is_forced_to_the_end() -> None:
    found = not_none(Puzzle(BOX, "PUV").forced())
    assert [one.placement.piece.name for one in found] == ["U", "P"]
    assert found[1].puzzle.placed == tuple(sorted([*found[0].puzzle.placed, found[0].placement]))


def test_a_full_board_has_nothing_forced_and_no_hint() -> None:
    full = Puzzle("VVVUU\nVPPPU\nVPPUU", "PUV")
    assert full.forced() == ()
    assert full.hint() is None
    assert full.mistakes() is None


def test_a_hint_is_marked() -> None:
    puzzle = Puzzle(BOX, "PUV")
    cell, placement = (not_none(puzzle.hint(level=level)) for level in (1, 3))
    assert cell.to_text().count("?") == 1
    assert placement.to_text().count("U") == 5
    reason = {"kind": "cell", "cells": ((0, 4),)}
    assert cell.to_dict() == {"level": 1, "text": cell.text, "forced": True, "cell": (0, 4), "reason": reason}
    told = placement.to_dict()["reason"]
    assert (told["piece"], len(told["excluded"]), told["text"]) == ("U", 5, placement.reason.text)
    assert {one["piece"] for one in told["excluded"]} <= {"P", "U"}
    assert placement.to_dict()["cells"] == ((0, 3), (0, 4), (1, 4), (2, 3), (2, 4))


def test_a_hint_that_is_not_forced_tells_how_many_have_it() -> None:
    hint = not_none(Puzzle("3x5", "PUV").hint(level=3))
    assert (hint.is_forced, hint.having, hint.completions) == (False, 2, 4)
    assert hint.text.endswith("2 of 4 completions have it, and no other is in more")
    assert hint.to_dict()["completions"] == 4
    many = not_none(Puzzle("6x10").hint(level=3))
    assert (many.having, many.completions) == (1092, 9356)


def test_what_is_too_much_to_count_at_once_is_looked_at_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "TALLY_MEMORY", 1)
    hint = not_none(Puzzle("6x10").hint())
    assert (hint.is_exact, hint.completions) == (False, 500)
    assert "of the first 500 completions" in hint.text


def test_a_hint_stands_out_in_pictures() -> None:
    for board, pieces in ((BOX, "PUV"), ("hexagonal 3x4", "tetrahexes?"), ("triangular 2x4", "tetriamonds*")):
        puzzle = Puzzle(board, pieces)
        for level in (1, 2, 3):
            hint = not_none(puzzle.hint(level=level))
            marks = 1 if level < 3 else hint.placement and len(hint.placement.cells)
            assert hint.to_svg().count('fill="#ffffff">') == marks == len(hint.drawing.hinted)
            assert hint.to_svg().count(f'<path fill="{HINTED}"') == 1  # black cells, which proofs name, too
            assert hint.to_svg(palette="print").count(HINTED_IN_PRINT) == 1
            assert hint.to_text() != puzzle.drawing.to_text()


@pytest.mark.parametrize("level", [0, 4, 1.5, "3", None])
def test_levels_are_three(level: Any) -> None:
    with pytest.raises(PentominoError, match="level must be 1, 2 or 3, got"):
        Puzzle("3x5", "PUV").hint(level=level)


def test_pieces_that_fit_alone_may_not_stay_together() -> None:
    laid = [
        Placement("L", [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)]),
        Placement("N", [(0, 5), (1, 5), (2, 4), (2, 5), (3, 4)]),
        Placement("X", [(4, 8), (3, 8), (5, 8), (4, 7), (4, 9)]),
    ]
    found = not_none(pentomino.Puzzle("6x10", placed=laid).mistakes())
    excluding = [len(some) for some in subsets(tuple(laid)) if not Puzzle("6x10", placed=some).count(limit=1)]
    assert found.is_smallest
    assert len(found.placements) == min(excluding)
    assert found.text.endswith("cannot stay" if len(found.placements) == 1 else "stay")
    assert {piece["piece"] for piece in found.to_dict()["placements"]} <= {"L", "N", "X"}


BOX_OF_FOUR = """
    LLLL.N....
    ...L.N....
    ....NN....
    V...N.....
    V.........
    VVV..IIIII
"""


def test_the_pieces_to_take_back_are_marked() -> None:
    puzzle = Puzzle(BOX_OF_FOUR)
    found = not_none(puzzle.mistakes())
    first = found.take_back[0]
    taken = {cell for one in first.placements for cell in one.cells}
    assert set(found.drawing.hinted) == taken
    assert found.to_text("letters") == puzzle.drawing.to_text("letters")
    # In the picture, only the pieces that stay have colours, and so titles.
    assert found.to_svg().count("<title>") == 1 + len(puzzle.placed) - len(first.placements)
    staying = puzzle.replace(placed=tuple(one for one in puzzle.placed if one not in first.placements))
    assert first.completions == len(list(staying.solve_all(symmetry="all")))


def test_pieces_of_one_name_are_told_apart_by_place() -> None:
    found = not_none(Puzzle("AA..\n.BB.\n....", "I2*2 + L4 + I4").mistakes())
    assert found.text == (
        "take back I2 at row 1, column 1 (4 ways left) or I2 at row 2, column 2 (1): I2 at row 1, column 1 and I2 "
        "at row 2, column 2 cannot both stay"
    )


def test_more_sets_than_are_read_in_one_go_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, words in ((5, "or L and I (2):"), (4, "or L and I (2):"), (3, "N and V (9) or one of 2 other sets:")):
        monkeypatch.setattr(mistakes, "MAX_TOLD", told)
        assert words in Puzzle(BOX_OF_FOUR).mistakes().text  # type: ignore[union-attr]


def test_more_completions_than_are_counted_are_at_least_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, least in (("MAX_COMPLETIONS", 2), ("MAX_NODES", 1)):
        with monkeypatch.context() as patch:
            patch.setattr(mistakes, name, least)
            found = Puzzle(BOX_OF_FOUR).mistakes()
        assert found is not None
        assert found.is_all
        assert "(at least " in found.text
        assert {one.is_exact for one in found.take_back} == {False}
        assert all(1 <= one.completions <= least for one in found.take_back)


@pytest.mark.parametrize("name", ["MAX_SEARCHED", "MAX_TRIES", "MAX_SETS", "MAX_ANSWERS"])
def test_what_takes_too_long_is_left_open(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(mistakes, name, 0)
    check_left_open(Puzzle(BOX_OF_FOUR).mistakes())


def test_when_the_time_is_out_what_is_known_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    correct = mistakes.Trials._find_smallest

    def late(tests: Any, *arguments: Any) -> bool:
        tests._searches.clock.deadline = 0
        return correct(tests, *arguments)

    monkeypatch.setattr(mistakes.Trials, "_find_smallest", late)
    found = Puzzle(BOX_OF_FOUR).mistakes(timeout=100)
    check_left_open(found)
    assert [one.is_exact for one in found.take_back] == [False]  # type: ignore[union-attr]


def check_left_open(found: pentomino.Mistakes | None) -> None:
    """Check that what is to be taken back leaves completions, though it may not be the least."""
    assert found is not None
    assert not found.is_all
    assert "perhaps other or fewer pieces" in found.text
    assert found.puzzle.replace(placed=found.placements).solve() is None
    (only,) = found.take_back
    staying = tuple(one for one in found.puzzle.placed if one not in only.placements)
    number = found.puzzle.replace(placed=staying).count(symmetry="all")
    assert number == only.completions if only.is_exact else number >= only.completions >= 1


def test_who_cancels_gets_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    monkeypatch.setattr(mistakes.Trials, "_completions_without", lambda tests, taken: pytest.fail("it goes on"))
    correct = mistakes.Trials._find_smallest

    def cancelled(tests: Any, *arguments: Any) -> bool:
        stop.set()
        return correct(tests, *arguments)

    monkeypatch.setattr(mistakes.Trials, "_find_smallest", cancelled)
    with pytest.raises(SearchCancelled):
        Puzzle(BOX_OF_FOUR).mistakes(cancel=stop)


def test_without_given_pieces_nothing_can_be_taken_back() -> None:
    found = not_none(Puzzle("5x4", "PUVX").mistakes())
    assert (found.placements, found.is_smallest, found.take_back, found.is_all) == ((), True, (), True)
    assert found.drawing == Puzzle("5x4", "PUVX").drawing
    assert found.text == "there is no solution, even without the given pieces"


@pytest.mark.parametrize("name", ["6x10", "kanoodle"])
def test_levels_by_missing_pieces_as_on_the_page(name: str) -> None:
    """docs/explanation/difficulty.md: usually easy with four, medium or hard with seven."""
    random = own_random(f"difficulty {name}")
    puzzle = Puzzle(name)
    solutions = [*islice(puzzle.solve_all(), 400)]
    levels: dict[int, list[str]] = {4: [], 7: []}
    for missing, found in levels.items():
        for solution in random.choices(solutions, k=60):
            placements = random.sample(solution.placements, k=len(solution.placements) - missing)
            found.append(not_none(puzzle.replace(placed=placements).difficulty()).level)
    # "usually" is more than half; of many, 83 to 87 % were easy with four, and at most 2 % with seven
    assert levels[4].count("easy") > 30
    assert levels[7].count("easy") < 30
