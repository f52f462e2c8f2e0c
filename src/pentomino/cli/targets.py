"""The table of targets: kinds of output that commands write, the suffixes of their files, and the options they accept.

A command has a list of targets. The help of `-o`, the checks and their errors are made from this list.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..files import ANIMATED, PAGES, check_target
from ..wording import joined
from .console import MisuseError
from .options import path

if TYPE_CHECKING:
    from pathlib import Path

    from ..render.media import Medium

STDOUT = "-"
"""This text means standard output, as the file of `-o` and in lists of suffixes."""


class Target(NamedTuple):
    """A kind of output: its `name`, the `suffixes` of its files, and the names of the options that it accepts, `takes`.

    `look` converts the values of the options in `LOOKS`, as keyword arguments, to the value that the writer needs.
    """

    name: str
    suffixes: Sequence[str]
    takes: Iterable[str] = ()
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


def _cut(**given: Any) -> Any:
    return _svg(**{**given, "cut": True})


def _mesh(**given: Any) -> Any:
    from ..render.solids import mesh_options

    return mesh_options(**given)


def _words(**given: Any) -> dict[str, Any]:
    """Return `given`, the look of an animation or of pages, unchanged. Raise an error for an invalid look."""
    _svg(**{name: value for name, value in given.items() if name in _ANIMATED})
    if given.keys() & {"paper", "cut_out"}:
        from ..pages.sheet import check_page

        grid = map(given.get, ("columns", "rows", "per_page"))
        check_page(given.get("paper", "A4"), given.get("cut_out", False), *grid)
    return given


_TRAY = ("kerf", "rim", "radius")
_AMOUNT = ("all", "number")
_DRAWN = (*_AMOUNT, "rectangles", "style", "each")
_LAYOUT = ("columns", "rows", "per_page", "title", "paper", "key", "upside_down", "cut_out", "palette")
_ANIMATED = ("cell", "letters", "palette")
_PICTURE = (*_ANIMATED, "unit", "margin", "coordinates", "isometric", "cut", *_TRAY)

PRINTED = Target("standard output", (STDOUT,), (*_AMOUNT, "rectangles", "style"))
TEXT = Target("text", (".txt",), _DRAWN)
PICTURES = Target("pictures", (".svg", ".png", ".pdf"), (*_DRAWN, *_PICTURE), _svg)
CUT_LINES = Target("cut lines", (".dxf",), (*_DRAWN, "cell", "letters", "cut", *_TRAY), _cut)
SOLIDS = Target("solids", (".obj", ".stl"), (*_DRAWN, "cell", "gap"), _mesh)
LINES = Target("--json lines", (".jsonl",), (*_DRAWN, "features"))
DATA = Target("data", (".json", ".csv", ".parquet"), (*_AMOUNT, "features"))
SOLVER_FILES = Target("files of other programs", (".dlx", ".cnf", ".xmpuzzle"), _AMOUNT)
GALLERY = Target("a page with all solutions", (".html",), (*_AMOUNT, "style"))
ANIMATIONS = Target("animations", ANIMATED, _ANIMATED, _words)
SHEETS = Target("pages", PAGES, _LAYOUT, _words)
POSTERS = Target("posters of --paper", PICTURES.suffixes, ("paper", "columns", "title", "palette", "letters"), _words)
BUILD_TEXT = Target("text", (".txt", "", STDOUT), (*_AMOUNT, "rectangles"))
LEVELS = Target("levels", (".json",))
PUZZLES = Target("puzzles", (".txt",))
NUMBERS = Target("numbers", (".txt", ".csv", ".json"), ("style",))
MOVES = Target("solutions with their moves", (".xmpuzzle",))
GAMES = Target("a page to play on", (".html",))

DRAWINGS = PRINTED, TEXT, PICTURES, CUT_LINES, SOLIDS
SOLUTIONS = *DRAWINGS, LINES, DATA, SOLVER_FILES, GALLERY
FIGURES = PRINTED, TEXT, PICTURES

LOOKS = {*_PICTURE, *_LAYOUT, "gap"}
"""The options for the look of an output. The other options that targets accept are for its contents."""

_KNOWN = {*LOOKS, *_DRAWN, "features"}


def listed(targets: Sequence[Target]) -> str:
    """Return the names and suffixes of the targets that are files, for help and errors."""
    return joined([str(one) for one in targets if one != PRINTED], "or")


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
    owner.add_argument("--force", action="store_true", help="let -o replace existing files, or write more than 100")


def chosen(
    options: argparse.Namespace, targets: Sequence[Target], suffix: str | None = None, replace: bool = False
) -> Target:
    """Return the target that `suffix`, by default the suffix of `-o FILE`, selects. Call this before any long work.

    Set `options.suffix` to the suffix, and `options.look` to the result of `Target.look` for the given options in
    `LOOKS`, or to None if no such option is given. If FILE is `-`, set `options.output` to None. Raise an error for an
    unknown suffix, for an option that the target does not accept, for a missing package, and for an existing file
    unless `replace` or `--force` is set.
    """
    output = options.output = None if str(options.output) == STDOUT else options.output
    suffix = _suffix(output) if suffix is None else suffix
    target = next((one for one in targets if suffix in one.suffixes), None)
    if target is None:
        from ..render.media import ending_meant

        files = f"use the extension of {listed(targets)}"
        fault = f", not {suffix}{ending_meant(suffix)}" if suffix not in ("", STDOUT) else ""
        raise MisuseError(f"{'-o FILE is missing' if output is None else output}: {files}{fault}")
    given = {name: value for name in _KNOWN if (value := getattr(options, name, None)) is not None}
    if strange := [name for name in given if name not in target.takes]:
        names = joined([f"--{'no-' * (given[name] is False)}{name.replace('_', '-')}" for name in sorted(strange)])
        right = [one for one in targets if {*strange} <= {*one.takes}]
        hint = f"; this goes with {joined(list(map(str, right)), 'or')}" if right else ""
        raise MisuseError(f"{names}: not for {target}{hint}")
    if suffix in (".png", ".pdf", ".dxf"):
        medium(suffix).check()
    if output is not None:
        check_target(output, options.force or replace)
    look = {name: value for name, value in given.items() if name in LOOKS}
    options.suffix = suffix
    options.look = target.look(**look) if look else None
    return target


def _suffix(output: Path | None) -> str:
    if output is None or output.suffix:
        return STDOUT if output is None else output.suffix.lower()
    is_device = any(str(folder) == "/dev" for folder in output.parents)  # even /dev/stdout redirected to a file
    return ".txt" if is_device or (output.exists() and not output.is_file()) else ""


def medium(suffix: str) -> Medium:
    """Return the medium (the kind of picture or solid) of files with this suffix."""
    from ..render.media import MEDIA, MODELS

    return {**MEDIA, **MODELS}[suffix]
