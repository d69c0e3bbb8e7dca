"""One check's judgement, and what it was judged on."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.checks import Ask, Evidence, Judgement
from grader.grading.asking import Prepared
from grader.report import CheckReport


@dataclass(frozen=True)
class Outcome:
    """`asked` is what was asked of the student: the prepared check, by the call they answer."""

    prepared: Prepared
    asked: Ask
    judgement: Judgement
    evidence: Evidence = field(default_factory=Evidence)

    def report(self) -> CheckReport:
        options = self.prepared.entry.options
        return CheckReport(
            kind=self.prepared.check.kind,
            name=self.prepared.name,
            verdict=self.judgement.verdict,
            weight=options.weight,
            message=self.judgement.message,
            findings=self.judgement.findings,
            notes=self.judgement.notes,
            cases=len(self.prepared.ask.cases),
            share=self.judgement.share,
        )
