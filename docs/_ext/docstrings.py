"""Docstrings on pages: text in `single backticks` becomes code, and a link if it is the name of a public object.

Objects have their public names, such as `pentomino.Puzzle`, wherever they are defined. The methods of all drawable
values are described once, in `Drawable`, and links to methods such as `Puzzle.to_svg` lead there.
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
from pentomino import base_puzzle, boards, calendar, drawable, formats, typing
from pentomino.lattices import lattice
from pentomino.solutions import steps

MODULES = {
    "pentomino": pentomino,
    "pentomino.boards": boards,
    "pentomino.calendar": calendar,
    "pentomino.formats": formats,
}
DEEPER = {
    lattice: ("Lattice", "Motion"),
    steps: ("Steps", "Step"),
    base_puzzle: ("Demand",),
    drawable: ("Drawable",),
}
"""The documented objects that are results only, by the module whose name they have."""

MADE = {
    "pentomino.Puzzles",
    "pentomino.Solutions",
    "pentomino.Statistics",
    "pentomino.pages.animation.Animation",
    "pentomino.pages.sheet.Sheet",
    "pentomino.play.widget.PlayWidget",
    "pentomino.solutions.steps.Steps",
}
"""The classes of results. Their arguments are not documented, as only the package creates them."""

DRAWABLE = "pentomino.drawable.Drawable"
METHODS = [name for name in vars(drawable.Drawable) if not name.startswith("_") and name != "drawing"]

_CODE = re.compile(r"(?<![`\w:])`([^`]+)`(?![`_])")


def public() -> dict[str, Any]:
    """Return all public objects by their full names."""
    named = {f"{module}.{name}": getattr(has, name) for module, has in MODULES.items() for name in has.__all__}
    return named | {f"{module.__name__}.{name}": getattr(module, name) for module in DEEPER for name in DEEPER[module]}


def members(named: dict[str, Any]) -> set[str]:
    """Return the full names of the members of classes."""
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
REAL["pentomino.render.drawing.BaseDrawing"] = "pentomino.Drawing"
SHORT = {name.removeprefix("pentomino."): name for name in NAMES}
AT_TOP = {
    full: top
    for full, value in public().items()
    if public().get(top := f"pentomino.{full.rpartition('.')[2]}") is value
}
"""The names in the package of objects that are also in other modules."""


def import_for_types() -> None:
    """Import the names that modules import only for type checkers, because signatures show them."""
    for module in [module for name, module in sys.modules.items() if name.startswith("pentomino")]:
        if getattr(module, "__file__", None) and str(module.__file__).endswith(".py"):
            _evaluate(module)


def _evaluate(module: ModuleType) -> None:
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), str(module.__file__), "exec"), vars(module))


def written(owner: str, text: str) -> str:
    """Return reStructuredText for *text*, which is in backticks in the docstring of *owner*."""
    name = text.removesuffix("()")
    around = [f"{owner}.{name}", f"{owner.rpartition('.')[0]}.{name}"]
    known = next((full for full in around if full in NAMES), SHORT.get(name))
    return f"``{text}``" if known in {None, owner} else f":py:obj:`{text} <{AT_TOP.get(known, known)}>`"


def process(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Convert the code in a docstring to reStructuredText. For drawable classes, link the methods of `Drawable`."""
    if isinstance(value, type) and issubclass(value, drawable.Drawable) and value is not drawable.Drawable:
        own = [method for method in METHODS if method not in vars(value)]
        links = ", ".join(f":py:meth:`~{DRAWABLE}.{method}`" for method in own)
        lines += [f"Methods of :py:class:`~{DRAWABLE}`: {links}.", ""]
    text = _CODE.sub(lambda match: written(name, re.sub(r"\s+", " ", match[1])), "\n".join(lines))
    lines[:] = text.split("\n")


def signature(app: Sphinx, what: str, name: str, value: object, options: object, said: str, given: str) -> Any:
    """Return no signature for objects that only the package creates."""
    if name in MADE:
        return "", ""
    return None


def resolved(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement) -> nodes.Node | None:
    """Return a link to an object by its public name. For a member that no page describes, return its text."""
    target, kind = node["reftarget"], node["reftype"]
    owner, _, method = target.rpartition(".")
    value = public().get(owner)
    if method in METHODS and isinstance(value, type) and issubclass(value, drawable.Drawable):
        name = f"{DRAWABLE}.{method}"
        return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, text)
    if target in REAL:
        return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, kind, REAL[target], node, text)
    return text if kind == "obj" and target in MEMBERS else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions for docstrings, signatures and links."""
    import_for_types()
    # Within a longer annotation, show an alias by its name only, as Sphinx does where it stands alone.
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name
    app.config.autodoc_type_aliases |= {name: f"pentomino.typing.{name}" for name in typing.__all__}
    app.connect("autodoc-process-docstring", process)
    app.connect("autodoc-process-signature", signature)
    app.connect("missing-reference", resolved)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
