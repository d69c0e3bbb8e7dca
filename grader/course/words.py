"""Pydantic's errors in an author's words: where, what is wrong, what to write instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from grader.course.faults import Fault
from grader.course.inputs import did_you_mean, nearest
from grader.course.renamed import key_now
from grader.course.source import Path_, Source

EXAMPLES = {
    "id": "id: vectors/distances",
    "title": "title: All distances at once",
    "prompt": "prompt: |",
    "parts": "parts: {code: {asks: function, …}}",
    "points": "points: 4",
    "call": "call: distances(x, y)",
    "reference": "reference: vectors.distances",
    "inputs": 'inputs: {n: 2..6, x: "normal[n]"}',
    "checks": "checks: [equals]",
    "mistakes": "mistakes: [{name: …, reference: module.function}]",
    "conventions": "conventions: [{name: …, reference: module.function}]",
    "also": 'also: ["Distances(power)(x, y)"]',
    "asks": "asks: function",
    "rubric": "rubric: [names both reasons]",
    "name": "name: the root is missing",
    "credit": "credit: 0.5",
    "tolerance": "tolerance: {relative: 1e-6}",
    "limits": "limits: {seconds: 10}",
    "edges": "edges: [size_one, ties]",
    "examples": "examples: [{inputs: {x: 1.0}, expect: 2.0}]",
    "expect": "expect: [[1.0, 0.0], [0.5, 0.5]]",
    "property": "property: rows_sum_to_one",
    "holds": "holds: rows_sum_to_one",
    "wrt": "wrt: [x]",
    "assignments": 'week-1 = ["vectors/*"]',
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
    "id": "use lower-case words with dashes and slashes, such as `vectors/distances`",
    "reference": "write module.function, such as `vectors.distances`",
}
_RELATIONS = {
    "greater_than": "greater than",
    "greater_than_equal": "at least",
    "less_than": "less than",
    "less_than_equal": "at most",
}
_LENGTHS = {
    "string_too_short": "is shorter than {min_length} characters",
    "too_short": "has {actual_length}, but {min_length} or more are needed",
    "too_long": "has {actual_length}, but {max_length} or fewer are allowed",
}
Known = list[tuple[dict[Any, Any], list[str]]]  # mappings of the file, and their known keys


def faults_of(error: ValidationError, source: Source, known: Known) -> Iterator[Fault]:
    """Every error of a failed validation as a fault with its place in the file."""
    by_path: dict[Path_, list[ErrorDetails]] = {}
    for detail in error.errors():
        by_path.setdefault(_real_path(detail, source.data), []).append(detail)
    misspelt = set(_misspelt(by_path, source, known))
    for path, details in by_path.items():
        if details[0]["type"] == "missing" and path in misspelt:
            continue  # one slip of the pen, one line
        if details[0]["type"] == "too_short" and any(_below(other, path) for other in by_path):
            continue  # a list whose items are all faulty is not empty
        if len(details) > 1 and all(detail["type"] in _ALTERNATIVES for detail in details):
            yield source.fault(path, _none_of(details, path))
            continue
        for detail in details:
            yield _fault(detail, path, source, known)


def _misspelt(
    by_path: dict[Path_, list[ErrorDetails]], source: Source, known: Known
) -> Iterator[Path_]:
    """The keys that unknown ones were probably meant to be."""
    for path, details in by_path.items():
        if details[0]["type"] == "extra_forbidden":
            beside = _known_beside(path, source.data, known)
            yield from ((*path[:-1], name) for name in nearest(str(path[-1]), beside))


def _fault(detail: ErrorDetails, path: Path_, source: Source, known: Known) -> Fault:
    kind = detail["type"]
    context: dict[str, Any] = detail.get("ctx", {})
    if kind == "extra_forbidden":
        key, beside = str(path[-1]), _known_beside(path, source.data, known)
        hint = key_now(key, beside) or did_you_mean(key, beside)
        return source.fault(path, f"unknown key{hint}")
    if kind == "asks_unknown":
        hint = did_you_mean(context["asked"], context["known"])
        return source.fault((*path, "asks"), f"cannot ask for `{context['asked']}`{hint}")
    if kind == "asks_missing":
        return source.fault((*path, "asks"), "is missing; write `asks: function`")
    return source.fault(path, _message(kind, detail, context, path))


def _message(kind: str, detail: ErrorDetails, context: dict[str, Any], path: Path_) -> str:
    field = str(path[-1]) if path else ""
    example = _example(path)
    given = detail["input"]
    if kind == "missing":
        return f"is missing{example}"
    if kind in _WANTED:
        wanted = _WANTED[kind]
        if kind == "string_type" and detail["loc"][-1:] == (0,) and path[-1:] != (0,):
            wanted += " or a list of texts"  # one text stands for a list of one
        return f"is {_describe(given)}, but {wanted} is needed{example}"
    if kind == "literal_error":
        return f"`{given}` is not allowed{did_you_mean(str(given), _literals(context))}"
    if kind in _RELATIONS:
        bound = next(iter(context.values()))
        if given != given:
            return f"is no number, but must be {_RELATIONS[kind]} {bound:g}{example}"
        if field == "credit" and 1 < given < 100:  # meant in percent
            return f"is {given}, but a share below 1 is needed; write `credit: {given / 100:g}`"
        return f"is {given}, but must be {_RELATIONS[kind]} {bound:g}{example}"
    if kind == "string_pattern_mismatch":
        advice = _PATTERNS.get(
            field, "use lower-case letters, digits and underscores, such as `code`"
        )
        return f"`{given}` is not a valid name; {advice}"
    if kind in _LENGTHS:
        return f"{_LENGTHS[kind].format(**context) if given else 'is empty'}{example}"
    if kind == "string_too_long":
        return f"is longer than {context['max_length']} characters; shorten it"
    if kind == "invalid_key":
        return f"`{path[-1]}` is no key here: keys are text"
    if kind == "value_error":
        return str(context["error"])
    return detail["msg"]


# What pydantic reports once for each alternative of a union; one line names them all.
_ALTERNATIVES = {*_WANTED, "literal_error"}


def _none_of(details: Sequence[ErrorDetails], path: Path_) -> str:
    wanted: list[str] = []
    for detail in details:
        if detail["type"] == "literal_error":
            wanted += [f"`{word}`" for word in _literals(detail.get("ctx", {}))]
        else:
            wanted.append(_WANTED[detail["type"]])
    alternatives = " or ".join(dict.fromkeys(wanted))
    return f"is {_describe(details[0]['input'])}, but {alternatives} is needed{_example(path)}"


def _example(path: Path_) -> str:
    field = str(path[-1]) if path else ""
    if len(path) == 2 and path[0] == "parts":
        return f"; write `{field}: {{asks: function, …}}`"
    if len(path) == 2 and path[0] == "assignments":
        return f'; write `{field} = ["vectors/*"]`'
    if len(path) > 2 and path[0] == "numbers":
        return '; write `"1.2" = "vectors/distances"`, with quotes around both'
    return f"; write `{EXAMPLES[field]}`" if field in EXAMPLES else ""


def _known_beside(path: Path_, data: Any, known: Known) -> list[str]:
    """The keys that could stand where the unknown one at `path` does."""
    mapping = data
    for step in path[:-1]:
        mapping = mapping[step]
    return next((names for noted, names in known if noted is mapping), [])


def _real_path(detail: ErrorDetails, data: Any) -> Path_:
    """The error's place in the file, without the names that pydantic puts between."""
    path: list[int | str] = []
    node = data
    for index, step in enumerate(detail["loc"]):
        if len(path) >= 2 and path[-2] == "checks" and isinstance(path[-1], int):
            # `checks.0.cases` of the model is `checks.0.equals.cases` of the file, and the
            # option that a shorthand stands for is not in the file at all.
            if not isinstance(node, dict) or len(node) != 1:
                break
            ((kind, node),) = node.items()
            path.append(kind)
        if _holds(node, step):
            path.append(step)
            node = node[step]
        elif detail["type"] == "missing" and index == len(detail["loc"]) - 1:
            path.append(step)  # it has no place of its own, but it has a name
    return tuple(path)


def _holds(node: Any, step: int | str) -> bool:
    if isinstance(node, dict):
        return step in node
    return isinstance(node, list) and isinstance(step, int) and step < len(node)


def _below(path: Path_, above: Path_) -> bool:
    return len(path) > len(above) and path[: len(above)] == above


def _literals(context: dict[str, Any]) -> list[str]:
    return _tags(str(context["expected"]).replace(" or ", ", "))


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
