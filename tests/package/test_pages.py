"""The pages state what holds: recipes stand alone, and tables and commands agree with what they are about."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from doctest import DocTestParser
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

import pentomino
from pentomino import PentominoError, Puzzle, formats
from pentomino.cli import whole_parser

ROOT = Path(__file__).parents[2]
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}


def names_not_made(section: str) -> set[str]:
    """Return the names that the examples of a section use, and that neither they nor Python define."""
    source = "".join(example.source for example in DocTestParser().get_examples(section))
    made, used = {*dir(builtins), "__name__"}, set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif name := getattr(node, "asname", None) or getattr(node, "arg", None) or getattr(node, "name", None):
            made.add(name)
    return used - made


@pytest.mark.parametrize("page", [page for page in PAGES if "how-to" in page])
def test_each_recipe_stands_alone(page: str) -> None:
    sections = re.split(r"^(?=## )", PAGES[page], flags=re.M)
    assert {section.partition("\n")[0]: names for section in sections if (names := names_not_made(section))} == {}


def test_the_table_of_extras_is_that_of_the_package() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    rows = re.findall(r"^\| `(\w+)` \| ([\w-]+) \| .+ \|$", PAGES["docs/install.md"], re.M)
    assert rows == [(name, re.split("[<>=]", *extras[name])[0]) for name in sorted(extras)]


def not_installable(text: str, installed: str) -> list[str]:
    """Return the numbered lines of a text that install the package from elsewhere, or that state another release."""
    right = re.compile(rf'{re.escape(installed)}|"{re.escape(installed)}\[[\w,]+\]"')
    stale = r"pypi\.org/project/pentomino" if installed == "." else r"not on PyPI|no release yet|first release"
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for command in re.findall(r"(?:(?:pip|uv tool|pipx) install|pip wheel) ([^`\n]+)", line):
            targets = [word for word in command.split() if re.fullmatch(r"\W*(\.|pentomino\b)\S*", word)]
            if "--no-index" not in command and not all(map(right.fullmatch, targets)):  # from a folder of wheels
                found.append(f"{number}: {line.strip()}")
        if re.search(stale, line):
            found.append(f"{number}: {line.strip()}")
    return found


def test_every_page_installs_the_package_from_where_it_is() -> None:
    """When `INSTALL` in docs/conf.py changes, at the first release, this names each line that has to change."""
    (installed,) = re.findall(r'^INSTALL = "(.+)"', (ROOT / "docs/conf.py").read_text("utf-8"), re.M)
    others = ["README.md", "pyproject.toml", "CITATION.cff", "ci/play.d/NOTICE.txt"]
    pages = {**PAGES, **{name: (ROOT / name).read_text("utf-8") for name in others}}
    assert [f"{name}:{line}" for name, text in pages.items() for line in not_installable(text, installed)] == []


@pytest.mark.parametrize(
    ("line", "installed"),
    [
        ("$ pip install pentomino", "."),
        ("Run `pip install .[pdf]`.", "."),
        ("$ pip install .", "pentomino"),
        ('$ pip wheel --wheel-dir wheels ".[pdf,png]"', "pentomino"),
        ("It is not on PyPI yet", "pentomino"),
    ],
)
def test_a_command_that_installs_it_from_elsewhere_is_found(line: str, installed: str) -> None:
    assert not_installable(f"\n{line}", installed) == [f"2: {line}"]


def test_readme_links_only_to_pages_that_read_well_as_markdown() -> None:
    """A forge shows neither roles nor the directives that make whole pages."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 100
    files = set(re.findall(r"(?:\]\(|href=\")([\w./-]+)", readme))
    assert len(files) > 10
    for file in files:
        text = PAGES.get(file, "")
        assert not re.search(r"\{py:\w+\}`|^```\{(?!picture|ladder|frames|strip|lookup|toctree)|^:::", text, re.M), file


OF_SOURCES = pytest.mark.skipif(not (ROOT / "setup.py").is_file(), reason="the sources are not there")
SOURCES = ".py .pyi .pyx .pxd .pxi .h .hpp .js .css .html .toml .yaml .in".split()


@OF_SOURCES
def test_every_name_in_the_pages_for_developers_exists() -> None:
    """A path leads to a file; any other word in backticks is a word of the sources, or a part of a file's name."""
    known = set(dir(builtins))
    folders = [ROOT / name for name in ("src", "tests", "ci", "benchmarks", "docs")]
    for file in [*ROOT.glob("*"), *(file for folder in folders for file in folder.rglob("*"))]:
        known.update(re.findall(r"\w+", file.name))
        if file.is_file() and file != Path(__file__) and (file.suffix in SOURCES or file.parent.name == "ci"):
            known.update(re.findall(r"\w+", file.read_text("utf-8")))
    pages = {name: text for name, text in PAGES.items() if "/development/" in name}
    places = [ROOT, ROOT / "src/pentomino", ROOT / "docs"]
    gone = []
    for page, text in {"CONTRIBUTING.md": (ROOT / "CONTRIBUTING.md").read_text("utf-8"), **pages}.items():
        for quoted in re.findall(r"(?<!`)`([^`]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
            if re.fullmatch(r"[\w-][\w./-]*/[\w./-]*", quoted) and not re.match("(build|dist)/", quoted):
                gone += [f"{page}: {quoted}"] * (not any((place / quoted).exists() for place in places))
            elif not re.match("git |build/|dist/", quoted):
                words = re.findall(r"\b[A-Za-z_]\w+", re.sub(r'"[^"]*"|\w*NAME', "", quoted))
                gone += [f"{page}: {quoted}"] * (not known.issuperset(words))
    assert gone == []


@OF_SOURCES
def test_each_recipe_for_a_change_ends_with_the_tests_to_run() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Recipes\n")[2].partition("\n## ")[0]
    recipes = text.split("\n### ")[1:]
    assert len(recipes) > 8
    for recipe in recipes:
        (command,) = re.findall(r"^[Rr]un `pytest -q (.*)`\.$", recipe.rstrip().splitlines()[-1])
        assert [path for path in command.split() if not (ROOT / path).exists()] == []


@OF_SOURCES
@pytest.mark.needs_processes
def test_the_text_for_a_package_index_leads_nowhere_wrong() -> None:
    """On an index, a picture or a link must have an address of its own."""
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    command = [sys.executable, "-W", "ignore", "setup.py", "-q", "--long-description"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    readme = (ROOT / "README.md").read_text("utf-8")

    def leads(text: str) -> set[str]:
        return set(re.findall(r'<[^>]*\b(?:src|href|srcset)\s*=\s*["\']?([^"\'>\s]*)', markdown.render(text)))

    assert {lead for lead in leads(text) if not lead.startswith("https:")} == set()
    assert {"docs/playing.md", "docs/_static/play.png", "docs/_static/build.svg"} <= leads(readme)
    assert leads(text) == {lead for lead in leads(readme) if lead.startswith("https:")}
    for line in readme.splitlines():  # other lines may be cut off
        assert re.search(r"[\[<]", line) or line in text, line


@OF_SOURCES
@pytest.mark.needs_processes
def test_a_build_removes_modules_that_are_gone(tmp_path: Path) -> None:
    package, core = tmp_path / "pentomino", Path(pentomino._core.__file__).name  # type: ignore[attr-defined]
    for name in ("gone.py", "old/gone.py", f"_gone{core}", core, "__init__.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("", "utf-8")
    command = [sys.executable, "-W", "ignore", "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    sources = {file.relative_to(ROOT / "src").as_posix() for file in (ROOT / "src/pentomino").rglob("*.py")}
    left = {file.relative_to(tmp_path).as_posix() for file in package.rglob("*")}
    assert {name for name in left if name.endswith((".py", Path(core).suffix))} == {*sources, f"pentomino/{core}"}


WORDS = (
    """
    rotate flip reflect mirror Sudoku Kanoodle Katamino Ubongo Soma licence license cite citation security versioning
    export screenshot phone tablet print laser hint timeout cores notebook BurrTools SageMath worksheet uninstall
    algorithm backtracking API limits troubleshooting Flask FastAPI pandas
""".split()
    + ["Python API", "make a puzzle", "count solutions", "how many solutions", "web service", "compile error"]
)


def test_words_that_readers_search_for_lead_to_a_page() -> None:
    """Each place that `SYNONYMS` names exists, and no word leads to two."""
    tree = ast.parse((ROOT / "docs/_ext/synonyms.py").read_text("utf-8"))
    (table,) = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    synonyms = ast.literal_eval(table)
    for place in synonyms:
        name, _, section = place.partition("#")
        text = PAGES[f"docs/{name}.md"]
        found = re.findall("^#+ (.+)", text, re.M)
        headings = [re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") for heading in found]
        assert not section or section in headings, place
    words = ", ".join(synonyms.values()).split(", ")
    assert len(words) == len(set(words))
    assert set(WORDS) <= set(words)


def test_the_command_line_page_has_the_order_of_the_help() -> None:
    assert re.findall(r"^## (\w+)$", PAGES["docs/reference/command-line.md"], re.M) == list(whole_parser().commands)


ENTRY = re.compile(r"^\.\. (?:py:|auto)(?:class|function|data|exception|type):: (?:pentomino\.)?(\S+?)(?:\(.*)?$", re.M)
INTERNAL = {
    "BaseDrawing": "areas columns extent frame grid origin parts place plane rows size table",
    "Entry": "as_calendar",
    "Format": "has_solutions lost puzzle",
    "Isometry": "images",
    "Lattice": "home module order reach units",
    "Motion": "images",
    "Reason": "places_for",
    "SearchStopped": "recounted",
    "Statistics": "add counts note phase",
}
"""The attributes without an underscore that other modules of the package need, and that no user does."""


def entries() -> dict[str, set[str]]:
    """Return the names in the Python reference, each with the attributes that have an entry of their own."""
    found = {}
    for text in [text for page, text in PAGES.items() if page.startswith("docs/reference/api/")]:
        for block in re.findall(r"```{eval-rst}\n(.*?)```", text, re.S):
            for part in re.split(r"^(?=\.\. )", block, flags=re.M):
                members = re.findall(r":members:((?:.*,\n +)*.*)|automethod:: (.*)|`(\w+)`", part)
                names = set(re.findall(r"\w+", " ".join(map(" ".join, members))))
                for entry in ENTRY.findall(part):
                    found[entry.rpartition(".")[2]] = names
    return found


def test_every_public_name_has_an_entry() -> None:
    modules = (pentomino, pentomino.boards, pentomino.calendar, pentomino.formats, pentomino.typing)
    names = {name for module in modules for name in {*module.__all__, *getattr(module, "_LATER", ())}}
    assert names - entries().keys() == set()


def test_every_public_attribute_has_an_entry_or_is_in_the_text_of_its_class() -> None:
    known, missing = entries(), set()
    for module in (pentomino, pentomino.boards, pentomino.calendar, pentomino.formats):
        for value in {
            value
            for name in {*module.__all__, *getattr(module, "_LATER", ())}
            if isinstance(value := getattr(module, name), type)
        }:
            fields = value._fields if issubclass(value, tuple) else inspect.signature(value.__init__).parameters
            owners = [owner for owner in value.__mro__ if owner.__module__.startswith("pentomino")]
            words = re.findall(r"[`*](\w+)", " ".join(owner.__doc__ or "" for owner in owners))
            has = {*words, *fields, *known[value.__name__], *dir(IntEnum)}
            for owner in owners:
                has |= {*known.get(owner.__name__, ()), *INTERNAL.get(owner.__name__, "").split()}
            names = {name for owner in owners for name in [*vars(owner), *owner.__annotations__]}
            missing |= {f"{value.__name__}.{name}" for name in names - has if not name.startswith("_")}
    assert sorted(missing) == []


PUZZLES = {
    "square": Puzzle("3x5", "PUV"),
    "cubic": Puzzle("3x3x3", "soma"),
    "hexagonal": Puzzle("hexagonal 4x7", "tetrahexes"),
    "triangular": Puzzle("triangular rhombus 6", "hexiamonds"),
    "balls": Puzzle("pyramid 5", "kanoodle"),
    "tetrakis": Puzzle("tetrakis 3x3", "3.1*2 3.2*2 4.1 4.2 4.3 4.4 4.5 4.6"),
}
FEATURES: dict[str, Callable[[Puzzle, Any], object]] = {
    "crossings": lambda puzzle, solution: pentomino.properties(solution).crossings,
    "ring": lambda puzzle, _: Puzzle(f"ring {puzzle.board.lattice.name} 3x4".replace("square ", ""), "I2*"),
    ".txt": lambda puzzle, solution: formats.write_solutions([solution], "a.txt", overwrite=True),
    ".ini": lambda puzzle, _: formats.write_puzzle(puzzle, "a.ini", overwrite=True),
    ".xmpuzzle": lambda puzzle, _: formats.write_puzzle(puzzle, "a.xmpuzzle", overwrite=True),
    "disassemble": lambda _, solution: solution.disassemble(),
    "to_obj": lambda _, solution: solution.to_obj(),
    "build_order": lambda _, solution: solution.build_order(),
    "isometric": lambda _, solution: solution.to_svg(style="isometric"),
}


def works(feature: str, puzzle: Puzzle) -> bool:
    try:
        FEATURES[feature](puzzle, puzzle.solve())
    except PentominoError:
        return False
    return True


@pytest.mark.filterwarnings("ignore:a .ini file does not store the board")
@pytest.mark.usefixtures("plain_place")
def test_the_table_of_what_only_some_lattices_have() -> None:
    section = PAGES["docs/explanation/lattices.md"].partition("## What only some")[2].partition("## ")[0]
    rows = re.findall(r"^\| (?:[^`|]*)`(\S+)`.* \| ([a-z, ]+) \|$", section, re.M)
    assert dict(rows) == {
        feature: ", ".join(name for name, puzzle in PUZZLES.items() if works(feature, puzzle)) for feature in FEATURES
    }
