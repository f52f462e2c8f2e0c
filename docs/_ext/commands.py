"""Two directives that describe the command line as its parsers define it.

    ```{command} count
    ```

describes the command `count`: its purpose, its usage, its own arguments and options, the names of its common options,
and its examples.

    ```{options} puzzle
    ```

describes the common options of the group `puzzle`. The page must have a heading with the name of each group.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pentomino.cli import whole_parser

GROUPS = {
    "puzzle": "BOARD --pieces --pieces-file --calendar --reflections --no-rotations --spare --placed --symmetry",
    "search": "--timeout --workers --method --memory-limit --executor --journal --shuffle --seed",
    "output": "--quiet --verbose --force --colour",
    "pictures": "--palette --cell --unit --margin --letters --coordinates --isometric --gap "
    "--cut --kerf --rim --radius",
    "paper": "--paper --per-page --columns --rows --title --key --key-file --upside-down --cut-out",
}
"""The common options by subject. An option of a command is common only if its text is the most frequent one."""

_DEFAULT = re.compile(r" \(default:? ([^()]*)\)$")


def named(action: argparse.Action) -> str:
    """Return the name of an argument, or the long name of an option if it has one."""
    names = [name for name in action.option_strings if name.startswith("--")] or action.option_strings
    return names[0] if names else str(action.metavar)


@cache
def actions(command: str) -> list[argparse.Action]:
    """Return the arguments and options of a command, without `--help`."""
    hidden = (argparse.SUPPRESS, "show this help message and exit")
    return [action for action in whole_parser().commands[command]._actions if action.help not in hidden]


def stem(action: argparse.Action) -> str:
    """Return the help of an option without its default."""
    return _DEFAULT.sub("", action.help or "")


@cache
def common(name: str) -> dict[str, argparse.Action]:
    """Return a mapping from the commands that accept a common option to the option. It is empty for other options."""
    if name not in " ".join(GROUPS.values()).split():
        return {}
    found = [(command, action) for command in whole_parser().commands for action in actions(command)]
    found = [(command, action) for command, action in found if named(action) == name]
    text = Counter(stem(action) for _, action in found).most_common(1)[0][0]
    return {command: action for command, action in found if stem(action) == text}


def is_common(command: str, action: argparse.Action) -> bool:
    """Return whether the option of a command is described with the common options."""
    return command in common(named(action))


def identifier(name: str) -> str:
    """Return the HTML id of a common option."""
    return f"option-{name.lstrip('-').lower()}"


def term(action: argparse.Action) -> nodes.term:
    """Return all spellings of an argument or an option. The last spelling includes its value."""
    if not action.option_strings:
        return nodes.term("", "", nodes.literal("", str(action.metavar)))
    value = "" if action.nargs == 0 else f" {_metavar(action)}"
    value = f" [{value.strip()}]" if action.nargs == "?" else value
    names = [nodes.literal("", name + value * (name == action.option_strings[-1])) for name in action.option_strings]
    separated = [part for name in names for part in (name, nodes.Text(", "))][:-1]
    return nodes.term("", "", *separated)


def called(action: argparse.Action) -> str:
    """Return an argument as it is written in a call, in brackets if it is optional."""
    return {"?": f"[{action.metavar}]", "*": f"[{action.metavar}]..."}.get(str(action.nargs), str(action.metavar))


def _metavar(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()


def explained(shown: Sequence[tuple[argparse.Action, Sequence[nodes.Node]]]) -> nodes.definition_list:
    """Return a list of arguments or options, each with its description."""
    items = []
    for action, description in shown:
        items.append(nodes.definition_list_item("", term(action), nodes.definition("", *description)))
    return nodes.definition_list("", *items, classes=["options"])


def described(action: argparse.Action) -> list[nodes.Node]:
    """Return the help of an option of one command."""
    return [nodes.paragraph("", action.help or "")]


def shared(accepting: dict[str, argparse.Action], usual: Sequence[str]) -> list[nodes.Node]:
    """Return the help of a common option, its defaults, and which commands accept it, unless these are `usual`."""
    defaults: dict[str, list[str]] = {}
    for command, action in accepting.items():
        found = _DEFAULT.search(action.help or "")
        defaults.setdefault(found[1] if found else "", []).append(command)
    first = max(defaults, key=lambda default: len(defaults[default]))
    text = stem(next(iter(accepting.values()))) + (f" (default: {first})" if first else "")
    sentences = [("Default of ", defaults[other], f": {other}. ") for other in defaults if other != first]
    more = [command for command in accepting if command not in usual]
    less = [command for command in usual if command not in accepting]
    if len(more) + len(less) >= len(accepting):
        sentences.append(("Only for ", [*accepting], ". "))
    else:
        sentences += [(word, some, ". ") for word, some in (("Also for ", more), ("Not for ", less)) if some]
    parts = [part for word, some, end in sentences for part in (nodes.Text(word), *linked(some), nodes.Text(end))]
    return [nodes.paragraph("", text), *([nodes.paragraph("", "", *parts)] if parts else [])]


def linked(names: Sequence[str]) -> list[nodes.Node]:
    """Return links within the page for names of commands or of common options, separated by commas."""
    parts: list[nodes.Node] = []
    for name in names:
        target = name if name.islower() and not name.startswith("-") else identifier(name)
        parts += [nodes.reference("", "", nodes.literal("", name), internal=True, refid=target), nodes.Text(", ")]
    return parts[:-1]


def in_groups(names: set[str]) -> list[nodes.Node]:
    """Return the common options of a command by group: the whole group, most of the group, or single options."""
    parts: list[nodes.Node] = []
    for group, options in GROUPS.items():
        have = [option for option in options.split() if option in names]
        lack = [option for option in options.split() if option not in names]
        if have:
            parts += [nodes.Text("; " if parts else ""), nodes.reference("", group, internal=True, refid=group)]
            if len(lack) < len(have):
                parts += [nodes.Text(" without "), *linked(lack)] if lack else []
            else:
                parts += [nodes.Text(": "), *linked(have)]
    return parts


class Options(SphinxDirective):
    """The directive `{options}`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Describe the common options of a group. First say which commands accept most of them."""
        names = GROUPS[self.arguments[0]].split()
        usual = Counter(tuple(common(name)) for name in names).most_common(1)[0][0]
        made = explained([(next(iter(common(name).values())), shared(common(name), usual)) for name in names])
        for item, name in zip(made.children, names, strict=True):
            item.children[0]["ids"].append(identifier(name))
        text = nodes.Text("Unless an entry states otherwise, these commands accept the options: ")
        return [nodes.paragraph("", "", text, *linked(usual), nodes.Text(".")), made]


class Command(SphinxDirective):
    """The directive `{command}`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Describe a command."""
        name = self.arguments[0]
        parser = whole_parser().commands[name]
        shown = actions(name)
        usage = " ".join(
            [parser.prog, "[OPTION]...", *(called(action) for action in shown if not action.option_strings)]
        )
        examples = "\n".join(f"$ {example}" for example in parser.examples)
        listed = in_groups({named(action) for action in shown if is_common(name, action)})
        own = [(action, described(action)) for action in shown if not is_common(name, action)]
        return [
            nodes.paragraph("", parser.description or ""),
            nodes.literal_block(usage, usage, language="text"),
            *([explained(own)] if own else []),
            *([nodes.paragraph("", "", nodes.Text("Common options: "), *listed, nodes.Text("."))] if listed else []),
            nodes.literal_block(examples, examples, language="console"),
        ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("command", Command)
    app.add_directive("options", Options)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
