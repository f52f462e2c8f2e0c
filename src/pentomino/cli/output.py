"""The output of commands: kinds of output, options for pictures, pictures as text, and files.

A target is a kind of output, such as pictures. Each command has a list of targets, which determines the help and the
errors of `-o`. A medium is a file format for pictures (see `render.media`). If a medium has `bind`, all pictures go
into one file. Otherwise each picture gets its own file.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from ..board import Board
from ..errors import SearchTimeout
from ..files import ANIMATED, PAGES, check_target, encoded, written
from ..lattices.lattice import SQUARE
from ..render.drawing import BaseDrawing
from ..render.text import STYLES, Depth, coloured
from ..solutions.solution import Solution
from ..wording import joined
from .console import MisuseError, best, can_show, folded, is_terminal, stops
from .options import Parser, decimal, path

if TYPE_CHECKING:
    from pathlib import Path

    from ..render.media import Medium

T = TypeVar("T")


# -------------------------------------------------------------------------------------------------------- targets

STDOUT = "-"
"""The name of standard output, which is used for `-o` and in lists of suffixes."""


class Target(NamedTuple):
    """A kind of output, with the suffixes of its files and the names of the options that it accepts.

    `look` is called with the options in `LOOKS` as keyword arguments. It returns the value that the writer needs.
    """

    name: str
    suffixes: Sequence[str]
    accepts: Iterable[str] = ()
    look: Callable[..., Any] = dict

    def __str__(self) -> str:
        suffixes = ", ".join(suffix for suffix in self.suffixes if suffix not in ("", STDOUT))
        return f"{self.name} ({suffixes})" if suffixes else self.name


def _svg(**given: Any) -> Any:
    from ..render.svg import svg_options

    for style in ("cut", "isometric"):
        if given.pop(style, False):
            given["style"] = style
    return svg_options(**given)


def _mesh(**given: Any) -> Any:
    from ..render.solids import mesh_options

    return mesh_options(**given)


def _page_options(**given: Any) -> dict[str, Any]:
    # check the options of pictures here, so that errors come before the search
    _svg(**{name: value for name, value in given.items() if name in _ANIMATED})
    if given.keys() & {"paper", "cut_out"}:  # otherwise nothing is left to check, and the import would cost time
        from ..pages.sheet import check_page

        grid = map(given.get, ("columns", "rows", "per_page"))
        check_page(given.get("paper", "A4"), given.get("cut_out", False), *grid)
    return given


_TRAY = ("kerf", "rim", "radius")
_AMOUNT = ("all", "limit")
_DRAWN = (*_AMOUNT, "rectangles", "style", "each")
_LAYOUT = ("columns", "rows", "per_page", "title", "paper", "key", "upside_down", "cut_out", "palette")
_ANIMATED = ("cell", "letters", "palette")
_PICTURE = (*_ANIMATED, "unit", "margin", "coordinates", "isometric", "cut", *_TRAY)

PRINTED = Target("standard output", (STDOUT,), (*_AMOUNT, "rectangles", "style"))
TEXT = Target("text", (".txt",), _DRAWN)
PICTURES = Target("pictures", (".svg", ".png", ".pdf"), (*_DRAWN, *_PICTURE), _svg)
CUT_LINES = Target("cut lines", (".dxf",), (*_DRAWN, "cell", "letters", "cut", *_TRAY), partial(_svg, cut=True))
SOLIDS = Target("solids", (".obj", ".stl"), (*_DRAWN, "cell", "gap"), _mesh)
LINES = Target("JSON lines", (".jsonl",), (*_DRAWN, "features"))
DATA = Target("data", (".json", ".csv", ".parquet"), (*_AMOUNT, "features"))
SOLVER_FILES = Target("files of other programs", (".dlx", ".cnf", ".xmpuzzle"), _AMOUNT)
GALLERY = Target("a page with all solutions", (".html",), (*_AMOUNT, "style"))
ANIMATIONS = Target("animations", ANIMATED, _ANIMATED, _page_options)
SHEETS = Target("pages", PAGES, (*_LAYOUT, "key_file"), _page_options)
POSTERS = Target(
    "posters with --paper", PICTURES.suffixes, ("paper", "columns", "title", "palette", "letters"), _page_options
)
BUILD_TEXT = Target("text", (".txt", "", STDOUT), (*_AMOUNT, "rectangles"))
LEVELS = Target("levels", (".json",))
PUZZLES = Target("puzzles", (".txt",))
NUMBERS = Target("numbers", (".txt", ".csv", ".json"), ("style",))
MOVES = Target("solutions with their moves", (".xmpuzzle",), ("limit",))
MOVE_PAGES = Target("pages with a picture of each move", PAGES, ("limit", "palette"), _page_options)
GAMES = Target("a page to play on", (".html",))

DRAWINGS = PRINTED, TEXT, PICTURES, CUT_LINES, SOLIDS
SOLUTIONS = *DRAWINGS, LINES, DATA, SOLVER_FILES, GALLERY
FIGURES = PRINTED, TEXT, PICTURES
WATCHED = PRINTED, ANIMATIONS

LOOKS = {*_PICTURE, *_LAYOUT, "gap"}
"""The options that change the look of an output. The other options of targets select its contents."""

_KNOWN = {*LOOKS, *_DRAWN, "features", "key_file"}


def listed(targets: Sequence[Target]) -> str:
    """Return the name and suffixes of each target except standard output, for help texts and errors."""
    return joined([str(target) for target in targets if target != PRINTED], "or")


def add_target(
    parser: argparse._ActionsContainer,
    targets: Sequence[Target],
    text: str = "write to FILE: ",
    more: str = "",
    **how: Any,
) -> None:
    """Add `-o` and `--force`. The help of `-o` begins with `text`, lists the targets and ends with `more`."""
    text += listed(targets) + more
    parser.add_argument("-o", "--output", type=path, metavar="FILE", help=text, **how)
    owner = getattr(parser, "_container", parser)  # `parser` may be a group of options that exclude each other
    owner.add_argument("--force", action="store_true", help="replace existing files, or write more than 100 files")


def chosen(
    options: argparse.Namespace, targets: Sequence[Target], suffix: str | None = None, replace: bool = False
) -> Target:
    """Return the target that `suffix` or `-o FILE` selects. Call this before long work.

    Raise an error for an unknown suffix, for an option that the target does not accept, and for a missing package.
    Raise an error for an existing file, unless `replace` or `--force` is set. Set `options.suffix`. Set `options.look`
    to the result of `Target.look`, or to None if no option in `LOOKS` is set. For `-`, set `options.output` to None.
    """
    output = options.output = None if str(options.output) == STDOUT else options.output
    suffix = _suffix(output) if suffix is None else suffix
    target = next((one for one in targets if suffix in one.suffixes), None)
    if target is None:
        from ..render.media import ending_meant

        files = f"use an extension for {listed(targets)}"
        fault = f", not {suffix}{ending_meant(suffix)}" if suffix not in ("", STDOUT) else ""
        raise MisuseError(f"{'-o FILE is missing' if output is None else output}: {files}{fault}")
    given = {name: value for name in _KNOWN if (value := getattr(options, name, None)) is not None}
    if strange := [name for name in given if name not in target.accepts]:
        names = joined([f"--{'no-' * (given[name] is False)}{name.replace('_', '-')}" for name in sorted(strange)])
        right = [one for one in targets if {*strange} <= {*one.accepts}]
        hint = f"; use {joined(list(map(str, right)), 'or')}" if right else ""
        raise MisuseError(f"{names} cannot be used with {target}{hint}")
    if suffix in (".png", ".pdf", ".dxf"):
        medium(suffix).check()
    if output is not None:
        check_target(output, options.force or replace)
    look = {name: value for name, value in given.items() if name in LOOKS}
    options.suffix = suffix
    options.look = target.look(**look) if look else None
    return target


def _suffix(output: Path | None) -> str:
    if output is None:
        return STDOUT
    if output.suffix:
        return output.suffix.lower()
    is_device = any(str(folder) == "/dev" for folder in output.parents)  # includes /dev/stdout, even if redirected
    return ".txt" if is_device or (output.exists() and not output.is_file()) else ""


def medium(suffix: str) -> Medium:
    """Return the file format of pictures or solids with this suffix."""
    from ..render.media import MEDIA, MODELS

    return {**MEDIA, **MODELS}[suffix]


# -------------------------------------------------------------------------------------------------------- options


def add_output(parser: Parser, targets: Sequence[Target], drawn: str, printed: str) -> argparse._MutuallyExclusiveGroup:
    """Add `--json`, `--force` and `-o`. Return the group of `--json` and `-o`, which exclude each other.

    The help of `-o` begins with "draw {drawn} to FILE". The help of `--json` is "print {printed}".
    """
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"print {printed}")
    add_target(form, targets, f"draw {drawn} to FILE: ", "; - prints text")
    return form


def add_colour(parser: Parser) -> None:
    text = "colour the picture (default auto: only if the terminal has colours); blocks: the same as --style blocks"
    parser.add_argument("--colour", "--color", choices=("auto", "always", "never", "blocks"), default="auto", help=text)


def add_picture(parser: Parser) -> None:
    """Add the options for the look of pictures and solids in files."""
    group = parser.add_argument_group("pictures in SVG, PNG and PDF")
    add_look(group)
    group.add_argument("--unit", choices=("px", "mm"), help="the unit of lengths (default px, or mm with --cut)")
    what = "the margin around the board (default: the width of the lines)"
    group.add_argument("--margin", type=decimal, metavar="WIDTH", help=what)
    group.add_argument("--coordinates", action="store_true", default=None, help="number rows and columns")
    styles = group.add_mutually_exclusive_group()
    what = "draw only cutting lines, for a laser or a plotter"
    styles.add_argument("--cut", action="store_true", default=None, help=what)
    what = "draw boxes and balls as solids, not layer by layer"
    styles.add_argument("--isometric", action="store_true", default=None, help=what)
    what = "with --cut or .dxf: cut each piece separately, enlarged by WIDTH, which the beam or tool removes"
    group.add_argument("--kerf", type=decimal, metavar="WIDTH", help=what)
    what = "with --cut or .dxf: also cut a tray, with a floor and a frame of this WIDTH around the board"
    group.add_argument("--rim", type=decimal, metavar="WIDTH", help=what)
    group.add_argument(
        "--radius", type=decimal, metavar="LENGTH", help="with --rim: round the outer corners of the tray"
    )
    what = "the gap between pieces in .obj and .stl files (default SIDE / 25)"
    group.add_argument("--gap", type=decimal, metavar="WIDTH", help=what)


def add_look(parser: argparse._ActionsContainer) -> None:
    """Add the options for the look of pictures and animations."""
    parser.add_argument("--cell", type=decimal, metavar="SIDE", help="the side of a cell (default 32 px or 10 mm)")
    text = "write letters on pieces (default: yes, except for cut lines)"
    parser.add_argument("--letters", action=argparse.BooleanOptionalAction, help=text)
    add_palette(parser)


def add_palette(parser: argparse._ActionsContainer) -> None:
    text = "a palette: colour (default), safe (based on Okabe and Ito) or print (for black ink); or colours such as "
    text += "F=#e3c08f,I=teal"
    parser.add_argument("--palette", type=palette, metavar="COLOURS", help=text)


def palette(text: str) -> str | dict[str, str]:
    """Return the value of `--palette`: the name of a palette, or a dict from names of pieces to colours."""
    if "=" not in text:
        return text
    pairs = [item.partition("=") for item in text.split(",")]
    if wrong := [name for name, _, colour in pairs if not name.strip() or not colour]:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} has no colour; write for example F=#e3c08f,I=teal")
    return {name.strip(): colour.strip() for name, _, colour in pairs}


# --------------------------------------------------------------------------------------------- pictures in text

_FITTING: dict[str | None, tuple[str, ...]] = {None: ("outline", "letters", "narrow"), "letters": ("letters", "narrow")}
"""The styles that are tried on a terminal until a picture fits, for some values of `--style`."""


class Brush:
    """Draws pictures as text in the style and colours of the options. Pictures of calendars begin with the date.

    On a terminal, a picture that is too wide is drawn in another style, and the names of pieces with unclear letters
    are printed below it. In a file, pictures have no colours. Pictures in letters can be read again, so in a file they
    have neither these names nor a date. On lattices other than squares, they begin with the name of the lattice.
    """

    def __init__(self, options: argparse.Namespace, board: Board | None) -> None:
        to_file = options.output is not None
        on_screen = not to_file and is_terminal(sys.stdout)
        lattice = board.lattice if board else SQUARE
        self._lattice_line = "" if on_screen or lattice == SQUARE or lattice.periods else f"{lattice.name}\n"
        usual = "letters" if to_file and self._lattice_line else "outline"  # only outlines of squares can be read back
        style = "blocks" if options.colour == "blocks" else options.style
        self._dates = board.uncovered_labels if board else ()
        self._depth: Depth | None = None
        if not to_file and options.colour != "never":
            depth = colour_depth(os.environ, can_show(sys.stdout))
            self._depth = depth or ("256" if options.colour == "always" else None)
        self._styles = (on_screen and _FITTING.get(style)) or (style or usual,)
        self._on_screen = on_screen

    def draw(self, drawing: BaseDrawing) -> list[str]:
        """Return a picture in each style that may be used. The largest picture comes first."""
        return [self._draw(drawing, style) for style in self._styles]

    def solution(self, solution: Solution) -> str:
        """Return the picture of a solution. Use the first style that fits the terminal, or else the last style."""
        style, *others = self._styles
        if style in STYLES and not others and self._depth is None and not (self._dates or self._lattice_line):
            return solution.to_text(style)  # much faster than a drawing on flat boards
        return self.shown(solution.drawing)

    def shown(self, drawing: BaseDrawing) -> str:
        """Return the picture of a drawing. Use the first style that fits the terminal, or else the last style."""
        return best(self._draw(drawing, style) for style in self._styles)

    def _draw(self, drawing: BaseDrawing, style: str) -> str:
        if self._depth is None and style in ("blocks", "narrow"):
            style = "letters"
        # A picture in letters may be used as input, for example for --placed, where a heading would be read as cells.
        has_heading = self._dates and (self._on_screen or style != "letters")
        heading = f"{' '.join(self._dates)}\n" if has_heading else self._lattice_line * (style == "letters")
        legend = drawing.legend if self._on_screen and style in ("letters", "narrow") else ""
        footer = f"\n{folded(legend)}" if legend else ""
        if self._depth is None:
            return heading + STYLES[style](drawing) + footer
        return heading + coloured(drawing, style, self._depth) + footer  # type: ignore[arg-type]


def colour_depth(environ: Mapping[str, str], is_terminal: bool) -> Depth | None:
    """Return the colour depth that the environment specifies, or None for no colour.

    `NO_COLOR` overrides all other variables (no-color.org). `FORCE_COLOR` (force-color.org) and `CLICOLOR_FORCE`
    (bixense.com/clicolors) force colour even in a pipe or on a dumb terminal, unless they are empty or 0. `COLORTERM`
    and `TERM` specify the number of colours. Windows Terminal sets only `WT_SESSION`.
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


# ---------------------------------------------------------------------------------------------------------- files

MAX_FILES = 100
"""The maximum number of files that are written without `--force`."""


def draw(drawings: Iterable[BaseDrawing], options: argparse.Namespace, names: Sequence[str] | None = None) -> int:
    """Write drawings to `options.output`. Return how many there are.

    If a file of this format can contain only one drawing, several files are numbered. If `names` is given, each drawing
    has its own file, and its name is appended to the stem, as in soma-V.stl.
    """
    drawings, target, replace = list(drawings), options.output, options.force
    kind = medium(options.suffix)
    pictures = (kind.draw(drawing, options.look) for drawing in drawings)
    if names is not None:
        files = pictures if kind.bind is None else (kind.bind([picture]) for picture in pictures)
        return write_each(files, target, replace, names=names)
    if kind.bind is None and len(drawings) > 1:
        return write_each(pictures, target, replace)
    return write_all(pictures, target, replace, bind=kind.bind)


def write_figure(options: argparse.Namespace, text: Callable[[], str], picture: Callable[[], str]) -> None:
    """Write `text()` to a .txt file, or the SVG document `picture()` to a .svg, .png or .pdf file."""
    from ..render.media import write_picture

    write_picture(options.output, options.force, text, picture, options.suffix)


def write_all(
    pictures: Iterator[str | bytes],
    target: Path,
    replace: bool,
    apart: bool = False,
    bind: Callable[[Iterator[Any]], str | bytes] | None = None,
) -> int:
    """Write all pictures to the file `target`, and return how many there are. If there are no pictures, write no file.

    Each picture is written when it is found. If `apart` is true, blank lines separate the pictures. If `bind` is given,
    it makes the file from all pictures at the end. If `replace` is true, an existing file is replaced.
    """
    with UpToStop(pictures, target, replace) as limited:
        if (first := next(limited, None)) is not None:
            rest = chain([first], limited)
            with written(target, replace) as file:
                for number, part in enumerate(rest if bind is None else [bind(rest)]):
                    file.write(b"\n" * (apart and number > 0) + encoded(part))
    return limited.number


def write_each(
    pictures: Iterator[str | bytes],
    target: Path,
    replace: bool,
    most: int | None = None,
    instead: str = "",
    names: Sequence[str] | None = None,
) -> int:
    """Write each picture to its own file, and return how many there are.

    The file names end in a number from 1 with leading zeros, or in an item of `names`. `most` is the largest number, if
    it is known. Without `replace`, raise `MisuseError` for more than `MAX_FILES` pictures. The error message ends with
    `instead`, which suggests an alternative.
    """
    files: list[Path] = []
    with UpToStop(pictures, target, replace) as limited:
        head = list(islice(limited, MAX_FILES + 1))
        if len(head) > MAX_FILES and not replace:
            fault = f"this would write more than {MAX_FILES} files"
            raise MisuseError(f"{target}: {fault}; --force allows it{instead}")
        digits = len(str(len(head) if len(head) <= MAX_FILES else most or 10**6 - 1))
        try:
            for number, picture in enumerate(chain(head, limited), 1):
                name = f"{number:0{digits}}" if names is None else names[number - 1]
                file_of_its_own = target.with_name(f"{target.stem}-{name}{target.suffix}")
                with written(file_of_its_own, replace) as file:
                    file.write(encoded(picture))
                files.append(file_of_its_own)
        except OSError:
            for old in files if not replace else ():
                old.unlink()  # otherwise the next try would fail because these files would exist
            raise
    return limited.number


class UpToStop(Iterator[T]):
    """An iterator over the results of a search, and a context manager in which they are written to `target`.

    A timeout, Ctrl-C or SIGTERM ends the iteration. The error is raised only at the end of the `with` block, when the
    file holds the results found. A signal stops the search at its next tick, but not while a result is being written.

    If `replace` is true and the file exists, a signal ends the block at once, and the incomplete results are dropped.
    """

    def __init__(self, found: Iterator[T], target: Path | None, replace: bool) -> None:
        self._found = found
        is_old = replace and target is not None and target.is_file()
        self._stops = (SearchTimeout,) if is_old else (SearchTimeout, KeyboardInterrupt)
        self._error: BaseException | None = None
        self.number = 0
        """How many results the iterator has returned."""

    def __next__(self) -> T:
        if self._error is None:
            try:
                stops.let()
                picture = next(self._found, None)
                stops.is_delaying = True  # set directly, as a signal could interrupt a call
                if picture is not None:
                    self.number += 1
                    return picture
            except self._stops as error:
                self._error, stops.is_delaying = error, True
        raise StopIteration

    def __enter__(self) -> Self:
        stops.is_delaying = True
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        stops.is_delaying = False
        if kind is None:
            if self._error is not None:
                raise self._error
            stops.let()
