"""Journals: what is known of a search, in a file, so that the same call goes on after it was stopped or killed.

The file is only appended to. Each line is a checksum and the JSON that it is of: first what is searched, then units
that are done, in whatever order they came; a count ends with its total. A last line that is torn is cut off.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, Self

from .._version import __version__
from ..errors import PentominoError
from .plan import Plan
from .units import Done, Key

if TYPE_CHECKING:
    from os import PathLike

    from .options import Symmetry

__all__ = ["Journal"]

FORMAT = 1

SECONDS = 1.0
"""From one time that lines are forced to the disc to the next: if the machine fails, so much is lost at most."""

_held: set[tuple[int, int]] = set()
"""The files that this process has locked: a lock is between processes only."""


class Journal:
    """A journal, open and locked: what it knows of units is in `done`, and `total` if the count came to its end.

    Raises `PentominoError` if the file is no journal, is one of something else, is damaged or in use, and `OSError` for
    what the system refuses.
    """

    def __init__(
        self, path: str | PathLike[str], plan: Plan, task: Literal["count", "list"], symmetry: Symmetry
    ) -> None:
        self.path = Path(path)
        self.done: dict[Key, Done] = {}
        self.total: int | None = None
        self._forced = monotonic()
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        status = os.fstat(self._file)
        self._id = status.st_dev, status.st_ino
        try:
            self._lock()
            self._read(_line({"pentomino journal": FORMAT, "version": __version__, **_said(plan, task, symmetry)}))
        except BaseException:
            os.close(self._file)
            raise
        _held.add(self._id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        _held.discard(self._id)
        try:
            os.fsync(self._file)
        finally:
            os.close(self._file)

    def add(self, done: Sequence[Done]) -> None:
        """Note units that are done."""
        self._write(b"".join(map(_line, done)))
        if monotonic() - self._forced > SECONDS:
            os.fsync(self._file)
            self._forced = monotonic()

    def end(self, total: int) -> None:
        """Note the result of the whole count."""
        self.total = total
        self._write(_line({"total": total}))

    def _write(self, lines: bytes) -> None:
        while lines:
            try:
                lines = lines[os.write(self._file, lines) :]
            except OSError as error:
                error.filename = str(self.path)
                raise

    def _lock(self) -> None:
        """Keep other processes away; children of this one that were forked have no part in it."""
        try:
            if self._id in _held:
                raise BlockingIOError
            try:
                import fcntl
            except ImportError:
                import msvcrt

                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1 << 30)  # type: ignore[attr-defined,unused-ignore]
            else:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (None, errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                raise
            raise PentominoError(f"{self.path}: another search is at this journal") from None

    def _read(self, header: bytes) -> None:
        """Take in what the file has, and cut off a torn end; begin it if it is new."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        if not lines or (header.startswith(lines[0]) and len(lines) == 1):  # new, or killed just then
            os.ftruncate(self._file, 0)
            self._write(header)
            os.fsync(self._file)
            return
        self._check(_record(lines[0]), _record(header))
        for number, line in enumerate(lines[1:], 2):
            record = _record(line)
            if record is None and number < len(lines):
                raise PentominoError(f"{self.path}, line {number}: this line is damaged")
            if record is None:
                os.ftruncate(self._file, sum(map(len, lines[:-1])))
            elif isinstance(record, dict):
                self.total = record["total"]
            else:
                (case, prefix), found, *work = record
                key = case, tuple(prefix)
                self.done[key] = Done(key, found if isinstance(found, int) else [*map(tuple, found)], *work)

    def _check(self, said: Any, own: Any) -> None:
        """Raise `PentominoError` unless the file is a journal of the same."""
        if not isinstance(said, dict) or "pentomino journal" not in said:
            raise PentominoError(f"{self.path} is not a journal; it is left as it is")
        for name, value in own.items():
            if said.get(name) != value:
                raise PentominoError(
                    f"{self.path} is a journal of another {name}, {said.get(name)!r} and not {value!r}; "
                    "it is left as it is"
                )


def _said(plan: Plan, task: str, symmetry: Symmetry) -> dict[str, Any]:
    """What a journal is of: to be read, and to be compared."""
    puzzle = plan.puzzle
    exactly = (
        puzzle.board.lattice.name,
        sorted(puzzle.board.cells),
        [(piece.cells, least, most) for piece, least, most in puzzle.pieces],
        puzzle.reflections,
        [(placement.piece.name, placement.cells) for placement in puzzle.placed],
        # All that restrictions come to, what predicates answer included.
        [
            (number, shape.cells, places)
            for number in sorted({number for number, _ in puzzle.restrict})
            for shape, places in puzzle.places_of(number)
        ],
    )
    return {
        "task": task,
        "symmetry": symmetry,
        "shuffle": plan.seed,
        "puzzle": repr(puzzle),
        "SHA-256 of a puzzle": hashlib.sha256(repr(exactly).encode()).hexdigest(),
    }


def _line(record: object) -> bytes:
    text = json.dumps(record, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _record(line: bytes) -> Any:
    """What a line says; None if it is torn or damaged."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text):
        return None
    return json.loads(text)
