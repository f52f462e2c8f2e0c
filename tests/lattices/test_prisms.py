"""A lattice of three dimensions whose cells are not cubes, made here: no function may treat them as cubes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product

import pytest

from commandline import Run, complaint
from facts import EVERY
from pentomino import (
    CUBIC,
    HEXAGONAL,
    SQUARE,
    Board,
    PentominoError,
    Polyform,
    Puzzle,
    PuzzleError,
    Solution,
    gallery,
    polyforms,
    sheet,
)
from pentomino.cli.inputs import Stated
from pentomino.lattices.hexagonal import HexagonalMotion
from pentomino.lattices.lattice import Form, Lattice, Motion, full, group
from pentomino.pieces.polyform import drawn_pieces, known_piece
from pentomino.pieces.sets import named_pieces
from pentomino.render.colours import assign

MATRICES = {
    motion.name + "_DOWN" * (up < 0): ((up, 0, 0), *((0, *row) for row in motion.matrix))
    for motion, up in product(HexagonalMotion, (1, -1))
}
"""The 24 matrices that keep a hexagonal prism, by name."""

PrismaticMotion = group(Motion, "PrismaticMotion", __name__, MATRICES)

PRISMATIC = Lattice(
    "prismatic",
    ("layer", "row", "q"),
    (((-1, 0, 0), (1, 0, 0), *((0, *vector) for vector in HEXAGONAL.vectors[0])),),
    PrismaticMotion,
    weights=(1, 1, 1),
    look=CUBIC.look,
    forms={"": Form("3x4x5", full)},
    most=6,
    example="pieces",
    module=__name__,
)
"""Hexagonal prisms in layers. Their look is that of cubes, so that only the facts of the lattice tell them apart."""

BOX = Board(full(2, 2, 3), PRISMATIC)
STACK = Polyform([(0, 0, 0), (1, 0, 0)], "S", PRISMATIC)
FLAT = Polyform([(0, 0, 0), (0, 0, 1)], "F", PRISMATIC)


def solution() -> Solution:
    found = Puzzle(BOX, {STACK: 4, FLAT: 2}).solve()
    assert found is not None
    return found


@EVERY
def test_one_lattice_has_cubes(lattice: Lattice) -> None:
    assert lattice.has_cubes == (lattice == CUBIC)
    assert not PRISMATIC.has_cubes


def test_all_pieces_of_a_size() -> None:
    """Of 3 cells: three flat trihexes, three in a stack, and two side by side with one on top of either."""
    assert [len(polyforms(n, lattice=PRISMATIC)) for n in (1, 2, 3)] == [1, 2, 5]
    assert [len(polyforms(n, "one-sided", PRISMATIC)) for n in (1, 2, 3)] == [1, 2, 5]
    assert [piece.name for piece in polyforms(3, lattice=PRISMATIC)] == ["3.1", "3.2", "3.3", "3.4", "3.5"]
    assert Polyform.named("3.5", PRISMATIC).size == 3
    chiral = next(piece for piece in polyforms(4, "one-sided", PRISMATIC) if piece.is_chiral)
    assert Polyform.named(chiral.mirrored().name, PRISMATIC) == chiral.mirrored() != chiral


def test_no_name_of_a_polycube_means_a_piece() -> None:
    assert drawn_pieces(PRISMATIC) == {}
    assert known_piece("I3", PRISMATIC) is known_piece("A4", PRISMATIC) is None
    with pytest.raises(PuzzleError, match="unknown piece 'A': pieces of this lattice are 4.1 to 4.20"):
        named_pieces("A", PRISMATIC)  # of Soma; cubes have a hint


def test_squares_do_not_become_prisms() -> None:
    assert {piece.lattice for piece in named_pieces("pentominoes", PRISMATIC)} == {SQUARE}
    message = "piece F must be on the prismatic lattice, like the board, got the square one$"
    with pytest.raises(PuzzleError, match=message):
        Puzzle(BOX, "pentominoes")


def test_a_board_is_no_box() -> None:
    assert repr(BOX) == f"Board({sorted(BOX.cells)}, lattice=PRISMATIC)"
    assert eval(repr(BOX), {"Board": Board, "PRISMATIC": PRISMATIC}) == BOX
    assert pickle.loads(pickle.dumps(BOX)) == BOX
    assert BOX.drawing.size == "prismatic 12-cell"
    assert str(BOX) == "... ...\n... ..."
    assert str(STACK) == "# #"


def test_a_flat_piece_does_not_have_the_colour_of_a_polyomino() -> None:
    """Three in a bend are a trihex, not V3: no motion of prisms turns it into the image that V3 has."""
    bend = Polyform([(0, 0, 0), (0, 0, 1), (0, 1, 1)], "b", PRISMATIC)
    assert {assign(image.drawing)[0] for image in bend.orientations()} == {assign(bend.drawing)[0]}
    ranked = [assign(piece.drawing)[0] for piece in polyforms(3, lattice=PRISMATIC)]
    assert len(set(ranked)) == 5


DRAWN: dict[str, Callable[[], object]] = {
    "outline": lambda: solution().to_text("outline"),
    "box": lambda: solution().to_text("box"),
    "svg": lambda: solution().to_svg(),
    "piece": lambda: STACK.to_svg(),
    "isometric": lambda: solution().to_svg(style="isometric"),
    "cut": lambda: solution().to_svg(style="cut", kerf=0.1),
    "heatmap": lambda: Puzzle(BOX, {STACK: 4, FLAT: 2}).tally().to_svg(),
    "obj": lambda: solution().to_obj(),
    "stl": lambda: STACK.to_stl(),
    "sheet": lambda: sheet([Puzzle(BOX, {STACK: 4, FLAT: 2})]),
    "gallery": lambda: str(gallery([solution()])),
    "build": lambda: solution().build_order(),
    "apart": lambda: solution().disassemble(),
}


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN.keys())
def test_no_picture_shows_cubes(draw: Callable[[], object]) -> None:
    with pytest.raises(PentominoError, match="prismatic lattice"):
        draw()


def test_prisms_are_not_built(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(BOX, {STACK: 4, FLAT: 2})
    monkeypatch.setattr("pentomino.cli.solve.read_puzzles", lambda *arguments: [Stated("2x2x3", puzzle)])
    told = "--build-order requires a solid of cubes or balls, such as soma or 'pyramid 5'"
    assert run("solve", "2x2x3", "--build-order") == complaint(told)
