"""Journals: what is known of a search, in a file, so that the same call goes on after it was stopped or killed.

The file is only appended to. Each line is a checksum and the JSON that it is of: first what is searched, then units
that are done, in whatever order they came; a count ends with its total. A last line that is torn is cut off.

The lock is one of the open file, not of the process: a lock of the process (`lockf`) is lost as soon as anything in it
closes the file, such as a progress callback that looks at it. Children that are forked share the open file, and so
close it at once: workers that outlive a killed parent do not keep others away.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, Self
from weakref import WeakSet

from .._version import __version__
from ..base.look import MANY, look, looked
from ..errors import PentominoError
from .plan import Numbers, Plan
from .units import Done, UnitKey

if TYPE_CHECKING:
    from os import PathLike

    from .options import Symmetry

__all__ = ["Journal", "digest"]

FORMAT = 1

SECONDS = 1.0
"""From one time that lines are forced to the disc to the next: if the machine fails, so much is lost at most."""

CHUNK = 1 << 24


class Known(Mapping[UnitKey, Done]):
    """The units of which a journal knows what is in them; solutions stay in the file, which *at* reads from a place.

    If it is known only up to some place, `ends` says where.
    """

    def __init__(self, at: Callable[[int, int], bytes]) -> None:
        self._at = at
        self._of: dict[UnitKey, Done | tuple[int, int]] = {}
        self.ends: dict[UnitKey, Numbers] = {}

    def __getitem__(self, key: UnitKey) -> Done:
        known = self._of[key]
        return known if isinstance(known, Done) else _done(_record(self._at(*known)))

    def __iter__(self) -> Iterator[UnitKey]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, key: object) -> bool:
        return key in self._of

    def note(self, text: str, place: int, length: int) -> None:
        """Take in what a line at that place says of a unit."""
        (case, prefix, *until), end = _DECODER.raw_decode(text, 1)
        listed = text.startswith("[", end + 1)
        key = case, tuple(prefix)
        self._of[key] = (place, length) if listed else _done(json.loads(text))
        if until:
            self.ends[key] = tuple(*until)


_DECODER = json.JSONDecoder()


def _done(record: Any) -> Done:
    (case, prefix, *until), found, nodes, dead_ends, histogram = record
    found = found if isinstance(found, int) else [*map(tuple, found)]
    return Done((case, tuple(prefix)), found, nodes, dead_ends, histogram, tuple(*until))


def _line_of(done: Done) -> bytes:
    """The line of a unit; its solutions, which may be long, are written some at a time."""
    unit, found, *what, end = done
    if isinstance(found, list):
        some = (_json(found[place : place + MANY])[1:-1] for place in range(0, len(found), MANY))
        listed = f"[{','.join(looked(some, 1))}]"
    else:
        listed = _json(found)
    return _line_with(f"[{_json([*unit, end] if end else unit)},{listed},{_json(what)[1:]}".encode())


class Journal:
    """A journal, open and locked: what it knows of units is in `done`, and `total` if the count came to its end.

    Raises `PentominoError` if the file is no journal, is one of something else, is damaged or in use, and `OSError` for
    what the system refuses.
    """

    def __init__(
        self, path: str | PathLike[str], plan: Plan, task: Literal["count", "list"], symmetry: Symmetry
    ) -> None:
        self.path = Path(path)
        self.done = Known(self._at)
        self.total: int | None = None
        self._forced = monotonic()
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        _open.add(self)
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):  # a device may be read without an end
                raise PentominoError(f"{self.path} is not a file that can be gone on with")
            self._lock()
            self._read(_line({"pentomino journal": FORMAT, "version": __version__, **_said(plan, task, symmetry)}))
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self._force()
        finally:
            self._close()

    def _close(self) -> None:
        """Close the file, and with it the lock, unless that was done."""
        _open.discard(self)
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def add(self, done: Sequence[Done]) -> None:
        """Note units that are done."""
        self._write(b"".join([_line_of(one) for one in done]))
        if monotonic() - self._forced > SECONDS:
            self._force()

    def end(self, total: int) -> None:
        """Note the result of the whole count."""
        self.total = total
        self._write(_line({"total": f"{total:x}"}))  # as there is no limit to the digits of that

    def _write(self, lines: bytes) -> None:
        with self._named():
            while lines:
                lines = lines[os.write(self._file, lines) :]

    def _force(self) -> None:
        """Have the disc take what was written."""
        with self._named():
            if self._file >= 0:
                os.fsync(self._file)
        self._forced = monotonic()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Have errors of the system name the file."""
        try:
            yield
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _lock(self) -> None:
        """Keep all others away, those of this process too."""
        try:
            try:
                import fcntl
            except ImportError:
                import msvcrt

                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1 << 30)  # type: ignore[attr-defined,unused-ignore]
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                error.filename = str(self.path)
                raise
            raise PentominoError(f"{self.path}: another search is at this journal") from None

    def _read(self, header: bytes) -> None:
        """Take in what the file has, and cut off a torn end; begin it if it is new."""
        if header.startswith(self._at(0, len(header) + 1)):  # new, or killed just then
            os.ftruncate(self._file, 0)
            self._write(header)
            self._force()
            return
        torn: tuple[int, int] | None = None
        for number, (place, line) in enumerate(looked(self._lines()), 1):
            if torn is not None:
                break
            if number == 1:
                self._check(_record(line), _record(header))
            elif (text := _text(line)) is not None:
                self._take(text, number, place, len(line))
            else:
                torn = number, place
        else:
            if torn is not None:
                os.ftruncate(self._file, torn[1])
            return
        raise PentominoError(
            f"{self.path}, line {torn[0]}: this line is damaged; without it, the rest of the journal will do"
        )

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the file, each after its place; read where it is open: on Windows nobody else may read it."""
        place, rest = 0, b""
        while read := self._at(place + len(rest), CHUNK):
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                yield place, line + b"\n"
                place += len(line) + 1
        if rest:
            yield place, rest

    def _at(self, place: int, most: int) -> bytes:
        """What the file has at a place, so many bytes of it at most."""
        read = b""
        with self._named():
            os.lseek(self._file, place, os.SEEK_SET)
            while more := os.read(self._file, most - len(read)):
                read += more
        return read

    def _take(self, text: str, number: int, place: int, length: int) -> None:
        """Take in what one line says."""
        try:
            self._understand(text, place, length)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise PentominoError(f"{self.path}, line {number}: this is no line of such a journal") from None

    def _understand(self, text: str, place: int, length: int) -> None:
        if not text.startswith("{"):
            self.done.note(text, place, length)
        else:
            self.total = int(json.loads(text)["total"], 16)

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


_open: WeakSet[Journal] = WeakSet()


def _close_all() -> None:
    """Close, in a child, the files of its parent."""
    for journal in [*_open]:
        journal._close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_all)


def digest(plan: Plan) -> str:
    """Tells whether plans are of the same puzzle, to the letter, so that units of one are those of the other."""
    puzzle = plan.puzzle
    exactly = (
        plan.seed,
        puzzle.board.lattice.name,
        sorted(looked(puzzle.board.cells)),
        [(piece.cells, least, most) for piece, least, most in puzzle.pieces],
        puzzle.reflections,
        [(placement.piece.name, placement.cells) for placement in puzzle.placed],
        *([sorted(puzzle.optional)] if puzzle.optional else ()),
        # All that restrictions come to, what predicates answer included.
        [
            (number, shape.cells, f"{places:x}")  # as there is no limit to the digits of that
            for number in sorted({number for number, _ in puzzle.restrict})
            for shape, places in puzzle.places_of(number)
        ],
    )
    look()
    return hashlib.sha256(repr(exactly).encode()).hexdigest()


def _said(plan: Plan, task: str, symmetry: Symmetry) -> dict[str, Any]:
    """What a journal is of: to be read, and to be compared."""
    return {
        "task": task,
        "symmetry": symmetry,
        "shuffle": plan.seed,
        "puzzle": repr(plan.puzzle),
        "SHA-256 of a puzzle": digest(plan),
    }


def _line(record: object) -> bytes:
    return _line_with(_json(record).encode())


def _json(record: object) -> str:
    return json.dumps(record, separators=(",", ":"))


def _line_with(text: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _record(line: bytes) -> Any:
    """What a line says; None if it is torn or damaged."""
    text = _text(line)
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return None


def _text(line: bytes) -> str | None:
    """The JSON of a line; None if it is torn or damaged."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    is_whole = line.endswith(b"\n") and checksum == b"%08x" % zlib.crc32(text)
    return text.decode() if is_whole else None
