"""A kit as a course: the same problems with public checks alone, whose truth is known already."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError

from grader.checks import Check
from grader.checks.base import Ask, Evidence, Judgement
from grader.checks.verdict import Verdict
from grader.course import Course
from grader.course.baked import Baked
from grader.course.course import ProblemFile
from grader.course.finding import KIT
from grader.course.language import Language
from grader.course.problem import Problem
from grader.course.references import References
from grader.course.source import Source
from grader.course.specs import CheckOptions, CourseSettings
from grader.kinds import all_kinds
from grader.kit.files import BadKit, from_folder
from grader.kit.handed_out import handed_out_kind
from grader.values import Value

# Modules of a kit, in which nothing is: which arrays the reference of a part took.
NUMPY, TORCH = "truth", "truth_torch"


class Elsewhere(Check):
    """Stands in a part of which nothing can be checked without the reference."""

    kind: ClassVar[str] = "elsewhere"
    Options: ClassVar[type[CheckOptions]] = CheckOptions
    reads_source: ClassVar[bool] = True

    def title(self, options: CheckOptions) -> str:
        return "is checked by your instructor"

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        return Judgement(Verdict.UNDECIDED, "nothing of this part can be checked from a kit")


def open_kit(root: Path, checks: Mapping[str, Check]) -> tuple[Course, Mapping[str, Check]]:
    """The course that a kit is, and its kinds of check. Raises BadKit."""
    asked, values = from_folder(root)
    return course_of(root, asked, values, with_elsewhere(checks)), with_elsewhere(checks)


def with_elsewhere(checks: Mapping[str, Check]) -> Mapping[str, Check]:
    return {**checks, Elsewhere.kind: Elsewhere()}


def course_of(
    root: Path, asked: Mapping[str, Any], values: Mapping[str, Value], checks: Mapping[str, Check]
) -> Course:
    """From what the kit's files hold. Raises BadKit."""
    kinds = {name: handed_out_kind(kind) for name, kind in all_kinds().items()}
    language = Language({name: check.Options for name, check in checks.items()}, kinds)
    try:
        settings = CourseSettings.model_validate(asked["settings"])
        problems = {one["id"]: _problem(one, language) for one in asked["problems"]}
        baked = Baked(
            {name: entry["cases"] for name, entry in values.items()},
            {key: known for entry in values.values() for key, known in entry["truth"].items()},
            {name: tuple(names) for name, names in asked["elsewhere"].items()},
        )
    except (ValidationError, KeyError, TypeError, AttributeError) as error:
        message = f"{root / KIT} cannot be read by this version of grader; ask for a new kit"
        raise BadKit(message) from error
    references = References({}, {}, frozenset({TORCH}))
    return Course(root, settings, problems, references, secret="", baked=baked)


def _problem(plain: Mapping[str, Any], language: Language) -> ProblemFile:
    problem = Problem.model_validate(plain, context=language.context([]))
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
    return ProblemFile(problem, Source(KIT, plain, {}, digest=digest), digest)
