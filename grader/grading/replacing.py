"""One mistake costs once: an answer that fails because another function of the student's does.

It is tried again with the reference's results in place of that function's. These are computed
where references run; what goes into the student's process is results alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from grader.cases.edges import leaves
from grader.checks.base import sent_again
from grader.checks.rules import TOO_MANY
from grader.course import Course
from grader.course.parts import CodePart
from grader.grading.answering import Answering
from grader.grading.finding import calls_of
from grader.grading.session import Session
from grader.grading.truth import ReferenceFailed, Truth
from grader.sandbox import Call
from grader.sandbox.hiding import what_it_hides
from grader.sandbox.observations import SourceUse
from grader.values import Opaque, Value
from grader.values.plain import Library


@dataclass(frozen=True)
class Replacing:
    """Functions of a student's, by name: the reference that answers in their place, and the arrays
    that it takes. `used` are those that were called."""

    known: dict[str, tuple[str, Library]]
    truth: Truth
    library: Library  # of what the student's functions get
    used: dict[str, None] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.known)

    @property
    def note(self) -> str:
        return f"judged with the reference's {', '.join(self.used)} in place of yours"

    def supply(self, name: str, args: list[Value]) -> tuple[Value] | None:
        """What the reference returns; nothing where it cannot take the arguments."""
        reference, library = self.known[name]
        if any(isinstance(leaf, Opaque) for leaf in leaves(args)):
            return None
        self.used[name] = None
        given = tuple(sent_again(arg, library) for arg in args)
        call = Call(reference.rpartition(".")[2], given)
        try:
            (value,) = self.truth.once(reference, [call], quote=False)
        except ReferenceFailed:  # it was given what only a student's own function can take
            return None
        return (sent_again(value, self.library),)


def replacing(
    session: Session,
    part: CodePart,
    answering: Answering,
    library: Library,
    uses: Sequence[SourceUse],
) -> Replacing | None:
    """What may be answered for: functions that other parts ask for, where a mistake in them costs,
    that the submission has, and that an answer which `uses` these may call. None where there are
    none, and in a kit, which cannot answer."""
    if session.course.baked is not None:
        return None
    own = {call.function for call in calls_of(part)}
    own |= {text.partition("=")[2].partition("(")[0].strip() for text in part.steps}
    known = {
        name: found
        for name, found in stand_ins(session.course, answering.problems).items()
        if name not in own
        and answering.contents.find(name) is not None
        and any(_may_call(use, name) for use in uses)
    }
    return Replacing(known, session.truth, library) if known else None


def _may_call(use: SourceUse, name: str) -> bool:
    """Whether the name is used, plainly or in a way in which any name may be."""
    plain = use.name.rpartition(" ")[2].rpartition(".")[2]
    return plain == name or use.name == TOO_MANY or bool(what_it_hides(use.name, use.origin))


def stand_ins(course: Course, problems: Iterable[str]) -> dict[str, tuple[str, Library]]:
    """By the name of each function that these problems ask for: the reference that can answer in a
    student's place, and the arrays that it takes. A name that means two functions is none."""
    known: dict[str, tuple[str, Library]] = {}
    twice: set[str] = set()
    for problem in problems:
        for part in course.problems[problem].problem.parts.values():
            if not isinstance(part, CodePart) or part.defines != "function":
                continue
            name = calls_of(part)[0].function
            torch = course.references.uses_torch(part.reference)
            found: tuple[str, Library] = (part.reference, "torch" if torch else "numpy")
            if known.setdefault(name, found) != found:
                twice.add(name)
    return {name: found for name, found in known.items() if name not in twice}
