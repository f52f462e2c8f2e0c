"""Build the wheel of another platform with zig: `build.py <platform> <folder for the wheel>`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COMPILER = f"{sys.executable} {Path(__file__).with_name('compiler.py')}"

TARGETS = {
    "i386": ("x86-linux-gnu.2.28", "manylinux_2_28_i686"),
    "windows": ("x86_64-windows-gnu", "win_amd64"),
    "pyodide": ("wasm32-emscripten", "pyemscripten_2026_0_wasm32"),
}
"""The name of each platform for zig, and in the name of the wheel."""

# The sizes that Python's headers need, as the compiler defines them; the limited API needs no others.
CONFIGURATION = """\
#pragma once
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_FLOAT __SIZEOF_FLOAT__
#define SIZEOF_DOUBLE __SIZEOF_DOUBLE__
#define SIZEOF_TIME_T 8
#define SIZEOF_PID_T __SIZEOF_INT__
#define ALIGNOF_MAX_ALIGN_T 16
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SSIZE_T 1
#define STDC_HEADERS 1
#define WITH_DOC_STRINGS 1
#ifdef _WIN32
#define MS_WIN32
#define MS_WINDOWS
#define MS_WIN64
#define NT_THREADS
#define HAVE_DECLSPEC_DLL
#define Py_ENABLE_SHARED 1
#include <io.h>
#include <stdio.h>
#else
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_PTHREAD_H 1
#endif
"""


def lay_out(target: str, headers: Path) -> None:
    """Write the headers that a target needs: Python's and, for WebAssembly, those of the C library that differ."""
    shutil.copytree(sysconfig.get_path("include"), headers / "python")
    (headers / "python/pyconfig.h").write_text(CONFIGURATION, "utf-8")
    if "windows" in target:
        import abi3info

        # Only names that `python3.dll` exports can be linked, so nothing outside the limited API gets in.
        names = [*(name.name for name in abi3info.FUNCTIONS), *(f"{name.name} DATA" for name in abi3info.DATAS)]
        definitions = headers / "python3.def"
        definitions.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *names, ""]), "utf-8")
        zig = [sys.executable, "-m", "ziglang", "dlltool", "-m", "i386:x86-64"]
        subprocess.run([*zig, "-d", definitions, "-l", headers / "python3.lib"], check=True)
    if not target.startswith("wasm"):
        return
    import ziglang

    # Zig has musl, but not for wasm32. Its files for i386 work there, too, except for these types.
    library = Path(ziglang.__file__).parent / "lib"
    shutil.copytree(library / "libc/include/x86-linux-musl/bits", headers / "libc/bits")
    types = headers / "libc/bits/alltypes.h"
    text = types.read_text("utf-8").replace("#define _REDIR_TIME64 1\n", "").replace("unsigned _Addr", "unsigned long")
    types.write_text(re.sub(r"#define (_Addr|_Reg) int", r"#define \1 long", text), "utf-8")


def use_zig(name: str, headers: Path) -> None:
    """Have setuptools build for a platform, with headers that are written into a directory."""
    target, platform = TARGETS[name]
    lay_out(target, headers)
    level = "-O2" if name == "pyodide" else "-O3"
    os.environ.update(
        dict.fromkeys(("CFLAGS", "CXXFLAGS"), f"-DNDEBUG {level}"),
        **dict.fromkeys(("CC", "CXX"), COMPILER),
        **dict.fromkeys(("LDSHARED", "LDCXXSHARED"), f"{COMPILER} -shared"),
        ZIG_TARGET=target,
        ZIG_HEADERS=str(headers),
        _PYTHON_HOST_PLATFORM=platform,
    )
    if name == "windows":
        sysconfig.get_config_vars()["EXT_SUFFIX"] = ".pyd"


def build(name: str, folder: Path) -> Path:
    """Build the wheel of a platform into a folder and return its path."""
    from setuptools import build_meta

    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        headers, source = Path(work, "headers"), Path(work, "source")
        # Builds in place leave these files behind, which do not belong in a wheel.
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "*.cpp", "__pycache__", "*.egg-info")
        shutil.copytree(TOP / "src", source / "src", ignore=ignored)
        for part in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
            shutil.copy(TOP / part, source)
        use_zig(name, headers)
        os.chdir(source)
        sys.path.insert(0, "")
        sys.argv[1:] = ["--quiet"]
        wheel = folder / build_meta.build_wheel(str(folder))
        os.chdir(TOP)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in TARGETS:
        sys.exit(f"build.py <platform> <folder for the wheel>, for one of {', '.join(TARGETS)}")
    print(build(sys.argv[1], Path(sys.argv[2])))
