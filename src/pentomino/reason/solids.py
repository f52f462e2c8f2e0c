"""The order in which a solid is built by hand, and the moves that take a solution apart.

The order is found backwards, by removing pieces. If a piece can leave, it can also leave after other pieces have left.
But a piece that supports other pieces must not leave before them.

A part consists of some pieces of the solution. Whether it comes apart does not depend on earlier moves, because these
can be undone. The moves that take the whole apart also take the part apart, if the moves of all other pieces are left
out. So any separation may come first. If one of its two parts does not come apart, neither does the whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, permutations, product
from operator import sub
from typing import Any, NamedTuple

from .._core import Separator
from ..drawable import Drawing
from ..errors import PentominoError
from ..lattices.balls import middle
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell, Lattice, shift
from ..limits import look
from ..notation import show
from ..placement import Placement
from ..render.colours import PaletteLike
from ..render.media import shown
from ..render.svg import Shift, SvgStyle, building, moving, svg_options
from ..render.text import outline
from ..search.clock import free_memory
from ..solutions.solution import Solution
from ..value import Described, Value
from ..wording import counted, joined
from .searches import Searches

# ----------------------------------------------------------------------------------------------------- putting together


WAYS: Mapping[str, Mapping[Cell, str]] = {
    "cubic": {
        **{(1, 0, 0): "top", (0, -1, 0): "front", (0, 0, -1): "right", (0, 0, 1): "left", (0, 1, 0): "back"},
        (-1, 0, 0): "bottom",
    },
    "balls": {
        (-2, 1, 1): "top",
        **{(-2, -1, 1): "top front", (-2, 1, -1): "top right", (-2, 1, 3): "top left", (-2, 3, 1): "top back"},
        **{(0, -1, -1): "front right", (0, -1, 1): "front left", (0, 1, -1): "back right", (0, 1, 1): "back left"},
        **{(2, -1, -1): "bottom", (2, -3, -1): "bottom front", (2, -1, -3): "bottom right"},
        **{(2, -1, 1): "bottom left", (2, 1, -1): "bottom back"},
    },
}
"""For each lattice, the directions in which a piece is inserted, and the side from which it comes. Easy directions come
first, directions from below last: `_Solid.not_from_below` is the number of the others. For balls, the directions are
perpendicular to square or triangular layers. They suffice for 237 of the 306 pyramids of Kanoodle, and 100 more
directions would not build another pyramid."""


class BuildStep(NamedTuple):
    """The insertion of a piece. `direction` is the vector of its motion. `rests` is True if it then rests on something.

    >>> from pentomino import solve
    >>> solve("soma").build_order().steps[0].direction
    (1, 0, 0)
    """

    placement: Placement
    direction: Cell
    rests: bool


class BuildOrder(Described, Value):
    """An order in which a solution of cubes or balls is built, piece by piece. Made by `Solution.build_order`.

    `str()` lists the pieces by their letters in `Solution.grid`, and by name if the letter is unclear. Notebooks show a
    picture of each step. `sheet` puts the pictures on pages, and `animation` shows them one after the other.

    >>> from pentomino import solve
    >>> print(solve("2x2x3", "I2*2 L4*2").build_order())
    1. A (I2) from the top
    2. D (L4) from the top
    3. B (I2) from the top
    4. C (L4) from the top
    """

    solution: Solution
    steps: tuple[BuildStep, ...]

    @property
    def rests(self) -> bool:
        """Whether no piece is inserted from below, and each comes to rest on the ground or on an earlier piece."""
        sides = WAYS[self.solution.board.lattice.name]
        return all(step.rests and not sides[step.direction].startswith("bottom") for step in self.steps)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The index of each piece in the `placements` of the solution, in the order of insertion."""
        placements = self.solution.placements
        return tuple([placements.index(step.placement) for step in self.steps])

    @property
    def lines(self) -> tuple[str, ...]:
        """A line of text for each step: its number, the letter of the piece, and the side from which it comes.

        If the letter is unclear, the name of the piece follows it.
        """
        letters = self.solution.drawing._called
        sides = WAYS[self.solution.board.lattice.name]
        steps = enumerate(zip(self.numbers, self.steps, strict=True), 1)
        return tuple(
            [
                f"{n}. {letters[number]} from the {sides[step.direction]}{', to be held' * (not step.rests)}"
                for n, (number, step) in steps
            ]
        )

    @property
    def text(self) -> str:
        """The lines of all steps, joined by line breaks."""
        return "\n".join(self.lines)

    def to_text(self) -> str:
        """Return the line of each step and a picture of the layers after the step. Only the new piece has letters."""
        return "\n\n".join(map("\n".join, zip(self.lines, self._layers(), strict=True)))

    def _layers(self) -> Iterator[str]:
        whole = self.solution.drawing
        placed: list[tuple[Cell, ...]] = [()] * len(whole.names)
        for number in self.numbers:
            placed[number] = whole.parts[number]
            step = Drawing._of_parts(whole.cells, list(placed), whole.symbols, whole.names, lattice=whole.lattice).plane
            yield outline(step, dict.fromkeys(step.parts[number], whole.symbols[number]))

    def pictures(
        self, *, cell: float | None = None, letters: bool = True, palette: PaletteLike = "colour"
    ) -> tuple[str, ...]:
        """Return an SVG document for each step, all of one size.

        The new piece is in colour, and earlier pieces are grey. The new piece is also drawn alone in the corner. For
        cubes, an arrow shows the direction of insertion, and squares on the ground show where the solid will stand.
        *cell*, *letters* and *palette* are the same as for `Drawable.to_svg`.
        """
        style = svg_options(cell=cell, letters=letters, palette=palette, style="isometric")
        ways = [step.direction for step in self.steps]
        return tuple(building(self.solution.drawing, list(zip(self.numbers, ways, strict=True)), style))

    def _repr_html_(self) -> str:
        return shown(self.pictures(cell=20), ", ".join(self.lines))

    def __repr__(self) -> str:
        return f"<BuildOrder of {len(self.steps)} pieces>"


class _Choice(NamedTuple):
    """A piece that can be removed. Choices are sorted as tuples. The first one is removed first and inserted last."""

    rests: bool
    """Whether the piece rests on something. A piece that does not rest is inserted as late as possible."""
    way: int
    """The index of the direction of insertion in `WAYS`."""
    depth: float
    """The depth of the piece. Pieces further down or further back have a larger depth and are inserted earlier."""
    piece: int


class _Solid:
    """The pieces of a solid, and which pieces block or support others. A set of pieces is a bit set."""

    def __init__(self, pieces: Sequence[Sequence[Cell]], lattice: Lattice) -> None:
        self._pieces = range(len(pieces))
        self.given = 0  # the set of given pieces, which are removed after all others
        self.ways = [*WAYS[lattice.name]]
        self.not_from_below = sum(not name.startswith("bottom") for name in WAYS[lattice.name].values())
        block = _blocking_balls if lattice.has_balls else _blocking
        self._blocking = block(pieces, self.ways)
        owner = {cell: number for number, cells in enumerate(pieces) for cell in cells}
        # Layers of cubes are numbered from the top, layers of balls from the bottom.
        down, beneath = (1, [(0, 0)]) if lattice.has_cubes else (-1, [*product((0, 1), repeat=2)])
        ground = max([layer * down for layer, _, _ in owner], default=0)
        self._below = [0] * len(pieces)
        self._on_ground = 0
        for (layer, row, column), number in owner.items():
            self._on_ground |= (layer * down == ground) << number
            for front, right in beneath:
                under = owner.get((layer + down, row + front, column + right), number)
                self._below[number] |= (under != number) << under
        # A layer up counts as much as a row and a column to the front, so few pieces hide the place of the next one.
        self._depth = [sum(2 * at * down - row - column for at, row, column in cells) / len(cells) for cells in pieces]

    def rests(self, piece: int, present: int) -> bool:
        return bool(self._on_ground >> piece & 1 or self._below[piece] & present)

    def free(self, present: int, ways: int) -> list[_Choice]:
        """Return the pieces of the set `present` that can leave in one of the first `ways` directions, best first."""
        choices, removable = [], present & ~self.given or present
        for piece in self._pieces:
            if removable >> piece & 1:
                way = next((way for way in range(ways) if not self._blocking[way][piece] & present), None)
                if way is not None:
                    rests = self.rests(piece, present & ~(1 << piece))
                    choices.append(_Choice(rests, way, self._depth[piece], piece))
        return sorted(choices)

    def resting(self, present: int) -> Iterator[_Choice]:
        """Yield resting pieces of `present` that can leave, but not downwards, and on which no other piece depends."""
        for choice in self.free(present, self.not_from_below):
            rest = present & ~(1 << choice.piece)
            if choice.rests and all(self.rests(piece, rest) for piece in self._pieces if rest >> piece & 1):
                yield choice

    def order(self, choices: Callable[[int], Iterator[_Choice]]) -> list[_Choice] | None:
        """Return an order in which all pieces can leave, or None. `choices(present)` yields the next pieces to try."""
        whole = (1 << len(self._pieces)) - 1
        path, taken, tried = [(whole, choices(whole))], list[_Choice](), {whole}
        while path:
            look()
            present, left = path[-1]
            if not present:
                return taken
            choice = next((other for other in left if present & ~(1 << other.piece) not in tried), None)
            if choice is None:
                path.pop()
                del taken[-1:]
            else:
                rest = present & ~(1 << choice.piece)
                tried.add(rest)
                taken.append(choice)
                path.append((rest, choices(rest)))
        return None

    def order_out(self, directions: int) -> list[_Choice] | None:
        """Return an order in which all pieces can leave in the first `directions` directions, or None."""
        # A piece that is free to leave stays free, so only the first choice need be tried.
        return self.order(lambda present: islice(self.free(present, directions), 1))


def _blocking(pieces: Sequence[Sequence[Cell]], ways: Iterable[Cell]) -> list[list[int]]:
    """Return, for each direction and each piece, the set of pieces that block the insertion of the piece."""
    every = []
    for way in ways:
        axis = next(axis for axis, step in enumerate(way) if step)
        lines: defaultdict[Cell, list[tuple[int, int]]] = defaultdict(list)
        for number, cells in enumerate(pieces):
            for cell in cells:
                lines[(*cell[:axis], *cell[axis + 1 :])].append((way[axis] * cell[axis], number))
        blockers = [0] * len(pieces)
        for line in lines.values():
            passed = 0
            for _, number in sorted(line):
                blockers[number] |= passed
                passed |= 1 << number
        every.append([blocking & ~(1 << number) for number, blocking in enumerate(blockers)])
    return every


def _blocking_balls(pieces: Sequence[Sequence[Cell]], ways: Iterable[Cell]) -> list[list[int]]:
    every = []
    spots = [[middle(cell) for cell in cells] for cells in pieces]
    for up, front, right in map(middle, ways):
        look()
        length = 2 * up * up + front * front + right * right
        blocking = [0] * len(pieces)
        for (number, balls), (other, its) in permutations(enumerate(spots), 2):
            for (z, y, x), (z1, y1, x1) in product(balls, its):
                dz, dy, dx = z1 - z, y1 - y, x1 - x
                along = 2 * up * dz + front * dy + right * dx
                # A ball blocks a moving ball whose centre passes its own centre at less than the diameter, 2.
                if along < 0 and (2 * dz * dz + dy * dy + dx * dx - 4) * length < along * along:
                    blocking[number] |= 1 << other
                    break
        every.append(blocking)
    return every


def build_order(searches: Searches, solution: Solution) -> BuildOrder | None:
    """Return an order in which the pieces are inserted one by one, the given pieces first if possible.

    Return None if there is no such order or no piece. Raise `PentominoError` unless the cells are cubes or balls.
    """
    placements, lattice = solution.placements, solution.board.lattice
    if lattice.name not in WAYS:
        raise PentominoError(f"a build order requires cubes or balls, got the {lattice.name} lattice")
    with searches.at_work():
        solid = _Solid([placement.cells for placement in placements], lattice)
        given = {frozenset(placement.cells) for placement in solution.puzzle.placed}
        solid.given = sum(1 << n for n, placement in enumerate(placements) if frozenset(placement.cells) in given)
        if (choices := solid.order_out(len(solid.ways))) is None and solid.given:
            solid.given = 0
            choices = solid.order_out(len(solid.ways))
        if choices and solid.order_out(solid.not_from_below):  # otherwise there is no order in which all pieces rest
            choices = solid.order(solid.resting) or choices
    if not choices:
        return None
    steps = [BuildStep(placements[choice.piece], solid.ways[choice.way], choice.rests) for choice in reversed(choices)]
    return BuildOrder._make(solution=solution, steps=tuple(steps))


# --------------------------------------------------------------------------------------------------------- taking apart


MAX_PIECES = 64
"""The maximum number of pieces. The compiled core stores a set of pieces in a word of 64 bits."""

MAX_LENGTH = 1 << 13
"""The maximum sum of the lengths of all pieces along an axis, in cells. The core stores a coordinate in 16 bits."""


class Move(NamedTuple):
    """A move of one or more `pieces` together, by some `steps`.

    `pieces` are indices into the `placements` of the solution. `direction` is the vector of one step. The last move of
    a separation ends when the pieces that leave are past all pieces that stay.

    >>> from pentomino import solve
    >>> solve("3x5", "PUV").disassemble().moves[0]
    Move(pieces=(2,), direction=(-1, 0), steps=3)
    """

    pieces: tuple[int, ...]
    direction: Cell
    steps: int


class Separation(NamedTuple):
    """The separation of a group of pieces into two groups, by one or more `moves`.

    `removed` holds the pieces that the last move removes, and `rest` the others. Both are indices into the `placements`
    of the solution. `removed` is never longer than `rest`.

    >>> from pentomino import solve
    >>> first, second = solve("3x5", "PUV").disassemble().separations
    >>> first.removed, first.rest, second.removed, second.rest
    ((2,), (0, 1), (0,), (1,))
    """

    moves: tuple[Move, ...]
    removed: tuple[int, ...]
    rest: tuple[int, ...]


class Disassembly(Described, Value):
    """The moves along the axes that take a solution apart. Made by `Solution.disassemble`.

    `separations` has the separation of all pieces, then the separations of its `rest`, and then the separations of its
    `removed` pieces (a tree in preorder). Each group of pieces starts in its position after the earlier moves, and
    pieces of the other group no longer block it. `str()` lists the moves, with the letters of `Solution.grid`.
    Notebooks show a picture of each move. `sheet` puts the pictures on pages to print.

    >>> from pentomino import solve
    >>> print(solve("3x5", "PUV").disassemble())
    level 1.1, 2 moves
    1. Piece V: out to the top
    2. Piece P: out to the left
    """

    solution: Solution
    separations: tuple[Separation, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of all separations, in order."""
        return tuple([move for separation in self.separations for move in separation.moves])

    @property
    def level(self) -> str:
        """How many moves each separation takes, in the usual notation for burrs, such as `98.1.2.1.4.2`.

        If the solution has only one piece, the level is `0`.
        """
        return ".".join([str(len(separation.moves)) for separation in self.separations]) or "0"

    @property
    def pieces(self) -> tuple[Placement, ...]:
        """The placements in the order of insertion. Pieces that are inserted together are adjacent."""
        placements = self.solution.placements
        built: dict[frozenset[int], tuple[int, ...]] = {}  # the order of each part that is taken apart
        for _, removed, rest in reversed(self.separations):  # the parts before the whole
            built[frozenset(rest + removed)] = built.get(frozenset(rest), rest) + built.get(frozenset(removed), removed)
        every = tuple(range(len(placements)))
        return tuple([placements[number] for number in built.get(frozenset(every), every)])

    def to_dict(self) -> dict[str, Any]:
        """Return the level and the separations as plain values, to be written as JSON."""
        separations = [
            {**separation._asdict(), "moves": [move._asdict() for move in separation.moves]}
            for separation in self.separations
        ]
        return {"level": self.level, "separations": separations}

    @property
    def lines(self) -> tuple[str, ...]:
        """A line of text for each move: its number, the letters of its pieces, and how far they move to which side.

        If the letter is unclear, the name of the piece follows it.
        """
        letters = self.solution.drawing._called
        sides = {side.vector: name for name, side in self.solution.board.lattice.look.sides.items()}
        lines = list[str]()
        for separation in self.separations:
            for move in separation.moves:
                names = f"Piece{'s' * (len(move.pieces) > 1)} {joined([letters[number] for number in move.pieces])}"
                how = "out" if move is separation.moves[-1] else counted(move.steps, "step")
                lines.append(f"{len(lines) + 1}. {names}: {how} to the {sides[move.direction]}")
        return tuple(lines)

    @property
    def text(self) -> str:
        """The level, and the lines of all moves, joined by line breaks."""
        return "\n".join([f"level {self.level}, {counted(len(self.moves), 'move')}", *self.lines])

    def pictures(
        self, *, cell: float | None = None, letters: bool = True, palette: PaletteLike = "colour"
    ) -> tuple[str, ...]:
        """Return an SVG document for each move, all of one size.

        A document shows the group of pieces that is being separated, after the move. The moved pieces are in colour,
        behind each of them is an arrow as long as the move, and the other pieces are grey. Pieces that leave are drawn
        at a distance of one cell from the others, and cubes as a solid. *cell*, *letters* and *palette* are the same as
        for `Drawable.to_svg`.
        """
        drawing = self.solution.drawing
        style: SvgStyle = "isometric" if drawing.lattice.has_cubes else "filled"
        options = svg_options(cell=cell, letters=letters, palette=palette, style=style)
        return tuple(moving(drawing, list(self._shifts()), options))

    def _shifts(self) -> Iterator[Shift]:
        parts = list(self.solution.drawing.parts)
        for moves, removed, rest in self.separations:
            for move in moves:
                steps = move.steps + (move is moves[-1])
                for number in move.pieces:
                    parts[number] = tuple(shift(parts[number], *[steps * by for by in move.direction]))
                group = [part if number in removed + rest else () for number, part in enumerate(parts)]
                yield Shift(group, move.pieces, move.direction, steps)

    def _repr_html_(self) -> str:
        return shown(self.pictures(cell=20), ", ".join(self.lines))

    def __repr__(self) -> str:
        return f"<Disassembly level {self.level}>"


class _Box(NamedTuple):
    """The bounding box of a piece. `low` holds its minimum coordinates, `sides` its lengths in cells."""

    low: Cell
    sides: Cell

    def extent(self, axis: int, sign: int) -> tuple[int, int]:
        """Return the first and the last coordinate along `axis`, negated and exchanged if `sign` is negative."""
        low, high = self.low[axis], self.low[axis] + self.sides[axis] - 1
        return (low, high) if sign > 0 else (-high, -low)


def disassemble(searches: Searches, solution: Solution, together: Iterable[Iterable[str]] = ()) -> Disassembly | None:
    """Return the moves that take `solution` apart, or None if it does not come apart.

    Each separation has the minimum number of moves. `together` holds lists of piece names. A part is not taken apart
    if all its pieces are in one list.
    """
    placements, lattice = solution.placements, solution.board.lattice
    if lattice not in (SQUARE, CUBIC):
        more = "; a build order (--build-order) shows whether balls can be put in one at a time" * lattice.has_balls
        raise PentominoError(f"only squares and cubes can be taken apart, got the {lattice.name} lattice{more}")
    if len(placements) > MAX_PIECES:
        raise PentominoError(f"at most {MAX_PIECES} pieces can be taken apart, got {len(placements)}")
    deep = (0,) * (3 - lattice.dimension)  # squares become cubes in one layer, and move within it
    cells = [[deep + cell for cell in placement.cells] if deep else placement.cells for placement in placements]
    boxes = [_Box(*CUBIC.bounds(piece)) for piece in cells]
    if any(sum(along) > MAX_LENGTH for along in zip(*[box.sides for box in boxes], strict=True)):
        raise PentominoError(f"the pieces to take apart must together be at most {MAX_LENGTH} cells long on each axis")
    kept = _kept(solution, together)
    sizes = list(map(len, cells))
    separator = Separator(cells, range(len(deep), 3))
    searches.clock.state = lambda: (0.0, separator.seen)
    limit = searches.options.memory_limit

    def claim(needed: int) -> None:
        nonlocal limit
        if limit is None:
            limit = free_memory() // 2  # read only now, as this takes as long as a small burr
        if needed > limit:
            raise PentominoError(f"taking this apart needs {needed} bytes; the limit is {limit}: raise memory_limit=")

    separations: list[Separation] = []
    with searches.at_work():
        left = [dict(enumerate(boxes))]
        while left:
            look()
            part = left.pop()
            if len(part) < 2 or any(part.keys() <= some for some in kept):
                continue
            lows = _close(list(part.values()))
            separated = separator.separate(list(part), lows, look, claim)
            if separated is None:
                return None
            path, out, axis, sign = separated
            # If `_close` has narrowed gaps, the pieces come apart in one move, which starts from their original places.
            ends = path[-1] if len(path) > 1 else [box.low for box in part.values()]
            moved = {number: part[number]._replace(low=low) for number, low in zip(part, ends, strict=True)}
            removed = tuple([number for at, number in enumerate(part) if at in out])
            rest = tuple([number for at, number in enumerate(part) if at not in out])
            moves = [_move(part, sizes, *places, len(deep)) for places in pairwise(path)]
            moves.append(_leaving(moved, removed, rest, axis, sign, len(deep)))
            separations.append(Separation(tuple(moves), removed, rest))
            left += [{number: moved[number] for number in group} for group in (removed, rest)]
    return Disassembly._make(solution=solution, separations=tuple(separations))


def _close(boxes: Sequence[_Box]) -> list[Cell]:
    """Narrow the gaps between `boxes` to one cell along each axis, and return the new lower corners.

    The core needs small coordinates. Boxes with a gap come apart in one move, however wide the gap is.
    """
    lows = [list(box.low) for box in boxes]
    for axis in range(3):
        end, shift = min(low[axis] for low in lows), 0
        for low, box in sorted(zip(lows, boxes, strict=True), key=lambda pair: pair[1].low[axis]):
            shift = max(shift, low[axis] - end - 1)
            low[axis] -= shift
            end = max(end, low[axis] + box.sides[axis])
    return [tuple(low) for low in lows]


def _kept(solution: Solution, together: Iterable[Iterable[str]]) -> list[set[int]]:
    # the indices of the placements in each group
    names = [placement.piece.name for placement in solution.placements]
    valid = {count.piece.name for count in solution.puzzle._entries if count.piece.name}
    kept = []
    for some in map(set, together):
        if strange := some - valid:
            listed = ", ".join(sorted(valid))
            raise PentominoError(f"together must name only the pieces {listed}, got {show(min(strange))}")
        kept.append({number for number, name in enumerate(names) if name in some})
    return kept


def _move(part: Iterable[int], sizes: Sequence[int], before: Sequence[Cell], after: Sequence[Cell], deep: int) -> Move:
    """Return the move that leads from the positions `before` to the positions `after` of the pieces `part`.

    Moving some pieces is equivalent to moving the others in the opposite direction. The move of the smaller group is
    returned. `sizes` holds the number of cells of each piece. `deep` is 1 for squares, otherwise 0.
    """
    ways = {number: tuple(map(sub, new, old)) for number, old, new in zip(part, before, after, strict=True)}
    axis, steps = next((at, step) for way in ways.values() for at, step in enumerate(way) if step)
    moved = tuple([number for number, way in ways.items() if any(way)])
    others = tuple([number for number, way in ways.items() if not any(way)])
    if (len(others), sum([sizes[n] for n in others])) < (len(moved), sum([sizes[n] for n in moved])):
        moved, steps = others, -steps
    return Move(moved, _vector(axis, steps, deep), abs(steps))


def _leaving(
    moved: Mapping[int, _Box], removed: tuple[int, ...], rest: tuple[int, ...], axis: int, sign: int, deep: int
) -> Move:
    start = min(moved[number].extent(axis, sign)[0] for number in removed)
    end = max(moved[number].extent(axis, sign)[1] for number in rest)
    return Move(removed, _vector(axis, sign, deep), max(1, end - start + 1))


def _vector(axis: int, by: int, deep: int) -> Cell:
    return tuple([(by > 0) - (by < 0) if n == axis else 0 for n in range(deep, 3)])
