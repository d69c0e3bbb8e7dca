"""What is asked: problem files, their reference, and the course they form.

A name is imported when it is asked for: where a course lies and what it lists must be told without
the models of problem files, which take longer to build than all of that.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.course.course import Course, ProblemFile, load_course
    from grader.course.faults import CourseFault, Fault, NoCourse
    from grader.course.finding import find_course, shipped_course
    from grader.course.language import Language
    from grader.course.parts import CodePart, Convention, Mistake, Part
    from grader.course.problem import Problem
    from grader.course.specs import CheckEntry, CheckOptions, LimitsSpec, ToleranceSpec

_MODULES = {
    "course": ("Course", "ProblemFile", "load_course"),
    "faults": ("CourseFault", "Fault", "NoCourse"),
    "finding": ("find_course", "shipped_course"),
    "language": ("Language",),
    "parts": ("CodePart", "Convention", "Mistake", "Part"),
    "problem": ("Problem",),
    "specs": ("CheckEntry", "CheckOptions", "LimitsSpec", "ToleranceSpec"),
}

__all__ = [
    "CheckEntry",
    "CheckOptions",
    "CodePart",
    "Convention",
    "Course",
    "CourseFault",
    "Fault",
    "Language",
    "LimitsSpec",
    "Mistake",
    "NoCourse",
    "Part",
    "Problem",
    "ProblemFile",
    "ToleranceSpec",
    "find_course",
    "load_course",
    "shipped_course",
]


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
