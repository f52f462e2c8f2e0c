"""Read files. Write files completely or not at all, so that an error leaves the old file unchanged."""

from __future__ import annotations

import errno
import os
import re
import stat
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from .errors import PictureError
from .wording import counted, joined

if TYPE_CHECKING:
    from pathlib import Path

PathLike: TypeAlias = str | os.PathLike[str]
"""The path of a file. Its extension selects the format. (Readers of one format treat a `str` as the contents.)"""

ANIMATED, PAGES = (".svg", ".gif"), (".html", ".pdf", ".svg", ".png")
"""The file extensions for animations (`ANIMATED`) and for sheets of pictures (`PAGES`)."""

MAX_LISTED = 20
"""The maximum number of parts of a file, such as pictures, that an error message lists."""

_ENDINGS = "txt try json jsonl ini csv dlx cnf lp xmpuzzle parquet py svg png pdf html xml md tsv xlsx dat log".split()
_READ, _OR_PICTURE = "formats.read_puzzle({0!r}) reads a puzzle", ", and pathlib.Path({0!r}) the picture of a board"


def file_meant(text: str, read: str = "") -> str:
    """Return an error message if `text` looks like the name of a file, otherwise "". `read` says how to read a file;
    the default says how to read a puzzle or, from a text file, a board.

    A string is never used as the name of a file, because it may come from an untrusted user.
    """
    name, (file, _) = text.strip(), part_of(text.strip())
    ending = os.path.splitext(file)[1][1:]
    is_file = "\n" not in name and ending and (ending in _ENDINGS or "/" in name or "\\" in name)
    read = read or _READ + _OR_PICTURE * (ending.lower() in ("txt", "try"))
    return f"{name!r} looks like the name of a file; {read.format(name)}" if is_file else ""


def files_beside(path: PathLike) -> list[str]:
    """Return the paths of the files in the directory of `path`, or [] if the directory is not readable."""
    folder = os.path.dirname(path)
    try:
        with os.scandir(folder or os.curdir) as others:
            return [os.path.join(folder, other.name) for other in others if other.is_file()]
    except (OSError, ValueError):
        return []


def part_of(path: PathLike) -> tuple[str, str]:
    """Split a path such as `burrs.xmpuzzle:2` at its colon. If there is no colon, the second part is empty.

    >>> part_of("burrs.xmpuzzle:2"), part_of("burrs.xmpuzzle:small"), part_of("burrs.xmpuzzle")
    (('burrs.xmpuzzle', '2'), ('burrs.xmpuzzle', 'small'), ('burrs.xmpuzzle', ''))
    """
    match = re.fullmatch(r"(.*?\.[A-Za-z]\w*):([^/\\]+)", os.fspath(path), re.DOTALL)
    return (match[1], match[2]) if match else (os.fspath(path), "")


def parts_chosen(path: PathLike, names: Sequence[str], what: str, several: bool = True) -> list[int]:
    """Return the indices, from 0, of the parts of a file that `path` selects.

    `FILE:2` selects the second part. `FILE:name` selects all parts with this name. `FILE` and `FILE:all` select all
    parts. `names` holds the name of each part, or "". `what` is a noun for a part. Raises `PictureError` if the file
    does not have the part, or if several parts are selected and `several` is false.
    """
    file, part = part_of(path)
    if not names:
        raise PictureError(f"the file has no {what}")
    every = range(len(names))
    if part.isdecimal():
        parts = [n for n in every if str(n + 1) == part.lstrip("0")]
        if parts and part in names and names[parts[0]] != part:
            other = f"the one named {part} is {file}:{names.index(part) + 1}"
            warnings.warn(f"{file}:{part} is {what} number {part}; {other}", stacklevel=3)
    else:
        parts = [n for n in every if part in ("", "all", names[n])]
    if parts and (several or not parts[1:]):
        return parts
    listed = [f"{file}:{n + 1}" + f" ({names[n]})" * bool(names[n]) for n in every[:MAX_LISTED]]
    fault = f"{counted(len(parts), what)} match {part!r}" if parts else f"no {what} is named {part!r}"
    few = joined(listed, "or") + " ..." * (len(names) > MAX_LISTED)
    right = few if any(names) or len(names) < 3 else f"{file}:1 to {file}:{len(names)}"
    raise PictureError(f"{fault}: write {right}")


def readable(path: PathLike) -> BinaryIO:
    """Open a file to read bytes. Raises `IsADirectoryError` for a directory, even on Windows."""
    if os.path.isdir(path):  # Windows would report that permission is denied
        raise _directory(path)
    return open(path, "rb")


def numbered_paths(path: Path, number: int) -> list[Path]:
    """Return `number` paths such as FILE-01.svg, FILE-02.svg and so on, or only `path` itself if `number` is 1."""
    digits = len(str(number))
    several = [path.with_name(f"{path.stem}-{n:0{digits}}{path.suffix}") for n in range(1, number + 1)]
    return several if number != 1 else [path]


def _directory(path: PathLike) -> OSError:
    return IsADirectoryError(errno.EISDIR, "this is a directory", os.fspath(path))


def check_target(path: Path, replace: bool) -> None:
    """Raise an `OSError` if `written` cannot write to `path`. Call this before a long computation."""
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
        raise FileExistsError(errno.EEXIST, "this file exists; overwrite=True replaces it", str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def encoded(data: str | bytes) -> bytes:
    """Return `data` as bytes for a file. A string gets a line end, and is encoded in UTF-8."""
    return data if isinstance(data, bytes) else f"{data}\n".encode()


@contextmanager
def written(path: Path, replace: bool) -> Iterator[BinaryIO]:
    """Yield a file that becomes `path` at the end of the block. After an error, `path` is unchanged.

    Symbolic links are followed. The new file has the mode of the old file. A device, a pipe and standard output are
    written directly. Raises `IsADirectoryError` for a directory, and `FileExistsError` for an existing file unless
    `replace` is true. If an `OSError` is raised in the block, its filename becomes `path`.
    """
    with naming(path):
        check_target(path, replace)
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
                target.open("xb").close()  # claim the name, as another process may have made the file meanwhile
            os.replace(beside, target)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise


@contextmanager
def naming(path: PathLike) -> Iterator[None]:
    """Set the filename of any `OSError` raised in the `with` block to `path`."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:  # SearchTimeout is an OSError without a number
            error.filename = os.fspath(path)
        raise


def _standard_stream(status: os.stat_result) -> int | None:
    # a path such as /dev/stdout names a standard stream
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(status, os.fstat(number)):
                return number
    return None
