"""`widget`: a board to play on in a notebook. The package for that is optional."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import PentominoError, imported
from ..puzzle import Puzzle

if TYPE_CHECKING:
    from .widget import PlayWidget


def widget(puzzle: Puzzle) -> PlayWidget:
    """Return a board to play on in a notebook, which shows the number of solutions left and gives hints.

    The property `puzzle` of the widget is the position: the puzzle with the pieces on the board as given ones. Setting
    it places the given pieces of another position. Those of `puzzle` itself stay. `palette` can be set to `"colour"`,
    `"safe"` for the colour-blind, or `"print"`.

    This needs the package anywidget: `pip install anywidget`. Raises `PentominoError` without that, for anything else
    than a `Puzzle`, and for boards of more than 1000 cells or pieces with more than 50 000 places.

    >>> import pentomino
    >>> board = pentomino.widget(pentomino.Puzzle("6x10"))  # doctest: +SKIP
    >>> board.puzzle.is_unique()  # doctest: +SKIP
    False
    """
    if not isinstance(puzzle, Puzzle):
        raise PentominoError(f"a widget is of a Puzzle, such as Puzzle('6x10'), not of {puzzle!r}")
    imported("anywidget", "a board in a notebook needs", "anywidget")
    from .widget import PlayWidget

    return PlayWidget(puzzle)
