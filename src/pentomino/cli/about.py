"""The command `completion`, and the output of `pentomino --version -v`."""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from urllib.parse import urlsplit
from urllib.request import url2pathname

from .._core import OPTIONS_AT_ONCE, WINDOW
from .._version import __version__
from ..errors import imported
from .options import FOUND, Command

_LANES = {8: "with AVX-512", 4: "with AVX2"}

_FILES = {"FILE", "BOARD", "IN", "OUT", "DIR"}
"""The placeholders in the help that can stand for the name of a file."""


def add_completion(command: Command) -> None:
    parser = command(
        description="Print a script that lets a shell complete commands, options and file names. It requires shtab.",
        examples={
            "pentomino completion bash": "print the script for Bash",
            "pentomino completion fish": "print the script for fish",
        },
    )
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
    parser.set_defaults(run=_run_completion)


def _run_completion(options: argparse.Namespace) -> int:
    shtab = imported("shtab", "completion needs", "shtab")
    parser = options.whole_parser()
    for command in parser.commands.values():
        for action in command._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE
    print(shtab.complete(parser, options.shell))
    return FOUND


def about() -> str:
    """Describe the installation: version, commit, Python, platform, engines and optional packages."""
    try:
        installed: Distribution | None = distribution("pentomino")
    except PackageNotFoundError:
        installed = None
    lock = "" if getattr(sys, "_is_gil_enabled", lambda: True)() else ", free-threaded"
    lines = {
        "commit": _commit(installed),
        "Python": f"{platform.python_version()} ({platform.python_implementation()}{lock})",
        "platform": platform.platform(),
        "engines": f"windows of {WINDOW} bits, items {_LANES.get(OPTIONS_AT_ONCE, 'one at a time')}",
        "extras": ", ".join(_extras(installed)) if installed else "unknown: the package is not installed",
    }
    return "\n".join([f"pentomino {__version__}", *(f"{name}: {text}" for name, text in lines.items())])


def _commit(installed: Distribution | None) -> str:
    """Return the Git commit of the installed source, or a string that starts with "unknown"."""
    origin = json.loads((installed and installed.read_text("direct_url.json")) or "{}")  # PEP 610
    if "vcs_info" in origin:
        return str(origin["vcs_info"]["commit_id"])
    if not origin.get("dir_info", {}).get("editable"):
        return "unknown; in a clone, git rev-parse HEAD prints it"
    clone = url2pathname(urlsplit(origin["url"]).path)
    command = ["git", "-C", clone, "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def _extras(installed: Distribution) -> Iterator[str]:
    for requirement in installed.requires or ():
        if match := re.match(r"([\w.-]+).*extra == [\"'](\w+)[\"']", requirement, re.ASCII):
            package, extra = match.groups()
            try:
                version = distribution(package).version
            except PackageNotFoundError:
                version = "missing"
            yield f"{extra} {version}" if extra == package else f"{extra} ({package}) {version}"
