"""The command `estimate` prints about how many solutions there are, and how long a count takes."""

from __future__ import annotations

import argparse
import json
import math
from time import perf_counter

from ..errors import PentominoError, SearchTimeout
from ..puzzle import Puzzle
from ..search.clock import Statistics
from ..search.options import MethodName, Progress
from ..wording import counted, duration, rounded
from . import inputs
from .options import FOUND, Command, chosen_seed, natural, seed, tell_seed, threads

TRIAL_SECONDS = 1.0
"""`estimate` runs each method for at most this number of seconds, then extrapolates."""

ROUGH = 0.15
"""Estimates with a larger relative error are printed with the words "very roughly"."""

USELESS, SAFETY = 0.5, 10
"""If the relative error is above `USELESS`, a lower bound is printed instead of the estimate. The bound is the estimate
divided by `SAFETY`. By Markov's inequality, it is wrong in at most one of `SAFETY` cases."""

MIN_FRACTION: dict[MethodName, float] = {"search": 0.001, "frontier": 0.5}
"""A trial of a method is extrapolated if it has completed at least this fraction of the count."""


def add_estimate(command: Command) -> None:
    parser = command(
        description="Estimate how many solutions there are, how many nodes a search visits and how long a count takes. "
        "The first two come from random probes, and the time comes from two short trials.",
        examples={
            'pentomino estimate 6x15 -p "one-sided pentominoes"': "estimate how long a count of 18 pieces takes",
            'pentomino estimate 5x5x5 -p "Y*" --workers 8': "estimate how long a count takes with 8 threads",
        },
    )
    parser.add_puzzle()
    parser.add_argument("--samples", type=natural, default=10_000, metavar="N", help="make N probes (default 10000)")
    what = "set the seed; the same seed gives the same probes (default: random, and printed)"
    parser.add_argument("--seed", type=seed, metavar="N", help=what)
    parser.add_memory_limit()
    parser.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    parser.set_defaults(run=_run_estimate, quiet=False)


def _run_estimate(options: argparse.Namespace) -> int:
    name, puzzle, _ = inputs.read_puzzle(options)
    with inputs.in_time(options, long=0):
        guess = puzzle.estimate(options.samples, seed_number := chosen_seed(options))
    tell_seed(options, seed_number)
    number, times = _trials(puzzle, guess.nodes, options)
    method = min(times, key=times.__getitem__, default=None)
    seconds = times[method] if method else math.inf
    is_open = times.get("frontier") == math.inf
    is_all = options.symmetry == "all"
    if options.json:
        known, each = ({k: v if math.isfinite(v) else None for k, v in d.items()} for d in (guess._asdict(), times))
        print(json.dumps({"board": name, **known, "symmetry": options.symmetry, "count": number, "seconds": each}))
        return FOUND
    solutions = _guess(*(guess[3:5] if is_all else guess[5:7])) if number is None else f"{number}, as a count found"
    is_rough = method == "search" and number is None and guess.nodes_error > USELESS * guess.nodes
    about = "very roughly" if is_rough else "at most " * is_open + "about"
    time = "less than a second" if seconds < 1 else f"{about} {duration(seconds)}"
    by = "" if number is not None else f" by the {method} with {counted(threads(options), 'worker')}"
    print(f"nodes of a search: {_guess(guess.nodes, guess.nodes_error)}")
    print(f"solutions{' up to symmetry' * (not is_all)}: {solutions}")
    print(f"time of a count: {time + by if seconds < math.inf else 'not known'}")
    if is_open:
        print("the frontier, which visits no solutions, may be many times faster, but a short trial cannot measure it")
    return FOUND


def _trials(puzzle: Puzzle, nodes: float, options: argparse.Namespace) -> tuple[int | None, dict[MethodName, float]]:
    """Count with each method for a short time. Return the number of solutions and the seconds for each method.

    If no trial finishes, the number is None, and the times are estimates for a complete count. An unknown time is
    infinite. `nodes` is the estimated number of nodes of the search. The trial of the search uses one worker, because
    several workers do not report their nodes after a timeout.
    """
    times: dict[MethodName, float] = {}
    limit = TRIAL_SECONDS if options.timeout is None else min(TRIAL_SECONDS, options.timeout / 2)
    limits = {"symmetry": options.symmetry, "timeout": limit, "memory_limit": options.memory_limit}
    for method, least in MIN_FRACTION.items():
        statistics, seen, start = Statistics(), [Progress(0.0, 0, 0, 0.0, None)], perf_counter()
        try:
            number = puzzle.count(**limits, method=method, progress=seen.append, statistics=statistics)
            return number, {method: perf_counter() - start}
        except SearchTimeout:
            last, times[method] = seen[-1], math.inf
            if last.fraction >= least:
                times[method] = last.seconds / last.fraction
            elif method == "search" and statistics.nodes:
                times[method] = limit * nodes / statistics.nodes
            if method == "search":
                times[method] /= threads(options)
        except PentominoError:  # this method cannot count the puzzle
            continue
    return None, times


def _guess(value: float, error: float) -> str:
    if not (math.isfinite(value) and math.isfinite(error)):
        return "too many to state"
    if not value:
        return f"at most about {rounded(error)}, as no probe found one" if error else "0"
    if error > USELESS * value:
        return f"probably more than {rounded(value / SAFETY)}, perhaps orders of magnitude more"
    if error > ROUGH * value:
        return f"very roughly {rounded(value)}, perhaps several times as many"
    return f"about {rounded(value)}, give or take {math.ceil(100 * error / value)} %"
