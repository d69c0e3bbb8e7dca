"""What a well-formed problem file must also make sense of, checked without running anything."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from grader.course.binding import bindings
from grader.course.calls import (
    argument_faults,
    calls_in_a_row,
    convention_faults,
    definition_faults,
    function_faults,
    mistake_name_faults,
    not_an_input,
    other_calls,
)
from grader.course.faults import Fault
from grader.course.inputs import (
    GENERATOR,
    BadInput,
    Formula,
    Input,
    Plain,
    SizeChoice,
    SizeRange,
    did_you_mean,
    has_draw,
    names_used,
    read_input,
)
from grader.course.parts import CodePart
from grader.course.problem import Problem
from grader.course.references import References
from grader.course.signature import BadSignature, read_signature
from grader.course.source import Path_, Source
from grader.course.specs import CheckOptions


def faults_in(problem: Problem, source: Source, references: References) -> Iterator[Fault]:
    """Every contradiction between what the file says and itself or its reference."""
    if problem.points is not None and abs(problem.points - problem.total) > 1e-9:
        yield source.fault(
            ("points",),
            f"is {problem.points:g}, but the parts add up to {problem.total:g}; "
            f"write `points: {problem.total:g}` or change a part",
        )
    named = {one.name for part in problem.parts.values() for one in part.known_mistakes}
    for name in problem.mistakes:
        if name not in named:
            hint = did_you_mean(name, sorted(named))
            yield source.fault(("mistakes", name), f"no part has a mistake of this name{hint}")
    for path, binding in bindings(problem):
        functions = [
            name
            for name, part in problem.parts.items()
            if isinstance(part, CodePart) and part.defines == "function"
        ]
        if binding.part not in functions:
            message = f"`{binding.part}` is not a part that asks for a function"
            hint = did_you_mean(binding.part, functions)
            yield source.fault((*path, "part"), message + hint)
    for name, part in problem.parts.items():
        if isinstance(part, CodePart):
            yield from _code_part(part, ("parts", name), source, references)


def _code_part(
    part: CodePart, path: Path_, source: Source, references: References
) -> Iterator[Fault]:
    inputs = part.inputs
    yield from _generator(inputs, (*path, "inputs"), source, references)
    yield from _inputs(inputs, {}, (*path, "inputs"), source)
    results: set[str] = set()
    used: set[str] = set()
    module = part.reference.rpartition(".")[0]
    for text in part.steps:
        try:
            step = read_signature(text, named_result=True)
        except BadSignature as error:
            yield source.fault((*path, "first"), str(error))
            continue
        yield from argument_faults(step, inputs, results, (*path, "first"), source)
        # A step is asked of the student too, and answered by the reference's own module.
        wanted = f"{module}.{step.function}"
        count = len(step.arguments)
        yield from definition_faults(wanted, count, (*path, "first"), source, references)
        results.add(step.result)
        used.update(argument.name for argument in step.arguments)
    used.update(part.forward_inputs)
    for name in part.forward_inputs:
        if name not in inputs and GENERATOR not in inputs:
            yield source.fault((*path, "forward"), not_an_input(name, inputs))
    yield from mistake_name_faults(part, path, source)
    try:
        call = read_signature(part.call)
    except BadSignature as error:
        yield source.fault((*path, "call"), str(error))
        call = None
    if call is not None:
        used.update(argument.name for argument in call.passed)
        yield from argument_faults(call, inputs, results, (*path, "call"), source)
    after, faults = calls_in_a_row(part, call, inputs, path, source)
    used.update(argument.name for one in after for argument in one.passed)
    yield from faults
    others, faults = other_calls(part, call, inputs, results, path, source)
    used.update(argument.name for other in others for argument in other.passed)
    yield from faults
    yield from convention_faults(part, call, path, source, references)
    yield from function_faults(part, call, path, source, references)
    for index, check in enumerate(part.checks):
        place = (*path, "checks", index, check.kind, "inputs")
        yield from _generator(check.options.inputs, place, source, references)
        yield from _inputs(check.options.inputs, inputs, place, source)
        if call is not None and GENERATOR not in {**inputs, **check.options.inputs}:
            yield from _unused(check.options, inputs, used, place, source)
        if call is not None:
            yield from _named(check.options, inputs, used - results, place[:-1], source)
        for where, message in check.options.faults(part):
            yield source.fault((*place[:-1], *where), message)
        for field, function, count in check.options.functions():
            named_at = (*place[:-1], field)
            yield from definition_faults(function, count, named_at, source, references)
        yield from _sizes_set(check.options, inputs, place[:-1], source)
        if part.defines == "class" and check.options.only_functions:
            message = (
                f"`{check.kind}` is for a part that asks for a function; this one asks for a module"
            )
            yield source.fault(place[:-1], message)


def _inputs(
    raw: Mapping[str, Any], around: Mapping[str, Any], path: Path_, source: Source
) -> Iterator[Fault]:
    known: dict[str, Input] = {}
    scalars: set[str] = set()
    for name, value in {**around, **raw}.items():
        if name == GENERATOR:
            continue
        try:
            known[name] = read_input(value)
        except BadInput:
            continue  # said below, at its place inside `value`
        if _is_number(known[name], scalars):
            scalars.add(name)
    for name, value in raw.items():
        if name == GENERATOR:
            continue
        if not name.isidentifier():
            yield source.fault((*path, name), "is not a name; use letters, digits and underscores")
        for place, leaf in _leaves(value, (*path, name)):
            try:
                item = read_input(leaf)
            except BadInput as error:
                yield source.fault(place, str(error))
                continue
            for used in sorted(names_used(item) - scalars):
                if used in known or used not in {**around, **raw}:  # else it has its own fault
                    yield source.fault(place, _not_a_number(used, leaf, known, scalars))


def _named(
    options: CheckOptions, around: Mapping[str, Any], passed: set[str], path: Path_, source: Source
) -> Iterator[Fault]:
    """An input that a check names exists, and one that it is about is passed to something."""
    inputs = {**around, **options.inputs}
    about = options.inputs_it_is_about()
    for field in options.naming_inputs:
        name = getattr(options, field, "")
        known = sorted(passed) if name in about else list(inputs)
        if not name or name in known:
            continue
        if name in about and (name in inputs or GENERATOR in inputs):
            listed = ", ".join(f"`{one}`" for one in known)
            message = f"`{name}` is passed to no call; name what is: {listed}"
            yield source.fault((*path, field), message)
        elif GENERATOR not in inputs:
            yield source.fault((*path, field), not_an_input(name, dict.fromkeys(known)))


def _sizes_set(
    options: CheckOptions, around: Mapping[str, Any], path: Path_, source: Source
) -> Iterator[Fault]:
    """A check can give values to what is a size in itself, not to what follows from others."""
    inputs = {**around, **options.inputs}
    for name in options.sizes_it_sets():
        place = (*path, "sizes", name)
        if name not in inputs:
            yield source.fault(place, not_an_input(name, inputs))
            continue
        with contextlib.suppress(BadInput):  # said where it is declared
            item = read_input(inputs[name])
            number = isinstance(item, Plain) and type(item.value) is int
            if not number and not isinstance(item, SizeRange | SizeChoice):
                yield source.fault(place, "is not a size; name an input such as `n: 2..6`")


def _leaves(raw: Any, path: Path_) -> Iterator[tuple[Path_, Any]]:
    """What `raw` is made of, so that a fault inside a dictionary of weights has its own line."""
    if isinstance(raw, dict) and set(raw) != {"value"}:
        for key, value in raw.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(raw, list) and not all(type(item) is int for item in raw):
        for index, value in enumerate(raw):
            yield from _leaves(value, (*path, index))
    else:
        yield path, raw


def _is_number(item: Input, scalars: set[str]) -> bool:
    if isinstance(item, Plain):
        return isinstance(item.value, int | float)
    if isinstance(item, Formula):
        return not has_draw(item) and names_used(item) <= scalars
    return isinstance(item, SizeRange | SizeChoice)


def _not_a_number(name: str, leaf: Any, known: Mapping[str, Input], scalars: set[str]) -> str:
    item = known.get(name)
    if isinstance(item, Formula) and not has_draw(item):
        return f"`{name}` is declared further down; move it up"
    if item is not None:
        what = "drawn" if isinstance(item, Formula) else "a collection or text"
        return f"`{name}` is {what}, and only sizes and numbers can be used here"
    near = did_you_mean(name, sorted(scalars))
    if "did you mean" in near:
        return f"`{name}` is not declared{near}"
    plain = f", or write {{value: {name}}} for plain text" if str(leaf).strip() == name else ""
    return f"`{name}` is not declared; add it under `inputs`, such as `{name}: 1..6`{plain}"


def _unused(
    options: CheckOptions, around: Mapping[str, Any], used: set[str], path: Path_, source: Source
) -> Iterator[Fault]:
    """An input of a check that nothing looks at: a misspelt name would change nothing."""
    everything = {**around, **options.inputs}
    reached = set(used)
    for value in everything.values():
        for _, leaf in _leaves(value, ()):
            with contextlib.suppress(BadInput):
                reached |= names_used(read_input(leaf))
    reached |= set(_texts(options.model_dump(exclude={"inputs"})))
    for name in options.inputs:
        if name not in reached and name not in around:
            hint = did_you_mean(name, sorted({*around, *used}))
            yield source.fault((*path, name), f"is used by nothing{hint}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _generator(
    inputs: Mapping[str, Any], path: Path_, source: Source, references: References
) -> Iterator[Fault]:
    if GENERATOR not in inputs:
        return
    name, place = inputs[GENERATOR], (*path, GENERATOR)
    if not isinstance(name, str) or "." not in name:
        yield source.fault(place, f"`{name}` is no function; write `from: module.function`")
        return
    try:
        definition = references.find(name)
    except KeyError as error:
        yield source.fault(place, str(error.args[0]))
        return
    if definition is not None and not definition.takes(2):
        takes = ", ".join(definition.parameters)
        yield source.fault(place, f"takes ({takes}), but is called with (seed, inputs)")
