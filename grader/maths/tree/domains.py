"""Where a scalar may live, in the words a problem uses to say so."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

Bound = Fraction | str  # a name stands for the value of that symbol

_INTERVAL = re.compile(r"([\[(])\s*([^,]+?)\s*,\s*([^,]+?)\s*([\])])")
_RANGE = re.compile(r"(?:integers?\s+)?(-?\w+)\s*(?:\.\.|to)\s*(-?\w+)")
_INFINITE = {"inf", "oo", "∞", "+inf", "-inf", "-oo", "-∞", "infinity", "-infinity"}


@dataclass(frozen=True, slots=True)
class Domain:
    """A set of numbers: reals, integers or complex numbers, between bounds where given."""

    kind: str = "real"  # "real", "integer" or "complex"
    low: Bound | None = None
    high: Bound | None = None
    low_open: bool = False
    high_open: bool = False

    @classmethod
    def parse(cls, text: str) -> Domain:
        """The domain a phrase names; raises ValueError that lists the phrases there are.

        >>> Domain.parse("(0,1)").low_open
        True
        """
        phrase = " ".join(text.split())
        if phrase in _NAMED:
            return _NAMED[phrase]
        interval = _INTERVAL.fullmatch(phrase)
        if interval:
            left, low, high, right = interval.groups()
            return cls("real", _bound(low), _bound(high), left == "(", right == ")")
        between = _RANGE.fullmatch(phrase)
        if between:
            return cls("integer", _bound(between[1]), _bound(between[2]))
        raise ValueError(
            f"unknown domain {text!r}: write one of {', '.join(_NAMED)}, an interval such as (0,1) "
            "or [0,1], or a range of integers such as 1..n"
        )

    def contains(self, value: Fraction) -> bool:
        """Whether the value is inside, bounds that are names being left out of account."""
        if self.kind == "integer" and value.denominator != 1:
            return False
        if isinstance(self.low, Fraction) and (
            value < self.low or (self.low_open and value == self.low)
        ):
            return False
        return not (
            isinstance(self.high, Fraction)
            and (value > self.high or (self.high_open and value == self.high))
        )

    def size(self) -> int | None:
        """How many numbers are in it, None where there is no end of them or none is known."""
        ends = self.low, self.high
        if self.kind != "integer" or not all(isinstance(end, Fraction) for end in ends):
            return None
        low, high = (end for end in ends if isinstance(end, Fraction))
        return max(0, math.floor(high) - math.ceil(low) + 1)


def _bound(text: str) -> Bound | None:
    if text in _INFINITE:
        return None
    try:
        return Fraction(text)
    except ValueError:
        return text


_NAMED = {
    "real": Domain(),
    "positive": Domain(low=Fraction(0), low_open=True),
    "nonnegative": Domain(low=Fraction(0)),
    "negative": Domain(high=Fraction(0), high_open=True),
    "unit interval": Domain(low=Fraction(0), high=Fraction(1)),
    "open unit interval": Domain("real", Fraction(0), Fraction(1), True, True),
    "integer": Domain("integer"),
    "natural": Domain("integer", low=Fraction(1)),
    "nonnegative integer": Domain("integer", low=Fraction(0)),
    "complex": Domain("complex"),
}
REAL = _NAMED["real"]
SIZE = _NAMED["natural"]
