"""Everything about one submission, immutable, and the ways to show it."""

from grader.report.model import (
    Agreement,
    AgreementReport,
    AnswerPlace,
    CheckReport,
    Environment,
    MistakeReport,
    PartReport,
    ProblemReport,
    Report,
    Score,
    UnreadReport,
)
from grader.report.text import visible

__all__ = [
    "Agreement",
    "AgreementReport",
    "AnswerPlace",
    "CheckReport",
    "Environment",
    "MistakeReport",
    "PartReport",
    "ProblemReport",
    "Report",
    "Score",
    "UnreadReport",
    "visible",
]
