"""The equations of a prompt: where they stand, and which of them nothing compares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grader.course import Fault, ProblemFile
from grader.course.parts import CodePart
from grader.course.source import Path_
from grader.maths import Equation, equations
from grader.typeset.finding import formulas

LONGEST = 200


@dataclass(frozen=True)
class Written:
    """An equation and where in the file it stands."""

    equation: Equation
    path: Path_
    line: int
    displayed: bool

    def fault(self, file: ProblemFile, message: str, kind: str = "") -> Fault:
        text = self.equation.text
        shown = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        field = ".".join(map(str, self.path))
        message = f"{kind}the formula `{shown}` {message}"
        return Fault(file.source.file, self.line, 1, field, message)


def written_equations(file: ProblemFile) -> list[Written]:
    """All equations of the prompt and of the parts' texts, displayed or not."""
    texts: list[tuple[Path_, str]] = [(("prompt",), file.problem.prompt)]
    texts += [(("parts", name, "text"), part.text) for name, part in file.problem.parts.items()]
    found = []
    for path, text in texts:
        start = file.source.text_lines.get(path, 1)
        for formula in formulas(text):
            for one in equations(formula.text):
                line = start + formula.line + one.line - 2
                found.append(Written(one, path, line, formula.displayed))
    return found


def equation_faults(file: ProblemFile) -> Iterator[Fault]:
    """Left sides that do not stand in the prompt."""
    there = written_equations(file)
    sides: list[tuple[Path_, str]] = [
        (("formulas", index, key, place), left)
        for index, spec in enumerate(file.problem.formulas)
        for key, lefts in (("defines", spec.defines), ("left", spec.left))
        for place, left in enumerate(lefts)
    ]
    sides += [(("unchecked", left), left) for left in file.problem.unchecked]
    for path, left in sides:
        if not any(one.equation.is_of(left) for one in there):
            known = ", ".join(f"`{one.equation.left}`" for one in there) or "none"
            message = f"no equation of the prompt has the left side `{left}`; there are {known}"
            yield file.source.fault(path, message)


def unchecked_equations(file: ProblemFile) -> Iterator[Fault]:
    """A note for each equation that nothing compares with code that is asked for; within a line
    a name for a number or for an input is none."""
    problem = file.problem
    parts = [part for part in problem.parts.values() if isinstance(part, CodePart)]
    if not parts:
        return
    known = [left for one in problem.formulas for left in (*one.left, *one.defines)]
    known += problem.unchecked
    inputs = {name for part in parts for name in part.inputs}
    for one in written_equations(file):
        if all(side.isdecimal() for side in one.equation.rights):
            continue  # `i = 0, \\dots` says where an index runs
        if not one.displayed and (one.equation.left in inputs or not _says_much(one.equation)):
            continue
        if not any(one.equation.is_of(left) for left in known):
            yield one.fault(
                file,
                "is not compared with the reference; declare it under `formulas`, or say why not "
                "under `unchecked`",
                kind="note: ",
            )


def _says_much(equation: Equation) -> bool:
    """Whether a right side has a letter in it that is not part of a command of LaTeX."""
    return any(re.search(r"(?<![\\A-Za-z])[A-Za-z]", side) for side in equation.rights)


def equations_of(left: str, there: list[Written]) -> list[Written]:
    """The equations with this left side; those in the running text only where none is displayed."""
    found = [one for one in there if one.equation.is_of(left)]
    return [one for one in found if one.displayed] or found
