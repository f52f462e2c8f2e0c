"""The list of compiled modules; everything else is in pyproject.toml.

They keep to the limited API, so that one wheel serves every CPython from 3.11 on. A free-threaded interpreter, and any
other than CPython, has no such interface; there they are built for that very version.
"""

import re
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


def compiled(name: str) -> Extension:
    """The extension of that name; it is built anew where one of the parts has changed that its source includes."""
    source = Path("src/pentomino", f"{name}.pyx")
    parts = re.findall(r'^include "(.+)"', source.read_text(encoding="utf-8"), re.MULTILINE)
    return Extension(
        f"pentomino.{name}",
        [source.as_posix()],
        depends=[f"src/pentomino/{part}" for part in parts],
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
        py_limited_api=LIMITED,
    )


setup(
    ext_modules=[
        compiled("_core"),
        compiled("_frontier"),
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
