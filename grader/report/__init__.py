"""Everything about one submission, immutable, and the ways to show it."""

from grader.report.model import (
    SCHEMA,
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
from grader.report.text import one_line, visible

__all__ = [
    "SCHEMA",
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
    "one_line",
    "visible",
]
