"""The kinds of puzzles that `generate` makes. Each has a source, an infinite iterator of lines.

A line yields puzzles with one solution each, easier ones first. `generate` uses at most one of them. A line without a
puzzle is a failed try.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ..board import Board, BoardLike
from ..catalogue.entries import MONTHS, Entry, entry
from ..catalogue.resolver import resolve
from ..errors import PuzzleError
from ..pieces.sets import PieceCount, PiecesLike, as_pieces
from ..puzzle import Puzzle
from ..search.options import Symmetry
from .shapes import Cutting, cut_board, pool, used_by
from .workshop import Workshop

Line: TypeAlias = Iterator[Puzzle]
LineSource: TypeAlias = Callable[[Workshop], Iterator[Line]]


class Statement(NamedTuple):
    """The puzzles that the caller wants. Pieces that are None are those of the board."""

    board: BoardLike
    pieces: PiecesLike | None
    reflections: bool | None
    cutting: Cutting


class PuzzleKind(NamedTuple):
    """A kind of puzzle: its `title`, its default `board`, its `source`, and the `symmetry` by which solutions count."""

    title: str
    board: str
    source: Callable[[Statement], LineSource]
    symmetry: Symmetry
    is_cut: bool = False


def _given(statement: Statement) -> LineSource:
    """Give ever fewer pieces of random solutions."""
    puzzle = Puzzle(statement.board, statement.pieces, reflections=statement.reflections)

    def source(shop: Workshop) -> Iterator[Line]:
        for solution in shop.samples(puzzle):
            yield shop.thinned(puzzle, solution)

    return source


def _subset(statement: Statement) -> LineSource:
    """Choose the pieces of random solutions if these pieces have no other solution."""
    surface, usual, *_ = resolve(statement.board)
    counts = as_pieces(usual if statement.pieces is None else statement.pieces, surface.lattice)
    every = pool(surface, counts, statement.reflections)

    def source(shop: Workshop) -> Iterator[Line]:
        met: set[Puzzle] = set()
        for solution in shop.samples(every):
            puzzle = used_by(solution)
            is_new = puzzle not in met
            met.add(puzzle)
            yield iter([puzzle] if is_new and shop.is_unique(puzzle, "distinct") else [])

    return source


def _shape(statement: Statement) -> LineSource:
    """Cut boards for which the pieces have one solution."""
    surface, usual, *_ = resolve(statement.board)
    _check_flat(surface, "a shape is cut out of")
    pieces, cutting = statement.pieces, statement.cutting
    if pieces is None and usual == "pentominoes":
        pieces, cutting = "pentominoes?", cutting._replace(cells=cutting.cells or 30)
    counts = as_pieces(usual if pieces is None else pieces, surface.lattice)
    cut = cut_board(surface, counts, statement.reflections, cutting)

    def source(shop: Workshop) -> Iterator[Line]:
        while True:
            puzzle = cut(shop)
            yield iter([puzzle] if puzzle and shop.is_unique(puzzle, "distinct") else [])

    return source


def _check_flat(board: Board, what: str) -> None:
    """Raise `PuzzleError` for a wrapped board."""
    # The motions of a part of a wrapped board are not known, so equivalent puzzles could not be recognised.
    if board.lattice.periods:
        raise PuzzleError(f"{what} a board that is flat, not wrapped")


def _calendar(statement: Statement) -> LineSource:
    """Give ever fewer pieces of a random solution of each date."""
    name, usual = statement.board, KINDS["calendar"].board
    if not isinstance(name, str):
        raise PuzzleError(f"a calendar needs the name of a board such as {usual}, not {name!r}")
    board = entry(name).as_calendar()
    dates = [labels for labels in product(*board.groups) if _is_date(*labels)]
    _on_entry(statement, board, dates[0])

    def source(shop: Workshop) -> Iterator[Line]:
        while True:
            for labels in shop.shuffled(dates):
                yield _solved(shop, _on_entry(statement, board, labels))

    return source


def _is_date(month: str, day: str, *_: str) -> bool:
    """Return whether some year has that day."""
    return int(day) <= monthrange(2000, MONTHS.index(month) + 1)[1]


def _on_entry(statement: Statement, board: Entry, labels: Iterable[str]) -> Puzzle:
    pieces = board.pieces if statement.pieces is None else statement.pieces
    return Puzzle(board.without(labels), pieces, reflections=statement.reflections)


def _solved(shop: Workshop, puzzle: Puzzle) -> Line:
    """Yield the puzzle with ever fewer pieces of one solution given; nothing without a solution."""
    for solution in shop.samples(puzzle):
        yield from shop.thinned(puzzle, solution)
        return


def _blocked(statement: Statement) -> LineSource:
    """Block cells by dice, or any cells, and give ever fewer pieces of a random solution."""
    if isinstance(statement.board, str) and _has_dice(statement.board):
        return _rolled(statement, entry(statement.board))
    surface, usual, *_ = resolve(statement.board)
    _check_flat(surface, "cells are blocked on")
    pieces = usual if statement.pieces is None else statement.pieces
    spare = _spare(surface, as_pieces(pieces, surface.lattice))

    def source(shop: Workshop) -> Iterator[Line]:
        while True:
            gone = shop.shuffled(sorted(surface.cells))[:spare]
            yield _solved(shop, Puzzle(surface.minus(gone), pieces, reflections=statement.reflections))

    return source


def _rolled(statement: Statement, board: Entry) -> LineSource:
    """Block the cells shown by the dice of a named board. All faces of a die are equally likely."""
    _on_entry(statement, board, [die[0] for die in board.groups])

    def source(shop: Workshop) -> Iterator[Line]:
        while True:
            labels = [shop.chosen(list(die)) for die in board.groups]
            yield _solved(shop, _on_entry(statement, board, labels))

    return source


def _has_dice(name: str) -> bool:
    try:
        return bool(entry(name).groups)
    except PuzzleError:
        return False


def _spare(board: Board, counts: Iterable[PieceCount]) -> int:
    """Return the number of cells to block so that the pieces fill the others."""
    counts = list(counts)
    if any(least != most for _, least, most in counts):
        raise PuzzleError("blocked cells are as many as the pieces leave: copies are a number, not a range")
    spare = len(board.cells) - sum(piece.size * least for piece, least, _ in counts)
    if spare < 1:
        raise PuzzleError(f"the board has {len(board.cells)} cells, and the pieces leave none of them to be blocked")
    return spare


KINDS: Mapping[str, PuzzleKind] = MappingProxyType(
    {
        "given": PuzzleKind("given pieces, so few that none of them can go", "6x10", _given, "all"),
        "subset": PuzzleKind("some of the pieces, on an empty board", "katamino-6", _subset, "distinct"),
        "shape": PuzzleKind("a board cut for the pieces", "10x10", _shape, "distinct", is_cut=True),
        "calendar": PuzzleKind("a date on a calendar, with given pieces", "a-puzzle-a-day", _calendar, "all"),
        "blocked": PuzzleKind("blocked cells, as dice show them, with given pieces", "genius-square", _blocked, "all"),
    }
)
"""The kinds by their names."""
