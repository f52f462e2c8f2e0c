"""Write the samples of README and docs as modules, one for each page, so that type checkers can read them.

Lines keep their numbers, so that a complaint leads to the page. Examples that raise an error are left out: they show
mistakes, often of a kind that a type checker would find.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from doctest import DocTestParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

PYRIGHT = {
    "typeCheckingMode": "standard",
    "pythonVersion": "3.11",
    "reportMissingImports": False,
    "reportMissingModuleSource": False,
    "reportUnusedExpression": False,
}
"""Pages may need packages, such as tqdm, that are not installed to check types. A prompt shows unused expressions."""


def module_of(page: str) -> str:
    """Return the samples of a page as the source of a module, or "" if it has none."""
    lines = [""] * (page.count("\n") + 1)
    for example in DocTestParser().get_examples(page):
        if example.exc_msg is None:
            source = example.source.splitlines()
            lines[example.lineno : example.lineno + len(source)] = source
    return "\n".join(lines) + "\n" if any(lines) else ""


def write(folder: Path) -> None:
    """Write the modules of all pages, and the settings of pyright, to a folder that has nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in PAGES:
        if source := module_of(page.read_text(encoding="utf-8")):
            name = re.sub(r"\W", "_", page.relative_to(ROOT).with_suffix("").as_posix())
            (folder / f"{name}.py").write_text(source, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
