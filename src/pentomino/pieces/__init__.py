"""Pieces: their shapes, what they are called, and how many of which there are."""
