"""The statement of a puzzle: board, pieces with their copies, given pieces and restrictions, all checked.

A `Statement` is immutable and knows nothing of searching; `Puzzle` adds the verbs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import index
from typing import NamedTuple, Self, TypeAlias

from .areas import check_areas
from .board import Board, BoardLike, as_board
from .errors import PuzzleError
from .geometry import Cell, Cells, as_cells, box, normalise, shift
from .pieces import PieceCount, PiecesLike, as_pieces, named_pieces
from .polyomino import Polyomino
from .value import Value

__all__ = ["Placed", "Placement", "Predicate", "Restrict", "Statement"]


class Placement(Value):
    """A piece on certain cells of a board; `cells` are in row-major order.

    *piece* may be a `Polyomino` or a name. Raises `PuzzleError` where the cells do not have its shape.
    """

    __slots__ = _fields = ("cells", "piece")
    cells: tuple[Cell, ...]
    piece: Polyomino

    def __init__(self, piece: Polyomino | str, cells: Iterable[Cell]) -> None:
        shape = Polyomino.named(piece) if isinstance(piece, str) else piece
        if not isinstance(shape, Polyomino):
            raise PuzzleError(f"a piece is a Polyomino or a name such as 'F' or 'O4', not {piece!r}")
        covered = tuple(sorted(as_cells(cells, "placement")))
        if not covered or normalise(covered) not in {turned.cells for turned in shape.orientations()}:
            raise PuzzleError(f"the cells {list(covered)} do not have the shape of {shape.name or shape!r}")
        self._set(piece=shape, cells=covered)

    @property
    def orientation(self) -> int:
        """The index of the shape on the board in `piece.orientations()`."""
        shape = normalise(self.cells)
        return next(i for i, turned in enumerate(self.piece.orientations()) if turned.cells == shape)

    @property
    def template_numbers(self) -> tuple[int, ...]:
        """The numbers, below 20 for a pentomino, of its cells in a template around the first one, which has none.

        So pent-py identifies a placement, wherever it lies, or by their `sum(2**number ...)`. The first cell is the
        highest in the leftmost column; the order is by distance from it. For the template, see `template.py`.

        >>> Placement("W", [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]).template_numbers
        (0, 4, 9, 17)
        """
        from .template import template_numbers

        return template_numbers(self.cells)

    def __repr__(self) -> str:
        return f"Placement({self.piece.name or self.piece!r}, {list(self.cells)})"


class Demand(NamedTuple):
    """A piece, and the least and the most number of copies still to be placed."""

    piece: Polyomino
    least: int
    most: int


Predicate: TypeAlias = Callable[[Placement], bool]
Rule: TypeAlias = Iterable[int] | Predicate
# A mapping is invariant in its keys and values; these are the plain dictionaries that people write.
Restrict: TypeAlias = (
    Mapping[Polyomino | str, Rule]
    | Mapping[str, Rule]
    | Mapping[Polyomino, Rule]
    | Mapping[str, Predicate]
    | Mapping[Polyomino, Predicate]
    | Mapping[str, list[int]]
    | Mapping[Polyomino, list[int]]
)
Placed: TypeAlias = str | Placement | Iterable[Placement | str]


class Statement(Value):
    """What is to be tiled with what: see `Puzzle` for the arguments.

    `pieces` are the different shapes, in the order given, copies of equal shapes added up; `placed` the given
    pieces in the order of their cells, those drawn on the board included; `restrict` pairs the index of a piece
    with its allowed orientations or a predicate.
    """

    _fields = ("board", "pieces", "reflections", "placed", "restrict")
    board: Board
    pieces: tuple[PieceCount, ...]
    reflections: bool
    placed: tuple[Placement, ...]
    restrict: tuple[tuple[int, frozenset[int] | Predicate], ...]

    def __init__(
        self,
        board: BoardLike = "6x10",
        pieces: PiecesLike = "pentominoes",
        *,
        reflections: bool = True,
        placed: Placed = (),
        restrict: Restrict | None = None,
    ) -> None:
        surface = as_board(board)
        counts = _merged(as_pieces(pieces), bool(reflections))
        # What the picture of a board shows as given is kept in `placed`, like all other given pieces.
        self._set(board=Board(surface.cells), pieces=counts, reflections=bool(reflections))
        self._set(placed=self._read_placed(surface.given, placed))
        self._set(restrict=self._read_restrict({} if restrict is None else restrict))
        check_areas(len(self.free), self._copies_left)

    def _read_placed(self, lettered: Iterable[tuple[str, Cells]], placed: Placed) -> tuple[Placement, ...]:
        """The given pieces, those lettered on the board first, checked against board, pieces and one another."""
        wanted = [(area, f"the area lettered {letter}") for letter, area in lettered]
        top, left, _, _ = self.board.frame
        items = placed if isinstance(placed, Iterable) and not isinstance(placed, str) else (placed,)
        for item in items:
            if isinstance(item, str):
                for letter, area in Board.parse(item).given:
                    wanted.append((frozenset(shift(area, top, left)), f"the given area lettered {letter}"))
            elif isinstance(item, Placement):
                wanted.append((frozenset(item.cells), f"the given piece {item.piece.name or 'without a name'}"))
            else:
                raise PuzzleError(f"placed holds placements or pictures with lettered cells, not {item!r}")
        owner: dict[Cell, str] = {}
        used = [0] * len(self.pieces)
        found = []
        for area, what in wanted:
            at = f"{what} at {min(area)}"
            if not area <= self.board.cells:
                raise PuzzleError(f"{at} covers {min(area - self.board.cells)}, which is not a cell of the board")
            for cell in sorted(area):
                if cell in owner:
                    raise PuzzleError(f"{at} and {owner[cell]} overlap in cell {cell}; given pieces must be apart")
                owner[cell] = at
            cells = tuple(sorted(area))
            known = self.shapes.get(normalise(cells))
            if known is None:
                raise PuzzleError(f"{at} is not a piece of the set; the set is {self.describe_pieces()}")
            piece, _, most = self.pieces[known[0]]
            used[known[0]] += 1
            if most is not None and used[known[0]] > most:
                raise PuzzleError(
                    f"piece {piece.name or piece!r} is given {used[known[0]]} times; at most {most} may be used"
                )
            found.append(Placement._make(piece=piece, cells=cells))
        return tuple(sorted(found))

    def _read_restrict(self, restrict: Restrict) -> tuple[tuple[int, frozenset[int] | Predicate], ...]:
        if not isinstance(restrict, Mapping):
            raise PuzzleError(f"restrict is a mapping of pieces to orientations or a predicate, not {restrict!r}")
        rules: list[tuple[int, frozenset[int] | Predicate]] = []
        for key, rule in restrict.items():
            wanted = rule if callable(rule) else _indices(rule, key)
            for number, piece in self._restricted(key):
                if callable(wanted):
                    rules.append((number, wanted))
                else:
                    rules.append((number, frozenset(self._orientation(number, piece, i) for i in wanted)))
        return tuple(sorted(rules, key=lambda rule: rule[0]))

    def _orientation(self, number: int, piece: Polyomino, i: int) -> int:
        """The number that the orientation *i* of *piece*, drawn its own way, has in the set."""
        # Where pieces may not be turned over, the later half of a chiral piece's orientations are its twin's.
        owned = [self.shapes.get(turned.cells, (None, 0)) for turned in piece.orientations()]
        possible = [orientation for owner, orientation in owned if owner == number]
        if not 0 <= i < len(possible):
            raise PuzzleError(
                f"restrict: orientation {i} of {piece.name or piece!r} does not exist; "
                f"its orientations are 0 to {len(possible) - 1}"
            )
        return possible[i]

    def _restricted(self, key: Polyomino | str) -> list[tuple[int, Polyomino]]:
        """The numbers of the pieces that *key* means, with the shapes whose orientations its indices count."""
        named = [(number, count.piece) for number, count in enumerate(self.pieces) if count.piece.name == key]
        if named:
            return named
        if not isinstance(key, (str, Polyomino)):
            raise PuzzleError(f"restrict: a piece is a Polyomino or a name such as 'F' or 'O4', not {key!r}")
        shapes = named_pieces(key) if isinstance(key, str) else (key,)
        for shape in shapes:
            if shape.cells not in self.shapes:
                raise PuzzleError(
                    f"restrict: {shape.name or shape!r} is not a piece of the set; the set is {self.describe_pieces()}"
                )
        return [(self.shapes[shape.cells][0], shape) for shape in shapes]

    def describe_pieces(self, most: int = 20) -> str:
        """The names of the pieces, at most *most* of them, for a message."""
        names = [piece.name or "(without a name)" for piece, _, _ in self.pieces]
        return " ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

    @cached_property
    def shapes(self) -> dict[tuple[Cell, ...], tuple[int, int]]:
        """Of every orientation of every piece, by its normalised cells: the numbers of piece and orientation."""
        return {
            turned.cells: (number, i)
            for number, (piece, _, _) in enumerate(self.pieces)
            for i, turned in enumerate(piece.orientations(self.reflections))
        }

    @cached_property
    def free(self) -> Cells:
        """The cells that are still to be covered."""
        return self.board.cells.difference(*(placement.cells for placement in self.placed))

    @cached_property
    def demand(self) -> tuple[Demand, ...]:
        """The pieces with the copies still to be placed, `most` cut to what the free cells can hold at most."""
        area = len(self.free)
        demand = []
        for piece, least, most in self._copies_left:
            room = max(least, area // piece.size)
            demand.append(Demand(piece, least, room if most is None else min(most, room)))
        return tuple(demand)

    @property
    def _copies_left(self) -> tuple[PieceCount, ...]:
        """The pieces with the copies that are left when the given ones are counted."""
        used = [0] * len(self.pieces)
        for placement in self.placed:
            used[self.shapes[normalise(placement.cells)][0]] += 1
        return tuple(
            PieceCount(piece, max(0, least - copies), None if most is None else most - copies)
            for (piece, least, most), copies in zip(self.pieces, used, strict=True)
        )

    @cached_property
    def orientations(self) -> tuple[tuple[int, Polyomino], ...]:
        """The orientations that may be used, as (number of the piece, shape), piece by piece."""
        rules = [(number, rule) for number, rule in self.restrict if isinstance(rule, frozenset)]
        return tuple(
            (number, turned)
            for number, (piece, _, _) in enumerate(self.pieces)
            for i, turned in enumerate(piece.orientations(self.reflections))
            if all(i in rule for owner, rule in rules if owner == number)
        )

    def predicates(self, number: int) -> list[Predicate]:
        """The predicates that restrict the piece of that number."""
        return [rule for n, rule in self.restrict if n == number and not isinstance(rule, frozenset)]

    def placements_of(self, number: int) -> Iterable[Placement]:
        """The allowed placements of one piece on the free cells, by orientation, then by row and column."""
        if not self.predicates(number):
            return self._list_placements(number)
        # Kept, as a predicate is asked once for each. Threads that ask at the same time agree on what came first.
        kept: dict[int, tuple[Placement, ...]] = self.__dict__.setdefault("_guarded", {})
        if number not in kept:
            kept.setdefault(number, tuple(self._list_placements(number)))
        return kept[number]

    def _list_placements(self, number: int) -> Iterator[Placement]:
        if self.demand[number].most == 0:
            return
        predicates = self.predicates(number)
        spots = sorted(self.free)
        top, left, rows, columns = box(self.free) if spots else (0, 0, 0, 0)
        for owner, turned in self.orientations:
            if owner != number:
                continue
            first = turned.cells[0][1]
            # Pieces that leave the bounding box are not worth making: they may have thousands of cells.
            bottom, right = top + rows - turned.rows, left + columns - turned.columns
            for row, column in spots:
                if row > bottom or not left <= column - first <= right:
                    continue
                cells = tuple((row + r, column - first + c) for r, c in turned.cells)
                if self.free.issuperset(cells):
                    placement = Placement._make(piece=self.pieces[number].piece, cells=cells)
                    if all(predicate(placement) for predicate in predicates):
                        yield placement

    def placements(self) -> tuple[Placement, ...]:
        """All placements on the free cells that the restrictions allow, by piece, orientation, row and column."""
        return tuple(p for number in range(len(self.pieces)) for p in self.placements_of(number))

    def place(self, placement: Placement) -> Self:
        """The smaller puzzle that is left when *placement* is made: its cells and one copy of its piece are gone.

        Raises `PuzzleError` where it does not fit: cells that are not free, a piece that is not in the set or
        has no copy left. The smaller puzzle may well have no solution.
        """
        if not isinstance(placement, Placement):
            raise PuzzleError(f"a Placement is to be placed, not {placement!r}")
        cells = frozenset(placement.cells)
        known = self.shapes.get(normalise(placement.cells))
        if known is None:
            raise PuzzleError(f"{placement!r} is not a piece of the set; the set is {self.describe_pieces()}")
        if not cells <= self.free:
            raise PuzzleError(f"{placement!r} does not fit: cell {min(cells - self.free)} is not free")
        piece, least, most = self.pieces[known[0]]
        if self.demand[known[0]].most == 0:
            raise PuzzleError(f"{placement!r} does not fit: no copy of the piece is left")
        if not self._allows(known[0], placement.cells):
            raise PuzzleError(f"{placement!r} is ruled out by the restrictions")
        counts = list(self.pieces)
        counts[known[0]] = PieceCount(piece, max(0, least - 1), None if most is None else most - 1)
        return self._make(
            board=self.board.minus(cells),
            pieces=tuple(counts),
            reflections=self.reflections,
            placed=self.placed,
            restrict=self.restrict,
        )

    def _allows(self, number: int, cells: tuple[Cell, ...]) -> bool:
        """Whether the restrictions allow a piece on cells that are free."""
        if not any(owner == number for owner, _ in self.restrict):
            return True
        return any(placement.cells == cells for placement in self.placements_of(number))

    def __repr__(self) -> str:
        parts = [
            repr(self.board),
            repr({piece.name or piece: (least, most) for piece, least, most in self.pieces}),
        ]
        if not self.reflections:
            parts.append("reflections=False")
        if self.placed:
            parts.append(f"placed={list(self.placed)}")
        if self.restrict:
            parts.append("restrict={...}")
        return f"{type(self).__name__}({', '.join(parts)})"


def _indices(rule: object, key: object) -> tuple[int, ...]:
    """The orientations that a restriction names, read once, as it may be an iterator."""
    name = key.name or repr(key) if isinstance(key, Polyomino) else key
    try:
        return tuple(index(item) for item in rule)  # type: ignore[attr-defined]
    except TypeError:
        raise PuzzleError(
            f"restrict: the rule for {name} is a list of orientations or a predicate, not {rule!r}"
        ) from None


def _merged(counts: Iterable[PieceCount], reflections: bool) -> tuple[PieceCount, ...]:
    """The pieces with entries of the same shape made one: the first one's picture and name, copies added up."""
    merged: dict[Polyomino, PieceCount] = {}
    for piece, least, most in counts:
        key = piece.canonical(reflections)
        if key in merged:
            first, low, high = merged[key]
            merged[key] = PieceCount(first, low + least, None if high is None or most is None else high + most)
        else:
            merged[key] = PieceCount(piece, least, most)
    return tuple(merged.values())
