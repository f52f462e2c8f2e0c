"""The list of compiled modules; everything else is in pyproject.toml.

They keep to the limited API, so that one wheel serves every CPython from 3.11 on. A free-threaded interpreter, and any
other than CPython, has no such interface; there they are built for that very version.
"""

import sys
import sysconfig

from setuptools import Extension, setup

LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


def compiled(name: str, *parts: str) -> Extension:
    """The extension of that name, whose source includes some parts."""
    return Extension(
        f"pentomino.{name}",
        [f"src/pentomino/{name}.pyx"],
        depends=[f"src/pentomino/core/{part}.pxi" for part in parts],
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
        py_limited_api=LIMITED,
    )


setup(
    ext_modules=[
        compiled("_core", "words", "keys", "window_table", "search", "window_search", "list_engine"),
        compiled("_frontier"),
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
