"""Docstrings as pages: what stands in `single backticks` is code, and a link if it is the name of something public.

Objects go by their public names, `pentomino.Puzzle`, wherever they are defined.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.inspect import TypeAliasForwardRef

import pentomino
from pentomino import base_puzzle, boards, calendar, formats
from pentomino.lattices import lattice
from pentomino.search import steps

MODULES = {
    "pentomino": pentomino,
    "pentomino.boards": boards,
    "pentomino.calendar": calendar,
    "pentomino.formats": formats,
}
DEEPER = {lattice: ("Lattice", "Motion"), steps: ("Walk", "Step"), base_puzzle: ("Demand",)}
"""What is documented, but is to be met only as a result: under the name of the module that has it."""

ALIASES = {
    "BoardLike": "pentomino.board",
    "Cancel": "pentomino.search.options",
    "Cell": "pentomino.lattices.lattice",
    "Cells": "pentomino.lattices.lattice",
    "Copies": "pentomino.pieces.sets",
    "Executor": "pentomino.search.options",
    "MethodName": "pentomino.search.options",
    "PathLike": "pentomino.formats",
    "PiecesLike": "pentomino.pieces.sets",
    "Placed": "pentomino.placement",
    "ProgressCallback": "pentomino.search.progress",
    "Restrict": "pentomino.placement",
    "Source": "pentomino.formats.common",
    "Symmetry": "pentomino.search.options",
}
"""The names of types that signatures show as they are, and where each is defined."""

MADE = {
    "pentomino.Puzzles",
    "pentomino.Solutions",
    "pentomino.Statistics",
    "pentomino.pages.animation.Animation",
    "pentomino.pages.sheet.Sheet",
    "pentomino.play.widget.PlayWidget",
    "pentomino.search.steps.Walk",
}
"""The classes of results, whose arguments are nobody's business."""

_CODE = re.compile(r"(?<![`\w:])`([^`]+)`(?![`_])")


def public() -> dict[str, Any]:
    """All that is public, by its full name."""
    named = {f"{module}.{name}": getattr(has, name) for module, has in MODULES.items() for name in has.__all__}
    return named | {f"{module.__name__}.{name}": getattr(module, name) for module in DEEPER for name in DEEPER[module]}


def members(named: dict[str, Any]) -> set[str]:
    """The full names of the members of classes."""
    return {
        f"{full}.{member}"
        for full, value in named.items()
        if isinstance(value, type)
        for member in [*dir(value), *vars(value).get("__annotations__", ())]
        if not member.startswith("_")
    }


MEMBERS = members(public())
NAMES = {*public(), *MEMBERS}
REAL = {f"{value.__module__}.{value.__name__}": name for name, value in public().items() if callable(value)}
SHORT = {name.removeprefix("pentomino."): name for name in NAMES}
AT_TOP = {
    full: top
    for full, value in public().items()
    if public().get(top := f"pentomino.{full.rpartition('.')[2]}") is value
}
"""The names in the package itself of what other modules have as well."""


def import_for_types() -> None:
    """Import what modules import only for the checkers of types, as signatures are shown with it."""
    for module in [module for name, module in sys.modules.items() if name.startswith("pentomino")]:
        if getattr(module, "__file__", None) and str(module.__file__).endswith(".py"):
            _evaluate(module)


def _evaluate(module: ModuleType) -> None:
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), str(module.__file__), "exec"), vars(module))


def written(owner: str, text: str) -> str:
    """What stands between backticks in the docstring of *owner*, as reStructuredText."""
    name = text.removesuffix("()")
    around = [f"{owner}.{name}", f"{owner.rpartition('.')[0]}.{name}"]
    known = next((full for full in around if full in NAMES), SHORT.get(name))
    return f"``{text}``" if known in {None, owner} else f":py:obj:`{text} <{AT_TOP.get(known, known)}>`"


def process(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Write the code in a docstring as reStructuredText has it."""
    text = _CODE.sub(lambda match: written(name, re.sub(r"\s+", " ", match[1])), "\n".join(lines))
    lines[:] = text.split("\n")


def signature(app: Sphinx, what: str, name: str, value: object, options: object, said: str, given: str) -> Any:
    """The signature as it is; none for what only the package makes."""
    if name in MADE:
        return "", ""
    return None


def resolved(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement) -> nodes.Node | None:
    """A link to the public name of what goes by that of its module; of a member that no page shows, the bare text."""
    target, kind = node["reftarget"], node["reftype"]
    if target in REAL:
        return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, kind, REAL[target], node, text)
    return text if kind == "obj" and target in MEMBERS else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Look at each docstring, each signature and each link."""
    import_for_types()
    # An alias within a longer annotation is shown by its name alone, as it is by itself.
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name
    app.config.autodoc_type_aliases |= {name: f"{module}.{name}" for name, module in ALIASES.items()}
    app.connect("autodoc-process-docstring", process)
    app.connect("autodoc-process-signature", signature)
    app.connect("missing-reference", resolved)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
