"""`gradient`: a hand-written backward pass, or the gradient of a student's torch function.

With `of`, the student's function returns derivatives, and the truth is autograd through the
reference's forward function, confirmed by central differences. Without it, the student's own
function is differentiated by autograd and compared with the reference's derivative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from pydantic import Field, field_validator

from grader.cases import Case, CasePlan
from grader.checks.base import (
    Ask,
    Check,
    Evidence,
    Judgement,
    exact_inputs,
    reference_calls_of,
    student_calls_of,
    to_library,
)
from grader.checks.comparing import compare, right_outputs
from grader.checks.equals import best_of, judge_case, possible
from grader.checks.sharing import with_share
from grader.checks.tolerance import Tolerance
from grader.checks.verdict import Verdict
from grader.course.calls import not_an_input
from grader.course.inputs import GENERATOR, did_you_mean
from grader.course.parts import CodePart
from grader.course.signature import Argument, BadSignature, Signature, read_signature
from grader.course.specs import CheckOptions, Faulty
from grader.sandbox import Call, Observation, Returned
from grader.values import Array, Value
from grader.values.counting import counted
from grader.values.plain import Library

# Central differences with step 1e-5 are good to about 1e-9 on functions of order one; a wrong
# derivative is off by its own size. Anything between says that the reference is not smooth here.
DIFFERENCES = Tolerance(relative=1e-5, absolute=1e-7)


class GradientOptions(CheckOptions):
    of: str = Field("", description="the forward call that is differentiated: forward(x, W)")
    upstream: list[str | None] = Field(
        default_factory=list,
        description="for each output of the forward call, the input that is its upstream "
        "derivative; null for none",
    )
    wrt: dict[str, str] | list[str] = Field(
        description="name of each derivative: the input it is with respect to, such as "
        "{dWf: parameters.Wf}"
    )
    cases: int = Field(4, ge=1, le=200, description="how many to draw")

    @field_validator("upstream")
    @classmethod
    def _some(cls, names: list[str | None]) -> list[str | None]:
        if names and not any(names):
            raise ValueError(
                "gives no output a derivative, so that there is none to compute; leave `upstream` "
                "out for the derivative of the outputs themselves"
            )
        return names

    @field_validator("of")
    @classmethod
    def _is_call(cls, text: str) -> str:
        if text:
            read_signature(text)  # a ValueError with its own words
        return text

    def inputs_it_is_about(self) -> set[str]:
        return set() if self.of else {path[0] for path in self.names().values()}

    def faults(self, part: CodePart) -> Iterator[Faulty]:
        try:
            forward = read_signature(self.of or part.call)
        except BadSignature:
            return  # said at `call`
        inputs = {**part.inputs, **self.inputs}
        if GENERATOR not in inputs:
            for argument in forward.arguments if self.of else ():
                if argument.name not in inputs:
                    yield ("of",), not_an_input(argument.name, inputs)
            for index, name in enumerate(self.upstream):
                if name is not None and name not in inputs:
                    yield ("upstream", index), not_an_input(name, inputs)
        for index, (key, (name, *_)) in enumerate(self.names().items()):
            if name not in forward.names:
                at = key if isinstance(self.wrt, dict) else index
                hint = did_you_mean(name, list(forward.names))
                yield ("wrt", at), f"`{name}` is not passed to `{forward}`{hint}"

    def names(self) -> dict[str, tuple[str, ...]]:
        """derivative's name -> input's name and the keys inside it"""
        pairs = self.wrt.items() if isinstance(self.wrt, dict) else [(w, w) for w in self.wrt]
        return {name: tuple(path.split(".")) for name, path in pairs}


class Gradient(Check):
    kind: ClassVar[str] = "gradient"
    Options: ClassVar[type[CheckOptions]] = GradientOptions
    by_results: ClassVar[bool] = True

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
                        args=_arguments(forward.arguments, case, "torch"),
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
                    args=_arguments(ask.call.arguments, case, "torch"),
                    operation="gradient",
                    seed=case.seed,
                    options=_request(options, ask.call, case),
                    built_with=None
                    if ask.call.built_with is None
                    else _arguments(ask.call.built_with, case, "torch"),
                    names=ask.call.names,
                )
                for case in ask.cases
            ]
        return student_calls_of(ask, truth[2 * len(ask.cases) :], library)

    def calls_the_answer(self, ask: Ask) -> bool:
        return bool(ask.options.of)

    def same(self, ask: Ask, case: Case, got: Value, wanted: Value) -> bool:
        names = list(ask.options.names())
        mine, other = _with_names(got, names), _with_names(wanted, names)
        return compare(mine, other, ask.tolerance_for(case)).agrees

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
            attempts = possible(ask, evidence.observations[index * stride : (index + 1) * stride])
            judged = [judge_case(ask, case, wanted, _named(attempt, names)) for attempt in attempts]
            best = best_of(judged)
            if len(attempts) < stride:
                used = ", ".join(step.function for step in ask.first)
                note = f"you hand in no {used}, so the reference's was used"
                best = replace(best, notes=(*best.notes, note))
            if best.verdict is not Verdict.CORRECT:
                seen = evidence.observations
                return with_share(best, ask, seen, stride, partial(_right, ask, truth, names))
            notes.update(dict.fromkeys(best.notes))
        return Judgement(
            Verdict.CORRECT,
            f"{counted(len(names), 'derivative agrees', 'derivatives agree')} with autograd and "
            "central differences",
            notes=tuple(notes),
        )


def _right(
    ask: Ask, truth: Sequence[Value], names: list[str], index: int, got: Value
) -> dict[str, bool]:
    wanted = dict(zip(names, truth[2 * index], strict=True))
    return right_outputs(_with_names(got, names), wanted, ask.tolerance_for(ask.cases[index]))


def _named(seen: Observation, names: list[str]) -> Observation:
    return (
        replace(seen, value=_with_names(seen.value, names)) if isinstance(seen, Returned) else seen
    )


def _with_names(value: Value, names: list[str]) -> Value:
    """A tuple of derivatives or a single one as a dictionary, with the part's names for them."""
    if isinstance(value, tuple | list) and len(value) == len(names):
        return dict(zip(names, value, strict=True))
    if isinstance(value, Array) and len(names) == 1:
        return {names[0]: value}
    return value


def _arguments(named: tuple[Argument, ...], case: Case, library: Library) -> tuple[Value, ...]:
    exact = exact_inputs(case)
    return tuple(to_library(exact[argument.name], library) for argument in named)


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
