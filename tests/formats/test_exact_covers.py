"""Exact covers, formulas and integer programs, solved by solvers that know only what the files say.

The solvers of covers and formulas are in this file; integer programs are solved by HiGHS.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from effort import examples, thorough
from oracle import Statement as Question
from pentomino import Placement, Polyomino, Puzzle, Solution
from pentomino.formats import FormatError, cnf, common, dlx, lp
from puzzles import made
from strategies import statements, statements_with_room


def questions(most: int) -> st.SearchStrategy[Question]:
    """Return questions, some with any number of empty cells: these formats state no bound on it."""
    roomy = statements_with_room(most_cells=most - 2).map(lambda question: replace(question, spare=None))
    return st.one_of(statements(most_cells=most), roomy)


class Cover:
    """An exact cover problem in Knuth's text: bounds of the items, items of the options."""

    def __init__(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("|")]
        primary, _, secondary = lines[0].partition(" | ")
        self.bounds: dict[str, tuple[int, int]] = {}
        for word in primary.split():
            bound, bar, item = word.rpartition("|")
            least, _, most = bound.rpartition(":")
            self.bounds[item] = (int(least or most), int(most)) if bar else (1, 1)
        self.primary = set(self.bounds)
        self.bounds |= dict.fromkeys(secondary.split(), (0, 1))
        self.options = [line.split() for line in lines[1:]]
        for item in self.bounds:
            assert 0 < len(item) <= 8
            assert not set(item) & set(" :|")
        for option in self.options:
            assert len(set(option)) == len(option)
            assert set(option) <= set(self.bounds)

    @property
    def is_plain(self) -> bool:
        """Whether DLX1 would take the problem."""
        return all(most == 1 for _, most in self.bounds.values())

    def solutions(self) -> Iterator[list[int]]:
        """The solutions, each as the numbers of its options."""
        yield from self._extend([], self.bounds, list(range(len(self.options))))

    def _extend(self, chosen: list[int], bounds: dict[str, tuple[int, int]], left: list[int]) -> Iterator[list[int]]:
        """Choose an option of the item with the fewest ways, and then leave it out."""
        waiting = [item for item, (least, _) in bounds.items() if least > 0]
        ways = [[number for number in left if item in self.options[number]] for item in waiting]
        numbers = min(ways, key=len) if ways else left
        if not numbers:
            if not waiting:
                yield chosen
            return
        first, option = numbers[0], self.options[numbers[0]]
        assert self.primary.intersection(option), "an option without a primary item is never chosen"
        others = [number for number in left if number != first]
        rest = bounds | {item: (bounds[item][0] - 1, bounds[item][1] - 1) for item in option}
        fits = [number for number in others if all(rest[item][1] > 0 for item in self.options[number])]
        yield from self._extend([*chosen, first], rest, fits)
        yield from self._extend(chosen, bounds, others)

    def printed(self, solution: list[int], number: int) -> str:
        """A solution as Knuth's programs print it: options begin with any of their items, and have ranks."""
        lines = [f"{number}:"]
        for choice in solution:
            option = self.options[choice]
            start = choice % len(option)
            lines.append(" " + " ".join(option[start:] + option[:start]) + f" ({number} of {number + choice})")
        return "\n".join(lines) + "\n"


def models(text: str) -> Iterator[list[int]]:
    """All models of a formula in DIMACS CNF, by unit propagation and branching; every variable is assigned."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    kind, form, variables, count = lines[0].split()
    assert (kind, form) == ("p", "cnf")
    clauses = [[int(word) for word in line.split()] for line in lines[1:]]
    assert len(clauses) == int(count)
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    assert all(abs(literal) <= int(variables) for clause in clauses for literal in clause)

    def extend(assigned: list[int], rest: list[list[int]]) -> Iterator[list[int]]:
        free = [n for n in range(1, int(variables) + 1) if n not in assigned and -n not in assigned]
        if [] in rest:
            return
        if not free:
            yield sorted(assigned, key=abs)
            return
        for literal in next((clause for clause in rest if len(clause) == 1), [free[0], -free[0]]):
            open_ones = [clause for clause in rest if literal not in clause]
            yield from extend([*assigned, literal], [[n for n in clause if n != -literal] for clause in open_ones])

    yield from extend([], [clause[:-1] for clause in clauses])


def check_cover(puzzle: Puzzle) -> None:
    """The cover of a puzzle has its solutions, once each, and they come back as what they were."""
    cover = Cover(dlx.write_puzzle(puzzle).decode("ascii"))
    printed = "".join(cover.printed(solution, number) for number, solution in enumerate(cover.solutions(), 1))
    expected = list(puzzle.solve_all(symmetry="all"))
    assert Counter(dlx.read_solutions(printed, puzzle)) == Counter(expected)
    assert list(dlx.read_solutions(dlx.write_solutions(expected, puzzle))) == expected


def check_formula(puzzle: Puzzle) -> None:
    """The formula of a puzzle has its solutions as models, one each."""
    found = list(models(cnf.write_puzzle(puzzle).decode("ascii")))
    answers = "".join("s SATISFIABLE\nv " + " ".join(map(str, model)) + "\nv 0\n" for model in found)
    expected = list(puzzle.solve_all(symmetry="all"))
    assert Counter(cnf.read_solutions(answers, puzzle)) == Counter(expected)
    assert list(cnf.read_solutions(cnf.write_solutions(expected, puzzle))) == expected


@given(questions(10))
@examples(200, few=8)
def test_a_cover_has_as_many_solutions_as_its_puzzle(question: Question) -> None:
    puzzle = made(question)
    assume(puzzle.uncovered_cells - puzzle.optional_cells)
    check_cover(puzzle)


@given(questions(8))
@examples(200, few=10)
def test_a_formula_has_as_many_models_as_its_puzzle_solutions(question: Question) -> None:
    puzzle = made(question)
    assume(len(puzzle.placements()) <= 40)
    check_formula(puzzle)


EXAMPLES = [
    pytest.param(Puzzle("3x5", "PUV"), marks=thorough),
    Puzzle("2x3", "I2*1-3 + I3? + L4? O1*0-1"),
    Puzzle("2x5", "I2*"),
    Puzzle("2x4", "I2*3- O1*2"),
    Puzzle("2x3", "I2*1-2 O1*2-"),
    Puzzle("3x3", "I3*", placed="aaa"),
    Puzzle([(5, 5), (5, 6), (6, 5), (-1, 6)], "V3 O1"),
    Puzzle("2x3", "L4 I2", reflections=False, restrict={"I2": [1]}),
    Puzzle("2x2", "I2*2", restrict={"I2": lambda placement: (0, 0) in placement.cells}),
]


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda puzzle: puzzle._piece_set)
def test_covers_and_formulas_of_some_puzzles(puzzle: Puzzle) -> None:
    check_cover(puzzle)
    check_formula(puzzle)
    assert dlx.read_puzzle(dlx.write_puzzle(puzzle)).count(symmetry="all") == puzzle.count(symmetry="all")
    assert cnf.read_puzzle(cnf.write_puzzle(puzzle)).count(symmetry="all") == puzzle.count(symmetry="all")


def test_the_cover_of_the_pentominoes_is_plain() -> None:
    cover = Cover(dlx.write_puzzle(Puzzle()).decode("ascii"))
    assert cover.is_plain
    assert len(cover.bounds) == 60 + 12
    assert len(cover.options) == len(Puzzle().placements())


def test_items_say_how_often_a_piece_is_used() -> None:
    text = dlx.write_puzzle(Puzzle("3x4", "I2*1-2 + O1* + I3 + V3? + O4*0-1 + T4*0-2")).decode()
    items = next(line for line in text.splitlines() if not line.startswith("|"))
    assert items.endswith(" 2,3 1:2|I2 I3 0:2|T4 | V3 O4")
    assert "\n0,0\n" in text  # any number of copies of O1
    wide = dlx.write_puzzle(Puzzle("1x7", "I4? O1*")).decode()
    assert "I4" not in wide.splitlines()[-1]


def test_pieces_whose_names_cannot_be_items_have_numbers() -> None:
    def items(*names: str) -> str:
        placed = {placement.piece: 1 for placement in map(named, enumerate(names))}
        puzzle = Puzzle(f"1x{sum(range(1, len(names) + 1))}", placed)
        lines = dlx.write_puzzle(puzzle).decode().splitlines()
        return " ".join(word for word in next(ln for ln in lines if ln[0] != "|").split() if "," not in word)

    def named(entry: tuple[int, str]) -> Placement:
        cells = [(0, column) for column in range(entry[0] + 1)]
        return Placement(Polyomino(cells, entry[1]), cells)

    assert items("a|b", "F'", "6.1", "null", "p4", "p4", "too long a name", "") == "p0 F' 6.1 p3 p4 p5 p6 p7"


def test_what_cannot_be_a_cover_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FormatError, match="nothing to cover"):
        dlx.write_puzzle(Puzzle("1x2", "I2", placed="aa"))
    with pytest.raises(FormatError, match="an item must have at most 8 characters, got the cell 0,1000000"):
        dlx.write_puzzle(Puzzle([(0, 0), (0, 1000000)], "O1*"))
    monkeypatch.setattr(common, "MAX_PLACEMENTS", 16)
    with pytest.raises(FormatError, match="at most 16 placements"):
        dlx.write_puzzle(Puzzle("3x5", "PUV"))
    monkeypatch.undo()
    monkeypatch.setattr(cnf, "_MAX_CLAUSES", 64)
    with pytest.raises(FormatError, match="at most 64 clauses"):
        cnf.write_puzzle(Puzzle("3x5", "PUV"))


def test_what_dlx3_prints_is_read() -> None:
    puzzle = Puzzle("1x3", "I2 O1*0-2")
    first, second = " 0,1 I2 0,0 (1 of 2)\n null O1 (1 of 1)\n O1 0,2 (?)", " 0,2 0,1 I2 (2 of 2)\n 0,0 O1 (1 of 1)"
    printed = f"12:\n{first}\n\n13:\n{second}\n"
    assert dlx.holds_solutions(common.opened(printed))
    solutions = list(dlx.read_solutions(printed, puzzle))
    assert [solution.grid for solution in solutions] == [("IIA",), ("AII",)]
    assert not dlx.holds_solutions(common.opened(dlx.write_puzzle(puzzle)))
    assert not dlx.holds_solutions(common.opened(""))
    solution: Solution = next(dlx.read_solutions("1:\n dom 0,0 0,1\n 0,2\n"))
    assert str(solution.puzzle._piece_set) == "dom O1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,0 0,1\n", "text: line 1: a solution must begin with its number, such as 1:, got '0,0 0,1'"),
        ("1:\n a b 0,0\n", "text: line 2: an option must have cells such as 0,1 and at most one piece, got 'b'"),
        ("1:\n a:b 0,0\n", "text: line 2: an option must have cells such as 0,1 and at most one piece, got 'a:b'"),
        ("1:\n a\n", "text: line 2: an option must have at least one cell, and no cell twice"),
        ("1:\n a 0,0 0,0\n", "text: line 2: an option must have at least one cell, and no cell twice"),
        ("\n1:\n2:\n a 0,0\n", "text: line 2: a solution must have at least one piece"),
        ("1:\n 0,0\n2:\n 0,0 0,1\n", "text: line 3: no piece fits on the 2 cells at row 1, column 1"),
        ("1:\n" + " 0,0\n" * 65537, "text: line 65538: a solution must have at most 65536 options"),
        ("1:\n" + " 0,0" * 200000, "text: line 2: a solution must have at most 65536 options and 65536 cells"),
        ("| puzzle: {\n1:\n", "text: the puzzle in the comments: row 1, column 2: invalid JSON"),
    ],
)
def test_what_is_wrong_in_printed_covers_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        list(dlx.read_solutions(text))


def test_answers_of_several_solvers_are_read() -> None:
    puzzle = Puzzle("1x3", "I2 O1")
    for text in (
        "c comment\ns SATISFIABLE\nv 1 -2 -3\nv -4 5 0\n",
        "SAT\n1 -2 -3 -4 5 0\n",
        "v 1 5 99 0\n",
        "s  SATISFIABLE\nv 5\nv 1\nv 0\n",
    ):
        assert [solution.grid for solution in cnf.read_solutions(text, puzzle)] == [("IIO",)]
        assert cnf.holds_solutions(common.opened(text))
    for text in ("s UNSATISFIABLE\n", "UNSAT\n", ""):
        assert list(cnf.read_solutions(text, puzzle)) == []
    assert not cnf.holds_solutions(common.opened(cnf.write_puzzle(puzzle)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v 1 x 0\n", "text: line 1: a literal must be a number of at most 10 digits, got 'x'"),
        ("p cnf 1 1\n", "text: line 1: a literal must be a number of at most 10 digits, got 'p'"),
        ("v 1\n\nv 5\n\n", "text: line 3: a model must end with 0"),
        ("v 1 2 0\n", "line 1: this is not a solution of the puzzle: the cell at row 1, column 2 is covered twice"),
        ("v 0\n", "text: line 1: this is not a solution of the puzzle: the cell at row 1, column 1 is not covered"),
        ("v 99999999999 0\n", "a literal must be a number of at most 10 digits"),
    ],
)
def test_what_is_wrong_in_models_is_said(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        list(cnf.read_solutions(text, Puzzle("1x3", "I2 O1")))


def test_numbers_of_variables_need_a_puzzle() -> None:
    with pytest.raises(FormatError, match="the comments must contain the puzzle"):
        list(cnf.read_solutions("v 1 0\n"))
    for module in (cnf, dlx):
        with pytest.raises(FormatError, match="no puzzle in the comments"):
            module.read_puzzle("p cnf 0 0\n")


def feasible(puzzle: Puzzle, path: Path, most: int = 1000) -> Iterator[frozenset[int]]:
    """Yield the feasible points of a puzzle's integer program as numbers of placements; each is cut off when found."""
    highspy = pytest.importorskip("highspy")
    path.write_bytes(lp.write_puzzle(puzzle))
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    names = solver.getLp().col_names_
    columns = [column for column, name in enumerate(names) if name.startswith("x")]
    numbers = {column: int(names[column][1:].partition("_")[0]) for column in columns}
    assert sorted(numbers.values()) == list(range(len(puzzle.placements())))
    for _ in range(most):
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            assert solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible
            return
        values = solver.getSolution().col_value
        made = {column for column in columns if values[column] > 0.5}
        yield frozenset(numbers[column] for column in made)
        signs = [1.0 if column in made else -1.0 for column in columns]
        solver.addRow(-highspy.kHighsInf, len(made) - 1, len(columns), columns, signs)


@pytest.mark.parametrize("write", [dlx.write_puzzle, cnf.write_puzzle, lp.write_puzzle])
def test_a_bound_on_empty_cells_is_refused(write: Any) -> None:
    with pytest.raises(FormatError, match="cannot store the limit on empty cells; a .json file can"):
        write(Puzzle("++.\n...", "I2*", spare=1))
    assert write(Puzzle("++.\n...", "I2*", spare=2))
    assert write(Puzzle("...\n...", "I2*", spare=0))


def check_program(puzzle: Puzzle, path: Path) -> None:
    """The integer program of a puzzle has its solutions as feasible points, one each."""
    numbers = {placement: number for number, placement in enumerate(puzzle.placements())}
    laid = [set(solution.search_order) - set(puzzle.placed) for solution in puzzle.solve_all(symmetry="all")]
    assert Counter(feasible(puzzle, path)) == Counter(frozenset(map(numbers.__getitem__, one)) for one in laid)


@given(questions(8))
@examples(200, few=10)
def test_a_program_has_as_many_feasible_points_as_its_puzzle_solutions(
    tmp_path_factory: pytest.TempPathFactory, question: Question
) -> None:
    puzzle = made(question)
    assume(puzzle.uncovered_cells and len(puzzle.placements()) <= 40 and puzzle.count(limit=30, symmetry="all") < 30)
    check_program(puzzle, tmp_path_factory.getbasetemp() / "random.lp")


LATTICES = [Puzzle("triangular hexagon 1", "D2*3"), Puzzle("2x2x2", "I2*4"), Puzzle("torus 2x4", "I2*4")]


@pytest.mark.parametrize("puzzle", [*EXAMPLES, *LATTICES], ids=lambda puzzle: puzzle._piece_set)
def test_integer_programs_of_some_puzzles(puzzle: Puzzle, tmp_path: Path) -> None:
    check_program(puzzle, tmp_path / "puzzle.lp")


def test_the_integer_program_of_the_soma_cube_is_feasible(tmp_path: Path) -> None:
    soma = Puzzle("3x3x3", "soma")
    (numbers,) = feasible(soma, tmp_path / "soma.lp", most=1)
    assert Solution(soma, [soma.placements()[number] for number in numbers]).is_valid()


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle("2x5", "V*2"),
        Puzzle("1x3", "I2 O1*", restrict={"I2": lambda placement: False}),
        Puzzle("1x2", "I2", restrict={"I2": lambda placement: False}),
        Puzzle("3x4", "T4*3"),
    ],
)
def test_what_has_no_solution_has_none_in_a_file(puzzle: Puzzle, tmp_path: Path) -> None:
    assert puzzle.count() == 0
    assert list(models(cnf.write_puzzle(puzzle).decode())) == []
    assert list(Cover(dlx.write_puzzle(puzzle).decode()).solutions()) == []
    assert list(feasible(puzzle, tmp_path / "puzzle.lp")) == []


def test_names_in_integer_programs_say_piece_and_cell() -> None:
    piece = Polyomino([(0, 0), (0, 1)], "a b' + 3")
    text = lp.write_puzzle(Puzzle([(5, -5), (5, -4), (5, -3)], {piece: 1, "O1": (0, 1)})).decode()
    names = "never x0_a_b____3_0_0 x1_a_b____3_0_1 x2_O1_0_0 x3_O1_0_1 x4_O1_0_2 End"
    assert text.split("Binary\n")[1].split() == names.split()
    assert " c_0_0: x0_a_b____3_0_0\n  + x2_O1_0_0\n  = 1\n" in text
    assert " copies_0: x0_a_b____3_0_0\n  + x1_a_b____3_0_1\n  = 1\n" in text
    assert " most_1: x2_O1_0_0\n  + x3_O1_0_1\n  + x4_O1_0_2\n  <= 1\n" in text
    with pytest.raises(FormatError, match="nothing to cover"):
        lp.write_puzzle(Puzzle("1x2", "I2", placed="aa"))
