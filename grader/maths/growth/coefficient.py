"""Coefficients: a number we know, or only its sign and that it stays within two constants.

The second kind is what O(.) lets us forget: max(f, g) is a·(f + g) for some a between 1/2
and 1. If two such of opposite signs meet, not even the sign is known: it is then 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grader.maths.growth.exact import Exact, natural_log


@dataclass(frozen=True)
class Coefficient:
    """Never zero. `exact` None: a function between two constants of this sign.

    Sign 0 (then `exact` is None): a bounded function of which nothing else is known.
    """

    sign: int
    exact: Exact | None

    @classmethod
    def of(cls, value: Exact | Fraction | int) -> Coefficient | None:
        """The coefficient of this value, None for zero."""
        exact = value if isinstance(value, Exact) else Exact(Fraction(value))
        return cls(exact.sign, exact) if exact.sign else None

    @classmethod
    def log_of(cls, value: Fraction) -> Coefficient | None:
        """ln of a positive number, None for zero."""
        known = natural_log(value)
        return cls(1 if value > 1 else -1, None) if known is None else cls.of(known)

    @property
    def rational(self) -> Fraction | None:
        """The value where it is a known rational."""
        if self.exact is None or self.exact.logs:
            return None
        return self.exact.rational

    def __mul__(self, other: Coefficient) -> Coefficient:
        exact = None
        if self.exact is not None and other.exact is not None:
            exact = self.exact.times(other.exact)
        return Coefficient(self.sign * other.sign, exact)

    def plus(self, other: Coefficient) -> Coefficient | None:
        """The sum, None for zero."""
        if self.exact is not None and other.exact is not None:
            return Coefficient.of(self.exact + other.exact)
        return Coefficient(self.sign if self.sign == other.sign else 0, None)

    @property
    def negated(self) -> Coefficient:
        """Minus this."""
        return Coefficient(
            -self.sign, None if self.exact is None else self.exact.scaled(Fraction(-1))
        )


PLUS = Coefficient(1, Exact(Fraction(1)))
SOME = Coefficient(1, None)
"""Positive, and between two constants."""
