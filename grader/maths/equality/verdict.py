"""A verdict on two formulas, with what supports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from grader.maths.equality.balls import Value
from grader.maths.equality.drawing import Point
from grader.maths.equality.judging import Difference, Judge, shape_said
from grader.maths.equality.show import opaque_functions, shown_apart, shown_point, shown_value
from grader.maths.tree.nodes import free_names


class Decided(StrEnum):
    PROVED = "proved"
    EQUAL_NUMERIC = "equal_numeric"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Equality:
    """A verdict with what supports it; point and values are there for a refutation only.

    `note` is what a student should know of an answer that is right; the reason says it, too.
    """

    verdict: Decided
    reason: str
    point: Mapping[str, str] = field(default_factory=dict)
    student_value: str | None = None
    truth_value: str | None = None
    points: int = 0
    note: str = ""

    @property
    def equal(self) -> bool:
        return self.verdict in (Decided.PROVED, Decided.EQUAL_NUMERIC)


def refuted(difference: Difference, point: Point, judge: Judge) -> Equality:
    """The two have these values at this point."""
    shapes = [shape_said(value) for value in (difference.student, difference.truth)]
    if shapes[0] != shapes[1]:
        reason = f"this is {shapes[0]}, and the right answer is {shapes[1]}"
        return Equality(Decided.REFUTED, reason, {}, shapes[0], shapes[1])
    student_value, truth_value = shown_apart(difference.student, difference.truth, difference.place)
    entry = ""
    if difference.place is not None:
        row, col = difference.place
        entry = f" in row {row + 1}, column {col + 1}"
    return _refutation(student_value, truth_value, entry, point, judge)


def without_value(truth: Value, point: Point, judge: Judge) -> Equality:
    """The reference has this value at this point, and the student's formula none."""
    return _refutation("no value", shown_value(truth), "", point, judge)


def _refutation(student: str, truth: str, entry: str, point: Point, judge: Judge) -> Equality:
    at = at_point(point, judge)
    reason = f"{student} instead of {truth}{entry}" + (f" at {said(at)}" if at else "")
    return Equality(Decided.REFUTED, reason, at, student, truth)


def at_point(point: Point, judge: Judge) -> dict[str, str]:
    """Every name that the formulas use, with its value."""
    names = free_names(judge.student) | free_names(judge.truth)
    functions = opaque_functions(judge.student, judge.truth)
    return shown_point(point, names, functions, judge.symbols)


def said(at: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in at.items())
