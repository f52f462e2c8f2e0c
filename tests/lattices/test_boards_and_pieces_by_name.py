"""Boards in words and by name, and pieces by name, on all lattices."""

from __future__ import annotations

from itertools import product
from time import process_time
from typing import Any

import pytest

import pentomino
from commandline import Run, complaint, exactly
from effort import thorough
from facts import EVERY, FACTS, each
from pentomino import (
    CUBIC,
    D4,
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    Isometry,
    Lattice,
    PentominoError,
    Placement,
    Polyform,
    Puzzle,
    PuzzleError,
    boards,
    polyforms,
)
from pentomino.board import MAX_CELLS
from pentomino.board_input import resolve
from pentomino.catalogue import FIGURES
from pentomino.known_pieces import OTHER_NAMES, SETS, TWINS
from pentomino.lattices.board_words import first_words, lattices
from pentomino.pieces.polyform import drawn_pieces
from pentomino.pieces.sets import named_pieces

WAYS = [f"{name} hexagon 3" for name, lattice in lattices().items() if "hexagon" in lattice.forms]
HEXAGONS_OF_3 = f"'hexagon 3' must begin with a lattice: write {' or '.join(WAYS)}"


def board_of(form: Any) -> Board:
    return resolve(form).board


@pytest.mark.parametrize(
    ("text", "lattice", "cells", "symmetries"),
    [
        ("6x10", SQUARE, 60, 4),
        ("square 4x4", SQUARE, 16, 8),
        ("3x4x5", CUBIC, 60, 8),
        (" 2 X 2 × 2 ", CUBIC, 8, 48),
        ("cubic 1x2x2", CUBIC, 4, 16),
        ("hexagonal 4x7", HEXAGONAL, 28, 2),
        ("Hexagonal  Rhombus 4", HEXAGONAL, 16, 4),
        ("hexagonal parallelogram 4x7", HEXAGONAL, 28, 2),
        ("hexagonal rectangle 3x5", HEXAGONAL, 15, 2),
        ("hexagonal rectangle 4x5", HEXAGONAL, 20, 2),
        ("hexagonal hexagon 3", HEXAGONAL, 19, 12),
        ("hexagonal triangle 7", HEXAGONAL, 28, 6),
        ("hexagonal trapezoid 5x10", HEXAGONAL, 40, 2),
        ("triangular 4x9", TRIANGULAR, 72, 2),
        ("triangular parallelogram 4x9", TRIANGULAR, 72, 2),
        ("triangular rhombus 6", TRIANGULAR, 72, 4),
        ("triangular hexagon 3", TRIANGULAR, 54, 12),
        ("triangular triangle 6", TRIANGULAR, 36, 6),
        ("triangular trapezoid 4x11", TRIANGULAR, 72, 2),
    ],
)
def test_boards_in_words(text: str, lattice: Lattice, cells: int, symmetries: int) -> None:
    board = board_of(text)
    assert (board.lattice, board.area, len(board.symmetries())) == (lattice, cells, symmetries)
    assert len(board.regions()) == 1
    assert lattice.corner(board.cells) == (0,) * lattice.dimension


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hexagon 3", HEXAGONS_OF_3),
        ("triangular hexagn 3", "'triangular hexagn 3': did you mean hexagon?"),
        ("hexagonal triangle 7x7", "'hexagonal triangle 7x7' is not a board; write for example hexagonal triangle 7"),
        ("cubic 3x4", "'cubic 3x4' is not a board; write for example cubic 3x4x5"),
        ("cubic", "'cubic' is not a board; write for example cubic 3x4x5"),
        (
            "triangular 3",
            "'triangular 3' is not a board; write for example triangular 4x9, triangular parallelogram 4x9, triangular "
            "rhombus 6, triangular hexagon 3, triangular triangle 6, triangular trapezoid 4x11",
        ),
        ("triangular trapezoid 5x4", "the base of a trapezoid of 5 rows must be at least 5, got 4"),
        ("3x0x5", "sizes must be at least 1, got 3x0x5"),
        ("999x999x999", "a board must have at most 65536 cells, got 999x999x999"),
        ("hexagonl 4x7", "'hexagonl 4x7' is not a board; did you mean hexagonal?"),
        ("cube 3x3x3", "'cube 3x3x3' is not a board; did you mean cubic?"),
        ("triangular rhombus -6", "'triangular rhombus -6' is not a board; write for example triangular rhombus 6"),
        ("triangular rombus six", "'triangular rombus six': did you mean rhombus?"),
        ("3x4x", "unknown board '3x4x': did you mean 3x4x5?"),
        ("torus 3x", "'torus 3x' is not a board; write for example torus 6x10"),
        ("soma cube", "unknown board 'soma cube': did you mean soma-screw or soma or soma-tunnel?"),
    ],
)
def test_words_that_are_no_board(text: str, message: str) -> None:
    for read in (board_of, Puzzle):
        with pytest.raises(PentominoError, match=exactly(message)):
            read(text)


@pytest.mark.parametrize("word", first_words())
def test_a_large_board_is_refused_at_once(word: str) -> None:
    """Cells are made only for sizes of at most `MAX_CELLS`, and then the first ones soon are too many."""
    for name, form in first_words()[word].forms.items():
        for sizes in product((1, MAX_CELLS, MAX_CELLS + 1, 10**9 - 1), repeat=1 + form.example.count("x")):
            text, start = " ".join(filter(None, (word, name, "x".join(map(str, sizes))))), process_time()
            if max(sizes) > MAX_CELLS:
                with pytest.raises(PuzzleError, match=f"^a board must have at most 65536 cells, got {text}"):
                    board_of(text)
            elif min(sizes) == MAX_CELLS:
                with pytest.raises(PuzzleError, match="must have at most 65536 cells"):
                    board_of(text)
            assert process_time() - start < 2, text


@pytest.mark.parametrize("name", lattices())
def test_a_lattice_is_said_by_its_name(name: str) -> None:
    lattice = lattices()[name]
    cells = [(0,) * (lattice.dimension - 1) + (n,) for n in range(3)]
    assert Board(cells, lattice=name) == Board(cells, lattice)
    assert Polyform(cells, "row", name.title()) == Polyform(cells, "row", lattice)
    assert Polyform.parse(str(Polyform(cells, "", lattice)), lattice=name).cells == Polyform(cells, "", lattice).cells
    assert Board.parse(str(Board(cells, lattice)), name).area == 3
    piece = FACTS[name].piece
    assert Polyform.named(piece, name) == Polyform.named(piece, lattice)
    kinds: list[Any] = ["free", "one-sided", "fixed"]
    assert [polyforms(3, kind, name) for kind in kinds] == [polyforms(3, kind, lattice) for kind in kinds]


TORUS = SQUARE.wrapped(3, 4)
FLIP = Isometry(SQUARE.mirror, (0, 1), TORUS)
BOX = Board.box(2, 2, 2)
NO_CELL = "a cell must be a {} of whole numbers, got"
PAIR = NO_CELL.format("pair")
BAD = [
    (lambda: polyforms(6, lattice="triangle"), "'triangle' is not a lattice; did you mean triangular?"),
    (lambda: polyforms(3, "fixed", None), "None is not a lattice; write square, cubic, "),
    (lambda: polyforms([3], "one-sided"), "polyominoes must have 1 to 12 cells to be listed, got [3]"),
    (lambda: Board([], lattice=3), "3 is not a lattice; write square, cubic, "),
    (lambda: Polyform([(0, 0)], "x", "round"), "'round' is not a lattice; write square, cubic, "),
    (lambda: Polyform([(0, 0), (5, 5)], "a\nb"), "polyomino 'a\\nb' must be connected, got 2 separate parts"),
    (lambda: Placement("F", [], (0, 0)), "(0, 0) is not a lattice; write"),
    (lambda: TRIANGULAR.neighbours((0, 0, 0)), f"neighbours: {NO_CELL.format('pair (row, column)')} (0, 0, 0)"),
    (lambda: CUBIC.neighbours((0, 0)), f"neighbours: {NO_CELL.format('triple (layer, row, column)')} (0, 0)"),
    (lambda: HEXAGONAL.neighbours(("a", 1)), f"neighbours: {NO_CELL.format('pair (row, q)')} ('a', 1)"),
    (lambda: SQUARE.neighbours(5), f"neighbours: {NO_CELL.format('pair (row, column)')} 5"),
    (lambda: SQUARE.regions(7), "regions: cells must be pairs (row, column), got 7"),
    (lambda: CUBIC.motions.IDENTITY.apply((0, 1)), f"CubicMotion.IDENTITY: {NO_CELL.format('triple')} (0, 1)"),
    (lambda: D4.ROTATE_90.apply_all(["ab"]), f"D4.ROTATE_90: {PAIR} 'ab'"),
    (lambda: D4.ROTATE_90.after(HEXAGONAL.mirror), "a motion of D4 must follow one of the same group, got <Hexagonal"),
    (lambda: FLIP.apply((0, 9, 1)), f"<Isometry FLIP_COLUMNS + (0, 1)>: {PAIR} (0, 9, 1)"),
    (lambda: FLIP.after(3), "<Isometry FLIP_COLUMNS + (0, 1)> must follow an isometry of the same lattice"),
    (lambda: Isometry(SQUARE.mirror, "ab", TORUS), f"shift: {PAIR} 'ab'"),
    (lambda: Isometry(CUBIC.mirror, (0, 1), TORUS), "an isometry must have a motion of its wrapped lattice, got"),
    (lambda: Board.box(2, 2, "x"), "layers, rows and columns must be whole numbers, got 2, 2 and 'x'"),
    (lambda: BOX.transform_cells([(0, 0, 0)], D4.FLIP_ROWS), "element must be a motion of the cubic lattice, got <D4"),
    (lambda: Board("2x2").transform_cells([(0, 0, 0)], D4.FLIP_ROWS), f"transform_cells: {PAIR} (0, 0, 0)"),
    (lambda: Board.box(2, 2).labelled([]), "labels must be a mapping of cells to strings, got []"),
    (lambda: pentomino.chart(3), "pieces must be polyforms, such as polyforms(5) or"),
]
"""What is no lattice, no cell and no motion, and what is said of it."""


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_what_is_no_lattice_no_cell_and_no_motion(call: Any, message: str) -> None:
    with pytest.raises(PentominoError) as error:
        call()
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_large_group_is_not_listed_whole() -> None:
    solution = pentomino.solve("torus 3x20")
    told = r"^ROTATE_90 is not a symmetry of the puzzle; its .* and \d+ more$"
    with pytest.raises(PentominoError, match=told) as error:
        solution.transformed(D4.ROTATE_90)
    assert len(str(error.value)) < 300


def test_boxes_and_other_lattices() -> None:
    assert Board.box(3, 4, 5) == board_of("3x4x5") == board_of((3, 4, 5))
    assert Board.box(3, 4) == Board.rectangle(3, 4)
    assert repr(Board.box(3, 4, 5)) == "Board.box(3, 4, 5)"
    with pytest.raises(PuzzleError, match="^a box must have 2 or 3 dimensions, got 1$"):
        Board.box(3)
    with pytest.raises(PuzzleError, match="^no pieces are given; pieces='tetrahexes' is an example$"):
        Puzzle("hexagonal 4x7")
    with pytest.raises(
        PuzzleError, match="^piece F must be on the triangular lattice, like the board, got the square one$"
    ):
        Puzzle("triangular 4x9", "pentominoes")
    assert Puzzle("3x4x5") == Puzzle("3x4x5", "pentominoes")


TORI = {f"pentominoes-torus{size}" for size in ("", "-4x15", "-5x12", "-6x10")}
LONG = {"3x4x5", "bedlam", "conway", "kanoodle-pyramid", "tetris-cube"} | TORI
"""What takes a second and more, or is counted in `test_balls.py`."""


@pytest.mark.parametrize("name", [name for name, figure in FIGURES.items() if figure.solutions and name not in LONG])
def test_named_boards_have_as_many_solutions_as_they_say(name: str) -> None:
    assert boards.named(name).puzzle().count() == boards.named(name).solutions


@thorough
@pytest.mark.parametrize("name", sorted(LONG))
def test_large_named_boards(name: str) -> None:
    assert boards.named(name).puzzle().count(workers=2) == boards.named(name).solutions


def test_named_boards_without_a_number_have_a_solution() -> None:
    for name, figure in FIGURES.items():
        assert figure.solutions is not None or pentomino.solve(name).is_valid()


@EVERY
def test_drawn_pieces_have_names(lattice: Lattice) -> None:
    for name, piece in drawn_pieces(lattice).items():
        assert Polyform.named(name, lattice) == piece
        assert piece.mirrored().mirrored() == piece
        assert piece.mirrored().name == name or piece.is_chiral


def test_mirror_twins_have_names_of_their_own() -> None:
    for name, twin in TWINS.items():
        assert TWINS[twin] == name
    for piece in polyforms(5, "one-sided", CUBIC):
        twin = piece.mirrored()
        assert Polyform.named(twin.name, CUBIC).canonical(False) == twin.canonical(False)
    soma = {piece.name: piece for piece in named_pieces("soma")}
    assert (soma["A"].mirrored().name, soma["B"].mirrored().name) == ("B", "A")


@each(lattices()[name] for name in OTHER_NAMES)
def test_further_names(lattice: Lattice) -> None:
    for name, known in OTHER_NAMES[lattice.name].items():
        assert Polyform.named(name, lattice) == Polyform.named(known, lattice)
        assert Polyform.named(known, lattice).name == known


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("tetracubes", 8),
        ("free tetracubes", 7),
        ("planar tetracubes", 5),
        ("non-planar tetracubes", 3),
        ("chiral tetracubes", 2),
        ("pentacubes", 29),
        ("planar pentacubes", 12),
        ("nonplanar pentacubes", 17),
        ("chiral pentacubes", 12),
        pytest.param("hexacubes", 166, marks=thorough),
        ("soma", 7),
        ("bedlam", 13),
        ("tetris-cube", 12),
        ("One-Sided Tetrahexes", 10),
        ("hexahexes", 82),
        ("one-sided hexiamonds", 19),
        ("octiamonds", 66),
    ],
)
def test_sets(words: str, number: int) -> None:
    """OEIS A000162, A038119, A000228, A006535, A000577 and A006534; planar and chiral ones as MathWorld has them."""
    pieces = named_pieces(words)
    assert len(pieces) == len({piece.name for piece in pieces}) == number
    assert len(pentomino.pieces.sets.as_pieces(f"{words}*2 + sphinx")) == number + 1


def test_sets_with_and_without_a_name_of_their_own() -> None:
    for word, (lattice, size) in SETS.items():
        assert {(piece.lattice, piece.size) for piece in named_pieces(word)} == {(lattices()[lattice], size)}
    assert len(named_pieces("11-ominoes")) == 17073
    for name in ("13-ominoes", "0-ominoes"):
        with pytest.raises(PuzzleError, match="^polyominoes must have 1 to 12 cells to be listed, got .*$"):
            named_pieces(name)


def names_of(pieces: str, lattice: Lattice) -> list[str]:
    return [piece.name for piece in named_pieces(pieces, lattice) if piece.lattice == lattice]


def test_names_are_those_of_the_board() -> None:
    assert names_of("I4", SQUARE) == names_of("I4", CUBIC) == ["I4"]
    assert names_of("i4", HEXAGONAL) == names_of("BAR", HEXAGONAL) == names_of("bar", TRIANGULAR) == ["bar"]
    assert names_of("I4", TRIANGULAR) == ["I4"]
    assert names_of("FILN", CUBIC) == ["F", "I", "L", "N"]
    assert names_of("l15", CUBIC) == ["L15"]
    assert names_of("sphinx", TRIANGULAR) == ["sphinx"] == [piece.name for piece in named_pieces("Sphinx")]
    assert names_of("crook'", TRIANGULAR) == ["crook'"]
    assert named_pieces("hexagonal:bar") != named_pieces("triangular:bar")
    assert named_pieces("square:6.13", CUBIC)[0].cells == named_pieces("6.13")[0].solid().cells
    assert named_pieces("1x2x4")[0].sides == (1, 2, 4)
    assert named_pieces("2x4")[0].sides == (2, 4)
    assert named_pieces("2x4", CUBIC)[0].sides == (1, 2, 4)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("5-ominoes", "pentominoes"),
        ("free 4-cubes", "free tetracubes"),
        ("6-hexes", "hexahexes"),
        ("one-sided 6-iamonds", "one-sided hexiamonds"),
    ],
)
def test_a_set_by_the_number_of_cells(name: str, known: str) -> None:
    assert named_pieces(name) == named_pieces(known)


def test_planar_pieces_become_solid() -> None:
    assert Polyform.named("F").solid() == Polyform.named("F", CUBIC)
    with pytest.raises(
        PuzzleError, match="^bee must be on the square lattice to become a solid, got the hexagonal one$"
    ):
        Polyform.named("bee", HEXAGONAL).solid()
    mixed: dict[Any, int] = {"P": 1, Polyform.named("V").solid(): 1}
    assert Puzzle("1x2x5", mixed).board.lattice == CUBIC
    puzzle = Puzzle("2x3x5", "P*", restrict={"P": lambda placement: (0, 0, 0) in placement.cells})
    assert puzzle.placements()
    solution = pentomino.solve("1x2x5", "P*2")
    given = Placement(Polyform.named("P", CUBIC), solution.placements[0].cells)
    assert Puzzle("1x2x5", "P*2", placed=given).count() == 1


def test_polycubes_are_not_mirrored_unless_it_is_said() -> None:
    assert not Puzzle("2x2x2", "A4 + B4").reflections
    assert not Puzzle("2x3x5", "pentominoes?").reflections
    assert Puzzle("2x2x2", "A4*2", reflections=True).reflections
    assert pentomino.count("2x2x2", "A4*2") == 1
    assert pentomino.count("2x2x2", "A4 + B4") == 0
    assert Puzzle("hexagonal 2x4", "bee*2").reflections


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["count", "3x3x3", "-p", "soma"], "240\n"),
        (["count", "hexagonal 4x7", "--pieces", "tetrahexes"], "9\n"),
        (["count", "slothouber-graatsma"], "1\n"),
        (["solve", "1x2x5", "-p", "P*2", "--quiet", "--style", "letters"], "cubic\nAAABB\nAABBB\n"),
        (["solve", "hexagonal 2x4", "-p", "bee*2", "--quiet", "--style", "letters"], "hexagonal\nA A B B\n A A B B\n"),
        (["solve", "hexagonal 2x2x", "-p", "bee"], ""),
        (["pieces", "bee", "triangular:hexagon"], "bee    hexagon\n# #    ###\n # #   ###\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_command_line_takes_all_lattices(run: Run, arguments: list[str], out: str) -> None:
    assert run(*arguments).out == out


def test_the_command_line_tells_which_pieces_are_mirrored(run: Run) -> None:
    said = run("count", "soma", "-v").err
    assert "pieces are not reflected, as real ones cannot be: A and B differ (--reflections makes them equal)" in said
    assert "symmetries of the puzzle: 48 (identity, Lrc, lRc, lrC, " in said
    assert ", and 36 more)" in said
    note = "pentomino: {} and {} are one piece, as pieces may be reflected; --no-reflections makes them two\n"
    assert run("count", "2x2x2", "-p", "A4 + B4", "--reflections") == (0, "1\n", note.format("A4", "B4"))
    assert run("count", "soma", "--reflections").err == note.format("A", "B")


def test_words_that_the_command_line_does_not_know(run: Run) -> None:
    assert run("pieces", "hexiamond") == complaint("unknown piece or set 'hexiamond': did you mean hexiamonds?")
    assert run("count", "hexagon 3") == complaint(HEXAGONS_OF_3)
    assert run("count", "ring", "3x20") == complaint("a board of several words must be in quotes: 'ring 3x20'")
    told = "hexagonl 4x7: there is no such board or file; did you mean hexagonal?"
    assert run("count", "hexagonl 4x7") == complaint(told)


def test_pieces_of_other_lattices_are_named_with_them(run: Run) -> None:
    for name, meant in (("A4", "T4 or S4 or O4 or L4 or cubic:A4"), ("A5", "cubic:A5 or hexagonal:A5")):
        needs = f"cubic:{name} needs a cubic board"
        assert run("pieces", name) == complaint(f"unknown piece {name!r}: did you mean {meant}? {needs}")
        assert run("pieces", meant.split()[-1]).out
