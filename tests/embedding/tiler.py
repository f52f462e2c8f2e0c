"""A tool that has `pentomino` search in every way in which a program does several things at once.

`tiler` runs all that it knows; `tiler threads pool` what is named. Each prints one line or raises.
"""

from __future__ import annotations

import _thread
import asyncio
import multiprocessing
import sys
import textwrap
import threading
from collections.abc import Callable
from types import ModuleType

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


def interpreters() -> ModuleType | None:
    """The module with which this Python runs another interpreter within its process, if it has one."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            return __import__(name)
        except ImportError:
            pass
    return None


def in_another_interpreter() -> str:
    """Another interpreter of the same process either can load the package or is told that it cannot."""
    module = interpreters()
    if module is None:
        return "this Python has no other interpreters"
    code = f"""
        import sys
        sys.path[:] = {sys.path!r}
        try:
            import pentomino
        except ImportError as error:
            assert "interpreter" in str(error), error
        else:
            assert pentomino.count("5x12") == 1010
    """
    number = module.create()
    try:
        run = getattr(module, "exec", None) or module.run_string
        failure = run(number, textwrap.dedent(code))
        assert failure is None, failure
    finally:
        module.destroy(number)
    assert pentomino.count("5x12") == 1010
    return "another interpreter loads the package or is told that it cannot"


def interrupted() -> str:
    """Ctrl-C ends a search of any length, in one thread or several; afterwards all is as before."""
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
