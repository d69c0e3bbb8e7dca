"""`gradient`: a hand-written backward pass, or the gradient of a student's torch function.

With `of`, the student's function returns derivatives, and the truth is autograd through the
reference's forward function, confirmed by central differences. Without it, the student's own
function is differentiated by autograd and compared with the reference's derivative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, field_validator

from grader.cases import Case, CasePlan
from grader.cases.edges import change_leaves
from grader.checks.base import (
    Ask,
    Check,
    Evidence,
    Judgement,
    build_call,
    reference_calls_of,
    to_library,
    truth_of,
)
from grader.checks.comparing import compare
from grader.checks.equals import judge_case
from grader.checks.tolerance import Tolerance
from grader.checks.verdict import Verdict
from grader.course.signature import Signature, read_signature
from grader.course.specs import CheckOptions
from grader.sandbox import Call, Returned
from grader.values import Array, Value
from grader.values.plain import Library

# Central differences with step 1e-5 are good to about 1e-9 on functions of order one; a wrong
# derivative is off by its own size. Anything between says that the reference is not smooth here.
DIFFERENCES = Tolerance(relative=1e-5, absolute=1e-7)


class GradientOptions(CheckOptions):
    of: str = Field(
        "", description="the forward call that is differentiated: lstm_cell_forward(xt, a_prev)"
    )
    upstream: list[str | None] = Field(
        default_factory=list,
        description="for each output of the forward call, the input that is its upstream "
        "derivative; null for none",
    )
    wrt: dict[str, str] | list[str] = Field(
        description="name of each derivative: the input it is with respect to, such as "
        "{dWf: parameters.Wf}"
    )
    cases: int = Field(4, ge=1, le=200)

    @field_validator("of")
    @classmethod
    def _is_call(cls, text: str) -> str:
        if text:
            read_signature(text)  # a ValueError with its own words
        return text

    def names(self) -> dict[str, tuple[str, ...]]:
        """derivative's name -> input's name and the keys inside it"""
        pairs = self.wrt.items() if isinstance(self.wrt, dict) else [(w, w) for w in self.wrt]
        return {name: tuple(path.split(".")) for name, path in pairs}


class Gradient(Check):
    kind: ClassVar[str] = "gradient"
    Options: ClassVar[type[CheckOptions]] = GradientOptions

    def title(self, options: GradientOptions) -> str:
        return "gradients agree with autograd"

    def plan(self, options: GradientOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        options: GradientOptions = ask.options
        forward = read_signature(options.of) if options.of else ask.call
        function = forward.function if options.of else ask.part.reference.rpartition(".")[2]
        calls = []
        for case in ask.cases:
            for operation in ("gradient", "differences"):
                calls.append(
                    Call(
                        function=function,
                        args=_arguments(forward, case, "torch"),
                        operation=operation,
                        seed=case.seed,
                        options=_request(options, forward, case),
                    )
                )
        if options.of:
            calls += reference_calls_of(ask)  # for the results of `first`
        return calls

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        options: GradientOptions = ask.options
        if not options.of:
            return [
                Call(
                    function=ask.call.function,
                    args=_arguments(ask.call, case, "torch"),
                    operation="gradient",
                    seed=case.seed,
                    options=_request(options, ask.call, case),
                )
                for case in ask.cases
            ]
        calls = []
        for index, case in enumerate(ask.cases):
            calls.append(build_call(ask, case, library))
            if ask.first:
                _, given = truth_of(ask, truth[2 * len(ask.cases) :], index)
                calls.append(build_call(ask, case, library, given=given))
        return calls

    def calls_the_answer(self, ask: Ask) -> bool:
        return bool(ask.options.of)

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        options: GradientOptions = ask.options
        names = list(options.names())
        ask = replace(ask, returns=())  # derivatives go by their own names from here on
        stride = 2 if ask.first and options.of else 1
        notes: dict[str, None] = {}
        for index, case in enumerate(ask.cases):
            wanted = dict(zip(names, truth[2 * index], strict=True))
            second = dict(zip(names, truth[2 * index + 1], strict=True))
            doubt = compare(second, wanted, DIFFERENCES)
            if not doubt.agrees:
                return Judgement(
                    Verdict.GRADER_FAULT,
                    f"the reference's autograd and its central differences disagree: "
                    f"{doubt.problem}",
                )
            attempts = evidence.observations[index * stride : (index + 1) * stride]
            judged = [
                judge_case(ask, case, wanted, _named(attempt, names, options))
                for attempt in attempts
            ]
            best = next((j for j in judged if j.verdict is Verdict.CORRECT), judged[-1])
            if best.verdict is not Verdict.CORRECT:
                return best
            notes.update(dict.fromkeys(best.notes))
        return Judgement(
            Verdict.CORRECT,
            f"{len(names)} derivative(s) agree with autograd and central differences",
            notes=tuple(notes),
        )


def _named(seen: Any, names: list[str], options: GradientOptions) -> Any:
    """A tuple or single array of derivatives, with the part's names for them."""
    if not isinstance(seen, Returned):
        return seen
    value = seen.value
    if isinstance(value, Mapping):
        return seen
    if isinstance(value, tuple | list) and len(value) == len(names):
        value = dict(zip(names, value, strict=True))
    elif isinstance(value, Array) and len(names) == 1:
        value = {names[0]: value}
    return Returned(value, seen.seconds, seen.changed_inputs, seen.inputs_after, seen.printed)


def _arguments(call: Signature, case: Case, library: Library) -> tuple[Value, ...]:
    exact = change_leaves(
        case.inputs,
        lambda leaf: (
            leaf.astype(np.float64)
            if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"
            else leaf
        ),
    )
    return tuple(to_library(exact[argument.name], library) for argument in call.arguments)


def _request(options: GradientOptions, forward: Signature, case: Case) -> dict[str, Value]:
    positions = {argument.name: index for index, argument in enumerate(forward.arguments)}
    upstream = [
        None if name is None else to_library(case.inputs[name], "torch")
        for name in options.upstream
    ]
    return {
        "wrt": [[positions[path[0]], *path[1:]] for path in options.names().values()],
        # None: a hand-written backward pass without upstream derivatives is that of the sum of
        # the outputs; where both sides are differentiated here, they are weighed by the same
        # numbers, drawn from the case's seed.
        "cotangents": upstream or None,
        "ones": bool(options.of),
        "seed": case.seed,
    }
