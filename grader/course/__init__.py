"""What is asked: problem files, their reference, and the course they form."""

from grader.course.course import (
    CheckKinds,
    Course,
    ProblemFile,
    find_course,
    load_course,
    shipped_course,
)
from grader.course.faults import CourseFault, Fault, NoCourse
from grader.course.problem import Problem
from grader.course.specs import (
    CheckEntry,
    CheckOptions,
    CodePart,
    Convention,
    FunctionPart,
    LimitsSpec,
    Mistake,
    ModulePart,
    ProsePart,
    ToleranceSpec,
)

__all__ = [
    "CheckEntry",
    "CheckKinds",
    "CheckOptions",
    "CodePart",
    "Convention",
    "Course",
    "CourseFault",
    "Fault",
    "FunctionPart",
    "LimitsSpec",
    "Mistake",
    "ModulePart",
    "NoCourse",
    "Problem",
    "ProblemFile",
    "ProsePart",
    "ToleranceSpec",
    "find_course",
    "load_course",
    "shipped_course",
]
