"""Where the examples of the pages are run, and which pages need what is not installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

# A table needs pandas, which is too large to be installed for one page.
collect_ignore = [] if importlib.util.find_spec("pandas") else ["how-to/pandas.md"]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to run the examples of a page in, which may write files."""
    monkeypatch.chdir(tmp_path)
