"""The colours of pieces, in a palette that also suits the colour-blind.

A piece has the same colour in every picture of a puzzle, and different pieces have different colours as long as there
are enough colours. A search found the palette. It considered only colours that are light enough for black letters and
not glaring. It maximised the smallest difference between two colours, for normal vision and for each kind of colour
blindness. Any two colours differ by at least 14 (CIEDE2000) for normal vision, protanopia, deuteranopia and tritanopia.
A difference of 10 is visible at a glance. Colour blindness was simulated by the method of Machado, Oliveira and
Fernandes ("A physiologically-based model for simulation of color vision deficiency", 2009, severity 1.0). In terminals
of 256 colours, any two colours differ by at least 11. In terminals of 16 colours, the terminal defines the colours.
Black on any colour has a contrast of at least 5 to 1 (WCAG requires 4.5).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ..errors import PentominoError
from ..known_pieces import shapes_of
from ..lattices.lattice import SQUARE, Cell, Lattice
from ..lattices.numbering import least_shapes
from .drawing import BaseDrawing, Kit

PaletteLike: TypeAlias = str | Mapping[str, str]
"""The name of a palette, or a mapping from names of pieces to colours."""

PALETTES = ("colour", "safe", "print")


class Colour(NamedTuple):
    """A colour of the palette.

    `hex` is `#rrggbb` as in CSS. `indexed` is the number among the 256 colours of xterm. `basic` is the SGR code of the
    background colour in terminals of 16 colours.
    """

    name: str
    hex: str
    indexed: int
    basic: int

    @property
    def rgb(self) -> tuple[int, ...]:
        """Red, green and blue (0-255)."""
        return tuple(bytes.fromhex(self.hex[1:]))


PALETTE = (
    Colour("rose", "#e2386a", 197, 101),
    Colour("orange", "#e09b53", 180, 43),
    Colour("brown", "#a37300", 172, 41),
    Colour("yellow", "#ffe326", 184, 103),
    Colour("sage", "#adb5a1", 249, 47),
    Colour("mint", "#8effb2", 193, 102),
    Colour("teal", "#1d8b75", 65, 42),
    Colour("sky", "#c6d9ff", 153, 106),
    Colour("blue", "#7fa8ff", 75, 104),
    Colour("slate", "#7d78a0", 102, 46),
    Colour("violet", "#7167f9", 99, 45),
    Colour("mauve", "#b59fb4", 139, 105),
    Colour("white", "#f4f4f4", 255, 107),
)
"""The colours of the twelve pentominoes in the order of their letters, and the colour of the square tetromino."""

SAFE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#bbbbbb", "#3d8fd1")
"""The palette "safe": the colours of Okabe and Ito, but grey for black and a lighter blue, as letters are black."""

NO_PIECES = {"black": "#444444"}
"""The colours of areas that do not represent pieces, by the name of the area."""

_SMALLER = {"O1": "W", "I2": "L", "I3": "N", "V3": "Z", "I4": "I", "L4": "F", "O4": "", "S4": "X", "T4": "T"}
"""A mapping from smaller pieces to the pentominoes of the same colour. The square tetromino has a colour of its own."""


def assign(drawing: BaseDrawing) -> tuple[int, ...]:
    """Return, for each area (piece), the index of its colour in `PALETTE`.

    A piece of a puzzle has the colour from `assign_kit`, and any other area has the usual colour of its shape. If all
    areas are copies of one piece, each copy has a colour of its own, as long as there are enough colours.
    """
    if 1 < len(drawing.parts) <= len(PALETTE) and len({*drawing.owners}) == 1 and len(drawing.owners[0][1][1]) == 1:
        first = assign_kit(drawing.owners[0][1])[0]
        return tuple([(first + 5 * n) % len(PALETTE) for n in range(len(drawing.parts))])  # adjacent colours are alike
    areas = zip(drawing.parts, drawing.owners, strict=True)
    return tuple(
        [assign_kit(kit)[n] if n < len(kit[1]) else _colour_index(part, drawing.lattice) for part, (n, kit) in areas]
    )


@lru_cache(maxsize=256)
def assign_kit(kit: Kit) -> tuple[int, ...]:
    """Return, for each piece of a puzzle, the index of its colour in `PALETTE`.

    A piece has the usual colour of its shape, which is the same in all orientations, unless an earlier piece has it. In
    that case it gets the first unused colour or, if all are used (with more than 13 pieces), its usual colour.
    """
    lattice, pieces = kit
    usual = [_colour_index(cells, lattice) for cells in pieces]
    first = {colour: number for number, colour in reversed([*enumerate(usual)])}
    unused = iter([colour for colour in range(len(PALETTE)) if colour not in first])
    return tuple([c if first[c] == number else next(unused, c) for number, c in enumerate(usual)])


@lru_cache(maxsize=8192)
def _colour_index(cells: tuple[Cell, ...], lattice: Lattice) -> int:
    if lattice.periods:
        return _colour_index(_rolled_out(cells, lattice), lattice.flat)
    return _of_shape(lattice.normalise(cells), lattice)


def _rolled_out(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    # a piece of a wrapped board, unwrapped in the plane; its first cell stays in place
    unrolled = {cells[0]: cells[0]}
    reached = [cells[0]]
    for cell in reached:
        for near in lattice.flat.neighbours(unrolled[cell]):
            (home,) = lattice.home([near])
            if home in cells and home not in unrolled:
                unrolled[home] = near
                reached.append(home)
    return tuple(unrolled.values())


@lru_cache(maxsize=8192)
def _of_shape(cells: tuple[Cell, ...], lattice: Lattice) -> int:
    images = _images(cells, lattice)
    if lattice._has_square_layers and (flat := [image for image in images if _is_flat(image)]):
        return _of_shape(tuple([cell[1:] for cell in min(flat)]), SQUARE)  # pieces of squares keep their colour
    shape = min(images)
    index_of = _known() if lattice == SQUARE else _ranked(len(shape), lattice)
    if shape in index_of:
        return index_of[shape]
    # The cells are the bits of a number. Its remainder distributes the pieces of a size evenly over the colours.
    size = len(shape)
    bits = [sum([along * size**axis for axis, along in enumerate(cell[::-1])]) for cell in shape]
    return sum([pow(2, bit, len(PALETTE)) for bit in bits]) % len(PALETTE)


def _images(cells: tuple[Cell, ...], lattice: Lattice) -> list[tuple[Cell, ...]]:
    # mirror twins are different pieces only in space, where pieces cannot be reflected
    return [lattice.turned(cells, motion) for motion in lattice._motions_of(cells, lattice.dimension == 2)]


def _is_flat(shape: tuple[Cell, ...]) -> bool:
    return not any(layer for layer, _, _ in shape)


@lru_cache(maxsize=32)
def _ranked(size: int, lattice: Lattice) -> dict[tuple[Cell, ...], int]:
    if size > lattice.look.coloured:
        return {}
    one_sided = least_shapes(size, lattice, [motion for motion in lattice.motions if motion.is_proper])
    is_solid = lattice._has_square_layers
    every = [_images(shape, lattice) for shape in one_sided]
    # flat pieces of cubes and balls have the colours of pieces of squares
    solid = sorted({min(images) for images in every if not (is_solid and any(map(_is_flat, images)))})
    # Start with the third colour, so that no solid tetracube has the colour of a flat tetracube.
    return {shape: (2 + rank) % len(PALETTE) for rank, shape in enumerate(solid)}


@lru_cache(maxsize=1)
def _known() -> dict[tuple[Cell, ...], int]:
    letters = "FILNPTUVWXYZ"
    index_of = {}
    for name, cells in shapes_of("square"):
        colour = name if len(cells) == 5 else _SMALLER[name]
        index_of[min(_images(cells, SQUARE))] = letters.index(colour) if colour else len(letters)
    return index_of


def checked_palette(palette: PaletteLike) -> PaletteLike:
    """Return *palette*, or raise `PentominoError` if its name or one of its colours is not valid."""
    if isinstance(palette, Mapping):
        for colour in palette.values():
            if not isinstance(colour, str) or not re.fullmatch("#([0-9a-f]{3}){1,2}|[a-z]+", colour, re.A | re.I):
                raise PentominoError(f"a colour must be #rrggbb or a name such as teal, got {colour!r}")
    elif palette not in PALETTES:
        names = ", ".join(map(repr, PALETTES))
        raise PentominoError(f"palette must be {names} or a mapping of names to colours, got {palette!r}")
    return palette


def fills(drawing: BaseDrawing, palette: PaletteLike = "colour") -> Sequence[str]:
    """Return the CSS colour of each area: white for "print", or the colour in a mapping. *palette* is not checked."""
    if palette == "print":
        return ["#ffffff"] * len(drawing.names)
    if palette == "safe":  # assigned piece by piece, so that the pieces of a small puzzle differ
        owned = zip(drawing.owners, assign(drawing), strict=True)
        return [SAFE[(n if n < len(kit[1]) else index) % len(SAFE)] for (n, kit), index in owned]
    usual = [PALETTE[index].hex for index in assign(drawing)]
    named = NO_PIECES if isinstance(palette, str) else {**NO_PIECES, **palette}
    return [named.get(name, colour) for name, colour in zip(drawing.names, usual, strict=True)]


@lru_cache(maxsize=256)
def ink(colour: str) -> str:
    """Return black or white, whichever is readable on *colour*. Named colours are treated as light."""
    if not colour.startswith("#"):
        return "#000000"
    wide = len(colour) // 3
    red, green, blue = (int(colour[1 + i * wide : 1 + (i + 1) * wide] * (3 - wide), 16) for i in range(3))
    # The relative luminance of sRGB (WCAG), simplified to a power. At 0.18, black and white have about equal contrast.
    return "#000000" if 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 > 0.18 * 255**2.2 else "#ffffff"
