"""Placements (pieces on cells of a board), and checks of the arguments `placed` and `restrict`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from operator import index
from os import PathLike
from typing import Any, Protocol, TypeAlias, TypeVar

from .board import Board
from .errors import PuzzleError
from .lattices.board_words import as_lattice
from .lattices.lattice import SQUARE, Cell, Cells, Lattice, as_cells
from .pictured import Drawable, Parts
from .pieces.letters import symbol_of
from .pieces.piece_set import PieceSet
from .pieces.polyform import Polyform, name_of
from .pieces.sets import fault_of_size
from .value import Value


class Placement(Value, Drawable):
    """A piece on certain cells of a board. The attribute `cells` is in row-major order.

    `piece` is a `Polyform` or the name of a piece. `lattice` is the lattice of the board. By default, it is the lattice
    of `piece`, or squares if `piece` is a name. On a wrapped board, `lattice` is required, and cells are reduced modulo
    its periods. Raises `PuzzleError` if the cells do not have the shape of the piece.

    >>> placement = Placement("V", [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)])
    >>> placement.piece.name, placement.orientation
    ('V', 0)
    """

    __slots__ = _field_names = ("cells", "piece", "lattice")
    cells: tuple[Cell, ...]
    piece: Polyform
    lattice: Lattice

    def __init__(self, piece: Polyform | str, cells: Iterable[Cell], lattice: Lattice | str | None = None) -> None:
        stated = None if lattice is None else as_lattice(lattice)
        shape = Polyform.named(piece, (stated or SQUARE).flat) if isinstance(piece, str) else piece
        if not isinstance(shape, Polyform):
            raise PuzzleError(f"a piece must be a Polyform or a name such as 'F' or 'O4', got {piece!r}")
        board = stated or shape.lattice
        board._check_same(shape.lattice, f"piece {shape.name or repr(shape)}")
        covered = tuple(sorted(as_cells(cells, "placement", board)))
        forms = {board.normalise(turned.cells) for turned in shape.orientations()}
        if len(covered) != shape.size or board.normalise(covered) not in forms:
            raise PuzzleError(f"the cells {list(covered)} do not have the shape of {shape.name or shape!r}")
        self._set(piece=shape, cells=covered, lattice=board)

    @property
    def orientation(self) -> int:
        """The index of the placed orientation in `piece.orientations()`.

        On a wrapped board, several orientations may cover the same cells. This is the index of the first of them.
        """
        shape, of = self.lattice.normalise(self.cells), self.lattice.normalise
        return next(i for i, turned in enumerate(self.piece.orientations()) if of(turned.cells) == shape)

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON with the name of the piece and the cells."""
        return {"piece": self.piece.name, "cells": self.cells}

    @property
    def _picture(self) -> Parts:
        _, _, symbols, names, texts, lattice = self.piece._with(colours=())._picture
        return frozenset(self.cells), (self.cells,), symbols, names, texts, lattice

    def __hash__(self) -> int:
        return hash(self.cells)

    def __repr__(self) -> str:
        lattice = f", {self.lattice}" if self.lattice != SQUARE else ""
        return f"Placement({name_of(self.piece) or self.piece!r}, {list(self.cells)}{lattice})"


Key = TypeVar("Key", covariant=True)
Entry = TypeVar("Entry", covariant=True)


class CovariantMapping(Protocol[Key, Entry]):
    """A mapping, for type checkers. `Mapping` is invariant in its keys, so it would reject many plain dictionaries."""

    def items(self) -> Set[tuple[Key, Entry]]:
        """Return the items of the mapping as pairs (key, value)."""


Predicate: TypeAlias = Callable[[Placement], bool]
Rule: TypeAlias = Iterable[int] | Predicate
Restrict: TypeAlias = CovariantMapping[Polyform | str, Rule]
Picture: TypeAlias = str | PathLike[str] | Board
Placed: TypeAlias = Picture | Placement | Iterable[Placement | Picture | Iterable[Cell]]
Restriction: TypeAlias = tuple[int, frozenset[int] | Predicate]
"""A pair: the index of a piece, and its rule. The rule is a predicate, or the indices of the allowed orientations."""


def read_placed(
    board: Board, pieces: PieceSet, lettered: Iterable[tuple[str, Cells]], placed: Placed
) -> tuple[Placement, ...]:
    """Return the given pieces, sorted by their cells.

    `lettered` holds the areas drawn on the board, as pairs (letter, cells). For `placed` see `Puzzle`. Raises
    `PuzzleError` if a piece is not on the board or not in the set, if pieces overlap, or for too many copies.
    """
    lettered = [*lettered]
    wanted = [*((area, f"the area lettered {letter}", letter) for letter, area in lettered), *_areas_of(board, placed)]
    owner: dict[Cell, str] = {}
    used = [0] * len(pieces.counts)
    given = []
    for area, label, meant in wanted:
        at = f"{label} at {board.in_words(min(area))}"
        if not area <= board.cells:
            outside = board.in_words(min(area - board.cells))
            raise PuzzleError(f"{at} covers {outside}, which is not a cell of the board")
        for cell in sorted(area):
            if cell in owner:
                where = board.in_words(cell)
                raise PuzzleError(f"{at} and {owner[cell]} overlap at {where}")
            owner[cell] = at
        cells = tuple(sorted(area))
        index = pieces.told(cells, meant)
        if index is None:
            fault = fault_of_size(at, len(cells), pieces.counts) if isinstance(meant, str) else ""
            if isinstance(meant, str) and not all(piece.is_connected for piece, _, _ in pieces.counts):
                fault = f"{at} is not a piece of the set; pictures show only connected pieces, so write others as cells"
            raise PuzzleError(f"{fault or f'{at} is not a piece of the set'}; the set is {pieces}")
        piece, _, most = pieces.counts[index]
        used[index] += 1
        if most is not None and used[index] > most:
            raise PuzzleError(f"piece {piece.name or piece!r} is given {used[index]} times; at most {most} may be used")
        called = (entry for entry in pieces.entries(index) if meant in (entry, symbol_of(entry.name)))
        given.append(Placement._make(piece=next(called, piece), cells=cells, lattice=board.lattice))
    return tuple(sorted(given))


def _areas_of(board: Board, placed: Placed) -> list[tuple[Cells, str, Polyform | str | None]]:
    """Return a triple (cells, name, piece) for each area in `placed`. The name is for error messages.

    `piece` is the letter of an area in a picture, the `Polyform` of a `Placement`, or None for a list of cells.
    """
    areas: list[tuple[Cells, str, Polyform | str | None]] = []
    if isinstance(placed, Mapping):
        raise PuzzleError("placed must be placements, pictures or lists of cells, got a mapping")
    several = isinstance(placed, Iterable) and not isinstance(placed, (str, Board))
    items: tuple[Any, ...] = tuple(placed) if several else (placed,)  # type: ignore[arg-type]
    if len(items) > 1 and all(isinstance(item, str) and "\n" not in item for item in items):
        raise PuzzleError("placed has several strings of one row each: join the rows of a picture with '\\n'")
    for item in items:
        if isinstance(item, (str, PathLike, Board)):
            for letter, area in board._read(item):
                areas.append((area, f"the given area lettered {letter}", letter))
        elif isinstance(item, Placement):
            board.lattice._check_same(item.piece.lattice, f"the given piece {item.piece.name}".rstrip())
            area = frozenset(board.lattice.home(item.cells))
            areas.append((area, f"the given piece {item.piece.name or 'without a name'}", item.piece))
        elif isinstance(item, Iterable):
            cells = as_cells(item, "placed, a list of pieces, each a list of cells", board.lattice)
            areas.append((cells, "the given piece", None))
        else:
            raise PuzzleError(f"placed must be placements, lettered pictures or lists of cells, got {item!r}")
    return areas


def read_restrict(pieces: PieceSet, restrict: Restrict) -> tuple[Restriction, ...]:
    """Return the rules in `restrict`, sorted by piece. Raises `PuzzleError` for an invalid rule."""
    if not isinstance(restrict, Mapping):
        raise PuzzleError(f"restrict must be a mapping of pieces to orientations or a predicate, got {restrict!r}")
    rules: list[Restriction] = []
    for key, rule in restrict.items():
        wanted = () if callable(rule) else _indices(rule, key)
        for number, piece in pieces.meant_by(key, "restrict: "):
            allowed = frozenset([pieces.orientation(number, piece, i) for i in wanted])
            rules.append((number, rule if callable(rule) else allowed))
    return tuple(sorted(rules, key=lambda rule: rule[0]))


def _indices(rule: object, key: object) -> tuple[int, ...]:
    name = key.name or repr(key) if isinstance(key, Polyform) else key
    try:
        return tuple(index(item) for item in rule)  # type: ignore[attr-defined]
    except TypeError:
        what = f"restrict: the rule for {name} must be a list of orientations or a predicate, got {rule!r}"
        raise PuzzleError(what) from None
