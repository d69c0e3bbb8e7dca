"""Whether the reference takes long enough for its growth to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from grader.checks.base import reference_calls_of
from grader.checks.slowness import FLOOR_SECONDS
from grader.course import Fault, ProblemFile
from grader.course.parts import CodePart
from grader.grading import Session
from grader.grading.asking import Prepared, prepare
from grader.grading.truth import ReferenceFailed, returned
from grader.sandbox import Spent

# Of what can be measured: the machine that grades may be faster than the one that lints.
FASTER = 2
ROUNDS = 3


def growth_notes(session: Session, file: ProblemFile, name: str, part: CodePart) -> Iterator[Fault]:
    """A note on each check that grows a size, if the reference is too fast at the smallest.

    No more than a note: it depends on how fast the machine is.
    """
    checks = list(enumerate(part.checks))
    grown = [(number, entry) for number, entry in checks if entry.options.sizes_it_sets()]
    if not grown:
        return
    try:
        every = prepare(session.course, dict(session.checks), session.truth, file.problem.id, name)
        for number, entry in grown:
            spent = [_smallest(session, every[number], round_) for round_ in range(ROUNDS)]
            seconds = median(one.call for one in spent)
            if seconds >= FASTER * FLOOR_SECONDS or not all(one.sure for one in spent):
                continue
            for size, values in entry.options.sizes_it_sets().items():
                path = ("parts", name, "checks", number, entry.kind, "sizes", size)
                yield file.source.fault(
                    path,
                    f"note: the reference takes {seconds * 1e3:.1f} ms where `{size}` is "
                    f"{values[0]}, too little to see how it grows; start where it takes "
                    f"{FASTER * FLOOR_SECONDS * 1e3:g} ms or more",
                )
    except ReferenceFailed:
        return  # told when the reference is graded


def _smallest(session: Session, prepared: Prepared, round_: int) -> Spent:
    """What the reference takes on the second case, of the smallest size: the first warms up."""
    reference = prepared.ask.part.reference
    cases = prepared.cases_of(round_)[:2]
    seen = []
    with session.truth.timed(reference) as leaf:
        for case in cases:
            *_, call = reference_calls_of(prepared.with_cases((case,)))
            seen.append(returned(leaf.run(call), reference))
    spent = seen[-1].spent
    assert spent is not None, "it was timed"
    return spent
