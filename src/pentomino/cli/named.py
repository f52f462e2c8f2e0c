"""Boards by name: NAME, or NAME:LABEL,LABEL for one that leaves labelled cells uncovered, or the date of a calendar."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..base.value import Record
from ..board import Board
from ..lattices.forms import are_words
from .console import MisuseError

if TYPE_CHECKING:
    from ..catalogue.boards import NamedBoard

__all__ = ["Chosen", "dated", "named_board"]


class Chosen(Record):
    """A named board, and the labels of the cells to be left uncovered."""

    named: NamedBoard
    uncovered: tuple[str, ...]

    @property
    def board(self) -> Board:
        """The board that is to be covered, with labels on the cells that are not."""
        return self.named.without(self.uncovered)

    @property
    def heading(self) -> str:
        """What a picture says above itself: the labels as the board has them."""
        return " ".join(self.named.labels[cell] for cell in self.named.cells_of(self.uncovered))


def named_board(name: str) -> Chosen | None:
    """The named board that the user means by BOARD; None if it is a size, a file or standard input."""
    if are_words(name) or name == "-":
        return None
    from ..catalogue import boards

    base, _, labels = name.partition(":")
    if base.casefold() not in boards.names() or os.path.exists(name):
        return None
    return Chosen(boards.named(base), tuple(label for label in labels.split(",") if label))


def dated(date: str | None, names: Sequence[str]) -> Sequence[str]:
    """The boards that the options say: *names*, or the calendar among them, or the usual one, with its date."""
    if date is None:
        return names
    if len(names) > 1:
        raise MisuseError("--calendar goes with one BOARD at most, the name of a calendar")
    from ..catalogue.calendar import CALENDAR, as_calendar, as_day

    board = as_calendar(names[0] if names else CALENDAR)
    return [f"{board.name}:{','.join(as_day(date).labels(board))}"]
