"""Files of pictures: PNG and PDF, on the command line too, and what is said without the packages that they take."""

from __future__ import annotations

import re
import struct
import sys
import warnings
from functools import cache, partial
from io import StringIO
from math import pi
from pathlib import Path
from typing import Any

import pytest

from commandline import Run, complaint
from pentomino import PentominoError, Polyform, Polyomino, Puzzle, boards, chart, formats
from pentomino.drawable import Drawing
from pentomino.pages.sheet import poster
from pentomino.render import media
from pentomino.render.media import MEDIA, pdf, png
from puzzles import solved

SMALL = Puzzle("3x5", "PUV").drawing


def size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.fixture
def resvg() -> None:
    pytest.importorskip("resvg_py")


@pytest.fixture
def fpdf() -> None:
    pytest.importorskip("fpdf")


@pytest.mark.usefixtures("resvg")
def test_png_has_as_many_pixels_as_the_scale_says() -> None:
    assert size(png(SMALL.to_svg(cell=10, margin=0), 1)) == (50, 30)
    assert size(png(SMALL.to_svg(cell=10, margin=0))) == (100, 60)
    assert size(png(SMALL.to_svg(cell=25.4, unit="mm", margin=0), 1)) == (480, 288)


FOLDERS = sorted(Path("/usr/share/fonts/truetype").glob("*"))[:6]  # each has one family of fonts, such as Liberation


@pytest.mark.usefixtures("resvg")
@pytest.mark.parametrize("fonts", [None, *FOLDERS, Path("no fonts")], ids=lambda path: path.name if path else "all")
def test_text_in_a_png_is_drawn_or_a_warning_says_that_it_is_not(
    fonts: Path | None, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resvg_py

    monkeypatch.setattr(media, "_font", cache(media._font.__wrapped__))
    if fonts is not None:
        only = {"skip_system_fonts": True, "font_dirs": [str(fonts)]}
        monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, **only))
    assert media._font(("Nonesuch",)) is None
    for letter in "V", "l":  # a small l has a font of its own
        made = solved("1x1", [Polyform([(0, 0)], letter)])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert (png(made.to_svg(letters=True)) == png(made.to_svg(letters=False))) is bool(caught)
    lost = "pentomino: no font is found, so the PNG has no text: install the font DejaVu Sans\n" * bool(caught)
    assert run("solve", "3x5", "-p", "PUV", "-o", "a.png", "--letters") == (0, "", lost)
    assert run("solve", "3x5", "-p", "PUV", "-o", "b.png", "--no-letters") == (0, "", "")
    assert (Path("a.png").read_bytes() == Path("b.png").read_bytes()) is bool(caught)
    if fonts == Path("no fonts"):
        assert caught


@pytest.mark.usefixtures("resvg")
def test_png_of_a_large_page_has_a_bounded_number_of_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media, "MAX_PIXELS", 1 << 20)
    wide, high = size(png(poster([Polyform([(0, 0)])], paper="2000x1000")))
    assert 0.99 * media.MAX_PIXELS < wide * high < 1.01 * media.MAX_PIXELS
    assert abs(wide - 2 * high) <= 2


@pytest.mark.usefixtures("fpdf")
def test_pdf_has_a_page_for_each_picture_of_its_size() -> None:
    lying, standing = SMALL.to_svg(cell=25.4, unit="mm", margin=0), Puzzle("5x3", "PUV").drawing.to_svg(margin=0)
    data = pdf([lying, standing])
    assert data.startswith(b"%PDF")
    assert b"/MediaBox [0 0 360.00 216.00]" in data
    assert b"/MediaBox [0 0 72.00 120.00]" in data
    assert b"/Count 2" in data


@pytest.mark.usefixtures("fpdf")
def test_pdf_of_what_it_cannot_show() -> None:
    made = solved("3x5", "PUV")
    with pytest.raises(PentominoError, match=r"^PDF can show only Latin-1 characters, got '\u4e00'$"):
        pdf([made.to_svg().replace(">P</text>", ">\u4e00</text>")])
    with pytest.raises(PentominoError, match="has no size in pixels or millimetres"):
        pdf(["<svg/>"])


@pytest.mark.parametrize(("ending", "package"), [(".png", "resvg_py"), (".pdf", "fpdf"), (".dxf", "ezdxf")])
def test_a_package_that_is_missing_is_named_before_the_search(
    run: Run, monkeypatch: pytest.MonkeyPatch, ending: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    name = ending[1:]
    library = {"resvg_py": "resvg-py", "fpdf": "fpdf2"}.get(package, package)
    message = f"{name.upper()} needs {library}: pip install {library}"
    assert run("solve", "20x30", "-o", f"x{ending}") == complaint(message)
    assert run("convert", "kanoodle", f"x{ending}") == complaint(message)
    assert list(Path().iterdir()) == []
    MEDIA[".svg"].check()


@pytest.mark.usefixtures("resvg", "fpdf")
def test_solve_writes_pictures(run: Run) -> None:
    assert run("solve", "3x20", "-o", "one.PNG", "--no-letters") == (0, "", "")
    assert size(Path("one.PNG").read_bytes())[1] == 2 * (3 * 32 + 6)
    assert run("solve", "3x20", "--all", "-o", "all.png", "--no-letters") == (0, "", "")
    assert {path.name for path in Path().glob("all*")} == {"all-1.png", "all-2.png"}
    assert run("solve", "3x20", "--all", "-o", "all.pdf") == (0, "", "")
    assert b"/Count 2" in Path("all.pdf").read_bytes()
    assert run("solve", "3x20", "--all", "-o", "all.pdf") == complaint("all.pdf: this file exists; --force replaces it")
    assert run("solve", "3x20", "--all", "-o", "-", "--style", "svg").status == 2
    assert run("solve", "3x5", "-p", "VVP", "-o", "none.pdf").status != 0
    assert not Path("none.pdf").exists()


@pytest.mark.usefixtures("fpdf")
def test_convert_draws_solutions_and_puzzles(run: Run) -> None:
    puzzle = Puzzle("3x20")
    formats.write_solutions(puzzle.solve_all(), "all.json")
    formats.write_puzzle(puzzle, "puzzle.json")
    assert run("convert", "all.json", "all.svg") == (0, "all.svg: 2 solutions\n", "")
    pictures = [f"{solution.to_svg()}\n" for solution in puzzle.solve_all()]
    assert [Path(f"all-{n}.svg").read_text(encoding="utf-8") for n in (1, 2)] == pictures
    assert run("convert", "all.json", "all.svg").status == 2
    assert run("convert", "all.json", "all.svg", "--force").status == 0
    assert run("convert", "all.json", "all.pdf") == (0, "all.pdf: 2 solutions\n", "")
    assert run("convert", "puzzle.json", "puzzle.svg") == (0, "puzzle.svg: 1 puzzle\n", "")
    assert Path("puzzle.svg").read_text(encoding="utf-8") == f"{puzzle.drawing.above(puzzle.tray).to_svg()}\n"


def test_convert_takes_the_name_of_a_board(run: Run) -> None:
    for name in ("kanoodle", "6x10", "a-puzzle-a-day:Nov,20"):
        assert run("convert", name, "x.json", "--force") == (0, "x.json: 1 puzzle\n", "")
        assert formats.read_puzzle("x.json") == Puzzle(name)
        assert formats.read_puzzle("x.json").board.labels == Puzzle(name).board.labels
    assert run("convert", "8x8", "y.svg", "-p", "pentominoes + O4") == (0, "y.svg: 1 puzzle\n", "")
    assert "<title>O4</title>" in Path("y.svg").read_text(encoding="utf-8")
    Path("6x10").write_text("...\n", encoding="utf-8")
    assert run("convert", "6x10", "z.json").status == 2  # 6x10 is a file now, without an extension


LOOK = "--cell 8 --unit mm --margin 3 --no-letters --coordinates --palette print".split()


def drawn(made: Drawing) -> str:
    """The picture that `LOOK` asks for, as a file has it."""
    picture = made.to_svg(cell=8, unit="mm", margin=3, letters=False, coordinates=True, palette="print")
    return f"{picture}\n"


def test_every_command_that_draws_is_told_how(run: Run) -> None:
    puzzle, kanoodle = Puzzle("3x20"), boards.named("kanoodle")
    made = {
        ("solve", "3x20", "-o", "solution.svg"): next(puzzle.solve_all()).drawing,
        ("convert", "3x20", "puzzle.svg"): puzzle.drawing.above(puzzle.tray),
        ("boards", "kanoodle", "-o", "board.svg"): kanoodle.drawing,
        ("pieces", "F", "X", "-o", "pieces.svg"): chart([Polyform.named("F"), Polyform.named("X")]),
    }
    for arguments, drawing in made.items():
        assert run(*arguments, *LOOK).status == 0
        assert Path(arguments[-1]).read_text(encoding="utf-8") == drawn(drawing)
    assert run("solve", "3x20", "--style", "svg", *LOOK).out == drawn(next(puzzle.solve_all()).drawing)


def test_a_minus_is_standard_output(run: Run) -> None:
    for command in ("boards soma", "pieces FX", "hint 3x5 -p PUV", "unique 3x5 -p PUV", "tally 3x5 -p PUV"):
        assert run(*command.split(), "-o", "-") == run(*command.split())


def test_cut_lines_and_colours_of_pieces_are_asked_for_by_options(run: Run) -> None:
    assert run("pieces", "F", "-o", "f.svg", "--cut", "--letters") == (0, "", "")
    expected = chart([Polyform.named("F")]).to_svg(style="cut", letters=True)
    assert Path("f.svg").read_text(encoding="utf-8") == f"{expected}\n"
    assert run("pieces", "F", "X", "I", "-o", "x.svg", "--palette", "F=#123456, X=teal").status == 0
    text = Path("x.svg").read_text(encoding="utf-8")
    assert re.findall('<path fill="(.*?)"', text)[:2] == ["#123456", "teal"]


@pytest.fixture
def ezdxf() -> Any:
    pytest.importorskip("ezdxf.bbox")
    return pytest.importorskip("ezdxf")


def drawn_in_dxf(ezdxf: Any, text: str) -> Any:
    """The entities of a DXF document, as another library reads them, by layers; and their layers in order."""
    document = ezdxf.read(StringIO(text))
    assert document.header["$INSUNITS"] == 4  # millimetres
    assert not document.audit().errors
    extents = ezdxf.bbox.extents(document.modelspace().query("LWPOLYLINE"))  # texts depend on fonts
    assert document.header["$EXTMIN"] == pytest.approx(tuple(extents.extmin))
    assert document.header["$EXTMAX"] == pytest.approx(tuple(extents.extmax))
    layers = [layer.dxf.name for layer in document.layers if layer.dxf.name not in ("0", "Defpoints")]
    assert layers == ["engrave", "inner", "outline"]
    return {layer: list(document.modelspace().query(f"*[layer=='{layer}']")) for layer in layers}


def box_and_area(outline: Any) -> tuple[float, ...]:
    """The sides of the bounding box of a closed line of a DXF document, and its area, arcs included."""
    from ezdxf.math import area
    from ezdxf.path import make_path

    assert outline.closed
    points = list(make_path(outline).flattening(1e-4))
    xs, ys, _ = zip(*points, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys), abs(area(points))


def test_dxf_has_sizes_in_millimetres_and_layers_for_the_cutter(ezdxf: Any) -> None:
    solution = solved("8x8-hole")
    found = drawn_in_dxf(ezdxf, solution.to_dxf(cell=20, letters=True, kerf=0.4, rim=10, radius=6))
    frame, floor, *pieces = map(box_and_area, found["outline"])
    around = 180.4, 180.4, 180.4**2 - (4 - pi) * 6.2**2
    assert frame == pytest.approx(around, rel=1e-5)
    assert floor == pytest.approx(around, rel=1e-5)
    assert list(map(box_and_area, found["inner"])) == [
        pytest.approx((40.4, 40.4, 40.4**2)),  # the island in the hole of the board
        pytest.approx((159.6, 159.6, 159.6**2)),
    ]
    assert len(pieces) == 12
    for placement, (wide, high, area) in zip(solution.placements, pieces, strict=True):
        rows, columns = placement.piece.sides
        assert sorted([wide, high]) == pytest.approx(sorted([20 * rows + 0.4, 20 * columns + 0.4]))
        edges = 12 if placement.piece.name != "P" else 10
        assert area == pytest.approx(5 * 400 + 20 * edges * 0.2 + 4 * 0.2**2)
    for letter, outline in zip(found["engrave"], found["outline"][2:], strict=True):
        (x, y, _), (xs, ys) = letter.dxf.align_point, zip(*outline.get_points("xy"), strict=True)
        assert min(xs) < x < max(xs)
        assert min(ys) < y < max(ys)
    assert [letter.dxf.text for letter in found["engrave"]] == [one.piece.name for one in solution.placements]


def test_dxf_has_the_labels_of_a_board(ezdxf: Any) -> None:
    board = boards.named("a-puzzle-a-day")
    found = drawn_in_dxf(ezdxf, board.to_dxf(cell=20, letters=True, rim=10))
    _, floor = (outline.get_points("xy") for outline in found["outline"])
    assert {text.dxf.text for text in found["engrave"]} == set(board.labels.values())
    for text in found["engrave"]:
        assert min(x for x, _ in floor) < text.dxf.align_point[0] < max(x for x, _ in floor)
        assert text.dxf.height == pytest.approx(20 * 0.4 * 8 / 11)


def test_dxf_is_the_right_way_up(ezdxf: Any) -> None:
    (outline,) = drawn_in_dxf(ezdxf, Polyomino([(0, 0), (0, 1), (1, 0), (2, 0)]).to_dxf(cell=10))["outline"]
    assert sorted(outline.get_points("xy")) == [(0, 0), (0, 30), (10, 0), (10, 20), (20, 20), (20, 30)]


def test_cut_lines_on_the_command_line(run: Run, ezdxf: Any) -> None:
    between, _, _ = solved("3x5", "PUV").to_svg(style="cut").partition('label="outline"')
    assert run("solve", "3x5", "-p", "PUV", "-o", "a.dxf", "--rim", "8", "--letters") == (0, "", "")
    found = drawn_in_dxf(ezdxf, Path("a.dxf").read_text(encoding="utf-8"))
    assert [len(lines) for lines in found.values()] == [3, between.count("<path") + 1, 2]
    taken = complaint("a.dxf: this file exists; --force replaces it")
    assert run("solve", "3x5", "-p", "PUV", "-o", "a.dxf", "--cut") == taken
    assert run("solve", "3x20", "--all", "-o", "b.dxf", "--cut") == (0, "", "")
    assert run("pieces", "pentominoes", "-o", "c.dxf", "--kerf", "0.2", "--each") == (0, "", "")
    assert len([*Path().glob("b-*.dxf"), *Path().glob("c-*.dxf")]) == 2 + 12
    # A puzzle that is not solved is drawn with its pieces, but its tray is that of its board.
    assert run("convert", "6x10", "d.svg", "--cut", "--rim", "5", "--kerf", "0.2").status == 0
    expected = Puzzle("6x10").to_svg(style="cut", rim=5, kerf=0.2)
    assert Path("d.svg").read_text(encoding="utf-8") == f"{expected}\n"
    assert run("boards", "kanoodle", "-o", "e.dxf", "--rim", "5") == (0, "", "")


@pytest.mark.usefixtures("resvg", "fpdf")
def test_boards_and_pieces_are_drawn_in_all_media(run: Run) -> None:
    both = "boards", "kanoodle", "8x8-hole", "-o"
    for file in ("both.svg", "both.pdf", "both.txt"):
        assert run(*both, file) == (0, "", "")
    assert run("pieces", "pentominoes", "-o", "chart.png", "--cell", "10")[:2] == (0, "")  # it warns without a font
    assert {path.name for path in Path().iterdir()} == {"both-1.svg", "both-2.svg", "both.pdf", "both.txt", "chart.png"}
    assert b"/Count 2" in Path("both.pdf").read_bytes()
    assert run(*both, "both.pdf") == complaint("both.pdf: this file exists; --force replaces it")
    assert run(*both, "both.pdf", "--force") == (0, "", "")


PICTURES = "use pictures (.svg, .png, .pdf)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "solve --cell 3",
            f"--cell cannot be used with standard output; {PICTURES}, cut lines (.dxf) or solids (.obj, .stl)",
        ),
        (
            "solve -o x.html --cut",
            f"--cut cannot be used with a page with all solutions (.html); {PICTURES} or cut lines (.dxf)",
        ),
        ("solve --animate -o x.svg --cut --cell 9", "--cut cannot be used with animations (.svg, .gif)"),
        (
            "convert 6x10 x.json --no-letters --unit mm",
            "--no-letters and --unit cannot be used with a puzzle or solutions (.json, .txt, .ini, .try, .dlx, .cnf, "
            f".lp, .xmpuzzle, .jsonl, .csv, .parquet); {PICTURES}",
        ),
        ("pieces --margin 2", f"--margin cannot be used with standard output; {PICTURES}"),
        ("boards --palette print", f"--palette cannot be used with standard output; {PICTURES}"),
        ("pieces X -o x.txt --coordinates", f"--coordinates cannot be used with text (.txt); {PICTURES}"),
        (
            "pieces X -o x.doc",
            "x.doc: use an extension for text (.txt), pictures (.svg, .png, .pdf), cut lines (.dxf), solids "
            "(.obj, .stl) or posters with --paper (.svg, .png, .pdf), not .doc",
        ),
        ("pieces X -o x.svg --kerf 0.2", "--kerf requires --cut"),
        ("pieces X -o x.txt --kerf 0.2", f"--kerf cannot be used with text (.txt); {PICTURES} or cut lines (.dxf)"),
        ("pieces X -o x.dxf --margin 2", f"--margin cannot be used with cut lines (.dxf); {PICTURES}"),
        ("solve 9x10 -o x.dxf --radius 2", "--radius requires --rim, whose outer corners it rounds"),
        ("solve 9x10 -o x.svg --cell 0", "--cell must be at least 1 pixel, got 0.0"),
        ("pieces -o x.svg --cell wide", "argument --cell: must be a number, got 'wide' (see pentomino pieces --help)"),
        (
            "pieces -o x.svg --palette F",
            "--palette must be 'colour', 'safe', 'print' or a mapping of names to colours, got 'F'",
        ),
        (
            "pieces -o x.svg --palette F=red,X",
            "argument --palette: 'X' has no colour; write for example F=#e3c08f,I=teal (see pentomino pieces --help)",
        ),
    ],
)
def test_looks_that_cannot_be(run: Run, arguments: str, message: str) -> None:
    if ".dxf" in arguments:
        pytest.importorskip("ezdxf")
    assert run(*arguments.split()) == complaint(message)
    assert list(Path().iterdir()) == []
