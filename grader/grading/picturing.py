"""Draws what a student's function returned for a public case, where the part asks for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from grader.cases import Case
from grader.checks.describing import NDArray, as_array, shape_of
from grader.checks.figures import HeatMap, Labels, heat_map
from grader.course.parts import CodePart
from grader.course.picturing import LabelsFrom, LabelsSpec, PictureSpec
from grader.grading.outcome import Outcome
from grader.sandbox import Returned
from grader.values import Value

MAX_VALUES = 100_000  # a picture shows a few hundred; more is a mistake and takes time


def figures_of(part: CodePart, outcomes: Sequence[Outcome]) -> tuple[HeatMap, ...]:
    """The picture that the part asks for; none where nothing that can be drawn was returned."""
    if part.picture is None:
        return ()
    for outcome in outcomes:
        asked, seen = outcome.asked, outcome.evidence.observations
        if not outcome.prepared.check.calls_the_answer(asked):
            continue
        calls = len(seen) // (len(asked.cases) or 1)
        for index, case in enumerate(asked.cases):
            mine = seen[index * calls : (index + 1) * calls]
            returned = [one for one in mine if isinstance(one, Returned)]
            if case.public and returned:
                figure = _drawn(part, part.picture, case, returned[0].value)
                return () if figure is None else (figure,)
    return ()


def _drawn(part: CodePart, spec: PictureSpec, case: Case, value: Value) -> HeatMap | None:
    names = [name.rstrip("?") for name in part.outputs]
    output = spec.output or (names[0] if names else "")
    values = _numbers(_output(value, names, output), 2)
    if values is None:
        return None
    beside = _numbers(_output(value, names, spec.beside), 1) if spec.beside else None
    title = f"{case.label}: your {output or 'result'}"
    if beside is not None and len(beside) == len(values):
        title += f", and {spec.beside} before the bar"
    else:
        beside = None
    return heat_map(
        title,
        _labels(spec.rows, case, values.shape[0]),
        _labels(spec.columns, case, values.shape[1]),
        values.tolist(),
        [] if beside is None else beside.tolist(),
    )


def _output(value: Value, names: Sequence[str], wanted: str) -> Value:
    """One of several outputs; the value itself where there is only one."""
    if isinstance(value, dict):
        return value.get(wanted)
    if isinstance(value, tuple | list) and len(names) > 1:
        index = names.index(wanted)
        return value[index] if index < len(value) else None
    return value if not names or wanted == names[0] else None


def _numbers(value: Value, dimensions: int) -> NDArray | None:
    """Real numbers in so many dimensions, axes of length 1 aside; some, and not too many."""
    shape = shape_of(value)
    if shape is None or not 0 < math.prod(shape) <= MAX_VALUES:
        return None
    array = as_array(value)
    if array is None or array.dtype.kind not in "biuf":
        return None
    if array.ndim > dimensions:
        array = array.squeeze()
    while array.ndim < dimensions:
        array = array[None]
    return array if array.ndim == dimensions else None


def _labels(spec: LabelsSpec, case: Case, count: int) -> Labels:
    """As many labels as there are; numbers where those of the author are not so many."""
    texts: Any = spec
    if isinstance(spec, LabelsFrom):
        texts = case.inputs.get(spec.input)
    if isinstance(texts, list | tuple) and len(texts) == count:
        return Labels([str(text) for text in texts])
    name = spec if isinstance(spec, str) else ""
    return Labels([str(number) for number in range(1, count + 1)], name)
