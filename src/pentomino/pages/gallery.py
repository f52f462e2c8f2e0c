"""Galleries: all solutions of a puzzle in one HTML file, to browse, filter, compare and print.

The file has the solutions as numbers, and a script that draws the solutions in view. The security policy of the file
forbids loading other files. The script is in `gallery.js`. This module makes the data for the script.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain, islice
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

from ..board import Board
from ..errors import PentominoError
from ..files import written
from ..lattices.lattice import D4, SQUARE, Cell, Element, Motion, dots
from ..lattices.wrapping import Isometry
from ..placement import Placement
from ..puzzle import Puzzle
from ..render.drawing import EMPTY
from ..render.media import in_frame
from ..render.svg import escaped
from ..solutions.features import Properties
from ..solutions.solution import Solution
from ..wording import counted
from .data import board_data, pieces_data
from .scripts import read, script_of

Code: TypeAlias = tuple[int, ...]
"""A solution: for each piece, the number of its shape in `Shapes`. Pieces are in the order of their first cells."""

SAMPLE = 16
"""This number of solutions is checked to find out whether the page lists solutions up to symmetry."""

MAX_GROUPS = 10
"""Equal halves are searched only in solutions with at most this number of groups of pieces."""

_TURNS = {2: "a half turn", 3: "a third of a turn", 4: "a quarter turn", 6: "a sixth of a turn"}

_SQUARES: Mapping[Motion, str] = {
    D4.IDENTITY: "nothing",
    D4.ROTATE_90: "a quarter turn",
    D4.ROTATE_180: "a half turn",
    D4.ROTATE_270: "a quarter turn back",
    D4.FLIP_COLUMNS: "left and right swapped",
    D4.ANTITRANSPOSE: "the rising diagonal",
    D4.FLIP_ROWS: "top and bottom swapped",
    D4.TRANSPOSE: "the falling diagonal",
}


def gallery(solutions: Iterable[Solution], *, title: str = "") -> Gallery:
    """Return a page that shows *solutions* of one puzzle. Notebooks show the page.

    The page is a single file without links. Solutions can be sorted, enlarged, copied and printed. They can be filtered
    by the piece on a cell, by the sides that pieces touch, by how many pieces are at the edge, and by symmetry. On
    squares, they can also be filtered by fault lines and by crossings (points where four pieces meet). Boxes are drawn
    layer by layer. The default *title* says how many solutions of which board there are.

    Raise `PentominoError` if there are no solutions, or if they are not all solutions of the same puzzle.

    >>> from pentomino import Puzzle, gallery
    >>> page = gallery(Puzzle("3x20").solve_all())
    >>> page
    <Gallery: 2 solutions of 3x20>
    >>> page.write("gallery.html")
    """
    return Gallery(solutions, title)


class Gallery:
    """A page with solutions of a puzzle. `str()` is its HTML. `len()` is the number of solutions. Made by `gallery`."""

    def __init__(self, solutions: Iterable[Solution], title: str = "") -> None:
        every = iter(solutions)
        head = list(islice(every, SAMPLE))
        if not head:
            raise PentominoError("a gallery needs at least one solution")
        if not isinstance(head[0], Solution):  # the caller may pass a single solution, whose items are placements
            raise PentominoError(f"a gallery needs solutions, such as [solution], got {head[0]!r}")
        self.puzzle = head[0].puzzle
        self._shapes = Shapes(self.puzzle)
        words = [_motion_in_words(element) for element in self.puzzle._group[1:]]
        self._kinds = list(dict.fromkeys(words))  # several symmetries may share a name
        self._bits = [1 << self._kinds.index(name) for name in words]
        self._numbers = ["crossings", "fault_lines"] if self.puzzle.board.lattice == SQUARE else []
        self._numbers += ["edge"] if Properties(head[0])._traits.edge else []  # a torus has no edge
        self._codes: list[Code] = []
        self._features: list[list[int]] = []
        for solution in chain(head, every):
            self._codes.append(self._shapes.code(solution))
            self._features.append(self._features_of(solution))
        codes = set(self._codes)
        # whether no other symmetric image of a solution in `head` is on the page
        self._is_distinct = all(
            (code := self._shapes.code(image)) == solution_code or code not in codes
            for solution in head
            for solution_code in [self._shapes.code(solution)]
            for image in map(solution.transformed, self.puzzle._group)
        )
        self.title = title or f"{counted(len(self._codes), 'solution')} of {_called(self.puzzle.board)}"

    def __len__(self) -> int:
        return len(self._codes)

    def __repr__(self) -> str:
        return f"<Gallery: {self.title}>"

    def __str__(self) -> str:
        return self._html

    @cached_property
    def _html(self) -> str:
        described = json.dumps(self._described(), separators=(",", ":")).replace("<", "\\u003c")
        # The high bytes are mostly 0, and compress well if they are not mixed with the low bytes.
        numbers = [min(number, 0xFFFF) for number in chain(*zip(*self._features, strict=True), *self._codes)]
        packed = bytes([number & 255 for number in numbers]) + bytes([number >> 8 for number in numbers])
        data = b64encode(zlib.compress(packed, 9)).decode()
        parts = {"TITLE": escaped(self.title), "PUZZLE": described, "SOLUTIONS": data}
        page = read("gallery.html").replace("@SCRIPT@", script_of("gallery.js"))
        return re.sub("@(TITLE|PUZZLE|SOLUTIONS)@", lambda mark: parts[mark[1]], page)

    def _features_of(self, solution: Solution) -> list[int]:
        """Return the numbers named in `_numbers`, and a number with two bits for each kind of symmetry.

        The lower bits show which kinds of symmetry map the solution to itself. The higher bits show which kinds swap
        two halves of the solution.
        """
        properties = Properties(solution)
        turns = list(zip(self._bits, self.puzzle._group[1:], strict=True))
        kept = {bit for bit, element in turns if properties._is_kept_by(element)}
        swapped = {bit for bit, element in turns if properties._halves_by(element, MAX_GROUPS)}
        bits = sum(kept) | sum(swapped) << len(self._kinds)
        return [*(getattr(properties, name) for name in self._numbers), bits]

    def _described(self) -> dict[str, Any]:
        puzzle, cells = self.puzzle, list(self.puzzle.board)
        number = {cell: i for i, cell in enumerate(cells)}
        beside = {cell: text for cell, text in puzzle.board.labels if cell not in puzzle.board}  # others are covered
        return {
            "number": len(self),
            "sizes": self._shapes.sizes,
            "cells": self._shapes.positions(puzzle.board),
            **board_data(puzzle.board.labelled(beside)),
            **pieces_data(puzzle),
            "shapes": list(self._shapes.numbers),
            "images": [[number[cell] for cell in puzzle.board._images(cells, element)] for element in puzzle._group],
            "kinds": self._kinds,
            "features": [*self._numbers, "symmetry"],
            "turn": self._is_distinct,
        }

    def _repr_html_(self) -> str:
        return in_frame(self.title, self._html)

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the page to a file. Raise `FileExistsError` if the file exists and *overwrite* is false."""
        with written(Path(path), overwrite) as file:
            file.write(self._html.encode())


def _called(board: Board) -> str:
    if not (board.lattice.has_cubes or board.lattice.flat == SQUARE):
        return f"a {board.lattice.name} board of {board.area} cells"
    return "x".join(map(str, board.sides)) + ", wrapped" * bool(board.lattice.periods)


class Shapes:
    """Numbers for the shapes of placed pieces, from 0. A shape is a piece in one orientation, anywhere on the board."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        low, self.sizes = puzzle.board.bounds
        self._steps = [prod(self.sizes[axis + 1 :]) for axis in range(len(self.sizes))]
        (self._start,) = dots([low], self._steps)
        self.numbers: dict[tuple[int, ...], int] = {}
        """The number of each shape. A key has a piece (or `EMPTY`) and the offsets of cells from the first cell."""
        self._known: dict[tuple[Cell, ...], tuple[int, int]] = {}

    def positions(self, cells: Iterable[Cell]) -> list[int]:
        """Return the index of each cell in the bounding box of the board, counted from 0, line by line."""
        return [number - self._start for number in dots(cells, self._steps)]

    def code(self, solution: Solution) -> Code:
        """Return the `Code` of a solution. Raise `PentominoError` if it is a solution of another puzzle."""
        if solution.puzzle is not self._puzzle and solution.puzzle != self._puzzle:
            raise PentominoError("all solutions of a gallery must solve the same puzzle")
        known = self._known
        # `placements` would give the same result, but it also sorts, which takes longer than everything else here.
        shapes = [known.get(placement.cells) or self._met(placement) for placement in solution.search_order]
        if self._puzzle.board.optional:
            empty = self._puzzle.board.cells.difference(*(placement.cells for placement in solution.search_order))
            shapes += [(at, self._numbered((EMPTY,))) for at in self.positions(empty)]
        return tuple([shape for _, shape in sorted(shapes)])

    def _numbered(self, shape: tuple[int, ...]) -> int:
        return self.numbers.setdefault(shape, len(self.numbers))

    def _met(self, placement: Placement) -> tuple[int, int]:
        first, *others = sorted(self.positions(placement.cells))
        piece, _ = self._puzzle._piece_set.shape_of(placement.cells, placement.piece)
        if piece is None:
            raise PentominoError(f"a solution has the piece {placement.piece.name}, which its puzzle does not have")
        shape = first, self._numbered((piece, *(other - first for other in others)))
        if self._puzzle._piece_set.is_told_by_cells:
            self._known[placement.cells] = shape
        return shape


def _motion_in_words(element: Element) -> str:
    """Return an element of a symmetry group in words, for example "a half turn"."""
    motion = element.motion if isinstance(element, Isometry) else element
    if isinstance(element, Isometry) and motion.is_identity and not element.is_identity:
        return "a shift"
    if isinstance(motion, D4):
        return _SQUARES[motion]
    if motion.is_identity:
        return "nothing"
    if motion.is_proper:
        return _TURNS[_order(motion)]
    # In space, the point reflection also has order 2, but is not a mirror. It is the motion with trace -3.
    trace = sum(row[i] for i, row in enumerate(motion.matrix))
    return "a mirror" if _order(motion) == 2 and trace != -3 else "a turn and a mirror"


def _order(motion: Motion) -> int:
    power, times = motion, 1
    while not power.is_identity:
        power, times = power.after(motion), times + 1
    return times
