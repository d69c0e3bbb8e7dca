"""The properties themselves: which inputs to try, and what must be true of the results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from grader.cases import Case
from grader.checks.describing import NDArray, as_array, describe, shape_of, shape_problem
from grader.checks.keeping import changed_place
from grader.course.signature import Argument
from grader.sandbox import Returned
from grader.values import Array, Value
from grader.values.counting import counted


@dataclass(frozen=True)
class Setting:
    """What the author said about the property."""

    input: str
    axis: int
    output: int
    dtype: str
    arguments: tuple[Argument, ...]
    returns: tuple[str, ...]
    relative: float
    quote: bool = True  # as in `Seen`

    def close(self, left: NDArray, right: NDArray) -> bool:
        """Entry by entry. Infinities are close to their like, and lend no scale to the rest."""
        if left.shape != right.shape:
            return False
        sizes = np.abs(right)
        scale = max(float(sizes[np.isfinite(sizes)].max(initial=0.0)), 1.0)
        near = np.abs(left - right) <= self.relative * scale
        return bool((near | (left == right)).all())

    def input_of(self, case: Case) -> str:
        """The one that is named, else the first array that is passed; empty if there is none."""
        if self.input:
            return self.input
        names = [argument.name for argument in self.arguments]
        return next((name for name in names if self.is_array(case, name)), "")

    def is_array(self, case: Case, name: str) -> bool:
        return isinstance(case.inputs.get(name), np.ndarray)

    def count_in(self, value: Value) -> int:
        """How many outputs there are in what is returned."""
        several = len(self.returns) > 1
        if several and isinstance(value, Mapping):
            return len(self.returns)
        of_outputs = isinstance(value, tuple) or (several and isinstance(value, list))
        return len(value) if of_outputs else 1

    def picked(self, value: Value) -> Value:
        """The output that the property is about, of those that are returned."""
        several = len(self.returns) > 1
        if several and isinstance(value, Mapping):
            return value.get(self.returns[self.output].rstrip("?"), value)
        of_outputs = isinstance(value, tuple) or (several and isinstance(value, list))
        return value[self.output] if of_outputs and len(value) > self.output else value


@dataclass(frozen=True)
class Seen:
    """A case, what the reference returns for it, and what the student's function returned for
    each variant of its inputs."""

    case: Case
    truth: Value
    returned: Sequence[Returned]
    quote: bool = True  # False: nothing that the student chose may be told


class Held(ABC):
    """One property. `problem` is empty when it holds, else what the student reads."""

    title: ClassVar[str]
    uses: ClassVar[tuple[str, ...]] = ()  # the options that it looks at
    wants_inputs: ClassVar[bool] = False
    along_results: ClassVar[bool] = False  # its axis is one of the result, too
    of_numbers_too: ClassVar[bool] = False  # the input it is about may be a single number

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        """Changes to the inputs, one a call; the first is usually none."""
        return [{}]

    @abstractmethod
    def problem(self, seen: Seen, setting: Setting) -> str: ...


class OfNumbers(Held):
    """A property of the numbers that are returned.

    It is looked for in arrays of the reference's shape only: so it takes no more memory than the
    author's own answer does, whatever a student returns.
    """

    uses: ClassVar[tuple[str, ...]] = ("output",)

    def problem(self, seen: Seen, setting: Setting) -> str:
        outputs = []
        for one in seen.returned:
            found = numbers_of(setting.picked(one.value), setting.picked(seen.truth), seen.quote)
            if isinstance(found, str):
                return found
            outputs.append(found)
        with np.errstate(all="ignore"):  # what is made of NaN and ∞ is close to nothing
            return self.fault(outputs, seen.case, replace(setting, quote=seen.quote))

    @abstractmethod
    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        """The same as `problem`, of real or complex numbers, one array a variant. Unless it may be
        quoted, no number in it may be the student's to choose."""


class RowsSumToOne(OfNumbers):
    title: ClassVar[str] = "rows sum to one"

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        (rows,) = outputs
        if rows.ndim == 0:
            return NOT_AN_ARRAY
        if (rows < 0).any():
            return "some weights are negative"
        sums = rows.sum(axis=-1)
        if setting.close(sums, np.ones_like(sums)):
            return ""
        wrong = ~(np.abs(sums - 1) <= setting.relative)
        if setting.quote:
            do = "does" if wrong.sum() == 1 else "do"
            return f"{int(wrong.sum())} of {counted(sums.size, 'row')} {do} not sum to 1"
        return f"{'not one row sums' if wrong.all() else 'some rows do not sum'} to 1"


class Orthogonal(OfNumbers):
    title: ClassVar[str] = "the matrix is orthogonal"

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        (matrix,) = outputs
        if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
            return NOT_SQUARE
        product = matrix @ np.swapaxes(matrix, -1, -2)
        identity = np.broadcast_to(np.eye(matrix.shape[-1]), product.shape)
        return "" if setting.close(product, identity) else "R Rᵀ is not the identity"


class Symmetric(OfNumbers):
    title: ClassVar[str] = "the matrix is symmetric"

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        (matrix,) = outputs
        if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
            return NOT_SQUARE
        return "" if setting.close(matrix, np.swapaxes(matrix, -1, -2)) else "it is not symmetric"


class Causal(OfNumbers):
    """Changing the inputs after a position leaves the outputs up to it alone."""

    title: ClassVar[str] = "the future does not change the past"
    uses: ClassVar[tuple[str, ...]] = ("output", "input", "axis")
    along_results: ClassVar[bool] = True

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        name = setting.input_of(case)
        given = case.inputs[name]
        cut = self._cut(given, setting)
        changed = np.moveaxis(given.copy(), setting.axis, 0)
        changed[cut:] = changed[cut:][::-1] * 3 + 1
        return [{}, {name: np.moveaxis(changed, 0, setting.axis)}]

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        before, after = (_without_batch(output, case, setting) for output in outputs)
        if before.ndim <= setting.axis:
            return NOT_AN_ARRAY
        cut = self._cut(case.inputs[setting.input_of(case)], setting)
        past = [np.moveaxis(item, setting.axis, 0)[:cut] for item in (before, after)]
        if setting.close(past[1], past[0]):
            return ""
        return f"changing positions {cut} and later changes the outputs before them"

    @staticmethod
    def _cut(given: NDArray, setting: Setting) -> int:
        return max(1, int(given.shape[setting.axis]) // 2)


class PermutationEquivariant(OfNumbers):
    title: ClassVar[str] = "permuting the inputs permutes the outputs"
    uses: ClassVar[tuple[str, ...]] = ("output", "input", "axis")
    along_results: ClassVar[bool] = True

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        name = setting.input_of(case)
        order = self._order(case, setting)
        return [{}, {name: np.take(case.inputs[name], order, axis=setting.axis)}]

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        before, after = (_without_batch(output, case, setting) for output in outputs)
        if before.ndim <= setting.axis:
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
    along_results: ClassVar[bool] = False

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        before, after = outputs
        return "" if setting.close(after, before) else "permuting the inputs changes the result"


class DependsOnDifferences(OfNumbers):
    """⟨f(x, m), f(x, n)⟩ is the same when every entry of the input moves by the same amount."""

    title: ClassVar[str] = "inner products depend on differences only"
    uses: ClassVar[tuple[str, ...]] = ("output", "input")
    of_numbers_too: ClassVar[bool] = True
    shift: ClassVar[int] = 7  # not a period of anything that turns or repeats

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        name = setting.input_of(case)
        return [{}, {name: case.inputs[name] + self.shift}]

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        here, there = outputs
        if here.ndim < 2:
            return NOT_AN_ARRAY
        if setting.close(there @ np.swapaxes(there, -1, -2), here @ np.swapaxes(here, -1, -2)):
            return ""
        moved = setting.input_of(case)
        return f"moving all {moved} by the same amount changes the inner products"


class Deterministic(OfNumbers):
    title: ClassVar[str] = "the same inputs give the same result"

    def variants(self, case: Case, setting: Setting) -> list[Mapping[str, Value]]:
        return [{}, {}]

    def fault(self, outputs: Sequence[NDArray], case: Case, setting: Setting) -> str:
        first, second = outputs
        same = ((first == second) | (np.isnan(first) & np.isnan(second))).all()
        return "" if same else "two calls with the same inputs give different results"


class LeavesInputsUnchanged(Held):
    title: ClassVar[str] = "inputs are left unchanged"
    wants_inputs: ClassVar[bool] = True

    def problem(self, seen: Seen, setting: Setting) -> str:
        (one,) = seen.returned
        after = one.inputs_after
        if not isinstance(after, tuple) or len(after) != len(setting.arguments):
            return "the inputs could not be read back"
        for index, (argument, value) in enumerate(zip(setting.arguments, after, strict=True)):
            place = ""
            if argument.name in seen.case.inputs:  # else it is the result of an earlier call
                place = changed_place(value, argument.of(seen.case.inputs), str(argument))
            if not place and index in one.changed_inputs:
                place = str(argument)
            if place:
                return f"your function changes its input {place} in place"
        return ""


class RightDtype(Held):
    title: ClassVar[str] = "the result has the right dtype"
    uses: ClassVar[tuple[str, ...]] = ("output", "dtype")

    def problem(self, seen: Seen, setting: Setting) -> str:
        (one,) = seen.returned
        value = setting.picked(one.value)
        if isinstance(value, Array):
            dtype = value.dtype
        elif isinstance(value, bool | int | float | complex):
            dtype = type(value).__name__
        else:
            dtype = describe(value, quote=seen.quote)
        return "" if dtype == setting.dtype else f"the result is {dtype}, not {setting.dtype}"


NOT_AN_ARRAY = "the result is not an array of numbers"
NOT_SQUARE = "the result is not a square matrix"

PROPERTIES: Mapping[str, Held] = {
    "rows_sum_to_one": RowsSumToOne(),
    "causal": Causal(),
    "permutation_equivariant": PermutationEquivariant(),
    "permutation_invariant": PermutationInvariant(),
    "orthogonal": Orthogonal(),
    "symmetric": Symmetric(),
    "depends_on_differences": DependsOnDifferences(),
    "deterministic": Deterministic(),
    "leaves_inputs_unchanged": LeavesInputsUnchanged(),
    "right_dtype": RightDtype(),
}


def numbers_of(value: Value, truth: Value, quote: bool) -> NDArray | str:
    """The value as real or complex numbers in the truth's shape; what it is instead, if it is not.

    Neither Booleans nor integers, which do not add and subtract like numbers.
    """
    shape, wanted = shape_of(value), as_array(truth)
    if shape is None or wanted is None:
        return NOT_AN_ARRAY
    problem = shape_problem(shape, wanted.shape, "", quote=quote)
    if problem:
        return problem
    array = as_array(value)
    assert array is not None, "what has a shape is an array"
    if array.dtype.kind == "c" and wanted.dtype.kind != "c":
        return "the result holds complex numbers, but real numbers are asked for"
    exact = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    return exact.reshape(wanted.shape)


def _without_batch(output: NDArray, case: Case, setting: Setting) -> NDArray:
    """The output without axes of length 1 in front of those that the input has."""
    axes = case.inputs[setting.input_of(case)].ndim
    while output.ndim > axes and len(output) == 1:
        output = output[0]
    return output
