"""Inputs for the reader of each file format: valid files, tokens of the format, and inputs that once broke a reader."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from pentomino import Board, PentominoError, Puzzle
from pentomino.formats import FORMATS, common, xmpuzzle_parts

KEPT = Path(__file__).parents[1] / "data" / "broken_formats.json"
SMALL = Puzzle("3x5", "PUV", placed="UU...\nU....\nUU...", restrict={"P": [0, 1, 2, 3, 4, 5, 6, 7]})
PLAIN = Puzzle("3x5", "PUV")
SOLID = next(Puzzle(Board.box(2, 2, 3), "V3*4").solve_all())
SOLUTIONS = list(PLAIN.solve_all(symmetry="all"))
LOOSE = Puzzle("2x3", "I2* + V3?", restrict={"I2": lambda placement: True})


def read_all(ending: str, data: bytes) -> None:
    """Read `data` with every function of a format. Ignore a `PentominoError` whose message is one line."""
    found = FORMATS[ending]
    ways: list[Callable[[], object]] = [lambda: found.has_solutions(common.opened(data))]
    if found.read_puzzle:
        ways.append(lambda: found.puzzle(data, board="3x5", pieces="PUV"))
    if found.read_solutions:
        read_solutions = found.read_solutions
        ways += [lambda p=puzzle: list(islice(read_solutions(data, p), 100)) for puzzle in (None, PLAIN, SMALL)]  # type: ignore[misc]
    if found.read_disassemblies and found.read_together:
        read_disassemblies, read_together = found.read_disassemblies, found.read_together
        ways += [lambda: list(islice(read_disassemblies(data, None), 100)), lambda: read_together(data)]
    for way in ways:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # about separators, and about unknown members
            try:
                way()
            except PentominoError as error:
                assert str(error)
                assert "\n" not in str(error)
                assert len(str(error)) < 5000


def valid(ending: str) -> list[bytes]:
    found = FORMATS[ending]
    files = []
    if found.write_puzzle:
        write = found.write_puzzle
        for puzzle in (PLAIN, SMALL, LOOSE):
            try:
                files.append(write(puzzle))
            except PentominoError:
                continue
    if found.write_solutions:
        files.append(found.write_solutions(SOLUTIONS, PLAIN))
    if found.write_solutions and found.read_disassemblies:
        files.append(found.write_solutions([SOLID.disassemble()], SOLID.puzzle))
    return [xmpuzzle_parts.unpacked(data) for data in files] + ([files[0]] if ending == ".xmpuzzle" else [])


JSON = [*b'null true -1 1e9 [ ] { } " , 999999999'.split(), b"[0, 0]", b'"cells": ']
TOKENS = {
    ".json": JSON,
    ".txt": [b"hexagonal\n", b".", b"#", b"a", b"+", b"-", b"|", b" ", b"\n", b"\n\n", b"+---+", b"\t", b"9"],
    ".ini": [b"PIECE ", b"PIECE x\n", b"0", b"1", b"\n", b"\r\n", b"111\n"],
    ".try": [b".", b"#", b"a", b"bb", b" ", b"\n"],
    ".dlx": [b"|", b":", b"1:", b"\n", b" 0,0", b"(1 of 2)", b"null ", b"| puzzle: "],
    ".cnf": [b"c ", b"p cnf ", b"v ", b"0", b"-", b" 1", b"\n", b"s SATISFIABLE\n", b"c puzzle: "],
    ".xmpuzzle": [
        *b'< > / & # + _ 1 " - &lt; <shape/> <separation> <state> group="1"'.split(),
        *(b"<!DOCTYPE a>", b" x"),
    ],
    ".jsonl": [*JSON, b"\n"],
    ".csv": [b",", b'"', b"\n", b"\r", b"/", b"#", b"grid", b"\0", b"a", b"lattice,placements\ncubic,[]"],
}
FILES = {suffix: valid(suffix) for suffix, form in FORMATS.items() if form.read_puzzle or form.read_solutions}
