"""The oracle for puzzles whose entries can have the same shape, with rules for each entry, colours and empty cells.

Two entries are copies of one piece if they have the same shape, the same colours, and the same placements on the board.
Such entries form a `kind`, which has the number of the first of them. Like `oracle.py`, this module imports nothing
from the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hypothesis import strategies as st

from oracle import SQUARES, Cell, Cells, Grid, Move, corner, translated
from strategies import boards, closed_under_a_symmetry, cuts

Coloured = frozenset[tuple[Cell, str]]
Made = tuple[int, Cells]
"""A kind and the cells of a placement."""


class TwoWaysError(Exception):
    """Raised if the colours of an entry fit the same cells in two ways."""


class Entry(NamedTuple):
    """A piece: its cells, how many copies it has, and the cells and widths that its placements may have.

    `cells` maps each cell to the colours that it may cover. An empty text means any colour.
    """

    cells: Mapping[Cell, str]
    least: int = 1
    most: int | None = 1
    banned: Cells = frozenset()
    width: int | None = None  # of the bounding box, if only that is allowed


@dataclass(frozen=True)
class Entries:
    """A puzzle, like `oracle.Statement`, but with colours of the board and a maximum number of empty cells."""

    cells: Cells
    entries: tuple[Entry, ...]
    reflections: bool = True
    colours: Mapping[Cell, str] | None = None
    optional: Cells = frozenset()
    spare: int | None = None
    given: tuple[tuple[int, Cells], ...] = ()
    grid: Grid = SQUARES

    @property
    def maybe_empty(self) -> Cells:
        """The cells that may stay empty. If none is optional and `spare` is a number, these are all cells."""
        return self.cells if self.spare is not None and not self.optional else self.optional


def turned(entry: Entry, move: Move) -> Coloured:
    """Return the coloured cells after a motion of the plane, translated to the origin."""
    image = {next(iter(move.moved({cell}))): text for cell, text in entry.cells.items()}
    low = corner(frozenset(image))
    return frozenset((tuple(n - at for n, at in zip(cell, low, strict=True)), text) for cell, text in image.items())


def moves(question: Entries) -> list[Move]:
    return [move for move in question.grid.symmetries if question.reflections or not move.mirror]


def key(question: Entries, entry: Entry, mirror: bool = False) -> tuple[tuple[Cell, str], ...]:
    """Return a value that is equal for entries with the same shape and colours.

    If `mirror` is true, it is the value of the mirror image of `entry`.
    """
    every = [move for move in question.grid.symmetries if question.reflections or move.mirror == mirror]
    return min(tuple(sorted(turned(entry, move))) for move in every)


def places(question: Entries, entry: Entry) -> frozenset[Cells]:
    """Return the placements of an entry on the board without given pieces, each as a set of cells."""
    found: dict[Cells, set[Coloured]] = {}
    colours = question.colours or {}
    for move in moves(question):
        shape = turned(entry, move)
        for at in question.cells:
            first, _ = min(shape)
            by = [there - here for there, here in zip(at, first, strict=True)]
            lying = {next(iter(translated(frozenset({cell}), *by))): text for cell, text in shape}
            fits = (not text or cell not in colours or colours[cell] in text for cell, text in lying.items())
            if set(lying) <= question.cells and all(fits):
                found.setdefault(frozenset(lying), set()).add(frozenset(lying.items()))
    if question.colours and any(len(ways) > 1 for ways in found.values()):
        raise TwoWaysError
    return frozenset(cells for cells in found if may_lie(entry, cells))


def coloured_places(question: Entries, number: int) -> frozenset[Cells]:
    """Return the placements that the colours of an entry allow, without its other rules."""
    return places(question, Entry(question.entries[number].cells))


def may_lie(entry: Entry, cells: Cells) -> bool:
    columns = {cell[-1] for cell in cells}
    is_as_wide = entry.width is None or max(columns) - min(columns) + 1 == entry.width
    return is_as_wide and cells.isdisjoint(entry.banned)


class Kind(NamedTuple):
    """Entries that are copies of one piece."""

    key: object
    places: frozenset[Cells]
    least: int
    most: int | None
    entries: tuple[int, ...]


def kinds(question: Entries) -> dict[int, Kind]:
    """Return the kinds. The key of a kind is the number of its first entry."""
    found: dict[object, Kind] = {}
    for number, entry in enumerate(question.entries):
        same = key(question, entry), places(question, entry)
        known = found.get(same, Kind(*same, 0, 0, ()))
        most = None if known.most is None or entry.most is None else known.most + entry.most
        found[same] = Kind(*same, known.least + entry.least, most, (*known.entries, number))
    return {kind.entries[0]: kind for kind in found.values()}


def given(question: Entries) -> set[Made]:
    kind_of = {number: first for first, kind in kinds(question).items() for number in kind.entries}
    return {(kind_of[number], cells) for number, cells in question.given}


def solutions(question: Entries) -> set[frozenset[Made]]:
    """Return all solutions. The search always covers the first uncovered cell."""
    known, made = kinds(question), given(question)
    start = Counter(first for first, _ in made)
    found: set[frozenset[Made]] = set()

    def extend(left: Cells, chosen: frozenset[Made], used: Counter[int], empty: int) -> None:
        if not left:
            if all(used[first] >= kind.least for first, kind in known.items()):
                found.add(chosen)
            return
        at = min(left)
        for first, kind in known.items():
            if kind.most is None or used[first] < kind.most:
                for cells in kind.places:
                    if at in cells and cells <= left:
                        extend(left - cells, chosen | {(first, cells)}, used + Counter([first]), empty)
        if at in question.maybe_empty and (question.spare is None or empty < question.spare):
            extend(left - {at}, chosen, used, empty + 1)

    if all(kind.most is None or start[first] <= kind.most for first, kind in known.items()):
        extend(question.cells.difference(*(cells for _, cells in made)), frozenset(made), start, 0)
    return found


def images(question: Entries, move: Move) -> dict[int, int | None]:
    """Return the image of each kind under a motion: the kind itself, its only mirror twin, or None."""
    known = kinds(question)
    if question.reflections or not move.mirror:
        return {first: first for first in known}
    found: dict[int, int | None] = {}
    for first in known:
        twin = key(question, question.entries[first], mirror=True)
        twins = [other for other, kind in known.items() if kind.key == twin]
        found[first] = first if first in twins else twins[0] if len(twins) == 1 else None
    return found


def symmetries(question: Entries) -> list[Move]:
    """Return the motions that map the board, the given pieces and the other placements onto themselves."""
    return [move for move in question.grid.symmetries if is_symmetry(question, move)]


def is_symmetry(question: Entries, move: Move) -> bool:
    board, made, known, twin = question.cells, given(question), kinds(question), images(question, move)
    taken = frozenset(cell for _, cells in made for cell in cells)
    optional = question.maybe_empty - taken
    if move.on(board, board) != board or move.on(board, optional) != optional:
        return False
    if any((twin[first], move.on(board, cells)) not in made for first, cells in made):
        return False
    area = len(board - taken)
    used = Counter(first for first, _ in made)

    def copies(first: int) -> tuple[int, int]:
        kind = known[first]
        least = max(0, kind.least - used[first])
        room = max(least, area // len(question.entries[first].cells))
        return least, room if kind.most is None else min(kind.most - used[first], room)

    def free(first: int) -> set[Cells]:
        return {cells for cells in known[first].places if cells.isdisjoint(taken)} if copies(first)[1] else set()

    for first in known:
        image = twin[first]
        if image is None or copies(image) != copies(first):
            if free(first):
                return False
        elif {move.on(board, cells) for cells in free(first)} - free(image):
            return False
    return True


def orbits(question: Entries) -> list[set[frozenset[Made]]]:
    """Return the solutions in sets. The symmetries map the solutions of a set to each other."""
    group = [(move, images(question, move)) for move in symmetries(question)]
    waiting, result = solutions(question), []
    while waiting:
        one, board = next(iter(waiting)), question.cells
        orbit = {frozenset((twin[first], move.on(board, cells)) for first, cells in one) for move, twin in group}
        assert orbit <= waiting, "a symmetry does not map solutions to solutions, or two orbits overlap"
        waiting -= orbit  # type: ignore[operator]
        result.append(orbit)
    return result  # type: ignore[return-value]


@st.composite
def questions(draw: st.DrawFn) -> Entries:
    """Draw small boards cut into parts of few shapes. Each part is an entry, with or without rules and colours."""
    board = draw(boards(8))
    reflections = draw(st.booleans())
    parts = draw(cuts(board))
    colours = draw(board_colours(board)) if draw(st.booleans()) else None
    entries: list[Entry] = []
    for part in parts:
        texts = dict.fromkeys(part, "")
        if colours is not None and draw(st.integers(0, 3)):
            texts = {cell: colours.get(cell, "") if draw(st.integers(0, 7)) else draw(TEXTS) for cell in part}
        entry = Entry(texts)
        move = draw(st.sampled_from([move for move in SQUARES.symmetries if reflections or not move.mirror]))
        entry = entry._replace(cells=dict(turned(entry, move)))
        rule = draw(st.integers(0, 7))
        if rule == 0:
            entry = entry._replace(banned=frozenset(draw(st.sets(st.sampled_from(sorted(board)), max_size=2))) - part)
        elif rule == 1:
            columns = {cell[-1] for cell in part}
            entry = entry._replace(width=max(columns) - min(columns) + 1)
        if not draw(st.integers(0, 7)):
            entry = entry._replace(least=0, most=draw(st.sampled_from([1, 2, None])))
        entries.append(entry)
    question = Entries(board, tuple(draw(st.permutations(entries))), reflections, colours)
    if draw(st.integers(0, 2)) == 0:
        most = draw(st.sampled_from([0, 4, 4]))
        some = frozenset(draw(st.sets(st.sampled_from(sorted(board)), max_size=most)))
        if draw(st.booleans()):
            some = closed_under_a_symmetry(draw, board, some)
        loose = tuple(entry._replace(least=draw(st.integers(0, entry.least))) for entry in question.entries)
        spare = draw(st.sampled_from([None, 0, 1, 1, 2, 3]))
        question = replace(question, entries=loose, optional=some, spare=spare)
    if draw(st.integers(0, 3)) == 0:
        part = draw(st.sampled_from(parts))
        fits = [number for number, entry in enumerate(question.entries) if part in plain(question, entry)]
        if fits:
            question = replace(question, given=((draw(st.sampled_from(fits)), part),))
    return question


TEXTS = st.sampled_from(["", "B", "W", "BW"])


@st.composite
def board_colours(draw: st.DrawFn, board: Cells) -> dict[Cell, str]:
    """Draw the colours of a chessboard, of stripes, or of random cells."""
    kind = draw(st.sampled_from(["chess", "stripes", "any"]))
    if kind == "any":
        return {cell: colour for cell in sorted(board) if (colour := draw(st.sampled_from(["B", "W", ""])))}
    return {cell: "BW"[(sum(cell) if kind == "chess" else cell[0]) % 2] for cell in board}


def plain(question: Entries, entry: Entry) -> frozenset[Cells]:
    """Return the placements that an entry would have without rules and colours."""
    return places(replace(question, colours=None), Entry(entry.cells))
