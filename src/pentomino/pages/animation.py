"""Animations of solutions, searches and build orders, as SVG without scripts or as GIF.

An SVG contains each placement once. It shows and hides the placements, so that nothing flickers. A piece always has the
same colour. Programs that do not support animations show the last picture.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import PentominoError, imported
from ..files import ANIMATED, check_target, written
from ..lattices.lattice import Cell, Spot, spot
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..puzzle import Puzzle
from ..reason.solids import BuildOrder
from ..render.colours import PaletteLike, fills
from ..render.drawing import EMPTY, BaseDrawing, laid_out
from ..render.media import png, shown
from ..render.svg import SvgOptions, escaped, inside, svg, svg_options
from ..solutions.solution import Solution, drawing_of, symbols_for
from ..solutions.steps import Steps
from ..wording import counted, joined

Frame: TypeAlias = Sequence[Placement]
"""The placements that are on the board in one picture."""

PIECE, STEP = 0.3, 2.0
"""The default number of seconds for each picture. `STEP` is used for a build order, and `PIECE` otherwise."""

LINGER = 2.0
"""The additional number of seconds for the last picture."""

MIN_FRAME_SECONDS = 0.02
"""The minimum number of seconds for a picture in a GIF. Browsers slow down GIFs with shorter times."""

INK, PAGE, FREE = "#222222", "#ffffff", "#e8e8e8"


def animation(
    source: Solution | Steps | BuildOrder,
    *,
    delay: float | None = None,
    steps: int = 200,
    cell: float | None = None,
    letters: bool = True,
    palette: PaletteLike = "colour",
) -> Animation:
    """Return an animation of a solution, a search or a build order. Notebooks show it.

    A solution is shown piece by piece, and a build order step by step. A search is shown until its first solution, with
    at most *steps* steps. Boxes are drawn layer by layer, except in a build order, which shows solids. `write` writes
    the animation as .svg, or as .gif if Pillow is installed.

    - *delay*: how many seconds each picture stays, by default 2 for a build order and 0.3 for other animations.
    - *cell*: the side of a cell in pixels. *letters*, *palette*: as for `to_svg`.

    Raise `PentominoError` if *delay* is not above 0, or if *source*, *cell* or *palette* is not valid.

    >>> from pentomino import Puzzle, animation
    >>> animation(Puzzle("3x5", "PUV").solve())
    <Animation: 4 pictures of 3x5>
    >>> search = animation(Puzzle("3x5", "PUV").steps(), delay=0.1)
    >>> search.write("search.svg")
    """
    if delay is not None and not 0 < delay < float("inf"):
        raise PentominoError(f"delay must be more than 0 seconds, got {delay}")
    if isinstance(source, BuildOrder):
        return _Building(source, delay or STEP, source.pictures(cell=cell, letters=letters, palette=palette))
    look, delay = svg_options(cell=cell, letters=letters, palette=palette), delay or PIECE
    if isinstance(source, Solution):
        given, laid = len(source.puzzle.placed), source.search_order
        return Animation(source.puzzle, [laid[:number] for number in range(given, len(laid) + 1)], delay, look)
    if not isinstance(source, Steps):
        raise PentominoError(f"source must be a solution, steps or a build order, got {source!r}")
    return Animation(source.puzzle, list(_frames(source, steps)), delay, look)


def _frames(walk: Steps, steps: int) -> Iterable[Frame]:
    yield walk.puzzle.placed
    for step in islice(walk, steps):
        yield step.placements
        if step.solution is not None:
            return


class Animation:
    """Pictures that are shown one after the other. `str()` returns them as an animated SVG. Made by `animation`."""

    def __init__(self, puzzle: Puzzle, frames: Sequence[Frame], delay: float, look: SvgOptions) -> None:
        self.puzzle = puzzle
        self.frames = frames
        self.delay = delay
        self._look = look
        whole = drawing_of(puzzle, ())
        self._size = whole.size
        self._board = whole.plane
        self._laid = laid_out(whole.lattice, whole.cells)
        last = frames[-1]
        self._symbols = {placement.cells: mark for placement, mark in zip(last, symbols_for(puzzle, last), strict=True)}

    def __repr__(self) -> str:
        return f"<Animation: {counted(len(self.frames), 'picture')} of {self._size}>"

    def __str__(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        return shown([self._svg])

    def _repr_svg_(self) -> str:
        return self._svg

    @property
    def seconds(self) -> float:
        """The duration of the animation in seconds."""
        return len(self.frames) * self.delay + LINGER

    @cached_property
    def _svg(self) -> str:
        # The pictures of placements come after the picture of the empty board, in the same document.
        whole = svg(self._board, self._look)
        changes: dict[tuple[Cell, ...], list[int]] = defaultdict(list)
        before: set[tuple[Cell, ...]] = set()
        for number, frame in enumerate(self.frames):
            now = {placement.cells for placement in frame}
            for cells in before ^ now:  # placements that appear or disappear
                changes[cells].append(number)
            before = now
        parts = [self._shown(placement, changes[placement.cells]) for placement in self._placements()]
        return self._document(whole, [inside(whole), *parts])

    def _document(self, first: str, parts: Iterable[str]) -> str:
        # a document of the same size as `first`
        title = escaped(repr(self).strip("<>"))
        return "\n".join([first.partition("\n")[0], f"<title>{title}</title>", *parts, "</svg>"])

    def _placements(self) -> list[Placement]:
        return list({placement.cells: placement for frame in self.frames for placement in frame}.values())

    def _shown(self, placement: Placement, changes: Sequence[int]) -> str:
        name, symbol = placement.piece.name, self._symbol(placement)
        cells = dict.fromkeys(map(self._laid, placement.cells), 0)
        alone = BaseDrawing(cells, (symbol,), (name,), lattice=self._board.lattice)
        inner = inside(svg(alone, self._look._replace(palette={name: self._colour(placement)})))
        x, y = (round(self._look.cell * along, 3) for along in spot(alone.place[0], *self._board.place))
        return self._timed(inner, changes, f' transform="translate({x} {y})"')

    def _timed(self, inner: str, changes: Sequence[int], more: str = "") -> str:
        """Return an SVG group that shows *inner* in some pictures of the animation and hides it in others.

        *inner* appears or disappears at each index in *changes*, which is ascending. *more* holds further attributes.
        """
        is_last = len(changes) % 2  # after an odd number of changes, it is visible at the end
        shown = [changes[0] == 0, *(number % 2 == 0 for number in range(changes[0] == 0, len(changes)))]
        times = [0, *(self.delay * change / self.seconds for change in changes if change)]
        if len(times) == 1:
            return f"<g{more}>\n{inner}\n</g>"
        animate = (
            f'<animate attributeName="opacity" values="{";".join(str(int(value)) for value in shown)}" '
            f'keyTimes="{";".join(f"{time:.6f}".rstrip("0").rstrip(".") for time in times)}" '
            f'dur="{self.seconds:g}s" calcMode="discrete" repeatCount="indefinite"/>'
        )
        return f'<g{more} opacity="{is_last}">\n{animate}\n{inner}\n</g>'

    def _colour(self, placement: Placement) -> str:
        return fills(drawing_of(self.puzzle, [placement]), self._look.palette)[0]

    def _symbol(self, placement: Placement) -> str:
        return self._symbols.get(placement.cells) or symbols_for(self.puzzle, [placement])[0]

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the animation to a file. The extension of *path*, .svg or .gif, selects the format.

        Raise `FileExistsError` for an existing file, and `PentominoError` for any other extension,
        and for a GIF if Pillow is missing.
        """
        path = Path(path)
        check_target(path, overwrite)
        ending = path.suffix.lower()
        if ending not in ANIMATED:
            raise PentominoError(f"{path}: the extension of an animation must be {joined(ANIMATED, 'or')}")
        data = f"{self._svg}\n".encode() if ending == ".svg" else self._gif()
        with written(path, overwrite) as file:
            file.write(data)

    def _gif(self) -> bytes:
        imported("PIL.Image", "GIF, unlike SVG, needs", "pillow")
        from PIL import Image, ImageColor, ImageDraw, ImageFont

        pieces = {placement.piece: self._colour(placement) for placement in self._placements()}
        colours = [PAGE, INK, FREE, *pieces.values()]
        palette = list(chain.from_iterable(ImageColor.getrgb(colour) for colour in colours))
        font = ImageFont.load_default(max(1, self._look.cell // 2))

        def picture(frame: Frame) -> Image.Image:
            image = Image.new("P", tuple([round((side + 1) * self._look.cell) for side in self._board.extent]))
            image.putpalette(palette)
            draw = ImageDraw.Draw(image)
            draw.fontmode = "1"  # no shades between colours, as the palette has none
            self._paint(draw, frame, [*pieces], font)
            return image

        return self._bound(map(picture, self.frames))

    def _bound(self, images: Iterable[Any]) -> bytes:
        first, *others = images
        time = round(1000 * max(self.delay, MIN_FRAME_SECONDS))
        file = BytesIO()
        times = [time] * len(others) + [time + round(1000 * LINGER)]
        first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False)
        return file.getvalue()

    def _paint(self, draw: Any, frame: Frame, pieces: Sequence[Polyform], font: Any) -> None:
        # The colours are 0 for the page, 1 for ink, 2 for free cells and 3 + n for piece n.
        owner = dict.fromkeys(self._board.areas, EMPTY)
        owner |= {self._laid(cell): number for number, placement in enumerate(frame) for cell in placement.cells}
        fills = [3 + pieces.index(placement.piece) for placement in frame]
        sides = self._board.grid.sides
        for cell, number in owner.items():
            corners = [self._at(point) for _, point, _ in sides(cell)]
            draw.polygon(corners, fill=2 if number == EMPTY else fills[number])
        for cell, number in owner.items():
            for other, start, end in sides(cell):
                if owner.get(other) != number or number == EMPTY:
                    line = [self._at(start), self._at(end)]
                    draw.line(line, fill=1, width=round(self._look.stroke) if owner.get(other) != number else 1)
        middles = [(placement, self._laid(placement.cells[len(placement.cells) // 2])) for placement in frame]
        marks = {cell: self._symbol(placement) for placement, cell in middles if self._look.letters}
        texts = {cell: text for cell, text in self._board.labels.items() if owner.get(cell, EMPTY) == EMPTY}
        for cell, mark in (texts | marks).items():
            draw.text(self._at(self._board.grid.middle(cell)), mark, fill=1, font=font, anchor="mm")

    def _at(self, point: Spot) -> Spot:
        x, y = spot(point, *self._board.place)
        return (x + 0.5) * self._look.cell, (y + 0.5) * self._look.cell


class _Building(Animation):
    def __init__(self, order: BuildOrder, delay: float, pictures: Sequence[str]) -> None:
        placements = [step.placement for step in order.steps]
        self.puzzle = order.solution.puzzle
        self.frames = [placements[:number] for number in range(1, len(placements) + 1)]
        self.delay = delay
        self._pictures = pictures
        self._size = order.solution.drawing.size

    @cached_property
    def _svg(self) -> str:
        changes = [[number, number + 1] for number in range(len(self._pictures))]
        changes[-1].pop()  # the last picture stays
        shown = zip(map(inside, self._pictures), changes, strict=True)
        return self._document(self._pictures[0], [self._timed(*one) for one in shown])

    def _gif(self) -> bytes:
        imported("PIL.Image", "GIF, unlike SVG, needs", "pillow")
        from PIL import Image

        def on_page(picture: str) -> Image.Image:
            drawn = Image.open(BytesIO(png(picture, 1)))
            page = Image.new("RGB", drawn.size, PAGE)
            page.paste(drawn, mask=drawn)
            return page

        return self._bound(map(on_page, self._pictures))
