"""Conditions on solutions, such as `crossings == 0 and fault_free`: properties, whole numbers, comparisons.

The text is parsed as a Python expression, which is never run. Anything outside the grammar is refused.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..base.words import did_you_mean, joined
from ..errors import PentominoError
from .features import APART_FLAGS, APART_NUMBERS, FLAGS, NUMBERS, Properties, properties
from .solution import Solution

Condition = Callable[[Solution], bool]

Test = Callable[[Properties], object]

Compare = Callable[[Any, Any], object]

_NUMBERS = (*NUMBERS, *APART_NUMBERS)
_WORDS = (*FLAGS, *APART_FLAGS)

_COMPARISONS: Mapping[type[ast.cmpop], Compare] = MappingProxyType(
    {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
)

LONGEST_CONDITION = 1000
"""The maximum number of characters of a condition: Python may crash on expressions nested too deeply."""


def condition(text: str) -> Condition:
    """Return a function that checks the condition `text` for a solution.

    Numeric properties are compared by == != < <= > >= with whole numbers or with each other; the others are true or
    false. They are combined by and, or, not and parentheses. Raises `PentominoError` for any other text. The function
    raises it for a property that is not defined on that lattice.

    >>> from pentomino import solve_all
    >>> test = condition("crossings == 0 and fault_free")
    >>> sum(map(test, solve_all("3x20")))
    2
    """
    try:
        tree = ast.parse(text[:LONGEST_CONDITION].strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise _refused(text, text) from None
    test = _flag(tree, text)
    return lambda solution: bool(test(properties(solution)))


def _flag(tree: ast.expr, text: str) -> Test:
    """Return a function that evaluates an expression that is true or false."""
    match tree:
        case ast.BoolOp(op=ast.And(), values=values):
            tests = [_flag(value, text) for value in values]
            return lambda found: all(test(found) for test in tests)
        case ast.BoolOp(op=ast.Or(), values=values):
            tests = [_flag(value, text) for value in values]
            return lambda found: any(test(found) for test in tests)
        case ast.UnaryOp(op=ast.Not(), operand=value):
            inner = _flag(value, text)
            return lambda found: not inner(found)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARISONS for op in ops):
            return _chain([_number(one, text) for one in (left, *others)], [_COMPARISONS[type(op)] for op in ops])
        case ast.Name(id=name) if name in _WORDS:
            return operator.attrgetter(name)
    raise _refused(ast.unparse(tree), text)


def _chain(sides: list[Test], comparisons: list[Compare]) -> Test:
    def holds(found: Properties) -> bool:
        values = [side(found) for side in sides]
        return all(compare(*pair) for compare, *pair in zip(comparisons, values, values[1:], strict=False))

    return holds


def _number(tree: ast.expr, text: str) -> Test:
    match tree:
        case ast.Constant(value=value) if type(value) is int:
            return lambda _: value
        case ast.Name(id=name) if name in _NUMBERS:
            return operator.attrgetter(name)
    raise _refused(ast.unparse(tree), text)


def _refused(wrong: str, text: str) -> PentominoError:
    if re.search(r"[^=!<>]=[^=]", text):
        return PentominoError(f"invalid condition {text!r}: compare with ==, not with =")
    words = {*_NUMBERS, *_WORDS}
    hint = did_you_mean(wrong, words, near=0.8) if wrong.isidentifier() and wrong not in words else ""
    known = (
        f"there are the numbers {', '.join(_NUMBERS)} with == != < <= > >=, the words {joined(_WORDS)}, and or not ( )"
    )
    return PentominoError(f"{wrong!r} is not understood in the condition {text!r}; {hint or known}")
