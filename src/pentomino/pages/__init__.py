"""Pages: galleries of solutions, puzzles on paper, animations."""
