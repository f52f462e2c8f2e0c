"""Reads the arguments of a command that specify puzzles: BOARD, pieces and given pieces.

BOARD is the name of a board, a size or other words, `-`, a file with a picture, or a file with a whole puzzle.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import chain
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from ..board import Board
from ..catalogue import Resolved, drawn_in, resolve
from ..errors import PuzzleError
from ..lattices.forms import are_words, in_words, nearest_word
from ..lattices.lattice import shift
from ..limits import looking
from ..picture import picture_start
from ..pieces.polyform import Polyform
from ..pieces.sets import PieceCount, PiecesLike, as_pieces, mirror_twins
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.options import Options
from ..search.run import Clock, OutOfTime
from ..writing import did_you_mean, files_beside, joined, not_yet, part_of
from .console import MisuseError, check_inputs, hold, read_bytes, say_held, shown_name
from .options import path

if TYPE_CHECKING:
    from ..catalogue import Entry
    from ..formats import Attempt, Format
    from ..formats.common import Source

BOARD_HELP = (
    "a size such as 6x10 (rows x columns) or 3x4x5, a form such as 'triangular hexagon 3', a file with a picture, "
    "a name such as kanoodle (see pentomino boards), or - for standard input"
)

PUZZLE_HELP = f"{BOARD_HELP} (default 6x10); or a file such as puzzle.json with a whole puzzle (see pentomino convert)"

_BOARD, _PIECES = "6x10", "pentominoes"

SHORTEST_NAME = 5
"""The minimum length of words that are searched in titles of boards: `with` and `cube` are too short."""

LONG = 0.1
"""If reading puzzles takes more seconds, they are subtracted from the time of the search. Most take less; then errors
state the time that the user gave."""


class Stated(NamedTuple):
    """The name of a puzzle, the puzzle, and the entry of its board if that is a named board."""

    name: str
    puzzle: Puzzle
    entry: Entry | None


# --------------------------------------------------------------------------------------------------------- boards


def means_board(text: str) -> bool:
    """Return whether a text is a size, a form or the name of a board, rather than a file."""
    from ..catalogue import names

    return are_words(text) or (text.partition(":")[0].strip().casefold() in names() and not os.path.exists(text))


def read_board(name: str) -> Resolved:
    """Return the board that BOARD means. Errors name the file."""
    return read_boards(name, several=False)[0]


def read_boards(name: str, several: bool = True) -> list[Resolved]:
    """Return the board that BOARD means; if `several`, all boards in a file of pictures."""
    if name != "-" and not _is_file(part_of(name)[0]) and not means_board(name):
        if not name.strip():
            raise MisuseError(f"{name!r} is not a board; BOARD is {BOARD_HELP}")
        if os.path.isdir(name):
            raise MisuseError(f"{name}: this is a directory; BOARD is {BOARD_HELP}")
        if hint := not_yet(name):
            raise MisuseError(hint)
        if not os.path.exists(name):
            size = "a size is rows x columns, such as 6x10" if name[:1].isdigit() else ""
            hint = board_meant(name) or nearest_word(name) or size
            what = f"board or file; {hint}" if hint else f"file; BOARD is {BOARD_HELP}"
            raise MisuseError(f"{name}: there is no such {what}")
    if (form := file_format(name)) is not None and form.needs != "pieces":
        raise MisuseError(f"{name}: {form.suffix} files are not pictures of boards; here, BOARD is {BOARD_HELP}")
    file, _ = part_of(name)
    is_file = name == "-" or _is_file(file) or (os.path.exists(file) and not are_words(name))
    return drawn_in(read_bytes(file), name, several) if is_file else [resolve(name)]


def reads_board(text: str) -> bool:
    """Return whether a text is a named board or a board in words; `N` may replace a size, and ` xN` may follow."""
    with suppress(PuzzleError):
        one = re.sub(r"(?<![a-wyz])N(?![a-wyz])", "1", text)
        return bool(in_words(one) if are_words(one) else means_board(one.removesuffix(" x1")))
    return False


def reads_pieces(text: str) -> bool:
    """Return whether a text specifies pieces, and none of its words a board."""
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
    """Return "do you mean X?" for a word that is not a board, or an empty text. X may be one of `others`."""
    from ..catalogue import entry, names

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
    """Return "do you mean --option X?" for a date or for pieces, or an empty text."""
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
    """Return whether the options specify pieces."""
    return options.pieces is not None or bool(options.pieces_file)


def read_pieces(options: argparse.Namespace) -> PiecesLike:
    """Return the pieces of the options, from words, files or both; by default the pentominoes."""
    words: str | None = options.pieces
    if words is not None and os.path.splitext(words)[1][1:].isalpha():
        raise MisuseError(f"unknown pieces {words!r}: do you mean --pieces-file {words}?")
    if not options.pieces_file:
        return _PIECES if words is None else words
    from .. import formats

    drawn = [formats.read_pieces(_source(name)) for name in options.pieces_file]
    both: dict[Polyform | str, tuple[int, int | None]] = {}
    for piece, least, most in chain(*map(as_pieces, drawn), as_pieces(words) if words else ()):
        low, high = both.get(piece, (0, 0))
        both[piece] = low + least, None if most is None or high is None else high + most
    return both


def named_twins(counts: Iterable[PieceCount]) -> str:
    """Return the names of the first mirror twins of a set, such as `L4 and L4'`, or an empty text."""
    return " and ".join(piece.name or "a piece without a name" for piece in mirror_twins(counts) or ())


# -------------------------------------------------------------------------------------------------------- puzzles


def read_puzzle(options: argparse.Namespace) -> Stated:
    """Return the one puzzle that the options state."""
    (found,) = read_puzzles(options, [] if options.board is None else [options.board])
    return found


def read_puzzles(
    options: argparse.Namespace,
    boards: Sequence[str],
    rectangles: bool = False,
    several: bool = False,
    each: Callable[[str], AbstractContextManager[object]] = nullcontext,
) -> list[Stated]:
    """Return the puzzles on these boards; if `several`, all puzzles in a file. `in_time` limits the reading.

    The default board is that of the first file of `--given`, else 6x10; with `rectangles`, all rectangles with the area
    of the pieces. Each board is read in the context `each` of its name.
    """
    with in_time(options):
        boards = _dated(options.calendar, boards)
        check_inputs([*boards, *options.given, *options.pieces_file])
        pieces, given = read_pieces(options), [_source(name) for name in options.given]
        if rectangles and (boards or given):
            raise MisuseError("--rectangles cannot be used with BOARD, --given or --calendar")
        if rectangles:
            return [_stated(one, options, pieces, given) for one in _rectangles(pieces)]
        stated: list[Stated] = []
        for name in boards or options.given[:1] or [_BOARD]:
            with each(name):
                if whole := _read_whole(name, options, several):
                    stated += [Stated(part, puzzle, None) for part, puzzle in whole.items()]
                elif boards or not given:
                    found = read_boards(name, several)
                    for one in found:
                        with each(one.name) if found[1:] else nullcontext():
                            stated.append(_stated(one._replace(name=one.name or name), options, pieces, given))
                else:
                    first = Resolved(_attempt(given[0], pieces, options).board, "", None, name)
                    stated.append(_stated(first, options, pieces, given))
        return stated


@contextmanager
def in_time(options: argparse.Namespace) -> Iterator[None]:
    """Limit reading in the body to `options.timeout`, and subtract the time it took if that is more than `LONG`."""
    timeout = getattr(options, "timeout", None)  # `sheet` has no timeout
    clock = Clock(Options(timeout=None if timeout is None else max(timeout, LONG)))
    try:
        with looking(clock.check):
            yield
    except OutOfTime as why:
        raise clock.stopped(why) from None
    if hasattr(options, "timeout"):
        say_held()
    spent = monotonic() - clock.start
    if timeout is not None and spent > LONG:
        options.timeout = max(0.0, round(timeout - spent, 2))


def _stated(found: Resolved, options: argparse.Namespace, pieces: PiecesLike, given: Sequence[Source]) -> Stated:
    """Return the puzzle on a board with the pieces of the options, else of the board, of which some are `given`.

    Print a note if the options make mirror twins one piece.
    """
    board, _, entry, name = found
    says = says_pieces(options)
    own = entry.pieces if entry and not says else pieces
    if options.reflections and not options.quiet and (twins := named_twins(as_pieces(own, board.lattice))):
        hold(f"{twins} are one piece, as pieces may be reflected; --no-reflections makes them two")
    if board.given:  # raises errors with their place in the file
        from ..formats.picture import attempt_on

        attempt_on(board, own, options.reflections, shown_name(name))
    placed: list[Placement] = []
    for file, source in zip(options.given, given, strict=True):
        attempt = _attempt(source, own, options)
        known, lattice = attempt.board.lattice, board.lattice
        if known not in (lattice, lattice.flat):
            what = f"the picture is on the {known.name} lattice, and the board on the {lattice.flat.name} one"
            raise MisuseError(f"{shown_name(file)}: {what}; its first line may name the lattice")
        # A picture of the whole board is not shifted. Any other starts where a picture of the board would.
        start = (0,) * lattice.dimension if attempt.board.cells == board.cells else picture_start(board.cells, lattice)
        placed += [Placement(one.piece, shift(one.cells, *start)) for one in attempt.placed]
    used = own if entry or says else None
    if not board.colours and any(count.piece.colours for count in as_pieces(own, board.lattice.flat)):
        hold("the board has no colours: the colours of the pieces only distinguish pieces")
    try:
        turns = {"reflections": options.reflections, "rotations": options.rotations}
        return Stated(name, Puzzle(board, used, **turns, placed=placed), entry)
    except PuzzleError as error:
        if name == "-" or _is_file(part_of(name)[0]):
            error.args = (f"{shown_name(name)}: {error}",)
        raise


def _attempt(source: Source, pieces: PiecesLike, options: argparse.Namespace) -> Attempt:
    """Return the half-filled board in a file."""
    from ..formats import read_attempt

    return read_attempt(source, pieces, reflections=options.reflections)


def _read_whole(name: str, options: argparse.Namespace, several: bool) -> dict[str, Puzzle]:
    """Return the puzzles in a file with whole puzzles, by their names; none for a picture or another BOARD."""
    form = file_format(name)
    if form is None or form.needs:
        return {}
    turns = options.reflections is not None or not options.rotations
    if form.is_whole and (says_pieces(options) or options.given or turns):
        what = "pieces, --given, --[no-]reflections or --no-rotations"
        raise MisuseError(f"{name} has the whole puzzle: {what} cannot be used with it")
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
    """Return the boards or, with `--calendar`, that date on the named calendar, by default `CALENDAR`."""
    if date is None:
        return names
    if len(names) > 1:
        raise MisuseError("--calendar accepts at most one BOARD, the name of a calendar")
    from ..calendar import CALENDAR, as_calendar, as_day

    board = as_calendar(names[0] if names else CALENDAR)
    return [f"{board.name}:{','.join(as_day(date).labels(board))}"]


def _rectangles(pieces: PiecesLike) -> Iterator[Resolved]:
    """Yield all rectangles with the area of the pieces, the narrowest first, with their sizes as names."""
    counts = as_pieces(pieces)
    if any(least != most for _, least, most in counts):
        raise MisuseError("--rectangles needs pieces of a fixed area: give copies as a number, not as a range")
    area = sum(piece.size * least for piece, least, _ in counts)
    if not area:
        raise MisuseError("--rectangles needs pieces: all have 0 copies")
    for rows in range(1, isqrt(area) + 1):
        if area % rows == 0:
            yield Resolved(Board.rectangle(rows, area // rows), "", None, f"{rows}x{area // rows}")


def _source(name: str) -> Source:
    if name != "-":
        return path(name)
    from ..formats.common import File

    return File("standard input", read_bytes(name))
