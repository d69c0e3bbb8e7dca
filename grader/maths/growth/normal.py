"""Exprs to quotients of signed sums of terms, up to bounded factors.

max(f, g) becomes f + g, min(f, g) becomes 1/(1/f + 1/g), a root of a sum the sum of roots,
ceil(x) becomes x + 1, n! goes by Stirling. What is exact stays exact, so that differences
cancel as they should; OutOfTheoryError wherever none of this is sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grader.maths import (
    Add,
    Applied,
    Constant,
    Expr,
    Multiply,
    Name,
    Number,
    Power,
    free_names,
    multiply,
)
from grader.maths.growth.algebra import POLY_ONE, UNIT, LogSum, Monomial, Poly, Term, atom, some
from grader.maths.growth.assumptions import as_powers
from grader.maths.growth.bounds import bound, leading, positive_part
from grader.maths.growth.coefficient import PLUS, SOME, Coefficient
from grader.maths.growth.errors import OutOfTheoryError
from grader.maths.growth.growth import OPEN_BASE
from grader.maths.growth.region import Setting
from grader.maths.tree.nodes import MINUS_ONE

# A power of a sum is multiplied out up to so many terms, where differences can cancel; beyond,
# each term is raised by itself, which is right up to a constant factor and needs no more room.
_EXPANDED = 40
# log log log log n: nobody asks for more, and each level widens every linear programme.
_MAX_LOGS = 4
# (n + s)! is n! n^s up to a constant for any whole s; a large s is a constant nobody meant.
_SHIFT = 20

_E = Constant("e")


@dataclass(frozen=True)
class NormalForm:
    """above/below; `below` is never zero."""

    above: Poly
    below: Poly = POLY_ONE

    def __add__(self, other: NormalForm) -> NormalForm:
        if self.below == other.below:
            return NormalForm(self.above + other.above, self.below)
        return NormalForm(
            self.above * other.below + other.above * self.below, self.below * other.below
        )

    def __mul__(self, other: NormalForm) -> NormalForm:
        return NormalForm(self.above * other.above, self.below * other.below).folded()

    def inverted(self) -> NormalForm:
        """One over this."""
        if not self.above.parts:
            raise OutOfTheoryError("it divides by zero")
        return NormalForm(self.below, self.above).folded()

    def folded(self) -> NormalForm:
        """The same with a denominator of a single term moved into the numerator."""
        if len(self.below.parts) != 1 or self.below == POLY_ONE:
            return self
        term, coefficient = self.below.parts[0]
        value = coefficient.rational
        if not coefficient.sign:
            raise OutOfTheoryError("it divides by something that may be zero")
        turned = Coefficient.of(1 / value) if value else Coefficient(coefficient.sign, None)
        assert turned is not None, "one over a number is not zero"
        return NormalForm(self.above * Poly(((term.raised(Fraction(-1)), turned),)))


def normal_form(expression: Expr, setting: Setting) -> NormalForm:
    """The form of an expression in this setting; OutOfTheoryError where none is known."""
    return _Normaliser(setting).form(setting.apply(expression))


class _Normaliser:
    def __init__(self, setting: Setting) -> None:
        self._region = setting.region
        self._constants = setting.constants | {OPEN_BASE}

    def form(self, expression: Expr) -> NormalForm:
        match expression:
            case Number(value):
                coefficient = Coefficient.of(value)
                return NormalForm(Poly(((UNIT, coefficient),) if coefficient else ()))
            case Constant():
                return NormalForm(Poly(((UNIT, SOME),)))
            case Name(name):
                fixed = name in self._constants
                return NormalForm(Poly(((UNIT, SOME) if fixed else (atom(name), PLUS),)))
            case Add(parts):
                total = self.form(parts[0])
                for part in parts[1:]:
                    total = total + self.form(part)
                return total
            case Multiply(parts):
                total = self.form(parts[0])
                for part in parts[1:]:
                    total = total * self.form(part)
                return total
            case Power(base, exponent):
                return self._power(base, exponent)
            case Applied(function, arguments):
                return self._call(function, arguments)
        raise OutOfTheoryError("it is more than sums, products, powers and logarithms")

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> NormalForm:
        first = arguments[0]
        match function:
            case "log":
                return self._log(first)
            case "exp":
                return self._exponential(first, None)
            case "max":
                return self._largest([self.form(part) for part in arguments])
            case "min":
                return self._largest([self.form(part).inverted() for part in arguments]).inverted()
            case "abs":
                # where nothing positive is known to dominate, this ends as undecided
                return self._positive(self.form(first))
            case "ceil":
                return self._positive(self.form(first)) + NormalForm(POLY_ONE)
            case "floor":
                return self._floor(self.form(first))
            case "factorial":
                return self._factorial(self.form(first))
        raise OutOfTheoryError(f"nothing is known of the growth of {function}")

    def _positive(self, form: NormalForm) -> NormalForm:
        """The form without its signs, its coefficients forgotten."""
        return NormalForm(
            some(positive_part(form.above, self._region)),
            some(positive_part(form.below, self._region)),
        ).folded()

    def _largest(self, forms: list[NormalForm]) -> NormalForm:
        total = self._positive(forms[0])
        for form in forms[1:]:
            total = total + self._positive(form)
        return total

    def _floor(self, form: NormalForm) -> NormalForm:
        form = self._positive(form)
        above, below = form.above.terms, form.below.terms
        if any(bound(term, above, self._region, strict=True) is None for term in below):
            raise OutOfTheoryError("it rounds down something that may be smaller than 1")
        return form

    def _power(self, base: Expr, exponent: Expr) -> NormalForm:
        if base == _E:
            return self._exponential(exponent, None)
        if isinstance(exponent, Number):
            return self._rational_power(self.form(base), exponent.value)
        if isinstance(base, Number):
            if base.value <= 0:
                raise OutOfTheoryError("it is a power of zero or of a negative number")
            inverse = _undone_log(base.value, exponent)
            return self.form(inverse) if inverse else self._exponential(exponent, base.value)
        return self._exp_of(self.form(exponent) * self._log_of(self.form(base)))

    def _rational_power(self, form: NormalForm, power: Fraction) -> NormalForm:
        if power < 0:
            return self._rational_power(form.inverted(), -power)
        if power.denominator == 1:
            size = max(len(form.above.parts), len(form.below.parts)) ** int(power)
            if size <= _EXPANDED:
                total = NormalForm(POLY_ONE)
                for _ in range(int(power)):
                    total = total * form
                return total
        return NormalForm(self._roots(form.above, power), self._roots(form.below, power)).folded()

    def _roots(self, poly: Poly, power: Fraction) -> Poly:
        if poly == POLY_ONE:
            return poly
        if len(poly.parts) == 1 and poly.parts[0][1] == PLUS:
            return Poly(((poly.parts[0][0].raised(power), PLUS),))
        return some(term.raised(power) for term in positive_part(poly, self._region))

    def _exponential(self, exponent: Expr, base: Fraction | None) -> NormalForm:
        if base is None or base > 1:
            # a growing function goes through max and min
            match exponent:
                case Applied("max", parts):
                    return self._largest([self._exponential(part, base) for part in parts])
                case Applied("min", parts):
                    turned = [self._exponential(part, base).inverted() for part in parts]
                    return self._largest(turned).inverted()
        form = self.form(exponent)
        if base is not None:
            factor = Coefficient.log_of(base)
            form = NormalForm(form.above.scaled(factor) if factor else Poly(), form.below)
        return self._exp_of(form)

    def _exp_of(self, form: NormalForm) -> NormalForm:
        if form.below != POLY_ONE:
            raise OutOfTheoryError("its exponent is a quotient of sums")
        powers: list[tuple[tuple[str, int], Fraction]] = []
        exponent: list[tuple[Monomial, Coefficient]] = []
        factor = PLUS
        for term, coefficient in form.above.parts:
            if term.exponent.parts:
                raise OutOfTheoryError("it is an exponential of an exponential")
            inner = term.monomial.powers
            share = coefficient.rational
            if not inner:
                factor = SOME
            elif len(inner) == 1 and inner[0][0][1] > 0 and inner[0][1] == 1 and share is not None:
                (name, level), _ = inner[0]
                powers.append(((name, level - 1), share))
            else:
                exponent.append((term.monomial, coefficient))
        return NormalForm(Poly(((Term(Monomial.of(powers), LogSum.of(exponent)), factor),)))

    def _log(self, argument: Expr) -> NormalForm:
        names = free_names(argument)
        if names and names <= self._constants and as_powers(argument) is not None:
            return NormalForm(Poly(((UNIT, SOME),)))
        return self._log_of(self.form(argument))

    def _log_of(self, form: NormalForm) -> NormalForm:
        if form.below != POLY_ONE:
            raise OutOfTheoryError("it is the logarithm of a quotient of sums")
        if len(form.above.parts) == 1:
            term, coefficient = form.above.parts[0]
            value = coefficient.rational
            if value is not None and value > 0:
                constant = Coefficient.log_of(value)
                extra = LogSum(((Monomial(), constant),)) if constant else LogSum()
                return NormalForm(self._checked(term.logarithm() + extra))
        kept = leading(positive_part(form.above, self._region), self._region)
        found: list[Term] = []
        for term in kept:
            found += positive_part(self._checked(term.logarithm()), self._region)
        # the logarithm is known up to a constant only, which must not matter
        if bound(UNIT, found, self._region, strict=True) is None:
            raise OutOfTheoryError("it is the logarithm of something that may stay bounded")
        return NormalForm(some(dict.fromkeys(found)))

    def _checked(self, logarithm: LogSum) -> Poly:
        for monomial, _ in logarithm.parts:
            for (name, level), _ in monomial.powers:
                if level and name in self._region.bounded_below:
                    raise OutOfTheoryError("it is the logarithm of something that may be 1")
                if level > _MAX_LOGS:
                    raise OutOfTheoryError("its logarithms are nested too deeply")
        return Poly.of((Term(monomial), c) for monomial, c in logarithm.parts)

    def _factorial(self, form: NormalForm) -> NormalForm:
        """(c m + s)! is (c m)! (c m)^s up to a constant factor, and (c m)! is Stirling's."""
        parts = dict(form.above.parts)
        shift = parts.pop(UNIT, None)
        steps = shift.rational if shift else Fraction(0)
        if form.below != POLY_ONE or len(parts) != 1 or steps is None:
            raise OutOfTheoryError("it is the factorial of a sum")
        term, coefficient = next(iter(parts.items()))
        scale = coefficient.rational
        whole = steps.denominator == 1 and abs(steps) <= _SHIFT
        if scale is None or scale <= 0 or not whole or term.exponent.parts:
            raise OutOfTheoryError("it is the factorial of something unusual")
        if bound(UNIT, [term], self._region, strict=True) is None:
            raise OutOfTheoryError("it is the factorial of something that may stay bounded")
        argument = NormalForm(Poly(((term, coefficient),)))
        minus = NormalForm(Poly(((term, coefficient.negated),)))
        stirling = self._exp_of(argument * self._log_of(argument) + minus)
        root = NormalForm(Poly(((term.raised(Fraction(1, 2) + steps), SOME),)))
        return stirling * root


def _undone_log(base: Fraction, exponent: Expr) -> Expr | None:
    """b^(c log_b x) is x^c, whatever the base b; log_b x is a product, log x times 1/log b."""
    flat = multiply(*exponent.factors) if isinstance(exponent, Multiply) else exponent
    parts = list(flat.factors) if isinstance(flat, Multiply) else [flat]
    below = Power(Applied("log", (Number(base),)), MINUS_ONE)
    log = next(
        (part for part in parts if isinstance(part, Applied) and part.function == "log"), None
    )
    if log is None or below not in parts:
        return None
    parts.remove(below)
    parts.remove(log)
    return Power(log.arguments[0], multiply(*parts)) if parts else log.arguments[0]
