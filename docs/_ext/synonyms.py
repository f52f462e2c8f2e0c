"""Words that readers search for, and the page or the section that the search lists first for each."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

SYNONYMS = {
    "development/index#licence-and-citation": "licence, license, MIT, cite, citation",
    "development/index#security": "security, vulnerability",
    "development/index#versioning-policy": "versioning, version, stability",
    "explanation/lattices": "hexagon, triangle, cube, ball",
    "explanation/symmetry": "symmetry, distinct, equivalent",
    "faq#can-i-play-on-a-phone-or-a-tablet": "phone, tablet, iPad, Android",
    "faq#how-do-i-save-a-picture-instead-of-a-screenshot": "screenshot, save",
    "faq#it-runs-for-hours-what-can-i-do": "slow, faster, performance",
    "faq#which-puzzles-from-a-shop-can-it-solve": "Ubongo, IQ Puzzler, Sudoku, jigsaw, tangram",
    "faq#is-it-exact": "exact, correct",
    "faq#why-2339-and-not-9356": "2339, 9356, number of solutions",
    "faq#why-do-the-areas-not-fit": "area, free cells",
    "faq#why-does-the-shell-not-accept-my-pieces": "quotes",
    "faq#why-may-my-piece-be-reflected": "rotate, rotation, flip, reflect, reflection, mirror, turn over",
    "first-steps": "command line, terminal, shell",
    "how-to/calendars": "calendar, date, A-Puzzle-A-Day, dice, Genius Square",
    "how-to/coming-from": "SageMath, DLX, dancing links, exact cover",
    "how-to/data": "export, data, array",
    "how-to/hints": "hint, stuck, half-filled",
    "how-to/how-often": "tally, heat map, probability",
    "how-to/impossible": "impossible, no solution, proof, parity, colouring",
    "how-to/long-runs": "timeout, time limit, cores, threads, progress, cluster, resume, memory",
    "how-to/making-puzzles": "generate, generator, own board, own pieces",
    "how-to/notebooks": "notebook, Jupyter",
    "how-to/other-programs": "BurrTools, SAT, integer programming, import, convert",
    "how-to/pandas": "pandas, table",
    "how-to/pictures": "print, PDF, PNG, SVG, laser, cut, GIF, animation, STL, 3D printer",
    "how-to/puzzles-in-hand": "unique, spare, empty cells",
    "how-to/taking-apart": "burr, disassembly, build, assemble, solid",
    "how-to/teaching": "teacher, classroom, worksheet, school",
    "install": "install, update, upgrade, uninstall, pip, Windows, macOS, Linux, compiler, offline",
    "playing": "play, browser, keyboard, shortcuts, undo, colour-blind, color-blind",
    "reference/boards": "Kanoodle, Katamino, Lonpos, Soma, Bedlam, box",
    "reference/pieces": "pentomino names, tetromino, hexomino, polycube",
    "tutorial": "Python, getting started",
}
"""The words of each page (`PAGE` or `PAGE#SECTION`), separated by commas."""


def add(app: Sphinx, page: nodes.document) -> None:
    """Enter the words of a page into the index, which the search reads."""
    for place, words in SYNONYMS.items():
        name, _, section = place.partition("#")
        if name == app.env.current_document.docname:
            entries = [("single", word, section, "main", None) for word in words.split(", ")]
            page.append(addnodes.index(entries=entries))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the words as each page is read."""
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
