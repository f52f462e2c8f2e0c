"""Chromium, for tests of pages. It is found under its usual names, or by the environment variable CHROMIUM."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["contrast", "launched", "needs_chromium"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason=f"there is no Chromium, under any name of {', '.join(NAMES)}"
)


@contextmanager
def launched() -> Iterator[Any]:
    """Yield a browser that playwright drives."""
    from playwright.sync_api import sync_playwright  # missing in most environments

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def contrast(*colours: str) -> float:
    """Return the contrast of two colours such as rgb(0, 127, 255), as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, bright = sorted(map(luminance, colours))
    return (bright + 0.05) / (dark + 0.05)
