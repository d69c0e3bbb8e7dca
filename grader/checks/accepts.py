"""`accepts`: a function of the course's says of each result whether it is right.

For questions with several right answers, for thresholds, for what hangs together over several
outputs. The function runs where references run. What it can say to a student is a word of a list
that the problem declares: nothing of a hidden case fits into that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from grader.cases import Case, CasePlan
from grader.cases.edges import leaves
from grader.checks.base import (
    Ask,
    CallingCheck,
    Evidence,
    Judgement,
    exact_inputs,
    truth_of,
)
from grader.checks.comparing import form_problem, in_form
from grader.checks.describing import describe
from grader.checks.equals import best_of, possible, shown
from grader.checks.observing import failure
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions, Reference
from grader.sandbox import Observation, Returned
from grader.values import Opaque, Value
from grader.values.counting import all_of

RIGHT = ""  # in place of a word: the function accepts the result
MOST_WORDS = 30  # a submission may choose among them, and so tell of hidden inputs


class AcceptsOptions(CheckOptions):
    naming_functions: ClassVar[Mapping[str, int]] = {"by": 3}
    only_functions: ClassVar[bool] = True

    by: Reference = Field(
        description="module.function below reference/ that gets (inputs, truth, result) and "
        "returns True or a word of `words`"
    )
    words: dict[str, str] = Field(
        min_length=1,
        max_length=MOST_WORDS,
        description="what the function may say of a result that is not right: what a student reads",
    )
    cases: int = Field(8, ge=1, le=1000, description="how many to draw")
    form: Literal["truth", "any"] = Field(
        "truth", description="truth: a result must have the shapes of the reference's"
    )

    @field_validator("words")
    @classmethod
    def _said(cls, words: dict[str, str]) -> dict[str, str]:
        empty = [word for word, text in words.items() if not word or not text.strip()]
        if empty:
            raise ValueError(f"`{empty[0]}` says nothing; write what the student reads")
        return words


class Accepts(CallingCheck):
    kind: ClassVar[str] = "accepts"
    Options: ClassVar[type[CheckOptions]] = AcceptsOptions

    def title(self, options: AcceptsOptions) -> str:
        return "is accepted"

    def plan(self, options: AcceptsOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def judged_by(self, options: AcceptsOptions) -> str:
        return options.by

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        stride = 2 if ask.first else 1
        said = _said(ask, truth, evidence.observations, stride)
        for index, case in enumerate(ask.cases):
            places = range(index * stride, (index + 1) * stride)
            seen = [evidence.observations[place] for place in places]
            judged = [
                _judged(ask, case, truth_of(ask, truth, index)[0], one, said.get(place, RIGHT))
                for place, one in zip(places, seen, strict=True)
                if one in possible(ask, seen)
            ]
            best = best_of(judged)
            if best.verdict is not Verdict.CORRECT:
                return best
        count = len(ask.cases)
        are = "is" if count == 1 else "are"
        return Judgement(Verdict.CORRECT, f"{all_of(count, 'case')} {are} accepted")


def _said(
    ask: Ask, truth: Sequence[Value], seen: Sequence[Observation], stride: int
) -> dict[int, str]:
    """Of each result that has the right form, by its place: the word on it."""
    assert ask.judge is not None, "a function was named"
    asked = {}
    for place, one in enumerate(seen):
        case, wanted = ask.cases[place // stride], truth_of(ask, truth, place // stride)[0]
        if isinstance(one, Returned) and not _problem(ask, case, wanted, one.value):
            form = ask.options.form == "truth"
            got = in_form(one.value, wanted, ask.returns) if form else one.value
            asked[place] = (dict(exact_inputs(case)), wanted, got)
    quote = all(map(ask.may_quote, ask.cases))
    words = ask.judge.words(list(asked.values()), quote=quote) if asked else []
    return dict(zip(asked, words, strict=True))


def _judged(ask: Ask, case: Case, wanted: Value, seen: Observation, word: str) -> Judgement:
    failed = failure(seen, ask, case)
    if failed is not None:
        return failed
    assert isinstance(seen, Returned)
    problem = _problem(ask, case, wanted, seen.value) or (ask.options.words[word] if word else "")
    if not problem:
        return Judgement(Verdict.CORRECT, "")
    return Judgement(Verdict.WRONG, f"{case.label}: {problem}", shown(case, wanted, ask, seen))


def _problem(ask: Ask, case: Case, wanted: Value, got: Value) -> str:
    """Why a result is not even looked at."""
    quote = ask.may_quote(case)
    if any(isinstance(leaf, Opaque) for leaf in leaves(got)):
        return f"the result is {describe(got, quote=quote)}, which cannot be looked at"
    if ask.options.form == "any":
        return ""
    return form_problem(got, wanted, ask.returns, quote=quote)
