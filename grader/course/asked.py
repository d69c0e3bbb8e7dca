"""What a course asks, read to be shown: only the problems in question, and no kinds of check.

Reading YAML with the place of every key takes its time, and a fault in one problem is no reason
not to show another.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import ConfigDict

from grader.course.course import load_problem, problems_named, read_source
from grader.course.faults import CourseFault, shown
from grader.course.finding import REFERENCE, SETTINGS, problem_files
from grader.course.language import Language
from grader.course.numbers import labels_of, numbers_of
from grader.course.parts import Part
from grader.course.problem import Problem
from grader.course.references import References, read_references
from grader.course.rules import RulesOptions
from grader.course.settings import read_settings
from grader.course.specs import CheckOptions

_ID = re.compile(r"^id:[ \t]*(['\"]?)([\w/-]+)\1[ \t]*(?:#.*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Asked:
    """An assignment, or a single problem."""

    name: str
    problems: tuple[Problem, ...]
    references: References
    labels: Mapping[str, str]  # of problems that have one: the number by which each is asked

    @property
    def is_assignment(self) -> bool:
        return [problem.id for problem in self.problems] != [self.name]

    @property
    def total(self) -> float:
        return sum(problem.total for problem in self.problems)


def read_asked(root: Path, name: str, kinds: Mapping[str, type[Part]]) -> Asked:
    """The assignment or problem of this name. Raises NoCourse and CourseFault."""
    settings, _ = read_settings(root / SETTINGS, shown(root / SETTINGS))
    references, _ = read_references(root / REFERENCE, shown(root / REFERENCE))
    language = Language(_AnyCheck(), kinds)
    files = _by_id(root, language, references)
    problems = [
        load_problem(read_source(files[problem]), language, references).problem
        for problem in problems_named(name, settings.assignments, sorted(files))
    ]
    numbers = numbers_of(settings.numbers.get(name, {}), [problem.id for problem in problems])
    return Asked(name, tuple(problems), references, labels_of(numbers))


def _by_id(root: Path, language: Language, references: References) -> dict[str, Path]:
    """Every problem file by its id, read as text: an id stands on a line of its own."""
    found: dict[str, Path] = {}
    for file in problem_files(root):
        match = _ID.search(file.read_text(encoding="utf-8", errors="replace"))
        if match:
            found.setdefault(match[2], file)
            continue
        with contextlib.suppress(CourseFault):  # a faulty file without a plain id is lint's to tell
            problem = load_problem(read_source(file), language, references).problem
            found.setdefault(problem.id, file)
    return found


class _UnreadOptions(CheckOptions):
    """The options of a check as they stand in the file, whatever its kind takes."""

    model_config = ConfigDict(extra="allow")
    shorthand: ClassVar[str] = "shorthand"


class _AnyCheck(Mapping[str, type[CheckOptions]]):
    """Knows every kind of check; only rules are read, for a student must know them."""

    _read: ClassVar[Mapping[str, type[CheckOptions]]] = {"rules": RulesOptions}

    def __getitem__(self, kind: str) -> type[CheckOptions]:
        return self._read.get(kind, _UnreadOptions)

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, str)

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)
