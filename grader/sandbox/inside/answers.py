"""Written answers, cut out of `answers.md`, a notebook's Markdown cells and `answers.yaml`.

In Markdown a heading names a problem and a label (`part:` at the start of a line, or a deeper
heading) names a part. What the text means is for the forms; here it is only cut and located.
Whatever a file holds, reading it takes time in proportion to its length, up to the bounds below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from grader.sandbox.inside.notebooks import NotANotebook, _cells
from grader.values.endings import is_notebook

# A whole homework with long prose is some 50 000 characters; these stop what is not an answer.
MAX_CHARS = 200_000
MAX_ENTRIES = 3_000
MAX_YAML_DEPTH = 10

_LABEL = re.compile(
    r"^\s{0,8}(?:>\s?)?(?:[-*+]\s{1,4}|\d{1,3}[.)]\s{1,4})?(?:\*\*|__)?`?([A-Za-z](?:[\w.-]|\\_)*)`?"
    r"(?:\*\*|__)?\s{0,8}:(?![=:]|//)(?:\*\*|__)?(.*)$"
)
_FENCE = re.compile(r"^\s{0,8}(?:[-*+]\s+)?(?:(`{3,})[^`]*|(~{3,}).*)$")

Entry = dict[str, Any]


def read_answers(files: dict[str, bytes]) -> dict[str, list[Entry]]:
    """Path -> [{file, line, cell, headings, label, text, fault}] in the order written.

    `label` may be empty; `fault` says what is wrong with a file, at that line of it.
    """
    found: dict[str, list[Entry]] = {}
    for path in sorted(files):
        name = path.rsplit("/", 1)[-1].lower()
        if name in ("answers.md", "answers.markdown"):
            found[path] = _markdown(path, [(None, _decoded(files[path]))])
        elif name in ("answers.yaml", "answers.yml"):
            found[path] = _yaml(path, _decoded(files[path]))
        elif is_notebook(name):
            try:
                cells = _cells(files[path])
            except NotANotebook:
                continue  # said where its code is read
            written = [(n, text) for n, kind, text in cells if kind == "markdown"]
            found[path] = _markdown(path, written)
    return found


def fault_of(path: str, message: str, line: int = 1) -> Entry:
    """What stands for the answers in a file that cannot be read."""
    return _entry(path, line, None, [], "", "", message)


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # as some editors save "Unicode"
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


# Markdown


def _markdown(path: str, cells: Sequence[tuple[int | None, str]]) -> list[Entry]:
    entries: list[Entry] = []
    headings: list[tuple[int, str]] = []
    current: list[str] | None = None  # the lines of the answer that is being read
    left = MAX_CHARS
    for cell, text in cells:
        if len(text) > left:
            message = f"too long: only the first {MAX_CHARS} characters are read"
            entries.append(_entry(path, 1, cell, [], "", [], message))
            text = text[:left]
        left -= len(text)
        fence = ""
        opened = 0
        lines = _without_comments(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
        for number, line in enumerate(lines, start=1):
            if len(entries) >= MAX_ENTRIES:
                break
            mark = _FENCE.match(line)
            if fence:
                if mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                    fence = ""
            elif mark:
                fence, opened = mark[1] or mark[2], number
            title = None if fence else _title(line)
            label = None if fence or mark else _LABEL.match(line)
            if title is not None:
                depth, name = title
                headings = [entry for entry in headings if entry[0] < depth]
                headings.append((depth, name))
                current = [""]  # the heading's own line, so that lines can be counted from it
                entries.append(_entry(path, number, cell, headings, "", current))
            elif label and headings:
                current = [label[2].strip()]
                name = label[1].replace("\\_", "_")
                entries.append(_entry(path, number, cell, headings, name, current))
            elif current is not None:
                current.append(line)
        if fence:
            message = f"this {fence} is never closed, so that all below belongs to it"
            entries.append(_entry(path, opened, cell, [], "", [], message))
    if len(entries) >= MAX_ENTRIES:
        message = f"more than {MAX_ENTRIES} labels and headings: the rest is not read"
        entries.append(_entry(path, 1, None, [], "", [], message))
    for entry in entries:
        entry["text"] = "".join(f"{line}\n" for line in entry["text"])
    return entries


def _without_comments(text: str) -> str:
    """HTML comments as blank lines, so that the lines below keep their numbers."""
    pieces = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        pieces += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + 3
    return "".join(pieces) + text[at:]


def _title(line: str) -> tuple[int, str] | None:
    """(depth, title) of a heading; the space after # is often forgotten."""
    text = line.lstrip(" ")
    depth = len(text) - len(text.lstrip("#"))
    if not 1 <= depth <= 6 or len(line) - len(text) > 3:
        return None
    title = text[depth:].strip().rstrip("#").strip("`*_ \t")
    return (depth, title) if title else None


def _entry(
    path: str,
    line: int,
    cell: int | None,
    headings: list[tuple[int, str]],
    label: str,
    text: Any,
    fault: str = "",
) -> Entry:
    return {
        "file": path,
        "line": line,
        "cell": cell,
        "headings": [title for _, title in headings],
        "label": label,
        "text": text,
        "fault": fault,
    }


# YAML


class _Refused(Exception):
    """What is wrong with the file, and in which line, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def _yaml(path: str, text: str) -> list[Entry]:
    try:
        return list(_yaml_entries(path, text))
    except _Refused as why:
        return [fault_of(path, why.message, why.line)]


def _yaml_entries(path: str, text: str) -> Iterator[Entry]:
    if len(text) > MAX_CHARS:
        raise _Refused(1, f"longer than {MAX_CHARS} characters")
    tree = _tree(text)
    if tree is None:
        return
    _, problems = tree
    if not isinstance(problems, dict):
        raise _Refused(1, "write problems and parts: `topic/name:`, and below it `part: answer`")
    for problem, (line, parts) in problems.items():
        headings = [(1, problem)]
        if not isinstance(parts, dict):
            yield _entry(path, line, None, headings, "", _flat(parts) + "\n")
            continue
        for part, (at, answer) in parts.items():
            yield _entry(path, at, None, headings, part, _flat(answer) + "\n")


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
    if depth > MAX_YAML_DEPTH or count[0] > MAX_ENTRIES:
        raise _Refused(line, f"nested too deeply, or more than {MAX_ENTRIES} entries")
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
