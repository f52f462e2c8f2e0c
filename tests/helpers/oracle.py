"""A slow solver that is easy to check by eye; the tests compare the package with it.

The rules of this file: it imports nothing from the package, every set of cells is a plain `frozenset` of
`(row, column)`, and wherever there is a choice the clear way is taken instead of the fast one. Squares are meant unless
a `Grid` is given; `grids.py` has others.

    cells      any set of cells, anywhere
    shape      cells moved so that their bounding box starts at (0, 0)
    key        one shape standing for all those that a piece may be turned (and turned over) into
    tiling     all (key, cells) of one solution: copies of a piece are not told apart
    parts      the sets of cells into which a tiling cuts the board
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, count
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import hypothesis

MAX_STEPS = 20_000
"""A random example that takes more steps is not tried: the slowest ones, on balls, would take hours."""

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Key = tuple[Cell, ...]
Placement = tuple[Key, Cells]
Tiling = frozenset[Placement]
Parts = frozenset[Cells]
Copies = tuple[int, int | None]


class Symmetry(NamedTuple):
    """An element of D4: first the reflection (columns reversed), if any, and then `turns` quarter turns."""

    mirror: bool
    turns: int

    def moved(self, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the reflection and the rotations about the origin."""
        result = frozenset(cells)
        if self.mirror:
            result = frozenset((row, -column) for row, column in result)
        for _ in range(self.turns):
            result = frozenset((column, -row) for row, column in result)
        return result

    def on(self, frame: Cells, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the motion that keeps the upper left corner of `frame` in place."""
        row, column = corner(frame)
        moved_row, moved_column = corner(self.moved(frame))
        return translated(self.moved(cells), row - moved_row, column - moved_column)


IDENTITY = Symmetry(mirror=False, turns=0)
ROTATIONS = tuple(Symmetry(False, turns) for turns in range(4))
D4 = ROTATIONS + tuple(Symmetry(True, turns) for turns in range(4))


class Move(Protocol):
    """A motion of a grid: `Symmetry` on squares."""

    @property
    def mirror(self) -> bool: ...

    def moved(self, cells: Iterable[Cell]) -> Cells: ...

    def on(self, frame: Cells, cells: Iterable[Cell]) -> Cells: ...


def neighbours(cell: Cell) -> set[Cell]:
    """Return the four cells that share a side with this one."""
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


@dataclass(frozen=True, repr=False)
class Grid:
    """A lattice. A translation must not map a cell to a cell of another kind.

    `kind` returns 0 for such a translation. `figures` are boards to try. `rigid` returns the orientations of a piece if
    the symmetries do not give all of them.
    """

    name: str
    symmetries: tuple[Move, ...] = D4
    neighbours: Callable[[Cell], set[Cell]] = neighbours
    firsts: tuple[Cell, ...] = ((0, 0),)
    kind: Callable[[Cell], int] = lambda cell: 0
    figures: tuple[Cells, ...] = ()
    rigid: Callable[[Cells, bool], frozenset[Cells]] | None = None

    def __repr__(self) -> str:
        return f"<grid {self.name}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # Hypothesis would print all fields of a dataclass

    def corner(self, cells: Cells) -> Cell:
        """Return the minimum of each coordinate. The last is reduced, if necessary, so that this cell has kind 0."""
        return corner(cells, self.kind)

    def shape_of(self, cells: Cells) -> Cells:
        """Return the cells translated so that their corner is the origin."""
        return translated(cells, *(-low for low in self.corner(cells)))

    def placed(self, shape: Cells, first: Cell) -> Cells | None:
        """Return the shape translated so that its least cell is `first`, or None if that cell is of another kind."""
        by = [there - here for there, here in zip(first, min(shape), strict=True)]
        return None if self.kind(tuple(by)) else translated(shape, *by)


SQUARES = Grid("square")


def corner(cells: Cells, kind: Callable[[Cell], int] = lambda cell: 0) -> Cell:
    """Return the upper left corner of the bounding box."""
    low = tuple(min(numbers) for numbers in zip(*cells, strict=True))
    return (*low[:-1], low[-1] - kind(low))


def translated(cells: Cells, *by: int) -> Cells:
    """Return the cells translated by these distances, on squares down and to the right."""
    return frozenset(tuple(number + step for number, step in zip(cell, by, strict=True)) for cell in cells)


def shape_of(cells: Cells) -> Cells:
    """Return the cells translated so that their bounding box starts at (0, 0)."""
    return SQUARES.shape_of(cells)


@lru_cache(maxsize=1 << 16)
def orientations(cells: Cells, reflections: bool, grid: Grid = SQUARES, rotations: bool = True) -> frozenset[Cells]:
    """Return all shapes to which rotations and, if allowed, reflections map the piece.

    Without rotations, these are the shape as drawn and, with reflections, its image under the first reflection.
    """
    if rotations and grid.rigid is not None:
        return frozenset(grid.rigid(cells, reflections))
    moves = [move for move in grid.symmetries if reflections or not move.mirror]
    if not rotations:
        mirrors = [move for move in moves if move.mirror]
        return frozenset(grid.shape_of(shape) for shape in (cells, *(move.moved(cells) for move in mirrors[:1])))
    return frozenset(grid.shape_of(move.moved(cells)) for move in moves)


@lru_cache(maxsize=1 << 16)
def key_of(cells: Cells, reflections: bool, grid: Grid = SQUARES, rotations: bool = True) -> Key:
    """Return the least orientation as a sorted tuple. It is equal for two sets of cells that are the same piece."""
    return min(tuple(sorted(shape)) for shape in orientations(cells, reflections, grid, rotations))


def is_connected(cells: Cells, grid: Grid = SQUARES) -> bool:
    """Return whether steps between neighbouring cells lead from any cell to any other."""
    reached = {min(cells)}
    while True:
        further = {cell for known in reached for cell in grid.neighbours(known)} & cells - reached
        if not further:
            return reached == cells
        reached |= further


@lru_cache
def enumerate_fixed(size: int, grid: Grid = SQUARES) -> frozenset[Cells]:
    """Return all fixed shapes of this size, which are those of one cell less, extended by one cell in all ways."""
    if size == 1:
        return frozenset(frozenset({first}) for first in grid.firsts)
    return frozenset(
        grid.shape_of(smaller | {cell})
        for smaller in enumerate_fixed(size - 1, grid)
        for known in smaller
        for cell in grid.neighbours(known) - smaller
    )


def keys_of_all(size: int, reflections: bool, grid: Grid) -> set[Key]:
    """Return the key of each piece of this size. Remove a shape with all its orientations until none is left."""
    left, keys = set(enumerate_fixed(size, grid)), set()
    while left:
        shape = left.pop()
        keys.add(key_of(shape, reflections, grid))
        left -= orientations(shape, reflections, grid)
    return keys


def enumerate_one_sided(size: int, grid: Grid = SQUARES) -> set[Key]:
    """Return the keys of all one-sided shapes of this size. Mirror twins count as two."""
    return keys_of_all(size, False, grid)


def enumerate_free(size: int, grid: Grid = SQUARES) -> set[Key]:
    """Return the keys of all free shapes of this size. Mirror twins count as one."""
    return keys_of_all(size, True, grid)


class Piece(NamedTuple):
    """A shape, and how often a solution uses it. `most` is None if there is no upper bound."""

    shape: Cells
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True)
class Statement:
    """A puzzle: cover all `cells`, and use each piece at least `least` and at most `most` times.

    - Cells that are `optional` may stay empty, at most `spare` of them if that is a number. They are also in `cells`.
      If none is optional, any cell may stay empty, at most `spare` in all.
    - Two pieces with the same key are one piece with the copies of both.
    - `given` holds pairs (index of a piece, cells), which every solution must contain. They count as copies.
    - `allowed(index, cells)` returns whether a piece may be placed on these cells. It is also asked about given pieces.
      If several entries are one piece, the index is that of the first of them.
    """

    cells: Cells
    pieces: tuple[Piece, ...]
    reflections: bool = True
    given: tuple[tuple[int, Cells], ...] = ()
    allowed: Callable[[int, Cells], bool] | None = None
    optional: Cells = frozenset()
    grid: Grid = SQUARES
    spare: int | None = None
    rotations: bool = True

    @property
    def maybe_empty(self) -> Cells:
        """The cells that may stay empty."""
        return self.cells if self.spare is not None and not self.optional else self.optional


def own_key(statement: Statement, cells: Cells) -> Key:
    """Return the key of the piece on these cells, with the reflections and rotations that `statement` allows."""
    return key_of(cells, statement.reflections, statement.grid, statement.rotations)


def moved_key(statement: Statement, symmetry: Move, key: Key) -> Key | None:
    """Return the key of the image of a piece under a symmetry, or None if no piece has the same orientations.

    If pieces may be reflected but not rotated, the image of a rotated piece may have other orientations. Orientations
    without a placement do not count.
    """
    known = lying_orientations(statement)
    images = {statement.grid.shape_of(symmetry.moved(shape)) for shape in known[key]}
    image = own_key(statement, min(images, key=sorted)) if images else key
    return image if images == known.get(image) else None


@lru_cache(maxsize=1 << 10)
def lying_orientations(statement: Statement) -> dict[Key, set[Cells]]:
    """Return the orientations of each piece that have a placement, given or possible together with the given ones."""
    placements = {*given_placements(statement), *open_placements(statement)}
    ways = (statement.reflections, statement.grid, statement.rotations)
    return {
        key: {
            shape
            for shape in orientations(frozenset(key), *ways)
            if any((key, statement.grid.placed(shape, cell)) in placements for cell in statement.cells)
        }
        for key in copies_of(statement)
    }


def copies_of(statement: Statement) -> dict[Key, Copies]:
    """Return the minimum and maximum copies of each piece. Those of entries that are the same piece are added."""
    result: dict[Key, Copies] = {}
    for piece in statement.pieces:
        key = own_key(statement, piece.shape)
        least, most = result.get(key, (0, 0))
        unbounded = most is None or piece.most is None
        result[key] = (least + piece.least, None if unbounded else (most or 0) + (piece.most or 0))
    return result


def all_placements(statement: Statement) -> set[Placement]:
    first_index: dict[Key, int] = {}
    for index, piece in enumerate(statement.pieces):
        first_index.setdefault(own_key(statement, piece.shape), index)
    allowed = statement.allowed or (lambda index, cells: True)
    result = set()
    for key, index in first_index.items():
        for shape in orientations(frozenset(key), statement.reflections, statement.grid, statement.rotations):
            # Move one cell of the shape to each cell of the board in turn, so that no placement is missed.
            for cell in statement.cells:
                cells = statement.grid.placed(shape, cell)
                if cells is not None and cells <= statement.cells and allowed(index, cells):
                    result.add((key, cells))
    return result


def given_placements(statement: Statement) -> list[Placement]:
    return [(own_key(statement, statement.pieces[index].shape), cells) for index, cells in statement.given]


def open_placements(statement: Statement) -> set[Placement]:
    """Return the placements that are possible with the given ones: disjoint from them, and with a copy left."""
    given = given_placements(statement)
    taken = {cell for _, cells in given for cell in cells}
    used = Counter(key for key, _ in given)
    copies = copies_of(statement)
    return {
        (key, cells)
        for key, cells in all_placements(statement)
        if cells.isdisjoint(taken) and may_use_another(copies[key], used[key])
    }


def may_use_another(copies: Copies, used: int) -> bool:
    _, most = copies
    return most is None or used < most


def solutions(statement: Statement) -> set[Tiling]:
    """Return all solutions. The search always covers the first uncovered cell in row-major order."""
    given = given_placements(statement)
    if any(placement not in all_placements(statement) for placement in given):
        return set()
    if sum(len(cells) for _, cells in given) != len({cell for _, cells in given for cell in cells}):
        return set()  # two of them overlap
    copies = copies_of(statement)
    covering: dict[Cell, list[Placement]] = {cell: [] for cell in statement.cells}
    for key, cells in open_placements(statement):
        for cell in cells:
            covering[cell].append((key, cells))
    found: set[Tiling] = set()
    steps = count()

    def extend(uncovered: Cells, chosen: list[Placement], used: Counter[Key], empty: int = 0) -> None:
        if next(steps) == MAX_STEPS and hypothesis.currently_in_test_context():
            hypothesis.reject()
        if not uncovered:
            if all(used[key] >= least for key, (least, _) in copies.items()):
                found.add(frozenset(chosen))
            return
        for key, cells in covering[min(uncovered)]:
            if cells <= uncovered and may_use_another(copies[key], used[key]):
                extend(uncovered - cells, [*chosen, (key, cells)], used + Counter([key]), empty)
        if min(uncovered) in statement.maybe_empty and (statement.spare is None or empty < statement.spare):
            extend(uncovered - {min(uncovered)}, chosen, used, empty + 1)

    used = Counter(key for key, _ in given)
    if all(most is None or used[key] <= most for key, (_, most) in copies.items()):
        extend(statement.cells.difference(*(cells for _, cells in given)), given, used)
    return found


def parts_of(tiling: Tiling) -> Parts:
    return frozenset(cells for _, cells in tiling)


def symmetries(statement: Statement) -> list[Move]:
    """Return the elements of the grid's group that map the statement, and so the set of its solutions, onto itself.

    Such an element maps each of these onto itself:

    - the cells of the board, including those of given pieces;
    - the optional cells that given pieces do not cover;
    - the given placements;
    - the other placements that are possible with the given ones and allowed.

    It also maps each piece to one with the same copies. A rotation maps a piece to itself, and so does any element if
    pieces may be reflected. Otherwise a reflection maps it to its mirror twin, which has 0 copies if the set lacks it.
    Pieces without a placement on the free cells do not count, nor do orientations without a placement.
    """
    return [symmetry for symmetry in statement.grid.symmetries if is_symmetry(statement, symmetry)]


def is_symmetry(statement: Statement, symmetry: Move) -> bool:
    board = statement.cells
    if symmetry.on(board, board) != board:
        return False
    given = set(given_placements(statement))
    optional = statement.maybe_empty.difference(*(cells for _, cells in given))
    if symmetry.on(board, optional) != optional:
        return False
    others = open_placements(statement)
    copies = copies_of(statement)
    for key in {key for key, _ in others}:
        twin = moved_key(statement, symmetry, key)
        if twin is None or copies.get(twin, (0, 0)) != copies[key]:
            return False
    return image(statement, symmetry, given) == given and image(statement, symmetry, others) == others


def bounded(statement: Statement) -> Statement:
    """Return the statement with at most as many copies as the free cells allow.

    Larger bounds would only make pieces different that are equivalent.
    """
    used = Counter(index for index, _ in statement.given)
    area = len(statement.cells) - sum(len(cells) for _, cells in statement.given)
    pieces = []
    for index, (shape, least, most) in enumerate(one_entry_each(statement)):
        least = max(least, used[index])
        room = used[index] + max(least - used[index], area // len(shape))
        pieces.append(Piece(shape, least, room if most is None else min(most, room)))
    return replace(statement, pieces=tuple(pieces))


def one_entry_each(statement: Statement) -> list[Piece]:
    """Return the pieces. The first entry of each shape gets the copies of all its entries, and the others get none."""
    copies = copies_of(statement)
    keys = [own_key(statement, shape) for shape, _, _ in statement.pieces]
    return [Piece(shape, *copies.pop(key, (0, 0))) for key, (shape, _, _) in zip(keys, statement.pieces, strict=True)]


def image(statement: Statement, symmetry: Move, placements: Iterable[Placement]) -> Tiling:
    """Return the placements after the symmetry has been applied to the whole board."""
    board = statement.cells
    return frozenset((moved_key(statement, symmetry, key) or (), symmetry.on(board, at)) for key, at in placements)


def orbits(statement: Statement, rotations: bool = False) -> list[set[Tiling]]:
    """Return the solutions in sets. The symmetries, or only the rotations, map the solutions of a set to each other.

    Rotations in space can also turn a flat board of balls upside down. On cubes these are among the symmetries.
    """
    only_proper = rotations and not (statement.grid.rigid and is_flat(statement.cells))
    group = [symmetry for symmetry in symmetries(statement) if not (only_proper and symmetry.mirror)]
    waiting = solutions(statement)
    result = []
    while waiting:
        solution = next(iter(waiting))
        orbit = {image(statement, symmetry, solution) for symmetry in group}
        assert orbit <= waiting, "a symmetry does not map solutions to solutions, or two orbits overlap"
        waiting -= orbit
        result.append(orbit)
    return result


def is_flat(cells: Cells) -> bool:
    """Return whether the cells of a solid are in one plane, so that no three vectors from a cell are independent."""
    start = min(cells)
    ways = [[number - first for number, first in zip(cell, start, strict=True)] for cell in cells]
    return not any(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        for (a, b, c), (d, e, f), (g, h, i) in combinations(ways, 3)
    )


def total(statement: Statement) -> int:
    return len(solutions(statement))


def distinct(statement: Statement) -> int:
    return len(orbits(statement))


def read_picture(rows: Iterable[str], blank: str = ".") -> Cells:
    """Return the cells of a picture: all characters that are not in `blank`."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char not in blank)


def read_board(board: str | list[str]) -> Cells:
    """Return the free cells of a board: rows of `.` (free) and `#` (blocked), or a size such as "6x10"."""
    if isinstance(board, str):
        rows, columns = map(int, board.split("x"))
        board = ["." * columns] * rows
    return read_picture(board, blank="#")


def describe(statement: Statement) -> str:
    """Return the statement as text for error messages: the board, and each piece with its copies."""

    board = statement.cells
    said = f"reflections={statement.reflections}, rotations={statement.rotations}"
    lines = [f"board (# = a cell), {said}:", draw(board, board)]
    for index, (shape, least, most) in enumerate(statement.pieces):
        lines += [f"piece {index}, from {least} to {'any' if most is None else most}:", draw(shape, shape)]
    for index, cells in statement.given:
        lines += [f"given, piece {index}:", draw(cells, board)]
    if statement.allowed is not None:
        lines.append(f"restriction: {statement.allowed}")
    return "\n".join(lines)


def draw(cells: Cells, ground: Cells) -> str:
    """Return a picture with `#` for the cells. It extends from (0, 0) to the last row and column of `ground`."""
    height = 1 + max(row for row, _ in ground)
    width = 1 + max(column for _, column in ground)
    rows = ["".join("#" if (row, column) in cells else "." for column in range(width)) for row in range(height)]
    return "\n".join(rows)


def known_counts() -> list[dict[str, Any]]:
    """Return the records of data/known_counts.json, in which `pieces` is a list of name, cells and copies.

    For the fields, see data/README.md.
    """
    path = Path(__file__).parents[1] / "data" / "known_counts.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for record in data["cases"]:
        record["pieces"] = [
            {"name": name, "cells": read_picture(data["pictures"][name].split("/")), "copies": copies}
            for names, number in record["pieces"].items()
            for name, copies in expanded(names, number, data["sets"])
        ]
    cases: list[dict[str, Any]] = data["cases"]
    return cases


def expanded(names: str, number: int | list[int | None], sets: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Return each named piece with its copies as a pair. A set stands for its pieces."""
    copies = [number, number] if isinstance(number, int) else number
    return [(name, copies) for name in sets.get(names, names).split()]


def statement_from_record(record: Mapping[str, Any]) -> Statement:
    pieces = tuple(
        Piece(frozenset((row, column) for row, column in piece["cells"]), *piece["copies"])
        for piece in record["pieces"]
    )
    return Statement(read_board(record["board"]), pieces, record["reflections"])


RECORDS = {record["id"]: record for record in known_counts()}
