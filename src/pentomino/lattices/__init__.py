"""Lattices: cells with their neighbours and motions, and what follows from these alone."""
