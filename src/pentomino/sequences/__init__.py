"""Sequences: the numbers of solutions on growing boards, and the linear recurrences that they satisfy."""
