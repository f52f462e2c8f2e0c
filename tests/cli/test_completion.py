"""`pentomino completion`: what bash makes of the script, and what is said without shtab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import Run, complaint


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="there is no bash")
@pytest.mark.needs_processes
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (["co"], {"count", "convert", "completion"}),
        (["solve", "--style", "b"], {"box", "blocks"}),
        (["count", "--me"], {"--method", "--memory-limit"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["solve", "--placed", "pu"], {"puzzle.txt"}),
    ],
)
def test_bash_completes(typed: list[str], wanted: set[str], run: Run, tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    script = tmp_path / "script"
    script.write_text(run("completion", "bash").out, encoding="utf-8")
    (tmp_path / "puzzle.txt").touch()
    words = " ".join(f"'{word}'" for word in ["pentomino", *typed])
    asked = f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_pentomino; echo ${{COMPREPLY[@]}}"
    command = ["bash", "--norc", "-c", f"source '{script}'; {asked}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert set(done.stdout.split()) == wanted, done.stderr


@pytest.mark.parametrize(("shell", "begin"), [("zsh", "#compdef pentomino\n"), ("fish", "# AUTOMATICALLY GENERATED")])
def test_other_shells_have_scripts(shell: str, begin: str, run: Run) -> None:
    pytest.importorskip("shtab")
    result = run("completion", shell)
    assert result.out.startswith(begin)
    assert "memory-limit" in result.out


def test_without_shtab_one_line_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert run("completion", "bash") == complaint("completion needs shtab: pip install shtab")


@pytest.mark.needs_processes
def test_help_does_not_load_shtab() -> None:
    code = "import atexit, sys; from pentomino.cli import main; atexit.register(lambda: print('shtab' in sys.modules))"
    command = [sys.executable, "-c", f"{code}; main(['--help'])"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\nFalse\n")
