"""Make a single HTML file in which a puzzle is played: a page with its scripts, its styles and all solutions."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files
from itertools import islice

from ..errors import PentominoError, SearchTimeout
from .answers import opened_of

MAX_SOLUTIONS = 20_000
"""The maximum number of solutions in a file, about a megabyte. Symmetric solutions count separately."""

SECONDS = 60.0
"""The default time limit of the search for solutions."""

MODULES = ("board", "drawing", "words", "solved", "app")
"""The scripts in the file, each after the scripts that it imports. `solved` looks up answers in the solutions."""

STYLES = ("board", "app")

_PLAY = files(__package__)


def game(board: str, timeout: float = SECONDS) -> str:
    """Return a self-contained HTML page on which a puzzle is played.

    `board` describes the puzzle in words or is a JSON document. Raise `PentominoError` if the puzzle has more than
    20 000 solutions, or if the search for all solutions takes more than `timeout` seconds.
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
    held = {"board": board, "opened": opened.told(), "places": list(codes), "solutions": solutions}
    return _page(json.dumps(held, separators=(",", ":")).replace("<", "\\u003c"))


def _page(data: str) -> str:
    style = "".join(_read(f"{name}.css") for name in STYLES)
    script = "".join(map(_wrapped, MODULES))
    # allow only the page's own script and style
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    page = re.sub(r"<(?:link|script)\b[^>]*>(?:</script>)?\n", "", _read("index.html"))
    page = re.sub(r'(?<=content=")default-src[^"]*', lambda _: policy, page)
    icon = '<link rel="icon" href="data:,">'
    page = page.replace("</head>", f"{icon}\n<style>{style}</style>\n</head>")
    told = f'<script id="game" type="application/json">{data}</script>\n<script type="module">{script}</script>\n'
    return page.replace("</body>", f"{told}</body>")


def _wrapped(name: str) -> str:
    """Return the script `name` as a block of the script of the file. The block stores its exports in `<name>_`."""
    script = re.sub(
        r'^import (\{.*\}) from "\./(\w+)\.js";$',
        lambda found: f"const {found[1]} = {found[2].replace('engine', 'solved')}_;",
        _read(f"{name}.js"),
        flags=re.MULTILINE,
    )
    exported = re.findall(r"^export (?:async )?function (\w+)", script, flags=re.MULTILINE)
    script = re.sub(r"^export ", "", script, flags=re.MULTILINE)
    return f"const {name}_ = await (async () => {{\n{script}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _read(name: str) -> str:
    folder = _PLAY if name == "solved.js" else _PLAY.joinpath("page")
    return folder.joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
