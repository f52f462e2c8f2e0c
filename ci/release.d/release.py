"""Called by `ci/release`: `release.py ready`, `release.py repack SDIST`, `release.py recipe SDIST FILE`."""

from __future__ import annotations

import copy
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def version() -> str:
    """Return the version of the package."""
    text = (TOP / "src/pentomino/_version.py").read_text("utf-8")
    return re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)[1]


def git(*arguments: str) -> str:
    """Return what git prints."""
    return subprocess.run(["git", *arguments], cwd=TOP, capture_output=True, text=True, check=True).stdout.strip()


def unready() -> Iterator[str]:
    """Yield each reason why what is committed is not a release."""
    number = version()
    if changed := git("status", "--porcelain"):
        yield f"not committed:\n{changed}"
    heading = re.search(r"^## (.+)$", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1]
    if not re.fullmatch(rf"{re.escape(number)} \(\d{{4}}-\d\d-\d\d\)", heading):
        yield f'CHANGELOG.md begins with "## {heading}"; of a release it is "## {number} (YYYY-MM-DD)"'
    urls = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})
    if missing := {"Source", "Documentation"} - urls.keys():
        yield f"[project.urls] of pyproject.toml lacks {' and '.join(sorted(missing))}"
    cited = re.search(r"^version: (.+)$", (TOP / "CITATION.cff").read_text("utf-8"), re.MULTILINE)[1]
    if cited.strip('"') != number:
        yield f"CITATION.cff says version {cited}, the package {number}"
    tag = f"v{number}"
    if tag in git("tag").split() and git("rev-parse", f"{tag}^{{commit}}") != git("rev-parse", "HEAD"):
        yield f"the tag {tag} is there already, at another commit"


def repack(path: Path) -> None:
    """Write a source distribution anew, so that the same files give the same bytes.

    setuptools writes the time of the build, and the owner, into the files that it makes and into the archive's header.
    """
    time = int(os.environ["SOURCE_DATE_EPOCH"])
    packed = io.BytesIO()
    with tarfile.open(path) as source, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as target:
        for member in sorted(source.getmembers(), key=lambda member: member.name):
            entry = copy.copy(member)
            entry.mtime, entry.pax_headers = time, {}
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            target.addfile(entry, source.extractfile(member) if member.isfile() else None)
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=time) as zipped:
        zipped.write(packed.getvalue())


def write_recipe(source: Path, path: Path) -> None:
    """Write the recipe for conda-forge with the version and the hash, and check that rattler-build accepts it."""
    from rattler_build.stage0 import Stage0Recipe

    text = Path(__file__).with_name("recipe.yaml").read_text("utf-8")
    text = text.replace("@VERSION@", version()).replace("@SHA256@", hashlib.sha256(source.read_bytes()).hexdigest())
    Stage0Recipe.from_yaml(text)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "ready":
        reasons = list(unready())
        print(*reasons or [f"version {version()} is ready"], sep="\n")
        sys.exit(bool(reasons))
    elif sys.argv[1] == "repack":
        repack(Path(sys.argv[2]))
    else:
        write_recipe(Path(sys.argv[2]), Path(sys.argv[3]))
