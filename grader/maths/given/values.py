"""The value of a formula where the values of its symbols are given, not drawn.

What a symbol means is asked for when it is met, so that it may depend on the indices around it:
a row of an array, the entry of a table, another formula.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from flint import ctx

from grader.maths.equality.balls import (
    Ball,
    Eye,
    Rows,
    Unevaluable,
    Value,
    ball,
    collapsed,
    whole_number,
)
from grader.maths.equality.drawing import Point
from grader.maths.equality.evaluate import MAX_STEPS, Evaluator
from grader.maths.tree.nodes import Applied, Entry, Expr, Name
from grader.maths.tree.shapes import ShapeError
from grader.maths.tree.symbols import Symbols

PRECISION = 192  # bits: enough for what cancels among a few hundred numbers given as floats


class Meaning(ABC):
    """What a symbol stands for."""

    @abstractmethod
    def value(self, at: Given) -> Value:
        """Its value under the indices that hold at `at`."""


@dataclass(frozen=True)
class Grid:
    """Numbers with three indices or more; `sizes` says how many of each there are."""

    sizes: tuple[int, ...]
    number: Callable[[tuple[int, ...]], Ball]  # indices count from 0

    def at(self, places: tuple[int, ...]) -> Ball:
        inside = (0 <= place < size for place, size in zip(places, self.sizes, strict=False))
        if len(places) != len(self.sizes) or not all(inside):
            raise Unevaluable("an index out of range")
        return self.number(places)


@dataclass(frozen=True)
class Formula(Meaning):
    """Another formula, under the declarations it was read with."""

    body: Expr
    symbols: Symbols

    def value(self, at: Given) -> Value:
        with at.under(self.symbols):
            return at.value(self.body)


@dataclass(frozen=True)
class Definition(Meaning):
    """`Q_{ti}` or `f(x)` by its right-hand side, which uses the indices or arguments by name.

    `ranges` says where each index runs, for the use of the name without its indices. What depends
    on its own indices `alone` is worked out once for each.
    """

    formals: tuple[str, ...]
    body: Meaning
    ranges: tuple[range, ...] = ()
    alone: bool = False
    known: dict[tuple[int, ...], Value] = field(default_factory=dict, compare=False)

    def value(self, at: Given) -> Value:
        if not 1 <= len(self.ranges) <= 2:
            raise Unevaluable(f"{', '.join(self.formals)} must be given here")
        rows, cols = (*self.ranges, range(1))[:2]
        return collapsed(
            Rows(tuple(tuple(self.entry(at, (row, col)) for col in cols) for row in rows))
        )

    def entry(self, at: Given, indices: Sequence[int]) -> Value:
        own = tuple(indices[: len(self.formals)])
        if own in self.known:
            return self.known[own]
        value = self.applied(at, [ball(index) for index in own])
        if self.alone:
            self.known[own] = value
        return value

    def applied(self, at: Given, arguments: Sequence[Value]) -> Value:
        with at.binding(dict(zip(self.formals, arguments, strict=True))):
            return self.body.value(at)


class Given(Evaluator):
    """One evaluation: declarations, what each symbol means, and the indices that hold.

    `sizes` are the values of names that occur as the size of something only.
    """

    def __init__(
        self,
        symbols: Symbols,
        meanings: Mapping[str, Meaning],
        indices: Mapping[str, int],
        sizes: Mapping[str, int] | None = None,
        steps: int = MAX_STEPS,
    ) -> None:
        scalars = {name: Fraction(size) for name, size in (sizes or {}).items()}
        super().__init__(symbols, Point(scalars, seed="given"))
        self.meanings = meanings
        self.bound = {name: ball(index) for name, index in indices.items()}
        self.steps = steps

    @contextmanager
    def under(self, symbols: Symbols) -> Iterator[None]:
        """Other declarations for a while: a formula is evaluated under those it was read with."""
        kept, self.symbols = self.symbols, symbols
        try:
            yield
        finally:
            self.symbols = kept

    @contextmanager
    def binding(self, values: Mapping[str, Value]) -> Iterator[None]:
        """More indices or arguments for a while."""
        kept, self.bound = self.bound, {**self.bound, **values}
        try:
            yield
        finally:
            self.bound = kept

    def whole(self, expr: Expr) -> int:
        if isinstance(expr, Name) and expr.key in self.bound:  # most indices, and quickly
            found = whole_number(self.bound[expr.key].real)
            if found is not None:
                return found
        return super().whole(expr)

    def _name(self, node: Name) -> Value:
        if node.key in self.bound or node.key not in self.meanings:
            if node.key not in self.bound and node.key not in self.point.scalars:
                raise Unevaluable(f"{node.key} has no value")
            return super()._name(node)
        return self.meanings[node.key].value(self)

    def _entry(self, node: Entry) -> Value:
        indices = tuple(self.whole(index) for index in node.indices)
        if isinstance(node.of, Name) and node.of.key not in self.bound:
            meaning = self.meanings.get(node.of.key)
            if isinstance(meaning, Definition) and len(indices) == len(meaning.formals):
                return meaning.entry(self, indices)
        value = self.value(node.of)
        places = tuple(index - self.symbols.first for index in indices)
        if isinstance(value, Grid):
            return value.at(places)
        if not isinstance(value, Rows) and not any(places):
            return value  # what has one entry only is kept as a number
        return self.entry_of(value, indices)

    def _call(self, node: Applied) -> Value:
        meaning = self.meanings.get(node.function)
        if isinstance(meaning, Definition) and len(node.arguments) == len(meaning.formals):
            return meaning.applied(self, [self.value(argument) for argument in node.arguments])
        return super()._call(node)

    def exact_atom(self, expr: Expr) -> Fraction | None:
        value = self.value(expr)
        if isinstance(value, Rows | Grid | Eye) or not value.is_exact():
            return None
        whole = whole_number(value.real)
        return None if whole is None else Fraction(whole)

    def opaque(self, node: Applied, values: list[Ball]) -> Ball:
        raise Unevaluable(f"nothing is known of the function {node.function}")


def worked_out(meaning: Meaning, at: Given) -> Value:
    """Its value, or Unevaluable."""
    with ctx.workprec(PRECISION):
        try:
            return meaning.value(at)
        except (ZeroDivisionError, OverflowError, ValueError, ShapeError) as problem:
            raise Unevaluable(str(problem)) from None
