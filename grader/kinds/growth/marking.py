"""`growth`: a Θ-class in several variables, decided exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.growth.answers import Answered, answered
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.marker import (
    Faulty,
    Marked,
    Marker,
    Marking,
    correct,
    listed_mistake,
    wrong,
)
from grader.kinds.refusing import refuse_guess, refuse_two
from grader.maths import Unreadable
from grader.maths.growth import (
    BadAssumptionError,
    GrowthVerdict,
    Relation,
    compare_growth,
    explain,
    read_assumption,
    read_growth,
    render_growth,
)
from grader.maths.growth import (
    Growth as GrowthClass,
)


class GrowthMarker(Marker):
    def mark(self, part: GrowthPart, text: str, marking: Marking) -> Marked:
        found = answered(part, text, marking)
        first = self._judged(part, found.readings[0].expr)
        if first.verdict is not Verdict.CORRECT:
            _refuse_two_readings(part, found)
        if found.counted and first.verdict is Verdict.CORRECT:
            raise found.counted
        if found.lacking and first.verdict is not Verdict.CORRECT and first.mistake is None:
            raise found.lacking
        if any(one.letters and not one.said for one in found.readings):
            refuse_guess(found.readings, first, lambda given: self._judged(part, given))
        return replace(first, notes=found.notes)

    def _judged(self, part: GrowthPart, given: GrowthClass) -> Marked:
        verdict = _compared(part, given, part.answer)
        shown = render_growth(given)
        if verdict.relation is Relation.SAME:
            return correct(read_as=shown)
        mistake = listed_mistake(
            part, lambda answer: _compared(part, given, answer).relation is Relation.SAME
        )
        if verdict.relation is Relation.UNDECIDED and not verdict.differs:
            reason = f"a person decides: {verdict.reason}"
            return Marked(Verdict.UNDECIDED, 0.0, reason, shown)
        return wrong(explain(verdict), shown, mistake)

    def is_told(self, part: GrowthPart, marking: Marking) -> bool:
        return False

    def read(self, part: GrowthPart, text: str, marking: Marking) -> tuple[str, str]:
        return render_growth(answered(part, text, marking).readings[0].expr), ""

    def right_answer(self, part: GrowthPart) -> str:
        return f"${part.answer}$"

    def faults(self, part: GrowthPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        texts = [("answer", part.answer)]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                read_growth(text, part.variables)
            except Unreadable as error:
                yield (field,), f"`{text}` cannot be read: {error}"
        for text in part.assume:
            try:
                read_assumption(text, part.variables)
            except (Unreadable, BadAssumptionError) as error:
                yield ("assume",), f"`{text}` cannot be read: {error}"


def _refuse_two_readings(part: GrowthPart, found: Answered) -> None:
    """See the same of a formula: it ends with a wrong one and has the right one in it."""
    for other in (*found.conclusion.others, *found.beside):
        if other.text != found.conclusion.text and any(
            _compared(part, one.expr, part.answer).relation is Relation.SAME
            for one in other.value or ()
        ):
            refuse_two(other.text, found.conclusion.text)


def _compared(part: GrowthPart, given: GrowthClass, answer: str) -> GrowthVerdict:
    truth = read_growth(answer, part.variables)
    assumptions = [read_assumption(text, part.variables) for text in part.assume]
    return compare_growth(given, truth, assumptions)
