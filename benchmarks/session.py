"""One run of the benchmark: choose the works, measure them, challenge the peers, print."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pentomino import PentominoError
from pentomino.files import check_target, written

from . import choice, works
from .figures import page
from .measure import measure
from .peers import OURS, Cover, Peer, Program, challenge, chosen, cover_of, reduced
from .report import PEERS_BEGIN, Comparison, as_json, is_right, peers_table, placed, shortened, table
from .works import Work
from .yardstick import find_compiler, yardsticks

__all__ = ["bench"]

RIGHT, WRONG = 0, 1


def bench(options: argparse.Namespace) -> int:
    """Run the benchmark, print what it found, and tell whether every result was right: 0, or 1 if not."""
    if options.only == "choice":
        return RIGHT if choice.bench(options.rounds) else WRONG
    for file in filter(None, [_json_file(options), *options.figures]):
        check_target(file, options.force)  # before the works, which take long
    if options.against is not None:
        return _against(options)
    selected = [work for work in _named(works.WORKS, options.only) if options.long or not work.long]
    if not selected:
        raise PentominoError(f"only long works have {options.only!r} in their names; --long runs them")
    notes = _load()
    with yardsticks(find_compiler()) as (programs, note):
        notes.append(note)
        measured, seconds = measure(selected, options.rounds, programs, _say)
    _finish(options, as_json(measured, seconds, [], notes), table(measured, seconds, notes))
    for file in options.figures:
        _, mark, others = (file.read_text(encoding="utf-8") if file.exists() else "").partition(PEERS_BEGIN)
        _save(f"{page(measured, seconds, notes)}\n\n{mark}{others}".rstrip(), file, options.force)
    return RIGHT if is_right(measured, []) else WRONG


def _against(options: argparse.Namespace) -> int:
    peers, pages = chosen(options.against), {file: file.read_text(encoding="utf-8") for file in options.figures}
    files = {options.burrs / f"{file}.xmpuzzle": of for file, of in works.BURRS.items()} if options.burrs else {}
    burrs = [Work(f"{name}, count", "count", n, file=file) for file, (name, n) in files.items() if file.is_file()]
    missing = [name for file, (name, _) in files.items() if not file.is_file()]
    notes = [f"Left out because their files are missing: {', '.join(missing)}."] if missing else []
    if not peers:
        notes.append("No peer can be imported: `pip install --group bench` installs some.")
    rivalry = _named((*works.RIVALRY, *burrs), options.only)
    comparisons = [compare(work, [OURS, *peers], options.limit, options.rounds) for work in rivalry]
    named = " ".join(f"{peer.name}=PATH" if isinstance(peer, Program) else peer.name for peer in peers)
    command = (
        f"--against {named}{' --burrs FOLDER' if burrs else ''} --limit {options.limit:g} --rounds {options.rounds}"
    )
    section = peers_table(comparisons, f"python -m benchmarks {command}", notes)
    _finish(options, as_json([], {}, comparisons, _load() + notes), section)
    for file, text in pages.items():
        part = shortened(section) if file.name == "README.md" else section
        _save(placed(text, part).rstrip(), file, options.force)
    return RIGHT if is_right([], comparisons) else WRONG


def _finish(options: argparse.Namespace, data: dict[str, Any], shown: str) -> None:
    """Print the table or the JSON, and write the JSON to a file if `--json` names one."""
    _say("")
    text = json.dumps(data, indent=2)
    print(text if options.json == "-" else shown)
    if file := _json_file(options):
        _save(text, file, options.force)


def _named(among: Iterable[Work], only: str) -> list[Work]:
    named = [work for work in among if only.casefold() in work.name.casefold()]
    if not named:
        raise PentominoError(f"no work has {only!r} in its name; there are: {', '.join(work.name for work in among)}")
    return named


def _json_file(options: argparse.Namespace) -> Path | None:
    return None if options.json in (None, "-") else Path(options.json)


def _load() -> list[str]:
    """A note on how busy the machine is before anything is measured, if the system tells."""
    if not hasattr(os, "getloadavg"):
        return []
    return [f"load average before the run: {os.getloadavg()[0]:.1f} (on a busy machine, times are too long)"]


def _save(text: str, file: Path, replace: bool) -> None:
    with written(file, replace) as opened:
        opened.write(f"{text}\n".encode())


def compare(work: Work, peers: Iterable[Peer | Program], limit: float, runs: int) -> Comparison:
    """Return the outcomes of a work for each of *peers* that can do it."""
    cover, number = Cover([], 0, work), None
    with suppress(PentominoError):
        cover, number = cover_of(work), reduced(work).count(symmetry="all")
    outcomes = {}
    for peer in peers:
        _say(f"{work.name}: {peer.name}")
        if outcome := challenge(peer, cover, limit, runs):
            outcomes[peer] = outcome._replace(expected=work.expected if peer.plain else number)
    return Comparison(work, outcomes)


def _say(text: str) -> None:
    """Show on a terminal what is being done, on a line that is written over."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
