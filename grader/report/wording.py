"""The sentences about findings, shared by every renderer that shows text."""

from __future__ import annotations

from grader.checks.describing import shape_text
from grader.checks.findings import AnyFinding, ArrayMismatch, CodeError, Inputs
from grader.checks.verdict import Verdict
from grader.kinds.registry import is_code
from grader.report.model import Agreement, AgreementReport, AnswerPlace, PartReport, Report, Score
from grader.report.text import one_line
from grader.typeset.inline import in_words
from grader.values import place_in
from grader.values.counting import amount, counted

SYMBOLS = {
    Verdict.CORRECT: "✓",
    Verdict.PARTLY: "◐",
    Verdict.WRONG: "✗",
    Verdict.CRASHED: "✗",
    Verdict.TIMED_OUT: "✗",
    Verdict.OUT_OF_MEMORY: "✗",
    Verdict.BROKE_A_RULE: "✗",
    Verdict.NOT_ATTEMPTED: "·",
    Verdict.UNREAD: "?",
    Verdict.UNDECIDED: "?",
    Verdict.GRADER_FAULT: "!",
}


def points(score: Score) -> str:
    """'3.5 / 4', with '+ 2 pending' where a person has yet to decide; nothing where none are to be
    had."""
    if not score.possible:
        return ""
    pending = f" + {amount(score.pending)} pending" if score.pending else ""
    return f"{amount(score.earned)}{pending} / {amount(score.possible)}"


def unread_sentence(report: Report) -> str:
    """How many answers wait because they could not be read; empty if none do."""
    if not report.unread:
        return ""
    if report.public:  # nothing waits yet: it is not handed in
        answers = counted(report.unread, "answer")
        return f"{answers} could not be read: write as the report says, for your instructor to read"
    if report.unread == 1:
        return "1 answer could not be read: it waits for a person, and costs nothing until then"
    return (
        f"{report.unread} answers could not be read: they wait for a person, and cost nothing "
        "until then"
    )


def place(answer: AnswerPlace | CodeError) -> str:
    return place_in(one_line(answer.file), answer.line, answer.cell)


def mistake_sentence(part: PartReport) -> str:
    assert part.mistake is not None
    if any(one.kind == "distribution" and one.verdict != "correct" for one in part.checks):
        return f"Your results are distributed as they are when {in_words(part.mistake.name)}."
    results = "exactly these results" if is_code(part.asks) else "this answer"
    return f"You get {results} when {in_words(part.mistake.name)}."


def hint_of(part: PartReport) -> str:
    """The hint of the mistake that was recognised; empty if there is none."""
    return in_words(part.mistake.hint) if part.mistake is not None else ""


_AGREEMENTS = {
    Agreement.CODE_WRONG: "Your formula is right, your code is not",
    Agreement.FORMULA_WRONG: "Your code is right, your formula is not",
    Agreement.SAME_MISTAKE: (
        "Both are wrong in the same way: your code computes what your formula says"
    ),
    Agreement.BOTH_WRONG: "Both are wrong, and they do not agree with each other",
    Agreement.NOT_COMPARED: "They could not be compared with each other, a fault of the grader",
}


def agreement_sentence(agreement: AgreementReport) -> str:
    """What formula and code say of each other, and where they differ first."""
    text = _AGREEMENTS[agreement.says]
    if agreement.fault:
        text += f" ({agreement.fault}); no points depend on it"
    if not agreement.case:
        return f"{text}."
    where = f"in {agreement.case}"
    if agreement.indices:
        pairs = (f"{name} = {index}" for name, index in agreement.indices.items())
        where += f" for {', '.join(pairs)}"
    if agreement.place:
        where += f" at [{', '.join(map(str, agreement.place))}]"
    text += f": they differ first {where}"
    if agreement.formula_value is not None:
        mine, other = agreement.formula_value, agreement.code_value
        text += f", where your formula gives {mine} and your code {other}"
    return f"{text}."


def told_findings(part: PartReport) -> tuple[AnyFinding, ...]:
    """The findings of the check that the part's own line speaks of, so that what stands beside it
    belongs to it; where no check has said that line, those of the first check that has any."""
    for check in part.checks:
        if part.message in (check.message, f"{check.name}: {check.message}"):
            return check.findings
    return next((check.findings for check in part.checks if check.findings), ())


def finding_lines(finding: AnyFinding) -> list[str]:
    """One finding as short lines; a table is rows of aligned text."""
    if isinstance(finding, ArrayMismatch):
        return _array_lines(finding)
    if isinstance(finding, CodeError):
        return [f"{place(finding)}: {finding.code}"] if finding.code and finding.file else []
    if isinstance(finding, Inputs):
        return _input_lines(finding)
    return []


def _array_lines(finding: ArrayMismatch) -> list[str]:
    name = finding.output or "result"
    lines: list[str] = []
    if finding.differing is None:
        return lines
    wrong = f"{finding.differing} of its entries {'is' if finding.differing == 1 else 'are'} wrong"
    text = f"{name} has the right shape {shape_text(finding.shape)}; {wrong}"
    if not finding.shape:
        text = f"{name} is one number, and wrong"
    if finding.worst_error is not None:
        text += f", the worst by about {finding.worst_error:g} (allowed: {finding.allowed_error:g})"
    lines.append(text)
    if not finding.shape:
        shown = (
            f"yours {one.yours}, expected {one.expected}" for one in finding.entries if one.yours
        )
        return [*lines, *shown]
    return [*lines, *_rows(finding)]


def _rows(finding: ArrayMismatch) -> list[str]:
    rows = [("entry", "yours", "expected")]
    for entry in finding.entries:
        index = "[" + ", ".join(map(str, entry.index)) + "]"
        rows.append((index, entry.yours or "", entry.expected or ""))
    if all(not entry.yours for entry in finding.entries):
        indices = ", ".join(row[0] for row in rows[1:])
        more = ", …" if (finding.differing or 0) > len(finding.entries) else ""
        return [f"wrong at {indices}{more}"]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def _input_lines(finding: Inputs) -> list[str]:
    lines = [f"{finding.case} was"]
    for name, text in finding.inputs.items():
        lines += _named(name, text)
    if finding.expected is not None:
        lines += _named("expected", finding.expected)
    if finding.printed.strip():
        lines += _named("you printed", finding.printed.strip())
    return lines


def _named(name: str, text: str) -> list[str]:
    first, *rest = text.split("\n")
    head = f"  {name} = "
    return [head + first, *(" " * len(head) + line for line in rest)]
