"""Monomials in variables and their iterated logarithms, and signed sums of them.

An atom (n, 0) is n, (n, 1) is ln n, (n, 2) is ln ln n. A term is a monomial times the
exponential of a sum of monomials; a `Poly` is a signed sum of terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from grader.maths.growth.coefficient import PLUS, SOME, Coefficient
from grader.maths.growth.errors import OutOfTheoryError

# A growth class has a handful. Each term is a column of every linear programme and is compared with
# each other one.
MAX_TERMS = 120
_Key = TypeVar("_Key")

Atom = tuple[str, int]


@dataclass(frozen=True, order=True)
class Monomial:
    """A product of atoms to rational powers, none of them 0, in the order of the atoms."""

    powers: tuple[tuple[Atom, Fraction], ...] = ()

    @classmethod
    def of(cls, powers: Iterable[tuple[Atom, Fraction]]) -> Monomial:
        """The monomial of these powers; repeated atoms are added up."""
        total: dict[Atom, Fraction] = {}
        for atom, power in powers:
            total[atom] = total.get(atom, Fraction(0)) + power
        return cls(tuple(sorted((a, p) for a, p in total.items() if p)))

    def __mul__(self, other: Monomial) -> Monomial:
        return Monomial.of((*self.powers, *other.powers))

    def raised(self, power: Fraction) -> Monomial:
        """This monomial to a power."""
        return Monomial.of((atom, p * power) for atom, p in self.powers)

    def power_of(self, atom: Atom) -> Fraction:
        """The power of an atom, 0 if it is absent."""
        return dict(self.powers).get(atom, Fraction(0))

    def logarithm(self) -> LogSum:
        """ln of the monomial: one level further down for each atom."""
        return LogSum.of(
            (Monomial((((name, level + 1), Fraction(1)),)), _known(power))
            for (name, level), power in self.powers
        )


@dataclass(frozen=True)
class LogSum:
    """A signed sum of monomials: what an exponent holds."""

    parts: tuple[tuple[Monomial, Coefficient], ...] = ()

    @classmethod
    def of(cls, parts: Iterable[tuple[Monomial, Coefficient]]) -> LogSum:
        """The sum of these."""
        total: dict[Monomial, Coefficient] = {}
        for monomial, coefficient in parts:
            _accumulate(total, monomial, coefficient)
        return cls(tuple(sorted(total.items(), key=lambda item: item[0])))

    def __add__(self, other: LogSum) -> LogSum:
        return LogSum.of((*self.parts, *other.parts))

    @property
    def negated(self) -> LogSum:
        """Minus this."""
        return LogSum(tuple((m, c.negated) for m, c in self.parts))

    def scaled(self, factor: Coefficient) -> LogSum:
        """Every coefficient times one."""
        return LogSum(tuple((m, c * factor) for m, c in self.parts))

    @property
    def known(self) -> bool:
        """Whether every coefficient is a number that we know."""
        return all(c.exact is not None for _, c in self.parts)


@dataclass(frozen=True)
class Term:
    """monomial · exp(exponent)."""

    monomial: Monomial = Monomial()
    exponent: LogSum = LogSum()

    def __mul__(self, other: Term) -> Term:
        return Term(self.monomial * other.monomial, self.exponent + other.exponent)

    def raised(self, power: Fraction) -> Term:
        """This term to a rational power."""
        factor = Coefficient.of(power)
        if factor is None:
            return Term()
        return Term(self.monomial.raised(power), self.exponent.scaled(factor))

    def logarithm(self) -> LogSum:
        """ln of the term, exactly."""
        return self.exponent + self.monomial.logarithm()

    @property
    def names(self) -> frozenset[str]:
        """Every variable in the term."""
        inside = [m for m, _ in self.exponent.parts]
        return frozenset(name for m in (self.monomial, *inside) for (name, _), _ in m.powers)


@dataclass(frozen=True)
class Poly:
    """A signed sum of terms; empty is zero."""

    parts: tuple[tuple[Term, Coefficient], ...] = ()

    @classmethod
    def of(cls, parts: Iterable[tuple[Term, Coefficient]]) -> Poly:
        """The sum of these; OutOfTheoryError if it is too long."""
        total: dict[Term, Coefficient] = {}
        for term, coefficient in parts:
            known = total.get(term)
            if known is not None and known.sign != coefficient.sign and not term.exponent.known:
                # exp(a n) with an unknown a is not one function: it must not cancel itself
                raise OutOfTheoryError("two terms of the same size are subtracted")
            _accumulate(total, term, coefficient)
            if len(total) > MAX_TERMS:
                raise OutOfTheoryError("it has too many terms when multiplied out")
        return cls(tuple(total.items()))

    def __add__(self, other: Poly) -> Poly:
        return Poly.of((*self.parts, *other.parts))

    def __mul__(self, other: Poly) -> Poly:
        return Poly.of(_products(self, other))

    def scaled(self, factor: Coefficient) -> Poly:
        """Every coefficient times one."""
        return Poly(tuple((t, c * factor) for t, c in self.parts))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms, without their coefficients."""
        return tuple(term for term, _ in self.parts)


def _products(left: Poly, right: Poly) -> Iterator[tuple[Term, Coefficient]]:
    for a, x in left.parts:
        for b, y in right.parts:
            yield a * b, x * y


def _accumulate(total: dict[_Key, Coefficient], key: _Key, more: Coefficient) -> None:
    known = total.get(key)
    new = more if known is None else known.plus(more)
    if new is None:
        del total[key]
    else:
        total[key] = new


def _known(power: Fraction) -> Coefficient:
    coefficient = Coefficient.of(power)
    assert coefficient is not None, "a monomial holds no zero power"
    return coefficient


def some(terms: Iterable[Term]) -> Poly:
    """The terms with coefficients of which only the sign is known."""
    return Poly.of((term, SOME) for term in terms)


def atom(name: str, level: int = 0) -> Term:
    """The term that is one atom."""
    return Term(Monomial((((name, level), Fraction(1)),)))


UNIT = Term()
POLY_ONE = Poly(((UNIT, PLUS),))
