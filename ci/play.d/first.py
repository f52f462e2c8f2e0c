"""Write what the page to play on shows before Python is there: its first board, and pictures of others."""

from __future__ import annotations

from pathlib import Path

from pentomino.play.answers import answer, opened_of
from pentomino.play.server import BOARDS, picture

FIRST = "6x10"


def packed_solutions() -> str:
    """Return all solutions up to symmetry, 12 characters each. `unpacked` in `first.js` reads them.

    A character is the number of a way of a piece, counted over all pieces, plus 48. In this way, the piece covers the
    first cell that the pieces before it leave empty.
    """
    opened = opened_of(FIRST)
    ways = [(piece, way) for piece, told in enumerate(opened.pieces) for way in range(len(told["ways"]))]
    mark = {way: chr(48 + number) for number, way in enumerate(ways)}
    found = []
    for solution in opened.puzzle.solve_all():
        in_order = sorted(solution.placements, key=lambda one: min(opened.numbers(one.cells)))
        found.append("".join(mark[opened.place(one)[:2]] for one in in_order))
    return "".join(sorted(found))  # sorted, they compress best


def write_first(folder: Path) -> None:
    """Write the first board and its solutions, and the pictures."""
    (folder / "boards").mkdir()
    for path in (f"boards/{name}.svg" for name in BOARDS):
        (folder / path).write_bytes(picture(f"/{path}") or b"")
    (folder / f"{FIRST}.json").write_text(answer(f'{{"ask": "open", "board": "{FIRST}"}}') + "\n", "utf-8")
    (folder / f"{FIRST}.txt").write_text(packed_solutions() + "\n", "utf-8")
