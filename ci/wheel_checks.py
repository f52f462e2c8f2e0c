"""Check a release: the contents of its archives, and which wheels its configuration builds.

`ci/wheel`, `ci/release` and wheels.yml run `wheel_checks.py archives <directory>`, `wheel_checks.py identifiers` and,
with the Python of an environment in which the wheel is installed, `wheel_checks.py examples <number>`.
"""

import email
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from time import perf_counter

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "src" / "pentomino"
MAX_BYTES = 1_000_000
"""The maximum bytes of a wheel. It has four fifths of them; with debugging symbols, it would have half as many more."""
SHIPPED = [
    "*.py",
    "*.pyi",
    "*/py.typed",
    "pentomino/pages/*.html",
    "pentomino/pages/*.js",
    "pentomino/play/*",
    "*.so",
    "*.pyd",
    "*.dist-info/*",
]
SOURCES = ["src/pentomino/*", "tests/*", "docs/*", "benchmarks/*", "ci/*"]
LOOSE = """
    LICENSE README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md SECURITY.md MANIFEST.in pyproject.toml setup.py
""".split()
LITTER = ["*.so", "*.pyd", "*.py[cod]", "*/__pycache__/*", "src/pentomino/*.c", "*/.*"]

TAGS = ["cp311-abi3", "cp314-cp314t", "cp315-cp315t"]
SYSTEMS = ["manylinux*", "musllinux_*", "macosx_*", "win_amd64", "win_arm64", "pyodide_*", "pyemscripten_*"]

PYTHONS = ["cp311", "cp315", "cp314t", "cp315t"]
MACHINES = {
    "linux": ["manylinux_x86_64", "manylinux_aarch64", "musllinux_x86_64", "musllinux_aarch64"],
    "macos": ["macosx_x86_64", "macosx_arm64"],
    "windows": ["win_amd64", "win_arm64"],
}
WHEELS = {platform: {f"{one}-{other}" for one in PYTHONS for other in some} for platform, some in MACHINES.items()}
WHEELS["pyodide"] = {"cp314-pyodide_wasm32"}
WHEELS["linux"] |= {f"cp311-{libc}linux_{machine}" for libc in ("many", "musl") for machine in ("i686", "s390x")}
WHEELS["windows"] -= {"cp311-win_amd64", "cp315-win_amd64"}  # one wheel, built by zig


def matches(name: str, patterns: list[str]) -> bool:
    """Return whether the name of a file matches one of the patterns."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def check_wheel(path: Path) -> str:
    """Check a wheel's name, contents and size. Return its version."""
    named = [f"pentomino-*-{tag}-{system}.whl" for tag in TAGS for system in SYSTEMS]
    assert matches(path.name, named), f"{path.name} is for no Python, or no platform, that a release is for"
    suffix = ".pyd" if "-win_" in path.name else ".so"
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        fields = email.message_from_bytes(archive.read(metadata))
        needy = [name for name in names if name.endswith(".so") and b"libstdc++" in archive.read(name)]
    assert not (strange := [name for name in names if not matches(name, SHIPPED)]), f"{path.name} holds {strange}"
    assert not needy, f"{needy} in {path.name} need the C++ library, which not every system has"
    modules = {str(module.relative_to(PACKAGE.parent)) for module in PACKAGE.rglob("*.py")}
    assert not (missing := modules.difference(names)), f"{path.name} lacks {missing}"
    compiled = {name.partition(".")[0] for name in names if name.endswith(suffix)}
    assert compiled == {str(source.relative_to(PACKAGE.parent).with_suffix("")) for source in PACKAGE.rglob("*.pyx")}
    assert "pentomino/py.typed" in names
    assert not (bare := [name for name in compiled if f"{name}.pyi" not in names]), f"{bare} have no stubs"
    needed = [one for one in fields.get_all("Requires-Dist", []) if "extra ==" not in one]
    assert not needed, f"the package needs {needed} to run"
    text = fields.get_payload()
    assert text.startswith("# pentomino"), "the text for a package index is not README"
    assert not (lost := re.findall(r'\]\((?!https:).*?\)|(?:src|href)="(?!https:).*?"', text)), (
        f"on a package index {lost} lead nowhere"
    )
    assert path.stat().st_size < MAX_BYTES, f"{path.name} weighs {path.stat().st_size:,} bytes"
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB, {len(names)} files")
    return fields["Version"]


def check_source(path: Path) -> str:
    """Check that a source distribution has all tracked files and no built ones. Return its version."""
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    listing = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False).stdout
    tracked = [name for name in listing.splitlines() if (TOP / name).exists()] or LOOSE
    wanted = {name for name in tracked if name in LOOSE or matches(name, SOURCES)}
    assert not (missing := wanted - names), f"{path.name} lacks {sorted(missing)}"
    assert not (litter := [name for name in names if matches(name, LITTER)]), f"{path.name} holds {litter}"
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB, {len(names)} files")
    return path.name.removesuffix(".tar.gz").rpartition("-")[2]


def check_archives(directory: Path) -> None:
    """Check the wheels and the source distribution in a directory, and that all have the same version."""
    versions = {check_wheel(path) for path in sorted(directory.glob("*.whl"))}
    versions.update(check_source(path) for path in directory.glob("*.tar.gz"))
    assert len(versions) == 1, f"{directory} has versions {sorted(versions)}"


def check_identifiers() -> None:
    """Check which wheels `cibuildwheel` would build on each platform."""
    for platform, expected in WHEELS.items():
        command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", platform, str(TOP)]
        found = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        assert found == expected, f"{platform}: {sorted(found ^ expected)} are found or expected, not both"
        print(f"{platform}: {len(found)} wheels to build or to test")


def run_examples(number: int) -> None:
    """Run the first *number* `pentomino` commands in README, and compare their output with what README shows."""
    text = (TOP / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^\$ (pentomino (?!play).*)\n((?:(?!\$ |```).*\n)*)", text, re.MULTILINE)[:number]
    assert len(examples) == number
    for command, shown in examples:
        start = perf_counter()
        done = subprocess.run(shlex.split(command, comments=True), capture_output=True, text=True, check=True)
        assert [line.rstrip() for line in done.stdout.splitlines()] == shown.splitlines(), done.stdout
        print(f"{command}: as README shows, in {perf_counter() - start:.1f} s")


if __name__ == "__main__":
    if sys.argv[1] == "archives":
        check_archives(Path(sys.argv[2]))
    elif sys.argv[1] == "examples":
        run_examples(int(sys.argv[2]))
    else:
        check_identifiers()
