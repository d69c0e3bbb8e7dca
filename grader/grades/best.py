"""Which of several submissions of a student is the best, where the course says that it counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.batch import Attempt, Batch, Sorted, Told
from grader.batch.people import Chosen, chosen, to_compare
from grader.batch.times import time_of
from grader.course.specs import CourseSettings
from grader.gradebook import Gradebook, HandedIn, Marked, Result, Standing
from grader.gradebook.marks import every_mark
from grader.gradebook.results import results_by_key
from grader.grades.explaining import summed
from grader.grades.lateness import Lateness, lateness
from grader.grades.totals import NOT_LATE, Line, Total, lines_of, times_in, total_of

Given = Mapping[tuple[tuple[str, str, str], str], Marked]


@dataclass(frozen=True)
class Comparing:
    """What is needed to say what each attempt at an assignment is worth to a student."""

    book: Gradebook
    assignment: str
    settings: CourseSettings
    times: Mapping[str, str]  # by folded name, what whoever grades has said

    def best(
        self,
        batch: Batch,
        found: Sorted,
        told: Callable[[Told], None] = lambda told: None,
        tick: Callable[[int], None] = lambda working: None,
    ) -> Sorted:
        """Grade all that was handed in by those who did so several times, keep the results, and
        have the best count: with what people gave for it, and after what being late costs.

        What waits for a person may become right. So the best is what can still be worth the most;
        once it is marked, the next run may choose another."""
        tried = to_compare(found)
        if not tried:
            return found
        heard: dict[int, Told] = {}

        def hear(one: Told) -> None:
            heard[id(one.attempt.handing)] = one
            told(one)

        batch.run(tried, hear, tick, mode="stage")
        keys = {key for one in heard.values() for key in one.keys.values()}
        results = results_by_key(self.book, keys)
        several = [student for student, tried in found.by_student.items() if len(tried) > 1]
        # By what it was given for: a mark for one attempt says nothing of the others.
        given = {
            (one.place, one.basis): one for one in every_mark(self.book, self.assignment, several)
        }

        times = times_in(self.book, self.settings)

        def late(student: str, at: str | None) -> Lateness:
            days = {**times.get(student, {}), self.assignment: at}
            return lateness(self.settings, student, days).get(self.assignment, NOT_LATE)

        def worth(student: str, one: Attempt) -> Total:
            at = time_of(one.handing, [student], self.times)
            standing = _standing(student, at, heard[id(one.handing)], results)
            return total_of(standing, _lines(standing, given), late(student, at), self.settings)

        def choose(student: str, own: Sequence[Attempt]) -> Chosen:
            if len(own) == 1:
                return Chosen(0, ())
            return _chosen(own, [worth(student, one) for one in own])

        return chosen(found, choose)


def _standing(student: str, at: str | None, told: Told, results: Mapping[str, Result]) -> Standing:
    place = told.attempt.handing.place
    handed_in = HandedIn(student, told.digest, place, at, fault=told.fault)
    return Standing(handed_in, {problem: results[key] for problem, key in told.keys.items()})


def _lines(standing: Standing, given: Given) -> list[Line]:
    student = standing.handed_in.student
    return [
        replace(line, marked=given.get(((student, line.problem, line.part.name), line.basis)))
        for line in lines_of(standing, {})
    ]


def _chosen(tried: Sequence[Attempt], each: Sequence[Total]) -> Chosen:
    """Of those that are worth the same, the last."""
    place = max(range(len(each)), key=lambda one: (_can_be_worth(each[one]), each[one].final, one))
    said = [f"{one.handing.place} ({_said(total)})" for one, total in zip(tried, each, strict=True)]
    others = tuple(text for number, text in enumerate(said) if number != place)
    why = _said(each[place])
    if any(total.final > each[place].final for total in each):
        why += "; it may turn out otherwise when what waits is marked: run this again then"
    return Chosen(place, others, why)


def _can_be_worth(total: Total) -> float:
    if total.standing.handed_in.fault:
        return -1.0
    return round((total.score.earned + total.score.pending) * total.late.factor, 6)


def _said(total: Total) -> str:
    return "could not be graded" if total.standing.handed_in.fault else summed(total)
