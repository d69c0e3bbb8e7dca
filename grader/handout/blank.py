"""An `answers.md` to fill in: the headings and labels, and nothing after them."""

from __future__ import annotations

from collections.abc import Iterable

from grader.course.curves import CurvePart
from grader.course.problem import Problem
from grader.course.specs import CodePart
from grader.course.written import LedgerPart
from grader.handout.written import ON_SEVERAL_LINES


def blank_answers(problems: Iterable[Problem]) -> str:
    """Empty if nothing is answered in writing. As it is, it answers nothing."""
    return "\n\n".join(filter(None, map(_section, problems)))


def _section(problem: Problem) -> str:
    blocks = []
    for name, part in problem.parts.items():
        if isinstance(part, CodePart):
            continue
        if part.asks not in ON_SEVERAL_LINES:
            blocks.append(f"{name}:")
        elif isinstance(part, LedgerPart | CurvePart):
            lines = part.lines if isinstance(part, LedgerPart) else part.claims
            blocks.append(f"### {name}\n\n" + "\n".join(f"{line}:" for line in lines))
        else:
            blocks.append(f"### {name}")
    return "\n\n".join([f"# {problem.id}", *blocks]) if blocks else ""
