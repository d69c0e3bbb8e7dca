"""Grades the parts of a problem that are answered in writing."""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Collection, Mapping

from grader.checks.verdict import Verdict
from grader.course.curves import CurveClaim, CurvePart
from grader.course.problem import Problem
from grader.course.specs import CodePart, PartBase
from grader.course.written import LedgerLine, LedgerPart
from grader.forms import FORMS, Form, Marked, Marking, Unclear
from grader.formulas import Prover
from grader.grading.scoring import score_part
from grader.report import AnswerPlace, CheckReport, MistakeReport, PartReport
from grader.submission import Answer, Contents
from grader.submission.contents import fold

# Everything but prose is a line or a table; reading may take time that grows with the square.
MOST_CHARACTERS = 10_000
NOTHING = Answer("answers.md", 1, (), "", "")
# Labels with nothing after them: a form as `grader show` gives it out, not filled in.
_BLANK = re.compile(r"(?:\s*(?:[-*+]\s+)?[A-Za-z][\w.-]*:[ \t]*(?:\n|$))*\s*")


class WrittenAnswers:
    """What a student wrote for one problem, found once for all its parts."""

    def __init__(
        self,
        problem: Problem,
        contents: Contents,
        headings: Collection[str],
        elsewhere: Collection[str] = (),
    ) -> None:
        self.problem = problem
        self.elsewhere = elsewhere  # the folded headings of the course's other problems
        self.contents = contents
        self.headings = headings
        written = [name for name, part in problem.parts.items() if not isinstance(part, CodePart)]
        alone = written[0] if len(written) == 1 else ""
        prose = [name for name in written if problem.parts[name].asks == "prose"]
        self.answers: Mapping[str, Answer] = contents.answers_to(
            headings, written, alone, _lines(problem), prose
        )
        self.first = written[0] if written else ""

    def grade(self, name: str, prover: Prover, seed: int) -> PartReport:
        """The report on one written part. A defect of ours is a grader fault."""
        part = self.problem.parts[name]
        answer = self.answers.get(name)
        if answer is not None and _is_blank(answer.text):
            answer = None
        others = {other: found.text for other, found in self.answers.items()}
        marking = Marking(prover, seed, others, self.problem.parts, self.contents.data)
        form = FORMS.get(part.asks)  # prose has none
        if answer is None and form is not None and form.is_attempted(part, marking):
            marked = _mark(form, part, NOTHING, marking)
        elif answer is None:
            message = f"no answer was found in answers.md under {self.problem.id}, {name}:"
            marked = Marked(Verdict.NOT_ATTEMPTED, 0.0, message + self._meant(name))
        elif form is None:
            message = "a person reads this answer; its points are pending"
            marked = Marked(Verdict.UNDECIDED, 0.0, message)
        else:
            marked = _mark(form, part, answer, marking)
        return _report(name, part, marked, answer)

    def _meant(self, name: str) -> str:
        """What was written nearby, where it looks like an answer to this part."""
        below = [answer for answer, _ in self.contents.under(self.headings)]
        if below:
            labels = {answer.label or answer.headings[-1]: answer for answer in below}
            known = {*self.headings, *map(fold, self.problem.parts)}
            labels = {label: a for label, a in labels.items() if fold(label) not in known}
            near = difflib.get_close_matches(name, list(labels), n=1, cutoff=0.7)
            if near:
                return f" did you mean it by `{near[0]}` in {labels[near[0]].place()}?"
            loose = next((a for a in below if not a.label and a.text.strip()), None)
            if loose and not self.answers and name == self.first:
                where = loose.place()
                return f" did you mean the text below {where}? Write `{name}:` before it"
            return ""
        return self._meant_heading() if name == self.first else ""  # said once for all parts

    def _meant_heading(self) -> str:
        titles = {fold(title): title for a in self.contents.answers for title in a.headings}
        short = [t for t in titles if len(t) <= 150 and t not in self.elsewhere][:200]
        for wanted in (fold(self.problem.id), fold(self.problem.title)):
            near = difflib.get_close_matches(wanted, short, n=1, cutoff=0.85)
            if near:
                return f" did you mean it by the heading `{titles[near[0]]}`?"
        return ""


def _lines(problem: Problem) -> dict[str, str]:
    """Which part a label belongs to that is not a part's name but that of a line in one."""
    owners: dict[str, set[str]] = {}
    for name, part in problem.parts.items():
        named: Mapping[str, LedgerLine | CurveClaim] = {}
        if isinstance(part, LedgerPart):
            named = part.lines
        elif isinstance(part, CurvePart):
            named = part.claims
        for line, declared in named.items():
            for label in (line, *declared.aliases):
                owners.setdefault(fold(label), set()).add(name)
    return {label: min(names) for label, names in owners.items() if len(names) == 1}


def _is_blank(text: str) -> bool:
    return len(text) <= MOST_CHARACTERS and _BLANK.fullmatch(text) is not None


def _mark(form: Form, part: PartBase, answer: Answer, marking: Marking) -> Marked:
    try:
        if len(answer.text) > MOST_CHARACTERS:
            raise Unclear(f"the answer is longer than {MOST_CHARACTERS} characters")
        return form.mark(part, answer.text, marking)
    except Unclear as unclear:
        # Nobody can tell whether an answer that cannot be read is right, but the student can
        # mend it: it earns nothing, and says why.
        where = answer.place(answer.line + unclear.lines_before(answer.text))
        return Marked(Verdict.WRONG, 0.0, f"{where} cannot be read: {unclear}")
    except Exception:
        trace = traceback.format_exc().strip().split("\n")
        return Marked(
            Verdict.GRADER_FAULT,
            0.0,
            f"the grader failed: {trace[-1]}",
            notes=tuple(trace[-7:-1]),
        )


def _report(name: str, part: PartBase, marked: Marked, answer: Answer | None) -> PartReport:
    note = (answer.note,) if answer and answer.note else ()
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=marked.verdict,
        score=score_part(part, marked.verdict, marked.share),
        message=marked.message,
        read_as=marked.read_as,
        answer=AnswerPlace(file=answer.file, line=answer.line, cell=answer.cell)
        if answer
        else None,
        checks=tuple(
            CheckReport(
                kind=part.asks,
                name=line.name,
                verdict=line.verdict,
                weight=line.weight,
                message=line.message,
                findings=line.findings,
                notes=line.notes,
            )
            for line in marked.lines
        ),
        mistake=MistakeReport(name=marked.mistake.name, hint=marked.mistake.hint)
        if marked.mistake
        else None,
        figures=marked.figures,
        notes=(*note, *marked.notes),
    )
