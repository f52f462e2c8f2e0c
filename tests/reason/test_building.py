"""Build orders: each is replayed cell by cell, and whether there is one is compared with all orders of small solids."""

from __future__ import annotations

import pickle
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import example, given

from assemblies import assembled, cut
from commandline import Run, complaint
from effort import examples
from pentomino import (
    CUBIC,
    Board,
    BuildOrder,
    PentominoError,
    Polyform,
    Puzzle,
    SearchCancelled,
    SearchTimeout,
    Solution,
    animation,
    formats,
    sheet,
    solve_all,
)
from pentomino.render.svg import ARROW, THERE
from puzzles import not_none, solved

Cell = tuple[int, ...]
Cells = frozenset[Cell]

DOWN, UP = (1, 0, 0), (-1, 0, 0)
LEVEL = [(0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def moved(cells: Cells, way: Cell, steps: int) -> Cells:
    return frozenset(tuple(at + steps * by for at, by in zip(cell, way, strict=True)) for cell in cells)


def goes_in(cells: Cells, way: Cell, there: Cells) -> bool:
    """Return whether a piece comes from afar, a cell a step, and meets none of those that are there."""
    return not any(moved(cells, way, -steps) & there for steps in range(12))


def rests(cells: Cells, there: Cells, ground: int) -> bool:
    return any(layer == ground for layer, _, _ in cells) or bool((moved(cells, DOWN, 1) - cells) & there)


def ground_of(pieces: Sequence[Cells]) -> int:
    return max(layer for layer, _, _ in chain(*pieces))


def is_built(pieces: Sequence[Cells], ways: Sequence[Cell], must_rest: bool) -> bool:
    """Return whether the pieces go in one by one in some order, all orders tried."""
    ground = ground_of(pieces)

    def go_on(there: Cells, left: frozenset[int]) -> bool:
        return not left or any(
            go_on(there | pieces[number], left - {number})
            for number in left
            if (not must_rest or rests(pieces[number], there, ground))
            and any(goes_in(pieces[number], way, there) for way in ways)
        )

    return go_on(frozenset(), frozenset(range(len(pieces))))


def replayed(order: BuildOrder) -> None:
    """Check step by step that the pieces go in, and that those rest of which it is said."""
    pieces = [frozenset(placement.cells) for placement in order.solution.placements]
    ground, there = ground_of(pieces), frozenset[Cell]()
    for placement, direction, held in order.steps:
        cells = frozenset(placement.cells)
        assert goes_in(cells, direction, there)
        assert rests(cells, there, ground) == held
        there |= cells
    assert sorted(step.placement for step in order.steps) == sorted(order.solution.placements)


def drawn(*layers: str) -> Solution:
    """Return a solution whose pieces are the letters of its layers, the top one first."""
    cells: dict[str, list[Cell]] = {}
    for layer, picture in enumerate(layers):
        for row, line in enumerate(picture.split("/")):
            for column, letter in enumerate(line):
                if letter != ".":
                    cells.setdefault(letter, []).append((layer, row, column))
    return assembled([cells[letter] for letter in sorted(cells)], CUBIC)


@examples(300)
@given(cut([(3, 1, 4), (3, 2, 3), (4, 2, 2), (3, 3, 3)], most=6))
@example(drawn("433/433/432", "403/034/444", "003/003/114"))  # 0 comes from below, and would rest
def test_it_finds_what_all_orders_have(solution: Solution) -> None:
    pieces = [frozenset(placement.cells) for placement in solution.placements]
    order = solution.build_order()
    assert (order is not None) == is_built(pieces, [DOWN, UP, *LEVEL], must_rest=False)
    if order is None:
        return
    replayed(order)
    assert order.rests == is_built(pieces, [DOWN, *LEVEL], must_rest=True)
    if order.rests:
        assert all(step.direction != UP for step in order.steps)
    if is_built(pieces, [DOWN], must_rest=True):
        assert all(step.direction == DOWN for step in order.steps)


@pytest.mark.parametrize(
    ("board", "pieces", "most"),
    [("soma", None, None), ("soma-bathtub", None, 20), ("2x3x10", "pentominoes", None), ("bedlam", None, 20),
     ("3x4x5", "pentominoes", 30)],
)  # fmt: skip
def test_boxes_and_figures_are_built_from_what_rests(board: str, pieces: str | None, most: int | None) -> None:
    for solution in solve_all(board, pieces, limit=most):
        order = not_none(solution.build_order())
        replayed(order)
        assert order.rests


def order_of(*layers: str) -> BuildOrder:
    found = not_none(drawn(*layers).build_order())
    replayed(found)
    return found


def test_a_piece_is_slid_into_a_ring() -> None:
    # A could come from the front as well, but then B would float first.
    assert str(order_of("AAA", "ABA", "AAA")) == "1. 0 from the top\n2. 1 from the front"


def test_what_hides_others_comes_last() -> None:
    assert str(order_of("BBB/AA.")) == "1. 1 from the top\n2. 0 from the top"
    assert str(order_of("BBBAA")) == "1. 1 from the top\n2. 0 from the top"


def test_a_piece_that_nothing_holds_up_is_to_be_held() -> None:
    order = order_of("A...", "..BB")
    assert not order.rests
    assert [step.rests for step in order.steps].count(False) == 1
    assert "0 from the top, to be held" in str(order)


def test_a_piece_that_is_shut_in_has_no_order() -> None:
    assert drawn("AAA/AAA/AAA", "AAA/ABA/AAA", "AAA/AAA/AAA").build_order() is None


def test_steps_are_a_value() -> None:
    order = solved("soma").build_order()
    assert pickle.loads(pickle.dumps(order)) == order


def test_squares_are_not_built() -> None:
    with pytest.raises(PentominoError, match="a build order requires cubes or balls, got the "):
        solved("3x5", "PUV").build_order()


def test_it_can_be_stopped() -> None:
    solution = solved("bedlam")
    with pytest.raises(SearchCancelled):
        solution.build_order(cancel=lambda: True)
    with pytest.raises(SearchTimeout):
        solution.build_order(timeout=0)


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("palette", ["colour", "print", {"L": "#123456"}])
def test_each_picture_has_the_new_piece_in_colour(palette: str | dict[str, str]) -> None:
    order = soma()
    pictures = order.pictures(palette=palette)
    assert len(pictures) == 7
    assert len({picture.partition("<title>")[0] for picture in pictures}) == 1
    for number, (picture, step) in enumerate(zip(pictures, order.steps, strict=True), 1):
        found = [(path.get("fill"), title.text) for path in ET.fromstring(picture).iter(f"{SVG}path") for title in path]
        grey = {name for fill, name in found if fill == THERE}
        earlier = [f"{step.placement.piece.name}, there" for step in order.steps[: number - 1]]
        assert grey <= set(earlier)  # some may be hidden
        assert grey >= set(earlier[-1:])
        others = [(fill, name) for fill, name in found if name not in grey]
        name = step.placement.piece.name
        assert [name for _, name in others] == [name, name]  # once in place, and once alone in the corner
        if name == "L" and isinstance(palette, dict):
            assert {fill for fill, _ in others} == {"#123456"}


def soma() -> BuildOrder:
    return not_none(solved("soma").build_order())


def test_pieces_that_do_not_touch_are_where_they_belong() -> None:
    first, second = order_of("A.B").pictures()
    assert re.findall('viewBox="[^"]*"', first) == re.findall('viewBox="[^"]*"', second)
    places = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", second)
    assert len(places) == 2
    assert "none" not in second.partition("translate")[2].partition("</g>")[0]


def test_the_arrow_points_the_way() -> None:
    (_, ring) = order_of("AAA", "ABA", "AAA").pictures()
    corners = [
        tuple(map(float, one.split())) for one in re.findall(rf'fill="{ARROW}".* d="M(.*)Z"', ring)[0].split("L")
    ]
    tail, tip = corners[0], corners[3]
    assert tail[0] < tip[0]  # from the front, which is at the lower left
    assert tail[1] > tip[1]


def test_a_new_ball_is_also_drawn_alone() -> None:
    puzzle = solved("kanoodle-pyramid")
    order = not_none(puzzle.build_order())
    for picture, step in zip(order.pictures(), order.steps, strict=True):
        alone = picture.split("<g transform=")[1]  # even a hidden piece can be seen
        assert alone.count(f"<title>{step.placement.piece.name}</title>") == len(step.placement.cells)


def test_given_pieces_come_first() -> None:
    solution = solved("soma")
    order = not_none(solution.build_order())
    last = order.steps[2].placement
    first = solved("soma", placed=[last])
    built = not_none(first.build_order())
    replayed(built)
    assert built.steps[0].placement.cells == last.cells


def test_text_has_the_layers_with_the_new_piece_in_letters() -> None:
    assert order_of("A.", "BB").to_text() == (
        "1. 1 from the top\n"
        "+---+       +-------+\n"
        "| . |       | 1   1 |\n"
        "+---+       +-------+\n"
        "\n"
        "2. 0 from the top\n"
        "+---+       +-------+\n"
        "| 0 |       |       |\n"
        "+---+       +-------+"
    )


def test_a_sheet_has_a_line_above_each_step() -> None:
    order = not_none(solved("bedlam").build_order())
    made = sheet(order, title="Bedlam")
    assert repr(made) == "<Sheet: 13 steps on 2 pages>"
    texts = [[text.text for text in ET.fromstring(page).iter(f"{SVG}text")] for page in made.pages]
    lines = [text for text in chain(*texts) if text and "from the" in text]
    assert lines == list(order.lines)
    assert all(one[0] == "Bedlam" for one in texts)
    assert len(sheet(order, columns=2, rows=2).pages) == 4
    with pytest.raises(PentominoError, match="too many steps for a page"):
        sheet(order, columns=400)


def test_an_animation_shows_one_step_after_the_other(tmp_path: Path) -> None:
    order = soma()
    made = animation(order, delay=1)
    assert [len(frame) for frame in made.frames] == [1, 2, 3, 4, 5, 6, 7]
    shown = [group for group in ET.fromstring(str(made)) if group.tag == f"{SVG}g"]
    assert [group.get("opacity") for group in shown] == ["0"] * 6 + ["1"]
    times = [group.find(f"{SVG}animate") for group in shown]
    assert [time.get("values") for time in times if time is not None] == ["1;0", *["0;1;0"] * 5, "0;1"]
    pytest.importorskip("resvg_py", reason="resvg_py is not installed: pip install resvg_py")
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install pillow")
    made.write(tmp_path / "soma.gif")
    with images.open(tmp_path / "soma.gif") as image:
        assert image.n_frames == 7


def test_the_command_prints_layers(run: Run) -> None:
    done = run("solve", "soma", "--build-order", "-n", "2")
    assert done.status == 0
    assert done.out == "\n\n".join([one.build_order().to_text() for one in solve_all("soma", limit=2)]) + "\n"  # type: ignore[union-attr]


def test_the_command_says_which_solutions_it_tried(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    floor, above = [(1, row, column) for row in (0, 1) for column in (0, 1)], [(0, 0, 3), (0, 0, 4), (0, 0, 5)]
    formats.write_puzzle(Puzzle(Board([*floor, *above], CUBIC), "I2*2 I3"), "floating.json")
    held = "in every order some piece must be held"
    assert run("solve", "floating.json", "--build-order").err == (
        f"pentomino: solutions 1 to 2: {held}; --skip 2 starts with the next solution\n"
    )
    assert run("solve", "floating.json", "--build-order", "--skip", "1").err == (
        f"pentomino: solution 2: {held}; --skip 2 starts with the next solution\n"
    )
    times = iter([0.0, 1.0, 99.0, 0.0, 1.0, 99.0, 0.0, 99.0])
    with monkeypatch.context() as patched:
        patched.setattr("pentomino.cli.solve.monotonic", lambda: next(times))
        assert run("solve", "floating.json", "--build-order", "--timeout", "60").err == (
            f"pentomino: solution 1: {held}; --skip 1 starts with the next solution\n"  # there was no time for others
        )
        for number, more in ((1, ["--all"]), (0, [])):
            stopped = run("solve", "floating.json", "--build-order", "--timeout", "60", "-q", *more)
            said = f"stopped after 60 s: {number} solution{'s' * (number != 1)} examined for build orders"
            assert (stopped.status, stopped.err) == (3, f"pentomino: {said}\n")
    ring = [(layer, row, column) for layer in range(3) for row in range(3) for column in range(3)]
    ring.remove((1, 1, 1))
    formats.write_puzzle(Puzzle(Board([*ring, (1, 1, 1)], CUBIC), [Polyform(ring, "ring", CUBIC), "O1"]), "shut.json")
    assert run("solve", "shut.json", "--build-order") == complaint(
        "solution 1: its pieces cannot be put in one at a time; --skip 1 starts with the next solution; pentomino "
        "disassemble --moves shows whether groups of pieces can"
    )


@pytest.mark.parametrize("name", ["a.html", "a.svg", "a.txt"])
def test_the_command_writes_the_steps(run: Run, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert run("solve", "3x3x3", "-p", "soma", "--build-order", "-o", str(path)) == (0, "", "")
    text = path.read_text(encoding="utf-8")
    assert [line in text for line in soma().lines] == [True] * 7
    assert "exists" in run("solve", "soma", "--build-order", "-o", str(path)).err
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("3x5 -p PUV --build-order", "--build-order requires a solid of cubes or balls, such as soma or 'pyramid 5'"),
        ("soma --build-order --json", "--style cannot be used with text (.txt)"),
        ("soma --build-order --animate", "-o FILE is missing: use an extension for animations (.svg, .gif)"),
        (
            "soma --build-order -o a.csv",
            "a.csv: use an extension for text (.txt), pages (.html, .pdf, .svg, .png) or animations (.svg, .gif), "
            "not .csv",
        ),
        (
            "soma --build-order -n 2 -o a.svg",
            "--limit cannot be used with pages (.html, .pdf, .svg, .png); use text (.txt)",
        ),
        ("soma --build-order -o a.svg --cut", "--cut cannot be used with pages (.html, .pdf, .svg, .png)"),
    ],
)
def test_the_command_says_what_does_not_go_together(run: Run, arguments: str, message: str) -> None:
    assert run("solve", *arguments.split()) == complaint(message)
