"""Faults of written parts: an answer that cannot be read, a right one that is not accepted."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.verdict import Verdict
from grader.course.faults import Fault
from grader.course.inputs import did_you_mean
from grader.course.source import Source
from grader.course.specs import PartBase
from grader.course.written import LedgerPart, NumberPart, WrittenPart
from grader.forms import FORMS, Marking, Unclear
from grader.grading.truth import ReferenceFailed, Truth
from grader.maths import Prover
from grader.sandbox import Call


def static_faults(name: str, part: PartBase, source: Source) -> Iterator[Fault]:
    """What can be told from the part alone."""
    if isinstance(part, WrittenPart):
        for field, message in FORMS[part.asks].faults(part):
            yield source.fault(("parts", name, *field.split(".")), message)
    beside = source.data["parts"]
    if isinstance(part, LedgerPart):
        for line in part.lines:
            if line in beside and len(beside) > 1:
                message = f"the part `{line}` has this name too; a label could mean either"
                yield source.fault(("parts", name, "lines", line), message)
    if isinstance(part, NumberPart) and part.follows:
        yield from _follow_faults(name, part, source)


def _follow_faults(name: str, part: NumberPart, source: Source) -> Iterator[Fault]:
    followed = source.data["parts"].get(part.follows)
    if followed is None or followed.get("asks") != "formula":
        formulas = [n for n, one in source.data["parts"].items() if one.get("asks") == "formula"]
        message = f"`{part.follows}` is not a part that asks for a formula"
        yield source.fault(("parts", name, "follows"), message + did_you_mean("", formulas))
        return
    lacking = [symbol for symbol in followed.get("symbols", {}) if symbol not in part.values]
    if lacking:
        message = f"gives no value for {', '.join(lacking)}, which {part.follows} uses"
        yield source.fault(("parts", name, "values"), message)


def marking_faults(name: str, part: WrittenPart, source: Source, prover: Prover) -> Iterator[Fault]:
    """The right answer must get full marks, and every mistake its name and less than that."""
    form = FORMS[part.asks]
    marking = Marking(prover)
    right = form.right_answer(part)
    if right:
        try:
            marked = form.mark(part, right, marking)
        except Unclear as unclear:
            yield source.fault(("parts", name, "answer"), f"cannot be read: {unclear}")
            return
        if marked.verdict is not Verdict.CORRECT:
            message = f"does not get full marks itself: {marked.verdict}: {marked.message}"
            yield source.fault(("parts", name, "answer"), message)
            return
    for index, mistake in enumerate(part.mistakes):
        place = ("parts", name, "mistakes", index)
        try:
            marked = form.mark(part, f"`{mistake.answer}`", marking)
        except Unclear as unclear:
            yield source.fault(place, f"`{mistake.answer}` cannot be read: {unclear}")
            continue
        if marked.verdict is Verdict.CORRECT:
            yield source.fault(place, f"`{mistake.answer}` gets full marks; it is no mistake")
        elif marked.mistake is None or marked.mistake.name != mistake.name:
            message = "loses points but is not recognised"
            if marked.mistake:
                message = f"is recognised as `{marked.mistake.name}`, which comes first; keep one"
            yield source.fault(place, f"`{mistake.answer}` {message}")


def ledger_faults(name: str, part: LedgerPart, source: Source, truth: Truth) -> Iterator[Fault]:
    """Every line against what the reference counts, such as `numel` of a real model."""
    if part.reference is None:
        return
    place = ("parts", name, "reference")
    try:
        (counted,) = truth.values(part.reference, [Call(part.reference.rpartition(".")[2], ())])
    except ReferenceFailed as error:
        yield source.fault(place, str(error))
        return
    lines = dict(line.split(": ") for line in FORMS["ledger"].right_answer(part).split("\n"))
    if not isinstance(counted, dict) or not set(counted) <= set(lines):
        yield source.fault(place, f"returns {counted!r}; it must return counts by line")
        return
    for line, count in counted.items():
        if str(count) != lines[line]:
            yield source.fault(
                ("parts", name, "lines", line, "answer"),
                f"comes to {lines[line]}, but {part.reference} counts {count}",
            )
