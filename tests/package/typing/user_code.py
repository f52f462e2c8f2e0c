"""What programs write that use the package: it must run, and satisfy strict type checkers as it stands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import assert_type

import pentomino
from pentomino import (
    D4,
    Board,
    Estimate,
    Isometry,
    Motion,
    PentominoError,
    PictureError,
    Placement,
    Polyform,
    Progress,
    Puzzle,
    PuzzleError,
    SearchTimeout,
    Solution,
    Solutions,
    Statistics,
    polyforms,
)
from pentomino.typing import BoardLike, PiecesLike, Rule


def pictures() -> None:
    """What can be seen, and how."""
    puzzle = Puzzle("3x5", "PUV")
    assert_type(puzzle.to_svg(cell=7.5, unit="mm", margin=2, style="cut", letters=True), str)
    assert_type(puzzle.to_svg(palette={"P": "#aa3300"}, coordinates=True), str)
    assert_type(pentomino.chart(polyforms(4)).to_text("box"), str)
    assert_type(puzzle.drawing.above(puzzle.tray), pentomino.Drawing)


def verbs() -> None:
    """The three verbs, by themselves and as methods."""
    assert_type(pentomino.count("3x20"), int)
    assert_type(pentomino.boards.named("katamino-3").solutions, int | None)
    assert_type(pentomino.count((3, 20), symmetry="all", limit=5), int)
    assert_type(pentomino.solve("3x5", "PUV"), Solution | None)
    assert_type(pentomino.solve_all("3x20", workers=2), Solutions)
    puzzle = Puzzle("3x5", "PUV", reflections=True)
    assert_type(puzzle.count(timeout=60.0), int)
    assert_type(puzzle.solve(), Solution | None)
    for solution in puzzle.solve_all(symmetry="distinct", limit=3):
        assert_type(solution, Solution)


def stuck() -> str:
    """What to ask when a puzzle lies on the table."""
    puzzle = Puzzle("VVV..\nV....\nV....", "PUV")
    assert_type(puzzle.forced(), tuple[pentomino.Forced, ...] | None)
    assert_type(pentomino.Puzzle("3x5", "PUV").mistakes(timeout=60), pentomino.Mistakes | None)
    explanation = pentomino.Puzzle("4x5", "tetrominoes").explain(workers=2)
    assert_type(explanation, pentomino.Explanation)
    assert explanation.solution is None
    hint = puzzle.hint(level=3)
    assert hint is not None
    assert_type(hint.reason, pentomino.Reason)
    return f"{hint}: {explanation.to_text()}"


def boards() -> list[Puzzle]:
    """A board in each of the forms that are taken."""
    cells = [(row, column) for row in range(3) for column in range(5)]
    board = Board.rectangle(3, 5)
    assert_type(board.area, int)
    assert_type((board - [(0, 0)]).regions(), list[frozenset[tuple[int, ...]]])
    assert_type((board | cells) & board, Board)
    assert [Board(one).area for one in ("3x5", (3, 5), board, frozenset(cells))] == [15] * 4
    assert_type(list(board), list[tuple[int, ...]])
    picture = "\n".join([".....", ".....", "....."])
    return [Puzzle(one, "PUV") for one in ("3x5", picture, board, Board.parse(picture), Board(cells))] + [
        Puzzle((3, 5), "PUV"),
        Puzzle(cells, "PUV", placed=Board.parse("VVV..\nV....\nV....")),
        Puzzle(frozenset(cells), "PUV"),
        Puzzle((cell for cell in cells), "PUV"),
    ]


def pieces() -> list[Puzzle]:
    """Pieces in each of the forms that are taken."""
    tee = Polyform.parse("TTT\n.T.\n.T.", name="T")
    names = {"P": 1, "U": (1, 1), "V": (0, None)}
    shapes = {Polyform.named(name): 1 for name in "PUV"}
    both: dict[str | Polyform, int] = {"P": 1, Polyform.named("U"): 1, "V": 1}
    several: list[Puzzle] = [Puzzle("3x5", names), Puzzle("3x5", shapes), Puzzle("3x5", both)]
    assert_type(tee.orientations(), tuple[Polyform, ...])
    assert_type(polyforms(4), tuple[Polyform, ...])
    return [*several, Puzzle("3x5", ["P", "U", "V"]), Puzzle("3x5", map(Polyform.named, "PUV"))]


def is_on_top(placement: Placement) -> bool:
    """A predicate of placements."""
    return any(row == 0 for row, _ in placement.cells)


def with_rules(rules: dict[str, Rule], *, pieces: PiecesLike = "PUV", board: BoardLike = "3x5") -> Puzzle:
    """A puzzle of rules, with arguments that have the types of the package."""
    puzzle = Puzzle(board, pieces, restrict=rules)
    symmetry: pentomino.typing.Symmetry = "all"
    style: pentomino.typing.SvgStyle = "cut"
    assert puzzle.count(symmetry=symmetry) > 0
    assert puzzle.to_svg(style=style)
    return puzzle


def given_and_restricted() -> int:
    """A puzzle that is narrowed down step by step."""
    puzzle = Puzzle("3x5", "PUV", restrict={"U": is_on_top})
    assert_type(puzzle.placements(), tuple[Placement, ...])
    smaller = puzzle.place(puzzle.placements()[0])
    assert_type(smaller, Puzzle)
    numbered = Puzzle("3x5", "PUV", restrict={"P": [0, 1, 2, 3], "V": range(4)})
    anywhere = Puzzle("3x5", "PUV", restrict={Polyform.named("U"): lambda placement: placement.orientation >= 0})
    rules: dict[str, Rule] = {"U": is_on_top, "P": range(8)}
    mixed = Puzzle("3x5", "PUV", restrict={"U": is_on_top, Polyform.named("P"): range(8), "V": [0, 1, 2, 3]})
    given = Puzzle("3x5", "PUV", placed=[Placement("V", [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)])])
    assert_type(puzzle.symmetries(), tuple[Motion | Isometry, ...])
    return sum(one.count() for one in (puzzle, smaller, numbered, anywhere, mixed, with_rules(rules), given))


def letters_of(solutions: Iterable[Solution]) -> dict[str, int]:
    """How often each piece is placed in the first row of some solutions."""
    found: dict[str, int] = {}
    for solution in solutions:
        for placement in solution.placements:
            if is_on_top(placement):
                found[placement.piece.name] = found.get(placement.piece.name, 0) + 1
    return found


def looks(solution: Solution) -> str:
    """A solution in all its forms."""
    assert_type(solution.grid, tuple[str, ...])
    assert_type(solution.orbit_size, int)
    assert_type(solution.is_valid(), bool)
    turned = solution.transformed(D4.ROTATE_180)
    assert_type(turned == solution, bool)
    return "\n".join([str(solution), solution.to_text("letters"), solution.to_svg(), solution.to_json()])


def errors(text: str) -> str:
    """What may go wrong, told apart."""
    try:
        return str(Puzzle(text, "PUV").count(timeout=60))
    except PictureError as error:
        return f"line {assert_type(error.line, int)}: {error}"
    except PuzzleError as error:
        return f"no such puzzle: {error}"
    except SearchTimeout as error:
        assert_type(error.solutions, Sequence[Solution])
        return f"at least {assert_type(error.found, int)}"
    except PentominoError:
        raise


def watched() -> int:
    """A search that reports what it does."""

    def show(progress: Progress) -> None:
        print(f"{progress.fraction:.0%}", file=sys.stderr)

    puzzle = Puzzle("3x20")
    assert_type(puzzle.estimate(samples=10), Estimate)
    statistics = Statistics()
    number = puzzle.count(progress=show, statistics=statistics)
    solutions = puzzle.solve_all()
    assert_type(solutions.statistics, Statistics)
    return max(number, statistics.found)


def main() -> None:
    """Run all of it."""
    pictures()
    verbs()
    stuck()
    assert {puzzle.count() for puzzle in boards() + pieces()} == {1}
    assert given_and_restricted() > 0
    assert letters_of(pentomino.solve_all("3x5", "PUV"))
    solution = pentomino.solve()
    assert solution is not None
    assert looks(solution)
    assert errors("3x5") == "1"
    assert errors("3x6").startswith("no such puzzle")
    assert errors("..\n.?").startswith("line 2")
    assert watched() == 2


if __name__ == "__main__":
    main()
