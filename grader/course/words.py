"""Pydantic's errors in an author's words: where, what is wrong, what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from grader.course.faults import Fault
from grader.course.inputs import did_you_mean
from grader.course.source import Path_, Source

EXAMPLES = {
    "id": "id: attention/masked-softmax",
    "title": "title: The mask comes before the softmax",
    "prompt": "prompt: |",
    "parts": "parts: {code: {asks: function, …}}",
    "points": "points: 4",
    "call": "call: masked_softmax(scores, mask)",
    "reference": "reference: attention.masked_softmax",
    "checks": "checks: [equals]",
    "asks": "asks: function",
    "rubric": "rubric: [names both reasons]",
    "name": "name: masked after the softmax",
}
_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "list_type": "a list",
    "tuple_type": "a list",
}
_PATTERNS = {
    "id": "use lower-case words with dashes and slashes, such as `attention/masked-softmax`",
    "reference": "write module.function, such as `attention.masked_softmax`",
}


def faults_of(error: ValidationError, source: Source) -> Iterator[Fault]:
    """Every error of a failed validation as a fault with its place in the file."""
    for detail in error.errors():
        path = _real_path(detail["loc"], source.data)
        yield from _faults(detail, path, source)


def _faults(detail: ErrorDetails, path: Path_, source: Source) -> Iterator[Fault]:
    kind = detail["type"]
    context: dict[str, Any] = detail.get("ctx", {})
    if kind == "unknown_keys":
        for key in context["unknown"]:
            hint = did_you_mean(str(key), context["known"])
            yield source.fault((*path, key), f"unknown key{hint}")
    elif kind == "union_tag_invalid":
        hint = did_you_mean(str(context["tag"]), _tags(context["expected_tags"]))
        yield source.fault((*path, "asks"), f"cannot ask for `{context['tag']}`{hint}")
    elif kind == "union_tag_not_found":
        yield source.fault((*path, "asks"), "is missing; write `asks: function`")
    else:
        yield source.fault(path, _message(kind, detail, context, path))


def _message(kind: str, detail: ErrorDetails, context: dict[str, Any], path: Path_) -> str:
    field = str(path[-1]) if path else ""
    example = f"; write `{EXAMPLES[field]}`" if field in EXAMPLES else ""
    given = detail["input"]
    if kind == "missing":
        return f"is missing{example}"
    if kind in _WANTED:
        return f"is {_describe(given)}, but {_WANTED[kind]} is needed{example}"
    if kind == "literal_error":
        expected = _tags(str(context["expected"]).replace(" or ", ", "))
        return f"`{given}` is not allowed{did_you_mean(str(given), expected)}"
    if kind in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
        bound = next(iter(context.values()))
        relation = {
            "greater_than": "greater than",
            "greater_than_equal": "at least",
            "less_than": "less than",
            "less_than_equal": "at most",
        }[kind]
        return f"is {given}, but must be {relation} {bound:g}"
    if kind == "string_pattern_mismatch":
        advice = _PATTERNS.get(
            field, "use lower-case letters, digits and underscores, such as `code`"
        )
        return f"`{given}` is not a valid name; {advice}"
    if kind in ("too_short", "string_too_short"):
        return f"is empty or too short{example}"
    if kind == "string_too_long":
        return f"is longer than {context['max_length']} characters; shorten it"
    if kind == "value_error":
        return str(context["error"])
    return detail["msg"]


def _real_path(location: tuple[int | str, ...], data: Any) -> Path_:
    """`location` without what pydantic adds to it (union tags, `[key]`), following `data`."""
    path: list[int | str] = []
    node = data
    for index, step in enumerate(location):
        last = index == len(location) - 1
        if _holds(node, step):
            path.append(step)
            node = node[step]
        elif isinstance(node, dict) and len(node) == 1 and _inside_check(node, step):
            ((key, inner),) = node.items()  # checks.0.cases is written checks.0.equals.cases
            path += [key, step]
            node = inner[step]
        elif last and isinstance(step, str) and step != "[key]" and isinstance(node, dict):
            path.append(step)  # a missing key: name it, though it has no place
    return tuple(path)


def _holds(node: Any, step: int | str) -> bool:
    if isinstance(node, dict):
        return step in node
    return isinstance(node, list) and isinstance(step, int) and step < len(node)


def _inside_check(node: dict[Any, Any], step: int | str) -> bool:
    (inner,) = node.values()
    return isinstance(inner, dict) and step in inner


def _tags(expected: str) -> list[str]:
    return [tag.strip().strip("'") for tag in expected.split(",")]


def _describe(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f"the text `{value[:40]}`"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return f"a {type(value).__name__}"
