"""What `ci/release` does to archives, and what its files say twice."""

from __future__ import annotations

import io
import os
import re
import tarfile
import tomllib
from pathlib import Path

import pytest

import pentomino
from commandline import full_match
from scripts import script

ROOT = Path(__file__).parents[2]

release = script("ci/release.d/release.py")


FILES = {"p-1/setup.py": b"setup()", "p-1/ci/test": b"#!/bin/bash\n", "p-1/a.py": b""}


def archive(path: Path, time: int, names: list[str], mode: int) -> Path:
    """A source distribution as built at a time, in an order, by some user."""
    with tarfile.open(path, "w:gz") as target:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.uid, entry.uname, entry.size = time, time % 1000, f"user{time}", len(FILES[name])
            entry.mode = mode | 0o100 * (name == "p-1/ci/test")
            target.addfile(entry, io.BytesIO(FILES[name]))
    return path


def test_the_same_files_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = archive(tmp_path / "one.tar.gz", 1_700_000_000, sorted(FILES), 0o644)
    other = archive(tmp_path / "other.tar.gz", 1_800_000_001, sorted(FILES, reverse=True), 0o664)
    assert one.read_bytes() != other.read_bytes()
    monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", "1750000000")
    release.repack(one)
    release.repack(other)
    assert one.read_bytes() == other.read_bytes()
    with tarfile.open(one) as packed:
        assert {name: packed.extractfile(name).read() for name in packed.getnames()} == FILES  # type: ignore[union-attr]
        assert [member.name for member in packed if member.mode & 0o100] == ["p-1/ci/test"]
        assert {member.mtime for member in packed} == {1_750_000_000}


def test_the_recipe_asks_for_what_the_build_does() -> None:
    text = (ROOT / "ci" / "release.d" / "recipe.yaml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    host = re.search(r"^  host:\n(.*?)^  run:", text, re.MULTILINE | re.DOTALL)[1]  # type: ignore[index]
    asked = {line.strip().removeprefix("- ").replace(" ", "") for line in host.splitlines()}
    assert {needed.lower() for needed in project["build-system"]["requires"]} == asked - {"python", "pip"}
    assert f'"<{project["project"]["requires-python"].removeprefix(">=")}"' in text
    assert f'summary: "{project["project"]["description"]}"' in text
    for name, entry in project["project"]["scripts"].items():
        assert f"- {name} = {entry}" in text


def test_the_citation_has_the_version() -> None:
    full_match(r"\d+\.\d+\.\d+([abc]|rc)?\d*(\.dev\d+)?", pentomino.__version__)
    assert f"\nversion: {pentomino.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version = {{{pentomino.__version__}}}" in (ROOT / "docs/development/index.md").read_text(encoding="utf-8")


def test_a_release_has_a_heading_and_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHANGELOG.md", "CITATION.cff", "pyproject.toml", "src/pentomino/_version.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(release, "TOP", tmp_path)
    monkeypatch.setattr(release, "git", lambda *arguments: "")
    version, project = pentomino.__version__, tmp_path / "pyproject.toml"
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## First release\n", encoding="utf-8")
    project.write_text('[project]\nurls = { Source = "https://example.org" }\n', encoding="utf-8")
    assert list(release.unready()) == [
        f'CHANGELOG.md begins with "## First release"; of a release it is "## {version} (YYYY-MM-DD)"',
        "[project.urls] of pyproject.toml lacks Documentation",
    ]
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n## {version} (2027-01-02)\n", encoding="utf-8")
    project.write_text('[project]\nurls = { Source = "https://a.org", Documentation = "https://b.org" }\n')
    assert list(release.unready()) == []
