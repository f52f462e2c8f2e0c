"""Drawings made from pictures in letters, or from random cells."""

from __future__ import annotations

from textwrap import dedent

from hypothesis import strategies as st

from pentomino.drawable import Drawing
from pentomino.render.drawing import BLOCKED, EMPTY

Cell = tuple[int, int]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def drawing(text: str, origin: Cell = (0, 0), names: dict[str, str] | None = None) -> Drawing:
    """Return the drawing of a picture in letters. Each letter is one area; areas are in order of appearance."""
    rows = picture(text).split("\n")
    symbols = list(dict.fromkeys(mark for row in rows for mark in row if mark not in ".#"))
    areas = {
        (origin[0] + r, origin[1] + c): EMPTY if mark == "." else symbols.index(mark)
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark != "#"
    }
    return Drawing(areas, tuple(symbols), tuple((names or {}).get(symbol, symbol) for symbol in symbols))


def components(areas: dict[Cell, int]) -> list[set[Cell]]:
    """Return the connected sets of cells that have the same number, in reading order."""
    found, left = [], dict.fromkeys(sorted(areas))
    while left:
        first = next(iter(left))
        component, todo = set(), [first]
        while todo:
            cell = todo.pop()
            if cell in left and areas[cell] == areas[first]:
                del left[cell]
                component.add(cell)
                todo += [(cell[0] + r, cell[1] + c) for r, c in SIDES]
        found.append(component)
    return found


@st.composite
def drawings(draw: st.DrawFn, scattered: bool = False) -> Drawing:
    """Draw boards of random cells: blocked, empty or in areas. Each area is connected unless `scattered`."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    marks = st.lists(st.sampled_from([BLOCKED, EMPTY, 0, 1, 2, 3]), min_size=columns, max_size=columns)
    table = draw(st.lists(marks, min_size=rows, max_size=rows))
    top, left = draw(st.integers(-9, 9)), draw(st.integers(-9, 9))
    areas = {(top + r, left + c): table[r][c] for r in range(rows) for c in range(columns)}
    areas = {cell: area for cell, area in areas.items() if area != BLOCKED}
    if not scattered:
        parts = [part for part in components(areas) if areas[min(part)] != EMPTY]
        areas |= {cell: number for number, part in enumerate(parts) for cell in part}
    count = max([*areas.values(), EMPTY]) + 1
    symbols = tuple(chr(ord("A") + number) for number in range(count))
    return Drawing(areas, symbols, tuple(draw(st.sampled_from(["I", "L", "X&<"])) for _ in symbols))
