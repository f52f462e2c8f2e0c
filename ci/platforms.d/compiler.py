"""Stand in for the C and C++ compilers and the linker of setuptools: make a module for another platform with zig.

`build.py` sets ZIG_TARGET, the platform as zig names it, and ZIG_HEADERS, the folder that it prepares for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import ziglang

ZIG = Path(ziglang.__file__).parent
TARGET = os.environ["ZIG_TARGET"]
HEADERS = Path(os.environ["ZIG_HEADERS"])

# Options that setuptools adds for the machine on which it runs.
FOREIGN = (
    *("-I/usr", f"-I{sys.base_prefix}", f"-I{sysconfig.get_path('include')}", "-L", "-Wl,-rpath", "-Wl,--rpath"),
    *("-pthread", "-fstack", "-fcf", "-ffile-prefix", "-fwrapv", "-fno-strict-overflow", "-g", "-m64", "-specs"),
    *("-Wl,-z", "-Wl,--as-needed", "-Wdate", "-Wsign", "-mno-omit", "-fno-omit"),
)
IN_C_PLUS_PLUS = any(argument.endswith(".cpp") for argument in sys.argv)
KEPT = [argument for argument in sys.argv[1:] if not argument.startswith(FOREIGN)]


def wasm_compile() -> list[str | Path]:
    """Return the command that compiles for Pyodide, without Emscripten's compiler and C library."""
    library = ZIG / "lib"
    libraries = [library / "libcxx/include"] if IN_C_PLUS_PLUS else []
    libraries += [HEADERS / "libc", library / "libc/include/generic-musl"]
    return [
        "c++" if IN_C_PLUS_PLUS else "cc",
        *("-target", TARGET),
        # Only the features of WebAssembly that Pyodide's own modules use, which Safari 15 and node 20 load.
        "-mcpu=generic-extended_const-multivalue-reference_types-call_indirect_overlong",
        *("-D__EMSCRIPTEN__", "-fPIC", "-fvisibility=hidden", "-nostdlibinc", "-I", HEADERS / "python"),
        *(word for path in libraries for word in ("-isystem", path)),
        *KEPT,
    ]


def wasm_link() -> list[str | Path]:
    """Return the command that links a module for Pyodide, which no system's linker can make."""
    module = KEPT[KEPT.index("-o") + 1]
    start = f"--export=PyInit_{Path(module).name.split('.')[0]}"
    objects = [argument for argument in KEPT if argument.endswith(".o")]
    pic = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic"]
    return ["wasm-ld", *pic, "-O2", "-s", start, *objects, "-o", module]


def command() -> list[str | Path]:
    """Return the command of zig for a command of gcc."""
    is_linking = "-c" not in KEPT
    if TARGET.startswith("wasm"):
        return wasm_link() if is_linking else wasm_compile()
    words = ["c++" if IN_C_PLUS_PLUS else "cc", "-target", TARGET, "-I", HEADERS / "python", *KEPT]
    if is_linking and "windows" in TARGET:
        words.append(HEADERS / "python3.lib")
    return words


if IN_C_PLUS_PLUS:  # no part of the C++ library is linked
    KEPT += ["-fno-exceptions", "-fno-rtti"]
status = subprocess.call([ZIG / "zig", *command()])
if "-c" not in KEPT:  # zig also writes a library for linking against the module, which is not needed
    Path(KEPT[KEPT.index("-o") + 1]).with_suffix(".lib").unlink(missing_ok=True)
sys.exit(status)
