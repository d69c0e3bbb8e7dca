"""`answers.yaml` cut into passages: a problem, its parts, and what is answered to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.sandbox.inside.passages import MAX_CHARS, MAX_PASSAGES, Passage, fault_of, passage

MAX_YAML_DEPTH = 10


class _Refused(Exception):
    """What is wrong with the file, and in which line, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def cut_yaml(path: str, text: str) -> list[Passage]:
    """The passages of the file, or what is wrong with it, at its line."""
    try:
        return list(_yaml_entries(path, text))
    except _Refused as why:
        return [fault_of(path, why.message, why.line)]


def _yaml_entries(path: str, text: str) -> Iterator[Passage]:
    if len(text) > MAX_CHARS:
        raise _Refused(1, f"longer than {MAX_CHARS} characters")
    tree = _tree(text)
    if tree is None:
        return
    _, problems = tree
    if not isinstance(problems, dict):
        raise _Refused(1, "write problems and parts: `topic/name:`, and below it `part: answer`")
    for problem, (line, parts) in problems.items():
        heading = passage(path, line, None, "heading", f"{problem}:", depth=1, title=problem)
        if not isinstance(parts, dict):
            first, _, below = _flat(parts).partition("\n")
            yield {**heading, "after": first, "text": f"{below}\n"}
            continue
        yield heading
        for part, (at, answer) in parts.items():
            first, _, below = _flat(answer).partition("\n")
            found = passage(path, at, None, "label", f"{part}: {first}", label=part)
            yield {**found, "labelled": first, "text": f"{below}\n"}


Tree = tuple[int, Any]  # a line, and text, a list of trees or a dictionary of trees


def _tree(text: str) -> Tree | None:
    """The file as text, lists and dictionaries. Nothing is turned into a number on the way."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    events = YAML(typ="rt", pure=True).parse(text)
    try:
        for event in events:
            if type(event).__name__ == "DocumentStartEvent":
                return _node(events, next(events), 0, [0])
    except (YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        raise _Refused(line, str(getattr(error, "problem", None) or "it is not YAML")) from error
    return None


def _node(events: Any, event: Any, depth: int, count: list[int]) -> Tree:
    kind = type(event).__name__
    line = event.start_mark.line + 1
    count[0] += 1
    if depth > MAX_YAML_DEPTH or count[0] > MAX_PASSAGES:
        raise _Refused(line, f"nested too deeply, or more than {MAX_PASSAGES} entries")
    if kind == "AliasEvent":
        raise _Refused(line, f"*{event.anchor} refers to another place; write the answer out")
    if kind == "ScalarEvent":
        return line, event.value
    if kind == "SequenceStartEvent":
        items = []
        while type(event := next(events)).__name__ != "SequenceEndEvent":
            items.append(_node(events, event, depth + 1, count))
        return line, items
    found: dict[str, Tree] = {}
    while type(event := next(events)).__name__ != "MappingEndEvent":
        at, key = _node(events, event, depth + 1, count)
        if not isinstance(key, str):
            raise _Refused(at, "a key must be a plain name; put quotes around the answer")
        if key in found:
            raise _Refused(at, f"`{key[:60]}` is there twice")
        _, value = _node(events, next(events), depth + 1, count)
        found[key] = at, value
    return line, found


def _flat(value: Any) -> str:
    """One answer as text: a ledger as `line: value` lines, a list as [a, b]."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_flat(inner)}" for key, (_, inner) in value.items())
    if isinstance(value, list):
        return "[" + ", ".join(_flat(inner) for _, inner in value) + "]"
    return str(value)
