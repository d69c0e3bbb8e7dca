"""Grades the parts of a problem that are answered in writing."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.course.problem import Problem
from grader.grading.scoring import score_part
from grader.kinds.base import WrittenPart
from grader.report import AnswerPlace, PartReport
from grader.submission import Answer, Contents
from grader.submission.placing import Placed
from grader.submission.questions import Asked, fold
from grader.submission.tables import NO_DATA

if TYPE_CHECKING:
    from grader.maths import Prover

# Everything but prose is a line or a table; reading may take time that grows with the square.
MAX_CHARACTERS = 10_000
# Labels with nothing after them: a form as `grader show` gives it out, not filled in.
_BLANK = re.compile(r"(?:\s*(?:[-*+]\s+)?[A-Za-z][\w.-]*:[ \t]*(?:\n|$))*\s*")
# Of prose, once it is handed in.
FOR_A_PERSON = "a person reads this answer; its points are pending"


class WrittenAnswers:
    """What a student wrote for one problem, found once for all its parts."""

    def __init__(
        self, problem: Problem, placed: Placed, contents: Contents, waiting: Sequence[str] = ()
    ) -> None:
        """`waiting` are documents that may hold answers and were not read, or not placed."""
        self.problem = problem
        self.waiting = waiting
        self.placed = placed
        self.contents = contents
        self.answers: Mapping[str, Answer] = placed.answers_to(problem.id)
        self.first = next((n for n, p in problem.parts.items() if isinstance(p, WrittenPart)), "")

    def grade(
        self, name: str, prover: Callable[[], Prover], seed: int, *, in_time: bool = True
    ) -> PartReport:
        """The report on one written part. A defect of ours is a grader fault.

        Not `in_time`: the submission has used up what it had, and nothing more is judged.
        """
        part = self.problem.parts[name]
        assert isinstance(part, WrittenPart)
        answer = self.answers.get(name)
        if answer is not None and _is_blank(answer.text):
            answer = None
        if not part.for_a_person and (in_time if answer is not None else self._has_data()):
            # Only here: a submission of code alone does without all that reads mathematics.
            from grader.grading.marking import mark

            others = {other: found.text for other, found in self.answers.items()}
            about = (seed, others, self.problem.parts, self.contents.data, self.problem.prompt)
            found = mark(name, part, answer, prover(), *about)
            if found is not None:
                return found
        if answer is None and self.waiting and name not in self.answers:
            message = f"a person looks for this answer in {self.waiting[0]}"
            if len(self.waiting) > 1:
                message += f" and {len(self.waiting) - 1} more"
            return unmarked(name, part, Verdict.UNDECIDED, message)
        if answer is None:
            message = (
                f"no answer was found; it belongs into answers.md, under {self.problem.id}, {name}:"
            )
            return unmarked(name, part, Verdict.NOT_ATTEMPTED, message + self._meant(name))
        if not in_time:
            message = "not judged: the time for the whole submission is used up; a person looks"
        else:
            message = FOR_A_PERSON
        return unmarked(name, part, Verdict.UNDECIDED, message, answer)

    def _has_data(self) -> bool:
        """Whether a part may be answered although nothing is written: by a file of data."""
        return self.contents.data != NO_DATA

    def _meant(self, name: str) -> str:
        """What was written nearby, where it looks like an answer to this part."""
        below = self.placed.unknown.get(self.problem.id, {})
        labels = [label for label in below if fold(label) not in map(fold, self.problem.parts)]
        near = difflib.get_close_matches(name, labels[:200], n=1, cutoff=0.7)
        if near:
            return f" did you mean it by `{near[0]}` in {below[near[0]]}?"
        # Said once for all parts.
        return "" if below or self.answers or name != self.first else self._meant_heading()

    def _meant_heading(self) -> str:
        titles = {fold(title): title for title in self.placed.titles}
        short = [t for t in titles if len(t) <= 150 and t not in self.placed.others][:200]
        for wanted in (fold(self.problem.id), fold(self.problem.title)):
            near = difflib.get_close_matches(wanted, short, n=1, cutoff=0.85)
            if near:
                return f" did you mean it by the heading `{titles[near[0]]}`?"
        return ""


def asked_of(problem: Problem) -> Asked:
    """The problem, as far as a document can name it."""
    parts = {n: part for n, part in problem.parts.items() if isinstance(part, WrittenPart)}
    return Asked(
        problem.id,
        problem.title,
        tuple(problem.parts),
        {name: part.text for name, part in parts.items()},
        frozenset(name for name, part in parts.items() if part.for_a_person),
        _lines(problem),
    )


def _lines(problem: Problem) -> dict[str, str]:
    """Which part a label belongs to that is not a part's name but that of a line in one."""
    owners: dict[str, set[str]] = {}
    for name, part in problem.parts.items():
        if isinstance(part, WrittenPart):
            for line, others in part.labels().items():
                for label in (line, *others):
                    owners.setdefault(fold(label), set()).add(name)
    return {label: min(names) for label, names in owners.items() if len(names) == 1}


def _is_blank(text: str) -> bool:
    return len(text) <= MAX_CHARACTERS and _BLANK.fullmatch(text) is not None


def unmarked(
    name: str, part: Part, verdict: Verdict, message: str, answer: Answer | None = None
) -> PartReport:
    """The report on a part that no form has marked."""
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=verdict,
        score=score_part(part, verdict, 0.0),
        message=message,
        answer=place_of(answer),
        notes=notes_on(answer),
    )


def place_of(answer: Answer | None) -> AnswerPlace | None:
    if answer is None:
        return None
    return AnswerPlace(file=answer.file, line=answer.line, cell=answer.cell)


def notes_on(answer: Answer | None) -> tuple[str, ...]:
    return (answer.note,) if answer and answer.note else ()
