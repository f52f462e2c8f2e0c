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

from ..errors import PentominoError

__all__ = ["VARIANTS", "find_source", "yardsticks"]

VARIANTS = {"seed": (), "scan": ("-DSCAN",)}
"""The variants, with the compiler's arguments for each: piece by piece with a flood fill; first empty cell first."""

EXPECTED = 2339


def find_source(given: Path | None = None) -> Path | None:
    """The C source: the one *given*, or the one in `benchmarks/` of the source tree or of the current directory."""
    if given is not None:
        if not given.is_file():
            raise PentominoError(f"{given}: there is no such file; --yardstick names the C source")
        return given
    trees = (Path(__file__).parents[3], Path.cwd())
    return next((file for tree in trees if (file := tree / "benchmarks" / "yardstick.c").is_file()), None)


def find_compiler() -> str | None:
    """The C compiler: `$CC`, or one that the path holds."""
    return next(filter(None, map(shutil.which, filter(None, [os.environ.get("CC"), "cc", "gcc", "clang"]))), None)


@contextmanager
def yardsticks(source: Path | None, compiler: str | None) -> Iterator[tuple[dict[str, Callable[[], float]], str]]:
    """Compile the variants for the time of the context: a function for each that runs it, giving seconds; and a note.

    The note tells how they were compiled, or why there are none.
    """
    if source is None or compiler is None:
        missing = "its source (benchmarks/yardstick.c) was not found" if source is None else "there is no C compiler"
        yield {}, f"no yardstick: {missing}"
        return
    with TemporaryDirectory() as directory:
        programs = {}
        for name, arguments in VARIANTS.items():
            program = Path(directory) / f"{name}.exe"
            done = subprocess.run(
                [compiler, "-O3", *arguments, "-o", str(program), str(source)], capture_output=True, text=True
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
