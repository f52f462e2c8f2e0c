"""Define the class `BasePuzzle`, which describes a puzzle and checks the description.

The search needs only a `BasePuzzle`. Users have its subclass `Puzzle`, which adds methods such as `count`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import le
from typing import Any, NamedTuple, Self

from . import catalogue
from .board import Board, BoardLike
from .board_input import resolve
from .errors import PuzzleError, expect, expect_whole
from .lattices.board_words import are_words
from .lattices.lattice import Cell, Cells, Element, Lattice, bridges, dots
from .lattices.numbering import Numbering, Place, bit_set, bits
from .limits import ANY_AREA, look, looked
from .pieces.piece_set import PieceSet
from .pieces.polyform import Polyform, colourings, gaps, name_of
from .pieces.sets import (
    Names,
    PieceCount,
    PiecesLike,
    as_pieces,
    check_areas,
    copies_that_cover,
    may_turn_over,
    without,
)
from .placement import Placed, Placement, Predicate, Restrict, Restriction, read_placed, read_restrict
from .symmetry import puzzle_symmetries
from .value import V, Value
from .wording import joined, remedy


class Demand(NamedTuple):
    """A piece, with the minimum (`least`) and the maximum (`most`) number of copies still to be placed."""

    piece: Polyform
    least: int
    most: int


class BasePuzzle(Value):
    """A `Puzzle` without the methods that search or draw. Immutable, hashable, picklable.

    Code of this package never calls `BasePuzzle(...)`, because the result would not equal a `Puzzle`. It derives new
    puzzles from the caller's puzzle with `place`, `replace` and `_restricted`, which return an object of the same
    class.
    """

    board: Board
    pieces: tuple[PieceCount, ...]
    reflections: bool
    placed: tuple[Placement, ...]
    restrict: tuple[Restriction, ...]
    names: tuple[Names, ...]
    spare: int | None
    rotations: bool

    def __init__(
        self,
        board: BoardLike = "6x10",
        pieces: PiecesLike | None = None,
        *,
        reflections: bool | None = None,
        rotations: bool = True,
        placed: Placed = (),
        restrict: Restrict | None = None,
        spare: int | None = None,
    ) -> None:
        surface, usual, *_ = resolve(board)
        stated: Any = pieces if isinstance(pieces, PieceSet) else None  # equal pieces in a `PieceSet` are not merged
        counts = stated.counts if stated else as_pieces(usual if pieces is None else pieces, surface.lattice.flat)
        for piece, _, _ in counts:
            surface.lattice._check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
        turn_over = may_turn_over(counts, reflections, rotations)
        if spare is not None:
            expect_whole("spare", spare, 0, PuzzleError)
        # Pieces drawn on the board as letters are given pieces like all others, and belong in `placed`.
        bare = surface._bare().with_optional_cells() if spare and not surface.optional else surface._bare()
        if bare.colours and bare.lattice.periods:
            raise PuzzleError("a wrapped board cannot have colours; remove them")
        entries = stated or PieceSet(counts, turn_over, bare.lattice, rotations=bool(rotations))
        rules = read_restrict(entries, {} if restrict is None else restrict)
        self._set(board=bare, pieces=entries.counts, reflections=turn_over, restrict=rules, _piece_set=entries)
        self._set(names=entries.names, spare=spare, rotations=bool(rotations), placed=())
        if entries.alike and not stated:
            self._merge(entries)
        pieces_of = self._piece_set
        try:
            self._set(placed=read_placed(bare, pieces_of, surface.given, placed))
        except PuzzleError as error:
            raise PuzzleError(f"{error}{surface._note}") from None
        for number in filter(self._is_coloured, range(len(self.pieces))):
            # Raise an error if colours fit in two ways, but do not call predicates yet.
            list(self._bare._places_by_shape(number)) if self._predicates(number) else self._bare._places_of(number)
        self._check_given()
        if any(least != most for _, least, most in self.pieces) or ANY_AREA.get():
            return  # with a range of copies, a wrong area is not an error: the puzzle just has no solution
        try:
            check_areas(len(self.uncovered_cells), self.copies_left, self._most_empty)
        except PuzzleError as error:
            requested = usual if pieces is None else pieces
            advice = _likely_meant(bare, requested) if isinstance(requested, str) else ""
            more = surface.area - sum(piece.size * least for piece, least, _ in self.pieces)
            note, is_drawn = surface._note, surface._starts is not Board._starts
            if is_drawn and not note and more > 0 and more % surface.columns == 0:
                note = f"; the picture is {'x'.join(map(str, surface.sides))}"
            fault = str(error)
            empty = len(self.uncovered_cells) - sum(piece.size * least for piece, least, _ in self.copies_left)
            if self._most_empty < empty <= len(self.optional_cells):
                fault = f"the board has {len(self.uncovered_cells)} free cells, and the pieces leave {empty} empty: "
                fault += f"write spare={empty}, not spare={spare}, or add pieces that cover {empty - self._most_empty}"
            elif empty > 0 and not self.board.optional:
                fault += remedy("lets that many cells stay empty", spare=empty)
            raise PuzzleError(f"{fault}{advice and f'; {advice}'}{note}") from None

    def _merge(self, entries: PieceSet) -> None:
        """Merge pieces of equal shape and colours, unless their restrictions allow different placements."""
        rules: dict[int, list[object]] = {number: [] for number in entries.alike}
        for number, rule in self.restrict:
            if number in rules:  # compare shapes, as the order of orientations depends on how an entry is drawn
                turned = entries.counts[number].piece.orientations(*self._turns)
                shapes = {turned[i].cells for i in rule} if isinstance(rule, frozenset) else rule
                rules[number].append(shapes)
        allowed: list[object] = [None] * len(entries.counts)
        bare = self._with()
        for first, some in entries.alike.items():
            if first == some[0] and any(rules[number] != rules[first] for number in some):
                for number in some:
                    allowed[number] = frozenset([placement.cells for placement in bare.placements_of(number)])
        merged, firsts = entries.merged(allowed)
        number_of = {first: number for number, first in enumerate(firsts)}
        restrict = tuple([(number_of[n], rule) for n, rule in self.restrict if n in number_of])
        self._set(pieces=merged.counts, names=merged.names, restrict=restrict, _piece_set=merged)
        self._set(_told={number_of[first]: allowed[first] for first in firsts})

    __init__.__qualname__ = "Puzzle.__init__"  # the name in the errors that Python raises

    def _once(self, make: Callable[[Self], V]) -> V:
        # The object is its own cache; pickles and copies omit what is cached.
        kept: dict[str, V] = vars(self)
        return kept[name] if (name := make.__name__) in kept else kept.setdefault(name, make(self))

    @cached_property
    def _group(self) -> tuple[Element, ...]:
        """The symmetries of the puzzle, computed once for all modules of the package."""
        return puzzle_symmetries(self)

    def symmetries(self) -> tuple[Element, ...]:
        """Return the symmetries of the puzzle, the identity first. Each maps every solution to a solution.

        On squares, they are elements of `D4`. On a wrapped board (a ring or a torus), they are `Isometry` objects, each
        a motion followed by a translation.

        >>> from pentomino import Puzzle
        >>> [element.name for element in Puzzle("6x10").symmetries()]
        ['IDENTITY', 'ROTATE_180', 'FLIP_COLUMNS', 'FLIP_ROWS']
        """
        return self._group

    @cached_property
    def _piece_set(self) -> PieceSet:
        """The pieces as a `PieceSet`, which finds pieces by their shapes."""
        return PieceSet(self.pieces, self.reflections, self.board.lattice, self.names, self.rotations)

    @property
    def _turns(self) -> tuple[bool, bool]:
        """A pair of booleans: whether pieces may be reflected, and whether they may be rotated."""
        return self.reflections, self.rotations

    @property
    def _entries(self) -> list[PieceCount]:
        """The pieces with their numbers of copies. A piece with several names has an entry for each name."""
        return [entry for count, names in zip(self.pieces, self.names, strict=True) for entry in names or (count,)]

    @cached_property
    def uncovered_cells(self) -> Cells:
        """The cells that no given piece covers, including optional cells."""
        return self.board.cells.difference(*(placement.cells for placement in self.placed))

    @property
    def optional_cells(self) -> Cells:
        """The free cells that may stay empty."""
        return self.board.optional & self.uncovered_cells

    @property
    def _most_empty(self) -> int:
        return len(self.optional_cells) if self.spare is None else min(len(self.optional_cells), self.spare)

    @cached_property
    def _demand(self) -> tuple[Demand, ...]:
        """For each piece, the minimum and maximum number of copies still to be placed. `Demand.most` is never None."""
        demand = []
        for piece, least, most in self.copies_left:
            room = max(least, len(self.uncovered_cells) // piece.size)
            demand.append(Demand(piece, least, room if most is None else min(most, room)))
        return tuple(demand)

    @cached_property
    def _demand_with_gaps(self) -> tuple[Demand, ...]:
        """The entries of `_demand` and, if cells may stay empty, a last entry for the gap.

        The gap is a piece that stands for one empty cell. Pieces and gaps together cover each free cell exactly once.
        """
        if not self.optional_cells:
            return self._demand
        least = len(self.uncovered_cells) - sum(piece.size * most for piece, _, most in self._demand)
        most = len(self.uncovered_cells) - sum(piece.size * least for piece, least, _ in self._demand)
        empty = gaps(self.board.lattice)[0]
        return *self._demand, Demand(empty, max(0, least), max(0, min(self._most_empty, most)))

    @property
    def copies_left(self) -> tuple[PieceCount, ...]:
        """For each piece, the minimum and maximum number of copies to place besides the given ones."""
        used = [0] * len(self.pieces)
        for placement in self.placed:
            used[self._owner(placement)] += 1
        return tuple(
            PieceCount(piece, max(0, least - copies), None if most is None else most - copies)
            for (piece, least, most), copies in zip(self.pieces, used, strict=True)
        )

    @cached_property
    def _orientations(self) -> tuple[tuple[int, Polyform], ...]:
        """The allowed orientations of all pieces, as pairs (index of the piece in `pieces`, shape)."""
        rules: dict[int, list[frozenset[int]]] = {}
        for number, rule in self.restrict:
            if isinstance(rule, frozenset):
                rules.setdefault(number, []).append(rule)
        return tuple(
            (number, turned)
            for number, (piece, _, _) in enumerate(self.pieces)
            for i, turned in enumerate(piece.orientations(*self._turns))
            if all(i in rule for rule in rules.get(number, ()))
        )

    def _predicates(self, number: int) -> list[Predicate]:
        return [rule for n, rule in self.restrict if n == number and not isinstance(rule, frozenset)]

    @cached_property
    def _net(self) -> Lattice:
        """The lattice of the board. If pieces have several parts, it also has bridges between the parts of a piece.

        Every piece is connected in this lattice, so a piece that covers a cell of an empty region covers only cells of
        this region. Proofs rely on that, so find regions and number cells in this lattice. Pieces with no copies left
        keep their bridges, so that placing a piece does not change the numbers of cells.
        """
        lattice = self.board.lattice
        pairs = [
            (one, other)
            for piece, _, _ in self.pieces
            for pair in bridges(piece.lattice, piece.cells)
            for motion in piece.lattice._motions_of(piece.cells, *self._turns)
            for one, other in [motion.images(pair)]
            # If a pair is farther apart than the board is long, the orientation has no placement.
            if lattice.periods or all(abs(a - b) < n for a, b, n in zip(one, other, self.board.sides, strict=True))
        ]
        return lattice._bridged(pairs) if pairs else lattice

    @cached_property
    def _numbering(self) -> Numbering:
        """The `Numbering` of the free cells. It gives each cell a number, which is called its position."""
        if self.board.lattice.periods:
            from .lattices.wrapping import WrappedNumbering  # the import takes 2 ms, and few boards are wrapped

            return WrappedNumbering(self._net, self.uncovered_cells)
        return Numbering(self._net, self.uncovered_cells)

    @cached_property
    def _shapes_of(self) -> dict[int, list[Polyform]]:
        """Map the index of each piece to its allowed orientations, except orientations larger than the board."""
        room = self._numbering.sides
        wraps = bool(self.board.lattice.periods)
        shapes: dict[int, list[Polyform]] = {}
        for number, turned in self._orientations:
            if self._piece_set.stands(number, turned) if wraps else all(map(le, turned.sides, room)):
                cells = self._piece_set.own(turned.cells, number)
                shapes.setdefault(number, []).append(turned if cells is turned.cells else turned._with(cells=cells))
        if self.optional_cells:
            shapes[len(self.pieces)] = gaps(self.board.lattice)
        return shapes

    def _may_lie_anywhere(self, number: int) -> bool:
        if number == len(self.pieces) or self._predicates(number) or self._is_coloured(number):
            return False
        lattice = self.board.lattice
        return len(lattice.vectors) == 1 and not lattice.periods

    def _is_coloured(self, number: int) -> bool:
        return bool(self.board.colours) and number < len(self.pieces) and bool(self.pieces[number].piece.colours)

    def _restricted_pieces(self, by_colours: bool = True) -> set[int]:
        coloured = filter(self._is_coloured, range(len(self.pieces) if by_colours else 0))
        return {number for number, _ in self.restrict}.union(coloured)

    def _places_of(self, number: int) -> Iterable[tuple[Polyform, int]]:
        """Return the allowed placements of a piece as pairs (orientation, positions).

        `number` is the index of the piece in `pieces`, or `len(pieces)` for the gap (see `_demand_with_gaps`).
        `positions` is an integer. Its bit p is set if the first cell of the piece may be at position p (see
        `_numbering`).
        """
        # A predicate is called once for each placement. If several threads call it, the first answers are kept.
        cached: dict[int, list[tuple[Polyform, int]]] = self.__dict__.setdefault("_places", {})
        if number not in cached:
            pairs = list(self._places_by_shape(number))
            if self._predicates(number):
                pairs = [(turned, self._agreed(number, turned, places)) for turned, places in pairs]
            cached.setdefault(number, pairs)
        return cached[number]

    def _places_by_shape(self, number: int) -> Iterator[tuple[Polyform, int]]:
        """Yield pairs (orientation, positions) as in `_places_of`, without calling predicates."""
        if not self._demand_with_gaps[number].most:
            return
        anywhere = -1  # all positions: -1 has every bit set
        within = anywhere if number < len(self.pieces) else self._numbering.mask(self.optional_cells)
        for turned in self._shapes_of.get(number, ()):
            places = self._numbering.fitting(turned.cells) & within
            # A new rule must use `_numbering.cells_at`, because the masks of `_matching` are wrong on wrapped boards.
            if places and self._is_coloured(number):
                places = self._matching(number, turned, places)
            if places:
                yield turned, places

    def _matching(self, number: int, turned: Polyform, places: int) -> int:
        """Return `places` without positions where the colours of the piece do not match the board."""
        look()
        piece, distances = self.pieces[number].piece, dots(turned.cells, self._numbering.steps)
        start = min(distances)
        allowed: dict[str, int] = vars(self).setdefault("_allowed", {})  # for each text, the cells it may cover
        matching = 0
        for colours in colourings(piece, *self._turns)[self.board.lattice.normalise(turned.cells)]:
            fitting = places
            for distance, text in zip(distances, colours, strict=True):
                if text and text not in allowed:
                    below = dict(self.board.colours)
                    cells = [cell for cell in self.uncovered_cells if below.get(cell, text[0]) in text]
                    allowed[text] = self._numbering.mask(cells)
                if text:
                    fitting &= allowed[text] >> (distance - start)
            if twice := matching & fitting:
                where = sorted(self._numbering.cells_at(bits(twice)[0], turned.cells))
                name = piece.name or "a piece"
                raise PuzzleError(f"{name} fits the cells {where} in two ways: colour more cells of the piece")
            matching |= fitting
        return matching

    def _agreed(self, number: int, turned: Polyform, places: int) -> int:
        predicates = self._predicates(number)
        allowed = vars(self).get("_told", {}).get(number)  # the placements that predicates allowed in `_merge`
        agreed = []
        for position, placement in self._placements(number, turned, places):
            look()  # check the clock: a predicate may be slow
            if all(predicate(placement) for predicate in predicates) if allowed is None else placement.cells in allowed:
                agreed.append(position)
        return bit_set(agreed, self._numbering.size)

    def _placements(self, number: int, turned: Polyform, places: int) -> Iterator[tuple[int, Placement]]:
        """Yield a pair (position, placement) for each position whose bit is set in `places`."""
        numbering, piece = self._numbering, self.pieces[number].piece
        for position in looked(numbering.by_cells(places)):
            yield position, self._placement(piece, numbering.cells_at(position, turned.cells))

    def _owner(self, placement: Placement) -> int:
        """Return the index of the piece in `placement`. Raises `KeyError` if the piece is not in the set."""
        number, _ = self._piece_set.shape_of(placement.cells, placement.piece)
        if number is None:
            raise KeyError(placement)
        return number

    def _placement(self, piece: Polyform, cells: tuple[Cell, ...]) -> Placement:
        """Return a `Placement` of `piece` on `cells`, without checks. The cells must be sorted."""
        return Placement._make(piece=piece, cells=cells, lattice=self.board.lattice)

    def _place_on(self, cells: tuple[Cell, ...], number: int) -> Place:
        """Return piece `number` on the sorted `cells` as a `Place`: a pair of a position and a shape."""
        standard = self._piece_set.standards[number] if self.board.lattice.periods else None
        at, shape = self._numbering.place(cells, standard)
        return at, shape if standard else self._piece_set.own(shape, number)

    def placements_of(self, piece: int | str | Polyform) -> Iterator[Placement]:
        """Yield the allowed placements of one piece on the free cells, by orientation, row and column.

        `piece` is a `Polyform`, a name or an index into `pieces`. If several pieces have the name or the shape, the
        method yields the placements of all of them. Raises `PuzzleError` for a piece that is not in the set.

        >>> from pentomino import Puzzle
        >>> next(Puzzle("6x10").placements_of("X"))
        Placement('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)])
        """
        return (
            placement
            for number in self._numbers_of(piece)
            for turned, places in self._places_of(number)
            for _, placement in self._placements(number, turned, places)
        )

    def _numbers_of(self, piece: int | str | Polyform) -> list[int]:
        if isinstance(piece, (str, Polyform)):
            return list(dict(self._piece_set.meant_by(piece)))
        if not isinstance(piece, int) or not 0 <= piece < len(self.pieces):
            numbers = f"a number from 0 to {len(self.pieces) - 1}"
            raise PuzzleError(f"a piece must be a Polyform, a name or {numbers}, got {piece!r}")
        return [piece]

    def placements(self) -> tuple[Placement, ...]:
        """Return the allowed placements of all pieces, sorted by piece, orientation, row and column.

        >>> from pentomino import Puzzle
        >>> len(Puzzle("6x10").placements())
        2056
        """
        return tuple(chain.from_iterable(map(self.placements_of, range(len(self.pieces)))))

    def place(self, placement: Placement) -> Self:
        """Return the puzzle without the cells of `placement` and without one copy of its piece.

        The new puzzle need not have a solution. Raises `PuzzleError` if a cell is not free, if the piece is not in the
        set, if no copy of the piece is left, or if the restrictions exclude the placement.

        >>> from pentomino import Placement, Puzzle
        >>> puzzle = Puzzle("3x5", "PUV")
        >>> print(puzzle.place(Placement("V", [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)])).board)
        ##..
        ....
        ....
        """
        expect("placement", placement, Placement, PuzzleError)
        self.board.lattice._check_same(placement.piece.lattice, repr(placement))
        cells = frozenset(self.board.lattice.home(placement.cells))
        number = self._piece_set.told(cells, placement.piece)
        if number is None:
            raise PuzzleError(f"{placement!r} does not fit: its piece is not in the set; the set is {self._piece_set}")
        if not cells <= self.uncovered_cells:
            raise PuzzleError(f"{placement!r} does not fit: cell {min(cells - self.uncovered_cells)} is not free")
        piece, least, most = self.pieces[number]
        if self._demand[number].most == 0:
            raise PuzzleError(f"{placement!r} does not fit: no copy of the piece is left")
        if number in self._restricted_pieces():
            at, shape = self._place_on(tuple(sorted(cells)), number)
            if not any(places >> at & 1 for turned, places in self._places_of(number) if turned.cells == shape):
                raise PuzzleError(f"{placement!r} is ruled out by the restrictions")
        counts = list(self.pieces)
        counts[number] = PieceCount(piece, max(0, least - 1), None if most is None else most - 1)
        names = [without(some, placement.piece.name) if n == number else some for n, some in enumerate(self.names)]
        board, same = self.board - cells, self._orientations
        spare = self.spare if board.optional else None  # if no cells are marked, `spare` would make all optional
        return self._with(board=board, pieces=tuple(counts), names=tuple(names), _orientations=same, spare=spare)

    def _with_copies(self, copies: Sequence[int]) -> Self:
        kept = {number: new for new, number in enumerate([n for n, times in enumerate(copies) if times])}
        return self._with(
            pieces=tuple([PieceCount(self.pieces[number].piece, copies[number], copies[number]) for number in kept]),
            restrict=tuple([(kept[number], rule) for number, rule in self.restrict if number in kept]),
            names=tuple([self.names[number] for number in kept]),
        )

    def _restricted(self, rules: Iterable[Restriction]) -> Self:
        return self._with(restrict=tuple(sorted([*self.restrict, *rules], key=lambda rule: rule[0])))

    @property
    def _bare(self) -> Self:
        """The puzzle without given pieces. Puzzles that `replace` returns share this object."""
        if not self.placed:
            return self
        bare: Self = vars(self).get("_kept_bare") or vars(self).setdefault("_kept_bare", self._with(placed=()))
        return bare

    def replace(self, **changed: Any) -> Self:
        """Return the puzzle with other values for some arguments of `Puzzle`, such as `placed` after a player's move.

        If only `placed` changes, the new puzzle need not have a solution, and keeps all caches that do not depend on
        given pieces, so that hints are five times as fast. If anything else changes in a puzzle with restrictions, pass
        `restrict` as well, because restrictions belong to a board and its pieces. Raises the errors of `Puzzle`, and
        `PuzzleError` if `restrict` is missing.

        >>> from pentomino import Puzzle
        >>> puzzle = Puzzle("3x5", "PUV")
        >>> position = puzzle.replace(placed=[[(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]])
        >>> position.placed
        (Placement('V', [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]),)
        >>> position.replace(placed=[]) == puzzle
        True
        >>> puzzle.replace(pieces="LVY", reflections=False) == Puzzle("3x5", "LVY", reflections=False)
        True
        """
        if changed.keys() == {"placed"}:
            return self._placing(changed["placed"])
        if self.restrict and "restrict" not in changed:
            raise PuzzleError("replace requires restrict=, as the restrictions of this puzzle may not fit the new one")
        pieces = {piece: (least, most) for piece, least, most in self._entries}
        stated = {"board": self.board, "pieces": pieces, "placed": self.placed, "spare": self.spare}
        stated |= {"reflections": self.reflections, "rotations": self.rotations}
        return type(self)(**{**stated, **changed})

    def _placing(self, placed: Placed) -> Self:
        bare = self._bare
        given = read_placed(self.board, self._piece_set, (), placed)
        if not given:
            return bare
        kept = {"_kept_bare": bare, "_piece_set": bare._piece_set, "_orientations": bare._orientations}
        position = bare._with(placed=given, **kept)
        position._check_given()
        return position

    def _check_given(self) -> None:
        for placement in self.placed:
            if self._is_coloured(number := self._owner(placement)):
                at, shape = self._bare._place_on(placement.cells, number)
                if not self._bare._matching(number, self.pieces[number].piece._with(cells=shape), 1 << at):
                    where = f"{placement.piece.name or 'without a name'} at {self.board.in_words(placement.cells[0])}"
                    raise PuzzleError(f"the given piece {where} does not match the colours of its cells; move it")

    def __repr__(self) -> str:
        copies: dict[Polyform | str, tuple[int, int | None]] = {}
        for piece, least, most in self._entries:
            low, high = copies.get(key := name_of(piece) or piece, (0, 0))
            copies[key] = low + least, None if most is None or high is None else high + most
        parts = [repr(self.board), repr(copies)]
        if self.reflections != may_turn_over(self._entries, None, self.rotations):
            parts.append(f"reflections={self.reflections}")
        if not self.rotations:
            parts.append("rotations=False")
        if self.placed:
            parts.append(f"placed={list(self.placed)}")
        if self.restrict:
            parts.append("restrict={...}")
        if self.spare is not None:
            parts.append(f"spare={self.spare}")
        return f"{type(self).__name__}({', '.join(parts)})"


def _likely_meant(board: Board, pieces: str) -> str:
    """Return advice for the error message that `pieces` cannot cover `board`, or "" if no advice is known."""
    if advice := copies_that_cover(pieces, board.lattice.flat, len(board.cells), len(board.optional)):
        return advice
    every = (catalogue.entry(name) for name in catalogue.names() if not are_words(name))
    named = [entry.name for entry in every if entry.board == board and entry.pieces != pieces]
    return f"for this board with other pieces, write {joined(named[:3], 'or')}" if named else ""
