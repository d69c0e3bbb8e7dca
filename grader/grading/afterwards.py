"""Runs the function that a check puts results through, in the cells of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.checks.describing import NDArray, as_array
from grader.grading.truth import ReferenceFailed, Truth
from grader.sandbox import Call
from grader.values import Array, Value
from grader.values.plain import Library


@dataclass(frozen=True)
class InReference:
    """`function` is called with one array of `library` at a time, many in one process."""

    function: str
    library: Library
    truth: Truth

    def trusted(self, arrays: Sequence[NDArray]) -> list[NDArray]:
        """Kept as the truth itself is. Raises ReferenceFailed."""
        return self._arrays(self.truth.values(self.function, self._calls(arrays)))

    def handed_in(self, arrays: Sequence[NDArray], *, quote: bool) -> list[NDArray]:
        """Nothing is kept. Raises ReferenceFailed."""
        return self._arrays(self.truth.once(self.function, self._calls(arrays), quote=quote))

    def _calls(self, arrays: Sequence[NDArray]) -> list[Call]:
        name = self.function.rpartition(".")[2]
        return [Call(name, (Array(array, self.library),)) for array in arrays]

    def _arrays(self, values: Sequence[Value]) -> list[NDArray]:
        found = [as_array(value) for value in values]
        arrays = [array for array in found if array is not None]
        if len(arrays) < len(found):
            raise ReferenceFailed(f"{self.function} must return an array of numbers")
        return arrays
