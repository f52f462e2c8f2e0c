"""What type checkers must complain of. Each line is marked with the complaint; one that fails to come is an error."""

import pentomino
from pentomino import Polyform, Polyomino, Puzzle, Solution, count, polyforms, solve, solve_all
from pentomino import sovle as misspelt  # type: ignore[attr-defined]  # pyright: ignore

assert misspelt
pentomino.slove("3x5")  # type: ignore[attr-defined]  # pyright: ignore
board: pentomino.BoardLik = "3x5"  # type: ignore[name-defined]  # pyright: ignore

count(6)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
count("6x10", symmetry="some")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
count("6x10", "pentominoes", True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
count("6x10", colour="red")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
print(solve("6x10").grid)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
len(solve_all())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Puzzle("6x10", {5: 1})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
Puzzle("6x10", restrict={"F": 1})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
Puzzle("6x10", restrict={"F": [0], 5: [0]})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
size: pentomino.typing.BoardLik = "3x5"  # type: ignore[name-defined]  # pyright: ignore
polyforms(5, "one_sided")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
isinstance("F", Polyomino)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Puzzle().board = "5x12"  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
Polyform.named(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def first(puzzle: Puzzle) -> Solution:
    """The first solution, forgetting that there may be none."""
    return puzzle.solve()  # type: ignore[return-value]  # pyright: ignore[reportReturnType]
