"""`Drawable`, the base class of values with pictures. Here it is empty: the module `drawable` gives it its methods.

This way, values import nothing that draws, and only describe the parts of their picture. Type checkers read the methods
in the module `drawable`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from .lattices.lattice import Cell, Lattice

Parts: TypeAlias = tuple[
    Collection[Cell], Sequence[tuple[Cell, ...]], tuple[str, ...], tuple[str, ...], Mapping[Cell, str], Lattice
]
"""What a picture consists of: the cells, the areas, their symbols and names, the texts of other cells, the lattice."""

if TYPE_CHECKING:
    from .drawable import Drawable as Drawable
else:

    class Drawable:
        """A value that can be drawn."""

        __slots__ = ()
