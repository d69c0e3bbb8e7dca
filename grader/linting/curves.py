"""Faults of curves: an example that cannot be read, a claim or a mistake that is not recognised."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.verdict import Verdict
from grader.course.curves import CurveMistake, CurvePart
from grader.course.faults import Fault
from grader.course.source import Source
from grader.forms import FORMS, Marked, Marking
from grader.forms.claimed import right_text
from grader.forms.claims import truth_of
from grader.forms.columns import Unfit
from grader.forms.curve import example_table, right_claims
from grader.forms.curve_data import CurveData, read_data
from grader.submission.tables import DataFiles, Table


def curve_faults(name: str, part: CurvePart, source: Source) -> Iterator[Fault]:
    """For every example the claims that it supports must get full marks; for one of them each
    mistake must lose some and get its name."""
    path = ("parts", name)
    found = list(FORMS["curve"].faults(part))
    beside = source.data["parts"]
    for claim in part.claims:
        if claim in beside and len(beside) > 1:
            message = f"the part `{claim}` has this name too; a label could mean either"
            found.append((f"claims.{claim}", message))
    yield from (source.fault((*path, *field.split(".")), message) for field, message in found)
    if found:
        return
    examples: list[tuple[Table, CurveData]] = []
    for number in range(len(part.examples)):
        table = example_table(part, number)
        try:
            examples.append((table, read_data(part, table)))
        except Unfit as unfit:
            message = f"cannot be read: line {unfit.line}: {unfit}"
            yield source.fault((*path, "examples", number), message)
            return
    for number, (table, data) in enumerate(examples):
        marked = _marked(part, right_claims(part, data), table)
        if marked.verdict is not Verdict.CORRECT:
            message = f"its own claims do not get full marks: {marked.message}"
            yield source.fault((*path, "examples", number), message)
            return
    for index, mistake in enumerate(part.mistakes):
        message = _mistake_fault(part, mistake, examples)
        if message:
            yield source.fault((*path, "mistakes", index), message)


def _marked(part: CurvePart, text: str, table: Table) -> Marked:
    return FORMS["curve"].mark(part, text, Marking(data=DataFiles((table,))))


def _mistake_fault(
    part: CurvePart, mistake: CurveMistake, examples: list[tuple[Table, CurveData]]
) -> str:
    fault = "gives the right answer for every example; add one that brings it out"
    for table, data in examples:
        text = right_text(truth_of(part, part.mistaken(mistake), data))
        marked = _marked(part, f"{mistake.claim}: {text}", table)
        if marked.mistake is not None and marked.mistake.name == mistake.name:
            return ""
        if marked.mistake is not None:
            fault = (
                f"is recognised as `{marked.mistake.name}`, which comes first; "
                "keep one, or add an example that tells them apart"
            )
    return fault
