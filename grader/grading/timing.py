"""Runs a check that is timed: reference and answer one after the other, round after round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.checks import Ask, Evidence
from grader.grading.answering import Answering
from grader.grading.asking import Prepared
from grader.grading.form import Form
from grader.grading.truth import Truth, returned
from grader.sandbox import Limits, LoadedFile, Observation, Raised, Returned, Spent
from grader.sandbox.observations import SourceUse
from grader.sandbox.timing import TimedLeaf, timed
from grader.values import Value


@dataclass(frozen=True)
class Watched:
    """A check's question, the truth about its cases, and what was seen of the answer.

    The question of one that is timed has the cases of all rounds.
    """

    asked: Ask
    truth: Sequence[Value]
    evidence: Evidence

    def first(self, kind: type[Raised | Returned]) -> bool:
        """Whether the first thing seen is of this kind."""
        return isinstance(next(iter(self.evidence.observations), None), kind)


@dataclass(frozen=True)
class Race:
    """One check, ready to be run for one answer. `asked` is as the student is asked."""

    prepared: Prepared
    asked: Ask
    form: Form
    limits: Limits
    uses: tuple[SourceUse, ...]

    def run(self, truth: Truth, answering: Answering, file: str) -> Watched:
        """Rounds until they agree. Raises ReferenceFailed, or Lost if the file does not load."""
        done = Watched(replace(self.asked, cases=()), (), Evidence(uses=self.uses))
        number = 0
        while not number or not self.prepared.check.settled(done.asked, done.truth, done.evidence):
            done = self._round(number, done, truth, answering, file)
            number += 1
        return done

    def _round(
        self, number: int, done: Watched, truth: Truth, answering: Answering, file: str
    ) -> Watched:
        cases = self.prepared.cases_of(number) if number else self.prepared.ask.cases
        asked = replace(self.asked, cases=cases)
        hidden = not all(asked.may_quote(case) for case in asked.cases)
        values: list[Value] = []
        theirs: list[Spent] = []

        def side_by_side(loaded: LoadedFile) -> list[Observation]:
            values.clear()
            theirs.clear()
            seen: list[Observation] = []
            # A fork for each side and round: what an answer keeps in one, it does not find again.
            with (
                truth.timed(asked.part.reference) as reference,
                timed(loaded, self.limits) as answer,
            ):
                for case in asked.cases:
                    here = replace(asked, cases=(case,))
                    found = self._truth(here, reference)
                    values.extend(one.value for one in found)
                    assert found[-1].spent is not None, "it was timed"
                    theirs.append(found[-1].spent)
                    calls = self.prepared.check.student_calls(
                        here, [one.value for one in found], self.form.library
                    )
                    seen += [answer.run(call) for call in self.form.given(calls)]
            return seen

        names = [self.asked.call.function, *(step.function for step in self.asked.first)]
        observations = answering.watch(file, self.limits, side_by_side, names, hidden=hidden)
        return Watched(
            replace(asked, cases=done.asked.cases + asked.cases),
            (*done.truth, *values),
            Evidence(
                (*done.evidence.observations, *observations),
                self.uses,
                (*done.evidence.reference, *theirs),
            ),
        )

    def _truth(self, here: Ask, leaf: TimedLeaf) -> Sequence[Returned]:
        """What the reference gives for the one case of `here`, earlier steps first."""
        calls = self.prepared.check.reference_calls(self.prepared.with_cases(here.cases))
        return [returned(leaf.run(call), here.part.reference) for call in calls]
