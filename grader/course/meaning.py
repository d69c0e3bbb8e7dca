"""What a well-formed problem file must also make sense of, checked without running anything."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.faults import Fault
from grader.course.inputs import (
    BadInput,
    Group,
    Input,
    Plain,
    SizeChoice,
    SizeRange,
    did_you_mean,
    names_used,
    read_input,
)
from grader.course.references import References
from grader.course.signature import BadSignature, Signature, read_signature
from grader.course.source import Path_, Source
from grader.course.specs import CodePart, FunctionPart, ModulePart, Problem

GENERATOR = "from"  # the key under `inputs` that names a generator function in reference/


def faults_in(problem: Problem, source: Source, references: References) -> Iterator[Fault]:
    """Every contradiction between what the file says and itself or its reference."""
    if problem.points is not None and abs(problem.points - problem.total) > 1e-9:
        yield source.fault(
            ("points",),
            f"is {problem.points:g}, but the parts add up to {problem.total:g}; "
            f"write `points: {problem.total:g}` or change a part",
        )
    for name, part in problem.parts.items():
        if isinstance(part, CodePart):
            yield from _code_part(part, ("parts", name), source, references)


def _code_part(
    part: CodePart, path: Path_, source: Source, references: References
) -> Iterator[Fault]:
    inputs = dict(part.inputs)
    generator = inputs.get(GENERATOR)
    if generator is not None:
        yield from _exists(generator, None, (*path, "inputs", GENERATOR), source, references)
    yield from _inputs(part.inputs, {}, (*path, "inputs"), source)
    results: set[str] = set()
    if isinstance(part, FunctionPart):
        for text in part.first:
            try:
                step = read_signature(text, named_result=True)
            except BadSignature as error:
                yield source.fault((*path, "first"), str(error))
                continue
            yield from _arguments(step, inputs, results, (*path, "first"), source)
            results.add(step.result)
    try:
        call = read_signature(part.call)
    except BadSignature as error:
        yield source.fault((*path, "call"), str(error))
        return
    yield from _arguments(call, inputs, results, (*path, "call"), source)
    count = len(call.arguments)
    yield from _exists(part.reference, count, (*path, "reference"), source, references)
    for index, mistake in enumerate(part.mistakes):
        place = (*path, "mistakes", index, "reference")
        yield from _exists(mistake.reference, count, place, source, references)
        if mistake.reference == part.reference:
            yield source.fault(place, "is the right answer itself; name the function that is wrong")
    if isinstance(part, ModulePart):
        for name in part.forward:
            if name not in inputs and generator is None:
                hint = did_you_mean(name, list(inputs))
                yield source.fault((*path, "forward"), f"`{name}` is not an input{hint}")
    for index, check in enumerate(part.checks):
        place = (*path, "checks", index, check.kind, "inputs")
        yield from _inputs(check.options.inputs, part.inputs, place, source)


def _inputs(
    raw: dict[str, object], around: dict[str, object], path: Path_, source: Source
) -> Iterator[Fault]:
    known: dict[str, Input] = {}
    for name, value in {**around, **raw}.items():
        if name == GENERATOR:
            continue
        try:
            known[name] = read_input(value)
        except BadInput as error:
            if name in raw:
                yield source.fault((*path, name), str(error))
    scalars = [
        name
        for name, item in known.items()
        if isinstance(item, SizeRange | SizeChoice)
        or (isinstance(item, Plain) and isinstance(item.value, int | float))
    ]
    for name, item in known.items():
        if name not in raw:
            continue
        if not name.isidentifier():
            yield source.fault((*path, name), "is not a name; use letters, digits and underscores")
        for used in sorted(names_used(item) - set(scalars)):
            if used in known and not isinstance(known[used], Group):
                message = f"`{used}` is an array, and only sizes and numbers can be used here"
            else:
                message = f"`{used}` is not declared; add it under `inputs`, such as `{used}: 1..6`"
            yield source.fault((*path, name), message)


def _arguments(
    call: Signature, inputs: dict[str, object], results: set[str], path: Path_, source: Source
) -> Iterator[Fault]:
    for argument in call.arguments:
        if argument.name in results or argument.name in inputs:
            continue
        if GENERATOR in inputs:
            continue  # the generator may return it; lint's run tells
        hint = did_you_mean(argument.name, list(inputs)) if inputs else ""
        yield source.fault(path, f"`{argument.name}` is not an input{hint}")


def _exists(
    name: object, count: int | None, path: Path_, source: Source, references: References
) -> Iterator[Fault]:
    try:
        definition = references.find(str(name))
    except KeyError as error:
        yield source.fault(path, str(error.args[0]))
        return
    if count is not None and not definition.takes(count):
        takes = ", ".join(definition.parameters)
        yield source.fault(
            path, f"takes ({takes}), but the call passes {count} argument(s); make them agree"
        )
