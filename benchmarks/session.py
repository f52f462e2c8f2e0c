"""One run of the benchmark: choose the works, measure them, challenge the peers, print."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from pentomino import PentominoError
from pentomino.base.writing import check_target, written

from . import choice, works
from .figures import page
from .measure import Sample, measure, repeat
from .peers import Peer, challenge, chosen, cover_of, reduced
from .report import Comparison, as_json, is_right, table
from .works import Work
from .yardstick import find_compiler, yardsticks

__all__ = ["bench"]

RIGHT, WRONG = 0, 1


def bench(options: argparse.Namespace) -> int:
    """Run the benchmark, print what it found, and tell whether every result was right: 0, or 1 if not."""
    if options.only == "choice":
        return RIGHT if choice.bench(options.rounds) else WRONG
    selected = _selected(options.only, options.long)
    peers = [] if options.against is None else chosen(options.against)
    for file in filter(None, [_json_file(options), options.figures]):
        check_target(file, options.force)  # before the works, which take long
    notes = _load()
    with yardsticks(find_compiler()) as (programs, note):
        notes.append(note)
        measured, seconds = measure(selected, options.rounds, programs, _say)
    if options.against is not None and not peers:
        notes.append("no peer can be imported; pip install --group bench brings some")
    rivals = [work for work in selected if work.peers and peers]
    comparisons = [compare(work, peers, options.limit, options.rounds) for work in rivals]
    _say("")
    text = json.dumps(as_json(measured, seconds, comparisons, notes), indent=2)
    print(text if options.json == "-" else table(measured, seconds, comparisons, notes))
    if file := _json_file(options):
        _save(text, file, options.force)
    if options.figures:
        _save(page(measured, seconds, notes), options.figures, options.force)
    return RIGHT if is_right(measured, comparisons) else WRONG


def _selected(only: str, long: bool) -> list[Work]:
    named = [work for work in works.WORKS if only.casefold() in work.name.casefold()]
    if not named:
        raise PentominoError(f"no work has {only!r} in its name; there are: {_names(works.WORKS)}")
    selected = [work for work in named if long or not work.long]
    if not selected:
        raise PentominoError(f"only long works have {only!r} in their names; --long runs them")
    return selected


def _json_file(options: argparse.Namespace) -> Path | None:
    return None if options.json in (None, "-") else Path(options.json)


def _load() -> list[str]:
    """A note on how busy the machine is before anything is measured, if the system tells."""
    if not hasattr(os, "getloadavg"):
        return []
    return [f"load average before the run: {os.getloadavg()[0]:.1f}; on a machine that is not idle times are too long"]


def _save(text: str, file: Path, replace: bool) -> None:
    with written(file, replace) as opened:
        opened.write(f"{text}\n".encode())


def compare(work: Work, peers: Iterable[Peer], limit: float, runs: int) -> Comparison:
    """A work done by each of *peers* and, after each, by ourselves."""
    cover = cover_of(work)
    expected = 1 if work.does == "first" else reduced(work).count(symmetry="all")
    outcomes = []
    samples: list[Sample] = []
    for peer in peers:
        _say(f"{work.name}: {peer.name}")
        outcome = challenge(peer, cover, limit, runs)
        samples += repeat(work)
        if outcome is not None:
            outcomes.append((peer, outcome))
    whole = median(sample.seconds if sample.whole is None else sample.whole for sample in samples)
    compiled = median(sample.seconds for sample in samples)
    return Comparison(work, whole, compiled, samples[0].result, expected, outcomes)


def _names(of: Iterable[Work]) -> str:
    return ", ".join(work.name for work in of)


def _say(text: str) -> None:
    """Show on a terminal what is being done, on a line that is written over."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
