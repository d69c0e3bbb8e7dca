"""An `answers.md` to fill in: the headings and labels, and nothing after them."""

from __future__ import annotations

from collections.abc import Iterable

from grader.course.problem import Problem
from grader.kinds.base import WrittenPart


def blank_answers(problems: Iterable[Problem]) -> str:
    """Empty if nothing is answered in writing. As it is, it answers nothing."""
    return "\n\n".join(filter(None, map(_section, problems)))


def _section(problem: Problem) -> str:
    blocks = []
    for name, part in problem.parts.items():
        if not isinstance(part, WrittenPart):
            continue
        if part.on_several_lines:
            lines = "\n".join(f"{line}:" for line in part.labels())
            blocks.append(f"### {name}\n\n{lines}" if lines else f"### {name}")
        else:
            blocks.append(f"{name}:")
    return "\n\n".join([f"# {problem.id}", *blocks]) if blocks else ""
