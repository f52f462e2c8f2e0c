"""Whether a terminal is to have colour, and how many colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

__all__ = ["Depth", "colour_depth"]

Depth = Literal["16", "256", "truecolour"]


def colour_depth(environ: Mapping[str, str], is_terminal: bool) -> Depth | None:
    """How many colours the output should be written with, `None` for none, given the environment.

    A non-empty `NO_COLOR` wins over all else (no-color.org). `FORCE_COLOR` (force-color.org) and
    `CLICOLOR_FORCE` (bixense.com/clicolors), unless empty or 0, ask for colour even in a pipe or in a dumb
    terminal. `COLORTERM` and `TERM` then say how many there are; Windows Terminal sets neither, but
    `WT_SESSION`.
    """
    if environ.get("NO_COLOR"):
        return None
    is_forced = any(environ.get(name, "") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    term = environ.get("TERM", "").lower()
    is_modern_windows = not term and bool(environ.get("WT_SESSION"))
    is_able = is_terminal and (term not in ("", "dumb") or is_modern_windows)
    if not (is_able or is_forced):
        return None
    is_direct = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct")
    if is_direct or is_modern_windows:
        return "truecolour"
    return "256" if "256color" in term else "16"
