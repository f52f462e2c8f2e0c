"""The works: what to time, and the expected results. To add a work, add a line to `WORKS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pentomino import Puzzle, formats

Does = Literal["import", "print", "fresh compile", "compile", "first", "list", "count", "sample", "year"]


@dataclass(frozen=True)
class Work:
    """A workload with a known result.

    `does` is what is timed:

    - "import", "print", "fresh compile", each in a new process: importing the package, `pentomino solve` without the
      time to start Python, or compiling the puzzle;
    - "compile": compiling in a process that already knows the shapes of the pieces;
    - on a compiled puzzle, "first": the first solution; "list": all solutions as `Solution`; "count": their number;
      "sample": a thousand random solutions;
    - "year": the solutions of all dates of a calendar.

    `expected` is the number of solutions or, for compiling, of orientations. `options` are passed to `Puzzle.count`,
    `solve_all` or the command. A long work runs only with `--long`, and once. Works with `peers` are for other
    programs, too. `file` is a file of BurrTools that replaces the board and the pieces.
    """

    name: str
    does: Does
    expected: int | None
    board: str = "6x10"
    pieces: str = "pentominoes"
    reflections: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    long: bool = False
    peers: bool = False
    file: Path | None = None

    def puzzle(self) -> Puzzle:
        """Return the puzzle, which is made again by each call."""
        if self.file:
            return formats.read_puzzle(self.file)
        return Puzzle(self.board, self.pieces, reflections=self.reflections)


LESS_CENTRE = "\n".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)


def _one_sided(name: str, board: str, expected: int, does: Does = "count", **more: Any) -> Work:
    return Work(name, does, expected, board, "one-sided pentominoes", reflections=False, **more)


def _solid(name: str, board: str, pieces: str, expected: int, **more: Any) -> Work:
    return Work(name, "count", expected, board, pieces, reflections=False, options=SEARCH, **more)


SEARCH = {"method": "search"}
FRONTIER = {"method": "frontier"}
FRONTIER_TWO = {"method": "frontier", "workers": 2}
ALL = {"method": "frontier", "symmetry": "all"}
BEDLAM = "L45 J15 T15 B4 W L35 N25 N15 X J25 T25 V15 F"
TWO_SETS = "pentominoes + tetrominoes"
DOMINOES, ANY = 2444888770250892795802079170816, 729748655181974778

WORKS = (
    Work("import pentomino, fresh process", "import", None),
    Work("6x10, first printed, process", "print", 1),
    Work("6x10, all printed, process", "print", 2339, options={"all": "", "style": "=letters"}),
    Work("6x10, compile, fresh process", "fresh compile", 63),
    Work("6x10, compile", "compile", 63),
    Work("6x10, first solution", "first", 1),
    Work("6x10, count", "count", 2339, peers=True, options=SEARCH),
    Work("5x12, count", "count", 1010, "5x12", peers=True, options=SEARCH),
    Work("4x15, count", "count", 368, "4x15", peers=True, options=SEARCH),
    Work("3x20, count", "count", 2, "3x20", peers=True, options=SEARCH),
    Work("40x40, any number, first solution", "first", 1, "40x40", "pentominoes*"),
    Work("25 Y in 5x5x5, first solution", "first", 1, "5x5x5", "Y*25", reflections=False),
    Work("6x10, all as Solution objects", "list", 2339),
    Work("ring 5x12, all as Solution objects", "list", 8272, "ring 5x12"),
    Work("3x4x5, all as Solution objects", "list", 3940, "3x4x5", reflections=False, long=True),
    _one_sided("one-sided 5x18, all", "5x18", 686628, does="list", long=True),
    _one_sided("one-sided 5x18, thousand samples", "5x18", 1000, does="sample", long=True),
    Work("8x8 less centre, count", "count", 65, LESS_CENTRE, peers=True, options=SEARCH),
    Work("8x8 + O4, count", "count", 16146, "8x8", "pentominoes + O4", peers=True, options=SEARCH),
    _one_sided("one-sided 3x30, count", "3x30", 46, peers=True, options=SEARCH),
    _one_sided("one-sided 5x18, count", "5x18", 686628, long=True, options=SEARCH),
    _solid("3x4x5, count", "3x4x5", "pentominoes", 3940, long=True, peers=True),
    _solid("2x5x6, count", "2x5x6", "pentominoes", 264),
    _solid("2x3x10, count", "2x3x10", "pentominoes", 12),
    _solid("Soma cube, count", "3x3x3", "soma", 240, peers=True),
    _solid("Bedlam cube, count", "4x4x4", BEDLAM, 19186, long=True, peers=True),
    Work("hexiamonds, rhombus, count", "count", 156, "triangular rhombus 6", "hexiamonds", options=SEARCH),
    Work("82 hexahexes on 12x41, no solution", "count", 0, "hexagonal 12x41", "hexahexes", options=SEARCH),
    Work("A-Puzzle-A-Day, all 366 dates", "year", 24405, "a-puzzle-a-day"),
    Work("6x10, frontier", "count", 2339, options=FRONTIER),
    Work("5x12, frontier", "count", 1010, "5x12", options=FRONTIER),
    Work("4x15, frontier", "count", 368, "4x15", options=FRONTIER),
    Work("3x20, frontier", "count", 2, "3x20", options=FRONTIER),
    Work("8x8 less centre, frontier", "count", 65, LESS_CENTRE, options=FRONTIER),
    Work("8x8 + O4, frontier", "count", 16146, "8x8", "pentominoes + O4", options=FRONTIER),
    _one_sided("one-sided 5x18, frontier", "5x18", 686628, options=FRONTIER),
    _one_sided("one-sided 6x15, frontier", "6x15", 2567183, options=FRONTIER),
    Work("12 + 5 pieces 4x20, frontier", "count", 88501957, "4x20", TWO_SETS, options=FRONTIER),
    Work("dominoes 16x16, frontier", "count", DOMINOES, "16x16", "I2*", options=ALL),
    _one_sided("one-sided 9x10, frontier", "9x10", 10440433, options=FRONTIER_TWO, long=True),
    Work("12 + 5 pieces 8x10, frontier", "count", 3386001688, "8x10", TWO_SETS, options=FRONTIER_TWO, long=True),
    Work("any free pentominoes 10x10, frontier", "count", ANY, "10x10", "pentominoes*", options=ALL, long=True),
)

RIVALRY = (
    *(work for work in WORKS if work.peers),
    _solid("tetris cube, count", "4x4x4", "tetris-cube", 9839),
    _solid("25 Y in 5x5x5, count", "5x5x5", "Y*25", 1264),
)
"""The puzzles for other programs, besides `BURRS`."""

BURRS = {
    "ankes": ("ankes-cube", 17136),
    "moiras": ("moiras-cube", 700),
    "onat": ("3D Onat", 55575),
    "aracna": ("aracna", 299192),
    "arnes": ("arnes-cube", 352),
    "onega": ("onega", 132958),
    "chocolate": ("chocolate_dip", 960),
}
"""Files of BurrTools (`ankes.xmpuzzle`), which are not in the repository: the name and the number of assemblies."""
