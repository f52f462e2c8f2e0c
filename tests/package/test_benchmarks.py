"""The benchmark: its works come out right, its table and JSON are complete. No time is ever compared with another."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from benchmarks import ablation, measure, peers, report, session, works, yardstick
from benchmarks.__main__ import main
from benchmarks.peers import Count, Cover, Outcome, Peer, Program, challenge, cover_of, reduced
from benchmarks.works import Work
from effort import thorough
from pentomino import PentominoError, Puzzle, Statistics, formats
from pentomino.formats import write_puzzle

TOP = Path(__file__).parents[2]
SMALL = Work("5x4 with L, P, W, Y", "count", 5, 1.0, "5x4", "L P W Y", peers=True)
FIRST = replace(SMALL, name="5x4, first", does="first", expected=1)


def covers(options: list[list[int]], items: int) -> Iterator[tuple[int, ...]]:
    """Every exact cover, as the numbers of its options: always an item with fewest options first (Knuth's X)."""

    def extend(left: dict[int, set[int]], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield chosen
            return
        fewest = min(left, key=lambda item: len(left[item]))
        for row in sorted(left[fewest]):
            clashing = set().union(*(left[item] for item in options[row]))
            rest = {item: rows - clashing for item, rows in left.items() if item not in options[row]}
            yield from extend(rest, (*chosen, row))

    yield from extend({item: {row for row, o in enumerate(options) if item in o} for item in range(items)}, ())


def options_of(matrix: Any) -> list[list[int]]:
    return [[item for item, is_covered in enumerate(row) if is_covered] for row in matrix]


def found_in(matrix: Any) -> Iterator[tuple[int, ...]]:
    return covers(options_of(matrix), matrix.shape[1])


def misused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that is said of arguments that make no sense."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


@pytest.fixture
def only_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "WORKS", (SMALL, FIRST))
    monkeypatch.setattr(works, "RIVALRY", (SMALL,))


@pytest.fixture
def without_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "find_compiler", lambda: None)


# Works


@thorough
@pytest.mark.usefixtures("without_yardstick")
def test_every_work_comes_out_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    short = [work for work in works.WORKS if not work.long]
    assert [(one["name"], one["result"]) for one in data["works"]] == [(work.name, work.expected) for work in short]
    for one, work in zip(data["works"], short, strict=True):
        assert one["is_right"]
        assert one["runs"] >= 1
        assert 0 < one["least"] <= one["seconds"]
        assert one["target"] == work.target
        assert one["within_target"] == (one["seconds"] <= work.target)
        assert (one["whole"] is not None) == (work.does in ("print", "first", "list", "count"))
        assert one["ratio"] == {"seed": None, "scan": None}


def test_names_are_different_and_fit_the_table() -> None:
    names = [work.name for work in works.WORKS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 36


@pytest.mark.parametrize("work", works.RIVALRY, ids=lambda w: w.name)
def test_works_for_peers_can_be_put_as_covers(work: Work) -> None:
    cover = cover_of(work)
    pieces = work.puzzle().pieces
    sizes = {count.piece.size + (len(pieces) > 1) for count in pieces}
    assert {len(set(option)) for option in cover.options} == sizes
    assert set().union(*cover.options) == set(range(cover.items))


def test_options_of_a_work_go_to_count() -> None:
    assert measure.take(replace(SMALL, options={"symmetry": "all"})).result == 20


def test_long_works_run_in_the_first_round_only() -> None:
    long = replace(SMALL, name="long", long=True)
    measured, seconds = measure.measure([SMALL, long], 3, {"fixed": lambda: 2.0})
    assert seconds == {"fixed": [2.0] * 3}
    assert [len(one.ratios["fixed"]) for one in measured] == [3, 1]
    assert len(measured[0].samples) > len(measured[1].samples) >= 1
    assert measured[1].ratios["fixed"] == [2.0 / measured[1].seconds]


@pytest.mark.usefixtures("without_yardstick")
def test_long_works_run_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(works, "WORKS", (SMALL, replace(SMALL, name="long", long=True)))
    assert main(["--rounds", "1"]) == 0
    assert "\nlong" not in capsys.readouterr().out
    assert main(["--rounds", "1", "--long"]) == 0
    assert "\nlong" in capsys.readouterr().out


# Table and JSON


def check_table(text: str) -> None:
    lines = text.splitlines()
    assert max(map(len, lines)) <= 100
    assert not [line for line in lines if line != line.rstrip()]
    for work in works.WORKS:
        assert work.long or any(line.startswith(work.name) for line in lines)


@pytest.mark.usefixtures("without_yardstick")
def test_the_table_is_complete(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(session, "_load", lambda: ["load average 1.5"])
    file = tmp_path / "bench.json"
    assert main(["--rounds", "1", "--only", "3X", "--json", str(file)]) == 0
    text = capsys.readouterr().out
    assert [line.split(",")[0] for line in text.splitlines() if "count" in line] == ["3x20", "one-sided 3x30", "2x3x10"]
    assert "no yardstick: there is no C compiler" in text
    data = json.loads(file.read_text(encoding="utf-8"))
    assert [one["name"] for one in data["works"]] == [
        "3x20, count",
        "one-sided 3x30, count",
        "2x3x10, count",
        "3x20, frontier",
    ]
    assert data["notes"] == ["load average 1.5", "no yardstick: there is no C compiler"]
    assert set(data) == {"pentomino", "machine", "yardstick", "works", "peers", "notes"}


def test_a_table_of_all_works_fits() -> None:
    sample = measure.Sample(12345.678, 12345.678, None)
    measured = [
        measure.Measured(work, [sample._replace(result=work.expected)], {"seed": [0.000123], "scan": [1e6]})
        for work in works.WORKS
    ]
    text = report.table(measured, {"seed": [0.6], "scan": [0.06]}, ["note"])
    check_table(text)
    assert "12346 s" in text
    assert "0.000123    1000000" in text
    assert "15.0 ms !" in text
    assert text.endswith("\n\nnote")


def test_peers_in_the_table() -> None:
    outcomes: dict[Peer | Program, Outcome] = {
        peers.OURS: Outcome(0.012, 5, expected=5),
        peer(algorithm_x): Outcome(3.0, 6, expected=6),
        peer(one_too_many): Outcome(0.001, 7, expected=6),
        peer(never_ends): Outcome(None, None, "> 60 s", 6),
        peer(breaks): Outcome(None, None, "RuntimeError: out\nof order, and so much that it has no place", 6),
    }
    other: dict[Peer | Program, Outcome] = {Program("dlx1", Path("dlx1")): Outcome(0.25, 5, expected=5)}
    comparisons = [report.Comparison(SMALL, outcomes), report.Comparison(replace(SMALL, name="other, count"), other)]
    text = report.peers_table(comparisons, "the command", ["A note."])
    head, small, more = (row for name, row in rows_of(text).items() if name != "---")
    assert [name.split()[0] for name in head] == [
        *("puzzle", "solutions", "pentomino", "algorithm_x", "one_too_many", "never_ends", "breaks", "dlx1")
    ]
    assert small[1:] == ["5", "12.0 ms", "3.00 s", "WRONG", "> 60 s", "RuntimeError: out of order, an", "-"]
    assert more == ["other", "5", *["-"] * 5, "250 ms"]
    assert "`the command`" in text
    assert text.endswith("\nA note.")
    assert platform.node() not in text


def test_the_machine_is_described_without_its_name() -> None:
    facts = report.machine()
    assert set(facts) == {"processor", "cores", "python", "system"}
    assert all(facts.values())


@pytest.mark.usefixtures("only_small", "without_yardstick")
def test_a_wrong_result_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(works, "WORKS", (replace(SMALL, expected=7), FIRST))
    assert main(["--rounds", "1"]) == 1
    text = capsys.readouterr().out
    assert "WRONG: 5x4 with L, P, W, Y gave 5 and not 7" in text
    assert main(["--rounds", "1", "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)["works"]
    assert (first["is_right"], first["result"], first["expected"]) == (False, 5, 7)
    assert second["is_right"]


@pytest.mark.usefixtures("only_small", "without_yardstick")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "nothing"], "no work has 'nothing' in its name; there are: 5x4 with"),
        (["--against", "nobody"], "unknown peer 'nobody': peers are xcover, exact-cover"),
        (["--against", "dlx1"], "peer dlx1: nothing is not a program; say dlx1=PATH"),
        (["--against", "dlx1=nowhere"], "peer dlx1: nowhere is not a program; say dlx1=PATH"),
        (["--against", "--only", "nothing"], "no work has 'nothing' in its name; there are: 5x4 with"),
        (["--figures", "nowhere/page.md"], "nowhere/page.md: No such file"),
        (["--against", "--figures", "no_page.md"], "no_page.md: No such file"),
    ],
)
def test_misuse(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert misused(arguments, capsys).startswith(f"pentomino: {message}")


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--rounds", "x"], ["--limit", "0"], ["--limit", "x"]])
def test_arguments_out_of_range(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert repr(arguments[1]) in capsys.readouterr().err


def test_only_a_long_work_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert misused(["--only", "5x18, count"], capsys).endswith("--long runs them\n")


@pytest.mark.usefixtures("only_small", "without_yardstick")
def test_a_terminal_shows_what_is_being_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["--rounds", "1"]) == 0
    assert "\r\x1b[Kround 1 of 1: 5x4 with L, P, W, Y" in capsys.readouterr().err


@pytest.mark.usefixtures("only_small", "without_yardstick")
def test_standard_error_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["--rounds", "1"]) == 0


# The page of figures


@pytest.mark.usefixtures("only_small", "without_yardstick")
def test_a_page_of_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    big = replace(SMALL, name="big", expected=12988816, board="8x8", pieces="I2*", options=works.ALL)
    samples = replace(SMALL, name="samples", does="sample", expected=1000)
    monkeypatch.setattr(works, "WORKS", (SMALL, big, replace(SMALL, name="wrong", expected=7), samples))
    file = tmp_path / "page.md"
    assert main(["--rounds", "1", "--figures", str(file)]) == 1
    text = file.read_text(encoding="utf-8")
    rows = rows_of(text)
    assert {len(row) for row in rows.values()} == {9}
    assert [rows[name][1] for name in (SMALL.name, "big", "wrong", "samples")] == ["5", "12 988 816", "WRONG", "1 000"]
    statistics = Statistics()
    SMALL.puzzle().count(statistics=statistics)
    assert rows[SMALL.name][2:4] == [str(statistics.nodes), ""]
    assert all(rows[name][4].endswith(" MB") for name in (SMALL.name, "big"))
    assert "yardstick, seed" not in rows
    assert f"- pentomino {report.__version__}, 20" in text
    assert platform.node() not in text
    others = f"{report.PEERS_BEGIN}\nkept\n{report.PEERS_END}\n"
    file.write_text(f"old\n{others}", encoding="utf-8")
    assert main(["--rounds", "1", "--figures", str(file), "--force"]) == 1
    assert list(rows_of(file.read_text(encoding="utf-8"))) == list(rows)
    assert file.read_text(encoding="utf-8").endswith(f"\n\n{others}")


@pytest.mark.usefixtures("only_small", "without_yardstick")
@pytest.mark.parametrize("option", ["--figures", "--json"])
def test_files_are_replaced_by_force_only(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(session, "measure", None)  # nothing is measured for a file that cannot be written
        assert "this file exists; --force replaces it" in misused(["--rounds", "1", option, str(file)], capsys)
    assert file.read_text(encoding="utf-8") == "old"
    assert main(["--rounds", "1", option, str(file), "--force"]) == 0
    assert SMALL.name in file.read_text(encoding="utf-8")


def rows_of(page: str) -> dict[str, list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    return {row[0]: row for row in rows}


def test_the_page_of_the_docs_has_all_works_as_they_are() -> None:
    """If it has not: `python -m benchmarks --long --figures docs/figures.md --force`."""
    rows = rows_of((TOP / "docs" / "figures.md").read_text(encoding="utf-8").partition(report.PEERS_BEGIN)[0])
    known = {work.name: f"{work.expected:,}".replace(",", " ") if work.expected else "" for work in works.WORKS}
    assert {name: row[1] for name, row in rows.items() if name in known} == known
    assert list(rows)[2:] == [*known, "yardstick, seed", "yardstick, scan"]


def test_the_times_of_other_programs_are_the_same_on_both_pages() -> None:
    """If not: `python -m benchmarks --against ... --figures README.md docs/figures.md --force`."""
    pages = [TOP / "README.md", TOP / "docs" / "figures.md"]
    sections = [page.read_text(encoding="utf-8").partition(report.PEERS_BEGIN)[2] for page in pages]
    first, second = (section.partition(report.PEERS_END)[:2] for section in sections)
    assert first == second
    assert first[1]


def test_the_load_of_the_machine_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (2.26, 1, 1), raising=False)
    assert session._load()[0].startswith("load average before the run: 2.3; ")
    monkeypatch.delattr(os, "getloadavg")
    assert session._load() == []


@pytest.mark.needs_processes
def test_it_starts_as_a_module_from_a_clone() -> None:
    command = [sys.executable, "-m", "benchmarks", "--only", "nothing"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pentomino: no work has 'nothing' in its name")


# Yardstick


@thorough
@pytest.mark.usefixtures("only_small")
def test_yardstick(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    assert main(["--rounds", "1", "--json", "--figures", str(file)]) == 0
    data = json.loads(capsys.readouterr().out)
    is_there = yardstick.find_compiler() is not None
    assert ("yardstick, seed" in rows_of(file.read_text(encoding="utf-8"))) == is_there
    if not is_there:
        assert data["yardstick"] == {}
        return
    assert list(data["yardstick"]) == list(yardstick.VARIANTS) == ["seed", "scan"]
    assert all(one["runs"] == 1 and one["seconds"] > 0 for one in data["yardstick"].values())
    assert all(ratio > 0 for one in data["works"] for ratio in one["ratio"].values())
    assert data["notes"][-1].startswith("yardstick compiled with -O3 by ")


@pytest.mark.needs_processes
def test_a_compiler_that_fails_is_told(tmp_path: Path) -> None:
    # Python stands for a compiler that knows no -O3.
    with yardstick.yardsticks(sys.executable) as (programs, note):
        assert programs == {}
        assert note.startswith(f"no yardstick: {Path(sys.executable).name} failed: ")


@pytest.mark.parametrize("printed", ["2338 solutions, 612.5 ms\n", "2339 solutions", ""])
def test_what_a_yardstick_prints_is_checked(printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = yardstick._runner(Path("program"))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout="2339 solutions, 612.5 ms\n"))
    assert run() == 0.6125
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=printed))
    with pytest.raises(PentominoError, match=f"the yardstick printed {re.escape(repr(printed))}"):
        run()


# Peers: never the packages themselves, but stand-ins with their interfaces.


def algorithm_x(cover: Cover) -> Count:
    return peers._iterated(lambda: covers(cover.options, cover.items))


def one_too_many(cover: Cover) -> Count:
    count = algorithm_x(cover)
    return lambda: count() + 1


def never_ends(cover: Cover) -> Count:
    def count() -> int:
        time.sleep(0 if cover.work == peers.TINY else 3600)
        return 0

    return count


def breaks(cover: Cover) -> Count:
    raise RuntimeError("out of order")


def dies(cover: Cover) -> Count:
    os._exit(7)


def peer(prepare: Callable[[Cover], Count]) -> Peer:
    return Peer(prepare.__name__, "json", prepare)


def test_the_cover_has_the_solutions_of_the_reduced_puzzle() -> None:
    cover = cover_of(SMALL)
    found = {frozenset(rows) for rows in covers(cover.options, cover.items)}
    assert len(found) == reduced(SMALL).count(symmetry="all")
    assert Puzzle("5x4", "LPWY").count() <= len(found) < Puzzle("5x4", "LPWY").count(symmetry="all")


@pytest.mark.parametrize("pieces", ["L* P U Y", "L P U Y?", "P*2 U Y"])
def test_covers_are_for_pieces_used_once(pieces: str) -> None:
    with pytest.raises(PentominoError, match="each piece once"):
        cover_of(replace(SMALL, pieces=pieces))


@thorough
def test_a_peer_is_run_in_a_process_of_its_own() -> None:
    cover = cover_of(SMALL)
    outcome = challenge(peer(algorithm_x), cover, 600, 2)
    assert outcome is not None
    assert outcome.solutions == reduced(SMALL).count(symmetry="all")
    assert outcome.seconds is not None
    assert outcome.seconds > 0


@thorough
@pytest.mark.parametrize(
    ("prepare", "limit", "outcome"),
    [
        (never_ends, 0.25, Outcome(None, None, "> 0.25 s")),
        (breaks, 600, Outcome(None, None, "RuntimeError: out of order")),
        (dies, 600, Outcome(None, None, "ended with status 7")),
    ],
)
def test_peers_that_give_no_answer(prepare: Callable[[Cover], Count], limit: float, outcome: Outcome | None) -> None:
    assert challenge(peer(prepare), cover_of(SMALL), limit, 1) == outcome


class Wire:
    """Both ends of a connection; who waits for a message that is not there has waited too long."""

    def __init__(self, *messages: Any) -> None:
        self.messages = list(messages)
        self.waits: list[float] = []

    def send(self, message: Any) -> None:
        self.messages.append(message)

    def poll(self, seconds: float) -> bool:
        self.waits.append(seconds)
        return bool(self.messages)

    def recv(self) -> Any:
        return self.messages.pop(0)


def test_what_a_peer_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    number = reduced(SMALL).count(symmetry="all")
    wire = Wire()
    peers._serve(wire, algorithm_x, cover_of(SMALL), 3)  # type: ignore[arg-type]
    ready, *runs, end = wire.messages
    assert (ready, end) == ((), None)
    assert [solutions for _, solutions in runs] == [number] * 3
    wire = Wire()
    peers._serve(wire, breaks, cover_of(SMALL), 3)  # type: ignore[arg-type]
    assert wire.messages == ["RuntimeError: out of order"]


@pytest.mark.parametrize(
    ("messages", "outcome", "waits"),
    [
        ([], Outcome(None, None, "> 300 s"), [300]),
        ([()], Outcome(None, None, "> 7 s"), [300, 7]),
        ([(), (2.0, 5)], Outcome(2.0, 5), [300, 7, 7]),
        ([(), (2.0, 5), (4.0, 5), None], Outcome(3.0, 5), [300, 7, 7, 7]),
        (["trouble"], Outcome(None, None, "trouble"), [300]),
    ],
)
def test_how_long_a_peer_is_heard(messages: list[Any], outcome: Outcome | None, waits: list[float]) -> None:
    wire = Wire(*messages)
    assert peers._heard(wire, 7) == outcome  # type: ignore[arg-type]
    assert wire.waits == waits


@thorough
@pytest.mark.usefixtures("only_small")
def test_a_session_against_peers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stand_ins = (peer(algorithm_x), peer(breaks), Peer("absent", "no_such_module", dies))
    monkeypatch.setattr(peers, "PEERS", stand_ins)
    monkeypatch.setattr(works, "BURRS", {"small": ("small burr", 5), "gone": ("gone burr", 1)})
    (tmp_path / "small.xmpuzzle").write_bytes(formats.xmpuzzle.write_puzzle(SMALL.puzzle()))
    assert main(["--rounds", "1", "--against", "--burrs", str(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    found = data["peers"]
    assert data["notes"][-1] == "Left out because their files are missing: gone burr."
    rows = [(one["work"], one["peer"], one["solutions"], one["expected"], one["trouble"]) for one in found]
    number = reduced(SMALL).count(symmetry="all")
    assert rows == [
        (SMALL.name, "pentomino", 5, 5, None),
        (SMALL.name, "algorithm_x", number, number, None),
        (SMALL.name, "breaks", None, number, "RuntimeError: out of order"),
        ("small burr, count", "pentomino", 5, 5, None),
    ]
    monkeypatch.setattr(peers, "PEERS", (peer(one_too_many), peer(breaks)))
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    page.write_text(f"Before.\n\n{report.PEERS_BEGIN}old{report.PEERS_END}\n\nAfter.\n", encoding="utf-8")
    other.write_text("Before.\n", encoding="utf-8")
    files = [str(page), str(other)]
    assert main(["--rounds", "1", "--limit", "600", "--against", "one_too_many", "--force", "--figures", *files]) == 1
    text = capsys.readouterr().out
    assert rows_of(text)[SMALL.name][3:] == ["WRONG"]
    section = f"{report.PEERS_BEGIN}\n\n{text.strip()}\n\n{report.PEERS_END}"
    assert page.read_text(encoding="utf-8") == f"Before.\n\n{section}\n\nAfter.\n"
    assert other.read_text(encoding="utf-8") == f"Before.\n{section}\n"
    monkeypatch.setattr(peers, "PEERS", stand_ins)
    assert "peer absent cannot be imported" in misused(["--against", "absent"], capsys)


@thorough
@pytest.mark.usefixtures("only_small")
def test_no_peer_is_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(peers, "PEERS", (Peer("absent", "no_such_module", dies),))
    assert main(["--rounds", "1", "--against"]) == 0
    assert "No peer can be imported" in capsys.readouterr().out
    assert peers.PEERS[0].version() == ""


def stub(name: str, folder: Path, body: str) -> Program:
    """A program of that name that keeps what it is given: the file that it is told, or what it reads."""
    given = "given = open(sys.argv[2], 'rb').read() if sys.argv[1:] else sys.stdin.buffer.read()"
    keep = f"open({str(folder / 'given.xmpuzzle')!r}, 'wb').write(given)"
    file = folder / name
    file.write_text("\n".join([f"#!{sys.executable}", "import sys, time", given, keep, body]), encoding="utf-8")
    file.chmod(0o755)
    return Program(name, file)


@pytest.mark.needs_processes
@pytest.mark.skipif(os.name != "posix", reason="only POSIX tells the time of a program")
def test_programs_are_given_puzzles_and_covers(tmp_path: Path) -> None:
    cover, given = cover_of(SMALL), tmp_path / "given.xmpuzzle"
    dlx1 = stub("dlx1", tmp_path, "print('Altogether 6 solutions, 1+2 mems', file=sys.stderr)")
    outcome = challenge(dlx1, cover, 600, 2)
    assert outcome is not None
    assert (outcome.solutions, outcome.trouble) == (6, "")
    items, *options = [list(map(int, line.split())) for line in given.read_text(encoding="ascii").splitlines()]
    assert (items, options) == ([*range(cover.items)], cover.options)
    burr_txt = stub("burrTxt", tmp_path, "print('5 assemblies and 0 solutions found with 1 iterations')")
    outcome = challenge(burr_txt, cover, 600, 2)
    assert outcome is not None
    assert (outcome.solutions, outcome.trouble) == (5, "")
    assert formats.read_puzzle(given) == SMALL.puzzle()
    file = tmp_path / "burr.xmpuzzle"
    file.write_bytes(formats.xmpuzzle.write_puzzle(Puzzle("3x3x3", "soma", reflections=False)))
    burr = Cover([], 0, replace(SMALL, file=file))
    assert challenge(dlx1, burr, 600, 1) is None
    assert challenge(burr_txt, burr, 600, 1) is not None
    assert given.read_bytes() == file.read_bytes()
    assert challenge(burr_txt, cover_of(replace(SMALL, reflections=False)), 600, 1) is None
    assert challenge(stub("dlx1", tmp_path, "sys.exit(3)"), cover, 600, 1) == Outcome(None, None, "ended with status 3")
    assert challenge(stub("dlx1", tmp_path, "time.sleep(99)"), cover, 0.25, 1) == Outcome(None, None, "> 0.25 s")


class FakeDLX:
    PRIMARY = 0

    def __init__(self, columns: list[tuple[int, int]], rows: list[list[int]]) -> None:
        self.columns, self.rows = columns, rows

    def solve(self) -> Iterator[tuple[int, ...]]:
        return covers(self.rows, len(self.columns))


class FakeModel:
    def __init__(self) -> None:
        self.options: list[list[int]] = []
        self.items = 0

    def new_bool_var(self, name: str) -> list[int]:
        self.options.append([])
        return self.options[-1]

    def add_exactly_one(self, several: list[list[int]]) -> None:
        for option in several:
            option.append(self.items)
        self.items += 1


class FakeCallback:
    def on_solution_callback(self) -> None:
        raise NotImplementedError


class FakeSolver:
    def __init__(self) -> None:
        self.parameters = SimpleNamespace(num_workers=0, enumerate_all_solutions=False)

    def solve(self, model: FakeModel, callback: FakeCallback) -> int:
        assert (self.parameters.num_workers, self.parameters.enumerate_all_solutions) == (1, True)
        for _ in covers(model.options, model.items):
            callback.on_solution_callback()
        return 4


STAND_INS: dict[str, dict[str, Any]] = {
    "xcover": {"covers_bool": found_in},
    "exact_cover_py": {"exact_covers": found_in},
    "exact_cover": {
        "get_solution_count": lambda matrix: sum(1 for _ in found_in(matrix)),
    },
    "dlx": {"DLX": FakeDLX},
    "ortools.sat.python.cp_model": {
        "CpModel": FakeModel,
        "CpSolver": FakeSolver,
        "CpSolverSolutionCallback": FakeCallback,
        "OPTIMAL": 4,
        "FEASIBLE": 2,
    },
}


def install(monkeypatch: pytest.MonkeyPatch, name: str, contents: dict[str, Any]) -> None:
    module = ModuleType(name)
    vars(module).update(contents)
    parents = name.split(".")[:-1]
    for depth in range(1, len(parents) + 1):
        monkeypatch.setitem(sys.modules, ".".join(parents[:depth]), ModuleType(".".join(parents[:depth])))
    monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.needs_numpy
@pytest.mark.parametrize("one", peers.PEERS, ids=lambda p: p.name)
def test_peers_are_called_by_their_interfaces(one: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    (name,) = [name for name in STAND_INS if name.split(".")[0] == one.module]
    install(monkeypatch, name, STAND_INS[name])
    count = one.prepare(cover_of(SMALL))
    assert [count(), count()] == [reduced(SMALL).count(symmetry="all")] * 2


# ------------------------------------------------------------------------------------------------------ ablation


def test_each_check_is_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ablation, "PUZZLES", {"3x20": Puzzle("3x20")})
    file = tmp_path / "burr.xmpuzzle"
    write_puzzle(Puzzle("2x3x4", "O4 L4 T4 S4 I3 V3 I2", reflections=False), file)
    assert ablation.main([str(file)], 60.0) == 0
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [line.strip("|").split(" | ") for line in lines]
    assert [row[:5] for row in rows[:4]] == [
        [" 3x20", "window", "", "8", "1587"],
        [" 3x20", "window", "no pockets", "8", "1963"],
        [" 3x20", "window", "no regions", "8", "2356"],
        [" 3x20", "window", "no areas", "8", "1587"],
    ]
    assert {row[0] for row in rows[4:]} == {f" {file}"}
    assert len({row[3] for row in rows[4:]}) == 1
    monkeypatch.setattr(ablation, "PUZZLES", {"8x8 + O4": Puzzle("8x8", "pentominoes + O4")})
    assert ablation.main([], -1.0) == 0
    assert capsys.readouterr().out.count("> -1") == 4

    numbers = iter(range(9))
    monkeypatch.setattr(ablation, "counted", lambda *_: (next(numbers), Statistics(), 0.0))
    assert ablation.main([], 60.0) == 1
