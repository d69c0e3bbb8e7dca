"""The closed vocabulary of outcomes. None of them is ever silently another."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    CORRECT = "correct"
    PARTLY = "partly"
    WRONG = "wrong"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    BROKE_A_RULE = "broke a rule"
    NOT_ATTEMPTED = "not attempted"
    UNREAD = "unread"  # nobody can tell yet what was meant; a person reads it
    UNDECIDED = "undecided"  # a person decides; the points are pending, not lost
    GRADER_FAULT = "grader fault"  # ours or the course's; the points are pending, not lost

    @property
    def pending(self) -> bool:
        """Whether a person has the last word on the points."""
        return self in (Verdict.UNREAD, Verdict.UNDECIDED, Verdict.GRADER_FAULT)


# When several checks of a part failed in different ways, the part is named after the first of
# these that occurred: what stops the others from being judged comes before what was judged.
PRECEDENCE = (
    Verdict.GRADER_FAULT,
    Verdict.UNDECIDED,
    Verdict.UNREAD,
    Verdict.BROKE_A_RULE,
    Verdict.NOT_ATTEMPTED,
    Verdict.TIMED_OUT,
    Verdict.OUT_OF_MEMORY,
    Verdict.CRASHED,
    Verdict.WRONG,
    Verdict.PARTLY,
    Verdict.CORRECT,
)


def worst(verdicts: list[Verdict]) -> Verdict:
    """The one that names a group; CORRECT for an empty group."""
    return min(verdicts, key=PRECEDENCE.index, default=Verdict.CORRECT)
