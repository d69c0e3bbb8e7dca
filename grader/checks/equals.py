"""`equals`: the function returns what the reference returns, case by case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from grader.cases import EDGES, Case, CasePlan, Example
from grader.checks.afterwards import After, Afterwards, Gathered, title_of
from grader.checks.base import (
    Ask,
    CallingCheck,
    Evidence,
    Judgement,
    truth_of,
)
from grader.checks.comparing import Comparison, compare, right_outputs
from grader.checks.findings import Inputs
from grader.checks.observing import failure
from grader.checks.sharing import with_share
from grader.checks.showing import show_inputs
from grader.checks.tolerance import Tolerance
from grader.checks.up_to import WORDS, UpTo
from grader.checks.verdict import Verdict
from grader.course.inputs import did_you_mean
from grader.course.parts import CodePart
from grader.course.renamed import now_called
from grader.course.specs import REFERENCE_PATTERN, CheckOptions, Faulty, Texts
from grader.course.strict import Strict
from grader.sandbox import Observation, Raised, Returned
from grader.values import Value


class ExampleSpec(Strict):
    """A literal case: inputs and the output written out. Lint compares it with the reference."""

    inputs: dict[str, Any] = Field(description="name of an input: its value")
    expect: Any = Field(description="what is to be returned")


class EqualsOptions(CheckOptions):
    naming_functions: ClassVar[Mapping[str, int]] = {"after": 1}

    cases: int | None = Field(None, ge=0, le=1000, description="how many to draw; 8 by default")
    edges: Literal["all"] | list[str] = Field(
        default_factory=list, description=f"edge cases to add: {', '.join(EDGES)}; or all"
    )
    examples: list[ExampleSpec] = Field(default_factory=list)
    decimals: int | None = Field(
        None, ge=0, le=12, description="decimals to which the examples are written"
    )
    after: str = Field(
        "",
        description="module.function below reference/ that the arrays of both sides are put "
        "through before",
    )

    up_to: Texts = Field(
        (), description=f"what an answer may leave open: {', '.join(WORDS)}; `sign of axis 1`"
    )

    @field_validator("up_to")
    @classmethod
    def _freedoms(cls, written: tuple[str, ...]) -> tuple[str, ...]:
        UpTo.of(written)
        return written

    def faults(self, part: CodePart) -> Iterator[Faulty]:
        if self.decimals is not None and not self.examples:
            yield ("decimals",), "is about `examples`, and there are none; leave it out"

    @model_validator(mode="after")
    def _one_of_both(self) -> EqualsOptions:
        if self.after and self.up_to:
            raise ValueError("`after` and `up_to` are two ways to say the same; leave one out")
        return self

    def left_open(self) -> UpTo | None:
        return UpTo.of(self.up_to) if self.up_to else None

    @field_validator("after")
    @classmethod
    def _function(cls, name: str) -> str:
        if name and not re.match(REFERENCE_PATTERN, name):
            instead = now_called("after", name) or "; write `after: module.function`"
            raise ValueError(f"`{name}` is no function of the reference{instead}")
        return name

    @field_validator("edges")
    @classmethod
    def _known_edges(cls, edges: Any) -> Any:
        for name in edges if isinstance(edges, list) else []:
            if name not in EDGES:
                raise ValueError(f"unknown edge `{name}`{did_you_mean(name, list(EDGES))}")
        return edges


class Equals(CallingCheck):
    kind: ClassVar[str] = "equals"
    Options: ClassVar[type[CheckOptions]] = EqualsOptions
    by_results: ClassVar[bool] = True

    def title(self, options: EqualsOptions) -> str:
        if options.examples and not options.cases:
            return "gives the expected values"
        after = f" after {title_of(options.after)}" if options.after else ""
        after += f" up to {' and '.join(options.up_to)}" if options.up_to else ""
        return f"agrees with the reference{after}"

    def plan(self, options: EqualsOptions) -> CasePlan:
        edges = tuple(EDGES) if options.edges == "all" else tuple(options.edges)
        drawn = 0 if options.examples or edges else 8
        return CasePlan(
            count=drawn if options.cases is None else options.cases,
            edges=edges,
            examples=tuple(Example(e.inputs, e.expect) for e in options.examples),
            public=options.public_cases(),
        )

    def after(self, options: EqualsOptions) -> str:
        return options.after

    def faults_in_use(self, ask: Ask, truth: Sequence[Value]) -> Iterator[Faulty]:
        if ask.options.edges == "all":  # of these, what fits
            return
        made = {case.label for case in ask.cases}
        for index, name in enumerate(ask.options.edges):
            if EDGES[name].label not in made:
                yield ("edges", index), f"`{name}` fits none of the inputs; leave it out"

    def same(self, ask: Ask, case: Case, got: Value, wanted: Value) -> bool:
        return compare_case(ask, replace(case, expected=None), wanted, got).agrees

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        seen = evidence.observations
        stride = 2 if ask.first else 1
        notes: dict[str, None] = {}
        if ask.after is not None:
            _put_through(ask, ask.after, truth, seen)
        for index, case in enumerate(ask.cases):
            wanted, _ = truth_of(ask, truth, index)
            attempts = possible(ask, seen[index * stride : (index + 1) * stride])
            judged = [judge_case(ask, case, wanted, attempt) for attempt in attempts]
            best = best_of(judged)
            if best.verdict is not Verdict.CORRECT:
                return with_share(best, ask, seen, stride, partial(_right, ask, truth))
            notes.update(dict.fromkeys(best.notes))
            if len(attempts) < stride or judged[0].verdict is not Verdict.CORRECT:
                used = ", ".join(step.function for step in ask.first)
                notes[f"judged with the reference's {used} in place of yours"] = None
        count = len(ask.cases)
        message = f"all {count} cases agree" if count > 1 else "it agrees"
        return Judgement(Verdict.CORRECT, message, notes=tuple(notes))


def _right(ask: Ask, truth: Sequence[Value], index: int, got: Value) -> dict[str, bool]:
    wanted, tolerance = _expected(ask, ask.cases[index], truth_of(ask, truth, index)[0])
    return right_outputs(
        got, wanted, tolerance, returns=ask.returns, after=ask.after, up_to=ask.options.left_open()
    )


def _put_through(
    ask: Ask, after: Afterwards, truth: Sequence[Value], seen: Sequence[Observation]
) -> None:
    """All that will be compared, in one go: case by case, each would start a process."""
    gathered = Gathered()
    stride = len(seen) // len(ask.cases)
    for index, case in enumerate(ask.cases):
        wanted, _ = truth_of(ask, truth, index)
        for one in seen[index * stride : (index + 1) * stride]:
            if isinstance(one, Returned):
                compare_case(ask, case, wanted, one.value, gathered)
    quote = all(map(ask.may_quote, ask.cases))
    after.put(gathered.handed_in, gathered.trusted, quote=quote)


def possible(ask: Ask, attempts: Sequence[Observation]) -> Sequence[Observation]:
    """The attempts that can say anything: none with a forward function that is not handed in."""
    own = attempts[0]
    steps = {step.function for step in ask.first}
    absent = isinstance(own, Raised) and own.type_name == "NotThere" and own.message in steps
    return attempts[1:] if absent else attempts


def best_of(judged: Sequence[Judgement]) -> Judgement:
    """Of the attempts with the student's and with the reference's earlier results, the one that
    counts: a right one, else a wrong one, which says more than that one could not read a cache
    which the other had arranged. Of two wrong ones that with the reference's, of two that
    crashed the student's own: with the reference's it may crash over the cache alone.
    """
    for verdict in (Verdict.CORRECT, Verdict.WRONG):
        for one in reversed(judged):
            if one.verdict is verdict:
                return one
    return judged[0]


def judge_case(ask: Ask, case: Case, wanted: Value, seen: Observation) -> Judgement:
    """One observation against the truth of its case."""
    failed = failure(seen, ask, case)
    if failed is not None:
        return replace(failed, findings=(*failed.findings, *shown(case, wanted, ask, seen)))
    assert isinstance(seen, Returned)
    comparison = compare_case(ask, case, wanted, seen.value)
    notes = list(comparison.notes)
    notes += _changed(ask, case, seen.changed_inputs)
    if comparison.agrees:
        return Judgement(Verdict.CORRECT, "", notes=tuple(notes))
    findings = (comparison.mismatch,) if comparison.mismatch else ()
    return Judgement(
        Verdict.WRONG,
        f"{case.label}: {comparison.problem}",
        (*findings, *shown(case, wanted, ask, seen)),
        tuple(notes),
    )


def compare_case(
    ask: Ask, case: Case, wanted: Value, got: Value, after: After | None = None
) -> Comparison:
    """`after` takes the place of what both sides are put through."""
    wanted, tolerance = _expected(ask, case, wanted)
    return compare(
        got,
        wanted,
        tolerance,
        returns=ask.returns,
        case=case.label,
        public=case.public,
        quote=ask.may_quote(case),
        after=after or ask.after,
        up_to=ask.options.left_open() if isinstance(ask.options, EqualsOptions) else None,
    )


def _expected(ask: Ask, case: Case, wanted: Value) -> tuple[Value, Tolerance]:
    """The truth of a case, and how near to it is right."""
    tolerance = ask.tolerance_for(case)
    if case.expected is not None:
        # The author wrote the truth out, to so many decimals; half a unit of the last is equal.
        wanted = case.expected[0]
        decimals = ask.options.decimals
        if decimals is not None:
            tolerance = Tolerance(relative=0.0, absolute=0.5001 * 10.0**-decimals)
    return wanted, tolerance


def _changed(ask: Ask, case: Case, positions: tuple[int, ...]) -> list[str]:
    # In the problem's order and each once, whatever the process said, and however often.
    arguments = enumerate(ask.call.arguments)
    names = [
        str(argument)
        for index, argument in arguments
        if index in positions and argument.name not in ask.part.changed
    ]
    told = names if ask.may_quote(case) else names[:1]
    return [f"your function changes its input {', '.join(told)} in place"] if names else []


def shown(case: Case, wanted: Value, ask: Ask, seen: Observation) -> tuple[Inputs, ...]:
    """The inputs of a public case, and what is expected."""
    if not case.public:
        return ()
    expected = case.expected[0] if case.expected is not None else wanted
    names = [argument.name for call in (*ask.first, ask.call) for argument in call.passed]
    return (show_inputs(case, names, expected, ask.returns, getattr(seen, "printed", "")),)
