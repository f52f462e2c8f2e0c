"""Pictures: by hand on small boards, read back on random ones; colours as colour-blind people see them."""

from __future__ import annotations

import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice, permutations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import Run, full_match
from drawings import SIDES, Cell, components, drawing, drawings, picture
from pentomino import Board, PentominoError, Placement, Polyform, Polyomino, Puzzle, polyforms
from pentomino.charts import chart
from pentomino.cli.output import colour_depth
from pentomino.drawable import Drawing
from pentomino.known_pieces import BOXED_SETS
from pentomino.pages.data import pieces_data
from pentomino.pages.sheet import poster
from pentomino.pieces.sets import as_pieces
from pentomino.render.colours import PALETTE, SAFE, assign, fills, ink
from pentomino.render.drawing import BLOCKED, EMPTY
from pentomino.render.svg import HINTED
from pentomino.render.text import Depth, Style, box, coloured, letters, outline
from puzzles import solved

Triple = tuple[float, float, float]
SVG = "{http://www.w3.org/2000/svg}"


PIECES = """
    AABB
    A##B
    C#.B
    CC.D
"""


def bounding_box(made: Drawing) -> dict[Cell, int]:
    """What covers each cell of the picture, counted from its upper left corner."""
    top, left = made.origin
    return {(r, c): made.at(top + r, left + c) for r in range(made.rows) for c in range(made.columns)}


def test_a_drawing_knows_its_bounding_box_and_its_neighbours() -> None:
    made = drawing(PIECES, origin=(-3, 5))
    assert (made.origin, made.rows, made.columns) == ((-3, 5), 4, 4)
    assert [made.at(-3, 5), made.at(-2, 6), made.at(-1, 7), made.at(0, 8), made.at(0, 0)] == [0, -2, -1, 3, -2]
    assert made.table() == [[0, 0, 1, 1], [0, -2, -2, 1], [2, -2, -1, 1], [2, 2, -1, 3]]
    assert drawing(PIECES).neighbours() == [{1, 2}, {0, 3}, {0}, {1}]


@pytest.mark.parametrize(
    ("areas", "symbols", "names", "message"),
    [
        ({(0, 0): 0}, ("A",), (), "symbols must have one character for each of 0 names, got 1"),
        ({(0, 0): 0}, ("AB",), ("a",), "a symbol must be one printable character, got 'AB'"),
        ({(0, 0): 0}, ("\x1b",), ("a",), r"a symbol must be one printable character, got '\\x1b'"),
        ({(0, 0): 1}, ("A",), ("a",), "areas must have the numbers 0 to 0, got 1 to 1"),
        ({(0, 0): -2, (0, 1): 0}, ("A",), ("a",), "areas must have the numbers 0 to 0, got -2 to 0"),
    ],
)
def test_a_drawing_that_does_not_agree_with_itself(
    areas: dict[Cell, int], symbols: tuple[str, ...], names: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Drawing(areas, symbols, names)


def test_the_outline_of_a_solution_to_the_byte() -> None:
    example = (Path(__file__).parents[1] / "data" / "outline.txt").read_text(encoding="ascii")
    rows, outlined = example.split("\n\n")
    assert outline(drawing(rows)) + "\n" == outlined


def test_outline_box_and_letters_by_hand() -> None:
    assert outline(drawing(PIECES)) == picture("""
        +-------+-------+
        |       |       |
        |   +---+---+   |
        |   |       |   |
        +---+   +---+   |
        |   |   | . |   |
        |   +---+   +---+
        |       | . |   |
        +-------+---+---+
    """)
    assert box(drawing(PIECES)) == picture("""
        ┏━━━━━━━┯━━━━━━━┓
        ┃       │       ┃
        ┃   ┏━━━┷━━━┓   ┃
        ┃   ┃       ┃   ┃
        ┠───┨   ┏━━━┩   ┃
        ┃   ┃   ┃ · │   ┃
        ┃   ┗━━━┩   ├───┨
        ┃       │ · │   ┃
        ┗━━━━━━━┷━━━┷━━━┛
    """)
    assert letters(drawing(PIECES, origin=(7, -7))) == picture(PIECES)


def test_the_least_boards() -> None:
    assert outline(drawing("O")) == "+---+\n|   |\n+---+"
    assert box(drawing("O")) == "┏━━━┓\n┃   ┃\n┗━━━┛"
    nothing = Drawing({}, (), ())
    assert [letters(nothing), outline(nothing), box(nothing), coloured(nothing)] == ["", "", "", ""]
    assert ET.fromstring(nothing.to_svg()).findtext(f"{SVG}title") == "0x0 board with 0 pieces"


@given(drawings())
def test_every_outline_can_be_read_back(made: Drawing) -> None:
    text = outline(made)
    lines = [line.ljust(4 * made.columns + 1) for line in text.split("\n")]
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert {len(line) for line in lines} == {4 * made.columns + 1}
    assert len(lines) == 2 * made.rows + 1
    cells = bounding_box(made)
    regions: dict[Cell, int] = {}
    for first in cells:
        todo = [first]
        while todo:
            r, c = todo.pop()
            if (r, c) in cells and (r, c) not in regions:
                regions[r, c] = regions.get(first, len(regions))
                todo += [(r + y, c + x) for y, x in SIDES if lines[2 * r + 1 + y][4 * c + 2 + 2 * x] == " "]
    assert components(regions) == components(cells)


@given(drawings())
def test_box_and_outline_have_the_same_walls(made: Drawing) -> None:
    plain = str.maketrans("·━─┃│┏┓┗┛┌┐└┘", ".--||++++++++")
    drawn = re.sub("[^-| .+\n]", "+", box(made).translate(plain))
    assert [line.rstrip() for line in drawn.split("\n")] == outline(made).split("\n")


def arms(mark: str) -> dict[str, str]:
    """The weight of each arm of a box-drawing character, as its Unicode name gives it."""
    if mark == " ":
        return {}
    name = unicodedata.name(mark).removeprefix("BOX DRAWINGS ")
    name = name.replace("VERTICAL", "UP DOWN").replace("HORIZONTAL", "LEFT RIGHT")
    found: dict[str, str] = {}
    # "LIGHT UP AND LEFT" names one weight for all, "DOWN HEAVY AND LEFT UP LIGHT" one behind each group.
    for part in [name] if name.split()[0] in ("LIGHT", "HEAVY") else name.split(" AND "):
        words = [word for word in part.split() if word != "AND"]
        weight = next(word for word in words if word in ("LIGHT", "HEAVY"))
        found |= {word: weight for word in words if word != weight}
    return found


@given(drawings())
def test_every_box_character_has_the_arms_of_the_walls_around_it(made: Drawing) -> None:
    cells = bounding_box(made)
    lines = [line.ljust(4 * made.columns + 1) for line in box(made).split("\n")]
    for i, j in product(range(made.rows + 1), range(made.columns + 1)):
        nw, ne, sw, se = (cells.get((i + r, j + c), BLOCKED) for r in (-1, 0) for c in (-1, 0))
        pairs = {"UP": (nw, ne), "RIGHT": (ne, se), "DOWN": (sw, se), "LEFT": (nw, sw)}
        expected = {arm: "HEAVY" if BLOCKED in pair else "LIGHT" for arm, pair in pairs.items() if len({*pair}) > 1}
        assert arms(lines[2 * i][4 * j]) == expected


def colours(made: Drawing) -> dict[str, str]:
    """The name of the colour of each area, by its name."""
    return {name: PALETTE[index].name for name, index in zip(made.names, assign(made), strict=True)}


def test_copies_of_a_single_piece_have_colours_of_their_own() -> None:
    for copies, number in ((13, 13), (14, 1)):  # there are 13 colours
        assert len({*assign(solved((2, copies), f"I2*{copies}").drawing)}) == number


SHARING = {"blokus"}  # a set of more than 13 pieces


@pytest.mark.parametrize("pieces", [*sorted({*BOXED_SETS} - SHARING), "tetrominoes", "trominoes", "pentominoes + O4"])
def test_no_two_pieces_of_a_box_have_the_same_colour(pieces: str) -> None:
    whole = colours(chart([count.piece for count in as_pieces(pieces)]))
    assert len(set(whole.values())) == len(whole)


@pytest.mark.parametrize("size", [6, 7, 8])
def test_the_pieces_of_a_size_are_spread_evenly_over_the_colours(size: int) -> None:
    used = Counter(colours(chart(polyforms(size))).values())
    assert max(used.values()) <= 2 * sum(used.values()) / len(PALETTE)


SHAPES = [*polyforms(5), *polyforms(4), *polyforms(6), *polyforms(3)]


@given(st.lists(st.sampled_from(SHAPES), min_size=2, max_size=16, unique=True))
def test_clashing_pieces_of_a_puzzle_get_the_first_unused_colours(pieces: list[Polyform]) -> None:
    puzzle = Puzzle((1, sum(piece.size for piece in pieces)), pieces)
    usual, expected = [assign(piece.drawing)[0] for piece in pieces], dict[int, int]()
    for number, colour in enumerate(usual):
        if colour not in expected.values():
            expected[number] = colour
    for number, colour in enumerate(usual):
        unused = sorted({*range(len(PALETTE))} - {*expected.values()})
        expected.setdefault(number, unused[0] if unused else colour)
    tray = assign(puzzle.tray)
    assert tray == assign(chart(pieces)) == tuple(expected[number] for number in range(len(pieces)))
    assert len({*tray}) == min(len(pieces), len(PALETTE))


def test_a_puzzle_has_the_same_colours_in_all_its_pictures() -> None:
    """F and L4 usually share a colour. The pieces of `iq-puzzler-pro` are twelve, and the palette has 13 colours."""
    puzzle = Puzzle("iq-puzzler-pro")
    solution = solved("iq-puzzler-pro")
    known = colours(solution.drawing)
    assert len({*known.values()}) == len(known) == 12
    given = puzzle.replace(placed=[solution["N"], solution["W"], solution["L4"]])
    hint = given.hint(level=2)
    assert hint is not None
    assert hint.piece is not None
    for made in (given, given.drawing.above(given.tray), hint):
        assert colours(made.drawing).items() <= known.items()
    assert colours(given.drawing.above(given.tray)) == colours(puzzle.tray) == known
    assert {*colours(hint.drawing)} == {"N", "W", "L4", hint.piece.name}
    for step in islice(puzzle.steps(), 50):
        assert colours(step.drawing).items() <= known.items()
    for piece in pieces_data(puzzle)["pieces"]:
        assert piece["colour"] == next(one.hex for one in PALETTE if one.name == known[piece["name"]])


def test_layers_keep_the_colours_of_the_solid() -> None:
    puzzle = Puzzle("soma")
    known = colours(solved("soma").drawing)
    assert colours(puzzle.drawing.above(puzzle.tray)) == colours(puzzle.tray.plane) == known


def test_pieces_that_only_their_colours_tell_apart_differ_in_the_picture() -> None:
    board = Board.rectangle(2, 4).coloured("BWBW\nWBWB")
    solution = Puzzle(board, {Polyomino("L4").coloured("B.\nW.\nBW"): 1, Polyomino("L4"): 1}).solve()
    assert solution is not None
    assert len({*assign(solution.drawing)}) == 2


@pytest.mark.parametrize(
    ("pieces", "letters", "legend"),
    [
        (["S1", "S2", "S3", "T"], "SsAT", "S = S1; s = S2; A = S3"),
        (["6.1", "I"], "6I", "6 = 6.1"),
        (["6.1", "6.2"], "6A", "6 = 6.1; A = 6.2"),
        (["L", "L4", "O4"], "LlO", "l = L4"),
        (["F", "F'"], "Ff", "f = F'"),
        (["I2", "I2", "L4"], "ABL", "A B = I2"),
        (["I2", "I2"], "AB", ""),
        (["F", "I"], "::", ""),
        ([], "", ""),
    ],
)
def test_the_legend_gives_the_names_of_unclear_letters(pieces: list[str], letters: str, legend: str) -> None:
    areas = {(0, n): n for n in range(len(pieces))}
    assert Drawing(areas, tuple(letters), tuple(pieces)).legend == legend


@given(st.sampled_from(SHAPES), st.data())
def test_a_piece_has_its_colour_wherever_and_however_it_lies(piece: Polyform, data: st.DataObject) -> None:
    turned = data.draw(st.sampled_from(piece.orientations()))
    moved = [(row - 3, column + 7) for row, column in turned.cells]
    expected = PALETTE[assign(piece.drawing)[0]].name
    assert colours(Placement(piece, moved).drawing) == {piece.name: expected}
    assert colours(piece.mirrored().renamed("any").drawing) == {"any": expected}


def test_a_piece_has_the_same_colour_in_every_picture() -> None:
    known = colours(chart(polyforms(5)))
    for board in ("6x10", "5x12", "8x8-hole"):
        solution = solved(board)
        assert colours(solution.drawing) == known
    for step in islice(Puzzle("6x10").steps(), 500):
        assert colours(step.drawing).items() <= known.items()


def test_the_palette_for_the_colour_blind_has_eight_colours() -> None:
    """A small puzzle has each of them once at most, and the page to play on has the same ones."""
    for puzzle, count in ((Puzzle("6x10"), 8), (Puzzle("tetrahexes-4x7"), 7), (Puzzle("soma"), 7)):
        picture = next(puzzle.solve_all()).to_svg(palette="safe")
        used = [colour for colour in SAFE if colour in picture]
        assert len(used) == count
        assert {piece["safe"] for piece in pieces_data(puzzle)["pieces"]} == set(used)
    assert {colour for colour in SAFE if colour in poster(polyforms(5), palette="safe")} == set(SAFE)


def test_palettes_by_name_and_for_some_pieces() -> None:
    """For print, empty cells are white, too, and labels dark."""
    made = drawing("AAB")
    assert fills(made) == [PALETTE[index].hex for index in assign(made)]
    assert fills(made, "print") == ["#ffffff", "#ffffff"]
    labelled = drawing("AA.").labelled({(0, 2): "Nov"})
    assert 'fill="#888888" fill-opacity' in labelled.to_svg()
    assert "#888888" not in labelled.to_svg(palette="print")
    for plain in (made.to_svg(palette="print"), labelled.to_svg(palette="print")):
        assert plain.count('<path fill="#ffffff"') == 2
    made = drawing("AABCC")
    own = fills(made)
    assert fills(made, {"A": "#123", "C": "teal", "Q": "red"}) == ["#123", own[1], "teal"]
    texts = ET.fromstring(made.to_svg(palette={"A": "#112233"})).findall(f".//{SVG}text")
    assert [text.get("fill") for text in texts] == ["#ffffff", None, None]


@pytest.mark.parametrize("palette", ["bright", None, 3, {"A": "#12"}, {"A": 'red"/>'}, {"A": None}])
def test_palettes_that_cannot_be(palette: Any) -> None:
    told = r"^(palette must be 'colour', 'safe', 'print' or|a colour must be #rrggbb or)"
    with pytest.raises(PentominoError, match=told):
        drawing("AAB").to_svg(palette=palette)


@pytest.mark.parametrize(
    ("colour", "letters"),
    [("#000", "#ffffff"), ("#ffffff", "#000000"), ("#0000ff", "#ffffff"), ("#888888", "#000000"), ("navy", "#000000")],
)
def test_the_ink_of_letters(colour: str, letters: str) -> None:
    assert ink(colour) == letters


# Colour blindness as simulated by Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
MACHADO = {
    "normal": NORMAL,
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# From linear sRGB to XYZ as parts of white (D65), IEC 61966-2-1.
TO_XYZ = (
    (0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047),
    (0.2126, 0.7152, 0.0722),
    (0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883),
)


def times(matrix: Iterable[Iterable[float]], vector: Iterable[float]) -> Triple:
    vector = tuple(vector)
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(rgb: tuple[int, int, int]) -> Triple:
    r, g, b = (v / 3294.6 if v <= 10.31475 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in rgb)
    return r, g, b


def lab(light: Triple) -> Triple:
    shares = times(TO_XYZ, (min(max(v, 0.0), 1.0) for v in light))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: Triple, second: Triple) -> float:
    """The difference of two colours in CIELAB by CIEDE2000, as Sharma, Wu and Dalal (2005) write it."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    a1, a2 = (a * (1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))) for a in (a1, a2))
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, c, h = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
    t += 0.32 * cos(radians(3 * h + 6)) - 0.2 * cos(radians(4 * h - 63))
    rotation = -2 * sqrt(c**7 / (c**7 + 25**7)) * sin(radians(60 * exp(-(((h % 360 - 275) / 25) ** 2))))
    light /= 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    chroma, hue = chroma / (1 + 0.045 * c), hue / (1 + 0.015 * c * t)
    return sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def least_distance(colours: list[tuple[int, int, int]], matrix: tuple[Triple, ...]) -> float:
    seen = [lab(times(matrix, linear(colour))) for colour in colours]
    return min(ciede2000(*pair) for pair in combinations(seen, 2))


def xterm(number: int) -> tuple[int, int, int]:
    """The colours 16-255 of a terminal with 256 colours: a cube of six levels, and greys."""
    if number > 231:
        return (8 + 10 * (number - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    return levels[(number - 16) // 36], levels[(number - 16) // 6 % 6], levels[(number - 16) % 6]


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_as_published(first: Triple, second: Triple, difference: float) -> None:
    assert ciede2000(first, second) == pytest.approx(difference, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("matrix", MACHADO.values(), ids=MACHADO)
def test_any_two_colours_can_be_told_apart(matrix: tuple[Triple, ...]) -> None:
    """Also on a terminal with 256 colours."""
    hinted = tuple(bytes.fromhex(HINTED.removeprefix("#")))
    assert least_distance([hinted, *(colour.rgb for colour in PALETTE)], matrix) >= 14
    assert least_distance([xterm(colour.indexed) for colour in PALETTE], matrix) >= 11


def test_black_can_be_read_on_every_colour() -> None:
    for colour in PALETTE:
        for rgb in (colour.rgb, xterm(colour.indexed)):
            luminance = times(TO_XYZ, linear(rgb))[1]
            assert (luminance + 0.05) / 0.05 >= 5
    assert len({colour.basic for colour in PALETTE}) == len({colour.name for colour in PALETTE}) == 13


def painted(text: str) -> Iterator[list[tuple[str, str]]]:
    """Each line as characters with the colour code they are shown in."""
    for line in text.split("\n"):
        code, shown = "", []
        for escape, mark in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
            code = escape if not mark else code
            shown += [(mark, code.removeprefix("0"))] if mark else []
        assert code in ("", "0")
        yield shown


def test_coloured_letters_and_walls_by_hand() -> None:
    long, b = (f"\x1b[38;5;16;48;5;{PALETTE[index].indexed}m" for index in assign(drawing("AAB")))
    corner, _ = (f"\x1b[38;5;16;48;5;{PALETTE[index].indexed}m" for index in assign(drawing("AAB\nA##")))
    assert coloured(drawing("AAB.#\nA#...")) == f"{corner}A A \x1b[0m{b}B \x1b[0m.\n{corner}A \x1b[0m  . . ."
    assert coloured(drawing("AAB"), "blocks") == f"{long}    \x1b[0m{b}  \x1b[0m"
    lines = list(painted(coloured(drawing("AAB\nAAB"), "box")))
    assert {code for line in lines for mark, code in line if mark != " "} == {""}
    for line in lines[1:-1]:
        assert [bool(code) for _, code in line] == [False, *[True] * 7, False, *[True] * 3, False]


@pytest.mark.parametrize(
    ("depth", "code"),
    [
        ("16", "30;{0.basic}"),
        ("256", "38;5;16;48;5;{0.indexed}"),
        ("truecolour", "38;2;0;0;0;48;2;{0.rgb[0]};{0.rgb[1]};{0.rgb[2]}"),
    ],
)
@given(made=drawings())
def test_every_cell_is_on_the_colour_of_its_area(depth: Depth, code: str, made: Drawing) -> None:
    codes = {area: code.format(PALETTE[index]) for area, index in enumerate(assign(made))}
    shown: dict[Style, tuple[int, int, int]] = {"letters": (1, 2, 0), "narrow": (1, 1, 0), "blocks": (1, 2, 0)}
    shown |= {"outline": (2, 4, 1), "box": (2, 4, 1)}
    assert set(shown) == set(get_args(Style))
    for style, (high, wide, start) in shown.items():
        lines = list(painted(coloured(made, style, depth)))
        for (r, c), area in bounding_box(made).items():
            line = lines[high * r + start][wide * c + start :][: wide - start]
            assert {colour for _, colour in line} <= {codes.get(area, "")}
            assert len(line) == wide - start or area < 0


@given(drawings())
def test_without_its_colours_a_coloured_picture_is_the_plain_one(made: Drawing) -> None:
    def bare(style: Style) -> list[str]:
        return ["".join(mark for mark, _ in line).rstrip() for line in painted(coloured(made, style))]

    assert bare("outline") == outline(made).split("\n")
    assert bare("box") == box(made).split("\n")
    assert bare("narrow") == [row.replace("#", " ").rstrip() for row in letters(made).split("\n")]
    assert bare("letters") == [" ".join(row.replace("#", " ")).rstrip() for row in letters(made).split("\n")]
    shared = {made.symbols[a] for a, b in permutations(range(len(made.names)), 2) if assign(made)[a] == assign(made)[b]}
    assert set(re.findall("[A-Z]", "".join(bare("blocks")))) <= shared


def test_blocks_have_letters_where_a_colour_is_not_enough() -> None:
    made = solved("2x5", "I2*3 V3 O1")
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured(made.drawing, "blocks"))
    copies = {symbol for symbol, name in zip(made.drawing.symbols, made.drawing.names, strict=True) if name == "I2"}
    assert set(plain) - {" ", "\n"} == copies


@pytest.mark.parametrize("rows", [19, 22])
def test_large_pictures_are_drawn_like_small_ones(rows: int) -> None:
    names = tuple(f"{n}" for n in range(rows * 10))
    areas = {(r, c): EMPTY if r % 7 == c % 5 else r * 10 + c // 2 for r in range(rows) for c in range(20)}
    made = Drawing(areas, ("A",) * len(names), names)
    for style, plain in (("outline", outline), ("box", box)):
        lines = painted(coloured(made, style))  # type: ignore[arg-type]
        assert ["".join(mark for mark, _ in line).rstrip() for line in lines] == plain(made).split("\n")


def test_unknown_styles_and_depths() -> None:
    with pytest.raises(
        ValueError, match=r"^style must be 'letters', 'narrow', 'outline', 'box' or 'blocks', got 'svg'$"
    ):
        coloured(drawing("A"), "svg")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^depth must be '16', '256' or 'truecolour', got '8'$"):
        coloured(drawing("A"), "box", "8")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("environ", "is_terminal", "depth"),
    [
        ("", True, None),
        ("TERM=dumb", True, None),
        ("TERM=xterm", True, "16"),
        ("TERM=xterm", False, None),
        ("TERM=xterm-256color", True, "256"),
        ("TERM=xterm-direct", True, "truecolour"),
        ("TERM=xterm COLORTERM=truecolor", True, "truecolour"),
        ("TERM=xterm COLORTERM=24bit", True, "truecolour"),
        ("TERM=xterm COLORTERM=yes", True, "16"),
        ("TERM=dumb COLORTERM=truecolor", True, None),
        ("WT_SESSION=1", True, "truecolour"),
        ("WT_SESSION=1", False, None),
        ("TERM=xterm NO_COLOR=1", True, None),
        ("TERM=xterm NO_COLOR=0", True, None),
        ("TERM=xterm NO_COLOR=", True, "16"),
        ("TERM=xterm NO_COLOR=1 FORCE_COLOR=1 CLICOLOR_FORCE=1", True, None),
        ("FORCE_COLOR=1 TERM=dumb", False, "16"),
        ("FORCE_COLOR=3 TERM=xterm-256color", False, "256"),
        ("FORCE_COLOR=0 TERM=xterm", False, None),
        ("FORCE_COLOR=0 TERM=xterm", True, "16"),
        ("FORCE_COLOR= TERM=xterm", False, None),
        ("CLICOLOR_FORCE=1 COLORTERM=truecolor", False, "truecolour"),
        ("CLICOLOR_FORCE=0 TERM=xterm", False, None),
    ],
)
def test_colour_depth(environ: str, is_terminal: bool, depth: Depth | None) -> None:
    variables = dict(item.split("=") for item in environ.split())
    assert colour_depth(variables, is_terminal) == depth


@pytest.mark.parametrize("obeys", [True, False])
def test_a_windows_console_that_does_not_obey_gets_no_colours(
    run: Run, resize_terminal: Callable[..., None], monkeypatch: pytest.MonkeyPatch, obeys: bool
) -> None:
    resize_terminal(80)
    monkeypatch.delenv("TERM")
    monkeypatch.setenv("WT_SESSION", "1")
    monkeypatch.setattr("pentomino.cli.output.can_show", lambda stream: obeys)
    monkeypatch.setattr(sys, "platform", "win32")
    assert ("\x1b[" in run("solve", "3x20").out) is obeys


def loops(path: ET.Element) -> list[list[Cell]]:
    """The corners of each closed loop of a path that only knows M, H, V and Z."""
    found, x, y = [], 0, 0
    full_match(r"(M-?\d+ -?\d+([HV]-?\d+)+Z)+", path.attrib["d"])
    for loop in path.attrib["d"].rstrip("Z").split("Z"):
        corners = []
        for command, value, other in re.findall(r"([MHV])(-?\d+)(?: (-?\d+))?", loop):
            x = x if command == "V" else int(value)
            y = y if command == "H" else int(other or value)
            corners.append((x, y))
        found.append(corners)
    return found


def edges(loop: list[Cell]) -> Iterable[tuple[Cell, Cell]]:
    return zip(loop, loop[1:] + loop[:1], strict=True)


def double_area(shape: list[list[Cell]]) -> int:
    """Twice the area by the shoelace formula; holes run the other way around and count as negative."""
    return sum(x0 * y1 - x1 * y0 for loop in shape for (x0, y0), (x1, y1) in edges(loop))


def is_inside(shape: list[list[Cell]], x: float, y: float) -> bool:
    """Whether a ray from the point to the right crosses the shape an odd number of times."""
    walls = [(x0, y0, y1) for loop in shape for (x0, y0), (x1, y1) in edges(loop) if x0 == x1]
    return sum(x0 > x and min(y0, y1) < y < max(y0, y1) for x0, y0, y1 in walls) % 2 == 1


def test_an_svg_by_hand() -> None:
    made = drawing("AAA\nA#A\nAAB", names={"A": "ring", "B": "O"})
    a, b = (PALETTE[index].hex for index in assign(made))
    assert made.to_svg(cell=10) == picture(f"""
        <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="-1 -1 32 32" role="img">
        <title>3x3 board with 2 pieces</title>
        <g stroke="#222222" stroke-width="1" stroke-linejoin="round" fill-rule="evenodd">
        <path fill="{a}" d="M0 0H30V20H20V10H10V20H20V30H0Z"><title>ring</title></path>
        <path fill="{b}" d="M20 20H30V30H20Z"><title>O</title></path>
        </g>
        <g fill="#000000" font-family="sans-serif" font-size="5.5" text-anchor="middle" pointer-events="none">
        <text x="15" y="5" dy="0.35em">A</text>
        <text x="25" y="25" dy="0.35em">B</text>
        </g>
        </svg>
    """)


@pytest.mark.parametrize("style", ["filled", "cut"])
def test_a_small_l_does_not_look_like_a_capital_i(style: Literal["filled", "cut"]) -> None:
    made = drawing("IIl\nIll")
    picture = made.to_svg(style=style, letters=True)
    marks = {text.text: text.get("font-style") for text in ET.fromstring(picture).iter(f"{SVG}text")}
    assert marks == {"I": None, "l": "italic"}


@given(drawings(), st.integers(1, 40))
def test_the_paths_cover_the_cells_of_their_areas(made: Drawing, cell: int) -> None:
    root = ET.fromstring(made.to_svg(cell=cell))
    shapes = [loops(path) for path in root.findall(f".//{SVG}path") if path.find(f"{SVG}title") is not None]
    titles = [title.text for title in root.findall(f".//{SVG}path/{SVG}title")]
    assert titles == list(made.names)
    numbers = list(bounding_box(made).values())
    areas = [2 * cell * cell * numbers.count(area) for area in range(len(made.names))]
    assert [double_area(shape) for shape in shapes] == areas
    for (r, c), area in bounding_box(made).items():
        x, y = (c + 0.5) * cell, (r + 0.5) * cell
        assert [number for number, shape in enumerate(shapes) if is_inside(shape, x, y)] == [area] * (area >= 0)


@given(drawings(scattered=True))
def test_an_svg_is_one_picture_of_the_whole_board(made: Drawing) -> None:
    root = ET.fromstring(made.to_svg())
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (width, height) == (float(root.attrib["width"]), float(root.attrib["height"]))
    assert (width + 2 * left, height + 2 * top) == (32 * made.columns, 32 * made.rows)
    assert root.attrib["role"] == "img"
    # An id or a style sheet would act on every other picture in the same page.
    assert not [element for element in root.iter() if "id" in element.attrib or element.tag == f"{SVG}style"]
    cells = bounding_box(made)
    for text in root.findall(f".//{SVG}text"):
        at = (int(float(text.attrib["y"])) // 32, int(float(text.attrib["x"])) // 32)
        assert made.symbols[cells[at]] == text.text


def test_each_letter_stands_once_in_the_cell_nearest_to_the_centre() -> None:
    made = drawing("FFXLLLL\nFXXXFFL\nFFXFFFL\nFFFFFFL")
    texts = ET.fromstring(made.to_svg(cell=2)).findall(f".//{SVG}text")
    places = {text.text: (float(text.attrib["x"]), float(text.attrib["y"])) for text in texts}
    assert len(texts) == 3
    assert places["X"] == (5, 3)
    assert places["L"] == (11, 1)  # as near to the centre as (13, 3), and first
    assert not ET.fromstring(made.to_svg(letters=False)).findall(f".//{SVG}text")


def test_empty_cells_are_faint_and_have_thin_lines_between_them() -> None:
    root = ET.fromstring(drawing("A..\nAA.").to_svg(cell=10))
    surface, thin = root.findall(f"{SVG}g")[0]
    assert (surface.attrib["d"], surface.attrib["fill-opacity"]) == ("M10 0H30V20H20V10H10Z", "0.15")
    assert thin.attrib["d"] == "M20 0v10M20 10h10"
    assert root.findtext(f"{SVG}title") == "2x3 board with 1 piece, 3 cells empty"
    alone = ET.fromstring(drawing("A.").to_svg())
    assert len(alone.findall(f"{SVG}g")[0]) == 1
    assert alone.findtext(f"{SVG}title") == "1x2 board with 1 piece, 1 cell empty"


def test_names_are_escaped() -> None:
    made = drawing("<&", names={"<": '<b>"F\'" & co</b>', "&": "bell\a, surrogate\ud800, heart\u2665"})
    root = ET.fromstring(made.to_svg())
    assert [title.text for title in root.findall(f".//{SVG}path/{SVG}title")] == [
        '<b>"F\'" & co</b>',
        "bell\ufffd, surrogate\ufffd, heart\u2665",
    ]
    assert [text.text for text in root.findall(f".//{SVG}text")] == ["<", "&"]


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("6x10", lambda: solved("6x10").to_svg(cell=21)),
        ("build", lambda: solved("soma").build_order().pictures(cell=18)[2]),
        ("hexagons", lambda: solved("tetrahexes-4x7").to_svg(cell=20, letters=False)),
        ("calendar", lambda: solved("a-puzzle-a-day:jul,4").to_svg(cell=18)),
        ("box", lambda: solved("3x4x5").to_svg(style="isometric", cell=17)),
    ],
)
def test_the_pictures_of_the_readme_are_what_the_package_draws(name: str, draw: Callable[[], str]) -> None:
    shown = Path(__file__).parents[2] / "docs" / "_static" / f"{name}.svg"
    assert shown.read_text(encoding="utf-8") == f"{draw()}\n"
