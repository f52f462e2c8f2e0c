"""Generated puzzles: one solution each, no two the same, the same for the same seed; and how hard puzzles are."""

from __future__ import annotations

import threading
from itertools import combinations, islice
from typing import Any

import pytest

import oracle
import pentomino
from grids import GRIDS
from oracle import Piece, Statement
from pentomino import Board, PentominoError, Polyomino, Puzzle, PuzzleError, SearchCancelled, SearchTimeout, generate
from pentomino.make.generate import bands, identity_of
from pentomino.make.shapes import has_holes
from pentomino.render.media import shown

SMALL: list[dict[str, Any]] = [
    {"kind": "given", "board": "4x5", "pieces": "LPWY"},
    {"kind": "given", "board": "3x8", "pieces": "L4*6", "n": 2},
    {"kind": "given", "board": "4x5", "pieces": "L4 + L4' + S4 + O4 + I4", "n": 2},
    {"kind": "given", "board": "VVV..\nV....\nV....", "pieces": "PUV", "n": 1},
    {"kind": "given", "board": "2x3x3", "pieces": "V3* + I3*"},
    {"kind": "given", "board": "hexagonal 4x4", "pieces": "tetrahexes?"},
    {"kind": "given", "board": "triangular rhombus 3", "pieces": "pentiamonds? + tetriamonds? + triamonds*", "n": 3},
    {"kind": "given", "board": ".....\n..+..\n.....", "pieces": "V3*3 + I4 + I2", "n": 2},
    {"kind": "subset", "board": "4x5", "pieces": "pentominoes?"},
    {"kind": "subset", "board": "hexagonal 3x4", "pieces": "tetrahexes", "n": 1},
    {"kind": "shape", "board": "6x6", "pieces": "tetrominoes?", "cells": 16},
    {"kind": "shape", "board": "6x6", "pieces": "tetrominoes?", "cells": 16, "symmetric": True, "n": 2},
    {"kind": "shape", "board": "hexagonal 5x5", "pieces": "tetrahexes?", "cells": 16},
    {"kind": "shape", "board": "triangular rhombus 5", "pieces": "tetriamonds* + pentiamonds?", "cells": 17},
    {"kind": "shape", "board": "3x3x3", "pieces": "I3*2 + V3*3", "holes": False},
    {"kind": "given", "board": "4x6", "pieces": "pentominoes* + tetrominoes*", "rotations": False, "n": 2},
    {"kind": "given", "board": "4x5", "pieces": "L4* L4'* O4* I4*", "rotations": False, "reflections": True, "n": 1},
    {"kind": "subset", "board": "4x5", "pieces": "pentominoes*0-2", "rotations": False, "reflections": True, "n": 1},
    {"kind": "shape", "board": "6x6", "pieces": "tetrominoes?", "cells": 16, "rotations": False, "n": 2},
    {"kind": "shape", "board": "6x6", "pieces": "I4* O4*", "cells": 16, "symmetric": True, "rotations": False, "n": 1},
    {"kind": "blocked", "board": "4x5", "pieces": "L4 L4' O4", "rotations": False, "n": 1},
    {"kind": "blocked", "board": "4x5", "pieces": "LPW"},
    {"kind": "blocked", "board": "hexagonal 4x4", "pieces": "trihexes + H1", "n": 2},
]
"""What is generated, small enough for the oracle."""


def asked(puzzle: Puzzle) -> Statement:
    """The question for the oracle."""
    pieces = tuple(Piece(frozenset(piece.cells), least, most) for piece, least, most in puzzle.pieces)
    given = tuple((puzzle._owner(one), frozenset(one.cells)) for one in puzzle.placed)
    grid = GRIDS[puzzle.board.lattice.name]
    return Statement(
        puzzle.board.cells,
        pieces,
        puzzle.reflections,
        given,
        optional=puzzle.board.optional,
        grid=grid,
        rotations=puzzle.rotations,
    )


@pytest.mark.parametrize("said", SMALL, ids=lambda said: f"{said['kind']}-{said['board']}")
def test_the_oracle_finds_one_solution_of_each(said: dict[str, Any]) -> None:
    wanted = said.get("n", 3)
    puzzles = list(generate(**{"n": wanted, **said}, seed=1))
    assert len(puzzles) == wanted
    for puzzle in puzzles:
        count = oracle.distinct if said["kind"] in ("subset", "shape") else oracle.total
        assert count(asked(puzzle)) == 1, repr(puzzle)


@pytest.mark.parametrize("said", [one for one in SMALL if one["kind"] == "given"], ids=lambda said: said["board"])
def test_no_given_piece_can_go(said: dict[str, Any]) -> None:
    for puzzle in generate(**{"n": 3, **said}, seed=2):
        fixed = Puzzle(said["board"], said["pieces"]).placed
        for placement in set(puzzle.placed) - set(fixed):
            fewer = tuple(one for one in puzzle.placed if one != placement)
            assert oracle.total(asked(puzzle.replace(placed=fewer))) > 1


PICTURES = {
    "given": (
        "........... ........... .NNN....... NN......v.. ........vv.",
        ".NNN...YYYY ..WNNX..Y.. ..WWXXX.... ...WWX..... ...........",
    ),
    "calendar": (
        "....PP# ...#PP# .....P. ....... ....... ......# ...####",
        "......# ....#.# NN..... #NNN.66 .....66 .....66 ...####",
    ),
    "blocked": (".#..O# ...#II .....# .#.LLL ...L.. .#.#..", "...O#T ....TT ##oo.T ..oo.. ..#LLL #..L##"),
    "shape": (
        ".#### .#### .#### .#### ..### ....# .#... ....# .##.#",
        ".#### ...## .#..# .#.## .#### .#### ...## ##..# ###.# ##...",
    ),
    "subset": ("FLPUW", "LNUWY"),
}
"""What the seed 7 gives, written down once."""

OPTIONS: dict[str, dict[str, Any]] = {
    "given": {"board": "kanoodle"},
    "subset": {"board": "katamino-5"},
    "shape": {"cells": 20},
    "calendar": {},
    "blocked": {},
}


@pytest.mark.parametrize("kind", PICTURES)
def test_a_seed_always_gives_the_same(kind: str) -> None:
    puzzles = list(generate(2, kind=kind, seed=7, **OPTIONS[kind]))
    pictures = [puzzle.drawing.to_text("letters").replace("\n", " ") for puzzle in puzzles]
    names = ["".join(piece.name for piece, _, _ in puzzle.pieces) for puzzle in puzzles]
    assert tuple(names if kind == "subset" else pictures) == PICTURES[kind]
    assert list(islice(generate(3, kind=kind, seed=7, **OPTIONS[kind]), 2)) == puzzles
    assert list(generate(2, kind=kind, seed=8, **OPTIONS[kind])) != puzzles


def test_no_two_are_turned_into_each_other() -> None:
    """There are seventeen such puzzles on this board, which has four symmetries."""
    puzzles = generate(12, seed=3, board="4x5", pieces="LPWY")
    drawn = [puzzle.drawing.to_text("letters").split("\n") for puzzle in puzzles]
    ways = [(down, across) for down in (1, -1) for across in (1, -1)]
    images = [{"/".join(row[::across] for row in rows[::down]) for down, across in ways} for rows in drawn]
    assert not any(one & other for one, other in combinations(images, 2))


def test_the_same_puzzle_turned_has_the_same_identity() -> None:
    first = Puzzle("VVV..\nV....\nV....", "PUV")
    for picture in ("..VVV\n....V\n....V", "....V\n....V\n..VVV", "VVV\nV..\nV..\n...\n..."):
        assert identity_of(Puzzle(picture, "UVP")) == identity_of(first)
    for picture, pieces in (("...VV\n....V\n....V", "L4 P U O1"), ("3x5", "PUV"), (".VVV.\n.V...\n.V...", "PUV")):
        assert identity_of(Puzzle(picture, pieces)) != identity_of(first)
    # Mirror images are different if pieces may not be reflected.
    left, right = (Puzzle("3x4", {f"L4{prime}": 2, "I4": 1}, reflections=False) for prime in ("", "'"))
    assert identity_of(left) == identity_of(right)
    begun = Puzzle("LLL.\nL...\n....", "L4*3", reflections=False)
    other = Puzzle(".LLL\n.L..\n....", "L4*3", reflections=False)
    assert identity_of(begun) != identity_of(other)
    # Pieces that may not be rotated are moved with the board.
    across, down = Polyomino([(0, 0), (0, 1)]), Polyomino([(0, 0), (1, 0)])
    short, long = (Puzzle(board, {across: 4}, rotations=False) for board in ("2x4", "4x2"))
    assert identity_of(short) == identity_of(Puzzle("4x2", {down: 4}, rotations=False))
    assert identity_of(short) != identity_of(long)


def test_puzzles_that_a_ring_turns_into_each_other_are_the_same() -> None:
    ring = Puzzle("ring 3x5", "PUV")
    first, *others = ring.placements_of("U")
    images = {frozenset(ring.board.transform_cells(first.cells, element)) for element in ring.symmetries()}
    assert len(images) == 10
    for other in others:
        is_same = identity_of(ring.replace(placed=(other,))) == identity_of(ring.replace(placed=(first,)))
        assert is_same == (frozenset(other.cells) in images)


def test_holes_and_symmetry_are_as_asked() -> None:
    for puzzle in generate(4, kind="shape", seed=5, pieces="tetrominoes*1-2", cells=24, board="7x7", holes=False):
        assert not has_holes(puzzle.board)
        assert len(puzzle.board.regions()) == 1
    for puzzle in generate(4, kind="shape", seed=5, cells=20, symmetric=True):
        assert len(puzzle.board.symmetries()) > 1
        assert len(puzzle.board.cells) == 20


@pytest.mark.parametrize(
    ("picture", "lattice", "holes"),
    [
        ("...\n.#.\n...", pentomino.SQUARE, True),
        (".#.\n.#.\n...", pentomino.SQUARE, False),
        (" . .\n. # .\n . .", pentomino.HEXAGONAL, True),
        ("... ... ...\n... .#. ...\n... ... ...", pentomino.CUBIC, True),
        ("... .#. ...\n... .#. ...\n... ... ...", pentomino.CUBIC, False),
    ],
)
def test_a_hole_is_shut_off_from_the_outside(picture: str, lattice: pentomino.Lattice, holes: bool) -> None:
    assert has_holes(Board.parse(picture, lattice)) == holes


def test_a_calendar_leaves_dates() -> None:
    for puzzle in generate(4, kind="calendar", seed=1, board="daily-calendar"):
        month, day, weekday = sorted((text for _, text in puzzle.board.labels), key=lambda text: text.isdigit())[:3]
        assert len({month, day, weekday}) == 3
        assert puzzle.is_unique(symmetry="all")


def test_levels_come_in_shares_that_rise() -> None:
    puzzles = list(generate(n=6, seed=2, board="5x8", pieces="FLNPUVYZ", difficulty="easy-hard"))
    found = [puzzle.difficulty() for puzzle in puzzles]
    assert [one and one.level for one in found] == ["easy"] * 2 + ["medium"] * 2 + ["hard"] * 2
    works = [one.work for one in found if one]
    assert works == sorted(works)


@pytest.mark.parametrize(
    ("said", "n", "wanted"),
    [
        ("easy", 2, [(0, 100, 2)]),
        ("medium-hard", 3, [(101, 1000, 2), (1001, None, 1)]),
        ("easy-hard", 1, [(0, 100, 1)]),
        ((5, None), 4, [(5, None, 4)]),
        (None, 4, [(0, None, 4)]),
        ("hard", 0, []),
    ],
)
def test_shares_of_levels(said: Any, n: int, wanted: list[tuple[int, int | None, int]]) -> None:
    assert [(*band, number) for band, number in bands(said, n)] == wanted


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"kind": "givn"}, "kind must be 'given', 'subset', 'shape', 'calendar' or 'blocked', got 'givn'"),
        ({"kind": 3}, "kind must be 'given', 'subset', 'shape', 'calendar' or 'blocked', got 3"),
        ({"n": -1}, "n must be at least 0, got -1"),
        ({"seed": 1.5}, "seed must be from 0 to 18446744073709551615, a string or None, got 1.5"),
        ({"cells": 20}, "cells=20 requires kind='shape'"),
        ({"kind": "subset", "holes": False}, "holes=False requires kind='shape'"),
        ({"kind": "shape", "cells": 0}, "cells must be at least 1, got 0"),
        (
            {"kind": "shape", "pieces": "L4*"},
            "the copies of the pieces do not fix the size of the shape; cells=30 does",
        ),
        ({"kind": "shape", "cells": 7}, "no choice of the pieces has 7 cells"),
        ({"kind": "shape", "cells": 200}, "a shape of 200 cells does not fit into the board, which has 100"),
        ({"kind": "calendar", "board": "kanoodle"}, "kanoodle is not a calendar: its cells are not labelled with"),
        (
            {"kind": "calendar", "board": (5, 6)},
            "kind='calendar' requires a calendar: a name such as a-puzzle-a-day, or a file of ",
        ),
        (
            {"kind": "blocked", "board": "5x12"},
            "the pieces must leave cells to block, but the board has only 60 cells",
        ),
        ({"kind": "blocked", "board": "6x6", "pieces": "L4*"}, "copies must be fixed numbers, got a range: "),
        ({"kind": "shape", "board": "ring 3x20"}, "a board from which a shape is cut must be flat, got a wrapped one"),
        ({"kind": "blocked", "board": "torus 6x11"}, "a board with blocked cells must be flat, got a wrapped one"),
        ({"board": "6x11"}, "the board has 66 free cells, but the pieces cover 60"),
        (
            {"difficulty": "hrad"},
            "difficulty must be 'easy', 'medium', 'hard', a range such as 'easy-hard', or (least",
        ),
        ({"difficulty": "hard-easy"}, "difficulty must go from easy to hard, got 'hard-easy'; write easy-hard"),
        ({"difficulty": (5, 2)}, "difficulty must be (least, most) with least <= most, got (5, 2)"),
        ({"difficulty": (5, 2, 1)}, "difficulty must be 'easy', 'medium', 'hard', a range such as 'easy-hard', or"),
        ({"difficulty": (-1, 2)}, "the least work of a difficulty must be at least 0, got -1"),
    ],
)
def test_what_makes_no_sense_is_said_at_once(said: dict[str, Any], message: str) -> None:
    with pytest.raises(PentominoError) as error:
        generate(**said)
    assert str(error.value).startswith(message)


def test_nothing_found_is_an_error() -> None:
    with pytest.raises(PentominoError, match="no puzzle was found: the board cannot be filled by the pieces"):
        list(generate(board="4x5", pieces="tetrominoes"))
    with pytest.raises(PentominoError, match="2 of 3 puzzles were found, and no more in 300 tries"):
        list(generate(n=3, board="1x3", pieces="I2 + O1", seed=1))
    advice = (
        "0 of 12 puzzles of this difficulty .5000 or more placements to look at. were found, .*: try another difficulty"
    )
    with pytest.raises(PentominoError, match=advice):
        list(generate(kind="subset", board="3x5", pieces="pentominoes?", difficulty=(5000, None)))
    with pytest.raises(PuzzleError, match="symmetric=True requires a symmetric board"):
        generate(kind="shape", board="...\n.##", pieces="I2", symmetric=True)


def test_time_may_run_out() -> None:
    with pytest.raises(SearchTimeout, match="stopped after 0 s: 0 puzzles made"):
        list(generate(seed=1, timeout=0))
    stop = threading.Event()
    puzzles = generate(seed=1, cancel=stop, board="5x6", pieces="pentominoes?")
    next(puzzles)
    stop.set()
    with pytest.raises(SearchCancelled, match=r"^cancelled: 1 puzzle made, 8\.3 % done, about \d+ (s|min) left$"):
        list(puzzles)


@pytest.mark.parametrize("n", [3, 20])
def test_a_notebook_shows_the_first_puzzles(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.make.generate.SECONDS", 60)
    said: dict[str, Any] = {"n": n, "board": "5x6", "pieces": "pentominoes?"}
    puzzles = generate(**said)
    first = next(puzzles)
    page = puzzles._repr_html_()
    every = [first, *puzzles]
    assert page == shown([one.to_svg(cell=16) for one in every[:12]], page[page.rindex("<p>") + 3 : -4])
    assert page.endswith("<p>3 puzzles</p>" if n == 3 else "<p>the first 12 of 20 puzzles</p>")
    assert repr(puzzles) == f"<Puzzles: {n} of {n} made so far>"


def test_a_notebook_shows_what_is_made_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.make.generate.SECONDS", 0)
    assert generate()._repr_html_() == "<p>none of 12 puzzles so far, within 0 s</p>"
    assert repr(generate()) == "<Puzzles: 0 of 12 made so far>"
    monkeypatch.setattr("pentomino.make.generate.SECONDS", 60)
    assert generate(board="4x5", pieces="tetrominoes")._repr_html_() is None  # no such puzzle exists


@pytest.mark.usefixtures("eager_progress")
def test_workers_change_nothing_and_progress_is_that_of_puzzles() -> None:
    seen: list[pentomino.Progress] = []
    wanted = list(generate(4, seed=1, board="5x6", pieces="pentominoes?"))
    puzzles = generate(4, seed=1, board="5x6", pieces="pentominoes?", workers=3, progress=seen.append)
    for number, puzzle in enumerate(puzzles):
        assert puzzle == wanted[number]
        assert {one.found for one in seen} <= {number, number + 1}
        assert {one.fraction for one in seen} <= {number / 4, (number + 1) / 4}
        seen.clear()
    with pytest.raises(PentominoError, match="workers must be a whole number|workers must be at least 1"):
        generate(workers=0)


@pytest.mark.usefixtures("eager_progress")
def test_nodes_of_all_searches_are_told() -> None:
    seen: list[pentomino.Progress] = []
    list(generate(4, seed=1, board="5x6", pieces="pentominoes?", difficulty="easy", progress=seen.append))
    nodes = [one.nodes for one in seen]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 100
    assert [one.fraction for one in seen] == sorted(one.fraction for one in seen)


def test_difficulty_counts_what_is_looked_at() -> None:
    puzzle = Puzzle("3x5", "PUV", placed="VVV..\nV....\nV....")
    found = puzzle.difficulty()
    first, second = puzzle.forced() or ()
    assert found.work == first.reason.cost + 2 * len(first.reason.excluded) + second.reason.cost
    assert found.steps == (("ahead", 1), ("pocket", 1))
    expected = {"work": 26, "level": "easy", "steps": {"ahead": 1, "pocket": 1}, "depth": 0, "whole": True}
    assert found.to_dict() == expected
    assert Puzzle("VVV..\nV....\nV....", "PUV").difficulty() == found == puzzle.difficulty(workers=2)


def test_a_guess_is_work_a_full_board_is_none_and_without_a_solution_nothing_is_said() -> None:
    found = Puzzle("3x5", "PUV").difficulty()
    assert dict(found.steps)["guess"] >= 1
    assert found.depth >= 1
    assert found.work > 26
    full = Puzzle("VVVUU\nVPPPU\nVPPUU", "PUV").difficulty()
    assert (full.work, full.steps, full.level) == (0, (), "easy")
    assert Puzzle("4x5", "tetrominoes").difficulty() is None
    assert Puzzle("5x5", "FILNP").difficulty() is None


def test_more_given_pieces_are_easier_from_end_to_end() -> None:
    solution = Puzzle("kanoodle").sample(1, seed=1)[0]
    works = []
    for number in (11, 8, 5, 3):
        found = Puzzle("kanoodle", placed=solution.placements[:number]).difficulty()
        works.append(found.work)
    assert works == sorted(works)
    assert works[0] < 20 < 1000 < works[-1]


def test_an_empty_board_is_hard_and_not_gone_through() -> None:
    found = Puzzle("6x10").difficulty()
    assert (found.level, found.is_whole) == ("hard", False)
    assert str(found).startswith("hard: at least ")


@pytest.mark.parametrize("board", ["soma", "tetrahexes-bumpy-triangle", "hexiamonds-coin"])
def test_difficulty_knows_all_lattices(board: str) -> None:
    puzzle = Puzzle(board)
    solution = puzzle.solve()
    found = puzzle.replace(placed=tuple(sorted(solution.placements[3:]))).difficulty()
    assert found.level == "easy"
