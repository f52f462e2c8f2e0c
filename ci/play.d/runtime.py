"""Write what a page needs to run pentomino. Run in Pyodide, by `ci/play build`: runtime.py <package> <where to write>.

Pyodide has the whole standard library, as sources, which each start would compile anew. Here it is compiled, and cut to
what the package and Pyodide import. The package is compiled as well. The same files make the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import io
import json
import py_compile
import runpy
import shutil
import site
import sys
import tarfile
import zipfile
from pathlib import Path

PACKAGE, PLAY = map(Path, sys.argv[1:])
NPM = Path("build/play/node_modules/pyodide")
PAGE = Path("src/pentomino/play/page")
RUNTIME = PLAY / "pyodide"

MAX_BYTES = 6_200_000
"""Bytes of the runtime as a server sends them, compressed. (`ci/site_checks.py` bounds what it stores.)"""

LIBRARY = "/lib/python314.zip/"
PACKAGES = f"{site.getsitepackages()[0]}/"

# Modules that the page does not need: the command line, and other ways to show the page.
LEFT_OUT = (
    "pentomino/cli/",
    "pentomino/__main__.py",
    *(f"pentomino/play/{name}.py" for name in ("server", "game", "notebook", "widget")),
)
# Modules that Pyodide and the package import only when they need them.
KEPT = ("_pyodide/", "pyodide/", "encodings/ascii.py", "encodings/latin_1.py")
LATE = ("concurrent.futures.thread", "difflib", "encodings.utf_8_sig", "secrets")
# Modules that no page needs.
CUT = ("py_compile.py", "pyodide/_nodesock", "pyodide/console.py", "pyodide/http/")


def compiled(source: bytes, name: str) -> bytes:
    """Compile a module with this very Python, without docstrings, as there is no `help`. Tracebacks have its `name`."""
    Path("/module.py").write_bytes(source)
    # Python must not look for a source, whose modification time would differ.
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile("/module.py", "/module.pyc", name, doraise=True, optimize=2, invalidation_mode=mode)
    return Path("/module.pyc").read_bytes()


def pack_package(archive: Path) -> None:
    """Pack the package. A zip file would be half as large again; `xz` would unpack a fifth of a second more slowly."""
    wanted = [
        path
        for kind in ("*.py", "*.so", "pages/*.html", "pages/*.js", "page/geometry.js")
        for path in PACKAGE.rglob(f"pentomino/**/{kind}")
    ]
    with tarfile.open(archive, "w:zst", format=tarfile.USTAR_FORMAT, level=19) as packed:
        for path in sorted(wanted):
            name, data = path.relative_to(PACKAGE).as_posix(), path.read_bytes()
            if name.startswith(LEFT_OUT):
                continue
            if path.suffix == ".py":
                name, data = f"{name}c", compiled(data, PACKAGES + name)
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))


def import_all(archive: Path) -> None:
    """Unpack the package as a page does, import all its modules, and call functions that import more."""
    shutil.unpack_archive(archive, PACKAGES)
    importlib.invalidate_caches()
    for path in Path(PACKAGES, "pentomino").rglob("*.pyc"):
        name = path.relative_to(PACKAGES).with_suffix("").as_posix()
        importlib.import_module(name.removesuffix("/__init__").replace("/", "."))
    for name in LATE:
        importlib.import_module(name)
    pentomino = importlib.import_module("pentomino")
    puzzle = pentomino.Puzzle("6x10")
    puzzle.solve().to_svg()
    str(pentomino.gallery(puzzle.solve_all(limit=1)))
    puzzle.hint()
    next(pentomino.generate(seed=1))


def pack_library(archive: Path) -> None:
    """Pack the modules of the standard library that are imported by now."""
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    origins = {getattr(spec, "origin", None) or "" for spec in specs}
    with zipfile.ZipFile(NPM / "python_stdlib.zip") as library, zipfile.ZipFile(archive, "w") as packed:
        for name in sorted(library.namelist()):
            is_used = name.startswith(KEPT) or LIBRARY + name in origins
            if is_used and name.endswith(".py") and not name.startswith(CUT):
                module = compiled(library.read(name), LIBRARY + name)
                packed.writestr(zipfile.ZipInfo(f"{name}c"), module, zipfile.ZIP_DEFLATED, 9)


def write_runtime() -> None:
    """Write all that is not specific to the page."""
    RUNTIME.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(NPM / name, RUNTIME / name)
    shutil.copyfile("ci/play.d/NOTICE.txt", RUNTIME / "NOTICE.txt")
    lock = json.loads((NPM / "pyodide-lock.json").read_text("utf-8"))
    (RUNTIME / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    pack_package(RUNTIME / "pentomino.tar.zst")
    import_all(RUNTIME / "pentomino.tar.zst")
    pack_library(RUNTIME / "python_stdlib.zip")


def write_list() -> None:
    """Write `files.json`, with which the service worker, `sw.js`, stores the page: hashes of each file and of them all.

    It also has the number of bytes of Python that the page waits for.
    """
    paths = [path for path in sorted(PLAY.rglob("*")) if path.is_file() and path.name != "sw.js"]
    hashes = {path.relative_to(PLAY).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    build = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()
    python = sum(path.stat().st_size for kind in ("wasm", "zip", "zst") for path in RUNTIME.glob(f"*.{kind}"))
    listed = {"build": build, "python": python, "files": hashes}
    (PLAY / "files.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")


def check_size() -> None:
    """Check how many bytes of the runtime are sent."""
    data = [path.read_bytes() for path in RUNTIME.iterdir()]
    sent = sum(min(len(one), len(gzip.compress(one, 9))) for one in data)
    print(f"{RUNTIME}: {sum(map(len, data)) / 1e6:.2f} MB, {sent / 1e6:.2f} MB compressed")
    if sent > MAX_BYTES:
        sys.exit(f"{RUNTIME}: {sent:,} bytes are sent, more than {MAX_BYTES:,}")


shutil.rmtree(PLAY, ignore_errors=True)
write_runtime()
shutil.copytree(PAGE, PLAY, dirs_exist_ok=True)
runpy.run_path("ci/play.d/first.py")["write_first"](PLAY)
write_list()
check_size()
