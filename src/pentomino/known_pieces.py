"""The data of the named pieces.

`SHAPES` lists the cells of polyominoes, polycubes, polyhexes and polyiamonds, each piece normalised. Each digit is a
coordinate. The first coordinate of a polycube is the layer, from top to bottom. Planar polycubes are the polyominoes,
and are not repeated here. If the mirror twin of a piece is a different piece, the twin has the same name with a prime,
except for solids. The names have these sources:

- Polyominoes, all free ones of up to five cells: the letters of S. W. Golomb's pentominoes. The name of a smaller piece
  is its letter and its size.
- Tetracubes that are not planar, from Piet Hein's Soma cube: the screws A and B, named as in Polyform Puzzler, and the
  tripod P.
- Pentacubes that are not planar: Kadon's letters, gamepuzzles.com/sqnames.htm, followed by the size.
- Tetrahexes: the words of mathworld.wolfram.com/Polyhex.html, which refers to M. Gardner, Mathematical Magic Show,
  chapter 11. A worm has one bend, and a wave has two.
- Hexiamonds: the words of mathworld.wolfram.com/Hexiamond.html, which refers to T. H. O'Beirne, New Scientist 12
  (1961).
- All other letters, and the letters in `OTHER_NAMES`: D. Goodger, Polyform Puzzler, puzzler.sourceforge.net.

`BOXED_SETS` and `SOLID_SETS` list the pieces of puzzles that are sold in a box. The module `catalogue` describes these
puzzles, with sources. It does not describe the game Blokus, whose pieces are at gottfriedville.net/blokus.
"""

from __future__ import annotations

SHAPES: dict[str, str] = {
    "square": """
        O1: 00
        I2: 00 01
        I3: 00 10 20
        V3: 00 10 11
        I4: 00 10 20 30
        L4: 00 10 20 21
        O4: 00 01 10 11
        S4: 01 02 10 11
        T4: 00 01 02 11
        F: 01 02 10 11 21
        I: 00 10 20 30 40
        L: 00 10 20 30 31
        N: 01 11 20 21 30
        P: 00 01 10 11 20
        T: 00 01 02 11 21
        U: 00 02 10 11 12
        V: 00 10 20 21 22
        W: 00 10 11 21 22
        X: 01 10 11 12 21
        Y: 01 10 11 21 31
        Z: 00 01 11 21 22
    """,
    "cubic": """
        A4: 010 100 101 110
        B4: 001 100 101 110
        P4: 010 100 110 111
        A5: 001 010 101 110 111
        J15: 002 010 011 012 110
        J25: 002 010 011 012 111
        J45: 002 010 011 012 102
        L15: 010 102 110 111 112
        L25: 011 102 110 111 112
        L35: 012 102 110 111 112
        L45: 002 102 110 111 112
        N15: 001 002 010 011 110
        N25: 001 002 010 011 111
        Q5: 010 100 101 110 111
        S15: 010 101 102 110 111
        S25: 011 101 102 110 111
        T15: 010 100 110 111 120
        T25: 011 100 110 111 120
        V15: 010 020 101 110 111
        V25: 001 002 101 110 111
    """,
    "hexagonal": """
        H1: 00
        I2: 00 01
        A3: 00 01 10
        I3: 00 01 02
        V3: 00 01 11
        arch: 01 02 10 12
        bar: 00 01 02 03
        bee: 00 01 10 11
        pistol: 00 01 02 11
        propeller: 02 10 11 21
        wave: 00 01 11 12
        worm: 00 01 02 12
        A5: 02 10 11 12 21
        B5: 00 01 02 11 12
        C5: 01 02 03 10 13
        D5: 00 01 02 10 11
        E5: 00 01 02 03 11
        F5: 00 01 02 10 12
        G5: 00 01 03 11 12
        H5: 00 01 11 12 20
        I5: 00 01 02 03 04
        J5: 00 01 02 03 13
        L5: 00 01 02 12 22
        N5: 00 01 02 12 13
        P5: 00 01 02 03 12
        Q5: 01 10 11 12 22
        R5: 00 01 02 12 21
        S5: 00 10 11 12 22
        T5: 02 10 11 12 22
        U5: 01 02 10 12 20
        V5: 00 01 02 10 20
        W5: 00 01 11 12 22
        X5: 02 10 11 12 20
        Y5: 03 10 11 12 22
    """,
    "triangular": """
        T1: 00
        D2: 00 01
        I3: 00 01 02
        C4: 00 01 02 12
        I4: 00 01 02 03
        T4: 02 11 12 13
        C5: 00 01 02 10 12
        I5: 00 01 02 03 04
        L5: 04 11 12 13 14
        P5: 02 11 12 13 14
        bar: 00 01 02 03 04 05
        butterfly: 02 11 12 13 14 23
        chevron: 04 05 11 12 13 14
        crook: 00 01 02 03 04 10
        crown: 00 01 02 03 04 12
        hexagon: 00 01 02 10 11 12
        hook: 03 04 11 12 13 14
        lobster: 02 03 11 12 13 14
        signpost: 00 01 02 03 12 13
        snake: 04 11 12 13 14 21
        sphinx: 04 11 12 13 14 15
        yacht: 02 04 11 12 13 14
    """,
}

OTHER_NAMES: dict[str, dict[str, str]] = {
    lattice: dict([pair.split("=") for pair in pairs.split()])
    for lattice, pairs in {
        "cubic": "monocube=O1 dicube=I2",
        "hexagonal": "U4=arch I4=bar O4=bee P4=pistol Y4=propeller S4=wave J4=worm monohex=H1 dihex=I2",
        "triangular": "I6=bar X6=butterfly C6=chevron J6=crook E6=crown O6=hexagon G6=hook V6=lobster H6=signpost "
        "S6=snake P6=sphinx F6=yacht rhomboid=bar bat=chevron club=crook shoe=hook moniamond=T1 diamond=D2 triamond=I3",
    }.items()
}
"""Alternative names of pieces, by lattice. Each is mapped to a name in `SHAPES`."""

TWINS: dict[str, str] = {
    **{"A": "B", "A4": "B4", "J15": "L15", "J25": "L25", "J45": "L45", "N15": "S15", "N25": "S25", "V15": "V25"},
    **{"B": "A", "B4": "A4", "L15": "J15", "L25": "J25", "L45": "J45", "S15": "N15", "S25": "N25", "V25": "V15"},
}
"""A mapping from polycubes to their mirror twins, by name. The names of all other mirror twins have a prime."""

SETS: dict[str, tuple[str, int]] = {
    name: (lattice, size)
    for lattice, names in {
        "square": "monominoes dominoes trominoes tetrominoes pentominoes "
        "hexominoes heptominoes octominoes nonominoes decominoes",
        "cubic": "monocubes dicubes tricubes tetracubes pentacubes hexacubes",
        "hexagonal": "monohexes dihexes trihexes tetrahexes pentahexes hexahexes",
        "triangular": "moniamonds diamonds triamonds tetriamonds pentiamonds hexiamonds heptiamonds octiamonds",
    }.items()
    for size, name in enumerate(names.split(), 1)
}
"""A mapping from the names of sets to the lattice and the number of cells. A set has all polyforms of this size."""

BOXED_SETS: dict[str, str] = {
    "a-puzzle-a-day": "L N P U V Y Z 6.12",
    "blokus": "O1 I2 I3 V3 I4 L4 O4 S4 T4 F I L N P T U V W X Y Z",
    "daily-calendar": "L N P T U V Z I4 L4 S4",
    "genius-square": "O1 I2 I3 V3 I4 L4 O4 S4 T4",
    "iq-puzzler-pro": "F L N P U V W Y L4 S4 T4 V3",
    "kanoodle": "L N P U V W X Y I4 L4 O4 V3",
    "lonpos": "L N P U V W X Y I4 L4 O4 V3",
}
"""The pieces of boxed puzzles of squares, by the name of the puzzle."""

SOLID_SETS: dict[str, str] = {
    "bedlam": "X T15 L45 J15 W F T25 L35 N15 J25 N25 V15 B4",
    "soma": "V=V3 L=L4 T=T4 Z=S4 A=A4 B=B4 P=P4",
    "tetris-cube": "N V Y J45 Q5 S15 T25 V25 "
    "A=001,010,011,012,111,121 B=000,001,002,010,020,120 C=000,001,010,101,102,201 D=000,001,002,010,020,110",
}
"""The pieces of boxed puzzles of cubes. With `NAME=PIECE` or `NAME=CELLS`, the puzzle uses its own name for a piece."""


def shapes_of(lattice: str) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
    """Return the name and the cells of each piece that `SHAPES` lists for a lattice."""
    lines = [line.split(":") for line in SHAPES.get(lattice, "").strip().splitlines()]
    return [(name.strip(), tuple([tuple(map(int, cell)) for cell in cells.split()])) for name, cells in lines]
