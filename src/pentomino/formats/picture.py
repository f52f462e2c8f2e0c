"""Pictures in text: boards with their given pieces, and solutions in letters or outlines.

A `.txt` file has boards or solutions, separated by blank lines. The command line prints the same pictures. A `.try`
file, a format of ahuggel/pentomino, contains a half-filled board. In it, `.` or `0` is a free cell, a letter is a cell
of a piece already placed, and `#` is a blocked cell. (The original program does not know `#`.) Neither kind of file
defines the pieces. A letter need not be the name of its piece.

If a board is not made of squares, the first line of its picture is the name of the lattice.
"""

from __future__ import annotations

import re
import warnings
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
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
    pictures,
    read_squares,
    separate_pictures,
)
from ..pieces.piece_set import PieceSet
from ..pieces.sets import PiecesLike, as_pieces, may_turn_over
from ..placement import Placement, read_placed
from ..puzzle import Puzzle
from ..solutions.solution import Solution, symbols_for
from .common import PIECES, Decoder, File, Format, Source, check_box, check_squares, naming, part_note, reading, text_of

_WANTED = "draw a letter or a digit for each cell, '#' for a blocked one, '+' for an empty one"

_UNCLEAR = "; use a different letter for each piece and '#' for cells left out, or specify the puzzle"
_HEADING = r"(?im)^[ \t]*(?:solution[ \t]*)?#?[ \t]*([0-9]{1,6})[ \t]*[:)]?[ \t\r]*$"

MANY = 36
"""A picture with at least this number of different letters and digits may repeat some, because few others are left."""

# --------------------------------------------------------------------------------------------------------- boards


def read_puzzle(source: Source, pieces: PiecesLike = "pentominoes") -> Puzzle:
    """Return the puzzle with `pieces` on the board in a picture. Letters in the picture are given pieces."""
    with reading(source) as file:
        return Puzzle(read_board(file), pieces)


def read_board(file: File) -> Board:
    """Return the board in a picture. Its `given` holds (letter, cells) for each area of equal letters."""
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
    if not puzzle.uncovered_cells:
        raise FormatError("the puzzle has no free cell: its picture would be read as a solution")
    return _drawn(puzzle)


def _drawn(puzzle: Puzzle) -> bytes:
    """Return a picture of the board. Given pieces that touch each other have different letters."""
    lattice = puzzle.board.lattice
    check_box(*puzzle.board.sides)
    if lattice.periods:
        raise FormatError("a picture cannot hold a wrapped board; a .json file can")
    if not all(placement.piece.is_connected for placement in puzzle.placed):
        raise FormatError("a picture cannot hold a given piece of several parts; a .json file can")
    symbols = symbols_for(puzzle, puzzle.placed)
    if any(not symbol.isalpha() for symbol in symbols):
        raise FormatError(f"a picture has too few letters for {len(symbols)} given pieces; a .json file can hold them")
    areas = tuple((symbol, frozenset(p.cells)) for symbol, p in zip(symbols, puzzle.placed, strict=True))
    board = Board._make(cells=puzzle.board.cells, given=areas, lattice=lattice, optional=puzzle.board.optional)
    if not all(is_piece(colour) for _, colour in puzzle.board.colours):
        raise FormatError("a colour in a picture must be a letter or a digit; a .json file can hold others")
    colours = f"\n\n{COLOURS}\n{puzzle.board}" if puzzle.board.colours else ""
    return text_of([(str(board) if lattice == SQUARE else f"{lattice.name}\n{board}") + colours])


# ----------------------------------------------------------------------------------------------- half-filled boards


class Attempt(NamedTuple):
    """A half-filled board. `board` includes the covered cells. `placed` holds the placements, sorted by first cell.

    >>> read_attempt("II..\\n....", "I2*4").board.area
    8
    """

    board: Board
    placed: tuple[Placement, ...]


def read_attempt(source: Source, pieces: PiecesLike = "pentominoes", *, reflections: bool | None = None) -> Attempt:
    """Return the half-filled board in a picture. Each area of equal letters must be one of `pieces`.

    `reflections` is the same as for `Puzzle`. Raises `FormatError` for an area that is not a piece of the set, such as
    an unfinished piece. Also raises it for too many copies of a piece. On squares, the error has a line and a column.
    Raises `PuzzleError` for invalid pieces.

    >>> attempt = read_attempt("VV...\\nV....\\n.....", "V3*5")
    >>> attempt.placed
    (Placement('V3', [(0, 0), (0, 1), (1, 0)]),)
    """
    with reading(source) as file:
        # Treat a picture in memory as a .try file, in which 0 may mean a free cell.
        board = read_board(File("text.try", file.data) if file.name == "text" else file)
    return attempt_on(board, pieces, reflections, file.name)


def attempt_on(board: Board, pieces: PiecesLike, reflections: bool | None, name: str) -> Attempt:
    """Return the half-filled board with a piece on each area in `board.given`. `name` is used in errors."""
    counts = as_pieces(pieces, board.lattice)  # an error in the pieces must not name the file
    piece_set, _ = PieceSet(counts, may_turn_over(counts, reflections), board.lattice).merged()
    given = sorted(board.given, key=lambda area: min(area[1]))

    def placed(number: int) -> tuple[Placement, ...] | PuzzleError:
        try:
            return read_placed(board, piece_set, given[:number], ())
        except PuzzleError as error:
            return error

    with naming(name):
        if isinstance(placements := placed(len(given)), PuzzleError):
            first = bisect_left(range(len(given)), True, key=lambda n: isinstance(placed(n), PuzzleError))
            raise FormatError(f"{placed(first)}{board._note}", *board._starts[min(given[first - 1][1])])
        return Attempt(board._bare(), tuple(sorted(placements, key=lambda placement: placement.cells)))


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
    check_squares(puzzle.board.lattice, "a picture can hold")
    check_box(puzzle.board.rows, puzzle.board.columns)
    if note := part_note(puzzle):
        warnings.warn(note, stacklevel=4)
    return text_of(["\n\n".join(solution.to_text("letters") for solution in solutions)])


def holds_solutions(file: File) -> bool:
    """Return whether a file shows solutions rather than boards. In a solution, no cell is free.

    A file that starts with the name of a lattice shows a board, and so does a file of zeros and ones.
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
            chosen = iter([every[n] for n in parts_chosen(file.name, [""] * len(every), "picture")])
        else:
            chosen = pictures(text, height) if puzzle else iter(separate_pictures(text, several=True))
        height = 0
        for line, rows in chosen:
            if not puzzle and len(rows) != (height := height or len(rows)):
                raise FormatError(f"each picture must have {height} rows, like the first, got {len(rows)}", line)
            with naming("", line):
                yield decoder.solution(lettered(rows, puzzle, line))


def _unlisted(text: str) -> str:
    """Replace the numbers of a list of pictures, such as `1` or `Solution 1:`, by blank lines.

    If these numbers do not count the pictures from 1, they may be rows of pictures, and the text is returned unchanged.
    """
    marked = r"(?im)^(?=.*[^0-9\s])"  # try lines with a word or a mark first
    for heading in map(re.compile, (_HEADING.replace("(?im)^", marked), _HEADING)):
        numbers, rest = [int(number) for number in heading.findall(text)], heading.sub("", text)
        is_list = numbers == [*range(1, len(numbers) + 1)] and re.search(r"\S[ \t,]*\S", rest)
        if is_list and heading.match(text.lstrip()) and len([*pictures(rest)]) == len(numbers):
            return rest
    return text


def lettered(rows: list[str], puzzle: Puzzle | None, line: int = 1, is_table: bool = False) -> list[Cells]:
    """Return the connected areas of equal letters in the picture of a solution, sorted by their first cells.

    Coordinates are relative to the first row and the first column with a covered cell or a `+`. `line` is the line of
    the file in which the picture begins. Raises `FormatError` for an area outside the board of `puzzle`. Without
    `puzzle`, also raises it for a picture that may show something other than pieces. With `is_table`, all rows are
    known to show cells.
    """
    drawn = read_squares(rows, line, lambda mark: mark in "#+" or is_piece(mark), _WANTED)
    cells = drawn.by_mark()
    cells.pop("#", None)
    if (number := sum(map(len, cells.values()))) > MAX_CELLS:
        raise FormatError(f"a picture must show at most {MAX_CELLS} cells, got {number}")
    corner = [-min(along) for along in zip(*chain.from_iterable(cells.values()), strict=True)]
    cells.pop(MAY_BE_EMPTY, None)
    areas = [(mark, area) for mark, of_mark in cells.items() for area in SQUARE.regions(of_mark)]
    if puzzle and areas:
        areas = [pair for pair in areas if _is_on_board(*pair, corner, puzzle.board, drawn, begins_outline(rows[0]))]
    elif not begins_outline(rows[0]):  # an outline has no letters
        _check_clear(areas, drawn, is_table)
    return sorted([frozenset(shift(area, *corner)) for _, area in areas], key=min)


def _is_on_board(mark: str, area: Cells, corner: list[int], board: Board, drawn: Picture, is_outline: bool) -> bool:
    """Return True for an area on the board, and False for a hole of an outline. Raise `FormatError` otherwise."""
    top, left, height, width = board.frame
    cells = shift(area, top + corner[0], left + corner[1])
    is_off = board.cells.isdisjoint(cells)
    if is_off and not (is_outline and all(0 <= i - top < height and 0 <= j - left < width for i, j in cells)):
        message = f"{mark!r} is not on the board; draw '#' where the board has no cell"
        raise FormatError(message, *drawn.places[min(area)])
    return not is_off


def _check_clear(areas: list[tuple[str, Cells]], drawn: Picture, is_table: bool) -> None:
    """Raise `FormatError` for a picture that may show something other than pieces.

    In such a picture, rows have different lengths, one mark is a border, a letter has several areas (these may fill
    holes, or another solution may begin there), or most areas of one cell are at one edge, like the letters of a word.
    """

    def check(is_clear: bool, fault: str, cell: Cell) -> None:
        if not is_clear:
            raise FormatError(f"{fault}{_UNCLEAR}", *drawn.places[cell])

    lengths = Counter([row for row, _ in drawn.marks])
    usual = Counter(lengths.values()).most_common(1)[0][0]
    for cell in drawn.marks:
        length = lengths[cell[0]]
        check(length == usual, f"rows must have equally many marks, got {length} here and {usual} in other rows", cell)
    ends = [(end(along), axis) for axis, along in enumerate(zip(*drawn.marks, strict=True)) for end in (min, max)]
    check(ends[3][0] - ends[2][0] < usual, "each cell must have a mark, got blanks", next(iter(drawn.marks)))
    times, single = Counter([mark for mark, _ in areas]), {cell for _, area in areas if len(area) == 1 for cell in area}
    sides = {mark for cell, mark in drawn.marks.items() if any(cell[axis] == end for end, axis in ends)}
    is_border = len(sides) == 1 and sides != {"#"} and len(areas) > 1
    check(not is_border, f"{min(sides)!r} may be a border, not pieces or empty cells", next(iter(drawn.marks)))
    for mark, area in reversed(areas):
        check(times[mark] == 1 or len(times) >= MANY, f"{mark!r} must mark one area, got {times[mark]}", min(area))
    for end, axis in [] if is_table else [end for end in ends if (len(lengths), usual)[end[1]] > 2]:
        parts = sum(any(cell[axis] == end for cell in area) for _, area in areas)
        alone = sorted(cell for cell in single if cell[axis] == end)
        is_odd = len(alone) > 2 or (len(alone) == 2 and not all(drawn.marks[cell].isupper() for cell in alone))
        fault = f"{('row', 'column')[axis]} {end + 1} may be words, numbers or pieces of one cell"
        check(not is_odd or 2 * len(alone) < max(parts, len(single) + 1), fault, min(alone, default=min(drawn.marks)))


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
