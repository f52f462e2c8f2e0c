"""Code for several formats: `Format`, `Decoder`, reading files, limits, and errors with file and line."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ..board import MAX_CELLS, Board
from ..errors import FormatError, PentominoError, PictureError, SearchStopped
from ..files import files_beside, part_of, parts_chosen, readable
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice, shift
from ..notation import decoded, show
from ..pieces.polyform import Polyform, coloured_key, polyforms
from ..pieces.sets import may_turn_over
from ..placement import Placement
from ..puzzle import Puzzle
from ..reason.solids import Disassembly
from ..solutions.solution import Solution
from ..wording import counted, did_you_mean, joined

# Files are not trusted: each limit keeps a small file from using much time or memory.
MAX_BYTES = 1 << 26  # bytes of a file, before and after decompression
MAX_BOX = 1 << 18  # cells of the bounding box of a board
MAX_PIECES = 1 << 14  # entries of a list of pieces
MAX_DRAWN = 1 << 18  # cells of all pieces together
MAX_PLACEMENTS = 1 << 20  # placements, if a file has a line or a variable for each placement
MAX_NAME = 100  # characters of the name of a piece
MAX_COLOUR = 63  # the highest number of a colour in BurrTools


class File(NamedTuple):
    """The contents of a file or text, and its name in errors."""

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """The data as text, without a byte order mark. Raises `FormatError` if the data are not UTF-8."""
        with naming(self.name):
            return decoded(self.data)


Source: TypeAlias = Path | str | bytes | File
Together: TypeAlias = Iterable[Iterable[str]]
"""Groups of pieces that may stay together when a solution is taken apart. A group consists of names."""

SEVERAL_PARTS = "pieces of several parts"
STATEMENTS: Mapping[str, Callable[[Puzzle], object]] = {
    "the board": lambda puzzle: True,
    "cells that may stay empty": lambda puzzle: puzzle.board.optional,
    "the limit on empty cells": lambda puzzle: puzzle._most_empty < len(puzzle.optional_cells),
    "colours of the board": lambda puzzle: puzzle.board.colours,
    "labels": lambda puzzle: puzzle.board.labels,
    "given pieces": lambda puzzle: puzzle.placed,
    "cells under given pieces that may stay empty": lambda puzzle: puzzle.board.optional > puzzle.optional_cells,
    "the pieces": lambda puzzle: True,
    SEVERAL_PARTS: lambda puzzle: not all(piece.is_connected for piece, _, _ in puzzle.pieces),
    "ranges of copies": lambda puzzle: any(least != most for _, least, most in puzzle.pieces),
    "colours of pieces": lambda puzzle: any(piece.colours for piece, _, _ in puzzle.pieces),
    "different pieces of equal shape": lambda puzzle: (
        len({coloured_key(piece, *puzzle._turns) for piece, _, _ in puzzle.pieces}) < len(puzzle.pieces)
    ),
    "restrictions": lambda puzzle: puzzle.restrict,
    "whether pieces may be reflected": lambda puzzle: (
        puzzle.reflections != may_turn_over([count for count in puzzle._entries if count.least], None)
    ),
    "that pieces may not be rotated": lambda puzzle: not puzzle.rotations,
}
"""What a puzzle may specify besides names. Each function returns whether a puzzle specifies this."""

BOARD, PIECES = tuple(STATEMENTS)[:7], tuple(STATEMENTS)[7:]
HARMLESS = ("labels", "given pieces", "cells under given pieces that may stay empty")
"""The keys of `STATEMENTS` that a file may omit, because the file still has the same solutions."""
MOVES = "the moves that take its solutions apart"  # written only with disassemblies


class Format(NamedTuple):
    """A file format: its suffix, its title, and its functions. A function that the format lacks is None.

    - `needs` is "board" or "pieces" if files do not contain them. `read_puzzle` then accepts an argument of this name.
    - `read_solutions` accepts the puzzle that the solutions solve. If it is None, the puzzle in the file is used. If
      the file has no puzzle, the first solution defines it.
    - `holds_solutions` returns whether a file has solutions. Only formats for both puzzles and solutions have it.
    - `lines` yields the lines of a file with solutions as they are found.
    - `has_features` is true if `write_solutions` and `lines` accept names of properties (see `Properties.to_dict`).
    - `part_names` returns the name, which may be "", of each puzzle in a file. Only formats whose files may hold
      several puzzles have it.
    - `drops` lists the keys of `STATEMENTS` that a file does not store.
    - `only_cells` is true if solutions are stored as cells only. Pieces of the same shape then cannot be distinguished.
    - `read_disassemblies` is not None if `write_solutions` also accepts disassemblies.
    - `read_together` returns groups of pieces that may stay together when a solution is taken apart, as lists of names.
      Writers then accept the groups as `together`.
    - `read_notes` returns what a file holds besides its puzzle, for the argument `like` of writers, and a list of what
      no format keeps.

    >>> from pentomino.formats import FORMATS
    >>> FORMATS[".json"].is_whole, FORMATS[".lp"].read_puzzle
    (True, None)
    """

    suffix: str
    title: str
    read_puzzle: Callable[..., Puzzle] | None = None
    write_puzzle: Callable[[Puzzle], bytes] | None = None
    read_solutions: Callable[[Source, Puzzle | None], Iterator[Solution]] | None = None
    write_solutions: Callable[..., bytes] | None = None
    holds_solutions: Callable[[File], bool] | None = None
    needs: str = ""
    lines: Callable[[Iterable[Solution], Puzzle, str], Iterator[str]] | None = None
    has_features: bool = False
    part_names: Callable[[File], list[str]] | None = None
    drops: tuple[str, ...] = ()
    only_cells: bool = False
    read_disassemblies: Callable[[Source, Puzzle | None], Iterator[Disassembly]] | None = None
    read_together: Callable[[Source], list[list[str]]] | None = None
    read_notes: Callable[[Source], tuple[Any, list[str]]] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether a file has a whole puzzle: board and pieces."""
        return self.read_puzzle is not None and not self.needs

    def has_solutions(self, file: File) -> bool:
        """Return whether `file` has solutions rather than a puzzle."""
        return self.holds_solutions(file) if self.holds_solutions else self.read_solutions is not None

    def puzzle(self, source: Source, **known: Any) -> Puzzle:
        """Return the puzzle in `source`. `known` has the board or the pieces that files lack."""
        assert self.read_puzzle is not None
        return self.read_puzzle(source, **{self.needs: known[self.needs]} if self.needs else {})

    def lost(self, puzzle: Puzzle) -> list[str]:
        """Return the `STATEMENTS` that a file cannot store. Raises `FormatError` if this changes the solutions."""
        lost = [key for key in self.drops if STATEMENTS[key](puzzle)]
        known = {"pieces": PIECES, "board": BOARD}.get(self.needs, ())  # the half that a reader gets as an argument
        if wrong := [key for key in lost if key not in (*HARMLESS, *known)]:
            raise FormatError(f"a {self.suffix} file cannot store {joined(wrong)}; a .json file can")
        if "the pieces" in lost and SEVERAL_PARTS in lost:
            lost.remove(SEVERAL_PARTS)
            lost[lost.index("the pieces")] += ", some of several parts"
        return lost


def part_note(puzzle: Puzzle) -> str:
    """Return a warning if pieces have several parts, which pictures of solutions do not show, otherwise ""."""
    several = STATEMENTS[SEVERAL_PARTS](puzzle)
    return f"{SEVERAL_PARTS} cannot be read from pictures; a .json file keeps them" if several else ""


def opened(source: Source) -> File:
    """Return the contents of `source`. A `Path` is read. A string, bytes or a `File` is used as the contents.

    Raises `FormatError` for a file that cannot be read or has more than `MAX_BYTES` bytes.
    """
    if isinstance(source, str):
        source = source.encode("utf-8", "replace")  # a Python string may have a lone surrogate
    if isinstance(source, bytes):
        source = File("text", source)
    file = source if isinstance(source, File) else _read(source)
    if len(file.data) > MAX_BYTES:
        raise FormatError(f"a file must have at most {MAX_BYTES} bytes", name=file.name)
    return file


def _read(path: Path) -> File:
    name = str(path) if str(path).isprintable() else repr(str(path))
    path = Path(part_of(path)[0])
    try:
        with readable(path) as stream:
            return File(name, stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        hint = did_you_mean(str(path), files_beside(path)) if isinstance(error, FileNotFoundError) else ""
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"{reason}; {hint}" if hint else reason, name=name) from None


def chosen_part(file: File, names: Sequence[str], what: str) -> int:
    """Return the index, from 0, of the puzzle that a file name selects. For `two.txt:2` the index is 1.

    If the name does not select a puzzle, the index is 0, with a warning if the file has several puzzles. `names` and
    `what` are the same as for `parts_chosen`.
    """
    if part_of(file.name)[1] or not names:
        return parts_chosen(file.name, names, what, several=False)[0]
    if names[1:]:
        hint = f"; for the second, write {file.name}:2" * bool(Path(file.name).suffix)
        warnings.warn(f"{file.name} has {len(names)} {what}s, and only the first is read{hint}", stacklevel=4)
    return 0


@contextmanager
def naming(name: str, line: int = 0) -> Iterator[None]:
    """Convert errors of the package in the `with` block to `FormatError`, with a file name and a line.

    If an error already has a name or a line, it keeps them.
    """
    try:
        yield
    except FormatError as error:
        error.name = error.name or name
        error.line = error.line or line
        raise
    except SearchStopped:  # the caller's time is up; the file may be valid
        raise
    except PictureError as error:
        raise FormatError(error.message, error.line, error.column, name) from None
    except PentominoError as error:
        raise FormatError(str(error), line, name=name) from None


@contextmanager
def reading(source: Source) -> Iterator[File]:
    """Yield the contents of `source`, and add the name of the source to errors in the `with` block."""
    file = opened(source)
    with naming(file.name):
        yield file


@contextmanager
def within(part: str) -> Iterator[None]:
    """In errors of the `with` block, replace the line number by `part`, the name of a part of the document."""
    try:
        yield
    except FormatError as error:
        place = f"row {error.line}, column {error.column}: " if error.column else ""
        raise FormatError(f"{part}: {place}{error.message}") from None


def quoted(text: str) -> str:
    """Return `text` in quotes for an error message, on one line and shortened if necessary."""
    return repr(text) if len(text) <= 40 else repr(text[:37]) + "..."


def check_name(name: str) -> str:
    """Return a name unchanged. Raises `FormatError` if it is too long or not one printable line."""
    if len(name) > MAX_NAME:
        raise FormatError(f"the name {quoted(name)} must have at most {MAX_NAME} characters, got {len(name)}")
    strange = next((mark for mark in name if not mark.isprintable()), None)
    if strange is not None or name != name.strip():
        fault = f"have only printable characters, got {show(strange)}" if strange else "not begin or end with a blank"
        raise FormatError(f"the name {quoted(name)} must {fault}")
    return name


def check_box(*sides: int) -> None:
    """Raise `FormatError` if a bounding box with these sides has more than `MAX_BOX` cells."""
    if prod(sides) > MAX_BOX:
        box_of = "x".join(map(str, sides))
        raise FormatError(f"a board in a file must fit into a box of at most {MAX_BOX} cells, got {box_of}")


def text_of(lines: Iterable[str]) -> bytes:
    """Return the contents of an ASCII file with these lines."""
    return "".join([f"{line}\n" for line in lines]).encode("ascii")


def check_squares(lattice: Lattice, what: str) -> None:
    """Raise `FormatError` if `lattice` is not the square lattice. The message starts with `what`."""
    if lattice != SQUARE:
        raise FormatError(f"{what} squares only, got the {lattice.name} lattice")


def check_pieces(number: int, drawn: int, line: int = 0) -> None:
    """Raise `FormatError` for too many pieces or cells. `drawn` is the number of cells of all pieces."""
    if number > MAX_PIECES:
        raise FormatError(f"a file must have at most {MAX_PIECES} pieces, got {number}", line)
    if drawn > MAX_DRAWN:
        raise FormatError(f"the drawings of all pieces must have at most {MAX_DRAWN} cells", line)


def placements(puzzle: Puzzle) -> Iterator[tuple[int, Placement]]:
    """Yield pairs (index of a piece, placement) in the order of `Puzzle.placements()`.

    Raises `FormatError` for more than `MAX_PLACEMENTS` placements.
    """
    pairs = ((number, placement) for number in range(len(puzzle.pieces)) for placement in puzzle.placements_of(number))
    for number_before, pair in enumerate(pairs):
        if number_before == MAX_PLACEMENTS:
            raise FormatError(f"a puzzle in a file must have at most {MAX_PLACEMENTS} placements")
        yield pair


def added(puzzle: Puzzle, solution: Solution) -> list[tuple[int, Placement]]:
    """Return pairs (index of a piece, placement) for the pieces of a solution that are not given."""
    given = {placement.cells for placement in puzzle.placed}
    free = [placement for placement in solution.placements if placement.cells not in given]
    return [(puzzle._owner(placement), placement) for placement in free]


def piece_on(puzzle: Puzzle, cells: tuple[Cell, ...], said: str | int = "") -> int | None:
    """Return the index of the piece with the shape of `cells`, or None if no piece has this shape.

    `said` is the name or the index of a piece. It selects one of several pieces with this shape.
    """
    pieces = puzzle._piece_set
    named = (entry for n in range(len(puzzle.pieces)) for entry in pieces.entries(n) if said in (n, entry.name))
    return pieces.shape_of(cells, next(named, None))[0]


def check_identified(solution: Solution) -> None:
    """Raise `FormatError` if a reader could not identify every piece by its cells and its name."""
    puzzle = solution.puzzle
    for placement in solution.placements:
        cells = placement.cells
        if piece_on(puzzle, cells, placement.piece.name) != puzzle._owner(placement):
            where = f"the {counted(len(cells), 'cell')} at {puzzle.board.in_words(cells[0])}"
            raise FormatError(f"several pieces with the same name fit on {where}: rename one")


class Decoder:
    """A converter from areas to solutions. An area is the set of cells of a piece.

    Cells are relative to the corner of the board. `given` is the puzzle that the solutions solve. If it is None,
    `puzzle` is derived from the first solution: the board consists of all areas, and each area is a piece.
    """

    def __init__(self, puzzle: Puzzle | None = None) -> None:
        self.puzzle = self.given = puzzle

    def check_lattice(self, drawn: str) -> None:
        """Raise `FormatError` if a solution on the lattice named `drawn` cannot solve the given puzzle."""
        expected = self.given.board.lattice.flat.name if self.given else drawn
        if drawn.removeprefix("wrapped ") != expected:
            raise FormatError(f"the solution must be on the {expected} lattice of the puzzle, got the {drawn} one")

    def solution(self, areas: Iterable[Cells], said: Iterable[str | int] = ()) -> Solution:
        """Return the solution with a piece on each of `areas`. The areas of given pieces may be omitted.

        `said` is empty, or contains the name or the index of the piece on each area. It distinguishes pieces that fit
        on the same cells. If the puzzle is derived from this solution, its pieces get the names. Raises `FormatError`
        for an area that is not a piece of the set, and for an invalid solution.
        """
        areas = list(areas)
        called = list(said) or [""] * len(areas)
        if self.puzzle is None:
            self.puzzle = puzzle_of(areas, list(map(str, called)), SQUARE)
        placed = list(map(self.placement, areas, called))
        if not self.puzzle._piece_set.is_told_by_cells and set(called) == {""}:
            placed = self._identified(self.puzzle, placed)
        return checked(self.puzzle, placed)

    def _identified(self, puzzle: Puzzle, placed: list[Placement]) -> list[Placement]:
        """Return `placed` after exchanging pieces of the same shape to obey restrictions, colours and copies.

        If no exchange obeys them, return `placed` unchanged. Raises `FormatError` if there are several such exchanges.
        """
        cells = {placement.cells for placement in (*placed, *puzzle.placed)}
        rules = [(number, lambda placement: placement.cells in cells) for number in range(len(puzzle.pieces))]
        just = puzzle._with(spare=max(0, len(puzzle.board.cells) - sum(map(len, cells))))._restricted(rules)
        ways = [way.placements for way in just.solve_all(symmetry="all", limit=2)]
        if len(ways) > 1:
            placement = next(placement for placement in ways[0] if placement not in ways[1])
            where = f"the {counted(len(placement.cells), 'cell')} at {puzzle.board.in_words(placement.cells[0])}"
            raise FormatError(f"several pieces fit on {where}, and the solution does not say which")
        return [*ways[0]] if ways else placed

    def placement(self, area: Cells, said: str | int = "") -> Placement:
        """Return the placement of the piece that fits on `area`. Raises `FormatError` if no piece fits."""
        assert self.puzzle is not None
        low, _ = self.puzzle.board.bounds
        cells = tuple(sorted(self.puzzle.board.lattice.home(shift(area, *low))))
        owner = piece_on(self.puzzle, cells, said)
        if owner is None:
            where = f"the {counted(len(cells), 'cell')} at {self.puzzle.board.in_words(cells[0])}"
            raise FormatError(f"no piece fits on {where}; the set is {self.puzzle._piece_set}")
        return self.puzzle._placement(self.puzzle.pieces[owner].piece, cells)


def checked(puzzle: Puzzle, placements: list[Placement]) -> Solution:
    """Return a solution from placements and the given pieces. Raises `FormatError` if it is invalid."""
    covered = {cell for placement in placements for cell in placement.cells}
    missing = [given for given in puzzle.placed if covered.isdisjoint(given.cells)]
    solution = Solution(puzzle, [*placements, *missing])
    if solution.is_valid():
        return solution
    words = puzzle.board.in_words
    times = Counter(cell for placement in solution.placements for cell in placement.cells)
    if outside := times.keys() - puzzle.board.cells:
        why = f"the cell at {words(min(outside))} is not on the board"
    elif empty := puzzle.board.cells - puzzle.board.optional - times.keys():
        why = f"the cell at {words(min(empty))} is not covered"
    elif twice := [cell for cell, number in times.items() if number > 1]:
        why = f"the cell at {words(min(twice))} is covered twice"
    else:
        why = "it violates the copies, the given pieces or the restrictions"
    raise FormatError(f"this is not a solution of the puzzle: {why}")


@naming("")
def puzzle_of(areas: Collection[Cells], names: list[str], lattice: Lattice) -> Puzzle:
    """Return the puzzle with the solution `areas`. Its board is their union, and each area is a piece.

    `names` holds the name of the piece on each area. A name may be empty.
    """
    cells = [cell for area in areas for cell in area]
    if not cells:
        raise FormatError("a solution must have at least one piece")
    if len(cells) > MAX_CELLS:
        raise FormatError(f"a solution must cover at most {MAX_CELLS} cells, got {len(cells)}")
    check_box(*lattice.bounds(cells)[1])
    turn_over = lattice.dimension < 3
    pieces: dict[tuple[Polyform, str], Polyform] = {}
    copies = Counter[Polyform]()
    for area, name in zip(areas, names, strict=True):
        shape = Polyform(area, name, lattice, connected=False)
        key = shape.canonical(turn_over), name
        if key not in pieces:
            pieces[key] = shape if name else _named(shape, turn_over)
        copies[pieces[key]] += 1
    if len(set(cells)) < len(cells):
        raise FormatError("pieces must not overlap")
    board = Board(shift(cells, *[-n for n in lattice.corner(cells)]), lattice)
    return Puzzle(board, copies, reflections=turn_over)


def _named(shape: Polyform, turn_over: bool) -> Polyform:
    if not shape.is_connected or shape.size > shape.lattice.most * 2 // 3:  # naming a larger piece would take seconds
        return shape
    key = shape.canonical(turn_over)
    every = polyforms(shape.size, "free" if turn_over else "one-sided", shape.lattice)
    return next(piece for piece in every if piece.canonical(turn_over) == key)
