"""Properties of a solution, and conditions on them such as `crossings == 0 and fault_free`.

A condition is parsed as a Python expression, but never run as Python. Expressions outside its grammar are refused.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from ..board import Board
from ..errors import PentominoError, expect
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell, Element, Lattice, is_connected
from ..placement import Placement
from ..value import Memo
from ..wording import did_you_mean, joined
from .solution import Solution

if TYPE_CHECKING:
    from ..reason.solids import Disassembly


# ----------------------------------------------------------------------------------------------------------- properties


NUMBERS = ("crossings", "fault_lines", "colours", "strong_colours", "edge", "pieces")
"""The names of the properties whose values are numbers, in solutions and in conditions."""

FLAGS = ("fault_free", "halves", "equitable", "symmetric")
"""The properties that are true or false in conditions. `halves` is true if `Properties.halves` is not None."""

OF_SQUARES = ("crossings", "fault_lines", "fault_free")
"""The properties that are defined only for solutions on squares."""

APART_NUMBERS, APART_FLAGS = ("level", "moves"), ("comes_apart",)
"""The properties of disassembly, defined only on squares and cubes. They may be slow, and "all" excludes them."""

QUICK = ("crossings", "fault_lines", "edge", "pieces", "fault_free")
"""The properties that need no search."""

CellMasks: TypeAlias = Memo[tuple[Cell, ...], int]
"""A mapping from the cells of a placement to a bit set (an integer) of cells, points or lines."""

Graph: TypeAlias = Sequence[frozenset[int]]
"""For each area, the set of adjacent areas. An area is the index of a placement."""


def chosen(names: str, lattice: Lattice) -> tuple[str, ...]:
    """Return the names of the properties in the string `names`, which are separated by commas.

    "all" means all properties that are defined on the lattice, except those of disassembly. Raises `PentominoError` for
    an empty or unknown name, and for a property that is not defined on the lattice.
    """
    apart = (*APART_NUMBERS, *APART_FLAGS) if lattice in (SQUARE, CUBIC) else ()
    valid = (*NUMBERS, *FLAGS, *APART_NUMBERS, *APART_FLAGS)
    usual = [name for name in (*NUMBERS, *FLAGS) if name not in OF_SQUARES or lattice == SQUARE]
    requested = usual if names.strip() == "all" else [name.strip() for name in names.split(",")]
    if wrong := [name for name in requested if name not in valid]:
        hint = did_you_mean(wrong[0], valid, near=0.8) or f"write {joined([*valid, 'all'], 'or')}"
        raise PentominoError(f"{wrong[0]!r} is not a property of solutions; {hint}")
    if strange := [name for name in requested if name not in usual and name not in apart]:
        only = "squares" if strange[0] in OF_SQUARES else "squares and cubes"
        raise PentominoError(f"{strange[0]} is defined on {only} only, got the {lattice.name} lattice")
    return tuple(dict.fromkeys(requested))


def properties(solution: Solution) -> Properties:
    """Return the properties of a solution. Each property is computed when it is first read.

    >>> from pentomino import solve
    >>> found = properties(solve("6x10"))
    >>> found.crossings, found.fault_free, found.colours, found.edge
    (1, True, 4, 9)
    """
    return Properties(solution)


class Properties:
    """The properties of a solution. Each property is computed when it is first read. Made by `properties`.

    For `edge` and `fault_lines`, cells that stay empty count as cells of the board. The other properties depend only on
    the pieces. Solutions that are equivalent under symmetry have the same properties.

    >>> from pentomino import solve
    >>> [sorted(near) for near in properties(solve("2x4", "I2*4")).neighbours]
    [[1], [0, 2], [1, 3], [2]]
    """

    def __init__(self, solution: Solution) -> None:
        expect("solution", solution, Solution)
        self.placements: tuple[Placement, ...] = solution.placements
        self._solution = solution
        self._board = solution.puzzle.board
        self._traits = _traits_of(self._board)

    def to_dict(self, names: str = "all") -> dict[str, int | bool]:
        """Return properties by name, each as a number or a boolean.

        `names` are separated by commas. "all" means all properties that are defined on the lattice, except `level`,
        `moves` and `comes_apart`. Raises `PentominoError` for an unknown name, and for a property that is not defined
        on the lattice.

        >>> from pentomino import solve
        >>> properties(solve("3x5", "PUV")).to_dict("colours, edge, halves")
        {'colours': 3, 'edge': 3, 'halves': False}
        """
        values = {name: getattr(self, name) for name in chosen(names, self._board.lattice)}
        return {name: bool(value) if name in FLAGS else value for name, value in values.items()}

    def __repr__(self) -> str:
        quick = [name for name in chosen("all", self._board.lattice) if name in QUICK]
        return f"<Properties {', '.join(f'{name}={getattr(self, name)}' for name in quick)}>"

    @property
    def pieces(self) -> int:
        """How many placements the solution has."""
        return len(self.placements)

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """For each placement, the indices of its neighbours, which share an edge or, on cubes, a face with it.

        >>> from pentomino import solve
        >>> properties(solve("3x5", "PUV")).neighbours
        (frozenset({1, 2}), frozenset({0, 2}), frozenset({0, 1}))
        """
        return self._linked(self._traits.near)

    def _linked(self, cells_near: CellMasks) -> tuple[frozenset[int], ...]:
        masks = list(enumerate(self._masks))
        near = [cells_near[placement.cells] for placement in self.placements]
        return tuple([frozenset([other for other, mask in masks if around & mask]) for around in near])

    @cached_property
    def _masks(self) -> list[int]:
        return [self._traits.mask[placement.cells] for placement in self.placements]

    @property
    def edge(self) -> int:
        """How many placements touch the edge of the board or of a hole in it."""
        return sum([mask & self._traits.edge != 0 for mask in self._masks])

    @cached_property
    def crossings(self) -> int:
        """At how many points four pieces meet. Raises `PentominoError` on lattices other than squares."""
        self._check_squares("crossings")
        touched = sum([self._traits.corners[placement.cells] for placement in self.placements])
        return (touched & self._traits.fours).bit_count()

    @cached_property
    def fault_lines(self) -> int:
        """How many straight lines through the whole board cut no piece.

        Raises `PentominoError` on lattices other than squares.

        >>> from pentomino import solve
        >>> properties(solve("2x4", "O4*2")).fault_lines
        1
        """
        self._check_squares("fault lines")
        crossed = reduce(or_, [self._traits.lines[placement.cells] for placement in self.placements], 0)
        return len(self._traits.line_numbers) - crossed.bit_count()

    @property
    def fault_free(self) -> bool:
        """Whether there are no `fault_lines`. Raises `PentominoError` on lattices other than squares."""
        return not self.fault_lines

    @cached_property
    def colouring(self) -> tuple[int, ...]:
        """A colour for each placement, as a number from 0. Neighbours (see `neighbours`) have different colours.

        A search finds as few colours as possible, at most four on squares.
        """
        return _least_colouring(self.neighbours)

    @property
    def colours(self) -> int:
        """How many colours `colouring` has."""
        return len(set(self.colouring))

    @cached_property
    def _strong_neighbours(self) -> tuple[frozenset[int], ...]:
        # for each placement, the placements that share at least a corner with it
        return self._linked(self._traits.around)

    @cached_property
    def strong_colouring(self) -> tuple[int, ...]:
        """A colour for each placement, as a number from 0. Placements that share at least a corner differ in colour.

        >>> from pentomino import solve
        >>> properties(solve("4x4", "O4*4")).strong_colouring
        (0, 1, 2, 3)
        """
        return _least_colouring(self._strong_neighbours)

    @property
    def strong_colours(self) -> int:
        """How many colours `strong_colouring` has."""
        return len(set(self.strong_colouring))

    @cached_property
    def equitable(self) -> bool:
        """Whether a strong colouring with the fewest colours can have equally many placements of each colour.

        If the number of placements is not a multiple of the number of colours, two colours may differ by one placement.
        If there is no such colouring, the time may be exponential in the number of placements.
        """
        graph = self._strong_neighbours
        return _coloured(graph, _order(graph), self.strong_colours, is_equitable=True) is not None

    @cached_property
    def symmetric(self) -> bool:
        """Whether a symmetry of the puzzle maps the solution to itself. The symmetry must move at least one cell.

        >>> from pentomino import solve
        >>> properties(solve("2x4", "O4*2")).symmetric
        True
        """
        return any(map(self._is_kept_by, self._solution.puzzle._group[1:]))

    def _is_kept_by(self, element: Element) -> bool:
        turned = self._traits.images[element]
        if {turned[placement.cells] for placement in self.placements} != set(self._masks):
            return False
        # A reflection of a single row may move no cell.
        if all(self._board.transform_cells([cell], element) == [cell] for cell in self._board):
            return False
        # On a wrapped board different pieces may cover the same cells.
        return self._solution.transformed(element) == self._solution

    @cached_property
    def halves(self) -> tuple[frozenset[int], frozenset[int]] | None:
        """Two connected halves that a symmetry of the board swaps, or None. Each half consists of whole pieces.

        A half is a set of indices of placements. The half with the first placement comes first. The halves may consist
        of different pieces. The time may double with each pair of pieces that are images of each other.

        >>> from pentomino import solve
        >>> properties(solve("2x4", "O4*2")).halves
        (frozenset({0}), frozenset({1}))
        """
        return next(filter(None, map(self._halves_by, self._traits.motions)), None)

    @cached_property
    def _disassembly(self) -> Disassembly | None:
        return self._solution.disassemble()

    @property
    def comes_apart(self) -> bool:
        """Whether the pieces can be taken apart. For the moves and the errors, see `Solution.disassemble`.

        >>> from pentomino import solve
        >>> found = properties(solve("soma"))
        >>> found.comes_apart, found.level, found.moves
        (True, 1, 6)
        """
        return self._disassembly is not None

    @property
    def level(self) -> int:
        """How many moves it takes until the first pieces leave, or 0 if the solution does not come apart."""
        return len(self._disassembly.separations[0].moves) if self.moves and self._disassembly else 0

    @property
    def moves(self) -> int:
        """How many moves it takes until all pieces are apart, or 0 if the solution does not come apart."""
        return len(self._disassembly.moves) if self._disassembly else 0

    def _check_squares(self, noun: str) -> None:
        if self._board.lattice != SQUARE:
            raise PentominoError(f"{noun} are defined on squares only, got the {self._board.lattice.name} lattice")

    def _halves_by(self, element: Element, most: float = math.inf) -> tuple[frozenset[int], frozenset[int]] | None:
        """Return the two halves that the symmetry `element` swaps, or None if there are no such halves.

        Also return None if `_opposite_groups` returns more than `most` pairs, because each pair may double the time.
        """
        groups = self._opposite_groups(element)
        if not 0 < len(groups) <= most:
            return None
        (first, second), *others = groups
        for swaps in product((False, True), repeat=len(others)):
            halves = [[*first], [*second]]
            for swap, (one, other) in zip(swaps, others, strict=True):
                halves[swap] += one
                halves[not swap] += other
            if self._is_connected(halves[0]) and self._is_connected(halves[1]):
                return frozenset(halves[0]), frozenset(halves[1])
        return None

    def _opposite_groups(self, element: Element) -> list[tuple[set[int], set[int]]]:
        """Return pairs of sets. If `element` swaps two halves, the two sets of a pair are in different halves.

        A set has indices of placements. Return an empty list if `element` cannot swap two halves.
        """
        turned = self._traits.images[element]
        images = [turned[placement.cells] for placement in self.placements]
        covered = reduce(or_, self._masks, 0)
        if any(image & mask or image & ~covered for image, mask in zip(images, self._masks, strict=True)):
            return []
        apart: list[set[int]] = [set() for _ in self.placements]
        for moved, image in enumerate(images):
            for other in [number for number, mask in enumerate(self._masks) if image & mask]:
                apart[moved].add(other)
                apart[other].add(moved)
        side: dict[int, int] = {}
        groups = []
        for first in range(self.pieces):
            if first not in side:
                group = _two_coloured(first, apart, side)
                if group is None:
                    return []
                groups.append(group)
        return groups

    def _is_connected(self, areas: Sequence[int]) -> bool:
        left = set(areas[1:])
        reached = [areas[0]]
        for area in reached:  # the loop extends `reached`
            near = left & self.neighbours[area]
            left -= near
            reached += near
        return not left


def _least_colouring(graph: Graph) -> tuple[int, ...]:
    order, available = _order(graph), 1
    while (colouring := _coloured(graph, order, available)) is None:
        available += 1
    return tuple([colour for _, colour in sorted(zip(order, colouring, strict=True))])


def _order(graph: Graph) -> list[int]:
    # the next area is one that touches the most earlier areas
    left = set(range(len(graph)))
    order: list[int] = []
    while left:
        order.append(max(left, key=lambda area: (len(graph[area] - left), len(graph[area]), -area)))
        left.remove(order[-1])
    return order


def _coloured(graph: Graph, order: Sequence[int], available: int, is_equitable: bool = False) -> list[int] | None:
    """Return a colour for each area in the order `order`, or None if more than `available` colours are needed.

    If `is_equitable`, the numbers of areas of any two colours are equal or differ by 1.
    """
    place = {area: number for number, area in enumerate(order)}
    least, larger = divmod(len(order), max(1, available))
    sizes = [0] * available
    assigned: list[int] = []
    open_ends: list[Iterator[int]] = []
    while len(assigned) < len(order):
        if len(open_ends) == len(assigned):
            used = {assigned[place[near]] for near in graph[order[len(assigned)]] if place[near] < len(assigned)}
            if is_equitable:
                # If r areas are left over after equal shares, at most r colours may have one more than the others.
                most = least + (sum(size > least for size in sizes) < larger)
                used |= {colour for colour, size in enumerate(sizes) if size >= most}
            # All unused colours are equivalent, so only the first of them is tried.
            fresh = range(min(available, max(assigned, default=-1) + 2))
            open_ends.append(iter([colour for colour in fresh if colour not in used]))
        colour = next(open_ends[-1], None)
        if colour is not None:
            assigned.append(colour)
            sizes[colour] += 1
            continue
        open_ends.pop()
        if not open_ends:
            return None
        sizes[assigned.pop()] -= 1
    return assigned


def _two_coloured(first: int, apart: Sequence[set[int]], side: dict[int, int]) -> tuple[set[int], set[int]] | None:
    """Divide the areas that `apart` links to `first` into two sides. Return both sides as sets of areas.

    `apart` has, for each area, the areas that must be on the other side. Return None if this is impossible. Also write
    the side of each area, 0 or 1, to `side`.
    """
    side[first] = 0
    group = [first]
    for area in group:  # the loop extends `group`
        for other in apart[area]:
            if other not in side:
                side[other] = 1 - side[area]
                group.append(other)
            elif side[other] == side[area]:
                return None
    return {area for area in group if not side[area]}, {area for area in group if side[area]}


class _PlacementTraits:
    """Bit sets (integers) for the placements on one board, computed once for each placement.

    `mask` is the set of the cells of a placement. `near` is the set of cells that share an edge or a face with the
    placement, and `around` is the set of cells that share at least a corner. `images` holds the set of cells after each
    symmetry of the board. On squares, `lines` is the set of straight lines that cut the placement, and `corners` is the
    set of points that it touches. In `corners`, each point has three bits. The sum of `corners` over all placements
    contains the number of placements at each point.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._bit = {cell: 1 << n for n, cell in enumerate(sorted(board.cells))}
        near = board.lattice.neighbours
        self.edge = self._set([cell for cell in self._bit if not board.cells.issuperset(near(cell))])
        self.mask: CellMasks = Memo(self._set)
        self.near: CellMasks = Memo(
            lambda cells: self._set({other for cell in cells for other in near(cell)}) & ~self.mask[cells]
        )
        touching: Memo[Cell, list[Cell]] = Memo(lambda cell: _sharing_corners(cell, board.lattice))
        self.around: CellMasks = Memo(
            lambda cells: self._set({other for cell in cells for other in touching[cell]}) & ~self.mask[cells]
        )
        self.corners: CellMasks = Memo(
            lambda cells: self._bits(self._corners, {at for cell in cells for at in _around(cell)}, 3)
        )
        self.lines: CellMasks = Memo(
            lambda cells: self._bits(
                self.line_numbers, _crossed(cells) if is_connected(board.lattice, cells) else _between(cells)
            )
        )
        self.images: Memo[Element, CellMasks] = Memo(
            lambda element: Memo(lambda cells: self._set(board.transform_cells(cells, element)))
        )

    def _set(self, cells: Iterable[Cell]) -> int:
        return sum([self._bit.get(cell, 0) for cell in cells])

    @cached_property
    def motions(self) -> Sequence[Element]:
        return self._board._motions()[1:]

    @staticmethod
    def _bits(numbers: Mapping[Any, int], chosen: Iterable[Any], wide: int = 1) -> int:
        return sum([1 << wide * numbers[key] for key in chosen if key in numbers])

    @cached_property
    def _corners(self) -> dict[Cell, int]:
        # number the points inside the board, each named after the cell to its lower right
        points = {at for cell in self._bit for at in _around(cell)}
        whole = [at for at in sorted(points) if self._board.cells.issuperset(_around((at[0] - 1, at[1] - 1)))]
        return {at: number for number, at in enumerate(whole)}

    @cached_property
    def fours(self) -> int:
        # the bits that are set where four placements meet, in the sum of `corners` over all placements
        return sum([4 << 3 * number for number in self._corners.values()])

    @cached_property
    def line_numbers(self) -> dict[object, int]:
        return {line: number for number, line in enumerate(sorted(set(_crossed(self._board.cells))))}


_traits_of = lru_cache(maxsize=4)(_PlacementTraits)


def _around(cell: Cell) -> list[Cell]:
    # the corners of a square, each named after the cell to its lower right
    row, column = cell
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def _crossed(cells: Iterable[Cell]) -> set[tuple[int, int]]:
    # lines between cells: (0, row above the line) or (1, column left of the line)
    cells = set(cells)
    below = {(0, row) for row, column in cells if (row + 1, column) in cells}
    return below | {(1, column) for row, column in cells if (row, column + 1) in cells}


def _between(cells: Iterable[Cell]) -> set[tuple[int, int]]:
    # the lines, as in `_crossed`, that have cells of a piece of several parts on both sides
    along = enumerate(zip(*cells, strict=True))
    return {(axis, n) for axis, numbers in along for n in range(min(numbers), max(numbers))}


def _sharing_corners(cell: Cell, lattice: Lattice) -> list[Cell]:
    if lattice.has_balls:
        return [cell, *lattice.neighbours(cell)]
    corners, sharing = _corners_of(cell, lattice), [cell]
    for reached in sharing:  # the loop extends `sharing`
        # Neighbours that share the corner connect all cells around it, so it is enough to follow neighbours.
        near = [other for other in lattice.flat.neighbours(reached) if other not in sharing]
        sharing += [other for other in near if corners & _corners_of(other, lattice)]
    return list(lattice.home(sharing))


def _corners_of(cell: Cell, lattice: Lattice) -> set[tuple[int, ...]]:
    # the corners of a cell as points of its grid; in space, the level of its top or bottom comes first
    *depth, row, column = cell
    points = {point for _, point, _ in lattice.look.grid.sides((row, column))}
    ends = product(*[(at, at + 1) for at in depth])
    return {(*end, *point) for end in ends for point in points}


# -------------------------------------------------------------------------------------------------- conditions in words


Condition = Callable[[Solution], bool]

Test = Callable[[Properties], object]

Compare = Callable[[Any, Any], object]

_NUMBERS = (*NUMBERS, *APART_NUMBERS)
_WORDS = (*FLAGS, *APART_FLAGS)

_COMPARISONS: Mapping[type[ast.cmpop], Compare] = MappingProxyType(
    {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
)

MAX_CONDITION = 1000
"""The maximum number of characters of a condition. Python may crash on expressions that are nested too deeply."""


def condition(text: str) -> Condition:
    """Return a function that checks the condition `text` for a solution.

    Use == != < <= > >= to compare numeric properties with whole numbers or with each other. The other properties are
    true or false. Combine comparisons and properties with and, or, not and parentheses. Raises `PentominoError` for any
    other string. The returned function raises the same error if a property is not defined on the lattice.

    >>> from pentomino import solve_all
    >>> test = condition("crossings == 0 and fault_free")
    >>> sum(map(test, solve_all("3x20")))
    2
    """
    if len(text) > MAX_CONDITION:
        raise PentominoError(f"a condition must have at most {MAX_CONDITION} characters, got {len(text)}")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise _refused(text, text) from None
    test = _flag(tree, text)
    return lambda solution: bool(test(properties(solution)))


def _flag(tree: ast.expr, text: str) -> Test:
    match tree:
        case ast.BoolOp(op=op, values=values):
            tests, combined = [_flag(value, text) for value in values], all if isinstance(op, ast.And) else any
            return lambda properties: combined(test(properties) for test in tests)
        case ast.UnaryOp(op=ast.Not(), operand=value):
            inner = _flag(value, text)
            return lambda properties: not inner(properties)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARISONS for op in ops):
            return _chain([_number(side, text) for side in (left, *others)], [_COMPARISONS[type(op)] for op in ops])
        case ast.Name(id=name) if name in _WORDS:
            return operator.attrgetter(name)
    raise _refused(ast.unparse(tree), text)


def _chain(sides: list[Test], comparisons: list[Compare]) -> Test:
    def holds(properties: Properties) -> bool:
        values = [side(properties) for side in sides]
        return all(compare(*pair) for compare, *pair in zip(comparisons, values, values[1:], strict=False))

    return holds


def _number(tree: ast.expr, text: str) -> Test:
    match tree:
        case ast.Constant(value=value) if type(value) is int:
            return lambda _: value
        case ast.Name(id=name) if name in _NUMBERS:
            return operator.attrgetter(name)
    raise _refused(ast.unparse(tree), text)


def _refused(wrong: str, text: str) -> PentominoError:
    if re.search(r"[^=!<>]=[^=]", text):
        return PentominoError(f"invalid condition {text!r}: compare with ==, not with =")
    words = {*_NUMBERS, *_WORDS}
    hint = did_you_mean(wrong, words, near=0.8) if wrong.isidentifier() and wrong not in words else ""
    where = f" in the condition {text!r}" if wrong != text else ""
    known = f"combine numbers ({', '.join(_NUMBERS)}), compared with == != < <= > >=, "
    known += f"and words ({', '.join(_WORDS)}) by and, or, not"
    return PentominoError(f"{wrong!r} is not understood{where}; {hint or known}")
