"""Puzzles of chance on all lattices, to be compared with the oracle."""

from __future__ import annotations

from hypothesis import strategies as st

from grids import GRIDS
from strategies import statements, statements_with_room

QUESTIONS = st.sampled_from(list(GRIDS.values())).flatmap(
    lambda grid: statements(grid=grid) | statements_with_room(grid=grid)
)
"""Puzzles on all lattices; of some, cells may stay empty."""
