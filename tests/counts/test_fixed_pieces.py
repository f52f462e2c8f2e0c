"""Pieces that may not be rotated: every method against the slow oracle on all lattices; formats; the command line."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import oracle
import pentomino
from commandline import Run, complaint
from compare import compare
from effort import examples
from executors import share_out_at_once
from oracle import Piece
from oracle import Statement as Question
from pentomino import Board, FormatError, Placement, Polyform, Polyomino, Puzzle, PuzzleError, formats, sheet
from pentomino.formats import ini
from pentomino.lattices.board_words import lattices
from pentomino.pieces.sets import as_pieces
from puzzles import ENGINES, made
from strategies import QUESTIONS, Restriction, with_restriction
from wraps import RolledRestriction, wrapped, wrapped_statements


@st.composite
def as_drawn(draw: st.DrawFn, questions: st.SearchStrategy[Question]) -> Question:
    """Draw a statement whose pieces may not be rotated: the parts of a solution, or these in all orientations."""
    stated = replace(draw(questions), allowed=None, given=())
    question = replace(stated, rotations=False)
    found = filter(None, oracle.solutions(stated))  # a tiling without parts would leave no pieces
    tilings = sorted(found, key=lambda tiling: sorted((key, sorted(cells)) for key, cells in tiling))
    if not tilings or not draw(st.integers(0, 7)):
        return question
    tiling = draw(st.sampled_from(tilings[:50]))
    # On a wrapped board, the cells of a part may be far from each other; then any orientation serves.
    shapes = [frozenset(key) if hasattr(stated.grid, "wrap") else stated.grid.shape_of(cells) for key, cells in tiling]
    copies = Counter(oracle.own_key(question, shape) for shape in shapes)
    every = {
        oracle.own_key(question, turned): number
        for key, number in copies.items()
        for turned in oracle.orientations(frozenset(key), draw(st.booleans()), stated.grid)
    }
    # The frontier engine has 63 bits for all copies.
    if sum(map(int.bit_length, every.values())) <= 50 and draw(st.booleans()):
        pieces = [Piece(frozenset(key), 0, most) for key, most in every.items()]
    else:
        pieces = [Piece(frozenset(key), number, number) for key, number in copies.items()]
    if draw(st.booleans()):
        pieces += [piece._replace(least=0) for piece in draw(st.permutations(stated.pieces))[:2]]
    question = replace(question, pieces=tuple(draw(st.permutations(pieces))))
    if draw(st.integers(0, 2)) == 2 and not hasattr(stated.grid, "wrap"):
        keys = [oracle.own_key(question, piece.shape) for piece in question.pieces]
        _, cells = draw(st.sampled_from(sorted(tiling, key=lambda part: sorted(part[1]))))
        question = replace(question, given=((keys.index(oracle.own_key(question, cells)), cells),))
    if draw(st.integers(0, 3)) < 3:
        return question
    question = with_restriction(draw, question)
    rule = question.allowed
    if isinstance(rule, Restriction) and hasattr(stated.grid, "wrap"):  # a shape may begin anywhere on a wrapped board
        return replace(question, allowed=RolledRestriction(rule.index, rule.banned, rule.shapes, stated.grid))
    return question


def lying(puzzle: Puzzle, placements: Any) -> frozenset[Any]:
    """Return the placements as the oracle has them: cells alone do not tell pieces apart on a wrapped board."""
    return frozenset((one.piece.canonical(*puzzle._turns).cells, frozenset(one.cells)) for one in placements)


CORNER = frozenset({(0, 0), (0, 1), (1, 0)})
ENDS = frozenset({(0, 3), (3, 0)})
ONE_WAY = Question(CORNER | ENDS, (Piece(CORNER), Piece(frozenset({(0, 0)}))), optional=ENDS, rotations=False)
"""The mirror image of the corner has no place. So it does not matter that the transposed one is no piece of the set."""


@examples(400)
@example(question=ONE_WAY, engine="item", limit=2)
@example(question=replace(ONE_WAY, given=((0, CORNER),)), engine="item", limit=2)
@given(question=as_drawn(QUESTIONS), engine=st.sampled_from(list(ENGINES)), limit=st.integers(0, 4))
def test_all_methods_agree_with_the_oracle(question: Question, engine: str, limit: int) -> None:
    compare(question, engine, limit)


TWO_FIXED_L = (Piece(frozenset({(0, 0), (0, 1), (1, 0)}), 0), Piece(frozenset({(0, 0), (1, 0), (1, 1)}), 0))
ONE_ORIENTATION = RolledRestriction(1, shapes=frozenset({TWO_FIXED_L[1].shape}), grid=wrapped((2, 2)))
SMALL_TORUS = Question(
    frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}),
    (*TWO_FIXED_L, Piece(frozenset({(0, 0)}), 0)),
    allowed=ONE_ORIENTATION,
    grid=wrapped((2, 2)),
    rotations=False,
)
"""On this board the orientations of an L cover the same sets of cells, also those that the piece does not have."""


@examples(100)
@example(question=SMALL_TORUS)
@given(question=as_drawn(wrapped_statements()))
def test_wrapped_boards_agree_with_the_oracle(question: Question) -> None:
    puzzle, expected = made(question), oracle.solutions(question)
    found = list(puzzle.solve_all(symmetry="all"))
    assert len(found) == len(expected)
    assert {lying(puzzle, solution.placements) for solution in found} == expected
    distinct, rotated = oracle.orbits(oracle.bounded(question)), oracle.orbits(oracle.bounded(question), rotations=True)
    for method in ("search", "frontier"):
        options: dict[str, Any] = {"method": method}
        assert puzzle.count(symmetry="all", **options) == len(expected)
        assert puzzle.count(**options) == len(distinct)
        assert puzzle.count(symmetry="rotations", **options) == len(rotated)


@pytest.mark.parametrize(
    ("board", "shape"), [*(("2x2", shape) for shape in ("##/#.", "###/#..", "##/##", "#")), ("3x3", "###/#..")]
)
def test_a_quarter_turn_of_a_torus_exchanges_four_pieces(board: str, shape: str) -> None:
    """On a small torus the four cover the same cells."""
    side = int(board[0])
    cells = oracle.read_picture(shape.split("/"))
    shapes = sorted({tuple(sorted(one)) for one in oracle.orientations(cells, reflections=False)})
    for most in (1, 2) if side == 2 else (1,):
        pieces = (*(Piece(frozenset(one), 0, most) for one in shapes), Piece(frozenset({(0, 0), (0, 1)}), 0, 2))
        pieces += (Piece(frozenset({(0, 0), (1, 0)}), 0, 2), *([Piece(frozenset({(0, 0)}), 0, 5)] * (shape != "#")))
        whole = oracle.read_board(board)
        question = Question(whole, pieces, reflections=False, grid=wrapped((side, side)), rotations=False)
        puzzle, bounded = made(question), oracle.bounded(question)
        assert len(puzzle.symmetries()) == len(oracle.symmetries(bounded)) >= 4 * side * side
        expected = oracle.total(question), oracle.distinct(bounded), len(oracle.orbits(bounded, rotations=True))
        for method in ("search", "frontier"):
            options: dict[str, Any] = {"method": method}
            found = [puzzle.count(symmetry=symmetry, **options) for symmetry in ("all", "distinct", "rotations")]  # type: ignore[arg-type]
            assert tuple(found) == expected


@pytest.mark.needs_threads
@examples(40)
@given(question=as_drawn(QUESTIONS))
def test_shared_searches_agree(question: Question) -> None:
    puzzle = made(question)
    with pytest.MonkeyPatch.context() as patch:
        share_out_at_once(patch)
        assert puzzle.count(method="search", workers=2) == puzzle.count(method="frontier")
        alone = list(puzzle.solve_all(method="search"))
        assert list(puzzle.solve_all(method="search", workers=2)) == alone


@pytest.mark.parametrize("name", ["L4", "T4", "S4", "F", "X", "P"])
def test_all_orientations_apart_tile_as_one_piece_does(name: str) -> None:
    """The tilings are the same, and so are their symmetries, which map the orientations to each other."""
    piece = Polyomino(name)
    for board in ("4x4", "4x6", "5x5"):
        together = Puzzle(board, {piece: (0, None), "O1": (0, 4)})
        apart = {one.renamed(f"{name}{i}"): (0, None) for i, one in enumerate(piece.orientations())}
        puzzle = Puzzle(board, {**apart, "O1": (0, 4)}, rotations=False)
        assert len(puzzle.pieces) == len(apart) + 1
        for symmetry in ("distinct", "rotations", "all"):
            options: dict[str, Any] = {"symmetry": symmetry}
            number = together.count(**options)
            for method in ("search", "frontier"):
                assert puzzle.count(**options, method=method) == number


def test_what_is_drawn_is_placed() -> None:
    horizontal = Polyomino([(0, 0), (0, 1)], "h")
    assert [pentomino.count(f"2x{n}", {horizontal: (0, None)}, rotations=False) for n in (1, 2, 3, 4)] == [0, 1, 0, 1]
    both = {horizontal: (0, None), Polyomino([(0, 0), (1, 0)], "v"): (0, None)}
    # With dominoes of both orientations, these are the domino tilings of a 2xN strip: Fibonacci numbers.
    assert [pentomino.count(f"2x{n}", both, rotations=False, symmetry="all") for n in (1, 2, 3, 4)] == [1, 2, 3, 5]
    puzzle = Puzzle("5x5", "F L*0-2", rotations=False)
    assert [len([one for one in puzzle._orientations if one[0] == n]) for n in (0, 1)] == [1, 1]


def test_reflections_are_asked_for() -> None:
    shapes = [turned.cells for _, turned in Puzzle("3x3", "F?", rotations=False)._orientations]
    assert shapes == [Polyform("F").cells]
    puzzle = Puzzle("3x3", "F?", rotations=False, reflections=True)
    both = [Polyomino("F").cells, Polyomino("F").mirrored().cells]
    assert [turned.cells for _, turned in puzzle._orientations] == both
    assert Puzzle("3x3", "F? F'?", rotations=False).reflections is False
    assert len(Puzzle("3x3", "F? F'?", rotations=False, reflections=True).pieces) == 1
    assert repr(puzzle).endswith("reflections=True, rotations=False)")
    assert puzzle != Puzzle("3x3", "F?", reflections=True)
    with pytest.raises(PuzzleError, match="rotations must be True or False, got 'no'"):
        Puzzle("3x3", "F?", rotations="no")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", lattices())
def test_a_mirror_image_of_a_mirror_image_is_the_piece(name: str) -> None:
    lattice = lattices()[name]
    assert lattice.mirror.after(lattice.mirror).is_identity


def test_given_pieces_lie_as_drawn() -> None:
    piece = Polyomino("V3")
    puzzle = Puzzle("2x3", "V3*2", rotations=False)
    assert puzzle.count() == 0
    turned = piece.orientations()[2].cells
    with pytest.raises(PuzzleError, match="is not a piece of the set"):
        Puzzle("2x3", "V3*2", placed=[turned], rotations=False)
    assert Puzzle("2x3", "V3*2", placed=[piece.cells], rotations=False).count() == 0
    with pytest.raises(PuzzleError, match="its piece is not in the set"):
        puzzle.place(Placement("V3", turned))


def test_restrictions_go_by_the_orientations_that_are_left() -> None:
    puzzle = Puzzle("3x3", "F?", rotations=False, reflections=True, restrict={"F": [1]})
    assert [turned.cells for _, turned in puzzle._orientations] == [Polyform("F").mirrored().cells]
    with pytest.raises(PuzzleError, match="orientations of 'F' must be from 0 to 1, got 2"):
        Puzzle("3x3", "F?", rotations=False, reflections=True, restrict={"F": [2]})


@given(st.data())
@examples(60)
def test_repr_and_piece_files_state_reflections(data: st.DataObject) -> None:
    """Twins become one piece when they may be reflected, but still decide what a reader assumes."""
    one, other = data.draw(st.sampled_from(["L4 L4'", "N N'", "P P'", "L4 P'", "S4 V3"])).split()
    copies = st.sampled_from(["", "*2"])
    stated = f"{one}{data.draw(copies)} {other}{data.draw(copies)} {data.draw(st.sampled_from(['', 'I2', 'O1*2']))}"
    area = sum(count.piece.size * count.least for count in as_pieces(stated))
    board = Board.parse("\n".join(["." * -(-area // 2), "." * (area // 2) or "#"]))
    rotations = data.draw(st.booleans())
    puzzle = Puzzle(board, stated, reflections=data.draw(st.sampled_from([None, True, False])), rotations=rotations)
    assert eval(repr(puzzle)) == puzzle
    number = puzzle.count(symmetry="all")
    assert eval(repr(puzzle)).count(symmetry="all") == number
    with suppress(FormatError):
        assert ini.read_puzzle(ini.write_puzzle(puzzle), board).count(symmetry="all") == number


def test_twins_that_may_be_reflected_are_stated(run: Run) -> None:
    puzzle = Puzzle("2x4", "L4 + L4'", reflections=True)
    assert repr(puzzle).endswith("reflections=True)")
    assert eval(repr(puzzle)).count(symmetry="all") == 2  # by hand: a pair of L pieces, and its mirror image
    refused = run("convert", "2x4", "twins.ini", "-p", "L4 + L4'", "--reflections")
    assert (refused.status, "cannot store whether pieces may be reflected" in refused.err) == (2, True)
    assert run("convert", "2x4", "twins.ini", "-p", "L4 + L4'").status == 0


def test_formats_keep_it_or_refuse(tmp_path: Path) -> None:
    puzzle = Puzzle("4x5", "FLP*0-2", rotations=False)
    for suffix in (".json", ".dlx", ".cnf", ".lp"):
        path = tmp_path / f"puzzle{suffix}"
        formats.write_puzzle(puzzle, path)
        if suffix != ".lp":
            again = formats.read_puzzle(path)
            assert again == puzzle
            assert again.rotations is False
    assert '"version": 2' in (tmp_path / "puzzle.json").read_text()
    for suffix in (".xmpuzzle", ".ini"):
        with pytest.raises(FormatError, match="that pieces may not be rotated"):
            formats.write_puzzle(puzzle, tmp_path / f"puzzle{suffix}")


def test_the_command_line(run: Run) -> None:
    assert run("count", "2x6", "-p", "I2*", "--no-rotations") == (0, "1\n", "")
    assert run("count", "3x3", "-p", "V3*", "--no-rotations") == (1, "0\n", "")
    assert run("count", "2x3", "-p", "I2*3", "--no-rotations", "-v").err.count("pieces are not rotated\n") == 1
    assert run("subsets", "2x2", "-p", "I2*", "--no-rotations", "-q") == (0, "I2*2  1\n", "")
    formats.write_puzzle(Puzzle("2x4", "I2*", rotations=False), "fixed.json")
    assert run("count", "fixed.json") == (0, "1\n", "")
    status, _, err = run("count", "fixed.json", "--no-rotations")
    assert (status, "--no-rotations cannot be used with it" in err) == (2, True)


def test_sequences_sheets_and_new_puzzles(run: Run) -> None:
    commas = run("sequence", "2xN", "-p", "I2*", "-n", "7", "--no-rotations", "--style", "commas", "-q")
    assert commas.out == "1, 0, 1, 0, 1, 0, 1\n"
    told = run("sequence", "2xN", "-p", "I2*", "-n", "3", "--no-rotations", "--style", "entry", "-q").out
    assert told.startswith("Number of tilings of 2xN by I2*, not rotated.\n")
    made = run("generate", "-n", "2", "--board", "4x6", "-p", "pentominoes* tetrominoes*", "--no-rotations", "--json")
    assert [json.loads(line)["puzzle"]["rotations"] for line in made.out.splitlines()] == [False, False]
    kinds = {"subset": ("4x5", "pentominoes*0-2", "--reflections"), "shape": ("6x6", "tetrominoes?", "--cells", "16")}
    for kind, (board, pieces, *more) in kinds.items():
        made = run("generate", "1", "--kind", kind, "--board", board, "-p", pieces, "--no-rotations", "--json", *more)
        assert json.loads(made.out)["puzzle"]["rotations"] is False
    page = sheet([("2x6", Puzzle("2x6", "I2*", rotations=False))])
    assert run("sheet", "2x6", "-p", "I2*", "--no-rotations", "-o", "-").out == str(page)
    assert run("sheet", "--calendar", "2", "--no-rotations", "-o", "-").out.count("no solution") > 20
    Path("drawn.try").write_text("....\n....\n", encoding="utf-8")
    assert run("sheet", "drawn.try", "--no-rotations", "-o", "-") == complaint(
        "--spare, --[no-]reflections, --no-rotations and --restrict require a board such as 6x10, got the file "
        "drawn.try"
    )


def test_a_page_to_play_on_does_not_turn_them() -> None:
    from pentomino.pages.data import places_data

    (way,) = places_data(Puzzle("3x3", "F?", rotations=False))[0]["ways"]
    assert {"turn", "flip", "tip"}.isdisjoint(way)
    ways = places_data(Puzzle("3x3", "F?", rotations=False, reflections=True))[0]["ways"]
    assert [way["flip"] for way in ways] == [1, 0]
    (way,) = places_data(Puzzle("2x2x2", "V3?", rotations=False))[0]["ways"]
    assert {"turn", "flip", "tip"}.isdisjoint(way)


def test_verbs_about_a_puzzle_in_hand() -> None:
    domino = Polyomino([(0, 0), (1, 0)], "v")
    puzzle = Puzzle("2x3", {domino: 3}, rotations=False)
    assert puzzle.is_unique()
    assert puzzle.hint() is not None
    assert puzzle.mistakes() is None
    explanation = Puzzle("3x2", {domino: 3}, rotations=False).explain()
    assert explanation.is_checked
    assert pentomino.count(puzzle) == 1
