"""Compares what was seen with the truth: one kind of check a file, all with one signature."""

from grader.checks.base import Ask, Check, Evidence, Judgement
from grader.checks.registry import BadCheckKind, all_checks
from grader.checks.tolerance import Tolerance
from grader.checks.verdict import Verdict, worst

__all__ = [
    "Ask",
    "BadCheckKind",
    "Check",
    "Evidence",
    "Judgement",
    "Tolerance",
    "Verdict",
    "all_checks",
    "worst",
]
