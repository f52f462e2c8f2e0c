"""The list of compiled modules; everything else is in pyproject.toml."""

from setuptools import Extension, setup


def compiled(name: str, *parts: str) -> Extension:
    """The extension of that name, whose source includes some parts."""
    depends = [f"src/pentomino/core/{part}.pxi" for part in parts]
    return Extension(f"pentomino.{name}", [f"src/pentomino/{name}.pyx"], depends=depends)


setup(
    ext_modules=[
        compiled("_core", "words", "keys", "window_table", "search", "window_search", "list_engine"),
        compiled("_frontier"),
    ]
)
