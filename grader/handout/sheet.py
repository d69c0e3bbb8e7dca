"""A problem, or a whole assignment, as one Markdown text with LaTeX between dollars."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.asked import Asked
from grader.course.problem import Problem
from grader.course.references import References
from grader.handout.blank import blank_answers
from grader.kinds.wording import code, fenced, points
from grader.typeset.escaping import escape


def sheet(asked: Asked) -> str:
    """Everything a student needs to answer, and nothing of the answers."""
    return "\n\n".join(_blocks(asked)) + "\n"


def _blocks(asked: Asked) -> Iterator[str]:
    if asked.is_assignment:
        count = len(asked.problems)
        yield f"# {escape(asked.name)}"
        yield f"{count} problem{'s' if count != 1 else ''}, {points(asked.total)}"
    for problem in asked.problems:
        level = "##" if asked.is_assignment else "#"
        number = asked.labels.get(problem.id, "") if asked.is_assignment else ""
        yield from _problem(problem, asked.references, level, f"{number}. " if number else "")
    yield from _handing_in(asked)


def _problem(problem: Problem, references: References, level: str, label: str) -> Iterator[str]:
    yield f"{level} {label}{escape(problem.title)}"
    yield f"{code(problem.id)}, {points(problem.total)}"
    yield problem.prompt.strip()
    seen: set[str] = set()
    for name, part in problem.parts.items():
        yield f"{level}# {escape(name)}: {part.called} ({points(part.points)})"
        if part.text.strip():
            yield part.text.strip()
        first = part.asks not in seen
        seen.add(part.asks)
        yield from part.how_to_answer(name, references, first=first)


def _handing_in(asked: Asked) -> Iterator[str]:
    yield "## Handing in"
    blank = blank_answers(asked.problems)
    if blank:
        yield "Copy this into `answers.md` in your folder and fill it in:"
        yield fenced(blank, "markdown")
    yield "Check your folder as often as you like:"
    yield fenced(f"grader check FOLDER -a {asked.name}", "sh")
