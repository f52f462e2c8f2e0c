"""Counts whose levels are files: equal to those in memory, after kills, with damage, by executors."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from effort import examples, own_random, share
from executors import Failing, Here, Returning
from oracle import Piece, Statement
from pentomino import PentominoError, Puzzle, SearchCancelled, SearchTimeout, Statistics, count
from pentomino.search import levels, workers
from pentomino.search.journal import Journal
from pentomino.search.plan import Plan
from puzzles import made
from strategies import QUESTIONS

SMALL = 100_000
"""Bytes with which even small boards have many parts."""

PUZZLE = Puzzle("5x10", "pentominoes*")
"""Its levels are 0, 5, ..., 50."""

LARGER = Puzzle("7x10", "pentominoes*")
TILINGS = 756605877809
"""Of the larger board (A233427). Its levels last long enough to be interrupted."""


@pytest.fixture(autouse=True)
def _many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "SHARE", 64)


def names(directory: Path | str) -> list[str]:
    """Return the files in a directory, but for a journal that is empty."""
    return sorted(set(os.listdir(directory)) - {levels.JOURNAL})


@pytest.fixture(scope="module")
def tilings() -> int:
    return PUZZLE.count(symmetry="all", method="frontier")


def stopped(directory: Path, levels: int = 7, symmetry: Any = "all", **options: Any) -> None:
    """Count until so many levels more are done."""
    done: list[object] = []
    add = Journal.add
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SearchCancelled):
        patch.setattr(Journal, "add", lambda self, *what: (done.append(what), add(self, *what)))
        PUZZLE.count(symmetry=symmetry, scratch=directory, cancel=lambda: len(done) >= levels, **options)


def unbounded(statement: Statement) -> Statement:
    """Return a statement with all pieces and empty cells in any number, and nothing given."""
    pieces = tuple(Piece(piece.shape, 0, None) for piece in statement.pieces)
    return replace(statement, pieces=pieces, given=(), spare=None)


@examples(200)
@given(QUESTIONS.map(unbounded), st.sampled_from(["all", "distinct"]), st.integers(0, 10), st.sampled_from([1, 3]))
def test_counts_equal_those_in_memory(statement: Statement, symmetry: Any, doublings: int, workers: int) -> None:
    puzzle = made(statement)
    try:
        expected = puzzle.count(symmetry=symmetry, method="frontier")
    except PentominoError as error:  # for windows of 128 bits
        assert "spans more than" in str(error)
        return
    with TemporaryDirectory() as directory:
        options: Any = {"symmetry": symmetry, "scratch": directory, "workers": workers}
        try:
            number = puzzle.count(memory_limit=SMALL << doublings, **options)
        except PentominoError as error:  # less than the tables and a row take
            assert "cannot be counted in files: " in str(error)
            assert doublings < 6
            number = puzzle.count(**options)
        assert number == expected
        assert names(directory) == []


@pytest.mark.parametrize(
    ("board", "pieces", "symmetry"),
    [
        ("8x8", "I2*", "distinct"),
        ("torus 4x5", "pentominoes*", "all"),
        ("5x8", "pentominoes*", "distinct"),
        ("4x6", "tetrominoes* + I2* + I3*", "all"),
        pytest.param("4x90", "I2* + I4*", "all", marks=pytest.mark.needs_128_bits),
        ("6x13", "O1* + I2*", "all"),  # numbers of two words
    ],
)
def test_known_kinds_of_rows(tmp_path: Path, board: str, pieces: str, symmetry: Any) -> None:
    expected = count(board, pieces, symmetry=symmetry, method="frontier")
    for limit in (None, 2_000_000):
        assert count(board, pieces, symmetry=symmetry, scratch=tmp_path, memory_limit=limit) == expected
    assert names(tmp_path) == []


def test_memory_is_kept(tmp_path: Path) -> None:
    whole, parts = Statistics(), Statistics()
    assert LARGER.count(symmetry="all", method="frontier", statistics=whole) == TILINGS
    limit = whole.memory // 4
    with pytest.raises(PentominoError, match="needs"):
        LARGER.count(symmetry="all", method="frontier", memory_limit=limit)
    assert LARGER.count(symmetry="all", scratch=tmp_path, memory_limit=limit, statistics=parts) == TILINGS
    assert parts.workers == 1
    assert 0 < parts.memory <= limit
    assert (parts.engine, parts.reason) == ("frontier", "its levels are kept in files")
    with pytest.raises(PentominoError, match="cannot be counted in files: .*needs"):
        LARGER.count(symmetry="all", scratch=tmp_path, memory_limit=2000)


@pytest.mark.usefixtures("eager_progress")
def test_progress_rises_to_the_end(tmp_path: Path) -> None:
    seen: list[float] = []
    PUZZLE.count(scratch=tmp_path, progress=lambda progress: seen.append(progress.fraction))
    assert seen == sorted(seen)
    assert 0.5 < seen[-1] <= 1


# ----------------------------------------------------------------------------------------------------- going on


@pytest.mark.parametrize("after", [1, 5, 9])
def test_a_count_goes_on_where_it_was_stopped(tmp_path: Path, tilings: int, after: int) -> None:
    every, rest = Statistics(), Statistics()
    stopped(tmp_path / "scratch", after)
    assert names(tmp_path / "scratch")
    assert PUZZLE.count(symmetry="all", scratch=tmp_path / "scratch", statistics=rest) == tilings
    assert PUZZLE.count(symmetry="all", scratch=tmp_path / "other", statistics=every) == tilings
    assert rest.nodes < every.nodes
    assert names(tmp_path / "scratch") == []


def test_a_count_goes_on_with_other_parts_and_strays(tmp_path: Path, tilings: int) -> None:
    stopped(tmp_path, 4, memory_limit=400_000)
    (tmp_path / "pentomino-0123abcd-7-0of1-12.rows").write_bytes(b"of a worker that lost its caller")
    (tmp_path / "pentomino-0123abcd-7-0of1-12-89ef0123.new").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("of the user")
    stopped(tmp_path, 4, workers=2)
    assert PUZZLE.count(symmetry="all", scratch=tmp_path) == tilings
    assert names(tmp_path) == ["notes.txt"]


def test_orbits_go_on(tmp_path: Path) -> None:
    """The numbers of the classes that are done are not counted again."""
    expected, seen = PUZZLE.count(), Statistics()
    for _ in range(3):
        stopped(tmp_path, 9, symmetry="distinct")
    assert PUZZLE.count(scratch=tmp_path, statistics=seen) == expected
    assert names(tmp_path) == []
    every = Statistics()
    PUZZLE.count(scratch=tmp_path, statistics=every)
    assert seen.nodes < every.nodes


KILLED = """
import sys
from pentomino import count
print("begun", flush=True)
count("7x10", "pentominoes*", symmetry="all", scratch=sys.argv[1], memory_limit=1_000_000)
"""


@pytest.mark.needs_processes
@pytest.mark.parametrize("seed", range(share(20)))
def test_a_count_goes_on_after_kills(tmp_path: Path, seed: int) -> None:
    chance = own_random(seed)
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", KILLED, tmp_path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.random() / 4)
            process.kill()
    assert LARGER.count(symmetry="all", scratch=tmp_path) == TILINGS
    assert names(tmp_path) == []


# ------------------------------------------------------------------------------------------------------- damage


@pytest.mark.parametrize("seed", range(share(100)))
def test_damage_is_seen(tmp_path: Path, seed: int) -> None:
    chance = own_random(seed)
    stopped(tmp_path, chance.randrange(2, 9), memory_limit=400_000)
    path = tmp_path / chance.choice([name for name in names(tmp_path) if name.endswith(".rows")])
    content = bytearray(path.read_bytes())
    how = chance.choice(["flip", "cut", "remove"])
    if how == "flip":
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    elif how == "cut":
        del content[chance.randrange(len(content)) :]
    path.write_bytes(content)
    if how == "remove":
        path.unlink()
    left = f"{path} is missing or damaged: remove all files from {tmp_path} to start again"
    before = names(tmp_path)
    with pytest.raises(PentominoError, match=exactly(left)):
        PUZZLE.count(symmetry="all", scratch=tmp_path)
    assert set(names(tmp_path)) >= set(before)


def test_rows_that_are_no_nodes_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checksum is no proof: no row may lead the engine beyond its arrays."""
    monkeypatch.setattr(levels.zlib, "crc32", lambda *content: 0)
    chance = own_random(1)
    for _ in range(share(100)):
        directory = tmp_path / str(chance.random())
        stopped(directory, chance.randrange(2, 9), memory_limit=400_000)
        for name in names(directory):
            if name.endswith(".rows"):
                content = bytearray((directory / name).read_bytes())
                for _ in range(20):
                    at = chance.randrange(len(content))
                    if at > 1000:  # after the header
                        content[at] = chance.randrange(256)
                (directory / name).write_bytes(content)
        with contextlib.suppress(PentominoError):
            PUZZLE.count(symmetry="all", scratch=directory)


@pytest.mark.needs_processes
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of this kind")
def test_a_full_disc_is_an_error_that_names_the_file_and_the_count_goes_on(tmp_path: Path) -> None:
    program = f"""
import resource
from pentomino import count
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    count("7x10", "pentominoes*", symmetry="all", scratch={str(tmp_path)!r})
except OSError as error:
    print(type(error).__name__, error.errno, error.filename)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    name, errno, path = done.stdout.split()
    assert (name, errno, Path(path).parent) == ("OSError", "27", tmp_path)
    assert levels.OWN.fullmatch(Path(path).name)
    assert not [name for name in names(tmp_path) if name.endswith(".new")]
    assert LARGER.count(symmetry="all", scratch=tmp_path) == TILINGS


# ------------------------------------------------------------------------------------------------------ misuse


def test_what_cannot_be_counted_in_files(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("of the user")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    free = Puzzle("6x10", "pentominoes*")
    for puzzle, options, said in (
        (Puzzle("6x10"), {}, "cannot be counted in files: the copies of all pieces must be unlimited"),
        (
            Puzzle("++++\n++++", "I2*", spare=2),
            {},
            "cannot be counted in files: the copies of all pieces must be unlimited",
        ),
        (free, {"limit": 3}, "scratch= requires a full count by the frontier"),
        (free, {"method": "search"}, "scratch= requires a full count by the frontier"),
        (free, {"scratch": 3}, "scratch must be the path of a directory"),
        (
            free,
            {"scratch": tmp_path / "file"},
            "scratch must be a directory, got .*file, which is a file or a broken link$",
        ),
        (
            free,
            {"scratch": tmp_path / "link"},
            "scratch must be a directory, got .*link, which is a file or a broken link$",
        ),
    ):
        stated: dict[str, Any] = {"scratch": tmp_path, **options}
        with pytest.raises(PentominoError, match=said):
            puzzle.count(**stated)


@pytest.mark.parametrize(
    "stated", [{"board": "6x10"}, {"board": "7x10", "pieces": "pentominoes*", "memory_limit": 2000}]
)
def test_what_is_refused_makes_no_directory_and_leaves_one_free(tmp_path: Path, tilings: int, stated: Any) -> None:
    for directory in (tmp_path / "scratch", tmp_path):
        with pytest.raises(PentominoError, match="cannot be counted in files") as caught:
            count(**stated, scratch=directory, workers=2)
        assert "workers share the limit" not in str(caught.value)  # one worker would be refused as well
    assert not (tmp_path / "scratch").exists()
    assert PUZZLE.count(symmetry="all", scratch=tmp_path) == tilings


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "secret", "", 7, None, ["a"]])
def test_names_in_the_journal_are_checked(tmp_path: Path, name: Any) -> None:
    """They are not joined to the directory: whoever writes the journal could have any file read."""
    stopped(tmp_path / "scratch")
    with Journal(tmp_path / "scratch" / levels.JOURNAL, Plan(PUZZLE), "levels", "all") as journal:
        end, total, level, files = journal[0, 0]
        files[-1][1] = name
        journal.add((0, 0), levels.State(end, total, level, files))
    with pytest.raises(PentominoError, match=r"pentomino\.journal is damaged: empty its directory to start again$"):
        PUZZLE.count(symmetry="all", scratch=tmp_path / "scratch")


def test_the_journal_of_a_search_is_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / levels.JOURNAL
    PUZZLE.count(symmetry="all", method="frontier", journal=journal)
    before = journal.read_bytes()
    with pytest.raises(PentominoError, match="belongs to another search: its verb must be "):
        PUZZLE.count(symmetry="all", scratch=tmp_path)
    assert journal.read_bytes() == before


def test_a_directory_is_of_one_count(tmp_path: Path) -> None:
    stopped(tmp_path)
    kept = names(tmp_path)
    for board, symmetry in (("6x10", "all"), ("5x10", "distinct")):
        with pytest.raises(PentominoError, match="belongs to another search"):
            count(board, "pentominoes*", symmetry=symmetry, scratch=tmp_path)  # type: ignore[arg-type]
    assert names(tmp_path) == kept


@pytest.mark.needs_threads
@pytest.mark.usefixtures("eager_progress")
def test_a_directory_is_in_use_once(tmp_path: Path, tilings: int) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        begun.set()
        go_on.wait()

    with ThreadPoolExecutor(1) as other:
        first = other.submit(PUZZLE.count, symmetry="all", scratch=tmp_path, progress=wait)
        begun.wait()
        with pytest.raises(PentominoError, match="another search is using this journal"):
            PUZZLE.count(symmetry="all", scratch=tmp_path)
        go_on.set()
        assert first.result() == tilings


# ---------------------------------------------------------------------------------------------------- executors


class Twice(Here):
    """An executor that does each task twice, and some of them once more when others have come back."""

    def do(self, work: Any, *arguments: Any) -> Any:
        super().do(work, *arguments)
        return super().do(work, *arguments)


@pytest.mark.parametrize(
    "executor",
    [Here(), Twice(), Failing(lambda number: number % 3 == 0, RuntimeError("a worker died")), Returning("junk")],
)
def test_executors(tmp_path: Path, tilings: int, executor: Executor) -> None:
    assert PUZZLE.count(symmetry="all", scratch=tmp_path, executor=executor) == tilings
    assert PUZZLE.count(scratch=tmp_path, executor=executor) == PUZZLE.count()
    assert names(tmp_path) == []


def test_a_task_that_is_the_death_of_each_worker(tmp_path: Path, tilings: int) -> None:
    """This process does it, and the workers the others."""

    class Poisoned(Here):
        refused = 0

        def do(self, work: Any, *arguments: Any) -> Any:
            if (arguments[1].level, arguments[1].part) == (25, 1):
                self.refused += 1
                raise OSError("lost")
            return super().do(work, *arguments)

    poison, seen = Poisoned(), Statistics()
    assert PUZZLE.count(symmetry="all", scratch=tmp_path, executor=poison, statistics=seen) == tilings
    assert (poison.refused, seen.reason) == (workers.TRIES, "its levels are kept in files")


def test_workers_that_always_fail(tmp_path: Path, tilings: int) -> None:
    failing, seen = Failing(lambda number: True, OSError("no worker")), Statistics()
    assert PUZZLE.count(symmetry="all", scratch=tmp_path, executor=failing, statistics=seen) == tilings
    assert failing.sent <= workers.TRIES * workers.FAILURES + levels.SHARED
    assert "the executor takes no more work (no worker): this thread did the rest" in seen.reason


class Elsewhere(Here):
    """An executor whose workers have another directory of that path."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self.directory = directory

    def do(self, work: Any, *arguments: Any) -> Any:
        plan, task, seconds = arguments
        return super().do(work, plan, task._replace(directory=str(self.directory)), seconds)


def test_workers_that_do_not_see_the_directory(tmp_path: Path, tilings: int) -> None:
    (tmp_path / "there").mkdir()
    options: Any = {"symmetry": "all", "scratch": tmp_path / "here"}
    with pytest.raises(PentominoError, match="workers of the executor must write to"):
        PUZZLE.count(executor=Elsewhere(tmp_path / "there"), **options)
    assert PUZZLE.count(executor=Elsewhere(tmp_path / "none"), **options) == tilings
    assert names(tmp_path / "here") == []


@pytest.mark.needs_processes
def test_calls_in_turn_keep_out_of_each_others_way(tmp_path: Path) -> None:
    program = f"""
from pentomino import count
expected = count("5x6", "pentominoes*")
for _ in range(20):
    try:
        assert count("5x6", "pentominoes*", scratch={str(tmp_path)!r}) == expected
    except ValueError as error:
        assert "another search is using this journal" in str(error), error
"""
    both = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [one.wait(timeout=60) for one in both] == [0, 0]
    assert names(tmp_path) == []


def test_an_executor_that_ends_midway(tmp_path: Path, tilings: int) -> None:
    class Ending(Here):
        def submit(self, work: Any, /, *arguments: Any) -> Any:
            if self.sent > 20:
                raise RuntimeError("it is over")
            return super().submit(work, *arguments)

    seen = Statistics()
    assert PUZZLE.count(symmetry="all", scratch=tmp_path, executor=Ending(), statistics=seen) == tilings
    assert "the executor takes no more work (it is over): this thread did the rest" in seen.reason


@pytest.mark.needs_processes
def test_processes_one_of_which_is_killed(tmp_path: Path, tilings: int) -> None:
    with ProcessPoolExecutor(2) as pool:
        assert PUZZLE.count(symmetry="all", scratch=tmp_path, executor=pool) == tilings
        timer = threading.Timer(0.1, lambda: [process.kill() for process in [*pool._processes.values()][:1]])
        timer.start()
        number = LARGER.count(symmetry="all", scratch=tmp_path, executor=pool)
        timer.join()
    assert number == TILINGS
    assert not [name for name in names(tmp_path) if name.endswith(".rows")]


def test_workers_read_the_same_puzzle(tmp_path: Path) -> None:
    puzzle = Puzzle("5x8", "pentominoes*", restrict={"I": lambda placement: True})
    with pytest.raises(PentominoError, match="cannot be sent to other processes"):
        puzzle.count(scratch=tmp_path, executor=Here())


@pytest.mark.needs_threads
@pytest.mark.parametrize("workers", [1, 3])
def test_the_time_ends_a_count_soon(tmp_path: Path, workers: int) -> None:
    begun = time.monotonic()
    with pytest.raises(SearchTimeout):
        count("12x15", "pentominoes*", symmetry="all", scratch=tmp_path, timeout=0.5, workers=workers)
    assert time.monotonic() - begun < 30  # it would take a quarter of an hour
    assert not [name for name in names(tmp_path) if name.endswith(".new")]
