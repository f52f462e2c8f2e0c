"""Improve what Sphinx and its theme write: lists for screen readers, and numbers such as 45 000, which do not break."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def mend(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Give lists of parameters, which have no terms, no role."""
    if "body" in context:
        context["body"] = re.sub(r"<dl>(?=\s*<dd><em)", '<dl role="presentation">', context["body"])


def keep_numbers(app: Sphinx, page: nodes.document) -> None:
    """Put a no-break space between the digits of a number, except in code."""
    for text in list(page.findall(nodes.Text)):
        joined = re.sub(r"(?<=\d) (?=\d{3}\b)", "\u00a0", text)
        if joined != text and not isinstance(text.parent, nodes.FixedTextElement | nodes.literal):
            text.parent.replace(text, nodes.Text(joined))


def setup(app: Sphinx) -> dict[str, bool]:
    """Improve each page: as it is read, and after the theme."""
    app.connect("doctree-read", keep_numbers)
    app.connect("html-page-context", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
