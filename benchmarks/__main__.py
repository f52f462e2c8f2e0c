"""`python -m benchmarks`: choose workloads, time pentomino or other programs on them, and print the figures."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from pentomino import PentominoError
from pentomino.cli.console import guarded
from pentomino.files import check_target, written

from . import works
from .measure import measure
from .peers import OURS, chosen, compared
from .report import FOOT, HEAD, PEERS_BEGIN, as_json, peers_section, placed, shortened, works_section
from .works import Work
from .yardstick import yardstick

RIGHT, WRONG = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit status: 0, 1 if a result is wrong, or 2 for invalid arguments."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error(f"--rounds must be at least 1, got {options.rounds}")
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    """Time the works, the other programs, or both with --long and --against. Return the larger exit status."""
    status = _time_works(options) if options.against is None or options.long else RIGHT
    return status if options.against is None else max(status, _time_peers(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Time pentomino on works with known answers."
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="the number of rounds (default 5)")
    parser.add_argument("--only", metavar="TEXT", default="", help="only the works whose names contain TEXT")
    parser.add_argument("--long", action="store_true", help="also the works that take many seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures of the works as JSON")
    parser.add_argument(
        "--against",
        nargs="*",
        metavar="PEER",
        help="a table of other programs: xcover, burrTxt=PATH, dlx1=PATH (default: xcover if installed); "
        "the works only with --long",
    )
    parser.add_argument(
        "--burrs", type=Path, metavar="FOLDER", help="with --against: puzzles of BurrTools, such as ankes.xmpuzzle"
    )
    parser.add_argument(
        "--limit", type=float, default=60.0, metavar="SECONDS", help="with --against: time for a puzzle (default 60)"
    )
    parser.add_argument(
        "--figures",
        type=Path,
        nargs="+",
        metavar="FILE",
        default=[],
        help="also write a page such as docs/figures.md, or with --against put the table into the pages",
    )
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    return parser


def _time_works(options: argparse.Namespace) -> int:
    for file in filter(None, [options.json, *options.figures]):
        check_target(file, options.force)  # before the measurements, which take a long time
    selected = [work for work in _named(works.WORKS, options.only) if options.long or not work.long]
    if not selected:
        raise PentominoError(f"only long works have {options.only!r} in their names; --long runs them")
    notes = []
    if hasattr(os, "getloadavg"):
        load = os.getloadavg()[0]
        notes.append(f"load average before the run: {load:.1f} (on a busy machine, times are too long)")
    with yardstick() as (runner, note):
        notes.append(note)
        measured, seconds = measure(selected, options.rounds, runner, _say)
    _say("")
    section = works_section(measured, seconds, notes)
    print(section)
    if options.json:
        _save(json.dumps(as_json(measured, seconds, notes), indent=2), options.json, options.force)
    for file in options.figures:
        if file.name == "README.md":
            continue  # README.md has only the times of other programs
        _, mark, others = (file.read_text(encoding="utf-8") if file.exists() else "").partition(PEERS_BEGIN)
        _save(f"{HEAD}\n{section}\n{FOOT}\n\n{mark}{others}".rstrip(), file, options.force)
    return RIGHT if all(one.is_right for one in measured) else WRONG


def _time_peers(options: argparse.Namespace) -> int:
    peers, pages = chosen(options.against), {file: file.read_text(encoding="utf-8") for file in options.figures}
    files = {options.burrs / f"{file}.xmpuzzle": of for file, of in works.BURRS.items()} if options.burrs else {}
    burrs = [Work(f"{name}, count", "count", n, file=file) for file, (name, n) in files.items() if file.is_file()]
    missing = [name for file, (name, _) in files.items() if not file.is_file()]
    notes = [f"Left out because their files are missing: {', '.join(missing)}."] if missing else []
    outcomes = []
    for work in _named((*works.RIVALRY, *burrs), options.only):
        _say(work.name)
        outcomes.append((work, compared(work, [OURS, *peers], options.limit, options.rounds)))
    _say("")
    words = [f"{peer.name}=PATH" if peer.path else peer.name for peer in peers]
    words += ["--burrs FOLDER"] if burrs else []
    command = f"--against {' '.join(words)} --limit {options.limit:g} --rounds {options.rounds}"
    section = peers_section(outcomes, f"python -m benchmarks {command}", notes)
    print(section)
    for file, text in pages.items():
        part = shortened(section) if file.name == "README.md" else section
        _save(placed(text, part).rstrip(), file, options.force)
    return WRONG if any(outcome.is_wrong for _, by_peer in outcomes for outcome in by_peer.values()) else RIGHT


def _named(among: Iterable[Work], only: str) -> list[Work]:
    named = [work for work in among if only.casefold() in work.name.casefold()]
    if not named:
        raise PentominoError(f"no work has {only!r} in its name; there are: {', '.join(work.name for work in among)}")
    return named


def _save(text: str, file: Path, replace: bool) -> None:
    with written(file, replace) as opened:
        opened.write(f"{text}\n".encode())


def _say(text: str) -> None:
    """Show the current work on a terminal, in place of the previous one."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
