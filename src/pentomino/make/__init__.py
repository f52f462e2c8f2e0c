"""Make new puzzles with exactly one solution, from a seed, and sequences of numbers of tilings."""
