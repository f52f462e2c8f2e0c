"""The function `widget`, which returns a board to play on in a notebook. This needs the optional package anywidget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import PentominoError, imported
from ..puzzle import Puzzle

if TYPE_CHECKING:
    from .widget import PlayWidget


def widget(puzzle: Puzzle) -> PlayWidget:
    """Return a board to play on in a notebook. It shows how many solutions are left, and gives hints.

    The property `puzzle` of the widget is the position: the puzzle with the pieces on the board as given pieces. It can
    be set to another position of the same puzzle. The given pieces of the argument `puzzle` cannot be removed. The
    property `palette` can be set to `"colour"`, `"safe"` (based on Okabe and Ito) or `"print"`.

    The package anywidget is required: `pip install anywidget`. Raises `PentominoError` if it is missing, if the
    argument is not a `Puzzle`, if the board has more than 1000 cells, or if there are more than 50 000 placements.

    >>> import pentomino
    >>> board = pentomino.widget(pentomino.Puzzle("6x10"))  # doctest: +SKIP
    >>> board.puzzle.is_unique()  # doctest: +SKIP
    False
    """
    if not isinstance(puzzle, Puzzle):
        raise PentominoError(f"a widget needs a Puzzle, such as Puzzle('6x10'), got {puzzle!r}")
    imported("anywidget", "a board in a notebook needs", "anywidget")
    from .widget import PlayWidget

    return PlayWidget(puzzle)
