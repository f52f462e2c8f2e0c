"""The list of compiled modules; everything else is in pyproject.toml."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "pentomino._core",
            ["src/pentomino/_core.pyx"],
            depends=[
                f"src/pentomino/core/{part}.pxi"
                for part in ("words", "keys", "window_table", "search", "window_search", "list_engine")
            ],
        )
    ]
)
