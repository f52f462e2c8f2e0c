"""A tool that has `pentomino` search in every way in which a program does several things at once.

`tiler` runs all that it knows; `tiler threads pool` what is named. Each prints one line or raises.
"""

from __future__ import annotations

import _thread
import asyncio
import multiprocessing
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

from beside import run_beside

import pentomino

BOARDS = {"3x20": 2, "5x12": 1010, "6x10": 2339}


def listed(board: str) -> list[str]:
    """The pictures of all solutions."""
    return [str(solution) for solution in pentomino.solve_all(board)]


def found(board: str) -> list[pentomino.Solution]:
    """All solutions; they have to survive the way between processes."""
    return list(pentomino.solve_all(board))


def in_threads() -> str:
    """Three threads list the solutions of one and the same puzzle."""
    puzzle = pentomino.Puzzle()
    expected = listed("6x10")
    results: dict[int, list[str]] = {}
    start = threading.Barrier(3)

    def work(number: int) -> None:
        start.wait()
        results[number] = [str(solution) for solution in puzzle.solve_all()]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results.get(number) == expected for number in range(3)] == [True] * 3
    return f"three threads list the same {len(expected)} solutions"


def in_a_pool() -> str:
    """Processes that share nothing send their solutions home."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for board, solutions in zip(BOARDS, pool.map(found, BOARDS), strict=True):
            assert solutions == found(board), board
            assert len(solutions) == BOARDS[board]
            assert all(one.is_valid() for one in solutions[:10])
    return f"two spawned processes list {', '.join(map(str, BOARDS.values()))} solutions"


def in_coroutines() -> str:
    """Searches run in threads of an event loop, which goes on meanwhile."""

    async def together() -> tuple[list[list[str]], int]:
        searches = asyncio.gather(*(asyncio.to_thread(listed, board) for board in BOARDS))
        turns = 0
        while not searches.done():
            await asyncio.sleep(0)
            turns += 1
        return await searches, turns

    results, turns = asyncio.run(together())
    assert list(map(len, results)) == list(BOARDS.values())
    assert turns > 1
    return "three coroutines have threads search, and the event loop goes on"


IN_ANOTHER = """
import sys
sys.path[:] = {path!r}
try:
    import pentomino
except ImportError as error:
    assert {refused} and "interpreter" in str(error), error
else:
    assert not {refused}, "a second interpreter has loaded the compiled modules"
    assert len(list(pentomino.solve_all("6x10"))) == pentomino.count() == 2339
"""
"""What the other interpreter does. The compiled modules serve one interpreter of a process, the first to load them."""


def in_another_interpreter() -> str:
    """In a process of its own, another interpreter is the first to load the package; in this one it comes too late."""
    command = [sys.executable, "-m", "beside", IN_ANOTHER.format(path=sys.path, refused=False)]
    subprocess.run(command, check=True)
    if not run_beside(IN_ANOTHER.format(path=sys.path, refused=True)):
        return "this Python has no other interpreters"
    assert pentomino.count("5x12") == 1010
    return "the first interpreter of a process lists 2339 solutions, a second one is told that it cannot"


def interrupted() -> str:
    """Ctrl-C ends a search of any length, in one thread or several; afterwards all is as before."""
    # A program that a shell starts in the background ignores Ctrl-C, and so would never end here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    endless = pentomino.Puzzle("11x20", "pentominoes*", restrict={"I": [0]})
    for workers in (1, 2):
        timer = threading.Timer(0.2, _thread.interrupt_main)
        timer.start()
        try:
            while True:
                endless.count(workers=workers)
        except KeyboardInterrupt:
            timer.join()
        else:
            raise AssertionError("the search was not interrupted")
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("pentomino")]
    assert pentomino.count("5x12") == 1010
    return "an interrupt ends a search, and the next one runs"


WAYS: dict[str, Callable[[], str]] = {
    "threads": in_threads,
    "pool": in_a_pool,
    "asyncio": in_coroutines,
    "interpreter": in_another_interpreter,
    "interrupt": interrupted,
}


def main() -> None:
    """Run what the command line names, or all."""
    for name in sys.argv[1:] or WAYS:
        print(f"{name}: {WAYS[name]()}", flush=True)


if __name__ == "__main__":
    main()
