"""`pentomino watch`: draw the search while it runs."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from ..errors import SearchTimeout
from ..placement import Placement
from ..puzzle import Puzzle
from ..solutions.solution import drawing_of
from ..wording import counted
from .console import MisuseError, print_pictures
from .inputs import read_puzzle
from .options import FOUND, NONE, Command, add_puzzle, add_shuffle, chosen_seed, natural, seconds
from .output import Brush, add_colour, add_look
from .screen import Screen, can_show, fitting, live
from .targets import ANIMATIONS, PRINTED, add_target, chosen
from .work import tell_none

if TYPE_CHECKING:
    from ..search.steps import Walk

TARGETS = PRINTED, ANIMATIONS

STEP = 0.05
"""The default number of seconds between two steps of the search."""

FRAMES = 200
"""The maximum number of steps in an animated file."""

LINGER = 10
"""With `--steps`, a solution is shown this number of times longer than another step."""

DESCRIPTION = (
    "Draw the search on the terminal while it runs: each solution replaces the last one, with its number and the nodes "
    "per second. Without --delay the search does not wait: the picture shows the latest solution, 25 times a second. "
    "The last solution and the number of solutions remain at the end or after Ctrl-C. If the output is not a terminal, "
    "print the pictures one after the other, as fast as they are found."
)


def add_watch(command: Command) -> None:
    parser = command(
        description=DESCRIPTION,
        examples=("pentomino watch 5x12", "pentomino watch 3x20 --steps --number 1"),
    )
    add_puzzle(parser, workers=False)
    add_shuffle(parser)
    parser.add_argument("-n", "--number", type=natural, metavar="N", help="stop after N solutions")
    parser.add_argument(
        "--delay",
        type=seconds,
        metavar="SECONDS",
        help=f"show each solution, or step, for this time (default: do not wait; {STEP} with --steps)",
    )
    parser.add_argument(
        "--steps", action="store_true", help="also show every placement and removal, and solutions ten times as long"
    )
    what = f"with --steps: write the first {FRAMES} steps, or those up to the first solution, to FILE: "
    add_target(parser, TARGETS, what, "; draw nothing on the terminal")
    parser.add_argument(
        "--style",
        choices=("outline", "letters", "box", "blocks"),
        help="how to draw (default: outline, or letters if that is too large for the terminal)",
    )
    add_colour(parser)
    add_look(parser)
    parser.set_defaults(run=_run_watch, quiet=False, verbose=False)


def _run_watch(options: argparse.Namespace) -> int:
    chosen(options, TARGETS)
    if options.output is not None and not options.steps:
        raise MisuseError("-o needs --steps: it writes the steps of a search")
    stated = read_puzzle(options)
    puzzle = stated.puzzle
    walk = puzzle.walk(symmetry=options.symmetry, shuffle=chosen_seed(options))
    if options.output is not None:
        from ..pages.animation import animation

        seen = animation(walk, delay=options.delay or STEP, steps=FRAMES, **(options.look or {}))
        seen.write(options.output, force=options.force)
        return FOUND
    view = View(puzzle, walk, Brush(options, stated, on_screen=can_show(sys.stdout)), options)
    if can_show(sys.stdout):
        _show(view)
    else:
        print_pictures(view.all_pictures(), apart=True)
    if not walk.found:
        tell_none([stated])
    return FOUND if walk.found else NONE


def _show(view: View) -> None:
    try:
        with live(sys.stdout) as screen:
            view.play(screen)
    except (KeyboardInterrupt, SearchTimeout):
        view.leave()
        raise
    view.leave()


class View:
    """Draws a walk, which is a search to watch, on a screen or as pictures to print."""

    def __init__(self, puzzle: Puzzle, walk: Walk, brush: Brush, options: argparse.Namespace) -> None:
        self._puzzle = puzzle
        self._walk = walk
        self._brush = brush
        self._options = options
        self._end = monotonic() + (math.inf if options.timeout is None else options.timeout)
        self._laid: Sequence[Placement] = puzzle.placed
        self._drawn: Sequence[Placement] | None = None
        self._pictures: list[str] = []

    def play(self, screen: Screen) -> None:
        """Draw the search on a screen, as fast as the options specify."""
        delay = STEP if self._options.delay is None and self._options.steps else self._options.delay

        def look_up() -> None:
            self._check_time()
            screen.refresh()
            if screen.is_due:
                screen.show(self.pictures, self._caption())

        look_up()
        for is_solution in self._solutions(look_up):
            if delay is not None:
                screen.show(self.pictures, self._caption())
                linger = LINGER if is_solution and self._options.steps else 1
                screen.wait(min(delay * linger, self._end - monotonic()))

    @property
    def pictures(self) -> list[str]:
        """The picture of the latest step or solution, in all styles that may fit the terminal."""
        if self._drawn is not self._laid:  # draw only if it has changed, as a large board takes long to draw
            self._pictures, self._drawn = self._brush.draw(drawing_of(self._puzzle, self._laid)), self._laid
        return self._pictures

    def all_pictures(self) -> Iterator[str]:
        """Yield the pictures of all steps or solutions, each in the first of the styles to try."""
        for _ in self._solutions(self._check_time):
            yield self.pictures[0]

    def _solutions(self, look_up: Callable[[], None]) -> Iterator[bool]:
        """Yield True after each solution and, with `--steps`, False after other steps. Call `look_up` in between."""
        if self._options.steps:
            for step in self._walk.steps():
                self._laid = step.laid
                yield step.solution is not None
                if self._walk.found == self._options.number:
                    return
                look_up()
        else:
            for solution in self._walk.solutions(look_up):
                self._laid = solution.placements
                yield True
                if self._walk.found == self._options.number:
                    return

    def _check_time(self) -> None:
        if monotonic() > self._end:
            raise SearchTimeout(
                f"stopped after {self._options.timeout:g} s: {counted(self._walk.found, 'solution')} found"
            )

    def _caption(self) -> str:
        walk = self._walk
        number = f"solution {walk.found}" if walk.found else "no solution yet"
        return f"{number}, {self._work()}"

    def _work(self) -> str:
        walk = self._walk
        if self._options.steps:
            return f"{counted(walk.tried, 'placement')} tried"
        return f"{rate(walk.nodes / walk.seconds if walk.seconds else 0)} nodes a second"

    def leave(self) -> None:
        """Print the latest picture and a summary of the search. Call this after the screen is closed."""
        summary = f"{counted(self._walk.found, 'solution')}, {self._work()}"
        print("\n".join([*fitting(self.pictures, sys.stdout), summary]), flush=True)


def rate(number: float) -> str:
    """Return a number as a short text, such as "12", "3.4 k" or "56 M"."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.{0 if number >= 10 * size else 1}f} {unit}"
    return f"{number:.0f}"
