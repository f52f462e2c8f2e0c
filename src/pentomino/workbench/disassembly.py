"""Taking a solution apart: the moves of pieces, one separation after the other, until all are apart.

Whether a part comes apart does not depend on the moves before: these can be undone, and the moves of the whole, without
the pieces that have left, are moves of the part. So the first separation is as good as any: if one of its parts does
not come apart, neither does the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import Separator
from ..base.limits import look
from ..base.value import Described, Value
from ..base.words import counted
from ..errors import PentominoError
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell
from ..picture import show
from ..placement import Placement
from ..search.run import free_memory
from .searches import Searches

if TYPE_CHECKING:
    from ..solutions.solution import Solution

MOST_PIECES = 64
"""The maximum number of pieces: the core stores a group of them in a word."""

LONGEST = 1 << 13
"""The maximum number of cells along an axis, of all pieces together: the core has 16 bits for a coordinate."""


class Move(NamedTuple):
    """Pieces that move together: indices into the `placements` of the solution, the vector of a step, and the steps.

    The last move of a separation ends when no piece that leaves is beside one that stays.

    >>> from pentomino import solve
    >>> solve("3x5", "PUV").disassembly().moves[0]
    Move(pieces=(2,), direction=(-1, 0), steps=3)
    """

    pieces: tuple[int, ...]
    direction: Cell
    steps: int


class Separation(NamedTuple):
    """The separation of a part into two: the `moves`, the pieces that the last of them removes, and the rest.

    `removed` and `rest` are indices into the `placements` of the solution. No more pieces are removed than stay.

    >>> from pentomino import solve
    >>> first, second = solve("3x5", "PUV").disassembly().separations
    >>> first.removed, first.rest, second.removed, second.rest
    ((2,), (0, 1), (0,), (1,))
    """

    moves: tuple[Move, ...]
    removed: tuple[int, ...]
    rest: tuple[int, ...]


class Disassembly(Described, Value):
    """The moves along the axes that take a solution apart. Made by `Solution.disassembly`.

    `separations` are a tree in preorder: the separation of all pieces, then those of its rest, then those of the
    removed part. A part is taken apart from its position after the earlier moves, as if the other part were gone.
    `str()` lists the moves, by the letters of `Solution.grid`.

    >>> from pentomino import solve
    >>> print(solve("3x5", "PUV").disassembly())
    level 1.1, 2 moves
    V: out to the top
    P: out to the left
    """

    solution: Solution
    separations: tuple[Separation, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order."""
        return tuple([move for separation in self.separations for move in separation.moves])

    @property
    def level(self) -> str:
        """The number of moves of each separation, such as `98.1.2.1.4.2`, as levels of burrs are written.

        It is `0` for one piece.
        """
        return ".".join([str(len(separation.moves)) for separation in self.separations]) or "0"

    @property
    def pieces(self) -> tuple[Placement, ...]:
        """The placements in the order of insertion. Those of a part that is inserted as a whole are adjacent."""
        placements = self.solution.placements
        built: dict[frozenset[int], tuple[int, ...]] = {}  # parts that are taken apart
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
    def text(self) -> str:
        """The level, and a line for each move."""
        letters = self.solution.drawing.symbols
        sides = {side.vector: name for name, side in self.solution.board.lattice.look.sides.items()}
        lines = [f"level {self.level}, {counted(len(self.moves), 'move')}"]
        for separation in self.separations:
            for move in separation.moves:
                names = " ".join([letters[number] for number in move.pieces])
                how = "out" if move is separation.moves[-1] else counted(move.steps, "step")
                lines.append(f"{names}: {how} to the {sides[move.direction]}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Disassembly level {self.level}>"


class _Box(NamedTuple):
    """The bounding box of a piece: its least coordinates, and its sides."""

    low: Cell
    sides: Cell

    def reach(self, axis: int, sign: int) -> tuple[int, int]:
        """Return the start and the end of the box along an axis."""
        low, high = self.low[axis], self.low[axis] + self.sides[axis] - 1
        return (low, high) if sign > 0 else (-high, -low)


class _Room:
    """The memory for a search: `limit` bytes, or half of the free memory at the first claim."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit

    def claim(self, needed: int) -> None:
        """Raise `PentominoError` if the search needs more."""
        if self._limit is None:
            self._limit = free_memory() // 2  # reading it takes as long as taking a small burr apart
        if needed > self._limit:
            raise PentominoError(
                f"too many places of the pieces to look at: {needed} bytes, with a limit of {self._limit}"
            )


def disassembly(searches: Searches, solution: Solution, together: Iterable[Iterable[str]] = ()) -> Disassembly | None:
    """Take `solution` apart, each part in the fewest moves; return None if it does not come apart.

    A part made only of pieces named in one of `together` is not taken apart.
    """
    placements, lattice = solution.placements, solution.board.lattice
    if lattice not in (SQUARE, CUBIC):
        raise PentominoError(f"squares and cubes are taken apart, not cells of the {lattice.name} lattice")
    if len(placements) > MOST_PIECES:
        raise PentominoError(f"at most {MOST_PIECES} pieces are taken apart, not {len(placements)}")
    deep = (0,) * (3 - lattice.dimension)  # squares are cubes of one layer, which move within it
    cells = [[deep + cell for cell in placement.cells] if deep else placement.cells for placement in placements]
    boxes = [_Box(*CUBIC.bounds(one)) for one in cells]
    if any(sum(along) > LONGEST for along in zip(*[box.sides for box in boxes], strict=True)):
        raise PentominoError(f"at most {LONGEST} cells along an axis, of all pieces together, are taken apart")
    kept = _kept(solution, together)
    sizes = list(map(len, cells))
    separator = Separator(cells, range(len(deep), 3))
    searches.clock.state = lambda: (0.0, separator.seen)
    room = _Room(searches.options.memory_limit)
    separations: list[Separation] = []
    with searches.at_work():
        left = [dict(enumerate(boxes))]
        while left:
            look()
            part = left.pop()
            if len(part) < 2 or any(part.keys() <= some for some in kept):
                continue
            lows = _close(list(part.values()))
            found = separator.separate(list(part), lows, look, room.claim)
            if found is None:
                return None
            path, out, axis, sign = found
            # Pieces that were moved close leave by one move, from their original places.
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
    """Return the lower corners of boxes, with gaps along each axis narrowed to one cell, to fit into the core.

    The same pieces can leave at once as from the original places. Boxes with a gap always come apart in one move.
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
    """Return the placements of the pieces named in each of `together`. Raise `PentominoError` for unknown names."""
    names = [placement.piece.name for placement in solution.placements]
    known = {count.piece.name for count in solution.puzzle.entries if count.piece.name}
    kept = []
    for some in map(set, together):
        if strange := some - known:
            told = ", ".join(sorted(known))
            raise PentominoError(f"there is no piece {show(min(strange))} to stay together with others, only {told}")
        kept.append({number for number, name in enumerate(names) if name in some})
    return kept


def _move(part: Iterable[int], sizes: Sequence[int], before: Sequence[Cell], after: Sequence[Cell], deep: int) -> Move:
    """Return the move between two positions. The first piece is at the origin in both, so the others seem to move."""
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
    """Return the move by which the pieces `removed` leave the `rest`."""
    start = min(moved[number].reach(axis, sign)[0] for number in removed)
    end = max(moved[number].reach(axis, sign)[1] for number in rest)
    return Move(removed, _vector(axis, sign, deep), max(1, end - start + 1))


def _vector(axis: int, by: int, deep: int) -> Cell:
    return tuple([(by > 0) - (by < 0) if n == axis else 0 for n in range(deep, 3)])
