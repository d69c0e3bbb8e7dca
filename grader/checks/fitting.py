"""Whether what an author says of a property fits the inputs and the results that there are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.cases import Case
from grader.checks.describing import as_array, describe
from grader.checks.properties import Held, Setting
from grader.course.specs import Faulty
from grader.values import Value


def misfits(held: Held, case: Case, truth: Value, setting: Setting) -> Iterator[Faulty]:
    """Of the options that the property looks at, those that mean nothing in this case."""
    count = setting.count_in(truth)
    if "output" in held.uses and setting.output >= count:
        returned = "one thing is returned; leave it out"
        if count > 1:
            returned = f"{count} things are returned, of which the first is 0"
        yield ("output",), f"is {setting.output}, but {returned}"
        return
    if "input" not in held.uses:
        return
    name = setting.input_of(case)
    if not name:
        yield ("input",), "no argument is an array, and the property is about one"
        return
    given = case.inputs.get(name)
    if not isinstance(given, np.ndarray):
        if not (held.of_numbers_too and isinstance(given, int | float)):
            yield ("input",), _no_array(name, case, setting)
        return
    if "axis" not in held.uses:
        return
    axis = setting.axis
    if not -given.ndim <= axis < given.ndim:
        yield ("axis",), f"is {axis}, but `{name}` has {_axes(given.ndim)}"
        return
    result = as_array(setting.picked(truth))
    if held.along_results and result is not None and not -result.ndim <= axis < result.ndim:
        yield ("axis",), f"is {axis}, but the result has {_axes(result.ndim)}"


def _no_array(name: str, case: Case, setting: Setting) -> str:
    given = case.inputs.get(name)
    what = "a number" if isinstance(given, int | float) else describe(given)
    named = dict.fromkeys(argument.name for argument in setting.arguments)
    arrays = [f"`{one}`" for one in named if setting.is_array(case, one)]
    instead = f"; name one: {', '.join(arrays)}" if arrays else ""
    return f"`{name}` is {what}, but an array is needed{instead}"


def _axes(count: int) -> str:
    if count < 2:
        return "one axis, which is 0" if count else "no axis"
    return f"{count} axes, of which the first is 0"
