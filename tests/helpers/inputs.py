"""Random drawings as people make them, each with its meaning. A reader must return this meaning or raise an error.

The error must have one line. A case is made with `random.Random`, so that hypothesis and `ci/long_inputs.py` can share
it. This module does not use the readers or the renderers of the package to make drawings.
"""

from __future__ import annotations

import copy
import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pentomino
from pentomino import SQUARE, Board, PentominoError, Polyform
from pentomino.board_input import drawn_in, resolve
from pentomino.formats import common, ini, picture
from pentomino.formats.json import read_puzzle, write_puzzle

Cell = tuple[int, ...]
Meaning = Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"


class MisreadError(AssertionError):
    """Raised if an input was read as something that its author did not mean."""


def check(read: Callable[[], Meaning], meant: Meaning, shown: object, may_warn: bool = True) -> str:
    """Call a reader. Return "read" for the right meaning, or "refused" for an error of one line.

    If `may_warn` is true, return "warned" for another meaning with a warning. Raise `MisreadError` in all other cases.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = read()
        except PentominoError as error:
            if "\n" in str(error) or not str(error):
                raise MisreadError(f"{error!r} for {shown!r}") from None
            return "refused"
    if found == meant:
        return "read"
    if caught and may_warn:
        return "warned"
    raise MisreadError(f"{shown!r} was read as {found!r}; meant is {meant!r}")


def near(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def grown(chance: Random, free: set[Cell], size: int, start: Cell | None = None) -> frozenset[Cell]:
    """Return a connected area of at most `size` cells of `free`, which contains `start` or a random cell."""
    cell = start or chance.choice(sorted(free))
    area, edge = {cell}, {*near(cell)} & free
    while edge and len(area) < size:
        cell = chance.choice(sorted(edge))
        area.add(cell)
        edge = (edge | {*near(cell)} & free) - area
    return frozenset(area)


def lettered(chance: Random, areas: Iterable[frozenset[Cell]], alphabet: str) -> dict[Cell, str]:
    """Give each area a letter that differs from those of all touching areas."""
    letters: dict[Cell, str] = {}
    for area in areas:
        touching = {letters.get(other) for cell in area for other in near(cell)}
        letter = chance.choice([letter for letter in alphabet if letter not in touching])
        letters |= dict.fromkeys(area, letter)
    return letters


def rows_of(marks: dict[Cell, str], blank: Callable[[], str]) -> list[str]:
    height, width = (1 + max(along) for along in zip(*marks, strict=True))
    return ["".join(marks.get((i, j)) or blank() for j in range(width)) for i in range(height)]


def separated(chance: Random, rows: list[str], separator: str) -> list[str]:
    if separator in (",", ", ") and chance.random() < 0.3:
        rows = [row.replace("_", "") for row in rows]
    return [separator.join(row) for row in rows]


def dressed(chance: Random, rows: list[str]) -> str:
    """Return rows as text, with blank lines, indents and line ends as editors, programs and mails add them."""
    indent = chance.choice(["", "", "", "  ", "    ", "\t", "\t\t", " "])
    ends = [chance.choice(["", "", " ", "   "]) for _ in rows] if chance.random() < 0.3 else [""] * len(rows)
    lines = [indent + row + end for row, end in zip(rows, ends, strict=True)]
    lines = [""] * chance.choice([0, 0, 1, 2]) + lines + [""] * chance.choice([0, 1, 1, 2])
    text = chance.choice(["\n", "\n", "\r\n", "\r"]).join(lines)
    return chance.choice(["", "", "", "\ufeff"]) + text + chance.choice(["", "", "", "\x1a"])


def outlined(marks: dict[Cell, str], region: dict[Cell, int], step: int, joints: bool) -> list[str]:
    """Return the outline of a board. `region` has the area of each cell, and `marks` the marks of free cells."""
    height, width = (1 + max(along) for along in zip(*region, strict=True))

    def wall(one: Cell, other: Cell) -> bool:
        return region.get(one) != region.get(other)

    lines = []
    for i in range(height + 1):
        line, below = "", ""
        for j in range(width + 1):
            up, down = wall((i - 1, j - 1), (i - 1, j)), wall((i, j - 1), (i, j))
            left, right = wall((i - 1, j - 1), (i, j - 1)), wall((i - 1, j), (i, j))
            joint = "+" if up or down or left or right else " "
            line += joint if joints else STRAIGHT.get((up, down, left, right), joint)
            line += ("-" if right else " ") * (step - 1)
            below += ("|" if down else " ") + marks.get((i, j), " ").center(step - 1)
        lines += [line.rstrip(), below.rstrip()]
    return lines[:-1]


STRAIGHT = {(True, True, False, False): "|", (False, False, True, True): "-"}
BOX = str.maketrans("-|+.", "─│┼·")


def moved(cells: Iterable[Cell], by: Cell) -> frozenset[Cell]:
    return frozenset((row - by[0], column - by[1]) for row, column in cells)


def meaning_of(cells: Iterable[Cell], optional: Iterable[Cell], areas: Iterable[Iterable[Cell]]) -> Meaning:
    """Return the cells of a board, its optional cells and its areas, all counted from the corner of the board."""
    cells = frozenset(cells)
    corner = tuple(map(min, zip(*cells, strict=True)))
    return moved(cells, corner), moved(optional, corner), frozenset(moved(area, corner) for area in areas)


def meaning_of_board(board: Board) -> Meaning:
    return meaning_of(board.cells, board.optional, [area for _, area in board.given])


def board_case(chance: Random) -> str:
    """Draw a board with given pieces, read it in one of several notations, and compare."""
    height, width = chance.randint(1, 6), chance.randint(1, 7)
    every = {(i, j) for i in range(height) for j in range(width)}
    blocked = {cell for cell in every if chance.random() < chance.choice([0, 0.1, 0.4])}
    cells = every - blocked
    if not cells:
        return "nothing"
    free, areas = set(cells), []
    while free and chance.random() < 0.7:
        areas.append(grown(chance, free, chance.choice([1, 2, 3, 4, 5, 5, 5, 40])))
        free -= areas[-1]
    optional = {cell for cell in free if chance.random() < chance.choice([0, 0, 0.3])}
    meant = meaning_of(cells, optional, areas)
    marks = dict.fromkeys(free, ".") | dict.fromkeys(optional, "+")
    style = chance.choice(["plain", "plain", "blanks", "separated", "zeros", "outline", "outline"])
    suffix = chance.choice([".txt", ".txt", ".try"])
    is_list = False
    if style == "zeros":
        text = dressed(chance, rows_of(dict.fromkeys(cells, "1") | dict.fromkeys(blocked, "0"), lambda: "0"))
        meant = meaning_of(cells, (), ())  # 1 is a cell here; otherwise 0 and 1 would be pieces
        suffix = ".txt"
    elif style == "outline":
        number = {cell: n for n, area in enumerate(areas, 1) for cell in area} | dict.fromkeys(free, 0)
        outside, edge = set(), {(i, j) for i in (-1, height) for j in range(-1, width + 1)}
        edge |= {(i, j) for i in range(-1, height + 1) for j in (-1, width)}
        while edge:
            outside |= edge
            edge = {other for cell in edge for other in near(cell) if other in blocked} - outside
        if blocked - outside:
            return "nothing"  # a hole in an outline looks like a piece
        if chance.random() < 0.4:  # letters in one cell or in several cells of each piece
            letters = lettered(chance, areas, LETTERS)
            for area in areas:
                marks |= {cell: letters[cell] for cell in chance.sample(sorted(area), chance.randint(1, len(area)))}
        if chance.random() < 0.3 and not optional:  # * in one cell of each free area
            marks = {cell: mark for cell, mark in marks.items() if cell not in free}
            marks |= {chance.choice(sorted(region)): "*" for region in SQUARE.regions(free)}
        corner = tuple(map(min, zip(*cells, strict=True)))
        marks, number = ({(i - corner[0], j - corner[1]): m for (i, j), m in some.items()} for some in (marks, number))
        narrow = chance.random() < 0.5
        rows = outlined(marks, number, 2 if narrow else 4, narrow or chance.random() < 0.5)
        if not narrow and chance.random() < 0.3:
            rows = [row.translate(BOX) for row in rows]
        if chance.random() < 0.1:  # a typing error
            row = chance.randrange(len(rows))
            at = chance.randrange(len(rows[row]) + 1)
            rows[row] = rows[row][:at] + chance.choice([" ", "|", "-", "+", ""]) + rows[row][at + 1 :]
            return check(lambda: bool(resolve("\n".join(rows))), True, rows)  # a board, or an error of one line
        text = dressed(chance, rows)
    else:
        alphabet = LETTERS if suffix == ".try" else chance.choice([LETTERS, LETTERS[:26], LETTERS + DIGITS, DIGITS])
        if suffix == ".try" and chance.random() < 0.5:
            marks = {cell: "0" if mark == "." else mark for cell, mark in marks.items()}
        try:
            marks |= lettered(chance, areas, alphabet)
        except IndexError:  # more touching areas than digits
            return "nothing"
        blank = (lambda: chance.choice("# ")) if style == "blanks" else lambda: "#"
        rows = rows_of({**marks, **{(height - 1, width - 1): marks.get((height - 1, width - 1), "#")}}, blank)
        if style == "separated":
            if chance.random() < 0.3:
                rows = [row.replace("#", " ") for row in rows]
            rows = separated(chance, rows, chance.choice([" ", " ", ",", ", ", "\t"]))
        is_list = chance.random() < 0.2
        text = dressed(chance, rows)
    way = "file" if suffix == ".try" else chance.choice(["parse", "resolve", "file", "given"])
    may_warn = style == "blanks"
    if is_list and suffix == ".txt":
        width = max(map(len, rows))
        rows = [row.ljust(width) for row in rows]
        return check(lambda: meaning_of_board(chance.choice([Board, Board.parse])(rows)), meant, rows, may_warn)
    if way == "given":
        pieces = {Polyform(area): (0, None) for area in areas} or "O1*"

        def attempted() -> Meaning:
            found = picture.read_attempt(common.File("drawn.txt", text.encode()), pieces, reflections=False)
            return meaning_of(found.board.cells, found.board.optional, [one.cells for one in found.placed])

        return check(attempted, meant, text, may_warn)
    if way == "resolve" and "\n" not in text.strip():
        return "nothing"  # a row on its own may be the name of a board
    ways: dict[str, Callable[[], Board]] = {
        "file": lambda: drawn_in(text.encode(), f"drawn{suffix}")[0].board,
        "parse": lambda: Board.parse(text),
        "resolve": lambda: resolve(text).board,
    }
    return check(lambda: meaning_of_board(ways[way]()), meant, text, may_warn)


def boards_case(chance: Random) -> str:
    """Draw two boards in one file."""
    drawn, meant = [], []
    for _ in range(2):
        height, width = chance.randint(1, 4), chance.randint(2, 5)
        cells = {(i, j): chance.choice("...#+") for i in range(height) for j in range(width)}
        cells[0, 0] = "."
        rows = rows_of(cells, lambda: "#")
        rows = separated(chance, rows, " ") if chance.random() < 0.3 else rows
        drawn.append("\n".join(rows))
        free = [cell for cell, mark in cells.items() if mark != "#"]
        meant.append(meaning_of(free, [cell for cell, mark in cells.items() if mark == "+"], ()))
    text = dressed(chance, chance.choice(["\n\n", "\n\n\n", "\n \n"]).join(drawn).split("\n"))
    several = chance.random() < 0.7

    def read() -> Meaning:
        return [meaning_of_board(one.board) for one in drawn_in(text.encode(), "two.txt", several)]

    return check(read, meant, text, may_warn=False)


def solution_case(chance: Random) -> str:
    """Draw a board that pieces cover, and read it as a solution."""
    height, width = chance.randint(1, 5), chance.randint(1, 6)
    free = {(i, j) for i in range(height) for j in range(width) if chance.random() < 0.9} or {(0, 0)}
    areas = []
    while free:
        areas.append(grown(chance, free, chance.choice([2, 3, 4, 5])))
        free -= areas[-1]
    marks = lettered(chance, areas, chance.choice([LETTERS, LETTERS + DIGITS]))
    rows = rows_of({**marks, (height - 1, width - 1): marks.get((height - 1, width - 1), "#")}, lambda: "#")
    if chance.random() < 0.4:
        rows = separated(chance, rows, chance.choice([" ", ",", "\t"]))
    text = dressed(chance, rows)

    def read() -> Meaning:
        (solution,) = picture.read_solutions(text.encode())
        covered = [one.cells for one in solution.placements]
        return meaning_of([cell for cells in covered for cell in cells], (), covered)

    return check(read, meaning_of(marks, (), areas), text)


TITLES = """Solution 1|Solution 1:|Solution #1|solution|Board|3x5|Found in 12 s|No. 7|Result:|PUV|= 1 =|1.|1)|Pieces
Hello|12 pieces|Tiling|8/4 [5]|Answer 3|done|2339 solutions|Pentominoes|------|======|* * *|  Solution|   PUV|  3x5 """
WORDS = TITLES.replace("\n", "|").split("|")


def tiling(chance: Random) -> tuple[dict[Cell, str], list[frozenset[Cell]], int]:
    """Return the letters and the pieces of a solution, and how many holes it has. Each piece has at least three cells.

    Holes are smaller than pieces, because several holes of one size could also be copies of a piece.
    """
    while True:
        height, width = chance.randint(3, 8), chance.randint(4, 9)
        free, areas = {(i, j) for i in range(height) for j in range(width)}, list[frozenset[Cell]]()
        for _ in range(chance.choice([0, 0, 0, 1, 2, 3])):
            free -= grown(chance, free - {(0, 0), (height - 1, width - 1)}, chance.choice([1, 1, 2]))
        holes = regions({(i, j) for i in range(height) for j in range(width)} - free)
        if max(map(len, holes), default=0) > 2:
            continue
        while free and (not areas or len(areas[-1]) > 2):
            areas.append(grown(chance, free, chance.choice([4, 5, 5, 5, 6]), min(free)))
            free -= areas[-1]
        letters = chance.choice([LETTERS, LETTERS[:26], LETTERS[:23], LETTERS[:26], DIGITS])
        if len(areas) <= len(letters) and len(areas[-1]) > 2:
            names = chance.sample(letters, len(areas))
            return {cell: name for name, area in zip(names, areas, strict=True) for cell in area}, areas, len(holes)


def regions(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    left, found = set(cells), []
    while left:
        part, todo = set[Cell](), {min(left)}
        while todo:
            part |= todo
            todo = {other for cell in todo for other in near(cell)} & left - part
        left -= part
        found.append(frozenset(part))
    return found


def drawn_rows(chance: Random, marks: dict[Cell, str], style: str, blank: str) -> list[str]:
    """Draw a solution in letters, perhaps with separators, in numbers, or in tokens of two letters."""
    height, width = (1 + max(along) for along in zip(*marks, strict=True))
    names = chance.sample(sorted({*marks.values()}), len({*marks.values()}))
    if style == "numbers":
        marks = marks | {cell: str(names.index(mark) + len(names) % 3) for cell, mark in marks.items()}
    if style == "tokens":
        marks = {cell: mark + mark.swapcase() for cell, mark in marks.items()}
    rows = [[marks.get((i, j), blank) for j in range(width)] for i in range(height)]
    if style == "letters":
        end = chance.choice([" ", " ", " ", " #"])
        return ["".join(row).rstrip(end) for row in rows]
    wide = max(map(len, marks.values()))
    step = wide + chance.choice([0, 1, 1, 2] if style == "numbers" else [1, 1, 2])
    to_right, to_left = (lambda mark: mark.rjust(step)), (lambda mark: mark.ljust(max(step, wide + 1)))
    align, sign = chance.choice([(to_right, ""), (to_right, ""), (to_left, ""), (str, " "), (str, ","), (str, "\t")])
    return [sign.join(map(align, row)).rstrip() for row in rows]


def decorated_case(chance: Random) -> str:
    """Draw solutions as programs and people do, with titles, numbers, fillers, borders or in a list, and read them.

    Some drawings are ambiguous: a title of one letter can be a piece, and so can a single filled hole.
    """
    marks, areas, holes = tiling(chance)
    style = chance.choice(["letters", "letters", "letters", "numbers", "numbers", "tokens"])
    blank = chance.choice("##  Xx0O_o")
    if blank.isalnum() and (holes < 2 or blank in marks.values() or style != "letters"):
        return "nothing"
    lines = drawn_rows(chance, marks, style, blank)
    meant, width = [meaning_of(marks, (), areas)], max(map(len, lines))
    kind = chance.choice(["none", "words", "words", "rows", "columns", "all", "border", "list", "list", "stack"])
    if kind in ("words", "all"):
        gap = [""] * chance.choice([0, 0, 0, 1])
        title = [chance.choice([*WORDS, "# 1", "##", "#1", "1"]), *gap] * chance.choice([0, 1, 1])
        lines = (
            title
            + lines
            + [*gap, chance.choice([*WORDS, *["xxx"] * (width > 4)])] * (not title or chance.random() < 0.3)
        )
    if kind in ("rows", "all"):
        first, gap = chance.choice([0, 1]), chance.choice(["", " ", ": ", "|", "  "])
        names = [str(n + first) for n in range(len(lines))]
        names = chance.choice([names, [name.rjust(2) for name in names], [*LETTERS[26:]], [*LETTERS]])
        if any(name[-1:] == line.strip()[:1] for name, line in zip(names, lines, strict=False)):
            return "nothing"  # the name of a row can be a cell of the piece beside it
        lines = [name + gap + line for name, line in zip(names, lines, strict=False)]
    if kind in ("columns", "all"):
        names = chance.choice([DIGITS, "1234567890", LETTERS[26:], LETTERS])
        indent = " " * chance.choice([0, 0, 1, 2])
        wide = 1 + max(column for _, column in marks)
        lines = [indent + chance.choice(["", " ", "  "]).join(names[:wide]), *lines]
    if kind == "border" and style == "letters":
        sides = chance.choice(["ring", "left", "top", "box"])
        side = chance.choice([mark for mark in "xX0#*" if mark not in marks.values()])
        across = "+" + "-" * width + "+" if sides == "box" else side * (width + 2 * (sides == "ring"))
        if sides != "top":
            side = "|" if sides == "box" else side
            lines = [side + line.ljust(width, blank) + side for line in lines]
        lines = [across, *lines, across] if sides != "left" else lines
    if kind == "list":
        head = chance.choice(["{}", "{}", "{}:", "{})", "#{}", "Solution {}", "Solution {}:", "solution #{}", "No. {}"])
        gap = [""] * chance.choice([0, 0, 1])
        meant *= chance.choice([1, 2, 2, 3])
        lines = [line for n in range(len(meant)) for line in [head.format(n + 1), *gap, *lines, *gap]]
    if kind == "stack":
        between = chance.choice([[""], ["", ""], [], ["-----"], ["xxxxx"], ["X" * width], ["====="], ["ooo"]])
        if not between and any(one == other for one, other in zip(lines[-1], lines[0], strict=False)):
            return "nothing"  # a piece of each solution can be one
        lines, meant = [*lines, *between, *lines], meant * 2
    text = "\n".join(lines) + "\n"
    puzzle = None
    if chance.random() < 0.3:
        puzzle = pentomino.Puzzle(Board([*marks]), [Polyform(area) for area in areas])

    def read() -> Meaning:
        solutions = picture.read_solutions(text.encode(), puzzle)
        found = [[one.cells for one in solution.placements] for solution in solutions]
        return [meaning_of([cell for cells in covered for cell in cells], (), covered) for covered in found]

    return check(read, meant, text, may_warn=False)


def piece_rows(chance: Random, cells: frozenset[Cell], in_file: bool) -> list[str]:
    """Draw a piece with one of the pairs of marks that people use."""
    alphabets = ["#.", "10", "# ", "1 ", "1.", "#0"] if in_file else ["#.", "10", "# ", "X.", "a ", "1."]
    mark, other = chance.choice(alphabets)
    rows = rows_of(dict.fromkeys(cells, mark), lambda: other)
    if chance.random() < 0.2 and other != " ":
        rows = [row.rstrip(other) if chance.random() < 0.5 else row for row in rows]
    if chance.random() < 0.3:
        rows = separated(chance, rows, chance.choice([" ", " ", ",", ", ", "\t"]))
    return rows


def piece_case(chance: Random) -> str:
    """Draw a piece, and read it in one of several notations."""
    every = {(i, j) for i in range(5) for j in range(5)}
    cells = grown(chance, every, chance.randint(1, 8))
    cells = moved(cells, tuple(map(min, zip(*cells, strict=True))))
    meant = tuple(sorted(cells))
    rows = piece_rows(chance, cells, False)
    if chance.random() < 0.3:
        width = max(map(len, rows))
        rows = [row.ljust(width, chance.choice(" .") if "." in "".join(rows) else " ") for row in rows]
        return check(lambda: chance.choice([Polyform, Polyform.parse])(rows).cells, meant, rows, may_warn=False)
    text = dressed(chance, rows)
    return check(lambda: Polyform.parse(text).cells, meant, text, may_warn=False)


COMMENTS = ["my pieces", "(c) 1995", "Each piece has a name.", "; -----", "* Kreuz", "x = 5", "piece", "Total 12"]


def piece_file_case(chance: Random) -> str:
    """Write a piece file, sometimes with a mistake."""
    every = {(i, j) for i in range(4) for j in range(4)}
    lines, meant = [], Counter[tuple[str, tuple[Cell, ...]]]()
    lines += [chance.choice([*COMMENTS, ""]) for _ in range(chance.choice([0, 0, 1, 3]))]
    for n in range(chance.randint(1, 4)):
        cells = grown(chance, every, chance.randint(1, 6))
        cells = moved(cells, tuple(map(min, zip(*cells, strict=True))))
        copies = chance.choice([1, 1, 1, 2, 3])
        name = chance.choice(["red", "Hook", "T", "Piece no. 7", f"p{n}"])
        meant[name, tuple(sorted(cells))] += copies
        lines.append(f"PIECE {name}" + (f"*{copies}" if copies > 1 or chance.random() < 0.1 else ""))
        lines += [""] * chance.choice([0, 0, 0, 1])
        indent = chance.choice(["", "", "", " ", "    ", "\t"])
        lines += [indent + row for row in piece_rows(chance, cells, True)]
        lines += chance.choice([[], [""], [""], ["", chance.choice(COMMENTS), ""], ["", chance.choice(COMMENTS)]])
    if chance.random() < 0.3:  # a comment or a blank line in a random place
        lines.insert(chance.randrange(len(lines) + 1), chance.choice([*COMMENTS, "", "# a comment", "1 note", "0"]))
        if lines.count("0"):
            return "nothing"  # may be a row
    text = chance.choice(["", "\ufeff"]) + chance.choice(["\n", "\n", "\r\n", "\r"]).join(lines) + "\n"

    def read() -> Meaning:
        found = ini.read_pieces(text.encode())
        return Counter({(piece.name, piece.cells): number for piece, number in found.items()})

    return check(read, meant, text, may_warn=False)


def drawings_case(chance: Random) -> str:
    """Draw pieces one after another in a notation without lines `PIECE`, often with a line that is not a row."""
    every = {(i, j) for i in range(4) for j in range(4)}
    pieces = [grown(chance, every, chance.randint(1, 6)) for _ in range(chance.randint(1, 4))]
    pieces = [moved(cells, tuple(map(min, zip(*cells, strict=True)))) for cells in pieces]
    marks = chance.choice([LETTERS, "X" * 9, "#" * 9, "*" * 9, "1" * 9, "█■▦▧🟦"])
    names = chance.random() < 0.3
    blank = chance.choice(". ")
    lines: list[str] = []
    for number, cells in enumerate(pieces):
        lines += [chance.choice(["P", "Hook", "no. 3", "[II]", "T:"])] * names
        lines += rows_of(dict.fromkeys(cells, marks[number]), lambda: blank)
        lines += [""] * (marks != LETTERS or chance.random() < 0.5)
    if chance.random() < 0.4:
        odd = ["", "5", "3 3", "12", "----", "====", "I", "AAB", "ABC", "# a", "Found: 7", "0."]
        added = chance.choice([*COMMENTS, *odd])
        lines.insert(chance.randrange(len(lines) + 1), added)
        if added == "" or (added == "I" and marks[0].isalpha()):
            return "nothing"  # may be a piece, or end one
    text = "\n".join(lines)
    shapes = Counter(tuple(sorted(cells)) for cells in pieces)

    def read() -> Meaning:
        return Counter(piece.cells for piece in Counter(ini.read_pieces(text)).elements())

    return check(read, shapes, text, may_warn=False)


def matrix_case(chance: Random) -> str:
    """Give a board or a piece as a matrix of zeros and ones, or as a list of cells."""
    height, width = chance.randint(1, 4), chance.choice([2, 2, 2, 3, 4])
    matrix: Any = [[chance.randint(0, 1) for _ in range(width)] for _ in range(height)]
    ones = [(i, j) for i, row in enumerate(matrix) for j, bit in enumerate(row) if bit]
    if not ones:
        return "nothing"
    meant = frozenset(ones)
    if chance.random() < 0.3:
        matrix = {(i, j): bit for i, row in enumerate(matrix) for j, bit in enumerate(row)}
    elif chance.random() < 0.3:
        matrix = [list(map(bool, row)) for row in matrix]
    elif chance.random() < 0.3:
        numpy = __import__("numpy")
        matrix = numpy.array(matrix, chance.choice([int, "uint8", bool]))
    elif chance.random() < 0.3:
        matrix = ["".join(map(str, row)) for row in matrix]
    if chance.random() < 0.5:
        return check(lambda: Board(matrix).cells, meant, matrix, may_warn=False)
    corner = tuple(map(min, zip(*ones, strict=True)))
    return check(lambda: frozenset(Polyform(matrix).cells), moved(meant, corner), matrix, may_warn=False)


DEFAULTS = {"reflections": True, "placed": [], "restrict": [], "copies": 1, "name": "", "optional": []}
PUZZLES = [
    pentomino.Puzzle("3x5", "PUV"),
    pentomino.Puzzle("2x3", "I2* V3?", placed="aa.", restrict={"V3": [0]}),
    pentomino.Puzzle(Board([(1, 1), (1, 2), (1, 3)], optional=[(2, 2)]), "I3 O1*"),
    pentomino.Puzzle(".##\n...\n##.", "Z", reflections=False),
    pentomino.Puzzle("2x2x2", "2x2x1*2"),
]


def document_case(chance: Random) -> str:
    """Rename or remove a member of a document."""
    puzzle = chance.choice(PUZZLES)
    whole = json.loads(write_puzzle(puzzle))
    meant, changed = copy.deepcopy(whole), copy.deepcopy(whole)
    paths = [(path, key) for path, some in objects(whole) for key in some]
    path, key = chance.choice(paths)
    entry, good = at(changed, path), at(meant, path)
    if chance.random() < 0.4:
        del entry[key]
        if key in DEFAULTS:
            good[key] = DEFAULTS[key]
            try:
                puzzle = read_puzzle(json.dumps(meant))
            except PentominoError:
                puzzle = None  # the default makes no sense here: expect an error
        return check(lambda: read_puzzle(json.dumps(changed)), puzzle, changed, may_warn=False)
    i = chance.randrange(len(key))
    slips = [key[:i] + key[i + 1 :], key + "s", key.rstrip("s"), key.title(), f"_{key}", key[::-1], "note"]
    renamed = chance.choice(slips)
    if renamed in entry or not renamed:
        return "nothing"
    entry[renamed] = entry.pop(key)
    return check(lambda: read_puzzle(json.dumps(changed)), puzzle, changed)


def objects(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    found = [(path, value)] if isinstance(value, dict) else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*found, *(one for key, item in inner for one in objects(item, (*path, key)))]


def at(value: Any, path: Iterable[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


CASES: dict[str, Callable[[Random], str]] = {
    "board": board_case,
    "two boards": boards_case,
    "solution": solution_case,
    "decorated": decorated_case,
    "piece": piece_case,
    "piece file": piece_file_case,
    "drawings": drawings_case,
    "matrix": matrix_case,
    "document": document_case,
}
