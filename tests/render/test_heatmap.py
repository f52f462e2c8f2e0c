"""The heat map: a well-formed picture with every number, its scale, and frames around the extremes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pentomino.render.heatmap import colour, heatmap

VALUES = {(0, 0): 7, (0, 1): 107, (1, 0): 216}


def test_every_number_is_shown() -> None:
    picture = heatmap("Days & nights", ["1", "2"], ["Jan", "Feb"], VALUES, "solutions")
    root = ElementTree.fromstring(picture)
    texts = [text.strip() for text in root.itertext() if text.strip()]
    assert texts[:6] == ["Days & nights", "Days & nights", "Jan", "Feb", "1", "2"]
    assert {"7", "107", "216", "Jan 1: 7 solutions", "Feb 1: 107 solutions", "Jan 2: 216 solutions"} <= set(texts)
    assert texts[-5:] == ["7", "59", "112", "164", "216"]
    assert not re.search(r"\bid=|<style", picture)
    frames = re.findall(r'<path [^>]*d="([^"]*)"', picture)
    assert len(frames) == 2
    assert frames[0] == frames[1]
    assert frames[0].count("M") == 2


@pytest.mark.parametrize("title", ["A-Puzzle-A-Day (DragonFjord), any year: solutions", "W" * 200, "short"])
@pytest.mark.parametrize("columns", [1, 12])
def test_all_of_a_title_is_in_the_picture(title: str, columns: int) -> None:
    names = [str(column) for column in range(columns)]
    root = ElementTree.fromstring(heatmap(title, ["1"], names, {(0, 0): 1}))
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    lines = [text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("font-size") == "15"]
    assert "".join(line.text or "" for line in lines).replace(" ", "") == title.replace(" ", "")
    heights = [int(line.attrib["y"]) for line in lines]
    assert heights == sorted(heights)
    assert top <= heights[0] - 15  # the font's size
    assert heights[-1] < 50
    # In no usual font is a character wider, on average, than 0.6 of the font's size.
    assert all(int(line.attrib["x"]) + 0.6 * 15 * len(line.text or "") <= left + width for line in lines)
    assert top + height >= 50 + 20


def test_values_that_do_not_differ_and_none() -> None:
    picture = heatmap("", ["1"], ["a", "b"], {(0, 0): 5, (0, 1): 5})
    assert [text for text in ElementTree.fromstring(picture).itertext() if text == "5"] == ["5"] * 3
    assert "a 1: 5<" in picture
    with pytest.raises(ValueError, match="a heat map needs values"):
        heatmap("", ["1"], ["a"], {})


def test_colours_darken_and_stay_light_enough_for_black() -> None:
    shades = [_luminance(colour(value, 0, 100)) for value in range(101)]
    assert shades == sorted(shades, reverse=True)
    assert (min(shades) + 0.05) / 0.05 >= 4.5
    assert colour(0, 0, 100) != colour(100, 0, 100)


def _luminance(code: str) -> float:
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
