"""Animations: what is seen at any time, read from the SVG by the rules of SMIL, and from the frames of the GIF."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from bisect import bisect_right
from pathlib import Path
from typing import Any

import pytest

from commandline import Run, complaint, write
from pentomino import PentominoError, Puzzle, Solution, animation, calendar, chart, sheet
from pentomino.pages.animation import LINGER, Animation

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Puzzle("3x5", "PUV")


def seen(svg: str, seconds: float) -> list[str]:
    """The names of the pieces that are seen at that time."""
    found = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        if "translate" not in group.get("transform", ""):
            continue
        (name,) = [title.text or "" for title in group.iter(f"{SVG}title")]
        animate = group.find(f"{SVG}animate")
        if animate is None:
            assert group.get("opacity") is None
            found.append(name)
            continue
        assert animate.get("calcMode") == "discrete"
        values, times = animate.get("values", "").split(";"), list(map(float, animate.get("keyTimes", "").split(";")))
        assert len(values) == len(times)
        assert times[0] == 0
        assert times == sorted(set(times))
        length = float(animate.get("dur", "").removesuffix("s"))
        if values[bisect_right(times, seconds / length + 1e-6) - 1] == "1":
            found.append(name)
    return found


def check(animated: Animation) -> None:
    """Compare what is seen in the middle of each picture with what lies on the board."""
    for number, frame in enumerate(animated.frames):
        time = (number + 0.5) * animated.delay
        assert sorted(seen(str(animated), time)) == sorted(placement.piece.name for placement in frame)
    last = sorted(placement.piece.name for placement in animated.frames[-1])
    assert sorted(seen(str(animated), animated.seconds - 0.01)) == last


def test_pieces_have_the_colours_of_the_puzzle() -> None:
    """I and I4 usually share a colour, so I4 gets another, also in a tray and where it is alone."""
    puzzle = Puzzle("1x9", "I I4")
    solution = solution_of(puzzle)
    colours = re.findall('fill="(#[0-9a-f]{6})" d=[^>]*><title>(\\w+)', solution.to_svg())
    assert len({colour for colour, _ in colours}) == 2
    for made in (str(animation(solution)), *sheet([puzzle]).pages):
        assert {*colours} == {*re.findall('fill="(#[0-9a-f]{6})" d=[^>]*><title>(\\w+)', made)} & {*colours}


def solution_of(puzzle: Puzzle) -> Solution:
    found = puzzle.solve()
    assert found is not None
    return found


@pytest.mark.parametrize(
    "puzzle",
    [
        SMALL,
        Puzzle(),
        calendar.puzzle("11-20"),
        Puzzle("VVV..\nV....\nV....", "PUV"),
        Puzzle("4x4", "I2*"),
        Puzzle("2x3x3", "V3*"),
        Puzzle("hexagonal 3x4", "trihexes*"),
        Puzzle("triangular 3x4", "hexiamonds?"),
        Puzzle("torus 5x12"),
    ],
    ids=["small", "6x10", "calendar", "given", "copies", "box", "hexagons", "triangles", "torus"],
)
def test_a_solution_is_laid_piece_by_piece(puzzle: Puzzle) -> None:
    solution = solution_of(puzzle)
    animated = animation(solution, delay=0.4)
    assert [len(frame) for frame in animated.frames] == list(range(len(puzzle.placed), len(solution.search_order) + 1))
    assert animated.frames[-1] == solution.search_order
    check(animated)


@pytest.mark.parametrize("steps", [1, 7, 60])
def test_the_steps_of_a_search_are_shown(steps: int) -> None:
    animated = animation(Puzzle("5x12").steps(), delay=0.05, steps=steps)
    expected = [step.placements for step, _ in zip(Puzzle("5x12").steps(), range(steps), strict=False)]
    assert list(animated.frames) == [(), *expected]
    check(animated)


def test_a_search_ends_with_its_first_solution() -> None:
    animated = animation(SMALL.steps())
    assert len(animated.frames[-1]) == 3
    assert all(len(frame) < 3 for frame in animated.frames[:-1])
    assert animated.seconds == pytest.approx(len(animated.frames) * 0.3 + LINGER)


def test_pieces_keep_their_colours() -> None:
    fills = re.findall(r'<path fill="(#\w+)"[^>]*><title>(\w)</title>', str(animation(Puzzle("5x12").steps())))
    assert len(fills) > 50
    assert len(set(fills)) == len({name for _, name in fills})


@pytest.mark.parametrize("board", ["3x4x5", "torus 5x12"])
def test_pieces_have_their_colours_in_layers_and_across_a_seam(board: str) -> None:
    solution = solution_of(Puzzle(board))
    fills = dict(re.findall(r'<path fill="(#\w+)"[^>]*><title>(\w)</title>', str(animation(solution))))
    pieces = [placement.piece for placement in solution.placements]
    expected = re.findall(r'<path fill="(#\w+)"[^>]*><title>(\w)</title>', chart(pieces).to_svg())
    assert set(fills.items()) <= set(expected)
    assert {name for _, name in expected} == set(fills.values())


def test_a_palette_says_the_colours() -> None:
    solution = solution_of(SMALL)
    named = str(animation(solution, palette={"P": "teal"}))
    assert [name for hue, name in re.findall(r'fill="(\w+)" d="[^"]*"><title>(\w)', named) if hue == "teal"] == ["P"]
    printed = str(animation(solution, palette="print"))
    assert set(re.findall(r'<path fill="(#\w+)" d="[^"]*"><title>', printed)) == {"#ffffff"}
    with pytest.raises(PentominoError, match="palette must be .*, got 'grey'"):
        animation(solution, palette="grey")


def test_cells_have_the_size_that_is_asked_for(tmp_path: Path) -> None:
    solution = solution_of(SMALL)
    large = ET.fromstring(str(animation(solution, cell=40, letters=False)))
    still = ET.fromstring(solution.to_svg(cell=40))
    sides = "width", "height", "viewBox"
    assert [large.get(side) for side in sides] == [still.get(side) for side in sides]
    assert not list(large.iter(f"{SVG}text"))
    places = [g.get("transform", "") for g in large.iter(f"{SVG}g") if "translate" in g.get("transform", "")]
    assert {float(number) % 40 for place in places for number in re.findall(r"[\d.]+", place)} == {0}
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install pillow")
    for cell in (1, 40):
        animation(solution, cell=cell).write(tmp_path / f"{cell}.gif")
        with image.open(tmp_path / f"{cell}.gif") as gif:
            assert gif.size == (6 * cell, 4 * cell)


def test_without_animations_the_last_picture_is_seen() -> None:
    animated = animation(Puzzle("5x12").steps(), steps=40)
    groups = [g for g in ET.fromstring(str(animated)).iter(f"{SVG}g") if "translate" in g.get("transform", "")]
    shown = [next(g.iter(f"{SVG}title")).text for g in groups if g.get("opacity") == "1"]
    assert sorted(map(str, shown)) == sorted(placement.piece.name for placement in animated.frames[-1])


def test_it_has_no_script_and_shows_in_a_notebook() -> None:
    animated = animation(solution_of(SMALL))
    assert "<script" not in str(animated)
    assert animated._repr_svg_() == str(animated)
    assert repr(animated) == "<Animation: 4 pictures of 3x5>"


def test_a_gif_has_the_same_pictures(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install pillow")
    solution = solution_of(calendar.puzzle("11-20"))
    animated = animation(solution, delay=0.25)
    animated.write(tmp_path / "a.gif")
    with image.open(tmp_path / "a.gif") as gif:
        assert gif.n_frames == len(animated.frames)
        assert gif.info["loop"] == 0
        covered = []
        for number in range(gif.n_frames):
            gif.seek(number)
            assert gif.info["duration"] == (2250 if number == gif.n_frames - 1 else 250)
            colours = gif.convert("RGB")
            # Near the upper left corner of a cell there is neither a wall nor a letter.
            points = {(r, c): (16 + 32 * c + 6, 16 + 32 * r + 6) for r, c in solution.puzzle.board.cells}
            covered.append({cell for cell, point in points.items() if colours.getpixel(point) != (0xE8, 0xE8, 0xE8)})
    assert covered == [{cell for placement in frame for cell in placement.cells} for frame in animated.frames]


def test_a_gif_without_its_package_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)  # an import then fails
    with pytest.raises(PentominoError, match=r"^GIF, unlike SVG, needs pillow: pip install pillow$"):
        animation(solution_of(SMALL)).write(tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_only_what_has_steps_is_animated() -> None:
    for source in ([], None, Puzzle("3x5", "PUV")):
        with pytest.raises(PentominoError, match="source must be a solution, steps or a build order, got"):
            animation(source)  # type: ignore[arg-type]


def test_what_cannot_be_animated_is_refused(tmp_path: Path) -> None:
    for delay in (0, -1, float("inf"), float("nan")):
        with pytest.raises(PentominoError, match="delay must be more than 0 seconds, got"):
            animation(solution_of(SMALL), delay=delay)
    with pytest.raises(PentominoError, match=r"must be \.svg or \.gif"):
        animation(solution_of(SMALL)).write(tmp_path / "a.png")


def test_the_command_line_writes_animations(run: Run) -> None:
    status, out, err = run("solve", "3x5", "-p", "PUV", "--animate", "-q", "-o", "a.svg", "--delay", "0.5")
    assert (status, out, err) == (0, "", "")
    assert Path("a.svg").read_text(encoding="utf-8") == f"{animation(solution_of(SMALL), delay=0.5)}\n"
    assert run("watch", "3x5", "-p", "PUV", "--steps", "-o", "b.svg") == (0, "", "")
    assert Path("b.svg").read_text(encoding="utf-8") == f"{animation(SMALL.steps(), delay=0.05)}\n"
    palette = ("--palette", "P=teal", "--cell", "20", "--no-letters")
    look: dict[str, Any] = {"palette": {"P": "teal"}, "cell": 20, "letters": False}
    assert run("solve", "3x5", "-p", "PUV", "--animate", "-q", "-o", "d.svg", *palette) == (0, "", "")
    assert Path("d.svg").read_text(encoding="utf-8") == f"{animation(solution_of(SMALL), **look)}\n"
    assert run("watch", "3x5", "-p", "PUV", "--steps", "-o", "e.svg", *palette) == (0, "", "")
    assert Path("e.svg").read_text(encoding="utf-8") == f"{animation(SMALL.steps(), delay=0.05, **look)}\n"
    assert run("solve", "1x5", "-p", "X", "--animate", "-q", "-o", "c.svg").status == 1
    assert not Path("c.svg").exists()


def test_a_file_that_exists_is_found_before_the_search(run: Run) -> None:
    write("a.svg", "old")
    assert run("solve", "9x10", "-p", "one-sided pentominoes", "--no-reflections", "--animate", "-o", "a.svg") == (
        complaint("a.svg: this file exists; --force replaces it")
    )
