"""What `ci/docs` asks of the built site, asked of small ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import script

checks = script("ci/site_checks.py")


GOOD = (
    '<link rel="stylesheet" href="s.css"><h1 id="top">A</h1><a href="sub/b.html#end">b</a><a href="https://x.org">x</a>'
)
OTHER = '<p id="end"><a href="../index.html">up</a><a href="#end">here</a></p>'


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        (GOOD, []),
        ('<a href="sub/b.html#start">b</a>', ["index.html: sub/b.html#start leads nowhere"]),
        ('<a href="sub/b.html#board=6x10">b</a>', []),
        ('<a href="sub/c.html#board=6x10">b</a>', ["index.html: sub/c.html#board=6x10 leads nowhere"]),
        ('<a href="c.html">c</a>', ["index.html: c.html leads nowhere"]),
        ('<script src="https://x.org/x.js"></script>', ["index.html: https://x.org/x.js is loaded from elsewhere"]),
        ('<link rel="preload" href="//x.org/f.woff">', ["index.html: //x.org/f.woff is loaded from elsewhere"]),
    ],
)
def test_faults_are_told(tmp_path: Path, page: str, wanted: list[str]) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "sub" / "b.html").write_text(OTHER, encoding="utf-8")
    assert checks.faults(tmp_path) == wanted


def test_style_sheets_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "s.css").write_text(
        '@import "https://x.org/s.css"; p { background: url(a.png) } q { src: url("//x.org/f") }'
    )
    found = ["https://x.org/s.css", "//x.org/f"]
    assert checks.faults(tmp_path) == [f"s.css: {one} is loaded from elsewhere" for one in found]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("the site", "the site weighs 6,000,001 bytes, more than 6,000,000"),
        ("play/pyodide", "play/pyodide weighs 14,000,001 bytes, more than 14,000,000"),
    ],
)
def test_a_site_may_not_weigh_too_much(tmp_path: Path, part: str, said: str) -> None:
    """The runtime of the app is weighed apart."""
    folders = {"the site": tmp_path, "play/pyodide": tmp_path / "play/pyodide"}
    for name, folder in folders.items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "big.bin").write_bytes(b"0" * checks.MAX_BYTES[name])
    assert checks.faults(tmp_path) == []
    (folders[part] / "more.bin").write_bytes(b"0")
    assert checks.faults(tmp_path) == [said]
