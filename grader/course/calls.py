"""What a part calls, of the student and of the reference, as far as it can be checked on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.course.faults import Fault
from grader.course.inputs import GENERATOR, did_you_mean
from grader.course.parts import CodePart
from grader.course.references import References
from grader.course.signature import BadSignature, Signature, read_signature
from grader.course.source import Path_, Source
from grader.values.counting import counted


def function_faults(
    part: CodePart, call: Signature | None, path: Path_, source: Source, references: References
) -> Iterator[Fault]:
    """The reference and the mistakes exist and can be called as the part says."""
    count = None if call is None else len(call.arguments)
    kind = "class" if part.defines == "class" else ""
    yield from definition_faults(
        part.reference, count, (*path, "reference"), source, references, kind
    )
    for index, mistake in enumerate(part.mistakes):
        place = (*path, "mistakes", index, "reference")
        yield from definition_faults(mistake.reference, count, place, source, references, kind)
        if mistake.reference == part.reference:
            yield source.fault(place, "is the right answer itself; name the function that is wrong")


def mistake_name_faults(part: CodePart, path: Path_, source: Source) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, mistake in enumerate(part.mistakes):
        if mistake.name in seen:
            message = "is the name of an earlier mistake too; give each its own"
            yield source.fault((*path, "mistakes", index, "name"), message)
        seen.add(mistake.name)


def calls_in_a_row(
    part: CodePart,
    call: Signature | None,
    inputs: Mapping[str, Any],
    path: Path_,
    source: Source,
) -> tuple[list[Signature], list[Fault]]:
    """The calls under `then`, and what is wrong with them and with `changes`."""
    found: list[Signature] = []
    faults: list[Fault] = []
    for text in part.calls_after:
        try:
            found.append(read_signature(text))
        except BadSignature as error:
            faults.append(source.fault((*path, "then"), str(error)))
            continue
        faults += argument_faults(found[-1], inputs, set(), (*path, "then"), source)
    calls = found if call is None else [call, *found]
    passed = {argument.name for one in calls for argument in one.passed}
    for name in part.changed if call is not None else ():
        if name not in passed:
            message = f"`{name}` is passed to no call, so that nothing could change it"
            faults.append(source.fault((*path, "changes"), message))
    return found, faults


def other_calls(
    part: CodePart,
    call: Signature | None,
    inputs: Mapping[str, Any],
    results: set[str],
    path: Path_,
    source: Source,
) -> tuple[list[Signature], list[Fault]]:
    """The calls under `also`, and what is wrong with them."""
    others: list[Signature] = []
    faults: list[Fault] = []
    place = (*path, "also")
    seen = set() if call is None else {_told_by(call)}
    for text in part.other_calls:
        try:
            other = read_signature(text, built=True)
        except BadSignature as error:
            faults.append(source.fault(place, str(error)))
            continue
        others.append(other)
        faults += argument_faults(other, inputs, results, place, source)
        if _told_by(other) in seen:
            message = f"`{other}` cannot be told from another call of `{other.function}`"
            advice = "give it another name or number of arguments"
            faults.append(source.fault(place, f"{message}; {advice}"))
        seen.add(_told_by(other))
        passed = {argument.name for argument in other.arguments}
        for check in part.checks:
            for name in sorted(check.options.inputs_it_is_about() - passed):
                message = f"`{other}` is not called with `{name}`, which `{check.kind}` is about"
                faults.append(source.fault(place, message))
    return others, faults


def _told_by(call: Signature) -> tuple[str, int, int | None]:
    """What an answer's own definition shows of a call: its name and how much it takes."""
    built = None if call.built_with is None else len(call.built_with)
    return call.function, len(call.arguments), built


def convention_faults(
    part: CodePart,
    call: Signature | None,
    path: Path_,
    source: Source,
    references: References,
) -> Iterator[Fault]:
    count = None if call is None else len(call.arguments)
    mistakes = {mistake.reference: mistake.name for mistake in part.mistakes}
    seen: set[str] = set()
    for index, convention in enumerate(part.readings):
        place = (*path, "conventions", index)
        function = convention.reference
        yield from definition_faults(function, count, (*place, "reference"), source, references)
        if function == part.reference:
            message = "is the right answer itself; name the function that follows the convention"
            yield source.fault((*place, "reference"), message)
        if function in mistakes:
            message = f"is the mistake `{mistakes[function]}` too; it cannot be right and wrong"
            yield source.fault((*place, "reference"), message)
        if convention.name in seen:
            message = "is the name of an earlier convention too; give each its own"
            yield source.fault((*place, "name"), message)
        seen.add(convention.name)


def argument_faults(
    call: Signature, inputs: Mapping[str, Any], results: set[str], path: Path_, source: Source
) -> Iterator[Fault]:
    for argument in call.passed:
        if argument.name in results or argument.name in inputs:
            continue
        if GENERATOR in inputs:
            continue  # the generator may return it; lint's run tells
        yield source.fault(path, not_an_input(argument.name, inputs))


def not_an_input(name: str, inputs: Mapping[str, Any]) -> str:
    if not inputs:
        return f"`{name}` is not an input; declare it: `inputs: {{{name}: normal}}`"
    return f"`{name}` is not an input{did_you_mean(name, list(inputs))}"


def definition_faults(
    name: str,
    count: int | None,
    path: Path_,
    source: Source,
    references: References,
    kind: str = "",
) -> Iterator[Fault]:
    try:
        definition = references.find(name)
    except KeyError as error:
        yield source.fault(path, str(error.args[0]))
        return
    if definition is None:
        return
    if kind and definition.kind != kind:
        yield source.fault(path, f"`{name}` is a {definition.kind}; a module is asked for: a class")
    elif count is not None and not definition.takes(count):
        takes = ", ".join(definition.parameters)
        passed = counted(count, "argument")
        yield source.fault(
            path, f"`{name}` takes ({takes}), but the call passes {passed}; make them agree"
        )
