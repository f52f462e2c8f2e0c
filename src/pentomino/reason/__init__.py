"""Answers for a person who solves a puzzle: forced placements, hints, pieces to remove, why there is no solution."""
