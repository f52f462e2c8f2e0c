"""Sequences: the numbers of solutions on boards that grow, and the linear recurrences that they satisfy."""
