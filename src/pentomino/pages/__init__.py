"""Pages: galleries of solutions, sheets of puzzles to print, and animations."""
