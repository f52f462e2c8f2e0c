"""Named boards other than plane boards of squares: boxes, Soma figures, balls, polyhexes, polyiamonds, loops.

A board is given in words, or as a picture after the name of its lattice. In a picture, `/` separates rows and `//`
separates layers, the top layer first. Each number of solutions was computed by two engines. A number without a
published source is marked "computed here".
"""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A known puzzle: title, board, pieces, the number of distinct solutions (None if unknown), and sources.

    `rotations` is the number of solutions up to rotations if a source counts mirror images separately, otherwise None.
    """

    title: str
    board: str
    pieces: str
    solutions: int | None
    sources: tuple[str, ...]
    rotations: int | None = None


_PUZZLER = "D. Goodger, Polyform Puzzler, puzzler.sourceforge.net"
_SOLID = f"{_PUZZLER} (solid pentominoes)"
_BOUWKAMP = "C. J. Bouwkamp, Catalogue of solutions of the rectangular 3x4x5 pentomino problem, Eindhoven 1981"

FIGURES: dict[str, Figure] = {
    "2x3x10": Figure("the twelve solid pentominoes", "2x3x10", "pentominoes", 12, (_SOLID,)),
    "2x5x6": Figure("the twelve solid pentominoes", "2x5x6", "pentominoes", 264, (_SOLID,)),
    "3x4x5": Figure("the twelve solid pentominoes", "3x4x5", "pentominoes", 3940, (_SOLID, _BOUWKAMP)),
    "pentominoes-ring": Figure(
        "the twelve solid pentominoes, as a square ring three high",
        "cubic: ......./......./.......//.#####./.#####./.#####.//.#####./.#####./.#####."
        "//.#####./.#####./.#####.//......./......./.......",
        "pentominoes",
        1,
        (_SOLID,),
    ),
    "bedlam": Figure(
        "Bedlam Cube, also Crazee Cube (B. Bedlam)",
        "4x4x4",
        "bedlam",
        19186,
        ("S. Kurowski, scottkurowski.com/BedlamCube",),
    ),
    "kanoodle-pyramid": Figure(
        "Kanoodle and Lonpos: all twelve pieces as a pyramid of balls",
        "pyramid 5",
        "kanoodle",
        306,
        ("github.com/benjamw/dlx, LonposPyramid (board and pieces)", "computed here (the number)"),
    ),
    "conway": Figure(
        "J. H. Conway's box: thirteen bricks and four small pieces",
        "5x5x5",
        "1x2x4*13 + 2x2x2 + 1x2x2 + 1x1x3*3",
        572,
        ("E. W. Weisstein, mathworld.wolfram.com/ConwayPuzzle.html (the pieces)", "computed here (the number)"),
    ),
    "diabolical": Figure(
        "the Diabolical Cube",
        "3x3x3",
        "I2 V3 O4 U square:6.13 square:7.36",
        13,
        ("Professor Hoffmann, Puzzles Old and New, 1893", f"{_PUZZLER} (polycubes)"),
    ),
    "slothouber-graatsma": Figure(
        "six bricks and three cubes (J. Slothouber, W. Graatsma)",
        "3x3x3",
        "1x2x2*6 + O1*3",
        1,
        ("E. W. Weisstein, mathworld.wolfram.com/Slothouber-GraatsmaPuzzle.html",),
    ),
    "soma": Figure(
        "Soma cube (P. Hein)",
        "3x3x3",
        "soma",
        240,
        (
            "J. H. Conway and Mike Guy, 1961, in: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your "
            "Mathematical Plays, vol. 2 (1982)",
        ),
    ),
    "tetris-cube": Figure(
        "Tetris Cube",
        "4x4x4",
        "tetris-cube",
        9839,
        ("S. Kurowski, scottkurowski.com/tetriscube", "github.com/brianc118/tetriscube (the pieces)"),
    ),
    "soma-bathtub": Figure(
        "Soma figure: bathtub",
        "cubic: ...../.###./.....//...../...../.....",
        "soma",
        79,
        (f"{_PUZZLER} (somacubes)",),
        158,
    ),
    "soma-clip": Figure(
        "Soma figure: clip",
        "cubic: ..##/.###/.##./....//..##/.###/.##./....//..##/.###/.##./....",
        "soma",
        10,
        (f"{_PUZZLER} (somacubes)",),
        20,
    ),
    "soma-cornerstone": Figure(
        "Soma figure: cornerstone",
        "cubic: #####/#####/#####/#####/.####//#####/#####/#####/.####/.####//#####/#####/.####/.####/.####"
        "//#####/.####/.####/..###/..###//.####/..###/...##/....#/.....",
        "soma",
        5,
        (f"{_PUZZLER} (somacubes)",),
        10,
    ),
    "soma-crystal": Figure(
        "Soma figure: crystal",
        "cubic: .../.../...//..#/.../...//.##/..#/...//###/.##/..#//###/###/.##",
        "soma",
        1400,
        (f"{_PUZZLER} (somacubes)",),
        2800,
    ),
    "soma-curved-wall": Figure(
        "Soma figure: curved wall",
        "cubic: .###./..#../#...#//.###./..#../#...#//.###./..#../#...#",
        "soma",
        33,
        (f"{_PUZZLER} (somacubes)",),
        66,
    ),
    "soma-high-wall": Figure(
        "Soma figure: high wall",
        "cubic: .####/..###/#..##/##..#/###..//.####/..###/#..##/##..#/###..//.####/..###/#..##/##..#/###..",
        "soma",
        23,
        (f"{_PUZZLER} (somacubes)",),
        46,
    ),
    "soma-long-wall": Figure(
        "Soma figure: long wall",
        "cubic: ####../###..#/##..##/#..###/..####/.#####//####../###.../##...#/#...##/...###/..####",
        "soma",
        52,
        (f"{_PUZZLER} (somacubes)",),
        104,
    ),
    "soma-pyramid": Figure(
        "Soma figure: pyramid",
        "cubic: #####/#####/##.##/#####/#####//#####/##.##/#...#/##.##/#####//#...#/...../...../...../#...#",
        "soma",
        7,
        (f"{_PUZZLER} (somacubes)",),
        14,
    ),
    "soma-screw": Figure(
        "Soma figure: screw",
        "cubic: ##./.../.../.##/##.//#../#../..#/..#/#..//###/##./.##/.../...",
        "soma",
        14,
        (f"{_PUZZLER} (somacubes)",),
    ),
    "soma-skew": Figure(
        "Soma figure: skew",
        "cubic: ...##/#...#/##...//...##/#...#/##...//...##/#...#/##...",
        "soma",
        122,
        (f"{_PUZZLER} (somacubes)",),
        244,
    ),
    "soma-sofa": Figure(
        "Soma figure: sofa",
        "cubic: #####/#####/.....//#####/.###./.....//...../...../.....",
        "soma",
        16,
        (f"{_PUZZLER} (somacubes)",),
        32,
    ),
    "soma-steamer": Figure(
        "Soma figure: steamer",
        "cubic: #####/#####/##.##/#####/#####//#####/##..#/#...#/#..##/#####//##.../#..../...../....#/...##",
        "soma",
        76,
        (f"{_PUZZLER} (somacubes)",),
        152,
    ),
    "soma-steps": Figure(
        "Soma figure: steps",
        "cubic: ##.##/##.##/##.##//#...#/#...#/#...#//...../...../.....",
        "soma",
        82,
        (f"{_PUZZLER} (somacubes)",),
        164,
    ),
    "soma-tunnel": Figure(
        "Soma figure: tunnel",
        "cubic: #...#/#.#.#/..#..//#...#/#.#.#/..#..//#...#/#.#.#/..#..",
        "soma",
        13,
        (f"{_PUZZLER} (somacubes)",),
        26,
    ),
    "hexiamonds-long-hexagon": Figure(
        "hexiamonds: long hexagon",
        "triangular: ##.................#/#.................../#.................../##.................#",
        "hexiamonds",
        856,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-coin": Figure(
        "hexiamonds: coin",
        "triangular: ##...........##/#.............#/......###....../......###....../#.............#/##...........##",
        "hexiamonds",
        304,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-hexagons": Figure(
        "hexiamonds: hexagons",
        "triangular: ##########.../#######....../####........./#............/#............/#............/"
        "#.........###/#......######/#...#########",
        "hexiamonds",
        142,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-irregular-hexagon": Figure(
        "hexiamonds: irregular hexagon",
        "triangular: ######...#####/#####.....####/####.......###/###.........##/##...........#/"
        "#............./#............./##...........#",
        "hexiamonds",
        5885,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-snowflake": Figure(
        "hexiamonds: snowflake",
        "triangular: ######...####/#.........###/#............/#............/............#/............#/"
        "###.........#/####...######",
        "hexiamonds",
        55,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-spiked-hexagon": Figure(
        "hexiamonds: spiked hexagon",
        "triangular: ############.##/###########..../######........#/#####.........#/#............../"
        "#............../#####.........#/######........#/###########..../############.##",
        "hexiamonds",
        4,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "hexiamonds-trefoil": Figure(
        "hexiamonds: trefoil",
        "triangular: ########.....#/#######......./##............/#............#/#............#/"
        "##............/#######......./########.....#",
        "hexiamonds",
        640,
        (f"{_PUZZLER} (hexiamonds)",),
    ),
    "tetrahexes-bumpy-triangle": Figure(
        "tetrahexes: bumpy triangle",
        "hexagonal: ###..##/##....#/##...../#....../#.....#/....###/..#####",
        "tetrahexes",
        1,
        (f"{_PUZZLER} (polyhexes)",),
    ),
    "tetrahexes-long-hexagon": Figure(
        "tetrahexes: long hexagon",
        "hexagonal: ###.../##..../#...../..##../.....#/....##/...###",
        "tetrahexes",
        3,
        (f"{_PUZZLER} (polyhexes)",),
    ),
    "tetrahexes-rectangle": Figure(
        "tetrahexes: rectangle",
        "hexagonal: #####../###..../#....../......./.....##/...####/.######",
        "tetrahexes",
        23,
        (f"{_PUZZLER} (polyhexes)",),
    ),
    "polyhexes-crown": Figure(
        "trihexes + tetrahexes: crown",
        "hexagonal: ######.##/#####...#/##......./##..#...#/#....#.##/#..#...##/.......##/##...####/##.######",
        "trihexes + tetrahexes",
        127,
        (f"{_PUZZLER} (polyhexes)",),
    ),
    "hexiamonds-rhombus": Figure(
        "hexiamonds: rhombus", "triangular rhombus 6", "hexiamonds", 156, (f"{_PUZZLER} (hexiamonds)",)
    ),
    "hexiamonds-4x9": Figure(
        "hexiamonds: parallelogram", "triangular 4x9", "hexiamonds", 74, (f"{_PUZZLER} (hexiamonds)",)
    ),
    "hexiamonds-trapezoid": Figure(
        "hexiamonds: trapezoid", "triangular trapezoid 4x11", "hexiamonds", 76, (f"{_PUZZLER} (hexiamonds)",)
    ),
    "tetrahexes-4x7": Figure(
        "tetrahexes: parallelogram", "hexagonal 4x7", "tetrahexes", 9, (f"{_PUZZLER} (polyhexes)",)
    ),
    "pentahexes-5x22": Figure(
        "pentahexes: parallelogram", "hexagonal 5x22", "pentahexes", None, (f"{_PUZZLER} (pentahexes)",)
    ),
    "pentahexes-10x11": Figure(
        "pentahexes: parallelogram", "hexagonal 10x11", "pentahexes", None, (f"{_PUZZLER} (pentahexes)",)
    ),
    "tetrominoes-loop": Figure(
        "the five tetrominoes round a loop, as they fill no rectangle",
        "ring 4x5",
        "tetrominoes",
        7,
        (f"{_PUZZLER} (tetrominoes)", "puzzlezapper.com/blog/2013/05/a-polyformists-toolkit-practical-topology"),
    ),
    "pentominoes-loop": Figure(
        "twelve pentominoes round a loop", "ring 3x20", "pentominoes", 2, (f"{_PUZZLER} (pentominoes)",)
    ),
    "pentominoes-torus": Figure(
        "twelve pentominoes on a torus", "torus 3x20", "pentominoes", 27712, ("computed here",)
    ),
    "pentominoes-torus-4x15": Figure(
        "twelve pentominoes on a torus", "torus 4x15", "pentominoes", 444514, ("computed here",)
    ),
    "pentominoes-torus-5x12": Figure(
        "twelve pentominoes on a torus", "torus 5x12", "pentominoes", 846504, ("computed here",)
    ),
    "pentominoes-torus-6x10": Figure(
        "twelve pentominoes on a torus", "torus 6x10", "pentominoes", 1329411, ("computed here",)
    ),
}
"""A mapping from names of boards to puzzles."""
