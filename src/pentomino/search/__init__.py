"""The search for solutions: plans, puzzles compiled for engines, workers, and the functions behind `Puzzle.count`."""
