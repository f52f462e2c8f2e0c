"""Writing pictures to files: all to one, or each to one of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..base.writing import written
from ..errors import SearchTimeout
from .console import MisuseError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["UpToStop", "write_all", "write_bound", "write_each"]

T = TypeVar("T")

UNASKED = 100
"""Files that are written without a word."""


def _encoded(picture: str | bytes) -> bytes:
    """A picture as a file holds it: a text ends its last line."""
    return picture if isinstance(picture, bytes) else f"{picture}\n".encode()


def write_all(pictures: Iterator[str | bytes], target: Path, replace: bool, apart: bool) -> int:
    """Write all pictures to one file, made with the first of them; return how many there were."""
    if (first := next(pictures, None)) is None:
        return 0
    found = UpToStop(chain([first], pictures), replace)
    with written(target, replace) as file:
        for number, picture in enumerate(found):
            file.write(b"\n" * (apart and number > 0) + _encoded(picture))
    return found.number()


def write_bound(
    pictures: Iterator[str | bytes], target: Path, replace: bool, bind: Callable[[Iterator[Any]], str | bytes]
) -> int:
    """Write one file that *bind* makes of all pictures, if there are any; return how many there were."""
    if (first := next(pictures, None)) is None:
        return 0
    found = UpToStop(chain([first], pictures), replace)
    data = _encoded(bind(iter(found)))
    with written(target, replace) as file:
        file.write(data)
    return found.number()


class UpToStop(Generic[T]):
    """What a search finds up to where it is stopped, so that it is written all the same; `number` raises then.

    An old file that is to be replaced is worth more than what was found up to Ctrl-C.
    """

    def __init__(self, found: Iterator[T], replace: bool) -> None:
        self._found = found
        self._stops = (SearchTimeout,) if replace else (SearchTimeout, KeyboardInterrupt)
        self._number = 0
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[T]:
        try:
            for one in self._found:
                self._number += 1
                yield one
        except self._stops as error:
            self._error = error

    def number(self) -> int:
        """How many there were; raises what stopped the search."""
        if self._error is not None:
            raise self._error
        return self._number


def write_each(
    pictures: Iterator[str | bytes], target: Path, replace: bool, most: int | None = None, instead: str = ""
) -> int:
    """Write each picture to a file of its own, numbered from 1; return how many there were.

    The numbers have leading zeros, so that their order is that of the names; *most* is how many there can be, if that
    is known. More than `UNASKED` files are written only if files may be *replaced*: they may bury what lies beside
    them; *instead* tells what else there is.
    """
    found = UpToStop(pictures, replace)
    rest = iter(found)
    head = list(islice(rest, UNASKED + 1))
    if len(head) > UNASKED and not replace:
        raise MisuseError(
            f"{target}: there are more than {UNASKED} pictures, each a file of its own; --force writes them{instead}"
        )
    digits = len(str(len(head) if len(head) <= UNASKED else most or 10**6 - 1))
    made: list[Path] = []
    try:
        for number, picture in enumerate(chain(head, rest), 1):
            path = target.with_name(f"{target.stem}-{number:0{digits}}{target.suffix}")
            with written(path, replace) as file:
                file.write(_encoded(picture))
            made.append(path)
    except OSError:
        for path in made if not replace else ():
            path.unlink()  # so that the next try is not refused because of them
        raise
    return found.number()
