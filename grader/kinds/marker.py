"""How an answer in writing is read and marked. What a student wrote is never evaluated."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from grader.checks.figures import AnyFigure
from grader.checks.findings import AnyFinding
from grader.checks.verdict import Verdict, worst
from grader.course.parts import NamedMistake, Part
from grader.course.source import Path_
from grader.errors import NoValue, StudentError
from grader.kinds.base import ComparedPart, WrittenMistake
from grader.maths import Expr, Prover, Symbols, Unreadable
from grader.submission.tables import NO_DATA, DataFiles

Faulty = tuple[Path_, str]  # where below the part, and what is wrong


class Unclear(StudentError, NoValue):
    """The text is not an answer of this kind; the message says what to write instead.

    `position` counts characters of `text`, the piece of the answer that was being read.
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position

    def lines_before(self, answer: str) -> int:
        """How many lines of the answer stand above the place that cannot be read."""
        at = answer.find(self.text) if self.text else -1
        return answer.count("\n", 0, at + self.position) if at >= 0 else 0


def unclear(error: Unreadable) -> Unclear:
    return Unclear(str(error), error.text, error.position)


@dataclass(frozen=True)
class Line:
    """One line of a ledger, one row of a table, one identity: judged on its own."""

    name: str
    verdict: Verdict
    message: str
    weight: float = 1.0
    notes: tuple[str, ...] = ()
    findings: tuple[AnyFinding, ...] = ()
    unread: tuple[Passage, ...] = ()


@dataclass(frozen=True)
class Passage:
    """A piece of an answer that could not be read, and why; `line` counts from the answer's own."""

    text: str
    why: str
    line: int = 0


def placed(passage: Passage, answer: str) -> Passage:
    """The passage with the line of the answer on which it stands."""
    at = answer.find(passage.text)
    return replace(passage, line=answer.count("\n", 0, at)) if at >= 0 else passage


@dataclass(frozen=True)
class Marked:
    """What an answer is worth, and why. `share` is of the part's points, from 0 to 1; of those that
    are not earned, `waiting` is the share that a person decides, None for all of them."""

    verdict: Verdict
    share: float
    message: str = ""
    read_as: str = ""
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    mistake: NamedMistake | None = None
    figures: tuple[AnyFigure, ...] = ()
    unread: tuple[Passage, ...] = ()
    waiting: float | None = None
    latex: str = ""  # `read_as` once more, where it is a formula


@dataclass(frozen=True)
class Marking:
    """What marking needs besides the answer: a prover, a seed, the other answers' texts, the data
    files."""

    prover: Prover | None = None
    seed: int = 0
    others: Mapping[str, str] = field(default_factory=dict)  # part -> text, of the same problem
    parts: Mapping[str, Any] = field(default_factory=dict)  # part -> its specification
    data: DataFiles = NO_DATA
    prompt: str = ""  # of the problem: what its symbols are in words
    whole: bool = False  # the text is that of the whole question, and answers its other parts too

    def place_among(self, part: Any) -> tuple[int, int]:
        """Of the parts of this kind that the same text answers and that have no left side to be
        told by: which this is, and how many there are."""
        text = next((self.others.get(n) for n, one in self.parts.items() if one is part), None)
        alike = [
            one
            for name, one in self.parts.items()
            if type(one) is type(part)
            and self.others.get(name) == text
            and not getattr(one, "left", ())
        ]
        at = next((at for at, one in enumerate(alike) if one is part), 0)
        return at, max(1, len(alike))


class Marker(ABC):
    """Reads and marks the answers of one kind, and tries out what an author wrote for it.

    Instances hold nothing: all state is in what is passed. `part` is of the kind's own model.
    """

    # Whether an answer may stand in the text of a whole question; else it needs its data.
    reads_whole_questions: ClassVar[bool] = True

    @abstractmethod
    def mark(self, part: Any, text: str, marking: Marking) -> Marked:
        """Judge the text of an answer. Raises Unclear where it cannot be read."""

    @abstractmethod
    def right_answer(self, part: Any) -> str:
        """A text that gets full marks: lint hands it in."""

    def is_told(self, part: Any, marking: Marking) -> bool:
        """Whether in the text of a whole question an answer to this part says that it is one: by a
        left side, the names of its lines, the words of an option."""
        return True

    def is_attempted(self, part: Any, marking: Marking) -> bool:
        """Whether there is an answer although nothing is written."""
        return False

    def read(self, part: Any, text: str, marking: Marking) -> tuple[str, str]:
        """What the text is read as, in words and in LaTeX, where nobody knows what is right: of a
        part that `WrittenPart.without_answer` made. Raises Unclear."""
        return "", ""

    def faults(self, part: Any, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        """What a student would trip over, told from the problem's `parts` alone."""
        return iter(())

    def faults_in_use(self, part: Any, marking: Marking) -> Iterator[Faulty]:
        """The right answer must get full marks, and every mistake its name and less than that."""
        right = self.right_answer(part)
        if right:
            try:
                marked = self.mark(part, right, marking)
            except Unclear as unclear:
                yield ("answer",), f"cannot be read: {unclear}"
                return
            if marked.verdict is not Verdict.CORRECT:
                yield (
                    ("answer",),
                    f"does not get full marks itself: {marked.verdict}: {marked.message}",
                )
                return
        for index, mistake in enumerate(part.mistakes):
            try:
                marked = self.mark(part, f"`{mistake.answer}`", marking)
            except Unclear as unclear:
                yield ("mistakes", index), f"`{mistake.answer}` cannot be read: {unclear}"
                continue
            message = _not_recognised(marked, mistake.name)
            if message:
                yield ("mistakes", index), f"`{mistake.answer}` {message}"

    def counted_by(self, part: Any) -> str:
        """The function of the reference, called with nothing, that must come to the same."""
        return ""

    def faults_of_count(self, part: Any, counted: object) -> Iterator[Faulty]:
        """Where what that function returned is not the right answer."""
        return iter(())

    def formula(self, part: Any, text: str) -> tuple[Expr, Symbols]:
        """The formula that `text` is, for a part that is bound to code; an empty text stands for
        the right answer. Raises Unclear, also where there is no formula."""
        raise Unclear("this is no formula")


def correct(message: str = "", read_as: str = "", notes: tuple[str, ...] = ()) -> Marked:
    return Marked(Verdict.CORRECT, 1.0, message, read_as, notes=notes)


def wrong(
    message: str, read_as: str = "", mistake: WrittenMistake | None = None,
    notes: tuple[str, ...] = (),
) -> Marked:  # fmt: skip
    """A wrong answer; a recognised mistake keeps the credit its author gave it."""
    share = mistake.credit if mistake else 0.0
    verdict = Verdict.PARTLY if share else Verdict.WRONG
    return Marked(verdict, share, message, read_as, notes=notes, mistake=mistake)


def by_lines(lines: list[Line], read_as: str = "") -> Marked:
    """The mark of an answer that is judged line by line: each earns its weight."""
    total = sum(line.weight for line in lines)
    good = sum(line.weight for line in lines if line.verdict is Verdict.CORRECT)
    share = good / total if total else 0.0
    bad = [line for line in lines if line.verdict is not Verdict.CORRECT]
    bad.sort(key=lambda line: line.verdict is Verdict.NOT_ATTEMPTED)  # what was written comes first
    pending = [line for line in bad if line.verdict.pending]
    waiting = sum(line.weight for line in pending) / total if total else 0.0
    if pending:
        verdict = worst([line.verdict for line in pending])
    elif not bad:
        verdict = Verdict.CORRECT
    else:
        verdict = Verdict.PARTLY if share else Verdict.WRONG
    message = "; ".join(f"{line.name}: {line.message}" for line in bad[:3])
    if len(bad) > 3:
        message += f"; and {len(bad) - 3} more"
    notes = tuple(f"{line.name}: {note}" for line in lines for note in line.notes)
    unread = tuple(passage for line in lines for passage in line.unread)
    return Marked(
        verdict, share, message, read_as, tuple(lines), notes, unread=unread, waiting=waiting
    )


def _not_recognised(marked: Marked, name: str) -> str:
    """Why the mistake of this name is not told by an answer that makes it; empty if it is."""
    if marked.verdict is Verdict.CORRECT:
        return "gets full marks; it is no mistake"
    if marked.mistake is None:
        return "loses points but is not recognised"
    if marked.mistake.name != name:
        return f"is recognised as `{marked.mistake.name}`, which comes first; keep one"
    return ""


def listed_mistake(part: ComparedPart, matches: Any) -> WrittenMistake | None:
    """The first declared mistake for which `matches(mistake.answer)` holds."""
    for mistake in part.mistakes:
        with contextlib.suppress(Unclear):  # one that cannot be read is told by lint, at its place
            if matches(mistake.answer):
                return mistake
    return None
