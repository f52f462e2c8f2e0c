"""Write what a shell can use of the command line: the man page, and completions for bash, zsh and fish, in `share/`.

They come from the parsers, and from the pages of the documentation on exit status and environment. The wheel has them
as they are in the repository; `tests/package/test_command_files.py` holds them to what this writes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import shtab

from pentomino import __version__
from pentomino.cli import whole_parser
from pentomino.cli.options import Parser

TOP = Path(__file__).resolve().parent.parent
REFERENCE = TOP / "docs" / "reference"
SHARE = TOP / "share"
COMPLETIONS = {
    "bash": SHARE / "bash-completion" / "completions" / "pentomino",
    "zsh": SHARE / "zsh" / "site-functions" / "_pentomino",
    "fish": SHARE / "fish" / "vendor_completions.d" / "pentomino.fish",
}
MANUAL = SHARE / "man" / "man1" / "pentomino.1"
FILES = {"FILE", "BOARD", "IN", "OUT", "DIR"}
"""What stands for the name of a file, or may."""


def files() -> dict[Path, str]:
    """All files, by their paths."""
    return {path: completion(shell) for shell, path in COMPLETIONS.items()} | {MANUAL: manual()}


def completion(shell: str) -> str:
    """The completions for a shell."""
    parser = whole_parser()
    for command in parser.commands.values():
        for action in command._actions:
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    text: str = shtab.complete(parser, shell)
    return re.sub(r"\n# Usage:\n(#.*\n)+", "\n", text).rstrip() + "\n"


def manual() -> str:
    """The man page."""
    parser = whole_parser()
    lines = [
        f'.TH PENTOMINO 1 "" "pentomino {__version__}" "User Commands"',
        *section("NAME", r"pentomino \- tile boards with pentominoes and other polyominoes"),
        *section("SYNOPSIS"),
        *(line for name, command in parser.commands.items() for line in synopsis(name, command)),
        *section("DESCRIPTION", escaped(parser.description or "")),
    ]
    for name, command in parser.commands.items():
        lines += section(f"PENTOMINO {name.upper()}", escaped(command.description or ""))
        for action in command._actions:
            lines += [".TP", heading(action), escaped(action.help or "")]
    lines += section("EXIT STATUS")
    lines += defined("exit-status")
    lines += section("ENVIRONMENT")
    lines += defined("environment")
    lines += section("EXAMPLES")
    for command in parser.commands.values():
        lines += [line for example in command.examples for line in (".PP", ".EX", escaped(example), ".EE")]
    return "\n".join(lines) + "\n"


def section(title: str, *text: str) -> list[str]:
    """The heading of a section and its text."""
    return [f".SH {title}", *text]


def synopsis(name: str, command: Parser) -> list[str]:
    """How a command is called."""
    arguments = [shown(action) for action in command._actions if not action.option_strings]
    return [".PP", " ".join([rf"\fBpentomino {name}\fR", r"[\fIOPTION\fR]...", *arguments])]


def shown(action: argparse.Action) -> str:
    """An argument, in brackets if it may be left out."""
    name = rf"\fI{action.metavar}\fR"
    return {"?": f"[{name}]", "*": f"[{name}]..."}.get(str(action.nargs), name)


def heading(action: argparse.Action) -> str:
    """How an argument or an option is written, with what follows it."""
    if not action.option_strings:
        return shown(action)
    choices = "|".join(map(str, action.choices or ()))
    value = "" if action.nargs == 0 else rf" \fI{escaped(str(action.metavar or choices or action.dest.upper()))}\fR"
    return ", ".join(rf"\fB{escaped(option)}\fR{value}" for option in action.option_strings)


def defined(page: str) -> Iterator[str]:
    """The terms that a page of the documentation explains, each with its explanation."""
    text = (REFERENCE / f"{page}.md").read_text(encoding="utf-8")
    for term, explanation in re.findall(r"^(`.*`)\n: (.*\n(?:  .*\n)*)", text, re.M):
        told = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(explanation.split())).replace("`", "")
        yield from (".TP", rf"\fB{escaped(term.replace('`', ''))}\fR", escaped(told))


def escaped(text: str) -> str:
    """Text as roff has it."""
    plain = text.replace("%%", "%").replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return rf"\&{plain}" if plain[:1] in {".", "'"} else plain


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.relative_to(TOP)}: {len(text):,} characters")
