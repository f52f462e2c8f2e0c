"""Compare the results of an engine, and the counts of the frontier engine, with those of the oracle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import oracle
from oracle import Statement as Question
from pentomino import PuzzleError
from puzzles import puzzle_of, tiled, with_engine


def compare(question: Question, engine: str = "window", limit: int = 0, seed: int = 0) -> None:
    """Check the result of each verb for all solutions, for distinct solutions, and for solutions up to rotations."""
    bounded, tilings = oracle.bounded(question), oracle.solutions(question)
    try:
        puzzle = with_engine(puzzle_of(question), engine)
    except PuzzleError:  # the areas of board and pieces differ
        assert not tilings
        return
    distinct, rotated = oracle.orbits(bounded), oracle.orbits(bounded, rotations=True)
    for symmetry, found in {"all": [{one} for one in tilings], "distinct": distinct, "rotations": rotated}.items():
        options: dict[str, Any] = {"symmetry": symmetry}
        orbits = [{oracle.parts_of(tiling) for tiling in orbit} for orbit in found]
        orbit_of = {tiling: number for number, orbit in enumerate(orbits) for tiling in orbit}
        solutions = list(puzzle.solve_all(**options))
        assert all(solution.is_valid() for solution in solutions)
        shuffled = puzzle.solve_all(**options, shuffle=True, seed=seed)
        for listed in (solutions, shuffled, puzzle.steps(**options).solutions()):
            assert sorted(orbit_of[tiled(solution)] for solution in listed) == [*range(len(orbits))]
        assert list(puzzle.solve_all(**options, limit=limit)) == solutions[:limit]
        for method in ("auto", "search", "frontier"):
            assert puzzle.count(**options, method=method) == len(orbits)
            assert puzzle.count(**options, method=method, limit=limit) == min(limit, len(orbits))
        assert puzzle.is_unique(**options) == (len(orbits) == 1)
        tally = puzzle.tally(**options)
        assert tally.total == len(orbits)
        met = Counter(part for orbit in orbits for part in frozenset().union(*orbit))
        assert {frozenset(one.cells): number for one, number in tally.items() if number} == met
    places = {cells for _, cells in oracle.open_placements(question)}
    assert {frozenset(one.cells) for one in puzzle.placements()} == places
    assert len(puzzle.symmetries()) == len(oracle.symmetries(bounded))
    whole = [{oracle.parts_of(tiling) for tiling in orbit} for orbit in distinct]
    for solution in puzzle.solve_all(limit=30):
        orbit = next(orbit for orbit in whole if tiled(solution) in orbit)
        images = [solution.transformed(element) for element in puzzle.symmetries()]
        assert solution.orbit_size == len(orbit)
        assert {tiled(image) for image in images} == orbit
        assert len({image.canonical() for image in images}) == 1
