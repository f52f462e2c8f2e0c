"""The works: what is done, what must come of it, and how long it may take. A work is added by a line of `WORKS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pentomino import Puzzle, formats

__all__ = ["BURRS", "RIVALRY", "WORKS", "Does", "Work"]

Does = Literal["import", "print", "fresh compile", "compile", "first", "list", "count", "sample"]


@dataclass(frozen=True)
class Work:
    """A work with a known answer.

    *does* says what is timed: importing the package, what `pentomino solve` takes longer than the bare interpreter, or
    compiling the puzzle, in a process of their own ("import", "print", "fresh compile"); compiling where the shapes of
    the pieces are already known to the process ("compile"); or, on a compiled puzzle, the first solution ("first"), all
    of them as `Solution` ("list"), their number ("count"), or a thousand drawn at random ("sample"). *expected* is the
    number that must come out: of orientations when compiling, else of solutions; *target* the seconds it may take on
    one core of a 2.6 GHz server; *options* go to `Puzzle.count` or `solve_all`, or to the command. Works that are
    *long* run only when asked for, and once; those with *peers* are put before other programs too. *file* is one of
    BurrTools', in place of board and pieces.
    """

    name: str
    does: Does
    expected: int | None
    target: float | None = None
    board: str = "6x10"
    pieces: str = "pentominoes"
    reflections: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    long: bool = False
    peers: bool = False
    file: Path | None = None

    def puzzle(self) -> Puzzle:
        """The puzzle, made anew."""
        return (
            formats.read_puzzle(self.file)
            if self.file
            else Puzzle(self.board, self.pieces, reflections=self.reflections)
        )


LESS_CENTRE = "\n".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)


def _one_sided(name: str, board: str, expected: int, target: float | None, does: Does = "count", **more: Any) -> Work:
    return Work(name, does, expected, target, board, "one-sided pentominoes", reflections=False, **more)


def _solid(name: str, board: str, pieces: str, expected: int, target: float | None, **more: Any) -> Work:
    return Work(name, "count", expected, target, board, pieces, reflections=False, options=SEARCH, **more)


SEARCH = {"method": "search"}
FRONTIER = {"method": "frontier"}
FRONTIER_TWO = {"method": "frontier", "workers": 2}
ALL = {"method": "frontier", "symmetry": "all"}
BEDLAM = "L45 J15 T15 B4 W L35 N25 N15 X J25 T25 V15 F"
TWO_SETS = "pentominoes + tetrominoes"
DOMINOES, ANY = 2444888770250892795802079170816, 729748655181974778

WORKS = (
    Work("import pentomino, fresh process", "import", None, 0.040),
    Work("6x10, first printed, process", "print", 1, 0.025),
    Work("6x10, all printed, process", "print", 2339, 0.091, options={"all": "", "style": "=letters"}),
    Work("6x10, compile, fresh process", "fresh compile", 63, 0.003),
    Work("6x10, compile", "compile", 63, 0.003),
    Work("6x10, first solution", "first", 1, 0.001),
    Work("6x10, count", "count", 2339, 0.015, peers=True, options=SEARCH),
    Work("5x12, count", "count", 1010, 0.008, "5x12", peers=True, options=SEARCH),
    Work("4x15, count", "count", 368, 0.003, "4x15", peers=True, options=SEARCH),
    Work("3x20, count", "count", 2, 0.001, "3x20", peers=True, options=SEARCH),
    Work("6x10, all as Solution objects", "list", 2339, 0.030),
    _one_sided("one-sided 5x18, all", "5x18", 686628, None, does="list", long=True),
    _one_sided("one-sided 5x18, thousand samples", "5x18", 1000, None, does="sample", long=True),
    Work("8x8 less centre, count", "count", 65, 0.006, LESS_CENTRE, peers=True, options=SEARCH),
    Work("8x8 + O4, count", "count", 16146, 0.500, "8x8", "pentominoes + O4", peers=True, options=SEARCH),
    _one_sided("one-sided 3x30, count", "3x30", 46, 0.015, peers=True, options=SEARCH),
    _one_sided("one-sided 5x18, count", "5x18", 686628, 20.0, long=True, options=SEARCH),
    _solid("3x4x5, count", "3x4x5", "pentominoes", 3940, 1.0, long=True, peers=True),
    _solid("2x5x6, count", "2x5x6", "pentominoes", 264, 0.1),
    _solid("2x3x10, count", "2x3x10", "pentominoes", 12, 0.020),
    _solid("Soma cube, count", "3x3x3", "soma", 240, 0.005, peers=True),
    _solid("Bedlam cube, count", "4x4x4", BEDLAM, 19186, 30.0, long=True, peers=True),
    Work("hexiamonds, rhombus, count", "count", 156, 0.050, "triangular rhombus 6", "hexiamonds", options=SEARCH),
    Work("6x10, frontier", "count", 2339, 0.0065, options=FRONTIER),
    Work("5x12, frontier", "count", 1010, 0.004, "5x12", options=FRONTIER),
    Work("4x15, frontier", "count", 368, 0.002, "4x15", options=FRONTIER),
    Work("3x20, frontier", "count", 2, 0.001, "3x20", options=FRONTIER),
    Work("8x8 less centre, frontier", "count", 65, 0.012, LESS_CENTRE, options=FRONTIER),
    Work("8x8 + O4, frontier", "count", 16146, 0.130, "8x8", "pentominoes + O4", options=FRONTIER),
    _one_sided("one-sided 5x18, frontier", "5x18", 686628, 0.250, options=FRONTIER),
    _one_sided("one-sided 6x15, frontier", "6x15", 2567183, 1.1, options=FRONTIER),
    Work("12 + 5 pieces 4x20, frontier", "count", 88501957, 0.300, "4x20", TWO_SETS, options=FRONTIER),
    Work("dominoes 16x16, frontier", "count", DOMINOES, 0.300, "16x16", "I2*", options=ALL),
    _one_sided("one-sided 9x10, frontier", "9x10", 10440433, 60.0, options=FRONTIER_TWO, long=True),
    Work("12 + 5 pieces 8x10, frontier", "count", 3386001688, 100.0, "8x10", TWO_SETS, options=FRONTIER_TWO, long=True),
    Work("any free pentominoes 10x10, frontier", "count", ANY, None, "10x10", "pentominoes*", options=ALL, long=True),
)

RIVALRY = (
    *(work for work in WORKS if work.peers),
    _solid("tetris cube, count", "4x4x4", "tetris-cube", 9839, None),
    _solid("25 Y in 5x5x5, count", "5x5x5", "Y*25", 1264, None),
)
"""What other programs are asked, too, besides `BURRS`."""

BURRS = {
    "ankes": ("ankes-cube", 17136),
    "moiras": ("moiras-cube", 700),
    "onat": ("3D Onat", 55575),
    "aracna": ("aracna", 299192),
    "arnes": ("arnes-cube", 352),
    "onega": ("onega", 132958),
    "chocolate": ("chocolate_dip", 960),
}
"""Files of BurrTools (`ankes.xmpuzzle`), which whoever runs the benchmark has: name and number of assemblies."""
