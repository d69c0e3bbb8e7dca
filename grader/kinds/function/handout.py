"""How a function is written: the first lines to start from, and what is passed to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.course.references import References
from grader.course.signature import Argument, Signature, read_signature
from grader.kinds.code_rules import WHERE, rules_of
from grader.kinds.function.keys import FunctionPart
from grader.kinds.wording import code, codes, fenced

_LONGEST = 72  # columns of the first line
_NOT_LOOKED_AT, _MAY_BE_MISSING = "_", "?"
_ARRAYS = {
    "numpy": "numpy arrays",
    "torch": "torch tensors",
    "either": "torch tensors if your code uses torch, with numpy arrays if it does not",
}


def how_to_write(part: FunctionPart, references: References, *, first: bool) -> Iterator[str]:
    """Paragraphs of Markdown. What holds for every function is said of the `first`."""
    written = first_lines(part, references)
    yield f"Write this {'class' if written.startswith('class ') else 'function'}, {WHERE}:"
    yield fenced(written, "python")
    notes = " ".join(_notes(part, references, first))
    if notes:
        yield notes
    yield from rules_of(part)


def first_lines(part: FunctionPart, references: References) -> str:
    """The function or class as it is handed out, with nothing in it."""
    call = read_signature(part.call)
    definition = references.find(part.reference)
    if part.then and definition is not None and definition.kind == "class":
        return _class(call, [read_signature(text) for text in part.then])
    returned = ", ".join(name.removesuffix(_MAY_BE_MISSING) for name in part.returns) or "..."
    names = ", ".join(_parameters(part, call, references))
    head = f"def {call.function}({names}):"
    if len(head) > _LONGEST:
        head = f"def {call.function}(\n    {names}\n):"
    return f"{head}\n    ...\n    return {returned}"


def _class(call: Signature, after: list[Signature]) -> str:
    methods: dict[str, tuple[str, ...]] = {}
    for one in after:
        methods.setdefault(one.function, one.names)
    lines = [f"class {call.function}:", f"    def __init__({', '.join(('self', *call.names))}):"]
    for name, arguments in methods.items():
        lines += ["        ...", "", f"    def {name}({', '.join(('self', *arguments))}):"]
    return "\n".join([*lines, "        ..."])


def _parameters(part: FunctionPart, call: Signature, references: References) -> Iterator[str]:
    """The inputs' own names; what comes from an earlier call is called as in the reference."""
    definition = references.find(part.reference)
    for index, argument in enumerate(call.arguments):
        if definition is not None and _is_result(argument, part):
            yield definition.parameters[index]
        elif definition is not None and index >= definition.required and _is_null(argument, part):
            yield f"{argument.name}=None"
        else:
            yield argument.name


def _is_result(argument: Argument, part: FunctionPart) -> bool:
    return any(
        read_signature(step, named_result=True).result == argument.name for step in part.first
    )


def _is_null(argument: Argument, part: FunctionPart) -> bool:
    return argument.name in part.inputs and part.inputs[argument.name] is None


def _notes(part: FunctionPart, references: References, first: bool) -> Iterator[str]:
    missing = [
        name.removesuffix(_MAY_BE_MISSING)
        for name in part.returns
        if name.endswith(_MAY_BE_MISSING)
    ]
    if missing:
        yield f"{codes(missing)} may be left out."
    if part.changes:
        yield f"{codes(part.changes)} must be changed in place: what is in it afterwards counts."
    if part.then:
        yield f"After that these calls are made, in this order: {codes(part.then)}."
    if _NOT_LOOKED_AT in part.returns:
        yield f"What you return for {code(_NOT_LOOKED_AT)} is not looked at."
    call = read_signature(part.call)
    steps = {
        step.result: step
        for text in part.first
        for step in [read_signature(text, named_result=True)]
    }
    for argument, name in zip(call.arguments, _parameters(part, call, references), strict=True):
        step = steps.get(argument.name)
        if step is not None:
            item = "".join(f"[{key!r}]" for key in argument.path)
            what = f"item {code(item)} of " if item else ""
            yield f"{code(name)} is {what}what your own {code(step.function)} returns."
    drawn = any(_has_array(part.inputs.get(argument.name)) for argument in call.arguments)
    if drawn and (first or part.library != "either"):
        yield f"Your function is called with {_ARRAYS[part.library]}."
    if part.also:
        yield f"An answer that is called as {codes(part.also, 'or')} is accepted too."


def _has_array(value: Any) -> bool:
    """Whether an input of a problem file holds an array: a draw with a shape."""
    if isinstance(value, dict):
        return set(value) != {"value"} and any(map(_has_array, value.values()))
    if isinstance(value, list):
        return any(map(_has_array, value))
    return isinstance(value, str) and "[" in value
