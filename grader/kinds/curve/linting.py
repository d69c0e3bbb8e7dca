"""What lint tries of a curve: each example, with the claims that it supports and each mistake."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.verdict import Verdict
from grader.kinds.curve.claimed import right_text
from grader.kinds.curve.claims import truth_of
from grader.kinds.curve.columns import Unfit
from grader.kinds.curve.data import CurveData, read_data
from grader.kinds.curve.keys import CurveMistake, CurvePart
from grader.kinds.curve.marking import CurveMarker, example_table, right_claims
from grader.kinds.marker import Faulty, Marked, Marking
from grader.submission.tables import DataFiles, Table


def example_faults(part: CurvePart) -> Iterator[Faulty]:
    """For every example the claims that it supports must get full marks; for one of them each
    mistake must lose some and get its name."""
    examples: list[tuple[Table, CurveData]] = []
    for number in range(len(part.examples)):
        table = example_table(part, number)
        try:
            examples.append((table, read_data(part, table)))
        except Unfit as unfit:
            yield ("examples", number), f"cannot be read: line {unfit.line}: {unfit}"
            return
    for number, (table, data) in enumerate(examples):
        marked = _marked(part, right_claims(part, data), table)
        if marked.verdict is not Verdict.CORRECT:
            message = f"its own claims do not get full marks: {marked.message}"
            yield ("examples", number), message
            return
    for index, mistake in enumerate(part.mistakes):
        message = _mistake_fault(part, mistake, examples)
        if message:
            yield ("mistakes", index), message


def _marked(part: CurvePart, text: str, table: Table) -> Marked:
    return CurveMarker().mark(part, text, Marking(data=DataFiles((table,))))


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
