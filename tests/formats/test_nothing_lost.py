"""What conversion keeps: groups of pieces, names, colours and bounds; or one line that names what is lost."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from commandline import Run, complaint, full_match, write
from effort import examples
from oracle import Statement as Question
from pentomino import Board, PictureError, Placement, Polyform, Polyomino, Puzzle, PuzzleError, formats
from pentomino.formats import FORMATS, FormatError, common, ini, json, picture, xmpuzzle
from pentomino.formats.xmpuzzle_parts import unpacked
from pentomino.pieces.polyform import coloured_key
from puzzles import made
from strategies import statements, statements_with_room

PUZZLES = [suffix for suffix, form in FORMATS.items() if form.read_puzzle]
SAID = {
    "board": "the board|given pieces",  # given pieces are cut out of it
    "optional": "cells that may stay empty|given pieces",
    "spare": "the limit on empty cells",
    "colours": "colours of the board",
    "placed": "given pieces",
    "pieces": "the pieces|given pieces",
    "names": "the pieces|given pieces",
    "places": "the pieces|given pieces|the board",
    "together": "which pieces may stay together",
}
"""The statements of a puzzle, each with the words of a warning for it."""


def stated(puzzle: Puzzle, together: list[list[str]], suffix: str) -> dict[str, object]:
    """Return what a puzzle states, as far as a file of the format can hold it."""
    low, _ = puzzle.board.bounds

    def moved(cells: object) -> object:
        return tuple(sorted(tuple(a - b for a, b in zip(cell, low, strict=True)) for cell in cells))  # type: ignore

    most = {number: demand.most for number, demand in enumerate(puzzle._demand)}
    pieces = [
        (coloured_key(piece, puzzle.reflections), least, most[number] if suffix == ".xmpuzzle" else high)
        for number, (piece, least, high) in enumerate(puzzle.pieces)
        if high != 0
    ]
    return {
        "board": moved(puzzle.board.cells),
        "optional": moved(puzzle.board.optional),
        "spare": puzzle.spare if puzzle._most_empty < len(puzzle.optional_cells) else None,
        "colours": sorted((moved([cell]), colour) for cell, colour in puzzle.board.colours),
        "placed": sorted(moved(one.cells) for one in puzzle.placed),  # type: ignore[type-var]
        "pieces": sorted(pieces, key=repr),
        "names": sorted(count.piece.name for count in puzzle._entries if count.most != 0),
        "places": sorted(moved(one.cells) for one in puzzle.placements()),  # type: ignore[type-var]
        "together": sorted(map(sorted, together)),
    }


@given(st.one_of(statements(most_cells=10), statements_with_room(most_cells=8)), st.data())
@examples(60, few=3)
def test_every_pair_of_formats_keeps_a_puzzle_or_says_what_it_drops(question: Question, data: st.DataObject) -> None:
    puzzle = made(question)
    if data.draw(st.booleans()) and not puzzle.placed and not puzzle.restrict:
        shades = {cell: data.draw(st.sampled_from("AB")) for cell in sorted(puzzle.board.cells)}
        on = {count.piece: data.draw(st.sampled_from(["", "A", "B"])) for count in puzzle.pieces}
        pieces = {
            piece.coloured(dict.fromkeys(piece.cells, on[piece])) if on[piece] else piece: (least, most)
            for piece, least, most in puzzle.pieces
        }
        try:
            board = puzzle.board.coloured(shades)
            puzzle = Puzzle(board, pieces, reflections=puzzle.reflections, spare=puzzle.spare)
        except PuzzleError:
            assume(False)
    together = [[count.piece.name for count in puzzle.pieces]] if data.draw(st.booleans()) else []
    with TemporaryDirectory() as folder:
        for pair in product(PUZZLES, repeat=2):
            check(puzzle, together, [Path(folder, f"{n}{suffix}") for n, suffix in enumerate(pair)])


def check(puzzle: Puzzle, together: list[list[str]], paths: list[Path]) -> None:
    """Write a puzzle to the first path, convert it to the second, and compare."""
    known = {"board": puzzle.board, "pieces": {piece: (least, most) for piece, least, most in puzzle.pieces}}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            formats.write_puzzle(puzzle, paths[0], together=together, overwrite=True)
            if FORMATS[paths[0].suffix].has_solutions(common.opened(paths[0])):
                return  # the picture of a board that is covered
            formats.convert(paths[0], paths[1], **known, overwrite=True)
            again, groups = formats.read_puzzle(paths[1], **known), formats.read_together(paths[1])
        except FormatError as error:
            full_match(r".*: .*", str(error))
            return
    said = " / ".join(str(one.message) for one in caught)
    suffix = ".xmpuzzle" if ".xmpuzzle" in (paths[0].suffix, paths[1].suffix) else ""
    before, after = stated(puzzle, together, suffix), stated(again, groups, suffix)
    for what, words in SAID.items():
        words = f"{words}|the groups of .* are ignored" if what == "together" else words
        assert before[what] == after[what] or re.search(words, said), (what, said)


def test_groups_are_kept(run: Run) -> None:
    two = Puzzle("1x5", "I2 I3")
    for suffix in (".json", ".xmpuzzle", ".dlx", ".cnf"):
        formats.write_puzzle(two, f"two{suffix}", together=[["I2", "I3"]])
        assert formats.read_together(f"two{suffix}") == [["I2", "I3"]]
        assert formats.convert(f"two{suffix}", "again.json", overwrite=True) == "1 puzzle"
        assert formats.read_together("again.json") == [["I2", "I3"]]
        assert run("disassemble", "again.json") == (0, "1  0\n", "pentomino: 1 solution, 1 of which comes apart\n")
        formats.write_solutions(two.solve_all(), f"found{suffix}", puzzle=two, together=[["I2", "I3"]])
        assert formats.convert(f"found{suffix}", "found.json", overwrite=True) == "1 solution"
        assert formats.read_together("found.json") == [["I2", "I3"]]
        assert '"version": 2' in Path("found.json").read_text()
    said = "pentomino: a .lp file does not store which pieces may stay together\n"
    assert run("convert", "two.json", "two.lp").err == said
    with pytest.warns(UserWarning, match=r"a \.csv file does not store which pieces may stay together"):
        formats.convert("found.json", "found.csv")
    assert '"version": 1' in json.write_puzzle(Puzzle("1x4", "I2*2")).decode()
    assert run("solve", "two.json", "--all", "-o", "solved.xmpuzzle").status == 0
    assert formats.read_together("solved.xmpuzzle") == [["I2", "I3"]]
    said = "pentomino: a .csv file does not store which pieces may stay together\n"
    assert run("solve", "two.json", "--all", "-o", "solved.csv").err.startswith(said)


def test_given_pieces_and_pieces_without_copies_stay_in_their_groups(tmp_path: Path) -> None:
    """`.xmpuzzle` files hold them with no copies."""
    names = ["piece 0", "piece 1"]
    bars = [Polyform([(0, n) for n in range(size)], name) for size, name in zip((4, 3), names, strict=True)]
    given = Puzzle(Board.parse("#.\n#.\n..\n..\n.#"), bars, placed=[Placement(bars[0], [(n, 1) for n in range(4)])])
    for puzzle in (given, Puzzle("1x4", {bars[0]: 1, bars[1]: 0})):
        check(puzzle, [names], [tmp_path / "first.json", tmp_path / "second.xmpuzzle"])
        assert formats.read_together(tmp_path / "second.xmpuzzle") == [names]


def test_an_optional_cell_under_a_given_piece_is_kept_or_named(tmp_path: Path) -> None:
    bar = Polyomino([(0, 0), (0, 1)], "I2")
    puzzle = Puzzle(Board.parse("+..."), [bar, bar.renamed("other")], placed=[Placement(bar, bar.cells)])
    for suffix in PUZZLES:
        check(puzzle, [], [tmp_path / "first.json", tmp_path / f"second{suffix}"])
    with pytest.warns(UserWarning, match=r"a \.try file does not store cells under given pieces that may stay empty"):
        formats.write_puzzle(puzzle, tmp_path / "third.try")


@pytest.mark.parametrize("said", ['"I2"', "[[1]]", '[["I7"]]', '["I2"]'])
def test_groups_of_json_are_checked(said: str) -> None:
    text = json.write_puzzle(Puzzle("1x4", "I2*2"), [["I2"]]).decode()
    assert json.read_together(text) == [["I2"]]
    with pytest.raises(FormatError, match="together"):
        json.read_puzzle(text.replace('[["I2"]]', said))


def test_groups_of_burrtools_are_disjoint_and_have_numbers() -> None:
    with pytest.warns(UserWarning, match="I2 is in several groups, but BurrTools allows only one: all are left out"):
        assert xmpuzzle.read_together(xmpuzzle.write_puzzle(Puzzle("1x5", "I2 I3"), [["I2", "I3"], ["I2"]])) == []
    puzzle = Puzzle("1x9", "I2 I3 I4")
    apart = [solution.disassemble(together=[["I3", "I4"]]) for solution in puzzle.solve_all()]
    kept = [one for one in apart if one is not None and len(one.separations) == 1]  # I3 and I4 stay together
    text = xmpuzzle.write_solutions(kept, puzzle, [["another"], ["I2"]])  # a group without pieces has a number, too
    assert xmpuzzle.read_together(text) == [["I2"], ["I3", "I4"]]


def burr(shapes: str, problems: str) -> str:
    head = '<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/>'
    return f"{head}<shapes>{shapes}</shapes><problems>{problems}</problems><comment/></puzzle>"


def voxel(x: int, y: int, states: str, name: str = "") -> str:
    return f'<voxel x="{x}" y="{y}" z="1" type="0"{name and f""" name="{name}" """}>{states}</voxel>'


def problem(parts: str, result: int, more: str = "") -> str:
    return f'<problem state="0"{more}><shapes>{parts}</shapes><result id="{result}"/><bitmap/></problem>'


def test_pieces_without_names_have_those_that_burrtools_shows(run: Run) -> None:
    shapes = voxel(2, 1, "##", "S2") + voxel(1, 1, "#") + voxel(3, 1, "###") + '<voxel x="0" y="0" z="0" type="0"/>'
    parts = '<shape id="0" count="1" group="1"/><shape id="1" count="1" group="1"/>'
    text = burr(shapes, problem(parts, 2))
    assert [piece.name for piece, _, _ in xmpuzzle.read_puzzle(text).pieces] == ["S2", "S2'"]
    assert xmpuzzle.read_together(text) == [["S2", "S2'"]]
    write("burr.xmpuzzle", text.replace(' name="S2" ', ""))
    assert formats.read_together("burr.xmpuzzle") == [["S1", "S2"]]
    assert run("disassemble", "burr.xmpuzzle").out == "1  0\n"
    assert run("disassemble", "burr.xmpuzzle", "--together", "S1").out == "1  1\n"


def test_a_piece_that_colours_make_chiral_is_not_turned_over() -> None:
    board, corner = Board.parse("..\n.#").coloured("BW\nW."), Polyomino([(0, 0), (0, 1), (1, 0)], "V")
    assert xmpuzzle.write_puzzle(Puzzle(board, [corner.coloured("BW\nW.")], reflections=False))
    with pytest.raises(FormatError, match="BurrTools rotates pieces in space: it cannot keep V from being reflected"):
        xmpuzzle.write_puzzle(Puzzle(board, {corner.coloured({(0, 1): "W", (1, 0): "B"}): (0, 1)}, reflections=False))


def test_bounds_and_pieces_without_names_come_back() -> None:
    puzzle = Puzzle("1x4", "I2*0-5 + I3*0-2")
    again = xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle))
    assert [(least, most) for _, least, most in again.pieces] == [(0, 5), (0, 2)]
    shape = Polyomino([(0, 0), (0, 1)])
    puzzle = Puzzle(Board.parse("....").coloured("AABB"), [shape.coloured("AA"), shape.coloured("BB")])
    solutions = list(puzzle.solve_all())
    assert list(xmpuzzle.read_solutions(xmpuzzle.write_solutions(solutions, puzzle), puzzle)) == solutions


@pytest.mark.parametrize(
    ("part", "most", "number", "is_warned"),
    [
        ('<shape id="0" count="2"/>', 0, 5, True),  # fixed copies leave two cells empty, which stops BurrTools
        ('<shape id="0" count="2"/>', 2, 5, False),
        ('<shape id="0" min="0" max="3"/>', 0, 2, False),
        ('<shape id="0" min="0" max="3"/>', 2, 7, False),
    ],
)
def test_max_holes_is_for_ranges_of_copies(part: str, most: int, number: int, is_warned: bool) -> None:
    text = burr(voxel(2, 1, "##") + voxel(3, 2, "++++++"), problem(part, 1, f' maxHoles="{most}"'))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        puzzle = xmpuzzle.read_puzzle(text)
    assert [str(one.message).partition(":")[0] for one in caught] == [f'maxHoles="{most}" is ignored'] * is_warned
    assert puzzle.count() == number
    assert puzzle.spare == (None if is_warned else most)
    assert xmpuzzle.read_puzzle(xmpuzzle.write_puzzle(puzzle)) == puzzle


@given(statements(most_cells=8), st.data())
@examples(40)
def test_files_of_burrtools_keep_names_and_colours(question: Question, data: st.DataObject) -> None:
    """Colours of the pieces alone, or of the board alone, are no rule: they decorate."""
    puzzle = made(replace(question, reflections=True, given=(), allowed=None))
    text = unpacked(xmpuzzle.write_puzzle(puzzle)).decode()
    is_board = data.draw(st.booleans())

    def painted(found: re.Match[str]) -> str:
        return found[1] + re.sub("[#+]", lambda one: one[0] + data.draw(st.sampled_from(["", "1", "2", "3"])), found[2])

    text = re.sub(rf"(<voxel {'.*board' if is_board else '(?!.*board)'}.*>)(.*)(?=</voxel>)", painted, text)
    colours = "".join(f'<color red="{n}" green="200" blue="7"/>' for n in range(3))
    text = text.replace("<colors/>", f"<colors>{colours}</colors>")
    text = text.replace("<problem ", '<problem name="easy &lt;one&gt;" ').replace('"board"', '"goal &quot;a&quot;"')
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "the colours of .* fit on the same cells in two ways")
        one, two, three = (Path(folder, name) for name in ("one.xmpuzzle", "two.xmpuzzle", "three.xmpuzzle"))
        one.write_text(text, encoding="utf-8")
        formats.convert(one, two)
        assert unpacked(two.read_bytes()).decode() == text
        assert formats.read_puzzle(f"{two}:easy <one>") == formats.read_puzzle(one) == xmpuzzle.read_puzzle(text)
        solutions = list(puzzle.solve_all(limit=1))
        formats.write_solutions(solutions, three, puzzle=formats.read_puzzle(one), like=one)
        shapes = re.compile("<colors>.*?</shapes>", re.DOTALL)
        assert shapes.findall(unpacked(three.read_bytes()).decode()) == shapes.findall(text)


@pytest.mark.usefixtures("plain_place")
def test_colours_with_rules_stay_those_of_the_designer() -> None:
    """The rule lets colour 1 of pieces cover colour 2 of the board, and is not written as one of a single colour."""
    shapes = voxel(2, 1, "#1#1", "a") + voxel(2, 2, "#2#2##", "goal") + voxel(2, 1, "##", "b")
    parts = '<shape id="0" count="1"/><shape id="2" count="1"/>'
    one = burr(shapes, problem(parts, 1).replace("<bitmap/>", '<bitmap><pair piece="0" result="1"/></bitmap>'))
    write("one.xmpuzzle", one)
    formats.convert("one.xmpuzzle", "two.xmpuzzle")
    text = unpacked(Path("two.xmpuzzle").read_bytes()).decode()
    assert ("#1#1<" in text, "#2#2##<" in text, '<pair piece="0" result="1"/>' in text) == (True, True, True)
    assert formats.read_puzzle("two.xmpuzzle") == formats.read_puzzle("one.xmpuzzle")


def decorated() -> str:
    """A file with all that only BurrTools uses."""
    shapes = voxel(2, 1, "#1#1", "stick").replace("<voxel", '<voxel weight="5"') + voxel(1, 1, "#", "dot")
    shapes += voxel(3, 1, "###", "goal") + voxel(4, 1, "####", "spare")
    text = burr(shapes, problem('<shape id="0"/><shape id="1"/>', 2, ' name="easy"'))
    return text.replace("<comment/>", "<comment>by me</comment>")


def test_what_only_burrtools_uses_is_named(run: Run) -> None:
    write("one.xmpuzzle", decorated())
    left = "the comment, weights and shapes that no problem uses"
    said = f"pentomino: the .xmpuzzle file is written without {left}\n"
    assert run("convert", "one.xmpuzzle", "two.xmpuzzle").err == said
    assert run("disassemble", "one.xmpuzzle", "-q", "-o", "three.xmpuzzle").err == said
    assert run("solve", "one.xmpuzzle", "--all", "-o", "four.xmpuzzle").err == said
    for name in ("two", "three", "four"):
        assert run("count", f"{name}.xmpuzzle:easy").out == "1\n"
        assert "#1#1<" in unpacked(Path(f"{name}.xmpuzzle").read_bytes()).decode()
    moves = "pentomino: the .xmpuzzle file is written without the moves that take its solutions apart\n"
    assert run("convert", "three.xmpuzzle", "five.xmpuzzle").err == moves
    assert run("convert", "five.xmpuzzle", "six.xmpuzzle").err == ""
    assert unpacked(Path("six.xmpuzzle").read_bytes()) == unpacked(Path("five.xmpuzzle").read_bytes())


@pytest.mark.usefixtures("plain_place")
def test_colours_of_copies_that_are_one_piece_are_kept_or_named() -> None:
    shapes = voxel(2, 1, "#1#1", "a") + voxel(2, 1, "#2#2", "a") + voxel(4, 1, "####")
    write("one.xmpuzzle", burr(shapes, problem('<shape id="0"/><shape id="1"/>', 2)))
    with pytest.warns(UserWarning, match="written without different colours of copies of a piece"):
        formats.convert("one.xmpuzzle", "two.xmpuzzle")
    assert "#1#1<" in unpacked(Path("two.xmpuzzle").read_bytes()).decode()


def test_problems_are_chosen_by_number_and_by_name(run: Run) -> None:
    shapes = voxel(2, 1, "##", "a") + voxel(2, 2, "####") + voxel(4, 2, "########") + voxel(2, 3, "######")
    many = [("small", 2, 1), ("big", 4, 2), ("2", 3, 3)]
    text = [problem(f'<shape id="0" count="{copies}"/>', n, f' name="{name}"') for name, copies, n in many]
    write("b.xmpuzzle", burr(shapes, "".join(text)))
    assert run("count", "b.xmpuzzle:small") == run("count", "b.xmpuzzle:1") == (0, "1\n", "")
    assert run("count", "b.xmpuzzle:big").out == "4\n"
    assert run("count", "b.xmpuzzle:all").out == "b.xmpuzzle:1    1\nb.xmpuzzle:2    4\nb.xmpuzzle:3    2\n"
    twice = "pentomino: b.xmpuzzle:2 is problem number 2; the one named 2 is b.xmpuzzle:3\n"
    assert run("count", "b.xmpuzzle:2") == (0, "4\n", twice)
    choices = "write b.xmpuzzle:1 (small), b.xmpuzzle:2 (big) or b.xmpuzzle:3 (2)"
    assert run("count", "b.xmpuzzle:huge") == complaint(f"b.xmpuzzle:huge: no problem is named 'huge': {choices}")
    means = f"b.xmpuzzle:all: 3 problems match 'all': {choices}"
    for command in ("solve", "tally", "explain"):
        assert run(command, "b.xmpuzzle:all") == complaint(means)
    assert run("convert", "b.xmpuzzle:big", "big.json") == (0, "big.json: 1 puzzle\n", "")
    assert formats.read_puzzle("big.json").count() == formats.read_puzzle("b.xmpuzzle:big").count() == 4
    outputs = "".join(f"out-{n}.json: 1 puzzle\n" for n in (1, 2, 3))
    assert run("convert", "b.xmpuzzle:all", "out.json").out == outputs
    assert [formats.read_puzzle(f"out-{n}.json").count() for n in (1, 2, 3)] == [1, 4, 2]
    assert run("sheet", "b.xmpuzzle:all", "-o", "s.html").status == 0
    assert "b:3" in Path("s.html").read_text()


def test_pictures_are_chosen_by_number(run: Run) -> None:
    write("two.txt", "..\n..\n\n...\n...\n")
    for command in (["solve", "two.txt:all"], ["count", "--placed", "two.txt:all"]):
        error = run(*command, "-p", "I2*").err
        assert "2 pictures match 'all': write two.txt:1 or two.txt:2" in error
    assert run("convert", "two.txt:all", "o.json", "-p", "I2*").out == "o-1.json: 1 puzzle\no-2.json: 1 puzzle\n"
    for part in ("second", "0", "3", "1" * 5000):
        assert f"no picture is named '{part}': write two.txt:1 or two.txt:2" in run("count", f"two.txt:{part}").err
    assert run("count", "two.txt:02", "-p", "I2*") == run("count", "two.txt:2", "-p", "I2*")


BOARD = "....\n....\n\nCOLOURS\nBWBW\nWBWB\n"
STONES = "COLOURS BW\n\nPIECE stone\nBW\n.B\n\nPIECE other\nWBW\n.W.\n\nPIECE one\n1\n\n"


def test_text_files_state_colours(run: Run) -> None:
    board = Board.parse(BOARD)
    assert board == Board.rectangle(2, 4).coloured("BWBW\nWBWB")
    stone, other, one = formats.read_pieces(STONES)
    assert stone == Polyomino([(0, 0), (0, 1), (1, 1)], "stone").coloured("BW\n.B")
    assert other == Polyomino([(0, 0), (0, 1), (0, 2), (1, 1)], "other").coloured("WBW\n.W.")
    assert one.colours == ()
    write("board.txt", BOARD)
    write("stones.ini", STONES)
    assert run("count", "board.txt", "--pieces-file", "stones.ini", "--symmetry", "all").out == "2\n"
    plain = Puzzle(Board.rectangle(2, 4), [piece.coloured({}) for piece in (stone, other, one)])
    assert Puzzle(board, [stone, other, one]).count(symmetry="all") == 2 < plain.count(symmetry="all")
    again = formats.read_pieces(ini.write_puzzle(Puzzle(board, [stone, other, one])))
    assert list(again) == [stone, other, one]
    assert picture.read_puzzle(picture.write_puzzle(Puzzle(board, "I2*")), "I2*").board == board


def test_a_picture_of_colours_has_the_cells_of_the_board() -> None:
    assert Board.parse("#..\n#..\n\nCOLOURS\n.BW\n..B") == Board.parse("#..\n#..").coloured("BW\n.B")
    with pytest.raises(PuzzleError, match=r"cell \(0, 0\) cannot be coloured: it is not on the board"):
        Board.parse("#..\n#..\n\nCOLOURS\nBBW\n..B")
    with pytest.raises(PictureError, match="the picture of the colours must be 2x2, like the board, got 1x2"):
        Board.parse("..\n..\n\nCOLOURS\nBW\n")
    with pytest.raises(PictureError, match=r"line 6, column 2: unexpected character '\?'; draw colours as letters"):
        Board.parse("..\n..\n\nCOLOURS\nBW\nW?\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PIECE a\n1B\n", "line 2, column 2: unexpected character 'B'; .*; a line such as COLOURS BW .* declares"),
        ("PIECE a\n11\nBB\n", "line 3, column 1: unexpected character 'B'; .* COLOURS BW .* declares"),
        ("COLOURS B\n\nPIECE a\n1W\n", "line 4, column 2: unexpected character 'W'"),
        ("COLOURS B, W\nPIECE a\n1\n", "line 1: colours must be letters without blanks, as in COLOURS BW"),
    ],
)
def test_colours_that_are_not_declared_are_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        formats.read_pieces(text)


def test_colours_that_have_no_letter_are_refused() -> None:
    piece = Polyomino([(0, 0)], "a").coloured({(0, 0): "AB"})
    with pytest.raises(FormatError, match="a colour in a piece file must be one letter; a .json file can hold others"):
        ini.write_puzzle(Puzzle(Board.parse("..").coloured("AB"), {piece: 2}))
    with pytest.raises(
        FormatError, match="a colour in a picture must be a letter or a digit; a .json file can hold others"
    ):
        picture.write_puzzle(Puzzle(Board.parse("..").coloured({(0, 0): "-"}), "I2"))


@pytest.mark.usefixtures("plain_place")
def test_the_table_of_what_formats_keep_is_that_of_the_code() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in text.split("\n") if line.startswith("| ")]
    start = next(number for number, row in enumerate(rows) if row[0] == "" and ".lp" in row)
    end = start + 1 + len(common.STATEMENTS) + 2  # the last two rows are not about puzzles
    suffixes, table = rows[start][1:], {row[0]: row[1:] for row in rows[start + 1 : end]}
    assert suffixes == [suffix for suffix, form in FORMATS.items() if form.write_puzzle]
    together = table.pop("which pieces may stay together")
    assert [word == "kept" for word in together] == [bool(FORMATS[suffix].read_together) for suffix in suffixes]
    beside, words = table.popitem()
    write("burr.xmpuzzle", decorated())
    for suffix, word in zip(suffixes, words, strict=True):
        with pytest.warns(UserWarning, match="written without|does not store") as caught:
            formats.convert("burr.xmpuzzle", f"again{suffix}")
        assert any(beside in str(one.message) for one in caught) == (word == "dropped")
    assert [*table] == [*common.STATEMENTS]
    for what, words in table.items():
        for suffix, word in zip(suffixes, words, strict=True):
            half = {"board": common.BOARD, "pieces": common.PIECES}.get(FORMATS[suffix].needs, ())
            is_refused = what not in (*common.HARMLESS, *half)
            right = "kept" if what not in FORMATS[suffix].drops else "refused" if is_refused else "dropped"
            assert (what, suffix, word) == (what, suffix, right)
