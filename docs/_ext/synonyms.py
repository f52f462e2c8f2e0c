"""Search words, and the page or the section that the search lists first for each."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

SYNONYMS = {
    "development/changelog": "changelog, changes, release",
    "development/contributing": "contribute, contributing, pull request",
    "development/index#licence-and-citation": "licence, license, MIT, cite, how to cite, citation, BibTeX, DOI",
    "development/index#security": "security, vulnerability",
    "development/index#versioning-policy": "versioning, version, stability",
    "explanation/counting": "count without listing, transfer matrix, frontier",
    "explanation/difficulty": "difficulty, easy, hard",
    "explanation/engines": "engine, method",
    "explanation/fast": "algorithm, how it works, how does the algorithm work, backtracking, dancing links, bitboard, "
    "exact cover",
    "explanation/glossary": "glossary, terms, definition",
    "explanation/lattices": "hexagon, triangle, cube, ball, pyramid",
    "explanation/symmetry": "symmetry, Burnside, symmetry of the board, rotate board symmetry, rotate the board, "
    "reflect the board, distinct, equivalent",
    "faq#can-i-play-on-a-phone-or-a-tablet": "phone, tablet, iPad, Android, tablet offline, phone offline",
    "faq#how-do-i-save-a-picture-instead-of-a-screenshot": "screenshot, save",
    "faq#is-it-exact": "exact, correct, is it exact",
    "faq#it-runs-for-hours-what-can-i-do": "slow, faster, performance",
    "faq#which-puzzles-from-a-shop-can-it-solve": "Ubongo, IQ Puzzler, Sudoku, jigsaw, tangram",
    "faq#why-2339-and-not-9356": "2339, 9356, number of solutions",
    "faq#why-do-the-areas-not-fit": "area, free cells, areas do not fit",
    "faq#why-does-the-shell-not-accept-my-pieces": "quotes",
    "faq#why-may-my-piece-be-reflected": "rotate, rotation, flip, flip pieces, turn over, reflect, reflection, mirror, "
    "one-sided",
    "figures": "benchmark, speed, comparison",
    "first-steps": "terminal, shell",
    "first-steps#count-and-list-all-solutions": "count solutions, how many solutions, list all solutions, "
    "all solutions",
    "first-steps#solve-a-puzzle": "solve a puzzle, find one solution, first solution",
    "how-to/calendars": "calendar, own calendar, date, A-Puzzle-A-Day, dice, Genius Square",
    "how-to/coming-from": "SageMath, DLX",
    "how-to/command-line": "pipe, script, completion",
    "how-to/data": "export, data, array, pandas, table",
    "how-to/hints": "hint, stuck, half-filled",
    "how-to/how-often": "tally, heat map, probability",
    "how-to/impossible": "impossible, no solution, proof, parity, colouring",
    "how-to/long-runs": "timeout, time limit, stop after time, cores, threads, progress, cluster, dask, resume, memory",
    "how-to/making-puzzles": "generate, generator, make a puzzle, make puzzles, new puzzle, create puzzle, "
    "own board, own pieces, divide, dissection, congruent, halves",
    "how-to/notebooks": "notebook, Jupyter",
    "how-to/other-programs": "BurrTools, SAT, integer programming, import, convert",
    "how-to/pictures": "print, PDF, PNG, SVG, laser, kerf, cut, paper, GIF, animation, STL, 3D printer",
    "how-to/puzzles-in-hand": "unique, spare, empty cells, leave cells empty, random solution, sample",
    "how-to/rings-and-tori": "ring, torus, wrap, cylinder",
    "how-to/sequences": "sequence, OEIS, recurrence",
    "how-to/servers": "server, asyncio, web service, web, FastAPI, Flask",
    "how-to/taking-apart": "burr, disassembly, build, assemble, solid",
    "how-to/teaching": "teacher, class, classroom, print puzzles for class, worksheet, school",
    "install": "install, update, upgrade, uninstall, pip, Windows, macOS, Linux, compiler, offline",
    "install#extras": "extras, optional packages",
    "install#if-it-fails": "troubleshooting, compile error, build error, compiler missing, PowerShell",
    "playing": "play, browser, keyboard, shortcuts, undo, colour-blind, color-blind, colour blind, color blind",
    "reference/api/index": "API, Python API, functions, reference",
    "reference/boards": "Kanoodle, Kanoodle pyramid, Katamino, Lonpos, Soma, Bedlam, box",
    "reference/command-line": "command line, options",
    "reference/command-line#environment-variables": "environment variables, NO_COLOR",
    "reference/command-line#exit-status": "exit status, exit code",
    "reference/formats": "file formats, JSON, CSV, Parquet",
    "reference/grammar": "notation, syntax, piece strings",
    "reference/limits": "limits, limit, maximum, largest board, max board size, board size",
    "reference/pieces": "pentomino names, tetromino, hexomino, polycube, Blokus",
    "tutorial": "Python, getting started, quick start",
}
"""The words of each page (`PAGE` or `PAGE#SECTION`), separated by commas.

The search also lists a page for a word that is at least half of one of these."""


def add(app: Sphinx, page: nodes.document) -> None:
    """Add the search words of a page to the index that the search reads."""
    for place, words in SYNONYMS.items():
        name, _, section = place.partition("#")
        if name == app.env.current_document.docname:
            entries = [("single", word, section, "main", None) for word in words.split(", ")]
            page.append(addnodes.index(entries=entries))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the search words of each page when it is read."""
    app.connect("doctree-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
