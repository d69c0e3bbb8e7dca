"""Draws values from the input language of `grader.course.inputs`."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.course.inputs import (
    Arithmetic,
    Chance,
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
from grader.values import Rng

Generator = np.random.Generator
Shape = tuple[int, ...]
Size = SizeRange | SizeChoice
Place = tuple[str | int, ...]  # the input's name, then the keys and indices that lead to a number
MAX_ENTRIES = 20_000_000
MAX_SEED = 2**31  # what every library takes for one
MAX_BITS = 63  # of a whole number: 10 ** 10 ** 10 would be worked on for ever


class Undrawable(AuthorError):
    """A declared input cannot be drawn (a negative size, an empty range); says why."""

    input: str = ""  # which one


def draw_inputs(
    inputs: Mapping[str, Input], given: Mapping[Place, Any], rng: Generator
) -> dict[str, Any]:
    """A value for every input, arrays as numpy. Raises Undrawable.

    `given` are the values of all sizes, and of other numbers that are not left to chance.
    """
    scalars: dict[str, float] = {
        name: given[name,] for name, item in inputs.items() if isinstance(item, Size)
    }
    for name, item in inputs.items():
        if isinstance(item, Plain) and isinstance(item.value, int | float):
            scalars[name] = item.value
        elif isinstance(item, Formula) and not has_draw(item) and names_used(item) <= set(scalars):
            scalars[name] = _drawn(item, name, given, scalars, rng)
    return {name: _drawn(item, name, given, scalars, rng) for name, item in inputs.items()}


def evaluate_plain(expression: Expression) -> Any:
    """An expression without names and draws. Raises Undrawable."""
    return _evaluate(expression, {}, np.random.default_rng(0))


def _drawn(
    item: Input,
    name: str,
    given: Mapping[Place, Any],
    scalars: Mapping[str, float],
    rng: Generator,
) -> Any:
    def draw(item: Input, place: Place) -> Any:
        if isinstance(item, Plain):
            return item.value
        if isinstance(item, Chance):
            return Rng(int(rng.integers(MAX_SEED)))
        if isinstance(item, Group):
            return {key: draw(value, (*place, key)) for key, value in item.items}
        if isinstance(item, Listed):
            return [draw(value, (*place, index)) for index, value in enumerate(item.items)]
        if isinstance(item, Formula):
            chance = place not in given
            value = _evaluate(item.expression, scalars, rng) if chance else given[place]
            return _cast(value, item)
        # One inside a dictionary or list may be left to chance: no other input can name it.
        return given[place] if place in given else int(rng.choice(list(item.values())))

    try:
        return draw(item, (name,))
    except Undrawable as error:
        error.input = name
        raise


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
        value = _SAMPLERS[expression.kind](rng, shape, *parameters)
    except Undrawable:
        raise
    except (ValueError, OverflowError) as error:  # numpy's own words, such as "scale < 0"
        raise Undrawable(f"{expression.kind} cannot be drawn: {error}") from error
    return value.item() if isinstance(value, np.ndarray | np.generic) and value.ndim == 0 else value


def _arithmetic(sign: str, left: Any, right: Any) -> Any:
    try:
        value = _OPERATORS[sign](left, right)
    except (ArithmeticError, ValueError) as error:
        raise Undrawable(f"{left} {sign} {right} cannot be worked out: {error}") from error
    if isinstance(value, complex):
        raise Undrawable(f"{left} {sign} {right} is not a real number")
    return value


def _power(left: Any, right: Any) -> Any:
    whole = isinstance(left, int) and isinstance(right, int) and abs(left) > 1
    if whole and right * math.log2(abs(left)) > MAX_BITS:
        raise OverflowError("the result is too large")
    return left**right


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "**": _power,
}


def _size(value: Any) -> int:
    if not math.isfinite(value) or value != int(value) or value < 0:
        raise Undrawable(f"{value:g} is not a size; sizes are whole numbers from 0 up")
    return int(value)


def _uniform(rng: Generator, shape: Shape, low: float = 0.0, high: float = 1.0) -> Any:
    if low > high:
        raise Undrawable(f"uniform({low:g}, {high:g}) is empty; write the smaller end first")
    return rng.uniform(low, high, shape)


def _integers(rng: Generator, shape: Shape, *ends: int) -> Any:
    low, high = (0, *ends) if len(ends) == 1 else ends
    if low >= high:
        raise Undrawable(f"integers({low}, {high}) is empty; the upper end is left out")
    return rng.integers(low, high, shape)


def _bernoulli(rng: Generator, shape: Shape, share: float = 0.5) -> Any:
    if not 0 <= share <= 1:
        raise Undrawable(f"bernoulli({share:g}): a probability lies between 0 and 1")
    return rng.random(shape) < share


def _simplex(rng: Generator, shape: Shape) -> Any:
    raw = rng.exponential(1.0, shape)
    return raw / raw.sum(axis=-1, keepdims=True)


def _lower(rng: Generator, shape: Shape, *values: float) -> Any:
    triangle = np.tri(shape[0], dtype=bool)
    within, beyond = (*values, 0)[:2] if values else (True, False)
    return np.where(triangle, within, beyond)


def _orthogonal(rng: Generator, shape: Shape) -> Any:
    q, r = np.linalg.qr(rng.normal(size=(shape[0], shape[0])))
    return q * np.sign(np.diag(r))


def _symmetric(rng: Generator, shape: Shape) -> Any:
    raw = rng.normal(size=(shape[0], shape[0]))
    return (raw + raw.T) / 2


# By its name in the language: from the shape and the parameters that were written.
_SAMPLERS: Mapping[str, Callable[..., Any]] = {
    "normal": lambda rng, shape, mean=0.0, deviation=1.0: rng.normal(mean, deviation, shape),
    "uniform": _uniform,
    "integers": _integers,
    "bernoulli": _bernoulli,
    "choice": lambda rng, shape, *values: rng.choice(np.array(values), shape),
    "simplex": _simplex,
    "zeros": lambda rng, shape: np.zeros(shape),
    "ones": lambda rng, shape: np.ones(shape),
    "lower": _lower,
    "arange": lambda rng, shape, start=0: np.arange(start, start + shape[0]),
    "eye": lambda rng, shape: np.eye(shape[0]),
    "permutation": lambda rng, shape: rng.permutation(shape[0]),
    "orthogonal": _orthogonal,
    "symmetric": _symmetric,
    "onehot": lambda rng, shape: np.eye(shape[1])[rng.integers(0, shape[1], shape[0])],
}
