"""Text pictures of hexagons and of triangles, whose rows are no columns of characters.

In letters a hexagon is a character, and each row is shifted by one against the row above, as its cells are by half a
cell; a triangle is a character, and the upper left one of the picture points up. In outlines, walls of hexagons are
`|`, `/` and `\\`, those of triangles `/`, `\\` and `_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..lattice import Cell
from ..picture import MAY_BE_EMPTY
from .drawing import BLOCKED, EMPTY, Drawing

__all__ = ["letters_of", "spot_of", "walls_of"]

Spot = tuple[int, int]
"""The line and the column of a character."""


def spot_of(cell: Cell, lattice: str) -> Spot:
    """Where the letter of a cell stands; the least line and the least column of a picture are its first ones."""
    row, along = cell
    return (row, 2 * along + row) if lattice == "hexagonal" else (row, along)


def letters_of(drawing: Drawing, marks: Sequence[str]) -> list[str]:
    """The lines of the picture with a mark for each cell of an area, blanks elsewhere or, among triangles, `#`."""
    kind = drawing.lattice.name
    spots = {spot_of(cell, kind): marks[area] for cell, area in drawing.areas.items()}
    empty = [cell for cell, text in drawing.seen_labels.items() if text == MAY_BE_EMPTY]
    spots |= dict.fromkeys([spot_of(cell, kind) for cell in empty], MAY_BE_EMPTY)
    if kind == "triangular" and spots:
        top, left = drawing.lattice.corner(drawing.areas)
        right = max(column for _, column in spots)
        bottom = max(row for row, _ in spots)
        around = {(row, column): marks[BLOCKED] for row in range(top, bottom + 1) for column in range(left, right + 1)}
        spots = around | spots
    return _lines(spots)


def walls_of(drawing: Drawing) -> str:
    """The outline picture; each empty cell is drawn for itself."""
    areas = drawing.areas
    drawn = _around_hexagon if drawing.lattice.name == "hexagonal" else _around_triangle
    walls: dict[Spot, str] = {}
    for cell, area in areas.items():
        for spots, mark, other in drawn(*cell):
            if area == EMPTY or areas.get(other, BLOCKED) != area:
                walls |= dict.fromkeys(spots, mark)
    if drawing.lattice.name == "hexagonal":
        for (row, q), text in drawing.seen_labels.items():
            walls |= {(2 * row + 1, 4 * q + 2 * row + 1 + at): mark for at, mark in enumerate(f"{text:^3.3}")}
    return "\n".join(_lines(walls))


def _around_hexagon(row: int, q: int) -> Iterator[tuple[list[Spot], str, Cell]]:
    """The characters of each side of a hexagon, and the cell across."""
    line, at = 2 * row, 4 * q + 2 * row
    yield [(line, at + 1)], "/", (row - 1, q)
    yield [(line, at + 3)], "\\", (row - 1, q + 1)
    yield [(line + 1, at)], "|", (row, q - 1)
    yield [(line + 1, at + 4)], "|", (row, q + 1)
    yield [(line + 2, at + 1)], "\\", (row + 1, q - 1)
    yield [(line + 2, at + 3)], "/", (row + 1, q)


def _around_triangle(row: int, column: int) -> Iterator[tuple[list[Spot], str, Cell]]:
    """The characters of each side of a triangle, and the cell across."""
    line, at = 2 * row, 2 * column
    before, after = (row, column - 1), (row, column + 1)
    if (row + column) % 2:
        yield [(line, at), (line + 1, at + 1)], "\\", before
        yield [(line, at + 3), (line + 1, at + 2)], "/", after
        yield [(line - 1, at + 1), (line - 1, at + 2)], "_", (row - 1, column)
    else:
        yield [(line, at + 1), (line + 1, at)], "/", before
        yield [(line, at + 2), (line + 1, at + 3)], "\\", after
        yield [(line + 1, at + 1), (line + 1, at + 2)], "_", (row + 1, column)


def _lines(spots: Mapping[Spot, str]) -> list[str]:
    if not spots:
        return []
    top, left = min(line for line, _ in spots), min(column for _, column in spots)
    lines: list[list[str]] = [[] for _ in range(max(line for line, _ in spots) - top + 1)]
    for (line, column), mark in sorted(spots.items()):
        row = lines[line - top]
        row += " " * (column - left - len(row)) + mark
    return ["".join(line) for line in lines]
