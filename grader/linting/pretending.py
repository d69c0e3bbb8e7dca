"""A function of the reference, handed in as a student would hand it in."""

from __future__ import annotations

from grader.course import CodePart, Course, FunctionPart
from grader.course.signature import read_signature
from grader.submission import Submission


def submission_of(course: Course, part: CodePart, reference: str) -> Submission:
    """The reference's files, and one at the top that gives `reference` the asked-for name."""
    files = {f"reference/{path}": data for path, data in course.references.files.items()}
    module, _, function = reference.rpartition(".")
    wanted = read_signature(part.call).function
    lines = [
        "import os, sys",
        'sys.path.insert(0, os.path.join(os.getcwd(), "reference"))',
        f"import {module} as answers",
        f"{wanted} = answers.{function}",
    ]
    if isinstance(part, FunctionPart):
        own = part.reference.rpartition(".")[0]
        lines.append(f"import {own} as own")
        for text in part.first:
            step = read_signature(text, named_result=True).function
            lines.append(f"{step} = own.{step}")
    files["answer.py"] = ("\n".join(lines) + "\n").encode()
    return Submission(reference, files)
