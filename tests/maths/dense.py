"""A second method: formulas in floats of numpy at thousands of points of the domain.

It shares the tree with the balls, and how matrices are written out. Where floats differ by more
than rounding explains, the point is worked out once more to eighty digits with mpmath, and what
differs there is a difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from grader.maths import (
    Add,
    Applied,
    Constant,
    Domain,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Matrix,
    Multiply,
    Name,
    Number,
    Power,
    Symbols,
    explicit,
    free_names,
)
from grader.maths.algebra.linear import atoms_of
from grader.maths.algebra.literal import NotExplicit
from grader.maths.tree.functions import words
from grader.maths.tree.nodes import walk

DIGITS = 80
# Rounding in a formula of tens of operations; what cancels more than this is asked of mpmath.
NOISE = 1e-9
SIZE = 3  # of all that has a size, and of what a sum runs to
SUSPECTS = 12  # points at which floats differ that are worked out to many digits

Values = Mapping[str, Any]


class Unknown(Exception):
    """A node that the second method does not know."""


def _factorial(value: complex) -> complex:
    try:
        return complex(math.gamma(value.real + 1)) if not value.imag else complex("nan")
    except (ValueError, OverflowError):
        return complex("nan")


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
        "factorial": np.vectorize(_factorial, otypes=[np.complex128]),
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
        "factorial": mpmath.factorial,
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
        case Applied(function, arguments, 0) if function in by.functions:
            return by.functions[function](*(worked_out(one, at, by) for one in arguments))
        case Fold("sum", body, index, Number(low), Number(high)) if high - low < 20:
            total = by.number(low) * 0
            for term in range(int(low), int(high) + 1):
                total = total + worked_out(body, {**at, index: by.number(low) * 0 + term}, by)
            return total
    raise Unknown(type(expr).__name__)


def difference(
    first: Expr, second: Expr, symbols: Symbols, seed: int = 0, count: int = 4000
) -> dict[str, float] | None:
    """A point at which the two differ where the second is finite; None where none is found.

    Sizes are fixed, and matrices written out. Raises Unknown where the second method does not know
    what to do.
    """
    fixed = _fixed(first, second, symbols)
    try:
        sides = [_flat(explicit(side, symbols, fixed)) for side in (first, second)]
    except NotExplicit as why:
        raise Unknown(str(why)) from None
    if len(sides[0]) != len(sides[1]):
        raise Unknown("other shapes")
    source = np.random.default_rng(seed)
    atoms = sorted(atoms_of(*sides[0], *sides[1]), key=repr)
    at = {_key(atom): _sampled(_domain(atom, symbols), source, count) for atom in atoms}
    for atom in atoms:  # an index stays within what it runs to
        high = _domain(atom, symbols).high
        if isinstance(high, str) and high in at:
            at[_key(atom)] = np.minimum(at[_key(atom)], at[high])
    for mine, right in zip(*sides, strict=True):
        point = _suspect(mine, right, at, count)
        if point is not None:
            return point
    return None


def _fixed(first: Expr, second: Expr, symbols: Symbols) -> dict[str, int]:
    """Numbers for all sizes, for what sums run to and for the indices within them."""
    fixed = dict.fromkeys(symbols.sizes, SIZE)
    for side in (first, second):
        for node in walk(side):
            inside: tuple[Expr, ...] = ()
            if isinstance(node, Fold):
                inside = (node.low, node.high)
            elif isinstance(node, Entry):
                inside = node.indices
            for name in {name for one in inside for name in free_names(one)}:
                fixed.setdefault(name, SIZE)
    return fixed


def _flat(written: Expr) -> list[Expr]:
    if not isinstance(written, Matrix):
        return [written]
    return [entry for row in written.rows for entry in row]


def _key(atom: Name | Entry) -> str:
    if isinstance(atom, Name):
        return atom.key
    assert isinstance(atom.of, Name)
    places = ",".join(str(one.value) for one in atom.indices if isinstance(one, Number))
    return f"{atom.of.key}[{places}]"


def _domain(atom: Name | Entry, symbols: Symbols) -> Domain:
    if isinstance(atom, Name):
        return symbols.domain(atom.key)
    family = symbols.indexed.get(atom.of.key) if isinstance(atom.of, Name) else None
    return family.domain if family else Domain()


def _sampled(domain: Domain, source: Any, count: int) -> Any:
    """Values small and large, whole and broken, of every sign that the domain allows."""
    if domain.kind == "complex":
        raise Unknown("complex numbers")
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
    low = None if domain.low is None else float(_end(domain.low))
    high = None if domain.high is None else float(_end(domain.high))
    drawn = sizes
    if low is not None and high is not None:
        drawn = source.uniform(low, high, count)
    elif low is not None:
        drawn = low + np.abs(sizes) + (1e-6 if domain.low_open else 0)
    elif high is not None:
        drawn = high - np.abs(sizes) - (1e-6 if domain.high_open else 0)
    return np.round(drawn) if domain.kind == "integer" else drawn


def _end(end: Fraction | str) -> Fraction | int:
    return SIZE if isinstance(end, str) else end


def _suspect(first: Expr, second: Expr, at: Values, count: int) -> dict[str, float] | None:
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
    picked = suspects[:: max(1, len(suspects) // SUSPECTS)][:SUSPECTS]
    points = [{name: float(drawn[place]) for name, drawn in at.items()} for place in picked]
    told = [_differ(first, second, point) for point in points]
    if True in told:
        return points[told.index(True)]
    # Nowhere a value is a difference, too; at a few points it is a hole.
    return (
        points[0] if len(suspects) > count // 2 and not any(one is False for one in told) else None
    )


def _differ(first: Expr, second: Expr, point: Mapping[str, float]) -> bool | None:
    """None where the first has no value."""
    with mpmath.workdps(DIGITS):
        exact = {name: mpmath.mpf(value) for name, value in point.items()}
        right = worked_out(second, exact, _Digits)
        try:
            mine = worked_out(first, exact, _Digits)
        except (ZeroDivisionError, ValueError, OverflowError):
            return None
        size = max(abs(mine), abs(right))
        return bool(abs(mine - right) > size * mpmath.mpf(10) ** (-DIGITS // 2))
