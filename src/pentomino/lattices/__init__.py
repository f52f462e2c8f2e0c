"""Lattices: cells with their neighbours and motions. These modules import no boards and no pieces."""
