"""What runs the examples of the site in a browser, run here. (`ci/play examples` runs all of them in Chromium.)"""

from __future__ import annotations

import json

import pytest

import pentomino
from scripts import script

examples = script("docs/_ext/examples.py")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("1 + 1", "2\n"),
        ("'a'\nNone\nfor n in range(2):\n    print(n)", "'a'\n0\n1\n"),
        ("1 / 0\n2", "Traceback (most recent call last):\n    ...\nZeroDivisionError: division by zero\n2\n"),
        ("", ""),
    ],
)
def test_it_prints_what_the_prompt_prints(typed: str, printed: str) -> None:
    assert json.loads(examples.run(typed, False)) == {"text": printed, "pictures": []}


def test_what_is_no_python_is_an_error() -> None:
    assert "SyntaxError" in json.loads(examples.run("1 +", False))["text"]


def test_names_last() -> None:
    examples.run("import pentomino\nn = pentomino.count('3x20')", False)
    assert json.loads(examples.run("n", False))["text"] == f"{pentomino.count('3x20')}\n"


def test_the_last_value_is_drawn() -> None:
    solution = pentomino.solve("3x5", "PUV")
    assert solution is not None
    asked = "import pentomino\npentomino.solve('3x5', 'PUV')"
    assert json.loads(examples.run(asked, False)) == {"text": f"{solution!r}\n", "pictures": [[solution.to_svg(), ""]]}


def test_what_has_a_name_is_drawn_if_the_page_draws_it() -> None:
    asked = "from pentomino import Polyform\nboth = [Polyform.named('P'), Polyform.named('U')]"
    assert json.loads(examples.run(asked, False))["pictures"] == []
    assert [name for _, name in json.loads(examples.run(asked, True))["pictures"]] == ["P", "U"]
    assert json.loads(examples.run("pages = ['<svg/>']", True))["pictures"] == [["<svg/>", ""]]
    for text in ("n = 1", "word = 'svg'"):
        assert "cannot be drawn" in json.loads(examples.run(text, True))["text"]
