"""Pictures that commands print or write to files, and the options for these pictures.

A medium (a kind of file, in `render.media`) that has `bind` puts all pictures into one file. Other media write each
picture to a file of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import SearchTimeout
from ..files import encoded, written
from ..lattices.lattice import SQUARE
from ..render.drawing import EMPTY, BaseDrawing
from ..render.text import STYLES, Depth, coloured
from ..solutions.solution import Solution
from .console import MisuseError
from .inputs import Stated
from .options import CommonOptions, Parent, Parser, decimal, is_terminal
from .targets import Target, add_target, medium

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

UNASKED = 100
"""The maximum number of files that are written without `--force`."""

_FITTING: dict[str | None, tuple[str, ...]] = {None: ("outline", "letters", "narrow"), "letters": ("letters", "narrow")}
"""For each value of `--style`, the styles to try on a terminal. The first style whose picture fits is used."""


# -------------------------------------------------------------------------------------------------------- options


def add_output(parser: Parser, targets: Sequence[Target], drawn: str, printed: str) -> argparse._MutuallyExclusiveGroup:
    """Add `--json`, `--force`, and `-o` for files of the kinds `targets`. Return the group with `--json` and `-o`.

    In the help, `drawn` is the object of "draw ... to FILE", and `printed` follows "print one JSON object".
    """
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"print one JSON object{printed}")
    add_target(form, targets, f"draw {drawn} to FILE: ", "; - prints text")
    return form


def add_colour(parser: Parser) -> None:
    """Add the option `--colour` for printed pictures."""
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never", "blocks"),
        default="auto",
        help="colour the picture (default auto: if the terminal has colours); blocks: the same as --style blocks",
    )


def picture_options() -> Parent:
    """Return the options for the look of pictures and solids in files."""
    options = CommonOptions()
    group = options.add_argument_group("pictures in SVG, PNG and PDF")
    add_look(group)
    group.add_argument("--unit", choices=("px", "mm"), help="the unit of SIDE and WIDTH (default px; with --cut mm)")
    group.add_argument(
        "--margin", type=decimal, metavar="WIDTH", help="the margin around the board (default: room for the lines)"
    )
    group.add_argument("--coordinates", action="store_true", default=None, help="number rows and columns")
    styles = group.add_mutually_exclusive_group()
    styles.add_argument(
        "--cut", action="store_true", default=None, help="draw only the lines to cut, by laser or plotter"
    )
    styles.add_argument(
        "--isometric", action="store_true", default=None, help="draw boxes and balls as solids, not layer by layer"
    )
    group.add_argument(
        "--kerf",
        type=decimal,
        metavar="WIDTH",
        help="with --cut or .dxf: cut pieces separately, larger by this width, which the beam or tool removes",
    )
    group.add_argument(
        "--rim",
        type=decimal,
        metavar="WIDTH",
        help="with --cut or .dxf: also cut a tray, a frame of this width around the board and a floor",
    )
    group.add_argument("--radius", type=decimal, metavar="LENGTH", help="round the outer corners of the tray")
    group.add_argument(
        "--gap", type=decimal, metavar="WIDTH", help="the gap between pieces in .obj and .stl files (default SIDE / 25)"
    )
    return options


def add_look(parser: argparse._ActionsContainer) -> None:
    """Add the options `--cell`, `--letters` and `--palette`, for the look of pictures and animations."""
    parser.add_argument("--cell", type=decimal, metavar="SIDE", help="the side of a cell (default 32 pixels, or 10 mm)")
    parser.add_argument(
        "--letters",
        action=argparse.BooleanOptionalAction,
        help="write letters on pieces (default: yes, except for cut lines)",
    )
    add_palette(parser)


def add_palette(parser: argparse._ActionsContainer) -> None:
    """Add the option `--palette`, for the colours of pieces."""
    parser.add_argument(
        "--palette",
        type=palette,
        metavar="COLOURS",
        help="colour (default), print for black ink, or the colours of some pieces, such as F=#e3c08f,I=teal",
    )


def palette(text: str) -> str | dict[str, str]:
    """Return the value of `--palette`: the name of a palette, or a mapping from names of pieces to colours."""
    if "=" not in text:
        return text
    pairs = [item.partition("=") for item in text.split(",")]
    if wrong := [name for name, _, colour in pairs if not name.strip() or not colour]:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} has no colour; write for example F=#e3c08f,I=teal")
    return {name.strip(): colour.strip() for name, _, colour in pairs}


# --------------------------------------------------------------------------------------------- pictures in text


class Brush:
    """Draws pictures as text in the style and colours of the options. A heading shows the uncovered date of a calendar.

    Pictures in a file have no colours. On a screen, the style may change so that a picture fits. If a text of letters
    can be read again, its first line is the name of the lattice, except on squares.
    """

    def __init__(
        self, options: argparse.Namespace, stated: Stated | None, to_file: bool = False, on_screen: bool = False
    ) -> None:
        lattice = stated.puzzle.board.lattice if stated else SQUARE
        self._word = "" if on_screen or lattice == SQUARE or lattice.periods else f"{lattice.name}\n"
        usual = "letters" if to_file and self._word else "outline"  # outlines can be read on squares only
        style = "blocks" if options.colour == "blocks" else options.style
        self._uncovered = stated.puzzle.board.uncovered if stated else ()
        self._depth = None if to_file or options.colour == "never" else _depth(options.colour)
        self._styles = (on_screen and _FITTING.get(style)) or (style or usual,)
        self._on_screen = on_screen

    def draw(self, drawing: BaseDrawing) -> list[str]:
        """Return the picture as text in each style that may be used, the largest picture first."""
        return [self._draw(drawing, style) for style in self._styles]

    def solution(self, solution: Solution) -> str:
        """Return the picture of a solution in the first style that fits the terminal, otherwise in the last style."""
        style, *others = self._styles
        if style in STYLES and not others and self._depth is None and not (self._uncovered or self._word):
            return solution.to_text(style)  # 20 times as fast as a drawing
        return self.shown(solution.drawing)

    def shown(self, drawing: BaseDrawing) -> str:
        """Return the picture of a drawing in the first style that fits the terminal, otherwise in the last style."""
        if len(self._styles) == 1:
            return self.draw(drawing)[0]
        from .screen import best

        return best((self._draw(drawing, style) for style in self._styles), sys.stdout)

    def _draw(self, drawing: BaseDrawing, style: str) -> str:
        if self._depth is None and style in ("blocks", "narrow"):
            style = "letters"
        # A picture in letters may be used as input, for example of --given. A heading would be read as cells.
        has_heading = self._uncovered and (self._on_screen or style != "letters")
        heading = f"{' '.join(self._uncovered)}\n" if has_heading else self._word * (style == "letters")
        if self._depth is None:
            return heading + STYLES[style](drawing)
        return heading + coloured(drawing, style, self._depth)  # type: ignore[arg-type]


def _depth(wish: str) -> Depth | None:
    is_able = is_terminal(sys.stdout)
    if sys.platform == "win32":  # a console prints control sequences as text unless they are enabled
        from .screen import can_show

        is_able = can_show(sys.stdout)
    return colour_depth(os.environ, is_able) or ("256" if wish == "always" else None)


def colour_depth(environ: Mapping[str, str], is_terminal: bool) -> Depth | None:
    """Return the colour depth that the environment specifies, or None for no colour.

    A non-empty `NO_COLOR` overrides all other variables (no-color.org). `FORCE_COLOR` (force-color.org) and
    `CLICOLOR_FORCE` (bixense.com/clicolors), unless empty or 0, force colour even in a pipe or on a dumb terminal. If
    there is colour, `COLORTERM` and `TERM` specify the number of colours. Windows Terminal sets only `WT_SESSION`.
    """
    if environ.get("NO_COLOR"):
        return None
    is_forced = any(environ.get(name, "") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    term = environ.get("TERM", "").lower()
    is_modern_windows = not term and bool(environ.get("WT_SESSION"))
    is_able = is_terminal and (term not in ("", "dumb") or is_modern_windows)
    if not (is_able or is_forced):
        return None
    is_direct = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct")
    if is_direct or is_modern_windows:
        return "truecolour"
    return "256" if "256color" in term else "16"


def laid_one_by_one(solution: Solution, brush: Brush) -> Iterator[list[str]]:
    """Yield the picture after each piece of a solution, in the order of the search.

    A picture is a list of texts, one for each style of `brush`.
    """
    whole = solution.drawing
    areas = dict.fromkeys(whole.areas, EMPTY)
    for placement in solution.laid:
        areas |= {cell: whole.areas[cell] for cell in placement.cells}
        yield brush.draw(BaseDrawing(dict(areas), whole.symbols, whole.names, lattice=whole.lattice))


# ---------------------------------------------------------------------------------------------------------- files


def draw(drawings: Iterable[BaseDrawing], options: argparse.Namespace, names: Sequence[str] | None = None) -> int:
    """Write drawings to `options.output`, or to numbered files if the format holds one picture. Return their number.

    If `names` is given, write each drawing to its own file, with one of the names appended to the stem: soma-V.stl.
    """
    drawings, target, replace = list(drawings), options.output, options.force
    draw_one, bind = (kind := medium(options.suffix)).draw, kind.bind
    pictures = (draw_one(drawing, options.look) for drawing in drawings)
    if names is not None:
        return write_each(pictures if bind is None else (bind([one]) for one in pictures), target, replace, names=names)
    if bind is None and len(drawings) > 1:
        return write_each(pictures, target, replace)
    return write_all(pictures, target, replace, bind=bind)


def write_figure(options: argparse.Namespace, text: Callable[[], str], picture: Callable[[], str]) -> None:
    """Write `text()` to the file of the options if it is .txt, otherwise `picture()`, an SVG, as .svg, .png or .pdf."""
    from ..render.media import write_picture

    write_picture(options.output, options.force, text, picture, options.suffix)


def write_all(
    pictures: Iterator[str | bytes],
    target: Path,
    replace: bool,
    apart: bool = False,
    bind: Callable[[Iterator[Any]], str | bytes] | None = None,
) -> int:
    """Write all pictures to the file `target`, or no file if there are no pictures. Return the number of pictures.

    Each picture is written when it is found, with blank lines between pictures if `apart` is true. If `bind` is given,
    it makes the file from all pictures at the end. `replace` is whether an existing file is replaced.
    """
    if (first := next(pictures, None)) is None:
        return 0
    found = UpToStop(chain([first], pictures), replace)
    parts = found if bind is None else [bind(iter(found))]
    with written(target, replace) as file:
        for number, part in enumerate(parts):
            file.write(b"\n" * (apart and number > 0) + encoded(part))
    return found.number()


def write_each(
    pictures: Iterator[str | bytes],
    target: Path,
    replace: bool,
    most: int | None = None,
    instead: str = "",
    names: Sequence[str] | None = None,
) -> int:
    """Write each picture to its own file. Return the number of files.

    A number from 1, or one of `names`, is appended to the stem of `target`. Numbers have leading zeros, so that files
    sort by number; `most` is the largest number if it is known. If there are more than `UNASKED` pictures, which may
    swamp a directory, and `replace` is false, raise `MisuseError`. The message ends with `instead`, which suggests an
    alternative.
    """
    found = UpToStop(pictures, replace)
    rest = iter(found)
    head = list(islice(rest, UNASKED + 1))
    if len(head) > UNASKED and not replace:
        raise MisuseError(
            f"{target}: there are more than {UNASKED} pictures, one file each; --force writes them{instead}"
        )
    digits = len(str(len(head) if len(head) <= UNASKED else most or 10**6 - 1))
    made: list[Path] = []
    try:
        for number, picture in enumerate(chain(head, rest), 1):
            own = f"{number:0{digits}}" if names is None else names[number - 1]
            file_of_its_own = target.with_name(f"{target.stem}-{own}{target.suffix}")
            with written(file_of_its_own, replace) as file:
                file.write(encoded(picture))
            made.append(file_of_its_own)
    except OSError:
        for old in made if not replace else ():
            old.unlink()  # the next try would fail if these files existed
        raise
    return found.number()


class UpToStop(Generic[T]):
    """The results of a search until a timeout or Ctrl-C stops it. Write them, then call `number`: it raises the error.

    If an old file would be replaced, Ctrl-C is raised at once: the old file is worth more than some new results.
    """

    def __init__(self, found: Iterator[T], replace: bool) -> None:
        self._found = found
        self._stops = (SearchTimeout,) if replace else (SearchTimeout, KeyboardInterrupt)
        self._number = 0
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[T]:
        try:
            for one in self._found:
                self._number += 1
                yield one
        except self._stops as error:
            self._error = error

    def number(self) -> int:
        """Return the number of results. If a timeout or Ctrl-C has stopped the search, raise this error."""
        if self._error is not None:
            raise self._error
        return self._number
