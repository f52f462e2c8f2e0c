"""The errors that the package raises, all derived from `PentominoError`, and checks that raise them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from .solutions.solution import Solution


class PentominoError(ValueError):
    """A board, a piece, a puzzle or an argument is invalid. The message says how to fix it.

    >>> from pentomino import count
    >>> count("6x11")
    Traceback (most recent call last):
        ...
    pentomino.errors.PuzzleError: the board has 66 free cells, but the pieces cover 60: block 6 cells \
or add pieces that cover 6; to leave cells empty, mark them + or add O1*; spare=6 lets that many cells stay empty
    """


def expect(name: str, value: object, kind: type, error: type[PentominoError] = PentominoError) -> None:
    """Raise `error` unless `value`, the value of the argument `name`, has the type `kind`."""
    if not isinstance(value, kind):
        wanted = "string" if kind is str else kind.__name__.removeprefix("Base")
        raise error(f"{name} must be a {wanted}, got {value!r}")


def expect_one_of(name: str, value: object, known: Sequence[str], error: type[PentominoError] = PentominoError) -> None:
    """Raise `error` unless the argument `name` has one of the values `known`."""
    if not isinstance(value, str) or value not in known:
        listed = ", ".join(map(repr, known[:-1]))
        raise error(f"{name} must be {listed} or {known[-1]!r}, got {value!r}")


def expect_whole(name: str, value: object, least: int, error: type[PentominoError] = PentominoError) -> None:
    """Raise `error` unless the argument `name` is a whole number that is at least `least`."""
    if not is_whole(value, least):
        wanted = f"at least {least}" if is_whole(value) else "a whole number"
        raise error(f"{name} must be {wanted}, got {value!r}")


def is_whole(value: object, least: float = float("-inf")) -> bool:
    """Return whether `value` is a whole number that is at least `least`, and not True or False."""
    try:
        return not isinstance(value, bool) and index(value) >= least  # type: ignore[arg-type]
    except TypeError:
        return False


def imported(module: str, message: str, package: str) -> Any:
    """Import and return `module`, which belongs to the optional package `package`.

    Raise `PentominoError` if this fails. The error message begins with `message`, for example "PNG needs".
    """
    from importlib import import_module

    try:
        import_module(module.partition(".")[0])  # check the package: submodules may stay in memory after it is removed
        return import_module(module)
    except ModuleNotFoundError:
        raise PentominoError(f"{message} {package}: pip install {package}") from None
    except (ImportError, RuntimeError) as error:  # RuntimeError: mpi4py without an MPI library
        first: BaseException = error
        while cause := first.__cause__ or first.__context__:  # numpy wraps the reason in a page of advice
            first = cause
        raise PentominoError(f"{message} {package}, which is installed but cannot be imported: {first}") from None


class PictureError(PentominoError):
    """A string or a file cannot be read as a picture.

    `line` and `column` are the position of the wrong character, counted from 1. They are 0 if the error has no
    position. `message` is the error message without the position.

    >>> from pentomino import Board
    >>> try:
    ...     Board.parse("...\\n.?.")
    ... except PictureError as error:
    ...     print(error.line, error.column)
    2 2
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        where = f"line {line}, column {column}: " if line and column else f"line {line}: " if line else ""
        super().__init__(where + message)
        self.message = message
        self.line = line
        self.column = column


_MAX_CHARACTERS = 1000  # a `FormatError` may list all cells of a piece without a name


class FormatError(PentominoError):
    """A file or a string cannot be read in its format, or an object cannot be written in a format.

    `name` is the name of the file, or "text". `line` and `column` are counted from 1. They are 0 if the error has no
    position. `message` is the error message without name and position.

    >>> from pentomino import formats
    >>> formats.read_pieces("PIECE big\\n101\\n")
    Traceback (most recent call last):
        ...
    pentomino.errors.FormatError: text: line 1: polyomino big must be connected, got 2 separate parts
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, name: str = "") -> None:
        self.message = message if len(message) <= _MAX_CHARACTERS else message[:_MAX_CHARACTERS] + " ..."
        super().__init__(self.message, line, column, name)
        self.line = line
        self.column = column
        self.name = name

    def __str__(self) -> str:
        name = f"{self.name}: " if self.name else ""
        column = f", column {self.column}" if self.column else ""
        return name + (f"line {self.line}{column}: " if self.line else "") + self.message


class PuzzleError(PentominoError):
    """A board, a piece or a puzzle is invalid. For example, pieces overlap.

    >>> from pentomino import Polyform
    >>> Polyform.named("Q")
    Traceback (most recent call last):
        ...
    pentomino.errors.PuzzleError: unknown piece 'Q': known pieces are F I L N P T U V W X Y Z, O1 I2 I3 V3 I4 L4 O4 S4 \
T4, 6.1 to 6.35, and so on
    """


class SearchStopped(PentominoError):  # noqa: N818 - the public names are fixed
    """A search was stopped because it ran out of time or was cancelled.

    `found` says how many solutions were found before the stop. If the function lists solutions, `solutions` holds those
    found, in order. Otherwise it is empty.

    >>> from pentomino import count
    >>> try:
    ...     count("12x20", "pentominoes*4", timeout=0)
    ... except SearchStopped as stopped:
    ...     print(stopped.found, stopped)
    0 stopped after 0 s: 0 solutions found
    """

    def __init__(self, message: str, found: int = 0, solutions: Sequence[Solution] = ()) -> None:
        super().__init__(message)
        self.found = found
        self.solutions = solutions

    def recounted(self, found: int, what: str, solutions: Sequence[Solution] = ()) -> Self:
        """Return a copy with `found`, `solutions` and a message about `what`, such as "2 puzzles made"."""
        how, _, rest = str(self).partition(": ")
        return type(self)(f"{how}: {what}{rest.partition(' found')[2]}", found, solutions)


class SearchTimeout(SearchStopped, TimeoutError):  # noqa: N818 - the public name is fixed
    """A search took longer than its argument `timeout`. For `found` and `solutions` see `SearchStopped`.

    >>> from pentomino import count
    >>> try:
    ...     count("12x20", "pentominoes*4", timeout=0)
    ... except SearchTimeout as timeout:
    ...     print(timeout)
    stopped after 0 s: 0 solutions found
    """


class SearchCancelled(SearchStopped):
    """A search was stopped by its argument `cancel`. For `found` and `solutions` see `SearchStopped`.

    >>> from pentomino import solve_all
    >>> met = []
    >>> try:
    ...     for solution in solve_all("6x10", cancel=lambda: len(met) == 7):
    ...         met.append(solution)
    ... except SearchCancelled as cancelled:
    ...     print(cancelled.found, cancelled.solutions == tuple(met))
    7 True
    """
