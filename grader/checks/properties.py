"""The properties themselves: which inputs to try, and what must be true of the results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from grader.cases import Case
from grader.sandbox import Returned
from grader.values import Array, Value

NDArray = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Setting:
    """What the author said about the property."""

    input: str
    positions: str
    axis: int
    output: int
    dtype: str
    arguments: tuple[str, ...]
    several: bool  # outputs are asked for, so that a list is one of them
    relative: float

    def close(self, left: NDArray, right: NDArray) -> bool:
        if left.shape != right.shape:
            return False
        scale = max(float(np.abs(right).max(initial=0.0)), 1.0)
        return bool((np.abs(left - right) <= self.relative * scale).all())

    def input_of(self, case: Case) -> str:
        if self.input:
            return self.input
        return next(name for name in self.arguments if isinstance(case.inputs[name], np.ndarray))


class Held(ABC):
    """One property. `problem` is empty when it holds, else what the student reads."""

    title: ClassVar[str]
    wants_inputs: ClassVar[bool] = False

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        """Changes to the inputs, one a call; the first is usually none."""
        return [{}]

    @abstractmethod
    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str: ...


class RowsSumToOne(Held):
    title: ClassVar[str] = "rows sum to one"

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        rows = output_of(seen[0], setting)
        if rows is None or rows.ndim == 0:
            return NOT_AN_ARRAY
        if (rows < 0).any():
            return "some weights are negative"
        # Axes of length 1 are forgiven where values are compared, so they are here.
        for same in (rows, np.atleast_1d(rows.squeeze())):
            sums = same.sum(axis=-1)
            if setting.close(sums, np.ones_like(sums)):
                return ""
        sums = rows.sum(axis=-1)
        wrong = int((~(np.abs(sums - 1) <= setting.relative)).sum())
        return f"{wrong} of {sums.size} rows do not sum to 1"


class Orthogonal(Held):
    title: ClassVar[str] = "the matrix is orthogonal"

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        matrix = output_of(seen[0], setting)
        if matrix is None or matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
            return "the result is not a square matrix"
        product = matrix @ np.swapaxes(matrix, -1, -2)
        identity = np.broadcast_to(np.eye(matrix.shape[-1]), product.shape)
        return "" if setting.close(product, identity) else "R Rᵀ is not the identity"


class Symmetric(Held):
    title: ClassVar[str] = "the matrix is symmetric"

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        matrix = output_of(seen[0], setting)
        if matrix is None or matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
            return "the result is not a square matrix"
        return "" if setting.close(matrix, np.swapaxes(matrix, -1, -2)) else "it is not symmetric"


class Causal(Held):
    """Changing the inputs after a position leaves the outputs up to it alone."""

    title: ClassVar[str] = "the future does not change the past"

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        name = setting.input_of(case)
        given = case.inputs[name]
        cut = self._cut(given, setting)
        changed = np.moveaxis(given.copy(), setting.axis, 0)
        changed[cut:] = changed[cut:][::-1] * 3 + 1
        return [{}, {name: np.moveaxis(changed, 0, setting.axis)}]

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        before, after = (_without_batch(output_of(item, setting), case, setting) for item in seen)
        if before is None or after is None or before.ndim <= setting.axis:
            return NOT_AN_ARRAY
        cut = self._cut(case.inputs[setting.input_of(case)], setting)
        past = [np.moveaxis(item, setting.axis, 0)[:cut] for item in (before, after)]
        if setting.close(past[1], past[0]):
            return ""
        return f"changing positions {cut} and later changes the outputs before them"

    @staticmethod
    def _cut(given: NDArray, setting: Setting) -> int:
        return max(1, int(given.shape[setting.axis]) // 2)


class PermutationEquivariant(Held):
    title: ClassVar[str] = "permuting the inputs permutes the outputs"

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        name = setting.input_of(case)
        order = self._order(case, setting)
        return [{}, {name: np.take(case.inputs[name], order, axis=setting.axis)}]

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        before, after = (_without_batch(output_of(item, setting), case, setting) for item in seen)
        if before is None or after is None or before.ndim <= setting.axis:
            return NOT_AN_ARRAY
        order = self._order(case, setting)
        if before.shape[setting.axis] != len(order):
            return "the result does not have one entry a position"
        if setting.close(after, np.take(before, order, axis=setting.axis)):
            return ""
        return "permuting the inputs does not just permute the outputs"

    @staticmethod
    def _order(case: Case, setting: Setting) -> NDArray:
        size = case.inputs[setting.input_of(case)].shape[setting.axis]
        return np.roll(np.arange(size), 1)  # moves every position, at any size above one


class PermutationInvariant(PermutationEquivariant):
    title: ClassVar[str] = "permuting the inputs changes nothing"

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        before, after = (output_of(item, setting) for item in seen)
        if before is None or after is None:
            return NOT_AN_ARRAY
        return "" if setting.close(after, before) else "permuting the inputs changes the result"


class RelativePosition(Held):
    """⟨f(x, m), f(x, n)⟩ is the same when every position moves by the same amount."""

    title: ClassVar[str] = "inner products depend on relative positions only"
    shift: ClassVar[int] = 7

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        moved = case.inputs[setting.positions] + self.shift
        return [{}, {setting.positions: moved}]

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        here, there = (output_of(item, setting) for item in seen)
        if here is None or there is None or here.ndim < 2:
            return NOT_AN_ARRAY
        if setting.close(there @ np.swapaxes(there, -1, -2), here @ np.swapaxes(here, -1, -2)):
            return ""
        return "moving all positions by the same amount changes the inner products"


class Deterministic(Held):
    title: ClassVar[str] = "the same inputs give the same result"

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        return [{}, {}]

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        first, second = (output_of(item, setting) for item in seen)
        if first is None or second is None:
            return NOT_AN_ARRAY
        same = first.shape == second.shape and bool(
            ((first == second) | ((first != first) & (second != second))).all()
        )
        return "" if same else "two calls with the same inputs give different results"


class LeavesInputsUnchanged(Held):
    title: ClassVar[str] = "inputs are left unchanged"
    wants_inputs: ClassVar[bool] = True

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        after = seen[0].inputs_after
        if not isinstance(after, tuple) or len(after) != len(setting.arguments):
            return "the inputs could not be read back"
        for name, value in zip(setting.arguments, after, strict=True):
            given = case.inputs.get(name)
            if isinstance(given, np.ndarray) and not (
                isinstance(value, Array) and np.array_equal(value.data, given, equal_nan=True)
            ):
                return f"your function changes its input {name} in place"
        return ""


class RightDtype(Held):
    title: ClassVar[str] = "the result has the right dtype"

    def problem(self, seen: Sequence[Returned], case: Case, setting: Setting) -> str:
        value = _pick(seen[0].value, setting)
        dtype = value.dtype if isinstance(value, Array) else type(value).__name__
        return "" if dtype == setting.dtype else f"the result is {dtype}, not {setting.dtype}"


NOT_AN_ARRAY = "the result is not an array of numbers"

PROPERTIES: Mapping[str, Held] = {
    "rows_sum_to_one": RowsSumToOne(),
    "causal": Causal(),
    "permutation_equivariant": PermutationEquivariant(),
    "permutation_invariant": PermutationInvariant(),
    "orthogonal": Orthogonal(),
    "symmetric": Symmetric(),
    "relative_position": RelativePosition(),
    "deterministic": Deterministic(),
    "leaves_inputs_unchanged": LeavesInputsUnchanged(),
    "right_dtype": RightDtype(),
}


def output_of(seen: Returned, setting: Setting) -> NDArray | None:
    """The output that the property is about, as numbers; None if it is none."""
    value = _pick(seen.value, setting)
    if isinstance(value, Array):
        return value.data
    if isinstance(value, bool | int | float):
        return np.array(value)
    if isinstance(value, list):
        try:
            array = np.array(value)
        except (ValueError, OverflowError):
            return None
        return array if array.dtype.kind in "biuf" else None
    return None


def _without_batch(output: NDArray | None, case: Case, setting: Setting) -> NDArray | None:
    """The output without axes of length 1 in front of those that the input has."""
    axes = case.inputs[setting.input_of(case)].ndim
    while output is not None and output.ndim > axes and len(output) == 1:
        output = output[0]
    return output


def _pick(value: Value, setting: Setting) -> Value:
    of_outputs = isinstance(value, tuple) or (setting.several and isinstance(value, list))
    if of_outputs and len(value) > setting.output:
        return value[setting.output]
    return value
