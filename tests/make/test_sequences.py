"""Sequences: against published ones and against one count for each term; the value; its files; the command."""

from __future__ import annotations

import csv
import io
import json
import pickle
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pentomino
from commandline import Run, complaint
from effort import examples
from pentomino import Board, PentominoError, Polyform, Polyomino, Puzzle, PuzzleError, count, polyforms, sequence
from pentomino._frontier import FrontierCount, FrontierJob
from pentomino.make.sequence import _family, _is_repetition, repeated_board
from pentomino.reason.searches import Searches
from pentomino.search.by_frontier import compile_puzzle
from pentomino.search.plan import Plan

PUBLISHED = {
    "A174249": (
        *("5xN", "pentominoes*"),
        "1 1 5 56 501 4006 27950 214689 1696781 13205354 101698212 782267786 6048166230 46799177380 361683136647 "
        "2793722300087 21583392631817 166790059833039 1288885349447958 9959188643348952 76953117224941654 "
        "594617039453764617 4594660583890506956",
    ),
    "A349187": (
        *("5xN", "XYZ*"),
        "1 0 0 0 0 6 6 6 2 10 86 118 166 152 372 1394 2450 3866 4946 10160 26380 50770 86522 131632 251150 548436 "
        "1075036 1918294 3205242 5953962 11962044 23255472 42565706 74859582 138078796 266506794 511327170 947685504 "
        "1713749022",
    ),
    "A234931": (
        *("Nx5", "FUN*"),
        "1 0 0 0 2 0 0 0 4 0 8 0 16 0 40 0 64 16 200 96 504 464 1528 1664 4376 5616 12792 18192 38264 58384 115832 "
        "186368 355808 589344 1095408 1853664 3383656 5802016 10470376 18125280 32461312 56552736 100782696 176318464",
    ),
    "A006253": ("2x2xN", "I2*", "1 2 9 32 121 450 1681 6272 23409 87362"),
    "A004003, by both sides": ("NxN", "I2*", "1 0 2 0 36 0 6728 0 12988816 0 258584046368"),
}
"""Board, pieces and terms as published."""

SWEPT = {
    **dict.fromkeys(("1xN", "3xN", "Nx4", "5xN"), "I2* V3*,I3* L4*,pentominoes*,one-sided tetrominoes*"),
    **dict.fromkeys(("2x2xN", "Nx2x3", "2xNx2"), "I2*,I3* V3*,tetracubes*"),
    **dict.fromkeys(("ring Nx1", "ring Nx3", "ring Nx5"), "I2* I3*,tetrominoes*"),
    **dict.fromkeys(("hexagonal 3xN", "hexagonal Nx3", "hexagonal rectangle 4xN"), "I2* I3*,tetrahexes*"),
    "triangular 1xN": "D2*,I3*",
    "tetrakis 1xN": "2.1* 2.2*,4.1* 4.3*",
    **dict.fromkeys(("..\n.# xN", ".#.\n... xN", "#..\n..#\n... xN"), "I2* V3*,O1* V3*,S4* I2*,pentominoes*"),
    **dict.fromkeys(("..+\n... xN", ".#.\n#.#\n.#. xN", "..\n#.\n#.\n.. xN"), "I2*,V3* L4*"),
}
"""Boards whose terms come from one pass, with sets of pieces."""

COUNTED = {
    "ring 3xN": "I2* I3*",
    "torus 3xN": "I2* L4*",
    "NxN": "I2* V3*",
    "hexagonal rectangle Nx3": "I2* I3*",
    "hexagonal triangle N": "I2* I3*,trihexes*",
    "triangular 2xN": "D2*,I3* D2*",
    "triangular Nx3": "D2*,tetriamonds*",
    "tetrakis NxN": "2.1* 2.2*,4.1* 4.3*",
    "triangular hexagon N": "I3* D2*",
    "5xN": "PUV,pentominoes?,V*2-3 P*,I? I2*",
}


def few(board: str) -> int:
    """Return the number of terms that a search finds soon: those of boards with at most 26 cells, at least three."""
    return next(n for n in range(3, 30) if len(_family(board)(n)) > 26)


def counts(board: str, pieces: str, terms: int, **stated: Any) -> list[int]:
    """Return what one search for each term from the second on finds; 0 where areas do not meet."""
    found = []
    for n in range(1, terms):
        name = repeated_board(board)
        if name is None:
            one: Any = re.sub(r"\bN\b|(?<=x)N|N(?=x)", str(n), board)
        else:
            rows = name.split("\n")
            one = "\n".join(row * n for row in rows)
        try:
            found.append(count(one, pieces, **{"symmetry": "all", "method": "search", **stated}))
        except PuzzleError as error:
            assert "the board has" in str(error)
            found.append(0)
    return found


# ---------------------------------------------------------------------------------------------------- the numbers


@pytest.mark.parametrize(("board", "pieces", "published"), PUBLISHED.values(), ids=PUBLISHED)
def test_terms_are_as_published(board: str, pieces: str, published: str) -> None:
    terms = [*map(int, published.split())]
    assert list(sequence(board, pieces, terms=len(terms))) == terms


@pytest.mark.parametrize("board", SWEPT)
def test_one_pass_finds_what_counts_find(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Searches, "count", None)  # a term that is counted by itself would fail
    for pieces in SWEPT[board].split(","):
        for reflections in (None, False):
            terms = max(5, few(board))
            found = sequence(board, pieces, terms=terms, reflections=reflections)
            assert list(found[1:]) == counts(board, pieces, terms, reflections=reflections), (pieces, reflections)


@pytest.mark.parametrize("board", COUNTED)
def test_other_boards_and_pieces_take_a_count_for_each_term(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    real = Searches.count
    monkeypatch.setattr(Searches, "count", lambda self, puzzle: searched.append(puzzle) or real(self, puzzle))  # type: ignore[func-returns-value]
    for pieces in COUNTED[board].split(","):
        assert list(sequence(board, pieces, terms=few(board))[1:]) == counts(board, pieces, few(board)), pieces
    assert searched


@examples(60)
@given(
    st.sampled_from(["2xN", "Nx3", "4xN", "ring Nx4", "ring 4xN", "..\n.# xN", "+..\n... xN"]),
    st.sets(st.sampled_from("I2 I3 V3 I4 L4 L4' S4 O4 T4 P X U 6.3".split()), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["all", "distinct"]),
)
def test_random_pieces(board: str, names: set[str], reflections: bool, rotations: bool, symmetry: str) -> None:
    pieces = " ".join(f"{name}*" for name in sorted(names))
    stated: dict[str, Any] = {"reflections": reflections, "rotations": rotations, "symmetry": symmetry}
    assert list(sequence(board, pieces, terms=few(board), **stated)[1:]) == counts(board, pieces, few(board), **stated)


@pytest.mark.parametrize(
    ("board", "pieces"), [("5xN", "pentominoes*"), ("2xN", "I2*"), ("ring Nx4", "I2*"), (".#.\n... xN", "I2* V3*")]
)
def test_distinct_tilings(board: str, pieces: str) -> None:
    found = sequence(board, pieces, terms=6, symmetry="distinct")
    assert list(found[1:]) == counts(board, pieces, 6, symmetry="distinct")
    assert list(found) != list(sequence(board, pieces, terms=6))


@pytest.mark.parametrize("terms", range(1, 9))
def test_any_number_of_terms(terms: int) -> None:
    """Few terms, wider than they are long, are those of a longer sequence."""
    assert list(sequence("7xN", "I2*", terms=terms)) == [1, 0, 21, 0, 781, 0, 31529, 0][:terms]
    assert sequence("3x2xN", "tetracubes*", terms=terms)[:] == sequence("3x2xN", "tetracubes*", terms=8)[:terms]


def test_pieces_that_do_not_fit_at_the_end_of_the_long_board() -> None:
    """Sizes without a common divisor: what is left of the board has to be a sum of them, for each term."""
    for pieces in ("I4* 7.1*", "6.3* I*", "8.1* V3*"):
        assert list(sequence("2xN", pieces, terms=12)[1:]) == counts("2xN", pieces, 12), pieces


@pytest.mark.parametrize("board", ["16xN", "ring Nx16"])
def test_windows_of_two_words(board: str) -> None:
    """A piece reaches further than 64 cells. Fewer terms than the board is wide are counted one by one."""
    found = sequence(board, "I*", terms=21)
    assert found[:12] == sequence(board, "I*", terms=12)[:]
    assert found[20] == count(board.replace("N", "20"), "I*", symmetry="all") > 10**8


def test_long_pieces_of_unlike_sizes_in_a_narrow_strip() -> None:
    """No sum of 6 and 7 is 29, so a strip has to be longer than that and two pieces."""
    found = sequence("1xN", [Polyform([(0, n) for n in range(size)]) for size in (6, 7)], terms=80)
    assert list(found) == [0] * 13 + [2] + [0] * 66  # each once
    some = {Polyomino([(0, n) for n in range(size)]): (0, None) for size in (6, 7)}
    ways = [1, 0, 0, 0, 0, 0, 1]
    while len(ways) < 80:
        ways.append(ways[-6] + ways[-7])
    assert list(sequence("1xN", some, terms=80)) == ways


def test_what_is_a_repetition() -> None:
    def zigzag(n: int) -> Board:
        return Board((row + column % 2, column) for row in (0, 1) for column in range(n))

    def triangles(n: int) -> Board:
        return Board([(row, column) for row in range(n) for column in range(3)], "triangular")

    def is_repetition(family: Callable[[int], Board], pieces: str = "I2*") -> bool:
        return _is_repetition(Puzzle(family(20), pieces), family, 20, 10)

    assert is_repetition(_family("3xN"))
    assert is_repetition(_family("ring Nx3"))
    assert not is_repetition(zigzag)  # the rest of the board has another beginning after every second column
    assert not is_repetition(_family("ring 3xN"))  # each has another lattice
    assert not is_repetition(lambda n: Board((row, -column) for row in (0, 1) for column in range(n)))
    assert not is_repetition(triangles, "D2*")  # triangles in the next row point the other way


def test_terms_for_nothing_to_cover_and_pieces_that_do_not_fit() -> None:
    assert sequence("5xN", "I*", terms=1)[0] == 1
    assert sequence("5xN", "I?", terms=1)[0] == 1
    assert sequence("5xN", "I", terms=1)[0] == 0
    assert sequence("2xN", "I2* O4*1-", terms=3)[:] == (0, 0, 1)
    assert list(sequence("3xN", "X*", terms=9)) == [1] + [0] * 8
    assert list(sequence("2xN", "X*", terms=9)) == [1] + [0] * 8


def test_numbers_of_any_size() -> None:
    """By the recurrence of Fibonacci; and by a count of its own, of 477 digits."""
    found = sequence("2xN", "I2*", terms=8001)
    for n in range(2, 8001):
        assert found[n] == found[n - 1] + found[n - 2]
    last = sequence("8xN", "I2*", terms=501)[-1]
    assert len(str(last)) == 477
    assert last == count("8x500", "I2*", symmetry="all")


def test_numbers_of_more_digits_than_python_writes() -> None:
    found = sequence("2xN", "I2* O4*", terms=4)._with(terms=(1, 10**5000, 0))
    assert found.to_bfile() == f"0 1\n1 1{'0' * 5000}\n2 0"
    assert found.to_csv().splitlines()[2] == f"1,1{'0' * 5000}"
    assert f'"terms": [1, 1{"0" * 5000}, 0]' in found.to_json()
    assert str(found).splitlines()[1] == "1, ..."


def test_a_job_that_counts_copies_has_no_prefixes() -> None:
    job = FrontierJob(compile_puzzle(Plan(Puzzle("3x20")), breaks=False))
    with pytest.raises(ValueError, match="^copies are counted$"):
        FrontierCount(job).prefixes(5)


# ---------------------------------------------------------------------------------------------------- what is said


def test_boards_side_by_side() -> None:
    board = Board.parse("..\n.#")
    found = sequence(board, "V3*", terms=8)
    assert list(found) == list(sequence("..\n.# xN", "V3*", terms=8))
    assert found.board == "board xN"
    assert sequence("kanoodle xN", terms=2)[1] == count("kanoodle", "pentominoes*", symmetry="all")
    assert list(sequence("2 x N", "I2*", terms=5)) == list(sequence("Nx2", "I2*", terms=5)) == [1, 1, 2, 3, 5]


def test_pieces_are_named() -> None:
    domino = Polyform.named("I2")
    found = sequence("2xN", {domino: (0, None), "O4": (1, 2), "V3": 3, "L": (0, 1)}, terms=2)  # type: ignore[dict-item]
    assert found.pieces == "I2* O4*1-2 V3*3 L?"


HEXAGONAL_DOMINO = next(iter(polyforms(2, lattice="hexagonal")))

MISTAKES: dict[str, tuple[Any, dict[str, Any], str]] = {
    "no board": ("frob7 xN", {}, "unknown board 'frob7': write a size"),
    "no N": ("5x10", {}, "'5x10' has no length N; write for example 5xN for the rectangles 5x1, 5x2 and so on, or"),
    "only N": ("N", {}, "'N' has no length N; "),
    "another letter": ("5xM", {}, "'5xM' has no length N; "),
    "a form mistyped": ("hexagonl 4xN", {}, "'hexagonl 4x1' is not a board; did you mean hexagonal?"),
    "a form that needs more": (
        "hexagonal trapezoid 3xN",
        {"pieces": "I2*"},
        "the base of a trapezoid of 3 rows must be",
    ),
    "no text": (5, {}, "the board of a sequence must be a string such as '5xN', or a Board, got 5"),
    "unknown pieces": ("5xN", {"pieces": "Q*"}, "unknown piece 'Q'"),
    "pieces of another lattice": ("NxN", {"pieces": [HEXAGONAL_DOMINO]}, "piece "),
    "no terms": ("5xN", {"terms": 0}, "terms must be at least 1, got 0"),
    "half a term": ("5xN", {"terms": 1.5}, "terms must be a whole number, got 1.5"),
    "reflections": ("5xN", {"reflections": 2}, "reflections must be True, False or None, got 2"),
    "symmetry": ("5xN", {"symmetry": "some"}, "symmetry must be "),
    "given pieces": (Board.parse("AA.\n..."), {}, "a board with given pieces cannot be repeated"),
    "a ring": (
        Board([(0, 0), (0, 1)], Board([(0, 0)]).lattice.wrapped(None, 4)),
        {},
        "only boards of squares, cubes and",
    ),
    "too wide": ("40xN", {"terms": 42}, "the frontier engine cannot count this: a placement spans more than 128 cells"),
    "too many": ("9xN", {"terms": 10**5}, "a board must have at most"),
    "memory": ("10xN", {"terms": 12, "memory_limit": 10**5}, "the frontier engine cannot count this: "),
}


@pytest.mark.parametrize(("board", "stated", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_said_in_one_line(board: Any, stated: dict[str, Any], message: str) -> None:
    with pytest.raises(PentominoError, match=f"^{re.escape(message)}") as caught:
        sequence(board, **stated)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("board", "first"), [("12xN", "0 terms"), ("NxN", "1 term")])
def test_limits_of_time(board: str, first: str) -> None:
    known = r"((, |; counting without listing: )\d+\.\d % done, about .* left)?"
    with pytest.raises(pentomino.SearchTimeout, match=rf"^stopped after 0\.3 s: \d+ terms? found{known}$") as caught:
        sequence(board, terms=100, timeout=0.3)
    assert 0 <= caught.value.found < 100
    stop = threading.Event()
    stop.set()
    with pytest.raises(pentomino.SearchCancelled, match=f"^cancelled: {first} found(, .* left)?$"):
        sequence(board, terms=100, cancel=stop)


@pytest.mark.parametrize(("board", "terms"), [("8xN", 20), ("NxN", 9)])
def test_progress_is_that_of_all_terms(board: str, terms: int) -> None:
    told: list[pentomino.Progress] = []
    alone = list(sequence(board, "tetrominoes*", terms=terms, progress=told.append))
    assert alone == list(sequence(board, "tetrominoes*", terms=terms, workers=2))
    done = [report.fraction for report in told]
    assert done == sorted(done)
    assert all(0 <= fraction <= 1 for fraction in done)


# ---------------------------------------------------------------------------------------------------- the value


def test_a_sequence_is_a_value() -> None:
    found, again = sequence("2xN", "I2*", terms=20), sequence("2xN", "I2*", terms=20)
    assert found == again
    assert hash(found) == hash(again)
    assert found != sequence("Nx2", "I2*", terms=20)
    assert pickle.loads(pickle.dumps(found)) == found
    assert (len(found), found[5], found[-1], found[:4], found[::5]) == (20, 8, 6765, (1, 1, 2, 3), (1, 8, 89, 987))
    assert (found.index(89), 90 in found, list(reversed(found))[-3:]) == (10, False, [2, 1, 1])
    with pytest.raises(AttributeError):
        found.terms = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        found[0] = 1  # type: ignore[index]
    assert repr(found) == "<Sequence: 2xN by I2*, 20 terms, symmetry='all'>"


def test_a_sequence_as_an_entry() -> None:
    assert str(sequence("2xN", "I2*", terms=14)) == (
        "Number of tilings of 2xN by I2*.\n"
        "1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377\n"
        "a(n) = a(n-1) + a(n-2) for n >= 2.\n"
        "G.f.: 1/(1 - x - x^2).\n"
        "Linear recurrence of order 2 from n = 2 on, found in 14 terms.\n"
        "Growth: 1.61803398874989."
    )
    distinct = str(sequence("5xN", "pentominoes*", terms=5, symmetry="distinct")).splitlines()
    assert distinct == ["Number of tilings of 5xN by pentominoes*, up to symmetry.", "1, 1, 3, 17, 140"]
    long = str(sequence("5xN", terms=400)).splitlines()
    assert long[1].endswith(", ...")
    assert len(long[1]) <= 270
    assert not [line for line in str(sequence("5xN", "TWIX*", terms=300)).splitlines() if line.startswith("G.f.")]


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = sequence("2xN", "I2*", terms=20)
    for name in ("b000045.txt", "some.csv", "some.JSON"):
        found.write(name)
        with pytest.raises(FileExistsError):
            found.write(name)
        found.write(name, overwrite=True)
    pairs = [tuple(map(int, line.split())) for line in Path("b000045.txt").read_text().splitlines()]
    assert pairs == list(enumerate(found))
    table = list(csv.DictReader(io.StringIO(Path("some.csv").read_text())))
    assert [(int(row["n"]), int(row["count"])) for row in table] == pairs
    assert json.loads(Path("some.JSON").read_text()) == {
        **{"board": "2xN", "pieces": "I2*", "reflections": True, "rotations": True},
        **{"symmetry": "all", "terms": list(found)},
        "recurrence": {
            **{"order": 2, "start": 2, "coefficients": [1, 1], "numerator": [1], "denominator": [1, -1, -1]},
            "growth": 1.618033988749895,
        },
    }
    assert json.loads(sequence("2xN", "I2*", terms=5).to_json())["recurrence"] is None
    with pytest.raises(PentominoError, match=r"^some\.xls: the extension must be \.txt \(a b-file of the OEIS\),"):
        found.write("some.xls")


# -------------------------------------------------------------------------------------------------- the command


ALL = "pentomino: rotated and reflected tilings count separately, unlike in pentomino count (see --symmetry)\n"
DISTINCT = "pentomino: rotated and reflected tilings count once\n"


def test_the_command(run: Run) -> None:
    told = ALL + "pentomino: linear recurrence of order 2 from n = 2 on, found in 20 terms\n"
    status, out, err = run("sequence", "2xN", "-p", "I2*")
    lines = [tuple(map(int, line.split())) for line in out.splitlines()]
    assert (status, lines, err) == (0, list(enumerate(sequence("2xN", "I2*"))), told)
    commas = run("sequence", "2xN", "-p", "I2*", "-n", "6", "--style", "commas", "-q")
    assert commas == (0, "1, 1, 2, 3, 5, 8\n", "")
    few = "pentomino: no linear recurrence found in 4 terms\n"
    assert run("sequence", "5xN", "-n", "4") == (0, "0 1\n1 1\n2 5\n3 56\n", ALL + few)
    found = run("sequence", "5xN", "-n", "4", "--symmetry", "distinct")
    assert found == (0, "0 1\n1 1\n2 3\n3 17\n", DISTINCT + few)
    assert run("sequence", "3xN", "-p", "X*", "-n", "3", "-q") == (1, "0 1\n1 0\n2 0\n", "")
    entry = run("sequence", "2xN", "-p", "I2*", "-n", "14", "--style", "entry")
    assert entry == (0, f"{sequence('2xN', 'I2*', terms=14)}\n", ALL)
    assert json.loads(run("sequence", "2xN", "-p", "I2*", "--json").out)["recurrence"]["order"] == 2


def test_the_command_reads_and_writes_files(run: Run) -> None:
    Path("heart.txt").write_text("..#\n...\n")
    Path("pieces.txt").write_text("PIECE V3\n10\n11\n")
    found = sequence("..#\n... xN", "V3* I2*", terms=9)
    assert run("sequence", "heart.txt xN", "-p", "V3* I2*", "-n", "9", "-o", "b.txt", "-q") == (0, "", "")
    assert Path("b.txt").read_text() == found.to_bfile() + "\n"
    assert json.loads(run("sequence", "heart.txt xN", "-p", "V3* I2*", "--json").out)["board"] == "heart.txt xN"
    assert run("sequence", "heart.txt xN", "-o", "b.txt") == complaint("b.txt: this file exists; --force replaces it")
    assert run("sequence", "heart.txt xN", "-p", "I2*", "-o", "b.txt", "--force", "-q").status == 0
    assert run("sequence", "2xN", "--pieces-file", "pieces.txt", "-n", "3", "-q").out == "0 0\n1 0\n2 0\n"
    wrong = complaint("b.xls: use an extension for numbers (.txt, .csv, .json), not .xls")
    assert run("sequence", "2xN", "-o", "b.xls") == wrong
    assert run("sequence", "nothing.txt xN").status == 2
    assert run("sequence", "12xN", "-n", "90", "--timeout", "0").status == 3
