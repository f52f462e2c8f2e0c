"""The names of `typing` that are used: to import that module takes as long as twenty of this package.

Checkers of types are shown the real ones. As a program runs, they stand for anything, and a literal for a text.
"""

from __future__ import annotations

__all__ = [
    "TYPE_CHECKING",
    "Any",
    "BinaryIO",
    "ClassVar",
    "Generic",
    "Literal",
    "NoReturn",
    "Protocol",
    "Self",
    "SupportsIndex",
    "TextIO",
    "TypeAlias",
    "TypeVar",
    "cast",
]

TYPE_CHECKING = False  # but true to the checkers, who know it by its name

if TYPE_CHECKING:
    from typing import (
        Any,
        BinaryIO,
        ClassVar,
        Generic,
        Literal,
        NoReturn,
        Protocol,
        Self,
        SupportsIndex,
        TextIO,
        TypeAlias,
        TypeVar,
        cast,
    )
else:

    class Any:
        """Any type, with any parameters."""

        def __class_getitem__(cls, _: object) -> type:
            return cls

    BinaryIO = ClassVar = Generic = NoReturn = Protocol = Self = SupportsIndex = TextIO = TypeAlias = Any

    class Literal:
        """A text, which is one of those said."""

        def __class_getitem__(cls, _: object) -> type:
            return str

    def TypeVar(_: str, **__: object) -> type:  # noqa: N802
        """Any type."""
        return Any

    def cast(_: object, value: object) -> object:
        """The value."""
        return value
