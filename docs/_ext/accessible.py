"""Mend what Sphinx and its theme write and screen readers cannot read."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def mend(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Give lists of parameters, which have no terms, no role."""
    if "body" in context:
        context["body"] = re.sub(r"<dl>(?=\s*<dd><em)", '<dl role="presentation">', context["body"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Mend each page after the theme."""
    app.connect("html-page-context", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
