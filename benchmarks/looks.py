"""How long verbs go on without a look at the clock, and how late they end: whether `timeout` and `cancel` hold.

`python -m benchmarks.looks [WORD...]` prints a line for each work that has all the words in its name: the longest time
from one look at the clock to the next, that between two reports of progress, and that from the moment at which a run is
to stop to its end, of some moments: before the longest time without a look, and spread over the run. All in
milliseconds of the processor time of the calling thread, which other work on the machine hardly changes. Each run is
one of a new process, as much is made only once in a process. `--wall` takes the time of day, which shows waiting for
a disc or for other processes, too. `--where` tells between which lines the two looks were.
"""

from __future__ import annotations

import argparse
import os
import pickle
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from tempfile import TemporaryDirectory
from time import monotonic, thread_time
from typing import Any, NamedTuple, TypeVar

import pentomino
from pentomino import PentominoError, Puzzle

Work = Callable[..., object]
"""Does something within the limits that it is given by `cancel` and `progress`."""

Result = TypeVar("Result")

now = thread_time
"""The clock."""


class Gap(NamedTuple):
    """The longest time from one call to the next: how long, when it began, where; and the whole time of the run."""

    seconds: float
    begin: float
    before: str
    behind: str
    whole: float


class Watch:
    """Notes when it is called, by whom, and the longest time in between; says when it is enough."""

    def __init__(self, seconds: float) -> None:
        self.start = self.last = now()
        self.end = self.start + seconds
        self.longest = Gap(0.0, 0.0, "", "", 0.0)
        self._before = "the call"

    def note(self, here: str) -> bool:
        """Note a call; whether it is enough."""
        seconds = now()
        if seconds - self.last > self.longest.seconds:
            self.longest = Gap(seconds - self.last, self.last - self.start, self._before, here, 0.0)
        self._before, self.last = here, now()
        return seconds >= self.end

    def __call__(self, *_: object) -> bool:
        """Be looked at, or be told of progress."""
        return self.note(_here())


def _here() -> str:
    """The lines of the package at work, the innermost last."""
    frames = [frame for frame in traceback.extract_stack() if "/pentomino/" in frame.filename]
    names = [f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames]
    return " ".join([name for name in names if not name.startswith(("look.py", "run.py"))][-5:])


def apart(work: Callable[[], Result]) -> Result:
    """What some work gives in a process of its own."""
    told, tell = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(tell, pickle.dumps(work()))
        except BaseException:
            traceback.print_exc()
        os._exit(0)
    os.close(tell)
    with os.fdopen(told, "rb") as file:
        answer = file.read()
    os.waitpid(child, 0)
    found: Result = pickle.loads(answer)
    return found


def gap(work: Work, option: str, seconds: float) -> Gap:
    """The longest time from one call of the option to the next, in a run of at most so many seconds."""
    watch = Watch(seconds)
    limits: dict[str, Any] = {"cancel": lambda: now() >= watch.end, option: watch}
    with suppress(PentominoError):
        work(**limits)
    watch.note("its end")
    return watch.longest._replace(whole=watch.last - watch.start)


def late(work: Work, moment: float) -> float:
    """How long it goes on behind the moment at which it is to stop."""
    end = now() + moment
    with suppress(PentominoError):
        work(cancel=lambda: now() >= end)
    return max(0.0, now() - end)


def line(name: str, work: Work, seconds: float, moments: int, where: bool) -> str:
    """The line of a work."""
    looks = apart(partial(gap, work, "cancel", seconds))
    at = [looks.begin, *(looks.whole * (n + 0.5) / moments for n in range(moments))]
    latest = max(apart(partial(late, work, moment)) for moment in at)
    told = apart(partial(gap, work, "progress", seconds))
    text = f"{name:44}" + "".join([f"{1000 * ms:9.0f}" for ms in (looks.seconds, latest, told.seconds, looks.whole)])
    return f"{text}\n    from {looks.before}\n    to   {looks.behind}" if where else text


# --------------------------------------------------------------------------------------------------------- the works


VERBS: dict[str, Work] = {
    "solve": pentomino.solve,
    "list": lambda **asked: list(islice(pentomino.solve_all(**asked), 1000)),
    "count": pentomino.count,
    "count by the search": partial(pentomino.count, method="search"),
    "is_unique": pentomino.is_unique,
    "tally": pentomino.tally,
    "hint": pentomino.hint,
    "forced": pentomino.forced,
    "doomed": pentomino.doomed,
    "explain": pentomino.explain,
    "difficulty": pentomino.difficulty,
}
"""They state the puzzle, too."""

STATED: dict[str, tuple[Any, ...]] = {
    "60x60 hexominoes": ("60x60", "hexominoes*"),
    "64x64 octominoes": ("64x64", "octominoes*"),
    "64x64 one-sided octominoes": ("64x64", "one-sided octominoes*0-2"),
    "65536x1 monominoes": ("65536x1", "O1*"),
    "65536x1 dominoes": ("65536x1", "I2*"),
    "40x40x40 dominoes": ("40x40x40", "I2*"),
    "20x20x20 pentominoes": ("20x20x20", "pentominoes*"),
    "3x4x5": ("3x4x5", None),
    "torus 6x10": ("torus 6x10", None),
    "torus 32x32 pentominoes": ("torus 32x32", "pentominoes*0-40 + I2*"),
    "ring 4x300 pentominoes": ("ring 4x300", "pentominoes*"),
    "5x18 one-sided": ("5x18", "one-sided pentominoes"),
    "6x15 one-sided": ("6x15", "one-sided pentominoes"),
    "6x10": ("6x10", None),
    "hexagonal 30x30": ("hexagonal 30x30", "tetrahexes* + monohex*"),
    "100x100, X restricted": ("100x100", "pentominoes*", {"X": lambda placement: placement.cells[0][0] % 2}),
    "6x6 dominoes": ("6x6", "I2*"),
}


def all_works() -> Iterator[tuple[str, Work]]:
    """All works, each with its name."""
    for stated, (board, pieces, *restrict) in STATED.items():
        statement = {"board": board, "pieces": pieces, "restrict": restrict[0] if restrict else None}
        for verb, ask in VERBS.items():
            yield f"{stated}: {verb}", partial(ask, **statement)
        yield f"{stated}: sample", partial(Puzzle(**statement).sample, 20_000, 1)
        for verb in ("list", "count"):
            yield f"{stated}: {verb} with a journal", partial(with_a_journal, VERBS[verb], **statement)
        for verb in ("list", "count", "tally"):
            yield f"{stated}: {verb} by processes", partial(by_processes, VERBS[verb], **statement)
    for kind, more in GENERATED:
        yield " ".join(["generate", kind, *more.values()]), partial(generated, kind, **more)


def with_a_journal(ask: Work, **asked: Any) -> object:
    """Return what a verb answers that writes a journal."""
    with TemporaryDirectory(dir=".") as folder:
        return ask(journal=os.path.join(folder, "journal"), **asked)


def by_processes(ask: Work, **asked: Any) -> object:
    """What a verb answers with two processes."""
    with ProcessPoolExecutor(2) as executor:
        return ask(executor=executor, **asked)


GENERATED: list[tuple[str, dict[str, str]]] = [
    *((kind, {}) for kind in ("given", "subset", "shape", "calendar", "blocked")),
    ("given", {"board": "20x20", "pieces": "hexominoes? + O1*"}),
]


def generated(kind: str, **asked: Any) -> object:
    """Some puzzles."""
    return list(pentomino.generate(kind, 2, seed=1, **asked))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Print how long verbs go on without a look at the clock.")
    parser.add_argument("words", nargs="*", help="only works that have all of these in their names")
    parser.add_argument("--seconds", type=float, default=3.0, help="that a run may last (default 3)")
    parser.add_argument("--moments", type=int, default=5, help="at which it is stopped (default 5)")
    parser.add_argument("--where", action="store_true", help="tell between which lines the longest time was")
    parser.add_argument("--wall", action="store_true", help="take the time of day, not that of the processor")
    options = parser.parse_args()
    global now
    now = monotonic if options.wall else thread_time
    for verb in VERBS.values():
        verb(board="3x5", pieces="PUV")  # what is imported when it is used is imported now
    generated("given", board="3x5", pieces="PUV")
    print(f"{'ms of processor time':44} {'looks':>8} {'late':>8} {'progress':>8} {'whole':>8}")
    for name, work in all_works():
        if all(word in name for word in options.words):
            print(line(name, work, options.seconds, options.moments, options.where), flush=True)


if __name__ == "__main__":
    main()
