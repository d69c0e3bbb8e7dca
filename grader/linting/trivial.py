"""Answers that need no thought: each must lose somewhere, or the part tests nothing.

They are not run: what they would return follows from the truth, and is judged like what an answer
returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from grader.cases.edges import change_leaves, leaves
from grader.checks import Ask, Evidence, Tolerance, Verdict
from grader.checks.describing import as_array
from grader.course import Fault, ProblemFile
from grader.grading.asking import Prepared
from grader.grading.truth import ReferenceFailed, Truth
from grader.linting.answers import truths_of
from grader.sandbox import Returned
from grader.values import Array, Rng, Value

# A part that says itself that a thousandth is close enough has no quarrel with ten bits.
COARSE = 1e-3
# Kinds that compare with the truth, up to a tolerance: another may leave open how exact is enough.
BY_TOLERANCE = ("equals", "gradient")


@dataclass(frozen=True)
class Compared:
    """A check that compares results, and what the reference returns in each of its cases."""

    prepared: Prepared
    truths: Sequence[Value]

    @property
    def ask(self) -> Ask:
        return self.prepared.ask

    def passes(self, truth: Truth, results: Sequence[Value]) -> bool:
        """Whether an answer that returns these, case by case, is right to the check."""
        check, ask = self.prepared.check, self.ask
        known = truth.values(ask.part.reference, check.reference_calls(ask))
        library = ask.reference_library
        share = len(check.student_calls(ask, known, library)) // len(ask.cases)
        seen = tuple(Returned(one, 0.0) for one in results for _ in range(share))
        try:
            return check.judge(ask, known, Evidence(seen)).verdict is Verdict.CORRECT
        except ReferenceFailed:  # the course's own function refuses it
            return False


def compared_checks(truth: Truth, every: Sequence[Prepared]) -> list[Compared]:
    """The checks that compare what is returned. Raises ReferenceFailed."""
    found = []
    for prepared in every:
        check, ask = prepared.check, prepared.ask
        if ask.cases and check.calls_the_answer(ask) and not check.timed:
            found.append(Compared(prepared, truths_of(truth, prepared)))
    return found


def trivial_faults(
    truth: Truth, file: ProblemFile, name: str, every: Sequence[Prepared]
) -> Iterator[Fault]:
    """What is wrong with a function part by which trivial answers are right, one fault."""
    checks = compared_checks(truth, every)
    part = every[0].ask.part
    if not checks or part.defines != "function":
        return
    path = ("parts", name, "reference")
    empty = _says_nothing(checks)
    if empty:
        yield file.source.fault(path, f"`{part.reference}` {empty}")
        return
    right = [one.name for one in _trivial_answers(checks) if _is_right(one, checks, truth)]
    if not right:
        return
    *most, last = right
    listed = f"{', '.join(most)} and {last}" if most else last
    said = f"{listed} would get full marks for what is returned"
    strict = [replace(one, prepared=_strict(one.prepared)) for one in checks]
    again = [one.name for one in _trivial_answers(strict) if _is_right(one, strict, truth)]
    if set(right) <= set(again):
        message = f"{said}; draw inputs on which `{part.reference}` gives something else"
        yield file.source.fault(path, message)
    elif part.tolerance.model_fields_set:
        message = f"is so wide that {said}; narrow it or leave it out"
        yield file.source.fault(("parts", name, "tolerance"), message)
    else:
        message = f"the tolerance of `grader.toml` is so wide that {said}; narrow it"
        yield file.source.fault(path, message)


def _says_nothing(checks: Sequence[Compared]) -> str:
    """Why the results of the reference cannot be what is asked for."""
    every = [truth for one in checks for truth in one.truths]
    if all(truth is None for truth in every):
        return "returns None; does it end without `return`?"
    numbers = [as_array(leaf) for truth in every for leaf in leaves(truth)]
    floats = [array for array in numbers if array is not None and array.dtype.kind in "fc"]
    if floats and len(floats) == len(numbers) and all(np.isnan(one).all() for one in floats):
        return "returns NaN in every case; draw inputs for which it is defined"
    return ""


@dataclass(frozen=True)
class _Trivial:
    """`name` begins a sentence; `of` gives the results of all cases of a check, or None where it
    has none."""

    name: str
    of: Callable[[Compared], Sequence[Value] | None]


def _trivial_answers(checks: Sequence[Compared]) -> Iterator[_Trivial]:
    numbers = any(as_array(leaf) is not None for one in checks for leaf in leaves(one.truths))
    if numbers:
        yield _Trivial("zeros", _each(lambda array: np.zeros_like(array)))
        yield _Trivial("NaN", _each(lambda array: np.full(array.shape, np.nan)))
    yield _Trivial("None", lambda one: [None] * len(one.truths))
    for argument in checks[0].ask.call.arguments:
        yield _Trivial(f"the input `{argument}`", _input(argument.of))
    if _inputs_differ(checks):
        first = checks[0].truths[0]
        filled = [array.flat[0] for leaf in leaves(first) if (array := _filled(leaf)) is not None]
        yield _Trivial("the result of the first case", lambda one: [first] * len(one.truths))
        if numbers:
            yield _Trivial("one number everywhere", _constant(filled))
    if any(_differs(one, _transposed) for one in checks):
        yield _Trivial("the transposed result", _each(_transposed))
    judged_otherwise = any(one.prepared.check.kind not in BY_TOLERANCE for one in checks)
    coarse = judged_otherwise or checks[0].ask.tolerance.relative >= COARSE
    if not coarse and any(_differs(one, _halved) for one in checks):
        yield _Trivial("the result in half precision", _each(_halved))


def _is_right(trivial: _Trivial, checks: Sequence[Compared], truth: Truth) -> bool:
    for one in checks:
        results = trivial.of(one)
        if results is None or not one.passes(truth, results):
            return False
    return True


def _strict(prepared: Prepared) -> Prepared:
    return replace(prepared, ask=replace(prepared.ask, tolerance=Tolerance()))


def _each(change: Callable[[Any], Any]) -> Callable[[Compared], Sequence[Value]]:
    return lambda one: [_changed(truth, change) for truth in one.truths]


def _changed(truth: Value, change: Callable[[Any], Any]) -> Value:
    """The same structure with every array and number changed."""

    def leaf(value: Value) -> Value:
        if isinstance(value, Array):
            return Array(np.asarray(change(value.data)))
        number = isinstance(value, bool | int | float | complex)
        return np.asarray(change(np.asarray(value))).item() if number else value

    return change_leaves(truth, leaf)


def _input(of: Callable[[Any], Value]) -> Callable[[Compared], Sequence[Value] | None]:
    def results(one: Compared) -> Sequence[Value] | None:
        try:
            found = [of(case.inputs) for case in one.ask.cases]
        except (KeyError, IndexError, TypeError):  # the result of a step, which is no input
            return None
        return [Array(value) if isinstance(value, np.ndarray) else value for value in found]

    return results


def _constant(numbers: Sequence[Any]) -> Callable[[Compared], Sequence[Value]]:
    def filled(truth: Value) -> Value:
        ahead = iter(numbers)
        return _changed(truth, lambda array: np.full_like(array, next(ahead, 0)))

    return lambda one: [filled(truth) for truth in one.truths]


def _filled(leaf: Value) -> np.ndarray[Any, Any] | None:
    array = as_array(leaf)
    return array if array is not None and array.size else None


def _inputs_differ(checks: Sequence[Compared]) -> bool:
    """Whether any case has other inputs than the next: else one result is the right one."""
    every = [_values(case.inputs) for one in checks for case in one.ask.cases]
    return any(not _same(one, other) for one, other in pairwise(every))


def _values(inputs: Value) -> list[Any]:
    """Without sources of chance, whose seeds are no input."""
    return [leaf for leaf in leaves(inputs) if not isinstance(leaf, Rng)]


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return len(some) == len(others) and all(map(np.array_equal, some, others))


def _differs(one: Compared, change: Callable[[Any], Any]) -> bool:
    """Whether it is really another result, by the strict tolerance: a symmetric matrix is its own
    transpose, and whole numbers are the same in half precision."""
    ask = replace(one.ask, tolerance=Tolerance())
    check = one.prepared.check
    return any(
        not check.same(ask, case, _changed(truth, change), truth)
        for case, truth in zip(ask.cases, one.truths, strict=True)
        if case.expected is None  # an example is as exact as it is written
    )


def _transposed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.swapaxes(array, -1, -2) if array.ndim > 1 else array


def _halved(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Through ten bits of mantissa and back; what is too large stays as it is."""
    if array.dtype.kind != "f":
        return array
    with np.errstate(over="ignore"):
        half = array.astype(np.float16).astype(array.dtype)
    return np.where(np.isfinite(half), half, array)
