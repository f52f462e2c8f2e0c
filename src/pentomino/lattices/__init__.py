"""Lattices: cells with their neighbours and motions, and all that depends on nothing else."""
