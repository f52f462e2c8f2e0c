"""Journals: the results of a search in an SQLite file, so that the same call can continue after an interruption.

A result is written before it is used, and survives if the process is killed. If the machine fails, only the results of
the last seconds may be lost (journal_mode=WAL, synchronous=NORMAL). While the file is in use, and after the process has
been killed, a second file belongs to the journal, with "-wal" added to its name.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from typing import Any, Literal, Self

from .._version import __version__
from ..errors import PentominoError
from .options import Symmetry
from .plan import Plan, digest

APPLICATION = int.from_bytes(b"5min", "big")
"""The application id in the file header, which distinguishes a journal from other SQLite files."""

MIN_BYTES = 512
"""The size in bytes of the smallest SQLite file that is not empty."""

MAX_SHOWN_CHARACTERS = 60
"""An error message shows at most this number of characters of a header value."""

_inherited: list[sqlite3.Connection] = []
"""Connections that the parent process opened. A child never closes them, because closing would write to the file."""


class Journal:
    """An open, locked journal: a file with the results of a search. A search has tasks, which have units.

    `plan`, `verb` and `symmetry` describe the search. `ends` maps each stored result, as a pair (task, first unit of
    the result), to the unit after the last unit of the result. Raises `PentominoError` if the file is not a journal, is
    damaged, is in use, or belongs to another search. Raises `OSError` if the system reports an error.
    """

    def __init__(
        self, path: str | PathLike[str], plan: Plan, verb: Literal["count", "list", "levels"], symmetry: Symmetry
    ) -> None:
        self.path = os.fspath(path)
        header = {
            "version": __version__,
            "verb": verb,
            "symmetry": symmetry,
            "shuffle": plan.seed,
            "puzzle": repr(plan.puzzle),
            "SHA-256 of the puzzle": digest(plan),
        }
        self._process = os.getpid()
        with self._errors_named():
            # SQLite would treat a short file as empty. Check the size without opening the file, because closing it
            # would release the lock of another search of this process.
            with suppress(FileNotFoundError):
                if 0 < os.stat(self.path).st_size < MIN_BYTES:
                    raise PentominoError(f"{self.path} is not a journal; choose another path")
            # The iterator of a listing may be closed by a thread other than the one that opened it. The path is
            # absolute, as ":memory:" and names that begin with "file:" are not file names for SQLite.
            whole = os.path.abspath(self.path)
            self._file = sqlite3.connect(whole, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with self._errors_named():
                self._open({name: json.dumps(value) for name, value in header.items()})
        except BaseException:
            self._file.close()
            raise

    def _open(self, header: dict[str, str]) -> None:
        """Lock the file. Write the header of a new file, or compare the header of an old file with `header`."""
        execute = self._file.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        execute("PRAGMA synchronous = NORMAL")
        if not execute("SELECT 1 FROM sqlite_master").fetchone():
            execute("PRAGMA journal_mode = WAL")
            execute("BEGIN EXCLUSIVE")
            execute(f"PRAGMA application_id = {APPLICATION}")
            execute("CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT)")
            execute("CREATE TABLE results (task INTEGER, unit INTEGER, until INTEGER, result TEXT)")
            execute("CREATE UNIQUE INDEX places ON results (task, unit)")
            sealed = [(name, _sealed(value)) for name, value in header.items()]
            self._file.executemany("INSERT INTO header VALUES (?, ?)", sealed)
            execute("COMMIT")
        if execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            raise PentominoError(f"{self.path} is not a journal; choose another path")
        execute("BEGIN EXCLUSIVE")  # acquires the lock, which is held until the file is closed
        execute("COMMIT")
        damage = execute("PRAGMA quick_check(1)").fetchone()[0]  # SQLite reads most pages only when they are needed
        if damage != "ok":
            line = damage.splitlines()[-1]  # the first line only names the database
            raise PentominoError(f"{self.path} is damaged: {line}; remove it to start again")
        for name, value in header.items():
            if (stored := self._value(name)) != value:
                difference = f"its {name} must be {_shortened(value)}, got {_shortened(str(stored))}"
                raise PentominoError(f"{self.path} belongs to another search: {difference}; choose another path")
        self.ends = {(task, unit): end for task, unit, end in execute("SELECT task, unit, until FROM results")}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if os.getpid() != self._process:
            _inherited.append(self._file)
            return
        with self._errors_named():
            self._file.close()

    def agreed(self, name: str, value: Any) -> Any:
        """Return the value stored under `name`. If there is no value yet, store and return `value`."""
        with self._errors_named():
            if (text := self._value(name)) is None:
                text = json.dumps(value)
                self._file.execute("INSERT INTO header VALUES (?, ?)", (name, _sealed(text)))
            return json.loads(text)

    def _value(self, name: str) -> str | None:
        row = self._file.execute("SELECT value FROM header WHERE name = ?", (name,)).fetchone()
        return None if row is None else self._unsealed(row[0])

    def _unsealed(self, sealed: object) -> str:
        checksum, _, text = str(sealed).partition(" ")
        if checksum != f"{zlib.crc32(text.encode()):08x}":
            raise self._damaged()
        return text

    @property
    def total(self) -> int | None:
        """The result of the whole count, or None if it is not known yet."""
        with self._errors_named():
            text = self._value("total")
            if text is not None and int(text, 16) < 0:
                raise self._damaged()
            return None if text is None else int(text, 16)

    def end(self, total: int) -> None:
        """Store `total`, the result of the whole count."""
        with self._errors_named():
            # Hexadecimal, as Python reads and writes at most 4300 decimal digits.
            self._file.execute("INSERT INTO header VALUES ('total', ?)", (_sealed(f"{total:x}"),))

    def __getitem__(self, place: tuple[int, int]) -> list[Any]:
        """Return the fields of the result that `add` has stored under `place`. Tuples are returned as lists."""
        with self._errors_named():
            row = self._file.execute("SELECT result FROM results WHERE task = ? AND unit = ?", place).fetchone()
            task, unit, fields = json.loads(self._unsealed(row and row[0]))  # a missing row is damage, too
            if (task, unit) != place or fields[0] != self.ends[place]:
                raise self._damaged()
            return list(fields)

    def clear(self) -> None:
        """Remove all contents, so that the file becomes the journal of the next search that opens it."""
        with self._errors_named():
            for command in ("BEGIN EXCLUSIVE", "DROP TABLE header", "DROP TABLE results", "COMMIT"):
                self._file.execute(command)
        self.ends = {}

    def add(self, place: tuple[int, int], result: Any) -> None:
        """Store a result under `place`, the pair (task, first unit in the result), both as numbers."""
        with self._errors_named():
            sealed = _sealed(json.dumps([*place, result], separators=(",", ":")))
            # After an interruption a result may be stored a second time: if the unit before it had too many solutions
            # for the journal, that unit is done again, and so are all units after it.
            self._file.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", (*place, result.end, sealed))

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except PentominoError:
            raise
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise PentominoError(f"{self.path}: another search is using this journal") from None
            if "decode" in str(error):  # a string that is not UTF-8
                raise self._damaged() from None
            raise OSError(errno.EIO, str(error), self.path) from None
        except sqlite3.DatabaseError as error:
            raise PentominoError(f"{self.path} is not a journal, or is damaged: {error}; choose another path") from None
        except (ValueError, TypeError, LookupError, RecursionError):  # an invalid value, despite the checksum
            raise self._damaged() from None

    def _damaged(self) -> PentominoError:
        return PentominoError(f"{self.path} is damaged; remove it to start again")


def _shortened(text: str) -> str:
    # a puzzle may contain thousands of cells
    return text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:MAX_SHOWN_CHARACTERS]}..."


def _sealed(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x} {text}"
