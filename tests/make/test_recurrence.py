"""Recurrences: of sequences made by one, of published ones, and what is refused."""

from __future__ import annotations

import json
import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from pentomino import Recurrence, Sequence, sequence
from pentomino.make.sequence import find_recurrence

BY_OEIS = {
    "A174249": ("5xN", "pentominoes*", 701, 324, 324, 7.727036840800092392128639),
    "A372221": ("5xN", "TWIX*", 321, 139, 139, None),
    "A247268": ("5xN", "YUX*", 121, 43, 43, None),
    "A349187": ("5xN", "XYZ*", 61, 20, 21, None),
    "A249762": ("5xN", "FIL*", 661, 315, 315, 2.6877447474867836174937),
    "A099390, row 8": ("8xN", "I2*", 81, 16, 16, None),
    "A099390, row 10": ("10xN", "I2*", 121, 32, 32, None),
}
"""Board, pieces, terms, then order, start and growth as published (the growth not for all)."""


def continued(first: list[int], coefficients: tuple[int, ...], terms: int) -> list[int]:
    """Return the sequence with these first terms, as many as there are coefficients."""
    found = list(first)
    while len(found) < terms:
        found.append(sum(factor * found[-n] for n, factor in enumerate(coefficients, 1)))
    return found


@examples(300)
@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-(10**30), 10**30)), min_size=1, max_size=8),
    st.lists(st.integers(-5, 5), max_size=3),
    st.integers(1, 4),
)
def test_what_follows_a_recurrence_is_foretold(made: list[tuple[int, int]], before: list[int], step: int) -> None:
    """Other terms come first, and zeros between: the recurrence found gives the terms that it was not shown."""
    coefficients = tuple(factor for factor, _ in made)
    known = before + continued([term for _, term in made], coefficients, 60)
    terms = [term for some in known for term in (some, *[0] * (step - 1))]
    found = find_recurrence(terms[: 45 * step])
    if found is None:
        assert not any(terms[44 * step :])  # it ends in zeros
        return
    assert found.order <= len(made) * step
    for n in range(found.start, len(terms)):
        assert terms[n] == sum(factor * terms[n - i] for i, factor in enumerate(found.coefficients, 1))


@examples(100)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.lists(st.integers(-9, 9), min_size=6, max_size=6))
def test_the_generating_function_has_the_terms(coefficients: list[int], first: list[int]) -> None:
    terms = continued(first[: len(coefficients)], tuple(coefficients), 40)
    found = find_recurrence(terms)
    if found is not None:
        series: list[int] = []  # the numerator divided by the denominator
        for n in range(40):
            number = found.numerator[n] if n < len(found.numerator) else 0
            series.append(number - sum(found.denominator[i] * series[n - i] for i in range(1, min(n, found.order) + 1)))
        assert series == terms


@pytest.mark.parametrize(("board", "pieces", "terms", "order", "start", "growth"), BY_OEIS.values(), ids=BY_OEIS)
def test_recurrences_are_as_published(
    board: str, pieces: str, terms: int, order: int, start: int, growth: float | None
) -> None:
    found = sequence(board, pieces, terms=terms).recurrence
    assert (found.order, found.start) == (order, start)
    if growth is not None:
        assert f"{found.growth:.15g}" == f"{growth:.15g}"


def test_coefficients_are_as_published() -> None:
    """A349187, with its signature and generating function."""
    found = sequence("5xN", "XYZ*", terms=80).recurrence
    signature = 0, 0, 0, 3, 13, 7, 8, 1, -10, -14, -20, -8, -7, -38, -33, -2, 0, -5, -16, -11
    assert found.coefficients == signature
    above = {20: 1, 19: 6, 18: 5, 15: 7, 14: 14, 13: 7, 10: 4, 9: 2, 8: 1, 7: -2, 6: -1, 5: -7, 4: -3, 0: 1}
    assert found.numerator == tuple(above.get(n, 0) for n in range(21))
    assert found.denominator == (1, *(-number for number in signature))


@pytest.mark.parametrize("rows", [2, 4, 6, 8])
def test_the_growth_of_dominoes(rows: int) -> None:
    """P. W. Kasteleyn, 1961."""
    found = sequence(f"{rows}xN", "I2*", terms=(2 << rows // 2) + 12).recurrence
    cosines = [math.cos(n * math.pi / (rows + 1)) for n in range(1, rows // 2 + 1)]
    assert found.growth == pytest.approx(math.prod(c + math.sqrt(1 + c * c) for c in cosines), rel=4e-15)


def test_multiple_roots_take_more_digits() -> None:
    found = find_recurrence([n**9 * 3**n for n in range(40)])
    assert (found.order, found.growth) == (10, 3.0)


def test_few_terms_tell_nothing() -> None:
    assert find_recurrence([1] * 11) is None
    assert find_recurrence([1] * 12) == Recurrence((1,), 1, (1,))
    twos = [2**n for n in range(12)]
    assert find_recurrence(twos[:11]) is None
    assert str(find_recurrence(twos)) == "a(n) = 2*a(n-1) for n >= 1"
    # Zeros between the terms add no information.
    assert find_recurrence([term for two in twos[:11] for term in (two, 0, 0)]) is None


FACTORIALS = [math.factorial(n) for n in range(60)]


@pytest.mark.parametrize("terms", [[], [0], [1], [0] * 50, [1] + [0] * 50, [0, 3, 4] + [0] * 50, FACTORIALS])
def test_there_is_no_recurrence_and_zeros_at_the_end_tell_nothing(terms: list[int]) -> None:
    assert find_recurrence(terms) is None


def test_coefficients_beyond_a_prime() -> None:
    large = 10**100 + 7
    found = find_recurrence(continued([1, 1], (large, -large), 30))
    assert found.coefficients == (large, -large)
    assert found.growth == 1e100


def test_growth_above_the_largest_float() -> None:
    """It is infinite as a float; the text and the file have its digits."""
    large = 10**325
    found = Sequence._make(
        board="xN",
        pieces="O1",
        reflections=True,
        rotations=True,
        symmetry="all",
        terms=tuple(large**n for n in range(12)),
    )
    assert (found.recurrence.growth, found.recurrence.exact_growth) == (math.inf, large)
    assert str(found).endswith("Growth: 1e+325.")
    assert '"growth": 1.000000000000000000000000E+325}' in found.to_json()
    assert json.loads(found.to_json(), parse_float=Decimal)["recurrence"]["growth"] == large


def test_formulas() -> None:
    found = Recurrence((0, -1, 3), 3, (0, 1, -2))
    assert str(found) == "a(n) = -a(n-2) + 3*a(n-3) for n >= 3"
    assert found.generating_function == "(x - 2*x^2)/(1 + x^2 - 3*x^3)"
