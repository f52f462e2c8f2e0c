"""Make new puzzles from a seed, divide boards, and count the tilings of growing boards."""
