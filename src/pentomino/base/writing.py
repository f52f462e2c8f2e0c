"""Open files to read, and write them whole or not at all: a new file replaces the old one once it is on the disc."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

__all__ = ["check_target", "encoded", "naming", "part_of", "readable", "written"]


def part_of(path: str | PathLike[str]) -> tuple[str, str]:
    """Return the path of a file, and which of its parts is meant: `burrs.xmpuzzle:2` is the second; "" if none is said.

    >>> part_of("burrs.xmpuzzle:2"), part_of("burrs.xmpuzzle")
    (('burrs.xmpuzzle', '2'), ('burrs.xmpuzzle', ''))
    """
    found = re.fullmatch(r"(.*\.\w+):([1-9][0-9]{0,4})", os.fspath(path), re.DOTALL)
    return (found[1], found[2]) if found else (os.fspath(path), "")


def readable(path: str | PathLike[str]) -> BinaryIO:
    """Open a file to read bytes. Raises `OSError`; for a directory that is `IsADirectoryError` on all systems."""
    if os.path.isdir(path):  # Windows would say that permission is denied
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
    """Return what a file of its own has: bytes as they are, a text with a line end."""
    return data if isinstance(data, bytes) else f"{data}\n".encode()


@contextmanager
def written(path: Path, replace: bool) -> Iterator[BinaryIO]:
    """Yield a file that becomes `path` at the end of the block. After an error, `path` is as before.

    Links are followed. A new file has the mode of the old one. A device, a pipe, and standard output under any name are
    written at once. Raises `FileExistsError` for an old file unless `replace`. An `OSError` of the block gets the name
    `path`.
    """
    with naming(path):
        check_target(path, replace)
        with _opened(path, replace) as file:
            yield file


@contextmanager
def naming(path: str | PathLike[str]) -> Iterator[None]:
    """Give an `OSError` of the body the name `path`: that of a write, as on a full disc, has none."""
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
