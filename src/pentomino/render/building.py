"""Pictures of the steps to build a solid: one for each inserted piece, with an arrow and the squares of the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from operator import mul
from typing import TypeAlias

from ..lattices.lattice import Cell, Spot, frame, spot
from .drawing import BaseDrawing
from .solids import PAPER, balls, corner, ground, scene
from .svg import INK, SvgOptions, inside, opening, path_of, svg

Step: TypeAlias = tuple[int, Cell]
"""The number (from 0) of the inserted piece, and the unit vector along which the piece is moved into place."""

THERE = "#d4d4d4"
"""The colour of pieces inserted in earlier steps."""

ARROW = "#c4001a"
"""The colour of arrows, except in the palette "print"."""

FLOOR = "#999999"
"""The colour of the lines of the ground."""

LONG, HEAD, BROAD, THIN = 1.3, 0.45, 0.24, 0.07
"""The length of an arrow, the length of its head, and half the widths of its head and its shaft, in sides of cells."""

APART = 0.3
"""The gap between the tip of an arrow and the piece, in sides of cells."""

ALONE = 0.5
"""The scale of the small picture of the inserted piece alone."""

_NOTE = ", there"


def building(drawing: BaseDrawing, steps: Sequence[Step], options: SvgOptions) -> Iterator[str]:
    """Yield, for each of *steps*, an SVG document that shows the solid after the step.

    All documents have the same size. *drawing* shows the finished solid. Each document also shows a small picture of
    the inserted piece alone and, for cubes, the ground and an arrow to this piece.
    """
    if drawing.lattice.has_balls:
        yield from _building_balls(drawing, steps, options)
        return
    floor = ground([cell for part in drawing.parts for cell in part])
    every = scene(_made(drawing, steps)).seen
    least, sides = frame([triangle for part in (*every, *floor) for triangle in part], PAPER)
    arrows = [_arrow(drawing.parts[number], way) for number, way in steps]
    ends = [(0.0, 0.0), spot(sides, (0, 0), PAPER), *[spot(end, least, PAPER) for one in arrows for end in one]]
    (left, right), (top, bottom) = ((min(along), max(along)) for along in zip(*ends, strict=True))
    alone = [_made(drawing, [step]) for step in steps]
    left -= ALONE * max([scene(one).extent[0] for one in alone], default=0)
    rim = BROAD + options.margin / options.cell
    box = left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim
    x, y, width, height = (round(options.cell * along, 3) for along in box)
    squares = "".join([path_of(square, (least, PAPER), options.cell) for square in floor])
    ground_lines = f'<path fill="none" stroke="{FLOOR}" stroke-width="{options.thin}" d="{squares}"/>'
    for number, ((new, _), arrow, one) in enumerate(zip(steps, arrows, alone, strict=True), 1):
        solid = _made(drawing, steps[:number])
        title = f"step {number} of {len(steps)}: {drawing.names[new]}"
        lines = opening(title, x, y, width, height, unit=options.unit)
        lines += [ground_lines, *_inner(solid, options, spot(scene(solid).frame[0], least, PAPER))]
        lines += [_pointed(spot(arrow[0], least, PAPER), spot(arrow[1], least, PAPER), options)]
        lines += [*_inner(one, options._replace(letters=False), (left, top), ALONE), "</svg>"]
        yield "\n".join(lines)


def _building_balls(drawing: BaseDrawing, steps: Sequence[Step], options: SvgOptions) -> Iterator[str]:
    (_, (left, top), (right, bottom)), near = balls(drawing), options.margin
    alone = [_made(drawing, [step], is_alone=True) for step in steps]
    wide = options.cell * ALONE * max([x1 - x + 1 for _, (x, _), (x1, _) in map(balls, alone)], default=0)
    width, height = (round(options.cell * (along + 1) + 2 * near, 3) for along in (right - left, bottom - top))
    for number, ((new, _), one) in enumerate(zip(steps, alone, strict=True), 1):
        title = f"step {number} of {len(steps)}: {drawing.names[new]}"
        lines = opening(title, round(-near - wide, 3), -near, round(width + wide, 3), height, unit=options.unit)
        lines += _inner(one, options._replace(letters=False), (-wide / options.cell, 0), ALONE)
        yield "\n".join([*lines, *_inner(_made(drawing, steps[:number]), options, (0, 0)), "</svg>"])


def _made(drawing: BaseDrawing, steps: Sequence[Step], is_alone: bool = False) -> BaseDrawing:
    """Return the drawing of the pieces that *steps* insert. Only the piece inserted last has a letter.

    If *is_alone* is true, leave out all other cells.
    """
    (layer, row, column), there = max(drawing.cells), [number for number, _ in steps]
    parts = [part if number in there else () for number, part in enumerate(drawing.parts)]
    names = [name + _NOTE * (number != there[-1]) for number, name in enumerate(drawing.names)]
    symbols = [symbol if number == there[-1] else " " for number, symbol in enumerate(drawing.symbols)]
    # Add an empty cell of the ground. Without it, cubes that do not touch would be drawn side by side, as in a chart.
    own = drawing.parts[there[-1]] if is_alone else drawing.cells
    cells = frozenset([*own, *[(layer + 1, row, column)] * drawing.lattice.has_cubes])
    return drawing._of_parts(cells, parts, tuple(symbols), tuple(names), lattice=drawing.lattice)


def _inner(drawing: BaseDrawing, options: SvgOptions, at: Spot, scale: float = 1) -> list[str]:
    """Return the lines of an SVG group that shows a solid, enlarged by *scale*. *at* is its corner, in cells."""
    palette = options.palette
    if isinstance(palette, str):
        palette = dict.fromkeys(drawing.names, "#ffffff") if palette == "print" else {}
    palette = {**palette, **{name: THERE for name in drawing.names if name.endswith(_NOTE)}}
    inner = inside(svg(drawing, options._replace(palette=palette)))
    x, y = (round(options.cell * along, 3) for along in at)
    return [f'<g transform="translate({x} {y}) scale({scale})">', inner, "</g>"]


def _arrow(part: Sequence[Cell], way: Cell) -> tuple[Spot, Spot]:
    """Return the tail and the tip of the arrow that shows how *part* is moved into place in direction *way*."""
    middle = [sum(along) / len(part) for along in zip(*part, strict=True)]
    cell = min(part, key=lambda cell: (sum(map(mul, cell, way)), dist(cell, middle), cell))
    (x, y), (right, down) = corner(cell), corner(way)
    tip, tail = (0.5 + APART + long for long in (0, LONG))
    return (x - tail * right, y + 2 - tail * down), (x - tip * right, y + 2 - tip * down)


def _pointed(tail: Spot, tip: Spot, options: SvgOptions) -> str:
    (x, y), (x1, y1) = tail, tip
    along = (x1 - x) / LONG, (y1 - y) / LONG
    neck = LONG - HEAD
    shape = (0, THIN), (neck, THIN), (neck, BROAD), (LONG, 0), (neck, -BROAD), (neck, -THIN), (0, -THIN)
    spots = [(x + far * along[0] - out * along[1], y + far * along[1] + out * along[0]) for far, out in shape]
    corners = [f"{options.cell * x:.2f} {options.cell * y:.2f}" for x, y in spots]
    fill = INK if options.palette == "print" else ARROW
    return f'<path fill="{fill}" stroke="#ffffff" stroke-width="{options.thin}" d="M{"L".join(corners)}Z"/>'
