"""Draws values from the input language of `grader.course.inputs`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.course.inputs import (
    Arithmetic,
    Draw,
    Expression,
    Formula,
    Group,
    Input,
    Listed,
    Name,
    Number,
    Plain,
    SizeChoice,
    SizeRange,
    has_draw,
    names_used,
)
from grader.errors import AuthorError

Generator = np.random.Generator
MAX_ENTRIES = 20_000_000
MAX_BITS = 63  # of a whole number: 10 ** 10 ** 10 would be worked on for ever


class Undrawable(AuthorError):
    """A declared input cannot be drawn (a negative size, an empty range); says why."""

    input: str = ""  # which one


def sizes_of(
    inputs: Mapping[str, Input],
    rng: Generator,
    pick: Callable[[list[int], Generator], int] | None = None,
) -> dict[str, int]:
    """A value for each ranged size, different from one another where the ranges allow it.

    Equal sizes hide mistakes: a transposed square matrix has the right shape.
    """
    choose = pick or (lambda values, rng: int(rng.choice(values)))
    drawn: dict[str, int] = {}
    for name, item in inputs.items():
        if isinstance(item, SizeRange | SizeChoice):
            values = [value for value in item.values() if value not in drawn.values()]
            if pick is not None or not values:
                values = list(item.values())
            drawn[name] = choose(values, rng)
    return drawn


def draw_inputs(
    inputs: Mapping[str, Input], sizes: Mapping[str, int], rng: Generator
) -> dict[str, Any]:
    """A value for every input, arrays as numpy. Raises Undrawable."""
    scalars: dict[str, float] = dict(sizes)
    for name, item in inputs.items():
        if isinstance(item, Plain) and isinstance(item.value, int | float):
            scalars[name] = item.value
        elif isinstance(item, Formula) and not has_draw(item) and names_used(item) <= set(scalars):
            scalars[name] = _drawn(item, name, scalars, rng)
    return {name: _drawn(item, name, scalars, rng) for name, item in inputs.items()}


def _drawn(item: Input, name: str, scalars: Mapping[str, float], rng: Generator) -> Any:
    try:
        return _draw(item, name, scalars, rng)
    except Undrawable as error:
        error.input = name
        raise


def _draw(item: Input, name: str, scalars: Mapping[str, float], rng: Generator) -> Any:
    if isinstance(item, Plain):
        return item.value
    if isinstance(item, SizeRange | SizeChoice):
        # One inside a dictionary or list is no size that others could use: drawn on its own.
        return scalars[name] if name else int(rng.choice(list(item.values())))
    if isinstance(item, Group):
        return {key: _draw(value, "", scalars, rng) for key, value in item.items}
    if isinstance(item, Listed):
        return [_draw(value, "", scalars, rng) for value in item.items]
    value = _evaluate(item.expression, scalars, rng)
    return _cast(value, item)


def _cast(value: Any, formula: Formula) -> Any:
    if not formula.dtype:
        return value
    array = np.asarray(value)
    if np.dtype(formula.dtype).kind == "i" and not np.isfinite(array).all():
        raise Undrawable(f"what is not finite cannot be {formula.dtype}")
    array = array.astype(formula.dtype)
    return array.item() if array.ndim == 0 else array


def _evaluate(expression: Expression, scalars: Mapping[str, float], rng: Generator) -> Any:
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        if expression.name not in scalars:
            raise Undrawable(f"`{expression.name}` has no value here")
        return scalars[expression.name]
    if isinstance(expression, Arithmetic):
        return _arithmetic(
            expression.operator,
            _evaluate(expression.left, scalars, rng),
            _evaluate(expression.right, scalars, rng),
        )
    shape = tuple(_size(_evaluate(size, scalars, rng)) for size in expression.shape)
    if math.prod(shape) > MAX_ENTRIES:
        raise Undrawable(f"an input of shape {shape} is larger than {MAX_ENTRIES:,} entries")
    parameters = [_evaluate(parameter, scalars, rng) for parameter in expression.parameters]
    try:
        value = _sample(expression, shape, parameters, rng)
    except Undrawable:
        raise
    except (ValueError, OverflowError) as error:  # numpy's own words, such as "scale < 0"
        raise Undrawable(f"{expression.kind} cannot be drawn: {error}") from error
    return value.item() if isinstance(value, np.ndarray | np.generic) and value.ndim == 0 else value


def _arithmetic(operator: str, left: Any, right: Any) -> Any:
    try:
        value = _worked_out(operator, left, right)
    except (ArithmeticError, ValueError) as error:
        raise Undrawable(f"{left} {operator} {right} cannot be worked out: {error}") from error
    if isinstance(value, complex):
        raise Undrawable(f"{left} {operator} {right} is not a real number")
    return value


def _worked_out(operator: str, left: Any, right: Any) -> Any:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "/":
        return left / right
    if operator == "//":
        return left // right
    whole = isinstance(left, int) and isinstance(right, int) and abs(left) > 1
    if whole and right * math.log2(abs(left)) > MAX_BITS:
        raise OverflowError("the result is too large")
    return left**right


def _size(value: Any) -> int:
    if not math.isfinite(value) or value != int(value) or value < 0:
        raise Undrawable(f"{value:g} is not a size; sizes are whole numbers from 0 up")
    return int(value)


def _sample(draw: Draw, shape: tuple[int, ...], given: list[Any], rng: Generator) -> Any:
    def parameter(index: int, default: float) -> Any:
        return given[index] if index < len(given) else default

    kind = draw.kind
    if kind == "normal":
        return rng.normal(parameter(0, 0.0), parameter(1, 1.0), shape)
    if kind == "uniform":
        low, high = parameter(0, 0.0), parameter(1, 1.0)
        if low > high:
            raise Undrawable(f"uniform({low:g}, {high:g}) is empty; write the smaller end first")
        return rng.uniform(low, high, shape)
    if kind == "integers":
        low, high = (0, given[0]) if len(given) == 1 else given
        if low >= high:
            raise Undrawable(f"integers({low}, {high}) is empty; the upper end is left out")
        return rng.integers(low, high, shape)
    if kind == "bernoulli":
        if not 0 <= parameter(0, 0.5) <= 1:
            raise Undrawable(f"bernoulli({given[0]:g}): a probability lies between 0 and 1")
        return rng.random(shape) < parameter(0, 0.5)
    if kind == "choice":
        return rng.choice(np.array(given), shape)
    if kind == "simplex":
        raw = rng.exponential(1.0, shape)
        return raw / raw.sum(axis=-1, keepdims=True)
    if kind == "zeros":
        return np.zeros(shape)
    if kind == "ones":
        return np.ones(shape)
    if kind == "lower":
        triangle = np.tri(shape[0], dtype=bool)
        return np.where(triangle, given[0], parameter(1, 0)) if given else triangle
    return _special(kind, shape, parameter(0, 0), rng)


def _special(kind: str, shape: tuple[int, ...], start: float, rng: Generator) -> Any:
    n = shape[0]
    if kind == "arange":
        return np.arange(start, start + n)
    if kind == "eye":
        return np.eye(n)
    if kind == "permutation":
        return rng.permutation(n)
    if kind == "orthogonal":
        q, r = np.linalg.qr(rng.normal(size=(n, n)))
        return q * np.sign(np.diag(r))
    if kind == "symmetric":
        raw = rng.normal(size=(n, n))
        return (raw + raw.T) / 2
    if kind == "onehot":
        return np.eye(shape[1])[rng.integers(0, shape[1], n)]
    raise AssertionError(f"draw {kind} has no sampler")
