"""The yardstick: a plain C program that never changes, by which figures of different machines can be compared."""

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

SOURCE = Path(__file__).with_suffix(".c")

EXPECTED = 2339

Yardstick = Callable[[], float]
"""Runs the program and returns its seconds."""


@contextmanager
def yardstick() -> Iterator[tuple[Yardstick | None, str]]:
    """Compile the program for the time of the `with` block. Yield it, or None without a C compiler, and a note."""
    found = filter(None, map(shutil.which, filter(None, [os.environ.get("CC"), "cc", "gcc", "clang"])))
    if (compiler := next(found, None)) is None:
        yield None, "no yardstick: there is no C compiler"
        return
    with TemporaryDirectory() as directory:
        program = Path(directory) / "yardstick.exe"
        done = subprocess.run([compiler, "-O3", "-o", program, SOURCE], capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.splitlines() or [f"status {done.returncode}"]
            yield None, f"no yardstick: {Path(compiler).name} failed: {lines[0]}"
            return

        def seconds() -> float:
            text = subprocess.run([program], capture_output=True, text=True, check=True).stdout
            found = re.fullmatch(r"(\d+) solutions, ([\d.]+) ms\n", text)
            if not found or int(found[1]) != EXPECTED:
                raise PentominoError(f"the yardstick printed {text!r}, not {EXPECTED} solutions and a time")
            return float(found[2]) / 1e3

        version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()
        yield seconds, f"yardstick compiled with -O3 by {version[0] if version else Path(compiler).name}"
