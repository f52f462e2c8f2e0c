"""The directive `{command}`: a command as its own parser has it.

    ```{command} count
    ```

shows what `pentomino count --help` says, as a part of a page: usage, arguments, options, examples.
"""

from __future__ import annotations

import argparse

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pentomino.cli import whole_parser


def term(action: argparse.Action) -> nodes.term:
    """How an argument or an option is written, with what follows it."""
    if not action.option_strings:
        return nodes.term("", "", nodes.literal("", str(action.metavar)))
    value = "" if action.nargs == 0 else f" {_metavar(action)}"
    names = [nodes.literal("", name + value * (name == action.option_strings[-1])) for name in action.option_strings]
    separated = [part for name in names for part in (name, nodes.Text(", "))][:-1]
    return nodes.term("", "", *separated)


def called(action: argparse.Action) -> str:
    """An argument as it stands in a call, in brackets if it may be left out."""
    return {"?": f"[{action.metavar}]", "*": f"[{action.metavar}]..."}.get(str(action.nargs), str(action.metavar))


def _metavar(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()


def explained(actions: list[argparse.Action]) -> nodes.definition_list:
    """Arguments or options, each with what its help says."""
    items = []
    for action in actions:
        text = nodes.paragraph("", action.help or "")
        items.append(nodes.definition_list_item("", term(action), nodes.definition("", text)))
    return nodes.definition_list("", *items, classes=["options"])


class Command(SphinxDirective):
    """The directive `{command}`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """What the help of a command says."""
        parser = whole_parser().commands[self.arguments[0]]
        shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
        usage = " ".join(
            [parser.prog, "[OPTION]...", *(called(action) for action in shown if not action.option_strings)]
        )
        examples = "\n".join(f"$ {example}" for example in parser.examples)
        return [
            nodes.paragraph("", parser.description or ""),
            nodes.literal_block(usage, usage, language="text"),
            explained([action for action in shown if not action.option_strings]),
            explained([action for action in shown if action.option_strings]),
            nodes.literal_block(examples, examples, language="console"),
        ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("command", Command)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
