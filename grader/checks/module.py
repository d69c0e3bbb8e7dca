"""`module`: a student's `nn.Module` has the right parameters and, given the reference's, the
same outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field

from grader.cases import Case, CasePlan
from grader.checks.base import Ask, Check, Evidence, Judgement, sent_again, to_library
from grader.checks.comparing import compare
from grader.checks.figures import label
from grader.checks.observing import what_failed
from grader.checks.verdict import Verdict
from grader.course.parts import CodePart
from grader.course.specs import CheckOptions, Faulty
from grader.sandbox import Call, Returned
from grader.values import Value
from grader.values.plain import Library
from grader.values.wire import MAX_DIMENSIONS

MAX_TRAINABLE = 10**15  # a number that is printed: a forged one could have thousands of digits


class ModuleOptions(CheckOptions):
    parameters: bool = Field(True, description="compare the number of trainable parameters")
    outputs: bool = Field(True, description="load the reference's state and compare the outputs")
    cases: int = Field(2, ge=1, le=50, description="how many to draw")

    def faults(self, part: CodePart) -> Iterator[Faulty]:
        if part.defines != "class":
            yield (), "`module` is for a part that asks for a module; this one asks for a function"
        if not (self.parameters or self.outputs):
            yield (), "compares nothing; leave `parameters` or `outputs` true"


class Module(Check):
    kind: ClassVar[str] = "module"
    Options: ClassVar[type[CheckOptions]] = ModuleOptions

    def title(self, options: ModuleOptions) -> str:
        if not options.outputs:
            return "has as many parameters as the reference module"
        return "parameters and outputs agree with the reference module"

    def plan(self, options: ModuleOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        name = ask.part.reference.rpartition(".")[2]
        return [_call(ask, case, name, state=None, return_state=True) for case in ask.cases]

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        return _filled(ask, truth, ask.call.function)

    def answer_calls(self, ask: Ask, truth: Sequence[Value]) -> list[Call]:
        return _filled(ask, truth, ask.part.reference.rpartition(".")[2])

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        notes: dict[str, None] = {}
        for case, wanted, seen in zip(ask.cases, truth, evidence.observations, strict=True):
            failed = what_failed(seen, ask, case)
            if failed is not None:
                return failed
            assert isinstance(seen, Returned)
            got = seen.value
            if not _readable(got, wanted):
                return Judgement(Verdict.CRASHED, "what came back could not be read")
            if got["loaded"] == "order":
                notes["your parameters have other names; they were matched in order"] = None
            if got["precision"] == "float32":
                notes["your module was run in float32, since it casts to it"] = None
            judged = _judge_case(ask, case, wanted, got)
            if judged is not None:
                return replace(
                    judged, message=f"{case.label}: {judged.message}", notes=tuple(notes)
                )
        agree = "parameters and outputs agree" if ask.options.outputs else "parameters agree"
        return Judgement(Verdict.CORRECT, agree, notes=tuple(notes))

    def same(self, ask: Ask, case: Case, got: Value, wanted: Value) -> bool:
        """The same parameters, whatever their names, and the same output where both have one."""
        if not _readable(got, wanted) or got["groups"] != wanted["groups"]:
            return False
        if got["trainable"] != wanted["trainable"]:
            return False
        runs = got["loaded"] != "mismatch" and wanted["loaded"] != "mismatch"
        return not runs or not _difference(ask, case, wanted["output"], got, "output")


def _readable(got: Value, wanted: Mapping[str, Any]) -> bool:
    """Whether it is such a reply at all: a student's process could send anything."""
    return (
        isinstance(got, Mapping)
        and set(got) == set(wanted)
        and type(got["trainable"]) is int
        and 0 <= got["trainable"] < MAX_TRAINABLE
        and isinstance(got["groups"], list)
        and all(_names(got[key]) for key in ("shared", "unregistered"))
        and isinstance(got["parameters"], list)
        and all(map(_is_parameter, got["parameters"]))
    )


def _names(value: Value) -> bool:
    """At most two: a forged reply could hold as many as it likes, and they are written out."""
    return isinstance(value, list) and len(value) <= 2 and all(isinstance(x, str) for x in value)


def _is_parameter(value: Value) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    name, shape = value
    sized = isinstance(shape, list) and len(shape) <= MAX_DIMENSIONS
    return isinstance(name, str) and sized and all(type(size) is int for size in shape)


def _judge_case(
    ask: Ask, case: Case, wanted: Mapping[str, Any], got: Mapping[str, Any]
) -> Judgement | None:
    """What is wrong with one case, or cannot be told; None where it agrees."""
    quote = ask.may_quote(case)
    if ask.options.parameters and got["trainable"] != wanted["trainable"]:
        return Judgement(Verdict.WRONG, _miscounted(wanted, got, quote))
    if not ask.options.outputs:
        return None
    if got["loaded"] == "mismatch":
        # Another layout of the same numbers may be as right: only a person can tell.
        yours = f"yours are {_shapes(got['parameters'])}, " if quote else ""
        return Judgement(
            Verdict.UNDECIDED,
            "the reference's parameters do not fit into yours, so the outputs cannot be compared: "
            f"{yours}asked for are {_shapes(wanted['parameters'])}",
        )
    differing = _difference(ask, case, wanted["output"], got, "output")
    if not differing:
        return None
    message = f"with the reference's parameters, {differing}"
    if got["loaded"] == "names":
        return Judgement(Verdict.WRONG, message)
    # With equal numbers in all layers of a shape, their order can no longer be the reason.
    told = got["known"] is True and got["alike"] is not None
    if told and _difference(ask, case, wanted["alike"], got, "alike"):
        return Judgement(Verdict.WRONG, message)
    return Judgement(
        Verdict.UNDECIDED, f"{message}; that may be only the order in which you define your layers"
    )


def _difference(
    ask: Ask, case: Case, wanted: Value, got: Mapping[str, Any], which: Literal["output", "alike"]
) -> str:
    tolerance = ask.tolerance
    if got["precision"] == "float32":
        tolerance = tolerance.for_inputs("float32")
    return compare(
        got[which],
        wanted,
        tolerance,
        case=case.label,
        public=case.public,
        quote=ask.may_quote(case),
    ).problem


def _miscounted(wanted: Mapping[str, Any], got: Mapping[str, Any], quote: bool) -> str:
    # A student's own number or name could spell out a hidden input.
    has = f"{got['trainable']:,}" if quote else "another number of"
    message = f"your module has {has} trainable parameters, not {wanted['trainable']:,}"
    if got["unregistered"]:
        where = label(got["unregistered"][0]) if quote else "an attribute"
        message += f"; torch does not see those in {where}: use nn.ModuleList or nn.Parameter"
    elif got["shared"]:
        which = " and ".join(map(label, got["shared"])) if quote else "two of them"
        message += f"; {which} are one and the same; give each its own (in [layer] * n all are one)"
    return message


def _shapes(parameters: Sequence[Any]) -> str:
    shown = [f"{label(name)} {tuple(shape)}" for name, shape in parameters[:6]]
    return ", ".join(shown) + (", …" if len(parameters) > 6 else "")


def _filled(ask: Ask, truth: Sequence[Value], module: str) -> list[Call]:
    """A call a case of `module`, which is given the reference's parameters."""
    return [
        _call(
            ask,
            case,
            module,
            state=sent_again(wanted["state"], "torch") if ask.options.outputs else None,
        )
        for case, wanted in zip(ask.cases, truth, strict=True)
    ]


def _call(ask: Ask, case: Case, function: str, state: Value, *, return_state: bool = False) -> Call:
    forward = [to_library(case.inputs[name], "torch") for name in ask.part.forward_inputs]
    return Call(
        function=function,
        args=tuple(to_library(case.inputs[a.name], "torch") for a in ask.call.arguments),
        operation="module",
        seed=case.seed,
        options={
            "state": state,
            "return_state": return_state,
            "roles": [[role, *others] for role, others in ask.part.layer_names.items()],
            "inputs": forward if ask.options.outputs else None,
        },
    )
