"""Files are written whole or not at all, by every writer."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

import pentomino
from commandline import Run, complaint, write
from pentomino import SearchTimeout, formats
from pentomino.cli.output import write_all, write_each
from pentomino.files import written

pytestmark = pytest.mark.usefixtures("plain_place")


def listed() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def save(name: str, data: bytes, replace: bool = False) -> None:
    with written(Path(name), replace) as file:
        file.write(data)


@pytest.fixture
def full_disc(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disc that is found to be full when what was written is to get there."""

    def fail(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)


def test_a_file_takes_its_place_at_the_end() -> None:
    write("there", "old")
    for name, replace in (("new", False), ("there", True)):
        with written(Path(name), replace) as file:
            file.write(b"data")
            assert not Path("new").exists()
            assert Path("there").read_bytes() == b"old"
        assert Path(name).read_bytes() == b"data"
        Path("new").unlink(missing_ok=True)
    assert listed() == ["there"]


def test_what_is_written_is_on_the_disc_before_the_old_file_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    write("there", "old")
    seen = []

    def synced(descriptor: int) -> None:
        seen.append((os.fstat(descriptor).st_size, Path("there").read_bytes()))

    monkeypatch.setattr(os, "fsync", synced)
    save("there", b"data", replace=True)
    assert seen == [(4, b"old")]


@pytest.mark.parametrize("error", [OSError(errno.EIO, "bad"), KeyboardInterrupt(), MemoryError()], ids=repr)
def test_after_an_error_everything_is_as_it_was(error: BaseException) -> None:
    write("there", "old")

    def fail(file: BinaryIO) -> None:
        file.write(b"data")
        raise error

    for name, replace in (("new", False), ("there", True)):
        with pytest.raises(type(error)), written(Path(name), replace) as file:
            fail(file)
        assert listed() == ["there"]
        assert Path("there").read_bytes() == b"old"


def test_a_file_that_another_has_made_meanwhile_is_kept() -> None:
    with pytest.raises(FileExistsError), written(Path("new"), False) as file:
        file.write(b"data")
        write("new", "other")
    assert listed() == ["new"]
    assert Path("new").read_bytes() == b"other"


def test_an_error_names_the_file() -> None:
    for name, error in ((str(Path("missing/new")), FileNotFoundError), (".", IsADirectoryError)):
        with pytest.raises(error) as caught:
            save(name, b"")
        assert caught.value.filename == name


def test_a_search_out_of_time_is_no_error_of_the_file() -> None:
    with pytest.raises(SearchTimeout) as caught, written(Path("new"), False):
        raise SearchTimeout("stopped", 3)
    assert (str(caught.value), caught.value.found, caught.value.filename) == ("stopped", 3, None)


WRITERS = {
    "text": ["solve", "3x20", "--all", "-o", "out.txt"],
    "JSON": ["solve", "3x20", "--json", "-o", "out.json"],
    "SVG": ["solve", "3x20", "-o", "out.svg"],
    "heat map": ["calendar", "-o", "out.svg"],
    "puzzle": ["convert", "source.json", "out.dlx"],
    "gallery": ["solve", "3x20", "--all", "-o", "out.html"],
    "animation": ["solve", "3x20", "-q", "--animate", "-o", "out.svg"],
    "sheet": ["sheet", "3x20", "-o", "out.html"],
}


@pytest.fixture
def quick(plain_place: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A year that is counted at once, and a puzzle to be converted."""
    from pentomino import calendar

    formats.write_puzzle(pentomino.Puzzle("3x5", "PUV"), "source.json")
    year = calendar.Year({calendar.as_day("11-20"): 164}, "one day")
    monkeypatch.setattr(calendar, "count_year", lambda *_, **options: year)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_no_writer_replaces_a_file_unasked(run: Run, command: list[str]) -> None:
    name = command[-1]
    assert run(*command).status == 0
    new = Path(name).read_bytes()
    write(name, "old")
    assert run(*command) == complaint(f"{name}: this file exists; --force replaces it")
    assert Path(name).read_bytes() == b"old"
    assert run(*command, "--force").status == 0
    assert len(Path(name).read_bytes()) > len(new) / 2


@pytest.mark.usefixtures("quick", "full_disc")
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_a_full_disc_costs_nothing(run: Run, command: list[str]) -> None:
    name = command[-1]
    for force in ([], ["--force"]):
        status, _, err = run(*command, *force)
        assert (status, err) == (2, f"pentomino: {name}: No space left on device\n")
        write(name, "old")
    assert Path(name).read_bytes() == b"old"
    assert listed() == sorted([name, "source.json"])


def stopped(error: BaseException, number: int = 2) -> Iterator[str]:
    """Pictures of a search that is stopped after so many."""
    yield from (f"picture {i}" for i in range(number))
    raise error


@pytest.mark.parametrize("replace", [False, True])
def test_what_was_found_in_time_is_written(replace: bool) -> None:
    if replace:
        write("out", "old")
    with pytest.raises(SearchTimeout):
        write_all(stopped(SearchTimeout("stopped")), Path("out"), replace, apart=False)
    assert Path("out").read_text() == "picture 0\npicture 1\n"
    with pytest.raises(SearchTimeout):
        write_each(stopped(SearchTimeout("stopped")), Path("a.svg"), replace)
    assert listed() == ["a-1.svg", "a-2.svg", "out"]


def test_what_was_found_before_control_c_is_written_where_no_file_goes_for_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        write_all(stopped(KeyboardInterrupt()), Path("out"), replace=False, apart=False)
    assert Path("out").read_text() == "picture 0\npicture 1\n"
    with pytest.raises(KeyboardInterrupt):
        write_all(stopped(KeyboardInterrupt(), 1), Path("out"), replace=True, apart=False)
    assert Path("out").read_text() == "picture 0\npicture 1\n"
