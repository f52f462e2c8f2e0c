"""A process that is forked during a listing."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import itertools, os
from pentomino import Puzzle
from pentomino.search.methods import search as backtracking

backtracking.WORTH = 0
solutions = Puzzle("10x10", "I2*").solve_all(workers=2)
next(solutions)
child = os.fork()
if not child:
    try:
        for _ in solutions:
            pass
    except RuntimeError as error:
        print(error, flush=True)
    del solutions
    os._exit(0)
os.waitpid(child, 0)
print(sum(1 for _ in itertools.islice(solutions, 1000)))
"""


def test_a_forked_child_cannot_go_on_with_the_threads_of_its_parent() -> None:
    """It is told so, and the parent goes on."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", SCRIPT], capture_output=True, text=True, timeout=60
    )
    told = "this search was begun by another process: begin it anew in this one"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{told}\n1000\n", "")
