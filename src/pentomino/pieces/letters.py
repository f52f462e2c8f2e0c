"""Letters for pieces in pictures, and for given pieces without a name."""

from __future__ import annotations

from collections.abc import Mapping

POOL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""The letters for pieces, in the order in which they are assigned."""


def own_symbols(names: Mapping[int, str]) -> tuple[dict[int, str], list[str]]:
    """Assign a different letter to each name. Return the letters by number, and the unused letters.

    A name of one letter is assigned this letter. Other names are assigned their first letter if it is unused, otherwise
    this letter in the other case, otherwise any unused letter. Mirror twins get the other case first: F' is f. If all
    letters are used, other names have no letter, and all letters are returned as unused.
    """
    free = dict.fromkeys(POOL)
    symbols: dict[int, str] = {}
    for exact in (True, False):
        for number, name in names.items():
            if number in symbols or exact != (len(name) == 1):
                continue
            letter = name[:1]
            wanted = [letter.swapcase(), letter] if name.endswith("'") else [letter, letter.swapcase()]
            symbol = next((mark for mark in [*wanted, *free] if mark in free), None)
            if symbol is not None:
                symbols[number] = symbol
                del free[symbol]
    return symbols, list(free) or list(POOL)


def symbol_of(name: str) -> str:
    """Return the first letter of a name. If the letter is not printable, return `?`.

    For a mirror twin, upper and lower case are exchanged: f for F'.
    """
    first = name[:1] if name[:1].isprintable() else ""
    return (first.swapcase() if name.endswith("'") else first) or "?"
