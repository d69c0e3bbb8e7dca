"""Formulas as linear forms and as polynomials in one unknown, with exact coefficients.

An atom is what a value can be given to: a declared scalar, or an entry whose indices are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from grader.maths.tree.nodes import Add, Entry, Expr, Multiply, Name, Number, Power, walk

Atom = Name | Entry
Polynomial = Any  # flint has no types
Quotient = tuple[Polynomial, Polynomial]

# A border of a region is a polynomial of a few degrees; of more nobody writes one out.
_MAX_DEGREE = 24
# Digits of a number that is made by a power: 10^(10^9) is never worked out.
_MAX_POWER = 64


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of atoms with factors, none of them zero, and a constant."""

    factors: Mapping[Atom, Fraction]
    constant: Fraction

    def at(self, values: Mapping[Atom, Fraction]) -> Fraction:
        return self.constant + sum(
            (factor * values[atom] for atom, factor in self.factors.items()), Fraction(0)
        )

    def times(self, by: Fraction) -> Linear:
        if not by:
            return Linear({}, Fraction(0))
        factors = {atom: factor * by for atom, factor in self.factors.items()}
        return Linear(factors, self.constant * by)

    def plus(self, other: Linear) -> Linear:
        factors = dict(self.factors)
        for atom, factor in other.factors.items():
            factors[atom] = factors.get(atom, Fraction(0)) + factor
        kept = {atom: factor for atom, factor in factors.items() if factor}
        return Linear(kept, self.constant + other.constant)


def is_atom(expr: Expr) -> bool:
    if isinstance(expr, Entry):
        return isinstance(expr.of, Name) and all(isinstance(i, Number) for i in expr.indices)
    return isinstance(expr, Name)


def atoms_of(*formulas: Expr) -> set[Atom]:
    """Those that occur; of an entry the entry alone, and not the name that it is of."""
    found: set[Atom] = set()
    inside: set[int] = set()
    for formula in formulas:
        for node in walk(formula):
            if isinstance(node, Entry) and is_atom(node):
                found.add(node)
                inside.add(id(node.of))
            elif isinstance(node, Name) and id(node) not in inside:
                found.add(node)
    return found


def linear(expr: Expr) -> Linear | None:
    """The formula as a linear form, or None where it is none, or no exact one."""
    match expr:
        case Number(value):
            return Linear({}, value)
        case Add(terms):
            total = Linear({}, Fraction(0))
            for term in terms:
                form = linear(term)
                if form is None:
                    return None
                total = total.plus(form)
            return total
        case Multiply(factors):
            return _product(factors)
        case Power(base, Number(exponent)):
            return _power(linear(base), exponent)
    if is_atom(expr):
        assert isinstance(expr, Name | Entry)
        return Linear({expr: Fraction(1)}, Fraction(0))
    return None


def _product(factors: tuple[Expr, ...]) -> Linear | None:
    result = Linear({}, Fraction(1))
    for factor in factors:
        form = linear(factor)
        if form is None:
            return None
        if not form.factors:
            result = result.times(form.constant)
        elif not result.factors:
            result = form.times(result.constant)
        else:
            return None
    return result


def _power(base: Linear | None, exponent: Fraction) -> Linear | None:
    if base is None or (base.factors and exponent != 1):
        return None
    if exponent == 1:
        return base
    whole = exponent.denominator == 1 and abs(exponent) <= _MAX_POWER
    if not whole or (not base.constant and exponent <= 0):
        return None
    return Linear({}, base.constant ** int(exponent))


def fraction_of(expr: Expr, atom: Atom, values: Mapping[Atom, Fraction]) -> Quotient | None:
    """The formula as a quotient of polynomials in one atom, the others having these values.

    None where it is none, or one of a high degree. The one below the line may be zero.
    """
    match expr:
        case Number(value):
            return _constant(value), _constant(Fraction(1))
        case Add(terms):
            parts = [fraction_of(term, atom, values) for term in terms]
            return _folded(parts, lambda a, b: (a[0] * b[1] + b[0] * a[1], a[1] * b[1]))
        case Multiply(factors):
            parts = [fraction_of(factor, atom, values) for factor in factors]
            return _folded(parts, lambda a, b: (a[0] * b[0], a[1] * b[1]))
        case Power(base, Number(exponent)):
            if exponent.denominator != 1 or abs(exponent) > _MAX_DEGREE:
                return None
            made = fraction_of(base, atom, values)
            if made is None or max(part.degree() for part in made) * abs(exponent) > _MAX_DEGREE:
                return None
            above, below = made if exponent >= 0 else reversed(made)
            return above ** abs(int(exponent)), below ** abs(int(exponent))
    if expr == atom:
        return fmpq_poly([0, 1]), _constant(Fraction(1))
    if isinstance(expr, Name | Entry) and expr in values:
        return _constant(values[expr]), _constant(Fraction(1))
    return None


def _constant(value: Fraction) -> Polynomial:
    return fmpq_poly([fmpq(value.numerator, value.denominator)])


def _folded(
    parts: list[Quotient | None], together: Callable[[Quotient, Quotient], Quotient]
) -> Quotient | None:
    result = parts[0]
    for part in parts[1:]:
        if result is None or part is None:
            return None
        if max(p.degree() for p in (*result, *part)) > _MAX_DEGREE:
            return None
        result = together(result, part)
    return result


def real_roots(polynomial: Polynomial) -> list[tuple[Fraction, bool]]:
    """Its real roots, each with whether it is exact; one that is not is off by very little."""
    if polynomial.degree() < 1:
        return []
    found: list[tuple[Fraction, bool]] = []
    # Roots are looked for without their multiplicities: powers make for huge coefficients.
    simple = polynomial // polynomial.gcd(polynomial.derivative())
    for root, _ in simple.roots():
        exact = Fraction(int(root.p), int(root.q))
        found.append((exact, True))
        simple = simple // fmpq_poly([-root, 1])
    if simple.degree() > 0:
        for ball, _ in simple.numer().complex_roots():
            if ball.imag.is_zero():
                man, exp = ball.real.mid().man_exp()
                found.append((Fraction(int(man)) * Fraction(2) ** int(exp), False))
    return sorted(found)
