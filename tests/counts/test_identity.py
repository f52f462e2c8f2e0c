"""Which entries are one piece: those that neither shape, colours nor the cells that their rules allow tell apart."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entries
from effort import examples
from entries import Entries, TwoWaysError, questions
from pentomino import Board, Placement, Polyform, Polyomino, Puzzle, PuzzleError, Solution
from pentomino.formats import FormatError, ini, json, xmpuzzle
from puzzles import ENGINES, solved, with_engine

A, B = Polyomino([(0, 0), (0, 1)], "A"), Polyomino([(0, 0), (0, 1)], "B")
FLAT, UPRIGHT = Polyomino([(0, 0), (0, 1)], "H"), Polyomino([(0, 0), (1, 0)], "V")


def left(placement: Placement) -> bool:
    return (0, 0) in placement.cells


def right(placement: Placement) -> bool:
    return (0, 3) in placement.cells


@pytest.mark.parametrize("method", ["search", "frontier"])
@pytest.mark.parametrize(
    ("board", "pieces", "restrict", "number"),
    [
        ("1x4", [A, B], {}, 1),
        ("1x4", [A, B], {A: left, B: right}, 1),
        ("1x4", [A, B], {"A": left, "B": right}, 1),
        ("1x4", [A, B], {A: left}, 1),
        ("1x4", [A, B], {"B": right}, 1),
        ("1x4", [A, B], {A: left, B: left}, 0),
        ("1x4", [A, B], {"I2": left}, 0),  # both have this shape
        ("1x4", [A, B], {A: lambda placement: True}, 1),  # a rule that allows everything changes nothing
        ("1x6", [A, B, Polyomino("I2")], {A: left}, 1),
        ("1x6", [A, B, Polyomino("I2")], {A: left, B: lambda placement: not left(placement)}, 2),
        ("..\n.#\n.#", [FLAT, UPRIGHT], {FLAT: [0], UPRIGHT: [0]}, 1),  # orientations are those of each drawing
        ("..\n..", [FLAT, UPRIGHT], {FLAT: [0], UPRIGHT: [1]}, 1),
    ],
)
def test_pieces_of_one_shape(method: Any, board: str, pieces: Any, restrict: Any, number: int) -> None:
    puzzle = Puzzle(board, pieces, restrict=restrict)
    assert puzzle.count(symmetry="all", method=method) == number
    found = list(puzzle.solve_all(symmetry="all"))
    assert len(set(found)) == len(found) == number
    for solution in found:
        assert solution.is_valid()
        assert sorted(one.piece.name for one in solution) == sorted(piece.name for piece in pieces)
        assert all(solution[piece.name].piece == piece and piece.name in solution for piece in pieces)


@pytest.mark.parametrize(("n", "number"), [(1, 1), (2, 1), (3, 33), (4, 513)])
def test_rectangles_that_are_not_turned(n: int, number: int) -> None:  # OEIS A360256
    sides = [(h, w) for h in range(1, n + 1) for w in range(1, n + 1)]
    pieces = [Polyform([(r, c) for r in range(h) for c in range(w)], f"{h}x{w}") for h, w in sides]
    puzzle = Puzzle((n, n), dict.fromkeys(pieces, (0, 1)), restrict={piece: [0] for piece in pieces})
    assert puzzle.count(symmetry="all") == number


def test_names_survive() -> None:
    puzzle = ini.read_puzzle("PIECE red\n11\n\nPIECE blue\n11\n\nPIECE green\n111\n", "1x7")
    assert [piece.name for piece, _, _ in puzzle.pieces] == ["red", "green"]
    solution = solved(puzzle)
    assert [one.piece.name for one in solution] == ["red", "blue", "green"]
    assert all(name in solution.to_json() and name in solution.to_svg() for name in ("red", "blue", "green"))
    assert solution["blue"].piece.name == "blue"
    assert puzzle.tally()[solution["blue"]] == 2
    assert pickle.loads(pickle.dumps(solution)).placements == solution.placements
    rest = solved(puzzle.place(Placement(Polyomino([(0, 0), (0, 1)], "red"), [(0, 0), (0, 1)])))
    assert [one.piece.name for one in rest] == ["blue", "green"]
    position = puzzle.replace(placed=[Placement(Polyomino([(0, 0), (0, 1)], "blue"), [(0, 0), (0, 1)])])
    assert all(one["blue"].cells == ((0, 0), (0, 1)) for one in position.solve_all(symmetry="all"))
    assert "'blue'" in repr(puzzle)


def test_identity_is_decided_once() -> None:
    puzzle = Puzzle("1x6", [A, B, Polyomino("I2")], restrict={A: left})
    assert [count[1:] for count in puzzle.pieces] == [(1, 1), (2, 2)]
    smaller = puzzle.place(Placement(A, [(0, 0), (0, 1)]))
    assert len(smaller.pieces) == 2  # although no rule has an effect there
    assert json.read_puzzle(json.write_puzzle(smaller)).pieces == smaller.pieces
    kept = Puzzle("1x4", {A: (0, 2), B: (0, 2)}, restrict={A: left, B: left})
    assert len(kept._with_copies([2]).pieces) == 1


def test_predicates_are_asked_once() -> None:
    asked = []

    def rule(placement: Placement) -> bool:
        asked.append(placement)
        return left(placement)

    for placed in ([], [Placement(A, [(0, 0), (0, 1)])]):
        asked.clear()
        puzzle = Puzzle("1x6", [A, B, Polyomino("I2")], restrict={A: rule}, placed=placed)
        assert puzzle.count(symmetry="all") == 1
        assert len(asked) == len(set(asked)) == 5


def test_a_piece_that_is_meant_is_said() -> None:
    puzzle = Puzzle("1x4", [A, B], restrict={A: left})
    with pytest.raises(PuzzleError, match="the 2 cells at .* could be A or B, which have the same shape"):
        puzzle.replace(placed=[[(0, 0), (0, 1)]])
    with pytest.raises(PuzzleError, match="the 2 cells at .* could be A or B, which have the same shape"):
        Puzzle("XX..", [A, B], restrict={A: left})
    with pytest.raises(PuzzleError, match="the 2 cells at .* could be A or B, which have the same shape"):
        puzzle.place(Placement("I2", [(0, 0), (0, 1)]))
    assert Puzzle("BB..", [A, B], restrict={A: left}).placed[0].piece == B
    assert Puzzle("1x4", [A, B], restrict={A: left}, placed="AA..").placed[0].piece == A
    assert puzzle.replace(placed=[Placement(B, [(0, 0), (0, 1)])]).count() == 0


def test_colours() -> None:
    board = Board.rectangle(2, 2).coloured("BW\nWB")
    corner = Polyform.parse("##\n#.", "V3")
    black = corner.coloured("BW\nW")
    square = Polyomino("O1").coloured("B")
    assert Puzzle(board, [black, square]).count(symmetry="all") == 2
    assert Puzzle(board, [corner.coloured("WB\nB"), square]).count(symmetry="all") == 0
    assert Puzzle(board, [corner.coloured({(0, 0): "BW"}), Polyomino("O1")]).count(symmetry="all") == 4
    assert str(board) == "BW\nWB"
    assert eval(repr(board)) == board
    assert str(black) == "BW\nW."
    assert eval(repr(black)) == black
    assert ">B<" in board.to_svg()
    assert ">W<" in black.to_svg()
    assert "| B   W |" in board.to_text()
    assert black.renamed("x").colours == black.colours == black.mirrored().mirrored().colours
    assert (board - [(0, 0)]).colours == (((0, 1), "W"), ((1, 0), "W"), ((1, 1), "B"))
    assert pickle.loads(pickle.dumps(Puzzle(board, [black, square]))) == Puzzle(board, [black, square])


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Puzzle(Board.rectangle(1, 2).coloured("B."), [A.coloured("B.")]), "A fits the cells"),
        (lambda: A.coloured({(3, 3): "B"}), r"cell \(3, 3\) cannot be coloured: A has no such cell"),
        (lambda: Board.rectangle(1, 2).coloured("BWB"), r"cell \(0, 2\) cannot be coloured: it is not on the board"),
        (lambda: Board.rectangle(1, 2).coloured({(0, 0): "BW"}), "must be one character, got 'BW'"),
        (lambda: A.coloured(["B"]), "colours must be a picture or a mapping"),
        (lambda: Puzzle("1x4", "I2*2", spare=-1), "spare must be at least 0, got -1"),
        (lambda: Puzzle("1x4", "I2*2", spare=True), "spare must be a whole number, got True"),
    ],
)
def test_what_is_wrong_is_said(made: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        made()


def test_colours_of_a_wrapped_board_are_refused() -> None:
    ring = Board([(0, 0), (0, 1)], Board.parse("..").lattice.wrapped(None, 2))
    with pytest.raises(PuzzleError, match="a wrapped board cannot have colours"):
        Puzzle(ring.coloured({(0, 0): "B"}), "I2")


def puzzle_of(question: Entries) -> Puzzle:
    """Return the question as a puzzle whose pieces have the numbers of the entries as names."""
    pieces, restrict = [], {}
    for number, entry in enumerate(question.entries):
        piece = Polyomino(list(entry.cells), str(number))
        pieces.append(piece.coloured(entry.cells) if any(entry.cells.values()) else piece)
        if entry.banned:
            restrict[pieces[-1]] = lambda placement, entry=entry: entries.may_lie(entry, frozenset(placement.cells))
        elif entry.width is not None:
            turned = pieces[-1].orientations(question.reflections)
            restrict[pieces[-1]] = [i for i, shape in enumerate(turned) if shape.columns == entry.width]
    board = Board(question.cells, optional=question.optional)
    board = board.coloured(question.colours) if question.colours else board
    copies = {piece: (entry.least, entry.most) for piece, entry in zip(pieces, question.entries, strict=True)}
    placed = [Placement(pieces[number], cells) for number, cells in question.given]
    return Puzzle(
        board, copies, reflections=question.reflections, placed=placed, restrict=restrict, spare=question.spare
    )


@examples(250)
@given(questions(), st.data())
def test_entries_agree_with_the_oracle(question: Entries, data: st.DataObject) -> None:
    try:
        known = entries.kinds(question)
    except TwoWaysError:
        with pytest.raises(PuzzleError, match="in two ways|free cell"):
            puzzle_of(question)
        return
    if not all(cells in entries.coloured_places(question, number) for number, cells in question.given):
        with pytest.raises(PuzzleError, match="does not match the colours of its cells"):
            puzzle_of(question)
        return
    kind_of = {str(number): first for first, kind in known.items() for number in kind.entries}
    expected = entries.solutions(question)
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:  # the areas of board and pieces differ
        assert not expected
        return

    def made(placements: Any) -> frozenset[tuple[int, frozenset[Any]]]:
        return frozenset((kind_of[one.piece.name], frozenset(one.cells)) for one in placements)

    assert len(puzzle.pieces) == len(known)
    orbits = entries.orbits(question)
    assert len(puzzle.symmetries()) == len(entries.symmetries(question))
    for engine in ENGINES:
        copy = with_engine(puzzle, engine)
        found = list(copy.solve_all(symmetry="all"))
        assert len(found) == len(set(found)) == len(expected)
        assert set(map(made, found)) == expected
        assert copy.count(symmetry="all", method="search") == len(expected)
        assert copy.count(method="search") == len(list(copy.solve_all())) == len(orbits)
    assert puzzle.count(symmetry="all", method="frontier") == len(expected)
    assert puzzle.count(method="frontier") == len(orbits)
    assert all(solution.is_valid() for solution in found)
    assert len({solution.canonical() for solution in found}) == len(orbits)
    for solution in found[:5]:
        orbit = next(orbit for orbit in orbits if made(solution) in orbit)
        assert {made(solution.transformed(element)) for element in puzzle.symmetries()} == orbit
        assert Solution(puzzle, solution.placements).placements == solution.placements
    ask_verbs(puzzle, question, expected, orbits, made)
    again = json.read_puzzle(json.write_puzzle(puzzle))
    assert (again.pieces, again.names, again.spare) == (puzzle.pieces, puzzle.names, puzzle.spare)
    assert again.count(symmetry="all") == len(expected)
    assert again.count() == len(orbits)
    assert list(json.read_solutions(json.write_solutions(found, puzzle))) == found
    with suppress(FormatError):  # for what a file of BurrTools cannot state
        burr = xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle))
        assert burr.count(symmetry="all") == len(expected)
        if not question.given and burr == puzzle:
            assert list(xmpuzzle.read_solutions(xmpuzzle.write_solutions(found, puzzle))) == found
    if not question.given and (some := puzzle.placements()):
        one = data.draw(st.sampled_from(some))
        if puzzle._demand[puzzle._owner(one)].most:
            number = sum(made([one]) <= solution for solution in expected)
            assert puzzle.place(one).count(symmetry="all") == number
            position = puzzle.replace(placed=[one])
            assert position.count(symmetry="all", method="frontier") == number
            assert (position.mistakes() is None) == (number > 0)


def ask_verbs(puzzle: Puzzle, question: Entries, expected: Any, orbits: Any, made: Any) -> None:
    """Ask the verbs that look at all solutions."""
    for method in ("search", "frontier"):
        tally = puzzle.tally(method=method)  # type: ignore[arg-type]
        assert tally.total == len(expected)
        assert all(tally[one] == sum(made([one]) <= some for some in expected) for one in tally)
    distinct = puzzle.tally(symmetry="distinct")
    assert all(distinct[one] == sum(any(made([one]) <= some for some in orbit) for orbit in orbits) for one in distinct)
    hint, forced = puzzle.hint(), puzzle.forced()
    if expected:
        shared = frozenset.intersection(*expected) - entries.given(question)
        assert forced is not None
        assert {item for one in forced for item in made([one.placement])} == shared
        assert all(made(solution) in expected for solution in puzzle.sample(3, seed=1))
    else:
        assert hint is forced is None
    assert (puzzle.mistakes() is None) == (puzzle.difficulty() is not None) == bool(expected)
    assert (puzzle.explain().proof is None) == bool(expected)


def test_a_bound_on_empty_cells_counts_for_the_difficulty() -> None:
    puzzle = Puzzle("+.\n+#", {"I2": (0, 1), "I3": (0, None)}, spare=0)
    assert puzzle.count() == 0
    assert puzzle.difficulty() is None
