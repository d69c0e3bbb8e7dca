"""Formulas that do not render, in every text of a problem that a person reads."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course import Fault, Problem, ProblemFile
from grader.course.source import Path_
from grader.typeset.checking import problem_with
from grader.typeset.finding import formulas

LONGEST = 50


def formula_faults(file: ProblemFile) -> Iterator[Fault]:
    """One fault for each formula between dollars that is no formula."""
    for path, text in texts_of(file.problem):
        for formula in formulas(text):
            why = problem_with(formula.text)
            if why:
                place = file.source.fault(path, "")
                yield Fault(
                    place.file,
                    file.source.text_lines.get(path, place.line) + formula.line - 1,
                    1,
                    place.field,
                    f"the formula `{_short(formula.text)}` does not render: {why}",
                )


def texts_of(problem: Problem) -> Iterator[tuple[Path_, str]]:
    """Every text with Markdown or formulas in it, and where it stands."""
    yield ("prompt",), problem.prompt
    yield from ((("mistakes", name), hint) for name, hint in problem.mistakes.items())
    for name, part in problem.parts.items():
        yield from ((("parts", name, *path), text) for path, text in part.texts())


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
