"""Words for people, and files: numbers, lists and hints in sentences; files written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from .errors import PictureError

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path


# ---------------------------------------------------------------------------------------------------------------- words


NEAR = 0.7
"""The minimum similarity, from 0 to 1, of words that may be mistyped: solve and slove, but not 6x10 and 6x."""

_LATER = {
    r"tube|cylinder": "a board that comes round along its rows is a ring, such as ring 3x20",
    r"klein|m(ö|oe?)bius": "only rings and tori have joined edges",
}


def counted(number: int, word: str) -> str:
    """Return a number and its noun, such as `1 solution` or `2 solutions`."""
    return f"{number} {word}{'s' * (number != 1)}"


YEAR = 31_557_600  # seconds


def duration(seconds: float) -> str:
    """Return a time in words, such as `17 h`."""
    if seconds >= 2e6 * YEAR:
        return "millions of years"
    for unit, size in (("years", YEAR), ("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def done_after(fraction: float, seconds: float) -> str:
    """Return the fraction done after some seconds, and the time left, to end a sentence; "" if nothing is done."""
    if not fraction:
        return ""
    done = f"{100 * fraction:.1f} %" if fraction >= 0.001 else "less than 0.1 %"
    return f", {done} done, about {duration(seconds * (1 - fraction) / fraction)} left"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def did_you_mean(word: str, known: Iterable[str], most: int = 1, near: float = NEAR) -> str:
    """Return a question such as `do you mean solve?` with the nearest `known` words, or an empty text.

    It has at most `most` words, with a similarity of at least `near`; case does not matter.
    """
    import difflib

    by_key = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(word.strip().casefold(), by_key, most, near)
    return f"do you mean {' or '.join(map(by_key.__getitem__, found))}?" if found else ""


def files_beside(path: str | os.PathLike[str]) -> list[str]:
    """Return the paths of the files in the directory of `path`."""
    folder = os.path.dirname(path)
    try:
        with os.scandir(folder or os.curdir) as others:
            return [os.path.join(folder, other.name) for other in others if other.is_file()]
    except (OSError, ValueError):
        return []


def not_yet(text: str) -> str:
    """Return a sentence on a kind of board that is not supported yet, or an empty text for other words."""
    for pattern, what in _LATER.items():
        if re.fullmatch(rf"(one-sided )?({pattern})(\s.*)?", text.strip().casefold()):
            return f"{text!r}: {what}"
    return ""


# ---------------------------------------------------------------------------------------------------------------- files


ANIMATED, PAGES = (".svg", ".gif"), (".html", ".pdf", ".svg", ".png")
"""The suffixes of animations and of sheets."""

MAX_LISTED = 20
"""The maximum number of parts of a file that an error lists."""


def part_of(path: str | PathLike[str]) -> tuple[str, str]:
    """Return the path of a file, and the part after a colon: a number, a name, or "all"; "" without a part.

    >>> part_of("burrs.xmpuzzle:2"), part_of("burrs.xmpuzzle:small"), part_of("burrs.xmpuzzle")
    (('burrs.xmpuzzle', '2'), ('burrs.xmpuzzle', 'small'), ('burrs.xmpuzzle', ''))
    """
    found = re.fullmatch(r"(.*?\.[A-Za-z]\w*):([^/\\]+)", os.fspath(path), re.DOTALL)
    return (found[1], found[2]) if found else (os.fspath(path), "")


def parts_chosen(path: str | PathLike[str], names: Sequence[str], what: str, several: bool = True) -> list[int]:
    """Return the indices of the parts of a file that `path` chooses: `FILE:2`, `FILE:name`, or all of them.

    `names` are those of the parts, perhaps empty; `what` is a noun for a part. Raises `PictureError` for a part that
    the file does not have, and for more than one part unless there may be `several`.
    """
    file, part = part_of(path)
    if not names:
        raise PictureError(f"there is no {what}")
    every = range(len(names))
    if part.isdecimal():
        found = [n for n in every if n + 1 == int(part)]
        if found and part in names and names[found[0]] != part:
            other = f"the one with the name {part} is {file}:{names.index(part) + 1}"
            warnings.warn(f"{file}:{part} is {what} number {part}; {other}", stacklevel=3)
    else:
        found = [n for n in every if part in ("", "all", names[n])]
    if found and (several or not found[1:]):
        return found
    known = [f"{file}:{n + 1}" + f" ({names[n]})" * bool(names[n]) for n in every[:MAX_LISTED]]
    fault = f"{part!r} means {counted(len(found), what)}, and one is expected" if found else f"no {what} is {part!r}"
    raise PictureError(f"{fault}: write {joined(known, 'or')}{' ...' * (len(names) > MAX_LISTED)}")


def readable(path: str | PathLike[str]) -> BinaryIO:
    """Open a file to read bytes. Raises `OSError`; for a directory that is `IsADirectoryError` on all systems."""
    if os.path.isdir(path):  # Windows would report that permission is denied
        raise _directory(path)
    return open(path, "rb")


def _directory(path: str | PathLike[str]) -> OSError:
    return IsADirectoryError(errno.EISDIR, "this is a directory", os.fspath(path))


def check_target(path: Path, replace: bool) -> None:
    """Raise the `OSError` of `written`, as for a directory, or for an old file unless `replace`.

    Call this before work that takes long.
    """
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise
        return
    if stat.S_ISDIR(status.st_mode):
        raise _directory(path)
    if not stat.S_ISREG(status.st_mode) or _standard_stream(status) is not None:
        return
    if not replace:
        raise FileExistsError(errno.EEXIST, "this file exists; force=True replaces it", str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def encoded(data: str | bytes) -> bytes:
    """Return the contents of a file: bytes as they are, a text with a line end."""
    return data if isinstance(data, bytes) else f"{data}\n".encode()


@contextmanager
def written(path: Path, replace: bool) -> Iterator[BinaryIO]:
    """Yield a file that becomes `path` at the end of the block. After an error, `path` is as before.

    Links are followed. A new file has the mode of the old one. A device, a pipe, and standard output under any name are
    written directly. Raises `FileExistsError` for an old file unless `replace`. An `OSError` of the block gets the
    filename `path`.
    """
    with naming(path):
        check_target(path, replace)
        with _opened(path, replace) as file:
            yield file


@contextmanager
def naming(path: str | PathLike[str]) -> Iterator[None]:
    """Give an `OSError` of the body the filename `path`: errors of writing, as on a full disc, lack it."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:  # SearchTimeout is an OSError without a number
            error.filename = os.fspath(path)
        raise


@contextmanager
def _opened(path: Path, replace: bool) -> Iterator[BinaryIO]:
    old = os.stat(path) if path.exists() else None
    stream = None if old is None else _standard_stream(old)
    if old is not None and (stream is not None or not stat.S_ISREG(old.st_mode)):
        with path.open("wb") if stream is None else os.fdopen(os.dup(stream), "wb") as file:
            yield file
        return
    target = path.resolve()
    beside = target.with_name(f".pentomino-{os.urandom(8).hex()}")
    try:
        with beside.open("xb") as file:
            if old is not None:
                os.chmod(beside, stat.S_IMODE(old.st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
        if not replace:
            target.open("xb").close()  # claim the name: another process may have made the file meanwhile
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _standard_stream(status: os.stat_result) -> int | None:
    """Return 1 or 2 if a file, such as /dev/stdout, is standard output or standard error; else None."""
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(status, os.fstat(number)):
                return number
    return None
