"""Lines to cut along, for a laser, a router or a plotter, in the order of cutting.

A part stays in place until its outline is cut. Therefore everything inside a line is cut before the line. The holes and
the lines between pieces come first, and the outlines last.

The kerf is the width of the beam. Without a kerf, two neighbouring pieces share the line between them, and each loses
half the width of the beam. With a kerf, each part has lines of its own. Outlines are moved outwards by half the kerf,
and holes inwards, so that parts have their true size. A rim adds a tray for the pieces, made of a frame and a floor.

All lengths are in the same unit as the side of a cell. The x axis points to the right, the y axis down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import atan2, hypot, sqrt, tan
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ..errors import PentominoError
from ..lattices.lattice import Cell, Grid, Point, Spot, spot
from .drawing import BaseDrawing, Edge, central, cuts, outlines, strokes

LAYERS = {"engrave": ("#000000", 7), "inner": ("#0000ff", 5), "outline": ("#ff0000", 1)}
"""The layers of a file for a cutter, in the order of cutting. Each has a CSS colour and a colour number in DXF."""

LETTER, LABEL = 0.55, 0.4
"""The font sizes of piece letters and of labels, as fractions of the side of a cell."""

Way: TypeAlias = Sequence[Spot]
"""The corners of a line. A closed line repeats its first corner at its end. It runs clockwise around a part and
counter-clockwise around a hole, so that the material is on its right."""


class Corner(NamedTuple):
    """A corner of a line, followed by a clockwise arc of this `radius`, or by a straight line if it is 0."""

    x: float
    y: float
    radius: float = 0


class Stroke(NamedTuple):
    """A line to cut along. If `is_closed`, the line returns from its last corner to its first."""

    corners: Sequence[Corner]
    is_closed: bool


class Mark(NamedTuple):
    """A letter or a label to engrave. (`x`, `y`) is its middle, and `size` is its font size."""

    x: float
    y: float
    text: str
    size: float


class CutLines(NamedTuple):
    """The size of a sheet of material, the marks to engrave on it, and the lines to cut."""

    width: float
    height: float
    engrave: Sequence[Mark]
    inner: Sequence[Stroke]
    outline: Sequence[Stroke]


def cut_lines(
    drawing: BaseDrawing, cell: float, kerf: float | None = None, rim: float | None = None, radius: float = 0
) -> CutLines:
    """Return the lines and marks that cut a drawing out of a sheet.

    - *cell*: the side of a cell, in any unit of length.
    - *kerf*: the width of the beam. If it is given, each piece has separate lines.
    - *rim*: the width of a frame around the board. If it is given, the lines include the frame and a floor of its size.
    - *radius*: the radius of the outer corners of the frame.

    With a rim, the labels of all cells are engraved on the floor. Otherwise only labels of empty cells are engraved.

    Raise `PentominoError` for balls, for a kerf on a wrapped board, and for a kerf or a rim on a solid of several
    layers.
    """
    if not drawing.cells:
        return CutLines(0, 0, (), (), ())
    if kerf is not None and drawing.lattice.periods:
        raise PentominoError("a kerf requires a board that is not wrapped: here pieces may cross the seam")
    if drawing.lattice.has_balls:
        raise PentominoError(f"cut lines require squares, or cubes in layers, got the {drawing.lattice.name} lattice")
    is_solid = drawing.lattice.has_cubes and drawing.lattice.bounds(drawing.cells)[1][0] > 1
    if is_solid and not (kerf is None and rim is None):
        raise PentominoError("kerf and rim require flat boards and pieces; for a solid of cubes use .stl or .obj")
    return _side_by_side(list(_sheets(drawing.plane, cell, kerf, rim, radius)), cell / 2)


def _sheets(
    drawing: BaseDrawing, cell: float, kerf: float | None, rim: float | None, radius: float
) -> Iterator[CutLines]:
    by = (kerf or 0) / 2

    def on_paper(lines: Iterable[Sequence[Point]]) -> list[Way]:
        return [[(x * cell, y * cell) for x, y in (spot(point, *drawing.place) for point in line)] for line in lines]

    pieces = [
        (region, symbol)
        for part, symbol in zip(drawing.parts, drawing.symbols, strict=True)
        for region in drawing.lattice.flat.regions(part)
    ]
    marks = [_mark(region, symbol, drawing, cell, LETTER) for region, symbol in pieces]
    labels = drawing.labels if rim is not None else drawing._seen_labels
    labelled = {at: _mark([at], labels[at], drawing, cell, LABEL) for at in sorted(labels) if at in drawing.cells}
    inner, outline = map(on_paper, _ordered(drawing.cells, drawing.grid, cuts(drawing) if kerf is None else ()))
    if rim is not None:
        # Andrew's monotone chain, on whole numbers: the hull in points is also the hull on paper. It goes clockwise,
        # with the first corner again at the end.
        points = sorted({point for cell in drawing.cells for _, point, _ in drawing.grid.sides(cell)})
        (hull,) = on_paper([[*_chain(points), *_chain(points[::-1]), *points[:1]]])
        around = [_moved(hull, rim)]
        openings = [*inner, *outline] if kerf is None else [way[::-1] for way in (*inner, *outline)]
        yield _sheet(by, openings, around, marks if kerf is None else (), radius)
        yield _sheet(by, (), around, [*labelled.values()], radius)
    elif kerf is None:
        yield _sheet(by, inner, outline, [*marks, *labelled.values()])
    if kerf is not None:
        apart: list[tuple[Collection[Cell], list[Mark]]]
        apart = [(region, [mark]) for (region, _), mark in zip(pieces, marks, strict=True)]
        if not pieces and rim is None:
            regions = drawing.lattice.flat.regions(drawing.cells)
            apart = [(region, [labelled[at] for at in labelled if at in region]) for region in regions]
        for region, letters in apart:
            # If two cells share only a corner, moved lines around them would cross and cut off both, so join them.
            inner, outline = map(on_paper, _ordered(region, drawing.grid, is_joined=True))
            yield _sheet(by, inner, outline, letters)


def _ordered(
    cells: Collection[Cell], grid: Grid, shared: Collection[Edge] = (), is_joined: bool = False
) -> tuple[list[Sequence[Point]], list[Sequence[Point]]]:
    """Return the lines inside *cells*, in the order of cutting, and the outlines, which are cut last.

    *shared* holds the edges between two pieces.
    """
    loops = [[*loop, loop[0]] for loop in outlines(sorted(cells), grid, is_joined)]
    holes = [(loop, _box(loop)) for loop in loops if _area(loop) < 0]
    outline: list[Sequence[Point]] = []
    inner: list[tuple[float, float, Sequence[Point]]] = []
    border = [(start, end) for cell in cells for across, start, end in grid.sides(cell) if across not in cells]
    spread = _spread([*shared, *border])
    for loop in loops:
        if _area(loop) > 0 and not any(_is_within(loop, *hole) for hole in holes):
            outline.append(loop)
        else:
            inner.append((spread[loop[0]], _size(loop), loop))
    inner += [(spread[way[0]], 0, way) for way in strokes(shared)]
    # Sort by the size of all lines connected to a line, then by the size of the line. So lines come after the lines
    # that they surround, and the outline of an island in a hole comes after the other lines of the island.
    return [way for _, _, way in sorted(inner, key=itemgetter(0, 1))], outline


def _spread(edges: Iterable[Edge]) -> dict[Point, float]:
    """Return, for each point, the area of the bounding box of all lines that are connected to the point."""
    near: dict[Point, list[Point]] = defaultdict(list)
    for start, end in edges:
        near[start].append(end)
        near[end].append(start)
    spread: dict[Point, float] = {}
    for start in near:
        if start not in spread:
            connected = {start: None}
            todo = [start]
            for point in todo:  # the loop extends `todo`
                more = [other for other in near[point] if other not in connected]
                connected |= dict.fromkeys(more)
                todo += more
            spread |= dict.fromkeys(connected, _size(connected))
    return spread


def _box(spots: Iterable[Spot]) -> tuple[float, float, float, float]:
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _size(spots: Iterable[Spot]) -> float:
    left, top, right, bottom = _box(spots)
    return (right - left) * (bottom - top)


def _area(loop: Way) -> float:
    # twice the area inside, negative if the line runs counter-clockwise
    return sum(x * y1 - x1 * y for (x, y), (x1, y1) in pairwise(loop))


def _is_within(loop: Way, hole: Way, box: tuple[float, float, float, float]) -> bool:
    # `box` is the bounding box of the hole. Loop and hole share at most corners, so one point on a side of the loop
    # decides. The point divides the side in an irrational ratio, so that it is not a lattice point.
    (x, y), (x1, y1) = loop[:2]
    x, y = x + (x1 - x) / sqrt(2), y + (y1 - y) / sqrt(2)
    if not (box[0] < x < box[2] and box[1] < y < box[3]):
        return False
    # The point is inside if an odd number of sides of the hole are to the right of it.
    sides = ((x0, y0, x1, y1) for (x0, y0), (x1, y1) in pairwise(hole) if (y0 > y) != (y1 > y))
    return sum(x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for x0, y0, x1, y1 in sides) % 2 > 0


def _mark(cells: Iterable[Cell], text: str, drawing: BaseDrawing, cell: float, size: float) -> Mark:
    x, y = central(sorted(cells), drawing.place)
    return Mark(x * cell, y * cell, text, size * cell)


def _chain(points: Iterable[Point]) -> list[Point]:
    # one half of the convex hull of sorted points, without its last corner
    hull: list[Point] = []
    for x, y in points:
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2:]
            if (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0):
                break
            hull.pop()
        hull.append((x, y))
    return hull[:-1]


def _ways(loop: Way) -> list[Spot]:
    # the directions of the sides, as unit vectors
    steps = [(x1 - x, y1 - y) for (x, y), (x1, y1) in pairwise(loop)]
    return [(x / hypot(x, y), y / hypot(x, y)) for x, y in steps]


def _moved(loop: Way, by: float) -> Way:
    # the loop moved to the left, away from the material; each side ends where it crosses the next moved side
    if not by:
        return loop
    directions, moved = _ways(loop), []
    for at, (x, y) in enumerate(loop[:-1]):
        (x0, y0), (x1, y1) = directions[at - 1], directions[at]
        share = by / (1 + x0 * x1 + y0 * y1)  # both moved sides meet in the direction of the sum of their normals
        moved.append((x + share * (y0 + y1), y - share * (x0 + x1)))
    return [*moved, moved[0]]


def _rounded(loop: Way, radius: float) -> Iterator[Corner]:
    # each right turn becomes the two ends of an arc
    directions = _ways(loop)
    for at, (x, y) in enumerate(loop[:-1]):
        (x0, y0), (x1, y1) = directions[at - 1], directions[at]
        back = radius * tan(atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1) / 2)
        if back > 0:
            yield Corner(x - back * x0, y - back * y0, radius)
        yield Corner(x + max(0, back) * x1, y + max(0, back) * y1)


def _sheet(
    by: float, inner: Sequence[Way], outline: Sequence[Way], marks: Sequence[Mark], radius: float = 0
) -> CutLines:
    """Return a sheet that contains one part. *by* is half the kerf. *radius* rounds the outlines."""
    inner, outline = ([_moved(way, by) for way in ways] for ways in (inner, outline))
    left, top, right, bottom = _box(chain(*outline))
    outlines = [Stroke(list(_rounded(loop, radius and radius + by)), True) for loop in outline]
    return _shifted(CutLines(right - left, bottom - top, marks, list(map(_line, inner)), outlines), -left, -top)


def _line(way: Way) -> Stroke:
    is_closed = way[0] == way[-1]
    return Stroke([Corner(x, y) for x, y in (way[:-1] if is_closed else way)], is_closed)


def _shifted(lines: CutLines, right: float, down: float) -> CutLines:
    def moved(strokes: Sequence[Stroke]) -> list[Stroke]:
        return [
            Stroke([Corner(x + right, y + down, radius) for x, y, radius in corners], is_closed)
            for corners, is_closed in strokes
        ]

    marks = [mark._replace(x=mark.x + right, y=mark.y + down) for mark in lines.engrave]
    return CutLines(lines.width, lines.height, marks, moved(lines.inner), moved(lines.outline))


def _side_by_side(sheets: Sequence[CutLines], gap: float) -> CutLines:
    widest = max(sheet.width for sheet in sheets)
    side = sqrt(sum((sheet.width + gap) * (sheet.height + gap) for sheet in sheets))
    rooms = [max(widest, side * tenths / 10) for tenths in range(10, 21)]
    width, height, places = min((_placed(sheets, room, gap) for room in rooms), key=lambda sizes: sizes[0] + sizes[1])
    placed = [_shifted(sheet, *place) for sheet, place in zip(sheets, places, strict=True)]
    engrave, inner, outline = (list(chain(*lines)) for lines in zip(*[sheet[2:] for sheet in placed], strict=True))
    return CutLines(width, height, engrave, inner, outline)


def _placed(sheets: Sequence[CutLines], room: float, gap: float) -> tuple[float, float, list[Spot]]:
    # the upper left corners of the sheets, in rows no wider than `room`
    places, width, left, top, high = [], 0.0, 0.0, 0.0, 0.0
    for sheet in sheets:
        if left and left + sheet.width > room:
            left, top, high = 0, top + high + gap, 0
        places.append((left, top))
        width, high = max(width, left + sheet.width), max(high, sheet.height)
        left += sheet.width + gap
    return width, top + high, places
