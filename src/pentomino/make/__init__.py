"""Make new puzzles from a seed, and compute sequences of numbers of tilings."""
