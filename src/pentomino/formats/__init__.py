"""Reading and writing puzzles and solutions in the formats of the field, chosen by file name.

Nothing in the package imports this one but the command line, when it is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ..base.words import counted
from ..base.writing import written
from ..base_puzzle import as_surface
from ..board import BoardLike
from ..pieces.sets import PiecesLike
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from . import attempt, cnf, csv, dlx, ini, json, npy, picture, xmpuzzle
from .attempt import Attempt
from .attempt import read as read_attempt
from .common import File, FormatError, Source, naming, opened
from .ini import read_pieces

__all__ = [
    "FORMATS",
    "Attempt",
    "Format",
    "FormatError",
    "convert",
    "format_of",
    "read_attempt",
    "read_pieces",
    "read_puzzle",
    "read_solutions",
    "write_puzzle",
    "write_solutions",
]


Function = TypeVar("Function", bound=Callable[..., Any])

_BOARD, _PIECES = "6x10", "pentominoes"  # if neither a file nor the caller says them


class Format(NamedTuple):
    """A file format: what it is, and the functions that read and write it, None if it makes no sense.

    `read_puzzle` takes a source, and the board and the pieces for formats that do not say them; `holds_solutions`
    tells a file with solutions from one with a puzzle.

    >>> [ending for ending, form in FORMATS.items() if form.read_solutions is None]
    ['.ini', '.try']
    """

    title: str
    read_puzzle: Callable[[Source, BoardLike, PiecesLike], Puzzle] | None
    write_puzzle: Callable[[Puzzle], bytes] | None
    read_solutions: Callable[[Source, Puzzle | None], Iterator[Solution]] | None
    write_solutions: Callable[[Iterable[Solution], Puzzle], bytes] | None
    holds_solutions: Callable[[File], bool]


def _format(title: str, module: ModuleType, lacks: str = "") -> Format:
    """What a module reads and writes; *lacks* is what its files do not say of a puzzle: the board, or the pieces."""
    functions: list[Any] = [getattr(module, name, None) for name in Format._fields[1:]]
    read, write, read_solutions, write_solutions, holds = functions

    def read_puzzle(source: Source, board: BoardLike, pieces: PiecesLike) -> Puzzle:
        said = {"board": board, "pieces": pieces}
        return read(source, **{lacks: said[lacks]} if lacks else {})  # type: ignore[no-any-return]

    holds = holds or (lambda file: read is None)
    return Format(title, read and read_puzzle, write, read_solutions, write_solutions, holds)


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        ".json": _format("JSON", json),
        ".txt": _format("pictures in text", picture, lacks="pieces"),
        ".ini": _format("piece file", ini, lacks="board"),
        ".try": _format("half-filled board", attempt, lacks="pieces"),
        ".dlx": _format("exact cover for Knuth's DLX", dlx),
        ".cnf": _format("DIMACS CNF", cnf),
        ".xmpuzzle": _format("BurrTools", xmpuzzle),
        ".csv": _format("table of solutions", csv),
        ".npy": _format("numpy array", npy),
    }
)
"""The formats by the endings of file names, in lower case."""


PathLike: TypeAlias = str | os.PathLike[str]
"""The path of a file whose ending says the format; to the readers of a single format a `str` is the text itself."""


def format_of(path: PathLike) -> Format:
    """The format that the ending of a file name means; raises `FormatError` for others.

    >>> format_of("puzzle.cnf").title
    'DIMACS CNF'
    """
    found = FORMATS.get(Path(path).suffix.lower())
    if found is None:
        raise FormatError(f"the ending of the name is none of {' '.join(FORMATS)}", name=str(path))
    return found


def _able(function: Function | None, path: Path, holds: str) -> Function:
    """A function of the format of *path*; raises `FormatError`, saying what such a file *holds*, if there is none."""
    if function is None:
        raise FormatError(f"a {path.suffix} file holds {holds}", name=str(path))
    return function


def read_puzzle(path: PathLike, *, board: BoardLike | None = None, pieces: PiecesLike | None = None) -> Puzzle:
    """The puzzle in a file; *board* and *pieces* count if the format does not say them.

    By default they are 6x10 and the pieces that a named board brings, on any other the pentominoes. Raises
    `FormatError` for a file that cannot be read, or that holds solutions only.

    >>> write_puzzle(Puzzle("3x20"), "puzzle.json")
    >>> read_puzzle("puzzle.json").count()
    2
    """
    path = Path(path)
    read = _able(format_of(path).read_puzzle, path, "solutions, not a puzzle")
    board = _BOARD if board is None else board
    if pieces is None:
        with naming(str(path)):
            pieces = as_surface(board)[1] if isinstance(board, str) else _PIECES
    return read(path, board, pieces)


def write_puzzle(puzzle: Puzzle, path: PathLike, *, force: bool = False) -> None:
    """Write a puzzle to a file, which is replaced only with *force*; errors are those of `convert`.

    >>> write_puzzle(Puzzle("3x5", "PUV"), "rows.txt")
    >>> Path("rows.txt").read_text().split()
    ['.....', '.....', '.....']
    """
    path = Path(path)
    write = _able(format_of(path).write_puzzle, path, "solutions, not a puzzle: solve it first")
    with naming(str(path)):
        data = write(puzzle)
    _save(path, data, force)


def read_solutions(path: PathLike, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """The solutions in a file, one by one; without a *puzzle*, it is the one that the file says or shows.

    Raises `FormatError`, also while it runs, for a file that cannot be read, and for what is no solution.

    >>> _ = Path("found.txt").write_text("VVVUU\\nVPPPU\\nVPPUU\\n")
    >>> list(read_solutions("found.txt"))
    [<Solution VVVUU/VPPPU/VPPUU>]
    """
    path = Path(path)
    return _able(format_of(path).read_solutions, path, "no solutions")(path, puzzle)


def write_solutions(
    solutions: Iterable[Solution], path: PathLike, *, puzzle: Puzzle | None = None, force: bool = False
) -> int:
    """Write solutions to a file and return how many there were; *puzzle* is needed only if there may be none.

    >>> write_solutions(Puzzle("3x20").solve_all(), "solutions.csv")
    2
    """
    path = Path(path)
    write = _able(format_of(path).write_solutions, path, "no solutions")
    number = 0

    def counted(solutions: Iterable[Solution]) -> Iterator[Solution]:
        nonlocal number
        for solution in solutions:
            number += 1
            yield solution

    with naming(str(path)):
        if not puzzle:
            puzzle, solutions = _with_puzzle(iter(solutions))
        data = write(counted(solutions), puzzle)
    _save(path, data, force)
    return number


def _with_puzzle(solutions: Iterator[Solution]) -> tuple[Puzzle, Iterator[Solution]]:
    """The puzzle of the first solution, and all of them; raises `FormatError` if there is none."""
    first = next(solutions, None)
    if first is None:
        raise FormatError("there are no solutions, and so nothing that says of which puzzle they would be")
    return first.puzzle, chain([first], solutions)


def convert(
    source: PathLike,
    target: PathLike,
    *,
    puzzle: Puzzle | None = None,
    board: BoardLike | None = None,
    pieces: PiecesLike | None = None,
    force: bool = False,
) -> str:
    """Read *source* and write what it holds to *target*, each in the format that its name ends with.

    Returns what was written: "1 puzzle" or "65 solutions". *puzzle*, or else one of *board* (6x10) and *pieces* (those
    of a named board, else the pentominoes) if either is given, is what the solutions of a source solve that does not
    say so; for a puzzle, *board* and *pieces* count if the source does not say them. *target* is replaced only with
    *force*, and left alone if anything goes wrong. Raises `FormatError`.

    >>> _ = Path("drawn.txt").write_text("VVVUU\\nVPPPU\\nVPPUU\\n")
    >>> convert("drawn.txt", "drawn.json")
    '1 solution'
    """
    format_of(source)
    format_of(target)
    solutions, known = held(source, puzzle=puzzle, board=board, pieces=pieces)
    if solutions is None:
        assert known is not None
        write_puzzle(known, target, force=force)
        return "1 puzzle"
    return counted(write_solutions(solutions, target, puzzle=known, force=force), "solution")


def held(
    source: PathLike, *, puzzle: Puzzle | None = None, board: BoardLike | None = None, pieces: PiecesLike | None = None
) -> tuple[Iterator[Solution] | None, Puzzle | None]:
    """The solutions in a file, or None, and the puzzle that it holds or that they solve, None if nothing says it."""
    source = Path(source)
    form = format_of(source)
    if form.read_solutions is None or not form.holds_solutions(opened(source)):
        return None, read_puzzle(source, board=board, pieces=pieces)
    known = puzzle or _said(source)
    if known is None and (board is not None or pieces is not None):
        known = Puzzle(_BOARD if board is None else board, pieces)
    return read_solutions(source, known), known


def _said(source: Path) -> Puzzle | None:
    """The puzzle that a file with solutions says, or None; a picture of a solution says none."""
    if source.suffix.lower() == ".txt":
        return None
    try:
        return read_puzzle(source)
    except FormatError:
        return None


def _save(path: Path, data: bytes, force: bool) -> None:
    try:
        with written(path, force) as file:
            file.write(data)
    except FileExistsError:
        raise FormatError("this file exists, and is not to be replaced", name=str(path)) from None
    except (OSError, ValueError) as error:
        raise FormatError(getattr(error, "strerror", None) or str(error), name=str(path)) from None
