"""The catalogue of named boards: well-known puzzles as data, with their pieces, labels and sources.

This module finds boards by their names. `boards` adds counting and drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Self

from .board import Board
from .errors import PuzzleError, expect
from .lattices.board_words import lattices, nearest_word
from .lattices.lattice import Cell
from .notation import read_cells
from .pieces.sets import PiecesLike
from .wording import did_you_mean

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = tuple(str(day) for day in range(1, 32))
WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")


class Entry(NamedTuple):
    """A known puzzle. For the fields, see `boards.NamedBoard`."""

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

        There must be as many labels as groups. Several labels may be from one group. Raises `PuzzleError` for an
        unknown label, for a label that is repeated, and for too many or too few labels.
        """
        cell_of = {label.casefold(): cell for cell, label in self.labels.items()}
        label_of: dict[Cell, str] = {}
        for label in labels:
            cell = cell_of.get(label.strip().casefold())
            if cell is None:
                raise PuzzleError(f"{self.name}: no cell has the label {label!r}; {self._example()}")
            if cell in label_of:
                raise PuzzleError(f"{self.name}: the cell {self.labels[cell]} is named twice")
            label_of[cell] = label
        if len(label_of) != len(self.groups):
            today = "; or on the command line --calendar today" * any(len(group) == 12 for group in self.groups)
            fault = f"{len(self.groups)} uncovered cells must be named, got {len(label_of)}"
            raise PuzzleError(f"{self.name}: {fault}; {self._example()}{today}")
        return tuple(label_of)

    def _example(self) -> str:
        if not self.groups:
            return "its cells have no labels"
        return f"write for example {self.name}:{','.join(group[-1] for group in self.groups)}"

    def without(self, labels: Iterable[str]) -> Board:
        """Return the board without the cells that have these labels. Raises the errors of `cells_of`."""
        return (self.board - self.cells_of(labels)).labelled(self.labels)

    def as_calendar(self) -> Self:
        """Return this entry. Raises `PuzzleError` unless its groups are months, days and perhaps weekdays."""
        if [len(group) for group in self.groups] not in ([12, 31], [12, 31, 7]):
            raise PuzzleError(f"{self.name} is not a calendar: its cells are not labelled with months and days")
        return self


class Figure(NamedTuple):
    """A known puzzle without labels. The fields are those of `Entry`, except `board`.

    `board` is a string: a board in words, or the name of a lattice and a picture. In the picture, `/` separates rows
    and `//` separates layers, the top layer first; `+` is a cell that may stay empty. Each number of solutions was
    computed by two engines. If no source has published it, the source is "computed here".
    """

    title: str
    board: str
    pieces: str
    solutions: int | None
    sources: tuple[str, ...]
    rotations: int | None = None


def names() -> tuple[str, ...]:
    """Return the names of all boards.

    >>> "kanoodle" in names()
    True
    """
    return (*SQUARES, *_labelled(), *FIGURES)


def entry(name: str) -> Entry:
    """Return the entry of a board by its name, ignoring case. Raises `PuzzleError` for an unknown name."""
    expect("the name of a board", name, str, PuzzleError)
    plain = name.strip().casefold()
    known_entry = _figure(plain) if plain in SQUARES or plain in FIGURES else _labelled().get(plain)
    if known_entry is None:
        hint = (name.isalnum() and nearest_word(name)) or did_you_mean(name, names(), 3, 0.6)
        raise PuzzleError(f"unknown board {name!r}: {hint or 'write a name such as kanoodle (see pentomino boards)'}")
    return known_entry


@cache
def _figure(name: str) -> Entry:
    title, drawn, pieces, solutions, sources, rotations = SQUARES.get(name) or FIGURES[name]
    lattice, _, picture = drawn.partition(": ")
    if picture:
        text, axes = picture.replace("//", "\n\n").replace("/", "\n"), lattices()[lattice].dimension
        # on every lattice, a picture here has one character for each cell, as on cubes
        marks = read_cells(text, ".+#".__contains__, "", lattices()["cubic"]).marks
        cells, optional = ([cell[-axes:] for cell, mark in marks.items() if mark in kinds] for kinds in (".+", "+"))
        board = Board(cells, lattices()[lattice], optional=optional)
    else:
        board = Board(drawn)
    return Entry(name, title, board, pieces, MappingProxyType({}), (), solutions, sources, rotations)


# --------------------------------------------------------------------------------------------------- boards with labels


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

# The distinct faces of each die. The fourth die has A5 and F2 twice each, and the fifth has A6 and F1 three times each.
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


@cache
def _labelled() -> dict[str, Entry]:
    every = (
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
    )
    return {board.name: board for board in every}


def drawn_board(
    name: str, title: str, picture: str, pieces: PiecesLike, *sources: str, groups: tuple[tuple[str, ...], ...]
) -> Entry:
    """Return the entry of a board with labels. The arguments other than `picture` are fields of `Entry`.

    `picture` holds a word for each cell, separated by blanks. The word is a label, `.` for a cell without a label, or
    `#` for a blocked cell.
    """
    words = [line.split() for line in picture.strip().splitlines()]
    cells = {(row, i): word for row, line in enumerate(words) for i, word in enumerate(line) if word != "#"}
    labels: dict[Cell, str] = {cell: word for cell, word in cells.items() if word != "."}
    return Entry(name, title, Board([*cells]), pieces, MappingProxyType(labels), groups, None, sources)


# ------------------------------------------------------------------------------------------------ boards without labels


_CATALOGUE = ("isomerdesign.com/Pentomino",)
_FIVE_BY = (7, 50, 107, 541, 1396, 3408, 5902, 6951, 4103, 1010)
"""The numbers of ways to fill 5xN with N different pentominoes, for N = 3 to 12."""

SQUARES: dict[str, Figure] = {
    "3x20": Figure("twelve pentominoes", "3x20", "pentominoes", 2, _CATALOGUE),
    "4x15": Figure("twelve pentominoes", "4x15", "pentominoes", 368, _CATALOGUE),
    "5x12": Figure("twelve pentominoes", "5x12", "pentominoes", 1010, _CATALOGUE),
    "6x10": Figure(
        "twelve pentominoes",
        "6x10",
        "pentominoes",
        2339,
        ("C. B. and J. Haselgrove, A computer program for pentominoes, Eureka 23 (1960)",),
    ),
    "8x8-hole": Figure(
        "the chessboard without its four central squares",
        "square: ......../......../......../...##.../...##.../......../......../........",
        "pentominoes",
        65,
        ("D. S. Scott, Programming a combinatorial puzzle, Princeton 1958",),
    ),
    "8x8-square": Figure(
        "the chessboard with the square tetromino anywhere",
        "8x8",
        "pentominoes + O4",
        16146,
        ("J. W. Wulf, jwwulf.de/en/pentominoes/results.html",),
    ),
    **{
        f"katamino-{n}": Figure(
            f"Katamino: any {n} of the twelve pentominoes", f"5x{n}", "pentominoes?", solutions, _CATALOGUE
        )
        for n, solutions in enumerate(_FIVE_BY, 3)
    },
    "kanoodle": Figure(
        "Kanoodle (Educational Insights), also the first IQ Puzzler (SmartGames)",
        "5x11",
        "kanoodle",
        92755,
        (
            "D. Austin, Puzzling over exact cover problems, ams.org/publicoutreach/feature-column/fcarc-kanoodle",
            "possiblywrong.wordpress.com/2015/09/15/kanoodle-iq-fit-and-dancing-links (the pieces)",
            "github.com/Olivier418/PugPuzzler (371 020 with turned ones, on the board of the first IQ Puzzler)",
        ),
    ),
    "lonpos": Figure(
        "Lonpos 5x11 (Lonpos 505): the pieces of Kanoodle",
        "5x11",
        "lonpos",
        92755,
        ("github.com/lk16/lonpos-5x11-puzzle (the pieces; 371 020 with turned ones)",),
    ),
    "iq-puzzler-pro": Figure(
        "IQ Puzzler Pro (SmartGames)",
        "5x11",
        "iq-puzzler-pro",
        1082785,
        (
            "github.com/neozhaoliang/pywonderland, src/misc/iq_puzzler_pro_solver.py",
            "github.com/antonpinchuk/iq-puzzler-pro-solution (the pieces)",
        ),
    ),
}
"""Boards of squares without labels, by name."""


_PUZZLER = "D. Goodger, Polyform Puzzler, puzzler.sourceforge.net"
_SOLID = f"{_PUZZLER} (solid pentominoes)"
_HEXIAMONDS = (f"{_PUZZLER} (hexiamonds)",)
_PENTAHEXES = (f"{_PUZZLER} (pentahexes)",)
_POLYHEXES = (f"{_PUZZLER} (polyhexes)",)
_SOMACUBES = (f"{_PUZZLER} (somacubes)",)
_BOUWKAMP = "C. J. Bouwkamp, Catalogue of solutions of the rectangular 3x4x5 pentomino problem, Eindhoven 1981"
_COMPUTED = ("computed here",)


def _shapes(
    title: str,
    lattice: str,
    pieces: str,
    sources: tuple[str, ...],
    pictures: Mapping[tuple[str, int] | tuple[str, int, int], str],
) -> dict[str, Figure]:
    """Return the figures of one set of pieces, from their pictures.

    A key of `pictures` is (name, `solutions`), or (name, `solutions`, `rotations`) if the source states the rotations.
    """
    return {
        f"{pieces}-{name.replace(' ', '-')}": Figure(
            f"{title}: {name}", f"{lattice}: {picture}", pieces, solutions, sources, *rotations
        )
        for (name, solutions, *rotations), picture in pictures.items()
    }


FIGURES: dict[str, Figure] = {
    "2x3x10": Figure("the twelve solid pentominoes", "2x3x10", "pentominoes", 12, (_SOLID,)),
    "2x5x6": Figure("the twelve solid pentominoes", "2x5x6", "pentominoes", 264, (_SOLID,)),
    "3x4x5": Figure("the twelve solid pentominoes", "3x4x5", "pentominoes", 3940, (_SOLID, _BOUWKAMP)),
    "pentominoes-ring": Figure(
        "the twelve solid pentominoes, as a square ring three high",
        "cubic: ......./......./.......//.#####./.#####./.#####.//.#####./.#####./.#####."
        "//.#####./.#####./.#####.//......./......./.......",
        "pentominoes",
        1,
        (_SOLID,),
    ),
    "bedlam": Figure(
        "Bedlam Cube, also Crazee Cube (B. Bedlam)",
        "4x4x4",
        "bedlam",
        19186,
        ("S. Kurowski, scottkurowski.com/BedlamCube",),
    ),
    "burr": Figure(
        "the six-piece burr: three pairs of sticks that cross; cells in which sticks cross may stay empty",
        "cubic: ######/##..##/##..##/##..##/##..##/######//######/##..##/..++../..++../##..##/######"
        "//#....#/#.++.#/.++++./.++++./#.++.#/#....#//#....#/#.++.#/.++++./.++++./#.++.#/#....#"
        "//######/##..##/..++../..++../##..##/######//######/##..##/##..##/##..##/##..##/######",
        "burr:1 burr:52 burr:256 burr:928 burr:1024*2",
        1,
        (
            "A. N. Siegel, Starter Burr Set, puzzlehub.org/ppp, 2020 (the pieces, perhaps in a book of 1733)",
            "J. von Känel, research.ibm.com/BurrPuzzles/Burr6.html (their numbers)",
        ),
    ),
    "kanoodle-pyramid": Figure(
        "Kanoodle and Lonpos: all twelve pieces as a pyramid of balls",
        "pyramid 5",
        "kanoodle",
        306,
        ("github.com/benjamw/dlx, LonposPyramid (board and pieces)", "computed here (the number)"),
    ),
    "conway": Figure(
        "J. H. Conway's box: thirteen bricks and four small pieces",
        "5x5x5",
        "1x2x4*13 + 2x2x2 + 1x2x2 + 1x1x3*3",
        572,
        ("E. W. Weisstein, mathworld.wolfram.com/ConwayPuzzle.html (the pieces)", "computed here (the number)"),
    ),
    "diabolical": Figure(
        "the Diabolical Cube",
        "3x3x3",
        "I2 V3 O4 U square:6.13 square:7.36",
        13,
        ("Professor Hoffmann, Puzzles Old and New, 1893", f"{_PUZZLER} (polycubes)"),
    ),
    "slothouber-graatsma": Figure(
        "six bricks and three cubes (J. Slothouber, W. Graatsma)",
        "3x3x3",
        "1x2x2*6 + O1*3",
        1,
        ("E. W. Weisstein, mathworld.wolfram.com/Slothouber-GraatsmaPuzzle.html",),
    ),
    "soma": Figure(
        "Soma cube (P. Hein)",
        "3x3x3",
        "soma",
        240,
        (
            "J. H. Conway and Mike Guy, 1961, in: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your "
            "Mathematical Plays, vol. 2 (1982)",
        ),
    ),
    "tetris-cube": Figure(
        "Tetris Cube",
        "4x4x4",
        "tetris-cube",
        9839,
        ("S. Kurowski, scottkurowski.com/tetriscube", "github.com/brianc118/tetriscube (the pieces)"),
    ),
    **_shapes(
        "Soma figure",
        "cubic",
        "soma",
        _SOMACUBES,
        {
            ("bathtub", 79, 158): "...../.###./.....//...../...../.....",
            ("clip", 10, 20): "..##/.###/.##./....//..##/.###/.##./....//..##/.###/.##./....",
            ("cornerstone", 5, 10): (
                "#####/#####/#####/#####/.####//#####/#####/#####/.####/.####//#####/#####/.####/.####/.####"
                "//#####/.####/.####/..###/..###//.####/..###/...##/....#/....."
            ),
            ("crystal", 1400, 2800): ".../.../...//..#/.../...//.##/..#/...//###/.##/..#//###/###/.##",
            ("curved wall", 33, 66): ".###./..#../#...#//.###./..#../#...#//.###./..#../#...#",
            ("high wall", 23, 46): (
                ".####/..###/#..##/##..#/###..//.####/..###/#..##/##..#/###..//.####/..###/#..##/##..#/###.."
            ),
            ("long wall", 52, 104): (
                "####../###..#/##..##/#..###/..####/.#####//####../###.../##...#/#...##/...###/..####"
            ),
            ("pyramid", 7, 14): (
                "#####/#####/##.##/#####/#####//#####/##.##/#...#/##.##/#####//#...#/...../...../...../#...#"
            ),
            ("screw", 14): "##./.../.../.##/##.//#../#../..#/..#/#..//###/##./.##/.../...",
            ("skew", 122, 244): "...##/#...#/##...//...##/#...#/##...//...##/#...#/##...",
            ("sofa", 16, 32): "#####/#####/.....//#####/.###./.....//...../...../.....",
            ("steamer", 76, 152): (
                "#####/#####/##.##/#####/#####//#####/##..#/#...#/#..##/#####//##.../#..../...../....#/...##"
            ),
            ("steps", 82, 164): "##.##/##.##/##.##//#...#/#...#/#...#//...../...../.....",
            ("tunnel", 13, 26): "#...#/#.#.#/..#..//#...#/#.#.#/..#..//#...#/#.#.#/..#..",
        },
    ),
    **_shapes(
        "hexiamonds",
        "triangular",
        "hexiamonds",
        _HEXIAMONDS,
        {
            ("long hexagon", 856): (
                "##.................#/#.................../#.................../##.................#"
            ),
            ("coin", 304): (
                "##...........##/#.............#/......###....../......###....../#.............#/##...........##"
            ),
            ("hexagons", 142): (
                "##########.../#######....../####........./#............/#............/"
                "#............/#.........###/#......######/#...#########"
            ),
            ("irregular hexagon", 5885): (
                "######...#####/#####.....####/####.......###/###.........##/"
                "##...........#/#............./#............./##...........#"
            ),
            ("snowflake", 55): (
                "######...####/#.........###/#............/#............/"
                "............#/............#/###.........#/####...######"
            ),
            ("spiked hexagon", 4): (
                "############.##/###########..../######........#/#####.........#/#............../"
                "#............../#####.........#/######........#/###########..../############.##"
            ),
            ("trefoil", 640): (
                "########.....#/#######......./##............/#............#/"
                "#............#/##............/#######......./########.....#"
            ),
        },
    ),
    **_shapes(
        "tetrahexes",
        "hexagonal",
        "tetrahexes",
        _POLYHEXES,
        {
            ("bumpy triangle", 1): "###..##/##....#/##...../#....../#.....#/....###/..#####",
            ("long hexagon", 3): "###.../##..../#...../..##../.....#/....##/...###",
            ("rectangle", 23): "#####../###..../#....../......./.....##/...####/.######",
        },
    ),
    "polyhexes-crown": Figure(
        "trihexes + tetrahexes: crown",
        "hexagonal: ######.##/#####...#/##......./##..#...#/#....#.##/#..#...##/.......##/##...####/##.######",
        "trihexes + tetrahexes",
        127,
        _POLYHEXES,
    ),
    "hexiamonds-rhombus": Figure("hexiamonds: rhombus", "triangular rhombus 6", "hexiamonds", 156, _HEXIAMONDS),
    "hexiamonds-4x9": Figure("hexiamonds: parallelogram", "triangular 4x9", "hexiamonds", 74, _HEXIAMONDS),
    "hexiamonds-trapezoid": Figure("hexiamonds: trapezoid", "triangular trapezoid 4x11", "hexiamonds", 76, _HEXIAMONDS),
    "tetrahexes-4x7": Figure("tetrahexes: parallelogram", "hexagonal 4x7", "tetrahexes", 9, _POLYHEXES),
    "pentahexes-5x22": Figure("pentahexes: parallelogram", "hexagonal 5x22", "pentahexes", None, _PENTAHEXES),
    "pentahexes-10x11": Figure("pentahexes: parallelogram", "hexagonal 10x11", "pentahexes", None, _PENTAHEXES),
    "tetrominoes-loop": Figure(
        "the five tetrominoes round a loop, as they fill no rectangle",
        "ring 4x5",
        "tetrominoes",
        7,
        (f"{_PUZZLER} (tetrominoes)", "puzzlezapper.com/blog/2013/05/a-polyformists-toolkit-practical-topology"),
    ),
    "pentominoes-loop": Figure(
        "twelve pentominoes round a loop", "ring 3x20", "pentominoes", 2, (f"{_PUZZLER} (pentominoes)",)
    ),
    "pentominoes-torus": Figure("twelve pentominoes on a torus", "torus 3x20", "pentominoes", 27712, _COMPUTED),
    "pentominoes-torus-4x15": Figure("twelve pentominoes on a torus", "torus 4x15", "pentominoes", 444514, _COMPUTED),
    "pentominoes-torus-5x12": Figure("twelve pentominoes on a torus", "torus 5x12", "pentominoes", 846504, _COMPUTED),
    "pentominoes-torus-6x10": Figure("twelve pentominoes on a torus", "torus 6x10", "pentominoes", 1329411, _COMPUTED),
}
"""Other boards without labels, by name: boxes, Soma figures, balls, polyhexes, polyiamonds, loops."""
