"""Read pictures: convert text to cells with marks (characters). Errors contain line and column.

A picture consists of lines, with one character for each cell. The reader ignores a byte order mark, blank lines before
and after the picture, blanks at line ends, and the indentation that all lines share. On squares, single blanks, tabs or
commas may separate the cells, and so may several blanks if some cells are numbers of several digits. On squares, a
picture may also be an outline.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import pairwise
from os.path import commonprefix
from typing import NamedTuple

from .errors import PictureError, PuzzleError
from .lattices.board_words import lattices
from .lattices.lattice import SQUARE, Cell, Cells, Lattice, as_cells

MAY_BE_EMPTY = "+"
"""The mark of a free cell that may stay empty."""

COLOURS = "COLOURS"
"""The line after the picture of a board. The picture of its colours follows."""

MAX_CHARACTERS = 1 << 20
"""The maximum number of characters of one picture. An outline has about nine characters for each cell."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BLANKS = " \t\x1a"
_SEPARATORS = {",": "commas", "\t": "tabs", " ": "blanks"}
_BOX = dict.fromkeys(range(0x2500, 0x2580), "+") | str.maketrans("─━═│┃║·", "---|||.")
"""Map box-drawing characters to the characters of an ASCII outline."""

_Mark = tuple[Cell, str, int, int]
"""A cell, its character, and the line and the column of the character, counted from 1."""


class Picture(NamedTuple):
    """The cells of a picture, in reading order. `marks` holds their marks (characters).

    `places` holds the line and the column of each cell, from 1. `note` is a hint for later error messages.
    """

    marks: dict[Cell, str]
    places: dict[Cell, tuple[int, int]]
    note: str

    def by_mark(self) -> dict[str, list[Cell]]:
        """Return a mapping from each mark to its cells."""
        cells_of: dict[str, list[Cell]] = {mark: [] for mark in sorted({*self.marks.values()})}
        for cell, mark in self.marks.items():
            cells_of[mark].append(cell)
        return cells_of


def is_label(mark: str) -> bool:
    """Return whether the character *mark* may label a piece in a picture: A-Z, a-z or a digit."""
    return len(mark) == 1 and mark.isascii() and mark.isalnum()


def is_piece(mark: str) -> bool:
    """Return whether *mark* may label a piece in a picture where numbers of several digits are labels."""
    return mark.isascii() and (mark.isdigit() or is_label(mark))


def show(mark: str) -> str:
    """Return a character for an error message: quoted if it is visible, otherwise as its code point."""
    return repr(mark) if mark.isprintable() and mark != " " else f"U+{ord(mark):04X}"


def check_texts(texts: Iterable[str], what: str) -> None:
    """Raise `PuzzleError` if one of `texts` has control characters, which terminals obey. `what` names the text."""
    if strange := next((text for text in texts if not text.isprintable()), ""):
        raise PuzzleError(f"{what} must be one line of printable characters, got {strange[:40]!r}")


def named_lattice(line: str) -> Lattice | None:
    """Return the lattice whose name is the only word in `line`. Return None for any other line."""
    if not line.strip().isalpha():  # checked first, as it is quick: on squares, no line is a word
        return None
    return lattices().get(line.strip())


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield pairs (number from 1, text without its end), one for each line. No-break spaces become blanks."""
    for number, line in enumerate(StringIO(text.removeprefix("\ufeff").replace("\xa0", " "), newline=None), 1):
        yield number, line.removesuffix("\n")


def decoded(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark, and remove the mark. Raise `PictureError` for other data."""
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # Windows PowerShell 5 writes this
    try:
        return data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"invalid UTF-{16 if is_utf_16 else 8}: save the text as UTF-8"
        raise PictureError(message, data.count(b"\n", 0, error.start) + 1) from None


def pictures(text: str, height: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Yield each picture in `text` as a pair: the number of its first line, from 1, and its rows.

    Blank lines separate pictures. An outline of `height` lines may contain blank lines. A picture that begins with the
    name of a lattice ends before the next name of a lattice.
    """
    rows: list[str] = []
    start = gap = 0
    for number, line in numbered(text):
        row = line.rstrip(_BLANKS)
        if not row:
            gap += 1
            continue
        if gap and rows:
            is_layer = named_lattice(rows[0]) and not named_lattice(row)
            is_more = is_layer or COLOURS in (row.strip(), rows[-1].strip())
            if row.strip() != COLOURS and row.strip().casefold() in ("colors", "colours"):
                raise PictureError(f"the line before a picture of colours must be {COLOURS}, got {row.strip()}", number)
            if is_more or (begins_outline(rows[0]) and len(rows) + gap < height):
                rows += [""] * gap
            else:
                yield start, rows
                rows = []
        if not rows:
            start = number
        gap = 0
        rows.append(row)
    if rows:
        yield start, rows


def separate_pictures(text: str, several: bool = False) -> list[tuple[int, list[str]]]:
    """Return each picture in `text` as a pair: the number of its first line, from 1, and its rows.

    Raise `PictureError` for more than one picture unless `several` is true. Also raise it for several pictures of one
    row each, because these may be the rows of one picture.
    """
    parts = [*pictures(text)] or [(1, [""])]
    if (number := len(parts)) > 1 and not any(rows[1:] for _, rows in parts):
        ways = f"this could be one picture of {number} rows, or {number} pictures of one row"
        raise PictureError(f"there are blank lines between all rows: {ways}; remove them, or read each row separately")
    if number > 1 and not several:
        begin = f"{number} pictures, which begin in lines {parts[0][0]} and {parts[1][0]}"
        ways = "keep only one, or draw '#' for blocked cells; for layers of balls, begin with a line 'balls'"
        raise PictureError(f"blank lines separate {begin}: {ways}")
    return parts


def read_cells(
    text: str | Sequence[str], accepts: Callable[[str], bool], wanted: str, lattice: Lattice = SQUARE
) -> Picture:
    """Read a picture: a string, or a list of rows of equal length.

    Raise `PictureError` for a character for which *accepts* returns false, for a picture without marks, and for an
    ambiguous picture. Messages end with *wanted*, a description of what is expected. If letters are accepted, the
    picture may be an outline, in which each area without marks gets a letter.

    - Squares: the first line of the picture is row 0, and its leftmost mark is in column 0.
    - Cubes: the layers are separated by blank lines, or by blanks if they are side by side.
    - Other lattices: `lattice.look` maps each line and column to a cell. A picture begins in line 0, or in line 1 if it
      does not fit in line 0. On a lattice that does not draw blocked cells, the first mark is cell (0, 0).
    """
    line = 1
    if isinstance(text, (list, tuple)):
        for number, row in enumerate(text, 1):
            is_text = isinstance(row, str) and row.splitlines() in ([], [row])
            if not is_text or len(row) != len(text[0]):
                length = f"have {len(text[0])} marks, like row 1, got {len(row)}" if is_text else ""
                wanted = length or f"be a string of one line, got {row!r}"
                raise PictureError(f"row {number} of the picture must {wanted}")
        rows = [row.rstrip(_BLANKS) for row in text] or [""]  # in a list, a blank row counts as a row
    elif not isinstance(text, str):
        raise PictureError(f"a picture must be a string, got {text!r}")
    elif lattice.dimension > 2 or not (lattice.look.is_filled and lattice.look.cell(0, 0)):  # blank lines are possible
        rows = [row.rstrip(_BLANKS) for _, row in numbered(text)]
    else:
        ((line, rows),) = separate_pictures(text)
    if (size := sum(map(len, rows))) > MAX_CHARACTERS:
        raise PictureError(f"a picture must have at most {MAX_CHARACTERS} characters, got {size}")
    if lattice == SQUARE:
        return read_squares(rows, line, accepts, wanted)
    if lattice.dimension > 2:
        return _checked(_layers(rows, line), accepts, wanted)
    drawn = _checked(_fields(rows, line), accepts, wanted)
    cell_at, (top, left) = lattice.look.cell, min(drawn.marks)
    if lattice.look.is_filled:
        left = min(column for _, column in drawn.marks)
    # A blank first line may have been dropped, as above the left quarter of a square whose upper quarter is missing.
    fits = (n for n in (0, 1) if all(cell_at(row - top + n, column - left) for row, column in drawn.marks))
    down = next(fits, 0) - top
    marks, places = {}, {}
    for (row, column), mark in drawn.marks.items():
        cell, place = cell_at(row + down, column - left), drawn.places[row, column]
        if cell is None:
            raise PictureError(lattice.look.astray, place[0])
        marks[cell], places[cell] = mark, place
    return Picture(marks, places, "")


def read_colours(colours: object, lattice: Lattice) -> dict[Cell, str]:
    """Return the colours of cells from a mapping or a picture. In a picture, `.#+` mean no colour."""
    if isinstance(colours, str):
        wanted = "a colour must be one character"
        marks = read_cells(colours, lambda mark: len(mark) == 1 and mark.isprintable(), wanted, lattice.flat)
        return {cell: mark for cell, mark in marks.marks.items() if mark not in ".#+"}
    if not isinstance(colours, Mapping) or not all(isinstance(text, str) for text in colours.values()):
        raise PuzzleError(f"colours must be a picture or a mapping of cells to strings, got {colours!r}")
    as_cells(colours.keys(), "colours", lattice)  # only to raise errors
    check_texts(colours.values(), "a colour")
    return {tuple(cell): text for cell, text in colours.items() if text}


def picture_start(cells: Cells, lattice: Lattice) -> Cell:
    """Return the cell of a board that `read_cells` would read as (0, 0) from a picture of the board."""
    return lattice.corner(cells) if lattice.look.is_filled or not cells else min(cells)


def read_squares(rows: list[str], line: int, accepts: Callable[[str], bool], wanted: str) -> Picture:
    """Read the rows of one picture on squares. `line` is the number of its first line in a file.

    `accepts` and `wanted` are the same as for `read_cells`.
    """
    if is_outline := begins_outline(rows[0]) and accepts("A"):
        rows = [row.translate(_BOX) for row in rows] if "-" not in "".join(rows) else rows
    found = _outline(rows, line) if is_outline else _fields(rows, line, wanted, accepts("10"))
    drawn = _checked(found, accepts, wanted)
    if rows[1:]:  # a single row is more likely to be words
        _check_blocks(drawn)
    lengths = Counter([row for row, _ in drawn.marks])
    usual, times = Counter(lengths.values()).most_common(1)[0]
    note = "; in an outline, a hole looks like a piece: draw it with '#' in a picture of letters" if is_outline else ""
    if not is_outline and times < len(lengths) <= 2 * times:
        row = next(row for row, length in lengths.items() if length != usual)
        others = "but the others have" if times == len(lengths) - 1 else "but most rows have"
        note = f"; row {row + 1} has {lengths[row]} marks, {others} {usual}"
    return drawn._replace(note=note)


def _check_blocks(drawn: Picture) -> None:
    """Raise `PictureError` if blank columns divide a picture into blocks that may be layers of a solid."""
    columns = sorted({column for _, column in drawn.marks})
    starts = [0, *(n for n, (before, after) in enumerate(pairwise(columns), 1) if after - before > 1), len(columns)]
    blocks = [{*columns[first:end]} for first, end in pairwise(starts)]
    sizes = {(len(block), sum(column in block for _, column in drawn.marks)) for block in blocks}
    is_pyramid = len(blocks) > 2 and {len(after) - len(before) for before, after in pairwise(blocks)} == {-1}
    if len(blocks) > 1 and (len(sizes) == 1 or is_pyramid):
        solid, word = ("a pyramid", "balls") if is_pyramid else ("a solid", "cubic")
        ways = f"draw '#' in between; for {len(blocks)} layers of {solid}, draw letters after a line '{word}'"
        raise PictureError(f"blank columns split the picture: {ways}")


def _checked(drawn: Iterable[_Mark], accepts: Callable[[str], bool], wanted: str) -> Picture:
    """Return the picture with the marks `drawn`. `accepts` and `wanted` are the same as for `read_cells`."""
    marks, places = {}, {}
    for cell, mark, line, column in drawn:
        if not accepts(mark):
            raise PictureError(f"unexpected character {show(mark)}; {wanted}", line, column)
        marks[cell], places[cell] = mark, (line, column)
    if not marks:
        raise PictureError(f"the picture is empty; {wanted}")
    return Picture(marks, places, "")


def _dedented(rows: list[str], line: int) -> tuple[int, list[str]]:
    """Remove the indentation that all rows share. Return its length and the rows.

    Raise `PictureError` for a comment such as `# layer 0`. Its letters would be read as placed pieces.
    """
    for number, row in enumerate(rows, line):
        if re.search(r"(?:^|\s)#\s[\w\s]*?([a-z])(?!\1)([a-z])(?!\1|\2)[a-z]", row, re.ASCII | re.IGNORECASE):
            message = "this could be a comment or a row of cells: remove the comment, or the blanks between cells"
            raise PictureError(message, number)
    shared = commonprefix([*filter(None, rows)])  # noqa: RUF071 - these are no paths
    indent = len(shared) - len(shared.lstrip(" \t"))
    return indent, [row[indent:] for row in rows]


def _fields(rows: list[str], line: int, wanted: str | None = None, has_numbers: bool = False) -> Iterator[_Mark]:
    """Yield the marks of a picture. A cell is one character or, if `has_numbers` is true, perhaps a number.

    If `wanted` is given, separators between cells are accepted. Error messages contain `wanted` (see `read_cells`).
    """
    indent, rows = _dedented(rows, line)
    is_numbers = has_numbers and _are_numbers(rows, line)
    separator = " " if is_numbers else "" if wanted is None else _separator(rows, wanted)
    for down, row in enumerate(rows):
        place = indent + 1
        plain = row.split(separator) if separator.strip(" ") else row[:: len(separator) + 1]
        for column, field in enumerate(re.findall(r"(?:^|\s)(\s*\S+)", row) if is_numbers else plain):
            mark = field.strip()
            if len(mark) > 1 and not (has_numbers and is_piece(mark)):
                message = f"{_SEPARATORS[separator]} separate other cells, but {mark!r} is more than one cell"
                raise PictureError(message, line + down, place)
            if mark:
                yield (down, column), mark, line + down, place + field.index(mark)
            place += len(field) + len(separator)
    if separator:
        warnings.warn(f"{_SEPARATORS[separator]} between the cells of a picture are read as separators", stacklevel=2)


def _are_numbers(rows: list[str], line: int) -> bool:
    """Return whether the cells of a picture are numbers of one or several digits, with blanks in between.

    At least one number must have a single digit, because `11 22` can be four cells with a hole. A number greater than
    the number of cells is treated as a row of digits. Raise `PictureError` if rows have different lengths.
    """
    fields = [row.split() for row in rows]
    marks, most = [mark for field in fields for mark in field], max(map(len, fields))
    is_cell = all(len(mark) == 1 or (len(mark) < 7 and is_piece(mark) and int(mark) <= len(marks)) for mark in marks)
    if not is_cell or most < 2 or not {1} < {*map(len, marks)}:
        return False
    if (short := min(map(len, fields))) < most:
        message = f"rows of numbers must be equally long, got {short} here and {most} in other rows"
        raise PictureError(f"{message}; draw '#' for cells left out", line + [*map(len, fields)].index(short))
    return True


def _separator(rows: list[str], wanted: str) -> str:
    """Return the separator between cells, which may be "". Raise `PictureError` if it is ambiguous."""
    if separator := next((mark for mark in ",\t" if mark in "".join(rows)), ""):
        if all(re.fullmatch(r"\s*\d+\s*,\s*\d+", row) for row in rows):
            ways = "coordinates, or a picture with commas between its cells"
            raise PictureError(f"rows of two numbers could be {ways}: remove the commas, or write tuples in Python")
        if separator == "\t" and not any("\t" in row.strip() for row in rows):
            raise PictureError("all rows must be indented by the same characters, got tabs and blanks")
        return separator
    width = max(map(len, rows))
    spaced = [row for row in rows if len(row) > 2 and " " not in row[::2] and not row[1::2].strip(" ")]
    plain = max([len(row) for row in rows if row not in spaced], default=0)
    is_regular = not any(row[1::2].strip(" ") for row in rows)
    has_pairs = any(mark != " " != after for row in rows for mark, after in pairwise(row))
    where, height, cells = "all cells", len(rows), -(-width // 2)
    if odd := next((row for row in spaced if len(row) // 2 + 1 == plain), ""):
        where, height, width, cells = f"all cells of row {rows.index(odd) + 1}", 1, len(odd), plain
    elif has_pairs or width < 3 or not (is_regular or any(" " in row.strip() for row in rows)):
        return ""
    elif is_regular and width >= 5:
        return " "
    meaning = "a picture on another lattice, whose name goes on the line before"
    meaning = f"{height}x{cells} cells with separators" if is_regular or odd else meaning
    raise PictureError(
        f"there are blanks between {where}: this could be {meaning}, or {height}x{width} cells with blanks for "
        f"those left out; remove the separators, or draw all cells; {wanted}"
    )


def _layers(rows: list[str], line: int) -> Iterator[_Mark]:
    indent, rows = _dedented(rows, line)
    layers, above, row = 0, 0, -1  # numbers of layers begun and of layers above this line; row within a layer
    first: list[re.Match[str]] = []  # the first rows of layers side by side
    for down, text in enumerate(rows):
        parts = list(re.finditer(r"\S+", text))
        if not parts:
            above, row = layers, -1
            continue
        row += 1
        first = first if row else parts
        layers = max(layers, above + len(parts))
        # In a pyramid, where each layer is narrower than the layer before it, the last layers may have fewer rows.
        is_pyramid = all(len(before[0]) > len(after[0]) for before, after in pairwise(first))
        is_pyramid &= [part.start() for part in parts] == [part.start() for part in first[: len(parts)]]
        if above + len(parts) < layers and not is_pyramid:
            raise PictureError(f"{layers - above} layers are needed here, as above, got {len(parts)}", line + down)
        for layer, part in enumerate(parts, above):
            for column, mark in enumerate(part[0]):
                yield (layer, row, column), mark, line + down, indent + part.start() + column + 1


# --------------------------------------------------------------------------------------------------------- outlines


def begins_outline(row: str) -> bool:
    """Return whether a picture with this first row is an outline."""
    return ("-" in row and not row.strip("+-| \t")) or "\u2500" <= row.strip()[:1] <= "\u257f"


def _outline(rows: list[str], line: int) -> Iterator[_Mark]:
    """Yield the marks of an outline.

    A cell is four or two characters wide and two lines high. A letter or `*` (a free area) in one cell is the mark of
    its area. In an area without marks, all cells get the same letter. Raise `PictureError` for a character in a wrong
    place, for an area that is not closed, that has several letters, or in which only some cells have `.` or `+`, and
    for adjacent areas with the same letter.
    """
    indent, walls = _dedented(rows, line)
    is_narrow = any("|" in row[2::4] for row in walls) or any("+" in row[2::4] for row in walls[::2])
    step = 2 if is_narrow else 4
    side, pad = step - 1, " " * (step // 2 - 1)
    edges = rf"(?:[+| -](?:-{{{side}}}| {{{side}}}))*[+| -]?"
    middles = rf"(?:[| ]{pad}[ .+*0-9A-Za-z]{pad})*(?:[| ](?:{pad}[ .+*0-9A-Za-z]?)?)?"

    def check(is_right: bool, message: str, down: int, right: int) -> None:
        if not is_right:
            raise PictureError(message, line + down, indent + right + 1)

    for down, row in enumerate(walls):
        end = len(re.findall(middles if down % 2 else f"{edges}(?:-*| *)", row)[0])
        is_right = bool(re.fullmatch(middles if down % 2 else edges, row))
        check(is_right, f"unexpected character {show(row[end : end + 1] or ' ')} in an outline", down, end)
    # A point with an odd row and an odd column is the middle of a cell. A point with an even row and an even column is
    # a corner. Other points are sides.
    points = {(i, j): mark for i, row in enumerate(walls) for j, mark in enumerate(row[:: step // 2])}
    height, width = (1 + max(along) | 1 for along in zip(*points, strict=True))
    inside = ((i, j) for i in range(-1, height + 1) for j in range(-1, width + 1) if i % 2 or j % 2)
    areas = SQUARE.regions(point for point in inside if points.get(point, " ") not in "-|")
    region = {point: number for number, area in enumerate(areas) for point in area}
    for (i, j), mark in points.items():
        if mark in "-|" and (i + j) % 2:
            parts = [region[i + down, j + right] for down, right in ([(-1, 0), (1, 0)] if j % 2 else [(0, -1), (0, 1)])]
            check(parts[0] != parts[1], "this side must separate two areas, but one is not closed", i, j * step // 2)
    letters: dict[tuple[int, int], str] = {}
    inner = [sorted((i, j) for i, j in area if i % 2 and j % 2) for area in areas[1:]]  # the first area is the outside
    for cells in sorted(inner, key=lambda cells: not any(points.get(cell, " ") != " " for cell in cells)):
        drawn = {cell: points[cell] for cell in cells if points.get(cell, " ") != " "}
        around = {(i + down, j + right) for i, j in cells for down, right in ((0, 2), (2, 0), (0, -2), (-2, 0))}
        near = set(map(letters.get, around.difference(cells)))
        if drawn and not {*".+"}.issuperset(drawn.values()):  # such as one letter in the first cell of a piece
            (at, mark), *others = drawn.items()
            odd = next((cell for cell, other in others if other != mark), None)
            message = f"areas that touch must not both be {mark}" if odd is None else "an area must have one letter"
            i, j = odd or at
            check(odd is None and (mark == "*" or mark not in near), message, i, j * step // 2)
            drawn = dict.fromkeys(cells, mark.replace("*", "."))
        for i, j in cells:
            is_right = ((i, j) in drawn) == (cells[0] in drawn)
            check(is_right, "all cells of an area must have marks, or none", i, j * step // 2)
        letters |= drawn or dict.fromkeys(cells, min({*_LETTERS}.difference(near), default="?"))
    for (i, j), mark in sorted(letters.items()):
        yield (i // 2, j // 2), mark, line + i, indent + j * step // 2 + 1
