"""Points, and numbers drawn from a domain.

A point gives every scalar a rational number inside its domain. Entries of matrices and indexed
names follow from the point's own seed, so only the entries a formula looks at are ever made.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grader.maths.tree.domains import Domain
from grader.maths.tree.symbols import Dim

Scalar = Fraction | complex  # complex only for symbols declared complex


@dataclass(frozen=True)
class Point:
    """Values for the scalars, and a seed for everything that has entries."""

    scalars: Mapping[str, Scalar]
    seed: str
    simple: bool = False
    scale: Fraction = Fraction(1)
    touched: dict[tuple[str, tuple[int, ...]], Scalar] = field(default_factory=dict, compare=False)

    def entry(self, name: str, indices: tuple[int, ...], domain: Domain) -> Scalar:
        """The entry of a matrix or indexed name; the same at every call."""
        key = (name, indices)
        if key not in self.touched:
            source = random.Random(f"{self.seed}/{name}/{indices}")
            value = drawn(domain, source, self.scale, {}, simple=self.simple)
            self.touched[key] = value if value is not None else Fraction(1)
        return self.touched[key]

    def dim(self, dim: Dim) -> int:
        """The size a dimension has here; `n+d` is the height of a stack."""
        if isinstance(dim, int):
            return dim
        total = Fraction(0)
        for part in dim.split("+"):
            value = self.scalars.get(part)
            total += value if isinstance(value, Fraction) else Fraction(int(part))
        return int(total)


def end_of(end: Fraction | str | None, so_far: Mapping[str, Scalar], default: Fraction) -> Fraction:
    if isinstance(end, str):
        value = so_far.get(end, default)
        return value if isinstance(value, Fraction) else default
    return default if end is None else end


def is_bounded(domain: Domain, value: Fraction, so_far: Mapping[str, Scalar]) -> bool:
    inside = True
    if isinstance(domain.low, str):
        inside = value >= end_of(domain.low, so_far, value)
    if isinstance(domain.high, str):
        inside = inside and value <= end_of(domain.high, so_far, value)
    return inside


def drawn(
    domain: Domain,
    source: random.Random,
    scale: Fraction,
    so_far: Mapping[str, Scalar],
    *,
    simple: bool = False,
    negative: bool | None = None,
) -> Scalar | None:
    """A random member of the domain, near the scale where the domain allows it."""
    if domain.kind == "complex":
        return complex(source.randint(-5, 5) or 1, source.randint(1, 5))
    low = None if domain.low is None else end_of(domain.low, so_far, Fraction(0))
    high = None if domain.high is None else end_of(domain.high, so_far, Fraction(1))
    if domain.kind == "integer":
        return _whole(low, high, source, scale)
    if low is not None and high is not None:
        if low > high:
            return None
        # Never an end, where formulas have poles; and a prime below, so that no fraction that a
        # formula might hold by itself is met.
        return low + (high - low) * Fraction(source.randint(1, 96), 97)
    size = (
        Fraction(source.randint(1, 4))
        if simple
        else Fraction(source.randint(3, 40), source.randint(3, 13))
    )
    size *= scale
    if low is not None:
        return low + size
    if high is not None:
        return high - size
    if negative is None:
        negative = bool(source.randint(0, 1))
    return -size if negative else size


def _whole(
    low: Fraction | None, high: Fraction | None, source: random.Random, scale: Fraction
) -> Fraction | None:
    # Eight in a row hold odd and even ones and multiples of three.
    reach = max(8, math.ceil(3 * scale))
    first = (
        math.ceil(low)
        if low is not None
        else (math.floor(high) - reach if high is not None else -reach)
    )
    last = math.floor(high) if high is not None else first + reach * (1 if low is not None else 2)
    last = min(last, first + 2 * reach)
    return Fraction(source.randint(first, last)) if first <= last else None
