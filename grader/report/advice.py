"""What a report says first: how far what was attempted is right, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from grader.checks.verdict import Verdict
from grader.kinds.registry import is_code
from grader.report.model import PartReport, ProblemReport, Report, Score
from grader.report.wording import mistake_sentence, points
from grader.values.counting import in_points

MAX_STEPS = 3  # as many as somebody takes in at once


@dataclass(frozen=True)
class Step:
    """A part worth looking at next. `kind` says why, and is one of `KINDS`; `points` are those that
    it does not have yet."""

    problem: str
    part: PartReport
    kind: str
    points: float

    @property
    def why(self) -> str:
        words = _WORDS.get(self.kind) or mistake_sentence(self.part)
        if not self.points:
            return words
        return f"{words} ({in_points(self.points)})"


_WORDS = {
    "error": "it ends before it gives a result",
    "wrong": "not right yet",
    "unread": "it could not be read: write it as the report says",
    "name": "was it meant for this part? look at the name",
    "open": "begun in this problem, and not attempted",
}
# In this order: what is known best is mended soonest. Of a known mistake its own words are said.
KINDS = ("mistake", *_WORDS)


class Headline(NamedTuple):
    """What was earned, and of what; `earned` is empty where nothing was attempted."""

    earned: str
    of: str
    unit: str = "points"


def headline(report: Report) -> Headline:
    """The score of what was attempted, and of all where that is not the same: whoever did one
    problem of forty has not failed the other ones. Of a kit, which gives no points, how many of
    its public checks pass."""
    if report.public:
        passed, made = public_checks(report)
        if not made:
            return Headline("", "public checks: there is nothing to check yet")
        what, do = ("public check", "passes") if made == 1 else ("public checks", "pass")
        return Headline(f"{passed} of {made}", do, f"{what} of your code")
    tried = attempted(report)
    if tried.possible == report.score.possible:
        return Headline(points(report.score), "")
    if not tried.possible:
        return Headline("", f"nothing was attempted yet, of {in_points(report.score.possible)}")
    return Headline(
        points(tried), f"of what was attempted, {points(report.score)} of all that is asked"
    )


def title(report: Report) -> str:
    """The headline in a few words: `3 / 4 points`, `3 of 4 public checks of your code pass`."""
    if report.public:
        earned, of, unit = headline(report)
        return f"{earned} {unit} {of}" if earned else of
    return f"{points(report.score)} points"


def public_checks(report: Report) -> tuple[int, int]:
    """How many checks of code that was attempted are passed, and how many could be made here."""
    verdicts = [
        one.verdict
        for problem in report.problems
        for part in problem.parts
        if is_code(part.asks) and part.verdict is not Verdict.NOT_ATTEMPTED
        for one in part.checks or (part,)
    ]
    made = [one for one in verdicts if not one.pending]
    return made.count(Verdict.CORRECT), len(made)


def attempted(report: Report) -> Score:
    """The points of what was attempted alone."""
    total = Score()
    for problem in report.problems:
        for part in problem.parts:
            if part.verdict is not Verdict.NOT_ATTEMPTED:
                total = total + part.score
    return total


def next_steps(report: Report) -> list[Step]:
    """The few parts worth doing next: the surest gain first, then the largest."""
    every = [step for problem in report.problems for step in _steps(problem)]
    return sorted(every, key=lambda step: (KINDS.index(step.kind), -step.points))[:MAX_STEPS]


def is_untouched(problem: ProblemReport) -> bool:
    """Whether nothing in it was attempted, nor anything handed in that may have been meant for
    it."""
    return all(
        part.verdict is Verdict.NOT_ATTEMPTED and not is_near(part) for part in problem.parts
    )


def is_near(part: PartReport) -> bool:
    """Whether something was handed in under a name that is nearly the part's."""
    return "did you mean" in part.message


def _steps(problem: ProblemReport) -> list[Step]:
    begun = not is_untouched(problem)
    found = []
    for part in problem.parts:
        kind = _kind(part, begun)
        if kind:
            lost = part.score.possible - part.score.earned
            found.append(Step(problem.id, part, kind, round(lost, 6)))
    return found


def _kind(part: PartReport, begun: bool) -> str:
    """Empty where there is nothing to do, or nothing that the student can do."""
    if part.verdict is Verdict.NOT_ATTEMPTED:
        return "name" if is_near(part) else "open" if begun else ""
    if part.verdict in (Verdict.CORRECT, Verdict.UNDECIDED, Verdict.GRADER_FAULT):
        return ""
    if part.verdict is Verdict.UNREAD:
        return "unread"
    if part.mistake is not None:
        return "mistake"
    ended = (Verdict.CRASHED, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY)
    return "error" if part.verdict in ended else "wrong"
