"""Make a puzzle to play as a single file: the page to play on, with its scripts, its styles and all solutions."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files
from itertools import islice

from ..errors import PentominoError, SearchTimeout
from .answers import answer, opened_of

MAX_SOLUTIONS = 20_000
"""The maximum number of solutions in a file, counting symmetric ones. They take about a megabyte."""

SECONDS = 60.0
"""The default time limit of the search for solutions."""

PLAY = files(__package__)

IMPORT = r'^import (?:\* as )?(\{.*\}|\w+) from "\./(?:page/)?(\w+)\.js";$'
EXPORT = r"^export (?:async )?(?:function|class|const) (\w+)"


def game(board: str, timeout: float = SECONDS) -> str:
    """Return a self-contained HTML page to play on.

    `board` describes the puzzle in words or as a document, as in a question to the page. Raise `PentominoError` if it
    has too many solutions, or if the search for all solutions takes more than `timeout` seconds.
    """
    opened = opened_of(board)
    try:
        found = list(islice(opened.puzzle.solve_all(symmetry="all", timeout=timeout), MAX_SOLUTIONS + 1))
    except SearchTimeout as stopped:
        raise PentominoError(f"{stopped}; a file to play on has all solutions: raise timeout=") from None
    if len(found) > MAX_SOLUTIONS:
        raise PentominoError(f"the puzzle has more than {MAX_SOLUTIONS} solutions; a file to play on has all of them")
    codes: dict[tuple[int, int, int], int] = {}
    solutions = [[codes.setdefault(opened.place(one), len(codes)) for one in solution.placements] for solution in found]
    told = json.loads(answer('{"ask": "open"}', opened=opened))
    held = {"board": board, "opened": told, "places": list(codes), "solutions": solutions}
    return _page(json.dumps(held, separators=(",", ":")).replace("<", "\\u003c"))


def _page(data: str) -> str:
    """Return the page with `data` in it. Its security policy allows only its own script and style, by their hashes."""
    style = read("board.css") + read("app.css")
    script = script_of("app.js", engine="solved")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    page = re.sub(r"<(?:link|script)\b[^>]*>(?:</script>)?\n", "", read("index.html"))
    page = re.sub(r'(?<=content=")default-src[^"]*', lambda _: policy, page)
    icon = '<link rel="icon" href="data:,">'
    page = page.replace("</head>", f"{icon}\n<style>{style}</style>\n</head>")
    told = f'<script id="game" type="application/json">{data}</script>\n<script type="module">{script}</script>\n'
    return page.replace("</body>", f"{told}</body>")


def script_of(name: str, **instead: str) -> str:
    """Return one script with a module and all modules that it imports. `instead` maps modules to their replacements.

    Each imported module becomes a block, which stores its exports in the constant `<module>_` before their first use.
    """
    blocks: dict[str, str] = {}

    def imported(found: re.Match[str]) -> str:
        module = instead.get(found[2], found[2])
        if module not in blocks:
            text = re.sub(IMPORT, imported, read(f"{module}.js"), flags=re.MULTILINE)
            exported = ", ".join(re.findall(EXPORT, text, re.MULTILINE))
            text = re.sub("^export ", "", text, flags=re.MULTILINE)
            blocks[module] = f"const {module}_ = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();\n"
        return f"const {found[1]} = {module}_;"

    main = re.sub(IMPORT, imported, read(name), flags=re.MULTILINE)
    return "".join([*blocks.values(), main])


def read(name: str) -> str:
    """Return the text of a file in the folder `page` or, for widgets and files to play on, in this folder."""
    return next(file for file in (PLAY / "page" / name, PLAY / name) if file.is_file()).read_text("utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
