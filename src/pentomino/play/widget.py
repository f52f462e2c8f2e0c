"""The widget for playing a puzzle in a notebook. Only this module needs the package `anywidget`."""

from __future__ import annotations

from typing import Any

from anywidget import AnyWidget
from traitlets import Dict, Enum, List, validate

from ..errors import PentominoError
from ..pages.scripts import read, script_of
from ..puzzle import Puzzle
from .answers import Opened, answer


class PlayWidget(AnyWidget):  # type: ignore[misc]  # mypy does not look into anywidget
    """A board to play on in a notebook, made by `widget`.

    `position` lists the places of the pieces on the board, with given pieces first. A place is a list of three indices,
    counted from 0: the piece, its orientation, and the place of this orientation. `palette` is `"colour"`, `"safe"`
    (based on Okabe and Ito) or `"print"`. `position` and `palette` can be set.
    """

    _esm = script_of("widget.js")
    _css = read("board.css") + read("widget.css")
    opened = Dict().tag(sync=True)
    position = List().tag(sync=True)
    palette = Enum(["colour", "safe", "print"], "colour").tag(sync=True)

    def __init__(self, puzzle: Puzzle) -> None:
        self._opened = Opened(puzzle)
        data = self._opened.told()
        self._given = [list(place) for place in data["given"]]
        super().__init__(opened=data, position=self._given)
        self.on_msg(self._asked)

    @property
    def puzzle(self) -> Puzzle:
        """The position: the puzzle with all pieces on the board as given pieces. Another position can be set.

        Raises `PentominoError` if the new value is not a position of the same puzzle.
        """
        return self._opened.position(self.position)

    @puzzle.setter
    def puzzle(self, puzzle: Puzzle) -> None:
        if not isinstance(puzzle, Puzzle) or puzzle._bare != self._opened.puzzle._bare:
            raise PentominoError("a position must belong to the same puzzle, such as widget.puzzle.replace(placed=...)")
        self.position = [list(self._opened.place(placement)) for placement in puzzle.placed]

    def __repr__(self) -> str:
        return f"<PlayWidget: {self.puzzle!r}>"

    @validate("position")  # type: ignore[untyped-decorator]
    def _checked(self, proposal: dict[str, Any]) -> list[list[int]]:
        # the page or the user has set the value
        places = [list(place) if isinstance(place, tuple) else place for place in proposal["value"]]
        position = [*self._given, *(place for place in places if place not in self._given)]
        self._opened.position(position)
        return position

    def _asked(self, _: object, content: Any, buffers: object) -> None:
        asked = content if isinstance(content, dict) else {}
        try:
            reply = answer(asked.get("question", ""), opened=self._opened)
        except KeyboardInterrupt:  # answer anyway, because the page is waiting
            reply = '{"error":"interrupted"}'
        self.send({"number": asked.get("number"), "answer": reply})
