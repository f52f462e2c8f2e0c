"""`Puzzle`: board, pieces with their copies, given pieces and restrictions, all checked; its verbs are `Questions`.

Its plan (`search`) and its drawing (`solutions`) lie above, and are imported in the methods that make them; nothing
else here looks upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from operator import le
from typing import TYPE_CHECKING, Self

from .base.look import look, looked
from .base.value import Record, Value
from .board import Board, BoardLike, as_board
from .drawable import Drawable, own_symbols
from .errors import PuzzleError
from .lattices.forms import are_words
from .lattices.lattice import Cell, Cells
from .lattices.numbering import Numbering, Place, bit_set
from .pieces.areas import check_areas
from .pieces.gap import gaps
from .pieces.polyform import Polyform
from .pieces.sets import PieceCount, PieceSet, PiecesLike, as_pieces, may_turn_over
from .placement import Placed, Placement, Predicate, Restrict, Restriction, read_placed, read_restrict
from .questions import Questions

if TYPE_CHECKING:
    from .render import Drawing
    from .search.plan import Plan

__all__ = ["Demand", "Puzzle", "as_surface"]


class Demand(Record):
    """A piece, and the least and the most number of copies still to be placed."""

    piece: Polyform
    least: int
    most: int


class Puzzle(Value, Drawable, Questions):
    """A board to be covered exactly by copies of given pieces. Immutable, hashable, picklable.

    - *board*: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"` (layers first); a form on another lattice,
      `"hexagonal 4x7"` or `"triangular rhombus 6"`; a name, `"kanoodle"`, with the labels of the cells that stay
      uncovered if it needs some, `"a-puzzle-a-day:Nov,20"` (see `pentomino.boards`); a picture (`.` free, `+` free to
      stay empty, `#` blocked, a letter a cell of an already placed piece); a `Board`; or an iterable of
      `(row, column)` cells.
    - *pieces*: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of `Polyform`;
      by default those that a named board brings, on any other of squares or cubes the twelve pentominoes.
    - *reflections*: whether pieces may be turned over. They may always be turned. By default they may be turned over
      unless the set has mirror twins, as "one-sided pentominoes" or "L4 + L4'": then none may. Pieces of cubes are not
      mirrored by default, as no real one can be. With `reflections=True` mirror twins are the same piece, and their
      copies add up.
    - *placed*: placements that every solution must contain; a picture of the board that shows them as letters
      will do too.
    - *restrict*: for a piece, by name or `Polyform`, either the orientations that may be used, as indices into
      `Polyform.orientations()`, or a predicate of a `Placement`, asked once for each when the puzzle is compiled.
      Given pieces are not subject to it.

    Raises `PictureError` for text that cannot be read, `PuzzleError` for an unknown piece, given pieces that
    overlap or are not in the set, and areas that cannot meet.

    >>> Puzzle("3x20").count()
    2

    `pieces` are the different shapes, in the order given, copies of equal shapes added up; `placed` the given
    pieces in the order of their cells, those drawn on the board included; `restrict` pairs the index of a piece
    with its allowed orientations or a predicate.
    """

    board: Board
    pieces: tuple[PieceCount, ...]
    reflections: bool
    placed: tuple[Placement, ...]
    restrict: tuple[Restriction, ...]

    def __init__(
        self,
        board: BoardLike = "6x10",
        pieces: PiecesLike | None = None,
        *,
        reflections: bool | None = None,
        placed: Placed = (),
        restrict: Restrict | None = None,
    ) -> None:
        surface, usual = as_surface(board)
        counts = as_pieces(usual if pieces is None else pieces, surface.lattice.flat)
        for piece, _, _ in counts:
            surface.lattice.check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
        turn_over = may_turn_over(counts, reflections)
        # What the picture of a board shows as given is kept in `placed`, like all other given pieces.
        bare = surface.bare()
        pieces_of = PieceSet(counts, turn_over, bare.lattice)
        self._set(board=bare, pieces=pieces_of.counts, reflections=turn_over, piece_set=pieces_of)
        try:
            self._set(placed=read_placed(bare, pieces_of, surface.given, placed))
        except PuzzleError as error:
            if isinstance(board, str) and board.replace(" ", "").isalpha():  # words are a picture, too
                raise PuzzleError(f"{board!r} is not the name of a board, and as a picture of one: {error}") from None
            raise
        self._set(restrict=read_restrict(pieces_of, {} if restrict is None else restrict))
        check_areas(len(self.free), self.copies_left, len(self.optional))

    @cached_property
    def piece_set(self) -> PieceSet:
        """The pieces by their shapes."""
        return PieceSet(self.pieces, self.reflections, self.board.lattice)

    @cached_property
    def free(self) -> Cells:
        """The cells that are still to be covered, or may be."""
        return self.board.cells.difference(*(placement.cells for placement in self.placed))

    @property
    def optional(self) -> Cells:
        """Those of the free cells that may stay empty."""
        return self.board.optional & self.free

    @cached_property
    def demand(self) -> tuple[Demand, ...]:
        """The pieces with the copies still to be placed, `most` cut to what the free cells can hold at most."""
        area = len(self.free)
        demand = []
        for piece, least, most in self.copies_left:
            room = max(least, area // piece.size)
            demand.append(Demand(piece, least, room if most is None else min(most, room)))
        return tuple(demand)

    @cached_property
    def cover(self) -> tuple[Demand, ...]:
        """What covers the free cells, each just once: the demand and, if there are some, the cells that stay empty."""
        if not self.optional:
            return self.demand
        least = len(self.free) - sum(piece.size * most for piece, _, most in self.demand)
        most = len(self.free) - sum(piece.size * least for piece, least, _ in self.demand)
        empty = gaps(self.board.lattice)[0]
        return *self.demand, Demand(empty, max(0, least), max(0, min(len(self.optional), most)))

    @property
    def copies_left(self) -> tuple[PieceCount, ...]:
        """The pieces with the copies that are left when the given ones are counted."""
        used = [0] * len(self.pieces)
        for placement in self.placed:
            used[self.owner(placement)] += 1
        return tuple(
            PieceCount(piece, max(0, least - copies), None if most is None else most - copies)
            for (piece, least, most), copies in zip(self.pieces, used, strict=True)
        )

    @cached_property
    def orientations(self) -> tuple[tuple[int, Polyform], ...]:
        """The orientations that may be used, as (number of the piece, shape), piece by piece."""
        rules: dict[int, list[frozenset[int]]] = {}
        for number, rule in self.restrict:
            if isinstance(rule, frozenset):
                rules.setdefault(number, []).append(rule)
        return tuple(
            (number, turned)
            for number, (piece, _, _) in enumerate(looked(self.pieces))
            for i, turned in enumerate(piece.orientations(self.reflections))
            if all(i in rule for rule in rules.get(number, ()))
        )

    def predicates(self, number: int) -> list[Predicate]:
        """The predicates that restrict the piece of that number."""
        return [rule for n, rule in self.restrict if n == number and not isinstance(rule, frozenset)]

    @cached_property
    def numbering(self) -> Numbering:
        """The numbering of the free cells."""
        if self.board.lattice.periods:
            from .lattices.seam import WrappedNumbering

            return WrappedNumbering(self.board.lattice, self.free)
        return Numbering(self.board.lattice, self.free)

    @cached_property
    def shapes_of(self) -> dict[int, list[Polyform]]:
        """The orientations that may be used and are not larger than the board, by the number of their piece."""
        room = self.numbering.sides
        wraps = bool(self.board.lattice.periods)
        found: dict[int, list[Polyform]] = {}
        for number, turned in looked(self.orientations):
            if self.piece_set.stands(number, turned) if wraps else all(map(le, turned.sides, room)):
                found.setdefault(number, []).append(turned)
        if self.optional:
            found[len(self.pieces)] = gaps(self.board.lattice)
        return found

    def may_lie_anywhere(self, number: int) -> bool:
        """Whether each orientation of one piece may lie wherever it covers free cells."""
        if number == len(self.pieces) or self.predicates(number):
            return False
        lattice = self.board.lattice
        return len(lattice.vectors) == 1 and not lattice.periods

    def places_of(self, number: int) -> Iterable[tuple[Polyform, int]]:
        """The orientations of one piece, and where each may lie: the set of the positions of its first cell.

        The number behind the last piece is that of the gaps.
        """
        if not self.predicates(number):
            return self._fitting(number)
        # Kept, as a predicate is asked once for each. Threads that ask at the same time agree on what came first.
        kept: dict[int, list[tuple[Polyform, int]]] = self.__dict__.setdefault("_agreed_places", {})
        if number not in kept:
            kept.setdefault(number, [(turned, self._agreed(number, turned, n)) for turned, n in self._fitting(number)])
        return kept[number]

    def _number(self, piece: object) -> int:
        if not isinstance(piece, int) or not 0 <= piece < len(self.pieces):
            numbers = f"0 to {len(self.pieces) - 1}"
            raise PuzzleError(f"a piece is a Polyomino, a name or its number in the set, {numbers}, not {piece!r}")
        return piece

    def _fitting(self, number: int) -> Iterator[tuple[Polyform, int]]:
        look()
        within = -1 if number < len(self.pieces) else self.numbering.mask(self.optional)
        for turned in self.shapes_of.get(number, ()) if self.cover[number].most else ():
            if places := self.numbering.fitting(turned.cells) & within:
                yield turned, places

    def _agreed(self, number: int, turned: Polyform, places: int) -> int:
        """Those of the places of an orientation on which all predicates agree."""
        predicates = self.predicates(number)
        agreed = (
            position
            for position, placement in self._placements(number, turned, places)
            if all(predicate(placement) for predicate in predicates)
        )
        return bit_set(agreed, self.numbering.size)

    def _placements(self, number: int, turned: Polyform, places: int) -> Iterator[tuple[int, Placement]]:
        """The placements of an orientation, by row and column, each with its position."""
        numbering, piece = self.numbering, self.pieces[number].piece
        for position in looked(numbering.by_cells(places)):
            yield position, self.placement(piece, numbering.cells_at(position, turned.cells))

    def owner(self, placement: Placement) -> int:
        """The number of the piece of a placement; raises `KeyError` for one that is not in the set."""
        return self.piece_set.number(placement.cells, placement.piece)

    def placement(self, piece: Polyform, cells: tuple[Cell, ...]) -> Placement:
        """A piece of the set on cells of the board, trusted to have its shape and to be in order."""
        return Placement._make(piece=piece, cells=cells, lattice=self.board.lattice)

    def place_of(self, cells: tuple[Cell, ...], number: int) -> Place:
        """The place of the piece of that number on these cells."""
        standard = self.piece_set.standards[number] if self.board.lattice.periods else None
        return self.numbering.place(cells, standard)

    def placements_of(self, piece: int | str | Polyform) -> Iterator[Placement]:
        """The allowed placements of one piece on the free cells, by orientation, then by row and column.

        The piece is said by its number in `pieces`, or as in `restrict`; a name may mean several. Raises `PuzzleError`
        for one that is not in the set.

        >>> next(Puzzle("6x10").placements_of("X"))
        Placement('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)])
        """
        return chain.from_iterable(map(self._placements_of, self.numbers_of(piece)))

    def numbers_of(self, piece: int | str | Polyform) -> list[int]:
        """The numbers of the pieces that are meant; raises `PuzzleError` for one that is not in the set."""
        named = isinstance(piece, (str, Polyform))
        return list(dict(self.piece_set.meant_by(piece))) if named else [self._number(piece)]

    def _placements_of(self, number: int) -> Iterator[Placement]:
        for turned, places in self.places_of(number):
            for _, placement in self._placements(number, turned, places):
                yield placement

    def placements(self) -> tuple[Placement, ...]:
        """All placements on the free cells that the restrictions allow, by piece, orientation, row and column.

        >>> len(Puzzle("6x10").placements())
        2056
        """
        return tuple(p for number in range(len(self.pieces)) for p in self.placements_of(number))

    def place(self, placement: Placement) -> Self:
        """The smaller puzzle that is left when *placement* is made: its cells and one copy of its piece are gone.

        Raises `PuzzleError` if it does not fit: cells that are not free, a piece that is not in the set or
        has no copy left. The smaller puzzle may well have no solution.

        >>> puzzle = Puzzle("3x5", "PUV")
        >>> print(puzzle.place(Placement("V", [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)])).board)
        ##..
        ....
        ....
        """
        if not isinstance(placement, Placement):
            raise PuzzleError(f"a Placement is to be placed, not {placement!r}")
        self.board.lattice.check_same(placement.piece.lattice, repr(placement))
        cells = frozenset(self.board.lattice.home(placement.cells))
        known = self.piece_set.of_cells(cells, placement.piece)
        if known is None:
            raise PuzzleError(f"{placement!r} is not a piece of the set; the set is {self.piece_set}")
        if not cells <= self.free:
            raise PuzzleError(f"{placement!r} does not fit: cell {min(cells - self.free)} is not free")
        piece, least, most = self.pieces[known]
        if self.demand[known].most == 0:
            raise PuzzleError(f"{placement!r} does not fit: no copy of the piece is left")
        if not self._allows(known, tuple(sorted(cells))):
            raise PuzzleError(f"{placement!r} is ruled out by the restrictions")
        counts = list(self.pieces)
        counts[known] = PieceCount(piece, max(0, least - 1), None if most is None else most - 1)
        smaller = self._with(board=self.board.minus(cells), pieces=tuple(counts))
        vars(smaller)["orientations"] = self.orientations  # which are the same
        return smaller

    def restricted(self, rules: Iterable[Restriction]) -> Self:
        """The puzzle with more restrictions, by the numbers of their pieces."""
        return self._with(restrict=tuple(sorted([*self.restrict, *rules], key=lambda rule: rule[0])))

    def with_placed(self, placed: tuple[Placement, ...]) -> Self:
        """The puzzle with these given pieces, trusted to be right, in place of its own."""
        return self._with(placed=placed)

    def _allows(self, number: int, cells: tuple[Cell, ...]) -> bool:
        """Whether the restrictions allow a piece on cells that are free."""
        if not any(owner == number for owner, _ in self.restrict):
            return True
        at, shape = self.place_of(cells, number)
        return any(places >> at & 1 for turned, places in self.places_of(number) if turned.cells == shape)

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from: the board, its labels and the given pieces.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").drawing.to_text("letters"))
        VVV..
        V....
        V....
        """
        from .solutions.solution import drawing_of

        return drawing_of(self, self.placed)

    @property
    def tray(self) -> Drawing:
        """The drawing of the pieces that are still to be placed, as many copies as there must be, one at least.

        A piece that is used once at most has the letter that it has in solutions.
        `puzzle.drawing.above(puzzle.tray)` is the puzzle as it is printed, on squares.

        >>> print(Puzzle("3x5", "PUV").tray.to_text("letters"))
        PP#U#U#V##
        PP#UUU#V##
        P######VVV
        """
        from .render.charts import charted

        own, _ = own_symbols({number: piece.name for number, (piece, _, most) in enumerate(self.pieces) if most == 1})
        letters = {self.pieces[number].piece.name: letter for number, letter in own.items()}
        pieces = [piece for piece, least, most in self.demand if most for _ in range(max(1, least))]
        return charted(pieces, letters, None, self.board.columns)

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

    @cached_property
    def _plan(self) -> Plan:
        from .search.plan import Plan

        return Plan(self)

    def _plan_for(self, shuffle: int | None) -> Plan:
        if shuffle is None:
            return self._plan
        from .search.order import as_seed
        from .search.plan import Plan

        return Plan(self, as_seed(shuffle))


def as_surface(board: BoardLike) -> tuple[Board, str]:
    """The board that is meant, and the pieces to take if none are said: those that go with a name, if it is one."""
    if isinstance(board, str) and board.strip() and "\n" not in board.strip() and not are_words(board):
        from .catalogue.entries import board_of_words  # most programs name no board

        if found := board_of_words(board):
            return found[1], found[0].pieces
    surface = as_board(board)
    return surface, "pentominoes" if surface.lattice.flat.name in ("square", "cubic") else ""
