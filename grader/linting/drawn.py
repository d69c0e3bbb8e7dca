"""Whether a part's cases can be made at all: found without running the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.cases import draw_inputs, sizes_of
from grader.cases.drawing import Undrawable
from grader.checks import Check
from grader.course import CheckEntry, Fault, ProblemFile
from grader.course.inputs import GENERATOR, did_you_mean, read_input
from grader.course.parts import CodePart
from grader.course.signature import read_signature
from grader.course.source import Path_
from grader.grading.finding import calls_of

SEED = 0  # any will do: what cannot be drawn depends on the sizes, and both ends are tried


def case_faults(
    file: ProblemFile, name: str, part: CodePart, kinds: Mapping[str, Check]
) -> list[Fault]:
    """Inputs that contradict themselves and examples that lack an input, one fault a place."""
    found: dict[tuple[str, int], Fault] = {}
    for number, entry in enumerate(part.checks):
        path = ("parts", name)
        here = (*path, "checks", number, entry.kind)
        faults = [
            *_draw_faults(file, part, entry, path, here),
            *_example_faults(file, part, entry, kinds[entry.kind], here),
        ]
        for fault in faults:
            found.setdefault((fault.field, fault.line), fault)
    return list(found.values())


def _draw_faults(
    file: ProblemFile, part: CodePart, entry: CheckEntry, path: Path_, here: Path_
) -> Iterator[Fault]:
    own = entry.options.inputs
    raw = {**part.inputs, **own, **entry.options.sizes_it_sets()}
    inputs = {name: read_input(value) for name, value in raw.items() if name != GENERATOR}
    for pick in (_smallest, _largest):
        rng = np.random.default_rng(SEED)
        try:
            draw_inputs(inputs, sizes_of(inputs, rng, pick), rng)
        except Undrawable as error:
            place = (*here, "inputs") if error.input in own else (*path, "inputs")
            yield file.source.fault((*place, error.input), str(error))


def _smallest(values: list[int], _: np.random.Generator) -> int:
    return min(values)


def _largest(values: list[int], _: np.random.Generator) -> int:
    return max(values)


def _example_faults(
    file: ProblemFile, part: CodePart, entry: CheckEntry, check: Check, here: Path_
) -> Iterator[Fault]:
    """An example gives every input of every call: nothing is drawn for it."""
    if GENERATOR in part.inputs or GENERATOR in entry.options.inputs:
        return
    wanted = _inputs_of_the_calls(part)
    for index, example in enumerate(check.plan(entry.options).examples):
        place = (*here, "examples", index, "inputs")
        for name in wanted:
            if name not in example.inputs:
                yield file.source.fault(place, f"`{name}` is missing; an example gives every input")
        for name in example.inputs:
            if name not in wanted and name not in part.inputs:
                hint = did_you_mean(name, wanted)
                yield file.source.fault((*place, name), f"is not an input of the call{hint}")


def _inputs_of_the_calls(part: CodePart) -> list[str]:
    steps = [read_signature(text, named_result=True) for text in part.steps]
    results = {step.result for step in steps}
    names: dict[str, Any] = {}
    for call in [*steps, *calls_of(part)]:
        names.update(dict.fromkeys(argument.name for argument in call.passed))
    return [name for name in names if name not in results]
