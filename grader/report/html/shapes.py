"""How a verdict looks: a class for its colour and the shape that says the same without one."""

from __future__ import annotations

from typing import NamedTuple

from grader.checks.verdict import Verdict
from grader.report.wording import SYMBOLS


class Shape(NamedTuple):
    name: str  # of the class in style.css
    symbol: str


_CLASSES = {
    Verdict.CORRECT: "right",
    Verdict.PARTLY: "partly",
    Verdict.NOT_ATTEMPTED: "open",
    Verdict.UNREAD: "waits",
    Verdict.UNDECIDED: "waits",
    Verdict.GRADER_FAULT: "fault",
}
SHAPES = {verdict: Shape(_CLASSES.get(verdict, "wrong"), SYMBOLS[verdict]) for verdict in Verdict}
