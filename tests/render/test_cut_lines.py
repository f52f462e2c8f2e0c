"""Cut lines: each edge once, in as few strokes as can be, in layers, in millimetres."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import chain, combinations, pairwise, permutations
from math import dist

import pytest
from hypothesis import given

from commandline import exactly
from drawings import drawing, drawings
from pentomino import PentominoError, Polyform, Puzzle, boards, chart, polyforms
from pentomino.drawable import Drawing
from pentomino.lattices.board_words import lattices
from pentomino.lattices.lattice import Point
from pentomino.render.cut import Corner, Stroke, cut_lines
from pentomino.render.drawing import Edge, cuts, downwards, strokes
from puzzles import solved

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def border(made: Drawing) -> list[Edge]:
    """The edges of length one between a cell of squares and no cell."""
    return [downwards(a, b) for cell in made.areas for other, a, b in made.grid.sides(cell) if other not in made.areas]


def unit_edges(stroke: list[Point]) -> list[frozenset[Point]]:
    """The edges of length one along a stroke that runs level and upright only."""
    found = []
    for (x, y), (x1, y1) in pairwise(stroke):
        assert (x == x1) != (y == y1)
        dx, dy = (x1 > x) - (x1 < x), (y1 > y) - (y1 < y)
        for i in range(abs(x1 - x) + abs(y1 - y)):
            found.append(frozenset({(x + i * dx, y + i * dy), (x + (i + 1) * dx, y + (i + 1) * dy)}))
    return found


def least_strokes(edges: list[Edge]) -> int:
    """Half of the points where an odd number of edges meet, or 1 without any, of each part that hangs together."""
    degrees = Counter(point for edge in edges for point in edge)
    near: dict[Point, set[Point]] = {point: set() for point in degrees}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    left, number = set(degrees), 0
    while left:
        part, todo = set(), [min(left)]
        while todo:
            point = todo.pop()
            if point not in part:
                part.add(point)
                todo += near[point]
        left -= part
        number += max(1, sum(degrees[point] % 2 for point in part) // 2)
    return number


@given(drawings(scattered=True))
def test_each_edge_is_drawn_once_in_as_few_strokes_as_can_be(made: Drawing) -> None:
    for edges in (cuts(made), border(made)):
        found = strokes(edges)
        assert Counter(edge for stroke in found for edge in unit_edges(stroke)) == Counter(map(frozenset, edges))
        assert len(found) == least_strokes(edges)


@given(drawings(scattered=True))
def test_cuts_run_between_what_differs(made: Drawing) -> None:
    inner, outer = cuts(made), border(made)
    assert len({*inner, *outer}) == len(inner) + len(outer)
    sides = [len({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}) for x, y in made.areas]
    assert len(inner) * 2 + len(outer) <= sum(sides)
    for edges, is_outer in ((inner, False), (outer, True)):
        for (x, y), (x1, _) in edges:
            others = ((y - 1, x), (y, x)) if x1 != x else ((y, x - 1), (y, x))
            one, other = (made.at(row, column) for row, column in others)
            assert one != other
            assert (-2 in (one, other)) == is_outer


def test_a_file_for_a_cutter_by_hand() -> None:
    assert drawing("AAB\nABB").to_svg(style="cut", cell=12.5, margin=5) == "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" width="47.5mm" height="35mm" viewBox="-5 -5 47.5 35" role="img"'
            ' style="background:#fff" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">',
            "<title>2x3 board with 2 pieces</title>",
            '<g inkscape:groupmode="layer" inkscape:label="inner" fill="none" stroke="#0000ff" stroke-width="0.1">',
            '<path d="M25 0V12.5H12.5V25"/>',
            "</g>",
            '<g inkscape:groupmode="layer" inkscape:label="outline" fill="none" stroke="#ff0000" stroke-width="0.1">',
            '<path d="M0 0H37.5V25H0Z"/>',
            "</g>",
            "</svg>",
        ]
    )


def test_pieces_apart_have_outlines_only_and_letters_if_asked_for() -> None:
    for letters, layers in (([], ["outline"]), ([*"ILOST"], ["engrave", "outline"])):
        made = ET.fromstring(chart(polyforms(4)).to_svg(style="cut", letters=bool(letters)))
        assert [layer.attrib[f"{INKSCAPE}label"] for layer in made.findall(f"{SVG}g")] == layers
        assert [text.text for text in made.iter(f"{SVG}text")] == letters


@pytest.mark.parametrize(
    "rows",
    [
        "AAAAAAA AAAAAAA AA###AA AA#B#AA AA###AA AAAAAAA AAAAAAA",
        "AAAAAAA A#####A A#BBC#A A#B#C#A A#BBC#A A#####A AAAAAAA",
        "AAAAAAA ABBBBBA ABCCCBA ABC#CBA ABCCCBA ABBBBBA AAAAAAA",
        "AAAAA## ABBBA## AB#BA## ABBBACC AAAAAC# #####CC",
    ],
)
def test_what_lies_within_lines_is_cut_before_them(rows: str) -> None:
    """The outlines of what is around the board come last, and a line after all lines that it goes around."""
    sheet = cut_lines(drawing(rows.replace(" ", "\n")), 1)
    lines = [*sheet.inner, *sheet.outline]
    boxes = [[(min(along), max(along)) for along in zip(*line.corners, strict=True)][:2] for line in lines]
    for (at, inner), (then, outer) in permutations(enumerate(boxes), 2):
        assert at < then or not all(a < c and d < b for (a, b), (c, d) in zip(outer, inner, strict=True))
    (around,) = sheet.outline
    assert boxes[lines.index(around)] == [(0, sheet.width), (0, sheet.height)]


def ends(line: Stroke) -> list[Corner]:
    """The corners of a line, the first one again at the end if it is closed."""
    return [*line.corners, line.corners[0]] if line.is_closed else list(line.corners)


@pytest.mark.parametrize("name", [name for name in lattices() if name != "balls"])
def test_the_kerf_is_half_on_each_side_of_each_line(name: str) -> None:
    """Each side of a line lies half of the kerf farther from the material, if the piece is moved as a whole."""
    lattice, kerf = lattices()[name], 2.4
    # Pieces of cubes are cut layer by layer, with the layers apart; this test has pieces of one layer.
    pieces = [piece for n in (3, 4, 6) for piece in polyforms(n, lattice=lattice)[-12:]]
    for piece in [piece for piece in pieces if 1 in (1, *piece.sides)[-3:-2]]:
        true, wider = (cut_lines(chart([piece]), 10, width) for width in (0, kerf))
        sides = []
        for line, moved in zip([*true.inner, *true.outline], [*wider.inner, *wider.outline], strict=True):
            for (a, b), (c, d) in zip(pairwise(ends(line)), pairwise(ends(moved)), strict=True):
                length = dist(a[:2], b[:2])
                x, y = (b.y - a.y) / length, (a.x - b.x) / length  # to the left, away from the material
                assert (d.x - c.x) * x + (d.y - c.y) * y == pytest.approx(0, abs=1e-9)
                assert (d.x - c.x) * -y + (d.y - c.y) * x > 0
                sides.append((x, y, (c.x - a.x) * x + (c.y - a.y) * y - kerf / 2))
        x0, y0, far = sides[0]
        x1, y1, further = next(side for side in sides if abs(x0 * side[1] - y0 * side[0]) > 0.1)
        size = x0 * y1 - y0 * x1
        right, down = (far * y1 - further * y0) / size, (x0 * further - x1 * far) / size
        for x, y, by in sides:
            assert by == pytest.approx(x * right + y * down)


def test_a_kerf_around_a_hole_and_a_corner_by_hand() -> None:
    made = drawing("AAA\nA#A\nAAA").to_svg(style="cut", cell=10, kerf=1, margin=0)
    assert 'width="31mm" height="31mm"' in made
    inner, outline = ("", "inner"), ("", "outline")
    lines = [inner, ("M20 11H11V20H20Z", ""), outline, ("M0 0H31V31H0Z", "")]
    assert re.findall(' d="(.*?)"|label="(.*?)"', made) == lines
    # Lines around both cells would cross, and cut off both corners.
    made = drawing("AAA\nA#A\nAA#").to_svg(style="cut", cell=10, kerf=1, margin=0)
    assert re.findall(' d="(.*?)"', made) == ["M20 11H11V20H20Z", "M0 0H31V21H21V31H0Z"]
    # The frame around such a board is connected, however, and so is the piece of its hole.
    tray = cut_lines(drawing("...\n.#.\n..#"), 10, 1, 5)
    assert len(tray.inner) == 1


def test_pieces_with_a_kerf_lie_apart_and_others_in_a_frame() -> None:
    solution = solved("8x8-hole")
    for rim in (None, 8):
        sheet = cut_lines(solution.drawing, 10, kerf=0.2, rim=rim)
        assert len(sheet.outline) == 12 + 2 * (rim is not None)
        boxes = [tuple(zip(*line.corners, strict=True))[:2] for line in sheet.outline]
        for one, other in combinations(boxes, 2):
            assert max(max(min(a) - max(b), min(b) - max(a)) for a, b in zip(one, other, strict=True)) >= 5 - 1e-9
        xs, ys = (list(chain(*along)) for along in zip(*boxes, strict=True))
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, sheet.width, sheet.height))
        assert len(sheet.engrave) == 12
    solution = solved("3x5", "PUV")
    sheet = cut_lines(solution.drawing, 10, rim=5)
    assert [line.is_closed for line in sheet.inner] == [False] * (len(sheet.inner) - 1) + [True]
    assert len(sheet.outline) == 2
    assert len(sheet.engrave) == 3
    with pytest.raises(PentominoError, match="not wrapped: here pieces may cross the seam"):
        cut_lines(Puzzle("torus 3x5", "PUV").drawing, 10, kerf=0.2)
    assert cut_lines(chart([]), 10, 1, 5).outline == ()


@pytest.mark.parametrize(("kerf", "by"), [(None, 0), (1, 0.5)])
def test_a_tray_by_hand(kerf: float | None, by: float) -> None:
    """A frame of 5 around 20x30, with round corners; of the board's hole comes an island. Then the floor."""
    sheet = cut_lines(drawing("...\n.#.\n...\n..."), 10, kerf, 5, 2)
    island, opening = (sorted({corner[:2] for corner in line.corners}) for line in sheet.inner)
    frame = 5 + by, 5 + by
    assert island == [(x + frame[0], y + frame[1]) for x in (10 - by, 20 + by) for y in (10 - by, 20 + by)]
    assert opening == [(x + frame[0], y + frame[1]) for x in (by, 30 - by) for y in (by, 40 - by)]
    assert [len(line.corners) for line in sheet.outline] == [8, 8]
    width, height, radius = 40 + 2 * by, 50 + 2 * by, 2 + by
    ends = [((0, radius), (radius, 0)), ((width - radius, 0), (width, radius))]
    ends += [((width, height - radius), (width - radius, height)), ((radius, height), (0, height - radius))]
    for line, right in zip(sheet.outline, (0, width + 5), strict=True):
        arcs = [(*a[:2], *b[:2]) for a, b in pairwise([*line.corners, line.corners[0]]) if a.radius]
        expected = [(x + right, y, x1 + right, y1) for (x, y), (x1, y1) in ends]
        assert list(chain(*arcs)) == pytest.approx(list(chain(*expected)))
        assert {corner.radius for corner in line.corners} == {0, radius}


@pytest.mark.parametrize("tray", [{}, {"kerf": 0.2}, {"rim": 10}, {"rim": 10, "kerf": 0.2}])
def test_a_board_has_its_labels_engraved(tray: dict[str, float]) -> None:
    """On the board itself or, with a rim, on the floor, which is the last part."""
    board = boards.named("a-puzzle-a-day")
    sheet = cut_lines(board.drawing, 20, **tray)
    left, top = (min(corner[axis] for corner in sheet.outline[-1].corners) for axis in (0, 1))
    near = tray.get("rim", 0) + tray.get("kerf", 0) / 2
    x, y = left + near + 10, top + near + 10
    middles = {label: (x + 20 * column, y + 20 * row) for (row, column), label in board.labels.items()}
    assert {mark.text: pytest.approx((mark.x, mark.y)) for mark in sheet.engrave} == middles
    assert len(sheet.engrave) == 43
    picture = board.to_svg(style="cut", cell=20, letters=True, **tray)  # type: ignore[arg-type]
    (layer,) = (g for g in ET.fromstring(picture) if g.attrib.get(f"{INKSCAPE}label") == "engrave")
    assert {text.text for text in layer} == set(board.labels.values())
    assert {text.attrib["font-size"] for text in layer} == {"8"}
    assert "<text" not in board.to_svg(style="cut", cell=20, **tray)  # type: ignore[arg-type]


def test_labels_under_pieces_are_engraved_on_a_floor_only() -> None:
    solution = solved("++..\n....", "I2*3")
    assert [mark.text for mark in cut_lines(solution.drawing, 10).engrave] == [*solution.drawing.symbols, "+", "+"]
    labelled = solution.drawing.labelled({cell: f"{cell[0]}{cell[1]}" for cell in solution.board.cells})
    marks = cut_lines(labelled, 10, kerf=0.2, rim=5).engrave
    assert [mark.text for mark in marks[:8]] == ["00", "01", "02", "03", "10", "11", "12", "13"]
    assert [mark.text for mark in marks[8:]] == [*labelled.symbols]
    assert [mark.size for mark in marks] == [4.0] * 8 + [5.5] * 3


@pytest.mark.parametrize("tray", [{"kerf": 0.2}, {"rim": 5}, {"kerf": 0.2, "rim": 5, "radius": 2}])
def test_solids_are_cut_as_layers_only(tray: dict[str, float]) -> None:
    solid, flat = (solved(board, "I2*4") for board in ("2x2x2", "1x2x4"))
    assert solid.to_svg(style="cut").count("<path") > 2
    with pytest.raises(PentominoError, match=r"^kerf and rim require flat boards and pieces; for a solid of cubes"):
        solid.to_svg(style="cut", **tray)  # type: ignore[arg-type]
    assert flat.to_svg(style="cut", **tray).count("<path") > 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, 'width="102" height="70" viewBox="-3 -3 102 70"'),
        ({"cell": 10}, 'width="32" height="22" viewBox="-1 -1 32 22"'),
        ({"margin": 0}, 'width="96" height="64" viewBox="0 0 96 64"'),
        ({"unit": "mm"}, 'width="31.666mm" height="21.666mm" viewBox="-0.833 -0.833 31.666 21.666"'),
        ({"unit": "mm", "cell": 7.5, "margin": 2}, 'width="26.5mm" height="19mm" viewBox="-2 -2 26.5 19"'),
        ({"coordinates": True}, 'width="126" height="94" viewBox="-27 -27 126 94"'),
        ({"style": "cut"}, 'width="30.2mm" height="20.2mm" viewBox="-0.1 -0.1 30.2 20.2"'),
        ({"style": "cut", "unit": "px"}, 'width="98" height="66" viewBox="-1 -1 98 66"'),
    ],
)
def test_sizes(options: dict[str, object], size: str) -> None:
    assert f'xmlns="http://www.w3.org/2000/svg" {size} role' in drawing("AAA\nBBB").to_svg(**options)  # type: ignore[arg-type]


def test_coordinates_are_those_of_the_cells() -> None:
    made = drawing("AA\n#A", origin=(-1, 8))
    texts = ET.fromstring(made.to_svg(coordinates=True, letters=False)).iter(f"{SVG}text")
    expected = [("8", 16, -13.5), ("9", 48, -13.5), ("-1", -13.5, 16), ("0", -13.5, 48)]
    assert [(text.text, float(text.attrib["x"]), float(text.attrib["y"])) for text in texts] == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cell": 0}, "cell must be at least 1 pixel, got 0"),
        ({"cell": float("nan")}, "cell must be at least 1 pixel, got nan"),
        ({"cell": 1e9}, "cell must be from 0.1 to 10000 px, got 1000000000.0"),
        ({"cell": 0, "unit": "mm"}, "cell must be from 0.1 to 10000 mm, got 0"),
        ({"unit": "cm"}, "unit must be 'px' or 'mm', got 'cm'"),
        ({"margin": -1}, "margin must be from 0 to 10000 px, got -1"),
        ({"style": "bold"}, "style must be 'filled', 'cut' or 'isometric', got 'bold'"),
        ({"style": "cut", "coordinates": True}, "coordinates cannot be combined with cut lines"),
        ({"kerf": 0.2}, "kerf requires style='cut'"),
        ({"style": "isometric", "radius": 0}, "radius requires style='cut'"),
        ({"style": "cut", "kerf": 3}, "kerf must be from 0 to 2.5 if the side of a cell is 10, got 3"),
        ({"style": "cut", "kerf": float("nan")}, "kerf must be from 0 to 2.5 if the side of a cell is 10, got nan"),
        ({"style": "cut", "rim": 0}, "rim must be from 0.1 to 10000, got 0"),
        ({"style": "cut", "radius": 1}, "radius requires rim=, whose outer corners it rounds"),
        ({"style": "cut", "rim": 5, "radius": 6}, "radius must be from 0 to 5, the width of the rim, got 6"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(PentominoError, match=exactly(message)):
        Polyform.named("F").to_svg(**options)  # type: ignore[arg-type]
