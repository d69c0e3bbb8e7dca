"""What may be asked of a function on the other side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from grader.values import Value

Operation = Literal["call", "gradient", "differences", "module"]


@dataclass(frozen=True)
class Use:
    """Stands for (an item of) the result of an earlier step: `Use(0, (3,))` is `steps[0][3]`."""

    step: int
    path: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A call made before the one that is judged, whose result later arguments may use.

    `given`, if not None, is a one-element tuple holding a result to use instead of calling: the
    reference's own, when the student's earlier function is missing or wrong.
    """

    function: str
    args: tuple[Value | Use, ...]
    given: tuple[Value] | None = None


@dataclass(frozen=True)
class Call:
    """One call of one function, self-contained: fresh arguments, a seed for its randomness.

    - `call`: the result of `function(*args)`.
    - `gradient`: the derivatives of `sum(cotangent * output)` with respect to `wrt` (argument
      positions, or positions and keys inside them), by autograd.
    - `differences`: the same by central differences, as a second opinion on a reference.
    - `module`: `function` is an `nn.Module` class, built with `args`; `options` holds its state
      and the inputs of its forward pass.
    """

    function: str
    args: tuple[Value | Use, ...]
    operation: Operation = "call"
    steps: tuple[Step, ...] = ()
    seed: int = 0
    return_inputs: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    # Not None: `function` is a class; it is constructed with these, and the object is called.
    built_with: tuple[Value | Use, ...] | None = None
    # What the problem calls the arguments, for a function that takes some by keyword only.
    names: tuple[str, ...] = ()
    # Made after it, on the object that it made; what is changed by then, beside what is returned,
    # of which so many are kept.
    then: tuple[Step, ...] = ()
    changes: tuple[Use, ...] = ()
    keeps: int = 0
    # Not None: the call is made once for each number from the first of these up to the second, with
    # chance that belongs to the number; what comes back is the list of all results.
    draws: tuple[int, int] | None = None
    # Functions of the student's in whose place the grader answers; see `grader.sandbox.replaced`.
    replaced: tuple[str, ...] = ()
    # Patterns of functions whose calls from the student's own lines are noted.
    watch: tuple[str, ...] = ()
    # What a right answer can be at most; less than the limit for any reply. Not sent with the call.
    reply_bytes: int | None = None

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of all functions that are called for it."""
        return (self.function, *(step.function for step in (*self.steps, *self.then)))

    def to_wire(self) -> dict[str, Any]:
        wire = {
            "function": self.function,
            "args": _arguments(self.args),
            "operation": self.operation,
            "steps": [
                {"function": step.function, "args": _arguments(step.args), "given": step.given}
                for step in self.steps
            ],
            "seed": self.seed,
            "return_inputs": self.return_inputs,
            "options": dict(self.options),
            "built_with": None if self.built_with is None else _arguments(self.built_with),
            "names": self.names,
        }
        if self.watch:  # else as it was: what is known of a call is kept by what is sent
            wire["watch"] = self.watch
        if self.then or self.changes:
            wire["then"] = [
                {"function": step.function, "args": _arguments(step.args)} for step in self.then
            ]
            wire["changes"], wire["keeps"] = _arguments(self.changes), self.keeps
        if self.draws is not None:
            wire["draws"] = list(self.draws)
        if self.replaced:
            wire["replaced"] = {name: [] for name in self.replaced}
        return wire


def _arguments(args: tuple[Value | Use, ...]) -> list[dict[str, Any]]:
    return [
        {"use": (arg.step, arg.path)} if isinstance(arg, Use) else {"value": arg} for arg in args
    ]
