"""Taking apart: each sequence of moves is replayed, and its length compared with that of a plain search."""

from __future__ import annotations

import json
import pickle
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, count, product
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assemblies import assembled, cut
from commandline import Run, complaint, full_match
from effort import examples, thorough
from pentomino import (
    CUBIC,
    SQUARE,
    Board,
    Disassembly,
    PentominoError,
    Polyform,
    Progress,
    Puzzle,
    SearchCancelled,
    SearchTimeout,
    Solution,
    formats,
    properties,
    sheet,
    solve,
    solve_all,
)
from pentomino._core import Separator
from pentomino.drawable import Drawing
from pentomino.render.svg import ARROW, THERE
from pentomino.solutions.features import condition
from puzzles import not_none

Cell = tuple[int, ...]
Pieces = tuple[frozenset[Cell], ...]

HELD = """
AAAAA
ABBBA
A.B.A
AABAA
..B..
.BBB.
"""
"""Two pieces that hold each other."""

MAZE = """
AAAAA
AB..A
AAA.A
A...A
A.AAA
"""
"""A piece that has to go round three corners."""


# ------------------------------------------------------------------------------------------------- a plain search


def moved(pieces: Pieces, group: Iterable[int], step: Cell) -> Pieces | None:
    """Return the pieces after one step of some; None if two then share a cell."""
    after = list(pieces)
    for number in group:
        after[number] = frozenset(tuple(map(sum, zip(cell, step, strict=True))) for cell in pieces[number])
    return tuple(after) if sum(map(len, after)) == len(frozenset().union(*after)) else None


def groups(pieces: Pieces) -> list[tuple[int, ...]]:
    """Return all choices of some pieces, but not of all."""
    numbers = range(len(pieces))
    return list(chain.from_iterable(combinations(numbers, size) for size in range(1, len(pieces))))


def steps(axes: int) -> list[Cell]:
    return [tuple(sign * (n == axis) for n in range(axes)) for axis in range(axes) for sign in (1, -1)]


def span(pieces: Pieces) -> int:
    """Return the cells from one end of the pieces to the other, along all axes together."""
    return sum(max(along) - min(along) + 1 for along in zip(*chain(*pieces), strict=True))


def ways(pieces: Pieces, axes: int) -> Iterator[tuple[tuple[int, ...], Pieces, bool]]:
    """Yield what one move may lead to: a group, the pieces after it has gone any number of steps, whether it left."""
    for group, step in product(groups(pieces), steps(axes)):
        far, at = span(pieces), pieces
        for number in count(1):
            after = moved(at, group, step)
            if after is None:
                break
            at = after
            if number > far:
                yield group, at, True
                break
            yield group, at, False


def normal(pieces: Pieces) -> Pieces:
    """Return the pieces moved to the origin."""
    low = [min(along) for along in zip(*chain(*pieces), strict=True)]
    return tuple(frozenset(tuple(map(int.__sub__, cell, low)) for cell in piece) for piece in pieces)


def fewest(pieces: Pieces, axes: int) -> tuple[int, list[tuple[tuple[int, ...], Pieces]]] | None:
    """Return the fewest moves by which a group leaves, with all that may then leave; None if none ever does."""
    layer, seen = [normal(pieces)], {normal(pieces)}
    for number in count(1):
        found: list[tuple[tuple[int, ...], Pieces]] = []
        after = []
        for place in layer:
            for group, at, is_out in ways(place, axes):
                if is_out:
                    found.append((group, place))
                elif normal(at) not in seen:
                    seen.add(normal(at))
                    after.append(normal(at))
        if found:
            return number, found
        if not after:
            return None
        layer = after
    raise AssertionError


def comes_apart(pieces: Pieces, axes: int) -> bool:
    """Return whether the pieces come apart, one way or another."""
    if len(pieces) < 2:
        return True
    found = fewest(pieces, axes)
    return found is not None and any(
        comes_apart(tuple(place[n] for n in group), axes)
        and comes_apart(tuple(place[n] for n in range(len(place)) if n not in group), axes)
        for group, place in found[1]
    )


# -------------------------------------------------------------------------------------------------------- replaying


def replayed(found: Disassembly, is_least: bool = False) -> None:
    """Check move by move that the pieces come apart, and with `is_least` that no separation takes fewer moves."""
    pieces = [frozenset(placement.cells) for placement in found.solution.placements]
    axes = found.solution.board.lattice.dimension
    whole = tuple(range(len(pieces)))
    left = [dict(zip(whole, pieces, strict=True))] if len(pieces) > 1 else []
    for moves, removed, rest in found.separations:
        part = left.pop()
        assert sorted(removed + rest) == sorted(part)
        assert 0 < len(removed) <= len(rest)
        if is_least:
            least = not_none(fewest(tuple(part.values()), axes))
            assert len(moves) == least[0]
        names = list(part)
        for group, direction, number in moves:
            assert number > 0
            assert sum(map(abs, direction)) == 1
            for _ in range(number):
                after = not_none(moved(tuple(part.values()), [names.index(name) for name in group], direction))
                part = dict(zip(names, after, strict=True))
        assert moves[-1].pieces == removed
        (axis,) = (n for n, by in enumerate(moves[-1].direction) if by)
        sign = moves[-1].direction[axis]
        inner = [sign * cell[axis] for name in removed for cell in part[name]]
        outer = [sign * cell[axis] for name in rest for cell in part[name]]
        assert min(inner) > max(outer)
        left += [{name: part[name] for name in group} for group in (removed, rest) if len(group) > 1]
    assert not left
    assert sorted(found.pieces) == sorted(found.solution.placements)
    assert [len(separation.moves) for separation in found.separations] == [*map(int, found.level.split("."))]
    assert sum(map(int, found.level.split("."))) == len(found.moves)


def drawn(picture: str) -> Solution:
    """Return a solution whose pieces are the letters of a picture."""
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(picture.split()):
        for column, letter in enumerate(line):
            if letter != ".":
                cells.setdefault(letter, []).append((row, column))
    return assembled(list(cells.values()), SQUARE)


CUT = cut([(4, 5), (5, 5), (5, 6)], most=5) | cut([(2, 3, 4), (3, 3, 3), (3, 3, 4)], most=4)


# ----------------------------------------------------------------------------------------------------------- tests


@examples(200)
@given(CUT)
def test_it_agrees_with_a_plain_search(solution: Solution) -> None:
    found = solution.disassemble()
    areas = tuple(frozenset(placement.cells) for placement in solution.placements)
    assert (found is not None) == comes_apart(areas, solution.board.lattice.dimension)
    if found is not None:
        replayed(found, is_least=True)


def scattered(seed: int) -> tuple[list[list[Cell]], int]:
    """Return pieces of chance, and the axes along which they move.

    Cells of a piece need not touch, so that pieces often hold each other, and half of the cells are empty.
    """
    chance = Random(seed)
    sides = chance.choice([(1, 5, 5), (1, 6, 6), (1, 6, 6), (2, 4, 4), (3, 3, 3)])
    number = chance.choice([3, 4, 4, 5])
    areas: list[list[Cell]] = [[] for _ in range(number)]
    for cell in product(*map(range, sides)):
        if chance.random() < 0.5:
            chance.choice(areas).append(cell)
    return [area for area in areas if area], 2 if sides[0] == 1 else 3


HARD = [(3424, 7), (1865, 6), (514, 5), (19, 4)]
"""Seeds of pieces that take several moves, and how many."""


@examples(200)
@given(st.integers(0, 1 << 32))
def test_the_first_separation_takes_the_fewest_moves(seed: int) -> None:
    check_first(seed)


@pytest.mark.parametrize(("seed", "moves"), HARD)
def test_many_moves(seed: int, moves: int) -> None:
    assert check_first(seed) == moves


def check_first(seed: int) -> int | None:
    """Compare the first separation with that of a plain search. Return its moves."""
    areas, axes = scattered(seed)
    if len(areas) < 2:
        return None
    corners = [tuple(map(min, zip(*area, strict=True))) for area in areas]
    found = Separator(areas, range(3 - axes, 3)).separate(range(len(areas)), corners)
    expected = fewest(tuple(frozenset(cell[3 - axes :] for cell in area) for area in areas), axes)
    assert (found and len(found[0])) == (expected and expected[0])
    return found and len(found[0])


def test_the_names_of_unclear_letters_follow_the_moves() -> None:
    """BurrTools names shapes without a name S1, S2 and so on, but a letter is one character."""
    pieces = [Polyform([(0, 0, column) for column in range(size)], f"S{size}", CUBIC) for size in (1, 2)]
    found = not_none(not_none(Puzzle("1x1x3", pieces).solve()).disassemble())
    level, move = str(found).splitlines()
    assert (level, move[:19]) == ("level 1, 1 move", "1. Piece S (S1): ou")


def test_a_way_round_corners() -> None:
    found = not_none(drawn(MAZE).disassemble())
    assert pickle.loads(pickle.dumps(found)) == found
    replayed(found, is_least=True)
    assert found.level == "4"
    assert str(found).splitlines() == [
        "level 4, 4 moves",
        "1. Piece 1: 2 steps to the right",
        "2. Piece 1: 2 steps to the bottom",
        "3. Piece 1: 2 steps to the left",
        "4. Piece 0: out to the top",
    ]
    assert found.to_dict()["separations"][0]["moves"][0] == {"pieces": (1,), "direction": (0, 1), "steps": 2}


# -------------------------------------------------------------------------------------------------------- pictures

SVG = "{http://www.w3.org/2000/svg}"


def steps_of(found: Disassembly) -> Iterator[tuple[dict[int, frozenset[Cell]], tuple[int, ...], Cell, int]]:
    """Yield the pieces that are shown after each move, the moved ones, and the way; one step more if they leave."""
    pieces = {number: frozenset(placement.cells) for number, placement in enumerate(found.solution.placements)}
    for moves, removed, rest in found.separations:
        for at, (group, direction, number) in enumerate(moves, 1):
            way = tuple(by * (number + (at == len(moves))) for by in direction)
            for name in group:
                pieces[name] = frozenset(tuple(map(sum, zip(cell, way, strict=True))) for cell in pieces[name])
            yield {name: pieces[name] for name in removed + rest}, group, direction, max(map(abs, way))


def areas_in(picture: str) -> list[tuple[str, str, str]]:
    """Return the fill, the name and the path of each area of an SVG picture."""
    paths = ET.fromstring(picture).iter(f"{SVG}path")
    return [(path.get("fill", ""), title.text or "", path.get("d", "")) for path in paths for title in path]


def corners_of(path: str) -> list[list[tuple[float, float]]]:
    """Return the loops of a path of absolute lines."""
    loops = []
    for loop in path.split("Z")[:-1]:
        corners: list[tuple[float, float]] = []
        for kind, numbers in re.findall(r"([MLHV])([-\d. ]+)", loop):
            one, *other = map(float, numbers.split())
            x, y = corners[-1] if corners else (0.0, 0.0)
            corners.append((one, other[0]) if other else (one, y) if kind == "H" else (x, one))
        loops.append(corners)
    return loops


def squares_in(path: str, side: float) -> frozenset[Cell]:
    """Return the squares whose middles are inside a path, by the even-odd rule."""
    edges = [(a, b) for loop in corners_of(path) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
    xs, ys = zip(*chain(*edges), strict=True)
    crossed = [(min(y, y1), max(y, y1), x) for (x, y), (x1, y1) in edges if x == x1]
    return frozenset(
        (row, column)
        for row in range(round(min(ys) / side), round(max(ys) / side))
        for column in range(round(min(xs) / side), round(max(xs) / side))
        if sum(low < (row + 0.5) * side < high and x < (column + 0.5) * side for low, high, x in crossed) % 2
    )


ON_PAPER = {2: ((0.0, 1.0), (1.0, 0.0)), 3: ((0.0, 1.0), (-(0.75**0.5), 0.5), (0.75**0.5, 0.5))}
"""The unit vector (x, y) on paper of each axis, for squares and for cubes."""


def check_pictures(found: Disassembly) -> None:
    """Compare pictures with moves replayed here: colours, squares, how cubes are seen, and the arrows."""
    side, solution = 10, found.solution
    names = [placement.piece.name for placement in solution.placements]
    pictures = found.pictures(cell=side)
    assert len(pictures) == len(found.lines) == len(found.moves)
    assert len({re.findall('^<svg [^>]* (width="[^"]*" height="[^"]*")', picture)[0] for picture in pictures}) <= 1
    for picture, (pieces, group, direction, steps) in zip(pictures, steps_of(found), strict=True):
        areas = areas_in(picture)
        still = {names[number] + ", there" for number in pieces if number not in group}
        assert {name for fill, name, _ in areas if fill == THERE} <= still
        assert {name for fill, name, _ in areas if fill != THERE} <= {names[number] for number in group}
        by_name = {name.removesuffix(", there"): path for _, name, path in areas}
        if len(direction) == 2:
            assert len(by_name) == len(pieces)
            top, left = (min(cell[axis] for piece in pieces.values() for cell in piece) for axis in (0, 1))
            for number, cells in pieces.items():
                expected = frozenset((row - top, column - left) for row, column in cells)
                assert squares_in(by_name[names[number]], side) == expected
        else:
            low = max(cell for piece in pieces.values() for cell in piece)
            cells = {cell: number for number, piece in enumerate(pieces.values()) for cell in piece}
            below = {(low[0] + 1, *low[1:]): -1}  # so that pieces that do not touch stay where they are
            called = tuple(names[number] for number in pieces)
            shown = Drawing({**cells, **below}, ("x",) * len(pieces), called, lattice=CUBIC)
            seen = areas_in(shown.to_svg(style="isometric", cell=side))
            assert by_name == {name: path for _, name, path in seen}
        arrows = re.findall(rf'fill="{ARROW}"[^>]* d="M([^"]*)Z"', picture)
        assert len(arrows) == len(group)
        (axis,) = (n for n, by in enumerate(direction) if by)
        for arrow in arrows:
            spots = [tuple(map(float, spot.split())) for spot in arrow.split("L")]
            (x, y), (x1, y1) = ((spots[0][n] + spots[-1][n]) / 2 for n in (0, 1)), spots[3]
            expected_way = [direction[axis] * steps * side * along for along in ON_PAPER[len(direction)][axis]]
            assert (x1 - x, y1 - y) == pytest.approx(expected_way, abs=0.03)


@examples(100)
@given(CUT)
def test_each_move_has_a_picture(solution: Solution) -> None:
    if (found := solution.disassemble()) is not None:
        check_pictures(found)


BURR_28 = "burr:103 burr:188 burr:256 burr:928 burr:975 burr:1024"
"""A burr of level 5, in which two pieces move together."""


def burr() -> Disassembly:
    (found,) = filter(None, (solution.disassemble() for solution in solve_all("burr", BURR_28)))
    return found


def test_pictures_of_many_moves() -> None:
    pair = "\n".join(f"{line}{line.translate(str.maketrans('AB', 'CD'))}" for line in MAZE.split())
    for found in (not_none(drawn(MAZE).disassemble()), not_none(drawn(pair).disassemble()), burr()):
        check_pictures(found)
    both = not_none(drawn(pair).disassemble())
    assert (both.level, len(both.separations[0].removed)) == ("1.4.4", 2)
    assert both.lines[0] == "1. Pieces A (0) and C (2): out to the top"  # the first maze
    assert [picture.count("<title>") for picture in both.pictures()] == [5] + [3] * 8  # of a group, and of the document
    assert max(len(move.pieces) for move in burr().moves) == 2
    picture = burr().pictures(palette="print", letters=False)[2]
    assert ARROW not in picture
    assert "<text" not in picture


def test_lines_have_names_that_differ_from_letters() -> None:
    lines = burr().lines
    assert lines[0] == "1. Piece 1 (103): 1 step to the front"
    assert lines[2] == "3. Pieces 2 (256) and B (975): 1 step to the back"
    assert [line.split(". ")[0] for line in lines] == [str(number) for number in range(1, 11)]
    assert burr()._repr_html_().count("<img") == 10


def test_a_sheet_has_a_line_above_each_move() -> None:
    made = sheet(burr(), columns=2, rows=3)
    assert repr(made) == "<Sheet: 10 steps on 2 pages>"
    texts = [text.text for page in made.pages for text in ET.fromstring(page).iter(f"{SVG}text")]
    assert [text for text in texts if text and "Piece" in text] == list(burr().lines)
    alone = not_none(assembled([[(0, 0), (0, 1)]], SQUARE).disassemble())
    assert alone.pictures() == ()
    with pytest.raises(PentominoError, match=r"^there is no move to draw, because all pieces stay together$"):
        sheet(alone)


@pytest.mark.parametrize(
    ("board", "pieces", "most"),
    [("soma", None, None), ("2x3x10", "pentominoes", None), ("2x5x6", "pentominoes", 60), ("bedlam", None, 40),
     ("3x4x5", "pentominoes", 60), ("6x10", None, 100)],
)  # fmt: skip
def test_boxes_come_apart_piece_by_piece(board: str, pieces: str | None, most: int | None) -> None:
    for solution in solve_all(board, pieces, limit=most):
        found = not_none(solution.disassemble())
        replayed(found)
        assert {len(separation.removed) for separation in found.separations} == {1}
        assert {len(separation.moves) for separation in found.separations} == {1}


def test_one_piece() -> None:
    found = not_none(assembled([[(0, 0), (0, 1)]], SQUARE).disassemble())
    assert (found.level, found.moves, found.separations) == ("0", (), ())
    assert len(found.pieces) == 1


@pytest.mark.parametrize("board", ["hexagonal 2x3", "ring 3x4"])
def test_other_cells_are_not_taken_apart(board: str) -> None:
    solution = next(iter(solve_all(board, "H1*" if board[0] == "h" else "O1*")))
    with pytest.raises(PentominoError, match="squares and cubes can be taken apart"):
        solution.disassemble()


def test_too_many_pieces() -> None:
    assert assembled([[(0, column)] for column in range(64)], SQUARE).disassemble() is not None
    with pytest.raises(PentominoError, match="at most 64 pieces"):
        assembled([[(0, column)] for column in range(65)], SQUARE).disassemble()


def test_long_thin_pieces() -> None:
    """There are too many relative positions of these to keep what is known of each."""
    rods = [[tuple(at * (n == axis) for n in range(3)) for at in range(60)] for axis in range(3)]
    one = sorted({cell for rod in rods for cell in rod})
    other = sorted({(1, at, 1) for at in range(1, 60)} | {(1, 1, at) for at in range(1, 60)})
    found = not_none(assembled([one, other], CUBIC).disassemble())
    replayed(found, is_least=False)


def test_too_long_pieces() -> None:
    with pytest.raises(PentominoError, match="at most 8192 cells long on each axis"):
        assembled([[(row, column) for column in range(4100)] for row in range(2)], SQUARE).disassemble()


@pytest.mark.parametrize("gap", [1, 2, 60, 32_767, 32_768, 200_000])
def test_pieces_that_lie_far_apart(gap: int) -> None:
    """The core has 16 bits for a coordinate. Wherever the parts lie, they come apart in the same number of moves."""
    one = [[(0, 0), (0, 1), (1, 0)], [(1, 1), (0, 2), (1, 2)]]
    other = [[(row, column + 3 + gap) for row, column in area] for area in one]
    found = not_none(assembled([[(0, 0)], [(0, 1 + gap)]], SQUARE).disassemble())
    assert found.level == "1"
    both = not_none(assembled([*one, *other], SQUARE).disassemble())
    assert both.level == "1.1.1"
    if gap < 100:
        replayed(both, is_least=False)
    solid = not_none(assembled([[(0, *cell) for cell in area] for area in (*one, *other)], CUBIC).disassemble())
    assert solid.level == "1.1.1"


RATTLE = """
AAAAAAA
ABCDE.A
AFGHI.A
AJ....A
AK....A
A.....A
AAAAAAA
"""
"""Ten pieces that may lie anywhere within a frame: more places than any search sees."""


def test_time_runs_out() -> None:
    solution, start = drawn(RATTLE), monotonic()
    with pytest.raises(SearchTimeout):
        solution.disassemble(timeout=0.2)
    told: list[Progress] = []
    with pytest.raises(SearchCancelled):
        solution.disassemble(cancel=lambda: len(told) > 1, progress=told.append)
    assert monotonic() < start + 2
    assert told[1].nodes > told[0].nodes >= 0


def test_memory_runs_out() -> None:
    with pytest.raises(PentominoError, match="the limit is 1000000"):
        drawn(RATTLE).disassemble(memory_limit=1000000)


def test_an_error_of_a_callback_comes_through() -> None:
    def fail() -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        drawn(RATTLE).disassemble(cancel=fail)


def test_the_core_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(ValueError, match="more than 64 pieces"):
        Separator([[(0, 0, n)] for n in range(65)], range(3))
    cells = [[(0, *cell) for cell in placement.cells] for placement in drawn(RATTLE)]
    corners = [tuple(map(min, zip(*one, strict=True))) for one in cells]
    separator = Separator(cells, range(1, 3))

    def again() -> None:
        separator.separate([0, 1], corners[:2])

    with pytest.raises(RuntimeError, match="this separator is running in another thread"):
        separator.separate(range(len(cells)), corners, again)
    assert separator.separate([1, 2], corners[1:3]) is not None


def test_conditions() -> None:
    holds = condition("comes_apart and level == 1 and moves == 6")
    assert sum(map(holds, solve_all("soma"))) == 240
    apart = {"AAA": (True, 0, 0), "AAABB": (True, 1, 1), "ABC": (True, 1, 2), HELD: (False, 0, 0), MAZE: (True, 4, 4)}
    for picture, told in apart.items():
        found = properties(drawn(picture))
        assert (found.comes_apart, found.level, found.moves) == told
        assert tuple(found.to_dict("comes_apart, level, moves").values()) == told
        assert "level" not in found.to_dict()
    with pytest.raises(PentominoError, match="level is defined on squares and cubes only, got the hexagonal"):
        properties(solve("hexagonal 2x2", "H1*4")).to_dict("level")  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- six-piece burrs


def notchable() -> list[Polyform]:
    """Return the sticks of 2 x 2 x 6 with notches that a saw can cut, across a whole side and a cell deep."""
    stick = list(product(range(-3, 3), (-1, 0), (-2, -1)))
    shared = [(x, y, z) for x, y, z in stick if -2 <= x < 2 and (z == -1 or x in (-1, 0))]
    kinds: dict[Polyform, Polyform] = {}
    for gone in chain.from_iterable(combinations(shared, size) for size in range(len(shared) + 1)):
        slices = [{(y, z) for at, y, z in gone if at == x} for x in range(-2, 2)]
        if all(len(one) not in (1, 2) or one in SIDES for one in slices):
            left = [cell for cell in stick if cell not in gone]
            if len(CUBIC.regions(left)) == 1:
                piece = Polyform(left, f"n{len(kinds)}", CUBIC)
                kinds.setdefault(piece.canonical(False), piece)
    return list(kinds.values())


SIDES = [{(-1, -1), (0, -1)}, {(-1, -2), (0, -2)}, {(-1, -1), (-1, -2)}, {(0, -1), (0, -2)}]
"""The sides of a stick, in a slice across it."""


@thorough
def test_solid_six_piece_burrs() -> None:
    """The well-known 314: six-piece burrs without holes, of pieces that can be sawn, mirror images counted apart."""
    pieces = notchable()
    assert len(pieces) == 59
    bars = list(product(range(-3, 3), (-1, 0), range(-2, 2)))
    cells = {cell for x, y, z in bars for cell in ((x, y, z), (z, x, y), (y, z, x))}
    puzzle = Puzzle(Board(cells, CUBIC), dict.fromkeys(pieces, (0, 6)), reflections=False)
    turns = [motion for motion in puzzle.symmetries() if motion.is_proper]
    assemblies = apart = distinct = 0
    for solution in puzzle.solve_all():
        alike = len({solution.transformed(turn) for turn in turns})
        classes = solution.orbit_size // alike  # 2 if no rotation maps it to its mirror image
        found = solution.disassemble()
        distinct += 1
        assemblies += classes
        if found is not None:
            replayed(found)
            apart += classes
    assert (distinct, assemblies, apart) == (588, 1063, 314)


# ------------------------------------------------------------------------------- pieces that stay together, and files

CAGED = "\n".join(line + "C" for line in HELD.split())
"""Two pieces that hold each other, and one beside them."""


def test_pieces_may_stay_together() -> None:
    solution = drawn(CAGED)
    assert solution.disassemble() is None
    assert solution.disassemble(together=[["0", "1"], ["2"]]) is None
    found = not_none(solution.disassemble(together=[["0", "2"]]))
    (separation,) = found.separations
    assert [solution.placements[number].piece.name for number in separation.removed] == ["1"]
    assert sorted(found.pieces) == sorted(solution.placements)
    whole = not_none(solution.disassemble(together=[["0", "1", "2"]]))
    assert (whole.level, whole.moves, whole.pieces) == ("0", (), solution.placements)
    with pytest.raises(PentominoError, match="together must name only the pieces 0, 1, 2"):
        solution.disassemble(together=[["0", "cage"]])


@pytest.mark.usefixtures("plain_place")
def test_the_command_keeps_pieces_together(run: Run) -> None:
    found = not_none(drawn(CAGED).disassemble(together=[["0", "2"]]))
    formats.write_solutions([found.solution], "caged.json")
    assert run("disassemble", "--solutions", "caged.json").status == 1
    assert run("disassemble", "--solutions", "caged.json", "--together", "0, 2", "-q").out == "1  1\n"
    caged = ["disassemble", "--solutions", "caged.json", "--together", "0,2", "-q"]
    assert run(*caged, "-o", "caged.xmpuzzle").status == 0
    assert formats.read_together("caged.xmpuzzle") == [["0", "2"]]
    assert run("disassemble", "--solutions", "caged.xmpuzzle", "-q").out == "1  1\n"  # as the file says
    again = run("disassemble", "--solutions", "caged.json", "--together", "0,2", "-o", "caged.xmpuzzle")
    assert again.status == 2
    assert "caged.xmpuzzle: this file exists" in again.err
    wrong = run("disassemble", "--solutions", "caged.json", "-o", "caged.json2")
    assert "use an extension for solutions with their moves (.xmpuzzle)" in wrong.err


@examples(60)
@given(CUT)
def test_files_of_burrtools_say_the_moves(solution: Solution) -> None:
    found = solution.disassemble()
    if found is None or len(solution.placements) < 2 or solution.board.lattice != CUBIC:
        return
    data = formats.xmpuzzle.write_solutions([found], solution.puzzle)
    (again,) = formats.xmpuzzle.read_disassemblies(data, solution.puzzle)
    replayed(again)
    assert again.level == found.level
    assert again.moves == found.moves


# ------------------------------------------------------------------------------------------------ the command


@pytest.mark.usefixtures("plain_place")
def test_the_command(run: Run) -> None:
    first, *_ = solutions = list(solve_all("soma"))
    assert run("disassemble", "soma") == (
        0,
        "".join(f"{number}  1.1.1.1.1.1\n" for number in range(1, 241)),
        "pentomino: 240 solutions, 240 of which come apart\n",
    )
    found = not_none(first.disassemble())
    assert run("disassemble", "soma", "--limit", "1", "--moves", "-q").out == f"solution 1, {found}\n\n{first}\n"
    told = json.loads(run("disassemble", "soma", "--limit", "1", "--json", "-q").out)
    plain = json.loads(json.dumps(found.to_dict()))
    assert told == {"number": 1, "moves": 6, **plain, **json.loads(first.to_json())}
    formats.write_solutions(solutions[:2], "two.jsonl")
    both = run("disassemble", "--solutions", "two.jsonl")
    assert both == run("disassemble", "soma", "--limit", "2") == run("disassemble", "soma", "--solutions", "two.jsonl")
    assert run("disassemble", "3x5", "-p", "PUX").status == 1
    formats.write_solutions([drawn(HELD)], "held.json")
    assert run("disassemble", "--solutions", "held.json") == (1, "", "pentomino: 1 solution, 0 of which come apart\n")


@pytest.mark.parametrize("name", ["a.html", "a.svg", "a.png"])
def test_the_command_draws_the_moves(run: Run, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name.endswith(".png"):
        pytest.importorskip("resvg_py", reason="resvg_py is not installed: pip install resvg_py")
    found = run("disassemble", "burr", "-p", BURR_28, "-o", str(path))
    assert found == (0, "7  5.2.1.1.1\n", "pentomino: 7 solutions, 1 of which comes apart\n")
    if not name.endswith(".png"):
        text = path.read_text(encoding="utf-8")
        assert [line in text for line in burr().lines] == [True] * 10
        assert "burr, level 5.2.1.1.1" in text
    assert "exists" in run("disassemble", "burr", "-p", BURR_28, "-o", str(path)).err
    two = run("disassemble", "soma", "--limit", "2", "--force", "--palette", "print", "-o", str(path))
    assert two.err == f"pentomino: 2 solutions, 2 of which come apart; {path} shows the moves of solution 1\n"


def test_the_command_refuses_what_it_cannot_draw(run: Run, tmp_path: Path) -> None:
    more = "; use pages with a picture of each move (.html, .pdf, .svg, .png)"
    assert run("disassemble", "soma", "--palette", "print") == complaint(
        f"--palette cannot be used with standard output{more}"
    )
    moves = str(tmp_path / "a.xmpuzzle")
    message = f"--palette cannot be used with solutions with their moves (.xmpuzzle){more}"
    assert run("disassemble", "soma", "--palette", "print", "-o", moves) == complaint(message)
    assert run("disassemble", "soma", "--limit", "1", "-q", "-o", moves).status == 0
    one = run("disassemble", "1x3", "-p", "I3", "-o", str(tmp_path / "one.svg"))
    assert (one.status, one.out) == (2, "1  0\n")
    assert run("disassemble", "3x5", "-p", "PUX", "-q", "-o", str(tmp_path / "none.svg")).status == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xmpuzzle"]


def test_a_stop_of_the_command_states_how_far_it_was(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time(self: Solution, **_: object) -> None:
        raise SearchTimeout("stopped after 0.1 s: 0 solutions found")

    solution = solve("3x4x5")

    def quarter(self: Puzzle, *, progress: Any, **_: object) -> Iterator[Solution | None]:
        progress(Progress(0.25, 0, 100, 1.0, 3.0))
        yield solution

    monkeypatch.setattr(Solution, "disassemble", out_of_time)
    status, out, err = run("disassemble", "3x4x5", "--limit", "10", "--timeout", "60")
    assert (status, out) == (3, "")
    full_match(r"pentomino: stopped after 60 s: 1 solution found, 10\.0 % done, about \d+ s left\n", err)
    monkeypatch.setattr(Puzzle, "solve_all", quarter)
    err = run("disassemble", "3x4x5", "--timeout", "60").err
    full_match(r"pentomino: stopped after 60 s: 1 solution found, 25\.0 % done, about \d+ s left\n", err)
