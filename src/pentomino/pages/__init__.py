"""Pages: all solutions in a browser, puzzles on paper, pictures that move."""
