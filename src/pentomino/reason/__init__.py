"""Answers for a person at a puzzle: is it lost, what is forced, what comes next, why is there no solution."""
