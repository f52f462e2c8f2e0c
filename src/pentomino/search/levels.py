"""Count with the frontier engine, with its levels in files, to save memory and to share the work among machines.

A level has all states of the engine after a given number of cells. Its files have rows. A row is a node (one state) and
the number of ways to reach it. A level is divided into parts. A task handles one part: it reads the rows, merges equal
nodes, makes their children, and writes the children to new files for the next levels. Any executor can do the tasks if
its workers have access to the directory.

When a level is done, a journal in the directory records the names of the files of the next levels. Then the files of
the finished level are removed. A count that was killed continues from its last complete level. Each call puts a random
token into its file names, so it never reads a file that a worker of an earlier call writes late.
"""

from __future__ import annotations

import math
import os
import pickle
import re
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import lru_cache
from queue import Empty
from secrets import token_hex
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

from .._frontier import FrontierJob, FrontierSlice, FrontierTable, FrontierUnfit
from ..errors import PentominoError
from ..files import naming
from ..lattices.lattice import Element
from ..limits import MemoryLimit, allowing, looking
from .by_frontier import compile_puzzle, compile_quotient
from .by_search import NotApplicable
from .clock import PATIENCE_SECONDS, Proven, free_memory
from .journal import Journal
from .options import Options
from .plan import Plan, Tick
from .quotient import number_of_orbits
from .run import Run
from .workers import Client, pickled, plan_elsewhere

JOURNAL = "pentomino.journal"
OWN = re.compile(r"pentomino-[0-9a-f]{8}-\d+-\d+of\d+-\d+(\.rows|-[0-9a-f]{8}\.new)")
"""Matches the names of files of levels, finished or not."""

HEAD, ENTRY = struct.Struct("=QQQIII"), struct.Struct("=QII")
MARK = int.from_bytes(b"5 levels", "big")
"""The mark at the beginning of a batch. A file consists of batches. A batch has:

- a head: the mark in the byte order of the machine, the size of the batch in bytes, the number of rows, the sizes in
  words of a row and of the number of ways in a row, and the number of parts;
- an entry for each part: the offset of its rows in the batch, the number of rows, and a CRC-32 of the head, the offset,
  the number and the rows;
- the rows of each part.
"""

ROW = 160
"""The memory in bytes that a task needs for each row of its part, and for each child that is not written yet."""

MAX_ROWS = 1 << 20
"""The maximum number of rows of a part of a level. Larger parts are not faster."""

SHARED, SHARE = 64, 1 << 14
"""SHARED: the minimum number of parts of a large level. With this number all workers are busy, and tables are small and
fast. SHARE: the number of rows per part of a smaller level."""


class LevelFile(NamedTuple):
    """A file with rows of a level: the number of the level, the file's name, and its number of rows."""

    level: int
    name: str
    rows: int


class State(NamedTuple):
    """The state of a count: the first level that is not done, and the files of this and later levels.

    `total` is the result in hexadecimal, or "" until it is known. `end` is always 1: journals require this field.
    """

    end: int
    total: str
    level: int
    files: Sequence[LevelFile]


class Task(NamedTuple):
    """A task: expand the rows of part number `part` of a level, and write their children to files.

    The level has `parts` parts, and `files` hold all its rows. At most `most` rows are expanded at a time. The new
    files are divided into `behind` parts. `memory` is the memory limit in bytes. The names of the new files contain
    `token`.
    """

    directory: str
    token: str
    level: int
    part: int
    parts: int
    behind: int
    files: tuple[LevelFile, ...]
    most: int
    memory: int


class Done(NamedTuple):
    """The result of a task: new files, nodes visited, bytes used. `files` is None if the memory limit was too low."""

    files: Sequence[LevelFile] | None
    nodes: int
    memory: int


def count(run: Run) -> int:
    """Return the number of solutions, all or up to symmetry. Keep the levels in `run.options.scratch`.

    Raises `PentominoError` if the copies of a piece are limited, if a file is damaged, or if the directory belongs to
    another count. Raises `OSError` for errors of the system, such as a full disk.
    """
    plan, options = run.plan, run.options
    directory = os.path.abspath(os.fspath(options.scratch or ""))
    if os.path.lexists(directory) and not os.path.isdir(directory):
        raise PentominoError(f"scratch must be a directory, got {directory}, which is a file or a broken link")
    limit = options.memory_limit or free_memory() // 2
    try:
        with run.statistics.phase("count"), allowing(limit, run.held), looking(run.clock.check):
            # Before the directory is made, check that the engine can handle the puzzle.
            table = compile_puzzle(plan, breaks=True, folds=True)
            FrontierSlice(FrontierJob(table, limit // _sharing(options), full=MemoryLimit))
            os.makedirs(directory, exist_ok=True)
            with (
                Journal(os.path.join(directory, JOURNAL), plan, "levels", options.symmetry) as journal,
                closing(_Levels(run, directory, journal, limit)) as levels,
            ):
                try:
                    total = levels.total(None)
                    if options.symmetry != "all":
                        total = number_of_orbits(total, plan.group, levels.total)
                except Proven:
                    levels.end()
                    raise
                levels.end()
                return total
    except (FrontierUnfit, MemoryLimit) as error:
        is_shared = _sharing(options) > 1 and isinstance(error, MemoryLimit)
        shared = f"; {_sharing(options)} workers share the limit" * is_shared
        raise NotApplicable(f"this cannot be counted in files: {error}{shared}") from None


def _sharing(options: Options) -> int:
    # the number of workers that share the memory limit; each worker of an executor has the whole limit
    return options.workers if options.executor is None else 1


class _Levels(Client[Task]):
    """The counts of a run, which keep their levels as files in a directory.

    One count is for all solutions. A run up to symmetry adds a count for each class of symmetries. `_table` is the
    table of the current count. Other processes make the same table from `_sent` (the plan and the symmetry).
    """

    _table: FrontierTable
    _sent: bytes

    def __init__(self, run: Run, directory: str, journal: Journal, limit: int) -> None:
        super().__init__(run, Done)
        self._directory, self._journal = directory, journal
        self._number = 0  # the number of counts begun
        self._token = token_hex(4)
        self._threads = None
        self._is_begun = bool(journal.ends)
        workers = _sharing(run.options)
        if workers > 1:
            self._executor = self._threads = ThreadPoolExecutor(workers)
        self._memory = limit // workers  # the memory limit of a task
        self._fraction, self._is_over = 0.0, False
        run.clock.state = lambda: (self._fraction, run.statistics.nodes)
        run.statistics.engine, run.statistics.reason = "frontier", "its levels are kept in files"

    def close(self) -> None:
        self._is_over = True
        self._cancel()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            statistics = self._run.statistics
            statistics.workers = min(statistics.workers, _sharing(self._run.options))
        # if nothing is kept, let another count use the directory
        if not self._is_begun:
            self.end()

    def end(self) -> None:
        # the file of the journal stays, as it locks the directory until this call ends
        self.clear()
        self._journal.clear()
        self._is_begun = True

    def _keep(self, number: int, state: State) -> None:
        self._journal.add((number, 0), state)
        self._is_begun = True
        self.clear(state.files)

    def clear(self, kept: Iterable[LevelFile] = ()) -> None:
        names = {file.name for file in kept}
        for name in os.listdir(self._directory):
            if OWN.fullmatch(name) and name not in names:
                with suppress(FileNotFoundError):  # a worker of an earlier call may just have renamed it
                    os.unlink(os.path.join(self._directory, name))

    def total(self, element: Element | None) -> int:
        """Count the solutions that `element` maps to themselves. None stands for the identity."""
        number, self._number = self._number, self._number + 1
        state = self._known(number)
        if state.total:
            return int(state.total, 16)
        table = _table(self._run.plan, element)
        if table is None:
            return 0
        piece = FrontierSlice(FrontierJob(table, self._memory, tick=self._run.look, full=MemoryLimit))
        if piece.known is not None:
            return int(piece.known)
        self._table = table
        self._sent = b"" if self._executor is self._threads else pickle.dumps((pickled(self._run.plan), element))
        for level in range(state.level, piece.cells):
            files = tuple([file for file in state.files if file.level == level])
            if files:
                behind = [file for file in state.files if file.level > level]
                state = State(1, "", level + 1, [*behind, *self._expanded(level, files)])
                self._keep(number, state)
            self._fraction = (level + 1) / piece.cells
        _read(piece, Task(self._directory, self._token, piece.cells, 0, 1, 1, (*state.files,), MAX_ROWS, self._memory))
        total = int(piece.total())
        self._keep(number, State(1, f"{total:x}", piece.cells, []))
        return total

    def _known(self, number: int) -> State:
        """Return the state of count `number` in the journal, or the initial state.

        Remove the files that the state does not list, unless the count is finished: the next count may need them.
        """
        state = State(1, "", 0, [LevelFile(0, "", 1)])
        if (number, 0) in self._journal.ends:
            end, total, level, files = self._journal[number, 0]
            state = State(end, total, level, [LevelFile(*file) for file in files])
            if not all(OWN.fullmatch(str(file.name)) for file in state.files):  # the path could leave the directory
                raise PentominoError(f"{self._journal.path} is damaged: empty its directory to start again")
        if not state.total:
            self.clear(state.files)
        return state

    def _expanded(self, level: int, files: tuple[LevelFile, ...]) -> Iterator[LevelFile]:
        """Expand the rows of a level, which are in `files`. Yield the new files, which contain the children."""
        number = sum(file.rows for file in files)
        most = min(MAX_ROWS, max(8, self._memory // ROW))
        parts = max(_power(number / most), min(SHARED, _power(number / SHARE)))
        behind = max(parts, _power(1.5 * number / most))
        self._todo.extend(
            Task(self._directory, self._token, level, part, parts, behind, files, most, self._memory)
            for part in range(parts)
        )
        done, statistics = 0.0, self._run.statistics
        for task, answer in self._done():
            statistics.nodes += answer.nodes
            statistics.memory = max(statistics.memory, answer.memory)
            if answer.files is None:
                halves = [task._replace(part=task.part + n * task.parts, parts=2 * task.parts) for n in range(2)]
                self._todo.extendleft(halves)
                continue
            for file in answer.files:
                if not os.path.exists(os.path.join(self._directory, file.name)):
                    where = f"{self._directory} of this machine, got another directory"
                    raise PentominoError(f"workers of the executor must write to {where}")
                yield file
            done += 1 / task.parts
            self._fraction = max(self._fraction, (level + done) / self._table.cells)

    def _done(self) -> Iterator[tuple[Task, Done]]:
        # the caller may add tasks between two results
        while self._todo or self._out:
            self._run.look()
            if self._todo:
                task = self._todo.popleft()
                if not self._submit(task):
                    yield task, _do(self._table, task, self._run.look)
                continue
            with suppress(Empty):
                if (back := self._received(self._back.get(timeout=PATIENCE_SECONDS))) is not None:
                    yield back

    def _call(self, task: Task) -> tuple[Any, ...]:
        if self._threads is not None:
            return _do, self._table, task, self._stop_if_over
        return _do_elsewhere, self._sent, task, self._run.clock.deadline - monotonic()

    def _stop_if_over(self) -> None:
        if self._is_over:
            raise InterruptedError("the count has ended")


def _table(plan: Plan, element: Element | None) -> FrontierTable | None:
    # None if obviously no solution is mapped to itself
    return compile_puzzle(plan, breaks=True, folds=True) if element is None else compile_quotient(plan.puzzle, element)


def _do(table: FrontierTable, task: Task, tick: Tick) -> Done:
    """Do a task with a table: expand the rows of the task, and write their children to files."""
    job = FrontierJob(table, task.memory, tick=tick, full=MemoryLimit)
    piece = FrontierSlice(job)
    writer = _Writer(task)
    try:
        _read(piece, task)
        is_done = False
        while not is_done:
            is_done = piece.expand(task.level, task.most)
            for level in range(task.level + 1, min(task.level + piece.longest, piece.cells) + 1):
                if piece.rows(level):
                    writer.write(level, *piece.take(level, task.behind))
        return Done(writer.finished(), job.nodes, job.peak)
    except MemoryLimit:
        if task.parts > sum(file.rows for file in task.files):  # even a single row would not fit
            raise
        return Done(None, job.nodes, job.peak)
    finally:
        piece.end()
        writer.close()


def _read(piece: FrontierSlice, task: Task) -> None:
    if not task.level:
        piece.start()
        return
    for file in task.files:
        try:
            for limbs, rows in _batches(os.path.join(task.directory, file.name), file.rows, task.part, task.parts):
                piece.add(task.level, rows, limbs, task.part, task.parts)
        except MemoryLimit:  # it is a `ValueError`, too
            raise
        except (FileNotFoundError, ValueError):
            raise PentominoError(
                f"{os.path.join(task.directory, file.name)} is missing or damaged: "
                f"remove all files from {task.directory} to start again"
            ) from None


def _do_elsewhere(sent: bytes, task: Task, seconds: float) -> Done | PentominoError:
    """Do a task in another process, in at most `seconds` seconds. `sent` is `_Levels._sent`.

    If this process cannot make the table, return a `PentominoError`, because no other process can do the task either.
    After any exception, the caller may submit the task again.
    """
    end = monotonic() + seconds

    def tick() -> None:
        if monotonic() >= end:
            raise InterruptedError("the time of the count is up")

    try:
        table = _table_elsewhere(sent)
    except PentominoError as error:
        return error
    assert table is not None
    return _do(table, task, tick)


@lru_cache(maxsize=2)
def _table_elsewhere(sent: bytes) -> FrontierTable | None:
    plan, element = pickle.loads(sent)
    return _table(plan_elsewhere(plan), element)


class _Writer:
    """The files that a task writes, one per level. A file gets its final name when it is complete."""

    def __init__(self, task: Task) -> None:
        self._directory = task.directory
        self._start = f"pentomino-{task.token}-{task.level}-{task.part}of{task.parts}"
        self._own = token_hex(4)  # another worker may do the same task at the same time
        self._files: dict[int, BinaryIO] = {}
        self._rows: defaultdict[int, int] = defaultdict(int)

    def write(self, level: int, columns: int, limbs: int, parts: list[bytes]) -> None:
        """Write the rows of a level. `parts` holds a bytes object with rows for each part of the level.

        A row consists of `columns` words of 64 bits. Its last `limbs` words are the number of ways to reach its node.
        """
        if level not in self._files:
            path = self._path(f"{self._start}-{level}-{self._own}.new")
            self._files[level] = open(path, "wb")  # noqa: SIM115 - `finished` or `close` closes it
        at = HEAD.size + ENTRY.size * len(parts)
        number = sum(map(len, parts)) // (8 * columns)
        head = HEAD.pack(MARK, at + 8 * columns * number, number, columns, limbs, len(parts))
        entries = []
        for rows in parts:
            entry = ENTRY.pack(at, len(rows) // (8 * columns), 0)
            entries.append(entry[:-4] + _checksum(head, entry, rows))
            at += len(rows)
        with naming(self._files[level].name):
            self._files[level].write(b"".join([head, *entries, *parts]))
        self._rows[level] += number

    def finished(self) -> list[LevelFile]:
        files = []
        for level, file in self._files.items():
            with naming(file.name):
                file.close()
            name = f"{self._start}-{level}.rows"
            os.replace(file.name, self._path(name))
            files.append(LevelFile(level, name, self._rows[level]))
        self._files.clear()
        return files

    def close(self) -> None:
        for file in self._files.values():
            with suppress(OSError):  # on a full disk, the last rows cannot be written
                file.close()
            os.unlink(file.name)

    def _path(self, name: str) -> str:
        return os.path.join(self._directory, name)


def _batches(path: str, left: int, part: int, parts: int) -> Iterator[tuple[int, bytes]]:
    """Yield pairs (limbs, rows), which together contain all rows of part number `part` in a file.

    `limbs` is the number of words in which a row stores its number of ways. `left` is the number of rows of the file.
    If the file is divided into fewer than `parts` parts, rows of other parts are yielded as well. The numbers of parts
    are powers of two. Raises `ValueError` if the file is damaged.
    """
    with open(path, "rb") as file:
        start = 0
        while left > 0:
            file.seek(start)
            head = file.read(HEAD.size)
            mark, size, number, columns, limbs, written = HEAD.unpack(head) if len(head) == HEAD.size else [0] * 6
            if mark != MARK or not number:
                raise ValueError("no batch begins here")
            for n in range(part % min(parts, written), written, min(parts, written)):
                file.seek(start + HEAD.size + n * ENTRY.size)
                entry = file.read(ENTRY.size)
                at, of_part, _ = ENTRY.unpack(entry) if len(entry) == ENTRY.size else [0] * 3
                if at + 8 * columns * of_part > size:
                    raise ValueError("a part does not end with its batch")
                file.seek(start + at)
                rows = file.read(8 * columns * of_part) if of_part else b""
                if entry[-4:] != _checksum(head, entry, rows):
                    raise ValueError("a part has another checksum")
                if rows:
                    yield limbs, rows
            start += size
            left -= number


def _checksum(head: bytes, entry: bytes, rows: bytes) -> bytes:
    return zlib.crc32(rows, zlib.crc32(head + entry[:-4])).to_bytes(4, "little")


def _power(number: float) -> int:
    # the least power of two that is at least `number`
    return 1 << max(0, math.ceil(math.log2(max(1, number))))
