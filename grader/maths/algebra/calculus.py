"""Substitution and differentiation on the tree itself, so that identities can be stated.

`substitute(r, {"k": k + m})` and `derivative(P, Entry(A, (1, 2)))` make new formulas; whether they
equal what they should is then a question for `holds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from grader.maths.tree.functions import words
from grader.maths.tree.nodes import (
    HALF,
    MINUS_ONE,
    ONE,
    ZERO,
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Identity,
    Matrix,
    Multiply,
    Name,
    Number,
    Power,
    Transpose,
    add,
    free_names,
    multiply,
    number,
)

TWO = number(2)


def substitute(expr: Expr, mapping: Mapping[str, Expr]) -> Expr:
    """The formula with names replaced, all at once; bound indices are renamed where they clash."""
    if isinstance(expr, Name):
        return mapping.get(expr.key, expr)
    if isinstance(expr, Fold):
        inner = {key: value for key, value in mapping.items() if key != expr.index}
        index, body = expr.index, expr.body
        taken = (
            frozenset().union(*(free_names(value) for value in inner.values()))
            if inner
            else frozenset()
        )
        if index in taken:
            while index in taken or index in free_names(body):
                index += "'"
            body = substitute(body, {expr.index: Name(index)})
        return Fold(
            expr.kind,
            substitute(body, inner),
            index,
            substitute(expr.low, mapping),
            substitute(expr.high, mapping),
        )
    children = expr.children
    if not children:
        return expr
    return expr.rebuild(tuple(substitute(child, mapping) for child in children))


def plus(*terms: Expr) -> Expr:
    """A sum without its zeros."""
    kept = [term for term in terms if term != ZERO]
    return add(*kept) if kept else ZERO


def times(*factors: Expr) -> Expr:
    """A product without its ones, and zero where a factor is."""
    if ZERO in factors:
        return ZERO
    kept: list[Expr] = []
    constant = Fraction(1)
    for factor in factors:
        if isinstance(factor, Number):
            constant *= factor.value
        elif isinstance(factor, Multiply) and isinstance(factor.factors[0], Number):
            constant *= factor.factors[0].value
            kept.extend(factor.factors[1:])
        else:
            kept.append(factor)
    if constant != 1 or not kept:
        kept.insert(0, Number(constant))
    return multiply(*kept)


def derivative(expr: Expr, by: str | Name | Entry) -> Expr:
    """The derivative of a formula by a scalar, or by an entry of an indexed name or matrix.

    Of a matrix it is the matrix of derivatives. Matrices that depend on `by` must be written out
    (see `explicit`); functions are taken to be applied to numbers. ValueError where a derivative
    is not known, as for floor.
    """
    variable: Name | Entry = Name(by) if isinstance(by, str) else by
    return _derivative(expr, variable)


def _derivative(expr: Expr, by: Name | Entry) -> Expr:
    match expr:
        case Number() | Constant() | Identity():
            return ZERO
        case Name():
            return ONE if expr == by else ZERO
        case Entry():
            return _entry(expr, by)
        case Add(terms):
            return plus(*(_derivative(term, by) for term in terms))
        case Multiply(factors) | Hadamard(factors):
            return _product(expr, factors, by)
        case Power(base, exponent):
            return _power(base, exponent, by)
        case Transpose(of):
            inner = _derivative(of, by)
            return ZERO if inner == ZERO else Transpose(inner)
        case Matrix(rows):
            return Matrix(tuple(tuple(_derivative(entry, by) for entry in row) for row in rows))
        case Fold(kind, body, index, low, high):
            if kind == "prod":
                raise ValueError("the derivative of a product over an index is not supported")
            if isinstance(by, Name) and by.key == index:
                return ZERO
            inner = _derivative(body, by)
            return ZERO if inner == ZERO else Fold(kind, inner, index, low, high)
        case Applied():
            return _call(expr, by)
    raise ValueError(f"no derivative of {type(expr).__name__}")


def _entry(expr: Entry, by: Name | Entry) -> Expr:
    if not isinstance(by, Entry) or expr.of != by.of:
        if isinstance(expr.of, Name):
            return ZERO
        inner = _derivative(expr.of, by)
        return ZERO if inner == ZERO else Entry(inner, expr.indices)
    result: Expr = ONE
    for mine, other in zip(expr.indices, by.indices, strict=True):
        if isinstance(mine, Number) and isinstance(other, Number):
            result = times(result, ONE if mine == other else ZERO)
        elif mine != other:
            result = times(result, Applied("delta", (mine, other)))
    return result


def _product(expr: Expr, factors: tuple[Expr, ...], by: Name | Entry) -> Expr:
    terms: list[Expr] = []
    for place, factor in enumerate(factors):
        inner = _derivative(factor, by)
        if inner == ZERO:
            continue
        parts = (*factors[:place], inner, *factors[place + 1 :])
        terms.append(times(*parts) if isinstance(expr, Multiply) else Hadamard(parts))
    return plus(*terms)


def _power(base: Expr, exponent: Expr, by: Name | Entry) -> Expr:
    inner, upper = _derivative(base, by), _derivative(exponent, by)
    if exponent == TWO and isinstance(base, Applied) and base.function in ("norm", "norm_F"):
        # Straight from the squares: the norm itself has no derivative at zero.
        (vector,) = base.arguments
        moved = _derivative(vector, by)
        return ZERO if moved == ZERO else times(TWO, Applied("dot", (vector, moved)))
    terms: list[Expr] = []
    if inner != ZERO:
        lowered = plus(exponent, MINUS_ONE)
        if isinstance(exponent, Number):
            lowered = Number(exponent.value - 1)
        raised = base if lowered == ONE else Power(base, lowered)
        terms.append(times(exponent, raised, inner))
    if upper != ZERO:
        log = ONE if base == Constant("e") else Applied("log", (base,))
        terms.append(times(Power(base, exponent), log, upper))
    return plus(*terms)


def _call(expr: Applied, by: Name | Entry) -> Expr:
    function, arguments = expr.function, expr.arguments
    inner = [_derivative(argument, by) for argument in arguments]
    if all(part == ZERO for part in inner):
        return ZERO
    if function == "dot":
        first, second = arguments
        return plus(
            ZERO if inner[0] == ZERO else Applied("dot", (inner[0], second)),
            ZERO if inner[1] == ZERO else Applied("dot", (first, inner[1])),
        )
    if function in ("trace", "total", "mean", "diag"):
        return Applied(function, tuple(inner))
    if function in ("norm", "norm_F"):
        return times(Applied("dot", (arguments[0], inner[0])), Power(expr, MINUS_ONE))
    rule = _RULES.get(function)
    if rule is not None:
        return times(rule(arguments[0]), inner[0])
    if function in _SMOOTHLESS or len(arguments) != 1:
        raise ValueError(f"the derivative of {function} is not known")
    return times(Applied(function, arguments, expr.primes + 1), inner[0])


def _call1(function: str) -> Callable[[Expr], Expr]:
    return lambda argument: Applied(function, (argument,))


_sin, _cos, _tan, _tanh = _call1("sin"), _call1("cos"), _call1("tan"), _call1("tanh")
_sigmoid = _call1("sigmoid")


def _one_minus_square(argument: Expr) -> Expr:
    return plus(ONE, times(MINUS_ONE, Power(argument, TWO)))


_RULES: dict[str, Callable[[Expr], Expr]] = {
    "sin": _cos,
    "cos": lambda x: times(MINUS_ONE, _sin(x)),
    "tan": lambda x: Power(_cos(x), number(-2)),
    "cot": lambda x: times(MINUS_ONE, Power(_sin(x), number(-2))),
    "sec": lambda x: times(Applied("sec", (x,)), _tan(x)),
    "csc": lambda x: times(MINUS_ONE, Applied("csc", (x,)), Applied("cot", (x,))),
    "sinh": _call1("cosh"),
    "cosh": _call1("sinh"),
    "tanh": lambda x: _one_minus_square(_tanh(x)),
    "asin": lambda x: Power(_one_minus_square(x), Number(Fraction(-1, 2))),
    "acos": lambda x: times(MINUS_ONE, Power(_one_minus_square(x), Number(Fraction(-1, 2)))),
    "atan": lambda x: Power(plus(ONE, Power(x, TWO)), MINUS_ONE),
    "atanh": lambda x: Power(_one_minus_square(x), MINUS_ONE),
    "exp": _call1("exp"),
    "log": lambda x: Power(x, MINUS_ONE),
    "abs": _call1("sign"),
    "sigmoid": lambda x: times(_sigmoid(x), plus(ONE, times(MINUS_ONE, _sigmoid(x)))),
    "softplus": _sigmoid,
    "relu": lambda x: times(HALF, plus(ONE, Applied("sign", (x,)))),
    "erf": lambda x: times(
        TWO,
        Power(Constant("pi"), Number(Fraction(-1, 2))),
        Applied("exp", (times(MINUS_ONE, Power(x, TWO)),)),
    ),
}
_SMOOTHLESS = frozenset(
    words(
        "floor ceil sign max min det softmax factorial gamma binomial delta re im conjugate "
        "norm_1 norm_inf"
    )
)
