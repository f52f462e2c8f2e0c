"""Whether the difficulty of a puzzle means something: its rank correlation with what else is known of puzzles.

`python -m benchmarks.difficulty` prints Spearman's coefficient, 1 for the same order, of the work that
`Puzzle.difficulty` tells with the nodes of the search, with the number of solutions, and with the number of pieces to
place; and, for Katamino, with the column of a set, which is how its booklet grades sets. Takes a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pentomino import Puzzle, Statistics
from pentomino.search.order import Shuffler

PUZZLES = 60
"""Puzzles in each row of the table."""


def main() -> None:
    """Print the table."""
    print(f"{'puzzles':32}  number  whole  nodes  solutions  pieces to place")
    for name, some in (
        ("kanoodle, 2 to 10 to place", list(begun("kanoodle"))),
        ("6x10, 2 to 9 to place", list(begun("6x10", 9))),
        ("kanoodle, one solution", [one for one in begun("kanoodle") if one.is_unique(symmetry="all")]),
        ("6x10, one solution", [one for one in begun("6x10", 9) if one.is_unique(symmetry="all")]),
        ("Katamino, columns 3 to 7", list(katamino())),
    ):
        print(f"{name:32}  {row(some)}")


def begun(board: str, most: int = 10) -> Iterator[Puzzle]:
    """Random solutions with some pieces taken away by chance."""
    bare, shuffled = Puzzle(board), Shuffler(1)
    for number, solution in enumerate(bare.sample(PUZZLES, seed=1)):
        given = shuffled(solution.placements)[2 + number % (most - 1) :]
        yield bare.with_placed(tuple(sorted(given)))


def katamino() -> Iterator[Puzzle]:
    """Sets of pentominoes by chance that fill the columns of Katamino."""
    for size in range(3, 8):
        sets = Shuffler(1)(map("".join, combinations("FILNPTUVWXYZ", size)))
        solvable = (one for pieces in sets if (one := Puzzle((5, size), pieces)).solve() is not None)
        yield from [one for one, _ in zip(solvable, range(PUZZLES // 5), strict=False)]


def row(puzzles: Sequence[Puzzle]) -> str:
    """The coefficients of the work with all else."""
    found = [one.difficulty() for one in puzzles]
    works = [one.work for one in found if one is not None]
    whole = sum(one.is_whole for one in found if one is not None)
    others = zip(*map(known, puzzles), strict=True)
    told = "  ".join(f"{text:>{width}}" for text, width in zip(map(_text(works), others), (5, 9, 15), strict=True))
    return f"{len(puzzles):6}  {whole:5}  {told}"


def _text(works: Sequence[int]) -> Callable[[Sequence[int]], str]:
    """What writes the coefficient of the work with some values."""
    return lambda values: "-" if len(set(values)) == 1 else f"{spearman(works, values):.2f}"


def known(puzzle: Puzzle) -> tuple[int, int, int]:
    """The nodes of a search for all solutions, their number, and the pieces to place."""
    statistics = Statistics()
    solutions = puzzle.count(symmetry="all", method="search", statistics=statistics)
    return statistics.nodes, solutions, sum(least for _, least, _ in puzzle.demand)


def spearman(first: Sequence[int], second: Sequence[int]) -> float:
    """C. Spearman's coefficient of rank correlation (1904); equal values share the mean of their ranks."""
    one, other = ranks(first), ranks(second)
    middle = (len(one) + 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    squares = [sum((a - middle) ** 2 for a in some) for some in (one, other)]
    return float(product / (squares[0] * squares[1]) ** 0.5)


def ranks(values: Sequence[int]) -> list[float]:
    """The rank of each value, from 1."""
    ordered = sorted(values)
    first = {value: ordered.index(value) for value in set(values)}
    return [first[value] + (ordered.count(value) + 1) / 2 for value in values]


if __name__ == "__main__":
    main()
