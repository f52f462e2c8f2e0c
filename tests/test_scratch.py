"""Counts, samples and listings with levels in files: the same as in memory, within bounds, and nothing is left over."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from effort import examples, thorough
from pentomino import PentominoError, Puzzle, PuzzleError, Statistics
from pentomino._frontier import FrontierCount, FrontierFull, FrontierJob, FrontierListing, FrontierTally, FrontierWalk
from pentomino.search.exact_cover import compile_listing, compile_puzzle
from pentomino.search.plan import Plan

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="not offered there")

needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is told by Linux alone")

PIECES = {
    "many of each": "pentominoes*",
    "of many sizes": "pentominoes + tetrominoes*",
    "copies that count": "tetrominoes*0-2 + I3*1-3 + V3*1-3 + P*",
    "one of each": "pentominoes",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory for files, that is empty again in the end."""
    folder = tmp_path_factory.mktemp("scratch")
    yield folder
    assert list(folder.iterdir()) == []


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Puzzles with levels of up to some thousand nodes: rectangles with some cells blocked."""
    rows, columns = draw(st.sampled_from([(5, 6), (5, 8), (4, 7), (5, 12), (4, 10)]))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    blocked = draw(st.sets(st.sampled_from(cells), max_size=5))
    pieces = PIECES[draw(st.sampled_from(sorted(PIECES)))]
    try:
        return Plan(Puzzle(set(cells) - blocked, pieces))
    except PuzzleError:
        return Plan(Puzzle(cells, "pentominoes*" if len(cells) % 5 == 0 else "tetrominoes*"))


def job(plan: Plan, lists: bool = False, **options: Any) -> FrontierJob:
    """A job that checks all that it does, if that is little."""
    made = FrontierJob(compile_listing(plan) if lists else compile_puzzle(plan, breaks=False), **options)
    made.checks = len(plan.puzzle.free) < 36  # it takes long
    return made


def with_files(plan: Plan, share: float, folder: Path, peak: int, **options: Any) -> FrontierJob:
    """A job of less memory than the *peak* of another one, but with files."""
    return job(plan, memory_limit=max(100_000, int(peak * share)), scratch=os.fsencode(folder), **options)


# ------------------------------------------------------------------------------------------------ the same results


@examples(40)
@given(plan=plans(), share=st.floats(0.02, 1.2), workers=st.integers(1, 2), hashed=st.booleans(), in_one=st.booleans())
def test_counts_are_those_in_memory(
    folder: Path, plan: Plan, share: float, workers: int, hashed: bool, in_one: bool
) -> None:
    def count(one: FrontierJob) -> int:
        return FrontierCount(one).count_in_one_pass() if in_one else FrontierCount(one).count()

    plain = job(plan, hashed=hashed)
    expected = count(plain)
    filed = with_files(plan, share, folder, plain.peak, workers=workers, hashed=hashed)
    try:
        assert count(filed) == expected
        assert (filed.nodes, filed.edges) == (plain.nodes, plain.edges)
        event("in files" if filed.most_filed > 10_000 else "in memory")
        if in_one:
            assert filed.states == plain.states
    except FrontierFull:
        event("the memory is too small for a few levels of nodes, or for sums")
    assert filed.peak <= filed.limit
    assert filed.held == filed.filed == 0


@pytest.mark.parametrize(
    ("board", "pieces", "limit", "in_one"),
    [
        pytest.param("6x10", "pentominoes*", 100_000, True, marks=thorough),
        ("5x12", "pentominoes + tetrominoes*", 2_000_000, True),
        ("6x10", "pentominoes", 1_000_000, False),
        pytest.param("5x16", "one-sided pentominoes?", 10_000_000, False, marks=thorough),
    ],
)
def test_counts_beyond_memory(folder: Path, board: str, pieces: str, limit: int, in_one: bool) -> None:
    """Without files, so much memory is too little."""
    plan = Plan(Puzzle(board, pieces))

    def count(**options: Any) -> tuple[int, FrontierJob]:
        one = FrontierJob(compile_puzzle(plan, breaks=True), **options)
        return (FrontierCount(one).count_in_one_pass() if in_one else FrontierCount(one).count()), one

    expected, _ = count()
    with pytest.raises(FrontierFull):
        count(memory_limit=limit)
    number, one = count(memory_limit=limit, scratch=os.fsencode(folder))
    assert number == expected
    assert one.peak <= limit < one.most_filed + one.peak


def test_numbers_of_many_words(folder: Path) -> None:
    """Ways of several words lie in runs."""
    statistics = Statistics()
    options: dict[str, Any] = {"symmetry": "all", "method": "frontier", "memory_limit": 60_000, "scratch": folder}
    puzzle = Puzzle("10x30", "I2*")
    assert puzzle.count(**options, statistics=statistics) == puzzle.count(symmetry="all") > 2**64
    assert statistics.scratch > 0


def test_samples_and_walks_are_those_in_memory(folder: Path) -> None:
    puzzle = Puzzle("5x10", "pentominoes?")
    statistics = Statistics()
    drawn = puzzle.sample(20, seed=7, memory_limit=1_000_000, scratch=folder, statistics=statistics)
    assert drawn == puzzle.sample(20, seed=7)
    assert statistics.scratch > 0
    found = puzzle.solve_all(method="frontier", memory_limit=1_000_000, scratch=folder)
    assert list(found) == list(puzzle.solve_all(method="search"))
    assert found.statistics.scratch > 0


def test_what_is_done_with_is_given_back(folder: Path) -> None:
    plan = Plan(Puzzle("5x12"))
    one = job(plan, lists=True, memory_limit=1_000_000, scratch=os.fsencode(folder))
    listing = FrontierListing(one, plan.table.numbers_by_mask())
    assert listing.prepare()
    assert 0 < one.filed <= one.most_filed
    assert any(FrontierWalk(listing, number).take_some(3) for number in range(len(plan.cases)))
    one._check()
    maps = Path(f"/proc/{os.getpid()}/maps")
    if maps.exists():
        assert str(folder) in maps.read_text()
        del one, listing
        until = monotonic() + 60  # a thread of its own does it
        while str(folder) in maps.read_text():
            assert monotonic() < until


def test_small_arrays_stay_in_memory(folder: Path) -> None:  # as a process may have 65530 files at most
    plan = Plan(Puzzle("1x5000", "I2*"))
    plain = job(plan)
    assert len(FrontierTally(plain).count()) == 2500
    one = with_files(plan, 1.2, folder, plain.peak)
    assert len(FrontierTally(one).count()) == 2500
    assert one.peak > one.limit // 2
    assert one.most_filed < 1 << 14


# ------------------------------------------------------------------------------------------------ bounds


BOUNDED = """
import resource, sys
from pentomino import Puzzle
from pentomino.search.plan import plan_of
puzzle = Puzzle(sys.argv[1], sys.argv[2])
plan_of(puzzle).table
with open("/proc/self/status") as lines:
    data = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData"))
limit = int(sys.argv[3])
most = data + limit + (8 << 20)
resource.setrlimit(resource.RLIMIT_DATA, (most, most))
scratch = sys.argv[4] or None
print(puzzle.count(symmetry="all", method="frontier", memory_limit=limit if scratch else 1 << 40, scratch=scratch))
"""


@needs_proc
@pytest.mark.parametrize(
    ("board", "pieces", "limit", "count"),
    [
        pytest.param("8x10", "pentominoes*", 4_000_000, 75996685446347, marks=thorough),
        ("5x18", "one-sided pentominoes", 12_000_000, 2746512),
    ],
)
def test_the_memory_is_bounded(tmp_path: Path, board: str, pieces: str, limit: int, count: int) -> None:
    """The system allows no more memory of its own than the limit and 8 MiB; and without files that is too little."""
    command = [sys.executable, "-c", BOUNDED, board, pieces, str(limit)]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == (f"{count}\n", "")
    failed = subprocess.run([*command, ""], capture_output=True, text=True, timeout=120)
    assert failed.returncode != 0
    assert "the count holds" in failed.stderr or "MemoryError" in failed.stderr
    assert list(tmp_path.iterdir()) == []


def in_little_space(folder: Path, command: list[str], size: str) -> subprocess.CompletedProcess[str]:
    """What a command does with a disc of that size in the folder."""
    script = f'mount -t tmpfs -o size={size} none "$0" && "$@"; status=$?; ls -A "$0"; exit $status'
    space = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    return subprocess.run(
        [*space, "sh", "-c", script, str(folder), *command], capture_output=True, text=True, timeout=120
    )


def has_space(folder: Path) -> bool:
    return shutil.which("unshare") is not None and in_little_space(folder, ["true"], "1m").returncode == 0


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("board", "pieces", "limit"), [("8x10", "pentominoes*", "4M"), ("5x18", "one-sided pentominoes", "12M")]
)
def test_a_full_disc_is_one_line(tmp_path: Path, board: str, pieces: str, limit: str, workers: int) -> None:
    if not has_space(tmp_path):
        pytest.skip("no disc of its own can be mounted")
    command = [sys.executable, "-m", "pentomino", "count", board, "-p", pieces, "--memory-limit", limit]
    more = ["--scratch", str(tmp_path), "--workers", str(workers), "--quiet"]
    done = in_little_space(tmp_path, [*command, *more], "3m")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"pentomino: {tmp_path}: No space left on device\n")


LARGE = """
import resource, sys
from pentomino import Puzzle
from pentomino.search.plan import plan_of
resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
try:
    Puzzle("6x10", "pentominoes*").count(memory_limit=120_000, scratch=sys.argv[1], method="frontier")
except OSError as error:
    print(error)
"""


def test_a_limit_of_files_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-c", LARGE, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == (f"[Errno {errno.EFBIG}] File too large: {str(tmp_path)!r}\n", "")


# ------------------------------------------------------------------------------------------------ directories


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_directory_that_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=str(tmp_path / name)) as caught:
        Puzzle("5x12").count(scratch=tmp_path / name)
    assert caught.value.filename == str(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_only_be_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError, match=str(tmp_path)):
        Puzzle("5x12").count(scratch=tmp_path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a directory that takes no files")
def test_a_directory_that_takes_no_files() -> None:
    with pytest.raises(OSError, match="/proc/self"):
        Puzzle("5x12").count(scratch="/proc/self")


@pytest.mark.parametrize("scratch", [3, "", b"folder", ["folder"]])
def test_the_option_is_checked(scratch: Any) -> None:
    with pytest.raises(PentominoError, match=r"^scratch is the path of a directory, or None, not "):
        Puzzle("5x12").count(scratch=scratch)


def test_it_is_not_offered_under_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(PentominoError, match=r"^scratch is not offered under Windows$"):
        Puzzle("5x12").count(scratch=tmp_path)


@pytest.mark.parametrize("scratch", [b"", b"a\0b"])
def test_names_that_name_nothing(scratch: bytes) -> None:
    with pytest.raises(ValueError, match="names no directory"):
        FrontierJob(compile_puzzle(Plan(Puzzle("5x12")), breaks=True), scratch=scratch)


# ------------------------------------------------------------------------------------------------ ends


WAITING = """
import os, sys, time
from pentomino import Puzzle
from pentomino._frontier import FrontierCount, FrontierJob
from pentomino.search.exact_cover import compile_puzzle
from pentomino.search.plan import Plan

def tick():
    if one.filed > 1_000_000:
        print(one.filed, flush=True)
        time.sleep(100)

plan = Plan(Puzzle(*sys.argv[2:4]))
one = FrontierJob(compile_puzzle(plan, breaks=True), int(sys.argv[4]), 1, tick, scratch=os.fsencode(sys.argv[1]))
FrontierCount(one).count()
"""


STOPPED = [["8x10", "pentominoes*", "4000000"], ["5x18", "one-sided pentominoes", "12000000"]]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)])
@pytest.mark.parametrize("puzzle", STOPPED)
def test_nothing_is_left_of_a_process_that_is_stopped(tmp_path: Path, puzzle: list[str], number: int) -> None:
    command = [sys.executable, "-c", WAITING, str(tmp_path), *puzzle]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) > 1_000_000
        process.send_signal(number)
        assert process.wait(30) != 0
    assert list(tmp_path.iterdir()) == []


def test_an_error_leaves_nothing_in_files(folder: Path) -> None:
    class EnoughError(Exception):
        pass

    def tick() -> None:
        if one.filed > 10_000:
            raise EnoughError

    for pieces, limit in (("pentominoes*", 100_000), ("pentominoes", 1_000_000)):
        plan = Plan(Puzzle("6x10", pieces))
        one = job(plan, memory_limit=limit, tick=tick, scratch=os.fsencode(folder))
        with pytest.raises(EnoughError):
            FrontierCount(one).count()
        assert one.held == one.filed == 0


FORKED = """
import os, sys
from pentomino.search.plan import plan_of
from pentomino import Puzzle
solutions = Puzzle("5x12").solve_all(method="frontier", memory_limit=1_000_000, scratch=sys.argv[1])
next(solutions)
child = os.fork()
if not child:
    try:
        list(solutions)
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
print(1 + len(list(solutions)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_keeps_off_the_files(tmp_path: Path) -> None:
    """Both would sort the same lists. What was handed on before, the child may have."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = "this listing has files of another process: begin it anew in this one"
    assert (done.stdout, done.stderr) == (f"{told}\n1010\n", "")
