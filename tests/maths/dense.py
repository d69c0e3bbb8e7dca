"""A second method: formulas in floats of numpy at thousands of points of the domain.

It shares nothing with the balls but the tree. Where floats differ by more than rounding explains,
the point is worked out once more to eighty digits with mpmath, and what differs there is a
difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import numpy as np

from grader.maths import (
    Add,
    Call,
    Constant,
    Domain,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Multiply,
    Name,
    Number,
    Power,
    Symbols,
    free_names,
)
from grader.maths.tree.functions import words

DIGITS = 80
# Rounding in a formula of tens of operations; what cancels more than this is asked of mpmath.
NOISE = 1e-9
SUSPECTS = 12  # points at which floats differ that are worked out to many digits

Values = Mapping[str, Any]


class Unknown(Exception):
    """A node that the second method does not know."""


class _Floats:
    """Complex numbers of numpy, many at once."""

    number = staticmethod(lambda value: np.complex128(float(value)))
    constants: Mapping[str, Any] = {"pi": np.complex128(math.pi), "e": np.complex128(math.e)}
    functions: Mapping[str, Callable[..., Any]] = {
        **{
            name: getattr(np, numpy_name)
            for name, numpy_name in {
                **{name: name for name in words("sin cos tan sinh cosh tanh exp log")},
                "asin": "arcsin", "acos": "arccos", "atan": "arctan",
                "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
            }.items()
        },
        "sqrt": np.sqrt,
        "abs": lambda a: np.abs(a) + 0j,
        "sign": lambda a: np.sign(a.real) + 0j,
        "floor": lambda a: np.floor(a.real) + 0j,
        "ceil": lambda a: np.ceil(a.real) + 0j,
        "relu": lambda a: np.maximum(a.real, 0) + 0j,
        "max": lambda *a: np.maximum.reduce(np.broadcast_arrays(*[one.real for one in a])) + 0j,
        "min": lambda *a: np.minimum.reduce(np.broadcast_arrays(*[one.real for one in a])) + 0j,
        "sigmoid": lambda a: 1 / (1 + np.exp(-a)),
        "softplus": lambda a: np.log(1 + np.exp(a)),
        "delta": lambda a, b: np.where(a == b, 1, 0) + 0j,
    }  # fmt: skip
    power = staticmethod(lambda base, exponent: np.power(base, exponent))


def _snapped(value: Any) -> Any:
    """A whole number where it is one but for rounding: 3 * (1/3) is 1."""
    real = mpmath.re(value)
    near = mpmath.nint(real)
    return near if abs(real - near) < mpmath.mpf(10) ** (20 - DIGITS) else real


class _Digits:
    """Numbers of mpmath, one at a time."""

    @staticmethod
    def number(value: Any) -> Any:
        return mpmath.mpf(value.numerator) / value.denominator

    constants: Mapping[str, Any] = {"pi": mpmath.pi, "e": mpmath.e}
    functions: Mapping[str, Callable[..., Any]] = {
        **{
            name: getattr(mpmath, name)
            for name in words(
                "sin cos tan sinh cosh tanh exp log sqrt asin acos atan asinh acosh atanh"
            )
        },
        "abs": abs,
        "sign": lambda a: mpmath.sign(mpmath.re(a)),
        "floor": lambda a: mpmath.floor(_snapped(a)),
        "ceil": lambda a: mpmath.ceil(_snapped(a)),
        "relu": lambda a: max(mpmath.re(a), mpmath.mpf(0)),
        "max": lambda *a: max(mpmath.re(one) for one in a),
        "min": lambda *a: min(mpmath.re(one) for one in a),
        "sigmoid": lambda a: 1 / (1 + mpmath.exp(-a)),
        "softplus": lambda a: mpmath.log(1 + mpmath.exp(a)),
        "delta": lambda a, b: mpmath.mpf(a == b),
    }
    power = staticmethod(mpmath.power)


def worked_out(expr: Expr, at: Values, by: Any) -> Any:
    """The value, in the numbers of `by`. Raises Unknown."""
    match expr:
        case Number(value):
            return by.number(value)
        case Constant(name) if name in by.constants:
            return by.constants[name]
        case Name(key) if key in at:
            return at[key]
        case Entry(Name(key), indices) if all(isinstance(one, Number) for one in indices):
            place = ",".join(str(one.value) for one in indices if isinstance(one, Number))
            if f"{key}[{place}]" in at:
                return at[f"{key}[{place}]"]
        case Add(terms):
            return sum(
                (worked_out(term, at, by) for term in terms[1:]), worked_out(terms[0], at, by)
            )
        case Multiply(factors) | Hadamard(factors):
            product = worked_out(factors[0], at, by)
            for factor in factors[1:]:
                product = product * worked_out(factor, at, by)
            return product
        case Power(base, exponent):
            return by.power(worked_out(base, at, by), worked_out(exponent, at, by))
        case Call(function, arguments, 0) if function in by.functions:
            return by.functions[function](*(worked_out(one, at, by) for one in arguments))
        case Fold("sum", body, index, Number(low), Number(high)) if high - low < 20:
            total = by.number(low) * 0
            for term in range(int(low), int(high) + 1):
                total = total + worked_out(body, {**at, index: by.number(low) * 0 + term}, by)
            return total
    raise Unknown(type(expr).__name__)


def samples(names: list[str], domains: Mapping[str, Domain], seed: int, count: int) -> Values:
    """So many values for each name: small and large, whole and broken, of every sign allowed."""
    source = np.random.default_rng(seed)
    return {name: _sampled(domains[name], source, count) for name in names}


def _sampled(domain: Domain, source: Any, count: int) -> Any:
    kinds = source.integers(0, 4, count)
    sizes = np.choose(
        kinds,
        [
            source.uniform(-6, 6, count),
            source.integers(-30, 31, count).astype(float),
            10 ** source.uniform(-4, 7, count) * source.choice([-1, 1], count),
            np.round(10 ** source.uniform(0, 5, count)) * source.choice([-1, 1], count),
        ],
    )
    low = None if domain.low is None or isinstance(domain.low, str) else float(domain.low)
    high = None if domain.high is None or isinstance(domain.high, str) else float(domain.high)
    if low is not None and high is not None:
        drawn = source.uniform(low, high, count)
    elif low is not None:
        drawn = low + np.abs(sizes) + (1e-6 if domain.low_open else 0)
    elif high is not None:
        drawn = high - np.abs(sizes) - (1e-6 if domain.high_open else 0)
    else:
        drawn = sizes
    return np.round(drawn) if domain.kind == "integer" else drawn


def difference(
    first: Expr, second: Expr, symbols: Symbols, seed: int = 0, count: int = 4000
) -> dict[str, float] | None:
    """A point at which the two differ where the second is real and finite; None where none is.

    Raises Unknown where the second method does not know a node.
    """
    names = sorted(free_names(first) | free_names(second))
    if any(name in symbols.matrices or name in symbols.indexed for name in names):
        raise Unknown("arrays")
    at = samples(names, {name: symbols.domain(name) for name in names}, seed, count)
    with np.errstate(all="ignore"):
        complexes = {name: drawn.astype(np.complex128) for name, drawn in at.items()}
        mine, right = (
            np.broadcast_to(worked_out(side, complexes, _Floats), (count,))
            for side in (first, second)
        )
        size = np.maximum(np.abs(mine), np.abs(right))
        off = np.abs(mine - right) > NOISE * np.maximum(size, NOISE)
        off |= ~np.isfinite(mine)
        suspects = np.flatnonzero(off & np.isfinite(right))
    for place in suspects[:: max(1, len(suspects) // SUSPECTS)][:SUSPECTS]:
        point = {name: float(drawn[place]) for name, drawn in at.items()}
        if _differ(first, second, point):
            return point
    return None


def _differ(first: Expr, second: Expr, point: Mapping[str, float]) -> bool:
    with mpmath.workdps(DIGITS):
        exact = {name: mpmath.mpf(value) for name, value in point.items()}
        try:
            mine, right = (worked_out(side, exact, _Digits) for side in (first, second))
            size = max(abs(mine), abs(right))
            return bool(abs(mine - right) > size * mpmath.mpf(10) ** (-DIGITS // 2))
        except (ZeroDivisionError, ValueError, OverflowError, TypeError):
            return False  # a point without a value says nothing by itself
