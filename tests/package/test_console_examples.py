"""The examples of the command line, in README, docs and help: each succeeds and prints what is shown below it."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from commandline import Run, shell
from effort import FIRST_READ, thorough
from pentomino.cli import whole_parser

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parents[1] / "data"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

RUN = re.compile(r"(^|\| )(pentomino(?! play)|python)\b|^(cat|echo|head|ls|printf|sed|wc) ")
"""The commands that are run; others, such as those that install something or serve until Ctrl-C, are not."""

UNRUN = {"python", "py", "python3", "ipython", "bash", "sh", "shell", "shell-session", "zsh"}
"""Fences of what nobody runs: examples are for a prompt, `pycon` and `console`."""


class Example(NamedTuple):
    """A command with its output, or none if the page leaves it out."""

    command: str
    output: str


def examples(page: Path) -> list[Example]:
    """The commands in the blocks of a page that begin with a prompt; a line after `> ` goes on with a command."""
    found = []
    for block in re.findall(r"^```(?:console)?\n(\$ .*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *more = re.match(r".*\n(?:> .*\n|>\n)*", part)[0].splitlines()  # type: ignore[index]
            output = part.partition("\n")[2].split("\n")[len(more) :]
            found.append(Example("\n".join([command, *(line[2:] for line in more)]), "\n".join(output)))
    return [example for example in found if RUN.search(example.command)]


@pytest.mark.needs_processes
@pytest.mark.parametrize(
    "page",
    [page if page.name in FIRST_READ else pytest.param(page, marks=thorough) for page in PAGES],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
@pytest.mark.usefixtures("plain_place")
def test_examples_print_what_is_shown(page: Path) -> None:
    if page.name != "README.md":  # its examples are pasted into an empty folder
        for name in ("1st.try", "pentomino.ini", "outline.txt"):
            shutil.copy(DATA / name, name)
    for example in examples(page):
        result = shell(example.command)
        shown = result.out + result.err
        assert result.status == (2 if shown.startswith("pentomino: ") else 0), example
        if example.output:
            assert [line.rstrip() for line in shown.splitlines()] == example.output.splitlines(), example


def test_examples_may_go_over_several_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ cat > f << 'END'\n> a\n>\n> b\n> END\n$ wc -l f\n3 f\n\n```\n", encoding="utf-8")
    assert examples(page) == [Example("cat > f << 'END'\na\n\nb\nEND", ""), Example("wc -l f", "3 f\n\n")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_example_is_left_unrun(page: Path) -> None:
    fences = re.findall(r"^ *```+([^\s`]*).*\n(?:.*\n)*?^ *```+ *$", page.read_text(encoding="utf-8"), re.M)
    assert not UNRUN.intersection(fences)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_can_be_typed_on_windows(page: Path) -> None:
    """In its command prompt only `"` quotes, and `source` is `.venv\\Scripts\\activate`, which stands close by."""
    text = page.read_text(encoding="utf-8")
    for block in re.finditer(r"^ *```console\n(.*?)^ *```$", text, re.M | re.S):
        commands = " ".join(re.findall(r"^ *[$>] (.*)", block[1], re.M))
        assert "'" not in re.sub(r'"[^"]*"|<[^>]*>', "", commands)
        near = text[max(0, block.start() - 300) : block.end() + 300]
        assert "source" not in commands.split() or r"\Scripts\activate" in near


def test_there_are_examples() -> None:
    pages = {page.relative_to(ROOT).as_posix() for page in PAGES if examples(page)}
    assert pages >= {"README.md", "docs/ancestors.md", "docs/reference/boards.md", "docs/reference/formats.md"}


SHOW_NOTHING = r"^(nothing is forced|there is a completion|pentomino: no linear recurrence.*)$"
"""What answers print that are true, and show a reader nothing."""

EXAMPLES = {name: parser.examples for name, parser in whole_parser().commands.items()}
"""The examples at the end of the help of each command."""


SLOW = {"estimate", "generate"}
RUN_HERE = [name for name in EXAMPLES if name != "play"]  # it serves until Ctrl-C; see tests/cli/test_play.py


@pytest.mark.needs_processes
@pytest.mark.parametrize("command", [pytest.param(name, marks=thorough if name in SLOW else ()) for name in RUN_HERE])
def test_the_examples_of_help_show_something(command: str, run: Run) -> None:
    """Those of `convert` run in order: the second reads what the first has written."""
    if command in ("pieces", "solve", "generate"):
        pytest.importorskip("fpdf")
    if command == "completion":
        pytest.importorskip("shtab")
    assert EXAMPLES[command]
    for example in EXAMPLES[command]:
        assert f"pentomino {command}" in example
        old = set(Path().iterdir())
        result = shell(example) if " | " in example else run(*shlex.split(example)[1:])
        assert result.status == (1 if command == "mistakes" else 0), example
        assert result.out or set(Path().iterdir()) > old, example
        assert not re.search(SHOW_NOTHING, result.out + result.err, re.M), example


def test_no_two_examples_of_help_write_one_file() -> None:
    names = re.findall(r"(?:-o|--output) (\S+)", "\n".join(line for lines in EXAMPLES.values() for line in lines))
    assert len(names) == len(set(names)) > 10
