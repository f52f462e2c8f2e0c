"""Shuffled searches: other solutions first, the same ones in all, the same everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pentomino
from effort import examples
from pentomino import PentominoError, Puzzle, Solution
from pentomino.search.cover import Cover
from pentomino.search.options import SEEDS, Options, Shuffler, Symmetry, as_seed, shuffler
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from pentomino.solutions.listing import Solutions
from puzzles import Listed, made, solved
from strategies import Statement as Question
from strategies import statements

seeds = st.integers(0, SEEDS - 1)

# The first numbers that the program of the generator's authors gives for the seeds 0 and 1234567.
REFERENCE = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423],
}


@pytest.mark.parametrize(("seed", "numbers"), REFERENCE.items())
def test_the_generator_is_splitmix(seed: int, numbers: list[int]) -> None:
    generator = Shuffler(seed)
    assert [generator.below(SEEDS) for _ in numbers] == numbers


@given(seeds, st.lists(st.integers()))
def test_a_shuffle_keeps_the_items(seed: int, items: list[int]) -> None:
    mixed = shuffler(seed)(items)
    assert sorted(mixed) == sorted(items)
    assert mixed == Shuffler(seed)(items)
    assert shuffler(None)(items) == items


def test_every_order_comes_about() -> None:
    assert len({tuple(Shuffler(seed)("abcd")) for seed in range(300)}) == 24


@pytest.mark.parametrize("seed", [-1, SEEDS, 1.5, True, False, b"7"])
def test_what_is_no_seed(seed: object) -> None:
    message = f"seed must be from 0 to 18446744073709551615, a string or None, got {seed!r}"
    for verb in (pentomino.solve, pentomino.solve_all, Puzzle("3x20").solve_all):
        with pytest.raises(PentominoError) as caught:
            verb(shuffle=True, seed=seed)  # type: ignore[operator]
        assert str(caught.value) == message
    assert as_seed(SEEDS - 1) == SEEDS - 1
    assert as_seed("7") == as_seed("7") != as_seed("8")
    with pytest.raises(PentominoError, match=r"^seed requires shuffle=True$"):
        pentomino.solve(seed=1)
    with pytest.raises(PentominoError, match=r"^shuffle must be True or False, got 7; write shuffle=True, seed=7$"):
        pentomino.solve(shuffle=7)  # type: ignore[arg-type]
    with pytest.raises(PentominoError, match=r"^shuffle with a journal requires a seed, so that the same call can"):
        pentomino.solve_all(shuffle=True, journal="j")


def orbits(solutions: list[Solution]) -> list[Solution]:
    return sorted((solution.canonical() for solution in solutions), key=lambda solution: solution.grid)


@examples(60)
@given(question=statements(), seed=seeds, engine=st.sampled_from([Cover, Listed]))
def test_the_solutions_are_the_same(question: Question, seed: int, engine: type[Cover]) -> None:
    puzzle = made(question)
    plan = Plan(puzzle, seed)
    plan.__dict__["cover"] = engine(puzzle, seed)
    found = {}
    for symmetry in ("distinct", "all"):
        options = Options(symmetry=symmetry)
        found[symmetry] = list(Solutions(Run(plan, options)))
        assert found[symmetry][:3] == list(Solutions(Run(plan, Options(symmetry=symmetry, limit=3))))
    assert set(found["all"]) == set(puzzle.solve_all(symmetry="all"))
    assert orbits(found["distinct"]) == orbits(list(puzzle.solve_all()))


def test_another_first_solution_and_another_order() -> None:
    puzzle = Puzzle("6x10")
    plain = list(puzzle.solve_all())
    assert len({puzzle.solve(shuffle=True, seed=seed) for seed in range(20)} | {plain[0]}) == 21
    shuffled = list(puzzle.solve_all(shuffle=True, seed=1))
    assert shuffled != plain
    assert list(puzzle.solve_all()) == plain  # the puzzle itself is as it was


def test_the_work_is_the_same() -> None:
    puzzle = Puzzle("5x12")
    nodes = set()
    for order in ({}, {"shuffle": True}, {"shuffle": True, "seed": "tea"}):
        found = puzzle.solve_all(**order)
        list(found)
        nodes.add(found.statistics.nodes)
    assert len(nodes) == 1


@pytest.mark.parametrize("symmetry", ["distinct", "all"])
def test_the_order_does_not_depend_on_workers(symmetry: Symmetry) -> None:
    puzzle = Puzzle("4x15")
    alone = list(puzzle.solve_all(shuffle=True, seed=3, symmetry=symmetry))
    for workers in (2, 3):
        assert list(puzzle.solve_all(shuffle=True, seed=3, symmetry=symmetry, workers=workers)) == alone


def test_a_seed_written_down() -> None:
    """The same picture on every machine and in every process: nothing is taken from hashes of strings or addresses."""
    solution = solved(shuffle=True, seed=0)
    assert solution.grid == ("LLXIIIIIUU", "LXXXWWTTTU", "LNXFFWWTUU", "LNFFPPWTZV", "NNYFPPZZZV", "NYYYYPZVVV")
