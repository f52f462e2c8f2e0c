"""The figures of the page about the search: `{ladder}`, `{frames}`, `{strip}` and `{lookup}`.

`{ladder}` draws a logarithmic bar for each of its lines, `NAME | NUMBER`. `{frames} tries` shows two searches of 4x5
step by step, with and without a check. `{frames} join` shows the nodes of 2x4 at which the ways from both ends are
multiplied. `site.js` gives frames a slider; without scripts they are a row of pictures. `{strip}` and `{lookup}` draw a
position on 4x15: its cells as bits, a piece that fits and one that does not, and the entries of two tables for it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from math import dist, log10
from typing import NamedTuple

from docutils import nodes
from pictures import caption, silent
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pentomino import Placement, Polyform, Puzzle, polyforms

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Made = tuple[tuple[str, Cells], ...]
"""The pieces of a position, each with its cells."""

CELL = 22
RED = "#d62f2f"


def neighbours(cell: Cell) -> Cells:
    """Return the four cells beside a cell."""
    row, column = cell
    return frozenset({(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)})


def by_column(cell: Cell) -> Cell:
    """Return a key that sorts cells column by column."""
    return cell[::-1]


def placed_at(first: Cell, piece: str) -> Iterator[Cells]:
    """Yield the cells of each orientation of a piece whose first cell is *first*."""
    for turned in Polyform.named(piece).orientations():
        row, column = min(turned.cells, key=by_column)
        yield frozenset((first[0] + r - row, first[1] + c - column) for r, c in turned.cells)


def has_pocket(empty: Cells) -> bool:
    """Return whether some region of the empty cells has fewer than five cells."""
    rest = set(empty)
    while rest:
        todo, size = [rest.pop()], 0
        while todo:
            near = neighbours(todo.pop()) & rest
            size += 1
            todo += near
            rest -= near
        if size < 5:
            return True
    return False


class Try(NamedTuple):
    """A position of a search. At a dead end, it has the first empty cell, and a piece that would leave a pocket."""

    made: Made
    stuck: Cell | None = None
    refused: Made = ()


def tries(pieces: str, empty: Cells, has_check: bool) -> list[Try]:
    """Return the positions that a search visits up to its first solution."""
    found: list[Try] = []

    def search(empty: Cells, left: str, made: Made) -> bool:
        found.append(Try(made))
        if not empty:
            return True
        first, before = min(empty, key=by_column), len(found)
        refused: list[tuple[str, Cells]] = []
        for piece in left:
            for cells in placed_at(first, piece):
                if not cells <= empty:
                    continue
                if has_check and has_pocket(empty - cells):
                    refused.append((piece, cells))
                elif search(empty - cells, left.replace(piece, ""), (*made, (piece, cells))):
                    return True
        if len(found) == before:
            found[-1] = Try(made, first, tuple(refused[:1]))
        return False

    search(empty, pieces, ())
    return found[1:]


def board_of(size: str, pieces: str, made: Made, stuck: Cell | None = None, refused: Made = ()) -> str:
    """Draw a position, with a cross in a cell that cannot be covered. The pieces in *refused* are faint."""
    puzzle = Puzzle(size, pieces, placed=[Placement(*one) for one in (*made, *refused)])
    picture = silent(puzzle.to_svg(cell=CELL, letters=False))
    for piece, _ in refused:
        style = 'fill-opacity="0.35" stroke-dasharray="4 3"'
        picture = re.sub(rf"<path (?=[^>]*><title>{piece}<)", f"<path {style} ", picture)
    content = ""
    if stuck:
        row, column = stuck
        content = f'<rect x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" fill="{RED}"/>'
        content += (
            f'<path d="M{column * CELL + 6} {row * CELL + 6}l10 10m0 -10l-10 10" stroke="#ffffff" stroke-width="2.5"/>'
        )
    content += "".join(name_on(piece, cells - {stuck}) for piece, cells in (*made, *refused))
    return picture.replace("</svg>", f"{content}</svg>")


def name_on(piece: str, cells: Cells) -> str:
    """Return the name of a piece as an SVG text, in the cell nearest to its middle."""
    middle = [sum(numbers) / len(cells) for numbers in zip(*cells, strict=True)]
    row, column = min(sorted(cells), key=lambda cell: dist(cell, middle))
    x, y = column * CELL + CELL / 2, row * CELL + CELL / 2 + 4
    return f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" text-anchor="middle">{piece}</text>'


class Frame(NamedTuple):
    """The pictures of one frame, and its caption."""

    pictures: list[str]
    caption: str


def frames_of_tries() -> Iterator[Frame]:
    """Yield frames of both searches side by side. When the faster one is finished, its last position stays."""
    pieces, board = "LUVY", frozenset((row, column) for row in range(4) for column in range(5))
    plain, checked = (tries(pieces, board, has_check) for has_check in (False, True))
    for number, one in enumerate(plain):
        other = checked[min(number, len(checked) - 1)]
        captions = []
        for name, position, all_of in (("Without the check", one, plain), ("with it", other, checked)):
            if position is all_of[-1]:
                state = f"solved after {len(all_of)} positions"
            else:
                state = "nothing fits the red cell" if position.stuck else f"{position.made[-1][0]} placed"
                state += "".join(f" without a pocket (faint: {piece})" for piece, _ in position.refused)
            captions.append(f"{name}: {state}")
        pictures = [board_of("4x5", "+".join(pieces), *position) for position in (one, other)]
        yield Frame(pictures, f"{number + 1} of {len(plain)}. {'; '.join(captions)}.")


def frames_of_join() -> Iterator[Frame]:
    """Yield a frame for each node of 2x4 from which one piece completes a solution, and a frame with the sum.

    The frame of a node shows all ways to the node, and the last piece.
    """
    pieces = ("I2", "I3", "V3")
    board = frozenset((row, column) for row in range(2) for column in range(4))
    ways: dict[Cells, list[Made]] = {}

    def search(empty: Cells, made: Made) -> None:
        if len(made) == 2:
            ways.setdefault(empty, []).append(made)
            return
        for piece in pieces:
            for cells in placed_at(min(empty, key=by_column), piece):
                if cells <= empty and piece not in dict(made):
                    search(empty - cells, (*made, (piece, cells)))

    search(board, ())
    sums: list[str] = []
    solutions: list[Made] = []
    completions = {
        empty: piece for empty in ways for piece in pieces if empty in placed_at(min(empty, key=by_column), piece)
    }
    ends = sorted(completions, key=lambda empty: (len(empty), sorted(board - empty, key=by_column)), reverse=True)
    for name, empty in zip("ABCDE", ends, strict=True):
        last = completions[empty]
        before = [(*made, (last, empty)) for made in ways[empty] if last not in dict(made)]
        drawn = [board_of("2x4", "I2+I3+V3", made) for made in ways[empty]]
        kinds = sorted({tuple(sorted(dict(made))) for made in ways[empty]})
        counts = [(kind, sum(tuple(sorted(dict(made))) == kind for made in ways[empty])) for kind in kinds]
        lists = ", ".join(f"{' and '.join(kind)} in {number} way{'s'[: number > 1]}" for kind, number in counts)
        used = " and ".join(piece for piece in pieces if piece != last)
        fitting = f"so only the way with {used} counts" if before else f"but there is no way with {used}"
        solutions += before
        sums.append(f"{len(before)}\u00a0·\u00a01")
        completion = board_of("2x4", "I2+I3+V3", ((last, empty),))
        yield Frame(
            [*drawn, f'<span class="times">× {completion}</span>'],
            f"{name}. From the left: {lists}. The rest needs {last}, {fitting}: {sums[-1]}.",
        )
    boards = [board_of("2x4", "I2+I3+V3", made) for made in solutions]
    yield Frame(boards, f"The sum: {' + '.join(sums)} = {len(boards)} solutions.")


FRAMES = {"tries": frames_of_tries, "join": frames_of_join}


class Frames(SphinxDirective):
    """The fence `{frames} NAME LABEL`."""

    required_arguments = 2
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a row of pictures, to which `site.js` adds a slider."""
        name, label = self.arguments
        figures = "".join(
            f'<figure><div role="img" aria-label="{html.escape(caption)}">{"".join(pictures)}</div>'
            f'<figcaption aria-hidden="true">{html.escape(caption)}</figcaption></figure>'
            for pictures, caption in FRAMES[name]()
        )
        text = f'<div class="pictures frames" role="group" aria-label="{html.escape(label)}">{figures}</div>'
        return [nodes.raw("", text, format="html")]


class Ladder(SphinxDirective):
    """The fence `{ladder} LABEL`."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a list with a bar below each item, on a scale with a mark at each power of ten."""
        rows = [[part.strip() for part in line.split("|")] for line in self.content]
        scale = max(len(number.replace(" ", "")) for _, number in rows)
        items = "".join(
            f"<li><span>{html.escape(name)}</span> <b>{number.replace(' ', '&#8239;')}</b>"
            f'<i style="--length: {log10(int(number.replace(" ", ""))) / scale:.1%}"></i></li>'
            for name, number in rows
        )
        label = html.escape(self.arguments[0])
        text = f'<ol class="ladder" style="--scale: {scale}" aria-label="{label}">{items}</ol>'
        return [nodes.raw("", text, format="html")]


LINE = 5
"""Bits in a column of 4x15: four cells, and one that is always blocked."""
REACH = 4 * LINE
"""The last bit that a pentomino can cover, if it covers bit 0."""

POSITION = "IIIIIX.........\nP...XXX........\nPP...X.........\nPP............."
"""Three pieces fit here and leave no pocket. No other one slips through the tables, as some do elsewhere."""

KEYS = (range(1, 13), (9, 10, 11, 13, 14, 15, 16, 20))
"""The bits of the two tables, as in `benchmarks/ladder.c`."""
COLOURS = (RED, "#2463eb")
"""The colours of the bits of each table."""


class Orientation(NamedTuple):
    """An orientation of a piece as a strip of bits, beginning at its first cell."""

    piece: str
    mask: int


def orientations() -> list[Orientation]:
    """Return all orientations of the pentominoes on a board four cells wide."""
    found = []
    for piece in polyforms(5):
        for turned in piece.orientations():
            if turned.rows <= LINE - 1:
                mask = sum(1 << column * LINE + row for row, column in turned.cells)
                found.append(Orientation(piece.name, mask // (mask & -mask)))
    return found


def position() -> tuple[int, int]:
    """Return the number of the first empty cell of the position, and a strip of bits that begins at this cell."""
    rows = POSITION.splitlines()
    bits = [cell != "." for column in zip(*rows, "#" * len(rows[0]), strict=True) for cell in column]
    first = bits.index(False)
    return first, sum(bit << number for number, bit in enumerate(bits[first:]))


def closes_pocket(strip: int, key: int) -> bool:
    """Return whether a region of fewer than five empty cells is closed off, and all its cells are in *key*."""
    empty = ~strip & ((1 << 64) - 1)
    while empty:
        region, before = empty & -empty, 0
        while region != before:
            before = region
            region |= (region << 1 | region >> 1 | region << LINE | region >> LINE) & empty
        if region.bit_count() < 5 and not region & ~key:
            return True
        empty &= ~region
    return False


def answer(strip: int, bits: tuple[int, ...] | range) -> list[Orientation]:
    """Return the entry of a table: the orientations that fit its *bits* and close off no pocket within them."""
    key = sum(1 << bit for bit in bits)
    fitting = [one for one in orientations() if not one.mask & strip & key]
    return [one for one in fitting if not closes_pocket(strip & key | one.mask, key)]


def left_over() -> list[Orientation]:
    """Return the orientations of unused pieces that are in the entries of both tables for the position."""
    _, strip = position()
    first, second = (answer(strip, bits) for bits in KEYS)
    return [one for one in first if one in second and one.piece not in POSITION]


def square(x: float, y: float, side: float, style: str) -> str:
    """Return a square in SVG."""
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" {style}/>'


def words(x: float, y: float, text: str, style: str = "") -> str:
    """Return a text in SVG, in the text colour of the page."""
    return f'<text x="{x}" y="{y}" fill="currentColor" {style}>{html.escape(text)}</text>'


def svg(width: float, height: float, content: str) -> str:
    """Return a picture that screen readers ignore, because they read the label of the figure."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12" aria-hidden="true">{content}</svg>'
    )


def board_with_bits(keys: Sequence[Sequence[int]]) -> str:
    """Draw the position with its blocked line and the numbers of its first bits. Frames mark the bits of each table."""
    first, _ = position()
    picture = silent(Puzzle(POSITION, "pentominoes").to_svg(cell=CELL, letters=False))
    content = "".join(
        square(column * CELL + 1, 4 * CELL + 4, CELL - 2, 'fill="#888888" fill-opacity="0.7"') for column in range(15)
    )
    shown = {0, *(bit for bits in keys for bit in bits)}
    at = {bit: divmod(first + bit, LINE)[::-1] for bit in shown}
    for bit, (row, column) in at.items():
        x, y = column * CELL, row * CELL + 3 * (row == LINE - 1)
        frames = [COLOURS[number] for number, bits in enumerate(keys) if bit in bits]
        fill = "#ffffff" if bit else RED
        content += square(x + 1, y + 1, CELL - 2, f'fill="{fill}" rx="3"')
        for inset, colour in zip((1.75, 3.75), frames, strict=False):
            style = f'fill="none" stroke="{colour}" stroke-width="1.5" rx="2"'
            content += square(x + inset, y + inset, CELL - 2 * inset, style)
        colour = "#000000" if bit else "#ffffff"
        content += (
            f'<text x="{x + 11}" y="{y + 14.5}" font-size="9.5" text-anchor="middle" fill="{colour}">{bit}</text>'
        )
    rows = POSITION.splitlines()
    for piece in sorted(set("".join(rows)) - {"."}):
        cells = {(row, column) for row in range(LINE - 1) for column, name in enumerate(rows[row]) if name == piece}
        content += name_on(piece, frozenset(cells - set(at.values())))
    width, height = 15 * CELL + 4, LINE * CELL + 8
    size = f'width="{width * 1.5}" height="{height * 1.5}" viewBox="-2 -2 {width} {height}"'
    head, _, rest = picture.partition(">")
    start = head.partition(' width="')[0]
    rest = rest.replace("</svg>", f"{content}</svg>")
    return f'{start} {size} aria-hidden="true" font-family="sans-serif">{rest}'


class Strip(SphinxDirective):
    """The fence `{strip} LABEL`."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the position, its strip of bits, and the test of whether two orientations of a piece fit."""
        _, strip = position()
        length, side, left = REACH + 1, 17, 42
        piece, fitting = left_over()[0]
        failing = max(
            (one.mask for one in orientations() if one.piece == piece), key=lambda mask: (mask & strip).bit_count()
        )
        content, y = "", 12

        def row(name: str, bits: int, marked: int = 0) -> None:
            nonlocal content, y
            content += words(0, y + 13, name)
            for bit in range(length):
                is_set = bits >> bit & 1
                style = 'fill="#888888" fill-opacity="0.55"' if is_set else 'fill="none"'
                edge = f'stroke="{RED}" stroke-width="2.5"' if marked >> bit & 1 else 'stroke="#888888"'
                content += square(left + bit * side + 1, y + 1, side - 2, f"{style} {edge}")
                content += words(left + bit * side + 9, y + 13.5, str(is_set), 'text-anchor="middle" font-size="11"')
            y += side

        for bit in range(length):
            content += words(left + bit * side + 9, 9, str(bit), 'text-anchor="middle" font-size="9"')
        for mask in (fitting, failing):
            row("board", strip)
            row(piece, mask)
            row("OR", strip | mask)
            row("XOR", strip ^ mask, mask & strip)
            is_double = "They differ at the red bits: a cell would be covered twice."
            content += words(left, y + 14, is_double if mask & strip else "They are equal: it fits.")
            y += 30
        return [
            figure_of(self.arguments[0], board_with_bits([range(1, length)]) + svg(left + length * side, y, content))
        ]


class Lookup(SphinxDirective):
    """The fence `{lookup} LABEL`."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the twelve bits of a table, the entries of both tables, and the orientations that are in both."""
        _, strip = position()
        both = [answer(strip, bits) for bits in KEYS]
        indices = ["".join(str(strip >> bit & 1) for bit in bits) for bits in KEYS]
        left = left_over()
        lines = [
            f"first table, bits 1 to 12: {indices[0]}",
            f"{len(both[0])} of {len(orientations())} orientations",
            f"second table, bits 9 to 11, 13 to 16, 20: {indices[1]}",
            f"{len(both[1])} orientations",
            f"in both, and not yet used: {len(left)}",
        ]
        text = "".join(words(20, 16 + 20 * number, line) for number, line in enumerate(lines))
        for number, colour in enumerate(COLOURS):
            text += square(2, 6 + 40 * number, 10, f'fill="none" stroke="{colour}" stroke-width="2" rx="2"')
        boards = "".join(f"<figure>{self._board(one)}{caption(one.piece)}</figure>" for one in left)
        parts = (board_with_bits(KEYS), svg(350, 104, text), f'<div class="pictures">{boards}</div>')
        return [figure_of(self.arguments[0], *parts)]

    def _board(self, one: Orientation) -> str:
        first, _ = position()
        rows = [list(row[:9]) for row in POSITION.splitlines()]
        for bit in range(one.mask.bit_length()):
            if one.mask >> bit & 1:
                column, row = divmod(first + bit, LINE)
                rows[row][column] = one.piece
        return silent(Puzzle("\n".join(map("".join, rows)), "pentominoes?").to_svg(cell=18))


def figure_of(label: str, *parts: str) -> nodes.Node:
    """Return pictures one below the other, for which a screen reader reads *label*."""
    text = f'<div class="pictures column" role="img" aria-label="{html.escape(label)}">{"".join(parts)}</div>'
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the fences."""
    for name, directive in {"frames": Frames, "ladder": Ladder, "strip": Strip, "lookup": Lookup}.items():
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
