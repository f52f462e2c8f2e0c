"""Sheets: puzzles on paper, several on a page, with the pieces to place and a key.

A page is an SVG document in millimetres that contains the pictures of boards and pieces. If all puzzles have the same
pieces to place, these are drawn once, on top of each page.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ..base.words import counted
from ..base.writing import check_target, written
from ..errors import PentominoError
from ..lattices.looks import Spot
from ..pieces.charts import in_rows
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from ..render.drawing import BaseDrawing
from ..render.isometric import scene
from ..render.media import in_frame, pdf
from ..render.svg import ON_WHITE, SvgStyle, escaped, svg, svg_options

__all__ = ["PAPERS", "Sheet", "sheet"]

Paper: TypeAlias = Literal["A4", "Letter"]

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The width and the height of papers, in millimetres."""

MARGIN, GAP, LINE = 12.0, 6.0, 6.0
"""The margin of the paper, the gap between two puzzles, and the height of a line of text, in millimetres."""

TRAY = 0.3
"""The share of a puzzle's height that the pieces to place may take, be they below it or on top of the page."""

LARGEST = 12.0
"""The largest side of a cell, in millimetres."""


class Rectangle(NamedTuple):
    """A part of a page, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    def below(self, height: float) -> Rectangle:
        """Return the rest of the rectangle, under a strip of a height."""
        return Rectangle(self.x, self.y + height, self.width, self.height - height)

    def cut(self, columns: int, rows: int) -> Iterator[Rectangle]:
        """Yield equal parts, row by row, with gaps between them."""
        width, height = (self.width + GAP) / columns - GAP, (self.height + GAP) / rows - GAP
        for row in range(rows):
            for column in range(columns):
                yield Rectangle(self.x + column * (width + GAP), self.y + row * (height + GAP), width, height)


class Item(NamedTuple):
    """A piece to place, and the number of its copies in words, nothing for a single one."""

    piece: Polyform
    copies: str


def sheet(
    puzzles: Iterable[Puzzle | tuple[str, Puzzle]],
    *,
    columns: int = 2,
    rows: int = 3,
    key: bool = True,
    upside_down: bool = False,
    title: str = "",
    paper: Paper = "A4",
) -> Sheet:
    """Return puzzles to print, *columns* times *rows* on a page, numbered, each with the pieces to place.

    A puzzle may come with a name, which is printed beside its number. With *key*, pages at the end have a solution of
    each, with *upside_down* turned by a half turn. A notebook shows the sheet; `write` writes it as .html, .svg or
    .pdf. Boxes and their pieces are drawn as solids; in the key, or if some pieces are given, layer by layer.

    Raise `PentominoError` if there are no puzzles, if *paper* is unknown, or if *columns* or *rows* is below 1.

    >>> from pentomino import Puzzle, sheet
    >>> page = sheet([("a square ring", Puzzle("8x8-hole")), Puzzle("5x12")], columns=1, rows=2, title="For Sunday")
    >>> page
    <Sheet: 2 puzzles on 1 page, and the key>
    >>> [path.name for path in page.write("sheet.html")]
    ['sheet.html']
    """
    named = [one if isinstance(one, tuple) else ("", one) for one in puzzles]
    return Sheet(named, columns, rows, key, upside_down, title, paper)


class Sheet:
    """Puzzles on paper: `pages` are SVG documents in millimetres, `str()` is an HTML page. Made by `sheet`."""

    def __init__(
        self,
        named: Sequence[tuple[str, Puzzle]],
        columns: int,
        rows: int,
        key: bool,
        upside_down: bool,
        title: str,
        paper: str,
    ) -> None:
        if not named:
            raise PentominoError("a sheet needs at least one puzzle")
        if paper not in PAPERS:
            raise PentominoError(f"unknown paper {paper!r}; there are {', '.join(PAPERS)}")
        if columns < 1 or rows < 1:
            raise PentominoError(f"a page has at least one column and one row, not {columns} and {rows}")
        self._named = named
        self._columns, self._rows = columns, rows
        self._has_key, self._is_upside_down = key, upside_down
        self._title = title or "Puzzles"
        self._heading = title
        self._paper = paper

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the paper, in millimetres."""
        return PAPERS[self._paper]

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The pages, each an SVG document; those of the key come last."""
        return (*self._puzzle_pages(), *(self._key_pages() if self._has_key else ()))

    def _puzzle_pages(self) -> Iterator[str]:
        trays = [items_of(puzzle) for _, puzzle in self._named]
        is_shared = len(trays) > 1 and all(tray == trays[0] for tray in trays)
        numbered = iter(list(enumerate(zip(self._named, trays, strict=True), 1)))
        while part := list(islice(numbered, self._columns * self._rows)):
            parts, room = self._headed(self._heading)
            if is_shared:
                height = min(TRAY * room.height / self._rows, room.height / 6)
                parts += tray_in(trays[0], Rectangle(*room[:3], height))
                room = room.below(height + GAP)
            for (number, ((name, puzzle), tray)), place in zip(part, room.cut(self._columns, self._rows), strict=False):
                parts += _puzzle_in(f"{number}", name, puzzle, () if is_shared else tray, place)
            yield self._page(parts)

    def _key_pages(self) -> Iterator[str]:
        columns = next((n for n in range(4, 8) if n * (n + 1) >= len(self._named)), 8)
        numbered = enumerate(self._named, 1)
        while part := list(islice(numbered, columns * (columns + 1))):
            parts, room = self._headed(f"{self._heading}: key" if self._heading else "Key")
            for (number, (name, puzzle)), place in zip(part, room.cut(columns, columns + 1), strict=False):
                parts += _caption(f"{number}", name, place)
                if (solution := puzzle.solve()) is None:
                    parts.append(text_in("no solution", place.below(LINE), 3.5))
                else:
                    parts += fitted(solution.drawing, place.below(LINE))
            yield self._page(parts, self._is_upside_down)

    def _headed(self, heading: str) -> tuple[list[str], Rectangle]:
        """Return the heading of a page, and the room under it."""
        width, height = self.size
        room = Rectangle(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
        if not heading:
            return [], room
        return [text_in(heading, Rectangle(*room[:3], LINE), 5.5, "bold")], room.below(LINE + GAP)

    def _page(self, parts: Iterable[str], is_turned: bool = False) -> str:
        width, height = self.size
        turn = f' transform="rotate(180 {width / 2:g} {height / 2:g})"' * is_turned
        size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
        first = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"{ON_WHITE}>'
        return "\n".join([first, f"<title>{escaped(self._title)}</title>", f"<g{turn}>", *parts, "</g>", "</svg>"])

    def __repr__(self) -> str:
        number = -(-len(self._named) // (self._columns * self._rows))
        size = f"{counted(len(self._named), 'puzzle')} on {counted(number, 'page')}"
        return f"<Sheet: {size}{', and the key' * self._has_key}>"

    def __str__(self) -> str:
        width, height = self.size
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escaped(self._title)}</title>
<style>
@page {{ size: {width:g}mm {height:g}mm; margin: 0 }}
body {{ margin: 0; background: #ddd }}
svg {{ display: block; margin: 0 auto; break-after: page; print-color-adjust: exact }}
@media screen {{ svg {{ margin: 16px auto; max-width: 100%; height: auto }} }}
</style>
</head>
<body>
{chr(10).join(self.pages)}
</body>
</html>
"""

    def _repr_html_(self) -> str:
        return in_frame(self._title, str(self))

    def write(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write the sheet as .html, .svg or .pdf, and return the paths; several pages in SVG are PATH-1, PATH-2 ...

        Raise `FileExistsError` if a file exists, unless *force* replaces it; `PentominoError` if *path* has another
        ending, or for PDF if the package for it is missing.
        """
        path = Path(path)
        files = self._files(path)
        # All are checked before the first is written, so that none is left behind by an error.
        for target in files:
            check_target(target, force)
        for target, data in files.items():
            with written(target, force) as file:
                file.write(data)
        return list(files)

    def _files(self, path: Path) -> dict[Path, bytes]:
        ending = path.suffix.lower()
        if ending == ".html":
            return {path: str(self).encode()}
        if ending == ".pdf":
            return {path: pdf(self.pages)}
        if ending != ".svg":
            raise PentominoError(f"{path}: a sheet is written as .html, .svg or .pdf")
        if len(self.pages) == 1:
            return {path: f"{self.pages[0]}\n".encode()}
        digits = len(str(len(self.pages)))
        names = (path.with_name(f"{path.stem}-{n:0{digits}}{path.suffix}") for n in range(1, len(self.pages) + 1))
        return {name: f"{page}\n".encode() for name, page in zip(names, self.pages, strict=True)}


def items_of(puzzle: Puzzle) -> tuple[Item, ...]:
    """Return the pieces that are still to be placed, with the numbers of their copies."""
    items = []
    for (_, _, wanted), (piece, least, most) in zip(puzzle.pieces, puzzle.demand, strict=True):
        if most:
            items.append(Item(_lying(piece), _copies(least, most, is_bounded=wanted is not None)))
    return tuple(items)


def _copies(least: int, most: int, is_bounded: bool) -> str:
    if not is_bounded:
        return f"{least} or more" if least else "any number"
    if least == most:
        return "" if least == 1 else f"\u00d7{least}"
    return f"\u00d7{least} to {most}"


def _lying(piece: Polyform) -> Polyform:
    """Return the piece as drawn, or turned if that is flatter."""
    return min(piece.orientations(False), key=lambda turned: turned.sides[0])


def _puzzle_in(number: str, name: str, puzzle: Puzzle, tray: Sequence[Item], place: Rectangle) -> list[str]:
    """Return a puzzle with its number, its name, and the pieces of *tray* below it, if there are any."""
    room = place.below(LINE)
    height = TRAY * room.height if tray else 0
    board = Rectangle(*room[:3], room.height - height)
    lower = tray_in(tray, Rectangle(room.x, room.y + room.height - height + 2, room.width, height - 2)) if tray else []
    return [*_caption(number, name, place), *fitted(puzzle.drawing, board, is_solid=not puzzle.placed), *lower]


def _caption(number: str, name: str, place: Rectangle) -> list[str]:
    return [text_in(f"{number}. {name}" if name else number, Rectangle(*place[:3], LINE), 4, "bold")]


def tray_in(items: Sequence[Item], place: Rectangle) -> list[str]:
    """Return pieces side by side in rows, as large as can be, with the numbers of their copies behind them."""
    # Smaller cells make wider rows, so fewer of them: try side by side until the rows are not too high.
    cell = LARGEST / 2
    while cell > 0.5 and (rows := in_rows(items, _width, place.width / cell)) and _height(rows) * cell > place.height:
        cell -= 0.1
    parts, top = [], place.y
    for row in in_rows(items, _width, place.width / cell):
        left = place.x + (place.width - (sum(_width(item) + 1 for item in row) - 1) * cell) / 2
        for item in row:
            width, height = _extent(item.piece)
            size = Rectangle(left, top, width * cell, height * cell)
            parts += fitted(item.piece.drawing, size, False, is_solid=True)
            if item.copies:
                room = Rectangle(left + size.width, top, (_width(item) - width) * cell, size.height)
                parts.append(text_in(item.copies, room, cell))
            left += (_width(item) + 1) * cell
        top += (_highest(row) + 0.7) * cell
    return parts


def _width(item: Item) -> float:
    """Return the width of a piece and of the text behind it, in cells."""
    return _extent(item.piece)[0] + 0.4 * bool(item.copies) + 0.6 * len(item.copies)


@lru_cache(maxsize=1024)
def _extent(piece: Polyform) -> Spot:
    """Return the width and the height of the picture of a piece, in cells."""
    return piece.drawing.extent if piece.lattice.dimension == 2 else scene(piece.drawing).extent


def _highest(row: Sequence[Item]) -> float:
    return max(_extent(item.piece)[1] for item in row)


def _height(rows: Sequence[Sequence[Item]]) -> float:
    return sum(_highest(row) + 0.7 for row in rows)


def fitted(drawing: BaseDrawing, place: Rectangle, letters: bool = True, is_solid: bool = False) -> list[str]:
    """Return the picture in the middle of *place*, as large as it fits there; a box as a solid if *is_solid*."""
    style: SvgStyle = "isometric" if is_solid and drawing.lattice.dimension > 2 else "filled"
    head, _, inner = svg(drawing, svg_options(letters=letters, style=style)).removesuffix("</svg>").partition(">\n")
    left, top, width, height = map(float, head.partition('viewBox="')[2].partition('"')[0].split())
    scale = min(place.width / width, place.height / height, LARGEST / 32)
    x = place.x + (place.width - width * scale) / 2 - left * scale
    y = place.y + (place.height - height * scale) / 2 - top * scale
    return [f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">', inner.strip(), "</g>"]


def text_in(text: str, place: Rectangle, size: float, weight: str = "normal") -> str:
    """Return a line of text in the middle of *place*, *size* millimetres high, narrower if it would not fit."""
    size = min(size, place.width / max(1, len(text)) / 0.6)
    # Not every program that makes PDF of SVG knows dy or dominant-baseline.
    return (
        f'<text x="{place.x + place.width / 2:.2f}" y="{place.y + place.height / 2 + 0.35 * size:.2f}" '
        f'font-family="sans-serif" font-size="{size:.2f}" font-weight="{weight}" text-anchor="middle" '
        f'fill="#222222">{escaped(text)}</text>'
    )
