"""Sheets of puzzles to print, with the pieces to place and a key of solutions, and posters of pieces.

A page is an SVG document in millimetres. On all pages of a sheet, the pieces to place have the same scale, and boards
of the same size have the same scale. If all puzzles have the same pieces to place, each page shows them once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count, islice, takewhile
from math import ceil, inf
from pathlib import Path
from typing import NamedTuple

from ..charts import charted, in_rows
from ..errors import PentominoError
from ..files import PAGES, check_target, numbered_paths, written
from ..lattices.lattice import Spot
from ..pieces.letters import own_symbols
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from ..reason.searches import Searches
from ..reason.solids import BuildOrder, Disassembly
from ..render.colours import PaletteLike
from ..render.drawing import NOBODY, BaseDrawing, Owner
from ..render.media import in_frame, pdf, png
from ..render.solids import scene
from ..render.svg import SvgOptions, escaped, svg, svg_options
from ..search.options import Cancel, Options
from ..solutions.solution import kit_of
from ..wording import counted, joined

PAPERS = {
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
}
"""The width and the height of each paper size, in millimetres."""

SIDES = 50, 2000
"""The minimum and the maximum side of paper whose size is given as numbers, in millimetres."""

MARGIN, GAP, LINE = 12.0, 6.0, 6.0
"""The margin of the paper (less on small paper), the gap between puzzles and the height of a line, in millimetres."""

ROOM = 80.0
"""With the default numbers of columns and rows, the minimum width and height of a puzzle, in millimetres."""

STEPS = 12
"""The default number of steps of a build order, or of moves of a disassembly, on a page."""

KEYS = 72
"""The maximum number of solutions on an A4 page of the key (the solutions at the end of a sheet)."""

MIN_CELL_MM, MAX_CELL_MM, STEP_MM = 0.2, 20.0, 0.1
"""The smallest and the largest side of a cell, and the step between two sides that are tried, in millimetres."""

READABLE = 4.0
"""Letters on pieces are readable if cells have at least this side, in millimetres. Such cells are preferred."""

APART, BETWEEN = 3.0, 0.7
"""The gap between a board and the pieces below it, in millimetres, and the gap between two pieces, in cells."""

RIM = 6 / 32
"""The total width of the lines at the left and at the right of a picture, in cells."""


class Rectangle(NamedTuple):
    """A rectangle on a page: its left and top edges, width and height, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    def below(self, height: float) -> Rectangle:
        """Return the rectangle without a strip of this *height* at the top."""
        return Rectangle(self.x, self.y + height, self.width, self.height - height)

    def part(self, columns: int, rows: int) -> Rectangle:
        """Divide the rectangle into *columns* × *rows* equal rectangles. Return the rectangle at the top left.

        There are gaps between the rectangles. Small rectangles have smaller gaps.
        """
        gap = min(GAP, 0.1 * min(self.width / columns, self.height / rows))
        width, height = (self.width + gap) / columns - gap, (self.height + gap) / rows - gap
        return self._replace(width=width, height=height)

    def cut(self, columns: int, rows: int) -> Iterator[Rectangle]:
        """Divide the rectangle into *columns* × *rows* equal rectangles with gaps. Yield them row by row."""
        _, _, width, height = part = self.part(columns, rows)
        for row in range(rows):
            for column in range(columns):
                left = column * (self.width - width) / max(1, columns - 1)
                top = row * (self.height - height) / max(1, rows - 1)
                yield part._replace(x=self.x + left, y=self.y + top)


class TrayPiece(NamedTuple):
    """A piece to place. `copies` is a string such as "×2", or "" for one copy. `letter` may be empty."""

    piece: Polyform
    copies: str
    letter: str = ""
    owner: Owner = NOBODY


class PageLayout(NamedTuple):
    """The columns and rows of pictures on a page. `cell` is the side of a cell in mm; for a build order, the scale."""

    columns: int
    rows: int
    cell: float


def paper_size(paper: str) -> Spot:
    """Return the width and the height of *paper* in millimetres. Raise `PentominoError` for unknown paper."""
    sizes, text = {name.casefold(): size for name, size in PAPERS.items()}, str(paper).casefold()
    if text in sizes:
        return sizes[text]
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", text, re.ASCII):
        width, height = float(match[1]), float(match[2])
        if SIDES[0] <= min(width, height) <= max(width, height) <= SIDES[1]:
            return width, height
        raise PentominoError(f"the sides of paper must be from {SIDES[0]} to {SIDES[1]} mm, got {paper}")
    names = ", ".join(PAPERS)
    raise PentominoError(f"paper must be {names} or a size in millimetres such as 100x150, got {paper!r}")


def check_page(paper: str = "A4", cut_out: bool = False, *grid: int | None) -> None:
    """Raise `PentominoError` if *paper* is unknown, or if *cut_out* is true and *grid* holds a number."""
    paper_size(paper)
    if cut_out and any(grid):
        raise PentominoError("cut_out=True puts each puzzle on a separate page: omit columns=, rows= and per_page=")


def sheet(
    puzzles: Iterable[Puzzle | tuple[str, Puzzle]] | BuildOrder | Disassembly,
    *,
    columns: int | None = None,
    rows: int | None = None,
    per_page: int | None = None,
    key: bool = True,
    upside_down: bool = False,
    title: str = "",
    paper: str = "A4",
    palette: PaletteLike = "colour",
    numbered: bool = True,
    cut_out: bool = False,
    timeout: float | None = None,
    workers: int | None = 1,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Sheet:
    """Return a sheet of puzzles to print, several on a page, each with the pieces to place. Notebooks show it.

    An item of *puzzles* is a puzzle, or a pair of a name and a puzzle. The name is printed above the puzzle. If
    *numbered* is true, a number is printed, too.

    - *columns*, *rows*, *per_page*: how many columns, rows and puzzles a page has. By default an A4 page has six
      puzzles, and smaller paper has fewer. Missing numbers are chosen to make boards as large as possible.
    - *key*: whether pages at the end show a solution of each puzzle.
    - *upside_down*: whether the solutions are printed upside down.
    - *paper*: `"A3"`, `"A4"`, `"A5"`, `"Letter"`, `"Legal"`, or a width and a height in millimetres, such as
      `"100x150"`.
    - *palette*: as for `Drawable.to_svg`. With `"print"`, only black ink is needed, and given pieces are grey. If
      puzzles are *numbered*, each page of this palette has a line for a name and a date.
    - *cut_out*: whether each puzzle has a page with the task in words, and another page with its pieces to cut out.
      Both pages have the same scale. The first page has a line for a name and a date. Equal pages of pieces are printed
      once.
    - *timeout*, *workers*, *memory_limit*, *cancel*: as in `solve`. They limit the search for all solutions of the key,
      which are found when the pages are first used.

    The sheet of a build order or a disassembly has a picture of each step, by default twelve on a page. It has no names
    and no key.

    `write` writes the sheet as .html, .pdf, .svg or .png. Boxes and their pieces are drawn as solids. In the key, and
    if there are given pieces, boxes are drawn layer by layer.

    Raise `PentominoError` if there are no puzzles or steps, if *paper* or *palette* is unknown, if a number is below 1,
    if there are too many puzzles for a page, or if boxes are to be cut out.

    >>> from pentomino import Puzzle, sheet
    >>> page = sheet([("a square ring", Puzzle("8x8-hole")), Puzzle("5x12")], title="For Sunday", palette="print")
    >>> page
    <Sheet: 2 puzzles on 1 page, and the key>
    >>> [path.name for path in page.write("sheet.html")]
    ['sheet.html']
    """
    for name, number in {"columns": columns, "rows": rows, "per_page": per_page}.items():
        if number is not None and number < 1:
            raise PentominoError(f"{name} must be at least 1, got {number}")
    check_page(paper, cut_out, columns, rows, per_page)
    if isinstance(puzzles, (BuildOrder, Disassembly)):
        what = "Building" if isinstance(puzzles, BuildOrder) else "Taking apart"
        return _StepPages(Page(paper, palette, title or what, title), puzzles, columns, rows, per_page)
    named = [item if isinstance(item, tuple) else ("", item) for item in puzzles]
    if not named:
        raise PentominoError("a sheet needs at least one puzzle")
    page = Page(paper, palette, title or "Puzzles", title)
    captions = [name for name, _ in named]
    if numbered:
        captions = [f"{number}. {name}" if name else f"{number}" for number, name in enumerate(captions, 1)]
    drawn = [puzzle for _, puzzle in named]
    if cut_out and any(puzzle.board.lattice.dimension > 2 for puzzle in drawn):
        raise PentominoError("cut_out=True requires flat boards: pieces of a box cannot be cut out of paper")
    limits = Options(timeout=timeout, workers=workers, memory_limit=memory_limit, cancel=cancel)
    is_named = numbered and palette == "print"
    sheet_class = _CutOuts if cut_out else _Puzzles
    return sheet_class(page, captions, drawn, columns, rows, per_page, key, upside_down, limits, is_named)


class Page:
    """A page to print, with its paper, margins, title, heading and style. *line* is the height of the heading in mm."""

    def __init__(self, paper: str, palette: PaletteLike, title: str, heading: str, line: float = LINE) -> None:
        self.size = paper_size(paper)
        self.paper = paper
        self.look = svg_options(palette=palette)
        self.title = title
        self.heading, self.line = heading, line
        self.margin = min(MARGIN, 0.06 * min(self.size))

    @property
    def room(self) -> Rectangle:
        """The rectangle within the margins, below the heading if there is one."""
        width, height = self.size
        room = Rectangle(self.margin, self.margin, width - 2 * self.margin, height - 2 * self.margin)
        return room.below(self.line + GAP) if self.heading else room

    def document(self, parts: Iterable[str], is_turned: bool = False) -> str:
        """Return the page as an SVG document that contains *parts*. If *is_turned* is true, the page is upside down."""
        width, height = self.size
        turn = f' transform="rotate(180 {width / 2:g} {height / 2:g})"' * is_turned
        size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
        first = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        white = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
        line = Rectangle(self.margin, self.margin, width - 2 * self.margin, self.line)
        top = [text_in(self.heading, line, 0.9 * self.line, "bold")] if self.heading else []
        title = f"<title>{escaped(self.title)}</title>"
        return "\n".join([first, title, white, f"<g{turn}>", *top, *parts, "</g>", "</svg>"])


class Sheet:
    """Pages to print. `pages` are SVG documents in millimetres. `str()` returns one HTML page. Made by `sheet`."""

    _page: Page

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the paper, in millimetres."""
        return self._page.size

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages, each as an SVG document. The pages with the solutions come last."""
        raise NotImplementedError

    @property
    def _key(self) -> tuple[str, ...]:
        return ()

    def __str__(self) -> str:
        return self._html(self.pages)

    def _html(self, pages: Iterable[str]) -> str:
        width, height = self.size
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escaped(self._page.title)}</title>
<style>
@page {{ size: {width:g}mm {height:g}mm; margin: 0 }}
body {{ margin: 0; background: #ddd }}
svg {{ display: block; margin: 0 auto; break-after: page; print-color-adjust: exact }}
h1 {{ position: absolute; margin: 0; font-size: 1px; clip-path: inset(50%) }}
@media screen {{ svg {{ margin: 16px auto; max-width: 100%; height: auto }} }}
</style>
</head>
<body>
<main>
<h1>{escaped(self._page.title)}</h1>
{chr(10).join(pages)}
</main>
</body>
</html>
"""

    def _repr_html_(self) -> str:
        return in_frame(self._page.title, str(self))

    def write(
        self,
        path: str | os.PathLike[str],
        *,
        key_file: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
    ) -> list[Path]:
        """Write the sheet as .html, .pdf, .svg or .png, and return the paths of the files.

        The pages with the solutions go to *key_file* instead, if it is given. Several SVG or PNG pages are written to
        files with names ending in -1, -2 and so on. Raise `FileExistsError` if a file exists and *overwrite* is false.
        Raise `PentominoError` for any other extension, for a missing package, and for a *key_file* that is the same as
        *path*, or if the sheet has no key.
        """
        if key_file is None:
            files = self._files(Path(path), self.pages)
        elif not self._key:
            raise PentominoError("key_file requires a sheet with a key")
        else:
            files = self._files(Path(path), self.pages[: -len(self._key)])
            key = self._files(Path(key_file), self._key)
            if files.keys() & key.keys():
                raise PentominoError(f"key_file must be a different file from the puzzles, got {key_file} for both")
            files |= key
        # All files are checked before the first one is written, so that an error leaves no file.
        for target in files:
            check_target(target, overwrite)
        for target, data in files.items():
            with written(target, overwrite) as file:
                file.write(data)
        return list(files)

    def _files(self, path: Path, pages: Sequence[str]) -> dict[Path, bytes]:
        ending = path.suffix.lower()
        if ending == ".html":
            return {path: self._html(pages).encode()}
        if ending == ".pdf":
            return {path: pdf(pages)}
        if ending not in PAGES:
            raise PentominoError(f"{path}: the extension of a sheet must be {joined(PAGES, 'or')}")
        drawn = [png(page) if ending == ".png" else f"{page}\n".encode() for page in pages]
        return dict(zip(numbered_paths(path, len(drawn)), drawn, strict=True))


class _Puzzles(Sheet):
    """A sheet of puzzles. Below each puzzle is its tray, a picture of its pieces (in `_CutOuts`, a page instead)."""

    def __init__(
        self,
        page: Page,
        captions: Sequence[str],
        puzzles: Sequence[Puzzle],
        columns: int | None,
        rows: int | None,
        per_page: int | None,
        key: bool,
        upside_down: bool,
        limits: Options,
        is_named: bool,
    ) -> None:
        self._page = page
        # the room below the line for a name and a date
        self._room = page.room.below(LINE + APART) if is_named else page.room
        self._captions, self._puzzles = captions, puzzles
        self._columns, self._rows, self._per_page = columns, rows, per_page
        self._has_key, self._is_upside_down, self._limits = key, upside_down, limits
        self._layout = self._best_layout()

    @cached_property
    def pages(self) -> tuple[str, ...]:
        return (*self._puzzle_pages(), *self._key)

    @cached_property
    def _key(self) -> tuple[str, ...]:
        return tuple(self._key_pages()) if self._has_key else ()

    @cached_property
    def _trays(self) -> list[tuple[TrayPiece, ...]]:
        return [tray_pieces(puzzle) for puzzle in self._puzzles]

    @cached_property
    def _shared(self) -> tuple[TrayPiece, ...]:
        # the pieces to place, if all puzzles have the same pieces
        return self._trays[0] if len(self._trays) > 1 and len(set(self._trays)) == 1 else ()

    @property
    def _number(self) -> int:
        places = self._layout.columns * self._layout.rows
        return min(places, self._per_page or places)

    def _best_layout(self) -> PageLayout:
        best, value = None, 0.0
        for columns, rows in self._grids():
            for cell in takewhile(lambda cell: cell <= MAX_CELL_MM, count(MIN_CELL_MM, STEP_MM)):
                layout = PageLayout(columns, rows, cell)
                _, place, _ = self._parts(layout)
                board = min(_fit(size, place) for size in set(self._sizes))
                # Pieces with larger cells than the board would seem to belong to another board.
                if board < cell:
                    break
                # Prefer readable letters on pieces, and layouts without empty places.
                gain = cell * board * min(1, cell / READABLE) / (columns * rows)
                if gain > value:
                    best, value = layout, gain
        if best is None:
            raise PentominoError(f"too many puzzles for a page of {self._page.paper}; print fewer per page")
        return best

    def _grids(self) -> Iterator[tuple[int, int]]:
        room, number = self._room, len(self._puzzles)
        across, down = max(1, int(room.width / ROOM)), max(1, int(room.height / ROOM))
        wanted = min(number, self._per_page or across * down)
        if self._columns and self._rows:
            yield self._columns, self._rows
        elif self._columns:
            rows = ceil(number / self._columns)
            yield self._columns, ceil(wanted / self._columns) if self._per_page else min(down, rows)
        elif self._rows:
            columns = ceil(number / self._rows)
            yield ceil(wanted / self._rows) if self._per_page else min(across, columns), self._rows
        else:
            yield from grids(wanted)

    def _parts(self, layout: PageLayout) -> tuple[Rectangle, Rectangle, float]:
        """Return the rectangle for all puzzles, the rectangle for the first board, and the height of trays.

        A tray shows the pieces of a puzzle. The rectangle for a board is between the caption and the tray.
        """

        def highest(width: float) -> float:
            return max(_height(sizes, width, layout.cell) for sizes in self._tray_sizes)

        room = self._room
        if self._shared:
            room = room.below(highest(room.width) + GAP)
        place = room.part(layout.columns, layout.rows)
        # All trays get the largest height, so that boards side by side are aligned.
        tray = 0 if self._shared else highest(place.width)
        board = place.below(_line(place))
        return room, board._replace(height=board.height - (tray + APART if tray else 0)), tray

    @cached_property
    def _tray_sizes(self) -> set[tuple[Spot, ...]]:
        return {tuple([_with_copies(piece) for piece in tray]) for tray in self._trays}

    @cached_property
    def _sizes(self) -> list[Spot]:
        return [_size(puzzle.drawing, is_solid=not puzzle.placed) for puzzle in self._puzzles]

    def _puzzle_pages(self) -> Iterator[str]:
        layout, look, given = self._layout, self._page.look, self._page.look._replace(shaded=True)
        room, board, height = self._parts(layout)
        above = [_name_line(self._page.room)] if self._room != self._page.room else []
        if self._shared:
            above += tray_in(self._shared, self._room, layout.cell, look)
        every = zip(self._captions, self._puzzles, self._sizes, self._trays, strict=True)
        while part := list(islice(every, self._number)):
            parts = [*above]
            for (caption, puzzle, size, tray), place in zip(part, room.cut(layout.columns, layout.rows), strict=False):
                here, cell = board._replace(x=place.x, y=place.y + _line(place)), _fit(size, board)
                parts.append(_captioned(caption, size[1] * cell, here, _line(place)))
                parts += picture(puzzle.drawing, here, cell, given, is_solid=not puzzle.placed)
                if height:
                    parts += tray_in(tray, place.below(place.height - height), layout.cell, look)
            yield self._page.document(parts)

    def _key_pages(self) -> Iterator[str]:
        heading = f"{self._page.heading}: key" if self._page.heading else "Key"
        page = Page(self._page.paper, self._page.look.palette, self._page.title, heading)
        number, (width, height) = len(self._puzzles), page.size
        most = max(1, int(KEYS * width * height / (PAPERS["A4"][0] * PAPERS["A4"][1])))
        wanted = ceil(number / ceil(number / most))
        sizes = {_size(puzzle.drawing) for puzzle in self._puzzles}
        columns, rows, _ = grid(wanted, sizes, page.room)
        numbered, searches = zip(self._captions, self._puzzles, strict=True), Searches(self._limits)
        while part := list(islice(numbered, wanted)):
            parts = []
            for (caption, puzzle), place in zip(part, page.room.cut(columns, rows), strict=False):
                line = _line(place)
                here = place.below(line)
                if not (solutions := searches.first(1, puzzle, "distinct")):
                    parts += [_captioned(caption, line, here, line), text_in("no solution", here, 3.5)]
                else:
                    size = _size(solutions[0].drawing)
                    cell = _fit(size, here)
                    parts.append(_captioned(caption, size[1] * cell, here, line))
                    parts += picture(solutions[0].drawing, here, cell, page.look)
            yield page.document(parts, self._is_upside_down)

    def __repr__(self) -> str:
        size = f"{counted(len(self._puzzles), 'puzzle')} on {counted(ceil(len(self._puzzles) / self._number), 'page')}"
        return f"<Sheet: {size}{', and the key' * self._has_key}>"


class _CutOuts(_Puzzles):
    """A sheet for cutting out pieces. After the page of each puzzle, a page shows its pieces at the same scale."""

    def _best_layout(self) -> PageLayout:
        self._scales: list[float] = []
        room = self._page.room.below(LINE + GAP)
        for size, tray in zip(self._sizes, self._trays, strict=True):
            sizes, cell = [_with_copies(piece) for piece in tray], _fit(size, room.below(3 * LINE))
            while cell >= MIN_CELL_MM and _height(sizes, room.width, cell) > room.height:
                cell -= STEP_MM
            self._scales.append(cell)
        if min(self._scales) < MIN_CELL_MM:
            raise PentominoError(f"too many pieces for a page of {self._page.paper}; use larger paper")
        return PageLayout(1, 1, min(self._scales))

    @cached_property
    def _trays(self) -> list[tuple[TrayPiece, ...]]:
        # repeat an unlimited piece as often as the board can hold it
        trays = []
        for puzzle in self._puzzles:
            copies = [most for _, _, most in puzzle._demand if most]
            each = zip(tray_pieces(puzzle), copies, strict=True)
            trays.append(tuple([piece._replace(copies="") for piece, number in each for _ in range(number)]))
        return trays

    def _puzzle_pages(self) -> Iterator[str]:
        page, look = self._page, self._page.look._replace(shaded=True)
        first, second, third = (page.room.below(n * LINE)._replace(height=LINE) for n in (0, 2, 3))
        name, shown = _name_line(first), set()
        for caption, puzzle, tray, cell in zip(self._captions, self._puzzles, self._trays, self._scales, strict=True):
            head = [name, text_in(caption, second, 0.7 * LINE, "bold"), text_in(_task_of(puzzle), third, 0.7 * LINE)]
            yield page.document([*head, *picture(puzzle.drawing, page.room.below(4 * LINE + GAP), cell, look)])
            if (tray, cell) not in shown:
                shown.add((tray, cell))
                heading = f"Pieces to cut out{'' if self._shared else f' for {caption}'}"
                pieces = tray_in(tray, page.room.below(LINE + GAP), cell, page.look)
                yield page.document([text_in(heading, first, 0.7 * LINE, "bold"), *pieces])


def _name_line(room: Rectangle) -> str:
    return text_in(f"Name {'_' * 40} Date {'_' * 16}", room._replace(height=LINE), 0.7 * LINE)


def _task_of(puzzle: Puzzle) -> str:
    # a sentence such as `Cover the board with all the pieces.`
    pieces = "all the pieces" if all(least == most for _, least, most in puzzle._demand) else "some of the pieces"
    if puzzle.optional_cells:
        return f"Place {pieces} on the board."
    left = f", except {joined(puzzle.board.uncovered_labels)}," if puzzle.board.uncovered_labels else ""
    return f"Cover the {'rest of the ' * bool(puzzle.placed)}board{left} with {pieces}."


class _StepPages(Sheet):
    def __init__(
        self, page: Page, steps: BuildOrder | Disassembly, columns: int | None, rows: int | None, most: int | None
    ) -> None:
        if not steps.lines:
            raise PentominoError("there is no move to draw, because all pieces stay together")
        self._page, self._lines = page, steps.lines
        self._pictures = steps.pictures(palette=page.look.palette)
        self._sizes = {_box(picture_of_step)[2:] for picture_of_step in self._pictures}
        number = columns * rows if columns and rows else min(len(self._pictures), most or STEPS)
        self._layout = grid(number, self._sizes, page.room, columns=columns or (rows and ceil(number / rows)))
        if self._layout.cell < MIN_CELL_MM / page.look.cell:
            raise PentominoError(f"too many steps for a page of {page.paper}; print fewer per page")

    @cached_property
    def pages(self) -> tuple[str, ...]:
        columns, rows, scale = self._layout
        steps, pages = zip(self._lines, self._pictures, strict=True), []
        while part := list(islice(steps, columns * rows)):
            elements = []
            for (line, document), place in zip(part, self._page.room.cut(columns, rows), strict=False):
                high = _line(place)
                elements.append(text_in(line, place._replace(height=high), 0.7 * high, "bold"))
                elements += _centred(document, place.below(high), scale)
            pages.append(self._page.document(elements))
        return tuple(pages)

    def __repr__(self) -> str:
        return f"<Sheet: {counted(len(self._pictures), 'step')} on {counted(len(self.pages), 'page')}>"


def tray_pieces(puzzle: Puzzle) -> tuple[TrayPiece, ...]:
    """Return the pieces of *puzzle* that are not placed yet, each with a text that says how many copies there are."""
    letter_of, _ = own_symbols(
        {number: piece.name for number, (piece, _, most) in enumerate(puzzle.pieces) if most == 1}
    )
    listed = []
    for number, ((_, _, wanted), (piece, least, most)) in enumerate(zip(puzzle.pieces, puzzle._demand, strict=True)):
        if not most:
            continue
        if wanted is None:
            copies = f"{least} or more" if least else "any number"
        elif least == most:
            copies = f"\u00d7{least}" if least > 1 else ""
        else:
            copies = f"\u00d7{least} to {most}"
        listed.append(TrayPiece(_lying(piece), copies, letter_of.get(number, ""), (number, kit_of(puzzle))))
    return tuple(listed)


@lru_cache(maxsize=1024)
def _lying(piece: Polyform) -> Polyform:
    return min(piece.orientations(False), key=lambda turned: turned.sides[0])


def tray_in(pieces: Sequence[TrayPiece], place: Rectangle, cell: float, look: SvgOptions) -> list[str]:
    """Return SVG elements that show *pieces* in rows, from the top of *place*. *cell* is the side of a cell in mm."""
    parts, top, sizes = [], place.y, [_with_copies(piece) for piece in pieces]
    for row in _rows(sizes, place.width / cell):
        left = place.x + (place.width - (sum(sizes[n][0] + BETWEEN for n in row) - BETWEEN) * cell) / 2
        height = max(sizes[n][1] for n in row) * cell
        for n in row:
            (piece, copies, letter, owner), width = pieces[n], _extent(pieces[n].piece)[0] * cell
            drawing = charted([piece], {piece.name: letter}, None, 1)._with(owners=(owner,))
            here = Rectangle(left, top, width, height)
            parts += picture(drawing, here, cell, look._replace(letters=bool(letter)), is_solid=True)
            if copies:
                room = Rectangle(left + width, top, sizes[n][0] * cell - width, height)
                parts.append(text_in(copies, room, min(cell, 1.5 * LINE)))
            left += (sizes[n][0] + BETWEEN) * cell
        top += height + BETWEEN * cell
    return parts


def _rows(sizes: Sequence[Spot], width: float) -> list[list[int]]:
    """Divide pieces into few rows of similar lengths. No row is longer than *width*.

    A row is a list of indices into *sizes*, the widths and heights of pieces. Lengths are in cells.
    """
    steps = [wide / BETWEEN for wide, _ in sizes]
    room = width / BETWEEN
    rows = in_rows(range(len(steps)), steps.__getitem__, room)
    if len(rows) < 2:
        return rows
    for narrow in takewhile(room.__gt__, count((sum(steps) + len(steps)) / len(rows) - 1)):
        closer = in_rows(range(len(steps)), steps.__getitem__, narrow)
        if len(closer) == len(rows):
            return closer
    return rows


def _with_copies(piece: TrayPiece) -> Spot:
    # the size in cells, including the text for copies beside the piece
    width, height = _extent(piece.piece)
    return width + 0.4 * bool(piece.copies) + 0.6 * len(piece.copies), height


def _height(sizes: Sequence[Spot], width: float, cell: float) -> float:
    """Return the height of all rows of pieces in mm. Return infinity if a piece is too wide for *width*."""
    if not sizes:
        return 0
    if max(wide for wide, _ in sizes) * cell > width:
        return inf
    heights = [max(sizes[n][1] for n in row) for row in _rows(sizes, width / cell)]
    return (sum(heights) + BETWEEN * (len(heights) - 1)) * cell


@lru_cache(maxsize=1024)
def _extent(piece: Polyform) -> Spot:
    return _size(piece.drawing, is_solid=True)


def _size(drawing: BaseDrawing, is_solid: bool = False) -> Spot:
    # the size in cells, including the lines around the picture
    solid = is_solid and drawing.lattice.has_cubes
    drawing = drawing.labelled(drawing.labels) if drawing.labels else drawing  # including the cells beside the board
    width, height = scene(drawing).extent if solid else drawing.plane.extent
    return width + RIM, height + RIM


def _fit(size: Spot, place: Rectangle) -> float:
    return min(place.width / size[0], place.height / size[1], MAX_CELL_MM)


def grids(number: int) -> Iterator[tuple[int, int]]:
    """Yield each grid (columns, rows) that has at least *number* places and no empty row."""
    for columns in range(1, number + 1):
        yield columns, ceil(number / columns)


def grid(
    number: int, sizes: Collection[Spot], room: Rectangle, captions: bool = True, columns: int | None = None
) -> PageLayout:
    """Return the grid of *number* places in which the pictures are as large as possible.

    *sizes* are the sizes of the pictures. *room* is the rectangle for the grid. If *captions* is true, each place has a
    line of text above the picture. *columns* fixes the number of columns.
    """

    def laid(columns: int, rows: int) -> PageLayout:
        place = room.part(columns, rows)
        place = place.below(_line(place) if captions else 0)
        return PageLayout(columns, rows, min(_fit(size, place) for size in sizes))

    if columns is not None:
        return laid(columns, ceil(number / columns))
    return max((laid(*one) for one in grids(number)), key=lambda layout: layout.cell)


def picture(drawing: BaseDrawing, place: Rectangle, cell: float, look: SvgOptions, is_solid: bool = False) -> list[str]:
    """Return SVG elements that draw a picture in the middle of *place*. *cell* is the side of a cell in mm.

    If *is_solid* is true, boxes are drawn as solids.
    """
    if is_solid and drawing.lattice.has_cubes:
        look = look._replace(style="isometric")
    return _centred(svg(drawing, look), place, cell / look.cell)


def _box(document: str) -> tuple[float, float, float, float]:
    left, top, width, height = map(float, document.partition('viewBox="')[2].partition('"')[0].split())
    return left, top, width, height


def _centred(document: str, place: Rectangle, scale: float) -> list[str]:
    # an SVG document as a group of another one, in the middle of `place`
    left, top, width, height = _box(document)
    inner = document.removesuffix("</svg>").partition(">\n")[2]
    x = place.x + (place.width - width * scale) / 2 - left * scale
    y = place.y + (place.height - height * scale) / 2 - top * scale
    return [f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">', inner.strip(), "</g>"]


def _line(place: Rectangle) -> float:
    return min(LINE, 0.15 * place.height)


def _captioned(caption: str, height: float, place: Rectangle, line: float) -> str:
    # the caption, directly above a picture of this height in the middle of `place`
    top = place.y + (place.height - height) / 2 - line
    return text_in(caption, place._replace(y=top, height=line), 0.7 * line, "bold")


def text_in(text: str, place: Rectangle, size: float, weight: str = "normal") -> str:
    """Return an SVG line of text in the middle of *place*. Its height is *size* in mm, or less if the text is long."""
    size = min(size, place.width / max(1, len(text)) / 0.6)
    # The line is centred by its y coordinate, as not every converter from SVG to PDF knows dy or dominant-baseline.
    return (
        f'<text x="{place.x + place.width / 2:.2f}" y="{place.y + place.height / 2 + 0.35 * size:.2f}" '
        f'font-family="sans-serif" font-size="{size:.2f}" font-weight="{weight}" text-anchor="middle" '
        f'fill="#222222">{escaped(text)}</text>'
    )


def poster(
    pieces: Iterable[Polyform],
    *,
    columns: int | None = None,
    title: str = "",
    paper: str = "A4",
    palette: PaletteLike = "colour",
    letters: bool | None = None,
) -> str:
    """Return a page with a picture of each piece, all in the same scale, as an SVG document.

    By default each piece shows its letter. If a name has several letters, all names are above the pieces instead. The
    default number of *columns* makes the pieces as large as possible. *paper* and *palette* are as for `sheet`.

    Raise `PentominoError` if there are no pieces, if they do not fit, or if *paper* or *palette* is unknown.
    """
    pieces = list(pieces)
    if not pieces:
        raise PentominoError("a poster needs at least one piece")
    page = Page(paper, palette, title or "Pieces", title, 0.06 * min(paper_size(paper)))
    has_names = any(len(piece.name) > 1 for piece in pieces)
    look = page.look._replace(letters=not has_names if letters is None else letters)
    sizes = {_extent(piece) for piece in pieces}
    across, down, cell = grid(len(pieces), sizes, page.room, has_names, columns)
    if cell < MIN_CELL_MM:
        raise PentominoError(f"too many pieces for a page of {paper}; print fewer")
    parts = []
    for piece, place in zip(pieces, page.room.cut(across, down), strict=False):
        line = _line(place) if has_names else 0
        here = place.below(line)
        parts += [_captioned(piece.name, _extent(piece)[1] * cell, here, line)] if has_names else []
        parts += picture(piece.drawing, here, cell, look, is_solid=True)
    return page.document(parts)
