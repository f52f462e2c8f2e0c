"""Make a file to play a puzzle. It contains the page to play on, its scripts, its styles and all solutions."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from itertools import islice

from ..errors import PentominoError, SearchTimeout
from ..pages.scripts import read, script_of
from ..symmetry import piece_images
from .answers import Opened, answer, opened_of

MAX_SOLUTIONS = 20_000
"""The maximum number of solutions in a file, including symmetric ones. They need about a megabyte."""

SECONDS = 60.0
"""The default time limit of the search for solutions."""


def game(board: str, timeout: float = SECONDS) -> str:
    """Return a self-contained HTML page to play on.

    `board` is a board in words, or a whole puzzle in JSON. Raise `PentominoError` if the puzzle has too many solutions,
    or if the search for all solutions takes more than `timeout` seconds.
    """
    opened = opened_of(board)
    try:
        found = list(islice(opened.puzzle.solve_all(symmetry="all", timeout=timeout), MAX_SOLUTIONS + 1))
    except SearchTimeout as stopped:
        raise PentominoError(f"{stopped}, but a page to play on needs all solutions; raise timeout=") from None
    if len(found) > MAX_SOLUTIONS:
        raise PentominoError(f"a page to play on must have at most {MAX_SOLUTIONS} solutions")
    codes: dict[tuple[int, int, int], int] = {}
    solutions = [[codes.setdefault(opened.place(one), len(codes)) for one in solution.placements] for solution in found]
    opened_data = json.loads(answer('{"ask": "open"}', opened=opened))
    solutions, distinct = _numbered(opened, codes, solutions, timeout)
    data = {
        "board": board,
        "opened": opened_data,
        "places": list(codes),
        "solutions": solutions,
        "distinct": distinct,
    }
    return _page(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))


def _numbered(
    opened: Opened, codes: Mapping[tuple[int, int, int], int], solutions: list[list[int]], timeout: float
) -> tuple[list[list[int]], int]:
    """Return all solutions, the distinct ones first, and the number of distinct ones.

    The images of the distinct solutions under each symmetry follow in the same order. If a solution is its own image,
    it would be listed twice, so return `solutions` unchanged, and 0.
    """
    puzzle, board = opened.puzzle, opened.puzzle.board
    area = {code: frozenset(opened.pieces[piece]["ways"][way]["at"][at]) for (piece, way, at), code in codes.items()}
    code_of: dict[tuple[int | None, frozenset[int]], int] = {
        (place[0], area[code]): code for place, code in codes.items()
    }
    distinct = [[codes[opened.place(one)] for one in found.placements] for found in puzzle.solve_all(timeout=timeout)]
    images = []
    for element in puzzle.symmetries():
        pieces, moved = piece_images(puzzle, element), opened.numbers(board._images(opened.cells, element))
        turned = {
            code: code_of[pieces[place[0]], frozenset(moved[cell] for cell in area[code])]
            for place, code in codes.items()
        }
        images += [[turned[code] for code in solution] for solution in distinct]
    return (images, len(distinct)) if len(images) == len(solutions) else (solutions, 0)


def _page(data: str) -> str:
    """Return the page with `data` in it. Its security policy allows only its own script and style."""
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
    scripts = f'<script id="game" type="application/json">{data}</script>\n<script type="module">{script}</script>\n'
    return page.replace("</body>", f"{scripts}</body>")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
