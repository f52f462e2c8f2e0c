"""Text pictures of hexagons and of triangles, whose rows are no columns of characters.

In letters a hexagon is a character, and each row is shifted by one against the row above, as its cells are by half a
cell; a triangle is a character, and the upper left one of the picture points up. In outlines, walls of hexagons are
`|`, `/` and `\\`, those of triangles `/`, `\\` and `_`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..lattices.lattice import Cell
from .drawing import BLOCKED, EMPTY, Drawing
from .text import Segment

__all__ = ["letters_of", "pairs_of", "segments_of", "spot_of", "walls_of"]

TextSpot = tuple[int, int]
"""The line and the column of a character."""


def spot_of(cell: Cell, lattice: str) -> TextSpot:
    """Where the letter of a cell stands; the least line and the least column of a picture are its first ones."""
    row, along = cell
    return (row, 2 * along + row) if lattice == "hexagonal" else (row, along)


def letters_of(drawing: Drawing, marks: Sequence[str]) -> list[str]:
    """The lines of the picture with a mark for each cell of an area, blanks elsewhere or, among triangles, `#`."""
    kind = drawing.lattice.name
    spots = {spot_of(cell, kind): marks[area] for cell, area in drawing.areas.items()}
    spots |= {spot_of(cell, kind): text for cell, text in drawing.letter_labels.items()}
    if kind == "triangular" and spots:
        top, left = drawing.lattice.corner(drawing.areas)
        right = max(column for _, column in spots)
        bottom = max(row for row, _ in spots)
        around = {(row, column): marks[BLOCKED] for row in range(top, bottom + 1) for column in range(left, right + 1)}
        spots = around | spots
    return _lines(spots)


def pairs_of(drawing: Drawing, marks: Sequence[str]) -> Iterator[list[Segment]]:
    """The lines of the picture in letters in which each cell is two characters wide, and their areas."""
    kind = drawing.lattice.name
    wide = 1 if kind == "hexagonal" else 2  # hexagons have a blank between them as it is
    shown = {cell: marks[area] for cell, area in drawing.areas.items()}
    shown |= drawing.letter_labels
    spots: dict[TextSpot, Segment] = {}
    for cell, mark in shown.items():
        line, column = spot_of(cell, kind)
        area = drawing.areas.get(cell, EMPTY)
        spots |= {(line, wide * column): (mark, area), (line, wide * column + 1): (" ", area)}
    return _segments(spots)


def walls_of(drawing: Drawing, marks: Mapping[Cell, str]) -> str:
    """The outline picture, with a mark in some cells; each empty cell is drawn for itself."""
    return "\n".join(_lines({**_walls(drawing), **_labels(drawing, marks)}))


def segments_of(drawing: Drawing) -> Iterator[list[Segment]]:
    """The lines of the outline picture, and the areas that the characters lie in: a `_` lies in what it is below."""
    inside: dict[TextSpot, int] = {}
    for cell, area in drawing.areas.items():
        inside |= dict.fromkeys(_inside(cell, drawing.lattice.name), area)
        inside |= {
            spot: area
            for spots, _, other in _around(drawing)(*cell)
            if _is_joined(drawing, cell, other)
            for spot in spots
        }
    shown = {**_walls(drawing), **_labels(drawing, {})}
    spots = {spot: (" ", area) for spot, area in inside.items()}
    spots |= {spot: (mark, inside.get(spot, BLOCKED) if mark == "_" else BLOCKED) for spot, mark in shown.items()}
    return _segments(spots)


def _around(drawing: Drawing) -> Callable[[int, int], Iterator[tuple[list[TextSpot], str, Cell]]]:
    return _around_hexagon if drawing.lattice.name == "hexagonal" else _around_triangle


def _is_joined(drawing: Drawing, cell: Cell, other: Cell) -> bool:
    """Whether no wall is between two cells."""
    area = drawing.areas[cell]
    return area != EMPTY and drawing.areas.get(other, BLOCKED) == area


def _walls(drawing: Drawing) -> dict[TextSpot, str]:
    found: dict[bool, dict[TextSpot, str]] = {True: {}, False: {}}
    for cell in drawing.areas:
        for spots, mark, other in _around(drawing)(*cell):
            if not _is_joined(drawing, cell, other):
                found[mark == "_"] |= dict.fromkeys(spots, mark)
    return found[True] | found[False]  # a slash at an end of a base is seen before it


def _labels(drawing: Drawing, marks: Mapping[Cell, str]) -> dict[TextSpot, str]:
    """The characters of labels and marks: three in a hexagon, two in a triangle, on its base if it points up."""
    kind = drawing.lattice.name
    return {
        spot: mark
        for cell, text in {**drawing.seen_labels, **marks}.items()
        for spot, mark in zip(_middle(cell, kind), f"{text:^3.3}" if kind == "hexagonal" else text, strict=False)
    }


def _inside(cell: Cell, lattice: str) -> list[TextSpot]:
    """The characters within a cell."""
    row, along = cell
    line = 2 * row
    if lattice == "hexagonal":
        at = 4 * along + line
        return [(line, at + 2), (line + 2, at + 2), *_middle(cell, lattice)]
    return _middle(cell, lattice)


def _middle(cell: Cell, lattice: str) -> list[TextSpot]:
    """The characters in the middle of a cell."""
    row, along = cell
    if lattice == "hexagonal":
        return [(2 * row + 1, 4 * along + 2 * row + step) for step in (1, 2, 3)]
    line = 2 * row + 1 - sum(cell) % 2
    return [(line, 2 * along + 1), (line, 2 * along + 2)]


def _around_hexagon(row: int, q: int) -> Iterator[tuple[list[TextSpot], str, Cell]]:
    """The characters of each side of a hexagon, and the cell across."""
    line, at = 2 * row, 4 * q + 2 * row
    yield [(line, at + 1)], "/", (row - 1, q)
    yield [(line, at + 3)], "\\", (row - 1, q + 1)
    yield [(line + 1, at)], "|", (row, q - 1)
    yield [(line + 1, at + 4)], "|", (row, q + 1)
    yield [(line + 2, at + 1)], "\\", (row + 1, q - 1)
    yield [(line + 2, at + 3)], "/", (row + 1, q)


def _around_triangle(row: int, column: int) -> Iterator[tuple[list[TextSpot], str, Cell]]:
    """The characters of each side of a triangle, and the cell across."""
    line, at = 2 * row, 2 * column
    before, after = (row, column - 1), (row, column + 1)
    if (row + column) % 2:
        yield [(line, at), (line + 1, at + 1)], "\\", before
        yield [(line, at + 3), (line + 1, at + 2)], "/", after
        yield [(line - 1, at + step) for step in range(4)], "_", (row - 1, column)
    else:
        yield [(line, at + 1), (line + 1, at)], "/", before
        yield [(line, at + 2), (line + 1, at + 3)], "\\", after
        yield [(line + 1, at + step) for step in range(4)], "_", (row + 1, column)


def _lines(spots: Mapping[TextSpot, str]) -> list[str]:
    lines = _segments({spot: (mark, BLOCKED) for spot, mark in spots.items()})
    return ["".join([text for text, _ in line]) for line in lines]


def _segments(spots: Mapping[TextSpot, Segment]) -> Iterator[list[Segment]]:
    """The lines of a picture, from its least line and column on, blanks where nothing is."""
    if not spots:
        return
    left = min(column for _, column in spots)
    lines: dict[int, list[Segment]] = {}
    for (line, column), segment in sorted(spots.items()):
        row = lines.setdefault(line, [])
        row += [(" ", BLOCKED)] * (column - left - len(row)) + [segment]
    for line in range(min(lines), max(lines) + 1):
        yield lines.get(line, [])
