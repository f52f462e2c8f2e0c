"""Files of any contents: whatever they are, reading them ends in puzzles, solutions or an error of one line.

`data/broken_formats.json` keeps what once ended otherwise, or might have.
"""

from __future__ import annotations

from json import loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import deep, examples
from pentomino import PentominoError
from pentomino.formats import cnf, dlx, ini, json, read_attempt, xmpuzzle
from readers import FILES, KEPT, TOKENS, read_all
from strategies import texts


@st.composite
def spoilt(draw: st.DrawFn, ending: str) -> bytes:
    """A good file with some places cut, doubled or overwritten."""
    data = draw(st.sampled_from(FILES[ending]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.sampled_from([0, 0, 1, 1, 2, 5, 20, 200])))
        new = draw(st.one_of(st.sampled_from(TOKENS[ending]), st.just(data[start:stop] * 2), st.binary(max_size=3)))
        data = data[:start] + new + data[stop:]
    return data


@pytest.mark.parametrize("ending", FILES)
def test_good_spoilt_and_any_files_end_in_one_line(ending: str) -> None:
    for data in FILES[ending]:
        read_all(ending, data)
    tokens = st.lists(st.sampled_from(TOKENS[ending]), max_size=12).map(b"".join)

    @given(spoilt(ending), st.binary(max_size=60) | tokens)
    @examples(150, few=8)
    def check(once_good: bytes, never_good: bytes) -> None:
        read_all(ending, once_good)
        read_all(ending, never_good)

    check()


@pytest.mark.filterwarnings("ignore:(commas|blanks) between the cells")
@given(texts(60), st.text(alphabet=".#ab\n +", max_size=60))
@examples(100)
def test_texts_of_anything_end_in_one_line(anything: str, picture: str) -> None:
    readers = ini.read_pieces, read_attempt, dlx.read_puzzle, cnf.read_puzzle, json.read_puzzle, xmpuzzle.read_puzzle
    for text in (anything, picture):
        for read in readers:
            try:
                read(text)
            except PentominoError as error:
                assert "\n" not in str(error)
        for ending in (".txt", ".csv"):
            read_all(ending, text.encode("utf-8", "replace"))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["why"], marks=[deep] * ("nested without end" in case["why"]))
        for case in loads(KEPT.read_text())
    ],
)
def test_what_once_was_broken(case: dict[str, str]) -> None:
    text = case.get("before", "") + case["text"] * int(case.get("times", 1)) + case.get("after", "")
    read_all(case["ending"], text.encode())
