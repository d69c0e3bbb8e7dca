"""The value of every known function, as a ball."""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb

from grader.maths.equality.balls import (
    Ball,
    Rows,
    TooClose,
    Undefined,
    Unevaluable,
    Value,
    determinant,
    elementwise,
    scalar,
    stacked,
)
from grader.maths.tree.functions import words

# Above what any point or any course asks for; what is larger is a bomb, and has no value here.
MAX_FACTORIAL = 5000


def real(value: Ball) -> Ball:
    """The real ball of a value that must be real, for functions that compare."""
    if not value.imag.is_zero():
        if value.imag.contains(0):
            raise Unevaluable("not surely real")
        raise Undefined("compares a value that is not real")
    return value.real


def _sign(value: Ball) -> Ball:
    part = real(value)
    if part > 0:
        return acb(1)
    if part < 0:
        return acb(-1)
    if part.is_zero():
        return acb(0)
    raise TooClose("sign not known")


def _absolute(value: Ball) -> Ball:
    return acb(abs(value))


def _step(value: Ball, function: Callable[[Ball], Ball]) -> Ball:
    found = function(real(value))
    if not found.is_exact():
        raise TooClose("rounding not known")
    return acb(found)


def _factorial(value: Ball) -> Ball:
    if not abs(value) <= MAX_FACTORIAL:
        raise Unevaluable("a factorial too large to work out")
    return (value + 1).gamma()


def _binomial(top: Ball, bottom: Ball) -> Ball:
    return _factorial(top) / (_factorial(bottom) * _factorial(top - bottom))


def _delta(first: Ball, second: Ball) -> Ball:
    difference = first - second
    if difference.is_zero():
        return acb(1)
    if difference.contains(0):
        raise TooClose("equality of indices not known")
    return acb(0)


def _largest(values: list[Ball], sign: int) -> Ball:
    best = real(values[0])
    for value in values[1:]:
        best = best.max(real(value)) if sign > 0 else best.min(real(value))
    return acb(best)


def _softmax(value: Value) -> Value:
    if not isinstance(value, Rows):
        raise Unevaluable("softmax needs a vector or a matrix")
    if value.shape[1] == 1:
        return _softmax(value.transposed()).transposed()
    rows = []
    for row in value.rows:
        powers = [entry.exp() for entry in row]
        total = sum(powers[1:], powers[0])
        rows.append(tuple(power / total for power in powers))
    return Rows(tuple(rows))


def _norm(value: Value) -> Ball:
    if not isinstance(value, Rows):
        return _absolute(scalar(value))
    squares = [abs(entry) ** 2 for entry in value.entries()]
    return acb(sum(squares[1:], squares[0]).sqrt())


def _norm_1(value: Value) -> Ball:
    if not isinstance(value, Rows):
        return _absolute(scalar(value))
    sizes = [_absolute(entry) for entry in value.entries()]
    return sum(sizes[1:], sizes[0])


def _norm_inf(value: Value) -> Ball:
    if not isinstance(value, Rows):
        return _absolute(scalar(value))
    return _largest([_absolute(entry) for entry in value.entries()], 1)


def _trace(value: Value) -> Ball:
    if not isinstance(value, Rows):
        return scalar(value)
    diagonal = [row[place] for place, row in enumerate(value.rows)]
    return sum(diagonal[1:], diagonal[0])


def _total(value: Value) -> Ball:
    if not isinstance(value, Rows):
        return scalar(value)
    entries = value.entries()
    return sum(entries[1:], entries[0])


def _mean(value: Value) -> Ball:
    return _total(value) / len(value.entries()) if isinstance(value, Rows) else scalar(value)


def _dot(first: Value, second: Value) -> Ball:
    return _total(elementwise(first, second))


def _diagonal(values: list[Value]) -> Value:
    if len(values) == 1 and isinstance(values[0], Rows):
        (value,) = values
        if value.shape[1] != 1:
            return Rows(tuple((row[place],) for place, row in enumerate(value.rows)))
        values = value.entries()
    blocks = [value if isinstance(value, Rows) else Rows(((scalar(value),),)) for value in values]
    lines = []
    for place, block in enumerate(blocks):
        line: list[Value] = []
        for other_place, other in enumerate(blocks):
            zeros = tuple(tuple(acb(0) for _ in range(other.shape[1])) for _ in block.rows)
            line.append(block if other_place == place else Rows(zeros))
        lines.append(line)
    return stacked(lines)


def _reciprocal(name: str) -> Callable[[Ball], Ball]:
    """asec, acsc, acot and their kin: the inverse of the cofunction at 1/x."""
    return lambda value: getattr(1 / value, name)()


EACH: dict[str, Callable[[Ball], Ball]] = {
    **{
        name: (lambda method: lambda value: getattr(value, method)())(name)
        for name in words(
            "sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan asinh acosh "
            "atanh exp log erf conjugate gamma"
        )
    },
    "asec": _reciprocal("acos"),
    "acsc": _reciprocal("asin"),
    "acot": _reciprocal("atan"),
    "asech": _reciprocal("acosh"),
    "acsch": _reciprocal("asinh"),
    "acoth": _reciprocal("atanh"),
    "abs": _absolute,
    "sign": _sign,
    "floor": lambda value: _step(value, lambda part: part.floor()),
    "ceil": lambda value: _step(value, lambda part: part.ceil()),
    "factorial": _factorial,
    "re": lambda value: acb(value.real),
    "im": lambda value: acb(value.imag),
    "sigmoid": lambda value: 1 / (1 + (-value).exp()),
    "softplus": lambda value: (1 + value.exp()).log(),
    "relu": lambda value: acb(real(value).max(arb(0))),
}

WHOLE: dict[str, Callable[[list[Value]], Value]] = {
    "binomial": lambda values: _binomial(scalar(values[0]), scalar(values[1])),
    "delta": lambda values: _delta(scalar(values[0]), scalar(values[1])),
    "max": lambda values: _extreme(values, 1),
    "min": lambda values: _extreme(values, -1),
    "softmax": lambda values: _softmax(values[0]),
    "norm": lambda values: _norm(values[0]),
    "norm_F": lambda values: _norm(values[0]),
    "norm_1": lambda values: _norm_1(values[0]),
    "norm_inf": lambda values: _norm_inf(values[0]),
    "det": lambda values: determinant(values[0]) if isinstance(values[0], Rows) else values[0],
    "trace": lambda values: _trace(values[0]),
    "total": lambda values: _total(values[0]),
    "mean": lambda values: _mean(values[0]),
    "dot": lambda values: _dot(values[0], values[1]),
    "diag": _diagonal,
}


def _extreme(values: list[Value], sign: int) -> Ball:
    if len(values) == 1 and isinstance(values[0], Rows):
        values = values[0].entries()
    return _largest([scalar(value) for value in values], sign)
