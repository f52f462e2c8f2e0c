"""A JSON reader for files that anyone may have written: whole numbers only, of bounded size; objects know their names.

The name of an object says where it is in the document, for errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from .common import FormatError, quoted

__all__ = ["Object", "kind_of", "parsed"]

_MOST = 10**9  # the largest number that a file may hold


def parsed(text: str) -> Any:
    """What a text in JSON says, with whole numbers only."""
    try:
        return json.loads(text, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise FormatError(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise FormatError("this is not JSON that anyone has written: it is nested too deeply") from None


def _whole(digits: str) -> int:
    if len(digits) > 10 or abs(int(digits)) > _MOST:
        raise FormatError(f"the number {quoted(digits)} is out of range")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise FormatError(f"{quoted(text)} is not a whole number")


def kind_of(value: object) -> str:
    """What a value is called, with its article."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", int: "a number"}
    return names.get(type(value), "null")


class Object:
    """An object of a document, known to be one, under the name by which errors call it; the document has none."""

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, dict):
            raise FormatError(f"{where} is not an object but {kind_of(value)}")
        self.members = value
        self.where = where

    def get(self, key: str, *kinds: type, default: Any = None) -> Any:
        """A member, known to be of one of these kinds."""
        member = self.members.get(key, default)
        # To isinstance, true is a number.
        if type(member) in kinds:
            return member
        fault = f"cannot be {kind_of(member)}" if key in self.members else "is missing"
        raise FormatError(f"{key!r} of {self.where or 'the document'} {fault}")

    def elements(self, key: str, default: list[object] | None = None) -> Iterator[tuple[str, object]]:
        """The elements of a member that is a list, each with its name."""
        name = f"{self.where}.{key}" if self.where else key
        return ((f"{name}[{i}]", element) for i, element in enumerate(self.get(key, list, default=default)))

    def objects(self, key: str, default: list[object] | None = None) -> Iterator[Object]:
        """The elements of a member that is a list of objects."""
        return (Object(element, where) for where, element in self.elements(key, default))
