"""Putting a solid together: an order in which a hand can insert its pieces one by one.

The order is found backwards, by removing pieces. A piece that is free to leave stays free while others leave; but a
piece that supports others must not leave before them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..base.limits import look
from ..base.value import Described, Value
from ..drawable import Drawing
from ..errors import PentominoError
from ..lattices.cubic import CUBIC
from ..lattices.lattice import Cell
from ..placement import Placement
from ..render.building import building
from ..render.colours import PaletteLike
from ..render.media import shown
from ..render.svg import svg_options
from ..render.text import marked
from .searches import Searches

if TYPE_CHECKING:
    from ..solutions.solution import Solution

WAYS = ((1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (-1, 0, 0))
"""The directions in which a piece is inserted, the easiest first: from the top, the front, the right, the left, the
back, the bottom."""


class BuildStep(NamedTuple):
    """A piece that is inserted: its placement, the vector along which it moves, and whether it then rests on something.

    >>> from pentomino import solve
    >>> solve("soma").build_order().steps[0].direction
    (1, 0, 0)
    """

    placement: Placement
    direction: Cell
    rests: bool


class BuildOrder(Described, Value):
    """An order in which a solution of cubes is built, piece by piece. Made by `Solution.build_order`.

    `str()` lists the pieces, by the letters of `Solution.grid`. Notebooks show a picture of each step. `sheet` prints
    the pictures, and `animation` shows one after the other.

    >>> from pentomino import solve
    >>> print(solve("2x2x3", "I2*2 L4*2").build_order())
    1. A from the top
    2. D from the top
    3. B from the top
    4. C from the top
    """

    solution: Solution
    steps: tuple[BuildStep, ...]

    @property
    def rests(self) -> bool:
        """Whether each piece rests on the ground or on an earlier piece when it is inserted."""
        return all(step.rests for step in self.steps)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The indices into the `placements` of the solution, in the order of insertion."""
        placements = self.solution.placements
        return tuple([placements.index(step.placement) for step in self.steps])

    @property
    def lines(self) -> tuple[str, ...]:
        """For each step its number, the letter of the piece, and its direction."""
        letters = self.solution.drawing.symbols
        sides = {tuple([-way for way in side.vector]): name for name, side in CUBIC.look.sides.items()}
        steps = enumerate(zip(self.numbers, self.steps, strict=True), 1)
        return tuple(
            [
                f"{n}. {letters[number]} from the {sides[step.direction]}{', to be held' * (not step.rests)}"
                for n, (number, step) in steps
            ]
        )

    @property
    def text(self) -> str:
        """The lines."""
        return "\n".join(self.lines)

    def to_text(self) -> str:
        """Return the lines, each with the layers of its step; the new piece has its letter in each cell."""
        return "\n\n".join(map("\n".join, zip(self.lines, self._layers(), strict=True)))

    def _layers(self) -> Iterator[str]:
        whole = self.solution.drawing
        there: list[tuple[Cell, ...]] = [()] * len(whole.names)
        for number in self.numbers:
            there[number] = whole.parts[number]
            step = Drawing.of_parts(whole.cells, list(there), whole.symbols, whole.names, lattice=whole.lattice).plane
            yield marked(step, dict.fromkeys(step.parts[number], whole.symbols[number]))

    def pictures(
        self, *, cell: float | None = None, letters: bool = True, palette: PaletteLike = "colour"
    ) -> tuple[str, ...]:
        """Return an SVG document for each step, all of one size.

        The new piece is in colour, and alone in the corner, too. Earlier pieces are grey. An arrow shows the direction
        of insertion. The squares of the ground are those below the solid. *cell*, *letters* and *palette* are as for
        `Drawable.to_svg`.
        """
        look = svg_options(cell=cell, letters=letters, palette=palette, style="isometric")
        ways = [step.direction for step in self.steps]
        return tuple(building(self.solution.drawing, list(zip(self.numbers, ways, strict=True)), look))

    def _repr_html_(self) -> str:
        return shown(self.pictures(cell=20), ", ".join(self.lines))

    def __repr__(self) -> str:
        return f"<BuildOrder of {len(self.steps)} pieces>"


class _Choice(NamedTuple):
    """A piece that can be removed: the least is removed first."""

    rests: bool
    """Whether the piece floats: then it is inserted as late as possible."""
    way: int
    """The index into `WAYS` of the direction of insertion."""
    depth: float
    """The distance below and behind the others: higher pieces, and then nearer ones, are inserted last."""
    piece: int


_Choices = Callable[[int], Iterator[_Choice]]


class _Solid:
    """The pieces of a solid: sets of them are the bits of an integer."""

    def __init__(self, pieces: Sequence[Sequence[Cell]]) -> None:
        self._pieces = range(len(pieces))
        self._blocking = [_blocking(pieces, *_axis(way)) for way in WAYS]
        owner = {cell: number for number, cells in enumerate(pieces) for cell in cells}
        ground = max([layer for layer, _, _ in owner], default=0)
        self._below = [0] * len(pieces)
        self._on_ground = 0
        for (layer, row, column), number in owner.items():
            self._on_ground |= (layer == ground) << number
            under = owner.get((layer + 1, row, column), number)
            self._below[number] |= (under != number) << under
        # A layer up counts as much as a row and a column to the front, so that few pieces hide the place of the next.
        self._depth = [sum(2 * at - row - column for at, row, column in cells) / len(cells) for cells in pieces]

    def rests(self, piece: int, there: int) -> bool:
        """Return whether a piece rests on the ground or on other pieces of the set."""
        return bool(self._on_ground >> piece & 1 or self._below[piece] & there)

    def free(self, there: int, ways: int) -> list[_Choice]:
        """Return the pieces that can leave, each with the easiest of the first `ways` directions, the best first."""
        found = []
        for piece in self._pieces:
            if there >> piece & 1:
                way = next((way for way in range(ways) if not self._blocking[way][piece] & there), None)
                if way is not None:
                    rests = self.rests(piece, there & ~(1 << piece))
                    found.append(_Choice(rests, way, self._depth[piece], piece))
        return sorted(found)

    def held(self, there: int) -> Iterator[_Choice]:
        """Yield the pieces that can leave, except to the bottom, such that all pieces rest before and after it."""
        for choice in self.free(there, 5):
            rest = there & ~(1 << choice.piece)
            if choice.rests and all(self.rests(one, rest) for one in self._pieces if rest >> one & 1):
                yield choice

    def order(self, choices: _Choices) -> list[_Choice] | None:
        """Return an order in which all pieces can leave, trying the choices in each set, or None.

        No set is tried twice.
        """
        whole = (1 << len(self._pieces)) - 1
        path, made, tried = [(whole, choices(whole))], list[_Choice](), {whole}
        while path:
            look()
            there, left = path[-1]
            if not there:
                return made
            for choice in left:
                rest = there & ~(1 << choice.piece)
                if rest not in tried:
                    tried.add(rest)
                    made.append(choice)
                    path.append((rest, choices(rest)))
                    break
            else:
                path.pop()
                del made[-1:]
        return None

    def loose(self, ways: int) -> list[_Choice] | None:
        """Return an order with the first `ways` directions, whether pieces rest or not, or None."""
        # A piece that is free to leave stays free, so the first choice is as good as any.
        return self.order(lambda there: islice(self.free(there, ways), 1))


def _axis(way: Cell) -> tuple[int, int]:
    axis = next(axis for axis, step in enumerate(way) if step)
    return axis, way[axis]


def _blocking(pieces: Sequence[Sequence[Cell]], axis: int, sign: int) -> list[int]:
    """Return for each piece those in its way when it comes from infinity along an axis."""
    lines: defaultdict[Cell, list[tuple[int, int]]] = defaultdict(list)
    for number, cells in enumerate(pieces):
        for cell in cells:
            lines[(*cell[:axis], *cell[axis + 1 :])].append((sign * cell[axis], number))
    found = [0] * len(pieces)
    for line in lines.values():
        passed = 0
        for _, number in sorted(line):
            found[number] |= passed
            passed |= 1 << number
    return [blocking & ~(1 << number) for number, blocking in enumerate(found)]


def build_order(searches: Searches, solution: Solution) -> BuildOrder | None:
    """Return an order in which the pieces are inserted one by one; None if that is impossible or there is no piece."""
    placements, lattice = solution.placements, solution.board.lattice
    if lattice != CUBIC:
        raise PentominoError(f"solids of cubes are built piece by piece, not boards of the {lattice.name} lattice")
    solid = _Solid([placement.cells for placement in placements])
    with searches.at_work():
        found = solid.loose(6)
        if found and solid.loose(5):  # else in no order all pieces rest
            found = solid.order(solid.held) or found
    if not found:
        return None
    steps = [BuildStep(placements[one.piece], WAYS[one.way], one.rests) for one in reversed(found)]
    return BuildOrder._make(solution=solution, steps=tuple(steps))
