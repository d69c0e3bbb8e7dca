"""Indices that an answer counts from another number than the problem: `i = 1, …, d/2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from grader.maths import Expr, Name, Symbols, add, number, substitute

# `i = 1, …`, `i \in \{1, …\}`, `i from 1 to`; a number alone would give the index a value.
_COUNTED = re.compile(
    r"(?<![A-Za-z\\_])(?P<index>[a-z])[\s$]*(?:=|\\in(?![A-Za-z])|∈|\bin range\(|\bfrom|\bin)[\s$]*"
    r"(?:\\?[\[{(]|\\lbrace)?\s*(?P<first>\d{1,3})\s*(?:,|\.\.|…|\\[lc]?dots|:|to\b)"
)


@dataclass(frozen=True)
class Counting:
    """An index of the problem, and the number that an answer counts it from in place of `low`."""

    index: str
    first: int
    low: Fraction

    @property
    def note(self) -> str:
        return f"{self.index} counts from {self.first}, as your answer says"

    def undone(self, given: Expr) -> Expr:
        """The formula as it is with the problem's counting."""
        return substitute(given, {self.index: add(Name(self.index), number(self.first - self.low))})


def counted_otherwise(text: str, symbols: Symbols) -> Counting | None:
    """What the answer says of where an index begins, if the problem says otherwise."""
    for match in _COUNTED.finditer(text):
        index = symbols.keys.get(match["index"], "")
        domain = symbols.scalars.get(index)
        if domain is None or domain.kind != "integer" or domain.high is None:
            continue  # a size, and no index
        if isinstance(domain.low, Fraction) and domain.low != int(match["first"]):
            return Counting(index, int(match["first"]), domain.low)
    return None
