"""Journals: a search that is stopped or killed, however often, goes on and comes to the same."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from effort import deep, examples, share, thorough
from executors import Here, share_out_at_once
from pentomino import SQUARE, Board, PentominoError, Puzzle, SearchCancelled, Statistics
from pentomino.search import journal, workers
from pentomino.search.plan import plan_of
from puzzles import made
from strategies import Statement, statements

PUZZLE = Puzzle("5x12")
POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    monkeypatch.setattr(workers, "SECONDS", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.pentomino"


def count(path: Path, puzzle: Puzzle = PUZZLE, **options: Any) -> int:
    return puzzle.count(method="search", journal=path, **options)


def after(results: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Return a function that cancels a search when its journal has got so many results more."""
    added: list[object] = []
    add = journal.Journal.add
    monkeypatch.setattr(journal.Journal, "add", lambda self, *what: (added.append(what), add(self, *what)))
    return lambda: len(added) >= results


def stopped(path: Path, results: int, **options: Any) -> None:
    """Count until the journal has got so many results more."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SearchCancelled):
        count(path, cancel=after(results, patch), **options)


def known(path: Path, puzzle: Puzzle = PUZZLE, verb: Any = "count", symmetry: Any = "distinct") -> dict[Any, Any]:
    """Return the results in a journal."""
    with journal.Journal(path, plan_of(puzzle), verb, symmetry) as opened:
        return {place: opened[place] for place in opened.ends}


@pytest.mark.needs_threads
def test_a_count_goes_on_with_other_workers_and_executors(path: Path) -> None:
    expected = Statistics()
    PUZZLE.count(method="search", statistics=expected)
    stopped(path, 10)
    stopped(path, 10, workers=2)
    with ThreadPoolExecutor(2) as threads:
        stopped(path, 20, executor=threads)
        before, seen = known(path), Statistics()
        assert len(before) >= 40
        assert count(path, executor=Here(), statistics=seen) == 1010
    assert seen.counts() == expected.counts()
    assert before.items() <= known(path).items()
    assert count(path, statistics=seen) == 1010
    assert (seen.nodes, seen.reason) == (0, "the journal contains the result")
    assert not path.with_name(path.name + "-wal").exists()


@pytest.mark.parametrize("symmetry", ["distinct", pytest.param("all", marks=thorough)])
def test_a_listing_goes_on(path: Path, symmetry: Any) -> None:
    alone = list(PUZZLE.solve_all(symmetry=symmetry))
    for limit in (1, 100, 500, None):
        found = list(PUZZLE.solve_all(symmetry=symmetry, journal=path, limit=limit, workers=1 + (limit == 100)))
        assert found == alone[:limit]
    assert PUZZLE.count(symmetry=symmetry, journal=path, limit=700) == 700
    seen = Statistics()
    assert list(PUZZLE.solve_all(symmetry=symmetry, journal=path, statistics=seen)) == alone
    histograms = [by_depth[0] for *_, (_, by_depth) in known(path, verb="list", symmetry=symmetry).values()]
    assert seen.nodes >= sum(map(sum, histograms)) > 0


def test_what_has_too_many_solutions_to_be_kept_is_listed_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(PUZZLE.solve_all())
    monkeypatch.setattr(workers, "SENT", 10)
    for _ in range(2):
        assert list(PUZZLE.solve_all(journal=path)) == alone
    kept = [found for _, found, *_ in known(path, verb="list").values()]
    assert max(len(solutions) for found in kept for _, solutions in found) <= 10


def test_solutions_of_a_journal_are_not_solutions_that_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[int] = []
    stop = workers.Workers._stop
    monkeypatch.setattr(workers.Workers, "_stop", lambda self: (waiting.append(self._waiting), stop(self)))
    for _ in range(2):
        assert len(list(PUZZLE.solve_all(journal=path))) == 1010
    assert waiting == [0, 0]


@examples(20)
@given(statements(), st.lists(st.integers(1, 20), max_size=4))
def test_random_puzzles(question: Statement, stops: list[int]) -> None:
    """Each time it is stopped after some more results, and goes on."""
    puzzle = made(question)
    alone = list(puzzle.solve_all(symmetry="all"))
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        share_out_at_once(patch)
        patch.setattr(workers, "SECONDS", 0.0)
        patch.setattr(workers, "SENT", 5)
        for more in [*stops, 1 << 30]:
            with pytest.MonkeyPatch.context() as again, suppress(SearchCancelled):
                options: Any = {"symmetry": "all", "cancel": after(more, again)}
                number = puzzle.count(journal=Path(folder, "count"), method="search", **options)
                found = list(puzzle.solve_all(journal=Path(folder, "list"), **options))
        assert (number, found) == (len(alone), alone)


def test_a_journal_of_the_frontier_has_the_result(path: Path) -> None:
    assert PUZZLE.count(method="frontier", journal=path) == 1010
    assert known(path) == {}
    seen = Statistics()
    assert count(path, statistics=seen) == 1010
    assert seen.reason == "the journal contains the result"


def test_a_number_of_many_digits(path: Path) -> None:
    """Python writes none of more than 4300 in base ten."""
    with journal.Journal(path, plan_of(PUZZLE), "count", "distinct") as opened:
        opened.end(10**5000)
    assert count(path) == 10**5000


def test_a_journal_of_something_else_is_left_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(path, 3)
    whole = path.read_bytes()

    def refused(of: str, puzzle: Puzzle = PUZZLE, **options: Any) -> None:
        with pytest.raises(
            PentominoError, match=f"belongs to another search: its {of} must be .*, got .*; choose another path$"
        ):
            count(path, puzzle, **options)
        assert path.read_bytes() == whole

    refused("puzzle", Puzzle("6x10"))
    with pytest.raises(PentominoError) as caught:
        count(path, Puzzle("6x10"))
    mine, its = (json.dumps(repr(puzzle))[:60] for puzzle in (PUZZLE, Puzzle("6x10")))
    said = f"{path} belongs to another search: its puzzle must be {its}..., got {mine}...; choose another path"
    assert str(caught.value) == said
    refused("symmetry", symmetry="all")
    with pytest.raises(PentominoError, match='belongs to another search: its verb must be "list", got "count"'):
        list(PUZZLE.solve_all(journal=path))
    monkeypatch.setattr(journal, "__version__", "0.0")
    refused("version")


def test_a_predicate_is_part_of_the_puzzle(path: Path) -> None:
    assert count(path, Puzzle("5x12", restrict={"X": lambda placement: placement.cells[0][1] < 6})) == 1010
    with pytest.raises(PentominoError, match="belongs to another search: its SHA-256 of the puzzle must be "):
        count(path, Puzzle("5x12", restrict={"X": lambda placement: placement.cells[0][1] < 5}))


def test_a_predicate_on_a_board_of_many_cells() -> None:
    """Its places are a number of more than 4300 digits, which Python does not write in base ten."""
    told = {
        workers.digest(
            plan_of(Puzzle("3x5000", "I3*", restrict={"I3": lambda one, first=first: one.cells[0][1] >= first}))
        )
        for first in (0, 1)
    }
    assert len(told) == 2


OLD = b'4d3a6b1c {"pentomino journal":1,"task":"count","symmetry":"distinct"}\n'
"""The first line of a journal as versions up to 0.4 wrote them."""


@pytest.mark.parametrize(
    "text",
    [OLD, b"\n", b"x", b"5x12\n\n", bytes(100), bytes(10_000), OLD * 100, b"\xff\xfe\n" * 3],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_journal_is_left_as_it_is(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with pytest.raises(PentominoError, match=" is not a journal(, or is damaged: .*)?; choose another path$"):
        count(path)
    assert path.read_bytes() == text


def test_another_database_is_left_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE header (name TEXT)")
    other.close()
    whole = path.read_bytes()
    with pytest.raises(PentominoError, match=" is not a journal; choose another path$"):
        count(path)
    assert path.read_bytes() == whole


def test_a_damaged_file_is_named_or_makes_no_difference(path: Path) -> None:
    """Whatever is overwritten: a count that comes to an end is right."""
    stopped(path, 40)
    whole = path.read_bytes()
    refused = 0
    page = int.from_bytes(whole[16:18], "big")
    for at in (*range(0, len(whole), max(1, len(whole) // share(60))), *range(page, len(whole), page)):
        path.write_bytes(whole[:at] + bytes(8) + whole[at + 8 :])
        try:
            assert count(path) == 1010
        except (PentominoError, OSError) as error:
            assert str(path) in str(error)
            assert "\n" not in str(error)
            refused += 1
        for file in path.parent.iterdir():
            file.unlink()
    assert refused


def test_a_file_that_is_cut_off_is_named(path: Path) -> None:
    stopped(path, 40)
    whole = path.read_bytes()
    for end in range(len(whole) - 1, 0, -max(1, len(whole) // 10)):
        path.write_bytes(whole[:end])
        with pytest.raises(PentominoError, match=re.escape(str(path))):
            count(path)


FORGED = ["[", "[]", "7", "null", '{"a": 1}', "[1, 2]", "-5", "z", "\ud800", pytest.param("[" * 100_000, marks=deep)]


@pytest.mark.parametrize("text", FORGED, ids=range(len(FORGED)))
@pytest.mark.parametrize("what", ["UPDATE header SET value = ? WHERE name = 'total'", "UPDATE results SET result = ?"])
def test_what_no_journal_holds_is_damage_even_with_its_checksum(path: Path, text: str, what: str) -> None:
    if "total" in what:
        assert count(path) == 1010
    else:
        stopped(path, 10)
    file = sqlite3.connect(path)
    value = text.encode(errors="surrogatepass")
    sealed = b"%08x %s" % (zlib.crc32(value), value)
    file.execute(f"{what.replace('?', 'CAST(? AS TEXT)')}", (sealed,))
    file.commit()
    file.close()
    if "total" in what and text == "7":  # a forged number cannot be detected
        assert count(path) == 7
        return
    with pytest.raises(PentominoError, match=exactly(f"{path} is damaged; remove it to start again")):
        count(path)


@pytest.mark.skipif(os.name == "nt", reason="no file has such a name")
@pytest.mark.parametrize("name", [":memory:", "file:run?mode=memory"])
def test_a_name_that_is_no_file_to_sqlite(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert count(Path(name)) == 1010
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["", "a\0b", 7, b"run"], ids=repr)
def test_what_is_no_path(name: Any) -> None:
    with pytest.raises(PentominoError, match="^journal must be the path of a file or None, got "):
        PUZZLE.count(journal=name)


def test_boards_that_come_round_after_different_ways_are_different() -> None:
    boards = [Board([(0, column) for column in range(6)], SQUARE.wrapped(None, period)) for period in (6, 7)]
    assert len({workers.digest(plan_of(Puzzle(board, "I2*"))) for board in boards}) == 2


def test_a_puzzle_without_a_case(tmp_path: Path) -> None:
    """The piece to place first has no place."""
    puzzle = Puzzle("1x10", "S4 + I2*3")
    for _ in range(2):
        assert count(tmp_path / "count", puzzle) == 0
        assert list(puzzle.solve_all(journal=tmp_path / "list")) == []
        assert puzzle.count(limit=3, journal=tmp_path / "list") == 0


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="run.pentomino"):
        count(tmp_path / "nowhere" / "run.pentomino")
    with pytest.raises(OSError, match=tmp_path.name):
        count(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_is_read_only(path: Path) -> None:
    path.touch(0o444)
    with pytest.raises(OSError, match="run.pentomino"):
        count(path)


SCRIPT = """
import sys
from pentomino import Puzzle
from pentomino.search import by_search
from pentomino.search.plan import plan_of
from pentomino.search import workers, plan
by_search.WORTH, plan.UNITS_OF_TASK, workers.SECONDS = 0, 40, 0.0
"""

FORKED = (
    SCRIPT
    + """
import os, signal
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(2) as pool:
    for _ in Puzzle("5x12").solve_all(journal=sys.argv[1], executor=pool):
        pass
    print(*pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
)

CHILD = (
    SCRIPT
    + """
import os
import re
solutions = Puzzle("5x12").solve_all(journal=sys.argv[1], workers=int(sys.argv[2]))
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
    if moment % 20 == 19:  # to the end, and from the start once more
        numbers.append(puzzle.count(method="search", journal=path))
        os.remove(path)
print(*numbers)
"""
)


def script(text: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.needs_processes
@POSIX
def test_it_is_killed_at_200_moments(path: Path) -> None:
    times = share(10)
    out, err = script(KILLER, path, 20 * times).communicate(timeout=200)
    assert (out.split(), err) == (["2339"] * times, "")


@pytest.mark.needs_processes
def test_two_processes_at_one_journal(path: Path) -> None:
    """The second is refused by one line."""
    stopped(path, 10)
    command = [sys.executable, "-m", "pentomino", "count", "5x12", "--method", "search", "--journal", str(path)]
    with journal.Journal(path, plan_of(PUZZLE), "count", "distinct"):
        with pytest.raises(PentominoError, match="run.pentomino: another search is using this journal$"):
            count(path)
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        told = f"pentomino: {path}: another search is using this journal\n"
        assert (second.returncode, second.stdout, second.stderr) == (2, "", told)
    assert count(path) == 1010


@pytest.mark.needs_threads
def test_two_threads_at_one_journal(path: Path) -> None:
    solutions = PUZZLE.solve_all(journal=path)
    first = next(solutions)
    with ThreadPoolExecutor(1) as other:
        refused = other.submit(lambda: list(PUZZLE.solve_all(journal=path))).exception()
    assert str(refused) == f"{path}: another search is using this journal"
    assert [first, *solutions] == list(PUZZLE.solve_all()) == list(PUZZLE.solve_all(journal=path))


@pytest.mark.needs_threads
def test_a_listing_may_be_closed_in_another_thread(path: Path) -> None:
    solutions = PUZZLE.solve_all(journal=path)
    next(solutions)
    with ThreadPoolExecutor(1) as other:
        other.submit(solutions.close).result()
    assert list(PUZZLE.solve_all(journal=path)) == list(PUZZLE.solve_all())


@pytest.mark.needs_processes
@POSIX
def test_workers_that_outlive_their_parent_hold_no_lock(path: Path) -> None:
    """Those of a pool of a library's user; the command line's end with it."""
    killed = script(FORKED, path)
    assert killed.stdout is not None
    children = [int(number) for number in killed.stdout.readline().split()]
    killed.wait()
    try:
        assert len(children) == 2
        assert list(PUZZLE.solve_all(journal=path)) == list(PUZZLE.solve_all())
        for child in children:
            os.kill(child, 0)  # they are still there
    finally:
        for child in children:
            os.kill(child, 9)
        killed.communicate()


@pytest.mark.needs_processes
@POSIX
@pytest.mark.parametrize("number", [1, 2])
def test_a_forked_child_leaves_the_journal_to_its_parent(path: Path, number: int) -> None:
    out, err = script(CHILD, path, number).communicate(timeout=60)
    told = "this search was started by another process: start it again in this one"
    assert (out, err) == (f"{told}\n1010\n", "")
    assert len(list(PUZZLE.solve_all(journal=path))) == 1010


@pytest.mark.needs_processes
@POSIX
def test_a_disc_that_is_full(path: Path) -> None:
    """One line says so; with room, the same search goes on from there."""
    words = f"'{sys.executable}' -B -m pentomino solve 6x10 --all -q --style json --journal '{path}'"
    full = subprocess.run(["bash", "-c", f"ulimit -f 40; exec {words}"], capture_output=True, text=True, timeout=60)
    assert full.returncode == 2
    assert full.stderr.startswith(f"pentomino: {path}: ")
    assert full.stderr.count("\n") == 1
    assert len(list(Puzzle("6x10").solve_all(journal=path))) == 2339
