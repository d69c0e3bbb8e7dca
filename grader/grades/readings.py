"""Judges what a person reads in an answer that could not be read or decided."""

from __future__ import annotations

import threading

from grader.cases.seeds import seed_for
from grader.course import Course
from grader.grades.marking import BadMark
from grader.kinds.base import WrittenPart
from grader.maths import Prover
from grader.report import PartReport
from grader.submission import Answer
from grader.submission.tables import NO_DATA


class Judge:
    """Judges readings as the grader would, had a student written them. Use it from any thread."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._lock = threading.Lock()  # there is one prover, with a process of its own
        self._prover: Prover | None = None

    def can_judge(self, problem: str, part: str) -> bool:
        """Whether the part is answered by something that is read, and not by code or prose."""
        found = self._part(problem, part)
        return found is not None and not found.for_a_person

    def judge(self, problem: str, part: str, reading: str) -> PartReport:
        """The report on `reading`. Raises BadMark where there is nothing to judge it by."""
        from grader.grading.marking import mark

        asked = self._part(problem, part)
        if asked is None or asked.for_a_person:
            raise BadMark(f"{problem} {part}: this is for a person alone")
        whole = self._course.problems[problem].problem
        with self._lock:
            self._prover = self._prover or Prover()
            seed = seed_for(self._course.secret, problem, part)
            answer = Answer("your reading", 1, (), "", reading)
            others = {part: reading}
            about = (seed, others, whole.parts, NO_DATA, whole.prompt)
            found = mark(part, asked, answer, self._prover, *about)
        if found is None:
            raise BadMark("this part is answered by data that are not in the gradebook")
        return found

    def close(self) -> None:
        if self._prover is not None:
            self._prover.close()

    def _part(self, problem: str, part: str) -> WrittenPart | None:
        known = self._course.problems.get(problem)
        found = known.problem.parts.get(part) if known else None
        return found if isinstance(found, WrittenPart) else None
