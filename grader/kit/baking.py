"""Bakes a kit: of each part what may be told, public cases, and the truth for exactly these.

What goes in is named key by key; whatever a problem file says besides stays out. The truth is asked
for by the very calls that a check will make from the kit, so that a check there runs as it does
with the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import grader
from grader.cases import Case
from grader.checks import Ask, Check
from grader.checks.registry import BUILT_IN
from grader.course import Course
from grader.course.baked import place_of
from grader.course.parts import CodePart
from grader.course.problem import Problem
from grader.errors import CallerError
from grader.grading.asking import Prepared, prepare
from grader.grading.baked import case_from_plain, case_to_plain, truth_key
from grader.grading.truth import Truth
from grader.kinds.base import WrittenPart
from grader.kit.handed_out import handed_out
from grader.kit.loading import NUMPY, TORCH, Elsewhere
from grader.values import Value, decode, encode
from grader.values.counting import counted

# Of a part that asks for code: all that its first lines and its calls are told by.
_CODE_KEYS = {
    "asks", "points", "text", "call", "library", "tolerance", "limits", "also", "unpassed", "first",
    "then", "changes", "returns", "forward", "roles",
}  # fmt: skip
# Options of a check that say how hidden cases are drawn, or name a function of the reference.
_HIDDEN_OPTIONS = {"inputs", "after", "by"}
# What functions of the reference are called in a kit: there they have no other name.
RIGHT, READING, MISTAKE = "right", "reading", "mistake"


class NothingToHandOut(CallerError):
    """The assignment cannot be made into a kit; the message says why."""


@dataclass
class Baking:
    """What a kit will hold, while it is made. `values` are by a check's place."""

    course: Course
    checks: Mapping[str, Check]
    truth: Truth
    with_mistakes: bool
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    elsewhere: dict[str, list[str]] = field(default_factory=dict)

    def asked(self, name: str) -> dict[str, Any]:
        """Everything but `values` of the assignment or problem of this name."""
        problems = self.course.assignment(name)
        settings = self.course.settings
        is_assignment = name in settings.assignments
        told: dict[str, Any] = {
            "name": settings.name,
            "limits": _plain(settings.limits),
            "tolerance": _plain(settings.tolerance),
            "submission_seconds": settings.submission_seconds,
            "names": {function: list(others) for function, others in settings.names.items()},
            "assignments": {name: problems} if is_assignment else {},
        }
        if is_assignment and name in settings.numbers:
            told["numbers"] = {name: {n: list(to) for n, to in settings.numbers[name].items()}}
        return {
            "grader": grader.__version__,
            "name": name,
            "settings": told,
            "problems": [self._problem(self.course.problems[one].problem) for one in problems],
            "elsewhere": self.elsewhere,
        }

    def _problem(self, problem: Problem) -> dict[str, Any]:
        return {
            "id": problem.id,
            "title": problem.title,
            "prompt": problem.prompt,
            "limits": _plain(problem.limits),
            "parts": dict(self._parts(problem)),
        }

    def _parts(self, problem: Problem) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, part in problem.parts.items():
            if isinstance(part, CodePart):
                yield name, self._code(problem.id, name, part)
            elif isinstance(part, WrittenPart):
                yield name, handed_out(part)
            else:
                raise NothingToHandOut(f"{problem.id} {name}: a kit cannot ask for {part.asks}")

    def _code(self, problem: str, name: str, part: CodePart) -> dict[str, Any]:
        module = TORCH if self.course.references.uses_torch(part.reference) else NUMPY
        renamed = {part.reference: f"{module}.{RIGHT}"}
        told = part.model_dump(mode="json", include=_CODE_KEYS, exclude_defaults=True)
        told |= {"asks": part.asks, "points": part.points, "reference": renamed[part.reference]}
        if part.readings:
            told["conventions"] = []
            for number, one in enumerate(part.readings, 1):
                renamed.setdefault(one.reference, f"{module}.{READING}{number}")
                told["conventions"].append({**_plain(one), "reference": renamed[one.reference]})
        if self.with_mistakes and part.mistakes:
            told["mistakes"] = []
            for number, known in enumerate(part.mistakes, 1):
                renamed.setdefault(known.reference, f"{module}.{MISTAKE}{number}")
                told["mistakes"].append({**_plain(known), "reference": renamed[known.reference]})
        told["checks"] = list(self._checks(problem, name, renamed))
        return told

    def _checks(
        self, problem: str, name: str, renamed: Mapping[str, str]
    ) -> Iterator[dict[str, Any]]:
        public = 0
        for one in prepare(self.course, dict(self.checks), self.truth, problem, name):
            cases = tuple(case for case in one.ask.cases if case.public)
            if not (one.check.reads_source or cases) or _needs_the_reference(one):
                self.elsewhere.setdefault(place_of(problem, name), []).append(one.name)
                continue
            hidden = len(one.ask.cases) - len(cases)
            if hidden:
                told = f"{one.name}, on {counted(hidden, 'more case')}"
                self.elsewhere.setdefault(place_of(problem, name), []).append(told)
            plain = [case_to_plain(case) for case in cases]
            known = dict(self._known(one, cases, _as_unpacked(plain), renamed))
            self.values[place_of(problem, name, public)] = {"cases": plain, "truth": known}
            public += 1
            options = _plain(one.entry.options)
            yield {one.entry.kind: {k: v for k, v in options.items() if k not in _HIDDEN_OPTIONS}}
        if not public:
            yield {Elsewhere.kind: {}}

    def _known(
        self,
        one: Prepared,
        cases: tuple[Case, ...],
        unpacked: tuple[Case, ...],
        renamed: Mapping[str, str],
    ) -> Iterator[tuple[str, Value]]:
        """What the reference, other readings of it and known mistakes return for these cases,
        each under the calls by which the kit will ask for it."""
        (reference, called), *others = renamed.items()
        asks = replace(one.ask, cases=cases), _by(replace(one.ask, cases=unpacked), called)
        mine, theirs = map(one.check.reference_calls, asks)
        right = self.truth.values(reference, mine)
        if mine:
            yield truth_key(called, theirs), right
        for name, alias in [(reference, called), *others] if self.with_mistakes else others:
            of_both = _by(asks[0], name), _by(asks[1], alias)
            if alias.rpartition(".")[2].startswith(READING):
                mine, theirs = map(one.check.reference_calls, of_both)
            else:
                mine, theirs = (one.check.answer_calls(ask, right) for ask in of_both)
            values = self.truth.values_or_none(name, mine)
            if values:
                yield truth_key(alias, theirs), values


def _as_unpacked(plain: Sequence[Mapping[str, Any]]) -> tuple[Case, ...]:
    """The cases as a kit gives them back: a number of numpy's becomes an array of no axes."""
    return tuple(map(case_from_plain, decode(encode(list(plain)))))


def _by(ask: Ask, reference: str) -> Ask:
    return replace(ask, part=ask.part.model_copy(update={"reference": reference}))


def _needs_the_reference(one: Prepared) -> bool:
    """Whether it is judged by what only the reference, or a package of the course's, can say."""
    options = one.entry.options
    return (
        type(one.check) not in BUILT_IN
        or one.check.timed
        or bool(one.check.after(options) or one.check.judged_by(options))
    )


def _plain(model: Any) -> dict[str, Any]:
    plain: dict[str, Any] = model.model_dump(mode="json", exclude_defaults=True)
    return plain
