"""A file of BurrTools without one of its elements means the same puzzle, or is refused: it is never another puzzle."""

from __future__ import annotations

import gzip
import re
import warnings

import pytest

from pentomino import Board, Polyomino, Puzzle, formats
from pentomino.formats import FormatError

CORNER = Polyomino("V3").coloured("B.\nWB")
PUZZLES = {
    "squares": Puzzle("3x5", "PUV"),
    "cubes": Puzzle("soma"),
    "triangles": Puzzle("triangular hexagon 2", "triamonds*8"),
    "colours": Puzzle(Board.rectangle(2, 2).coloured("BW\nWB"), [CORNER, Polyomino("O1")]),
    "a bound on empty cells": Puzzle("..\n++", "I2*", spare=1),
}
# Elements of which a file may have any number, each kind within one parent.
LISTED = {"voxel", "color", "shape", "pair", "problem", "solution"}


@pytest.mark.parametrize("name", PUZZLES)
def test_an_element_is_removed(name: str) -> None:
    text = gzip.decompress(formats.xmpuzzle.write_puzzle(PUZZLES[name])).decode()
    puzzle = formats.xmpuzzle.read_puzzle(text)
    tags = sorted({*re.findall(r"<(\w+)", text)} - LISTED)
    assert {"gridType", "shapes", "problems", "result", "bitmap"} <= {*tags}
    refused = set()
    for tag in tags:
        one = re.search(rf"<{tag}\b[^>]*/>|<{tag}\b.*?</{tag}>", text, re.DOTALL)
        assert one is not None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found = formats.xmpuzzle.read_puzzle(text[: one.start()] + text[one.end() :])
            except FormatError:
                refused.add(tag)
                continue
        assert found == puzzle, tag
    assert refused == {"puzzle", "shapes", "problems", "result", "gridType"} | (
        {"bitmap"} if name == "colours" else set()
    )
