"""Imports run downwards: a module uses only those before it in the list, whatever the place of the import."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path

import pytest

import pentomino

SOURCE = Path(pentomino.__file__).parent
LAYERS = """
    _core _frontier _interrupt _version errors base.look base.room base.writing base.hints
    base.value base.words base.kept base
    lattices.looks lattices.lattice lattices.cubic lattices.hexagonal lattices.triangular lattices.tetrakis
    lattices.known lattices.wrapping lattices.enumeration lattices.forms lattices.numbering
    lattices.seam lattices picture pieces.catalogue pieces.shapes
    render.drawing render.text render.polygons render.colours render.ansi render.isometric render.svg
    render.mesh drawable render
    pieces.polyform pieces.names pieces.sets pieces.areas pieces.gap pieces render.charts board
    catalogue.figures catalogue.entries placement search.progress search.options reasoning questions
    puzzle
    rolling symmetry
    solutions.lettering solutions.register solutions.solution solutions.tallies solutions.features solutions.conditions
    solutions
    search.order search.table search.windowed search.listed search.items search.tables search.quotient search.parity
    search.plan search.estimate search.units search.journal search.run search.method search.adding
    search.task search.threads search.worker search.blocks search.shards search.backtracking
    search.exact_cover search.counting search.parts search.frontier
    search.methods search.verbs search.steps shortcuts
    workbench.faults workbench.situation workbench.reasons workbench.stepping workbench.proofs workbench.check
    workbench.weighing workbench.colouring workbench.bounds workbench.linear workbench.cuts workbench.logic
    workbench.bench workbench.forced workbench.hint workbench.doomed workbench.explain workbench.difficulty
    workbench.verbs workbench
    generator.wanted generator.sameness generator.workshop generator.pools generator.shapes generator.kinds
    generator.verb generator
    render.gallery render.sheet render.animation
    formats catalogue.boards catalogue.calendar cli
    search catalogue __init__ __main__
""".split()
SEAMS = {
    "puzzle": {"search.order", "search.plan", "solutions.solution"},
    "questions": {
        "search.estimate",
        "search.plan",
        "search.run",
        "search.steps",
        "search.verbs",
        "solutions.solution",
        "solutions.tallies",
    },
    "reasoning": {
        "search.plan",
        "workbench",
        "workbench.bench",
        "workbench.difficulty",
        "workbench.doomed",
        "workbench.explain",
        "workbench.forced",
        "workbench.hint",
        "workbench.stepping",
    },
}
"""What these modules import within their methods, and for their types: the only looks upwards."""
MODULES = sorted(path.relative_to(SOURCE) for path in chain(SOURCE.rglob("*.py"), SOURCE.rglob("*.pyi")))


NAMES = {".".join(path.with_suffix("").parts) for path in MODULES}


def layer(dotted: str) -> str:
    """The layer of a dotted name: the module or folder of the list that it lies in, else `pentomino/__init__.py`."""
    parts = dotted.split(".")[1:]
    known = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((name for name in known if name in LAYERS), "__init__")


def imported(path: Path) -> set[str]:
    """The layers that a module imports, within functions and for type checkers too."""
    package = ["pentomino", *path.parent.parts]
    found: set[str] = set()
    for node in ast.walk(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{start}.{alias.name}"
                is_module = whole.split(".", 1)[1] in NAMES or start == "pentomino"
                found.add(whole if is_module else start)
    return {layer(name) for name in found if name.split(".")[0] == "pentomino"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_run_downwards(path: Path) -> None:
    own = layer(".".join(["pentomino", *path.with_suffix("").parts]))
    below = set(LAYERS[: LAYERS.index(own)]) | ({own} if own not in NAMES else set())
    assert own != "__init__" or path.stem == "__init__", f"{path} has no place in the list of layers"
    assert imported(path) <= below | SEAMS.get(own, set())


def test_the_core_imports_nothing_of_the_package() -> None:
    for path in [*SOURCE.glob("*.pyx"), *SOURCE.rglob("*.pxi")]:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        imports = [words for words in lines if words[:1] in (["from"], ["import"], ["cimport"])]
        assert not [words for words in imports if words[1].startswith((".", "pentomino"))]
