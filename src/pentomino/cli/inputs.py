"""Read the arguments that specify puzzles: BOARD, the pieces, and pieces that are already placed."""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import chain, count, takewhile
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .. import catalogue
from ..board import Board
from ..board_input import Resolved, drawn_in, resolve
from ..catalogue import Entry
from ..errors import PuzzleError
from ..files import files_beside, part_of
from ..lattices.board_words import are_words, in_words, nearest_word
from ..lattices.lattice import SQUARE, Lattice, shift
from ..limits import looking
from ..notation import picture_start
from ..pieces.polyform import Polyform
from ..pieces.sets import PieceCount, PiecesLike, as_pieces, mirror_twins
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.clock import Clock, OutOfTime
from ..search.options import Options
from ..wording import did_you_mean, joined, not_yet
from .console import MisuseError, check_inputs, hold, read_bytes, say_held, shown_name
from .options import BOARD_HELP, path, threads

if TYPE_CHECKING:
    from ..boards import NamedBoard
    from ..formats import Attempt, Format
    from ..formats.common import Source

BOARD, PIECES = "6x10", "pentominoes"
"""The default board and the default pieces."""

MIN_LETTERS = 5
"""If BOARD is unknown, its words of at least this length are searched in the titles of all boards."""

_ENDINGS = "", ".txt", ".try", ".json", ".dlx", ".xmpuzzle"  # the extensions of files that are proposed as BOARD

LONG = 0.1
"""If reading a puzzle takes more than this number of seconds, the time is subtracted from `--timeout`."""

Usual = TypeVar("Usual")


class Stated(NamedTuple):
    """A puzzle that the arguments specify, with its name in the output and the pieces of `--placed`."""

    name: str
    puzzle: Puzzle
    laid: tuple[Placement, ...] = ()


# --------------------------------------------------------------------------------------------------------- boards


def means_board(text: str) -> bool:
    """Return whether `text` is a size, a form such as 'pyramid 5', or the name of a board but not of a file."""
    name = text.partition(":")[0].strip().casefold()
    return are_words(text) or (name in catalogue.names() and not os.path.exists(text))


def read_board(name: str) -> Resolved:
    """Return the board that the argument BOARD specifies, with its default pieces."""
    return read_boards(name, several=False)[0]


def read_boards(name: str, several: bool = True) -> list[Resolved]:
    """Return the boards that the argument BOARD specifies. Several boards are allowed only if `several` is true."""
    file, labels = part_of(name)
    if not (is_file := _is_file(file)) and not means_board(name):
        if not name.strip():
            raise MisuseError(f"BOARD must be {BOARD_HELP}, got {name!r}")
        if os.path.isdir(name):
            raise MisuseError(f"{name}: this is a directory; BOARD must be {BOARD_HELP}")
        if hint := not_yet(name):
            raise MisuseError(hint)
        size = "a size is rows x columns, such as 6x10" if name[:1].isdigit() else ""
        hint = board_meant(name) or nearest_word(name) or size
        missing = f"board or file; {hint}" if hint else f"file; BOARD must be {BOARD_HELP}"
        raise MisuseError(f"{name}: there is no such {missing}")
    if (form := file_format(name)) is not None and form.needs != "pieces":
        hint = f"did you mean --pieces-file {shlex.quote(name)}?" if form.needs else f"BOARD must be {BOARD_HELP}"
        raise MisuseError(f"{name}: a {form.suffix} file is not a picture of a board; {hint}")
    if (board := calendar_in(file)) is not None:
        return [Resolved(board.without(filter(None, labels.split(","))), board.pieces, board, name)]
    return drawn_in(read_bytes(file), name, several) if is_file else [resolve(name)]


def _is_file(name: str) -> bool:
    try:
        return name == "-" or not stat.S_ISDIR(os.stat(name).st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False  # other errors, such as a denied permission, are reported


def reads_board(text: str) -> bool:
    """Return whether `text` specifies a board. A number may be replaced by N, as in 5xN or 'kanoodle xN'."""
    with suppress(PuzzleError):
        sized = re.sub(r"(?<![a-wyz])N(?![a-wyz])", "1", text)
        return bool(in_words(sized) if are_words(sized) else means_board(sized.removesuffix(" x1")))
    return False


def reads_pieces(text: str) -> bool:
    """Return whether `text` specifies pieces and contains no word that specifies a board."""
    with suppress(PuzzleError):
        return bool(not any(map(are_words, text.split())) and as_pieces(text))
    return False


def board_meant(word: str, others: Iterable[str] = ()) -> str:
    """Suggest a board, a file, an option or one of `others` for the unknown board `word`, or return ""."""
    names = catalogue.names()
    family = [name for name in names if name.startswith(f"{word.casefold()}-")]
    range_of = f"did you mean {' to '.join(dict.fromkeys([family[0], family[-1]]))}?" if family else ""
    files = [file for file in files_beside(word) if os.path.splitext(file)[1].lower() in _ENDINGS]
    apart = nearest_word(word) if word.isalnum() else ""  # pyramid 5 for pyramid5
    if hint := option_meant(word) or apart or range_of or did_you_mean(word, [*others, *names, *files]):
        return hint
    parts = _letters(word) if all(mark.isalnum() or mark == " " for mark in word) else set()  # a path is not a title
    long = {part for part in parts if len(part) >= MIN_LETTERS}
    named = [name for name in names if long & _letters(catalogue.entry(name).title)]
    return f"did you mean {joined(named, 'or')}?" if named else ""


def _letters(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def option_meant(word: str, known: Collection[str] = ("--calendar", "--pieces"), lattice: Lattice = SQUARE) -> str:
    """Suggest an option in `known` that accepts `word`: a date, or pieces on `lattice`. Otherwise return ""."""
    from ..calendar import as_day

    values: dict[str, Callable[[], object]] = {
        "--calendar": lambda: as_day(word) and word,
        "--year": lambda: as_day(word).year,
        "--pieces": lambda: as_pieces(word, lattice) and word,
    }
    for option in () if are_words(word) else filter(known.__contains__, values):  # 2x2x2 is a board and a piece
        with suppress(PuzzleError):
            if value := values[option]():
                return f"did you mean {option} {shlex.quote(str(value))}?"
    return ""


# --------------------------------------------------------------------------------------------------------- pieces


def has_pieces(options: argparse.Namespace) -> bool:
    return options.pieces is not None or bool(options.pieces_file)


def read_pieces(options: argparse.Namespace, usual: Usual) -> PiecesLike | Usual:
    """Return the pieces of `--pieces` and `--pieces-file`, or `usual` if neither option is given."""
    words: str | None = options.pieces
    if words is not None and os.path.splitext(words)[1][1:].isalpha():
        raise MisuseError(f"unknown pieces {words!r}: did you mean --pieces-file {words}?")
    if not options.pieces_file:
        return usual if words is None else words
    from .. import formats

    drawn = [formats.read_pieces(_source(name)) for name in options.pieces_file]
    return _summed(chain(*map(as_pieces, drawn), as_pieces(words) if words else ()))


def _summed(counts: Iterable[PieceCount], are_optional: bool = False) -> PiecesLike:
    both: dict[Polyform | str, tuple[int, int | None]] = {}
    for piece, least, most in counts:
        low, high = both.get(piece, (0, 0))
        both[piece] = low + least * (not are_optional), None if most is None or high is None else high + most
    return both


def named_twins(counts: Iterable[PieceCount]) -> str:
    """Return a string such as "L4 and L4'" if two pieces are mirror images of each other, otherwise ""."""
    return " and ".join(piece.name or "a piece without a name" for piece in mirror_twins(counts) or ())


# -------------------------------------------------------------------------------------------------------- puzzles


def read_puzzle(options: argparse.Namespace) -> Stated:
    """Return the single puzzle that the options specify, with its name."""
    (stated,) = read_puzzles(options, [] if options.board is None else [options.board])
    return stated


def read_puzzles(
    options: argparse.Namespace,
    boards: Sequence[str],
    rectangles: bool = False,
    several: bool = False,
    each: Callable[[str], AbstractContextManager[object]] = nullcontext,
) -> list[Stated]:
    """Return the puzzles on `boards`, with their names. `--timeout` limits the time for reading them.

    If `several` is true, return all puzzles of each file. If `boards` is empty, use the board of `--placed`, or else
    6x10. If `rectangles` is true, use all rectangles that have the area of the pieces or, with `--spare`, all of the
    least area that allows a solution. Each board is read within `with each(board)`.
    """
    with in_time(options):
        boards = _dated(options.calendar, boards)
        check_inputs([*boards, *options.placed, *options.pieces_file])
        pieces, given = read_pieces(options, PIECES), [_source(name) for name in options.placed]
        if rectangles and (boards or given):
            raise MisuseError("--rectangles cannot be used with BOARD, --placed or --calendar")
        if rectangles:
            return _on_rectangles(options, pieces)
        stated: list[Stated] = []
        for name in boards or options.placed[:1] or [BOARD]:
            with each(name):
                if whole := read_whole(name, options, several, pieces):
                    stated += [Stated(part, puzzle) for part, puzzle in whole.items()]
                    continue
                if given and not boards:
                    resolved = [Resolved(_attempt(given[0], pieces, options.reflections).board, "")]
                else:
                    resolved = read_boards(name, several)
                for one in resolved:
                    with each(one.name) if resolved[1:] else nullcontext():
                        stated.append(_stated(one._replace(name=one.name or name), options, pieces, given))
        return stated


@contextmanager
def in_time(options: argparse.Namespace, long: float = LONG) -> Iterator[None]:
    """Limit the time of the `with` block to `options.timeout` seconds.

    If the block takes more than `long` seconds, subtract its time from `options.timeout`.
    """
    timeout = options.timeout
    clock = Clock(Options(timeout=None if timeout is None else max(timeout, long)))
    try:
        with looking(clock.check):
            yield
    except OutOfTime as why:
        raise clock.stopped(why) from None
    say_held()
    spent = monotonic() - clock.start
    if timeout is not None and spent > long:
        options.timeout = max(0.0, round(timeout - spent, 2))


def _stated(found: Resolved, options: argparse.Namespace, pieces: PiecesLike, given: Sequence[Source]) -> Stated:
    """Return the puzzle on the board `found`. The files `given` hold pieces that are already placed.

    Use `pieces`, except on a named board if the options specify no pieces: then use the pieces of the board.
    """
    board, _, entry, name = found
    board, spare = with_spare(board, options)
    says = has_pieces(options)
    reflections = may_reflect(entry, options)
    own = entry.pieces if entry and not says else pieces
    if reflections and not options.quiet and (twins := named_twins(as_pieces(own, board.lattice))):
        hold(f"{twins} are one piece, as pieces may be reflected; --no-reflections makes them two")
    if board.given:  # check them here, so that errors name the line of the file
        from ..formats.picture import attempt_on

        attempt_on(board, own, reflections, shown_name(name))
    placed: list[Placement] = []
    for file, source in zip(options.placed, given, strict=True):
        attempt = _attempt(source, own, reflections)
        known, lattice = attempt.board.lattice, board.lattice
        if known not in (lattice, lattice.flat):
            what = f"the picture must be on the {lattice.flat.name} lattice, like the board, got the {known.name} one"
            raise MisuseError(f"{shown_name(file)}: {what}; begin it with a line '{lattice.flat.name}'")
        # A picture of the whole board is not shifted. Any other picture starts where a picture of the board starts.
        start = (0,) * lattice.dimension if attempt.board.cells == board.cells else picture_start(board.cells, lattice)
        placed += [Placement(one.piece, shift(one.cells, *start)) for one in attempt.placed]
    used = own if entry or says else None
    if getattr(options, "are_optional", False):  # set only by `pack`
        used = _summed(as_pieces(own, board.lattice.flat), are_optional=True)
    if not board.colours and any(count.piece.colours for count in as_pieces(own, board.lattice.flat)):
        hold("the board has no colours, so the colours of the pieces only make them different")
    rules = dict(options.restrict)
    if len(rules) < len(options.restrict):
        raise MisuseError("--restrict must name each piece only once: list all its orientations together, as in F=0,1")
    try:
        turns = {"reflections": reflections, "rotations": options.rotations, "restrict": rules}
        return Stated(name, Puzzle(board, used, **turns, placed=placed, spare=spare), tuple(placed))
    except PuzzleError as error:
        if _is_file(part_of(name)[0]):
            error.args = (f"{shown_name(name)}: {error}",)
        raise


def may_reflect(entry: Entry | None, options: argparse.Namespace) -> bool | None:
    """Return whether the options, or else the catalogue, allow reflections. None means the default."""
    return entry.reflections if entry and options.reflections is None else options.reflections


def need_board(name: str, options: argparse.Namespace) -> None:
    """Raise `MisuseError` if an option is set that needs a board, because the file `name` holds a whole puzzle."""
    if options.spare is not None or options.reflections is not None or options.restrict or not options.rotations:
        what = "--spare, --[no-]reflections, --no-rotations and --restrict require"
        raise MisuseError(f"{what} a board such as 6x10, got the file {name}")
    # error messages must not propose these options
    options.known -= {"--spare", "--reflections", "--no-reflections", "--no-rotations", "--restrict"}


def with_spare(board: Board, options: argparse.Namespace) -> tuple[Board, int | None]:
    """Apply `--spare`. Return a board whose cells may stay empty, and the maximum number of empty cells.

    The maximum is None if `--spare` has no number. Without `--spare`, return `board` and None.
    """
    if options.spare is None:
        return board, None
    if board.optional and not board.optional.issuperset(board.cells.difference(*(cells for _, cells in board.given))):
        conflict = "some cells of the board are marked +, but --spare lets all cells stay empty"
        raise MisuseError(f"{conflict}: remove the marks or --spare")
    return board.with_optional_cells(), None if options.spare == math.inf else options.spare


def _attempt(source: Source, pieces: PiecesLike, reflections: bool | None) -> Attempt:
    from ..formats import read_attempt

    return read_attempt(source, pieces, reflections=reflections)


def read_whole(
    name: str, options: argparse.Namespace, several: bool = False, pieces: PiecesLike = PIECES
) -> dict[str, Puzzle]:
    """Return the puzzles in the file `name`, with their names as keys. Return {} if it is not a file of puzzles.

    If `several` is false, return only one puzzle: the puzzle that `name` selects, or else the first one.
    """
    form = file_format(name)
    if form is None or (form.needs and not getattr(options, "any_file", False)):
        return {}
    from ..formats import parts_of, read_puzzle

    if form.needs:  # a file of pieces or of given pieces, only for `sheet`
        need_board(name, options)
        return {name: read_puzzle(name, pieces=pieces if has_pieces(options) else None)}
    turns = options.reflections is not None or not options.rotations or options.restrict
    if options.spare is not None or (form.is_whole and (has_pieces(options) or options.placed or turns)):
        others = [*filter(options.known.__contains__, ("--placed", "--restrict")), "--no-rotations"]
        what = "--spare" if options.spare is not None else joined(["pieces", "--[no-]reflections", *others])
        raise MisuseError(f"{name} holds a whole puzzle, so {what} cannot be used with it")
    options.known -= {"--spare", *({"--pieces", "--reflections", "--no-reflections"} if form.is_whole else ())}
    parts = parts_of(name) if several else [name]
    return {part: read_puzzle(part) for part in parts}  # raises an error for a file of solutions


def file_format(name: str) -> Format | None:
    """Return the format of a file. Return None for a picture, for a calendar, and for a missing file."""
    file, _ = part_of(name)
    suffix = os.path.splitext(file)[1].lower()
    if suffix in ("", ".txt") or not os.path.isfile(file):  # a picture needs no import of all formats
        return None
    from ..formats import FORMATS, format_read

    if calendar_in(file) is not None:  # a calendar is a board, not a puzzle
        return None
    return format_read(name) if suffix in (*FORMATS, ".xml") else None


def calendar_in(file: str) -> NamedBoard | None:
    """Return the calendar puzzle in a .json file, or None if the file is something else."""
    if os.path.splitext(file)[1].lower() != ".json" or not os.path.isfile(file):
        return None
    from ..formats.common import opened
    from ..formats.json import CALENDAR, read_calendar

    source = opened(path(file))
    return read_calendar(source) if CALENDAR.encode() in source.data[:4096] else None


def read_calendar(name: str | None) -> NamedBoard:
    """Return the calendar puzzle with this name or in this file. The default is `calendar.CALENDAR`."""
    from ..calendar import CALENDAR, as_calendar

    if name and (ending := os.path.splitext(part_of(name)[0])[1]):
        from ..formats import read_calendar

        if (ending.lower() != ".json" or part_of(name)[1]) and os.path.exists(part_of(name)[0]):
            raise MisuseError(f"{name}: a calendar must be a name such as {CALENDAR} or a .json file, without labels")
        return read_calendar(path(name))
    return as_calendar(CALENDAR if name is None else name)


def _dated(date: str | None, names: Sequence[str]) -> Sequence[str]:
    # with a date, `names` is empty or contains the name of the calendar
    if date is None:
        return names
    if len(names) > 1:
        raise MisuseError("--calendar accepts at most one BOARD, the name of a calendar")
    from ..calendar import as_day

    if means_board(date) or os.path.isfile(date):
        raise MisuseError(f"--calendar must be a date, got {date}; write {date} --calendar today")
    board = read_calendar(names[0] if names else None)
    return [f"{board.name}:{','.join(as_day(date).labels(board))}"]


def _on_rectangles(options: argparse.Namespace, pieces: PiecesLike) -> list[Stated]:
    counts, spare, start = as_pieces(pieces), options.spare or 0, monotonic()
    if any(least != most for _, least, most in counts):
        raise MisuseError("--rectangles requires pieces of a fixed area: give copies as a number, not as a range")
    covered = sum(piece.size * least for piece, least, _ in counts)
    if not covered:
        raise MisuseError("--rectangles requires a piece with at least 1 copy")
    for area in takewhile(lambda area: area <= covered + spare, count(covered)):
        shapes = [(rows, area // rows) for rows in range(1, isqrt(area) + 1) if area % rows == 0]
        boards = [Resolved(Board.rectangle(*sides), "", None, "x".join(map(str, sides))) for sides in shapes]
        stated = [_stated(one, options, pieces, ()) for one in boards]
        if not spare:
            break
        left = options.timeout and max(0.0, start + options.timeout - monotonic())
        limits = {"timeout": left, "workers": threads(options), "memory_limit": options.memory_limit}
        if fitting := [one for one in stated if one.puzzle.solve(**limits)]:
            return fitting
    return stated


def _source(name: str) -> Source:
    if name != "-":
        return path(name)
    from ..formats.common import File

    return File("standard input", read_bytes(name))
