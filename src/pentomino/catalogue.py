"""Named boards, well-known puzzles as data; and all other forms of a board that a person may write.

This module only finds them by name. `boards` counts and draws them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike, fspath
from os.path import splitext
from types import MappingProxyType
from typing import NamedTuple, Self

from .board import WANTED, Board, BoardLike
from .board_figures import FIGURES
from .errors import PictureError, PuzzleError
from .lattices.forms import are_words, nearest_word
from .lattices.lattice import Cell
from .picture import pictures, read_cells, told_apart
from .writing import did_you_mean, not_yet, part_of, parts_chosen, readable

# ---------------------------------------------------------------------------------------------------------- the entries


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = tuple(str(day) for day in range(1, 32))
WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")


class Entry(NamedTuple):
    """A known puzzle.

    `pieces` is a string as `Puzzle` takes it, `labels` the texts in the cells. One cell of each of the `groups` of
    labels stays uncovered: a month and a day, or the face of a die. `solutions` is the number of distinct solutions,
    or None if cells stay uncovered; `rotations` is the number up to rotations if the source counts mirror images
    separately, otherwise None.
    """

    name: str
    title: str
    board: Board
    pieces: str
    labels: Mapping[Cell, str]
    groups: tuple[tuple[str, ...], ...]
    solutions: int | None
    sources: tuple[str, ...]
    rotations: int | None = None

    def cells_of(self, labels: Iterable[str]) -> tuple[Cell, ...]:
        """Return the cells with these labels, in any case and order: as many as there are groups, of any group.

        Raises `PuzzleError` for an unknown label, a cell named twice, too many labels, and too few.
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
            )
        return tuple(found)

    def _example(self) -> str:
        if not self.groups:
            return "its cells have no labels"
        return f"write for example {self.name}:{','.join(group[-1] for group in self.groups)}"

    def without(self, labels: Iterable[str]) -> Board:
        """Return the board with the cells of these labels left uncovered. Raises the errors of `cells_of`."""
        cells = self.cells_of(labels)
        return self.board.minus(cells).labelled({cell: self.labels[cell] for cell in cells})

    def as_calendar(self) -> Self:
        """Return this board. Raises `PuzzleError` if it is not a calendar."""
        if self.groups[:2] != (MONTHS, DAYS):
            raise PuzzleError(f"{self.name} is not a calendar: its cells are not labelled with months and days")
        return self


def names() -> tuple[str, ...]:
    """Return the names of all boards.

    >>> "kanoodle" in names()
    True
    """
    return (*_entries(), *FIGURES)


def entry(name: str) -> Entry:
    """Return the board with this name, in any case. Raises `PuzzleError` for an unknown name."""
    if not isinstance(name, str):
        raise PuzzleError(f"the name of a board is a text such as 'kanoodle', not {name!r}")
    plain = name.strip().casefold()
    found = _figure(plain) if plain in FIGURES else _entries().get(plain)
    if found is None:
        hint = did_you_mean(name, names(), 3, 0.5) or f"there are {', '.join(names())}"
        raise PuzzleError(f"unknown board {name!r}: {hint}")
    return found


@cache
def _figure(name: str) -> Entry:
    title, said, pieces, solutions, sources, rotations = FIGURES[name]
    lattice, _, picture = said.partition(": ")
    board = _drawn(lattice, picture) if picture else Board(said)
    return Entry(name, title, board, pieces, MappingProxyType({}), (), solutions, sources, rotations)


def _drawn(name: str, picture: str) -> Board:
    """Return the board of a picture on one line; rows end at /, layers at //."""
    from .lattices.cubic import CUBIC
    from .lattices.known import LATTICES

    text = picture.replace("//", "\n\n").replace("/", "\n")
    marks = read_cells(text, ".#".__contains__, "", CUBIC).marks  # whatever the look of the lattice
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

# The different faces of the dice: the fourth shows A5 and F2 twice each, the fifth A6 and F1 thrice each.
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

# The solutions of 5xN with N of the twelve pentominoes, from N = 3 on.
_KATAMINO = (7, 50, 107, 541, 1396, 3408, 5902, 6951, 4103, 1010)


@cache
def _entries() -> dict[str, Entry]:
    every = [
        _board("3x20", "twelve pentominoes", "3x20", "pentominoes", _CATALOGUE, solutions=2),
        _board("4x15", "twelve pentominoes", "4x15", "pentominoes", _CATALOGUE, solutions=368),
        _board("5x12", "twelve pentominoes", "5x12", "pentominoes", _CATALOGUE, solutions=1010),
        _board(
            "6x10",
            "twelve pentominoes",
            "6x10",
            "pentominoes",
            "C. B. and J. Haselgrove, A computer program for pentominoes, Eureka 23 (1960)",
            solutions=2339,
        ),
        _board(
            "8x8-hole",
            "the chessboard without its four central squares",
            "........\n" * 3 + "...##...\n" * 2 + "........\n" * 3,
            "pentominoes",
            "D. S. Scott, Programming a combinatorial puzzle, Princeton 1958",
            solutions=65,
        ),
        _board(
            "8x8-square",
            "the chessboard with the square tetromino anywhere",
            "8x8",
            "pentominoes + O4",
            "J. W. Wulf, jwwulf.de/en/pentominoes/results.html",
            solutions=16146,
        ),
        *(
            _board(
                f"katamino-{size}",
                f"Katamino: any {size} of the twelve pentominoes",
                f"5x{size}",
                "pentominoes?",
                _CATALOGUE,
                solutions=solutions,
            )
            for size, solutions in enumerate(_KATAMINO, 3)
        ),
        _board(
            "kanoodle",
            "Kanoodle (Educational Insights), also IQ Puzzler (SmartGames)",
            "5x11",
            "kanoodle",
            "D. Austin, Puzzling over exact cover problems, ams.org/publicoutreach/feature-column/fcarc-kanoodle",
            "possiblywrong.wordpress.com/2015/09/15/kanoodle-iq-fit-and-dancing-links (the pieces)",
            "github.com/Olivier418/PugPuzzler (371 020 with turned ones, on the board of IQ Puzzler)",
            solutions=92755,
        ),
        _board(
            "lonpos",
            "Lonpos 5x11 (Lonpos 505): the pieces of Kanoodle",
            "5x11",
            "kanoodle",
            "github.com/lk16/lonpos-5x11-puzzle (the pieces; 371 020 with turned ones)",
            solutions=92755,
        ),
        _board(
            "genius-square",
            "The Genius Square (Happy Puzzle Company): seven dice show which cells to leave",
            _GENIUS_SQUARE,
            "genius-square",
            "N. Jensen, cedar.wwu.edu/wwu_honors/711, 2023 (all 62 208 rolls have a solution)",
            "github.com/alexjcook/GeniusSquareSolver, github.com/pddring/GeniusSquare (the dice)",
            groups=_GENIUS_DICE,
        ),
        _board(
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
        _board(
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


def _board(
    name: str,
    title: str,
    picture: str,
    pieces: str,
    *sources: str,
    solutions: int | None = None,
    groups: tuple[tuple[str, ...], ...] = (),
) -> Entry:
    """Return a board from a size or a picture; with groups, the words of a picture are labels, and `#` is blocked."""
    labels: dict[Cell, str] = {}
    if are_words(picture) or not groups:
        board = Board(picture)
    else:
        words = [line.split() for line in picture.strip().splitlines()]
        labels = {(row, i): word for row, line in enumerate(words) for i, word in enumerate(line) if word != "#"}
        board = Board([*labels])
    return Entry(name, title, board, pieces, MappingProxyType(labels), groups, solutions, sources)


# ------------------------------------------------------------------------------------- what a person writes for a board


class Resolved(NamedTuple):
    """A board, its default pieces, its entry if it is a named board, and a name.

    The name is set for a board in a file with several: `two.txt:2`.
    """

    board: Board
    pieces: str
    entry: Entry | None = None
    name: str = ""


def resolve(board: BoardLike) -> Resolved:
    """Return the board given by a size ("6x10" or (6, 10)), other words, a name, a picture, its path, or cells.

    A text is never the name of a file. Raise `PictureError` and `PuzzleError` for anything else, and `OSError` for a
    file that cannot be read.

    >>> resolve("kanoodle").pieces
    'kanoodle'
    """
    if isinstance(board, Board):
        return _plain(board)
    if isinstance(board, PathLike):
        name = fspath(board)
        file, _ = part_of(name)
        if splitext(file)[1].lower() not in ("", ".txt", ".try"):
            what = "a board is a picture in a .txt file; formats.read_puzzle reads puzzles from files of other kinds"
            raise PuzzleError(f"{name}: {what}")
        with readable(file) as stream:
            return drawn_in(stream.read(), name)[0]
    if isinstance(board, str):
        return _in_text(board)
    if isinstance(board, tuple) and (known := getattr(board, "name", None)):
        raise PuzzleError(f"write the name of a named board, {known!r}, or call its puzzle()")
    if not hasattr(board, "__iter__"):
        what = "a size such as '6x10' or (6, 10), a name, a picture, its path, a Board or cells"
        raise PuzzleError(f"a board is {what}, not {board!r}")
    return _plain(Board(board))


def drawn_in(data: bytes, name: str, several: bool = False) -> list[Resolved]:
    """Return the board drawn in a file, or one for each picture if there may be `several`.

    `two.txt:2` chooses the second. In a `.try` file 0 is a free cell. Raise `PictureError` with the name of the file.
    """
    file, part = part_of(name)
    text = ""
    try:
        text = data.decode("utf-8-sig")
        if file.lower().endswith(".try"):
            text = text.replace("0", ".")
        found = ([*pictures(text)] or [(1, [""])]) if part else told_apart(text, several)
        chosen = parts_chosen(name, [""] * len(found), "picture", several)
        boards = [Board.parse("\n".join([""] * (line - 1) + rows)) for line, rows in (found[n] for n in chosen)]
        said = [f"{file}:{n + 1}" if boards[1:] else name for n in chosen]
        return list(map(_plain, boards, said))
    except UnicodeDecodeError as error:
        fault = PictureError("this is not text in UTF-8", data.count(b"\n", 0, error.start) + 1)
    except PictureError as error:
        fault = error
    hint = f"; {file}:2 is the second" if "blank lines separate" in str(fault) and name != "-" else ""
    if {":", "="}.intersection(text):  # a list of pieces, in one of many formats
        hint = "; pieces are drawn in a piece file (.ini), each after a line such as 'PIECE Cross'"
    fault.args = (f"{'standard input' if name == '-' else name}: {fault}{hint}",)
    raise fault from None


def _plain(board: Board, name: str = "") -> Resolved:
    return Resolved(board, "pentominoes" if board.lattice.flat.name in ("square", "cubic") else "", None, name)


def _in_text(text: str) -> Resolved:
    name = text.strip()
    if are_words(text) or "\n" in name:
        return _plain(Board(text))
    word, _, labels = name.partition(":")
    # A picture need not be compared with every name.
    if name and not set(".#").intersection(name) and did_you_mean(word, names()):
        found = entry(word)
        return Resolved(found.without(filter(None, labels.split(","))), found.pieces, found)
    # A text is never used as the name of a file, as it may come from an untrusted user.
    ending = splitext(name)[1]
    if ending == ".txt" or (ending and ("/" in name or "\\" in name)):
        raise PuzzleError(f"{name!r} looks like the name of a file: pathlib.Path({name!r}) reads the picture in it")
    if said := not_yet(text):
        raise PuzzleError(said)
    try:
        row = name.replace(" ", "")
        if row.isascii() and row.isalnum() and not row.isalpha():
            raise PictureError(f"no cell is free; {WANTED}")  # wrong words, not a row of pieces
        return _plain(Board.parse(text))
    except PictureError as error:
        known = "a size such as 6x10 or 3x4x5, a name such as kanoodle nor a picture of a board"
        hint = nearest_word(text)
        what = f"is not a board; {hint}" if hint else f"is neither {known}: {error}"
        raise PictureError(f"{text!r} {what}") from None
