"""Named boards: the data against what can be computed and what the sources say, labels, the counts of choices."""

from __future__ import annotations

import pickle
import re
import threading
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pentomino
from commandline import exactly
from effort import thorough
from pentomino import Board, PentominoError, Placement, Polyform, Puzzle, PuzzleError, boards, calendar
from pentomino.catalogue import FIGURES
from pentomino.known_pieces import BOXED_SETS
from pentomino.pieces.sets import as_pieces
from puzzles import solved

PLAIN = [name for name in boards.names() if name not in FIGURES and not boards.named(name).groups]
LABELLED = [name for name in boards.names() if boards.named(name).groups]
LONG = {"conway", "pentominoes-torus-4x15", "pentominoes-torus-5x12", "pentominoes-torus-6x10"}
"""Boards of which others on the same lattices are found sooner."""


@pytest.mark.parametrize("name", PLAIN)
def test_the_number_of_solutions_is_the_one_known(name: str) -> None:
    board = boards.named(name)
    assert board.puzzle().count() == board.solutions


def test_the_numbers_of_the_literature() -> None:
    known = {name: boards.named(name).solutions for name in PLAIN}
    assert [known[f"{rows}x{60 // rows}"] for rows in (3, 4, 5, 6)] == [2, 368, 1010, 2339]
    assert (known["8x8-hole"], known["8x8-square"]) == (65, 16146)
    # isomerdesign.com/Pentomino: 5x3 to 5x12 with different pentominoes.
    numbers = [7, 50, 107, 541, 1396, 3408, 5902, 6951, 4103, 1010]
    assert [known[f"katamino-{size}"] for size in range(3, 13)] == numbers
    # github.com/Olivier418/PugPuzzler counts rotated solutions separately, on the board of the first IQ Puzzler.
    assert boards.named("kanoodle").puzzle().count(symmetry="all") == 371020
    # github.com/lk16/lonpos-5x11-puzzle has the same number for Lonpos 505.
    assert boards.named("lonpos").puzzle() == boards.named("kanoodle").puzzle()
    assert repr(boards.named("8x8-hole")) == "<NamedBoard 8x8-hole: the chessboard without its four central squares>"


def test_the_page_has_the_numbers_of_the_boards() -> None:
    """Of each row without a range; names that begin with - have the first word of the name before."""
    page = (Path(__file__).parents[2] / "docs/reference/boards.md").read_text("utf-8")
    told: dict[str, int] = {}
    for first, numbers in re.findall(r"^\| (`.+`(?: \.\.\.)?) \| .+ \| ([\d ,]+) \|$", page, re.M):
        names = re.findall(r"`([^`]+)`", first)
        if "` ... `" in first:
            begin, end = (int(name.rpartition("-")[2]) for name in names)
            names = [f"katamino-{size}" for size in range(begin, end + 1)]
        root = names[0] if names[0].endswith("torus") else names[0].partition("-")[0]
        names = [root + name if name.startswith("-") else name for name in names]
        values = [int(number.replace(" ", "")) for number in numbers.split(",")]
        told.update(zip(names, values if len(values) > 1 else values * len(names), strict=True))
    assert len(told) > 40
    assert told == {name: boards.named(name).solutions for name in told}


def test_blokus_has_all_polyominoes_of_one_to_five_cells() -> None:
    every = [piece for size in range(1, 6) for piece in pentomino.polyforms(size)]
    assert {count.piece for count in as_pieces("blokus")} == set(every)
    assert sum(piece.size for piece in every) == 89
    assert solved("9x10", "blokus + O1", timeout=60).is_valid()  # 90 cells


@pytest.mark.parametrize("name", boards.names())
def test_data(name: str) -> None:
    board = boards.named(name)
    assert board is boards.named(name.upper())
    assert (board.name, bool(board.title), bool(board.sources)) == (name, True, True)
    counts = as_pieces(board.pieces, board.board.lattice)
    if board.pieces != "pentominoes?":
        assert board.board.area - sum(piece.size * least for piece, least, _ in counts) == len(board.groups)
    assert len(set(map(str.casefold, board.labels.values()))) == len(board.labels)
    assert not board.groups or set(board.labels) == board.board.cells
    assert {label for group in board.groups for label in group} <= set(board.labels.values())


@pytest.mark.parametrize("name", BOXED_SETS)
def test_boxed_sets_are_piece_sets(name: str) -> None:
    assert name == "blokus" or boards.named(name).pieces == name  # the board of Blokus has no solutions
    pieces = [count.piece for count in as_pieces(name.upper())]
    assert [piece.name for piece in pieces] == BOXED_SETS[name].split()
    assert [count.piece for count in as_pieces(f"X + {name}?")] == [Polyform.named("X"), *pieces]
    assert {least for _, least, _ in as_pieces(f"{name}?")} == {0}


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        # github.com/andrewmk/PuzzleADaySolver, the second of its solutions for May 1
        ("a-puzzle-a-day", "1114#4#\n111444#\n#777733\n8876663\n2866553\n2885553\n222####"),
        # royvanrijn.com/blog/2022/07/daily-calendar-puzzle-solutions, Thursday, April 8
        ("daily-calendar", "000#11#\n220041#\n2233411\n#234455\n7633559\n7666689\n7778889\n#####89"),
    ],
)
def test_published_solutions_are_solutions(name: str, picture: str) -> None:
    labels = {"a-puzzle-a-day": ("May", "1"), "daily-calendar": ("Apr", "8", "Thu")}[name]
    lettered = picture.translate({ord("0") + i: chr(ord("a") + i) for i in range(10)})
    board = boards.named(name)
    puzzle = pentomino.Puzzle(lettered, board.pieces)
    assert puzzle.board == Board((board.board - board.cells_of(labels)).cells)
    assert puzzle.count() == 1


@thorough
def test_every_roll_of_the_genius_square_has_a_solution() -> None:
    board = boards.named("genius-square")
    rolls = list(product(*board.groups))
    assert len(rolls) == 62208
    assert min(board.counts(rolls, limit=1)) == 1


def test_the_ends_that_the_page_tells() -> None:
    """All rolls take minutes, so they are not counted here, but those with fewest and most are."""
    ends = {
        "daily-calendar": {"Apr 6 Mon": 97, "Jun 7 Tue": 10374},
        "genius-square": {"D1 B1 E3 F2 A6 B5 F4": 11, "A1 A3 E3 A5 A6 A4 E4": 22317},
    }
    for name, numbers in ends.items():
        assert boards.named(name).counts(map(str.split, numbers)) == [*numbers.values()]


def test_the_dice_of_the_genius_square_cover_the_board_symmetrically() -> None:
    board = boards.named("genius-square")
    faces = sorted(label for die in board.groups for label in die)
    assert faces == sorted(board.labels.values())
    # Half a turn keeps the dice, as was noticed on r/puzzles in 2023.
    turned = {frozenset(f"{chr(135 - ord(face[0]))}{7 - int(face[1])}" for face in die) for die in board.groups}
    assert turned == {frozenset(die) for die in board.groups}


def separate_counts(
    monkeypatch: pytest.MonkeyPatch, days: list[calendar.Day], pieces: str | None = None, **options: Any
) -> tuple[list[int], list[int]]:
    """Return the counts of `days`, and those among them that a separate puzzle has counted."""
    separate: list[int] = []
    count = Puzzle.count

    def noted(puzzle: Puzzle, **limits: Any) -> int:
        separate.append(count(puzzle, **limits))
        return separate[-1]

    monkeypatch.setattr(Puzzle, "count", noted)
    board = boards.named("a-puzzle-a-day")
    return board.counts([day.labels(board) for day in days], pieces=pieces, **options), separate


@pytest.mark.parametrize("workers", [1, 2])
def test_dates_with_very_many_solutions_are_counted_separately(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, separate = separate_counts(monkeypatch, calendar.days()[::45], "I2* I3* O1*0-2", workers=workers)
    assert min(counted) > 30_000_000
    assert sorted(separate) == sorted(counted)


def test_a_shared_table_counts_all_dates_of_short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, separate = separate_counts(monkeypatch, calendar.days())
    assert (separate, len(counted), sum(counted)) == ([], 366, 24405)


@pytest.mark.parametrize("limit", [None, 20])
def test_a_separate_count_lets_later_dates_search_longer(limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, _ = separate_counts(monkeypatch, calendar.days()[::3], limit=limit)
    monkeypatch.setattr(boards, "NODES", 1)
    again, separate = separate_counts(monkeypatch, calendar.days()[::3], limit=limit)
    assert again == counted
    assert 1 <= len(separate) < len(counted) / 10


def test_counts_with_repeated_pieces_and_of_boxes() -> None:
    square = boards.named("a-puzzle-a-day")._replace(board=Board("7x7"))  # the first number was also counted by listing
    assert square.counts([("Nov", "21")], pieces="I2* O1*0-2") == [317952]
    assert square.counts([("Nov", "20")], pieces="I2* I3* O1*0-2") == [2761531967]
    assert boards.named("soma").counts([()]) == [11520]  # 240 times 48: J. H. Conway and M. J. T. Guy, 1961
    loop = boards.named("tetrominoes-loop")
    assert loop.counts([()]) == [loop.puzzle().count(symmetry="all")]


@pytest.mark.parametrize("nodes", [1, boards.NODES])
@pytest.mark.parametrize("name", LABELLED)
def test_counts_are_those_of_the_puzzles(name: str, nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "NODES", nodes)
    board = boards.named(name)
    choices = [tuple(group[(i * 5) % len(group)] for group in board.groups) for i in range(1, 4)]
    expected = [board.puzzle(*choice).count(symmetry="all") for choice in choices]
    assert board.counts(choices) == board.counts(choices, workers=2) == expected
    assert board.counts(choices, limit=3) == [min(3, number) for number in expected]
    assert board.counts([]) == []


@pytest.mark.parametrize("name", [pytest.param(name, marks=[thorough] * (name in LONG)) for name in boards.names()])
def test_all_boards_are_counted_on_their_lattices(name: str) -> None:
    board = boards.named(name)
    choice = tuple(group[0] for group in board.groups)
    expected = board.puzzle(*choice).count(symmetry="all", limit=2, method="search")
    assert board.counts([choice], limit=2) == [expected]


def test_labels_follow_a_name_in_any_case_and_order() -> None:
    board = boards.named("a-puzzle-a-day")
    assert board.cells_of(["nov", "20"]) == ((1, 4), (4, 5))
    assert board.cells_of(["20", " NOV "]) == ((4, 5), (1, 4))
    assert Puzzle("a-puzzle-a-day:20,nov") == boards.named("a-puzzle-a-day").puzzle("Nov", "20")
    with pytest.raises(
        PuzzleError, match=r"^a-puzzle-a-day: 2 uncovered cells must be named, got 0; write for example"
    ):
        pentomino.solve("a-puzzle-a-day")


A_DATE = "write for example a-puzzle-a-day:Dec,31; or on the command line --calendar today"


@pytest.mark.parametrize(
    ("name", "labels", "message"),
    [
        ("a-puzzle-a-day", ["Nov"], f"2 uncovered cells must be named, got 1; {A_DATE}"),
        ("a-puzzle-a-day", [], f"2 uncovered cells must be named, got 0; {A_DATE}"),
        ("a-puzzle-a-day", ["Nov", "20", "Fri"], f"no cell has the label 'Fri'; {A_DATE.partition(';')[0]}"),
        ("a-puzzle-a-day", ["Nov", "nov"], "the cell Nov is named twice"),
        ("kanoodle", ["A1"], "no cell has the label 'A1'; its cells have no labels"),
    ],
)
def test_wrong_labels(name: str, labels: list[str], message: str) -> None:
    for call in (boards.named(name).puzzle, lambda *labels: boards.named(name).counts([labels])):
        with pytest.raises(PuzzleError, match=exactly(f"{name}: {message}")):
            call(*labels)


@pytest.mark.parametrize("name", ["kanoodle", "a-puzzle-a-day"])
def test_a_board_of_the_catalogue_is_said_by_its_name(name: str) -> None:
    message = rf"^a NamedBoard cannot be used as a board: write its name, '{name}', or call its puzzle\(\)$"
    for ask in (Puzzle, pentomino.count, pentomino.solve, pentomino.solve_all):
        with pytest.raises(PuzzleError, match=message):
            ask(boards.named(name))  # type: ignore[operator]


@pytest.mark.parametrize("pieces", ["pentominoes? + 6.12", "F F P*6 O1", "O4* I3* O1 F", "a-puzzle-a-day"])
def test_counts_with_other_pieces(pieces: str) -> None:
    board = boards.named("a-puzzle-a-day")
    dates = [("Nov", "20"), ("Oct", "6"), ("May", "31")]
    expected = [board.puzzle(*date, pieces=pieces).count(symmetry="all") for date in dates]
    assert board.counts(dates, pieces=pieces) == expected
    assert calendar.puzzle("10-06", pieces=pieces) == board.puzzle("Oct", "6", pieces=pieces)


@pytest.mark.parametrize("started", [0, 1])
def test_counts_need_no_threads(started: int, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [None] * started
    start = threading.Thread.start

    def scarce(thread: threading.Thread) -> None:
        if not left:
            raise RuntimeError("can't start new thread")
        left.pop()
        start(thread)

    rolls = [["A6", "D3", "D1", "B1", "E4", "B5", "A5"]] * 3
    board = boards.named("genius-square")
    alone = board.counts(rolls, limit=100)
    monkeypatch.setattr(threading.Thread, "start", scarce)
    assert board.counts(rolls, limit=100, workers=3) == alone
    assert not left


@pytest.mark.parametrize("name", ["kanoodle", " Kanoodle\n", "8x8-hole", "katamino-4"])
def test_a_name_is_a_board_with_its_pieces(name: str) -> None:
    board = boards.named(name)
    assert Puzzle(name) == board.puzzle()
    assert pentomino.count(name) == board.solutions


def test_pieces_that_are_said_replace_those_of_a_named_board() -> None:
    assert Puzzle("katamino-3", "PUV") == Puzzle("5x3", "PUV")
    assert pentomino.count("katamino-12", "pentominoes") == 1010
    with pytest.raises(PuzzleError, match="the board has 55 free cells, but the pieces cover 60"):
        Puzzle("kanoodle", "pentominoes")
    assert Puzzle("6x10") == Puzzle("6x10", None) == Puzzle("6x10", "pentominoes")


WRITE = "write a size such as 6x10 or 3x4x5, a name such as kanoodle, or a picture of '.' and '#'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kanodle", "unknown board 'kanodle': did you mean kanoodle or kanoodle-pyramid?"),
        ("tetris", "unknown board 'tetris': did you mean tetris-cube?"),
        ("nonsense", f"unknown board 'nonsense': {WRITE}"),
        ("Nonsense-2:x", f"unknown board 'Nonsense-2': {WRITE}"),
        ("LPV", f"unknown board 'LPV': {WRITE}"),
        ("genius_sqare:A6", "unknown board 'genius_sqare': did you mean genius-square?"),
        ("6*10", "unknown board '6*10': did you mean 6x10?"),
        ("klein", "'klein': only rings and tori, such as ring 3x20 or torus 5x6, can have joined edges"),
        ("torus", "'torus' is not a board; write for example torus 6x10"),
        ("ring 3x4x5", "'ring 3x4x5' is not a board; write for example ring 3x20"),
    ],
)
def test_texts_that_are_no_names(text: str, message: str) -> None:
    with pytest.raises(PentominoError, match=exactly(message)):
        pentomino.count(text)


def test_a_picture_of_one_line_is_no_name() -> None:
    assert pentomino.count("IIIII.....", "I*2") == 1
    assert pentomino.count(pentomino.Board.parse("IIIII"), "I") == 1
    with pytest.raises(PentominoError, match="unknown board 'IIIII'"):  # a name is more likely than a full board
        pentomino.count("IIIII", "I")


def test_labels_are_seen_beside_a_solution() -> None:
    labels = {"A6", "D3", "D1", "B1", "E4", "B5", "A5"}
    solution = solved(boards.named("genius-square").puzzle(*labels))
    for picture in (solution.to_text(), solution.to_text("box")):
        assert set(re.findall(r"[A-F][1-6]", picture)) == labels
    assert set(re.findall(r">([A-F][1-6])</text>", solution.to_svg())) == labels
    # Reading it back gives the puzzle, without the cells beside the board.
    assert Puzzle(solution.to_text("letters"), "genius-square").board == solution.puzzle.board
    assert sum(row.count("#") for row in solution.grid) == len(labels)
    assert pickle.loads(pickle.dumps(solution)).to_svg() == solution.to_svg()


def test_labels_make_no_other_board_and_are_shown_where_nothing_covers_the_cell() -> None:
    plain = Board([(0, 0), (0, 1)])
    board = plain.labelled({(0, 2): "x"})
    assert board == plain
    assert hash(board) == hash(plain)
    assert board.labels == (((0, 2), "x"),)
    assert board.uncovered_labels == ("x",)
    board = Board("1x3", optional=[(1, 0)]).labelled({(0, 0): "a", (0, 2): "b", (1, 0): "c", (1, 2): "d"})
    assert board.uncovered_labels == ("d",)
    assert [label for label in "abcd" if label in board.to_text()] == ["a", "b", "c", "d"]
    solution = solved(board, "I3")
    assert [label for label in "abcd" if label in solution.to_text()] == ["c", "d"]
    assert solution.to_text("letters").split() == ["III", "+##"]
    placed = Puzzle(board, "I2 O1").place(Placement("I2", [(0, 0), (0, 1)]))
    assert placed.board.labels == (((0, 2), "b"), ((1, 0), "c"), ((1, 2), "d"))


def test_counts_check_limit_and_workers() -> None:
    kanoodle = boards.named("kanoodle")
    for wrong in ({"workers": 0}, {"workers": "2"}, {"limit": -3}, {"limit": 1.5}):
        with pytest.raises(PentominoError, match=r"^(workers|limit) must be "):
            kanoodle.counts([()], **wrong)  # type: ignore[arg-type]
