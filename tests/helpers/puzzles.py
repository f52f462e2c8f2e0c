"""Make puzzles from the statements of the oracle, for a certain engine, and from arguments of verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import assume

import oracle
from oracle import Parts
from oracle import Statement as Question
from pentomino import Board, Placement, Polyform, Puzzle, PuzzleError, Solution, solve
from pentomino.lattices.board_words import lattices
from pentomino.search.cover import Cover
from pentomino.search.plan import Plan
from strategies import Restriction
from wraps import Wrapped


class Listed(Cover):
    """A cover that the window engine cannot search, because its placements are only listed."""

    _slots = ()  # type: ignore[assignment]


ENGINES = {"window": Cover, "list": Listed, "item": Cover}
"""What compiles the table, by the way to search: by the window, or by items with a list or that table."""


def puzzle_of(question: Question) -> Puzzle:
    """Return the puzzle of a statement. Raise `PuzzleError` if the areas of board and pieces cannot be equal."""
    lattice = lattices()[question.grid.name]
    on_board = lattice.wrapped(*question.grid.wrap) if isinstance(question.grid, Wrapped) else lattice
    pieces = [
        Polyform(piece.shape, f"piece {index}", lattice, connected=False) for index, piece in enumerate(question.pieces)
    ]
    copies = {piece: (entry.least, entry.most) for piece, entry in zip(pieces, question.pieces, strict=True)}
    placed = [Placement(pieces[index], cells, on_board) for index, cells in question.given]
    rule = question.allowed
    restrict = {}
    if isinstance(rule, Restriction):
        piece = pieces[rule.index]
        if rule.shapes is not None and not rule.banned:
            turned = piece.orientations(question.reflections, question.rotations)
            shapes = [question.grid.shape_of(frozenset(shape.cells)) for shape in turned]
            restrict[piece] = [i for i, shape in enumerate(shapes) if shape in rule.shapes]
        else:
            restrict[piece] = lambda placement: rule(rule.index, frozenset(placement.cells))
    board = Board(question.cells, on_board, optional=question.optional)
    turns: Any = {"reflections": question.reflections, "rotations": question.rotations}
    return Puzzle(board, copies, **turns, placed=placed, restrict=restrict, spare=question.spare)


def made(question: Question) -> Puzzle:
    """Return the puzzle of a statement. Reject the example if the areas of board and pieces cannot be equal."""
    try:
        return puzzle_of(question)
    except PuzzleError:
        assume(False)
        raise


def plan_for(question: Question) -> Plan | None:
    """Return a plan for a statement, or None if no choice of copies covers the board."""
    try:
        return Plan(puzzle_of(question))
    except PuzzleError:
        return None


def placement_at(cover: Cover, number: int) -> Placement:
    """Return placement `number` of `cover`."""
    piece, cells = cover.lying(number)
    return cover.puzzle._placement(cover.puzzle.pieces[piece].piece, cells)


def tiled(solution: Solution) -> Parts:
    """Return the solution as a set of sets of cells, as the oracle represents it."""
    return frozenset(frozenset(placement.cells) for placement in solution.placements)


def known(name: str) -> Puzzle:
    """Return the puzzle of a record in `known_counts`."""
    return puzzle_of(oracle.statement_from_record(oracle.RECORDS[name]))


Value = TypeVar("Value")


def not_none(value: Value | None) -> Value:
    assert value is not None
    return value


def solved(*stated: Any, **options: Any) -> Solution:
    """Return the result of `solve` with these arguments. The puzzle must have a solution."""
    return not_none(solve(*stated, **options))


def asks(verb: str) -> Callable[..., Any]:
    """Return a function that makes a puzzle and calls its method *verb*.

    Its arguments are those of `Puzzle` and of the method.
    """

    def ask(**arguments: Any) -> Any:
        stated = {name: arguments.pop(name) for name in Puzzle.__init__.__annotations__ if name in arguments}
        return getattr(Puzzle(**stated), verb)(**arguments)

    return ask


def with_engine(puzzle: Puzzle, engine: str) -> Puzzle:
    """Return a copy of the puzzle that is searched by `engine`, or by another engine if that is impossible."""
    copy = Puzzle.__new__(Puzzle)
    copy.__dict__.update(puzzle.__getstate__())
    copy.__dict__["Plan"] = plan = Plan(copy)  # the plan of the puzzle numbers placements differently
    plan.__dict__["cover"] = cover = ENGINES[engine](copy)
    # If no orientation fits the board, the window engine has no table.
    cover.__dict__["is_itemized"] = engine == "item" or not cover.slides
    return copy
