"""Run examples as Python's prompt does, and draw their values.

`pictures.py` uses it when the site is built, and `_static/try-worker.js` runs it in the reader's browser.
"""

from __future__ import annotations

import ast
import io
import json
import traceback
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import Any

from pentomino import Board, Drawing, Polyform, Puzzle
from pentomino.boards import NamedBoard
from pentomino.drawable import Drawable

CELL = 22
"""The side of a cell, in pixels, in values that have no picture of their own."""

MAX_CHARACTERS = 100_000
"""The maximum number of characters of an output that are shown."""


def drawn(value: Any) -> str | None:
    """Return the SVG of a value, or None if it cannot be drawn.

    A string with SVG is returned unchanged. Pieces, boards, puzzles and drawings are drawn small.
    """
    if isinstance(value, str):
        return value if value.startswith("<svg") else None
    if isinstance(value, Drawable):
        is_small = isinstance(value, Polyform | Board | Puzzle | NamedBoard | Drawing)
        return value.to_svg(cell=CELL, letters=isinstance(value, Puzzle | Drawing)) if is_small else value.to_svg()
    return str(value._repr_svg_()) if hasattr(value, "_repr_svg_") else None


def all_drawn(value: Any) -> list[tuple[str, str]]:
    """Return the pictures of a value, or of its items, each with its name. Raises `ValueError` if it has no picture."""
    if (picture := drawn(value)) is not None:
        return [(picture, "")]
    items = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []
    pictures = [(drawn(item), str(getattr(item, "name", ""))) for item in items]
    if not pictures or not all(picture for picture, _ in pictures):
        raise ValueError(f"this cannot be drawn: {value!r}")
    return [(picture, name) for picture, name in pictures if picture]


def value_of(statement: ast.stmt, names: dict[str, Any]) -> Any:
    """Run a statement. Return the value of an expression, which is printed, or the value that is assigned to a name."""
    if isinstance(statement, ast.Expr):
        value = eval(compile(ast.Expression(statement.value), "<example>", "eval"), names)
        if value is not None:
            print(repr(value))
        return value
    exec(compile(ast.Interactive([statement]), "<example>", "single"), names)
    is_named = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    return names[statement.targets[0].id] if is_named else None


NAMES: dict[str, Any] = {"__name__": "__main__"}
"""The names of the examples of a page in a browser."""


def run(text: str, is_drawn: bool) -> str:
    """Run statements in a browser. Return JSON with the output, and the pictures of the last value.

    As at Python's prompt, the next statement runs even after an error. The value of an assignment is drawn only if
    `is_drawn` is true. Each picture comes with its name.
    """
    printed = io.StringIO()
    pictures: list[tuple[str, str]] = []
    with redirect_stdout(printed):
        try:
            statements = ast.parse(text).body
        except SyntaxError as error:
            statements = []
            _print_error(error)
        for statement in statements:
            try:
                value = value_of(statement, NAMES)
                if statement is statements[-1]:
                    pictures = _pictures(value, isinstance(statement, ast.Expr), is_drawn)
            except BaseException as error:
                _print_error(error)
    return json.dumps({"text": printed.getvalue()[:MAX_CHARACTERS], "pictures": pictures})


def _pictures(value: Any, is_shown: bool, is_drawn: bool) -> list[tuple[str, str]]:
    if is_drawn:
        return all_drawn(value)
    picture = drawn(value) if is_shown else None
    return [(picture, "")] if picture else []


def _print_error(error: BaseException) -> None:
    print("Traceback (most recent call last):", "    ...", sep="\n")
    print("".join(traceback.format_exception_only(error)), end="")
