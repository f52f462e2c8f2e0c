"""Base classes. `Value` resembles a frozen dataclass, without the slow import of `dataclasses`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

from .errors import PentominoError

K = TypeVar("K")
V = TypeVar("V")


class Value:
    """An immutable object that is compared, ordered and hashed by its fields.

    `_field_names` holds the names of the fields, by default all annotated names without an underscore. A subclass of a
    class with fields has the same fields. Only `_set` can set fields.
    """

    __slots__ = ()
    _field_names: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        raise PentominoError(f"a {type(self).__name__} cannot be made directly; functions and methods return it")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "_field_names" not in vars(cls) and not cls._field_names:
            cls._field_names = tuple([name for name in cls.__annotations__ if name[0] != "_"])

    def _set(self, **values: Any) -> Self:
        for name, value in values.items():
            object.__setattr__(self, name, value)
        return self

    @classmethod
    def _make(cls, **values: Any) -> Self:
        # the values are not checked
        return object.__new__(cls)._set(**values)

    def _with(self, **values: Any) -> Self:
        return self._make(**{**{name: getattr(self, name) for name in self._field_names}, **values})

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._field_names])

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._values() == other._values() if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __lt__(self, other: Self) -> bool:
        return self._values() < other._values() if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self._values() <= other._values() if other.__class__ is self.__class__ else NotImplemented

    def __setattr__(self, name: str, value: object = None) -> None:
        from dataclasses import FrozenInstanceError  # the error that programs expect

        raise FrozenInstanceError(f"cannot assign to {name!r}: a {type(self).__name__} cannot be changed")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), {name: getattr(self, name) for name in self._field_names})


def _restore(kind: type[Value], values: dict[str, Any]) -> Value:
    return kind._make(**values)


class Described:
    """A base class for objects with a description, `text`. `str` and `repr` show the description."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The description of the object in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"


class Memo(dict[K, V], Generic[K, V]):
    """A dictionary that computes the value of a missing key as `function(key)`, and stores it."""

    def __init__(self, function: Callable[[K], V]) -> None:
        self._function = function

    def __missing__(self, key: K) -> V:
        value = self[key] = self._function(key)
        return value
