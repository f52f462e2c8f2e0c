"""Stand in for the C and C++ compilers and the linker of setuptools: make a module for Pyodide with zig.

`compiler.py headers <Pyodide's folder>` lays out what `compiler.py <arguments of a compiler>` needs, in WASM_HEADERS.
Releases are built by Emscripten (`[tool.cibuildwheel.pyodide]`); this needs nothing but `ziglang`, from PyPI.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

import ziglang

ZIG = Path(ziglang.__file__).parent
LIBRARY = ZIG / "lib"
HEADERS = Path(os.environ["WASM_HEADERS"])

# No more of WebAssembly than Pyodide's own modules use, which Safari 15 and node 20 load.
MACHINE = [
    "-target",
    "wasm32-emscripten",
    "-mcpu=generic-extended_const-multivalue-reference_types-call_indirect_overlong",
]

# What setuptools says for the machine that it runs on.
FOREIGN = (
    "-I/usr",
    f"-I{sys.base_prefix}",
    "-pthread",
    "-fstack",
    "-fcf",
    "-ffile-prefix",
    "-fwrapv",
    "-g",
    "-m64",
    "-specs",
)


def lay_out(pyodide: Path) -> None:
    """Write headers: of Python with the sizes of wasm32, and of the C library those that differ between machines."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library, tempfile.TemporaryDirectory() as folder:
        (name,) = (name for name in library.namelist() if name.startswith("_sysconfigdata"))
        values = runpy.run_path(library.extract(name, folder))["build_time_vars"]
    shutil.rmtree(HEADERS, ignore_errors=True)
    # Those of the Python at hand: the limited API is the same in all.
    shutil.copytree(sysconfig.get_path("include"), HEADERS / "python")
    known = {
        name: value for name, value in values.items() if re.fullmatch(r"[A-Z]\w*", name) and isinstance(value, int)
    }
    lines = ["#pragma once", *(f"#define {name} {value}" for name, value in sorted(known.items()) if value)]
    (HEADERS / "python/pyconfig.h").write_text("\n".join(lines) + "\n", "utf-8")
    # Zig has musl, but not for wasm32. The files of i386 are right but for these types.
    shutil.copytree(LIBRARY / "libc/include/x86-linux-musl/bits", HEADERS / "libc/bits")
    types = HEADERS / "libc/bits/alltypes.h"
    text = types.read_text("utf-8").replace("#define _REDIR_TIME64 1\n", "").replace("unsigned _Addr", "unsigned long")
    types.write_text(re.sub(r"#define (_Addr|_Reg) int", r"#define \1 long", text), "utf-8")


def translated(arguments: list[str]) -> list[str | Path]:
    """The command of zig for a command of gcc."""
    if "-c" not in arguments:
        module = arguments[arguments.index("-o") + 1]
        start = f"--export=PyInit_{Path(module).name.split('.')[0]}"
        objects = [argument for argument in arguments if argument.endswith(".o")]
        pic = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic"]
        return ["wasm-ld", *pic, "-O2", "-s", start, *objects, "-o", module]
    in_c_plus_plus = any(argument.endswith(".cpp") for argument in arguments)
    libraries = [LIBRARY / "libcxx/include"] if in_c_plus_plus else []
    libraries += [HEADERS / "libc", LIBRARY / "libc/include/generic-musl"]
    return [
        "c++" if in_c_plus_plus else "cc",
        *MACHINE,
        *("-D__EMSCRIPTEN__", "-fPIC", "-fvisibility=hidden", "-nostdlibinc", "-I", HEADERS / "python"),
        *(["-fno-exceptions", "-fno-rtti"] if in_c_plus_plus else []),
        *(word for path in libraries for word in ("-isystem", path)),
        *(argument for argument in arguments if not argument.startswith(FOREIGN)),
    ]


if sys.argv[1] == "headers":
    lay_out(Path(sys.argv[2]))
else:
    sys.exit(subprocess.call([ZIG / "zig", *translated(sys.argv[1:])]))
