"""How long a formula becomes when its powers are written as products: what a proof has to handle.

A proof's work is counted by the call, and a call must not hide work without end: `9^(9^9)` is one,
and so is a product of two polynomials of degree a million. The length bounds the digits of every
number and the degree of every polynomial that multiplying out can lead to.
"""

from __future__ import annotations

import math

from grader.maths.tree.nodes import (
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Fold,
    Multiply,
    Name,
    Number,
    Power,
    free_names,
)

# What a course has proved is shorter than 50, but for the nine fractions of a softmax's Jacobian,
# each with one denominator many times over: 289. At twice this length sympy's loops over dense
# polynomials, which are not counted, take as long as all that is.
MAX_LENGTH = 400
_E, _PI = 2.8, 3.2  # a little more than they are, as everything here is a bound


def length(expr: Expr) -> float:
    """The longest product in it, as a sum over one common denominator; infinite where it is huge.

    A name is one factor, and a number as many as it has binary digits.
    """
    count = _Length()
    count.of(expr)
    return count.longest


class _Length:
    def __init__(self) -> None:
        self.longest = 0.0

    def of(self, expr: Expr) -> tuple[float, float]:
        """The factors above and below the line of a fraction."""
        above, below = self._factors(expr)
        self.longest = max(self.longest, above + below)
        return above, below

    def _factors(self, expr: Expr) -> tuple[float, float]:
        match expr:
            case Number(value):
                whole, part = value.numerator, value.denominator - 1  # 0 where there is no line
                return float(whole.bit_length()), float(part.bit_length())
            case Entry():
                return 1.0, 0.0
            case Add(terms):
                parts = [self.of(term) for term in terms]
                line = sum(part[1] for part in parts)
                return max(part[0] + line - part[1] for part in parts), line
            case Power(base, exponent):
                if not isinstance(exponent, Number):  # which counts for its size alone
                    self.of(exponent)
                above, below = self.of(base)
                times = max(1.0, size(exponent))
                turned = isinstance(exponent, Number) and exponent.value < 0
                above, below = (below, above) if turned else (above, below)
                return above * times, below * times
            case Applied("log", (argument,)):
                self.of(argument)  # log(x^9) is no longer than 9 log(x)
                return 1.0, 0.0
            case Applied(_, arguments):
                # sin(9x) and e^(9x) are polynomials of degree 9 in what sympy takes for unknowns,
                # (x+9)! is a product of nine factors more, and tanh a fraction of exponentials.
                for argument in arguments:
                    self.of(argument)
                times = max(1.0, *map(size, arguments))
                return times, times
        parts = [self.of(child) for child in expr.children]
        return max(1.0, sum(part[0] for part in parts)), sum(part[1] for part in parts)


def size(expr: Expr) -> float:
    """How large the numbers in an exponent or an argument make it, each name being worth 1.

    A function of a name, or a power with a name above, counts as a name: its own length is counted
    apart. Of numbers alone it has a value, which may be huge.
    """
    try:
        return _size(expr)
    except OverflowError:
        return math.inf


def _size(expr: Expr) -> float:
    match expr:
        case Number(value):
            return float(max(abs(value.numerator), value.denominator))
        case Constant(name):
            return {"e": _E, "pi": _PI}.get(name, 1.0)
        case Add(terms):
            return sum(map(_size, terms))
        case Multiply(factors):
            return math.prod(map(_size, factors))
        case Power(base, exponent) if not free_names(exponent):
            return math.pow(_size(base), _size(exponent))
        case Applied("exp", (argument,)) if not free_names(argument):
            return math.exp(_size(argument))
        case Applied("factorial" | "gamma" | "binomial", arguments) if not free_names(expr):
            sizes = [max(1.0, _size(part)) for part in arguments]
            return math.prod(math.pow(one, one) for one in sizes)
        case Applied("log", (argument,)) if not free_names(argument):
            return 1.0 + math.log(max(1.0, _size(argument)))
        case Applied(_, arguments) if not free_names(expr):
            return max(1.0, *map(_size, arguments))
        case Fold(_, body, _, low, high):
            return _size(body) * max(_size(low), _size(high))
        case Name() | Entry() | Power() | Applied():
            return 1.0
    return sum(map(_size, expr.children), 1.0)
