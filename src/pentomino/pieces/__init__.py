"""Pieces: their shapes, their names, and sets of pieces with numbers of copies."""
