"""Read and write puzzles and solutions in files. The suffix of a file's name selects the format.

Importing `pentomino` does not import this package. Commands and functions import it when they need it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from ..board import BoardLike
from ..board_input import resolve
from ..errors import FormatError, PentominoError, expect
from ..files import PathLike, check_target, part_of, parts_chosen, written
from ..pieces.sets import PiecesLike
from ..puzzle import Puzzle
from ..reason.solids import Disassembly
from ..search.options import Seed
from ..solutions.solution import Solution
from ..wording import counted, joined
from . import cnf, csv, dlx, ini, json, lp, picture, xmpuzzle
from .common import HARMLESS, MOVES, STATEMENTS, Format, Together, naming, opened
from .ini import read_pieces
from .json import read_calendar
from .picture import Attempt, read_attempt

__all__ = [
    "FORMATS",
    "WITH_FEATURES",
    "Attempt",
    "Format",
    "FormatError",
    "convert",
    "format_of",
    "from_json",
    "read_attempt",
    "read_calendar",
    "read_disassemblies",
    "read_pieces",
    "read_puzzle",
    "read_solutions",
    "read_together",
    "to_json",
    "write_disassemblies",
    "write_levels",
    "write_puzzle",
    "write_solutions",
]

Function = TypeVar("Function")

_NOT_APART = "cannot hold disassemblies; a .xmpuzzle file can"
_BOARD = "6x10"  # the default if a file contains no board

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        form.suffix: form
        for form in (
            json.FORMAT,
            picture.FORMAT,
            ini.FORMAT,
            picture.HALF_FILLED,
            dlx.FORMAT,
            cnf.FORMAT,
            lp.FORMAT,
            xmpuzzle.FORMAT,
            json.LINES,
            csv.FORMAT,
            csv.PARQUET,
        )
    }
)
"""Maps suffixes in lower case, such as `.json`, to their formats."""

WITH_FEATURES = tuple([form.suffix for form in FORMATS.values() if form.has_features])
"""The suffixes of the formats that can store properties of solutions, such as `.csv`."""


def format_of(path: PathLike) -> Format:
    """Return the format for the suffix of a file name. Raises `FormatError` for an unknown suffix.

    >>> format_of("puzzle.cnf").title
    'formula in DIMACS CNF'
    """
    form = FORMATS.get(Path(path).suffix.lower())
    if form is None:
        raise FormatError(f"the extension must be one of {' '.join(FORMATS)}", name=str(path))
    return form


def format_read(path: PathLike) -> Format:
    """Return the format of a file. `path` may select one of several puzzles in it, as in `two.txt:1`.

    The suffix `.xml` means `.xmpuzzle`, because uncompressed files of BurrTools are published under this suffix. Raises
    `FormatError` for an unknown suffix, and for `:1` if files of the format contain only one puzzle.
    """
    file, part = part_of(path)
    form = xmpuzzle.FORMAT if file.lower().endswith(".xml") else format_of(file)
    if part and not form.part_names:
        raise FormatError(f"a {form.suffix} file holds one puzzle: write {file}", name=str(path))
    return form


def parts_of(path: PathLike) -> list[str]:
    """Return a path for each puzzle or picture that `path` selects.

    `two.txt:all` gives `two.txt:1`, `two.txt:2` and so on. Without a colon, a file of pictures gives a path for each
    picture, and any other file gives only its own path.
    """
    file, part = part_of(path)
    form = format_read(path)
    if not form.part_names or (not part and form.needs != "pieces"):
        return [str(path)]
    noun = "problem" if form is xmpuzzle.FORMAT else "puzzle" if form.is_whole else "picture"
    with naming(str(path)):
        names = form.part_names(opened(Path(file)))
        indices = parts_chosen(path, names, noun)
    return [f"{file}:{n + 1}" for n in indices] if indices[1:] or part else [file]


def to_json(puzzle: Puzzle) -> str:
    """Return a puzzle as the text of a `.json` file.

    >>> from_json(to_json(Puzzle("3x5", "PUV"))) == Puzzle("3x5", "PUV")
    True
    """
    expect("puzzle", puzzle, Puzzle)
    return json.write_puzzle(puzzle).decode().rstrip()


def from_json(text: str) -> Puzzle:
    """Return the puzzle in the text of a `.json` file. Raises `FormatError` for any other text.

    >>> from_json(to_json(Puzzle("3x5", "PUV"))).count()
    1
    """
    expect("text", text, str)
    return json.read_puzzle(text)


def _able(function: Function | None, path: Path, fault: str) -> Function:
    if function is None:
        raise FormatError(f"a {path.suffix} file {fault}", name=str(path))
    return function


def read_puzzle(path: PathLike, *, board: BoardLike | None = None, pieces: PiecesLike | None = None) -> Puzzle:
    """Read the puzzle in a file. The path `burrs.xmpuzzle:2` selects the second puzzle in the file.

    `board` and `pieces` are ignored if the format has them. The default board is 6x10. The default pieces are the
    pieces of a named board, or the pentominoes for another board. Raises `FormatError` for a file that cannot be read,
    and for a format that can only be written or has only solutions.

    >>> write_puzzle(Puzzle("3x20"), "puzzle.json")
    >>> read_puzzle("puzzle.json").count()
    2
    """
    path = Path(path)
    form = format_read(path)
    solved = f"holds solutions, not a puzzle{'; a picture needs the extension .txt' * (form is csv.FORMAT)}"
    _able(form.read_puzzle, path, solved if form.read_solutions else "can only be written")
    board = _BOARD if board is None else board
    if pieces is None:
        with naming(str(path)):
            pieces = resolve(board).pieces if isinstance(board, str) else "pentominoes"
    return form.puzzle(path, board=board, pieces=pieces)


def write_puzzle(
    puzzle: Puzzle, path: PathLike, *, together: Together = (), like: PathLike | None = None, overwrite: bool = False
) -> None:
    """Write a puzzle to a file. An existing file is replaced only with `overwrite`.

    `together` lists groups of pieces that may stay together when a solution is taken apart (see `read_together`).
    `like` is the file from which the puzzle was read. If both files are BurrTools files, its names and colours are
    kept. If the format cannot store a part of the puzzle, or of the file `like`, a warning lists that part. If this
    would change the solutions, `FormatError` is raised instead. Raises the errors of `convert`.

    >>> write_puzzle(Puzzle("3x5", "PUV"), "rows.dlx")
    >>> read_puzzle("rows.dlx").count()
    1
    """
    path = Path(path)
    form = format_of(path)
    write = _able(form.write_puzzle, path, "holds solutions, not a puzzle: solve the puzzle first")
    with naming(str(path)):
        lost = form.lost(puzzle)
        more, left = _beside(form, together, like)
        data = write(puzzle, **more)
    _warn(form, together, lost, left)
    _save(path, [data], overwrite)


def write_levels(puzzles: Iterable[Puzzle], path: PathLike, *, seed: Seed = None, overwrite: bool = False) -> None:
    """Write puzzles to a .json file as levels of a game. An existing file is replaced only with `overwrite`.

    A level has the puzzle, its difficulty, its solution, its hints and `seed`. Each hint has a placement and the reason
    for it. `read_puzzle("levels.json:2")` reads the second puzzle. Raises `FormatError` for any other extension.

    >>> from pentomino import generate
    >>> write_levels(generate(n=2, seed=1, board="4x5", pieces="LPWY"), "levels.json", seed=1)
    >>> read_puzzle("levels.json:2").is_unique()
    True
    """
    path = Path(path)
    if format_of(path) is not json.FORMAT:
        raise FormatError("levels must be written to a .json file", name=str(path))
    with naming(str(path)):
        _save(path, [json.write_levels(puzzles, seed)], overwrite)


def _beside(form: Format, together: Together, like: PathLike | None) -> tuple[dict[str, Any], list[str]]:
    """Return further arguments for the writer of `form`, and a list of what is lost from the file `like`."""
    more: dict[str, Any] = {"together": together} if form.read_together else {}
    if like is None or (source := format_read(like)).read_notes is None or form.write_puzzle is None:
        return more, []
    notes, lost = source.read_notes(Path(like))
    return more | {"like": notes} if source is form else more, lost


def _warn(form: Format, together: Together, lost: list[str], left: list[str]) -> None:
    if lost := lost + ["which pieces may stay together"] * bool(together and not form.read_together):
        warnings.warn(f"a {form.suffix} file does not store {joined(lost)}", stacklevel=3)
    if left:
        warnings.warn(f"the {form.suffix} file is written without {joined(left)}", stacklevel=3)


def read_solutions(path: PathLike, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions in a file. `puzzle` is the puzzle that they solve.

    The default is the puzzle in the file. If the file has only solutions, the first solution defines the puzzle. Raises
    `FormatError`, also during iteration, for a file that cannot be read, and for an invalid solution.

    >>> _ = Path("found.txt").write_text("VVVUU\\nVPPPU\\nVPPUU\\n")
    >>> list(read_solutions("found.txt"))
    [<Solution VVVUU/VPPPU/VPPUU>]
    """
    path = Path(path)
    form = format_read(path)
    fault = "can only be written" if form.write_solutions else "cannot hold solutions"
    return _able(form.read_solutions, path, fault)(path, puzzle)


def read_disassemblies(path: PathLike, puzzle: Puzzle | None = None) -> Iterator[Disassembly]:
    """Yield the disassemblies in a file of BurrTools. Solutions without a disassembly are skipped.

    The puzzle must be of cubes. Raises the errors of `read_solutions`, and `FormatError` for moves that do not separate
    the pieces.

    >>> found = Puzzle("soma").solve().disassemble()
    >>> write_disassemblies([found], "soma.xmpuzzle")
    1
    >>> [one.level for one in read_disassemblies("soma.xmpuzzle")]
    ['1.1.1.1.1.1']
    """
    path = Path(path)
    return _able(format_read(path).read_disassemblies, path, _NOT_APART)(path, puzzle)


def read_together(path: PathLike) -> list[list[str]]:
    """Return the groups of pieces in a file that may stay together when a solution is taken apart.

    A group is a list of names. `Solution.disassemble` accepts the groups as `together`. The result is empty for formats
    without groups. Raises `FormatError` for a file that cannot be read.

    >>> write_puzzle(Puzzle("soma"), "cage.xmpuzzle", together=[["V", "L"]])
    >>> read_together("cage.xmpuzzle")
    [['L', 'V']]
    """
    path = Path(path)
    read = format_read(path).read_together
    return read(path) if read else []


def write_disassemblies(
    disassemblies: Iterable[Disassembly], path: PathLike, *, like: PathLike | None = None, overwrite: bool = False
) -> int:
    """Write disassemblies to a file of BurrTools, and return how many there are.

    They must be of the same puzzle. `like` is the same as for `write_puzzle`. An existing file is replaced only with
    `overwrite`. Raises the errors of `convert`.

    >>> write_disassemblies([Puzzle("2x3x10").solve().disassemble()], "flat.xmpuzzle")
    1
    """
    path = Path(path)
    form = format_of(path)
    write = _able(form.write_solutions if form.read_disassemblies else None, path, _NOT_APART)
    listed = list(disassemblies)
    if not listed:
        raise FormatError("there are no disassemblies to write", name=str(path))
    with naming(str(path)):
        more, left = _beside(form, (), like)
        _save(path, [write(listed, listed[0].solution.puzzle, **more)], overwrite)
    _warn(form, (), [], [key for key in left if key != MOVES])
    return len(listed)


def write_solutions(
    solutions: Iterable[Solution],
    path: PathLike,
    *,
    puzzle: Puzzle | None = None,
    features: str = "",
    together: Together = (),
    like: PathLike | None = None,
    overwrite: bool = False,
) -> int:
    """Write solutions to a file and return their number.

    `puzzle` is required only if `solutions` may be empty. `features` names properties to add to `.json`, `.jsonl`,
    `.csv` and `.parquet` files, separated by commas; "all" adds all except `comes_apart`, `level` and `moves`.
    `together` and `like` are the same as for `write_puzzle`. An existing file is replaced only with `overwrite`. Raises
    the errors of `convert`.

    >>> write_solutions(Puzzle("3x20").solve_all(), "solutions.csv", features="crossings,halves")
    2
    """
    path = Path(path)
    if isinstance(solutions, Solution):  # type: ignore[unreachable]  # a `Solution` is iterable, too
        raise FormatError("solutions must be an iterable of solutions, got only one: write [solution]", name=str(path))
    form = format_of(path)
    write = _able(form.write_solutions, path, "cannot hold solutions")
    if features and not form.has_features:
        raise FormatError(f"a {path.suffix} file cannot hold features; {' '.join(WITH_FEATURES)} can", name=str(path))
    number = count()
    with naming(str(path)):
        if not puzzle:
            solutions = iter(solutions)
            if (first := next(solutions, None)) is None:
                raise FormatError("there are no solutions, so puzzle= is required")
            puzzle, solutions = first.puzzle, chain([first], solutions)
        numbered = (solution for solution, _ in zip(solutions, number, strict=False))
        lost = [key for key in form.drops if form.is_whole and key in HARMLESS and STATEMENTS[key](puzzle)]
        if form.only_cells and puzzle._piece_set.alike:
            lost.append("which of several pieces with the same shape is placed where")
        more, left = _beside(form, together, like)
        if form.lines:
            _save(path, (f"{line}\n".encode("ascii") for line in form.lines(numbered, puzzle, features)), overwrite)
        else:
            more |= {"features": features} if features else {}
            _save(path, [write(numbered, puzzle, **more)], overwrite)
        _warn(form, together, lost, left)
    return next(number)


def convert(
    source: PathLike,
    target: PathLike,
    *,
    puzzle: Puzzle | None = None,
    board: BoardLike | None = None,
    pieces: PiecesLike | None = None,
    overwrite: bool = False,
) -> str:
    """Read `source` and write its puzzle or solutions to `target`. The suffixes select the formats.

    Return a string such as "1 puzzle" or "65 solutions". If the first solution defines the puzzle, the string names its
    pieces. An existing file at `target` is replaced only with `overwrite`. After an error, it is unchanged.

    - `board` and `pieces` are used if `source` holds a puzzle without them. The default board is 6x10. The default
      pieces are the pieces of a named board, or the pentominoes.
    - `puzzle` is the puzzle that the solutions solve. The default is the puzzle in `source`. If `source` has none, the
      default is the puzzle of `board` and `pieces`, if one of them is given; otherwise the first solution defines the
      puzzle.

    Raises `FormatError` for an unknown suffix, for a file that cannot be read or written, and for a puzzle that
    `target` cannot store.

    >>> _ = Path("drawn.txt").write_text("VVVUU\\nVPPPU\\nVPPUU\\n")
    >>> convert("drawn.txt", "drawn.json")
    '1 solution of 15 cells: P U V'
    """
    format_read(source)
    format_of(target)
    solutions, solved = held(source, puzzle=puzzle, board=board, pieces=pieces)
    more: dict[str, Any] = {"together": read_together(source), "like": source, "overwrite": overwrite}
    if solutions is None:
        assert solved is not None
        write_puzzle(solved, target, **more)
        return "1 puzzle"
    solutions, of_pieces = defining(solutions, solved)
    number = write_solutions(solutions, target, puzzle=solved, **more)
    return counted(number, "solution") + of_pieces


def defining(solutions: Iterator[Solution], known: Puzzle | None) -> tuple[Iterator[Solution], str]:
    """Return the solutions, and a description of the puzzle that the first one defines, or "" if `known` is given."""
    first = None if known else next(solutions, None)
    if first is None:
        return solutions, ""
    names = sorted((piece.name or "(without a name)") + f"*{n}" * (n > 1) for piece, n, _ in first.puzzle.pieces)
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    return chain([first], solutions), f" of {first.board.area} cells: {' '.join(names[:20])}{more}"


def held(
    source: PathLike, *, puzzle: Puzzle | None = None, board: BoardLike | None = None, pieces: PiecesLike | None = None
) -> tuple[Iterator[Solution] | None, Puzzle | None]:
    """Return the solutions in a file, and their puzzle. The arguments are the same as for `convert`.

    If the file has only a puzzle, the solutions are None. If the puzzle is unknown, it is None.
    """
    source = Path(source)
    form = format_read(source)
    if form.read_solutions is None or not form.has_solutions(opened(source)):
        return None, read_puzzle(source, board=board, pieces=pieces)
    solved = puzzle
    if solved is None and form.is_whole:
        with suppress(FormatError):  # the output of a solver has no puzzle
            solved = read_puzzle(source)
    if solved is None and (board is not None or pieces is not None):
        solved = Puzzle(_BOARD if board is None else board, pieces)
    return read_solutions(source, solved), solved


def _save(path: Path, parts: Iterable[bytes], overwrite: bool) -> None:
    try:
        check_target(path, overwrite)  # before the first solution is searched
        with written(path, overwrite) as file:
            file.writelines(parts)
    except (FileExistsError, PentominoError):  # the second is about the puzzle or the solutions, not the file
        raise
    except (OSError, ValueError) as error:
        raise FormatError(getattr(error, "strerror", None) or str(error), name=str(path)) from None


def __dir__() -> list[str]:  # the names that a shell completes, without imported names
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
