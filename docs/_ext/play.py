"""Buttons that run the examples of a page, and links from the named boards to the page to play on.

Both need the runtime that `ci/play build` makes. Without the runtime, there are no buttons and no links. The tag `play`
means that there is a runtime; the text below `{only} play` is shown only then. The directive `{boards}` draws all named
boards.
"""

from __future__ import annotations

import html
from typing import Any
from urllib.parse import quote

from docutils import nodes
from pictures import caption, silent
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pentomino import boards

CELL = 12
"""The side of a cell of a named board, in pixels."""

NOT_RUN = {
    "numpy": "it is not in the runtime",
    "dxf": "ezdxf is not in the runtime",
    "tqdm": "it is not in the runtime",
    "thread": "a browser gives Python none: executors, servers and timers cannot start one",
    "processpool": "a browser has no processes",
}
"""Examples that mention one of these words have no button, for the reason given."""


class Boards(SphinxDirective):
    """The directive `{boards}`."""

    def run(self) -> list[nodes.Node]:
        """Return pictures of the named boards, each with a link to the page to play on."""
        figures = "".join(map(self._figure, map(boards.named, boards.names())))
        return [nodes.raw("", f'<div class="pictures">{figures}</div>', format="html")]

    def _figure(self, board: boards.NamedBoard) -> str:
        content = f"{silent(board.board.to_svg(cell=CELL))}{caption(board.name)}"
        if not self.env.app.tags.has("play"):
            return f"<figure>{content}</figure>"
        link = f"board={quote(board.name)}"
        if board.groups[:2] == (boards.MONTHS, boards.DAYS):
            link = f"calendar={board.name}"  # without a date: the page takes the current one
        elif board.groups:
            link += quote(":" + ",".join(group[-1] for group in board.groups))
        title = html.escape(board.title)
        page = "../" * self.env.docname.count("/") + "play/index.html"
        return f'<figure><a href="{page}#{link}" title="{title}">{content}</a></figure>'


def mark(app: Sphinx, page: nodes.document) -> None:
    """Mark the examples that a browser can run."""
    for block in page.findall(nodes.literal_block):
        if block.get("language") == "pycon" and not any(text in block.astext().lower() for text in NOT_RUN):
            block["classes"].append("try")


def load(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Load the scripts of the buttons on pages with such examples. On `playing`, link the page to play on."""
    if name == "playing":
        link = '<p><strong><a href="play/index.html">Play now</a></strong>, without an installation.</p>'
        context["body"] = context["body"].replace("</h1>", f"</h1>{link}", 1)
    if page and any("try" in block["classes"] for block in page.findall(nodes.literal_block)):
        app.add_js_file("try.js", type="module")
        app.add_css_file("try.css")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive. If there is a runtime, add the buttons and the links."""
    app.add_directive("boards", Boards)
    if app.tags.has("play"):
        app.config.html_static_path.append("_ext/examples.py")
        app.connect("doctree-read", mark)
        app.connect("html-page-context", load)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
