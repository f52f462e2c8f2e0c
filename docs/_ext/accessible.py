"""Improve the HTML for screen readers, and keep numbers such as 45 000 on one line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def mend(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Mark lists of parameters, which have no terms, as presentational, so that screen readers do not announce them."""
    if "body" in context:
        context["body"] = re.sub(r"<dl>(?=\s*<dd><em)", '<dl role="presentation">', context["body"])


def keep_numbers(app: Sphinx, page: nodes.document) -> None:
    """Replace the spaces between the digits of numbers by no-break spaces, except in code."""
    for text in list(page.findall(nodes.Text)):
        joined = re.sub(r"(?<=\d) (?=\d{3}\b)", "\u00a0", text)
        if joined != text and not isinstance(text.parent, nodes.FixedTextElement | nodes.literal):
            text.parent.replace(text, nodes.Text(joined))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect `keep_numbers` to pages that were read, and `mend` to pages that the theme has made."""
    app.connect("doctree-read", keep_numbers)
    app.connect("html-page-context", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
