"""Pictures in plain text: letters, and walls drawn with ASCII or with box-drawing characters.

In a wall picture a cell is four characters wide and two lines high. It is made of segments: a lattice point
is one character, a wall between two points three characters or one line. A segment goes with the area it lies
in, so that `ansi` can colour the very same picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from .drawing import BLOCKED, DOWN, EDGE, EMPTY, LEFT, RIGHT, UP, Drawing, framed, wall_masks

__all__ = ["ASCII", "BOX", "FREE", "Alphabet", "Segment", "box", "grid", "letters", "outline", "segments"]

FREE = "."
WALLED_OFF = "#"

# Some characters of one line and the number of the area all of them lie in, `BLOCKED` on a wall.
Segment = tuple[str, int]

VERTICAL, HORIZONTAL = UP | DOWN, LEFT | RIGHT


class Alphabet(NamedTuple):
    """The characters of a wall picture.

    `tiles` gives for each wall mask what is drawn at the point, along the wall to its right, and in the line
    below it; `free` is drawn inside an empty cell.
    """

    tiles: Mapping[int, tuple[str, str, str]]
    free: str


def _alphabet(points: Mapping[int, str], free: str) -> Alphabet:
    """The alphabet in which `points[edge][mask]` is drawn at a point with that mask and those edges."""
    walls = {0: " "}
    for edge, marks in points.items():
        walls |= {edge * EDGE + mask: marks[mask] for mask in range(16) if mask & edge == edge}

    def tile(mask: int) -> tuple[str, str, str]:
        # A wall to the right is the right arm of a point that it runs straight through; likewise downwards.
        right, down = mask & RIGHT * (1 + EDGE), mask & DOWN * (1 + EDGE)
        return walls[mask], 3 * walls[right // RIGHT * HORIZONTAL], walls[down // DOWN * VERTICAL]

    return Alphabet({mask: tile(mask) for mask in walls}, free)


# A walk around a point goes on and off the board no more than twice, so 0, 2 or 4 of its arms are edges.
_EDGES = (
    0,
    UP | RIGHT,
    VERTICAL,
    DOWN | RIGHT,
    UP | LEFT,
    HORIZONTAL,
    DOWN | LEFT,
    VERTICAL | HORIZONTAL,
)

ASCII = _alphabet(dict.fromkeys(_EDGES, " ++++|++++-+++++"), " . ")

# One row for each set of edges, one character for each mask, blank where the mask does not hold the edges.
# Edges are heavy, so that a hole in the board does not look like one more piece.
_BOX = (
    " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    "   ┗   ┡   ┺   ╄",
    "     ┃ ┠     ┨ ╂",
    "      ┏┢      ┲╆",
    "         ┛ ┹ ┩ ╃",
    "          ━┷  ┯┿",
    "            ┓┪┱╅",
    "               ╋",
)
BOX = _alphabet(dict(zip(_EDGES, _BOX, strict=True)), " · ")


def grid(drawing: Drawing) -> tuple[str, ...]:
    """The rows of the picture in letters: the symbol of each cell's area, `.` if empty, `#` if blocked."""
    marks = {EMPTY: FREE, BLOCKED: WALLED_OFF, **dict(enumerate(drawing.symbols))}
    return tuple("".join([marks[area] for area in row]) for row in drawing.table())


def letters(drawing: Drawing) -> str:
    """The picture in letters, one character a cell and one line a row."""
    return "\n".join(grid(drawing))


def outline(drawing: Drawing) -> str:
    """The outline picture in ASCII.

    Where walls meet there is `+`, unless they only run straight through. What is blocked is left blank, like
    all that is outside the board; empty cells have a dot, so that they do not look like a piece. No line ends in
    blanks.
    """
    return _picture(drawing, ASCII)


def box(drawing: Drawing) -> str:
    """The outline picture in box-drawing characters, the edge of the board heavy, empty cells with a dot."""
    return _picture(drawing, BOX)


def _picture(drawing: Drawing, alphabet: Alphabet) -> str:
    lines = segments(drawing, alphabet)
    return "\n".join(["".join([text for text, _ in line]).rstrip() for line in lines])


def segments(drawing: Drawing, alphabet: Alphabet) -> Iterator[list[Segment]]:
    """The lines of a wall picture, not yet stripped of blanks at their ends."""
    table = drawing.table()
    # The cell right of and below each point, with the outside if there is none. If no wall is in the
    # way, what is drawn at the point lies in the area of that cell.
    cells = [row[1:] for row in framed(table)[1:]]
    for number, (masks, areas) in enumerate(zip(wall_masks(table), cells, strict=True)):
        yield _line_of_points(masks, areas, alphabet)
        if number < len(table):
            labels = [drawing.label(number, column) for column in range(len(areas))] if drawing.labels else []
            yield _line_of_cells(masks, areas, labels, alphabet)


def _line_of_points(masks: list[int], areas: list[int], alphabet: Alphabet) -> list[Segment]:
    line = []
    for mask, area in zip(masks, areas, strict=True):
        point, right, _ = alphabet.tiles[mask]
        line += [(point, BLOCKED if mask else area), (right, BLOCKED if mask & RIGHT else area)]
    return line[:-1]


def _line_of_cells(
    masks: list[int], areas: list[int], labels: Sequence[str | None], alphabet: Alphabet
) -> list[Segment]:
    line = []
    for mask, area, label in zip_longest(masks, areas, labels):
        _, _, down = alphabet.tiles[mask]
        inside = "   " if area != EMPTY else alphabet.free if label is None else f"{label:^3.3}"
        line += [(down, BLOCKED if mask & DOWN else area), (inside, area)]
    return line[:-1]
