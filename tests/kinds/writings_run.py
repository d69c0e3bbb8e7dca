"""How answers are read as students write them: the table in `writings`, graded and counted.

    python tests/kinds/writings_run.py [--habit HABIT] [--show] [--write]

A row is an answer as it stands below its label, or the text of a whole question, which answers the
parts `beside` it too. `verdict` is what a fair person says of it, and
`maybe_unread` whether a wrong one may be left to a person instead: none of them is ever accepted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from forms_course import SHIPPED, open_course
from ruamel.yaml import YAML

from grader.checks import Verdict
from grader.course import Course
from grader.grading.marking import mark
from grader.kinds.base import WrittenPart
from grader.maths import Prover
from grader.report import PartReport
from grader.submission import Answer
from grader.submission.tables import NO_DATA

TABLE = Path(__file__).with_name("writings")
WORDS = TABLE / "words.txt"


class Outcome(StrEnum):
    """What became of an answer."""

    ACCEPTED = "accepted"
    WRONG = "wrong"
    UNREAD = "unread"
    FAULT = "fault"


@dataclass(frozen=True)
class Writing:
    """One answer and what it deserves."""

    problem: str
    part: str
    habit: str
    right: bool
    maybe_unread: bool
    text: str
    beside: tuple[str, ...] = ()

    def fails_by(self, outcome: Outcome) -> bool:
        """Whether a fair person would object to this outcome."""
        if self.right:
            return outcome is not Outcome.ACCEPTED
        fair = (Outcome.WRONG, Outcome.UNREAD) if self.maybe_unread else (Outcome.WRONG,)
        return outcome not in fair


@dataclass(frozen=True)
class Graded:
    """A writing and what the grader made of it."""

    writing: Writing
    kind: str
    outcome: Outcome
    words: str

    @property
    def failed(self) -> bool:
        return self.writing.fails_by(self.outcome)


def load_writings(course: Course) -> list[Writing]:
    """The whole table; each file is named after its problem."""
    yaml = YAML(typ="safe")
    problems = {name.replace("/", "-"): name for name in course.problems}
    return [
        Writing(
            problem=problems[path.stem],
            part=row["part"],
            habit=row["habit"],
            right=row["verdict"] == "right",
            maybe_unread=row["maybe_unread"],
            text=row["text"],
            beside=tuple(row.get("beside", ())),
        )
        for path in sorted(TABLE.glob("*.yaml"))
        for row in yaml.load(path)
    ]


def graded_writings(course: Course, writings: Iterable[Writing]) -> Iterator[Graded]:
    """Each writing through the marking of one part, without files and without a sandbox."""
    prover = Prover()
    try:
        for writing in writings:
            problem = course.problems[writing.problem].problem
            parts = problem.parts
            part = parts[writing.part]
            assert isinstance(part, WrittenPart)
            whole = bool(writing.beside)
            answer = Answer("answers.md", 1, (), writing.part, writing.text, whole=whole)
            shared = dict.fromkeys((writing.part, *writing.beside) if whole else (), writing.text)
            about = (0, shared, parts, NO_DATA, problem.prompt)
            report = mark(writing.part, part, answer, prover, *about)
            assert report is not None
            yield Graded(writing, part.asks, outcome_of(report), report.message)
    finally:
        prover.close()


def outcome_of(report: PartReport) -> Outcome:
    """Partly right is not accepted."""
    if report.verdict is Verdict.CORRECT:
        return Outcome.ACCEPTED
    if report.verdict is Verdict.GRADER_FAULT:
        return Outcome.FAULT
    if report.verdict.pending:
        return Outcome.UNREAD
    return Outcome.WRONG


def summary(graded: list[Graded], by: str) -> str:
    """A table of outcomes, one row for each habit or kind."""
    counts: Counter[tuple[str, bool, Outcome]] = Counter()
    for one in graded:
        group = one.kind if by == "kind" else one.writing.habit
        for row in (group, "all"):
            counts[row, one.writing.right, one.outcome] += 1
    rows = sorted({row for row, _, _ in counts} - {"all"})
    marks = [(right, outcome) for right in (True, False) for outcome in Outcome]
    lines = [f"{by:18}" + "right: " + _titles() + "   wrong: " + _titles()]
    for row in [*rows, "all"]:
        cells = [f"{counts[row, right, outcome]:9}" for right, outcome in marks]
        half = len(Outcome)
        lines.append(f"{row:25}" + "".join(cells[:half]) + " " * 10 + "".join(cells[half:]))
    return "\n".join(lines)


def _titles() -> str:
    return "".join(f"{outcome:>9}" for outcome in Outcome)


def words_of(graded: list[Graded]) -> str:
    """What each writing gets, in the order of the table: the outcome, and the first line that a
    student reads. The test holds the table to it."""
    lines = []
    for one in graded:
        place = f"{one.writing.problem} {one.writing.part} {one.writing.habit}"
        text = " ".join(one.writing.text.split())
        said = one.words.split("\n")[0]
        lines.append(f"{place} | {text[:70]} | {one.outcome} | {said}".rstrip())
    return "\n".join(lines) + "\n"


def failure(one: Graded) -> str:
    wanted = "right" if one.writing.right else "wrong"
    place = f"{one.writing.problem} {one.writing.part} ({one.kind}, {one.writing.habit})"
    text = "\n".join(f"    {line}" for line in one.writing.text.split("\n"))
    return f"{place}: {wanted}, but {one.outcome}: {one.words}\n{text}"


def main() -> None:
    arguments = argparse.ArgumentParser(description="Grade the table of writings.")
    arguments.add_argument("--habit", help="only this habit")
    arguments.add_argument("--write", action="store_true", help="write what each gets anew")
    arguments.add_argument("--show", action="store_true", help="show each failure and its words")
    chosen = arguments.parse_args()
    course = open_course(SHIPPED)
    table = [one for one in load_writings(course) if chosen.habit in (None, one.habit)]
    graded = list(graded_writings(course, table))
    if chosen.write:
        WORDS.write_text(words_of(graded), encoding="utf-8")
    if chosen.show:
        print("\n\n".join(failure(one) for one in graded if one.failed), end="\n\n")
    print(summary(graded, "habit"), summary(graded, "kind"), sep="\n\n")
    failed = sum(one.failed for one in graded)
    print(f"\n{len(graded)} writings, {failed} graded otherwise than they should be")


if __name__ == "__main__":
    main()
