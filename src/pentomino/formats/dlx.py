"""Exact covers as text, as D. E. Knuth's programs DLX1 and DLX3 read them, and the solutions that they print.

The first line names the items, each further line is an option: a placement, as the items that it covers. The
primary items are the free cells, `row,column` (on another lattice its own coordinates), and the pieces:

- a piece that every solution uses once is a primary item like a cell;
- a piece that is used at most once is a secondary item, named after `|`;
- a piece with other copies is a primary item with bounds, `least:most|name`, which DLX3 understands;
- a piece of which there is no end, as far as the board goes, needs no item unless the board is wrapped;
- a cell that may stay empty is a secondary item, and a piece that could lie on nothing else is always primary, as an
  option without a primary item is never chosen.

Without bounds the file is DLX1's. The puzzle itself stands in comment lines, which begin with `|`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from operator import sub

from ..board import MAX_CELLS
from ..lattices.lattice import Cell, Cells
from ..placement import Placement
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from . import json
from .common import Decoder, File, FormatError, Source, added, naming, numbered, placements, quoted, reading, text_of

__all__ = ["holds_solutions", "read_puzzle", "read_solutions", "write_puzzle", "write_solutions"]

_LONGEST = 8  # characters of an item's name
_PIECE = re.compile(rf"[A-Za-z0-9.'_-]{{1,{_LONGEST}}}", re.ASCII)
_CELL = re.compile(r"\d{1,7}(?:,\d{1,7})+", re.ASCII)
_NUMBER = re.compile(r"\d+:", re.ASCII)
_RANK = re.compile(r"\s+\((?:\d+ of \d+|\?)\)$", re.ASCII)


def write_puzzle(puzzle: Puzzle) -> bytes:
    """The puzzle as an exact cover of its free cells; each solution is one of the cover's.

    Given pieces are left out: their cells are covered, their copies used. Raises `FormatError` if no cell is
    free, or a coordinate is too long for the name of an item.
    """
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: there is nothing to cover")
    names = _names(puzzle)
    primary = [_cell(puzzle, cell) for cell in sorted(puzzle.free - puzzle.optional)]
    secondary = [_cell(puzzle, cell) for cell in sorted(puzzle.optional)]
    wraps = puzzle.board.lattice.periods and len(puzzle.pieces) > 1  # the cells of an option need not tell its piece
    unforced = {number for number, placement in placements(puzzle) if puzzle.optional.issuperset(placement.cells)}
    for number, (piece, least, most) in enumerate(puzzle.demand):
        if number in unforced and least == 0:
            primary.append(f"0:{most}|{names[number]}")
        elif most == 0 or (least == 0 and most * piece.size > len(puzzle.free) - piece.size and not wraps):
            names[number] = ""
        elif (least, most) == (0, 1):
            secondary.append(names[number])
        else:
            bounds = f"{least}:{most}|" if least < most else f"{most}|" if most > 1 else ""
            primary.append(bounds + names[number])
    if not primary:
        raise FormatError("nothing must be covered: an exact cover needs a primary item")
    items = " ".join([*primary, "|", *secondary] if secondary else primary)
    comment = json.comment(puzzle, "|")
    options = [_option(puzzle, placement, names[number]) for number, placement in placements(puzzle)]
    return text_of([*comment, items, *options])


def _names(puzzle: Puzzle) -> list[str]:
    """The items of the pieces: their names if these can be items, else p0, p1 ..."""
    names: list[str] = []
    for number, (piece, _, _) in enumerate(puzzle.pieces):
        if _PIECE.fullmatch(piece.name) and piece.name not in ["null", *names]:
            names.append(piece.name)
        else:
            names.append(next(name for i in count(number) if (name := f"p{i}") not in names))
    return names


def _cell(puzzle: Puzzle, cell: Cell) -> str:
    name = ",".join(map(str, map(sub, cell, puzzle.board.bounds[0])))
    if len(name) > _LONGEST:
        raise FormatError(f"the cell {name} cannot be an item: names of items have at most {_LONGEST} characters")
    return name


def _option(puzzle: Puzzle, placement: Placement, name: str) -> str:
    cells = [_cell(puzzle, cell) for cell in placement.cells]
    return " ".join([name, *cells] if name else cells)


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """The solutions as DLX1 prints them, but for the ranks of the options; given pieces are left out, as above."""
    names = _names(puzzle)
    lines = json.comment(puzzle, "|")
    for number, solution in enumerate(solutions, 1):
        options = [_option(puzzle, placement, names[owner]) for owner, placement in added(puzzle, solution)]
        lines += [f"{number}:", *(f" {option}" for option in options)]
    return text_of(lines)


def holds_solutions(file: File) -> bool:
    """Whether a text is what a solver printed: its first line, but for comments, is the number of a solution."""
    lines = (line.strip() for _, line in numbered(file.data.decode("utf-8", "replace")))
    return bool(_NUMBER.fullmatch(next((line for line in lines if line and line[0] != "|"), "")))


def read_puzzle(source: Source) -> Puzzle:
    """The puzzle that stands in the comments of a file that this package has written."""
    return json.read_commented(source, "|")


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """The solutions that DLX1, DLX2 or DLX3 print for a file written here; its comments serve as the puzzle, if any.

    Given pieces are put back where the puzzle has them.
    """
    with reading(source) as file:
        text = file.text
        decoder = Decoder(puzzle or json.puzzle_in(text, "|"))
        items = _names(decoder.puzzle) if decoder.puzzle else []
        axes = (decoder.puzzle.board.lattice if decoder.puzzle else decoder.lattice).dimension
        for start, options in _solutions(text):
            with naming("", start):
                areas = [_area(option, line, axes) for line, option in options if not option.startswith("null ")]
                said = [items.index(name) if name in items else name for name, _ in areas]
                yield decoder.solution([area for _, area in areas], said)


def _solutions(text: str) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """For each solution, the line where it begins, and its options with their lines."""
    start, options = 0, list[tuple[int, str]]()
    for number, line in numbered(text):
        line = line.strip()
        if not line or line.startswith("|"):
            continue
        if _NUMBER.fullmatch(line):
            if start:
                yield start, options
            start, options = number, []
        elif not start:
            raise FormatError(f"a solution begins with its number, such as 1:, not with {quoted(line)}", number)
        else:
            options.append((number, line))
            if len(options) > MAX_CELLS or len(line) > _LONGEST * (MAX_CELLS + 3):
                raise FormatError(f"a solution has at most {MAX_CELLS} options, and an option as many cells", number)
    if start:
        yield start, options


def _area(option: str, line: int, axes: int) -> tuple[str, Cells]:
    """The name, if any, of a piece and the cells, of so many coordinates, that an option puts it on."""
    name, cells = "", []
    for item in _RANK.sub("", option).split():
        if _CELL.fullmatch(item):
            if item.count(",") + 1 != axes:
                raise FormatError(f"a cell of this board has {axes} coordinates, not {quoted(item)}", line)
            cells.append(tuple(map(int, item.split(","))))
        elif name or not _PIECE.fullmatch(item):
            raise FormatError(f"{quoted(item)} is neither a cell, such as 0,1, nor the one piece of its option", line)
        else:
            name = item
    if not cells or len(set(cells)) < len(cells):
        raise FormatError("an option has cells, each of them once", line)
    return name, frozenset(cells)
