"""The table of lattices. To add a lattice, add a file for it and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .balls import BALLS
from .cubic import CUBIC
from .hexagonal import HEXAGONAL
from .lattice import SQUARE, Lattice
from .tetrakis import TETRAKIS
from .triangular import TRIANGULAR

LATTICES: Mapping[str, Lattice] = MappingProxyType(
    {lattice.name: lattice for lattice in (SQUARE, CUBIC, HEXAGONAL, TRIANGULAR, TETRAKIS, BALLS)}
)
"""All lattices by name. The square lattice is the first."""
