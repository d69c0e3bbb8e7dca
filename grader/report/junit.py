"""The report as JUnit XML, in the form that Jenkins' junit-10 schema allows and others read."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from grader.checks.verdict import Verdict
from grader.report.model import PartReport, Report
from grader.report.wording import finding_lines, hint_of, mistake_sentence, place, points

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SKIPPED = (Verdict.NOT_ATTEMPTED, Verdict.UNREAD, Verdict.UNDECIDED)


def render(report: Report) -> str:
    root = ET.Element("testsuites", name=_legal(report.submission))
    for problem in report.problems:
        kinds = [outcome(part) for part in problem.parts]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=_legal(problem.id),
            tests=str(len(kinds)),
            failures=str(kinds.count("failure")),
            errors=str(kinds.count("error")),
            skipped=str(kinds.count("skipped")),
            time=f"{sum(part.seconds for part in problem.parts):.3f}",
            timestamp=report.created.removesuffix("+00:00"),
        )
        for part, kind in zip(problem.parts, kinds, strict=True):
            case = ET.SubElement(
                suite,
                "testcase",
                name=_legal(part.name),
                classname=_legal(problem.id.replace("/", ".")),
                time=f"{part.seconds:.3f}",
            )
            if kind:
                child = ET.SubElement(case, kind, message=_legal(headline(part)))
                if kind != "skipped":
                    child.set("type", str(part.verdict))
                child.text = _legal(detail(part))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def outcome(part: PartReport) -> str:
    """What becomes of a part among tests: failure, error, skipped, or "" where it is right."""
    if part.verdict is Verdict.CORRECT:
        return ""
    if part.verdict in _SKIPPED:
        return "skipped"
    return "error" if part.verdict is Verdict.GRADER_FAULT else "failure"


def headline(part: PartReport) -> str:
    """Verdict, points and the first words, in one line."""
    worth = f" ({points(part.score)} points)" if part.score.possible else ""
    return f"{part.verdict}{worth}: {part.message}"


def detail(part: PartReport) -> str:
    """All that is told of the part besides."""
    lines = [place(part.answer)] if part.answer else []
    if part.mistake is not None:
        lines += [mistake_sentence(part), hint_of(part)]
    for check in part.checks:
        lines.append(f"{check.verdict}: {check.name}: {check.message}")
        lines += [line for finding in check.findings for line in finding_lines(finding)]
    return "\n".join([*lines, *part.notes])


def _legal(text: str) -> str:
    return _ILLEGAL.sub("�", text)
