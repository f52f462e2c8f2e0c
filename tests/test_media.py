"""Files of pictures: PNG and PDF, on the command line too, and what is said without the packages that they take."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from commandline import Run, complaint
from pentomino import PentominoError, Puzzle, formats, solve
from pentomino.render.media import MEDIA, pdf, png

SMALL = Puzzle("3x5", "PUV").drawing


def size(data: bytes) -> tuple[int, int]:
    """The width and height that the header of a PNG says."""
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
    made = solve("3x5", "PUV")
    assert made is not None
    with pytest.raises(PentominoError, match=r"^PDF shows the letters of Western Europe only, not '\u4e00'$"):
        pdf([made.to_svg().replace(">P</text>", ">\u4e00</text>")])
    with pytest.raises(PentominoError, match="says no size in pixels or millimetres"):
        pdf(["<svg/>"])


@pytest.mark.parametrize(("ending", "package"), [(".png", "resvg_py"), (".pdf", "fpdf")])
def test_a_package_that_is_missing_is_named_before_the_search(
    run: Run, monkeypatch: pytest.MonkeyPatch, ending: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    name = ending[1:]
    message = f"{name.upper()} needs {package}: pip install pentomino[{name}]"
    assert run("solve", "20x30", "-o", f"x{ending}") == complaint(message)
    assert run("convert", "kanoodle", f"x{ending}") == complaint(message)
    assert list(Path().iterdir()) == []
    MEDIA[".svg"].check()


@pytest.mark.usefixtures("resvg", "fpdf")
def test_solve_writes_pictures(run: Run) -> None:
    assert run("solve", "3x20", "-o", "one.PNG") == (0, "", "")
    assert size(Path("one.PNG").read_bytes())[1] == 2 * (3 * 32 + 6)
    assert run("solve", "3x20", "--all", "-o", "all.png") == (0, "", "")
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
    assert run("convert", "8x8", "y.svg", "-p", "pentominoes + O4") == (0, "y.svg: 1 puzzle\n", "")
    assert "<title>O4</title>" in Path("y.svg").read_text(encoding="utf-8")
    Path("6x10").write_text("...\n", encoding="utf-8")
    assert run("convert", "6x10", "z.json").status == 2  # it is a file now, whose name says no format
