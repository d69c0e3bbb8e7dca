"""Written answers, cut out of `answers.md`, a notebook's Markdown cells and `answers.yaml`.

In Markdown a heading names a problem and a label (`part:` at the start of a line, or a deeper
heading) names a part. What the text means is for the checks; here it is only cut and located.
"""

from __future__ import annotations

import re
from typing import Any

from grader.sandbox.inside.notebooks import NotANotebook, read_markdown

MAX_ANSWER_CHARS = 20_000

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_LABEL = re.compile(
    r"^\s*(?:[-*+]\s+)?(?:\*\*|__)?`?([A-Za-z][\w.-]*)`?(?:\*\*|__)?\s*:(?:\*\*)?(.*)$"
)


def read_answers(files: dict[str, bytes]) -> list[dict[str, Any]]:
    """[{file, line, heading, label, text}] in the order written; `label` may be empty."""
    found: list[dict[str, Any]] = []
    for path in sorted(files):
        name = path.rsplit("/", 1)[-1].lower()
        if name in ("answers.md", "answers.markdown"):
            found += _markdown(path, files[path].decode("utf-8", "replace"))
        elif name in ("answers.yaml", "answers.yml"):
            found += _yaml(path, files[path])
        elif name.endswith(".ipynb"):
            try:
                found += _markdown(path, read_markdown(files[path]))
            except NotANotebook:
                continue  # said where its code is read
    return found


def _markdown(path: str, text: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    headings: list[tuple[int, str]] = []
    current: dict[str, Any] | None = None
    fenced = False
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        label = None if fenced else _LABEL.match(line)
        if heading:
            depth = len(heading[1])
            headings = [entry for entry in headings if entry[0] < depth]
            headings.append((depth, heading[2].strip("`* ")))
            current = _entry(path, number, headings, "", "")
            entries.append(current)
        elif label and headings:
            current = _entry(path, number, headings, label[1], label[2].strip() + "\n")
            entries.append(current)
        elif current is not None and len(current["text"]) < MAX_ANSWER_CHARS:
            current["text"] += line + "\n"
    return entries


def _entry(
    path: str, line: int, headings: list[tuple[int, str]], label: str, text: str
) -> dict[str, Any]:
    return {
        "file": path,
        "line": line,
        "headings": [title for _, title in headings],
        "label": label,
        "text": text,
    }


def _yaml(path: str, data: bytes) -> list[dict[str, Any]]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        tree: Any = YAML(typ="rt", pure=True).load(data)
    except (YAMLError, UnicodeDecodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = str(getattr(error, "problem", None) or "it is not YAML")
        return [
            {"file": path, "line": line, "headings": [], "label": "", "text": "", "fault": problem}
        ]
    entries: list[dict[str, Any]] = []
    if not hasattr(tree, "lc") or not hasattr(tree, "items"):
        return entries
    for problem, parts in tree.items():
        line = tree.lc.key(problem)[0] + 1
        headings = [(1, str(problem))]
        if not hasattr(parts, "items"):
            entries.append(_entry(path, line, headings, "", str(parts)[:MAX_ANSWER_CHARS]))
            continue
        for part, answer in parts.items():
            line = parts.lc.key(part)[0] + 1
            if hasattr(answer, "items"):  # a ledger: one line a key
                text = "\n".join(f"{key}: {value}" for key, value in answer.items())
            else:
                text = str(answer)
            entries.append(_entry(path, line, headings, str(part), text[:MAX_ANSWER_CHARS]))
    return entries
