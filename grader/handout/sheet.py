"""A problem, or a whole assignment, as one Markdown text with LaTeX between dollars."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.asked import Asked
from grader.course.problem import Problem
from grader.course.references import References
from grader.handout.blank import blank_answers
from grader.kinds.wording import code, fenced
from grader.typeset.escaping import escape
from grader.values.counting import counted, in_points


def sheet(asked: Asked, *, in_kit: bool = False) -> str:
    """Everything a student needs to answer, and nothing of the answers. In a kit there are files to
    fill in beside it."""
    handing_in = _in_kit(asked) if in_kit else _handing_in(asked)
    return "\n\n".join([*_blocks(asked), *handing_in]) + "\n"


def problem_sheet(problem: Problem, asked: Asked) -> str:
    """One of its problems as it stands in the sheet of an assignment."""
    return "\n\n".join(_problem(problem, asked.references, "##", _number(problem, asked)))


def _number(problem: Problem, asked: Asked) -> str:
    number = asked.labels.get(problem.id, "") if asked.is_assignment else ""
    return f"{number}. " if number else ""


def _blocks(asked: Asked) -> Iterator[str]:
    if asked.is_assignment:
        yield f"# {escape(asked.name)}"
        yield f"{counted(len(asked.problems), 'problem')}, {in_points(asked.total)}"
    for problem in asked.problems:
        level = "##" if asked.is_assignment else "#"
        yield from _problem(problem, asked.references, level, _number(problem, asked))


def _problem(problem: Problem, references: References, level: str, label: str) -> Iterator[str]:
    yield f"{level} {label}{escape(problem.title)}"
    yield f"{code(problem.id)}, {in_points(problem.total)}"
    yield problem.prompt.strip()
    seen: set[str] = set()
    for name, part in problem.parts.items():
        yield f"{level}# {escape(name)}: {part.called} ({in_points(part.points)})"
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


def _in_kit(asked: Asked) -> Iterator[str]:
    yield "## Handing in"
    if blank_answers(asked.problems):
        yield "Fill in `answers.md` in your folder, or the same in the notebook."
    yield "Run the public checks in your folder as often as you like:"
    yield fenced("grader check .", "sh")
