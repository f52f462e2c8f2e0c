"""Words as people type them: each slip, and the line that it gets."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from commandline import BOARD, Run, complaint
from pentomino import PentominoError, count
from pentomino.boards import DAYS, MONTHS
from pentomino.cli import COMMANDS
from pentomino.formats.json import CALENDAR
from pentomino.wording import in_options

pytestmark = pytest.mark.usefixtures("plain_place")

PIECES = {
    "solve 8x8 -p pentominoes + O4": "pentominoes + O4",
    "count -p pentominoes + O4 8x8": "pentominoes + O4",
    "count -p X + Y + Z --limit 3 3x5": "X + Y + Z",
    "solve 3x5 -p P U V": "P U V",
    "count -p one-sided pentominoes 9x10": "one-sided pentominoes",
    "pieces F one-sided tetrominoes": "F one-sided tetrominoes",
    "solve 5x11 -p pentominoes - X": "pentominoes - X",
    "solve 5x11 -p pentominoes -X": "pentominoes -X",
}
"""Commands that a shell splits, and the pieces that belong together in each."""

BOARDS = {
    "solve hexagonal 4x7": "hexagonal 4x7",
    "solve -p tetrahexes hexagonal 4x7": "hexagonal 4x7",
    "count 3x20 ring 3x20 5x12": "ring 3x20",
    "generate --board hexagonal 4x7": "hexagonal 4x7",
    "convert hexagonal 4x7 o.svg": "hexagonal 4x7",
    "sequence ring Nx6": "ring Nx6",
    "sequence kanoodle xN": "kanoodle xN",
    "solve 6 x 10": "6 x 10",
}
"""The same for boards."""

ONCE = "standard input (-) can be read only once"
RECTANGLES = "--rectangles cannot be used with BOARD, --placed or --calendar"
POSTERS = "posters with --paper (.svg, .png, .pdf)"
SVG = "several SVG pictures need several files: -o FILE writes them to FILE-1, FILE-2 ..."

SLIPS = {
    **{line: f"pieces of several words must be in quotes: {whole!r}" for line, whole in PIECES.items()},
    **{line: f"a board of several words must be in quotes: {whole!r}" for line, whole in BOARDS.items()},
    "count kanoodle pyramid": "kanoodle pyramid: did you mean kanoodle-pyramid?",
    "count 'pyramid 5'": "no pieces are given; --pieces kanoodle is an example",
    "generate 6x10": "6x10: did you mean --board 6x10?",
    "sheet 6x10 -o sheet.html --title Class 4b": "--title: several words must be in quotes, such as 'Class 4b'",
    "solve --calendar Nov 26": "--calendar: several words must be in quotes, such as 'Nov 26'",
    "solve --calendar a-puzzle-a-day": "--calendar must be a date, got a-puzzle-a-day; write a-puzzle-a-day "
    "--calendar today",
    "solve ours.jsn --calendar today": "ours.jsn: No such file or directory",
    "sheet 3x20 4x5 -o sheet.html": "4x5: the board has 20 free cells, but the pieces cover 60: add 40 cells to the "
    "board or remove pieces that cover 40; write 'pentominoes?' to use only some of them",
    "solve -p heptahexes": "unknown piece or set 'heptahexes': did you mean 7-hexes?",
    "solve -p polyhexes": "unknown piece or set 'polyhexes': did you mean 7-hexes?",
    "solve 6 10": "6 10: did you mean 6x10?",
    "count 2 3 4 -p 'L4*6'": "2 3 4: did you mean 2x3x4?",
    "difficulty 3x20 4 15": "4 15: did you mean 4x15?",
    "count pyramid5": "pyramid5: there is no such board or file; did you mean pyramid 5?",
    "ring3x20": "ring3x20 is neither a command nor a board; did you mean ring 3x20?",
    "count tetris-cube2": "tetris-cube2: there is no such board or file; did you mean tetris-cube?",
    "count torus2.txt": f"torus2.txt: there is no such file; {BOARD}",
    "solve -p mine.txt": "unknown pieces 'mine.txt': did you mean --pieces-file mine.txt?",
    "count 6x10 -p dir/mine.INI": "unknown pieces 'dir/mine.INI': did you mean --pieces-file dir/mine.INI?",
    "solve 60": "60: there is no such board or file; a size is rows x columns, such as 6x10",
    "solve katamino": "katamino: there is no such board or file; did you mean katamino-3 to katamino-12?",
    "katamino": "katamino is neither a command nor a board; did you mean katamino-3 to katamino-12?",
    "solve --json --features colors": "'colors' is not a property of solutions; did you mean colours?",
    "solve --method frontier": "the frontier counts, tallies and samples solutions, but cannot list them; use "
    "--method auto or --method search",
    "count 3x20 -p 'pentominoes*' --scratch d --limit 2": "--scratch requires a full count by the frontier: remove "
    "--limit and --method search",
    "pieces X -o x.svg --kerf 0.2": "--kerf requires --cut",
    "generate --no-holes": "--no-holes requires --kind shape",
    "frob": f"frob is neither a command nor a board; commands are {' '.join(COMMANDS)}",
    "slove 6x10": "slove is neither a command nor a board; did you mean solve?",
    "kanodle": "kanodle is neither a command nor a board; did you mean kanoodle?",
    "solve Kanodle": "Kanodle: there is no such board or file; did you mean kanoodle?",
    "count 8x8hole": "8x8hole: there is no such board or file; did you mean 8x8-hole?",
    "count 6x10 pentominoes": "pentominoes: there is no such board or file; did you mean --pieces pentominoes?",
    "FLX": "FLX is neither a command nor a board; did you mean --pieces FLX?",
    "solve today": "today: there is no such board or file; did you mean --calendar today?",
    "'Nov 22'": "Nov 22 is neither a command nor a board; did you mean --calendar 'Nov 22'?",
    "dragonfjord": "dragonfjord is neither a command nor a board; did you mean a-puzzle-a-day?",
    "count Chessboard": "Chessboard: there is no such board or file; did you mean 8x8-hole or 8x8-square?",
    "gui": "gui is neither a command nor a board; did you mean play?",
    "help slove": "slove is neither a command nor a board; did you mean solve?",
    "-v count 6x10": "-v must come after the command: write pentomino count -v 6x10",
    "solve 'iq puzzler pro'": "iq puzzler pro: there is no such board or file; did you mean iq-puzzler-pro?",
    "solve nowhere --quiet": f"nowhere: there is no such file; {BOARD}",
    "count klein": "'klein': only rings and tori, such as ring 3x20 or torus 5x6, can have joined edges",
    "'tube 3x20'": "'tube 3x20': for a board whose rows form closed loops, write a ring such as ring 3x20",
    "count --restrict=F=0 --restrict=F=1": "--restrict must name each piece only once: list all its orientations "
    "together, as in F=0,1",
    "count ''": f"{BOARD}, got ''",
    "count .": f".: this is a directory; {BOARD}",
    "solve 6x": "6x: there is no such board or file; a size is rows x columns, such as 6x10",
    "solve 8x8": "the board has 64 free cells, but the pieces cover 60: block 4 cells or add pieces that cover 4; "
    "to leave cells empty, mark them + or add O1*; --spare 4 lets that many cells stay empty; for this "
    "board with other pieces, write 8x8-square",
    "solve -p ''": "no pieces are given; --pieces 'pentominoes + O4' is an example",
    "solve --pieces-file nowhere": "nowhere: No such file or directory",
    "pieces --pieces-file .": ".: this is a directory",
    "count 3x20 nowhere": f"nowhere: there is no such file; {BOARD}",
    "count - -": ONCE,
    "solve 2x4 --placed - --placed -": ONCE,
    "count - --pieces-file -": ONCE,
    "count --rectangles 6x10": RECTANGLES,
    "solve --rectangles --placed 1st.try": RECTANGLES,
    "solve --rectangles --spare 1 3x5": RECTANGLES,
    "count --rectangles -p 'I3*'": "--rectangles requires pieces of a fixed area: give copies as a number, not as a "
    "range",
    "solve --rectangles -p 'I3*0'": "--rectangles requires a piece with at least 1 copy",
    "count a-puzzle-a-day 6x10 --calendar 11-20": "--calendar accepts at most one BOARD, the name of a calendar",
    "calendar 'Nov 20'": "this counts all dates; for one date, write pentomino solve --calendar 'Nov 20'",
    "calendar daily-calendar": "daily-calendar shows weekdays, so it needs a year; --year 2026 selects one",
    "calendar --year 10000": "--year must be from 1 to 9999, got 10000",
    "calendar -p pentominoes": "the board has 41 free cells, but the pieces cover 60: add 19 cells to the board "
    "or remove pieces that cover 19",
    "sheet -o a.html": "PUZZLE is missing: write a board, a file, or a month with --calendar",
    "sheet 3x20 -o a.jpg": "a.jpg: use an extension for pages (.html, .pdf, .svg, .png), not .jpg; did you mean .png?",
    "sheet --calendar 13 -o a.html": "a month must be written as 2026-12, 12, Dec or Dec 2026, got '13'",
    "sheet --calendar 5 a b -o a.html": "--calendar accepts at most one PUZZLE, the name of a calendar",
    "pieces F --paper A4": f"--paper cannot be used with standard output; use {POSTERS}",
    "pieces F --paper A4 -o a.svg --cell 3 --cut": f"--cell and --cut cannot be used with {POSTERS}; use "
    "pictures (.svg, .png, .pdf) or cut lines (.dxf)",
    "pieces F --title T -o a.svg": f"--title cannot be used with pictures (.svg, .png, .pdf); use {POSTERS}",
    "pieces F --paper 9x9 -o a.svg": "the sides of paper must be from 50 to 2000 mm, got 9x9",
    "solve 3x20 --animate -o a.png": "a.png: use an extension for animations (.svg, .gif), not .png",
    "solve 3x20 --animate -o a.svg --style box": "--style cannot be used with animations (.svg, .gif); use standard "
    "output",
    "watch 3x20 -o a.svg": "-o requires --steps",
    "watch 3x20 --cell 20": "--cell cannot be used with standard output; use animations (.svg, .gif)",
    "watch 3x20 --steps -o a.svg --cell 0": "--cell must be at least 1 pixel, got 0.0",
    "solve 9x10 --animate -o a.gif --cell 0": "--cell must be at least 1 pixel, got 0.0",
    "hint 3x5 -p PUV --level 4": "--level must be 1, 2 or 3, got 4",
    "solve 5x12 --all --journal a.json -o ./a.json --force": "--journal and --output must be different files; both are "
    "a.json",
    "solve 5x12 --shuffle --journal a": "--shuffle with --journal requires --seed N, so that the same command can "
    "resume",
    "solve 2x2x2 -p 'I2*' --build-order --animate": "-o FILE is missing: use an extension for animations (.svg, .gif)",
    "solve 3x20 --animate --style svg": "--style svg cannot be used with --animate, which draws text or writes "
    "animations (.svg, .gif)",
    "solve 3x20 --animate -o a.json --json": "--style json cannot be used with --animate, which draws text or writes "
    "animations (.svg, .gif)",
    "solve -n 2 --style svg": SVG,
    "solve --rectangles --style svg": SVG,
    "solve --all -o - --style svg": SVG,
    "solve --all -o . --style svg": ".: this is a directory",
    "play 40x30 --pieces 'pentominoes*20'": "a board to play on must have at most 1000 cells and 200 pieces",
    "generate 0": "must be at least 1, got '0'",
    "generate -o page.jpg": "page.jpg: use an extension for pages (.html, .pdf, .svg, .png), levels (.json) or puzzles "
    "(.txt), not .jpg; did you mean .png?",
    "generate 2 --cut-out --columns 2 -o a.html": "--cut-out puts each puzzle on a separate page: omit --columns, "
    "--rows and --per-page",
}

OPTIONS = {
    "convert 6x10 -o c.dlx": "unrecognized arguments: -o; write pentomino convert 6x10 c.dlx",
    "--verson": "unrecognized arguments: --verson; write pentomino --version",
    "solve --format=json": "unrecognized arguments: --format=json; did you mean --json?",
    "solve --format svg": "unrecognized arguments: --format; did you mean --style?",
    "solve --where 'crossing == 0'": "argument --where: 'crossing' is not understood in the condition 'crossing == 0'; "
    "did you mean crossings?",
    "solve --where 'crossings = 0'": "argument --where: invalid condition 'crossings = 0': compare with ==, not with =",
    "solve --where 'colors == 3 and fault_free'": "argument --where: 'colors' is not understood in the condition "
    "'colors == 3 and fault_free'; did you mean colours?",
    "solve 3x20 4x15": "unrecognized arguments: 4x15",
    "solve 6x10 'one-sided pentominoes'": "unrecognized arguments: one-sided pentominoes; did you mean --pieces "
    "'one-sided pentominoes'?",
    "count 3x20 --piecs FLX": "unrecognized arguments: --piecs FLX; did you mean --pieces?",
    "solve --shuffel=7": "unrecognized arguments: --shuffel=7; did you mean --shuffle?",
    "solve --random": "unrecognized arguments: --random; did you mean --shuffle?",
    "count --random": "unrecognized arguments: --random",
    "solve -n 0": "argument -n/--limit: must be at least 1, got '0'",
    f"solve -n {'1' * 5000}": f"argument -n/--limit: must be a number of at most 100 digits, got {'1' * 5000!r}",
    "count --restrict=F": "argument --restrict: must be a piece with orientations, such as F=0,1, got 'F'",
    "solve -n '²'": "argument -n/--limit: must be a whole number, got '²'",
    "solve -n 2 --all": "argument --all: not allowed with argument -n/--limit",
    "solve --timeout -1": "argument --timeout: must be at least 0 seconds, got '-1'",
    "count 3x20 --timeout nan": "argument --timeout: must be at least 0 seconds, got 'nan'",
    "solve --timeout 0,5": "argument --timeout: must be at least 0 seconds, got '0,5'; write 0.5",
    "solve -o a.dxf --kerf 0,2": "argument --kerf: must be a number, got '0,2'; write 0.2",
    "count --jobs=2": "unrecognized arguments: --jobs=2; did you mean --workers?",
    "solve 3x20 -j4": "unrecognized arguments: -j4; did you mean --workers?",
    f"watch --seed {2**64}": f"argument --seed: must be at most {2**64 - 1}, got '{2**64}'",
    "count 6x10 --pieces=--": "argument -p/--pieces: '--' is not a value",
    "count 6x10 --where 'crossings == 0' --where 'crossings > 0'": "--where is given twice",
    "generate --board 6x10 --board 5x12": "--board is given twice",
    "generate --difficulty 5": "argument --difficulty: must be easy, medium, hard, a range such as easy-hard, "
    "or how many placements to look at, as in 50-200 or 50-, got '5'",
    "solve --spare 4x4 -p LUX": "argument --spare: must be a whole number, got '4x4'; to set --spare without a "
    "number, write it after BOARD",
    "count 3x20 -q -v": "argument -v/--verbose: not allowed with argument -q/--quiet",
}
"""Options that are refused. The complaint ends with the command whose help lists those that there are."""


@pytest.mark.parametrize(("line", "message"), SLIPS.items())
def test_slips(run: Run, line: str, message: str) -> None:
    assert run(*shlex.split(line)) == complaint(message)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(("line", "message"), OPTIONS.items())
def test_options_that_are_refused(run: Run, line: str, message: str) -> None:
    first, *_ = words = shlex.split(line)
    command = first if first in COMMANDS else "solve"
    assert run(*words) == complaint(f"{message} (see pentomino {command} --help)")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "line", ["solve 3x20 4x15", "count 3x20 --fast", "pieces F I Q", "solve -p X --shuffle --fast 6x10"]
)
def test_where_nothing_belongs_together(run: Run, line: str) -> None:
    assert "quotes" not in run(*line.split()).err


def test_a_limit_of_memory(run: Run) -> None:
    with pytest.raises(PentominoError) as caught:
        count("6x10", memory_limit=100)
    message = "the tables need {} bytes, but the limit is 100: raise or remove {}"
    needed = str(caught.value).split()[3]
    assert str(caught.value) == message.format(needed, "memory_limit=")
    assert run("count", "6x10", "--memory-limit", "100") == complaint(message.format(needed, "--memory-limit"))
    assert count("6x10", memory_limit=int(needed)) == 2339


@pytest.mark.parametrize("known", ["--method", "--limit", "--no-holes", "--memory-limit"])
def test_only_options_that_there_are_replace_arguments(known: str) -> None:
    text = "say method='auto', limit=, holes=False or raise memory_limit= (not 'limit=3')"
    written = {
        "--method": text.replace("method='auto'", "--method auto"),
        "--limit": text.replace("limit=, holes", "--limit, holes"),
        "--no-holes": text.replace("holes=False", "--no-holes"),
        "--memory-limit": text.replace("memory_limit= ", "--memory-limit "),
    }
    assert in_options(text, {known}) == written[known]
    assert in_options("gap must be 1, so a gap must be", {"--gap"}) == "--gap must be 1, so a gap must be"


@pytest.mark.parametrize(("executor", "package"), [("dask://localhost:1", "distributed"), ("mpi", "mpi4py")])
def test_libraries_of_executors_are_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, executor: str, package: str
) -> None:
    for name in (package, f"{package}.futures"):
        monkeypatch.setitem(sys.modules, name, None)
    kind = executor.partition(":")[0]
    message = f"--executor {kind} needs {package}: pip install {package}"
    assert run("count", "3x20", "--executor", executor) == complaint(message)


def test_files_are_named_and_levels_are_listed(run: Run, plain_place: Path) -> None:
    rows = [" ".join(MONTHS), " ".join(DAYS)]
    calendar = {"format": CALENDAR, "version": 1, "board": rows, "pieces": "Q"}
    Path("ours.json").write_text(json.dumps(calendar))
    assert run("solve", "ours.json", "--calendar", "today").err.startswith("pentomino: ours.json: unknown piece 'Q'")
    assert run("solve", "--calendar", "ours.json").err.endswith("write ours.json --calendar today\n")
    Path("side.txt").write_text("VV\nVV\n\n.\n")
    layers = run("solve", "kanoodle-pyramid", "--placed", "side.txt")
    assert layers.err.endswith("for layers of balls, begin with a line 'balls'\n")
    assert run("generate", "2", "--seed", "1", "-o", "levels.json", "-q").status == 0
    assert run("difficulty", "levels.json:all").out.count("levels.json:") == 2
