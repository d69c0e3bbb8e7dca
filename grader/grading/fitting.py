"""Whether the options of a check fit what the part is given and what its reference returns."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.specs import Faulty
from grader.grading.asking import Prepared
from grader.grading.truth import Truth


def misfits_of(one: Prepared, truth: Truth) -> Iterator[Faulty]:
    """What the kind of check says of its own options. Raises ReferenceFailed."""
    if one.check.timed:  # its cases are made to be large
        return
    calls = one.check.reference_calls(one.ask)
    known = truth.values(one.ask.part.reference, calls) if calls else []
    yield from one.check.faults_in_use(one.ask, known)
