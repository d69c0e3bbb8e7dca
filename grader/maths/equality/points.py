"""Points to try two formulas at: the simple ones first, then ones that separate lookalikes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product

from grader.maths.equality.drawing import Point, Scalar, drawn, end_of, is_bounded
from grader.maths.tree.domains import Domain
from grader.maths.tree.nodes import (
    Applied,
    Entry,
    Expr,
    Fold,
    Identity,
    Name,
    Number,
    Power,
    free_names,
    walk,
)
from grader.maths.tree.symbols import Dim, Shape, Symbols

# Small numbers come first: a counterexample is there to be checked by hand. 2 before 1, at which
# x, x² and 1/x are the same; negative ones and fractions next, which tell |x| and √(x²) from x and
# what holds for whole numbers only. No two neighbours are equal, as x - y and y - x would be then.
_SIMPLE = tuple(Fraction(n) for n in (2, 3, 1, 5, 4, 7, 6))
_NEGATIVE = tuple(Fraction(n) for n in (-1, 2, -3, 1, -2, 3))
_BROKEN = (*(Fraction(1, n) for n in (2, 3, 4, 5)), Fraction(2, 3), Fraction(3, 4))
# Sums of more terms, and larger matrices, take longer and tell nothing new: a polynomial identity
# in matrices that fails at all fails at half its degree plus one: 7 is enough up to degree 12.
_MAX_COUNT = 5
_MAX_SIZE = 7
# The first points are written in small numbers, for whoever checks one by hand: the very first from
# the pools above, then drawn ones with one digit.
_POOLED = 3
_ONE_DIGIT = 6
# From here on every second point is drawn near a constant of the formulas, or far from all of them:
# |x+10| is x+10 at all small numbers. Each of these scales comes twice, with opposite signs.
_SCALED = 10
_PLANNED = 22
_MAX_SCALES = 6  # of the formulas' own
# Points may have no value or not count, as where the reference is not real: then more are tried,
# and where ninety have not given twelve values the two are left to a person.
_ATTEMPTS = 90
_MORE_SCALES = (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(3), Fraction(12))
# A factorial of a thousand is still worked out, and no larger one is.
_MAX_FACTORIAL = 1000
# What has no more points than this is gone through.
_GONE_THROUGH = 64


@dataclass(frozen=True)
class Plan:
    """What two formulas need: their scalars, which of them count something, and the scales."""

    names: tuple[str, ...]
    counts: frozenset[str]
    sizes: frozenset[str]
    least_size: int
    scales: tuple[Fraction, ...]
    symbols: Symbols
    exponents: frozenset[str]
    arrays: frozenset[str]
    factorials: bool

    @classmethod
    def of(cls, formulas: tuple[Expr, ...], symbols: Symbols) -> Plan:
        used: set[str] = set()
        counts: set[str] = set()
        identities: set[str] = set()
        exponents: set[str] = set()
        constants: set[Fraction] = set()
        degree = 0
        factorials = False
        for formula in formulas:
            used |= free_names(formula)
            here = 0
            for node in walk(formula):
                match node:
                    case Fold(low=low, high=high):
                        counts |= free_names(low) | free_names(high)
                    case Entry(indices=indices):
                        counts |= {key for index in indices for key in free_names(index)}
                    case Applied("delta", arguments):
                        counts |= {key for index in arguments for key in free_names(index)}
                    case Applied("factorial" | "gamma" | "binomial"):
                        factorials = True
                    case Identity(str() as size):
                        identities.add(size)
                    case Number(value):
                        constants.add(abs(value))
                    case Power(_, exponent):
                        exponents |= free_names(exponent)
                    case Name(key) if key in symbols.matrices or key in symbols.indexed:
                        here += 1
            degree = max(degree, here)
        sizes = _sizes(used, symbols) | identities
        scalars = {
            name for name in used if name not in symbols.matrices and name not in symbols.indexed
        }
        scalars |= sizes
        for name in tuple(scalars):
            scalars |= {end for end in _ends(symbols.domain(name)) if end not in scalars}
        least = min(_MAX_SIZE, max(2, degree // 2 + 1))
        return cls(
            _ordered(scalars, symbols),
            frozenset(counts),
            sizes,
            least,
            _scales(constants),
            symbols,
            frozenset(exponents),
            frozenset(used & (symbols.matrices.keys() | symbols.indexed.keys())),
            factorials,
        )

    @property
    def planned(self) -> int:
        """How many points are tried even where enough agree before."""
        return next(n for n in count(_PLANNED) if (_scaled(n) or 0) >= 2 * len(self.scales))

    def finite(self, touched: Iterable[str] = ()) -> int | None:
        """How many points there are at all, where that is a small number.

        `touched` are the names of the entries that the formulas look at, each as often as it is.
        """
        if self.arrays and not touched:
            return None
        sizes = [self.symbols.domain(name).size() for name in self.names]
        families = [self.symbols.indexed.get(name) for name in touched]
        sizes += [family.domain.size() if family else None for family in families]
        if self.sizes or None in sizes:
            return None
        total = math.prod(size for size in sizes if size is not None)
        # Twelve of a thousand or more are as good as twelve of infinitely many.
        return total if total < 1000 else None

    def all_points(self, seed: int) -> Iterator[Point]:
        """Every point there is, where there are few."""
        if self.names and (self.finite() or _GONE_THROUGH + 1) <= _GONE_THROUGH:
            ranges = []
            for name in self.names:
                domain = self.symbols.domain(name)
                assert isinstance(domain.low, Fraction)
                assert isinstance(domain.high, Fraction)
                ranges.append(range(math.ceil(domain.low), math.floor(domain.high) + 1))
            for at, values in enumerate(product(*ranges)):
                scalars = dict(zip(self.names, map(Fraction, values), strict=True))
                yield Point(scalars, f"{seed}/all/{at}")


def _ends(domain: Domain) -> list[str]:
    return [end for end in (domain.low, domain.high) if isinstance(end, str)]


def _ordered(names: set[str], symbols: Symbols) -> tuple[str, ...]:
    """By name, but a symbol after those its bounds refer to."""
    return tuple(sorted(names, key=lambda name: (len(_ends(symbols.domain(name))), name)))


def _sizes(used: set[str], symbols: Symbols) -> frozenset[str]:
    dims: list[Dim] = []
    for name in used:
        shape = symbols.matrices.get(name)
        family = symbols.indexed.get(name)
        if family is not None:
            dims += family.ranges
            shape = family.shape
        if isinstance(shape, Shape):
            dims += [shape.rows, shape.cols]
    return frozenset(dim for dim in dims if isinstance(dim, str))


def _scales(constants: set[Fraction]) -> tuple[Fraction, ...]:
    """Magnitudes worth trying: those of the formulas' own constants, and far from them."""
    own = sorted(
        value
        for value in constants
        # Near 0, 1 and 2 the other points are; at extremes one term drowns all others.
        if value not in (0, 1, 2) and Fraction(1, 10**9) < value < 10**12
    )
    picked = own[:: max(1, math.ceil(len(own) / _MAX_SCALES))]  # spread over all of them
    return (*picked, Fraction(100), Fraction(1, 100), Fraction(10))


def points(plan: Plan, seed: int) -> Iterator[Point]:
    """At most 90 points, the same for the same seed; the planned ones cover what is known to fool.

    Where there are few points at all, all of them come first.
    """
    yield from plan.all_points(seed)
    source = random.Random(seed)
    for attempt in range(_ATTEMPTS):
        scalars: dict[str, Scalar] = {}
        scale = Fraction(1)
        scaled = _scaled(attempt)
        if scaled is not None and attempt < plan.planned:
            scale = plan.scales[scaled // 2 % len(plan.scales)]
        elif attempt >= plan.planned:
            scale = source.choice(_MORE_SCALES)
        for place, name in enumerate(plan.names):
            value = _value(plan, name, place, attempt, scale, source, scalars)
            if value is None:
                break
            scalars[name] = value
        else:
            yield Point(scalars, f"{seed}/{attempt}", simple=attempt < _ONE_DIGIT, scale=scale)


def _scaled(attempt: int) -> int | None:
    """The number of a point among those that are drawn at a scale; None for the others."""
    if attempt >= _PLANNED:
        return attempt - _PLANNED + (_PLANNED - _SCALED) // 2
    return (attempt - _SCALED) // 2 if attempt >= _SCALED and attempt % 2 else None


def _value(
    plan: Plan,
    name: str,
    place: int,
    attempt: int,
    scale: Fraction,
    source: random.Random,
    so_far: Mapping[str, Scalar],
) -> Scalar | None:
    domain = plan.symbols.domain(name)
    if name in plan.sizes:
        # Distinct sizes tell A from its transpose; the larger ones tell polynomial identities.
        size = plan.least_size if attempt % 3 == 0 else source.randint(2, max(3, plan.least_size))
        size += place % 2 if attempt % 2 == 0 else 0
        size += 0 if plan.arrays else attempt % _MAX_SIZE  # without entries, sizes alone differ
        return Fraction(min(size, _MAX_SIZE if plan.arrays else 2 * _MAX_SIZE))
    if name in plan.counts:
        low = end_of(domain.low, so_far, Fraction(1))
        # Only where small numbers give too few points to tell, larger ones are tried.
        most = low + _MAX_COUNT + max(0, attempt - plan.planned) // 6
        high = min(end_of(domain.high, so_far, most), max(most, low + 2 * _MAX_COUNT))
        if high < low:
            return None
        if attempt < _POOLED:
            return low + min((attempt + place + 1) % _MAX_COUNT, int(high - low))
        return Fraction(source.randint(int(low), int(high)))
    if attempt < _POOLED:
        pool = (_SIMPLE, _NEGATIVE, _BROKEN)[attempt]
        for step in range(len(pool)):
            value = pool[(place + step) % len(pool)]
            if (
                domain.kind != "complex"
                and domain.contains(value)
                and is_bounded(domain, value, so_far)
            ):
                return value
    if name in plan.exponents and domain.kind == "real":
        # x^300 is so large that no other term is seen beside it.
        scale = min(scale, Fraction(3))
    if plan.factorials:
        scale = min(scale, Fraction(_MAX_FACTORIAL, 3))
    # All eight patterns of signs of the first three names come up in turn, and not by luck; at a
    # scale, one by luck and then its opposite.
    flip = (attempt >> min(place, 2)) & 1 if place < 3 else source.randint(0, 1)
    scaled = _scaled(attempt)
    if scaled is not None and attempt < plan.planned:
        flip = (random.Random(f"{scaled // 2}/{place}").randint(0, 1) + scaled) % 2
    simple = attempt < _ONE_DIGIT
    return drawn(domain, source, scale, so_far, simple=simple, negative=bool(flip))
