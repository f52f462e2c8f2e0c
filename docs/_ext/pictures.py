"""The fence `{picture}`: examples for Python's prompt, and a picture of the last value.

    ```{picture} The one way to fill 3x5 with P, U and V
    >>> import pentomino
    >>> pentomino.solve("3x5", "PUV")
    <Solution VVVUU/VPPPU/VPPUU>

    ```

The argument is the text that screen readers read instead of the picture. The examples are shown. They run after all
examples above them on the page, as in the tests, which need the empty line after the last example. The last example is
an expression or an assignment. Its value can be drawn (see `examples.drawn`), or consists of such values, which are
drawn side by side. Each of several pictures has a caption: its name, or an item of `:captions:`, separated by commas.
`:hide:` shows only the pictures. `:draw:` is an expression to draw instead of the last value: one, or several separated
by commas. With `:draw:`, the fence may be empty.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import html
import io
import os
import re
import tempfile
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from examples import all_drawn, value_of
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """Run the `with` block in a temporary folder, where examples may write files, and discard its output."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


class Page:
    """The examples of one page, which run in order, as far as pictures need them."""

    def __init__(self, text: str) -> None:
        self._examples = doctest.DocTestParser().get_examples(text)
        self._done = 0
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def value(self, first: int, last: int, draw: str = "") -> Any:
        """Run the examples up to line *last*. Return the value of *draw*, or of the last example from *first* on.

        Raises `ValueError` if there is no example on these lines.
        """
        first = 0 if draw else first
        until = [number for number, example in enumerate(self._examples) if first <= example.lineno <= last]
        if not until:
            raise ValueError("there is no example to draw")
        value = None
        with elsewhere():
            for example in self._examples[self._done : until[-1] + 1]:
                value = self._run(example)
            if draw:
                value = eval(draw, self._names)
        self._done = until[-1] + 1
        return value

    def _run(self, example: doctest.Example) -> Any:
        value = None
        try:
            for statement in ast.parse(example.source).body:
                value = value_of(statement, self._names)
        except Exception:
            if example.exc_msg is None:
                raise
            return None
        return value


class Picture(SphinxDirective):
    """The fence `{picture}`."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {  # noqa: RUF012 - docutils reads it from the class
        "hide": directives.flag,
        "captions": directives.unchanged,
        "draw": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return the examples, unless they are hidden, and their pictures."""
        page = self.env.current_document.get("pictures")
        if page is None:
            page = self.env.current_document["pictures"] = Page(self.env.doc2path(self.env.docname).read_text("utf-8"))
        last = self.lineno + len(self.content) + len(self.options) + 1
        draw = self.options.get("draw", "")
        try:
            drawn = all_drawn(page.value(self.lineno - 1, last, draw))
        except Exception as error:
            raise self.error(f"the picture cannot be made: {type(error).__name__}: {error}") from error
        found: list[nodes.Node] = []
        if self.content and "hide" not in self.options:
            code = "\n".join(self.content).rstrip()
            found.append(nodes.literal_block(code, code, language="pycon", classes=[] if draw else ["drawn"]))
        return [*found, nodes.raw("", self._html(drawn), format="html")]

    def _html(self, drawn: list[tuple[str, str]]) -> str:
        if "captions" in self.options:
            captions = [text.strip() for text in self.options["captions"].split(",")]
            drawn = [(picture, text) for (picture, _), text in zip(drawn, captions, strict=True)]
        label = html.escape(self.arguments[0])
        figures = "".join(f"<figure>{silent(picture)}{caption(name)}</figure>" for picture, name in drawn)
        return f'<div class="pictures" role="img" aria-label="{label}">{figures}</div>'


def caption(text: str) -> str:
    """Return the caption of a picture, or "" for an empty text."""
    return f"<figcaption>{html.escape(text)}</figcaption>" if text else ""


def silent(picture: str) -> str:
    """Return a picture that screen readers ignore, because the page has a text for it."""
    return re.sub(r'(<svg [^>]*?) role="img"', r'\1 aria-hidden="true"', picture, count=1)


def strip(app: Sphinx, page: nodes.document) -> None:
    """Remove the empty line at the end of an example, which only doctest needs."""
    for block in page.findall(nodes.literal_block):
        block.rawsource = text = block.astext().rstrip()
        block.children = [nodes.Text(text)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the fence."""
    app.add_directive("picture", Picture)
    app.connect("doctree-read", strip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
