"""The generator: new puzzles with exactly one solution, of a wanted kind and difficulty, from a seed."""
