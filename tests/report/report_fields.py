"""Where a student's words come into a report, for the tests that put hostile words there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.checks.findings import ArrayMismatch, CodeError, Entry, Inputs
from grader.checks.verdict import Verdict
from grader.report import AnswerPlace, CheckReport, PartReport, Report, Score


def part(name: str, verdict: Verdict, earned: float = 0.0, **more: object) -> PartReport:
    pending = 2.0 if verdict.pending else 0.0
    score = Score(earned=earned, pending=pending, possible=2.0)
    settings: dict[str, Any] = {
        "asks": "function",
        "text": "",
        "message": f"the message of {name}",
        **more,
    }
    return PartReport(name=name, verdict=verdict, score=score, **settings)


def _check(**more: Any) -> CheckReport:
    settings: dict[str, Any] = {
        "kind": "equals",
        "name": "agrees",
        "verdict": Verdict.WRONG,
        "weight": 1,
    }
    return CheckReport(**{**settings, "message": "it differs", **more})


def wrong(**more: Any) -> dict[str, object]:
    return {"parts": (part("code", Verdict.WRONG, **more),)}


def _found(finding: object) -> dict[str, object]:
    return wrong(checks=(_check(findings=(finding,)),))


def _raised(**more: str) -> dict[str, object]:
    settings: dict[str, Any] = {
        "case": "case 1",
        "error": "ValueError",
        "message": "bad",
        "file": "hw.py",
    }
    return _found(CodeError(**{**settings, "line": 7, "code": "f(x)", **more}))


def _entry(text: str) -> dict[str, object]:
    entries = (Entry(index=(0,), yours=text, expected="1"),)
    return _found(
        ArrayMismatch(
            case="case 1", output="y", shape=(1,), expected_shape=(1,), differing=1, entries=entries
        )
    )


# Where a student's words come into a report: what changes in the report, in which formats it shows.
ALL = ("text", "json", "markdown", "html", "junit", "github")
PAGES = ("text", "json", "markdown", "html", "junit")
FIELDS: dict[str, tuple[Callable[[str], dict[str, object]], tuple[str, ...]]] = {
    "print of a public case": (
        lambda text: _found(Inputs(case="case 1", inputs={"x": "1"}, printed=text)),
        PAGES,
    ),
    "value of an entry": (_entry, PAGES),
    "error message": (lambda text: wrong(message=text), ALL),
    "error message after words of ours": (lambda text: wrong(message=f"it says {text}"), ALL),
    "message of a check": (lambda text: wrong(checks=(_check(message=text),)), ("json", "junit")),
    "name of a check": (
        lambda text: wrong(checks=(_check(name=text),) * 2),
        ("json", "text", "html"),
    ),
    "line of code": (lambda text: _raised(code=text), PAGES),
    "file name": (lambda text: wrong(answer=AnswerPlace(file=text, line=3)), ALL),
    "file of an error": (lambda text: _raised(file=text), PAGES),
    "function name": (lambda text: wrong(message=f"{text} is not defined; did you mean f"), ALL),
    "heading of an answer": (lambda text: wrong(notes=(f"{text} is no part of it",)), PAGES),
    "answer as it was read": (
        lambda text: wrong(read_as=text),
        ("text", "json", "markdown", "html"),
    ),
    "answer text": (lambda text: wrong(text=text), ("json",)),
    "name of a part": (lambda text: {"parts": (part(text, Verdict.WRONG),)}, ALL),
    "submission name": (lambda text: {"submission": text}, ALL),
    "note of the report": (lambda text: {"notes": (text,)}, ("text", "json", "markdown", "html")),
}


def changed(report: Report, **changes: object) -> Report:
    parts = changes.pop("parts", None)
    if parts is not None:
        changes["problems"] = (report.problems[0].model_copy(update={"parts": parts}),)
    data = report.model_copy(update={"submission": "ada", "notes": (), **changes})
    return Report.model_validate(data.model_dump(by_alias=True))
