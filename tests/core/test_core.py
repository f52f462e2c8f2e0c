"""The compiled classes themselves: arguments, pausing, limits, threads, and boards and tables of awkward sizes."""

from __future__ import annotations

import _thread
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from effort import own_random, share
from pentomino import Polyomino, Puzzle, _frontier
from pentomino._core import FOR_SIZE, WINDOW, ItemSearch, ItemTable, Search, WindowSearch, WindowTable
from pentomino.search.cover import Cover
from puzzles import Listed

Numbers = tuple[int, ...]
BAR, POST = [(0, 0), (0, 1)], [(0, 0), (1, 0)]


def raises() -> None:
    """A tick of which the time is out."""
    raise TimeoutError


def table_of(rows: int, columns: int, pieces: Sequence[tuple[list[list[tuple[int, int]]], int, int]]) -> WindowTable:
    """A full rectangle, numbered row by row; pieces are (orientations, least, most)."""
    stride = columns + 1
    masks, owners = [], []
    for number, (shapes, _, _) in enumerate(pieces):
        for cells in shapes:
            positions = [row * stride + column for row, column in cells]
            masks.append(sum(1 << (position - min(positions)) for position in positions))
            owners.append(number)
    sizes = [len(shapes[0]) for shapes, _, _ in pieces]
    least, most = [low for _, low, _ in pieces], [high for _, _, high in pieces]
    return WindowTable((1, stride), rectangle(rows, columns), masks, owners, sizes, least, most)


def rectangle(rows: int, columns: int) -> int:
    return sum(1 << (row * (columns + 1) + column) for row in range(rows) for column in range(columns))


def dominoes(rows: int, columns: int) -> WindowTable:
    return table_of(rows, columns, [([BAR, POST], 0, rows * columns)])


def itemized_dominoes(length: int) -> ItemTable:
    """A strip of two rows, numbered column by column."""
    options = [([2 * n, 2 * n + 1], 0, 1) for n in range(length)]
    options += [([2 * n + row, 2 * n + 2 + row], 0, 1) for n in range(length - 1) for row in (0, 1)]
    return ItemTable(2 * length, sorted(options), [2], [0], [length])


def strip(width: int, length: int) -> int:
    """In how many ways bars as long as the width fill a strip: the last column is one bar, or the last block is."""
    counts = [1] * width
    while len(counts) <= length:
        counts.append(counts[-1] + counts[-width])
    return counts[length]


LONG = Puzzle("9x10", "one-sided pentominoes", reflections=False)
"""A search of hours."""


def middling() -> list[Callable[[], Search]]:
    """Searches of a few slices, by the window, and by items in order and in an order of their own; 2164 solutions."""
    puzzle = Puzzle("5x6", "pentominoes?")
    window, listed = Cover(puzzle), Listed(puzzle)
    return [lambda: window.search([]), lambda: listed.search([]), lambda: window.by_items(window.counted_items, [])]


MIDDLING = 2164
middling_searches = pytest.mark.parametrize("start", middling(), ids=["window", "list", "item"])


def test_the_engines_are_compiled_for_speed() -> None:
    assert not FOR_SIZE
    assert not _frontier.FOR_SIZE


# ---------------------------------------------------------------------------------------------- small boards


@pytest.mark.parametrize("length", range(1, 25))
def test_dominoes_on_two_rows_are_fibonacci_numbers(length: int) -> None:
    expected = strip(2, length)
    assert WindowSearch(dominoes(2, length)).count() == expected
    assert WindowSearch(dominoes(length, 2)).count() == expected
    assert ItemSearch(itemized_dominoes(length)).count() == expected
    assert ItemSearch(itemized_dominoes(length), in_order=True).count() == expected


@pytest.mark.parametrize("seed", range(share(200)))
def test_the_lookup_tables_are_the_fit_test(seed: int) -> None:
    random = own_random(f"fit {seed}")
    shift = random.randint(2, 12)
    shapes = [{0, *random.choices(range(3 * shift), k=random.randint(1, 6))} for _ in range(random.randint(1, 130))]
    masks = [sum(1 << cell for cell in shape) for shape in shapes]
    one, free = [1] * len(masks), (1 << 8 * shift) - 1
    table = WindowTable(
        (1, shift), free, masks, range(len(masks)), [len(shape) for shape in shapes], one, one, check_pockets=False
    )
    for _ in range(100):
        occupied = random.getrandbits(4 * shift) & random.getrandbits(4 * shift) & ~1
        fitting = {slot for slot, mask in enumerate(masks) if (occupied | mask) == (occupied ^ mask)}
        assert table.fitting(occupied) == sum(1 << slot for slot in fitting)


@pytest.mark.parametrize(
    ("rows", "columns", "bar"),
    [(1, 1, 1), (7, 9, 7), (9, 7, 7), (8, 8, 8), (5, 13, 5), (13, 5, 5), (3, 21, 3), (2, 32, 2), (1, 63, 1), (1, 64, 1),
     (1, 65, 1), (1, 63, 63), (1, 64, 64), (1, 65, 65), (65, 1, 13), (64, 1, 16), (63, 1, 9)],
)  # fmt: skip
def test_boards_of_1_and_about_64_cells(rows: int, columns: int, bar: int) -> None:
    expected = 1 if 1 in (rows, columns) else strip(min(rows, columns), max(rows, columns))
    piece = Polyomino([(0, column) for column in range(bar)])
    puzzle = Puzzle((rows, columns), {piece: (0, None)})
    searches = [Listed(puzzle).search([])]
    window = Cover(puzzle)
    if window.slides:
        searches.append(window.search([]))
    for search in searches:
        if expected < 10**6:
            assert search.count() == expected
        else:
            assert search.count(10_000) == 10_000
    assert puzzle.count(symmetry="all", limit=10_000) == min(expected, 10_000)


@pytest.mark.parametrize(("least", "expected"), [(0, 1), (1, 0)])
def test_an_empty_board_has_one_solution_without_pieces(least: int, expected: int) -> None:
    window = WindowSearch(WindowTable([1, 2], 0, [1], [0], [1], [least], [1]))
    items = ItemSearch(ItemTable(0, [], [1], [least], [1]))
    for search in (window, items):
        assert list(search) == [()] * expected
        assert search.found == expected
    assert ItemSearch(ItemTable(0, [], [], [], [])).count() == 1


def test_a_board_that_is_covered_already() -> None:
    table = table_of(2, 2, [([BAR, POST], 2, 2)])
    full = rectangle(2, 2)
    assert list(WindowSearch(table, full, [2])) == [()]
    assert list(WindowSearch(table, full, [1])) == []
    items = ItemTable(4, [([0, 1], 0, 1), ([2, 3], 0, 1)], [2], [2], [2])
    assert list(ItemSearch(items, 15, [2])) == [()]
    assert list(ItemSearch(items, 15, [1])) == []


def test_covered_cells_and_used_copies() -> None:
    table = table_of(2, 3, [([BAR, POST], 3, 3)])
    assert WindowSearch(table).count() == 3
    assert WindowSearch(table, 0b11, [1]).count() == 1
    assert WindowSearch(table, 0b10001, [1]).count() == 2
    assert WindowSearch(table, 0b11, [0]).count() == 0
    assert WindowSearch(table, 0b11, [2]).count() == 0
    items = itemized_dominoes(3)
    assert ItemSearch(items, 0b11, [1]).count() == 2
    assert ItemSearch(items, 0b101, [1]).count() == 1
    assert ItemSearch(items, 0b11, [3]).count() == 0


def test_allowed_placements() -> None:
    free = rectangle(2, 3)
    bar, post = 0b11, 0b10001
    anywhere = 0b11111111

    def count(allowed: list[int | None]) -> int:
        return WindowSearch(WindowTable((1, 4), free, [bar, post], [0, 0], [2], [0], [3], allowed)).count()

    assert count([None, None]) == count([anywhere, anywhere]) == count([None, anywhere]) == 3
    assert count([0, 0]) == 0
    assert count([0, None]) == count([0, anywhere]) == 1
    assert count([anywhere & ~1, None]) == 2


def test_options_that_use_several_copies() -> None:
    options = [([0, 1], 0, 2), ([2], 0, 1), ([2, 3], 0, 2), ([3], 0, 1), ([3], 1, 1)]

    def answers(least: list[int], most: list[int], area: int = 4) -> list[Numbers]:
        return list(ItemSearch(ItemTable(4, options, [1, 1], least, most), area=area, in_order=True))

    assert answers([0, 0], [4, 0]) == [(0, 1, 3), (0, 2)]
    assert answers([0, 0], [3, 1]) == [(0, 1, 4)]
    assert answers([0, 0], [4, 1]) == [(0, 1, 3), (0, 1, 4), (0, 2)]
    assert answers([4, 0], [4, 1]) == [(0, 1, 3), (0, 2)]
    assert answers([0, 1], [4, 1]) == [(0, 1, 4)]
    assert answers([0, 0], [2, 1]) == []
    # In a quotient, each cell and each option stands for several.
    doubled = ItemTable(2, [([0], 0, 2), ([1], 0, 2), ([0, 1], 0, 3)], [1], [3], [4])
    assert list(ItemSearch(doubled, area=4, in_order=True)) == [(0, 1), (2,)]


@pytest.mark.parametrize("size", [size for size in (1, 31, 32, 63, 64) if 2 * size <= WINDOW])
def test_large_pieces(size: int) -> None:
    bar, post = [[(0, n) for n in range(size)]], [[(n, 0) for n in range(size)]]
    assert WindowSearch(table_of(1, size, [(bar, 1, 1)])).count() == 1
    assert WindowSearch(table_of(3, size, [(bar, 3, 3)])).count() == 1
    assert WindowSearch(table_of(2 * size + 1, 1, [(post, 0, 3), ([[(0, 0)]], 1, 1)])).count() == 3


# ------------------------------------------------------------------------------- next, count, limit, tick


@middling_searches
def test_counting_and_iterating_go_on_from_each_other(start: Callable[[], Search]) -> None:
    expected, search, whole = list(start()), start(), start()
    assert (search.nodes, search.found) == (0, 0)
    assert search.next() == expected[0]
    assert search.count(10) == 10
    assert search.next() == expected[11]
    assert search.count(0) == search.count(-1) == 0
    assert next(search) == expected[12]
    assert search.count(limit=5) == 5
    assert search.found == 18
    assert list(search) == expected[18:]
    assert search.next() is next(search, None) is None
    assert search.count() == 0
    assert whole.count(2**63 - 1) == len(set(expected)) == MIDDLING
    assert (search.found, search.nodes) == (MIDDLING, whole.nodes)


@middling_searches
def test_a_search_pauses_after_so_many_nodes(start: Callable[[], Search]) -> None:
    expected = list(start())
    found: list[tuple[int, ...]] = []
    search = start()
    while not search.exhausted:
        pause = search.nodes + 1000
        while some := search.take_some(7, nodes=pause):
            found += some
        assert search.exhausted or search.nodes >= pause
        assert search.take_some(7, nodes=pause) == []
    assert found == expected
    search = start()
    assert search.count(nodes=0) == 0
    assert search.count(nodes=1000) + search.count() == MIDDLING
    assert search.exhausted
    search.seek(())
    assert not search.exhausted


@pytest.mark.parametrize(("engine", "board", "solutions"), [(Cover, "5x10", 27804), (Listed, "5x6", MIDDLING)])
def test_a_count_whose_tick_raises_can_go_on(engine: Callable[[Puzzle], Cover], board: str, solutions: int) -> None:
    puzzle = engine(Puzzle(board, "pentominoes?"))
    search, whole = puzzle.search([]), puzzle.search([])
    whole.count()
    pauses = 0
    for _ in range(whole.nodes):
        try:
            search.count(tick=raises)
            break
        except TimeoutError:
            pauses += 1
    assert pauses > 0
    assert (search.found, search.nodes) == (solutions, whole.nodes)


def test_next_whose_tick_raises_can_go_on() -> None:
    puzzle = Puzzle("3x20", "pentominoes")
    listed = Listed(puzzle)
    expected = list(listed.search([]))
    assert len(expected) == 8
    search, found, pauses = listed.search([]), [], 0
    while True:
        try:
            numbers = search.next(raises)
        except TimeoutError:
            pauses += 1
            continue
        if numbers is None:
            break
        found.append(numbers)
    assert found == expected
    assert pauses > 0


# ------------------------------------------------------------------------------------- several at a time


@middling_searches
def test_interleaved_searches_of_one_table(start: Callable[[], Search]) -> None:
    expected = list(start())
    one, two = start(), start()
    found: tuple[list[Numbers], list[Numbers]] = [], []
    two.count(3)
    for first, second in zip(one, two, strict=False):
        found[0].append(first)
        found[1].append(second)
    assert found[0] == expected[: MIDDLING - 3]
    assert found[1] == expected[3:]


def test_a_search_keeps_its_table_alive() -> None:
    search = WindowSearch(dominoes(2, 12))
    items = ItemSearch(itemized_dominoes(12))
    junk = [dominoes(3, n) for n in range(2, 8)]
    assert search.count() == items.count() == strip(2, 12)
    assert len(junk) == 6


@pytest.mark.needs_threads
def test_threads_share_a_table() -> None:
    with ThreadPoolExecutor(9) as threads:
        assert [*threads.map(lambda start: start().count(), middling() * 3)] == [MIDDLING] * 9


@pytest.mark.needs_threads
@pytest.mark.parametrize("use", [Search.next, Search.count, next], ids=["next", "count", "iteration"])
def test_two_threads_cannot_use_one_search(use: Callable[[Search], object]) -> None:
    """The other thread waits until the search is under way, meets the error, and interrupts this one."""
    search = Cover(LONG).search([])
    met: list[BaseException] = []

    def disturb() -> None:
        while search.nodes == 0:
            pass
        try:
            use(search)
        except BaseException as error:
            met.append(error)
        _thread.interrupt_main()

    thread = threading.Thread(target=disturb)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        search.count()
    thread.join()
    assert [(type(error), str(error)) for error in met] == [(RuntimeError, "this search is running in another thread")]
    nodes = search.nodes
    with pytest.raises(TimeoutError):
        search.count(tick=raises)
    assert search.nodes > nodes


# ---------------------------------------------------------------------------------------------- arguments


def test_the_base_class_finds_nothing() -> None:
    assert Search().next() is None
    assert Search().count() == 0
    assert list(Search()) == []
    with pytest.raises(OverflowError):
        Search().count(2**63)


@pytest.mark.parametrize("make", [WindowTable, WindowSearch, ItemTable, ItemSearch])
def test_arguments_are_needed(make: type) -> None:
    with pytest.raises(TypeError):
        make()
    with pytest.raises(TypeError):
        make(None, 1, *[[]] * 5)
    with pytest.raises(TypeError):
        make(None, 1)


@pytest.mark.parametrize(("farthest", "masks"), [(129, [1]), (4, []), (4, [0]), (4, [0, 0]), (4, [1 << 128])])
def test_what_no_window_holds_is_refused(farthest: int, masks: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^the puzzle does not fit the window$"):
        WindowTable([1, farthest], 7, masks, [0] * len(masks), [1], [0], [1])


@pytest.mark.parametrize("shifts", [[], [0], [1, -1], [1] * 17])
def test_neighbours_are_some_positions_away(shifts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^there must be 1 to 16 shifts, each at least 1$"):
        WindowTable(shifts, 7, [1], [0], [1], [0], [1])


@pytest.mark.parametrize(("length", "expected"), [(1, 2), (2, 9), (3, 32), (4, 121), (5, 450)])
def test_neighbours_may_lie_in_three_directions(length: int, expected: int) -> None:
    """Dominoes in a box of 2x2xn cubes (OEIS A006253)."""
    free = sum(1 << (9 * layer + 3 * row + column) for layer in range(length) for row in (0, 1) for column in (0, 1))
    dominoes = WindowTable([1, 3, 9], free, [1 | 1 << 1, 1 | 1 << 3, 1 | 1 << 9], [0] * 3, [2], [0], [2 * length])
    assert WindowSearch(dominoes).count() == expected


def test_more_copies_than_there_are_cells_have_no_solution() -> None:
    """A single cell and a domino, both wanted once, on two cells."""
    table = WindowTable([1, 5], 0b11, [0b1, 0b11], [0, 1], [1, 2], [1, 1], [1, 1])
    assert list(WindowSearch(table)) == []
    items = ItemTable(2, [([0], 0, 1), ([1], 0, 1), ([0, 1], 1, 1)], [1, 2], [1, 1], [1, 1])
    assert list(ItemSearch(items)) == []


@pytest.mark.parametrize("make", [lambda: WindowSearch(dominoes(2, 4)), lambda: ItemSearch(itemized_dominoes(4))])
def test_a_seek_that_is_refused_leaves_the_search_at_its_root(make: Callable[[], Search]) -> None:
    every = list(make())
    search = make()
    first = next(search)
    wrong = [(first[0], first[0]), (*first, 0), (-1,), (10**6,)]
    if isinstance(search, WindowSearch):  # items are covered in any order
        wrong.append(first[::-1])
    for numbers in wrong:
        with pytest.raises(ValueError, match="do not follow one another"):
            search.seek(numbers)
        assert list(search) == every
        search.seek(())


def test_what_is_sought_must_fit() -> None:
    """The square fits nowhere beside the bar that covers half of its cells."""
    table = WindowTable([1, 5], rectangle(2, 4), [0b11, 0b1100011], [0, 1], [2, 4], [0, 0], [4, 2])
    bar, square = 1 * 2 + 1, 1 * 2 + 0
    search = WindowSearch(table, 1)
    with pytest.raises(ValueError, match="do not follow one another"):
        search.seek((bar, 3 * 2 + 0))
    search.seek((square,))


def test_covered_cells_must_be_on_the_board() -> None:
    table = dominoes(2, 2)
    for covered in (-1, 1 << 200):
        with pytest.raises(OverflowError):
            WindowSearch(table, covered)
    with pytest.raises(AttributeError):
        WindowSearch(table, "11")


def test_a_table_cannot_be_changed() -> None:
    for table in (dominoes(2, 2), itemized_dominoes(2)):
        for name in ("shifts", "slots", "cells", "options", "anything"):
            with pytest.raises(AttributeError):
                setattr(table, name, 1)
    search = WindowSearch(dominoes(2, 2))
    for name in ("nodes", "found", "busy"):
        with pytest.raises(AttributeError):
            setattr(search, name, 1)


BAD = {
    "too few owners": "WindowTable([1, 4], 7, [1, 3], [0], [1, 2], [0, 0], [1, 1])",
    "an owner beyond the pieces": "WindowTable([1, 4], 7, [1, 3], [0, 10**6], [1, 2], [0, 0], [1, 1])",
    "a negative owner": "WindowTable([1, 4], 7, [1, 3], [0, -10**6], [1, 2], [0, 0], [1, 1])",
    "too few least copies": "WindowTable([1, 4], 7, [1], [0], [1] * 5000, [0], [1] * 5000)",
    "too few most copies": "WindowTable([1, 4], 7, [1], [0], [1] * 5000, [0] * 5000, [1])",
    "too few used copies": "WindowSearch(WindowTable([1, 4], 7, [1], [0], [1] * 5000, [0] * 5000, [1] * 5000), 0, [0])",
    "a negative number of cells to cover": "ItemTable(-1, [([0], 0, 1)], [1], [0], [1])",
    "an option without cells": "ItemTable(1, [([], 0, 1)], [1], [0], [1])",
    "an option beyond the cells": "ItemTable(1, [([10**8], 0, 1)], [1], [0], [1])",
    "an option partly beyond the cells": "ItemTable(1, [([0, 1], 0, 1)], [1], [0], [1])",
    "an option of a negative cell": "ItemTable(1, [([-(10**8)], 0, 1)], [1], [0], [1])",
    "an option of an unknown piece": "ItemTable(1, [([0], 10**6, 1)], [1], [0], [1])",
    "an option of a negative piece": "ItemTable(1, [([0], -(10**6), 1)], [1], [0], [1])",
    "an option of no copy": "ItemTable(9999, [([n], 0, 0) for n in range(9999)], [1], [0], [0])",
    "an option of copies below none": "ItemTable(9999, [([n], 0, -1) for n in range(9999)], [1], [0], [0])",
    "an optional cell beyond the cells": "ItemTable(1, [([0], 0, 1)], [1], [1], [1], [10**8])",
    "a negative optional cell": "ItemTable(1, [([0], 0, 1)], [1], [1], [1], [-(10**8)])",
    "too few numbers": "ItemTable(2, [([0], 0, 1)] * 5000, [1], [0], [1], (), [0])",
    "too few least copies of items": "ItemTable(1, [], [1] * 5000, [0], [1] * 5000)",
    "too few used copies of items": "ItemSearch(ItemTable(1, [], [1] * 5000, [0] * 5000, [1] * 5000), 0, [0])",
    "used copies below none": "ItemSearch(ItemTable(9, [([0], 0, 1)], [1], [0], [1]), 0, [-99])",
}


@pytest.mark.needs_processes
def test_inconsistent_arguments_raise_an_error() -> None:
    """In a process of its own: what is not checked may crash, and then it has told how far it came."""
    tries = f"""
from pentomino._core import *
for name, expression in {list(BAD.items())}:
    try:
        eval(expression)
    except (ValueError, IndexError, TypeError, OverflowError):
        print(name, flush=True)
"""
    done = subprocess.run([sys.executable, "-c", tries], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.splitlines()) == (0, list(BAD)), done.stderr
