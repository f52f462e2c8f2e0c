"""Docstrings, comments, messages, help texts and pages contain none of the idioms over which readers stumble."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
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
    r"mend(s|ed|ing)?": "fix, clarify",
}
"""Each idiom as a regular expression of whole words, with what to write instead."""
SUFFIXES = {".py", ".pyi", ".pyx", ".pxi", ".pxd"}
IN_MESSAGES = {
    r"(is|are) (an?|one|True|False|[0-9]+)\b[^.:;]*, not": "must be ..., got ...",
    r"(has|have|is|are|must|needs?|goes|only)\b[^.:;]*, not (of |on |the )*_": "must be ..., got ...",
    r"(unknown \w+|no \w+) _[;:] (there are|it can be)": "must be ... or ..., got ...",
    r"(at most _|[0-9]) (\w+ )?(are|is) possible": "must have at most ..., got ...",
    r"an? text|an empty text": "a string",
    r"whole number (from|of at least) [0-9]": "at least",
}
"""As `IDIOMS`, for strings of the source that are not docstrings: errors and help texts."""
ALLOWED = {
    "reason/hint.py": ["goes on", "go on"],  # a piece on cells
    "make/generate.py": ["so far"],
    "solutions/listing.py": ["found so far"],
    "notation.py": ["goes on the line"],
}
"""Passages that are right as they are, by file."""
PAGE_AS_SUBJECT = re.compile(
    r"(?:^|[.!?:] )(?:\[[^\[\]_]*_|This (?:page|section)) "
    r"(?:compares|contains|defines|describes|explains|gives|has|lists|shows|states)\b"
)
"""A link or "This page" that begins a sentence: write "For the levels, see ..." instead."""


def any_of(idioms: Iterable[str]) -> re.Pattern[str]:
    """Return an expression that finds each of the idioms as whole words."""
    return re.compile("|".join(rf"\b(?:{idiom})\b" for idiom in idioms), re.IGNORECASE)


IDIOM, IN_MESSAGE = any_of(IDIOMS), any_of(IN_MESSAGES)
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


def messages(path: Path) -> Iterator[str]:
    """Yield the strings of several words that are not docstrings, each f-string as one, with `_` for its values."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    inner: set[ast.AST] = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    inner |= {node.value for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    for node in nodes:
        parts: Sequence[ast.AST] = node.values if isinstance(node, ast.JoinedStr) else [] if node in inner else [node]
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in parts)
        if len(text.split()) > 1:
            yield text


def found_in(text: str, idioms: re.Pattern[str] = IDIOM) -> list[str]:
    """Return the idioms in a text, each with the words around it."""
    words = " ".join(CODE.sub("_", text).replace("#", " ").split())
    return [words[max(0, idiom.start() - 40) : idiom.end() + 20] for idiom in idioms.finditer(words)]


FILES = [path for path in sorted(SOURCE.rglob("*.p*")) if path.suffix in SUFFIXES]
FILES += [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_text_has_an_idiom(path: Path) -> None:
    allowed = next((words for name, words in ALLOWED.items() if path.as_posix().endswith(name)), [])
    found = chain.from_iterable(map(found_in, texts(path)))
    assert [hit for hit in found if not any(passage in hit for passage in allowed)] == []
    if path.suffix == ".py":
        assert [*chain.from_iterable(found_in(text, IN_MESSAGE) for text in messages(path))] == []
    if path.suffix == ".md":
        assert [*chain.from_iterable(found_in(text, PAGE_AS_SUBJECT) for text in texts(path))] == []


def test_idioms_are_found_in_every_kind_of_text(tmp_path: Path) -> None:
    source, page = tmp_path / "one.py", tmp_path / "one.md"
    source.write_text(
        '"""It lies there."""\n# It tells you.\nnumber = 5\n'
        'raise ValueError(f"size is a whole number from 1, not {number}")\n'
        'parser.add_argument("-x", help="what a text means, so far")\n'
    )
    page.write_text(
        "A piece that was turned over.\n\n```\nIt lies in code.\n```\n\n"
        "Easy. [Difficulty](a.md) defines the levels.\n\nThis page lists them; [the script](b.py) lists more.\n"
    )
    said = ["It lies there.", "what a text means, so far", "It tells you."]
    assert [*chain.from_iterable(map(found_in, texts(source)))] == said
    assert [*chain.from_iterable(map(found_in, texts(page)))] == ["A piece that was turned over."]
    assert [*chain.from_iterable(found_in(text, IN_MESSAGE) for text in messages(source))] == [
        "size is a whole number from 1, not _",
        "what a text means, so far",
    ]
    assert [*chain.from_iterable(found_in(text, PAGE_AS_SUBJECT) for text in texts(page))] == [
        "Easy. [Difficulty_ defines the levels.",
        "This page lists them; [the script_ ",
    ]
