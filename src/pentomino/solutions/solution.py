"""Solutions: tilings of a puzzle, which can be drawn, compared, transformed, checked and written.

A `Register` holds placements by key. A key is the number of a placement in a compiled puzzle, or the placement itself.

`Register.text` makes the text picture of a full board from the pictures of its placements. For letters it is ten times
as fast as a `Drawing`, and for outlines six times as fast. A `Drawing` draws all other pictures: with labels, with
cells that stay empty, and on other lattices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial, reduce
from operator import or_, sub
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base_puzzle import BasePuzzle
from ..board import Board
from ..drawable import Drawable, Drawing
from ..errors import PentominoError, PuzzleError, expect, imported
from ..lattices.lattice import SQUARE, Cell, Element, Motion, as_cells
from ..pieces.letters import own_symbols
from ..pieces.polyform import Polyform, colourings
from ..placement import Placement
from ..symmetry import turned_placements
from ..value import Memo

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from ..puzzle import Puzzle
    from ..reason.solids import BuildOrder, Disassembly
    from ..render.drawing import Kit
    from ..render.text import Stencil
    from ..search.cover import Cover, Numbers
    from ..search.options import Cancel, ProgressCallback
    from ..search.plan import Made, Plan


# ------------------------------------------------------------------------------------------------------------ registers


Key: TypeAlias = int | Placement
PlaceOf: TypeAlias = Callable[[int], tuple[int, tuple[Cell, ...]]]
Laid: TypeAlias = tuple[int, tuple[Cell, ...], Key]
"""A placement as a tuple: the index of its piece, its cells, and its key."""


class Register:
    """The placements in solutions of `puzzle`, by key. A key is a `Placement` or the number of a placement.

    `lying` returns the piece index and the cells of a numbered placement. The numbers in `gaps` represent empty cells.
    """

    def __init__(self, puzzle: BasePuzzle, lying: PlaceOf | None = None, gaps: Collection[int] = ()) -> None:
        self.puzzle = puzzle
        self._gaps = gaps
        # None of these functions refers to the register, as a cycle would keep the tables of a search in memory.
        self._place: Memo[Key, Laid] = Memo(partial(_place, puzzle, lying))
        self._placement: Memo[Key, Placement] = Memo(partial(_placement, puzzle, self._place))
        self._walls: Memo[str, tuple[Stencil, Memo[Key, int]]] = Memo(partial(_walls, puzzle, self._place))

    @classmethod
    def of(cls, cover: Cover) -> Register:
        """Return the register of a cover. All solutions share it, together with its `Placement` objects."""
        register: Register | None = vars(cover).get("register")
        return register or vars(cover).setdefault("register", cls(cover.puzzle, cover.lying, cover.gaps))

    def seen(self, numbers: Iterable[int]) -> list[Key]:
        """Return the placement numbers that are not gaps."""
        return [number for number in numbers if number not in self._gaps] if self._gaps else [*numbers]

    def ordered(self, keys: Iterable[Key]) -> list[Key]:
        """Return the keys in the order of the pieces in the set. Copies of one piece are in the order of their cells.

        If copies have different names, they get the names in the order of the set. Given pieces keep their names.
        """
        laid = sorted(map(self._place.__getitem__, keys))
        puzzle = self.puzzle
        if not any(puzzle.names):
            return [key for _, _, key in laid]
        given = {(puzzle._owner(placement), placement.cells): placement for placement in puzzle.placed}
        names: dict[int, list[Polyform]] = {}
        for number, used in Counter([number for number, _, _ in laid if number < len(puzzle.pieces)]).items():
            given_names = [placement.piece.name for (owner, _), placement in given.items() if owner == number]
            names[number] = puzzle._piece_set.called(number, used, given_names)
        ordered: list[Key] = []
        for number, cells, key in laid:
            if (number, cells) not in given and names.get(number):
                key = puzzle._placement(names[number].pop(0), cells)
            ordered.append(given.get((number, cells), key))
        return ordered

    def placements(self, keys: Iterable[Key]) -> tuple[Placement, ...]:
        """Return the placements with these keys."""
        return tuple(map(self._placement.__getitem__, keys))

    def drawing(self, keys: Sequence[Key]) -> Drawing:
        """Return the drawing of the board with these placements, and with its labels."""
        board, places = self.puzzle.board, self._place
        parts = [places[key][1] for key in keys]
        names = tuple([placement.piece.name for placement in self.placements(keys)])
        owners = [(places[key][0], self._kit) for key in keys]
        return Drawing._of_parts(board.cells, parts, self.symbols(keys), names, board._texts, board.lattice, (), owners)

    @cached_property
    def _kit(self) -> Kit:
        return kit_of(self.puzzle)

    def symbols(self, keys: Sequence[Key]) -> tuple[str, ...]:
        """Return a letter for each placement, as in `Solution.grid`."""
        own, place = self._own_letters, self._place
        letters = tuple([own.get(place[key][0]) for key in keys])
        return symbols_for(self.puzzle, self.placements(keys)) if None in letters else letters  # type: ignore[return-value]

    @cached_property
    def _own_letters(self) -> dict[int, str]:
        return own_letters(self.puzzle)[0]

    def text(self, keys: Iterable[Key], style: str) -> str | None:
        """Return the picture of a full board in a style. Return None if only a `Drawing` can make the picture."""
        # A picture is an integer whose bytes are its characters. Pictures of placements are combined by + or by OR.
        if style == "letters" and self._is_flat and len(self._own_letters) == len(self.puzzle.pieces):
            size, frame, letters = self._letters
            return sum(map(letters.__getitem__, keys), frame).to_bytes(size, "little").decode("ascii")
        if style in ("outline", "box") and self._is_flat and self._is_outlined:
            stencil, walls = self._walls[style]
            return stencil.text(reduce(or_, map(walls.__getitem__, keys), stencil.base), {})
        return None

    @cached_property
    def _is_outlined(self) -> bool:
        # whether no cell has a label, and no piece has several parts that letters must connect
        return not self.puzzle.board.labels and self.puzzle._net == self.puzzle.board.lattice

    @cached_property
    def _is_flat(self) -> bool:
        return self.puzzle.board.lattice.flat == SQUARE and not self.puzzle.board.optional

    @cached_property
    def _letters(self) -> tuple[int, int, Memo[Key, int]]:
        """The size of a picture of letters, the empty picture, and the number that each placement adds to it."""
        top, left, rows, columns = self.puzzle.board.frame
        own, place = self._own_letters, self._place
        spots: dict[Cell, int] = {  # for each cell, 1 in the byte of its letter
            (row, column): 1 << 8 * ((row - top) * (columns + 1) + column - left)
            for row, column in self.puzzle.board.cells
        }
        marks = ("#" * columns + "\n").encode() * rows
        frame = int.from_bytes(marks[:-1], "little") - ord("#") * sum(spots.values())
        letters: Memo[Key, int] = Memo(lambda key: ord(own[place[key][0]]) * sum(map(spots.__getitem__, place[key][1])))
        return max(0, len(marks) - 1), frame, letters

    def json(self, keys: Iterable[Key]) -> str:
        """Return the placements as a JSON list."""
        return f"[{', '.join(map(self._json.__getitem__, keys))}]"

    @cached_property
    def _json(self) -> Memo[Key, str]:
        pieces, place, placement = self.puzzle.pieces, self._place, self._placement
        cell = {cell: str([*cell]) for cell in self.puzzle.board.cells}

        def as_json(key: Key) -> str:
            number, cells, _ = place[key]
            # The name of a given piece may differ from its name in the set.
            name = placement[key].piece.name if isinstance(key, Placement) else pieces[number].piece.name
            return f'{{"piece": {_quoted(name)}, "cells": [{", ".join(map(cell.__getitem__, cells))}]}}'

        return Memo(as_json)


def _place(puzzle: BasePuzzle, lying: PlaceOf | None, key: Key) -> Laid:
    if isinstance(key, Placement):
        return number_in(puzzle, key), key.cells, key
    assert lying is not None, "only a search gives numbers"
    return *lying(key), key


def _placement(puzzle: BasePuzzle, place: Mapping[Key, Laid], key: Key) -> Placement:
    if isinstance(key, Placement):
        return key
    number, cells, _ = place[key]
    return puzzle._placement(puzzle.pieces[number].piece, cells)


def _walls(puzzle: BasePuzzle, place: Mapping[Key, Laid], style: str) -> tuple[Stencil, Memo[Key, int]]:
    from ..render.text import ASCII, BOX, stencil

    template = stencil(frozenset(puzzle.board.cells), BOX if style == "box" else ASCII, puzzle.board.lattice)
    return template, Memo(lambda key: template.walls(place[key][1]))


@cache
def _quoted(name: str) -> str:
    from json import dumps

    return dumps(name)


def symbols_for(puzzle: BasePuzzle, placements: Iterable[Placement]) -> tuple[str, ...]:
    """Return a letter for each placement, as in `Solution.grid`."""
    own, pool = own_letters(puzzle)
    letter_at: dict[Cell, str] = {}
    symbols = []
    for placement in placements:
        symbol = own.get(number_in(puzzle, placement))
        if symbol is None:
            neighbours = placement.lattice.neighbours
            touching = {letter_at.get(near) for cell in placement.cells for near in neighbours(cell)}
            symbol = next((letter for letter in pool if letter not in touching), pool[0])
            pool.remove(symbol)
            pool.append(symbol)
        letter_at.update(dict.fromkeys(placement.cells, symbol))
        symbols.append(symbol)
    return tuple(symbols)


def own_letters(puzzle: BasePuzzle) -> tuple[dict[int, str], list[str]]:
    """Return the letter of each piece that is used at most once, by index, and a list of all other letters."""
    return own_symbols({number: piece.name for number, (piece, _, most) in enumerate(puzzle.pieces) if most == 1})


def kit_of(puzzle: BasePuzzle) -> Kit:
    """Return the pieces of a puzzle, for the colours of its pictures."""
    return puzzle.board.lattice.flat, tuple([count.piece.cells for count in puzzle.pieces])


def number_in(puzzle: BasePuzzle, placement: Placement) -> int:
    """Return the index of the placed piece. If the puzzle lacks the piece, return how many pieces it has."""
    number, _ = puzzle._piece_set.shape_of(placement.cells, placement.piece)
    return len(puzzle.pieces) if number is None else number


# ------------------------------------------------------------------------------------------------------------ solutions


class Solution(Drawable):
    """A tiling of a puzzle: placements that cover every cell of the board exactly once. Immutable.

    Cells that may stay empty are covered at most once. `puzzle` is the solved puzzle. `placements` are in the
    order of the pieces of the set; copies of a piece are in the order of their cells. Two solutions are equal if they
    have the same pieces on the same cells. `str()` is the outline picture.

    `len()`, iteration and `in` work on `placements`. `solution["F"]` is the placement of the piece F, and
    `"F" in solution` is true if the piece is used. `at` returns the placement that covers a cell.

    >>> from pentomino import Puzzle
    >>> solution = Puzzle("3x5", "PUV").solve()
    >>> print(solution.to_text("letters"))
    VVVUU
    VPPPU
    VPPUU
    >>> solution.placements[0].cells, solution.orbit_size, solution.is_valid()
    (((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)), 4, True)
    """

    __slots__ = ("_made", "_numbers", "_placements", "_register", "puzzle")

    puzzle: Puzzle
    _register: Register
    _made: tuple[Placement, ...]
    _numbers: tuple[int, ...]
    _placements: tuple[Placement, ...] | None

    def __init__(self, puzzle: Puzzle, placements: Iterable[Placement]) -> None:
        expect("puzzle", puzzle, BasePuzzle)
        placements = [*placements]
        for placement in placements:
            expect("each of placements", placement, Placement)
        self.puzzle = puzzle
        self._register = Register(puzzle)
        self._numbers = ()
        self._made = self._placements = self._register.placements(self._register.ordered(placements))

    @classmethod
    def _found(cls, register: Register, made: Made, numbers: Numbers) -> Solution:
        """Return the solution with the placements in `made` and the placements with these `numbers`.

        The `register` creates a numbered placement when it is first used.
        """
        solution = object.__new__(cls)
        solution.puzzle = register.puzzle  # type: ignore[assignment]  # programs make only `Puzzle` objects
        solution._register = register
        solution._made = register.puzzle.placed + made
        solution._numbers = numbers
        solution._placements = None
        return solution

    @property
    def _laid(self) -> list[Key]:
        return [*self._made, *self._register.seen(self._numbers)]

    @property
    def _keys(self) -> list[Key]:
        return self._register.ordered(self._laid)

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements in the order of the pieces of the set. Copies of a piece are in the order of their cells."""
        if self._placements is None:
            self._placements = self._register.placements(self._keys)
        return self._placements

    @property
    def board(self) -> Board:
        """The board of the puzzle."""
        return self.puzzle.board

    def at(self, cell: Cell) -> Placement | None:
        """Return the placement that covers `cell`, or None if the cell stays empty.

        Raises `PentominoError` if `cell` is not on the board.

        >>> from pentomino import Puzzle
        >>> Puzzle("3x5", "PUV").solve().at((0, 0)).piece.name
        'V'
        """
        (home,) = as_cells([cell], "at", self.board.lattice)
        if home not in self.board.cells:
            raise PentominoError(f"{cell!r} is not a cell of the board")
        return next((placement for placement in self.placements if home in placement.cells), None)

    def __getitem__(self, piece: str | Polyform) -> Placement:
        """Return the placement of a piece, given as a name or a `Polyform`.

        Raises `PentominoError` if the piece is not in the set, is not used, or is used more than once.
        """
        used = self._placements_of(piece)
        if len(used) != 1:
            name = piece if isinstance(piece, str) else piece.name or repr(piece)
            how = f"used {len(used)} times in this solution: see `placements`" if used else "not used in this solution"
            raise PentominoError(f"{name} is {how}")
        return used[0]

    def _placements_of(self, piece: str | Polyform) -> list[Placement]:
        if not isinstance(piece, (str, Polyform)):
            raise PentominoError(
                f"solution[...] requires a Polyform or the name of a piece, such as 'F', got {piece!r}; "
                "for a cell, use `at`; for an index, use `placements`"
            )
        numbers, name = self.puzzle._numbers_of(piece), piece if isinstance(piece, str) else piece.name
        placements = [placement for placement in self.placements if self.puzzle._owner(placement) in numbers]
        is_told = any(name == count.piece.name for number in numbers for count in self.puzzle.names[number])
        return [placement for placement in placements if placement.piece.name == name] if is_told else placements

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, (str, Polyform)):
            return item in self.placements
        try:
            return bool(self._placements_of(item))
        except PuzzleError:  # the piece is not in the set
            return False

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def __len__(self) -> int:
        return len(self.placements)

    def __bool__(self) -> bool:
        return True  # even without placements, so that `if puzzle.solve()` checks for a solution

    @property
    def search_order(self) -> tuple[Placement, ...]:
        """The placements in the order of the search, given pieces first.

        A solution that was transformed or unpickled, or was not found by a search, has the order of `placements`.
        """
        return self._register.placements(self._laid)

    @property
    def drawing(self) -> Drawing:
        """The drawing of the board with its labels, and of the placements with their letters and names."""
        plain = self._register.drawing(self._keys)
        return plain.labelled(plain.labels) if plain.labels else plain

    @property
    def grid(self) -> tuple[str, ...]:
        """The rows of the bounding box: a letter for each covered cell, `#` for a blocked cell, `+` for an empty cell.

        A piece that is used at most once has the letter of its name or, if another piece has this letter, the first
        free letter. Copies of a piece have different letters. If there are too few letters, letters are repeated, but
        touching copies have the same letter only if no other letter is left.
        """
        return tuple(self.to_text("letters").split("\n"))

    def to_text(self, style: str = "outline") -> str:
        """Return the picture as text, with the letters of `grid`. For the styles, see `Drawing.to_text`."""
        text = self._register.text(self._laid, style)
        if text is not None:
            return text
        if style == "letters":
            from ..render.text import letters

            return letters(self._register.drawing(self._keys))
        return super().to_text(style)

    def to_json(self) -> str:
        """Return one line of JSON: `{"grid": [row, ...], "placements": [{"piece", "cells"}, ...]}`.

        On lattices other than squares, the key "lattice" with the name of the lattice replaces the key "grid".
        """
        lattice = self.puzzle.board.lattice
        if lattice != SQUARE:
            return f'{{"placements": {self._register.json(self._keys)}, "lattice": "{lattice.name}"}}'
        # Letters are ASCII, and need no escapes.
        rows = self.to_text("letters").replace("\n", '", "')
        return f'{{"grid": ["{rows}"], "placements": {self._register.json(self._keys)}}}'

    def to_numpy(self) -> numpy.typing.NDArray[numpy.uint8 | numpy.uint16]:
        """Return the bounding box as an array of numbers, with an axis for each axis of the board.

        A number is 0 for an uncovered cell, otherwise 1 + the index of the placement that covers the cell. The type is
        `uint8`, or `uint16` for more than 255 placements. Raises `PentominoError` if numpy is missing.
        """
        numpy = imported("numpy", "to_numpy() needs", "numpy")
        low, sides = self.puzzle.board.bounds
        array: Any = numpy.zeros(sides, numpy.uint8 if len(self.placements) < 256 else numpy.uint16)
        for number, placement in enumerate(self.placements, 1):
            for cell in placement.cells:
                array[tuple(map(sub, cell, low))] = number
        return array  # type: ignore[no-any-return]

    def transformed(self, element: Element) -> Solution:
        """Return the image of the solution under the symmetry `element`. The image is also a solution of the puzzle.

        Raises `PentominoError` if `element` is not in `puzzle.symmetries()`.
        """
        group = self.puzzle._group
        if element not in group:
            name = element.name if isinstance(element, Motion) else repr(element)
            allowed = ", ".join(symmetry.name for symmetry in group[:8])
            more = f" and {len(group) - 8} more" if len(group) > 8 else ""
            raise PentominoError(f"{name} is not a symmetry of the puzzle; its symmetries are {allowed}{more}")
        return self._turned(group[group.index(element)])

    def _turned(self, element: Element) -> Solution:
        return Solution(self.puzzle, turned_placements(self.puzzle, self.placements, element))

    def _images(self) -> list[Solution]:
        return [self._turned(element) for element in self.puzzle._group]

    def canonical(self) -> Solution:
        """Return the least image under the symmetries of the puzzle. It is the same for all equivalent solutions."""
        # Cells do not determine the pieces, so pieces are compared as well.
        return min(self._images(), key=lambda image: [(p.cells, self.puzzle._owner(p)) for p in image.placements])

    @property
    def orbit_size(self) -> int:
        """How many different images the solution has under the symmetries of the puzzle, including itself."""
        return len(set(self._images()))

    def disassemble(
        self,
        *,
        together: Iterable[Iterable[str]] = (),
        timeout: float | None = None,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Disassembly | None:
        """Return the moves that take the pieces apart, or None if they do not come apart.

        Pieces move along the axes, and do not rotate. Squares stay in their plane. A move shifts one or more pieces,
        which need not be adjacent, by equally many steps, or removes them. A separation divides a part in two, with as
        few moves as possible. If several groups of pieces can leave after these moves, the smallest group leaves,
        preferably upwards. `together` has lists of piece names. A part whose pieces all have names in one list is
        not separated further. `timeout`, `progress` and `cancel` are the same as for `Puzzle.solve_all`. In the
        progress, `nodes` counts the positions visited. Without `memory_limit`, at most half of the free memory is used.

        Raises `PentominoError` for cells that are neither squares nor cubes, for more than 64 pieces, for a name that
        no piece has, and if the positions need more than `memory_limit` bytes.

        >>> from pentomino import solve
        >>> solve("soma").disassemble().level
        '1.1.1.1.1.1'
        """
        return self.puzzle._disassembly(self, together, timeout, cancel, 1, progress, memory_limit)

    def build_order(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> BuildOrder | None:
        """Return an order in which the pieces of a solid are inserted, one at a time, or None if that is impossible.

        Each piece moves in a straight line, from the top if possible, otherwise from a side. Cubes move along an axis,
        and balls at right angles to a square or triangular layer. Then the piece rests on the ground or on an earlier
        piece. If this is impossible, some pieces must be held in place or come from the bottom, and `BuildOrder.rests`
        is False. `timeout` and `cancel` are the same as for `Puzzle.solve_all`.

        Raises `PentominoError` for cells that are neither cubes nor balls.

        >>> from pentomino import solve
        >>> order = solve("soma").build_order()
        >>> len(order.steps), order.rests
        (7, True)
        """
        return self.puzzle._build_order(self, timeout, cancel)

    def is_valid(self) -> bool:
        """Return whether this is really a solution. The check goes cell by cell, independently of the search."""
        puzzle = self.puzzle
        covered = Counter(cell for placement in self.placements for cell in placement.cells)
        if not puzzle.board.cells - puzzle.board.optional <= set(covered) <= puzzle.board.cells:
            return False
        if any(times > 1 for times in covered.values()):
            return False
        if puzzle.spare is not None and len(puzzle.board.cells) - len(covered) > puzzle.spare:
            return False
        used = [0] * len(puzzle.pieces)
        given = {(placement.cells, puzzle._owner(placement)) for placement in puzzle.placed}
        for placement in self.placements:
            number, orientation = puzzle._piece_set.shape_of(placement.cells, placement.piece)
            if number is None:
                return False
            used[number] += 1
            if (placement.cells, number) in given:
                given.remove((placement.cells, number))
            elif not _is_allowed(puzzle, number, orientation, placement):
                return False
        if given:
            return False
        return all(
            least <= count and (most is None or count <= most)
            for (_, least, most), count in zip(puzzle.pieces, used, strict=True)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        own, its = self.puzzle.board, other.puzzle.board
        if (own.cells, own.lattice) != (its.cells, its.lattice):
            return False
        if self.puzzle._piece_set.is_told_by_cells and other.puzzle._piece_set.is_told_by_cells:
            return {p.cells for p in self.placements} == {p.cells for p in other.placements}
        return self._lying() == other._lying()

    def _lying(self) -> set[tuple[tuple[Cell, ...], object]]:
        return {(p.cells, self.puzzle._piece_set.kind(self.puzzle._owner(p))) for p in self.placements}

    def __hash__(self) -> int:
        return hash(frozenset(placement.cells for placement in self.placements))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Solution {'/'.join(self.grid)}>"

    def __reduce__(self) -> tuple[type[Solution], tuple[Puzzle, tuple[Placement, ...]]]:
        return Solution, (self.puzzle, self.placements)


def _is_allowed(puzzle: BasePuzzle, number: int, orientation: int, placement: Placement) -> bool:
    rules = [rule for owner, rule in puzzle.restrict if owner == number]
    if not all(orientation in rule if isinstance(rule, frozenset) else rule(placement) for rule in rules):
        return False
    if not puzzle._is_coloured(number):
        return True
    below = dict(puzzle.board.colours)
    ways = colourings(puzzle.pieces[number].piece, *puzzle._turns)
    return any(
        all(not text or below.get(cell, text) in text for cell, text in zip(placement.cells, colours, strict=True))
        for colours in ways[puzzle.board.lattice.normalise(placement.cells)]
    )


def drawing_of(puzzle: BasePuzzle, placements: Sequence[Placement]) -> Drawing:
    """Return the drawing of the board with these placements on it."""
    return Register(puzzle).drawing(placements)


def maker(plan: Plan) -> Callable[[Made, Numbers], Solution]:
    """Return a function that makes the solutions of a plan. Its arguments are those of `Solution._found`."""
    return partial(Solution._found, Register.of(plan.cover))
