"""Why there is no solution: each kind of proof, each checked; and a puzzle that has one never gets a proof."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given

import oracle
import pentomino
from effort import examples, thorough
from oracle import Piece
from oracle import Statement as Question
from pentomino import CUBIC, HEXAGONAL, SQUARE, Board, Placement, Polyform, Puzzle
from pentomino.reason.check import is_proof
from pentomino.reason.explain import proofs, short_proof
from pentomino.reason.position import plain_fault
from pentomino.reason.proofs import CasesProof, FaultProof, Weighed, WeightProof, by_bounds
from pentomino.search.plan import is_fair
from puzzles import made, not_none
from strategies import QUESTIONS
from wraps import wrapped_statements

LEVEL = next(
    i for i, shape in enumerate(Placement("I3", [(0, 0), (0, 1), (0, 2)]).piece.orientations()) if shape.rows == 1
)

T4 = frozenset({(0, 0), (0, 1), (0, 2), (1, 1)})

PLAIN: dict[str, tuple[Puzzle, str]] = {
    "areas": (
        Puzzle("1x6", "I2* + I3*0-2")
        .place(Placement("I3", [(0, 0), (0, 1), (0, 2)]))
        .place(Placement("I2", [(0, 3), (0, 4)])),
        "the board has 1 free cell, and no choice of copies covers exactly that many: the nearest are 0 and 2; "
        "change the board or the copies to match one of them",
    ),
    "a piece without a place": (Puzzle("2x5", "V*2"), "V has no place on the free cells"),
    "a piece that is kept from its places": (
        Puzzle("3x5", "PUV", restrict={"U": lambda placement: False}),
        "U has no place where its restrictions and colours allow it",
    ),
    "a region of another size": (
        Puzzle("...#...", "I2*3"),
        "pieces of 2 cells cannot cover the region of 3 cells at row 1, column 1",
    ),
    "a region of another size, by pieces without a place": (
        Puzzle("1x6", "I4? + I3? + V3*"),
        "the pieces that fit there have 3 or 4 cells, and no choice of them covers the region of 6 cells at row 1, "
        "column 1",
    ),
    "a region that is too small": (
        Puzzle("..#.", "I2* + V3?"),
        "no piece has a place in the region of 1 cell at row 1, column 4",
    ),
    "the smallest of two regions": (
        Puzzle(".....#.", "I2*"),
        "no piece has a place in the region of 1 cell at row 1, column 7",
    ),
    "regions that need the same copy": (
        Puzzle("..#..", "I2? + O4?"),
        "the pieces that fit there have 2 cells, and no choice of them covers the 4 free cells",
    ),
    "a cell": (
        Puzzle("...\n...\n.##", "I3? + O4?", restrict={"I3": [LEVEL]}),
        "no piece can cover the cell at row 3, column 1",
    ),
}


@pytest.mark.parametrize("kind", PLAIN)
def test_what_is_plainly_wrong(kind: str) -> None:
    puzzle, text = PLAIN[kind]
    fault = not_none(plain_fault(puzzle))
    assert fault.text == text
    assert puzzle.count() == 0
    assert puzzle.explain().is_checked()


def test_what_blocks_a_piece_is_named() -> None:
    puzzle = Puzzle(".....\n..P..\n.PP..\n.PP..\n.....", "PXVTI")
    why = "X has no place on the free cells: each of its 9 places on the bare board overlaps P."
    assert puzzle.explain().text == why


@pytest.mark.parametrize(
    "board", ["6x10", "kanoodle", "8x8-hole", "FF........\n.FF.......\n.F" + "........\n" + "..........\n" * 3]
)
def test_puzzles_with_solutions(board: Any) -> None:
    puzzle = Puzzle(board)
    assert short_proof(puzzle) is None
    explanation = puzzle.explain()
    assert (explanation.kind, explanation.text, explanation.proof) == ("solution", "There is a solution.", None)
    assert explanation.is_checked()
    assert explanation.to_text("letters") == explanation.solution.to_text("letters")  # type: ignore[union-attr]


MUTILATED = "#.......\n" + "........\n" * 6 + ".......#"

TEXTS: dict[str, tuple[Puzzle, str, str]] = {
    "a chessboard without two corners": (
        Puzzle(MUTILATED, "I2*"),
        "colouring",
        "Colour the cells whose row + column is even black: each piece covers as many black as white cells, but 30 of "
        "the free cells are black and 32 are white.",
    ),
    "tetrominoes": (
        Puzzle("4x5", "tetrominoes"),
        "colouring",
        "Colour the cells whose row + column is even black: I4, L4, O4 and S4 cover 2 black cells each and T4 covers 1 "
        "or 3, together 9 or 11, but the board has 10.",
    ),
    "stripes": (
        Puzzle("6x6", "L4*"),
        "colouring",
        "Colour the cells whose row is even black: each of the 9 pieces covers 1 or 3 black cells, together an odd "
        "number, but the board has 18.",
    ),
    "diagonals": (
        Puzzle("10x10", "I4*"),
        "colouring",
        "Colour the cells whose row + column leaves 1 when divided by 4 black: each of the 25 pieces covers 1 "
        "black cell, together 25, but the board has 26.",
    ),
    "a look ahead": (
        Puzzle("5x10", "F*"),
        "cell",
        "Each of the 2 placements that cover the cell at row 1, column 1 leaves cells that cannot be filled.",
    ),
    "numbers": (
        Puzzle("4x5", "PUVX"),
        "weights",
        "Add the numbers in the cells that a piece covers: P and U have at most 7 each, V has at most 8 and X has at "
        "most 3, together at most 25, but those of all free cells add up to 26.",
    ),
    "several copies": (
        Puzzle("5x8", "X*2 I*"),
        "steps",
        "X is forced, as only 2 places are left for the 2 copies of X, as 16 others would leave cells that cannot be "
        "filled; then I, I, I, I and I are. After that X has no place on the free cells.",
    ),
    "one placement": (
        Puzzle(".#.\n...\n...\n#..", "I3* O4*"),
        "cell",
        "The only placement that covers the cell at row 1, column 3 leaves cells that cannot be filled.",
    ),
    "one placement, beside a region": (
        Puzzle("..#..\n#.#..\n.....", "L4* I3?"),
        "cell",
        "The only placement that covers the cell at row 1, column 1 leaves cells that cannot be filled, such as row 3, "
        "column 1.",
    ),
    "two placements, beside regions": (
        Puzzle("#.#.\n#...\n....\n..#.\n....", "I4* O4*"),
        "cell",
        "Each of the 2 placements that cover the cell at row 2, column 3 leaves cells that cannot be filled, such as "
        "row 1, column 2.",
    ),
    "a piece beside regions": (
        Puzzle("4x4", {"7.43": 1, "V3": 3}),
        "piece",
        "Each of the 16 places of 7.43 leaves cells that cannot be filled, such as row 2, column 2.",
    ),
    "cells that stay empty": (
        Puzzle("+.+.+\n.....\n.....", "I2*6"),
        "colouring",
        "Colour the cells whose row + column is even black: each of the 6 pieces covers 1 black cell and what stays "
        "empty is black, together 9, but the board has 8.",
    ),
    "cases": (
        Puzzle("4x5", "INPV"),
        "cases",
        "Each of the 4 places of I (2 up to symmetry) leaves something that cannot be placed or covered. "
        "For example, with I on row 1, columns 1, 2, 3, 4 and 5, each of the 16 places of N leaves cells that "
        "cannot be filled.",
    ),
    "a search": (Puzzle("5x5", "FILNP"), "search", "A search of 39 nodes has found none; no shorter proof is known."),
}


@pytest.mark.parametrize("name", TEXTS)
def test_proofs_have_words(name: str) -> None:
    puzzle, kind, text = TEXTS[name]
    explanation = puzzle.explain()
    assert (explanation.kind, explanation.text) == (kind, text)
    assert explanation.is_checked() == (kind != "search")
    assert explanation.to_dict()["kind"] == kind


@pytest.mark.parametrize(("number", "then"), [(1, ""), (2, "; then I is"), (3, "; then I and I are")])
def test_every_forced_piece_is_named(number: int, then: str) -> None:
    proof = TEXTS["several copies"][0].explain().proof
    assert isinstance(proof, FaultProof)
    text = FaultProof(proof.steps[:number], proof.fault).text
    first = proof.steps[0].reason.text
    assert text == f"X is forced, as {first}{then}. After that X has no place on the free cells"


def test_cases_are_counted_up_to_symmetry_only_if_some_are_alike() -> None:
    proof = TEXTS["cases"][0].explain().proof
    assert isinstance(proof, CasesProof)
    assert "each of the 4 places of I (2 up to symmetry) leaves" in proof.text
    alone = CasesProof(proof.board, proof.cell, proof.piece, proof.apart, proof.apart)
    assert "each of the 2 places of I leaves" in alone.text


def test_a_colouring_is_shown() -> None:
    picture = Puzzle(MUTILATED, "I2*").explain().to_text("letters")
    assert picture.count("B") == 30
    assert picture.splitlines()[:2] == ["#.B.B.B.", ".B.B.B.B"]


def test_a_colouring_of_cubes_is_shown() -> None:
    board = Board(set(product(range(3), repeat=3)) - {(0, 0, 1)}, CUBIC)
    explanation = pentomino.Puzzle(board, "I2*").explain()
    assert explanation.text.startswith("Colour the cells whose layer + row + column is even black: ")
    assert explanation.to_text("letters").count("B") == 14


@examples(200)
@given(question=QUESTIONS | wrapped_statements())
def test_explanations_agree_with_the_oracle(question: Question) -> None:
    explanation = made(question).explain()
    assert (explanation.proof is None) == bool(oracle.solutions(question))
    assert explanation.is_checked() or explanation.kind == "search"


@examples(120)
@example(question=Question(T4, (Piece(frozenset({(0, 0), (0, 1)}), 0, None),), optional=T4 - {(0, 1), (1, 1)}, spare=0))
@given(question=QUESTIONS)
def test_no_kind_of_proof_is_ever_found_in_vain(question: Question) -> None:
    puzzle = made(question)
    solvable = bool(oracle.solutions(question))
    found = list(proofs(puzzle))
    assert not (solvable and found)
    assert all(is_proof(puzzle, proof) for proof in found)
    assert is_fair(puzzle) or not solvable
    for proof in found:
        if isinstance(proof, WeightProof):
            check_by_the_oracle(question, proof)


def test_a_board_whose_cells_are_all_given_has_no_weights() -> None:
    assert by_bounds(Weighed(Puzzle(Board.parse("II"), {"I2": 1, "V3": (0, 1)}))) is None


def check_by_the_oracle(question: Question, proof: WeightProof) -> None:
    """The sums of weights, of the oracle's own placements; and that no choice of them gives that of the board."""
    weight = dict(proof.weights)
    sums: dict[Any, set[int]] = {}
    for key, cells in oracle.open_placements(question):
        sums.setdefault(key, set()).add(sum(weight.get(cell, 0) for cell in cells))
    free = question.cells.difference(*(cells for _, cells in question.given))
    wanted = sum(weight.get(cell, 0) for cell in free)
    used = [oracle.own_key(question, question.pieces[index].shape) for index, _ in question.given]
    totals = {(0, 0)}
    spare = len(free) if question.spare is None else question.spare
    for cell in question.maybe_empty & free:
        totals |= {(n + 1, t + weight.get(cell, 0)) for n, t in totals if n < spare}
    for key, (least, most) in oracle.copies_of(question).items():
        had, found = used.count(key), set()
        copies = 0
        while totals and (most is None or had + copies <= most):
            found |= totals if had + copies >= least else set()
            copies += 1
            totals = {(n + len(key), t + s) for n, t in totals for s in sums.get(key, ()) if n + len(key) <= len(free)}
        totals = found
    assert all(total != wanted for cells, total in totals if cells == len(free))


def test_cases_that_differ_are_drawn_side_by_side() -> None:
    explanation = Puzzle("4x5", "INPV").explain()
    assert len(explanation.proof.cases) == 4  # type: ignore[union-attr]
    assert explanation.drawing.names == ("I", "I")
    assert len(explanation.drawing.cells) == 2 * 20


def test_numbers_are_shown_and_say_as_much_for_each_cell_alike() -> None:
    explanation = Puzzle("4x5", "PUVX").explain()
    marks = dict(explanation.proof.weights)  # type: ignore[union-attr]
    assert [[marks.get((row, column), 0) for column in range(5)] for row in range(2)] == [
        [3, 2, 1, 2, 3],
        [1, 0, 0, 0, 1],
    ]
    assert explanation.drawing.labels == {cell: str(number) for cell, number in marks.items()}


BOUND = {
    "squares": Puzzle("5x5", "FVWYZ"),
    "many copies": Puzzle("6x6", "S4*"),
    "copies of several sizes": Puzzle("5x5", "V3* + X*"),
    "hexagons": Puzzle("hexagonal 4x4", "bee + pistol + propeller + wave"),
    "cubes": Puzzle("3x3x5", "T*"),
}


@pytest.mark.parametrize("name", BOUND)
def test_bounds_are_found_where_a_search_would_be_needed(name: str) -> None:
    puzzle = BOUND[name]
    proof = not_none(by_bounds(Weighed(puzzle)))
    assert proof.board > proof.reachable[-1]
    assert min(dict(proof.weights).values()) > 0
    assert is_proof(puzzle, proof)
    assert puzzle.count(limit=1) == 0


def test_a_wrong_proof_is_not_taken() -> None:
    wrong = not_none(Puzzle("4x5", "tetrominoes").explain().proof)
    assert is_proof(Puzzle("4x5", "tetrominoes"), wrong)
    assert not is_proof(Puzzle("4x5", "I4*2 + O4*2 + L4"), wrong)
    for puzzle in (Puzzle(MUTILATED, "I2*"), Puzzle("5x10", "F*"), Puzzle("5x4", "PUVX"), Puzzle("...#...", "I2*3")):
        proof = not_none(puzzle.explain().proof)
        assert not is_proof(Puzzle("2x5", "I2* + I3* + P*"), proof)


def test_a_fault_must_exclude_all_placements() -> None:
    puzzle = Puzzle("5x10", "F*")
    proof = puzzle.explain().proof
    assert isinstance(proof, FaultProof)
    assert len(proof.fault.excluded) == 2
    assert is_proof(puzzle, proof)
    assert not is_proof(puzzle, FaultProof((), proof.fault._replace(excluded=proof.fault.excluded[:1])))
    assert not is_proof(puzzle, FaultProof((), proof.fault._replace(excluded=())))


@thorough
def test_hexominoes_fill_no_rectangle_and_it_shows_at_once() -> None:
    puzzle = Puzzle("14x15", "hexominoes")
    assert not is_fair(puzzle)
    assert puzzle.count() == 0
    assert "24 pieces cover 3 black cells each and 11 pieces cover 2 or 4 each" in puzzle.explain().text


@pytest.mark.parametrize(("sides", "total"), [((4, 5), 140), ((5, 4), 0)])
def test_a_ring_is_a_chessboard_only_if_its_length_is_even(sides: tuple[int, int], total: int) -> None:
    ring = Board(list(product(*map(range, sides))), SQUARE.wrapped(None, sides[1]))
    puzzle = Puzzle(ring, "tetrominoes")
    assert is_fair(puzzle) == bool(total)
    assert puzzle.count(symmetry="all") == total
    assert (puzzle.explain().proof is None) == bool(total)


def test_hexagons_are_no_chessboard_even_in_a_column() -> None:
    column = Board([(0, 0), (1, 0), (2, 0)], HEXAGONAL)
    slanting = Polyform([(0, 2), (1, 1), (2, 0)], "I3", HEXAGONAL)
    assert is_fair(Puzzle(column, {slanting: 1}))
    assert Puzzle(column, {slanting: 1}).count(symmetry="all") == 1


def test_what_may_lie_on_colours_as_it_likes_is_left_to_the_search() -> None:
    assert is_fair(Puzzle("4x5", "tetrominoes*"))
    assert not is_fair(Puzzle(MUTILATED, "I2*"))
    assert is_fair(Puzzle("6x10"))


def test_the_certificate_of_cases_tells_each_placement() -> None:
    """What each case is apart from what is wrong with it."""
    puzzle = Puzzle("4x5", "INPV")
    cases = puzzle.explain().to_dict()["cases"]
    laid = [case["placement"] for case in cases]
    assert [one["piece"] for one in laid] == ["I"] * 4
    assert {tuple(one["cells"]) for one in laid} == {one.cells for one in puzzle.placements_of("I")}
