"""Journals: a search that is stopped or killed, however often, goes on and comes to the same."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from effort import share, thorough
from executors import share_out_at_once
from pentomino import PentominoError, Puzzle, SearchCancelled, Statistics
from pentomino.search import journal, shards
from pentomino.search.plan import plan_of

PUZZLE = Puzzle("5x12")
POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    monkeypatch.setattr(shards, "SLICE", 0.001)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.pentomino"


def count(path: Path, puzzle: Puzzle = PUZZLE, **options: Any) -> int:
    return puzzle.count(method="search", journal=path, **options)


def stopped(path: Path, lines: int, **options: Any) -> None:
    """Count until the journal has so many lines."""
    with pytest.raises(SearchCancelled):
        count(path, cancel=lambda: path.exists() and path.read_bytes().count(b"\n") >= lines, **options)


def done(path: Path, puzzle: Puzzle = PUZZLE) -> dict[Any, Any]:
    """What the journal of a count knows of units."""
    with journal.Journal(path, plan_of(puzzle), "count", "distinct") as opened:
        return opened.done


def test_a_count_goes_on_with_other_workers_and_executors(path: Path) -> None:
    expected = Statistics()
    PUZZLE.count(method="search", workers=2, statistics=expected)
    stopped(path, 10)
    stopped(path, 30, workers=2)
    with ThreadPoolExecutor(2) as threads:
        stopped(path, 60, executor=threads)
        known, seen = done(path), Statistics()
        assert len(known) >= 50
        assert count(path, executor=threads, statistics=seen) == 1010
    assert (seen.nodes, seen.dead_ends, seen.histogram) == (expected.nodes, expected.dead_ends, expected.histogram)
    assert known.items() <= done(path).items()
    size = path.stat().st_size
    assert count(path, statistics=seen) == 1010
    assert (seen.nodes, seen.reason, path.stat().st_size) == (0, "the journal has it", size)


@pytest.mark.parametrize("symmetry", ["distinct", pytest.param("all", marks=thorough)])
def test_a_listing_goes_on(path: Path, symmetry: Any) -> None:
    alone = list(PUZZLE.solve_all(symmetry=symmetry))
    for limit in (1, 100, 500, None):
        found = list(PUZZLE.solve_all(symmetry=symmetry, journal=path, limit=limit, workers=1 + (limit == 100)))
        assert found == alone[:limit]
    assert PUZZLE.count(symmetry=symmetry, journal=path, limit=700) == 700
    seen = Statistics()
    assert list(PUZZLE.solve_all(symmetry=symmetry, journal=path, statistics=seen)) == alone
    with journal.Journal(path, plan_of(PUZZLE), "list", symmetry) as opened:
        assert sum(one.nodes for one in opened.done.values()) <= seen.nodes


@thorough
def test_a_listing_that_goes_on_leaves_solutions_in_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads those that come next."""
    monkeypatch.setattr(journal, "CHUNK", 1 << 12)
    monkeypatch.setattr(shards, "MOST_HELD", 100)
    puzzle = Puzzle("6x7", "I2*")
    number = len(list(puzzle.solve_all(symmetry="all", journal=path)))
    assert number == puzzle.count(symmetry="all") == 31529
    tracemalloc.start()
    try:
        found = sum(1 for _ in puzzle.solve_all(symmetry="all", journal=path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == number
    assert peak < path.stat().st_size


def test_a_journal_of_the_frontier_has_the_result(path: Path) -> None:
    assert PUZZLE.count(method="frontier", journal=path) == 1010
    assert path.read_bytes().count(b"\n") == 2
    assert count(path) == 1010


def test_a_number_of_many_digits(path: Path) -> None:
    """Python writes none of more than 4300 in base ten."""
    with journal.Journal(path, plan_of(PUZZLE), "count", "distinct") as opened:
        opened.end(10**5000)
    assert count(path) == 10**5000


# -------------------------------------------------------------------------------------------------------------- files


def test_a_torn_tail_is_cut_off_at_every_byte(path: Path) -> None:
    stopped(path, 5)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    start = len(whole) - len(lines[-1])
    units = len(done(path))
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert len(done(path)) == units - 1
        assert path.read_bytes() == whole[:start]
    assert count(path) == 1010


def test_a_torn_header_is_written_anew_at_every_byte(path: Path) -> None:
    """An empty file, too, is the start of one."""
    assert done(path) == {}
    header = path.read_bytes()
    for end in range(len(header)):
        path.write_bytes(header[:end])
        assert done(path) == {}
        assert path.read_bytes() == header


def test_a_tail_of_zeros_is_cut_off(path: Path) -> None:
    """As some file systems leave it when the power fails."""
    stopped(path, 5)
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(4096))
    assert done(path)
    assert path.read_bytes() == whole


def test_a_damaged_line_is_named(path: Path) -> None:
    stopped(path, 10)
    lines = path.read_bytes().splitlines(keepends=True)
    for at in (0, 8, 9, len(lines[3]) - 2, len(lines[3]) - 1):
        damaged = bytearray(lines[3])
        damaged[at] ^= 1
        path.write_bytes(b"".join([*lines[:3], damaged, *lines[4:]]))
        size = path.stat().st_size
        with pytest.raises(PentominoError, match=r", line 4: this line is damaged; without it, the rest .* will do$"):
            count(path)
        assert path.stat().st_size == size
    path.write_bytes(b"".join(lines[:3] + lines[4:]))
    assert count(path) == 1010


@pytest.mark.parametrize(
    "record", [{}, [], 5, {"total": 5}, {"part": 5}, [[0]], "x", None, {"pentomino journal": 1}], ids=repr
)
def test_a_line_that_no_journal_has(path: Path, record: object) -> None:
    stopped(path, 5)
    with path.open("ab") as file:
        file.write(journal._line(record))
    whole = path.read_bytes()
    with pytest.raises(PentominoError, match=r", line \d+: this is no line of such a journal$"):
        count(path)
    assert path.read_bytes() == whole


def test_a_journal_of_something_else_is_left_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(path, 3)
    whole = path.read_bytes()

    def refused(of: str, puzzle: Puzzle = PUZZLE, **options: Any) -> None:
        with pytest.raises(PentominoError, match=f"is a journal of another {of}, .*; it is left as it is$"):
            count(path, puzzle, **options)
        assert path.read_bytes() == whole

    refused("puzzle", Puzzle("6x10"))
    refused("symmetry", symmetry="all")
    with pytest.raises(PentominoError, match="is a journal of another task, 'count' and not 'list'"):
        list(PUZZLE.solve_all(journal=path))
    monkeypatch.setattr(journal, "__version__", "0.0")
    refused("version")
    monkeypatch.setattr(journal, "FORMAT", 2)
    refused("pentomino journal")


def test_a_predicate_is_part_of_the_puzzle(path: Path) -> None:
    assert count(path, Puzzle("5x12", restrict={"X": lambda placement: placement.cells[0][1] < 6})) == 1010
    with pytest.raises(PentominoError, match="is a journal of another SHA-256 of a puzzle, "):
        count(path, Puzzle("5x12", restrict={"X": lambda placement: placement.cells[0][1] < 5}))


def test_a_predicate_on_a_board_of_many_cells() -> None:
    """Its places are a number of more than 4300 digits, which Python does not write in base ten."""
    told = {
        journal.digest(
            plan_of(Puzzle("3x5000", "I3*", restrict={"I3": lambda one, first=first: one.cells[0][1] >= first}))
        )
        for first in (0, 1)
    }
    assert len(told) == 2


@pytest.mark.parametrize(
    "text", [b"\n", b"x", b"5x12\n\n", bytes(100), b"\xff\xfe\n" * 3, b"00000000 {}\n", b"00000000 \n"], ids=repr
)
def test_what_is_no_journal_is_left_as_it_is(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with pytest.raises(PentominoError, match=" is not a journal; it is left as it is$"):
        count(path)
    assert path.read_bytes() == text


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="run.pentomino"):
        count(tmp_path / "nowhere" / "run.pentomino")
    with pytest.raises(OSError, match=tmp_path.name):
        count(tmp_path)
    if Path(os.devnull).is_char_device():
        with pytest.raises(PentominoError, match=f"^{os.devnull} is not a file that can be gone on with$"):
            count(Path(os.devnull))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_is_read_only(path: Path) -> None:
    path.touch(0o444)
    with pytest.raises(PermissionError, match="run.pentomino"):
        count(path)


# ------------------------------------------------------------------------------------------------- processes, threads


SCRIPT = """
import sys
from pentomino import Puzzle
from pentomino.search.plan import plan_of
from pentomino.search import backtracking, journal, shards, units
backtracking.WORTH, units.UNITS, units.FEW_UNITS, units.EFFORT = 0, 300, 300, 1 << 12
shards.SLICE = 0.001
journal.SECONDS = 0.01
"""

COUNT = (
    SCRIPT
    + """
print("started", flush=True)
print(Puzzle("5x12").count(method="search", journal=sys.argv[1], workers=int(sys.argv[2])))
"""
)

FORKED = (
    SCRIPT
    + """
import os, signal
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(2) as pool:
    for _ in Puzzle("6x10").solve_all(method="search", journal=sys.argv[1], executor=pool):
        pass
    print(*pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
)

CHILD = (
    SCRIPT
    + """
import os
solutions = Puzzle("6x10").solve_all(method="search", journal=sys.argv[1], workers=int(sys.argv[2]))
first = next(solutions)
if not (child := os.fork()):
    try:
        for _ in solutions: pass
    except RuntimeError as error:
        print(error, flush=True)
    del solutions
    os._exit(0)
os.waitpid(child, 0)
print(1 + sum(1 for _ in solutions))
"""
)


def script(text: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


KILLER = (
    SCRIPT
    + """
import os, random, signal, time
path, puzzle, chance, numbers = sys.argv[1], Puzzle("6x10"), random.Random(13), []
plan_of(puzzle).compile()
for moment in range(int(sys.argv[2])):
    if not (child := os.fork()):
        puzzle.count(method="search", journal=path, workers=1 + moment % 2)
        os._exit(0)
    time.sleep(chance.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not os.path.exists(path):
        continue
    if moment % 20 == 19:  # to the end, and from the start once more
        numbers.append(puzzle.count(method="search", journal=path))
        os.remove(path)
    elif chance.random() < 0.5:
        os.truncate(path, max(0, os.path.getsize(path) - chance.randrange(200)))
print(*numbers)
"""
)


@POSIX
def test_it_is_killed_at_200_moments(path: Path) -> None:
    """And at half of them, the last lines do not reach the disc."""
    times = share(10)
    out, err = script(KILLER, path, 20 * times).communicate(timeout=200)
    assert (out.split(), err) == (["2339"] * times, "")


def test_two_processes_at_one_journal(path: Path) -> None:
    """The second is refused by one line, also after the file was read."""
    stopped(path, 10)
    with journal.Journal(path, plan_of(PUZZLE), "count", "distinct"):
        path.read_bytes()
        with pytest.raises(PentominoError, match="run.pentomino: another search is at this journal$"):
            count(path)
        command = [sys.executable, "-m", "pentomino", "count", "5x12", "--method", "search", "--journal", str(path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        told = f"pentomino: {path}: another search is at this journal\n"
        assert (second.returncode, second.stdout, second.stderr) == (2, "", told)
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout == "1010\n"


def test_two_threads_at_one_journal(path: Path) -> None:
    solutions = PUZZLE.solve_all(journal=path)
    first = next(solutions)
    with ThreadPoolExecutor(1) as other:
        refused = other.submit(lambda: list(PUZZLE.solve_all(journal=path))).exception()
    assert str(refused) == f"{path}: another search is at this journal"
    assert [first, *solutions] == list(PUZZLE.solve_all()) == list(PUZZLE.solve_all(journal=path))


@POSIX
def test_workers_that_outlive_their_parent_hold_no_lock(path: Path) -> None:
    """Those of a pool of a library's user; the command line's end with it."""
    killed = script(FORKED, path)
    assert killed.stdout is not None
    workers = [int(number) for number in killed.stdout.readline().split()]
    killed.wait()
    try:
        assert len(workers) == 2
        assert list(Puzzle("6x10").solve_all(journal=path)) == list(Puzzle("6x10").solve_all())
        for worker in workers:
            os.kill(worker, 0)  # they are still there
    finally:
        for worker in workers:
            os.kill(worker, 9)
        killed.communicate()


@POSIX
@pytest.mark.parametrize("workers", [1, 2])
def test_a_forked_child_leaves_the_journal_to_its_parent(path: Path, workers: int) -> None:
    out, err = script(CHILD, path, workers).communicate(timeout=60)
    told = "this search was begun by several threads of another process: begin it anew in this one"
    assert (out, err) == (f"{told}\n2339\n", "")
    assert len(list(Puzzle("6x10").solve_all(journal=path))) == 2339


@POSIX
def test_a_disc_that_is_full(path: Path) -> None:
    """One line says so; with room, the same command goes on from there."""
    words = f"'{sys.executable}' -B -m pentomino solve 6x10 --all -q --style json --journal '{path}'"
    full = subprocess.run(["bash", "-c", f"ulimit -f 8; exec {words}"], capture_output=True, text=True, timeout=60)
    assert (full.returncode, full.stderr) == (2, f"pentomino: {path}: File too large\n")
    kept = path.read_bytes()
    assert len(kept) == 8 * 1024
    again = subprocess.run(["bash", "-c", words], capture_output=True, text=True, timeout=60)
    assert (again.returncode, again.stdout.count("\n"), again.stderr) == (0, 2339, "")
    assert path.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
