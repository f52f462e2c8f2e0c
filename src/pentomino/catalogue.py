"""The catalogue of named boards: well-known puzzles as data, with their pieces, labels and sources.

This module finds boards by their names. `boards` adds counting and drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Self

from .board import Board
from .board_figures import FIGURES
from .errors import PuzzleError
from .lattices.board_words import are_words, nearest_word
from .lattices.lattice import Cell
from .picture import read_cells
from .pieces.sets import PiecesLike
from .wording import did_you_mean

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = tuple(str(day) for day in range(1, 32))
WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")


class Entry(NamedTuple):
    """A known puzzle.

    `pieces` has any form that `Puzzle` accepts. `labels` maps cells to their texts. `groups` contains groups of labels,
    such as the months or the faces of a die; the number of groups is the number of cells that stay uncovered.
    `solutions` is the number of distinct solutions, or None if it is unknown or cells stay uncovered. `rotations` is
    the number of solutions up to rotations if the source counts mirror images separately, otherwise None.
    `reflections` is as for `Puzzle`.
    """

    name: str
    title: str
    board: Board
    pieces: PiecesLike
    labels: Mapping[Cell, str]
    groups: tuple[tuple[str, ...], ...]
    solutions: int | None
    sources: tuple[str, ...]
    rotations: int | None = None
    reflections: bool | None = None

    def cells_of(self, labels: Iterable[str]) -> tuple[Cell, ...]:
        """Return the cells with these labels, ignoring case.

        The number of labels must be the number of groups, but several labels may be from one group. Raises
        `PuzzleError` for an unknown label, for a cell named twice, and for too many or too few labels.
        """
        known = {label.casefold(): cell for cell, label in self.labels.items()}
        found: dict[Cell, str] = {}
        for label in labels:
            cell = known.get(label.strip().casefold())
            if cell is None:
                raise PuzzleError(f"{self.name}: no cell has the label {label!r}; {self._example()}")
            if cell in found:
                raise PuzzleError(f"{self.name}: the cell {self.labels[cell]} is named twice")
            found[cell] = label
        if len(found) != len(self.groups):
            raise PuzzleError(
                f"{self.name}: {len(self.groups)} cells stay uncovered, not {len(found)}; {self._example()}"
                + ", or on the command line --calendar today" * (len(self.groups[:1] and self.groups[0]) == 12)
            )
        return tuple(found)

    def _example(self) -> str:
        if not self.groups:
            return "its cells have no labels"
        return f"write for example {self.name}:{','.join(group[-1] for group in self.groups)}"

    def without(self, labels: Iterable[str]) -> Board:
        """Return the board without the cells that have these labels. All labels are kept.

        Raises the errors of `cells_of`.
        """
        cells = self.cells_of(labels)
        return self.board.minus(cells).labelled(self.labels)

    def as_calendar(self) -> Self:
        """Return this entry. Raises `PuzzleError` if its groups are not months, days and perhaps weekdays."""
        if [len(group) for group in self.groups] not in ([12, 31], [12, 31, 7]):
            raise PuzzleError(f"{self.name} is not a calendar: its cells are not labelled with months and days")
        return self


def names() -> tuple[str, ...]:
    """Return the names of all boards.

    >>> "kanoodle" in names()
    True
    """
    return (*_entries(), *FIGURES)


def entry(name: str) -> Entry:
    """Return the entry of the board with this name, ignoring case. Raises `PuzzleError` for an unknown name."""
    if not isinstance(name, str):
        raise PuzzleError(f"the name of a board is a text such as 'kanoodle', not {name!r}")
    plain = name.strip().casefold()
    found = _figure(plain) if plain in FIGURES else _entries().get(plain)
    if found is None:
        hint = (
            (name.isalnum() and nearest_word(name))
            or did_you_mean(name, names(), 3, 0.5)
            or f"there are {', '.join(names())}"
        )
        raise PuzzleError(f"unknown board {name!r}: {hint}")
    return found


@cache
def _figure(name: str) -> Entry:
    title, said, pieces, solutions, sources, rotations = FIGURES[name]
    lattice, _, picture = said.partition(": ")
    board = _drawn(lattice, picture) if picture else Board(said)
    return Entry(name, title, board, pieces, MappingProxyType({}), (), solutions, sources, rotations)


def _drawn(name: str, picture: str) -> Board:
    from .lattices.cubic import CUBIC
    from .lattices.known import LATTICES

    # `/` separates rows, `//` separates layers
    text = picture.replace("//", "\n\n").replace("/", "\n")
    marks = read_cells(text, ".#".__contains__, "", CUBIC).marks  # pictures on all lattices are drawn like cubes
    axes = LATTICES[name].dimension
    return Board([cell[-axes:] for cell, mark in marks.items() if mark == "."], LATTICES[name])


_CATALOGUE = "isomerdesign.com/Pentomino"

_MONTHS_AND_DAYS = """
    Jan Feb Mar Apr May Jun  #
    Jul Aug Sep Oct Nov Dec  #
     1   2   3   4   5   6   7
     8   9  10  11  12  13  14
    15  16  17  18  19  20  21
    22  23  24  25  26  27  28
"""

_A_PUZZLE_A_DAY = f"""{_MONTHS_AND_DAYS}\
    29  30  31   #   #   #   #
"""

_DAILY_CALENDAR = f"""{_MONTHS_AND_DAYS}\
    29  30  31 Sun Mon Tue Wed
     #   #   #   # Thu Fri Sat
"""

_GENIUS_SQUARE = "\n".join(" ".join(row + column for column in "123456") for row in "ABCDEF")

# The different faces of the dice. The fourth die has A5 and F2 twice each, the fifth has A6 and F1 three times each.
_GENIUS_DICE = tuple(
    tuple(die.split())
    for die in (
        "A1 C1 D1 D2 E2 F3",
        "A2 A3 B1 B2 B3 C2",
        "B4 C3 C4 D3 D4 E3",
        "A5 B6 E1 F2",
        "A6 F1",
        "A4 B5 C5 C6 D6 F6",
        "D5 E4 E5 E6 F4 F5",
    )
)

# The numbers of solutions of 5xN with any N of the twelve pentominoes, for N = 3 to 12.
_KATAMINO = (7, 50, 107, 541, 1396, 3408, 5902, 6951, 4103, 1010)


@cache
def _entries() -> dict[str, Entry]:
    every = [
        drawn_board("3x20", "twelve pentominoes", "3x20", "pentominoes", _CATALOGUE, solutions=2),
        drawn_board("4x15", "twelve pentominoes", "4x15", "pentominoes", _CATALOGUE, solutions=368),
        drawn_board("5x12", "twelve pentominoes", "5x12", "pentominoes", _CATALOGUE, solutions=1010),
        drawn_board(
            "6x10",
            "twelve pentominoes",
            "6x10",
            "pentominoes",
            "C. B. and J. Haselgrove, A computer program for pentominoes, Eureka 23 (1960)",
            solutions=2339,
        ),
        drawn_board(
            "8x8-hole",
            "the chessboard without its four central squares",
            "........\n" * 3 + "...##...\n" * 2 + "........\n" * 3,
            "pentominoes",
            "D. S. Scott, Programming a combinatorial puzzle, Princeton 1958",
            solutions=65,
        ),
        drawn_board(
            "8x8-square",
            "the chessboard with the square tetromino anywhere",
            "8x8",
            "pentominoes + O4",
            "J. W. Wulf, jwwulf.de/en/pentominoes/results.html",
            solutions=16146,
        ),
        *(
            drawn_board(
                f"katamino-{size}",
                f"Katamino: any {size} of the twelve pentominoes",
                f"5x{size}",
                "pentominoes?",
                _CATALOGUE,
                solutions=solutions,
            )
            for size, solutions in enumerate(_KATAMINO, 3)
        ),
        drawn_board(
            "kanoodle",
            "Kanoodle (Educational Insights), also IQ Puzzler (SmartGames)",
            "5x11",
            "kanoodle",
            "D. Austin, Puzzling over exact cover problems, ams.org/publicoutreach/feature-column/fcarc-kanoodle",
            "possiblywrong.wordpress.com/2015/09/15/kanoodle-iq-fit-and-dancing-links (the pieces)",
            "github.com/Olivier418/PugPuzzler (371 020 with turned ones, on the board of IQ Puzzler)",
            solutions=92755,
        ),
        drawn_board(
            "lonpos",
            "Lonpos 5x11 (Lonpos 505): the pieces of Kanoodle",
            "5x11",
            "lonpos",
            "github.com/lk16/lonpos-5x11-puzzle (the pieces; 371 020 with turned ones)",
            solutions=92755,
        ),
        drawn_board(
            "genius-square",
            "The Genius Square (Happy Puzzle Company): seven dice show which cells to leave",
            _GENIUS_SQUARE,
            "genius-square",
            "N. Jensen, cedar.wwu.edu/wwu_honors/711, 2023 (all 62 208 rolls have a solution)",
            "github.com/alexjcook/GeniusSquareSolver, github.com/pddring/GeniusSquare (the dice)",
            groups=_GENIUS_DICE,
        ),
        drawn_board(
            "a-puzzle-a-day",
            "A-Puzzle-A-Day (DragonFjord): leave the month and the day",
            _A_PUZZLE_A_DAY,
            "a-puzzle-a-day",
            "dragonfjord.com/product/a-puzzle-a-day",
            "heather.cafe/posts/calendar-puzzle (board and kinds of pieces)",
            "github.com/andrewmk/PuzzleADaySolver (drawn solutions; May 1 has 57)",
            "github.com/mrbjarksen/a-puzzle-a-day (over 24 thousand solutions, 67 a day)",
            groups=(MONTHS, DAYS),
        ),
        drawn_board(
            "daily-calendar",
            "Daily Calendar Puzzle: leave the month, the day and the weekday",
            _DAILY_CALENDAR,
            "daily-calendar",
            "R. van Rijn, royvanrijn.com/blog/2022/07/daily-calendar-puzzle-solutions (a drawn solution)",
            "sandbox.dodona.be, activity 772656454 (the board)",
            groups=(MONTHS, DAYS, WEEKDAYS),
        ),
    ]
    return {board.name: board for board in every}


def drawn_board(
    name: str,
    title: str,
    picture: str,
    pieces: PiecesLike,
    *sources: str,
    solutions: int | None = None,
    groups: tuple[tuple[str, ...], ...] = (),
) -> Entry:
    """Return the entry of a board that is given by `picture`, a size or a picture. The other arguments are its fields.

    If there are `groups`, the picture consists of words with blanks between them: the label of a cell, `.` for a cell
    without a label, or `#` for a blocked cell.
    """
    labels: dict[Cell, str] = {}
    if are_words(picture) or not groups:
        board = Board(picture)
    else:
        words = [line.split() for line in picture.strip().splitlines()]
        cells = {(row, i): word for row, line in enumerate(words) for i, word in enumerate(line) if word != "#"}
        labels, board = {cell: word for cell, word in cells.items() if word != "."}, Board([*cells])
    return Entry(name, title, board, pieces, MappingProxyType(labels), groups, solutions, sources)
