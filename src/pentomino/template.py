"""Warren Usui's numbering of the cells that a piece can cover when it covers the first empty one.

First is the empty cell that is highest in the leftmost column that has one. The others lie right of it, or below it in
its column; they are numbered from 0 by their distance in steps, those of one distance downwards:

         12
          6  13
          2   7  14
      *   0   3   8  15
      1   4   9  16
      5  19  17
     11  18
     10

That is the template for pentominoes, numbers below 20; smaller pieces need part of it, larger ones the next distances.
The README of wusui/pent-py (2022) gives the numbers of the four orientations of W. One of them, 19, would be 10 by the
rule, and is 10 in the program of its sister wusui/pent-js (`pent_utils.js`); here the two cells have changed places, so
that all numbers are those of the text.
"""

from __future__ import annotations

from collections.abc import Collection

from .geometry import Cell

__all__ = ["template_numbers"]

_EXCHANGED = {10: 19, 19: 10}


def template_numbers(cells: Collection[Cell]) -> tuple[int, ...]:
    """The numbers of all cells but the first, the nearest first, those of one distance downwards."""
    column, row = min((column, row) for row, column in cells)
    around = [(abs(down - row) + right - column, down - row) for down, right in cells]
    numbers = [distance * distance + down - 1 for distance, down in sorted(around)[1:]]
    return tuple(_EXCHANGED.get(number, number) for number in numbers)
