"""The colours of areas: a palette for all eyes, and a choice from it in which touching areas differ.

The eight colours were found by a search for the largest least distance between any two of them, as seen with
normal vision and with each kind of colour blindness, among colours light enough for black letters and not
glaring. Every two differ by at least 24 in CIELAB (Delta E*ab 1976) with normal vision and with protanopia,
deuteranopia and tritanopia as simulated by Machado, Oliveira and Fernandes ("A physiologically-based model
for simulation of color vision deficiency", 2009, severity 1.0), and with protanopia and deuteranopia after
Viénot, Brettel and Mollon (1999). The entries for 256 colours keep a distance of 23 by the first of these
models. Paul Tol's "light" scheme, made for the same purpose, reaches 10.6 by this measure. Black on any of
them has a contrast of at least 5 to 1 (WCAG asks 4.5). What the 16 basic colours look like is up to the
terminal: there, nothing is promised.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple
from zlib import crc32

from .drawing import Drawing

__all__ = ["PALETTE", "Colour", "assign"]


class Colour(NamedTuple):
    """A colour as red, green and blue (0-255), as one of xterm's 256, and as a basic SGR background."""

    name: str
    rgb: tuple[int, int, int]
    indexed: int
    basic: int

    @property
    def hex(self) -> str:
        """The colour as CSS and SVG write it."""
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)


PALETTE = (
    Colour("blue", (0x45, 0x9A, 0xF2), 33, 104),
    Colour("aqua", (0x94, 0xFA, 0xE2), 122, 106),
    Colour("grey", (0x8B, 0x90, 0x84), 102, 47),
    Colour("green", (0x9B, 0xD0, 0x95), 193, 102),
    Colour("purple", (0xAE, 0x76, 0xAF), 133, 45),
    Colour("rust", (0xC5, 0x77, 0x4B), 209, 101),
    Colour("lavender", (0xE1, 0xC3, 0xFF), 147, 105),
    Colour("amber", (0xE8, 0xC1, 0x5E), 221, 103),
)


def assign(drawing: Drawing, steady: bool = False) -> tuple[int, ...]:
    """For each area an index into `PALETTE`, so that areas that share an edge differ.

    An area has the colour that its name asks for, the same in every picture, unless a neighbour has it
    already. Areas that are in one piece each never run out of colours: taken in the right order, a planar map
    needs six. If areas lie scattered and no colour is left, the one that fewest neighbours have is taken
    once more.

    With *steady*, areas are coloured in the order of their numbers, so that further areas, with higher numbers, leave
    the colours of the others as they are. Then it may run out if an area has eight neighbours.
    """
    neighbours = drawing.neighbours()
    colours: list[int | None] = [None] * len(neighbours)
    used = [0] * len(PALETTE)
    for area in range(len(neighbours)) if steady else _most_entangled_first(neighbours):
        taken = [0] * len(PALETTE)
        for other in neighbours[area]:
            if (colour := colours[other]) is not None:
                taken[colour] += 1
        # The same text has the same checksum everywhere, which `hash` does not promise.
        wanted = crc32(drawing.names[area].encode("utf-8", "replace")) % len(PALETTE)
        ranks = [(taken[c], c != wanted, used[c], (c - wanted) % len(PALETTE)) for c in range(len(PALETTE))]
        choice = ranks.index(min(ranks))
        colours[area] = choice
        used[choice] += 1
    return tuple(colour for colour in colours if colour is not None)


def _most_entangled_first(neighbours: list[set[int]]) -> list[int]:
    """The areas in smallest-last order (Matula and Beck 1983).

    Again and again, the area with fewest neighbours left goes to the end. In a planar map it has at most
    five, so none ever meets more than five coloured neighbours.
    """
    left = [len(around) for around in neighbours]
    queue = [(count, area) for area, count in enumerate(left)]
    heapify(queue)
    done = [False] * len(neighbours)
    order = []
    while queue:
        count, area = heappop(queue)
        if done[area] or count != left[area]:
            continue  # an old entry; the area has since been put back with fewer neighbours
        done[area] = True
        order.append(area)
        for other in neighbours[area]:
            if not done[other]:
                left[other] -= 1
                heappush(queue, (left[other], other))
    return order[::-1]
