"""In which form a function is given its arguments: another one is tried if it refuses the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.cases.edges import change_leaves, leaves
from grader.checks import Ask
from grader.course.parts import CodePart
from grader.sandbox import Call, Step
from grader.sandbox.observations import uses_from_wire
from grader.submission import Contents, Definition
from grader.values import Array, Rng
from grader.values.plain import Library, RngKind

# Tried in this order with an answer that does not take its library's generator.
CHANCES: tuple[RngKind, ...] = ("seed", "numpy", "legacy", "python")


@dataclass(frozen=True)
class Form:
    """Arrays of a library; Booleans as they are, or as the numbers 1 and 0; a source of chance as
    the library's generator, or as something else of which an answer may make its draws.

    `only`: the function fails in another form just as it does in this one, so that no other one
    need be tried with the checks that follow: each takes as long as its library takes to import.
    """

    library: Library
    numbers: bool = False
    chance: RngKind | None = None
    only: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What the student is told of it."""
        if not self.numbers:
            return ()
        return ("your function does not take Booleans; it was given 1 and 0 in their place",)

    def given(self, calls: Sequence[Call]) -> list[Call]:
        """The calls, whose arrays are those of the library, with arguments of this form."""
        if self.numbers:
            calls = [replace(call, args=change_leaves(call.args, _as_number)) for call in calls]
        if self.chance:
            calls = [_with_chance(call, self.chance) for call in calls]
        return list(calls)

    def others(self, ask: Ask, *, either: bool) -> Iterator[Form]:
        """The forms to try next; `either` library will do."""
        if self.only:
            return
        other: Library = "numpy" if self.library == "torch" else "torch"
        libraries = (self.library, other) if either else (self.library,)
        leaves_in = [leaf for case in ask.cases for leaf in leaves(case.inputs)]
        booleans = any(isinstance(leaf, np.ndarray) and leaf.dtype == bool for leaf in leaves_in)
        chances = CHANCES if any(isinstance(leaf, Rng) for leaf in leaves_in) else ()
        found = [
            Form(library, chance=one)
            for library in libraries
            for one in (None, *chances)
            if one != library
        ]
        if booleans:
            found += [Form(library, numbers=True) for library in libraries]
        yield from (form for form in found if form != self)


def _with_chance(call: Call, kind: RngKind) -> Call:
    """The call with every source of chance of this kind, also in calls before and after it."""

    def changed(value: Any) -> Any:
        return change_leaves(
            value, lambda leaf: replace(leaf, kind=kind) if isinstance(leaf, Rng) else leaf
        )

    def steps(every: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(
            replace(one, args=changed(one.args), given=changed(one.given)) for one in every
        )

    return replace(
        call,
        args=changed(call.args),
        built_with=changed(call.built_with),
        steps=steps(call.steps),
        then=steps(call.then),
    )


def first_form(part: CodePart, definition: Definition, contents: Contents) -> Form:
    """The arrays to call with: as declared, else torch where the code mentions it."""
    if part.library != "either":
        return Form(part.library)
    uses = uses_from_wire(contents.uses_of(definition))
    torch = any(use.name.split(".")[0] == "torch" for use in uses)
    return Form("torch" if torch else "numpy")


def _as_number(leaf: Any) -> Any:
    if isinstance(leaf, Array) and leaf.dtype == "bool":
        return Array(leaf.data.astype(np.int64), leaf.library, layout=leaf.layout)
    return leaf
