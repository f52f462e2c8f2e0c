"""Ctrl-C while the command is still being imported ends it as it does later: one line, and no traceback.

Imported before all else; a program that imports the package is left alone.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType

INTERRUPTED = 130
"""The exit status of a command that was interrupted."""

_usual = sys.excepthook


def _is_command() -> bool:
    """Whether this process runs the command, as a script or by `python -m`, which has not set its name so far."""
    program = sys.argv[0] if getattr(sys, "argv", None) else ""
    if program == "-m":
        return any(word.removeprefix("-m") == "pentomino" for word in sys.orig_argv)
    return os.path.splitext(os.path.basename(program))[0] == "pentomino"


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        _usual(kind, error, trace)
        return
    if sys.stderr is not None:
        print("pentomino: interrupted", file=sys.stderr)
    raise SystemExit(INTERRUPTED)


if _is_command():
    sys.excepthook = _end
