"""A student's formula and code against each other, where a problem asks for the same twice.

It says which of the two is wrong, and never changes points. Nothing is said where one of them
cannot be read or run, or where the cases do not bear out what the marks say.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from grader.binding import (
    Apart,
    InCase,
    NothingHere,
    Unbound,
    Unnamed,
    first_apart,
    outputs,
)
from grader.checks import Verdict
from grader.checks.describing import as_array, shape_of, without_ones
from grader.course.binding import SameAs
from grader.errors import GraderError, NoValue
from grader.grading.ordinary import Ordinary, ordinary_cases
from grader.grading.outcome import Outcome
from grader.grading.session import Session
from grader.grading.truth import ReferenceFailed
from grader.grading.written import MAX_CHARACTERS, WrittenAnswers
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Unclear
from grader.maths import Expr, Symbols
from grader.report import Agreement, AgreementReport, PartReport
from grader.sandbox import Observation, Returned
from grader.values import Value

MAX_CASES = 6
_WRONG = (Verdict.WRONG, Verdict.PARTLY)


def agreements(
    session: Session,
    written: WrittenAnswers,
    reports: Sequence[PartReport],
    outcomes: Mapping[str, Sequence[Outcome]],
) -> Iterator[AgreementReport]:
    """One for each pair of formula and code of which at least one is wrong."""
    by_name = {report.name: report for report in reports}
    for name, part in written.problem.parts.items():
        same = part.binding
        if not isinstance(part, WrittenPart) or same is None or name not in written.answers:
            continue
        verdicts = by_name[name].verdict, by_name[same.part].verdict
        if not all(one in (Verdict.CORRECT, *_WRONG) for one in verdicts):
            continue
        if verdicts == (Verdict.CORRECT, Verdict.CORRECT):
            continue
        try:
            pair = _Pair(same, *_formula(part, written.answers[name].text))
            found = pair.report(session, verdicts, name, outcomes[same.part])
        except _NOTHING_TO_SAY:
            continue
        except Exception as error:  # in what is said by the way: it must not cost the whole report
            found = AgreementReport(
                formula=name,
                code=same.part,
                says=Agreement.NOT_COMPARED,
                fault=_place_of(error),
            )
        if found is not None:
            yield found


class _NotReturned(NoValue):
    """The code gave no value in a case."""


class _Unlike(GraderError):
    """The student's result has not the form of the reference's."""


# What cannot be read, run or bound.
_NOTHING_TO_SAY = (NoValue, ReferenceFailed)


def _place_of(error: Exception) -> str:
    """Where the grader failed. Not the error's own words, which may hold a hidden case's inputs."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}, line {last.lineno}"


@dataclass(frozen=True)
class _Compared:
    """One case: is the formula right, is the code, and where do the two differ first?"""

    ordinary: Ordinary
    formula_right: bool
    code_right: bool
    agree: bool
    apart: Apart | None  # None too where the code's result has another form


@dataclass(frozen=True)
class _Pair:
    same: SameAs
    formula: Expr
    symbols: Symbols

    def report(
        self,
        session: Session,
        verdicts: tuple[Verdict, Verdict],
        name: str,
        seen: Sequence[Outcome],
    ) -> AgreementReport | None:
        ordinary = ordinary_cases([one.prepared for one in seen], session.truth, MAX_CASES)
        every = [self.compared(one, _result(one, seen)) for one in ordinary]
        compared = [one for one in every if one is not None]
        says = _says(verdicts, compared)
        return None if says is None else _report(name, self.same.part, says, compared)

    def compared(self, one: Ordinary, result: Value) -> _Compared | None:
        """None where an index of the binding has nowhere to run."""
        symbols, ask = self.symbols, one.prepared.ask
        try:
            truth = InCase(self.same, symbols, ask, one.case, one.truth)
        except NothingHere:
            return None
        if truth.unbound(self.formula):
            raise Unbound("means", "the formula uses a symbol that is nothing in the code")
        right = first_apart(self.formula, truth) is None
        try:
            given = _arranged(result, one.truth, ask.returns)
        except _Unlike:
            return _Compared(one, right, code_right=False, agree=False, apart=None)
        mine = InCase(self.same, symbols, ask, one.case, given)
        apart = first_apart(self.formula, mine)
        return _Compared(one, right, mine.gives_the_same(truth), apart is None, apart)


def _formula(part: WrittenPart, text: str) -> tuple[Expr, Symbols]:
    if len(text) > MAX_CHARACTERS:
        raise Unclear("too long")
    return part.marker().formula(part, text)


def _says(verdicts: tuple[Verdict, Verdict], compared: Sequence[_Compared]) -> Agreement | None:
    """What the marks say, where every case bears it out; else nothing."""
    if not compared:
        return None
    formula = all(one.formula_right for one in compared)
    code = all(one.code_right for one in compared)
    if (formula, code) != tuple(verdict is Verdict.CORRECT for verdict in verdicts):
        return None
    if all(one.agree for one in compared):
        return Agreement.SAME_MISTAKE
    if formula:
        return Agreement.CODE_WRONG
    return Agreement.FORMULA_WRONG if code else Agreement.BOTH_WRONG


def _report(
    formula: str, code: str, says: Agreement, compared: Sequence[_Compared]
) -> AgreementReport:
    """With the first place where they differ; its values only where the case is public.

    Of a case that is really hidden the place is not told either: which it is, a student's code can
    choose.
    """
    apart = next((one for one in compared if one.apart is not None), None)
    if says is Agreement.SAME_MISTAKE or apart is None or apart.apart is None:
        return AgreementReport(formula=formula, code=code, says=says)
    if not apart.ordinary.prepared.ask.may_quote(apart.ordinary.case):
        return AgreementReport(formula=formula, code=code, says=says)
    case, found = apart.ordinary.case, apart.apart
    shown = case.public and found.difference.place is not None
    return AgreementReport(
        formula=formula,
        code=code,
        says=says,
        case=case.label,
        indices=dict(found.indices),
        place=found.difference.place,
        formula_value=found.difference.left if shown else None,
        code_value=found.difference.right if shown else None,
    )


def _result(one: Ordinary, seen: Sequence[Outcome]) -> Value:
    """What the student's function returned for the case, by its own earlier results."""
    outcome = next(outcome for outcome in seen if outcome.prepared is one.prepared)
    observations: Sequence[Observation] = outcome.evidence.observations
    attempts = len(observations) // len(one.prepared.ask.cases)
    if not attempts:
        raise _NotReturned
    found = observations[one.index * attempts]
    if not isinstance(found, Returned):
        raise _NotReturned
    return found.value


def _arranged(got: Value, truth: Value, returns: Sequence[str]) -> Value:
    """The student's result in the form of the reference's, as it is forgiven when it is marked."""
    if len(returns) <= 1:
        return _like(got, truth)
    try:
        mine, wanted = outputs(got, returns), outputs(truth, returns)
    except Unnamed as error:
        raise _Unlike from error
    names = [name.rstrip("?") for name in returns]
    return tuple(
        _like(mine[name], wanted[name]) if name in mine and name in wanted else None
        for name in names
    )


def _like(got: Value, truth: Value) -> Value:
    if isinstance(truth, Mapping):
        if not isinstance(got, Mapping) or not set(truth) <= set(got):
            raise _Unlike
        return {key: _like(got[key], value) for key, value in truth.items()}
    wanted = as_array(truth)
    if isinstance(got, Mapping) and len(got) == 1:
        (got,) = got.values()  # the only derivative, by its name
    options = [got, *(got[:1] if isinstance(got, tuple | list) else ())]
    for option in options:
        shape = shape_of(option)
        if wanted is None or shape is None or without_ones(shape) != without_ones(wanted.shape):
            continue
        array = as_array(option)  # as large as the truth, and no larger
        if array is not None and array.dtype.kind in "biufc":
            return np.reshape(array, wanted.shape)
    raise _Unlike
