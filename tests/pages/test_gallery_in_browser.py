"""A gallery in a real browser: headless Chromium, driven by playwright. Skipped where either is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import pentomino
from chromium import contrast, needs_chromium
from commandline import full_match
from effort import thorough
from pentomino import Puzzle, gallery, properties
from pentomino.lattices.lattice import Cell
from visits import Visit

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium

SOLUTIONS = list(pentomino.solve_all())
STATEMENTS = {
    "box": ("3x3x3", "soma"),
    "hexagons": ("hexagonal 4x4", "I2*"),
    "triangles": ("triangular rhombus 6", "hexiamonds"),
    "ring": ("ring 3x20", "pentominoes"),
    "torus": ("torus 4x5", "I2*"),
    "gaps": ("+.+.\n....", "I2* + O1?"),
}
LATTICES = {name: list(Puzzle(*said).solve_all(limit=60)) for name, said in STATEMENTS.items()}


SIDES = [
    ("box", "L", "top", lambda cell: cell[0] == 0),
    ("box", "T", "front", lambda cell: cell[1] == 2),
    ("triangles", "bar", "upper right", lambda cell: cell[1] - cell[0] in (11, 12)),
    ("triangles", "snake", "bottom", lambda cell: cell[0] == 5 and not sum(cell) % 2),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("galleries")
    gallery(SOLUTIONS).write(folder / "6x10.html")
    gallery(Puzzle("4x5", "I2*").solve_all()).write(folder / "dominoes.html")
    gallery(Puzzle("a-puzzle-a-day:Nov,20").solve_all()).write(folder / "calendar.html")
    for name, solutions in LATTICES.items():
        gallery(solutions).write(folder / f"{name}.html")
    return folder


class Gallery(Visit):
    """The galleries of a folder, one of which is open."""

    def open(self, name: str, state: str = "") -> None:  # type: ignore[override]
        self.open_link(f"/{name}{state}")

    @property
    def status(self) -> str:
        return self.page.inner_text("#status")

    @property
    def focused(self) -> str:
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id")

    def first(self) -> str:
        return self.page.locator("#grid button").first.get_attribute("aria-label")


@pytest.fixture(scope="module")
def visitor(browser: Any, pages: Path) -> Iterator[Gallery]:
    """One for all, as a new one takes as long as opening a page."""
    with browser.new_context(viewport={"width": 1000, "height": 700}) as context:
        yield Gallery(context, pages.as_uri())


@pytest.fixture
def visit(visitor: Gallery) -> Iterator[Gallery]:
    visitor.faults.clear()
    yield visitor
    assert visitor.faults == []


@pytest.mark.parametrize("name", ["6x10.html", "dominoes.html", "calendar.html"])
def test_it_draws_what_is_in_sight(visit: Gallery, name: str) -> None:
    visit.open(name)
    full_match(r"\d+ solutions", visit.status)
    assert 10 < visit.page.locator("#grid svg").count() < 300


@pytest.mark.parametrize("name", ["crossings", "fault_lines", "edge"])
def test_it_says_what_the_solutions_are_like(visit: Gallery, name: str) -> None:
    visit.open("6x10.html")
    counts = Counter(getattr(properties(solution), name) for solution in SOLUTIONS)
    shown = visit.page.locator(f"#{name} option").all_inner_texts()
    assert shown == ["any", *(f"{number} ({count})" for number, count in sorted(counts.items()))]
    rare = min(counts, key=lambda number: counts[number])
    visit.page.select_option(f"#{name}", str(rare))
    assert visit.status == f"{counts[rare]} of 2339 solutions"


def halves(grid: tuple[str, ...], turned: tuple[str, ...]) -> bool:
    """Whether six pieces are connected and lie where the others do when the board is turned: all choices are tried."""
    cells = {(y, x): mark for y, row in enumerate(grid) for x, mark in enumerate(row)}
    facing = {(mark, turned[y][x]) for (y, x), mark in cells.items()}
    for half in combinations(sorted(set(cells.values())), 6):
        if all((one in half) != (other in half) for one, other in facing):
            left = {cell for cell, mark in cells.items() if mark in half}
            reached = [left.pop()]
            for y, x in reached:
                near = {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & left
                left -= near
                reached += near
            if not left:
                return True
    return False


@thorough
def test_it_knows_halves_that_a_symmetry_swaps(visit: Gallery) -> None:
    visit.open("6x10.html")
    found = [solution.grid for solution in SOLUTIONS]
    turned = sum(halves(grid, tuple(row[::-1] for row in grid[::-1])) for grid in found)
    mirrored = sum(halves(grid, tuple(row[::-1] for row in grid)) for grid in found)
    names = visit.page.locator("#symmetry option").all_inner_texts()
    assert f"halves: a half turn ({turned})" in names
    assert f"halves: left and right swapped ({mirrored})" in names


def test_it_knows_the_symmetries_of_solutions(visit: Gallery) -> None:
    visit.open("dominoes.html")
    solutions = list(Puzzle("4x5", "I2*").solve_all())
    kept = sum(solution.transformed(pentomino.D4.ROTATE_180) == solution for solution in solutions)
    assert f"kept by a half turn ({kept})" in visit.page.locator("#symmetry option").all_inner_texts()


def test_it_finds_a_piece_on_a_cell_and_turns_solutions_to_fit(visit: Gallery) -> None:
    visit.open("6x10.html")
    every = list(pentomino.solve_all(symmetry="all"))
    visit.page.select_option("#piece", label="X")
    visit.click("#board [data-cell='11']")
    assert visit.status == f"{sum(solution.grid[1][1] == 'X' for solution in every)} of 2339 solutions"
    visit.click("#turn")
    assert visit.status == f"{sum(solution.grid[1][1] == 'X' for solution in SOLUTIONS)} of 2339 solutions"
    visit.click("#filters button[type=reset]")
    assert visit.status == "2339 solutions"


def test_it_says_if_nothing_passes_the_filters(visit: Gallery) -> None:
    visit.open("6x10.html", "#at=1.1.9")
    assert visit.status == "0 of 2339 solutions"
    told = visit.page.evaluate("getComputedStyle(document.getElementById('grid'), '::after').content")
    assert told == '"No solution passes all filters."'
    visit.press("Enter")


def test_it_finds_pieces_at_a_side(visit: Gallery) -> None:
    visit.open("6x10.html")
    visit.click("#turn")
    visit.page.select_option("#piece", label="W")
    visit.click("#board [data-side=top]")
    touched = sum("W" in solution.grid[0] for solution in SOLUTIONS)
    assert visit.status == f"{touched} of 2339 solutions"
    visit.click("#board [data-side=top]")
    assert visit.status == f"{2339 - touched} of 2339 solutions"
    visit.click("#board [data-side=top]")
    assert visit.status == "2339 solutions"


def test_it_sorts(visit: Gallery) -> None:
    visit.open("6x10.html")
    visit.page.select_option("#sort", "-crossings")
    values = [properties(solution).crossings for solution in SOLUTIONS]
    assert visit.first() == f"Solution {values.index(max(values)) + 1}, enlarge"
    visit.page.select_option("#sort", "")
    assert visit.first() == "Solution 1, enlarge"


def test_it_is_used_with_the_keyboard(visit: Gallery) -> None:
    visit.open("6x10.html")
    for _ in range(14):
        visit.press("Tab")
    assert visit.focused == "Solution 1, enlarge"
    visit.press("ArrowRight", "Enter")
    assert visit.page.inner_text("#heading") == "Solution 2 of 2339"
    visit.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert visit.page.inner_text("#heading") == "Solution 3 of 2339"
    visit.press("Escape")
    visit.wait_until("document.activeElement.getAttribute('aria-label') === 'Solution 3, enlarge'")
    visit.press("End")
    assert visit.focused == "Solution 2339, enlarge"
    visit.press("Home")
    assert visit.focused == "Solution 1, enlarge"


def test_the_board_is_one_stop_with_arrows_within(visit: Gallery) -> None:
    visit.open("6x10.html")
    visit.page.focus("#board [tabindex='0']")
    visit.press("ArrowDown")
    assert visit.focused == "row 2, column 1"
    visit.press("Space")
    assert visit.focused == "row 2, column 1: F"
    assert visit.page.locator("#board [tabindex='0']").count() == 1


def test_the_address_says_the_state(visit: Gallery) -> None:
    visit.open("6x10.html", "#at=2.2.9&crossings=2&open=5")
    assert visit.page.inner_text("#heading") == "Solution 5 of 2339"
    status = visit.status
    visit.click("#close")
    visit.wait_until("location.hash === '#at=2.2.9&crossings=2'")
    visit.open("6x10.html", "#at=99.99.99&side=1.up.yes&crossings=77&open=0&sort=none")
    assert visit.status == "2339 solutions"
    visit.open("6x10.html", "#at=2.2.9&crossings=2")
    assert visit.status == status


@pytest.mark.parametrize("name", ["6x10.html", "dominoes.html", "calendar.html"])
def test_it_copies_what_a_solution_prints(visit: Gallery, name: str) -> None:
    puzzle = {"6x10.html": Puzzle(), "dominoes.html": Puzzle("4x5", "I2*")}.get(name, Puzzle("a-puzzle-a-day:Nov,20"))
    solution = puzzle.solve()
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(name, "#open=1")
    visit.click("[data-copy=text]")
    expected = "\n".join(solution.grid)
    if name == "calendar.html":
        cells = {cell for cell, _ in puzzle.board.labels if cell not in puzzle.board.cells}
        rows = [[*row] for row in solution.grid]
        for row, column in cells:
            rows[row][column] = "."
        expected = "\n".join(map("".join, rows))
    assert visit.page.evaluate("navigator.clipboard.readText()") == expected
    visit.click("[data-copy=svg]")
    assert visit.page.evaluate("navigator.clipboard.readText()").startswith('<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.parametrize("name", LATTICES)
def test_it_draws_and_describes_all_lattices(visit: Gallery, name: str) -> None:
    solutions = LATTICES[name]
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(f"{name}.html", f"#open={len(solutions)}")
    assert visit.status == f"{len(solutions)} solution{'s' * (len(solutions) > 1)}"
    visit.click("[data-copy=text]")
    assert visit.page.evaluate("navigator.clipboard.readText()") == solutions[-1].to_text("letters")
    # Each area has a path that is not empty.
    drawn = visit.page.evaluate(
        "[...document.querySelectorAll('#picture path')].map((path) => path.getBBox().width > 0)"
    )
    areas = len(solutions[-1].placements) + solutions[-1].to_text("letters").count("+")
    assert len(drawn) == areas + (name in ("ring", "torus"))  # their walls are one more path
    assert all(drawn)
    facts = visit.page.inner_text("#facts")
    edge = properties(solutions[-1]).edge
    assert (f"{edge} piece{'s' * (edge != 1)} at the edge" in facts) is (name != "torus")
    assert ("crossing" in facts) is (name == "gaps")


@pytest.mark.parametrize(("name", "piece", "side", "is_there"), SIDES)
def test_it_finds_pieces_at_the_sides_of_all_lattices(
    visit: Gallery, name: str, piece: str, side: str, is_there: Callable[[Cell], bool]
) -> None:
    visit.open(f"{name}.html", "#turn=false")
    visit.page.select_option("#piece", label=piece)
    visit.click(f"#sides [data-side='{side}']")
    touching = [
        solution
        for solution in LATTICES[name]
        if any(one.piece.name == piece and any(map(is_there, one.cells)) for one in solution.placements)
    ]
    assert 0 < len(touching) < len(LATTICES[name])
    assert visit.status == f"{len(touching)} of {len(LATTICES[name])} solutions"


def test_it_knows_the_symmetries_of_solutions_on_a_hexagon(visit: Gallery) -> None:
    visit.open("hexagons.html")
    solutions = LATTICES["hexagons"]
    half = next(one for one in solutions[0].puzzle.symmetries() if one.is_proper and not one.is_identity)
    kept = sum(solution.transformed(half) == solution for solution in solutions)
    assert kept
    assert f"kept by a half turn ({kept})" in visit.page.locator("#symmetry option").all_inner_texts()


def test_it_prints_as_many_to_a_page_as_are_wanted(visit: Gallery) -> None:
    visit.open("6x10.html", "#fault_lines=1")
    number = int(visit.status.split()[0])
    for wanted in (6, 12):
        visit.page.select_option("#per-page", str(wanted))
        printed = visit.page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == -(-number // wanted)
    assert visit.page.locator("#paper svg").count() == 0


def test_it_is_readable_in_the_dark(browser: Any, pages: Path) -> None:
    colours = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        visit = Gallery(context, pages.as_uri())
        visit.open("6x10.html")
        styles = "const s = getComputedStyle(document.querySelector('{}')); [s.color, s.backgroundColor]"
        (text, back), (quiet, _) = (visit.page.evaluate(styles.format(of)) for of in ("body", "header p"))
        colours.append(back)
        assert contrast(text, back) > 7
        assert contrast(quiet, back) > 4.5
        context.close()
    assert colours[0] != colours[1]
