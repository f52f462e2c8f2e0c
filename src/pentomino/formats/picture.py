"""Pictures in text: boards with their given pieces, and solutions in letters or outlines.

A `.txt` file contains boards or solutions, separated by blank lines. The command line prints the same pictures. A
`.try` file, a format of ahuggel/pentomino, contains a half-filled board. In it, `.` or `0` is a free cell, a letter is
a cell of a piece already placed, and `#` is a blocked cell. (The original program does not know `#`.) Neither kind of
file defines the pieces. A letter need not be the name of its piece.

If a board is not made of squares, the first line of its picture is the name of the lattice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from ..board import MAX_CELLS, Board
from ..board_input import drawn_in
from ..errors import FormatError, PuzzleError
from ..files import part_of, parts_chosen
from ..lattices.lattice import SQUARE, Cell, Cells, shift
from ..notation import (
    COLOURS,
    MAY_BE_EMPTY,
    Picture,
    begins_outline,
    is_piece,
    named_lattice,
    numbered,
    pictures,
    read_squares,
    separate_pictures,
)
from ..pieces.piece_set import PieceSet
from ..pieces.polyform import Polyform
from ..pieces.sets import PiecesLike, as_pieces, may_turn_over
from ..placement import Placement, read_placed
from ..puzzle import Puzzle
from ..solutions.solution import Solution, symbols_for
from .common import PIECES, Decoder, File, Format, Source, check_box, check_squares, naming, reading, text_of

_WANTED = "a solution is drawn with a letter or a digit for each cell, '#' for a blocked one, '+' for an empty one"

_UNCLEAR = "; give each piece its own letter and draw '#' for cells left out, or name the puzzle of the solution"
_HEADING = re.compile(r"\s*(solution\s*)?#?\s*(\d{1,6})\s*([:)]?)\s*", re.ASCII | re.IGNORECASE)

_Areas = dict[str, list[Cells]]

MANY = 36
"""From this number of different letters and digits, a picture may repeat some, because few others are left."""

# --------------------------------------------------------------------------------------------------------- boards


def read_puzzle(source: Source, pieces: PiecesLike = "pentominoes") -> Puzzle:
    """Return the puzzle with `pieces` on the board in a picture. Letters in the picture are given pieces."""
    with reading(source) as file:
        return Puzzle(read_board(file), pieces)


def read_board(file: File) -> Board:
    """Return the board in a picture. Its `given` contains (letter, cells) for each area of equal letters."""
    board = drawn_in(file.data, file.name)[0].board
    check_box(*board.sides)
    return board


def part_names(file: File) -> list[str]:
    """Return an empty name for each picture in a file. Pictures have no names."""
    return [""] * len(list(pictures(file.text)))


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return a picture of the board, with a letter for each given piece.

    Raises `FormatError` for a board without free cells, because its picture would be read as a solution.
    """
    FORMAT.lost(puzzle)
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: its picture would be read as a solution")
    return _drawn(puzzle)


def _drawn(puzzle: Puzzle) -> bytes:
    """Return a picture of the board. Given pieces that touch each other have different letters."""
    lattice = puzzle.board.lattice
    check_box(*puzzle.board.sides)
    if lattice.periods:
        raise FormatError("a picture cannot hold a wrapped board; a .json file can")
    symbols = symbols_for(puzzle, puzzle.placed)
    if any(not symbol.isalpha() for symbol in symbols):
        raise FormatError(f"the puzzle has {len(symbols)} given pieces, more than there are letters")
    areas = tuple((symbol, frozenset(p.cells)) for symbol, p in zip(symbols, puzzle.placed, strict=True))
    board = Board._make(cells=puzzle.board.cells, given=areas, lattice=lattice, optional=puzzle.board.optional)
    if not all(is_piece(colour) for _, colour in puzzle.board.colours):
        raise FormatError("a colour in a picture is a letter or a digit; .json can hold others")
    colours = f"\n\n{COLOURS}\n{puzzle.board}" if puzzle.board.colours else ""
    return text_of([(str(board) if lattice == SQUARE else f"{lattice.name}\n{board}") + colours])


# ----------------------------------------------------------------------------------------------- half-filled boards


class Attempt(NamedTuple):
    """A half-filled board. `board` includes the covered cells. `placed` is sorted by first cells.

    >>> read_attempt("II..\\n....", "I2*4").board.area
    8
    """

    board: Board
    placed: tuple[Placement, ...]


def read_attempt(source: Source, pieces: PiecesLike = "pentominoes", *, reflections: bool | None = None) -> Attempt:
    """Return the half-filled board in a picture. Each area of equal letters must be one of `pieces`.

    `reflections` is the same as for `Puzzle`. Raises `FormatError` for an area that is not a piece of the set, such as
    an unfinished piece. Also raises it for too many copies of a piece. On squares, the error contains a line and a
    column. Raises `PuzzleError` for invalid pieces.

    >>> attempt = read_attempt("VV...\\nV....\\n.....", "V3*5")
    >>> attempt.placed
    (Placement('V3', [(0, 0), (0, 1), (1, 0)]),)
    """
    with reading(source) as file:
        board = read_board(File("text.try", file.data) if file.name == "text" else file)
    return attempt_on(board, pieces, reflections, file.name)


def attempt_on(board: Board, pieces: PiecesLike, reflections: bool | None, name: str) -> Attempt:
    """Return the half-filled board with a piece on each area in `board.given`. `name` is for errors."""
    counts = as_pieces(pieces, board.lattice)  # an error in the pieces must not name the file
    known, _ = PieceSet(counts, may_turn_over(counts, reflections), board.lattice).merged()
    given = sorted(board.given, key=lambda one: min(one[1]))

    def placed(number: int) -> tuple[Placement, ...] | PuzzleError:
        try:
            return read_placed(board, known, given[:number], ())
        except PuzzleError as error:
            return error

    with naming(name):
        if isinstance(found := placed(len(given)), PuzzleError):
            first = bisect_left(range(len(given)), True, key=lambda n: isinstance(placed(n), PuzzleError))
            raise FormatError(f"{placed(first)}{board.note}", *board._starts[min(given[first - 1][1])])
        return Attempt(board.bare(), tuple(sorted(found, key=lambda one: one.cells)))


def read_half_filled(source: Source, pieces: PiecesLike) -> Puzzle:
    """Return the puzzle with `pieces` on a half-filled board. The pieces on the board become given pieces."""
    with reading(source) as file:
        attempt = read_attempt(file, pieces)
        return Puzzle(attempt.board, pieces, placed=attempt.placed)


def write_half_filled(puzzle: Puzzle) -> bytes:
    """Return a picture of the board, with a letter for each given piece. The board may be full."""
    HALF_FILLED.lost(puzzle)
    return _drawn(puzzle)


# ------------------------------------------------------------------------------------------------------ solutions


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """Return pictures of solutions in letters, with a blank line between two pictures."""
    check_squares(puzzle.board.lattice, "a picture has")
    check_box(puzzle.board.rows, puzzle.board.columns)
    return text_of(["\n\n".join(solution.to_text("letters") for solution in solutions)])


def holds_solutions(file: File) -> bool:
    """Return whether a text shows solutions rather than boards. No cell of a solution is free.

    A text that starts with the name of a lattice is a board. A text of zeros and ones is also a board.
    """
    text = _unlisted(file.data.decode("utf-8-sig", "replace"))
    marks = {*text.translate({ord("·"): "."})}.difference(" \t\r\n\x1a,")
    is_board = "." in marks or f"\n{COLOURS}" in text or named_lattice(next(iter(text.split()), ""))
    return not (is_board or marks <= {*"01#"})


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions drawn in a file, in letters, numbers or outlines.

    A board with holes requires `puzzle`: in an outline, a hole looks like a piece.
    """
    with reading(source) as file:
        decoder = Decoder(puzzle)
        decoder.check_lattice(SQUARE.name)
        height = 2 * puzzle.board.rows + 1 if puzzle else 0
        text = _unlisted(file.text)
        if part_of(file.name)[1]:
            every = list(pictures(text, height))
            found = iter([every[n] for n in parts_chosen(file.name, [""] * len(every), "picture")])
        else:
            found = pictures(text, height) if puzzle else iter(separate_pictures(text, several=True))
        for line, rows in found:
            with naming("", line):
                yield decoder.solution(lettered(rows, puzzle, line))


def _unlisted(text: str) -> str:
    """Replace the numbers of a list of pictures, such as `1` or `Solution 1:`, by blank lines.

    They count from 1, each before a picture. If the pictures have digits, `1` can be a row of cells, unless the numbers
    are equally far apart.
    """
    lines = {n: line for n, line in enumerate(line for _, line in numbered(text)) if line.strip()}
    every = {n: found for n, line in lines.items() if (found := _HEADING.fullmatch(line))}
    told = {n: found for n, found in every.items() if found[1] or found[3]}
    heads: dict[int, int] = {}
    for n, found in (told or every).items():
        if int(found[2]) == len(heads) + 1:
            heads[n] = len(heads)
    spots = [spot for spot, n in enumerate(lines) if n in heads]
    gaps = [after - spot for spot, after in pairwise([*spots, len(lines)])]
    rows = [line for n, line in lines.items() if n not in heads]
    is_told = told or (gaps[1:] and len({*gaps}) == 1) or not re.search("[0-9]", "".join(rows))
    if not heads or min(heads) != min(lines) or 1 in gaps or max(map(len, rows)) < 2 or not is_told:
        return text
    return "\n".join(["" if n in heads else lines.get(n, "") for n in range(max(lines) + 1)])


def lettered(rows: list[str], puzzle: Puzzle | None, line: int = 1, is_table: bool = False) -> list[Cells]:
    """Return the connected areas of equal letters in the picture of a solution, sorted by first cells.

    Coordinates count from the first row and the first column with a covered cell or a `+`. `line` is the line of the
    file in which the picture begins. Raises `FormatError` for an area beside the board of `puzzle`. If it is None, also
    raises it for a picture that may show something else than pieces. With `is_table`, all rows are rows of cells.
    """
    drawn = read_squares(rows, line, lambda mark: mark in "#+" or is_piece(mark), _WANTED)
    cells = drawn.by_mark()
    cells.pop("#", None)
    if (number := sum(map(len, cells.values()))) > MAX_CELLS:
        raise FormatError(f"the picture shows {number} cells; at most {MAX_CELLS} are possible")
    corner = [-min(along) for along in zip(*chain.from_iterable(cells.values()), strict=True)]
    cells.pop(MAY_BE_EMPTY, None)
    areas = {mark: SQUARE.regions(of_mark) for mark, of_mark in cells.items()}
    is_outline = begins_outline(rows[0])
    if puzzle and areas:
        areas = _on_board(areas, corner, puzzle.board, drawn, is_outline)
    elif not is_outline:  # which has no letters
        fields = [row.split() for row in rows]
        widest = max(map(len, chain.from_iterable(fields)))
        if widest == 2 < len(fields[0]) and len({*map(len, fields)}) == 1 and len(drawn.marks) > sum(map(len, fields)):
            raise FormatError(f"a cell must have one letter, got two{_UNCLEAR}", line)
        if not is_table:
            _check_lines(areas, drawn)
        if len(areas) < MANY:
            _check_areas(areas, drawn)
    return [frozenset(shift(area, *corner)) for area in sorted(chain.from_iterable(areas.values()), key=min)]


def _on_board(areas: _Areas, corner: list[int], board: Board, drawn: Picture, is_outline: bool) -> _Areas:
    """Return the areas without those in holes of the board: all in an outline, otherwise those of a filler.

    A filler is a letter with several areas off the board, or on cells with labels, such as a date. One area of another
    letter is more likely to be a piece that does not belong there.
    """
    (top, left, height, width), labels, kept = board.frame, dict(board.labels), {}
    for mark, some in areas.items():
        at = {area: shift(area, top + corner[0], left + corner[1]) for area in some}
        off = {area: cells for area, cells in at.items() if board.cells.isdisjoint(cells)}
        is_filler = is_outline or len(off) > 1 or labels.keys() >= {*chain.from_iterable(off.values())}
        for area, cells in off.items():
            if not is_filler or any(not (0 <= i - top < height and 0 <= j - left < width) for i, j in cells):
                what = f"{mark!r} is not on the board; '#' must be drawn where the board has no cell"
                raise FormatError(what, *drawn.places[min(area)])
        kept[mark] = [area for area in some if area not in off]
    return kept


def _check_areas(areas: _Areas, drawn: Picture) -> None:
    """Raise `FormatError` if some areas need not be pieces: a filler, a border, or the pieces of another solution."""
    ends = [end(along) for along in zip(*drawn.marks, strict=True) for end in (min, max)]
    sides = [{cell for cell in drawn.marks if cell[n // 2] == end} for n, end in enumerate(ends)]
    corners = {(i, j) for i in ends[:2] for j in ends[2:]}
    copied = [some for some in areas.values() if some[1:]]
    if copied[1:] and len(areas) - len(copied) < 2:
        last = max(min(max(area)[0] for area in some) for some in copied)
        if all([max(area)[0] <= last for area in some].count(True) == 1 for some in copied) and not any(
            min(area)[0] <= last < max(area)[0] for some in copied for area in some
        ):
            line = next(place[0] for cell, place in drawn.places.items() if cell[0] > last)
            raise FormatError(f"a blank line must separate solutions, if another one begins here{_UNCLEAR}", line)
    for mark, some in areas.items():
        full = [side <= set().union(*some) for side in sides]
        sizes, what = sorted(map(len, some)), ""
        others = (len(area) for other, more in areas.items() if other != mark for area in more)
        if len(areas) > 2 and (all(full) or (some[1:] and (all(full[:2]) or all(full[2:])))):
            what = "can be a border or pieces"
        elif sizes[0] < sizes[-1]:
            what = f"must have one shape, got areas of {sizes[0]} and {sizes[-1]} cells"
        elif some[1:] and (sizes[0] == 1 or sizes[0] < min(others, default=0) or all(corners & area for area in some)):
            what = "can be pieces or cells left out"
        elif some[1:] and len({Polyform(area).canonical() for area in some}) > 1:
            what = f"must have one shape, got several of {sizes[0]} cells"
        if what:
            raise FormatError(f"{mark!r} {what}{_UNCLEAR}", *drawn.places[min(some[-1])])


def _check_lines(areas: _Areas, drawn: Picture) -> None:
    """Raise `FormatError` if rows or columns at an edge can be words or numbers, or if a row stands apart in length.

    Words and numbers are single cells, of which the rest of the picture has fewer. A row stands apart if it ends or
    begins elsewhere than half of the rows and those beside it, unless it begins later and shares a piece with others.
    """
    area_at = {cell: area for some in areas.values() for area in some for cell in area}
    for axis, unit in enumerate(("row", "column")):
        lines: dict[int, list[Cell]] = {}
        for cell in sorted(drawn.marks):
            lines.setdefault(cell[axis], []).append(cell)
        order = sorted(lines)
        if len(order) <= order[-1] - order[0]:
            raise FormatError(f"a blank {unit} parts the picture{_UNCLEAR}")
        at = {n: drawn.places[cells[0]][0] for n, cells in lines.items()}
        spans = {n: (cells[0][1 - axis], cells[-1][1 - axis]) for n, cells in lines.items()}
        parts = {n: {area_at[cell] for cell in cells if cell in area_at} for n, cells in lines.items()}
        single = {n: [drawn.marks[min(area)] for area in parts[n] if len(area) == 1] for n in order}
        numbers = {n for n in order if len(parts[n]) == 1 and single[n] and single[n][0].isdigit()}
        head = "".join([drawn.marks[cell] for cell in lines[order[0]]])
        if not axis and re.fullmatch("#?[0-9]", head) and spans[order[0]][0] == min(spans.values())[0]:
            numbers.add(order[0])  # a digit before all rows, as in a list
        wordy = numbers.union(n for n in order if single[n][1:] and 2 * len(single[n]) >= len(parts[n]))
        ends = [*takewhile(wordy.__contains__, order), *takewhile(wordy.__contains__, order[::-1])]
        body = {*order}.difference(ends)
        usual, fewer = {spans[n] for n in body}, sum(len(single[n]) for n in body)
        for n in ends if 2 * len(wordy & body) < len(body) else ():
            is_odd = len(single[n]) > 2 or not any(mark.isupper() for mark in single[n])
            if spans[n] not in usual or (is_odd and len(single[n]) > fewer):
                raise FormatError(f"{unit} {n + 1} can be words, numbers or pieces of one cell{_UNCLEAR}", at[n])
        most, times = Counter(spans.values()).most_common(1)[0]
        for n in order if not axis and 2 < len(order) <= 2 * times else ():
            is_apart = spans[n] not in (most, spans.get(n - 1), spans.get(n + 1))
            is_alone = n in (order[0], order[-1]) and all(cell[0] == n for area in parts[n] for cell in area)
            if is_apart and (spans[n][0] == most[0] or (is_alone and spans[n][0] > most[0])):
                marks = [end + 1 - start for start, end in (spans[n], most)]
                raise FormatError(f"this row has {marks[0]} marks, other rows have {marks[1]}{_UNCLEAR}", at[n])


FORMAT = Format(
    ".txt",
    "pictures in text",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    needs="pieces",
    part_names=part_names,
    drops=("labels", "the limit on empty cells", "cells under given pieces that may stay empty", *PIECES),
    only_cells=True,
)
HALF_FILLED = Format(
    ".try",
    "half-filled board of ahuggel/pentomino",
    read_half_filled,
    write_half_filled,
    needs="pieces",
    part_names=part_names,
    drops=FORMAT.drops,
)
