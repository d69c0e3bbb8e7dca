"""In which form a function is given its arguments: another one is tried if it refuses the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.cases.edges import change_leaves, leaves
from grader.checks import Ask
from grader.sandbox import Call
from grader.values import Array
from grader.values.plain import Library


@dataclass(frozen=True)
class Form:
    """Arrays of a library; Booleans as they are, or as the numbers 1 and 0.

    `only`: the function fails in another form just as it does in this one, so that no other one
    need be tried with the checks that follow: each takes as long as its library takes to import.
    """

    library: Library
    numbers: bool = False
    only: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What the student is told of it."""
        if not self.numbers:
            return ()
        return ("your function does not take Booleans; it was given 1 and 0 in their place",)

    def given(self, calls: Sequence[Call]) -> list[Call]:
        """The calls, whose arrays are those of the library, with arguments of this form."""
        if not self.numbers:
            return list(calls)
        return [replace(call, args=change_leaves(call.args, _as_number)) for call in calls]

    def others(self, ask: Ask, *, either: bool) -> Iterator[Form]:
        """The forms to try next; `either` library will do."""
        if self.only:
            return
        other: Library = "numpy" if self.library == "torch" else "torch"
        libraries = (self.library, other) if either else (self.library,)
        booleans = any(
            isinstance(leaf, np.ndarray) and leaf.dtype == bool
            for case in ask.cases
            for leaf in leaves(case.inputs)
        )
        for numbers in (False, True) if booleans else (False,):
            for library in libraries:
                if (form := Form(library, numbers)) != self:
                    yield form


def _as_number(leaf: Any) -> Any:
    if isinstance(leaf, Array) and leaf.dtype == "bool":
        return Array(leaf.data.astype(np.int64), leaf.library, layout=leaf.layout)
    return leaf
