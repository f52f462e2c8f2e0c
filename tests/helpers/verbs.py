"""All verbs that have limits: how to call each, its type of result, and its result if the areas cannot fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pentomino
from pentomino import Explanation, Puzzle, Solution, Tally


class Verb(NamedTuple):
    """A verb. `ask` calls it with a puzzle and options, and makes a list of an iterator.

    `is_answer` checks the type of a result, and `is_nothing` whether it is the result for areas that cannot fit.
    """

    ask: Callable[..., Any]
    is_answer: Callable[[Any], bool]
    is_nothing: Callable[[Any], bool]


def has_type(*kinds: type | None) -> Callable[[object], bool]:
    """Return a function that checks whether a value has exactly one of these types. None means the value None."""
    return lambda found: any(found is None if kind is None else type(found) is kind for kind in kinds)


def is_list_of_solutions(found: Any) -> bool:
    return type(found) is list and all(isinstance(one, Solution) and one.is_valid() for one in found)


def equals(value: object) -> Callable[[object], bool]:
    return lambda found: type(found) is type(value) and found == value


VERBS: dict[str, Verb] = {
    "solve_all": Verb(lambda puzzle, **options: list(puzzle.solve_all(**options)), is_list_of_solutions, equals([])),
    "solve": Verb(Puzzle.solve, has_type(Solution, None), equals(None)),
    "count": Verb(Puzzle.count, has_type(int), equals(0)),
    "is_unique": Verb(Puzzle.is_unique, has_type(bool), equals(False)),
    "tally": Verb(Puzzle.tally, has_type(Tally), lambda found: found.total == sum(found.values()) == 0),
    "sample": Verb(lambda puzzle, **options: puzzle.sample(**{"k": 2, **options}), is_list_of_solutions, equals([])),
    "hint": Verb(Puzzle.hint, has_type(pentomino.Hint, None), equals(None)),
    "forced": Verb(Puzzle.forced, has_type(tuple, None), equals(None)),
    "mistakes": Verb(Puzzle.mistakes, has_type(pentomino.Mistakes, None), lambda found: found.take_back == ()),
    "explain": Verb(
        Puzzle.explain,
        lambda found: isinstance(found, Explanation),
        lambda found: (found.kind, found.is_checked()) == ("areas", True),
    ),
    "subsets": Verb(Puzzle.subsets, lambda found: type(found) is dict and {*map(type, found)} <= {Puzzle}, equals({})),
    "pack": Verb(Puzzle.pack, has_type(pentomino.Packing), equals(None)),
    "difficulty": Verb(Puzzle.difficulty, has_type(pentomino.Difficulty, None), equals(None)),
}
