"""Random puzzles and their solutions through every format and back; JSON, BurrTools, tables and arrays by hand."""

from __future__ import annotations

import gzip
import re
import sys
from dataclasses import replace
from itertools import islice
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from commandline import Run, exactly, full_match, write
from effort import deep, examples
from oracle import Piece
from oracle import Statement as Question
from pentomino import Board, PentominoError, Placement, Polyform, Polyomino, Puzzle, PuzzleError, Solution, formats
from pentomino.formats import FormatError, cnf, common, csv, dlx, ini, json, picture, xmpuzzle, xmpuzzle_parts
from pentomino.lattices.lattice import SQUARE, Cell, Cells, shift
from pentomino.notation import picture_start
from puzzles import made
from strategies import QUESTIONS, polyominoes, statements, statements_with_room

puzzles = st.one_of(statements(most_cells=12), statements_with_room(most_cells=9))
SMALL = Puzzle("3x5", "PUV")
CELLS = [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]]


def from_corner(puzzle: Puzzle) -> tuple[Board, set[tuple[Cell, ...]]]:
    """The board of a puzzle and its given pieces as a picture has them: without their place on the lattice."""
    lattice = puzzle.board.lattice
    back = [-along for along in picture_start(puzzle.board.cells, lattice)]
    board = Board(shift(puzzle.board.cells, *back), lattice, optional=shift(puzzle.optional_cells, *back))
    return board, {tuple(sorted(shift(placement.cells, *back))) for placement in puzzle.placed}


@given(puzzles | QUESTIONS)
@examples(200, few=10)
def test_json_holds_all_of_a_puzzle(question: Question) -> None:
    puzzle = made(question)
    data = json.write_puzzle(puzzle)
    again = json.read_puzzle(data)
    assert json.write_puzzle(again) == data
    if any(not isinstance(rule, frozenset) for _, rule in puzzle.restrict):
        assert set(again.placements()) == set(puzzle.placements())
        assert json.read_puzzle(json.write_puzzle(again)) == again
    else:
        assert again == puzzle
    for module, mark in ((dlx, "|"), (cnf, "c")):
        text = "\n".join(json.comment(puzzle, mark))
        assert module.read_puzzle(text).placements() == again.placements()


def as_pictured(question: Question) -> Question:
    """Return the question with the rules that all pictures have."""
    return replace(question, reflections=len(min(question.cells)) == 2, allowed=None, spare=None)


@given((puzzles | QUESTIONS).map(as_pictured))
@examples(200, few=10)
def test_pictures_hold_the_board_and_the_given_pieces(question: Question) -> None:
    puzzle = made(question)
    assume(puzzle.reflections == (puzzle.board.lattice.dimension == 2) and not puzzle.restrict)
    assume(puzzle._most_empty == len(puzzle.optional_cells))
    if not all(placement.piece.is_connected for placement in puzzle.placed):
        with pytest.raises(FormatError, match="a given piece of several parts"):
            picture.write_half_filled(puzzle)
        return
    pieces = {count.piece: (count.least, count.most) for count in puzzle.pieces}
    read: list[Puzzle] = [picture.read_half_filled(picture.write_half_filled(puzzle), pieces)]
    if puzzle.uncovered_cells:
        data = picture.write_puzzle(puzzle)
        read.append(picture.read_puzzle(data, pieces))
        is_marked = b"." in data or puzzle.board.lattice != SQUARE
        assert picture.FORMAT.has_solutions(common.opened(data)) != is_marked
    for again in read:
        assert (again.board, {placement.cells for placement in again.placed}) == from_corner(puzzle)
        assert again.pieces == puzzle.pieces


@given(st.lists(st.tuples(polyominoes(), st.integers(1, 3)), min_size=1, max_size=6))
@examples(100)
def test_piece_files_hold_the_pieces(shapes: list[tuple[Cells, int]]) -> None:
    pieces = {Polyomino(shape, f"piece {number}"): copies for number, (shape, copies) in enumerate(shapes)}
    board = Board.rectangle(1, sum(piece.size * copies for piece, copies in pieces.items()))
    puzzle = Puzzle(board, pieces)
    assert ini.read_puzzle(ini.write_puzzle(puzzle), board) == puzzle


I3 = frozenset({(0, 0), (0, 1), (0, 2)})
FIRST_I3_IS_GIVEN = Question(
    frozenset({*I3, (1, 0), (1, 1), (1, 2)}),
    (Piece(I3, 0), Piece(frozenset({(0, 0)})), Piece(frozenset({(0, 0), (1, 0), (2, 0)}))),
    given=((0, I3),),
)


@given(puzzles)
@example(FIRST_I3_IS_GIVEN)
@examples(150, few=6)
def test_burrtools_holds_what_is_left_to_be_placed(question: Question) -> None:
    puzzle = made(question)
    assume(puzzle.reflections and not puzzle.restrict and puzzle.uncovered_cells)
    again = xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle))
    assert demands(again) == demands(puzzle)
    assert again.count(symmetry="all") == puzzle.count(symmetry="all")
    solutions = list(islice(puzzle.solve_all(symmetry="all"), 30))
    data = xmpuzzle.write_solutions(solutions, puzzle)
    assert list(xmpuzzle.read_solutions(data, puzzle)) == solutions
    if not puzzle.placed:
        top, left, _, _ = puzzle.board.frame
        moved = [cells_of(solution, top, left) for solution in solutions]
        assert [cells_of(solution, 0, 0) for solution in xmpuzzle.read_solutions(data)] == moved


def demands(puzzle: Puzzle) -> set[tuple[object, ...]]:
    """Return the pieces with their copies. Of a shape with several names, drop names and orientation.

    A given piece may use up the entry with the first name, and entries may be drawn in different orientations.
    """
    each, turns = zip(puzzle._demand, puzzle.names, strict=True), puzzle._turns
    return {(piece.canonical(*turns).renamed("") if names else piece, *copies) for (piece, *copies), names in each}


def cells_of(solution: Solution, top: int, left: int) -> set[tuple[tuple[int, int], ...]]:
    return {tuple(shift(placement.cells, -top, -left)) for placement in solution.placements}


READERS: list[Any] = [json, picture, dlx, cnf, csv]


@given(puzzles)
@example(Question(frozenset({(0, 0), (0, 2)}), (Piece(frozenset({(0, 0)}), 2, 2),)))
@examples(150, few=5)
def test_solutions_come_back_as_they_were(question: Question) -> None:
    puzzle = made(question)
    solutions = list(islice(puzzle.solve_all(symmetry="all"), 30))
    for module in READERS:
        assert list(module.read_solutions(module.write_solutions(solutions, puzzle), puzzle)) == solutions
    for module in (json, dlx, cnf):
        assert list(module.read_solutions(module.write_solutions(solutions, puzzle))) == solutions
    outlines = "\n\n".join(map(str, solutions))
    try:
        assert list(picture.read_solutions(outlines, puzzle)) == solutions
    except FormatError as error:  # the text may also be two layers of a solid
        assert "blank columns split the picture" in str(error)


LIKE_WORDS = r"text: line \d+, column \d+: (row|column) \d+ may be words, numbers or pieces of one cell" + re.escape(
    "; use a different letter for each piece and '#' for cells left out, or specify the puzzle"
)
SINGLES = Question(frozenset({*I3, (1, 0)}), (Piece(frozenset({(0, 0)}), 2, 2), Piece(frozenset({(0, 0), (0, 1)}))))
LINE_OF_SINGLES = Question(I3, (Piece(frozenset({(0, 0)}), 3, 3),))


@given(statements(most_cells=12))
@example(SINGLES)
@example(LINE_OF_SINGLES)
@examples(100, few=5)
def test_a_solution_says_the_puzzle_where_none_is_given(question: Question) -> None:
    puzzle = made(question)
    solutions = list(islice(puzzle.solve_all(symmetry="all"), 1))
    assume(solutions)
    lines = (solutions[0].to_json() + "\n").encode()
    for data, read in (
        (lines, json.read_solutions),
        (picture.write_solutions(solutions, puzzle), picture.read_solutions),
        (csv.write_solutions(solutions, puzzle), csv.read_solutions),
    ):
        assert list(read(data, puzzle)) == solutions
        try:
            (again,) = read(data)
        except FormatError as error:
            assert read is picture.read_solutions
            assert re.fullmatch(LIKE_WORDS, str(error))
            assert sum(len(one.cells) == 1 for one in solutions[0].placements) > 2
            continue
        assert again.puzzle.board == from_corner(puzzle)[0]
        assert len(again.placements) == len(solutions[0].placements)
        assert again.is_valid()


def changed(member: str, value: object = None) -> str:
    document = loads(json.write_puzzle(SMALL)) | {member: value}
    return dumps({name: stated for name, stated in document.items() if stated is not None})


def test_the_document_is_what_the_documentation_says() -> None:
    puzzle = Puzzle("3x5", "P U* V*1-2", placed="UU...\nU....\nUU...", restrict={"V": [0, 2]})
    assert loads(json.write_puzzle(puzzle)) == {
        "format": "pentomino-puzzle",
        "version": 1,
        "board": [".....", ".....", "....."],
        "pieces": [
            {"name": "P", "rows": ["##", "##", "#."], "copies": 1},
            {"name": "U", "rows": ["#.#", "###"], "copies": [0, None]},
            {"name": "V", "rows": ["#..", "#..", "###"], "copies": [1, 2]},
        ],
        "reflections": True,
        "placed": [[[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]]],
        "restrict": [{"piece": 2, "orientations": [0, 2]}],
    }
    assert json.read_puzzle(json.write_puzzle(puzzle)) == puzzle
    head = '{"format": "pentomino-puzzle", "version": 1, '
    text = head + '"board": ["..", ".#"], "pieces": [{"rows": ["#.", "##"]}], "x": 1}'
    with pytest.warns(UserWarning, match="the member 'x' is unknown and ignored"):
        puzzle = json.read_puzzle(text)
    assert (puzzle.reflections, puzzle.count(), puzzle.pieces[0].piece.name) == (True, 1, "")


def test_boards_that_are_sparse_or_elsewhere_are_lists_of_cells() -> None:
    for cells in ([(0, 0), (0, 500)], [(-3, 7), (-3, 8)], [(1, 0)]):
        puzzle = Puzzle(cells, "O1*")
        assert loads(json.write_puzzle(puzzle))["board"] == {"cells": [list(cell) for cell in cells]}
        assert json.read_puzzle(json.write_puzzle(puzzle)) == puzzle


def test_solutions_of_a_document_and_of_lines() -> None:
    solutions = list(SMALL.solve_all(symmetry="all"))
    document = json.write_solutions(solutions, SMALL)
    assert json.read_puzzle(document) == SMALL
    assert loads(document)["solutions"][0] == loads(solutions[0].to_json())
    lines = "\n".join(solution.to_json() for solution in solutions) + "\n\n"
    assert list(json.read_solutions(lines)) == solutions
    assert json.holds_solutions(common.opened(lines))
    assert json.holds_solutions(common.opened(document))
    assert not json.holds_solutions(common.opened(json.write_puzzle(SMALL)))
    elsewhere = Puzzle([(5, 5), (5, 6)], "I2")
    solution = next(elsewhere.solve_all())
    assert list(json.read_solutions(solution.to_json(), elsewhere)) == [solution]
    with pytest.raises(FormatError, match=r"^text: 'format' must be 'pentomino-solutions', got"):
        list(json.read_solutions(json.write_puzzle(SMALL)))
    with pytest.raises(FormatError, match="text: line 2, column 2: invalid JSON"):
        list(json.read_solutions(next(SMALL.solve_all()).to_json() + "\n{"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "text: line 1, column 2: invalid JSON: Expecting property name"),
        pytest.param("[" * 100000, "nested too deeply", marks=deep),
        ("[]", "'format' must be 'pentomino-puzzle', got []"),
        ("[1.5]", "numbers must be whole numbers, got '1.5'"),
        ("[NaN]", "numbers must be whole numbers, got 'NaN'"),
        ("[" + "1" * 5000 + "]", "numbers must be from -1000000000 to 1000000000, got "),
        ("[-1000000001]", "numbers must be from -1000000000 to 1000000000, got '-1000000001'"),
        (changed("board"), "'board' of the document is missing"),
    ],
)
def test_what_is_wrong_in_a_document_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        json.read_puzzle(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("text: ")
    assert "\n" not in str(caught.value)


TWO_COLOURS = "for each cell, got two for one cell"


@pytest.mark.parametrize(
    ("member", "value", "message"),
    [
        ("version", 3, "'version' must be 1 or 2, got 3"),
        ("version", True, "'version' of the document must be a number, got true or false"),
        ("board", "6x10", "'board' of the document must be a list or an object, got a string"),
        ("board", [1], "board: row 1 of the picture must be a string of one line, got 1"),
        ("board", ["..", ".x"], "board: row 2, column 2: unexpected character 'x'; draw rows with '.', '+' and '#'"),
        ("board", {"cells": [[0]]}, "board: a cell must be [row, column] of whole numbers"),
        ("board", {"cells": [[0, 0], [0, 0]]}, "board has the cell [0, 0] twice"),
        ("board", {"cells": []}, "the board has 0 free cells"),
        (
            "board",
            {"cells": [[0, 0], [600, 600]]},
            "a board in a file must fit into a box of at most 262144 cells, got 601x601",
        ),
        ("board", ["..", "."], "board: row 2 of the picture must have 2 marks, like row 1, got 1"),
        ("board", [], "board: the picture is empty"),
        ("pieces", [1], "pieces[0] must be an object, got a number"),
        ("pieces", [{"rows": ["#.#"]}], "polyomino must be connected, got 2 separate parts"),
        ("pieces", [{"rows": ["#"], "copies": [1]}], "'copies' of pieces[0] must be a number or [least, most]"),
        ("pieces", [{"rows": ["#"], "copies": -1}], "copies of a piece must be at least 0"),
        ("pieces", [{"rows": ["#"], "copies": None}], "'copies' of pieces[0] must be a number or a list, got null"),
        ("pieces", [{"rows": ["#"]}] * 2, "two pieces have the same shape"),
        ("pieces", [{"rows": ["#"]}] * 16385, "a file must have at most 16384 pieces, got 16385"),
        ("pieces", [{"rows": ["#" * 262145]}], "the drawings of all pieces must have at most 262144 cells"),
        ("pieces", [{"rows": ["#"], "cells": [[0, 0]]}], "pieces[0] has both 'cells' and 'rows'"),
        ("pieces", [{"rows": ["##"], "named": [{"rows": ["#"]}]}], "must have its shape and together its copies"),
        ("pieces", [{"rows": ["##"], "copies": 2, "named": [{"rows": ["##"]}]}], "'named' of pieces[0] must have"),
        ("pieces", [{"rows": ["##"], "named": [{"rows": ["##"], "colours": ["B", ""]}]}], "'named' of pieces[0] must"),
        ("placed", [1], "the cells of placed[0] must be a list, got a number"),
        ("placed", [[[0, 0]]], "placed[0]: no piece fits on the 1 cell at row 1, column 1; the set is"),
        (
            "placed",
            [{"piece": 0, "cells": CELLS}],
            'placed[0]: this must be {"piece": index, "cells": [...]}, with the index',
        ),
        ("placed", [{"piece": 2, "name": "Q", "cells": CELLS}], "placed[0]: 'name' must be a name of piece 2, got 'Q'"),
        ("restrict", [1], "restrict[0] must be an object, got a number"),
        ("restrict", [{"piece": 3}], "'piece' of restrict[0] must be from 0 to 2, got 3"),
        ("restrict", [{"piece": 0}], "'orientations' of restrict[0] is missing"),
        ("restrict", [{"piece": 0, "orientations": ["a"]}], "'orientations' of restrict[0] must be whole"),
        ("restrict", [{"piece": 0, "orientations": [9]}], "orientations of 'P' must be from 0 to 7, got 9"),
        ("restrict", [{"piece": 0, "places": [1]}], "the cells of restrict[0].places[0] must be a list"),
        ("restrict", [{"piece": 0, "orientations": [1]}] * 2, "for the same piece; merge them"),
        (
            "restrict",
            [{"piece": 0, "orientations": [1], "places": []}],
            "has both 'places' and 'orientations'; remove one",
        ),
        ("colours", {"B": [[0, 0]], "W": [[0, 1], [0, 0]]}, TWO_COLOURS),
        ("labels", {"B": [[0, 0]], "W": [[0, 1], [0, 0]]}, TWO_COLOURS),
    ],
)
def test_what_is_wrong_with_a_member_is_said(member: str, value: object, message: str) -> None:
    test_what_is_wrong_in_a_document_is_said(changed(member, value), message)


def test_a_given_piece_of_several_of_one_shape_is_said() -> None:
    pieces = [Polyform([(0, 0), (0, 1)], name) for name in "ab"]
    puzzle = Puzzle("2x2", pieces, placed=[Placement(pieces[1], [(0, 0), (0, 1)])], restrict={"a": [0]})
    document = loads(json.write_puzzle(puzzle))
    assert json.read_puzzle(dumps(document)) == puzzle
    document["placed"] = [document["placed"][0]["cells"]]
    with pytest.raises(FormatError, match=r"placed\[0\]: this must be .\"piece\": index"):
        json.read_puzzle(dumps(document))


@pytest.mark.parametrize("mark", ["\x1b", "\x9b", "\u202e", "\n", "\xa0", "\ud800"])
def test_labels_and_colours_are_printable(mark: str) -> None:
    """A terminal would obey some characters instead of printing them. `str.isprintable` knows them all."""
    document = loads(json.write_puzzle(Puzzle("1x2", "I2")))
    marked = [document | {key: {mark: [[0, 0]]}} for key in ("labels", "colours")]
    marked.append(document | {"pieces": [document["pieces"][0] | {"colours": [mark, ""]}]})
    for one in map(dumps, marked):
        for read, start in ((json.read_puzzle, ""), (dlx.read_puzzle, "| puzzle: "), (cnf.read_puzzle, "c puzzle: ")):
            with pytest.raises(FormatError, match="must be one line of printable characters, got '"):
                read(start + one)
    for make in (Board.labelled, Board.coloured):
        with pytest.raises(PuzzleError, match="must be one line of printable characters, got '"):
            make(Board("1x2"), {(0, 0): mark})


NO_SOLUTION = "this is not a solution of the puzzle"


@pytest.mark.parametrize(
    ("solutions", "message"),
    [
        (1, "'solutions' of the document must be a list, got a number"),
        ([1], "text: solutions[0] must be an object, got a number"),
        ([{}], "'placements' of solutions[0] is missing"),
        ([{"placements": [1]}], "solutions[0].placements[0] must be an object, got a number"),
        ([{"placements": [{"piece": 1}]}], "'piece' of solutions[0].placements[0] must be a string, got a number"),
        ([{"placements": []}], f"solutions[0]: {NO_SOLUTION}: the cell at row 1, column 1 is not covered"),
    ],
)
def test_what_is_wrong_with_a_solution_is_said(solutions: object, message: str) -> None:
    document = loads(json.write_solutions([], SMALL)) | {"solutions": solutions}
    with pytest.raises(FormatError, match=re.escape(message)):
        list(json.read_solutions(dumps(document)))


def burr(
    board: str = '<voxel x="3" y="1" z="1" type="0">###</voxel>',
    piece: str = '<voxel x="1" y="1" z="1" type="0" name="one">#</voxel>',
    shape: str = '<shape id="1" count="3"/>',
    more: str = "",
) -> str:
    """A file of BurrTools, of the parts that a test wants to be so and so."""
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>{board}{piece}</shapes>
<problems><problem state="0"><shapes>{shape}</shapes><result id="0"/><bitmap/>{more}</problem></problems>
<comment/></puzzle>"""


def test_problems_are_told_by_their_numbers(run: Run) -> None:
    """The command prints in its one line that another one is left out."""
    one = burr(more=assembly("0 0 0 0 1 0 0 0 2 0 0 0"))
    other = burr(shape='<shape id="1" min="0" max="3"/>')
    first, second = (full_match("(?s).*(<problem .*</problem>).*", text)[1] for text in (one, other))
    write("two.xmpuzzle", one.replace(first, first + second))
    said = "two.xmpuzzle has 2 problems, and only the first is read; for the second, write two.xmpuzzle:2"
    with pytest.warns(UserWarning, match=exactly(said)):
        assert formats.read_puzzle("two.xmpuzzle") == xmpuzzle.read_puzzle(one)
    assert run("count", "two.xmpuzzle") == (0, "1\n", f"pentomino: {said}\n")
    assert run("convert", "two.xmpuzzle", "one.json") == (0, "one.json: 1 solution\n", f"pentomino: {said}\n")
    assert formats.read_puzzle("two.xmpuzzle:1") == xmpuzzle.read_puzzle(one)
    assert formats.read_puzzle("two.xmpuzzle:2") == xmpuzzle.read_puzzle(other) != xmpuzzle.read_puzzle(one)
    assert [len(list(formats.read_solutions(f"two.xmpuzzle:{number}"))) for number in (1, 2)] == [1, 0]
    assert run("count", "two.xmpuzzle:2") == (0, "1\n", "")
    for path, told in (
        ("two.xmpuzzle:3", "no problem is named '3': write two.xmpuzzle:1 or two.xmpuzzle:2"),
        ("one.json:2", "no puzzle is named '2': write one.json:1"),
    ):
        with pytest.raises(FormatError, match=exactly(f"{path}: {told}")):
            formats.read_puzzle(path)
    with pytest.raises(FormatError, match="the extension must be one of"):
        formats.write_puzzle(Puzzle("2x3", "I2*"), "three.xmpuzzle:2")


def assembly(text: str) -> str:
    return f"<solutions><solution asmNum='0'><assembly>{text}</assembly></solution></solutions>"


TWO_OF_THREE = "0 0 0 0 1 0 0 0"
"""The places of two of the three pieces of `burr`."""
PLACE = "a placement must be x y z and a rotation from 0 to 23, got"


def test_a_file_of_burrtools_is_gzipped_and_reproducible() -> None:
    data = xmpuzzle.write_puzzle(Puzzle("2x3", "I2* + V3?"))
    assert data == xmpuzzle.write_puzzle(Puzzle("2x3", "I2* + V3?"))
    text = gzip.decompress(data).decode()
    assert '<voxel x="2" y="1" z="1" name="I2" type="0">##</voxel>' in text
    assert '<voxel x="2" y="2" z="1" name="V3" type="0">#_##</voxel>' in text
    assert '<voxel x="3" y="2" z="1" name="board" type="0">######</voxel>' in text
    assert '<shape id="0" min="0" max="3"/>\n    <shape id="1" min="0" max="1"/>' in text
    assert '<result id="2"/>' in text


def test_pieces_of_burrtools_may_be_turned_over_in_space() -> None:
    board = '<voxel x="4" y="2" z="1" type="0">########</voxel>'
    left, right = (f'<voxel x="3" y="2" z="1" type="0">{cells}</voxel>' for cells in ("####__", "###__#"))
    puzzle = xmpuzzle.read_puzzle(burr(board, left + right, '<shape id="1" count="1"/><shape id="2" count="1"/>'))
    assert (puzzle.reflections, [(count.least, count.most) for count in puzzle.pieces]) == (True, [(2, 2)])
    puzzle = Puzzle("2x3", "I2*", reflections=False)
    assert xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle)).count(symmetry="all") == 3


def test_puzzles_of_burrtools_lie_in_any_plane() -> None:
    board = '<voxel x="1" y="2" z="3" type="0">######</voxel>'
    piece = '<voxel x="3" y="1" z="2" type="0" name="l">###__#</voxel>'
    one = '<voxel x="1" y="1" z="1" type="0">#</voxel>'
    shapes = '<shape id="1"/><shape id="2" min="1" max="2"/>'
    text = burr(board, piece + one, shapes)
    puzzle = xmpuzzle.read_puzzle(text)
    assert (puzzle.board.rows, puzzle.board.columns) == (3, 2)
    assert [(count.piece.name, count.least, count.most) for count in puzzle.pieces] == [("l", 1, 1), ("S3", 1, 2)]
    assert puzzle.count(symmetry="all") == 4
    (solution,) = xmpuzzle.read_solutions(burr(board, piece + one, shapes, assembly("0 0 0 7 0 1 0 0 0 1 1 0")))
    assert [len(placement.cells) for placement in solution.placements] == [4, 1, 1]


def test_assemblies_turn_about_the_hotspot() -> None:
    board = '<voxel x="2" y="3" z="1" type="0">######</voxel>'
    piece = '<voxel x="3" y="1" z="1" hx="1" type="0" name="i">###</voxel>'
    for text in ("0 1 0 16 1 1 0 16", "0 1 0 20 1 1 0 18", "0 1 0 16 x 1 1 0 16"):
        count = 3 if "x" in text else 2
        shape = f'<shape id="1" min="2" max="{count}"/>'
        (solution,) = xmpuzzle.read_solutions(burr(board, piece, shape, assembly(text)))
        assert solution.grid == ("AB", "AB", "AB")
    with pytest.raises(FormatError, match="a piece of the assembly leaves the layer of the board"):
        list(xmpuzzle.read_solutions(burr(board, piece, '<shape id="1" count="2"/>', assembly("0 1 0 4 1 1 0 16"))))


def test_every_rotation_is_one_and_no_two_are_equal() -> None:
    images = [tuple(xmpuzzle_parts.turned_brick((1, 2, 3), rotation)) for rotation in range(24)]
    assert len(set(images)) == 24
    for rotation in range(24):
        x, y, z = (xmpuzzle_parts.turned_brick(axis, rotation) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        across = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
        assert tuple(z) == across


def test_colours_that_rule_nothing_out_are_left_aside() -> None:
    coloured = '<voxel x="1" y="1" z="1" type="0">#1</voxel>'
    assert xmpuzzle.read_puzzle(burr(piece=coloured)).count() == 1
    assert xmpuzzle.read_puzzle(burr('<voxel x="3" y="1" z="1" type="0">#0#0#</voxel>', coloured)).restrict == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text: line 1, column 1: invalid XML: no element found"),
        ("<a><b></a>", "text: line 1, column 9: invalid XML: mismatched tag"),
        ('<?xml version="1.0" encoding="utf-99"?><a/>', "invalid XML"),
        ('<?xml version="1.0" encoding="shift-jis"?><a/>', "invalid XML: multi-byte encodings"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "text: line 1: a document type is not allowed; remove it"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "a document type is not allowed; remove it"),
        ("<a>&x;</a>", "invalid XML: undefined entity"),
        ("<a>" * 130, "nested at most 128 deep"),
        ("<a/>", "the root must be <puzzle>, got 'a'"),
        (
            '<puzzle><gridType type="9"/><shapes/><problems><problem/></problems></puzzle>',
            "'type' of <gridType> must be from 0 to 4, got '9'",
        ),
        ("<puzzle/>", "<puzzle> has no <shapes>"),
        ("<puzzle><shapes/><problems/></puzzle>", "<problems> has no <problem>"),
        (burr(shape='<shape id="2"/>'), "'id' of <shape> must be from 0 to 1, got '2'"),
        (burr(shape="<shape/>"), "'id' of <shape> must be from 0 to 1, but is missing"),
        (burr(shape='<shape id="1" min="3" max="2"/>'), "'max' of <shape> must be from 3 to 65535, got '2'"),
        (burr(shape='<shape id="1" count="-3"/>'), "'count' of <shape> must be from 0 to 65535, got '-3'"),
        (burr(shape='<shape id="1"/>' * 16385), "a file must have at most 16384 pieces, got 16385"),
        (burr(more=assembly("0 0 0 0 1 0 0 0 2 0 0 0"), shape='<shape id="0" count="2"/>' * 2), "the pieces cover 12"),
        (
            burr(more=assembly("0 0 0 0 1 0 0 0"), shape='<shape id="0" count="1"/><shape id="0" min="0" max="1"/>'),
            "the assembly covers more cells than the board has",
        ),
        (burr(shape='<shape id="1" count="2"/>'), "text: the board has 3 free cells, but the pieces cover 2"),
        (
            burr(piece='<voxel x="3" y="1" z="1">#+#</voxel>'),
            "line 2: a piece cannot have cells that may stay empty ('+')",
        ),
        (burr('<voxel x="3" y="1" z="1">#a#</voxel>'), "voxels must be '#', '+' or '_', got 'a'"),
        (burr('<voxel x="3" y="1" z="1">#63##64</voxel>'), "the colour of a voxel must be from 1 to 63, got 64"),
        (burr('<voxel x="3" y="1" z="1">###100</voxel>'), "the colour of a voxel must be from 1 to 63, got 100"),
        (
            burr(f'<voxel x="3" y="1" z="1">###{"7" * 5000}</voxel>'),
            "the colour of a voxel must be from 1 to 63, got 777777777",
        ),
        (burr('<voxel x="3" y="1" z="1">##</voxel>'), "a grid of 3 by 1 by 1 must have 3 voxels, got 2"),
        (burr('<voxel x="3" y="1" z="1">___</voxel>'), "a shape must have 1 to 65536 filled voxels, got 0"),
        (burr('<voxel x="0" y="1" z="1"></voxel>'), "'x' of <voxel> must be from 1 to 262144, got '0'"),
        (burr('<voxel x="2" y="2" z="2">########</voxel>'), "the board has 8 free cells, but the pieces cover 3"),
        (
            burr(piece='<voxel x="1" y="1" z="1" name="&#10;x&#10;y">#</voxel>'),
            "line 2: the name 'x\\ny' must have only printable characters, got U+000A",
        ),
        (burr(more=assembly(TWO_OF_THREE)), f"line 3: {PLACE} ''"),
        (burr(more=assembly(f"{TWO_OF_THREE} 2 0 0 24")), f"{PLACE} '2 0 0 24'"),
        (burr(more=assembly(f"{TWO_OF_THREE} 2 0 0 0 x")), "the assembly has more placements than there are copies"),
        (burr(more=assembly(f"{TWO_OF_THREE} x")), f"{NO_SOLUTION}: the cell at row 1, column 3 is not covered"),
        (burr(more="<solutions><solution/></solutions>"), "<solution> has no <assembly>"),
    ],
)
def test_what_is_wrong_in_a_file_of_burrtools_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(xmpuzzle.read_solutions(text))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_packed_files_are_bounded_and_may_be_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(burr().encode())
    assert xmpuzzle.read_puzzle(packed).count() == 1
    assert not xmpuzzle.holds_solutions(common.opened(packed))
    assert xmpuzzle.holds_solutions(common.opened(burr(more=assembly("x"))))
    broken = (packed[:-9], packed[:20] + b"\0\0" + packed[22:], b"\x1f\x8b", packed[:-1] + b"\xff")
    for data in broken:
        assert not xmpuzzle.holds_solutions(common.opened(data))
        with pytest.raises(FormatError, match="text: invalid gzip file"):
            xmpuzzle.read_puzzle(data)
    monkeypatch.setattr(xmpuzzle_parts, "MAX_BYTES", 1000)
    with pytest.raises(FormatError, match="a file must have at most 1000 bytes when unpacked"):
        xmpuzzle.read_puzzle(gzip.compress(b" " * 100_000))
    monkeypatch.setattr(xmpuzzle_parts, "_MAX_ELEMENTS", 3)
    with pytest.raises(FormatError, match="a file must have at most 3 elements"):
        xmpuzzle.read_puzzle(burr())


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle("3x5", "PUV", restrict={"P": [0]}), "restrictions"),
        (Puzzle("3x5", "PUV", reflections=False), "it cannot keep P from being reflected"),
        (Puzzle("2x2", {Polyomino("S4").renamed(""): 0, "O4": 1}, reflections=False), "keep a piece from"),
        (Puzzle("1x2", "I2", placed="aa"), "there is nothing to build"),
        (Puzzle("256x256", "O1* I2*"), "at most 65535 copies"),
        (
            Puzzle([(0, 0), (600, 600)], "O1*"),
            "a board in a file must fit into a box of at most 262144 cells, got 601x601",
        ),
    ],
)
def test_what_burrtools_cannot_say_is_refused(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        xmpuzzle.write_puzzle(puzzle)


def test_tables_may_have_other_columns_and_quotes() -> None:
    text = 'who,grid,"a,b"\n"x\ny","AAA/BBB",\n\nz,XYY/XYY,\n'
    solutions = csv.read_solutions(text, Puzzle("2x3", "I2* I3* O4*"))
    assert [len(solution.placements) for solution in solutions] == [2, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text: line 1: the first row must name the columns"),
        ("a,b\n", "text: line 1: the first row must name the columns, including 'grid'"),
        ("n,grid\n1\n", "text: line 2: this row must have its grid in column 2, but ends before"),
        ("grid\n\n AA/B.\n", "text: line 3: the grid: row 2, column 2: unexpected character '.'"),
        ("grid\n\"\"\n", "text: line 2: the grid: the picture is empty"),
        ("grid\n" + "a" * 140000, "invalid CSV: field larger than field limit (131072)"),
        ("grid\nAB\nAA\n", "text: line 3: no piece fits on the 2 cells at row 1, column 1; the set is O1"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_table_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        list(csv.read_solutions(text))


def test_why_numpy_does_not_load_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(
        "try:\n    raise ImportError('libstdc++.so.6: cannot open shared object file')\n"
        "except ImportError as error:\n    raise ImportError('IMPORTANT:\\nread this') from error\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "numpy", raising=False)
    solution = next(SMALL.solve_all())
    with pytest.raises(PentominoError) as caught:
        solution.to_numpy()
    told = "which is installed but cannot be imported: libstdc++.so.6: cannot open shared object file"
    assert str(caught.value) == f"to_numpy() needs numpy, {told}"


@pytest.mark.parametrize("suffix", [".txt", ".csv"])
def test_pieces_of_one_shape_in_cells(suffix: str, tmp_path: Path) -> None:
    """Rules and copies tell which piece lies where: A on the first two cells, if there are two; else there is B."""
    a, b = (Polyomino([(0, 0), (0, 1)], name) for name in "AB")
    puzzle = Puzzle("1x5", {a: (0, 1), b: 1, Polyomino("O1"): (0, 2)}, restrict={a: lambda one: (0, 0) in one.cells})
    for solution in puzzle.solve_all(symmetry="all"):
        file = tmp_path / f"one{suffix}"
        with pytest.warns(UserWarning, match="which of several pieces with the same shape is placed where"):
            formats.write_solutions([solution], file, puzzle=puzzle, overwrite=True)
        assert list(formats.read_solutions(file, puzzle)) == [solution]
    either = Puzzle("1x4", [a, b], restrict={a: lambda one: one.cells != ((0, 1), (0, 2))})
    assert len(either.pieces) == 2
    told = "several pieces fit on the 2 cells at row 1, column 1, and the solution does not say which"
    with pytest.raises(FormatError, match=told):
        list(picture.FORMAT.read_solutions("aabb", either))  # type: ignore[misc]


def test_colours_and_different_pieces_in_json() -> None:
    board = Board([(0, 0), (0, 1), (1, 0)], optional=[(1, 1)]).coloured("BW\nWB")
    pieces = [Polyform("I2").coloured("BW").renamed("x"), Polyomino("I2").renamed("y"), Polyomino("I2").renamed("z")]
    puzzle = Puzzle(board, dict.fromkeys(pieces, (0, 1)), spare=1)
    document = json.write_puzzle(puzzle).decode()
    assert '"version": 2' in document
    assert '"colours": {"B": [[0, 0], [1, 1]], "W": [[0, 1], [1, 0]]}' in document
    assert json.read_puzzle(document) == puzzle
    position = puzzle.replace(placed=[Placement(pieces[2], [(0, 0), (0, 1)])])
    assert json.read_puzzle(json.write_puzzle(position)) == position
    old = document.replace('"version": 2', '"version": 1')
    with pytest.raises(FormatError, match="two pieces have the same shape"):
        json.read_puzzle(old)
