"""Where the examples of the pages are run."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to run the examples of a page in, which may write files."""
    monkeypatch.chdir(tmp_path)
