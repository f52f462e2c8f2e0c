"""Tallies: both engines against the slow oracle, on all lattices; what is told and drawn of them."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import pentomino
from effort import examples
from oracle import Statement as Question
from pentomino import PentominoError, Placement, Puzzle, PuzzleError, SearchTimeout, Statistics, Tally
from pentomino._frontier import FrontierJob, FrontierTally, FrontierUnfit
from pentomino.search.by_frontier import compile_puzzle
from pentomino.search.plan import Plan
from puzzles import ENGINES, made, placement_at, plan_for, with_engine
from strategies import QUESTIONS, statements

X_AT_A_CORNER = Placement("X", [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)])


def told(tally: Tally) -> dict[frozenset[tuple[int, ...]], int]:
    """The numbers that are not 0, by cells."""
    return {frozenset(placement.cells): number for placement, number in tally.items() if number}


@examples(120)
@given(question=QUESTIONS, engine=st.sampled_from([*ENGINES, "frontier", "auto"]))
def test_tallies_agree_with_the_oracle(question: Question, engine: str) -> None:
    puzzle = made(question)
    method = engine if engine in ("frontier", "auto") else "search"
    if engine in ENGINES:
        puzzle = with_engine(puzzle, engine)
    tilings = [oracle.parts_of(tiling) for tiling in oracle.solutions(question)]
    every = puzzle.tally(method=method)
    assert every.total == len(tilings)
    assert told(every) == Counter(part for tiling in tilings for part in tiling)

    orbits = oracle.orbits(oracle.bounded(question))
    try:
        distinct = puzzle.tally(method=method, symmetry="distinct")
    except PentominoError as error:
        assert method == "frontier"
        assert str(error) == "the frontier engine cannot tally solutions of a symmetric puzzle up to symmetry"
        assert len(puzzle.symmetries()) > 1
        return
    assert distinct.total == len(orbits)
    assert told(distinct) == Counter(
        part for orbit in orbits for part in {part for tiling in orbit for part in oracle.parts_of(tiling)}
    )


@examples(80)
@given(question=statements(), hashed=st.booleans(), workers=st.integers(1, 2))
def test_the_frontier_keeps_its_books(question: Question, hashed: bool, workers: int) -> None:
    """What always holds of levels, lists and bytes is checked after each level; sums may be hashed, work be shared."""
    plan = plan_for(question)
    if plan is None:
        return
    job = FrontierJob(compile_puzzle(plan, breaks=False), workers=workers, hashed=hashed)
    job.checks = True
    tally, number_of = FrontierTally(job), plan.cover.numbers_by_mask()
    found = Counter[frozenset[tuple[int, ...]]]()
    for *option, number in tally.count():
        if (placement := number_of(*option)) not in plan.cover.gaps:
            found[frozenset(placement_at(plan.cover, placement).cells)] += number
    given_cells = {cells for _, cells in question.given}
    tilings = [oracle.parts_of(tiling) for tiling in oracle.solutions(question)]
    assert tally.total == len(tilings)
    assert found == Counter(part for tiling in tilings for part in tiling - given_cells)
    assert job.held == 0


@pytest.mark.parametrize(("board", "pieces"), [("5x12", None), ("8x8", "I2*")])
def test_the_numbers_of_a_piece_add_up(board: str, pieces: str | None) -> None:
    tally, statistics = pentomino.Puzzle(board, pieces).tally(), Statistics()
    assert tally.total == pentomino.count(board, pieces, symmetry="all", statistics=statistics)
    sums = Counter[str]()
    for placement, number in tally.items():
        sums[placement.piece.name] += number
    copies = 32 if pieces == "I2*" else 1
    assert sums == {count.piece.name: copies * tally.total for count in tally.puzzle.pieces}


@pytest.mark.needs_numpy
def test_numbers_beyond_64_bits() -> None:
    tally = Puzzle("12x12", "I2*").tally()
    assert tally.total == 53060477521960000
    wide = Puzzle("12x16", "I2*").tally()
    assert wide.total > 1 << 64
    assert sum(wide.values()) == 96 * wide.total
    assert len({wide[Placement("I2", [(0, 0), (0, 1)])], wide[Placement("I2", [(11, 14), (11, 15)])]}) == 1
    assert wide.to_numpy().dtype == object


def test_numbers_beyond_128_bits_are_too_many() -> None:
    job = FrontierJob(compile_puzzle(Plan(Puzzle("2x250", "I2*")), breaks=True))
    with pytest.raises(FrontierUnfit, match=r"^the number of solutions may exceed 128 bits$"):
        FrontierTally(job).count()
    with pytest.raises(
        PentominoError, match="the frontier engine cannot tally this: the number of solutions may exceed"
    ):
        Puzzle("2x250", "I2*").tally(method="frontier")


def test_memory_is_limited_and_given_back() -> None:
    table = compile_puzzle(Plan(Puzzle("5x12")), breaks=True)
    job = FrontierJob(table)
    tally = FrontierTally(job)
    assert sum(number for *_, number in tally.count()) == 12 * 4040 == 12 * tally.total
    assert (job.held, job.progress) == (0, 1)
    with pytest.raises(RuntimeError, match="count only once"):
        tally.count()
    small = FrontierJob(table, job.peak // 3)
    with pytest.raises(MemoryError):
        FrontierTally(small).count()
    assert small.held == 0 < small.peak <= job.peak // 3


def test_what_cannot_be_has_no_numbers() -> None:
    for method in ("search", "frontier"):
        none = Puzzle("3x3", "V3*3").tally(method=method)
        assert none.total == 0 == sum(none.values())
        assert len(none) == len(Puzzle("3x3", "V3*3").placements())
        full = Puzzle("VVVUU\nVPPPU\nVPPUU", "PUV").tally(method=method)
        assert (full.total, list(full.values())) == (1, [1, 1, 1])


def test_the_two_engines_are_chosen_as_for_a_count() -> None:
    statistics = Statistics()
    for board in ("6x10", "5x12"):
        Puzzle(board).count(statistics=statistics)
        expected = statistics.engine
        Puzzle(board).tally(statistics=statistics)
        assert statistics.engine == expected
        assert statistics.found == pentomino.count(board, symmetry="all")


@pytest.mark.usefixtures("eager_progress")
def test_limits_hold() -> None:
    for method in ("search", "frontier"):
        with pytest.raises(SearchTimeout):
            pentomino.Puzzle("9x10", "one-sided pentominoes").tally(method=method, timeout=0.05)
    seen: list[pentomino.Progress] = []
    pentomino.Puzzle("5x12").tally(progress=seen.append, workers=2)
    assert len(seen) > 1
    assert all(0 <= a.fraction <= b.fraction <= 1 for a, b in pairwise(seen))
    for wrong in ({"symmetry": "none"}, {"workers": 0}, {"method": "guess"}):
        with pytest.raises(PentominoError, match=next(iter(wrong))):
            pentomino.Puzzle().tally(**wrong)


def test_a_tally_is_a_mapping_of_placements() -> None:
    puzzle = Puzzle("6x10", placed=X_AT_A_CORNER)
    tally = puzzle.tally()
    assert list(tally) == [X_AT_A_CORNER, *puzzle.placements()]
    assert tally[X_AT_A_CORNER] == tally.total == puzzle.count(symmetry="all")
    assert Placement("X", X_AT_A_CORNER.cells) in tally
    for strange in (Placement("I", [(0, n) for n in range(5)]), "X", None):
        assert strange not in tally
        with pytest.raises(KeyError):
            tally[strange]  # type: ignore[index]
    assert pickle.loads(pickle.dumps(tally)) == tally == puzzle.tally(method="frontier")
    assert repr(tally) == f"<Tally: {len(tally)} placements in {tally.total} solutions, symmetry='all'>"
    distinct = Puzzle("3x5", "PUV").tally(symmetry="distinct")
    assert repr(distinct) == "<Tally: 72 placements in 1 solution, symmetry='distinct'>"


@pytest.mark.needs_numpy
def test_pieces_on_cells() -> None:
    puzzle = Puzzle("4x5", "I2*2-8 + O4? + L4?")
    tally = puzzle.tally()
    solutions = list(puzzle.solve_all(symmetry="all"))
    expected = Counter(
        (cell, one.piece.name) for solution in solutions for one in solution.placements for cell in one.cells
    )
    for cell in puzzle.board:
        found = {piece.name: number for piece, number in tally.on(cell).items()}
        assert found == {name: number for (where, name), number in expected.items() if where == cell}
        assert sum(found.values()) == tally.total
        piece, most = tally.likeliest[cell]
        assert found[piece.name] == most == max(found.values())
    for piece in ("I2", "O4", "L4"):
        assert tally.of(piece) == {cell: expected[cell, piece] for cell in puzzle.board}
    placed = [Counter(solution.placements) for solution in solutions]
    one = Placement("O4", [(0, 0), (0, 1), (1, 0), (1, 1)])
    assert tally.fraction(one) == Fraction(sum(one in found for found in placed), len(solutions))
    array = tally.to_numpy()
    assert array.shape == (3, 4, 5)
    assert array[1].tolist() == [[tally.of("O4")[row, column] for column in range(5)] for row in range(4)]


@pytest.mark.needs_numpy
def test_what_is_asked_amiss() -> None:
    tally = Puzzle("6x10").tally(symmetry="distinct")
    for ask in (lambda: tally.on((0, 0)), lambda: tally.of("X"), lambda: tally.likeliest, tally.to_numpy, tally.to_svg):
        with pytest.raises(PentominoError, match=r"require a tally with symmetry='all', got 'distinct'$"):
            ask()
    tally = Puzzle("3x5", "PUV").tally()
    with pytest.raises(PentominoError, match=r"^\(3, 0\) is not a cell of the board$"):
        tally.on((3, 0))
    with pytest.raises(PuzzleError, match="'W'"):
        tally.of("W")


def test_tables() -> None:
    tally = Puzzle("3x5", "PUV").tally()
    assert tally.to_text("P") == "  0  25  50  25   0\n  0 100 100 100   0\n  0  25  50  25   0"
    with_a_hole = Puzzle("V....\nV.#..\nVVV..", {"V": 1, "I2": (0, None), "O1": (0, 1)}).tally()
    assert with_a_hole.to_text().splitlines()[1] == "V 100 I  70       I  90 I 100"
    assert Puzzle("3x3", "V3*3").tally().to_text() == "\n\n"


def test_narrow_tables() -> None:
    tally = Puzzle("5x12").tally()
    above, below, between = tally.to_text(narrow=True).splitlines()[:3]
    letters, figures = zip(*(re.findall(r"(\w) +(\d+)", tally.to_text().splitlines()[0])), strict=True)
    assert (above.split(), below.split(), between) == ([*letters], [*figures], "")
    assert [above.index("L"), len(below)] == [4, 12 * 3 - 1]
    assert tally.to_text("X", narrow=True).splitlines()[0] == " 0  0  4  4  3  6  6  3  4  4  0  0"


OTHERS = {
    "cubes": (Puzzle("2x2x4", "I2*"), "I 100 I 100 I 100 I 100       I 100 I 100 I 100 I 100"),
    "hexagons": (Puzzle("hexagonal 2x3", "I2*"), "I 100 I 100 I 100"),
    "triangles": (Puzzle("triangular 2x2", "D2*"), "I 100 I 100 I 100 I 100"),
    "a ring": (Puzzle("ring 3x4", "I2*"), "I 100 I 100 I 100 I 100"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_lattices_have_tables_and_pictures(name: str) -> None:
    puzzle, line = OTHERS[name]
    tally = puzzle.tally()
    letter = tally.to_text()[0]
    assert tally.to_text().splitlines()[0].replace(letter, "I") == line
    assert len(tally.to_text(0).split()) == len(puzzle.board)
    for picture in (tally.to_svg(), tally.to_svg(0)):
        tips = [node.text or "" for node in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}title")]
        assert sum(tip.endswith("100 %") for tip in tips) == len(puzzle.board)


def test_a_row_of_hexagons_is_shifted() -> None:
    assert Puzzle("hexagonal 2x3", "I2*").tally().to_text(0) == "100 100 100\n  100 100 100"


def test_pictures() -> None:
    tally = Puzzle("3x5", "PUV").tally()
    picture = ElementTree.fromstring(tally.to_svg())
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:4] == ["U", "50 %", "U", "50 %"]
    assert len(texts) == 30
    tips = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert tips[:2] == ["the likeliest pieces of 4 solutions", "U: 50 %"]
    heat = ElementTree.fromstring(tally.to_svg("P"))
    tips = [node.text for node in heat.iter("{http://www.w3.org/2000/svg}title")]
    assert tips[:2] == ["P: percentage of 4 solutions", "(0, 0): 0 %"]
    assert tally._repr_svg_() == tally.to_svg()
    distinct = Puzzle("3x5", "PUV").tally(symmetry="distinct")
    assert distinct._repr_svg_() is distinct._repr_html_() is None
    assert f'<img alt="the likeliest pieces of {tally.total} solutions"' in str(tally._repr_html_())


def test_pictures_in_files(tmp_path: Path) -> None:
    tally = Puzzle("3x5", "PUV").tally()
    tally.write(tmp_path / "x.svg")
    tally.write(tmp_path / "x.txt")
    assert (tmp_path / "x.svg").read_text() == f"{tally.to_svg()}\n"
    assert (tmp_path / "x.txt").read_text() == f"{tally.to_text()}\n"
    with pytest.raises(FileExistsError):
        tally.write(tmp_path / "x.txt")
    with pytest.raises(PentominoError, match="x.stl: the extension must be one of"):
        tally.write(tmp_path / "x.stl")
    ElementTree.fromstring(Puzzle("3x3", "V3*3").tally().to_svg())
