"""What the arguments of a command mean: BOARD, pieces, given pieces, and the puzzles that they make.

BOARD is the name of a board, a size or other words, `-`, a file with a picture, or a file that says a whole puzzle.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING

from ..base.limits import looking
from ..base.value import Record
from ..base.words import did_you_mean, files_beside, joined, not_yet
from ..base.writing import part_of
from ..board import Board
from ..catalogue.resolver import Resolved, resolve_all
from ..errors import PuzzleError
from ..lattices.forms import are_words, in_words, nearest_word
from ..lattices.lattice import shift
from ..picture import picture_start
from ..pieces.polyform import Polyform
from ..pieces.sets import PieceCount, PiecesLike, as_pieces, mirror_twins
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.options import Options
from ..search.run import Clock, OutOfTime
from .console import MisuseError, check_inputs, read_bytes, say, shown_name
from .options import path

if TYPE_CHECKING:
    from ..catalogue.entries import Entry
    from ..formats import Attempt, Format
    from ..formats.common import Source

__all__ = [
    "BOARD_HELP",
    "PUZZLE_HELP",
    "Stated",
    "board_meant",
    "file_format",
    "in_time",
    "means_board",
    "named_twins",
    "option_meant",
    "read_board",
    "read_boards",
    "read_pieces",
    "read_puzzle",
    "read_puzzles",
    "reads_board",
    "reads_pieces",
    "says_pieces",
]

BOARD_HELP = (
    "a size such as 6x10 (rows x columns) or 3x4x5, a form such as 'triangular hexagon 3', a file with a picture, "
    "a name such as kanoodle (see pentomino boards), or - for standard input"
)

PUZZLE_HELP = f"{BOARD_HELP} (default 6x10); a file such as puzzle.json says the whole puzzle (see pentomino convert)"

_BOARD, _PIECES = "6x10", "pentominoes"

SHORTEST_NAME = 5
"""The letters of a word that is looked for in the titles of boards, as a product or its maker: no `with` or `cube`."""

LONG = 0.1
"""Seconds of reading puzzles that are taken off the time of a search. Most are read in less, and then an error has the
time as it was said."""


class Stated(Record):
    """A puzzle as the arguments state it: its name, the puzzle, and the known board that it is on, if it is one."""

    name: str
    puzzle: Puzzle
    entry: Entry | None


# --------------------------------------------------------------------------------------------------------- boards


def means_board(text: str) -> bool:
    """Return whether a text is a size, a form or the name of a board, rather than a file."""
    from ..catalogue.entries import names

    return are_words(text) or (text.partition(":")[0].strip().casefold() in names() and not os.path.exists(text))


def read_board(name: str) -> Resolved:
    """Return the board that BOARD means. Errors name the file."""
    return read_boards(name, several=False)[0]


def read_boards(name: str, several: bool = True) -> list[Resolved]:
    """Return the board that BOARD means, or each of those in a file with `several` pictures."""
    if name != "-" and not _is_file(part_of(name)[0]) and not means_board(name):
        if not name.strip():
            raise MisuseError(f"{name!r} is no board; BOARD is {BOARD_HELP}")
        if os.path.isdir(name):
            raise MisuseError(f"{name}: this is a directory; BOARD is {BOARD_HELP}")
        if not os.path.exists(name):
            if hint := not_yet(name):
                raise MisuseError(hint)
            if hint := board_meant(name) or nearest_word(name):
                raise MisuseError(f"{name}: there is no such board or file; {hint}")
            if name[:1].isdigit():
                raise MisuseError(f"{name}: there is no such board or file; a size is rows x columns, such as 6x10")
            raise MisuseError(f"{name}: there is no such file; BOARD is {BOARD_HELP}")
    if (form := file_format(name)) is not None and form.needs != "pieces":
        raise MisuseError(f"{name}: {form.suffix} files are no pictures of boards; here, BOARD is {BOARD_HELP}")
    return resolve_all(name, _contents, several)


def _contents(name: str) -> bytes | None:
    file, _ = part_of(name)
    is_file = name == "-" or _is_file(file) or (os.path.exists(file) and not are_words(name))
    return read_bytes(file) if is_file else None


def reads_board(text: str) -> bool:
    """Return whether a text is a known board or one in words; N may stand for a size, and xN for copies."""
    with suppress(PuzzleError):
        one = re.sub(r"(?<![a-wyz])N(?![a-wyz])", "1", text)
        return bool(in_words(one) if are_words(one) else means_board(one.removesuffix(" x1")))
    return False


def reads_pieces(text: str) -> bool:
    """Return whether a text says pieces, none of them in words for a board."""
    with suppress(PuzzleError):
        return bool(not any(map(are_words, text.split())) and as_pieces(text))
    return False


def _is_file(name: str) -> bool:
    """Return whether there is a file, or a pipe, with this name."""
    try:
        mode = os.stat(name).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def board_meant(word: str, others: Iterable[str] = ()) -> str:
    """Return a question for what a word that is no board may mean, one of `others` perhaps; or an empty text."""
    from ..catalogue.entries import entry, names

    family = [name for name in names() if name.startswith(f"{word.casefold()}-")]
    range_of = f"do you mean {' to '.join(dict.fromkeys([family[0], family[-1]]))}?" if family else ""
    if hint := option_meant(word) or range_of or did_you_mean(word, [*others, *names(), *files_beside(word)]):
        return hint
    parts = _letters(word) if all(mark.isalnum() or mark == " " for mark in word) else set()  # not in a path
    long = {part for part in parts if len(part) >= SHORTEST_NAME}
    named = [name for name in names() if long & _letters(entry(name).title)]
    return f"do you mean {joined(named, 'or')}?" if named else ""


def _letters(text: str) -> set[str]:
    """Return the words of a text, in lower case."""
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def option_meant(word: str) -> str:
    """Return a question for the option that takes a word, which is a date or means pieces; or an empty text."""
    from ..calendar import as_day

    for option, read in (("--calendar", as_day), ("--pieces", as_pieces)):
        with suppress(PuzzleError):
            if are_words(word):  # a box of cubes is a piece, too
                break
            read(word)
            return f"do you mean {option} {shlex.quote(word)}?"
    return ""


# --------------------------------------------------------------------------------------------------------- pieces


def says_pieces(options: argparse.Namespace) -> bool:
    """Return whether the options say pieces."""
    return options.pieces is not None or options.pieces_file is not None


def read_pieces(options: argparse.Namespace) -> PiecesLike:
    """Return the pieces of the options, from words, a file or both; by default the pentominoes."""
    if options.pieces is not None and os.path.splitext(options.pieces)[1][1:].isalpha():
        raise MisuseError(f"unknown pieces {options.pieces!r}: do you mean --pieces-file {options.pieces}?")
    if options.pieces_file is None:
        return _PIECES if options.pieces is None else str(options.pieces)
    from .. import formats

    drawn = formats.read_pieces(_source(options.pieces_file))
    both: dict[Polyform | str, tuple[int, int | None]] = {}
    for piece, least, most in [*(as_pieces(options.pieces) if options.pieces else ()), *as_pieces(drawn)]:
        low, high = both.get(piece, (0, 0))
        both[piece] = low + least, None if most is None or high is None else high + most
    return both


def named_twins(counts: Iterable[PieceCount]) -> str:
    """Return the names of the first mirror twins of a set, such as `L4 and L4'`; nothing if there are none."""
    return " and ".join(piece.name or "a piece without a name" for piece in mirror_twins(counts) or ())


def _say_twins(puzzles: Iterable[tuple[Board, PiecesLike]]) -> None:
    """Print which mirror twins are one piece, since pieces may be turned over, or mirrored in space."""
    pairs = [(named_twins(as_pieces(pieces, board.lattice)), board.lattice.dimension) for board, pieces in puzzles]
    for twins, dimension in dict.fromkeys(pairs):
        how = "turned over" if dimension == 2 else "mirrored"
        if twins:
            say(f"{twins} are one piece, as pieces may be {how}; --no-reflections keeps them apart")


# -------------------------------------------------------------------------------------------------------- puzzles


def read_puzzle(options: argparse.Namespace) -> Stated:
    """Return the one puzzle that the options state."""
    (found,) = read_puzzles(options, [] if options.board is None else [options.board])
    return found


def read_puzzles(
    options: argparse.Namespace, boards: Sequence[str], rectangles: bool = False, several: bool = False
) -> list[Stated]:
    """Return the puzzles on these boards. All are read before the first is searched. A file may have `several`.

    Without a board, take that of the first file with given pieces, else 6x10. With `rectangles`, take all rectangles
    with the area of the pieces. If that takes long, `options.timeout` becomes what is left for each search.
    """
    with in_time(options):
        return _read_puzzles(options, boards, rectangles, several)


@contextmanager
def in_time(options: argparse.Namespace) -> Iterator[None]:
    """Let the reading of puzzles in the body end after `options.timeout`, which becomes what is left if it is long."""
    timeout = getattr(options, "timeout", None)  # `sheet` searches nothing
    clock = Clock(Options(timeout=None if timeout is None else max(timeout, LONG)))
    try:
        with looking(clock.check):
            yield
    except OutOfTime as why:
        raise clock.stopped(why) from None
    spent = monotonic() - clock.start
    if timeout is not None and spent > LONG:
        options.timeout = max(0.0, round(timeout - spent, 2))


def _read_puzzles(options: argparse.Namespace, boards: Sequence[str], rectangles: bool, several: bool) -> list[Stated]:
    boards = _dated(options.calendar, boards)
    check_inputs([*boards, *options.given, *([options.pieces_file] if options.pieces_file else [])])
    pieces = read_pieces(options)
    reflections = options.reflections
    says = says_pieces(options)
    wholes = {name: read for name in boards if (read := _read_whole(name, options, several))}
    found = {name: read_boards(name, several) for name in boards if name not in wholes}
    surfaces = [(one.name or name, one.board, one.entry) for name, some in found.items() for one in some]
    brought = {entry.pieces for _, _, entry in surfaces if entry}
    # Given pieces are pieces of the named board, if there is one such board only.
    given = _read_given(options.given, brought.pop() if len(brought) == 1 and not says else pieces, reflections)
    # Read lettered boards once more: that finds the place of an error in the file.
    lettered = [name for name, board, _ in surfaces if board.given and os.path.isfile(part_of(name)[0])]
    _read_given(lettered, pieces, reflections)
    if rectangles:
        if boards or given:
            raise MisuseError("--rectangles says the boards: neither BOARD, --given nor --calendar goes with it")
        surfaces = [(size, board, None) for size, board in _rectangles(pieces)]
    elif given and not boards:
        surfaces = [(options.given[0], given[0].board, None)]
    elif not boards:
        surfaces = [(_BOARD, read_board(_BOARD).board, None)]
    own = [entry.pieces if entry and not says else None for _, _, entry in surfaces]
    if reflections and not options.quiet:
        _say_twins((board, own or pieces) for (_, board, _), own in zip(surfaces, own, strict=True))
    stated = {}
    for (name, board, entry), brings in zip(surfaces, own, strict=True):
        used = pieces if says else brings
        placed = _on(board, options.given, given)
        stated[name] = Stated(name, Puzzle(board, used, reflections=reflections, placed=placed), entry)
    stated |= {part: Stated(part, puzzle, None) for read in wholes.values() for part, puzzle in read.items()}
    parts = {name: [one.name or name for one in some] for name, some in found.items()}
    parts |= {name: [*read] for name, read in wholes.items()}
    return [stated[part] for name in boards for part in parts.get(name, [name])] if boards else [*stated.values()]


def _read_whole(name: str, options: argparse.Namespace, several: bool) -> dict[str, Puzzle]:
    """Return the puzzles in a file that says all of one; none for a picture, and for what is no file."""
    form = file_format(name)
    if form is None or form.needs:
        return {}
    if form.is_whole and (says_pieces(options) or options.given or options.reflections is not None):
        raise MisuseError(f"{name} says all of a puzzle: neither pieces, --given nor --[no-]reflections go with it")
    from ..formats import parts_of, read_puzzle

    parts = parts_of(name) if several else [name]
    return {part: read_puzzle(part) for part in parts}  # raises an error for a file of solutions


def file_format(name: str) -> Format | None:
    """Return the format of a file that is more than a picture; None for anything else."""
    file, _ = part_of(name)
    suffix = os.path.splitext(file)[1].lower()
    if suffix in ("", ".txt") or not os.path.isfile(file):  # a picture needs no import of all formats
        return None
    from ..formats import FORMATS, format_read

    return format_read(name) if file != name and suffix in FORMATS else FORMATS.get(suffix)


def _dated(date: str | None, names: Sequence[str]) -> Sequence[str]:
    """Return the boards, with the date of `--calendar` on the calendar among them, or on the usual one."""
    if date is None:
        return names
    if len(names) > 1:
        raise MisuseError("--calendar goes with one BOARD at most, the name of a calendar")
    from ..calendar import CALENDAR, as_calendar, as_day

    board = as_calendar(names[0] if names else CALENDAR)
    return [f"{board.name}:{','.join(as_day(date).labels(board))}"]


def _read_given(names: Sequence[str], pieces: PiecesLike, reflections: bool | None) -> list[Attempt]:
    """Return the half-filled boards in these files."""
    if not names:
        return []
    from .. import formats

    return [formats.read_attempt(_source(name), pieces, reflections=reflections) for name in names]


def _on(board: Board, names: Sequence[str], given: Sequence[Attempt]) -> list[Placement]:
    """Return the given pieces of these files on `board`.

    A picture of the whole board fits as it is. Another one begins where a picture of the board would.
    """
    placed = []
    for name, attempt in zip(names, given, strict=True):
        known, lattice = attempt.board.lattice, board.lattice
        if known not in (lattice, lattice.flat):
            what = f"the picture is on the {known.name} lattice, and the board on the {lattice.flat.name} one"
            raise MisuseError(f"{shown_name(name)}: {what}; its first line may name the lattice")
        start = (0,) * lattice.dimension if attempt.board.cells == board.cells else picture_start(board.cells, lattice)
        placed += [Placement(one.piece, shift(one.cells, *start)) for one in attempt.placed]
    return placed


def _rectangles(pieces: PiecesLike) -> list[tuple[str, Board]]:
    """Return all rectangles with the area of the pieces, each after its size, the narrowest first."""
    counts = as_pieces(pieces)
    if any(least != most for _, least, most in counts):
        raise MisuseError("--rectangles needs pieces of one total area: copies are a number, not a range")
    area = sum(piece.size * least for piece, least, _ in counts)
    if not area:
        raise MisuseError("--rectangles needs pieces: there are no copies of any")
    sizes = [(rows, area // rows) for rows in range(1, isqrt(area) + 1) if area % rows == 0]
    return [(f"{rows}x{columns}", Board.rectangle(rows, columns)) for rows, columns in sizes]


def _source(name: str) -> Source:
    if name != "-":
        return path(name)
    from ..formats.common import File

    return File("standard input", read_bytes(name))
