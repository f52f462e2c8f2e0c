"""Random small puzzles for hypothesis, as `Statement` objects of the oracle.

Random pieces rarely fit a board. Therefore most statements are made backwards: the board is cut into pieces, and these
are then loosened (with more copies or spare pieces) or, sometimes, spoilt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from hypothesis import strategies as st

import oracle
from grids import GRIDS
from oracle import SQUARES, Cell, Cells, Copies, Grid, Key, Piece, Statement

MAX_CELLS = 14
MAX_CELLS_OF_A_PIECE = 5
ROWS = [(1, length) for length in range(1, MAX_CELLS + 1)]
BOXES = [(rows, columns) for rows in range(2, 8) for columns in range(2, 8) if rows * columns <= MAX_CELLS]
SIZES = range(1, MAX_CELLS_OF_A_PIECE + 1)


@dataclass(frozen=True)
class Restriction:
    """A rule for the piece `index`: it must not cover the cells `banned`, and must have one of `shapes`, if given."""

    index: int
    banned: Cells = frozenset()
    shapes: frozenset[Cells] | None = None
    grid: Grid = SQUARES

    def __call__(self, index: int, cells: Cells) -> bool:
        if index != self.index:
            return True
        may_turn = self.shapes is None or self.grid.shape_of(cells) in self.shapes
        return may_turn and cells.isdisjoint(self.banned)


def polyominoes(most_cells: int = MAX_CELLS_OF_A_PIECE, grid: Grid = SQUARES) -> st.SearchStrategy[Cells]:
    """Return fixed polyominoes, or shapes of another grid, all equally likely."""
    return st.sampled_from([shape for shape in fixed(grid) if len(shape) <= most_cells]).map(frozenset)


@cache
def fixed(grid: Grid) -> list[Key]:
    """Return the fixed shapes of a grid in order. The largest ones of cubes are left out, because they are many."""
    sizes = SIZES if len(grid.firsts[0]) == 2 else SIZES[:-1]
    return sorted(tuple(sorted(shape)) for size in sizes for shape in oracle.enumerate_fixed(size, grid))


@st.composite
def boards(draw: st.DrawFn, most_cells: int = MAX_CELLS) -> Cells:
    """Draw rectangles, rectangles without some cells (symmetric or not), and random cells of a small box."""
    kind = draw(st.sampled_from(["row", "box", "box", "holes", "holes", "symmetric", "symmetric", "any"]))
    if kind in {"row", "box"}:
        sizes = ROWS if kind == "row" else BOXES
        return box(*draw(st.sampled_from([(r, c) for r, c in sizes if r * c <= most_cells])))
    if kind == "any":
        field = sorted(box(draw(st.integers(1, 5)), draw(st.integers(1, 5))))
        return frozenset(draw(st.sets(st.sampled_from(field), min_size=1, max_size=most_cells)))
    roomy = [(r, c) for r in range(2, 6) for c in range(2, 6) if most_cells // 2 <= r * c <= most_cells + 4]
    whole = box(*draw(st.sampled_from(roomy)))
    holes = frozenset(draw(st.sets(st.sampled_from(sorted(whole)), min_size=1, max_size=3)))
    if kind == "symmetric":
        holes = closed_under_a_symmetry(draw, whole, holes)
    board = whole - holes
    return board if 1 <= len(board) <= most_cells else frozenset(sorted(whole)[:most_cells])


@st.composite
def boards_of(draw: st.DrawFn, grid: Grid) -> Cells:
    """Draw figures of a grid, figures without some cells (symmetric or not), and random cells of a small box."""
    kind = draw(st.sampled_from(["whole", "whole", "holes", "symmetric", "any"]))
    if kind == "any":
        axes = len(grid.firsts[0])
        field = sorted(product(range(3 if axes == 3 else 4), repeat=axes))
        return frozenset(draw(st.sets(st.sampled_from(field), min_size=1, max_size=MAX_CELLS)))
    whole = draw(st.sampled_from(grid.figures))
    if kind == "whole":
        return whole
    holes = frozenset(draw(st.sets(st.sampled_from(sorted(whole)), min_size=1, max_size=2)))
    if kind == "symmetric":
        holes = closed_under_a_symmetry(draw, whole, holes, grid)
    return whole - holes or whole


def box(rows: int, columns: int) -> Cells:
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def closed_under_a_symmetry(draw: st.DrawFn, board: Cells, cells: Cells, grid: Grid = SQUARES) -> Cells:
    """Return the cells and all their images under repeated application of some symmetry of the board."""
    symmetry = draw(st.sampled_from([s for s in grid.symmetries if s.on(board, board) == board]))
    for _ in range(3):
        cells |= symmetry.on(board, cells)
    return cells


@st.composite
def cuts(draw: st.DrawFn, board: Cells, grid: Grid = SQUARES, apart: bool = False) -> list[Cells]:
    """Draw the board cut into connected parts of one to five cells. Many parts are images of each other.

    If *apart* is true, some parts are then joined in pairs, wherever they are, to pieces of several parts.
    """
    symmetry = draw(st.sampled_from([s for s in grid.symmetries if s.on(board, board) == board]))
    usual = draw(st.sampled_from([2, 3, 4, 4, 5, 5, 5]))
    parts: list[Cells] = []
    left = board
    while left:
        part: Cells = frozenset({min(left)})
        size = draw(st.sampled_from([usual, usual, usual, 1, 2, 3, 4, 5]))
        while len(part) < size and (border := around(part, grid) & left):
            part |= {draw(st.sampled_from(sorted(border)))}
        for piece in (part, symmetry.on(board, part)):
            if piece <= left:
                parts.append(piece)
                left -= piece
    for _ in range(draw(st.integers(1, 4)) if apart else 0):
        first, second, *_ = [*draw(st.permutations(parts)), frozenset()]
        for pair in (first, second), (symmetry.on(board, first), symmetry.on(board, second)):
            if len({*pair}.intersection(parts)) == 2:
                parts = [*[part for part in parts if part not in pair], pair[0] | pair[1]]
    return parts


def around(cells: Cells, grid: Grid = SQUARES) -> set[Cell]:
    return {neighbour for cell in cells for neighbour in grid.neighbours(cell)} - cells


def spare_copies() -> st.SearchStrategy[Copies]:
    """Draw the minimum and maximum copies of a piece that no solution needs."""
    return st.sampled_from([(0, 1), (0, 1), (0, 2), (0, None), (0, 0)])


def needed_copies(count: int, loose: bool) -> st.SearchStrategy[Copies]:
    """Draw a minimum and a maximum of copies: both `count` or, if `loose`, a range that includes `count`."""
    if not loose:
        return st.just((count, count))
    below: list[Copies] = [(0, None), (0, count), (0, count + 1)]
    return st.sampled_from([*below, (1, None), (count - 1, count + 1), (count, None)])


def chance_copies() -> st.SearchStrategy[Copies]:
    return st.sampled_from([(1, 1), (0, 1), (0, None), (0, None), (1, 2), (2, 2), (1, None), (0, 3)])


@st.composite
def pieces_cut(draw: st.DrawFn, parts: list[Cells], reflections: bool, grid: Grid = SQUARES) -> list[Piece]:
    """Draw the parts as pieces, with or without a choice of copies, and some spare pieces.

    If reflections are not allowed, there are often mirror twins.
    """
    loose = draw(st.booleans())
    copies: dict[Key, Copies] = {}
    for key, count in Counter(oracle.key_of(part, reflections, grid) for part in parts).items():
        copies[key] = draw(needed_copies(count, loose))
    for shape in draw(st.lists(polyominoes(grid=grid), max_size=2 if loose else 1)):
        copies.setdefault(oracle.key_of(shape, reflections, grid), draw(spare_copies()))
    if not reflections and draw(st.integers(0, 2)):
        add_twins(copies, Counter(oracle.key_of(part, reflections, grid) for part in parts), grid)
    return [Piece(turned(draw, key, reflections, grid), *least_and_most) for key, least_and_most in copies.items()]


def add_twins(copies: dict[Key, Copies], counts: Counter[Key], grid: Grid) -> None:
    """Give both pieces of each mirror pair the same copies, so that the original solution remains one."""
    mirror = next(move for move in grid.symmetries if move.mirror)
    for key in list(copies):
        twin = oracle.key_of(mirror.moved(key), False, grid)
        if twin == key or copies.get(twin) == copies[key]:
            continue
        if counts[key] == counts[twin] == 0:
            copies[twin] = copies[key]
        else:
            least, most = min(counts[key], counts[twin]), max(counts[key], counts[twin])
            copies[key] = copies[twin] = (least, most)


def turned(draw: st.DrawFn, key: Key, reflections: bool, grid: Grid = SQUARES) -> Cells:
    """Draw one of the orientations of a piece, because the result must not depend on it."""
    shapes = oracle.orientations(frozenset(key), reflections, grid)
    return frozenset(draw(st.sampled_from(sorted(tuple(sorted(shape)) for shape in shapes))))


@st.composite
def pieces_of_chance(draw: st.DrawFn, grid: Grid = SQUARES) -> list[Piece]:
    """Draw up to four pieces that have nothing to do with the board."""
    shapes = draw(st.lists(polyominoes(grid=grid), min_size=1, max_size=4))
    return [Piece(shape, *draw(chance_copies())) for shape in shapes]


@st.composite
def statements(draw: st.DrawFn, most_cells: int = MAX_CELLS, grid: Grid = SQUARES, apart: bool = False) -> Statement:
    """Draw statements that are small enough for the oracle. On squares, the board has at most `most_cells` cells.

    Two in three have solutions. If *apart* is true, pieces may have several parts.

    Given pieces are disjoint, are on the board, obey the restriction, and do not exceed the copies. A piece that is
    written as two entries is not restricted. A piece may have no copies (`least` and `most` are 0).
    """
    board = draw(boards(most_cells) if grid is SQUARES else boards_of(grid))
    reflections = draw(st.booleans())
    parts = draw(cuts(board, grid, apart))
    pieces = draw(pieces_cut(parts, reflections, grid) if draw(st.integers(0, 5)) else pieces_of_chance(grid))
    pieces = tame(board, draw(st.permutations(pieces)))
    if draw(st.integers(0, 7)) == 7:
        pieces = split_an_entry(draw, pieces, reflections, grid)
    statement = Statement(board, tuple(pieces), reflections, grid=grid)
    if draw(st.integers(0, 2)) == 2:
        statement = with_given(draw, statement, parts)
    if draw(st.integers(0, 3)) == 3:
        statement = with_restriction(draw, statement)
    return statement


@st.composite
def statements_with_room(draw: st.DrawFn, most_cells: int = 11, grid: Grid = SQUARES, apart: bool = False) -> Statement:
    """Draw statements in which some cells, on the board or around it, may stay empty. They may be symmetric.

    In more than half of the statements, a bound limits how many cells stay empty. In one of four there is only this
    bound, and any cell may stay empty.
    """
    statement = draw(statements(most_cells, grid, apart))
    rim = sorted(cell for cell in around(statement.cells, grid) if min(cell) >= 0)
    more: set[Cell] = draw(st.sets(st.sampled_from(rim), max_size=3)) if rim else set()
    board = statement.cells | more
    if draw(st.integers(0, 3)) == 0:
        return replace(statement, cells=board, spare=draw(st.integers(0, 4)))
    some = frozenset(draw(st.sets(st.sampled_from(sorted(board)), max_size=3)))
    if draw(st.booleans()):
        some = closed_under_a_symmetry(draw, board, some, grid)
    spare = draw(st.sampled_from([None, None, None, 0, 1, 2]))
    return replace(statement, cells=board, optional=some | more, spare=spare)


QUESTIONS = st.sampled_from(list(GRIDS.values())).flatmap(
    lambda grid: st.booleans().flatmap(
        lambda apart: statements(grid=grid, apart=apart) | statements_with_room(grid=grid, apart=apart)
    )
)
"""Statements on all grids. In some of them cells may stay empty, or pieces have several parts."""


def tame(board: Cells, pieces: list[Piece]) -> list[Piece]:
    """On larger boards, bound the copies of the smallest pieces, which would have thousands of solutions."""
    if len(board) <= 8:
        return pieces
    return [
        Piece(shape, least, max(least, 3) if most is None and len(shape) <= 2 else most)
        for shape, least, most in pieces
    ]


def split_an_entry(draw: st.DrawFn, pieces: list[Piece], reflections: bool, grid: Grid) -> list[Piece]:
    """Return the pieces with one of them as two entries, each with its own copies and orientation."""
    shape, least, most = draw(st.sampled_from(pieces))
    first_most = None if most is None else draw(st.integers(0, most))
    first_least = draw(st.integers(0, least if first_most is None else min(least, first_most)))
    second_least = least - first_least
    second_most = None if most is None or first_most is None else max(most - first_most, second_least)
    others = [piece for piece in pieces if piece != (shape, least, most)]
    other_shape = turned(draw, tuple(shape), reflections, grid)
    return [Piece(shape, first_least, first_most), *others, Piece(other_shape, second_least, second_most)]


def with_given(draw: st.DrawFn, statement: Statement, parts: list[Cells]) -> Statement:
    """Return the statement with one or two of the parts as given pieces, if they are among the pieces."""
    keys = [oracle.own_key(statement, piece.shape) for piece in statement.pieces]
    copies = oracle.copies_of(statement)
    given: list[tuple[int, Cells]] = []
    for part in draw(st.permutations(parts))[: draw(st.integers(1, 2))]:
        key = oracle.own_key(statement, part)
        used = sum(keys[index] == key for index, _ in given)
        if key in keys and oracle.may_use_another(copies[key], used):
            given.append((keys.index(key), part))
    return replace(statement, given=tuple(given))


def with_restriction(draw: st.DrawFn, statement: Statement) -> Statement:
    """Return the statement with a rule for one piece: banned cells, often a symmetric set, or certain orientations."""
    keys = [oracle.own_key(statement, piece.shape) for piece in statement.pieces]
    index = draw(st.integers(0, len(keys) - 1))
    restriction = draw(restrictions(statement, keys[index], index))
    if keys.count(keys[index]) > 1 or not all(restriction(*placement) for placement in statement.given):
        return statement
    return replace(statement, allowed=restriction)


@st.composite
def restrictions(draw: st.DrawFn, statement: Statement, key: Key, index: int) -> Restriction:
    board, grid = statement.cells, statement.grid
    if draw(st.booleans()):
        turned = oracle.orientations(frozenset(key), statement.reflections, grid, statement.rotations)
        shapes = sorted(tuple(sorted(shape)) for shape in turned)
        chosen = draw(st.sets(st.sampled_from(shapes), min_size=1))
        return Restriction(index, shapes=frozenset(frozenset(shape) for shape in chosen), grid=grid)
    some: set[Cell] = draw(st.sets(st.sampled_from(sorted(board)), max_size=3))
    banned = frozenset(some)
    return Restriction(index, closed_under_a_symmetry(draw, board, banned, grid) if draw(st.booleans()) else banned)


def texts(most: int) -> st.SearchStrategy[str]:
    """Draw texts of at most `most` characters. `st.text` would first spend two seconds on tables of Unicode."""
    numbers = st.integers(0, 127) | st.integers(0, 0x10FFFF).filter(lambda n: not 0xD800 <= n < 0xE000)
    return st.lists(numbers.map(chr), max_size=most).map("".join)


def unbounded(statement: Statement) -> Statement:
    """Return a statement without given pieces or bounds: each piece and the empty cells are unlimited."""
    pieces = tuple(Piece(piece.shape, 0, None) for piece in statement.pieces)
    return replace(statement, pieces=pieces, given=(), spare=None)
