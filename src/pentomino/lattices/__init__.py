"""Lattices: cells, their neighbours, rotations and reflections. No module imports boards or pieces."""
