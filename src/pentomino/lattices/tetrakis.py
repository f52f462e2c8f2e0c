"""The tetrakis lattice: the diagonals of each unit square divide it into four triangles.

A cell is (row, 4 * column + quarter), with the row and the column of its square. The quarters are 0 (left), 1 (top), 2
(bottom) and 3 (right). Eight cells share each corner of a square, and four cells share its middle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from .lattice import D4, Cell, Form, Grid, Lattice, Look, Motion, Outline, Side, Sides, TextSpot, Wall, full, group

_FROM_MIDDLE = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""The direction of each quarter from the middle of its square, as (down, right)."""

_QUARTERS = {way: quarter for quarter, way in enumerate(_FROM_MIDDLE)}


class _SquareMotion(Motion):
    """A motion of quarter squares. Its matrix is applied to the middles of cells (see `_thirds`)."""

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        # motions are about the middle of the square (0, 0)
        return [_of_thirds(line, column) for line, column in super().images([_thirds(cell) for cell in cells])]


def _thirds(cell: Cell) -> Cell:
    """Return the middle of a cell as (down, right) from the middle of square (0, 0), in thirds of a side."""
    (column, quarter), row = divmod(cell[1], 4), cell[0]
    down, right = _FROM_MIDDLE[quarter]
    return 3 * row + down, 3 * column + right


def _of_thirds(line: int, column: int) -> Cell:
    (row, down), (square, right) = divmod(line + 1, 3), divmod(column + 1, 3)
    return row, 4 * square + _QUARTERS[down - 1, right - 1]


TetrakisMotion = group(_SquareMotion, "TetrakisMotion", __name__, {motion.name: motion.matrix for motion in D4})
"""The 8 symmetries of the square, as motions of quarter squares; 4 of them are rotations."""


# The look of cells. Points are half a side apart. In letters, a square is three lines of three characters, with blanks
# in its corners and its middle. In outlines, it is four lines of four characters, including its sides.


def _polygon(cell: Cell) -> Sides:
    (column, quarter), row = divmod(cell[1], 4), cell[0]
    x, y, first = 2 * column, 2 * row, 4 * column
    middle, left, top, bottom, right = (x + 1, y + 1), *[(row, first + other) for other in range(4)]
    upper_left, upper_right, lower_right, lower_left = (x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)
    if quarter == 0:
        return (top, upper_left, middle), (bottom, middle, lower_left), ((row, first - 1), lower_left, upper_left)
    if quarter == 1:
        return ((row - 1, first + 2), upper_left, upper_right), (right, upper_right, middle), (left, middle, upper_left)
    if quarter == 2:
        return (right, middle, lower_right), ((row + 1, first + 1), lower_right, lower_left), (left, lower_left, middle)
    return ((row, first + 4), upper_right, lower_right), (bottom, lower_right, middle), (top, middle, upper_right)


def _middle(cell: Cell) -> tuple[float, float]:
    line, column = _thirds(cell)
    return (2 * column + 3) / 3, (2 * line + 3) / 3


def _spot(cell: Cell) -> TextSpot:
    line, column = _thirds(cell)
    return line + 1, column + 1


def _cell(line: int, column: int) -> Cell | None:
    return _of_thirds(line - 1, column - 1) if (line % 3 - 1, column % 3 - 1) in _QUARTERS else None


def _walls(cell: Cell) -> Iterator[Wall]:
    (column, quarter), row = divmod(cell[1], 4), cell[0]
    line, at, first = 4 * row, 5 * column, 4 * column
    if quarter in (0, 1):
        yield [(line + 1, at + 1), (line + 2, at + 2)], "\\", (row, first + 1 - quarter)
    if quarter in (1, 3):
        yield [(line + 1, at + 4), (line + 2, at + 3)], "/", (row, first + 4 - quarter)
    if quarter in (0, 2):
        yield [(line + 3, at + 2), (line + 4, at + 1)], "/", (row, first + 2 - quarter)
    if quarter in (2, 3):
        yield [(line + 3, at + 3), (line + 4, at + 4)], "\\", (row, first + 5 - quarter)
    if quarter in (1, 2):
        down = quarter - 1
        across = (row + 1, first + 1) if down else (row - 1, first + 2)
        yield [(line + 4 * down, at + step) for step in range(1, 5)], "_", across
    else:
        right = quarter // 3
        across = (row, first + 4) if right else (row, first - 1)
        yield [(line + step, at + 5 * right) for step in range(1, 5)], "|", across


def _room(cell: Cell) -> list[list[TextSpot]]:
    # characters in the bottom quarter of a square are on its base
    (column, quarter), row = divmod(cell[1], 4), cell[0]
    line, at = 4 * row, 5 * column
    if quarter in (1, 2):
        line += 1 if quarter == 1 else 4
        return [[(line, at + 2), (line, at + 3)]]
    at += 1 if quarter == 0 else 4
    return [[(line + 2, at)], [(line + 3, at)]]


# Boards in words.


def _diamond(side: int) -> Iterable[Cell]:
    # the square stands on a corner, and its diagonals are 2 * `side` long
    for row in range(2 * side):
        far = min(row + 1, 2 * side - row)  # how many squares are on each side of the middle; the outermost are cut
        for column in range(4 * (side - far), 4 * (side + far)):
            down, right = _middle((row - side, column - 4 * side))[::-1]
            if abs(down) + abs(right) < 2 * side:
                yield row, column


def _triangle(side: int) -> Iterable[Cell]:
    # half of a square of this side, cut along its diagonal
    for row in range(side):
        for column in range(4 * row + 4):
            right, down = _middle((row, column))
            if right < down:
                yield row, column


TETRAKIS = Lattice(
    "tetrakis",
    ("row", "column"),
    (
        ((0, -1), (0, 1), (0, 2)),
        ((-1, 1), (0, -1), (0, 2)),
        ((0, -2), (0, 1), (1, -1)),
        ((0, -2), (0, -1), (0, 1)),
    ),
    TetrakisMotion,
    weights=(0, 1),
    look=Look(
        grid=Grid(_polygon, _middle, (0.5, 0.5)),
        spot=_spot,
        cell=_cell,
        outline=Outline(_walls, _room),
        shift=lambda down, right: (down, 4 * ((right + 1) // 2)),
        sides={
            "top": Side((-1, 0), (1,)),
            "right": Side((0, 1), (3,), step=4),
            "bottom": Side((1, 0), (2,)),
            "left": Side((0, -1), (0,), step=4, start=3),
        },
        coloured=6,
        astray="in the 3x3 characters of a square, the corners and the middle must be blank",
        side=108,
    ),
    forms={
        "": Form("2x3", lambda rows, columns: full(rows, 4 * columns)),
        "rectangle": Form("2x3", lambda rows, columns: full(rows, 4 * columns)),
        "diamond": Form("2", _diamond),
        "triangle": Form("4", _triangle),
    },
    most=14,
    example="4.1*",
    module=__name__,
)
"""The lattice of quarter squares. A cell is (row, 4 * column + quarter); quarters: 0 left, 1 top, 2 bottom, 3 right."""
