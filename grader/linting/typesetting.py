"""Formulas that do not render, in every text of a problem that a person reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.course import CodePart, Fault, Mistake, Problem, ProblemFile, ProsePart
from grader.course.curves import CurvePart
from grader.course.source import Path_
from grader.course.written import ChoicePart, LedgerPart, NamedMistake, WrittenPart
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
    for name, part in problem.parts.items():
        path: Path_ = ("parts", name)
        yield (*path, "text"), part.text
        if isinstance(part, ChoicePart):
            yield from (((*path, "options", key), text) for key, text in part.options.items())
        if isinstance(part, LedgerPart):
            yield from (((*path, "lines", key, "text"), v.text) for key, v in part.lines.items())
        if isinstance(part, CurvePart):
            yield from (((*path, "claims", key, "text"), v.text) for key, v in part.claims.items())
        if isinstance(part, ProsePart):
            yield from (((*path, "rubric", i), text) for i, text in enumerate(part.rubric))
        mistakes: Sequence[Mistake | NamedMistake] = ()
        if isinstance(part, CodePart | WrittenPart | CurvePart):
            mistakes = part.mistakes
        for index, mistake in enumerate(mistakes):
            yield (*path, "mistakes", index, "name"), mistake.name
            yield (*path, "mistakes", index, "hint"), mistake.hint


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
