"""Solutions of a puzzle, their properties, and tallies of placements in solutions."""
