"""A YAML file as plain data, with the place of every key and value kept beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.scalarbool import ScalarBoolean
from ruamel.yaml.scalarfloat import ScalarFloat
from ruamel.yaml.scalarint import ScalarInt

from grader.course.faults import CourseFault, Fault

Path_ = tuple[str | int, ...]
MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class Source:
    """`data` is dictionaries, lists and scalars only; `places` maps a path to (line, column)."""

    file: str
    data: Any
    places: dict[Path_, tuple[int, int]]

    def fault(self, path: Path_, message: str) -> Fault:
        """A fault at `path`, or at the nearest enclosing place that the file really has."""
        at = path
        while at and at not in self.places:
            at = at[:-1]
        line, column = self.places.get(at, (1, 1))
        return Fault(self.file, line, column, ".".join(map(str, path)), message)


def read_yaml(file: Path, shown_as: str) -> Source:
    """Parse one file. Raises CourseFault for anything that is not plain, unambiguous YAML."""
    try:
        data = file.read_bytes()
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise CourseFault([Fault(shown_as, 1, 1, "", f"cannot be read: {reason}")]) from error
    if len(data) > MAX_BYTES:
        raise CourseFault([Fault(shown_as, 1, 1, "", "is larger than 1 MB; split the problem")])
    yaml = YAML(typ="rt", pure=True)
    try:
        tree = yaml.load(data)
    except DuplicateKeyError as error:
        raise CourseFault([_duplicate(error, shown_as)]) from error
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        text = " ".join(str(part) for part in (error.context, error.problem) if part)
        message = f"is not valid YAML: {text}; {_yaml_advice(text)}"
        raise CourseFault([Fault(shown_as, line, column, "", message)]) from error
    except (YAMLError, UnicodeDecodeError, ValueError) as error:
        message = f"is not valid YAML: {str(error).splitlines()[0]}"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)]) from error
    places: dict[Path_, tuple[int, int]] = {(): (1, 1)}
    return Source(shown_as, _plain(tree, (), places), places)


def _duplicate(error: DuplicateKeyError, shown_as: str) -> Fault:
    mark = error.problem_mark
    text = str(error.problem)
    key = text.split('"')[1] if '"' in text else "a key"
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    message = f"the key `{key}` stands here a second time; keep one of them"
    return Fault(shown_as, line, column, key, message)


def _yaml_advice(text: str) -> str:
    if "mapping values are not allowed" in text:
        return "put text that contains `: ` in quotes"
    if "\\t" in text or "tab" in text.lower():
        return "indent with spaces, not tabs"
    if "found unknown escape character" in text:
        return "use single quotes around text with backslashes"
    return "check the indentation and the quotes around this place"


def _plain(node: Any, path: Path_, places: dict[Path_, tuple[int, int]]) -> Any:
    if isinstance(node, CommentedMap):
        for key in node:
            line, column = node.lc.key(key)
            places[(*path, _key(key))] = (line + 1, column + 1)
        return {_key(key): _plain(value, (*path, _key(key)), places) for key, value in node.items()}
    if isinstance(node, CommentedSeq):
        for index in range(len(node)):
            line, column = node.lc.item(index)
            places[(*path, index)] = (line + 1, column + 1)
        return [_plain(value, (*path, index), places) for index, value in enumerate(node)]
    if isinstance(node, ScalarBoolean):
        return bool(node)
    if isinstance(node, ScalarFloat):
        return float(node)
    if isinstance(node, ScalarInt):
        return int(node)
    if isinstance(node, str):
        return str(node)
    return node


def _key(key: Any) -> str | int:
    return key if isinstance(key, int) and not isinstance(key, bool) else str(key)
