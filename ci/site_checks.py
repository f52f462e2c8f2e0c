"""Check the built site: its size, that no link is broken, and that it loads nothing from other hosts.

`ci/docs` and `ci/play` run `site_checks.py <directory>`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MAX_BYTES = {"the site": 6_000_000, "play/pyodide": 14_000_000}
"""Bytes of the site without the runtime of its app, and of that runtime, which `ci/play build` makes.

Most of the runtime is Python itself, which is not ours to slim, and the package grows with each lattice. What a
visitor waits for is bounded where it is made: `MAX_BYTES` in `ci/play.d/runtime.py` limits the bytes that are sent.
"""

LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""The elements for which a browser fetches a file at once, each with the attribute that names the file."""


class Page(HTMLParser):
    """The anchors of a page, its links, and the addresses from which it loads files."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Record the anchors, the link and the address of an element."""
        said = {name: value for name, value in attributes if value is not None}
        self.anchors |= {said[name] for name in ("id", "name") if name in said}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        if tag in LOADED and said.get("rel") not in {"canonical", "alternate"} and LOADED[tag] in said:
            self.loaded.append(said[LOADED[tag]])


def faults(site: Path) -> list[str]:
    """Return the faults of a site, a line for each."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    sizes = dict.fromkeys(MAX_BYTES, 0)
    for path in site.rglob("*"):
        if path.is_file():
            sizes["play/pyodide" if path.is_relative_to(site / "play/pyodide") else "the site"] += path.stat().st_size
    print(f"{len(pages)} pages; {', '.join(f'{part}: {size / 1e6:.1f} MB' for part, size in sizes.items() if size)}")
    told = [
        f"{path.relative_to(site)}: {fault}" for path, page in pages.items() for fault in _of_page(path, page, pages)
    ]
    told += [f"{path.relative_to(site)}: {fault}" for path in sorted(site.rglob("*.css")) for fault in _of_style(path)]
    heavy = [part for part, size in sizes.items() if size > MAX_BYTES[part]]
    return told + [f"{part} weighs {sizes[part]:,} bytes, more than {MAX_BYTES[part]:,}" for part in heavy]


def _of_page(path: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    yield from (f"{address} is loaded from elsewhere" for address in page.loaded if _is_elsewhere(address))
    yield from (f"{link} leads nowhere" for link in page.links if not _leads(path, link, pages))


def _of_style(path: Path) -> Iterator[str]:
    loaded = re.findall(r"""(?:url\(|@import\s)\s*["']?([^"')]+)""", path.read_text("utf-8"))
    return (f"{address} is loaded from elsewhere" for address in loaded if _is_elsewhere(address))


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme in {"http", "https"}


def _leads(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    """Return whether a link leads to a page or a file of the site, including its anchor, or to another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target not in pages:
        return target.is_file()
    # The page to play on reads its board from the fragment: `play/index.html#board=6x10`.
    return not parts.fragment or "=" in parts.fragment or unquote(parts.fragment) in pages[target].anchors


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]).resolve())
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    sys.exit(bool(wrong))
