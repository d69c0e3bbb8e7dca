"""Runs the function by which a course says what is right, in the cells of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.checks.base import sent_again, to_library
from grader.grading.truth import ReferenceFailed, Truth
from grader.sandbox import Call
from grader.values import Array, Value
from grader.values.plain import Library


@dataclass(frozen=True)
class InCourse:
    """`function` is called with plain values and arrays of `library`, and may say `declared`."""

    function: str
    library: Library
    truth: Truth
    declared: frozenset[str]

    def words(self, asked: Sequence[tuple[Value, Value, Value]], *, quote: bool) -> list[str]:
        """Nothing is kept. Raises ReferenceFailed."""
        name = self.function.rpartition(".")[2]
        calls = [
            Call(
                name,
                (
                    to_library(inputs, self.library),
                    sent_again(truth, self.library),
                    sent_again(result, self.library),
                ),
            )
            for inputs, truth, result in asked
        ]
        return [self._word(said) for said in self.truth.once(self.function, calls, quote=quote)]

    def _word(self, said: Value) -> str:
        if isinstance(said, Array) and said.data.ndim == 0:
            said = said.data.item()
        if said is True:
            return ""
        if isinstance(said, str) and said in self.declared:
            return said
        # Not what it said: that could be anything of a hidden case.
        listed = ", ".join(sorted(self.declared))
        raise ReferenceFailed(f"{self.function} must return True or one of its words: {listed}")
