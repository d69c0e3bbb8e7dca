"""Whether a part's cases can be made at all: found without running the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grader.cases import draw_inputs
from grader.cases.drawing import Undrawable
from grader.cases.making import never_drawn
from grader.cases.varying import Varying, draw_varying, varying_in
from grader.checks import Check
from grader.course import CheckEntry, Fault, ProblemFile
from grader.course.inputs import GENERATOR, Input, did_you_mean, read_input
from grader.course.parts import CodePart
from grader.course.signature import read_signature
from grader.course.source import Path_
from grader.grading.finding import calls_of

SEED = 0  # any will do: what cannot be drawn depends on the sizes, and both ends are tried


def case_faults(
    file: ProblemFile, name: str, part: CodePart, kinds: Mapping[str, Check], secret: str
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
    if not found:
        found = {
            (one.field, one.line): one for one in _undrawn_faults(file, name, part, kinds, secret)
        }
    return list(found.values())


def _draw_faults(
    file: ProblemFile, part: CodePart, entry: CheckEntry, path: Path_, here: Path_
) -> Iterator[Fault]:
    own = entry.options.inputs
    inputs, varying = _declared(part, entry)
    for pick in (_smallest, _largest):
        rng = np.random.default_rng(SEED)
        try:
            draw_inputs(inputs, draw_varying(varying, {}, rng, pick), rng)
        except Undrawable as error:
            place = (*here, "inputs") if error.input in own else (*path, "inputs")
            yield file.source.fault((*place, error.input), str(error))


def _declared(part: CodePart, entry: CheckEntry) -> tuple[dict[str, Input], tuple[Varying, ...]]:
    """The inputs of a check, and what varies in them."""
    raw = {**part.inputs, **entry.options.inputs, **entry.options.sizes_it_sets()}
    inputs = {name: read_input(value) for name, value in raw.items() if name != GENERATOR}
    return inputs, varying_in(inputs, generated=GENERATOR in raw)


def _undrawn_faults(
    file: ProblemFile, name: str, part: CodePart, kinds: Mapping[str, Check], secret: str
) -> Iterator[Fault]:
    """Values of lists and ends of ranges that no case has.

    Those that are declared with the part may be drawn in any of its checks, those of a check in it.
    An edge case chooses its sizes: where other cases are drawn, it need not show them all.
    """
    plans = [kinds[entry.kind].plan(entry.options) for entry in part.checks]
    draws = any(plan.count for plan in plans)
    left: dict[Path_, set[Any]] = {}  # by where it is declared
    most: dict[Path_, tuple[int, Varying]] = {}
    for number, (entry, plan) in enumerate(zip(part.checks, plans, strict=True)):
        cases = plan.count + len(plan.edges)
        if not cases:
            continue
        _, varying = _declared(part, entry)
        undrawn = never_drawn(varying, plan, secret, (file.problem.id, name, number, entry.kind))
        for one in varying:
            own = one.place[0] in entry.options.inputs
            above = ("parts", name, "checks", number, entry.kind) if own else ("parts", name)
            place = (*above, "inputs", *one.place)
            here = set(undrawn[one.place]) if plan.count or not (draws and own) else set()
            left[place] = left.get(place, here) & here
            most[place] = max(most.get(place, (0, one)), (cases, one), key=lambda pair: pair[0])
    for place, values in left.items():
        if values:
            cases, one = most[place]
            yield file.source.fault(place, _never(one, sorted(values), cases))


def _never(one: Varying, values: Sequence[Any], cases: int) -> str:
    said = " and ".join(map(str, values))
    drawn = f"{cases} cases" if cases != 1 else "one case"
    message = f"is never {said} in {drawn}"
    if cases < len(one.wanted):
        return f"{message}; write `cases: {len(one.wanted)}` or leave out what need not be tried"
    return f"{message}, for other sizes are; give sizes in shapes values that differ"


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
