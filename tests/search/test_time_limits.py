"""A limit holds for all that lies between the call and the answer: what is compiled looks at the clock as well."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count as numbers
from itertools import islice
from typing import Any

import pytest

import pentomino
from pentomino import Board, Puzzle, PuzzleError, SearchTimeout, Solution
from pentomino._core import ItemTable
from pentomino.lattices.lattice import D4, SQUARE
from pentomino.lattices.numbering import bits, least_shapes
from pentomino.limits import MANY, look, looked, looking, looking_each
from pentomino.pieces.polyform import _free, _turned
from pentomino.search import by_frontier
from pentomino.search.clock import Statistics
from pentomino.search.cover import Cover
from pentomino.search.estimate import estimate
from pentomino.search.options import Progress
from pentomino.search.plan import Partition, Plan, partition, plan_of
from pentomino.search.quotient import symmetric_cover
from puzzles import Listed, placement_at
from verbs import VERBS


class OutOfTime(Exception):  # noqa: N818 - it ends a test, and is not an error
    """The time is out."""


def alarm(after: int) -> Callable[[], None]:
    """A clock that is out of time at the look of that number."""
    looks = numbers(1)

    def tick() -> None:
        if next(looks) >= after:
            raise OutOfTime

    return tick


def looks_of(work: Callable[[], object]) -> int:
    """How often some work looks at the clock."""
    looks: list[None] = []
    with looking(lambda: looks.append(None)):
        work()
    return len(looks)


def test_nobody_looks_unless_asked_to() -> None:
    look()
    with looking(alarm(2)):
        look()
        with pytest.raises(OutOfTime):
            look()
    look()


def test_a_loop_looks_now_and_then() -> None:
    for length, expected in ((0, 0), (MANY - 1, 0), (MANY, 1), (5 * MANY + 1, 5)):
        assert looks_of(lambda length=length: list(looked(range(length)))) == expected  # type: ignore[misc]


def test_looks_between_items_are_the_consumers_own() -> None:
    def items() -> Iterator[int]:
        for item in range(3):
            look()
            yield item

    looks: list[int] = []
    met = []
    with looking(alarm(2)):
        look()
        for item in looking_each(items(), lambda: looks.append(len(met))):
            met.append(item)
            with pytest.raises(OutOfTime):
                look()
    assert (met, looks) == ([0, 1, 2], [0, 1, 2])


FIXED, FREE = 2725, 369
"""Octominoes."""
BATCH = 256
"""The number of shapes that the core grows between two looks."""

STATED: dict[str, tuple[Callable[[], object], int]] = {
    "fixed shapes": (lambda: list(least_shapes(8, SQUARE)), FIXED // MANY),
    "free shapes": (lambda: list(least_shapes(8, SQUARE, SQUARE.motions)), FIXED // BATCH),
    "orientations": (
        lambda: [_turned.__wrapped__(SQUARE, piece.cells, True, True) for piece in _free(8, SQUARE)],
        FREE,
    ),
}
"""What can last before there is a puzzle: shapes that are enumerated, and the orientations of pieces."""


@pytest.mark.parametrize(("work", "expected"), STATED.values(), ids=STATED)
def test_statements_look_at_the_clock(work: Callable[[], object], expected: int) -> None:
    work()  # pieces are enumerated once
    looks = looks_of(work)
    assert looks >= expected > 0
    for after in {1, looks}:
        with looking(alarm(after)), pytest.raises(OutOfTime):
            work()


def test_the_bounds_of_a_large_board_are_found_without_unpacking_it() -> None:
    """Python sees no Ctrl-C before an iterator for each of its cells is made."""
    long_row = [(0, column) for column in range(1 << 13)]
    tracemalloc.start()
    try:
        for measure in (SQUARE.bounds, SQUARE.corner):
            tracemalloc.reset_peak()
            measure(long_row)
            assert tracemalloc.get_traced_memory()[1] < len(long_row)
    finally:
        tracemalloc.stop()


LARGE = "9x50"
PLACES = 7 * 48
"""The places of X in it."""


ROUND = 20 * MANY


def far_round() -> Puzzle:
    return Puzzle(Board([(0, 0), (0, 1)], SQUARE.wrapped(None, ROUND)), "I2")


WORK: dict[str, tuple[Callable[[Puzzle], object], int]] = {
    "placements": (lambda puzzle: list(puzzle.placements_of(0)), PLACES),
    "placements that a predicate allows": (lambda puzzle: list(puzzle._places_of(0)), PLACES),
    "the group": (lambda puzzle: Plan(puzzle).group, 3 * PLACES),
    "orbits": (lambda puzzle: Plan(puzzle).cases, PLACES),
    "the group of few cells on a long ring": (lambda _: Plan(far_round()).group, ROUND),
    "the numbering of few cells on a long ring": (lambda _: far_round()._numbering, 3 * ROUND),
    "the cover of a quotient": (lambda puzzle: symmetric_cover(puzzle, (), D4.ROTATE_180), PLACES),
    "the cover for counting": (lambda puzzle: by_frontier.compile_puzzle(Plan(puzzle), True), PLACES),
}


def fresh() -> Puzzle:
    return Puzzle(LARGE, "X + O1*", restrict={"X": lambda placement: True})


@pytest.mark.parametrize(("work", "items"), WORK.values(), ids=WORK)
def test_work_looks_at_the_clock(work: Callable[[Puzzle], object], items: int) -> None:
    work(fresh())  # lattices are made only once, and their looks would not occur again
    looks = looks_of(lambda: work(fresh()))
    assert looks >= items // MANY
    for after in {*range(1, looks, 1 + looks // 12), looks}:
        with looking(alarm(after)), pytest.raises(OutOfTime):
            work(fresh())


@pytest.mark.parametrize("engine", [Cover, Listed])
def test_tables_look_at_the_clock(engine: Callable[[Puzzle], Cover]) -> None:
    puzzle = Puzzle("20x20", "heptominoes? + O1*") if engine is Listed else Puzzle("9x100", "pentominoes*")
    assert looks_of(lambda: engine(puzzle).memory(1)) > 0
    with looking(alarm(1)), pytest.raises(OutOfTime):
        engine(puzzle).memory(1)


def test_a_table_of_items_looks_at_the_clock_for_each_slice_of_its_options() -> None:
    options = [([0], 0, 1)] * 10_000
    looks: list[None] = []
    ItemTable(1, options, [1], [0], [1], tick=lambda: looks.append(None))
    assert len(looks) >= len(options) >> 10
    for after in range(1, len(looks) + 1):
        with pytest.raises(OutOfTime):
            ItemTable(1, options, [1], [0], [1], tick=alarm(after))


def test_a_search_among_many_orientations_looks_more_often() -> None:
    """A node takes as much longer as there are more words of slots."""
    looks: dict[str, int] = {}
    for pieces in ("pentominoes", "octominoes*0-1"):
        search = Cover(Puzzle("8x10" if pieces[0] == "o" else "6x10", pieces)).search(())
        ticks: list[None] = []
        search.count(tick=lambda ticks=ticks: ticks.append(None), nodes=1 << 18)
        assert search.nodes == 1 << 18
        looks[pieces] = len(ticks)
    assert looks["octominoes*0-1"] > 16 * looks["pentominoes"] > 0


def test_units_and_probes_look_at_the_clock() -> None:
    plan = Plan(Puzzle("6x10"))
    plan.compile()
    for work in (
        lambda: partition(plan, Partition(0, 10, 100, True), Statistics()),
        lambda: estimate(plan, 100_000, 0),
    ):
        assert looks_of(work) > 0
        with looking(alarm(1)), pytest.raises(OutOfTime):
            work()


def test_looks_grow_as_the_board_does() -> None:
    """Counted in looks, that is in items of loops: twice the board is twice the work."""

    def looks(length: int) -> int:
        puzzle = Puzzle((5, length), "X + O1*", restrict={"X": lambda placement: True})
        return looks_of(lambda: (Plan(puzzle).compile(), by_frontier.compile_puzzle(Plan(puzzle), True)))

    small, large = looks(1000), looks(4000)
    assert small > 10
    assert large <= 4 * small + 8 + 3 * 2 * 3  # there is a look for each of the 3 * (length - 2) placements of X


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which an hour passes from each look to the next."""
    clock = numbers(0, 3600)
    monkeypatch.setattr("pentomino.search.clock.monotonic", lambda: float(next(clock)))


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        *((verb, {}) for verb in ("solve", "solve_all", "count", "sample")),
        ("solve", {"shuffle": True, "seed": 1}),
        ("solve_all", {"workers": 2}),
        ("count", {"method": "search"}),
        ("count", {"limit": 1}),
    ],
    ids=str,
)
@pytest.mark.parametrize("board", ["9x100", "30x40"])
@pytest.mark.usefixtures("hours")
def test_a_verb_whose_time_is_out_does_not_begin_to_search(verb: str, options: dict[str, Any], board: str) -> None:
    statistics = Statistics()
    statistics.nodes = 7  # as if from another call
    with pytest.raises(SearchTimeout):
        VERBS[verb].ask(Puzzle(board, "X + O1*"), timeout=60, statistics=statistics, **options)
    assert statistics.nodes == 0


@pytest.mark.usefixtures("hours")
def test_a_sample_tells_how_far_it_is() -> None:
    told: list[Progress] = []
    assert len(Puzzle("5x12").sample(50, seed=1, progress=told.append)) == 50
    fractions = [progress.fraction for progress in told]
    assert fractions == sorted(fractions)
    assert any(0 < fraction < 0.5 for fraction in fractions)
    assert {25: 0.75, 49: 0.99}.items() <= {progress.found: progress.fraction for progress in told}.items()


def test_a_puzzle_that_was_given_up_can_be_asked_again() -> None:
    asked = []
    puzzle = Puzzle(LARGE, "X + O1*", restrict={"X": lambda placement: asked.append(placement) is None})
    with looking(alarm(1)), pytest.raises(OutOfTime):
        plan_of(puzzle).compile()
    asked.clear()
    assert puzzle.solve() is not None
    assert len(asked) == len(set(asked)) == PLACES


def every(*stated: Any, **options: Any) -> list[Solution]:
    return list(pentomino.solve_all(*stated, **options))


FUNCTIONS = pytest.mark.parametrize("function", [pentomino.solve, every, pentomino.count])


@FUNCTIONS
def test_the_time_of_a_function_begins_before_the_puzzle_is_built(
    function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("pentomino.search.clock.monotonic", lambda: now)

    def pieces() -> Iterator[str]:
        nonlocal now
        yield "pentominoes"
        now += 40

    def allowed(_: object) -> bool:
        nonlocal now
        now += 1  # for each of its 32 places
        return True

    with pytest.raises(SearchTimeout, match=r"^stopped after 60 s: 0 solutions found$"):
        function("6x10", pieces(), restrict={"X": allowed}, timeout=60)


def test_numbers_of_a_list_are_those_of_their_placements() -> None:
    puzzle = Puzzle("64x64", "octominoes*")
    table = Listed(puzzle)
    for shape, places in islice(puzzle._places_of(7), 3):
        for number in (table.number_of((position, shape.cells)) for position in islice(bits(places), 3)):
            placement = placement_at(table, number)
            owner = next(n for n, count in enumerate(puzzle.pieces) if count.piece == placement.piece)
            assert table.number(placement.cells, owner) == number


def test_boards_that_are_too_large_are_refused_first() -> None:
    with pytest.raises(PuzzleError, match=r"^a board must have at most 4096 free cells if pieces reach too far"):
        Puzzle("200x200", "pentominoes*").count(method="search")


def test_too_many_placements_are_refused_before_they_are_made() -> None:
    with pytest.raises(PuzzleError, match=r"^10\d{6} placements need \d+ MiB; the limit is"):
        next(Puzzle("64x64", "octominoes*").solve_all())


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("words", [("5x6", "pentominoes?"), ("torus 4x5", "tetrominoes*")], ids=" ".join)
def test_the_numbers_of_a_list_ascend_with_first_cells(words: tuple[str, str], seed: int | None) -> None:
    puzzle = Puzzle(*words)
    table = Listed(puzzle, seed)
    options = sorted(
        (*one, piece) for piece in range(len(puzzle.pieces)) for one in table.places(piece, table.lines[0])
    )
    firsts = [min(cells) for _, cells, _ in options]
    assert firsts == sorted(firsts)
    numbers = [number for number, _, _ in options]
    assert [table.number_of(table.place_of(number)) for number in numbers] == numbers
    assert [table.lying(number)[0] for number in numbers] == [piece for _, _, piece in options]
    assert {placement_at(table, number) for number in numbers} == set(puzzle.placements())
