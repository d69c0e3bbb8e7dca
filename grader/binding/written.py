"""A written formula in a case of the function part that computes the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from grader.binding.comparing import Difference, first_difference, numbers_of, scale_of
from grader.binding.meanings import names_in
from grader.binding.namespace import namespace, outputs
from grader.binding.places import Piece
from grader.binding.scope import Scope, Unbound
from grader.cases import Case
from grader.checks.base import Ask
from grader.checks.describing import NDArray, dtype_of, shape_text, without_ones
from grader.course.binding import SameAs
from grader.maths import (
    Expr,
    Formula,
    Given,
    Grid,
    Indexed,
    Meaning,
    Rows,
    Shape,
    Symbols,
    free_names,
    worked_out,
)
from grader.values import Value

MAX_STEPS = 5_000  # of one evaluation: the formula may be a student's, and is evaluated often
MAX_PLACES = 24  # index combinations of a case


@dataclass(frozen=True)
class Apart:
    """Where a formula and a result differ."""

    indices: Mapping[str, int]
    difference: Difference


class InCase:
    """One case and one result of the function, in which formulas of a part have values."""

    def __init__(self, same: SameAs, symbols: Symbols, ask: Ask, case: Case, result: Value) -> None:
        """Raises Unbound, Unnamed, or NothingHere where an index has nowhere to run."""
        names = namespace(case, result, ask.returns)
        self.symbols = symbols
        self.label = case.label
        self.scope = Scope(same, names, outputs(result, ask.returns))
        self.gives = self.scope.meaning(same.gives, "gives")
        self.tolerance = ask.tolerance_for(case)
        self.scale = scale_of(result)
        self.dtype = "float32" if dtype_of(result) == "float32" else "float64"
        self.sizes = self._sizes()

    def _sizes(self) -> dict[str, int]:
        """The sizes that the part names in `matrix[n, d]`, from what its symbols are here."""
        found: dict[str, int] = {}
        declared: dict[str, Shape | Indexed] = {**self.symbols.matrices, **self.symbols.indexed}
        for name, kind in declared.items():
            if name not in self.scope.meanings:
                continue
            dims = kind.ranges if isinstance(kind, Indexed) else (kind.rows, kind.cols)
            value = worked_out(self.scope.meanings[name], self.scope.at(self.scope.start()))
            sizes = _sizes_of(value, kind)
            for dim, size in zip(dims, sizes, strict=False):
                fits = dim == size if isinstance(dim, int) else found.setdefault(dim, size) == size
                if not fits or len(dims) != len(sizes):
                    message = f"has the shape {shape_text(sizes)} in {self.label}, not as declared"
                    raise Unbound(f"means.{name}", f"`{name}` {message}")
        return found

    def unbound(self, formula: Expr) -> list[str]:
        """The symbols of the formula that stand for nothing here."""
        known = {*self.scope.meanings, *self.scope.ranges, *self.sizes}
        return sorted(free_names(formula) - known)

    def apart(self, formula: Expr) -> Iterator[Apart]:
        """Every index combination at which the formula does not give what the result has."""
        mine: Meaning = Formula(formula, self.symbols)
        names = names_in(mine) | names_in(self.gives)
        for indices in self._places(names):
            at = Given(self.symbols, self.scope.meanings, indices, self.sizes, MAX_STEPS)
            wanted = self._given(indices)
            given = _like(numbers_of(worked_out(mine, at)), wanted)
            found = first_difference(given, wanted, self.tolerance, self.scale, self.dtype)
            if found is not None:
                yield Apart(self.scope.shown(names, indices), found)

    def gives_the_same(self, other: InCase) -> bool:
        """Whether the other result of the same case has the same where the formula looks."""
        names = names_in(self.gives)
        for indices in self._places(names):
            mine, theirs = self._given(indices), other._given(indices)
            if first_difference(mine, theirs, self.tolerance, other.scale, self.dtype):
                return False
        return True

    def _places(self, names: Iterable[str]) -> list[dict[str, int]]:
        """In order, so that the first difference is the first that a student would look for."""
        found = self.scope.places(names, MAX_PLACES)
        return sorted(found, key=lambda indices: [*indices.values()])

    def _given(self, indices: Mapping[str, int]) -> NDArray:
        """What the result has here, in its own shape."""
        at = self.scope.at(indices)
        if isinstance(self.gives, Piece):
            return self.gives.numbers(at)
        return numbers_of(worked_out(self.gives, at))


def first_apart(formula: Expr, case: InCase) -> Apart | None:
    """The first of them. Raises Unevaluable where the formula has no value."""
    return next(case.apart(formula), None)


def _sizes_of(value: object, kind: Shape | Indexed) -> tuple[int, ...]:
    if isinstance(value, Grid):
        return value.sizes
    rows, cols = value.shape if isinstance(value, Rows) else (1, 1)
    if isinstance(kind, Indexed) and len(kind.ranges) == 1:
        return (rows * cols,) if 1 in (rows, cols) else (rows, cols)
    return rows, cols


def _like(given: NDArray, wanted: NDArray) -> NDArray:
    """In the shape of the other, where only axes of length 1 differ."""
    if without_ones(given.shape) == without_ones(wanted.shape):
        return np.reshape(given, wanted.shape)
    return given
