"""Answer questions from the page on which you play, such as a request for a hint.

Questions and answers are JSON. This module runs in the browser, in the server of `pentomino play`, and in notebooks.
Questions are not trusted, because a link to the page can contain a question. So sizes and times are limited.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import accumulate, islice
from time import monotonic
from typing import Any, TypeAlias

from ..calendar import CALENDAR, as_calendar, as_day
from ..errors import PentominoError, SearchStopped, SearchTimeout, is_whole
from ..formats.json import document, read_puzzle
from ..lattices.lattice import Cell
from ..limits import looking
from ..make.generate import generate
from ..pages.data import board_data, pieces_data, places_data, solid_data
from ..pages.gallery import gallery
from ..pages.sheet import sheet
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.clock import Clock, OutOfTime
from ..search.options import Cancel, Options, ProgressCallback
from ..solutions.solution import Solution
from ..wording import in_options

SECONDS = 2.0
"""The time limit of a question in seconds. A count has no limit, because the user can stop it."""

LONG_SECONDS = 10.0
"""The time limit for opening a puzzle, for a gallery and for a new puzzle."""

MAX_TEXT, MAX_CELLS, MAX_COPIES, MAX_PLACES = 20_000, 1000, 200, 50_000
"""The maximum length of a text, and the maximum numbers of cells, of pieces, and of places for all pieces."""

MAX_SHOWN = 10_000
"""The maximum number of solutions in a gallery."""

MAX_WAYS = 60
"""The maximum number of ways to cover a cell that a hint shows in turn."""

MAX_NESTING = 50
"""The maximum nesting of brackets in a question."""

Within: TypeAlias = Mapping[str, Any]
"""The arguments `timeout` and `cancel` of a search, or `progress` and `cancel` of a count."""

PlacementIndices: TypeAlias = tuple[int, int, int]
"""A placement as three indices into `places_data`: the piece, its orientation in `ways`, and its cells in `at`."""


class Opened:
    """A puzzle on a page. Its cells, and the places of its pieces, have numbers."""

    def __init__(self, puzzle: Puzzle) -> None:
        copies = sum(least for _, least, _ in puzzle._demand)
        if puzzle.board.area > MAX_CELLS or copies > MAX_COPIES:
            raise PentominoError(f"a board to play on must have at most {MAX_CELLS} cells and {MAX_COPIES} pieces")
        places = sum(at.bit_count() for n in range(len(puzzle.pieces)) for _, at in puzzle._bare._places_of(n))
        if places > MAX_PLACES:
            raise PentominoError(f"the pieces must have at most {MAX_PLACES} placements on the board, got {places}")
        self.puzzle = puzzle
        self.cells = list(puzzle.board)
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        self.pieces = places_data(puzzle)
        self._places = {
            (piece, tuple(sorted(at))): (piece, way, i)
            for piece, of_piece in enumerate(self.pieces)
            for way, lying in enumerate(of_piece["ways"])
            for i, at in enumerate(lying["at"])
        }

    def numbers(self, cells: Iterable[Cell]) -> list[int]:
        """Return the numbers of cells. The number of a cell is its index on the board, from 0."""
        return [self.number[cell] for cell in cells]

    def place(self, placement: Placement) -> PlacementIndices:
        """Return the indices of `placement`. Raise `PentominoError` if the puzzle does not allow the placement."""
        cells = self.numbers(placement.cells)
        try:
            return self._places[self.puzzle._owner(placement), tuple(sorted(cells))]
        except KeyError:  # a given piece may be where restrictions do not allow it
            name, where = placement.piece.name, self.puzzle.board.in_words(self.cells[min(cells)])
            raise PentominoError(f"{name} is given at {where}, where its restriction does not allow it") from None

    def position(self, places: object) -> Puzzle:
        """Return the puzzle with pieces at these places. Raise `PentominoError` if `places` is not a list of places."""
        if not isinstance(places, list) or len(places) > MAX_COPIES:
            raise PentominoError(f"a position must be a list of at most {MAX_COPIES} placements")
        return self.puzzle.replace(placed=[self._placement(place) for place in places])

    def _placement(self, place: Any) -> Placement:
        try:
            piece, way, i = place
            if not all(is_whole(number, 0) for number in (piece, way, i)):
                raise TypeError
            at = self.pieces[piece]["ways"][way]["at"][i]
        except (TypeError, ValueError, IndexError):
            raise PentominoError("a placement must be three indices: of a piece, an orientation and cells") from None
        return self.puzzle._placement(self.puzzle.pieces[piece].piece, tuple(sorted(self.cells[n] for n in at)))

    def told(self) -> dict[str, Any]:
        """Return all data that the page needs to show the puzzle."""
        puzzle = self.puzzle
        pieces = pieces_data(puzzle)
        both = [{**piece, **places} for piece, places in zip(pieces["pieces"], self.pieces, strict=True)]
        return {
            **board_data(puzzle.board),
            **solid_data(puzzle.board),
            "cells": self.cells,
            "words": [puzzle.board.in_words(cell) for cell in self.cells],
            "optional": self.numbers(cell for cell in self.cells if cell in puzzle.board.optional),
            "spare": puzzle.spare,
            "pieces": both,
            "given": [self.place(placement) for placement in puzzle.placed],
        }


@lru_cache(maxsize=8)
def opened_of(board: str, pieces: str | None = None) -> Opened:
    """Return the puzzle that `board` and `pieces` specify. `board` may also be a whole puzzle in JSON."""
    if board.startswith("{") and pieces is None:
        return Opened(read_puzzle(board.encode()))
    return Opened(Puzzle(board, pieces))


def _left(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    try:
        return {"left": str(position.count(symmetry="all", **within)), "exact": True}
    except SearchStopped as stopped:
        # This number is 0 if the count does not visit the solutions.
        return {"left": str(stopped.found), "exact": False}


def _hint(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    # the hint is None if there is no completion, or no empty cell
    hint = position.hint(level=3, **within)
    if hint is None:
        return {"hint": None}
    assert hint.placement is not None
    cell, fits, ways = hint.cell, 1, [hint.placement]
    if not hint.is_forced:
        cell, fits, ways = _narrowest(position, hint.placement, within)
    return {
        "hint": {
            "cell": opened.number[cell],
            "fits": fits,
            "ways": [opened.place(placement) for placement in ways],
            "forced": hint.is_forced,
            "kind": hint.reason.kind,
            "left": hint.reason.left,
            "cells": opened.numbers(hint.reason.cells),
            "excluded": [opened.place(placement) for placement in hint.reason.excluded],
        }
    }


def _narrowest(position: Puzzle, best: Placement, within: Within) -> tuple[Cell, int, list[Placement]]:
    """Return the cell that the fewest placements cover, their number, and those of them that leave a solution.

    If `best` is among these, it comes first. If there are too many placements for a person or for the time limit,
    return a cell of `best`, 0, and only `best`.
    """
    covering: dict[Cell, list[Placement]] = {cell: [] for cell in position.uncovered_cells - position.board.optional}
    for placement in position.placements():
        for cell in covering.keys() & placement.cells:
            covering[cell].append(placement)
    cell = min(covering, key=lambda cell: (len(covering[cell]), cell), default=())  # () if all cells are optional
    fitting = covering.get(cell, [])
    ways, end = [], monotonic() + SECONDS / 2
    with suppress(SearchTimeout):
        for placement in fitting if len(fitting) <= MAX_WAYS else ():
            more = {**within, "timeout": max(0.0, end - monotonic())}
            if placement == best or position.place(placement).solve(**more) is not None:
                ways.append(placement)
        if ways:
            return cell, len(fitting), sorted(ways, key=best.__ne__)
    return min(best.cells), 0, [best]


def _why(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    explanation = position.explain(**within)
    # Only a `FaultProof` has cells.
    cells = explanation.to_dict().get("cells", ())
    return {"kind": explanation.kind, "text": explanation.text, "cells": opened.numbers(cells)}


def _back(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    # given pieces are never removed
    given = opened.puzzle.placed
    smaller = reduce(Puzzle.place, given, opened.puzzle._bare)
    mistakes = smaller.replace(placed=[one for one in position.placed if one not in given]).mistakes(**within)
    if mistakes is None:
        return {"reason": [], "choices": []}
    return {
        "reason": [opened.place(placement) for placement in mistakes.placements],
        "choices": [
            {"places": list(map(opened.place, one.placements)), "left": str(one.completions), "exact": one.is_exact}
            for one in mistakes.take_back
        ],
    }


def _heat(opened: Opened, position: Puzzle, within: Within, piece: Any = None) -> dict[str, Any]:
    # Return, for each cell, the fraction of completions in which the piece with the index `piece` covers the cell.
    if not is_whole(piece, 0) or piece >= len(opened.pieces):
        raise PentominoError(f"piece must be a number from 0 to {len(opened.pieces) - 1}, got {piece!r}")
    tally = position.tally(**within)
    on = tally.of(piece)
    return {"share": [round(on.get(cell, 0) / tally.total, 4) if tally.total else 0 for cell in opened.cells]}


def _solve(opened: Opened, position: Puzzle, within: Within, shuffle: Any = None) -> dict[str, Any]:
    solution = position.solve(shuffle=shuffle is not None, seed=shuffle, **within)
    return {"places": [opened.place(placement) for placement in solution.placements] if solution else None}


def _number(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    # Return the number (from 1) of the shown solution among the distinct ones, or None if the search takes too long.
    shown = Solution(opened.puzzle, position.placed)
    images = {shown.transformed(element) for element in opened.puzzle.symmetries()}
    try:
        are_images = [solution in images for solution in opened.puzzle.solve_all(**within)]
    except SearchStopped:
        return {"number": None}
    return {"number": are_images.index(True) + 1 if True in are_images else None, "of": len(are_images)}


def _gallery(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    solutions = list(islice(position.solve_all(**{**within, "timeout": LONG_SECONDS}), MAX_SHOWN))
    return {"html": str(gallery(solutions))} if solutions else {"html": None}


def _count(opened: Opened, position: Puzzle, within: Within, symmetry: Any = "distinct") -> dict[str, Any]:
    return {"count": str(position.count(symmetry=symmetry, **within))}


def _sheet(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    return {"html": str(sheet([position], columns=1, rows=1, key=False))}


def _picture(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    return {"svg": position.drawing.to_svg()}


def _open(opened: Opened, position: Puzzle, within: Within) -> dict[str, Any]:
    """Return all data about the puzzle. Include the document that the page needs to save a position in a file."""
    return {**opened.told(), "document": document(opened.puzzle._bare)}


_OF_A_PUZZLE: Mapping[str, Callable[..., dict[str, Any]]] = {
    "open": _open,
    "left": _left,
    "hint": _hint,
    "why": _why,
    "back": _back,
    "heat": _heat,
    "solve": _solve,
    "number": _number,
    "gallery": _gallery,
    "sheet": _sheet,
    "picture": _picture,
    "count": _count,
}


def _generated(
    within: Within, board: Any = None, pieces: Any = None, seed: Any = None, difficulty: Any = None
) -> dict[str, Any]:
    # other questions accept the document as `board`
    wanted = {"difficulty": difficulty, "board": board, "pieces": pieces}
    for name, text in wanted.items():
        if text is not None:
            _text(name, text)
    puzzle = next(iter(generate(n=1, seed=seed, **wanted, **{**within, "timeout": LONG_SECONDS})))
    return {"board": json.dumps(document(puzzle), separators=(",", ":"))}


def _calendar(within: Within, date: object = "today", calendar: object = CALENDAR) -> dict[str, Any]:
    day, board = as_day(_text("date", date)), as_calendar(_text("calendar", calendar))
    return {"date": str(day), "board": ":".join([board.name, ",".join(day.labels(board))])}


_OTHERS: Mapping[str, Callable[..., dict[str, Any]]] = {"generate": _generated, "calendar": _calendar}


_SOUGHT = {
    "hint": "a hint",
    "why": "a reason",
    "back": "what to remove",
    "heat": "where this piece can go",
    "solve": "a solution",
    "gallery": "a solution",
    "generate": "a new puzzle",
}
"""What each question that may take too long looks for."""


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise PentominoError(f"{name} must be a string of at most {MAX_TEXT} characters")
    return value


def answer(
    question: str, progress: ProgressCallback | None = None, cancel: Cancel | None = None, opened: Opened | None = None
) -> str:
    """Return the answer to a question. Question and answer are JSON objects.

    The member `ask` of a question is its kind, such as "hint". If a question is about a position, the members `board`,
    `pieces` and `position` define the position. The other members are arguments. After an error, the member `error` of
    the answer is the message. While a count runs, `progress` is called. The work stops when `cancel` returns a true
    value. If `opened` is given, all questions are about this puzzle, without `board` and `pieces`.
    """
    try:
        # Deep nesting would overflow the stack of a browser. Brackets in strings count, too, as a board may be JSON.
        if max(accumulate([(mark in "[{") - (mark in "]}") for mark in question]), default=0) > MAX_NESTING:
            raise PentominoError("the question is nested too deeply")
        asked = json.loads(question)
        if not isinstance(asked, dict):
            raise PentominoError("a question must be an object")
        sought = _SOUGHT.get(str(asked.get("ask")), "the answer")
        reply = _told(asked, progress, cancel, opened)
    except SearchStopped:
        reply = {"error": f"finding {sought} takes too long here"}
    except (ValueError, RecursionError) as error:  # our errors, invalid JSON, huge numbers, lone surrogates
        reply = {"error": in_options(str(error), ())[:500]}
    except TypeError as error:  # the question has unknown arguments
        reply = {"error": f"the question is not understood: {error}"[:500]}
    return json.dumps(reply, separators=(",", ":"))


def _told(
    asked: dict[str, Any], progress: ProgressCallback | None, cancel: Cancel | None, opened: Opened | None
) -> dict[str, Any]:
    question = asked.pop("ask", None)
    within: Within = {"timeout": SECONDS, "cancel": cancel}
    if question in _OTHERS:
        return _OTHERS[question](within, **asked)
    try:
        with looking(Clock(Options(LONG_SECONDS, cancel=cancel)).check):
            if opened is None:
                pieces = asked.pop("pieces", None)
                board = _text("board", asked.pop("board", ""))
                opened = opened_of(board, None if pieces is None else _text("pieces", pieces))
            places = asked.pop("position", [])
            position = opened.position(places) if places else opened.puzzle
    except OutOfTime:
        raise PentominoError(f"opening this puzzle takes more than {LONG_SECONDS:g} s: choose fewer pieces") from None
    if question not in _OF_A_PUZZLE:
        raise PentominoError(f"ask must be one of {' '.join([*_OF_A_PUZZLE, *_OTHERS])}, got {question!r}")
    if question == "count":
        within = {"progress": progress, "cancel": cancel}
    return _OF_A_PUZZLE[question](opened, position, within, **asked)
