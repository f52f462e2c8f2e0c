"""Terminals to run a program in and to look at: one modelled here, and tmux where it is installed.

The model knows just the control sequences that the package writes, and complains of any other, so that no test
depends on what some terminal makes of it.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

PATIENCE = 60.0
"""Seconds after which a test gives up; no test passes or fails by being faster or slower than that."""

SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")


class Grid:
    """The contents of a terminal, after the text and control sequences written to it."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns, self.height = columns, lines
        self.screens = {False: self._blank(), True: self._blank()}
        self.is_other = False
        self.has_cursor = self.wraps = True
        self.saved = (0, 0)
        self.row = self.column = 0
        self._rest = ""

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.columns for _ in range(self.height)]

    @property
    def cells(self) -> list[list[str]]:
        return self.screens[self.is_other]

    def resize(self, columns: int, lines: int) -> None:
        """Cut or widen the screens, as most terminals do; what is cut off is lost."""
        self.columns, self.height = columns, lines
        for key, cells in self.screens.items():
            # The line of the cursor stays in view.
            cells = cells[max(0, self.row + 1 - lines) :] if key == self.is_other else cells
            kept = [(row + [" "] * columns)[:columns] for row in cells[:lines]]
            self.screens[key] = kept + [[" "] * columns for _ in range(lines - len(kept))]
        self.row, self.column = min(self.row, lines - 1), min(self.column, columns - 1)

    def text(self) -> list[str]:
        """Return the lines, without blanks at their ends and without empty lines at the end."""
        shown = ["".join(row).rstrip() for row in self.cells]
        while shown and not shown[-1]:
            shown.pop()
        return shown

    def write(self, text: str) -> None:
        text, self._rest = self._rest + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            found = SEQUENCE.match(text, at)
            if found is None:
                self._rest = text[at:]
                assert len(self._rest) < 20, f"not understood: {self._rest!r}"
                return
            self._obey(*found.groups())
            at = found.end()

    def _put(self, character: str) -> None:
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._feed()
        elif character == "\b":
            self.column = max(0, min(self.column, self.columns - 1) - 1)
        else:
            assert character.isprintable(), f"not understood: {character!r}"
            if self.column == self.columns:
                if self.wraps:
                    self.column = 0
                    self._feed()
                else:
                    self.column -= 1
            self.cells[self.row][self.column] = character
            self.column += 1

    def _feed(self) -> None:
        if self.row + 1 < self.height:
            self.row += 1
        else:
            self.cells.append([" "] * self.columns)
            del self.cells[0]

    def _obey(self, mark: str, numbers: str, letter: str) -> None:
        line = self.cells[self.row]
        at = min(self.column, self.columns - 1)
        if (mark, letter) == ("", "H"):
            row, column = (int(n) for n in numbers.split(";"))
            self.row, self.column = min(row, self.height) - 1, min(column, self.columns) - 1
        elif (mark, numbers, letter) == ("", "", "K"):
            line[at:] = [" "] * (self.columns - at)
        elif (mark, letter) == ("", "J") and numbers in ("", "2"):
            start = 0 if numbers else self.row
            if not numbers:
                line[at:] = [" "] * (self.columns - at)
                start += 1
            for row in self.cells[start:]:
                row[:] = [" "] * self.columns
        elif (mark, letter) == ("", "m"):
            pass
        elif mark == "?" and letter in "hl":
            self._set_mode(int(numbers), letter == "h")
        else:
            raise AssertionError(f"not understood: {mark}{numbers}{letter}")

    def _set_mode(self, number: int, on: bool) -> None:
        if number == 25:
            self.has_cursor = on
        elif number == 7:
            self.wraps = on
        elif number == 1049 and on != self.is_other:
            if on:
                self.saved = self.row, self.column
                self.screens[True] = self._blank()
            self.is_other = on
            if not on:
                self.row, self.column = min(self.saved[0], self.height - 1), min(self.saved[1], self.columns - 1)
        else:
            assert number == 2004, f"mode {number} is not understood"  # bash and its bracketed paste


class Terminal(Protocol):
    """A terminal in which a program runs."""

    def text(self) -> list[str]:
        """Return the lines shown, without blanks at their ends and without empty lines at the end."""

    def modes(self) -> tuple[bool, bool]:
        """Return whether the cursor is shown, and whether the other screen is."""

    def resize(self, columns: int, lines: int) -> None:
        """Change the size."""

    def type(self, keys: str) -> None:
        """Press keys."""

    def close(self) -> None:
        """End the program."""


def wait(terminal: Terminal, is_there: Callable[[list[str]], bool]) -> list[str]:
    """Wait until a condition holds. Return the lines that are then shown."""
    end = monotonic() + PATIENCE
    while not is_there(shown := terminal.text()):
        assert monotonic() < end, "\n".join(["this is all that is shown:", *shown])
        sleep(0.01)
    return shown


class Modelled:
    """A pseudo-terminal whose screen is a `Grid`."""

    def __init__(self, script: str, columns: int, lines: int, environ: dict[str, str]) -> None:
        self._grid = Grid(columns, lines)
        self._ours, theirs = pty.openpty()
        self._set_size(columns, lines)
        # The program needs a terminal of its own to be interrupted from.
        seize = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp('bash', sys.argv[1:])"
        self._process = subprocess.Popen(
            [sys.executable, "-c", seize, "bash", "-c", script],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, **environ, "TERM": "xterm-256color"},
        )
        os.close(theirs)

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def text(self) -> list[str]:
        while select.select([self._ours], [], [], 0)[0]:
            self._grid.write(os.read(self._ours, 65536).decode())
        return self._grid.text()

    def modes(self) -> tuple[bool, bool]:
        self.text()
        return self._grid.has_cursor, self._grid.is_other

    def resize(self, columns: int, lines: int) -> None:
        self.text()
        self._grid.resize(columns, lines)
        self._set_size(columns, lines)

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


class Tmux:
    """A window of tmux, in a server of its own."""

    def __init__(self, script: str, columns: int, lines: int, environ: dict[str, str]) -> None:
        self._folder = tempfile.mkdtemp()  # a short name: that of a socket has some 100 characters at most
        self._command = ["tmux", "-S", f"{self._folder}/tmux", "-f", os.devnull]
        self._environ = {**os.environ, **environ}
        self._environ.pop("TMUX", None)
        size = ["-x", str(columns), "-y", str(lines)]
        self._run("new-session", "-d", *size, f"bash -c {shlex.quote(script)}", ";", "set", "status", "off")
        self._run("resize-window", *size)

    def _run(self, *words: str) -> str:
        done = subprocess.run([*self._command, *words], env=self._environ, capture_output=True, check=True, timeout=60)
        return done.stdout.decode()

    def text(self) -> list[str]:
        shown = [line.rstrip() for line in self._run("capture-pane", "-p").split("\n")]
        while shown and not shown[-1]:
            shown.pop()
        return shown

    def modes(self) -> tuple[bool, bool]:
        cursor, other = self._run("display-message", "-p", "#{cursor_flag} #{alternate_on}").split()
        return cursor == "1", other == "1"

    def resize(self, columns: int, lines: int) -> None:
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def type(self, keys: str) -> None:
        self._run("send-keys", "-H", *[f"{byte:02x}" for byte in keys.encode()])

    def close(self) -> None:
        self._run("kill-server")
        shutil.rmtree(self._folder)


TERMINALS: list[type[Modelled] | type[Tmux]] = [Modelled, *([Tmux] if shutil.which("tmux") else [])]


# What is typed is not shown: the system writes ^C after it has sent the signal, at times behind what the program says.
QUIET = f"""{shlex.quote(sys.executable)} -c '
import termios
modes = termios.tcgetattr(0)
modes[3] &= ~termios.ECHO
termios.tcsetattr(0, termios.TCSANOW, modes)'"""


def start(kind: type[Modelled] | type[Tmux], folder: Path, script: str, columns: int, lines: int) -> Terminal:
    """Return a terminal in which bash runs a script, with this program as `pentomino`."""
    source = Path(sys.modules["pentomino"].__file__ or "").parent.parent
    environ = {"PYTHONPATH": str(source), "COLORTERM": ""}
    program = f"{shlex.quote(sys.executable)} -m pentomino"
    script = re.sub(r"\bpentomino (?=watch|solve)", program + " ", script)
    return kind(f"cd {shlex.quote(str(folder))}\n{QUIET}\n{script}\nexec cat", columns, lines, environ)
