"""The data of the named pieces: every free polyomino of one to five cells, drawn.

In a drawing, the cells of one letter are one piece. A pentomino is named by its letter, a smaller piece by its letter
and its size. As drawn here a piece has its plain name; its mirror twin, if that is another shape, is primed.
The letters of the pentominoes are S. W. Golomb's. `BOXED_SETS` are the pieces of puzzles that are sold in a box; what
is known of these puzzles, and where from, is in `boards.py`.
"""

from __future__ import annotations

__all__ = ["BOXED_SETS", "DRAWINGS", "SET_SIZES"]

DRAWINGS: dict[int, str] = {
    1: """
        O
    """,
    2: """
        II
    """,
    3: """
        I   V.
        I   VV
        I
    """,
    4: """
        I   L.  OO  .SS  TTT
        I   L.  OO  SS.  .T.
        I   LL
        I
    """,
    5: """
        .FF  I  L.  .N  PP  TTT  U.U  V..  W..  .X.  .Y  ZZ.
        FF.  I  L.  .N  PP  .T.  UUU  V..  WW.  XXX  YY  .Z.
        .F.  I  L.  NN  P.  .T.       VVV  .WW  .X.  .Y  .ZZ
             I  LL  N.                               .Y
             I
    """,
}

SET_SIZES: dict[str, int] = {
    "monominoes": 1,
    "dominoes": 2,
    "trominoes": 3,
    "tetrominoes": 4,
    "pentominoes": 5,
    "hexominoes": 6,
    "heptominoes": 7,
    "octominoes": 8,
    "nonominoes": 9,
    "decominoes": 10,
}

BOXED_SETS: dict[str, str] = {
    "a-puzzle-a-day": "L N P U V Y Z 6.12",
    "daily-calendar": "L N P T U V Z I4 L4 S4",
    "genius-square": "O1 I2 I3 V3 I4 L4 O4 S4 T4",
    "kanoodle": "L N P U V W X Y I4 L4 O4 V3",
}
