"""Help for solving by hand: forced placements, hints, pieces to remove, proofs that there is no solution."""
