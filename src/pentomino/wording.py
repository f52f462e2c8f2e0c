"""Words for people: numbers and lists in sentences, and hints for words that are mistyped or not supported yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
