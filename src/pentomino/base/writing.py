"""Writing files: a file stays as it is until all that is to be written is on the disc, and then takes its place."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["check_target", "written"]


def check_target(path: Path, replace: bool) -> None:
    """Raise `OSError` if `written` would, as for a directory, or for a file that is not to be *replaced*.

    That is for a look ahead of work that takes long.
    """
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "this is a directory", str(path))
    if not stat.S_ISREG(status.st_mode) or _standard_stream(status) is not None:
        return
    if not replace:
        raise FileExistsError(errno.EEXIST, "this file exists; --force replaces it", str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


@contextmanager
def written(path: Path, replace: bool) -> Iterator[BinaryIO]:
    """A file to write to, which becomes *path* at the end of the block; if that fails, *path* is what it was.

    A link is followed, a mode kept. What is no file, such as a device or a pipe, is written to at once, and so is
    standard output by whatever name. Raises `FileExistsError` for a file that is not to be *replaced*; the `OSError` of
    a write names *path*.
    """
    try:
        check_target(path, replace)
        with _opened(path, replace) as file:
            yield file
    except OSError as error:
        if error.errno is not None:  # else it is no error of the system, such as a search out of time
            error.filename = str(path)
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
            target.open("xb").close()  # claims the name: another may have taken it by now
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _standard_stream(status: os.stat_result) -> int | None:
    """Which of standard output and standard error a file is, as /dev/stdout may be; None if it is neither."""
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(status, os.fstat(number)):
                return number
    return None
