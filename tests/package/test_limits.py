"""The page on limits has every limit that users can meet, with its value."""

from __future__ import annotations

import re
from math import isqrt
from pathlib import Path

import pytest

from pentomino.lattices.board_words import lattices

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/pentomino"
PAGE = (ROOT / "docs/reference/limits.md").read_text("utf-8")

GENERAL, FILES, PLAY = "Boards, pieces and searches", "Files", "The page of `pentomino play`"
ROWS = {
    ("lattices/lattice.py", "MAX_CELLS"): (GENERAL, "cells of a board"),
    ("board.py", "MAX_FRAME"): (GENERAL, "cells of the box around a board"),
    ("search/cover.py", "MAX_LISTED_CELLS"): (GENERAL, "free cells, if a piece does not fit in the"),
    ("search/cover.py", "MAX_COVER_BYTES"): (GENERAL, "memory that the placements need"),
    ("search/options.py", "MAX_THREADS"): (GENERAL, "threads of a call"),
    ("notation.py", "MAX_CHARACTERS"): (GENERAL, "characters of a drawn board"),
    ("solutions/features.py", "MAX_CONDITION"): (GENERAL, "characters of a [condition]"),
    ("reason/difficulty.py", "MAX_POSITIONS"): (GENERAL, "positions that an estimate of the [difficulty]"),
    ("reason/solids.py", "MAX_PIECES"): (GENERAL, "pieces of a solid"),
    ("reason/solids.py", "MAX_LENGTH"): (GENERAL, "lengths of all its pieces along an axis"),
    ("formats/common.py", "MAX_BYTES"): (FILES, "bytes of a file"),
    ("cli/console.py", "_MAX_BYTES"): (FILES, "bytes of a file"),
    ("formats/common.py", "MAX_BOX"): (FILES, "cells of the box around a board"),
    ("formats/common.py", "MAX_PIECES"): (FILES, "pieces"),
    ("formats/common.py", "MAX_DRAWN"): (FILES, "cells of all pieces"),
    ("formats/common.py", "MAX_PLACEMENTS"): (FILES, "placements"),
    ("formats/common.py", "MAX_NAME"): (FILES, "characters of the name of a piece"),
    ("formats/common.py", "MAX_COLOUR"): (FILES, "colours in BurrTools"),
    ("formats/json.py", "_MAX_NUMBER"): (FILES, "numbers in JSON"),
    ("formats/cnf.py", "_MAX_CLAUSES"): (FILES, "clauses of a formula"),
    ("formats/dlx.py", "_MAX_NAME"): (FILES, "characters of the name of an item"),
    ("formats/xmpuzzle.py", "_MAX_COPIES"): (FILES, "copies of all pieces in BurrTools"),
    ("formats/xmpuzzle_parts.py", "_MAX_ELEMENTS"): (FILES, "elements of XML"),
    ("formats/xmpuzzle_parts.py", "_MAX_DEPTH"): (FILES, "elements within each other"),
    ("render/media.py", "MAX_PIXELS"): (FILES, "pixels of a PNG"),
    ("cli/output.py", "MAX_FILES"): (FILES, "files that `-o` writes"),
    ("cli/solve.py", "MAX_FRAMES"): (FILES, "steps of an animated search"),
    ("play/answers.py", "MAX_CELLS"): (PLAY, "cells of a board"),
    ("play/answers.py", "MAX_COPIES"): (PLAY, "pieces"),
    ("play/answers.py", "MAX_PLACES"): (PLAY, "placements of all pieces"),
    ("play/answers.py", "MAX_SHOWN"): (PLAY, "solutions in the gallery"),
    ("play/game.py", "MAX_SOLUTIONS"): (PLAY, "solutions of a puzzle for `play -o`"),
    ("play/page/editor.js", "MAX_SIDE"): (PLAY, "rows and columns of a board that you draw"),
    ("play/page/memory.js", "MAX_GAMES"): (PLAY, "games that the browser keeps"),
    ("play/page/memory.js", "MAX_SOLVED"): (PLAY, "solved puzzles that it keeps"),
    ("play/page/address.js", "MAX_LINK"): (PLAY, "characters of a link"),
}
"""The section and the beginning of the row of each limit, by the file and the name of its constant."""

INTERNAL = {
    "cli/work.py": "MAX_NAMED",
    "common/fits.pxi": "MAX_PATTERNS",
    "core/item_engine.pxi": "MAX_READ",
    "errors.py": "_MAX_CHARACTERS",
    "files.py": "MAX_LISTED",
    "frontier/headers.pxi": "MAX_MOVES MAX_NAMED MAX_SHARED MAX_SET_BITS MAX_ENDS",
    "make/divide.py": "MAX_IMAGES",
    "pages/gallery.py": "MAX_GROUPS",
    "pages/sheet.py": "MAX_CELL_MM",
    "play/answers.py": "MAX_TEXT MAX_WAYS MAX_NESTING",
    "play/page/played.js": "MAX_THOUGHT",
    "play/page/geometry.js": "MAX_LABEL",
    "play/page/layout.js": "MAX_SHARE",
    "play/server.py": "MAX_BYTES",
    "puzzle.py": "MAX_SHOWN",
    "reason/explain.py": "MAX_CASES MAX_TRIED",
    "reason/hint.py": "MAX_LOOKED_AT MAX_LAID MAX_LISTED",
    "reason/mistakes.py": "MAX_TRIES MAX_SETS MAX_SEARCHED MAX_ANSWERS MAX_TOLD MAX_COMPLETIONS MAX_NODES",
    "reason/pack.py": "MAX_GREEDY_NODES MAX_LISTED_NODES",
    "reason/position.py": "MAX_BITS",
    "reason/proofs.py": "MAX_NAMED MAX_COPIES MAX_BITS MAX_SUMS",
    "render/drawing.py": "MAX_BESIDE",
    "render/text.py": "MAX_KEPT",
    "search/cover.py": "MAX_SLOTS MAX_SHIFTS",
    "search/estimate.py": "MAX_CASES",
    "search/journal.py": "MAX_SHOWN_CHARACTERS",
    "search/levels.py": "MAX_ROWS",
    "search/plan.py": "MAX_TASKS MAX_UNITS MAX_DEPTH",
    "solids/separator.pxi": "MAX_PARTS",
    "solids/shapes.pxi": "MAX_CELLS MAX_AXES MAX_KINDS MAX_NEAR MAX_MOTIONS",
    "symmetry.py": "MAX_IMAGES",
}
"""Constants that no user meets: they choose between ways to the same result, or shorten a text."""

BYTES = {"MiB": 1 << 20, "GiB": 1 << 30}


def constants() -> dict[tuple[str, str], int | float]:
    """Return the value of each constant `MAX_...`, by its file and name."""
    found = {}
    for file in SOURCE.rglob("*"):
        if file.suffix in (".py", ".js", ".pxi", ".pyx"):
            pattern = r"^(?:const |    |cdef \w+ )?(_?MAX_\w+|\w+, _?MAX_.*?) = ([^=#;/\n]+)"
            for names, values in re.findall(pattern, file.read_text("utf-8"), re.M):
                for name, value in zip(names.split(", "), values.split(", "), strict=True):
                    if "MAX_" in name:
                        found[file.relative_to(SOURCE).as_posix(), name] = eval(value)
    return found


def rows() -> dict[tuple[str, str], int]:
    """Return the values on the page, by section and row."""
    found = {}
    for section in PAGE.split("\n## ")[1:]:
        for row, value in re.findall(r"^\| (?!limit)(.+) \| ([\d ]+(?: [MG]iB)?) \|$", section, re.M):
            number, _, unit = value.rpartition(" ") if value.endswith("B") else (value, "", "")
            found[section.partition("\n")[0], row] = int(number.replace(" ", "")) * BYTES.get(unit, 1)
    return found


def value_on_page(section: str, beginning: str) -> int:
    matching = [value for (where, row), value in rows().items() if where == section and row.startswith(beginning)]
    exact = [value for (where, row), value in rows().items() if (where, row) == (section, beginning)]
    (value,) = exact or matching
    return value


@pytest.mark.skipif(not (ROOT / "setup.py").is_file(), reason="the sources are not there")
def test_every_limit_is_on_the_page() -> None:
    """If not: give the constant a row on the page and in `ROWS`, or add it to `INTERNAL` if no user meets it."""
    internal = {(file, name) for file, names in INTERNAL.items() for name in names.split()}
    assert constants().keys() - internal == ROWS.keys()
    assert internal - constants().keys() == set()
    assert {key: value_on_page(*row) for key, row in ROWS.items()} == {key: constants()[key] for key in ROWS}


def test_the_sizes_of_enumerated_pieces_are_on_the_page() -> None:
    names = {
        "square": "cells of [enumerated pieces]",
        "hexagonal": "hexagons",
        "triangular": "triangles, quarters of squares",
        "tetrakis": "triangles, quarters of squares",
        "cubic": "cubes",
        "balls": "balls",
    }
    known = lattices()
    assert {value_on_page(GENERAL, row) - known[name].most for name, row in names.items()} == {0}


def test_the_size_of_a_board_to_divide_is_on_the_page() -> None:
    images = constants()["make/divide.py", "MAX_IMAGES"]
    assert value_on_page(GENERAL, "cells of a board of squares") == isqrt(int(images) // 8)
