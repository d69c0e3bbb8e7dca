"""A function of the reference, handed in as a student would hand it in."""

from __future__ import annotations

from grader.course import Course
from grader.course.parts import CodePart
from grader.course.signature import read_signature
from grader.submission import Submission


def submission_of(course: Course, part: CodePart, reference: str) -> Submission:
    """The files that `reference` needs, and one at the top that gives it the asked-for name."""
    module, _, function = reference.rpartition(".")
    own = part.reference.rpartition(".")[0]
    needed = course.references.files_for(module, own)
    files = {f"reference/{path}": data for path, data in needed.items()}
    wanted = read_signature(part.call).function
    lines = [
        "import os, sys",
        'sys.path.insert(0, os.path.join(os.getcwd(), "reference"))',
        f"import {module} as answers",
        f"{wanted} = answers.{function}",
    ]
    if part.steps:
        lines.append(f"import {own} as own")
    for text in part.steps:
        step = read_signature(text, named_result=True).function
        lines.append(f"{step} = own.{step}")
    files["answer.py"] = ("\n".join(lines) + "\n").encode()
    return Submission(reference, files)
