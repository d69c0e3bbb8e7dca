"""A piece of an input or output, written as in Python: `x`, `parameters.Wf`, `x[p, 2*j:2*j+2]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import acb

from grader.checks.describing import NDArray, as_array
from grader.errors import AuthorError
from grader.maths import Expr, Grid, Meaning, Rows, Symbols, Unevaluable, free_names, read
from grader.maths.equality.balls import Value as Balls
from grader.maths.equality.balls import collapsed
from grader.maths.given.values import Given
from grader.values import Value

_PLACE = re.compile(r"\s*([A-Za-z_]\w*)((?:\.\w+)*)\s*(?:\[([^\[\]]*)\])?\s*")
# Numbers in one matrix: each becomes a ball, which is slow to make. A grid makes its balls only
# when they are asked for, and has no such limit.
LARGEST = 4096


class NoPlace(AuthorError):
    """There is nothing at this place; the message says what there is."""


@dataclass(frozen=True)
class Cut:
    """`low:high`, either end of which may be left out."""

    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, eq=False)
class Piece(Meaning):
    """Part of an array; subscripts count from 0, as in Python."""

    array: NDArray
    subscripts: tuple[Expr | Cut, ...]
    symbols: Symbols
    head: str

    @property
    def names(self) -> frozenset[str]:
        """The names that its subscripts use."""
        found: frozenset[str] = frozenset()
        for one in self.subscripts:
            ends = (one.low, one.high) if isinstance(one, Cut) else (one,)
            for end in ends:
                found |= free_names(end) if end is not None else frozenset()
        return found

    def value(self, at: Given) -> Balls:
        return balls(self.numbers(at)) if self.subscripts else self._whole

    @cached_property
    def _whole(self) -> Balls:
        return balls(self.array)

    def numbers(self, at: Given) -> NDArray:
        with at.under(self.symbols):
            chosen = tuple(self._subscript(one, size, at) for one, size in self._along())
        return np.asarray(self.array[chosen])

    def _along(self) -> list[tuple[Expr | Cut, int]]:
        if len(self.subscripts) > self.array.ndim:
            raise Unevaluable(f"{self.head} has {self.array.ndim} axes only")
        return list(zip(self.subscripts, self.array.shape, strict=False))

    def _subscript(self, one: Expr | Cut, size: int, at: Given) -> int | slice:
        if isinstance(one, Cut):
            low = 0 if one.low is None else at.whole(one.low)
            high = size if one.high is None else at.whole(one.high)
            # Unlike Python, which counts from the end and cuts short: in a formula that is a slip.
            if not 0 <= low < high <= size:
                raise Unevaluable(f"{self.head} has no places {low} to {high - 1} along an axis")
            return slice(low, high)
        index = at.whole(one)
        if not 0 <= index < size:
            raise Unevaluable(f"{self.head} has no place {index} along an axis of {size}")
        return index


def read_place(text: str, names: Mapping[str, Value], symbols: Symbols) -> Piece | None:
    """The place, or None where the text is no place among `names`. Raises NoPlace, Unreadable."""
    match = _PLACE.fullmatch(text)
    if match is None or match[1] not in names:
        return None
    value: Any = names[match[1]]
    head = match[1] + match[2]
    for key in match[2].split(".")[1:]:
        if not isinstance(value, Mapping) or key not in value:
            has = f"; it has {', '.join(map(str, value))}" if isinstance(value, Mapping) else ""
            raise NoPlace(f"`{match[1]}` has no `{key}`{has}")
        value = value[key]
    array = as_array(value)
    if array is None:
        raise NoPlace(f"`{head}` is not a number or an array")
    parts = match[3].split(",") if match[3] else []
    return Piece(array, tuple(_read(part, symbols) for part in parts), symbols, head)


def _read(text: str, symbols: Symbols) -> Expr | Cut:
    low, colon, high = text.partition(":")
    if not colon:
        return read(text, symbols)
    return Cut(*(read(end, symbols) if end.strip() else None for end in (low, high)))


def balls(array: NDArray) -> Balls:
    """The numbers exactly; one axis is a column, and three or more a grid."""
    if not array.size or (array.ndim < 3 and array.size > LARGEST):
        raise Unevaluable(f"there are {'too many' if array.size else 'no'} numbers")
    if array.ndim > 2:
        return Grid(array.shape, lambda place: ball_of(array[place]))
    if array.ndim == 0:
        return ball_of(array)
    grid = array.reshape(-1, 1) if array.ndim == 1 else array
    return collapsed(Rows(tuple(tuple(ball_of(number) for number in row) for row in grid)))


def ball_of(number: Any) -> Any:
    return acb(number.item())
