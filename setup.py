"""The list of compiled modules, and the text for a package index; everything else is in pyproject.toml.

The modules use only the limited API, so that one wheel serves every CPython from 3.11 on. Free-threaded interpreters
and those other than CPython do not have this API; for them, the modules are built for the very version.
"""

import os
import re
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")

# Where CFLAGS is set, setuptools leaves out the flags that Python was built with, -O3 among them. Without -O3,
# everything is 4 to 5 times slower. CFLAGS may set another level.
OPTIMISED = ["/O2"] if sys.platform == "win32" else ["-O3"] * ("-O" not in os.environ.get("CFLAGS", ""))

# No code throws. With tables for exceptions, a module would need the C++ library, which small systems lack, and which
# would add 2 MB to wheels for musl.
STANDARD = ["/std:c++17"] if sys.platform == "win32" else ["-std=c++17", "-fno-exceptions"]

# Estimates must be the same on every machine, so no product and sum may be fused into one operation, which rounds once.
ROUNDED = [] if sys.platform == "win32" else ["-ffp-contract=off"]


class Build(build_ext):
    """Leaves out debugging symbols, except in a build in place, with --debug, or if CFLAGS has -g."""

    def build_extension(self, module: Extension) -> None:
        """Build one module."""
        is_wanted = self.inplace or self.debug or "-g" in os.environ.get("CFLAGS", "").split()
        if self.compiler.compiler_type == "unix" and not is_wanted:
            module.extra_compile_args.append("-g0")
            module.extra_link_args += ["-Wl,-s"] * (sys.platform == "linux")  # other systems keep them elsewhere
        super().build_extension(module)


def compiled(name: str) -> Extension:
    """Return the extension with this name, in C++ if it has C++ headers. A change to a part of it rebuilds it."""
    source = Path("src/pentomino", f"{name}.pyx")
    parts = re.findall(r'^include "(.+)"', source.read_text(encoding="utf-8"), re.MULTILINE)
    folders = (name[1:], "common")
    headers = sorted(header for folder in folders for header in Path("src/pentomino", folder).glob("*.h*"))
    in_c_plus_plus = any(header.suffix == ".hpp" for header in headers)
    return Extension(
        f"pentomino.{name}",
        [source.as_posix()],
        depends=[*(f"src/pentomino/{part}" for part in parts), *map(str, headers)],
        include_dirs=["src/pentomino"],
        language="c++" if in_c_plus_plus else None,
        extra_compile_args=[*OPTIMISED, *ROUNDED, *(STANDARD if in_c_plus_plus else ())],
        extra_link_args=["-Wl,--as-needed", "-static-libgcc"] if sys.platform == "linux" else [],
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
        py_limited_api=LIMITED,
    )


class Copy(build_py):
    """Removes from the folder of an earlier build the files whose sources are gone; pip would install them again."""

    def run(self) -> None:
        """Copy the modules."""
        super().run()
        name_of = self.get_finalized_command("build_ext").get_ext_filename
        kept = {Path(self.build_lib, name_of(module.name)) for module in self.distribution.ext_modules}
        kept.update(map(Path, self.get_outputs(include_bytecode=False)))
        for path in [] if self.editable_mode else Path(self.build_lib, "pentomino").rglob("*"):
            if path.is_file() and path not in kept:
                path.unlink()


def description() -> str:
    """Return README.md without relative pictures and links, which lead nowhere on a package index.

    Both may be in Markdown or HTML.
    """
    text = Path("README.md").read_text(encoding="utf-8")
    picture = r"!\[[^]]*\]\((?!https:)[^)]*\)|<img\b(?![^>]*\bsrc=.https:)[^>]*>"
    text = re.sub(rf"(?:\[(?:{picture})\]\([^)]*\)|<a\b[^>]*>(?:{picture})</a>|{picture})\n?", "", text)
    text = re.sub(r"\[([^]]*)\]\((?!https:)[^)]*\)", r"\1", text)
    text = re.sub(r"<a\b(?![^>]*\bhref=.https:)[^>]*>(.*?)</a>", r"\1", text, flags=re.DOTALL)
    text = re.sub(r"\n{3,}", "\n\n", text)
    return f"{text}\nThe pages named here are in the folder `docs` of the source distribution.\n"


setup(
    long_description=description(),
    long_description_content_type="text/markdown",
    ext_modules=[
        compiled("_core"),
        compiled("_frontier"),
    ],
    cmdclass={"build_ext": Build, "build_py": Copy},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
