"""A small XML reader for files that are not trusted. The reader accepts no document types, and so no entities.

Depth and size are limited. An element keeps the number of the line where it starts, for errors.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from xml.parsers import expat

from ..errors import FormatError
from .common import MAX_BYTES, quoted

_INTEGER = re.compile(r"-?\d{1,9}", re.ASCII)
_DEEPEST = 128  # 63 separations may be nested
_MOST = 1 << 20  # elements: large BurrTools files with disassemblies have fewer


class Element:
    """An XML element: its tag, attributes, children and line, and the parts of the text directly in the element."""

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.parts: list[str] = []
        self.children: list[Element] = []

    @property
    def text(self) -> str:
        """The text directly in the element, without the text in its children."""
        return "".join(self.parts)

    @property
    def name(self) -> str:
        """The attribute `name`, or "" without it."""
        return self.attributes.get("name", "").strip()

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the children with `tag`."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element:
        """Return the first child with `tag`. Raises `FormatError` if there is no such child."""
        for child in self.all(tag):
            return child
        raise FormatError(f"<{self.tag}> has no <{tag}>", self.line)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return the number in the attribute `key`, from `least` to `most`, or `default` if the attribute is missing.

        Raises `FormatError` for another value, and for a missing attribute without a default.
        """
        text = self.attributes.get(key)
        if text is None and default is not None:
            return default
        if text is not None and _INTEGER.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        what = "is missing" if text is None else f"is {quoted(text)}"
        raise FormatError(f"{key!r} of <{self.tag}> {what}; it is a number from {least} to {most}", self.line)


def unpacked(data: bytes) -> bytes:
    """Return data, decompressed if they are a gzip file. Raises `FormatError` for broken or too large data."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.open(BytesIO(data)) as stream:
            plain = stream.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"this is packed with gzip, but broken: {error}") from None
    if len(plain) > MAX_BYTES:
        raise FormatError(f"unpacked, this is larger than {MAX_BYTES} bytes")
    return plain


def parsed(data: bytes) -> Element:
    """Return the root of an XML document. Raises `FormatError`, with line and column, if it is not XML."""
    stack, numbers = [Element("", {}, 0)], count(1)  # the elements that are open, and the number of the next element

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        if len(stack) > _DEEPEST or next(numbers) > _MOST:
            what = f"this has more than {_MOST} elements, or they are nested deeper than {_DEEPEST}"
            raise FormatError(what, element.line)
        stack[-1].children.append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        raise FormatError("document types and entities are not accepted", parser.CurrentLineNumber)

    try:
        parser = expat.ParserCreate(_encoding(data))
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda _: stack.pop()
        parser.CharacterDataHandler = lambda text: stack[-1].parts.append(text)
        parser.StartDoctypeDeclHandler = refuse
        parser.Parse(data, True)
    except expat.ExpatError as error:
        text = expat.ErrorString(error.code)
        raise FormatError(f"this is not XML: {text}", error.lineno, error.offset + 1) from None
    except FormatError:
        raise
    except (ValueError, LookupError) as error:  # an encoding that Python or expat does not know
        raise FormatError(f"this is not XML that can be read: {error}") from None
    return stack[0].children[0]


def _encoding(data: bytes) -> str | None:
    # None lets the parser choose
    if b"encoding" in data[:200] or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        return "iso-8859-1"  # in which BurrTools on Windows wrote names
    return None
