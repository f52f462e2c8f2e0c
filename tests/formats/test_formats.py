"""The registry of formats and `convert`; the files of `tests/data`; sources, names and bounds."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

import pentomino
from commandline import exactly
from pentomino import PentominoError, PictureError, Polyform, Polyomino, Puzzle, SearchTimeout, Solution, formats
from pentomino.formats import FORMATS, WITH_FEATURES, Format, FormatError, common, csv, ini, json, picture
from pentomino.lattices.lattice import D4
from puzzles import solved

DATA = Path(__file__).parents[1] / "data"
SMALL = Puzzle("3x5", "PUV")


def test_the_piece_file_has_the_twelve_pentominoes_under_their_names() -> None:
    pieces = formats.read_pieces(DATA / "pentomino.ini")
    names = "Arrow Bench Crane Dumpling Ell Goose Hammer Junction Key Ladder Mirror Needle"
    assert [piece.name for piece in pieces] == names.split()
    named = {Polyform.named(letter).canonical() for letter in "VUFPLNTXYWZI"}
    assert {piece.canonical() for piece in pieces} == named
    assert set(pieces.values()) == {1}
    assert formats.read_puzzle(DATA / "pentomino.ini").count() == 2339


def test_the_half_filled_board_has_34_completions() -> None:
    pieces = formats.read_pieces(DATA / "pentomino.ini")
    board, placed = formats.read_attempt(DATA / "1st.try", pieces)
    assert [placement.piece.name for placement in placed] == ["Bench", "Hammer", "Arrow"]
    puzzle = Puzzle(board, pieces, placed=placed)
    assert puzzle.symmetries() == (D4.IDENTITY,)
    assert puzzle.count() == puzzle.count(symmetry="all") == 34
    assert formats.read_puzzle(DATA / "1st.try", pieces=pieces) == puzzle
    assert formats.read_puzzle(DATA / "1st.try").count() == 34


def test_a_letter_is_any_piece_and_a_zero_a_free_cell() -> None:
    board, placed = formats.read_attempt("zz..zz\n.#..zz", "I2 O4")
    assert [(p.piece.name, p.cells[0]) for p in placed] == [("I2", (0, 0)), ("O4", (0, 4))]
    assert board.area == 11
    assert formats.read_attempt("00xx\n0...", "I2*4") == formats.read_attempt("..xx\n....", "I2*4")


@pytest.mark.parametrize(
    ("text", "pieces", "message", "place"),
    [
        ("\n  bb...\n  b....", "L", "is only part of a piece: the pieces of the set have", (2, 3)),
        ("...\n.cc", "O4 V3", "is only part of a piece: the pieces of the set have 3 or 4", (2, 2)),
        ("aaaaaa", "L", "the area lettered a", (1, 1)),
        (".aa.\n.aa.", "I4 L4", "lettered a at row 1, column 2 is not a piece of the set; the set is I4 L4", (1, 2)),
        ("aa\n..\nbb", "I2", "piece 'I2' is given 2 times; at most 1 may be used", (3, 1)),
        ("a?", "I2", "unexpected character '?'", (1, 2)),
        ("", "I2", "the picture is empty", (0, 0)),
    ],
)
def test_what_is_wrong_on_a_half_filled_board(text: str, pieces: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(FormatError) as caught:
        formats.read_attempt(text, pieces)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
    assert str(caught.value).startswith("text: ")


def test_a_piece_that_may_not_be_turned_over_is_another_shape() -> None:
    mirrored = ".ff\nff.\n.f."
    for reflections in (None, False):
        assert formats.read_attempt(mirrored, "F", reflections=reflections).placed
    with pytest.raises(FormatError, match="not a piece of the set"):
        formats.read_attempt(mirrored, "F'", reflections=False)


def test_entries_of_one_shape_add_up_on_a_half_filled_board() -> None:
    nameless = Polyomino([(0, 0), (1, 0)])
    assert len(formats.read_attempt("aa\nbb", {nameless: 1, "I2": 1}).placed) == 2
    assert len(formats.read_attempt("aa\nbb\ncc", {nameless: (0, None), "I2": 1}).placed) == 3
    with pytest.raises(FormatError, match=r"line 3, column 1: piece .* is given 3 times; at most 2 may be used"):
        formats.read_attempt("aa\nbb\ncc", {nameless: 1, "I2": 1})
    with pytest.raises(FormatError, match=r"the set is \(without a name\)$"):
        formats.read_attempt("a.\naa", [Polyform([(0, 0), (0, 1), (0, 2)])])


def test_a_piece_file_is_read_line_by_line() -> None:
    text = "before any piece is comment\n PIECE no\nPIECE a b \r\n011\n110\n\nsomething\nPIECE\nPIECE \n1"
    pieces = ini.read_pieces(text)
    assert [(piece.name, str(piece)) for piece in pieces] == [("a b", ".##\n##."), ("", "#")]
    puzzle = ini.read_puzzle("PIECE a\n11\nPIECE a\n11\nPIECE b\n1\n1\n", "2x3")
    assert [(count.piece.name, count.least, count.most) for count in puzzle.pieces] == [("a", 3, 3)]
    assert ini.write_puzzle(puzzle) == b"PIECE a\n11\n\nPIECE a\n11\n\nPIECE b\n1\n1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text: there is no piece"),
        ("x\nPIECE a\nPIECE b\n1", "text: line 2: piece 'a' must have rows"),
        ("PIECE a\n101", "text: line 1: polyomino a must be connected, got 2 separate parts"),
        ("PIECE a\n000", "text: line 2: the picture has no cell"),
        ("PIECE a\x07\n1", "text: line 1: the name 'a\\x07' must have only printable characters, got U+0007"),
        ("PIECE " + "a" * 101 + "\n1", "must have at most 100 characters, got 101"),
        ("PIECE a\n" + "1" * 262145, "text: line 2: the drawings of all pieces must have at most 262144 cells"),
        ("PIECE a\n1\n" * 16385, "line 32769: a file must have at most 16384 pieces, got 16385"),
        ("PIECE a\n1", "text: the board has 60 free cells, but the pieces cover 1"),
    ],
)
def test_what_is_wrong_in_a_piece_file_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        ini.read_puzzle(text)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle("3x5", "PUV", reflections=False), "whether pieces may be reflected"),
        (Puzzle("3x5", {"P": 1, "U": 1, "V": 1, "P'": 0}), "whether pieces may be reflected"),
        (Puzzle("3x5", "PUV", restrict={"P": [0]}), "restrictions"),
        (Puzzle("2x2", "I2*1-2 O1*"), "cannot store ranges of copies; a .json file can"),
        (Puzzle("2x2", "O1*"), "ranges of copies"),
        (Puzzle("2x3", {Polyomino([(0, 0), (0, 1)]): (0, 3)}), "ranges of copies"),
        (Puzzle("128x129", "O1*16512"), "a file must have at most 16384 pieces, got 16512"),
    ],
)
def test_what_a_piece_file_cannot_say_is_refused(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        ini.write_puzzle(puzzle)


def test_pictures_of_boards_and_of_solutions_are_told_apart() -> None:
    def holds(text: str) -> bool:
        return picture.holds_solutions(common.opened(text))

    solution = solved("3x5", "PUV")
    assert all(map(holds, [solution.to_text("letters"), str(solution), "ab\nab\n\naa\nbb"]))
    assert not any(map(holds, ["a.\naa\n\n..\naa", "11\n01\n", "a.\naa", ""]))


@pytest.mark.parametrize("style", ["letters", "outline"])
def test_pictures_are_read_in_both_styles_be_they_indented_or_not(style: str) -> None:
    solutions = list(SMALL.solve_all(symmetry="all"))
    text = "\n\n\n".join(solution.to_text(style) for solution in solutions)
    for shown in (text, text.replace("\n", "\r\n"), "\n   " + text.replace("\n", "\n   ")):
        assert list(picture.read_solutions(shown)) == solutions
        assert list(picture.read_solutions(shown, SMALL)) == solutions


def test_an_outline_that_is_cut_off_is_no_solution() -> None:
    puzzle = Puzzle("3x1", "O1*")
    with pytest.raises(FormatError, match="line 2: this is not a solution of .*: the cell at row 2, column 1 is not"):
        list(picture.read_solutions("\n+---+\n|   |\n+---+\n\n", puzzle))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("aab\nab.", "text: line 2, column 3: unexpected character '.'; draw a letter"),
        ("aa\naa\n\n\n aa\n a?", "text: line 6, column 3: unexpected character '?'"),
        ("###", "text: line 1: a solution must have at least one piece"),
        ("+---+\n| ? |\n+---+", "text: line 2, column 3: unexpected character '?' in an outline"),
        ("+|--+\n|   |\n+---+", "text: line 1, column 2: unexpected character '|' in an outline"),
        ("+---+\n-   |\n+---+", "unexpected character '-' in an outline"),
        ("+---+\n|    \n+---+", "text: line 1, column 3: this side must separate two areas"),
    ],
)
def test_what_is_wrong_in_pictures_of_solutions_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        list(picture.read_solutions(text))


def test_pictures_are_bounded() -> None:
    with pytest.raises(FormatError, match="must have at most 1048576 characters, got 1048577"):
        picture.read_puzzle("." * ((1 << 20) + 1))
    with pytest.raises(FormatError, match="must fit into a box of at most 262144 cells, got 512x513"):
        picture.read_puzzle("\n".join("." + "#" * 511 + "." for _ in range(512)))
    wide = Puzzle([(0, 0), (0, 1 << 18)], "O1*")
    for write in (picture.write_puzzle, picture.write_half_filled, json.write_puzzle):
        with pytest.raises(FormatError, match="must fit into a box of at most 262144 cells, got 1x262145"):
            write(wide)


def test_pictures_of_boards_have_letters_for_given_pieces_that_can_be_told_apart() -> None:
    puzzle = Puzzle("2x4", "I2*", placed="aa..\nbb..")
    assert picture.write_puzzle(puzzle) == b"AA..\nBB..\n"
    assert picture.read_puzzle("AA..\nBB..", "I2*") == puzzle
    assert picture.write_half_filled(puzzle) == b"AA..\nBB..\n"
    with pytest.raises(FormatError, match="no free cell"):
        picture.write_puzzle(Puzzle("1x2", "I2", placed="aa"))
    row = "".join("ab"[i % 2] for i in range(53))
    with pytest.raises(FormatError, match="too few letters for 53 given pieces"):
        picture.write_puzzle(Puzzle("1x54", "O1*", placed=row + "."))


def test_sources_are_files_texts_and_bytes_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfPP.\n")
    assert common.opened(tmp_path / "a.txt").text == "PP.\n"
    assert common.opened("PP.").text == common.opened(b"PP.").text == "PP."
    assert common.opened("\ud800").text == "?"
    with pytest.raises(FormatError, match=r"a\.txt: line 2: invalid UTF-8: save the text as UTF-8") as caught:
        (tmp_path / "a.txt").write_bytes(b"a\nb\xff")
        _ = common.opened(tmp_path / "a.txt").text
    assert caught.value.line == 2
    for path in (tmp_path, tmp_path / "none.txt", tmp_path / "nu\0ll", Path("/dev/null/x")):
        with pytest.raises(FormatError) as caught:
            common.opened(path)
        assert caught.value.name
        assert "\n" not in str(caught.value)
    monkeypatch.setattr(common, "MAX_BYTES", 10)
    (tmp_path / "a").write_bytes(b"x" * 11)
    for source in ("x" * 11, b"x" * 11, tmp_path / "a"):
        with pytest.raises(FormatError, match="a file must have at most 10 bytes"):
            common.opened(source)


def test_a_format_error_can_be_pickled_and_every_error_gets_the_name() -> None:
    error = FormatError("wrong", 2, 3, "a.txt")
    assert pentomino.FormatError is formats.FormatError is FormatError
    assert FormatError.__bases__ == (PentominoError,)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error) == "a.txt: line 2, column 3: wrong"
    assert (copy.line, copy.column, copy.name, copy.message) == (2, 3, "a.txt", "wrong")
    for inner, text in (
        (PictureError("no", 3, 4), "x: line 3, column 4: no"),
        (PentominoError("no"), "x: line 7: no"),
        (FormatError("no", 5), "x: line 5: no"),
        (FormatError("no", 5, name="y"), "y: line 5: no"),
    ):
        with pytest.raises(FormatError) as caught, common.naming("x", 7):
            raise inner
        assert str(caught.value) == text


@pytest.mark.parametrize("name", [" a", "a\n", "a\u2028b", "a" * 101])
def test_names_that_do_not_fit_on_a_line_are_refused(name: str) -> None:
    with pytest.raises(FormatError, match="the name"):
        common.check_name(name)


def test_formats_are_found_by_the_ending_of_the_name() -> None:
    assert formats.format_of(Path("x/A.JSON")) is FORMATS[".json"]
    with pytest.raises(FormatError, match=r"^a\.pdf: the extension must be one of \.json \.txt"):
        formats.format_of(Path("a.pdf"))
    assert all(form.suffix == suffix for suffix, form in FORMATS.items())


def test_the_table_of_the_documentation_is_that_of_the_formats() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `.")]
    assert rows == [_row(form) for form in FORMATS.values()]


def _row(form: Format) -> str:
    def ways(read: object, write: object) -> str:
        return ", ".join(["read"] * (read is not None) + ["write"] * (write is not None))

    missing = "" if form.read_puzzle is None else form.needs or "nothing"
    puzzle = ways(form.read_puzzle, form.write_puzzle)
    solutions = ways(form.read_solutions, form.write_solutions)
    return re.sub(" +", " ", f"| `{form.suffix}` | {form.title} | {puzzle} | {missing} | {solutions} |")


WITH_SOLUTIONS = [ending for ending, found in FORMATS.items() if found.write_solutions and found.read_solutions]
WITH_PUZZLES = [ending for ending, found in FORMATS.items() if found.write_puzzle and found.read_puzzle]


@pytest.mark.parametrize("ending", WITH_SOLUTIONS)
def test_solutions_are_converted_there_and_back(ending: str, tmp_path: Path) -> None:
    solutions = list(SMALL.solve_all(symmetry="all"))
    assert formats.write_solutions(solutions, tmp_path / "a.json") == 4
    target = tmp_path / f"b{ending}"
    assert formats.convert(tmp_path / "a.json", target) == "4 solutions"
    assert formats.convert(target, tmp_path / "c.json", puzzle=SMALL) == "4 solutions"
    assert (tmp_path / "c.json").read_bytes() == (tmp_path / "a.json").read_bytes()
    assert list(formats.read_solutions(target)) == solutions
    for other in WITH_SOLUTIONS:
        said = "" if ending in (".json", ".dlx", ".cnf", ".xmpuzzle") else " of 15 cells: P U V"
        assert formats.convert(target, tmp_path / f"d{other}") == f"4 solutions{said}"
        assert list(formats.read_solutions(tmp_path / f"d{other}")) == solutions


def half_said(ending: str) -> AbstractContextManager[object]:
    """Expect the warning of a format that holds only half of a puzzle."""
    half = {".txt": "the pieces", ".try": "the pieces", ".ini": "the board"}.get(ending)
    return pytest.warns(UserWarning, match=f"a {ending} file does not store {half}") if half else nullcontext()


@pytest.mark.parametrize("ending", WITH_PUZZLES)
def test_puzzles_are_converted_there_and_back(ending: str, tmp_path: Path) -> None:
    formats.write_puzzle(SMALL, tmp_path / "a.json")
    target = tmp_path / f"b{ending}"
    with half_said(ending):
        assert formats.convert(tmp_path / "a.json", target) == "1 puzzle"
    assert formats.convert(target, tmp_path / "c.json", board="3x5", pieces="PUV") == "1 puzzle"
    assert formats.read_puzzle(tmp_path / "c.json") == SMALL


@pytest.mark.parametrize("ending", WITH_SOLUTIONS)
def test_no_solutions_are_written_and_read_too(ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"a{ending}"
    assert formats.write_solutions([], target, puzzle=SMALL) == 0
    assert list(formats.read_solutions(target, SMALL)) == []
    with pytest.raises(FormatError, match="there are no solutions, so puzzle= is required"):
        formats.write_solutions([], tmp_path / f"b{ending}")


def test_one_solution_that_is_not_in_a_list_is_refused(tmp_path: Path) -> None:
    solution, path = next(SMALL.solve_all()), tmp_path / "a.json"
    with pytest.raises(
        FormatError,
        match=exactly(f"{path}: solutions must be an iterable of solutions, got only one: write [solution]"),
    ):
        formats.write_solutions(solution, path)  # type: ignore[arg-type]
    assert formats.write_solutions([solution], path) == 1


def test_conversions_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    formats.write_puzzle(SMALL, tmp_path / "p.json")
    formats.write_solutions(SMALL.solve_all(), tmp_path / "s.csv")
    for source, target, message in (
        ("p.json", "x.csv", r"x\.csv: a \.csv file holds solutions, not a puzzle: solve the puzzle first"),
        ("s.csv", "x.ini", r"x\.ini: a \.ini file cannot hold solutions"),
        ("s.csv", "x.pdf", r"x\.pdf: the extension"),
        ("p.json", "none/x.json", r"x\.json: (No such file|Path not found|The system cannot find the path)"),
        ("none.json", "x.json", r"none\.json: No such file"),
    ):
        with pytest.raises(FormatError, match=message):
            formats.convert(tmp_path / source, tmp_path / target)
        assert not (tmp_path / "x.csv").exists()
    assert formats.convert(tmp_path / "p.json", tmp_path / "p.json", overwrite=True) == "1 puzzle"
    with pytest.raises(FormatError, match="holds solutions, not a puzzle"):
        formats.read_puzzle(tmp_path / "s.csv")
    with pytest.raises(FormatError, match="cannot hold solutions"):
        formats.read_solutions(tmp_path / "p.ini")
    with pytest.raises(FormatError, match=r"p\.lp: a \.lp file can only be written"):
        formats.read_puzzle(tmp_path / "p.lp")


def test_solutions_that_are_none_are_refused(tmp_path: Path) -> None:
    decoder = common.Decoder(Puzzle("2x3", "I2* O1?", placed="a..\na.."))
    whole = [frozenset({(0, 1), (0, 2)}), frozenset({(1, 1), (1, 2)})]
    assert len(decoder.solution(whole).placements) == 3
    for areas, message in (
        (whole[:1], r"the cell at row 2, column 2 is not covered"),
        ([*whole, frozenset({(3, 3)})], r"the cell at row 4, column 4 is not on the board"),
        ([*whole, frozenset({(1, 1)})], r"the cell at row 2, column 2 is covered twice"),
        (
            [frozenset({(0, 0), (0, 1)}), frozenset({(1, 0), (1, 1)}), frozenset({(0, 2), (1, 2)})],
            "it violates the copies",
        ),
        ([frozenset({(0, 1), (0, 2), (1, 1), (1, 2)})], "no piece fits on the 4 cells at .*; the set"),
    ):
        with pytest.raises(FormatError, match=message):
            decoder.solution(areas)


def test_a_puzzle_that_is_not_known_is_what_the_first_solution_solves() -> None:
    decoder = common.Decoder()
    rows = [frozenset((row, column) for column in range(9)) for row in range(2)]
    bar = frozenset((2, column) for column in range(6))
    assert str(decoder.solution([*rows, bar]).puzzle._piece_set) == "(without a name) 6.1"
    with pytest.raises(FormatError, match="copies, given pieces or restrictions|not covered"):
        decoder.solution(rows)
    with pytest.raises(FormatError, match="a solution must cover at most 65536 cells, got 65537"):
        common.Decoder().solution([frozenset({(0, column)}) for column in range(65537)])
    with pytest.raises(FormatError, match="pieces must not overlap"):
        common.Decoder().solution([bar, bar])
    with pytest.raises(FormatError, match="must fit into a box of at most 262144 cells"):
        common.Decoder().solution([frozenset({(0, 0)}), frozenset({(5000, 5000)})])


def test_a_named_board_brings_its_pieces(tmp_path: Path) -> None:
    kanoodle = Puzzle("kanoodle")
    for name in ("empty.txt", "empty.try"):
        (tmp_path / name).write_text(f"{kanoodle.board}\n", encoding="utf-8")
        assert formats.read_puzzle(tmp_path / name, board="kanoodle") == kanoodle
        assert formats.read_puzzle(tmp_path / name, board="kanoodle", pieces="I*11").pieces != kanoodle.pieces
        with pytest.raises(formats.FormatError, match="the board has 55 free cells, but the pieces cover 60"):
            formats.read_puzzle(tmp_path / name)
        with pytest.raises(formats.FormatError, match=f"{name}: unknown board 'kanodle': did you mean kanoodle"):
            formats.read_puzzle(tmp_path / name, board="kanodle")


def test_properties_go_to_tables_only(tmp_path: Path) -> None:
    told = f"{tmp_path / 'a.txt'}: a .txt file cannot hold features; {' '.join(WITH_FEATURES)} can"
    with pytest.raises(FormatError, match=exactly(told)):
        formats.write_solutions(SMALL.solve_all(), tmp_path / "a.txt", features="all")
    with pytest.raises(FormatError, match=r"a\.csv: 'holes' is not a property of solutions"):
        formats.write_solutions(SMALL.solve_all(), tmp_path / "a.csv", features="holes")
    assert not list(tmp_path.iterdir())


def test_a_search_that_is_stopped_leaves_no_file_and_says_so(tmp_path: Path) -> None:
    for ending in (".csv", ".json"):
        with pytest.raises(SearchTimeout):
            formats.write_solutions(Puzzle("6x10").solve_all(timeout=0), tmp_path / f"a{ending}", puzzle=Puzzle("6x10"))
    assert not list(tmp_path.iterdir())


def test_lines_are_written_as_solutions_come(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("")
    asked = []

    def found() -> Iterator[Solution]:
        for solution in SMALL.solve_all(symmetry="all"):
            asked.append(solution)
            yield solution

    with pytest.raises(FileExistsError):
        formats.write_solutions(found(), tmp_path / "old.csv", puzzle=SMALL)
    assert not asked
    lines = csv.lines(found(), SMALL)
    assert (next(lines), next(lines), len(asked)) == ("number,grid", "1,VVVUU/VPPPU/VPPUU", 1)
