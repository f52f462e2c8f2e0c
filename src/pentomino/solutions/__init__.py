"""Solutions of a puzzle, their properties, and tallies of their placements."""
