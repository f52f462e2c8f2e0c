"""Pieces: shapes, names, and sets with numbers of copies."""
