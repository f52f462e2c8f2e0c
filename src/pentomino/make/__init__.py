"""Make new puzzles from a seed, divide boards, and compute sequences of numbers of tilings."""
