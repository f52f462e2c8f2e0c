"""Run all examples of the built site in Chromium, and compare what they print and draw with what the pages show.

Called by `ci/play examples`: examples.py <site>. Any request to another host is a fault, too.
"""

from __future__ import annotations

import doctest
import functools
import os
import re
import shutil
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]

SECONDS = 60
"""How long an example may take, including the start of Python."""

CHECKER = doctest.OutputChecker()

# Each picture as the browser serialises it, whether it is part of the page or a file.
PICTURES = """nodes => nodes.map((node) => {
  const holder = document.createElement("div");
  holder.innerHTML = node.src ? decodeURIComponent(node.src.slice(node.src.indexOf(",") + 1)) : node.outerHTML;
  return holder.innerHTML.replace(/ (role="img"|aria-hidden="true")/, "");
})"""
IS_DONE = "number => !document.querySelectorAll('.try-bar')[number].firstChild.disabled"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


class Visit:
    """A page of the site in a browser. `faults` says what is wrong, `ran` how many examples were run."""

    def __init__(self, page: Any, address: str, host: str) -> None:
        self.page, self.faults, self.ran = page, [], 0
        page.on("pageerror", lambda error: self.faults.append(error.message))
        page.on("console", lambda said: self.faults.append(said.text))
        page.on("request", lambda request: self._requested(request.url, host))
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))  # the site has none
        page.goto(address)
        self.examples = page.locator(".highlight-pycon").count()
        for number in range(page.locator(".try").count()):
            self._run(number)

    def _requested(self, url: str, host: str) -> None:
        if not url.startswith((host, "data:", "blob:")):
            self.faults.append(f"{url} is asked for")

    def _run(self, number: int) -> None:
        block, out = self.page.locator(".try").nth(number), self.page.locator(".try-out").nth(number)
        text = block.locator("pre").text_content()
        is_drawn = block.evaluate("block => block.classList.contains('drawn')")
        pictures = out.locator("xpath=following-sibling::*[1]").locator("svg").evaluate_all(PICTURES)
        self.page.locator(".try-bar").nth(number).get_by_text("Run").click()
        self.ran += 1
        try:
            self.page.wait_for_function(IS_DONE, arg=number, timeout=1000 * SECONDS)
        except TimeoutError:
            self.faults.append(f"{text}\n-- takes more than {SECONDS} s")
            return self.page.locator(".try-bar").nth(number).get_by_text("Stop").click()
        printed = "".join(text + "\n" for text in out.locator("pre").all_text_contents())
        if not is_same(text, printed):
            self.faults.append(f"{text}\n-- prints:\n{printed}")
        elif is_drawn and pictures != out.locator("img").evaluate_all(PICTURES):
            self.faults.append(f"{text}\n-- draws something else")


def shown(text: str) -> str:
    """Return what an example of a page prints: the lines without a prompt. (Doctests mark blank ones, pages do not.)"""
    return re.sub(r"^>>>( .*)?$(\n\.\.\.( .*)?$)*\n?", "", text, flags=re.MULTILINE)


def is_same(text: str, printed: str) -> bool:
    """Return whether an output is what an example of a page shows, as the tests of the pages see it."""
    return CHECKER.check_output(shown(text).strip(), printed.strip(), doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)


def main(site: Path) -> int:
    """Run the examples of all pages, or of those that are named. Print how many ran, and what is wrong."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"http://127.0.0.1:{server.server_port}/"
    examples = ran = wrong = 0
    pages = [path for path in sorted(site.rglob("*.html")) if "highlight-pycon" in path.read_text("utf-8")]
    with sync_playwright() as driver, driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser:
        for path in pages:
            name = path.relative_to(site).as_posix()
            with browser.new_page() as page:
                visit = Visit(page, host + name, host)
            print(f"{name}: {visit.ran} of {visit.examples} examples are run")
            print(*visit.faults, sep="\n")
            examples, ran, wrong = examples + visit.examples, ran + visit.ran, wrong + len(visit.faults)
    print(
        f"{len(pages)} pages with {examples} examples: {ran} are run, {examples - ran} have no button; {wrong} faults"
    )
    return bool(wrong or not ran)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
