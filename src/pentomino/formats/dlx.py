"""Exact covers for the programs DLX1, DLX2 and DLX3 of D. E. Knuth, and solutions of these programs.

The first line lists the items. Each further line is an option: the list of items that a placement covers. The items are
the free cells, written as `row,column` (on other lattices, as their coordinates), and the pieces:

- A cell is a primary item or, if it may stay empty, a secondary item, listed after `|`.
- A piece that each solution uses once is a primary item. A piece that is used at most once is a secondary item.
- A piece with other numbers of copies is a primary item with bounds, `least:most|name`. Only DLX3 reads bounds.
- A piece whose bounds have no effect is not an item, unless other pieces may cover the same cells.
- If a placement covers only secondary cells, its piece must be a primary item, because the programs never choose an
  option without a primary item.

Comment lines, which begin with `|`, contain the puzzle itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from operator import sub

from ..board import MAX_CELLS
from ..errors import FormatError
from ..lattices.lattice import SQUARE, Cell, Cells
from ..notation import numbered
from ..placement import Placement
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from . import json
from .common import Decoder, File, Format, Source, Together, added, naming, placements, quoted, reading, text_of

_MAX_NAME = 8  # characters of an item's name
_PIECE = re.compile(rf"[A-Za-z0-9.'_-]{{1,{_MAX_NAME}}}", re.ASCII)
_CELL = re.compile(r"\d{1,7}(?:,\d{1,7})+", re.ASCII)
_NUMBER = re.compile(r"\d+:", re.ASCII)
_RANK = re.compile(r"\s+\((?:\d+ of \d+|\?)\)$", re.ASCII)


def write_puzzle(puzzle: Puzzle, together: Together = ()) -> bytes:
    """Return a puzzle as an exact cover of its free cells. Comments before it contain the puzzle.

    Given pieces are omitted, with the cells that they cover. Raises `FormatError` if no cell is free, if there are no
    primary items, and for a coordinate that is too long for the name of an item.
    """
    FORMAT.lost(puzzle)
    if not puzzle.uncovered_cells:
        raise FormatError("the puzzle has no free cell: there is nothing to cover")
    names = _names(puzzle)
    primary = [_cell(puzzle, cell) for cell in sorted(puzzle.uncovered_cells - puzzle.optional_cells)]
    secondary = [_cell(puzzle, cell) for cell in sorted(puzzle.optional_cells)]
    cells_suffice = puzzle._piece_set.is_told_by_cells or len(puzzle.pieces) == 1  # whether cells determine pieces
    unforced = {number for number, placement in placements(puzzle) if puzzle.optional_cells.issuperset(placement.cells)}
    for number, (piece, least, most) in enumerate(puzzle._demand):
        if number in unforced and least == 0:
            primary.append(f"0:{most}|{names[number]}")
        elif most == 0 or (least == 0 and (most + 1) * piece.size > len(puzzle.uncovered_cells) and cells_suffice):
            names[number] = ""
        elif (least, most) == (0, 1):
            secondary.append(names[number])
        else:
            bounds = f"{least}:{most}|" if least < most else f"{most}|" if most > 1 else ""
            primary.append(bounds + names[number])
    if not primary:
        raise FormatError("an exact cover must have a primary item, but no cell and no piece is required")
    items = " ".join([*primary, "|", *secondary] if secondary else primary)
    comment = json.comment(puzzle, "|", together)
    options = [_option(puzzle, placement, names[number]) for number, placement in placements(puzzle)]
    return text_of([*comment, items, *options])


def _names(puzzle: Puzzle) -> list[str]:
    # pieces with invalid or repeated names are called p0, p1 ...
    names: list[str] = []
    for number, (piece, _, _) in enumerate(puzzle.pieces):
        is_valid = _PIECE.fullmatch(piece.name) and piece.name not in ["null", *names]
        names.append(piece.name if is_valid else next(name for i in count(number) if (name := f"p{i}") not in names))
    return names


def _cell(puzzle: Puzzle, cell: Cell) -> str:
    name = ",".join(map(str, map(sub, cell, puzzle.board.bounds[0])))
    if len(name) > _MAX_NAME:
        raise FormatError(f"an item must have at most {_MAX_NAME} characters, got the cell {name}")
    return name


def _option(puzzle: Puzzle, placement: Placement, name: str) -> str:
    cells = [_cell(puzzle, cell) for cell in placement.cells]
    return " ".join([name, *cells] if name else cells)


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle, together: Together = ()) -> bytes:
    """Return solutions in the output format of DLX1. Given pieces and numbers such as (1 of 8) are omitted."""
    names = _names(puzzle)
    lines = json.comment(puzzle, "|", together)
    for number, solution in enumerate(solutions, 1):
        options = [_option(puzzle, placement, names[owner]) for owner, placement in added(puzzle, solution)]
        lines += [f"{number}:", *(f" {option}" for option in options)]
    return text_of(lines)


def holds_solutions(file: File) -> bool:
    """Return whether a file is the output of a solver. Such a file begins with the number of a solution."""
    lines = (line.strip() for _, line in numbered(file.data.decode("utf-8", "replace")))
    return bool(_NUMBER.fullmatch(next((line for line in lines if line and line[0] != "|"), "")))


read_puzzle = partial(json.read_commented, mark="|")


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions that DLX1, DLX2 or DLX3 print for a file from `write_puzzle`."""
    with reading(source) as file:
        text = file.text
        decoder = Decoder(puzzle or json.puzzle_in(text, "|"))
        items = _names(decoder.puzzle) if decoder.puzzle else []
        axes = (decoder.puzzle.board.lattice if decoder.puzzle else SQUARE).dimension
        for start, options in _solutions(text):
            with naming("", start):
                areas = [_area(option, line, axes) for line, option in options if not option.startswith("null ")]
                names = [items.index(name) if name in items else name for name, _ in areas]
                yield decoder.solution([area for _, area in areas], names)


def _solutions(text: str) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield the line number and the options of each solution. An option is a pair (line number, text)."""
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
            raise FormatError(f"a solution must begin with its number, such as 1:, got {quoted(line)}", number)
        else:
            options.append((number, line))
            if len(options) > MAX_CELLS or len(line) > _MAX_NAME * (MAX_CELLS + 3):
                raise FormatError(f"a solution must have at most {MAX_CELLS} options and {MAX_CELLS} cells", number)
    if start:
        yield start, options


def _area(option: str, line: int, axes: int) -> tuple[str, Cells]:
    """Return the name of the piece in an option, which may be "", and the cells. `line` is used in errors."""
    name, cells = "", []
    for item in _RANK.sub("", option).split():
        if _CELL.fullmatch(item):
            if item.count(",") + 1 != axes:
                raise FormatError(f"a cell of this board must have {axes} coordinates, got {quoted(item)}", line)
            cells.append(tuple(map(int, item.split(","))))
        elif name or not _PIECE.fullmatch(item):
            raise FormatError(f"an option must have cells such as 0,1 and at most one piece, got {quoted(item)}", line)
        else:
            name = item
    if not cells or len(set(cells)) < len(cells):
        raise FormatError("an option must have at least one cell, and no cell twice", line)
    return name, frozenset(cells)


FORMAT = Format(
    ".dlx",
    "exact cover for D. E. Knuth's programs",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    drops=("the limit on empty cells",),
    read_together=partial(json.read_together, mark="|"),
)
