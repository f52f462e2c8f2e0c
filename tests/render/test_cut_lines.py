"""Cut lines: each edge once, in as few strokes as can be, in layers, in millimetres."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import drawing, drawings
from pentomino import PentominoError, Polyomino, chart, free_polyominoes, solve
from pentomino.drawable import Drawing
from pentomino.lattices.looks import Point
from pentomino.render.polygons import Edge, cuts, strokes

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


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
    for edges in cuts(made):
        found = strokes(edges)
        assert Counter(edge for stroke in found for edge in unit_edges(stroke)) == Counter(map(frozenset, edges))
        assert len(found) == least_strokes(edges)


@given(drawings(scattered=True))
def test_cuts_run_between_what_differs(made: Drawing) -> None:
    inner, outer = cuts(made)
    assert len({*inner, *outer}) == len(inner) + len(outer)
    sides = [len({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}) for x, y in made.areas]
    assert len(inner) * 2 + len(outer) <= sum(sides)
    for edges, is_outer in ((inner, False), (outer, True)):
        for (x, y), (x1, _) in edges:
            others = ((y - 1, x), (y, x)) if x1 != x else ((y, x - 1), (y, x))
            one, other = (made.at(row, column) for row, column in others)
            assert one != other
            assert (-2 in (one, other)) == is_outer


def layers(svg: str) -> dict[str, list[list[Point]]]:
    """The strokes of each layer, in cells of 20."""
    found: dict[str, list[list[Point]]] = {}
    for layer in ET.fromstring(svg).findall(f"{SVG}g"):
        assert layer.attrib[f"{INKSCAPE}groupmode"] == "layer"
        lines = found.setdefault(layer.attrib[f"{INKSCAPE}label"], [])
        for path in layer.findall(f"{SVG}path"):
            line: list[Point] = []
            for command, value, other in re.findall(r"([MHVZ])(-?[\d.]+)?(?: (-?[\d.]+))?", path.attrib["d"]):
                x, y = line[-1] if line else (0, 0)
                to = int(value or 0) // 20
                at = {"M": (to, int(other or 0) // 20), "H": (to, y), "V": (x, to), "Z": line[0] if line else (0, 0)}
                line.append(at[command])
            lines.append(line)
    return found


@pytest.mark.parametrize("board", ["6x10", "8x8-hole", "3x20"])
def test_the_file_for_a_cutter_has_each_edge_once(board: str) -> None:
    solution = solve(board)
    assert solution is not None
    found = layers(solution.to_svg(style="cut", cell=20))
    assert list(found) == ["inner cuts", "outline"]  # so that what is cut last still holds what is cut first
    edges = Counter(edge for lines in found.values() for line in lines for edge in unit_edges(line))
    assert set(edges.values()) == {1}
    walls = {frozenset(edge) for some in cuts(solution.drawing) for edge in some}
    assert set(edges) == walls
    assert len(found["outline"]) == (2 if board == "8x8-hole" else 1)


def test_a_file_for_a_cutter_by_hand() -> None:
    assert drawing("AAB\nABB").to_svg(style="cut", cell=12.5, margin=5) == "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" width="47.5mm" height="35mm" viewBox="-5 -5 47.5 35" role="img"'
            ' style="background:#fff" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">',
            "<title>2x3 board with 2 pieces</title>",
            '<g inkscape:groupmode="layer" inkscape:label="inner cuts" fill="none"'
            ' stroke="#0000ff" stroke-width="0.1">',
            '<path d="M25 0V12.5H12.5V25"/>',
            "</g>",
            '<g inkscape:groupmode="layer" inkscape:label="outline" fill="none" stroke="#ff0000" stroke-width="0.1">',
            '<path d="M0 0H37.5V25H0Z"/>',
            "</g>",
            "</svg>",
        ]
    )


def test_pieces_apart_have_outlines_only_and_letters_if_asked_for() -> None:
    made = chart(free_polyominoes(4))
    assert list(layers(made.to_svg(style="cut"))) == ["outline"]
    with_letters = ET.fromstring(made.to_svg(style="cut", letters=True))
    assert [layer.attrib[f"{INKSCAPE}label"] for layer in with_letters.findall(f"{SVG}g")] == ["outline", "letters"]
    assert [text.text for text in with_letters.iter(f"{SVG}text")] == ["I", "L", "O", "S", "T"]


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
    assert [(text.text, float(text.attrib["x"]), float(text.attrib["y"])) for text in texts] == [
        ("8", 16, -13.5),
        ("9", 48, -13.5),
        ("-1", -13.5, 16),
        ("0", -13.5, 48),
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cell": 0}, "a cell must be at least 1 pixel, not 0"),
        ({"cell": float("nan")}, "a cell must be at least 1 pixel, not nan"),
        ({"cell": 1e9}, "a cell has a side of 0.1 to 10000 px, not 1000000000.0"),
        ({"cell": 0, "unit": "mm"}, "a cell has a side of 0.1 to 10000 mm, not 0"),
        ({"unit": "cm"}, "unknown unit 'cm'; there are px and mm"),
        ({"margin": -1}, "a margin is 0 to 10000 px, not -1"),
        ({"style": "bold"}, "unknown style 'bold' of SVG; there are filled, cut and isometric"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(PentominoError) as raised:
        Polyomino.named("F").to_svg(**options)  # type: ignore[arg-type]
    assert str(raised.value) == message


@given(st.integers(1, 30), st.integers(1, 30))
def test_a_blank_rectangle_is_one_stroke(rows: int, columns: int) -> None:
    inner, outer = cuts(drawing("\n".join("." * columns for _ in range(rows))))
    (stroke,) = strokes(outer)
    assert inner == []
    assert stroke[0] == stroke[-1]
    assert len(stroke) == 5
