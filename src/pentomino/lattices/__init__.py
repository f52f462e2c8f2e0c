"""Lattices: cells, their neighbours, their rotations and reflections. No module here imports boards or pieces."""
