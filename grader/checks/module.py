"""`module`: a student's `nn.Module` has the right parameters and, given the reference's, the
same outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from grader.cases import Case, CasePlan
from grader.checks.base import Ask, Check, Evidence, Judgement, sent_again, to_library
from grader.checks.comparing import compare
from grader.checks.observing import failure
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions, ModulePart
from grader.sandbox import Call, Returned
from grader.values import Value
from grader.values.plain import Library


class ModuleOptions(CheckOptions):
    parameters: bool = Field(True, description="compare the number of trainable parameters")
    outputs: bool = Field(True, description="load the reference's state and compare the outputs")
    cases: int = Field(2, ge=1, le=50)


class Module(Check):
    kind: ClassVar[str] = "module"
    Options: ClassVar[type[CheckOptions]] = ModuleOptions

    def title(self, options: ModuleOptions) -> str:
        return "parameters and outputs agree with the reference module"

    def plan(self, options: ModuleOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        name = ask.part.reference.rpartition(".")[2]
        return [_call(ask, case, name, state=None) for case in ask.cases]

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        calls = []
        for case, wanted in zip(ask.cases, truth, strict=True):
            state = sent_again(wanted["state"], "torch") if ask.options.outputs else None
            calls.append(_call(ask, case, ask.call.function, state=state))
        return calls

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        notes: dict[str, None] = {}
        for case, wanted, seen in zip(ask.cases, truth, evidence.observations, strict=True):
            failed = failure(seen, ask, case)
            if failed is not None:
                return failed
            assert isinstance(seen, Returned)
            got = seen.value
            if not isinstance(got, Mapping) or set(got) != set(wanted):
                return Judgement(Verdict.CRASHED, "what came back could not be read")
            problem = _problem(ask, case, wanted, got)
            if problem:
                return Judgement(Verdict.WRONG, f"{case.label}: {problem}")
            if got["loaded"] == "order":
                notes["your parameters have other names; they were matched in order"] = None
        return Judgement(Verdict.CORRECT, "parameters and outputs agree", notes=tuple(notes))


def _problem(ask: Ask, case: Case, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> str:
    if ask.options.parameters and got["trainable"] != wanted["trainable"]:
        return (
            f"your module has {got['trainable']:,} trainable parameters, "
            f"not {wanted['trainable']:,}"
        )
    if not ask.options.outputs:
        return ""
    if got["loaded"] == "mismatch":
        return (
            "the reference's parameters do not fit into yours: "
            f"yours are {_shapes(got['parameters'])}, asked for are "
            f"{_shapes(wanted['parameters'])}"
        )
    comparison = compare(
        got["output"],
        wanted["output"],
        ask.tolerance,
        case=case.label,
        public=case.public,
        quote=ask.may_quote(case),
    )
    return f"with the reference's parameters, {comparison.problem}" if comparison.problem else ""


def _shapes(parameters: Sequence[Any]) -> str:
    shown = [f"{name} {tuple(shape)}" for name, shape in parameters[:6]]
    return ", ".join(shown) + (", …" if len(parameters) > 6 else "")


def _call(ask: Ask, case: Case, function: str, state: Value) -> Call:
    assert isinstance(ask.part, ModulePart)
    forward = [to_library(case.inputs[name], "torch") for name in ask.part.forward]
    return Call(
        function=function,
        args=tuple(to_library(case.inputs[a.name], "torch") for a in ask.call.arguments),
        operation="module",
        seed=case.seed,
        options={
            "state": state,
            "return_state": state is None,
            "inputs": forward if ask.options.outputs else None,
        },
    )
