"""The man page and the completions, as the wheel has them: what `ci/command_files.py` writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from pentomino.cli import whole_parser
from scripts import script

ROOT = Path(__file__).parents[2]


def _writer() -> ModuleType:
    return script("ci/command_files.py")


def test_files_are_up_to_date() -> None:
    """If they are not: `python ci/command_files.py`."""
    pytest.importorskip("shtab")
    for path, text in _writer().files().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_the_manual_has_all_options() -> None:
    manual = (ROOT / "share" / "man" / "man1" / "pentomino.1").read_text(encoding="utf-8").replace("\\-", "-")
    for command in whole_parser().commands.values():
        for action in command._actions:
            assert all(f"\\fB{option}\\fR" in manual for option in action.option_strings), action
    assert re.findall(r"^\\fB(\d+)\\fR$", manual, re.M) == ["0", "1", "2", "3", "4", "130"]


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (["pentomino", "co"], {"count", "convert"}),
        (["pentomino", "solve", "--style", "b"], {"box", "blocks"}),
        (["pentomino", "count", "--me"], {"--method", "--memory-limit"}),
    ],
)
def test_bash_completes(typed: list[str], wanted: set[str]) -> None:
    script = ROOT / "share" / "bash-completion" / "completions" / "pentomino"
    words = " ".join(f"'{word}'" for word in typed)
    asked = f"COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _shtab_pentomino; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(
        ["bash", "--norc", "-c", f"source '{script.as_posix()}'; {asked}"], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == wanted, done.stderr
