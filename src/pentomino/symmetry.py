"""The symmetries of a puzzle, the orbits of cells and placements, and how a search breaks symmetry.

The group of a puzzle consists of motions of the lattice that map every solution to a solution. A motion is in the group
if it maps the board and the given pieces to themselves, and the allowed placements of each piece to those of a piece
that has the mapped shape and colours and the same number of copies. Orientations without any placement do not matter.
An orbit consists of a placement and its images under the group. To break the symmetry, a search chooses one piece, and
tries only one of the placements in each orbit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import prod
from operator import add, itemgetter, sub
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .board import Board
from .lattices.lattice import Cell, Cells, Element, Motion, shift
from .lattices.numbering import Numbering, Place, bit_set, bits
from .limits import look, looked
from .pieces.polyform import gap, is_gap
from .placement import Placement
from .value import Memo

if TYPE_CHECKING:
    from .base_puzzle import BasePuzzle
    from .lattices.wrapping import Isometry

Covered: TypeAlias = tuple[int, ...]
"""The positions (numbers) of the cells that a placement covers, in ascending order."""

Key: TypeAlias = int | Covered
"""The positions of the cells that a placement covers, on small boards as bits of an integer."""

MAX_IMAGES = 1 << 13
"""The maximum number of images of cells under a group to compute in advance. This takes a millisecond."""

FEW_SYMMETRIES, CANDIDATES = 8, 4
"""If a group has more than `FEW_SYMMETRIES` elements, the best of `CANDIDATES` pieces is placed first."""

ImageStart: TypeAlias = tuple[Cell, list[Cell]]
"""A pair (offset, shifts), which locates the image of a shape under an isometry. The image begins at the image of the
first cell, moved by the offset. Each of the shifts maps the image to itself."""


class Orbit(NamedTuple):
    """A placement, `first`, and its images under a group of symmetries.

    `movers` holds one element of the group for each image. The element maps `first` to this image. The first mover is
    the identity. `stabiliser` holds the elements that map `first` to itself.
    """

    first: Placement
    movers: tuple[Element, ...]
    stabiliser: tuple[Element, ...]


def turned(puzzle: BasePuzzle, cells: Collection[Cell], element: Element) -> tuple[Cell, ...]:
    """Return the image of `cells` under `element`, sorted."""
    return tuple(sorted(puzzle.board._images(cells, element)))


def turned_placements(puzzle: BasePuzzle, placements: Iterable[Placement], element: Element) -> list[Placement]:
    """Return the images of `placements` under an element of the group of `puzzle`, in the same order."""
    images, moved = piece_images(puzzle, element), []
    for placement in placements:
        piece = images[puzzle._owner(placement)]
        assert piece is not None, "an element of the group turns each piece into one of the set"
        moved.append(puzzle._placement(puzzle.pieces[piece].piece, turned(puzzle, placement.cells, element)))
    return moved


def cell_orbits(board: Board, cells: Collection[Cell], elements: Iterable[Element]) -> dict[Cell, Cells]:
    """Map each cell to its orbit under the products of `elements`. The elements must permute `cells`."""
    every = sorted(cells)
    images = [dict(zip(every, board._images(every, element), strict=True)) for element in elements]
    orbit_of: dict[Cell, Cells] = {}
    for cell in every:
        if cell not in orbit_of:
            orbit = [cell]
            for reached in orbit:  # the loop extends `orbit`
                orbit += {image[reached] for image in images}.difference(orbit)
            orbit_of |= dict.fromkeys(orbit, frozenset(orbit))
    return orbit_of


def turn_of(puzzle: BasePuzzle, element: Element) -> Turn:
    """Return a `Turn`, which maps each `Place` (a placement) to its image under `element`."""
    return Turn(puzzle, element) if isinstance(element, Motion) else WrappedTurn(puzzle, element)


class Turn:
    """A motion that maps each `Place` (a placement) by arithmetic on positions.

    A position is a sum of steps along the axes, and a motion maps equal steps to equal steps. The position of an image
    is therefore a constant, which depends on the shape, plus a multiple of the number of steps along each axis.
    """

    def __init__(self, puzzle: BasePuzzle, element: Motion) -> None:
        self._puzzle = puzzle
        self._element = element
        self._numbering = numbering = puzzle._numbering
        corner = numbering.cell(0)
        lattice = puzzle.board.lattice
        # If cells have kinds, as triangles do, one step leads to another kind, where a motion acts differently. After
        # `_kinds` steps the kind is the same. All sums are multiplied by `_kinds`, so that they are integers.
        self._kinds = len(lattice.vectors)
        ahead = [tuple([self._kinds * n for n in unit]) for unit in lattice.units]
        start, *ends = numbering.positions(puzzle.board._images([corner, *shift(ahead, *corner)], element))
        images = [end - start for end in ends]  # the images of `_kinds` steps along each axis
        # The longest steps come first, as `_ahead` divides by them. The step along the last of the axes is 1.
        *self._axes, (_, self._last) = sorted(zip(numbering.steps, images, strict=True), reverse=True)
        self._shapes: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], Any]] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of the shape `cells`, and the value to pass to the method `position` as `start`."""
        if cells not in self._shapes:
            numbering, board, lattice = self._numbering, self._puzzle.board, self._puzzle.board.lattice
            first, corner = numbering.first(cells), numbering.cell(0)
            # Move the first cell of the shape to the first cell of the same kind, from the corner along the last axis.
            ahead = (lattice.kind(first) - lattice.kind(corner)) % self._kinds
            moved = shift(cells, *map(sub, (*corner[:-1], corner[-1] + ahead), first))
            image_cells = board._images(moved, self._element)
            position, image = numbering.place(image_cells)
            if is_gap(cells):
                image = gap(lattice, image_cells[0])
            elif (pieces := self._puzzle._piece_set).alike:
                number = piece_images(self._puzzle, self._element)[pieces.shapes[cells][0]]
                assert number is not None, "an element of the group turns each piece into one of the set"
                image = pieces.own(image, number)
            self._shapes[cells] = image, self._kinds * position - self._ahead(ahead * numbering.steps[-1])
        return self._shapes[cells]

    def image(self, place: Place) -> Place:
        """Return the image of a placement."""
        position, shape = place
        cells, start = self.shape(shape)
        return self.position(position, start), cells

    def position(self, position: int, start: Any) -> int:
        """Return the position of the image of the placement at `position`. `start` comes from `shape`."""
        moved: int = start + self._ahead(position)
        return moved // self._kinds

    def _ahead(self, position: int) -> int:
        """Return `_kinds` times the distance that an image moves if the shape moves from 0 to `position`."""
        distance = 0
        for step, image in self._axes:
            steps, position = divmod(position, step)
            distance += steps * image
        return distance + position * self._last


class WrappedTurn(Turn):
    """A `Turn` for a wrapped board, where positions are not sums of steps. It maps the first cell of a placement."""

    def __init__(self, puzzle: BasePuzzle, element: Isometry) -> None:
        lattice = puzzle.board.lattice
        origin = (0,) * lattice.dimension
        self._pieces = puzzle._piece_set
        self._isometry = element
        self._piece_images = piece_images(puzzle, element)
        self._numbering = puzzle._numbering
        # Single cells and gaps are mapped as well, but are not pieces of the set.
        self._shapes = {cells: (cells, (origin, [origin])) for cells in ((origin,), gap(lattice, origin))}
        self._images: dict[int, Cell] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of the shape `cells`, and an `ImageStart` to pass to `position`."""
        if cells not in self._shapes:
            number = self._piece_images[self._pieces.shapes[cells][0]]
            assert number is not None, "an element of the group turns each piece into one of the set"
            image, by, further = self._pieces.standards[number].turned(cells, self._isometry.motion)
            self._shapes[cells] = image, (tuple(map(add, image[0], by)), further)
        return self._shapes[cells]

    def position(self, position: int, start: ImageStart) -> int:
        """Return the position of the image of the placement at `position`. `start` comes from `shape`."""
        by, further = start
        first = tuple(map(add, self._image(position), by))
        return min(self._numbering.positions([tuple(map(add, first, more)) for more in further]))

    def _image(self, position: int) -> Cell:
        if position not in self._images:
            self._images[position] = self._isometry.images((self._numbering.cell(position),))[0]
        return self._images[position]


def piece_images(puzzle: BasePuzzle, element: Element) -> tuple[int | None, ...]:
    """Return, for each piece, the index of the piece that is its image under `element`.

    The index is None if the image is not in the set. Orientations without any placement do not matter. If cells may
    stay empty, the last entry is for the gap.
    """
    motion: Any = getattr(element, "motion", element)
    cached: dict[int, tuple[int | None, ...]] = vars(puzzle).setdefault("_piece_images", {})
    # If pieces may be rotated, a rotation maps each piece to itself, and a reflection maps it to its mirror twin.
    key = motion.is_reflection if puzzle.rotations else motion
    if key not in cached:
        images: tuple[int | None, ...] = tuple(range(len(puzzle.pieces)))
        if not puzzle.rotations:
            form, places = puzzle.board.lattice.normalise, map(puzzle._places_of, range(len(puzzle.pieces)))
            live = [{form(shape.cells) for shape, _ in some} for some in places]
            for given in puzzle.placed:
                live[puzzle._owner(given)].add(form(given.cells))
            images = puzzle._piece_set.images(motion, live)
        elif key and not puzzle.reflections:
            images = puzzle._piece_set.mirror_images
        cached[key] = *images, *range(len(images), len(puzzle._demand_with_gaps))
    return cached[key]


def puzzle_symmetries(puzzle: BasePuzzle) -> tuple[Element, ...]:
    """Return the motions that map `puzzle` to itself. The identity comes first."""
    alike = Memo[tuple[int | None, ...], bool](lambda images: _are_alike(puzzle, images))
    every: list[Any] = [element for element in puzzle.board._motions() if alike[piece_images(puzzle, element)]]
    if not (puzzle.placed or puzzle.optional_cells or puzzle._restricted_pieces()):
        return tuple(every)
    # Comparing rules and colours is slow, so use products: the product of two symmetries is a symmetry, and the product
    # of a symmetry and another motion is not.
    group, generators, refused = {every[0]}, list[Any](), set[Any]()
    for element in every:
        if element in group or element in refused:
            continue
        new = {element.after(member) for member in group}
        if _keeps_rules(puzzle, element):
            generators.append(element)
            while new:
                group |= new
                new = {generator.after(member) for generator in generators for member in new} - group
        else:
            refused |= new
    return tuple(element for element in every if element in group)


def rotations_of(puzzle: BasePuzzle) -> tuple[Element, ...]:
    """Return the rotations among the symmetries of `puzzle`. On a flat board of balls, all symmetries are rotations."""
    is_flat = puzzle.board.lattice._turns_over(puzzle.board.cells)
    return tuple([element for element in puzzle._group if is_flat or not element.is_reflection])


def _are_alike(puzzle: BasePuzzle, images: tuple[int | None, ...]) -> bool:
    """Return whether each piece has an image with the same number of copies. `images` is a result of `piece_images`."""
    look()
    # A piece that has no place on the board is in no solution, so it does not matter.
    return all(
        (image is not None and puzzle._demand[number][1:] == puzzle._demand[image][1:])
        or not any(places for _, places in puzzle._places_of(number))
        for number, image in enumerate(images[: len(puzzle.pieces)])
    )


def _keeps_rules(puzzle: BasePuzzle, element: Element) -> bool:
    """Return whether `element` maps the given pieces, the optional cells and the allowed placements to themselves.

    `element` must map the board to itself and pass `_are_alike`, so that a piece without an image has no placement.
    """
    look()
    images = piece_images(puzzle, element)[: len(puzzle.pieces)]
    given = {(placement.cells, puzzle._owner(placement)) for placement in puzzle.placed}
    if any((turned(puzzle, cells, element), images[number]) not in given for cells, number in given):
        return False
    if puzzle.optional_cells and not puzzle.board._keeps(element, puzzle.optional_cells):
        return False
    colours = dict(puzzle.board.colours)
    keeps_colours = dict(zip(puzzle.board._images([*colours], element), colours.values(), strict=True)) == colours
    # A motion that keeps the colours of cells maps placements with matching colours to each other.
    restricted = puzzle._restricted_pieces(by_colours=not keeps_colours)
    return all(
        _is_mapped(puzzle, number, image, element)
        for number, image in enumerate(images)
        if image is not None and (number in restricted or image in restricted)
    )


def _is_mapped(puzzle: BasePuzzle, number: int, image: int, element: Element) -> bool:
    """Return whether `element` maps allowed placements of piece `number` to those of piece `image`."""
    # If all pieces pass, the two sets are equal, because a power of an element maps each piece to itself.
    turn = turn_of(puzzle, element)
    allowed = {turned.cells: places for turned, places in puzzle._places_of(image)}
    for shape, places in puzzle._places_of(number):
        cells, start = turn.shape(shape.cells)
        images = bit_set((turn.position(position, start) for position in looked(bits(places))), puzzle._numbering.size)
        if images & ~allowed.get(cells, 0):
            return False
    return True


def breaking_orbits(puzzle: BasePuzzle, group: tuple[Element, ...]) -> list[Orbit] | None:
    """Return the orbits of the piece that best breaks the symmetry, or None if no piece breaks it."""
    # Fewer placements mean fewer cases: on 6x10, W takes twice as many nodes as X, F and I take three times as many,
    # and P four times. But in a large group, many elements often keep placements of the piece that has the fewest.
    candidates = breakers(puzzle, group)[: 1 if len(group) <= FEW_SYMMETRIES else CANDIDATES]
    if not candidates:
        return None
    images = Images(puzzle, group)
    best = min(candidates, key=lambda number: _left_over(puzzle, number, images)) if candidates[1:] else candidates[0]
    return orbits(puzzle, best, group, images)


def _left_over(puzzle: BasePuzzle, number: int, images: Images) -> float:
    """Return a measure of the symmetry that remains if piece `number` is placed."""
    met: set[Key] = set()
    found = 0  # the number of orbits
    for shape, places in puzzle._places_of(number):
        for key in images.keys(shape.cells, places):
            if key not in met:
                look()
                found += 1
                met.update(images.of(key))
    # The more elements map a placement to itself, the more images of a solution the search finds and has to identify.
    # The number of these elements is the order of the group divided by the size of the orbit, so the mean over all
    # placements needs no stabilisers. The third power ranked the pieces of 3x4x5 best.
    return (images.order * found / max(1, len(met))) ** 3 * found


def breakers(puzzle: BasePuzzle, group: Iterable[Element]) -> list[int]:
    """Return the indices of the pieces that may break the symmetry, sorted by number of placements.

    Every solution has exactly one copy of such a piece. Every element of `group` maps the piece to itself. Placements
    are counted on the bounding box of the board, ignoring holes.
    """
    ways = {piece_images(puzzle, element) for element in group}
    moved = {number for images in ways for number, image in enumerate(images) if number != image}
    once = [n for n, (_, least, most) in enumerate(puzzle._demand) if least == most == 1 and n not in moved]
    periods, sides = puzzle.board.lattice.periods or (None,) * puzzle.board.lattice.dimension, puzzle.board.sides

    def places(number: int) -> int:
        boxes = Counter([shape.sides for shape in puzzle._demand[number].piece.orientations(*puzzle._turns)])
        return sum(prod(map(_room, periods, sides, box)) * shapes for box, shapes in boxes.items())

    return sorted(once, key=places)


def _room(period: int | None, room: int, side: int) -> int:
    return max(0, room - side + 1) if period is None else period


def kept_cells(puzzle: BasePuzzle, group: Iterable[Element]) -> list[Cell]:
    """Return the cells that `group` leaves in place, sorted by position. Optional cells are omitted."""
    cells = sorted(puzzle.uncovered_cells - puzzle.optional_cells, key=lambda cell: puzzle._numbering.positions([cell]))
    for element in group:
        images = puzzle.board._images(cells, element)
        cells = [cell for cell, image in zip(cells, images, strict=True) if image == cell]
    return cells


def cell_images(board: Board, numbering: Numbering, element: Element) -> dict[int, int]:
    """Map the position of each cell of `numbering` to the position of its image under `element`.

    `element` must map the board, and the set of cells of `numbering`, to itself.
    """
    cells = [numbering.cell(position) for position in looked(bits(numbering.cells))]
    return dict(zip(bits(numbering.cells), numbering.positions(board._images(cells, element)), strict=True))


class Images:
    """The images of placements under the elements of a group. A placement is given as a `Key`.

    On small boards, a key is an integer, and an image is a sum of powers of two that are computed in advance.
    """

    def __init__(self, puzzle: BasePuzzle, group: Sequence[Element]) -> None:
        self.order = len(group)
        self._group, self._board, self._numbering = group, puzzle.board, puzzle._numbering
        self._is_small = len(group) * puzzle._numbering.size <= MAX_IMAGES
        self._rows = self._images_of_cells() if self._is_small else []

    def _images_of_cells(self) -> list[tuple[int, ...]]:
        # For each element, the bit of the image of each position, and 0 for two positions after the last. Only
        # generators map cells. Composing the maps of products from the maps of generators takes a tenth of the time.
        group: Sequence[Any] = self._group
        positions = [*range(self._numbering.size + 2)]
        rows = {group[0]: (*map((1).__lshift__, positions[:-2]), 0, 0)}
        generators: dict[Any, itemgetter[tuple[int, ...]]] = {}
        for element in group:
            if element not in rows:
                images = cell_images(self._board, self._numbering, element)
                generators[element] = itemgetter(*[images.get(position, position) for position in positions])
                cosets = [list(rows)]
                for coset in cosets:  # the loop extends `cosets`
                    for generator, composed in generators.items():
                        if coset[0].after(generator) not in rows:
                            new = {member.after(generator): composed(rows[member]) for member in coset}
                            cosets.append(list(new))
                            rows |= new
        return [rows[element] for element in group]

    def keys(self, shape: tuple[Cell, ...], places: int) -> Iterator[Key]:
        """Yield the placements of `shape` at the positions in the bit set `places`, ascending."""
        if self._is_small and not self._numbering.lattice.periods:
            return map(sum(map((1).__lshift__, self._numbering.shape(shape))).__lshift__, bits(places))
        covering = map(self._numbering.covering(shape), looked(bits(places)))
        return (sum(map((1).__lshift__, cells)) if self._is_small else tuple(cells) for cells in covering)

    def of(self, key: Key) -> list[Key]:
        """Return the images of a placement under all elements of the group."""
        if isinstance(key, int):
            return [*map(sum, map(itemgetter(-1, *bits(key)), self._rows))]
        cells = [self._numbering.cell(position) for position in key]
        images = [self._board._images(cells, element) for element in self._group]
        return [tuple(sorted(self._numbering.positions(image))) for image in images]


def orbits(
    puzzle: BasePuzzle,
    breaker: int | Cell,
    group: tuple[Element, ...],
    images: Images | None = None,
) -> list[Orbit]:
    """Return the orbits of all placements of one piece, or of all placements that cover one cell.

    `breaker` is the index of the piece, or the cell. Every element of `group` must map it to itself. `images` are the
    `Images` of placements under `group`, or None if they are not known.
    """
    numbering = puzzle._numbering
    if isinstance(breaker, int):
        numbers, covered = [breaker], None
    else:
        numbers = [number for number, (_, _, most) in enumerate(puzzle._demand) if most]
        (covered,) = numbering.positions([breaker])
    # The field `first` of an orbit is its placement with the lowest position. A piece at the last positions would prune
    # little: with X in the opposite corner, 6x10 takes five times as many nodes.
    images = images or Images(puzzle, group)
    ranked = []
    for number in numbers:
        for shape, places in puzzle._places_of(number):
            form, keys = numbering.shape(shape.cells), images.keys(shape.cells, places)
            ranked += [(position, form, number, key) for position, key in zip(bits(places), keys, strict=True)]
    # On a wrapped board, different pieces may cover the same cells.
    met: set[tuple[int | None, Key]] = set()
    all_orbits = []
    # The number of the image of each piece, by element. A piece that breaks the symmetry is its own image.
    piece_of: list[Any] = [{breaker: breaker}] * len(group)
    if covered is not None:
        piece_of = [piece_images(puzzle, element) for element in group]
    for _, _, number, key in sorted(ranked):
        first = number, key
        positions = key if isinstance(key, tuple) else tuple(bits(key))
        if first in met or not (covered is None or covered in positions):
            continue
        look()
        images_of_first = [(pieces[number], image) for pieces, image in zip(piece_of, images.of(key), strict=True)]
        stabiliser = tuple([element for element, image in zip(group, images_of_first, strict=True) if image == first])
        # The mover of an image is the first element that maps `first` to it. The mover of `first` is the identity.
        movers: dict[tuple[int | None, Key], Element] = {}
        for image, element in zip(images_of_first, group, strict=True):
            movers.setdefault(image, element)
        met.update(movers)
        lying = tuple(sorted([numbering.cell(position) for position in positions]))
        placed = puzzle._placement(puzzle.pieces[number].piece, lying)
        all_orbits.append(Orbit(placed, tuple(movers.values()), stabiliser))
    return all_orbits
