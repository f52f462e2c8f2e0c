"""Piece files: drawings of pieces in text, and the piece files of ahuggel/pentomino (C, 1995).

A piece is a line `PIECE name`, then rows of `1` and `0`, or of one mark and `.`. `PIECE` starts the line, and a blank
follows. Rows may be indented. `PIECE name*3` means three copies. A piece may also be repeated. Other text is a comment
if it is before the first piece or after the blank line that ends a piece, or if it is a line of words. Before the first
piece, a line `COLOURS BW` declares letters as colours. In rows, such a letter is a cell with this colour. A first line
`cubic` or `balls` names the lattice; then a blank line separates layers.

Without lines `PIECE`, a blank line or another letter ends a piece, and text directly above a drawing is its name. The
reader also accepts the charts of `pentomino pieces`, letters in a frame, JSON such as `{"P": ["##.", "###"]}`, and the
notation of puzzlecad, including its brackets. A file with several meanings is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count, product
from string import ascii_uppercase

from ..board import BoardLike
from ..errors import FormatError, PictureError
from ..lattices.lattice import SQUARE, Lattice
from ..notation import begins_outline, is_label, named_lattice, numbered, read_cells, read_squares
from ..pieces.polyform import Polyform, is_mark
from ..pieces.sets import as_pieces
from ..puzzle import Puzzle
from .common import STATEMENTS, Format, Source, check_name, check_pieces, check_squares, naming, quoted, reading
from .json import _parsed

_START, _COLOURS = "PIECE ", "COLOURS "
_DECLARE = f"a line such as {_COLOURS}BW before the first piece declares letters as colours"
_TIMES = r"(.*\S)(?:\s+[xX×]\s*([0-9]+)|\?)"
"""Matches names that end like a number of copies, such as `a x3`. They need explicit copies: `PIECE a x3*1`."""
_BEGINS = re.compile(r"(PIECE|COLOURS)\s", re.IGNORECASE)
_WORD = re.compile(r"([a-z])(?!\1)([a-z])(?!\1|\2)[a-z]", re.ASCII | re.IGNORECASE)
"""Matches three different letters side by side. A line without them may be a row with a mistake, not a comment."""
_BRACKETS = re.compile(r"\s*\[[^][|]*\|[^][]*\]\s*[,;]?\s*")
"""Matches a piece in the notation of puzzlecad."""

_Row = tuple[int, str]
_Drawing = tuple[int, str, list[_Row]]
"""The line in which a piece begins, its name and copies as text, and its rows, each with its line."""


def read_pieces(source: Source) -> dict[Polyform, int]:
    """Return the pieces in a piece file, each with its number of copies.

    Raises `FormatError` for a file without pieces, a piece without rows, text between the rows of a piece, and a
    drawing that is not a polyomino, or that can mean several things.

    >>> [(piece.name, copies) for piece, copies in read_pieces("PIECE corner\\n10\\n11\\n").items()]
    [('corner', 1)]
    >>> [piece.name for piece in read_pieces("PP\\nPPP\\nU.U\\nUUU")]
    ['P', 'U']
    """
    with reading(source) as file:
        pieces = Counter[Polyform]()
        for line, piece, copies in _pieces_in(file.text):
            pieces[piece] += copies
            check_pieces(pieces.total(), 0, line)
        if not pieces:
            raise FormatError("there is no piece; a piece begins with a line such as 'PIECE Cross'")
        return dict(pieces)


def _pieces_in(text: str) -> Iterator[tuple[int, Polyform, int]]:
    """Yield the line, the piece and the number of its copies for each piece in `text`."""
    lines = [*numbered(text)]
    start = next((n for n, (_, line) in enumerate(lines) if line.strip()), 0)
    first = lines[start][1] if lines else ""
    if re.match(r'\s*(\{|\[\s*(["\[]|$))', first) and not _BRACKETS.fullmatch(first):
        value = _parsed(text)
        if isinstance(value, dict) and "format" in value:
            raise FormatError("this must be a list of pieces, got a whole puzzle: give it as BOARD")
        if isinstance(value, list):
            value = [value] if all(isinstance(rows, str) and "|" in rows for rows in value) else value
            if not all(isinstance(rows, list) and all(isinstance(row, str) for row in rows) for rows in value):
                raise FormatError('a list must hold a list of rows for each piece, as in [["##.", "###"], ["#"]]')
            value = dict(zip(_names(), value, strict=False))
        for piece, least, most in as_pieces(value):
            if least != most:
                raise FormatError(f"copies of {quoted(piece.name)} must be a number, got a range")
            yield 1, piece, least
    elif begins_outline(first):
        yield from _charted([line for _, line in lines[start:]], start + 1)
    else:
        lattice = named_lattice(first) or SQUARE
        lines = lines if lattice == SQUARE else lines[start + 1 :]
        drawings, colours = _drawings(lines, lattice)
        for line, name, rows in drawings:
            with naming("", line):
                piece, copies = _piece(name, rows, colours, lattice)
            yield line, piece, copies


def _names() -> Iterator[str]:
    """Yield the names A, B, ..., Z, AA, AB, ... for pieces without names."""
    return ("".join(letters) for size in count(1) for letters in product(ascii_uppercase, repeat=size))


def _charted(rows: list[str], line: int) -> Iterator[tuple[int, Polyform, int]]:
    """Yield the pieces in a chart of outlines, or of letters in a frame, as drawn by `simple.rb`."""
    letters = {*filter(str.isalpha, "".join(rows))}
    try:
        by_mark = read_squares(rows, line, is_label, "a chart has outlines or letters").by_mark()
        areas = [(mark, area) for mark, cells in by_mark.items() for area in SQUARE.regions(cells)]
    except PictureError:
        if not letters or not all(re.fullmatch(r"\s*[+|][-+|\w ]*[+|]\s*", row) for row in rows if row.strip()):
            raise
        marks = [(mark, (i, j)) for i, row in enumerate(rows) for j, mark in enumerate(row) if mark in letters]
        areas = [(name, frozenset([cell for mark, cell in marks if mark == name])) for name in letters]
        if all(len({j % 2 for _, j in area}) == 1 for _, area in areas):  # blanks separate the cells
            areas = [(name, frozenset([(i, j // 2) for i, j in area])) for name, area in areas]
    for (mark, area), name in zip(sorted(areas, key=lambda named: min(named[1])), _names(), strict=False):
        near = frozenset([beside for cell in area for beside in SQUARE.neighbours(cell)]) - area
        if any(near <= other for _, other in areas):
            raise FormatError("a piece within another looks like a hole: draw the pieces with '#' and '.'", line)
        yield line, Polyform(area, mark if letters else name), 1


def _is_colour(letter: str) -> bool:
    return len(letter) == 1 and letter.isascii() and letter.isalpha()


def _mark_of(line: str, colours: str = "") -> str | None:
    """Return the mark in a row, or "" if it shows no cell. Return None if the line is not a row."""
    marks = set(line).difference(f" \t,.0{colours}")
    if _BRACKETS.fullmatch(line):
        return "["
    if line.strip() and len(marks) <= 1 and all(is_mark(mark) and (mark in "1#" or not colours) for mark in marks):
        return "".join(marks)
    return "#" if re.match(r"[\s,]*[01.#]", line) else None  # a row with a mistake, which is reported later


def _drawings(lines: list[_Row], lattice: Lattice) -> tuple[list[_Drawing], str]:
    """Return the pieces in lines of text, and the letters that are colours."""
    drawings: list[_Drawing] = []
    drawn = comment = 0  # characters of all rows, and the line of the first text since the piece ended
    is_open, colours, mark, above = False, "", "", ""
    # In a solid, a blank line can separate layers or pieces, so pieces must begin with `PIECE`.
    is_named = lattice.dimension > 2 or any(_BEGINS.match(line) for _, line in lines)
    below = [*[_mark_of(line) or "" for _, line in lines[1:]], ""][: len(lines)]
    for (number, line), after in zip(lines, below, strict=True):
        plain, row_mark = line.strip(), _mark_of(line, colours)
        is_name = bool(after) and not after.isalpha() and after not in line and not is_open  # perhaps a name
        if line.upper().startswith((_START, "PIECE\t")):
            drawings.append((number, line[len(_START) :].strip(), []))
            is_open, comment, mark = True, 0, ""
        elif line.startswith(_COLOURS) and not drawings:
            colours = line.removeprefix(_COLOURS).strip()
            if not all(map(_is_colour, colours)):
                raise FormatError(f"colours must be letters without blanks, as in {_COLOURS}BW", number)
        elif not plain:
            above = ""
            if is_open and drawings[-1][2]:
                drawings[-1][2].append((number, ""))
                is_open = lattice.dimension > 2
        elif row_mark is None or (row_mark.isalpha() and (not drawings if is_named else is_name)):
            is_text = bool(_WORD.search(plain)) and not {*plain.split()[0]}.issubset(mark)
            if not (is_text or is_name or (is_named and not is_open)) or (is_open and not is_named):
                of = f"piece {quoted(drawings[-1][1])}" if drawings else "a piece"
                message = f"a row of {of} must be drawn with 1 and 0, or one mark and '.'"
                raise FormatError(f"{message}; a blank line ends a piece; {_DECLARE}", number)
            comment, above = comment or number, line
        else:
            is_other = is_open and not is_named and row_mark != mark and row_mark.isalpha() and mark.isalpha()
            if is_other and sum(row.count(mark) for _, row in drawings[-1][2]) == 1:
                message = "this could be a cell or the name of the next piece: put a blank line after each piece"
                raise FormatError(message, number - 1)
            if is_other or not (is_named or is_open) or (not is_named and "[" in (row_mark, mark)):
                drawings.append((number, above, []))
                is_open, mark, above = True, "", ""
            if not drawings:
                raise FormatError("a line such as 'PIECE Cross', which starts a piece, must precede this row", number)
            if not is_open:
                rows = f"the rows of piece {quoted(drawings[-1][1])} must be consecutive, got"
                raise FormatError(f"{rows} {'text' if comment else 'a blank line before this one'}", comment or number)
            drawings[-1][2].append((number, line))
            mark = row_mark or mark
            drawn += len(plain)
        check_pieces(len(drawings), drawn, number)
    return drawings if is_named else _with_names(drawings), colours


def _with_names(drawings: list[_Drawing]) -> list[_Drawing]:
    """Separate drawings that are side by side, and name them: after the text above, after their letters, or A, B, ...

    This is for files without a line `PIECE`. Raise `FormatError` if their meaning is unclear.
    """
    named: list[_Drawing] = []
    for line, name, rows in drawings:
        # Names are side by side in the charts of `pentomino pieces`.
        starts = [match.start() for match in re.finditer(r"\S+(?: \S+)*", name)][1:]
        if any(row[start - 1 : start].strip() for _, row in rows for start in starts):
            starts = []
        for start, end in zip([0, *starts], [*starts, None], strict=True):
            named.append((line, name[start:end].strip(" \t[]:"), [(number, row[start:end]) for number, row in rows]))
    marks = ["".join({_mark_of(row) or "" for _, row in rows}) for _, _, rows in named]
    letters = [*filter(str.isalpha, marks)]
    # Names, letters and the mark 1: each must be in all drawings or in none.
    if not {0, len(named)}.issuperset((len(letters), marks.count("1"), sum(bool(name) for _, name, _ in named))):
        fault = "either all drawings or none must have names, letters or the mark 1"
        raise FormatError(f"{fault}: put a blank line after a comment, and use one mark, such as #")
    # A first line such as 11 may be the number of pieces in the file.
    if named and "".join([row for _, row in named[0][2]]).strip() == str(len(named) - 1):
        raise FormatError("this could be a piece or the number of pieces: remove it if it is a number", named[0][0])
    names = iter(letters) if len({*letters}) == len(named) else _names()
    return [(line, name or next(names), rows) for line, name, rows in named]


def _piece(header: str, rows: list[_Row], colours: str, lattice: Lattice) -> tuple[Polyform, int]:
    """Return a piece and its number of copies. `header` is the text after `PIECE`. Each row is (line, text)."""
    name, _, copies = header.rpartition("*") if "*" in header else (header, "", "1")
    if "*" not in header and (match := re.fullmatch(_TIMES, header)):
        raise FormatError(f"piece {quoted(header)}: for copies, write {_START}{match[1]}*{match[2] or 1}")
    if not re.fullmatch(r"\s*[1-9][0-9]{0,3}\s*", copies):
        raise FormatError(f"the copies of a piece must be a number, as in {_START}Cross*3, got {quoted(copies)}")
    if not rows:
        raise FormatError(f"piece {quoted(header)} must have rows, such as 010 or .#.")
    name = check_name(name.strip())
    drawn = "\n".join([row for _, row in rows])
    marks = set(drawn).difference(" \t\n,.0")
    wanted = f"draw each row with only 0 and 1, or . and #; {_DECLARE}"
    try:
        if _BRACKETS.fullmatch(drawn):
            return Polyform.parse(_parsed(drawn.strip().rstrip(",;")), name, lattice), int(copies)
        mark = min(marks) if len(marks) == 1 and not colours and is_mark(min(marks)) else ""
        found_marks = read_cells(drawn, f"01.#{colours}{mark}".__contains__, wanted, lattice).marks
        filled = "1" if {"0", "1"}.intersection(drawn) else "#"
        piece = Polyform.parse(drawn.translate(dict.fromkeys(map(ord, colours), filled)), name, lattice)
    except PictureError as error:
        at = min(max(error.line, 1), len(rows)) - 1
        raise FormatError(error.message, rows[at][0], error.column) from None
    drawn_cells = zip(sorted(cell for cell, mark in found_marks.items() if mark not in "0."), piece.cells, strict=True)
    coloured = {to: found_marks[cell] for cell, to in drawn_cells if found_marks[cell] in colours}
    return piece.coloured(coloured), int(copies)


def read_puzzle(source: Source, board: BoardLike = "6x10") -> Puzzle:
    """Return the puzzle of `board` and the pieces in a piece file."""
    with reading(source) as file:
        return Puzzle(board, read_pieces(file))


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return the pieces of a puzzle as a piece file. The board and the given pieces are omitted."""
    check_squares(puzzle.board.lattice, "a piece file can hold")
    FORMAT.lost(puzzle)
    colours = "".join(sorted({text for piece, _, _ in puzzle.pieces for text in piece.colours}))
    if any(text and not _is_colour(text) for piece, _, _ in puzzle.pieces for text in piece.colours):
        raise FormatError("a colour in a piece file must be one letter; a .json file can hold others")
    blocks = [f"{_COLOURS}{colours}\n"] if colours else []
    for piece, least, _ in puzzle._entries:
        rows = str(piece).replace(".", "0").replace("#", "1")
        check_pieces(len(blocks) + least, 0)
        name = check_name(piece.name) + "*1" * ("*" in piece.name or bool(re.fullmatch(_TIMES, piece.name)))
        blocks += [f"{_START}{name}\n{rows}\n"] * least
    return "\n".join(blocks).encode()


FORMAT = Format(
    ".ini",
    "piece file of ahuggel/pentomino",
    read_puzzle,
    write_puzzle,
    needs="board",
    drops=tuple(what for what in STATEMENTS if what not in ("the pieces", "colours of pieces")),
)
