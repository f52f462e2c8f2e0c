"""Linear recurrences of sequences of whole numbers: found modulo primes, lifted, and checked on all terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from decimal import MAX_EMAX, Decimal, localcontext
from operator import mul
from typing import NamedTuple

from ..base.limits import look

SPARE = 10
"""The number of terms, in addition to twice the order, that confirm a recurrence."""

BITS = 62
"""The bits of the primes, few enough for fast products of two residues."""


class Recurrence(NamedTuple):
    """A linear recurrence: a(n) = coefficients[0] a(n - 1) + coefficients[1] a(n - 2) + ... for n from `start` on.

    It is the shortest that all known terms of a sequence satisfy, and not proven for others. `numerator` and
    `denominator` are the coefficients of the generating function, that of x^0 first.

    >>> import pentomino
    >>> found = pentomino.sequence("2xN", "I2*").recurrence
    >>> found.order, found.coefficients, found.start
    (2, (1, 1), 2)
    >>> print(found)
    a(n) = a(n-1) + a(n-2) for n >= 2
    >>> found.generating_function, found.growth
    ('1/(1 - x - x^2)', 1.618033988749895)
    """

    coefficients: tuple[int, ...]
    start: int
    numerator: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of terms on which the next one depends."""
        return len(self.coefficients)

    @property
    def denominator(self) -> tuple[int, ...]:
        """The coefficients of the denominator of the generating function, that of x^0 first."""
        return 1, *(-coefficient for coefficient in self.coefficients)

    @property
    def generating_function(self) -> str:
        """The generating function, the sum of a(n) x^n over all n, as a quotient of polynomials."""
        above, below = (_sum(numbers, _power) for numbers in (self.numerator, self.denominator))
        return f"({above})/({below})" if " " in above else f"{above}/({below})"

    @property
    def growth(self) -> float:
        """The largest root of the characteristic polynomial, exact to 15 digits: the limit of a(n + 1) / a(n).

        If only each m-th term is nonzero, it is the m-th root of the quotient of successive ones. It is infinite above
        the largest float, about 1.8e308.
        """
        return float(self.exact_growth)

    @property
    def exact_growth(self) -> Decimal:
        """The growth with 25 digits, however large."""
        # The terms are not negative, so the root of largest modulus is positive (Pringsheim). Above it the polynomial
        # and its derivatives are positive (Gauss and Lucas), and Newton's method comes down to it from any bound.
        start = max(math.log(abs(number)) / n for n, number in enumerate(self.coefficients, 1) if number)
        precision, known, root = 50 + max(len(digits(number)) for number in self.coefficients), Decimal(-1), Decimal(0)
        while root != known:  # until doubling the precision changes nothing: a multiple root needs more
            known, root = root, self._root(2 * Decimal(start).exp() + 1, precision)
            precision *= 2
        return root

    def _root(self, bound: Decimal, precision: int) -> Decimal:
        """Return the largest root, which is less than `bound`, computed with `precision` digits."""
        with localcontext() as context:
            context.prec, context.Emax = precision, MAX_EMAX
            polynomial = [*map(Decimal, self.denominator)]
            root, following = Decimal(math.inf), bound
            while following < root:  # rounding ends the descent
                look()
                root, value, slope = following, Decimal(0), Decimal(0)
                for coefficient in polynomial:
                    slope = slope * root + value
                    value = value * root + coefficient
                following = root - value / slope if slope > 0 else root
            context.prec = 25
            return +root

    def __str__(self) -> str:
        terms = _sum(self.coefficients, lambda n: f"a(n-{n + 1})")
        return f"a(n) = {terms} for n >= {self.start}"


def digits(number: int) -> str:
    """Return a number in decimals, without the limit of `str`, 4300 digits."""
    return f"{Decimal(number):f}"


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence of a sequence that does not end in zeros, or None.

    The sequence needs `SPARE` terms more than twice its order; if only each m-th term is nonzero, the others do not
    count.
    """
    step = math.gcd(*[n for n, term in enumerate(terms) if term])
    some = terms[:: step or 1]
    if (connection := _lifted(some)) is None:
        return None
    length = len(connection) - 1
    while connection[-1] == 0:
        connection.pop()
    if len(connection) == 1:  # zeros from some term on: later terms may differ
        return None
    order = step * (len(connection) - 1)
    spread = [0] * (order + 1)
    spread[::step] = connection
    start = max(order, step * (length - 1) + 1)
    numerator = [sum(map(mul, spread, terms[n::-1])) for n in range(start)]
    while numerator[-1] == 0:
        numerator.pop()
    return Recurrence(tuple([-number for number in spread[1:]]), start, tuple(numerator))


def _lifted(terms: Sequence[int]) -> list[int] | None:
    """Return the shortest C with C[0] = 1 and C[0] a(n) + C[1] a(n - 1) + ... = 0 from n = len(C) - 1 on, or None.

    Its numbers are whole, as the terms are (P. Fatou, 1906).
    """
    found: list[int] = []
    modulus = 1
    for prime in _primes():
        connection = _shortest([term % prime for term in terms], prime)
        if 2 * (len(connection) - 1) + SPARE > len(terms):
            return None
        if len(connection) > len(found):  # the first prime, or those before were unlucky
            found, modulus = [0] * len(connection), 1
        elif len(connection) < len(found):
            continue
        inverse = pow(modulus, -1, prime)
        lifted = [a + modulus * ((b - a) * inverse % prime) for a, b in zip(found, connection, strict=True)]
        modulus *= prime
        lifted = [(number + modulus // 2) % modulus - modulus // 2 for number in lifted]
        if lifted == found and _holds(found, terms):
            return found
        found = lifted
    raise AssertionError("there are more primes")


def _holds(connection: Sequence[int], terms: Sequence[int]) -> bool:
    backwards = connection[::-1]
    for n in range(len(connection), len(terms) + 1):
        look()
        if sum(map(mul, backwards, terms[n - len(connection) : n])):
            return False
    return True


def _shortest(terms: Sequence[int], prime: int) -> list[int]:
    """Return `_lifted` modulo a prime, by the algorithm of E. Berlekamp and J. Massey."""
    connection, before, length, since, divisor = [1], [1], 0, 1, 1
    for n in range(len(terms)):
        look()
        backwards = connection[length::-1]
        if rest := sum(map(mul, backwards, terms[n + 1 - len(backwards) : n + 1])) % prime:
            factor = rest * pow(divisor, -1, prime) % prime
            longer = connection + [0] * (len(before) + since - len(connection))
            for i, number in enumerate(before, since):
                longer[i] = (longer[i] - factor * number) % prime
            if 2 * length <= n:
                before, divisor, length, since = connection, rest, n + 1 - length, 0
            connection = longer
        since += 1
    return (connection + [0] * length)[: length + 1]


def _primes() -> Iterator[int]:
    """Yield probable primes below 2^62 by Fermat's test, the largest first; the results are checked."""
    number = 1 << BITS
    while True:
        number -= 1
        if pow(3, number - 1, number) == 1:
            yield number


def _sum(numbers: Sequence[int], of: Callable[[int], str]) -> str:
    """Return the sum of the numbers times the powers given by `of`, as text."""
    text = ""
    for n, number in enumerate(numbers):
        if number:
            size = digits(abs(number))
            factors = [size, of(n)] if size != "1" else [of(n) or size]
            text += f" {'-' if number < 0 else '+'} {'*'.join(filter(None, factors))}"
    return text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text.removeprefix(" + ")


def _power(n: int) -> str:
    return ["", "x"][n] if n < 2 else f"x^{n}"
