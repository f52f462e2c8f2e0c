"""The yardstick: a plain C program, always the same, so that figures of different machines can be compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pentomino import PentominoError

__all__ = ["VARIANTS", "find_compiler", "yardsticks"]

SOURCE = Path(__file__).with_suffix(".c")

VARIANTS = {"seed": (), "scan": ("-DSCAN",)}
"""The variants, with the compiler's arguments for each: piece by piece with a flood fill; first empty cell first."""

EXPECTED = 2339


def find_compiler() -> str | None:
    """The C compiler: `$CC`, or one that the path holds."""
    return next(filter(None, map(shutil.which, filter(None, [os.environ.get("CC"), "cc", "gcc", "clang"]))), None)


@contextmanager
def yardsticks(compiler: str | None) -> Iterator[tuple[dict[str, Callable[[], float]], str]]:
    """Compile the variants for the time of the context: a function for each that runs it, giving seconds; and a note.

    The note tells how they were compiled, or why there are none.
    """
    if compiler is None:
        yield {}, "no yardstick: there is no C compiler"
        return
    with TemporaryDirectory() as directory:
        programs = {}
        for name, arguments in VARIANTS.items():
            program = Path(directory) / f"{name}.exe"
            done = subprocess.run(
                [compiler, "-O3", *arguments, "-o", str(program), str(SOURCE)], capture_output=True, text=True
            )
            if done.returncode:
                lines = done.stderr.splitlines() or [f"status {done.returncode}"]
                yield {}, f"no yardstick: {Path(compiler).name} failed: {lines[0]}"
                return
            programs[name] = program
        version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()
        yield (
            {name: _runner(program) for name, program in programs.items()},
            f"yardstick compiled with -O3 by {version[0] if version else Path(compiler).name}",
        )


def _runner(program: Path) -> Callable[[], float]:
    def seconds() -> float:
        text = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        found = re.fullmatch(r"(\d+) solutions, ([\d.]+) ms\n", text)
        if not found or int(found[1]) != EXPECTED:
            raise PentominoError(f"the yardstick printed {text!r}, not {EXPECTED} solutions and a time")
        return float(found[2]) / 1e3

    return seconds
