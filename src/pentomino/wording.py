"""Words for messages: numbers and lists in sentences, and hints for mistyped words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from shlex import quote

NEAR = 0.7
"""The minimum similarity, from 0 to 1, of a mistyped word and a known word. For example, slove is similar to solve."""

_LATER = {
    r"tube|cylinder": "for a board whose rows form closed loops, write a ring such as ring 3x20",
    r"klein|m(ö|oe?)bius": "only rings and tori, such as ring 3x20 or torus 5x6, can have joined edges",
}


def counted(number: int, word: str) -> str:
    """Return a number with a noun, such as `1 solution` or `2 solutions`. The plural ends in s."""
    return f"{number} {word}{'s' * (number != 1)}"


def rounded(number: float) -> str:
    """Return a number rounded to two significant digits, such as `12` or `3.4 million`."""
    digits = float(f"{number:.2g}")
    for size, unit in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if max(1e4, size) <= digits < 1e12:
            return f"{digits / size:g} {unit}"
    return f"{digits:.0f}" if digits < 1e12 else f"{digits:.1e}"


def duration(seconds: float) -> str:
    """Return a duration in words, such as `17 h`."""
    year = 31_557_600
    if seconds >= 2e6 * year:
        return "millions of years"
    for unit, size in (("years", year), ("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def done_after(fraction: float, seconds: float) -> str:
    """Return a clause such as ", 12.5 % done, about 17 h left", to be appended to a sentence.

    `seconds` is the time in which `fraction` has been done. If `fraction` is 0, return "".
    """
    if not fraction:
        return ""
    done = f"{100 * fraction:.1f} %" if fraction >= 0.001 else "less than 0.1 %"
    return f", {done} done, about {duration(seconds * (1 - fraction) / fraction)} left"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return at least one word as a list in a sentence, with `last` before the last word: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def did_you_mean(word: str, known: Iterable[str], most: int = 1, near: float = NEAR) -> str:
    """Return a question with the known words that are similar to `word`, such as `did you mean solve?`

    At most `most` words are suggested, each with a similarity of at least `near` (from 0 to 1). Case does not matter.
    If no word is similar, return "".
    """
    import difflib

    by_key = {name.casefold(): name for name in known}
    near_names = difflib.get_close_matches(word.strip().casefold(), by_key, most, near)
    return f"did you mean {' or '.join(map(by_key.__getitem__, near_names))}?" if near_names else ""


def remedy(effect: str, **argument: object) -> str:
    """Return the end of an error message that proposes an argument, such as "; spare=4 lets 4 cells stay empty".

    A user of the command line does not have this argument, so `in_options` replaces or removes the remedy.
    """
    return "".join([f"; {name}={value!r} {effect}" for name, value in argument.items()])


def in_options(text: str, known: Collection[str]) -> str:
    """Replace Python arguments in a message by `known` options: method='auto' becomes --method auto, and "gap must be"
    at the beginning becomes "--gap must be".

    Leave out a remedy if its argument is not a known option, or if it is a call.
    """

    def option(match: re.Match[str]) -> str:
        name, value = match[1].replace("_", "-").replace("overwrite", "force"), match[2] or match[3] or None
        if name == "style" and f"--{value}" in known:
            return f"--{value}"
        flag = f"--no-{name}" if value == "False" else f"--{name}"
        return match[0] if flag not in known else flag if value in (None, "True", "False") else f"{flag} {quote(value)}"

    text = re.sub(r"^([a-z_]+)(?= (?:must|requires) )()()", option, text)
    text = re.sub(r"(?<![\w'\"])([a-z_]+)=(?:'([^']+)'|(\w+))?(?=[\s,.:;)]|$)", option, text)
    text = re.sub(
        r"; (?:did you mean|or on the command line) (--[a-z-]+)[^?;]*\??",
        lambda match: match[0] if match[1] in known else "",
        text,
    )
    return re.sub(r"; ([a-z_]+=|formats\.)[^;]*", "", text)


def not_yet(text: str) -> str:
    """Return an error message if `text` is a board that is not supported yet, otherwise ""."""
    for pattern, reason in _LATER.items():
        if re.fullmatch(rf"(one-sided )?({pattern})(\s.*)?", text.strip().casefold()):
            return f"{text!r}: {reason}"
    return ""
