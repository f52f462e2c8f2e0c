"""`--where`: of the solutions that are found, those for which a condition holds."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..base.value import Record
from ..errors import PentominoError
from .options import Parser

if TYPE_CHECKING:
    from ..search.verbs import Solutions
    from ..solutions.conditions import Condition
    from ..solutions.solution import Solution

__all__ = ["Where", "add_where", "those"]


class Where(Record):
    """A condition, as it was said, and what tells whether it holds."""

    text: str
    holds: Condition


def add_where(parser: Parser) -> None:
    """Add the option."""
    parser.add_argument(
        "--where",
        type=_where,
        metavar="CONDITION",
        help="only solutions such as 'crossings == 0 and fault_free': the numbers crossings, fault_lines, colours, "
        "edge and pieces with == != < <= > >=, the words fault_free and halves, and, or, not, parentheses",
    )


def _where(text: str) -> Where:
    """A condition, as the type of an argument."""
    from ..solutions.conditions import condition

    try:
        return Where(text, condition(text))
    except PentominoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def those(
    solve_all: Callable[..., Solutions], where: Where | None, most: int | None, **options: Any
) -> Iterator[Solution]:
    """The first *most* of the solutions that `solve_all` finds with these options, or of those that are as wanted."""
    if where is None:
        return iter(solve_all(limit=most, **options))
    return _filtered(solve_all(**options), where.holds, most)


def _filtered(solutions: Solutions, holds: Condition, most: int | None) -> Generator[Solution, None, None]:
    with closing(solutions):
        yield from islice(filter(holds, solutions), most)
