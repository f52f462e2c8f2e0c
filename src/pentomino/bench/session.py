"""One run of the benchmark: choose the works, measure them, challenge the peers, print."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from ..errors import PentominoError
from . import works
from .measure import Sample, measure, repeat
from .peers import Peer, challenge, chosen, cover_of, reduced
from .report import Comparison, as_json, is_right, table
from .works import Work
from .yardstick import find_compiler, find_source, yardsticks

__all__ = ["bench"]

RIGHT, WRONG = 0, 1


def bench(options: argparse.Namespace) -> int:
    """Run the benchmark, print what it found, and tell whether every result was right: 0, or 1 if not."""
    selected = [w for w in works.WORKS if options.only.casefold() in w.name.casefold()]
    if not selected:
        raise PentominoError(f"no work has {options.only!r} in its name; there are: {_names(works.WORKS)}")
    selected = [work for work in selected if options.long or not work.long]
    if not selected:
        raise PentominoError(f"only long works have {options.only!r} in their names; --long runs them")
    peers = [] if options.against is None else chosen(options.against)
    notes = []
    with yardsticks(find_source(options.yardstick), find_compiler()) as (programs, note):
        notes.append(note)
        measured, seconds = measure(selected, options.rounds, programs, _say)
    comparisons = []
    if options.against is not None:
        if not peers:
            notes.append("no peer can be imported; pip install 'pentomino[bench]' brings some")
        rivals = [work for work in selected if work.peers and peers]
        comparisons = [compare(work, peers, options.limit, options.rounds) for work in rivals]
    _say("")
    data = as_json(measured, seconds, comparisons, notes)
    if options.json is not None and options.json != "-":
        Path(options.json).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(data, indent=2) if options.json == "-" else table(measured, seconds, comparisons, notes))
    return RIGHT if is_right(measured, comparisons) else WRONG


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
