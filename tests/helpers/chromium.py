"""Chromium, for tests of pages. It is found under its usual names, or by the variable CHROMIUM."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["launched", "needs_chromium"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason=f"there is no Chromium, under any name of {', '.join(NAMES)}"
)


@contextmanager
def launched() -> Iterator[Any]:
    """Yield a browser, driven by playwright."""
    from playwright.sync_api import sync_playwright  # missing in most environments

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
