"""The version of the package, from which pyproject.toml reads it."""

__version__ = "0.1.0"
