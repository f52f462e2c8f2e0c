"""Docstrings, comments, messages, help texts and pages contain none of the idioms over which readers stumble."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import pentomino

SOURCE = Path(pentomino.__file__).parent
ROOT = Path(__file__).parents[2]
IDIOMS = {
    r"taken for": "is treated as",
    r"tell|tells|told": "say, show, return",
    r"lie|lies|lay": "be placed, be, cover",
    r"meets|met": "finds, visits, hits",
    r"so far": "yet, already",
    r"goes on|go on(?! (the|cells)\b)": "continues",
    r"beyond": "above, after, more than, outside",
    r"if there (is|are) (?-i:none)": "otherwise; if there are no X",
    r"so many|just so": "the number itself, by its name",
    r"(has|have) (what|how)": "describes, lists",
    r"turns? \w+ into (each|one) (an)?other|turned into (each|one) (an)?other": "is equivalent under symmetry, maps to",
    r"turn(s|ed)? (\w+ )?over": "reflect",
    r"but for|by then": "except; until then",
    r"(is|are) (?-i:none)(?! of)": "is not a",
}
"""Each idiom as a regular expression of whole words, with what to write instead."""
SUFFIXES = {".py", ".pyi", ".pyx", ".pxi", ".pxd"}
ALLOWED = {
    "reason/hint.py": ["goes on", "go on"],  # a piece on cells
    "make/generate.py": ["so far"],
    "solutions/listing.py": ["found so far>"],
    "notation.py": ["goes on the line"],
}
"""Passages that are right as they are, by file."""
IDIOM = re.compile("|".join(rf"\b(?:{idiom})\b" for idiom in IDIOMS), re.IGNORECASE)
CODE = re.compile(r"`[^`]*`|\*\w+\*|^\s*(>>>|\.\.\. ).*$|\]\([^)]*\)", re.MULTILINE)
FENCE = re.compile(r"^( *`{3,}).*?^\1", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^ *#.*(?:\n *#.*)*|#.*$", re.MULTILINE)
CYTHON = re.compile(r'"""(?:[^"]|"(?!""))*"""|' + COMMENT.pattern, re.MULTILINE)


def texts(path: Path) -> Iterator[str]:
    """Yield docstrings, comments and, from Python, other strings of several words; from pages, the paragraphs."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from FENCE.sub("", source).split("\n\n")
        return
    if path.suffix not in {".py", ".pyi"}:
        yield from CYTHON.findall(source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 1:
            yield node.value
    yield from COMMENT.findall(source)


def found_in(text: str) -> list[str]:
    """Return the idioms in a text, each with the words around it."""
    words = " ".join(CODE.sub("_", text).replace("#", " ").split())
    return [words[max(0, idiom.start() - 40) : idiom.end() + 20] for idiom in IDIOM.finditer(words)]


FILES = [path for path in sorted(SOURCE.rglob("*.p*")) if path.suffix in SUFFIXES]
FILES += [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_text_has_an_idiom(path: Path) -> None:
    allowed = next((words for name, words in ALLOWED.items() if path.as_posix().endswith(name)), [])
    found = chain.from_iterable(map(found_in, texts(path)))
    assert [hit for hit in found if not any(passage in hit for passage in allowed)] == []
