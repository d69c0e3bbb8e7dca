"""YAML as plain data, with the place of every key and value kept beside it.

The file is read as far as YAML's own nodes and no further: tags construct nothing, and aliases
are followed only up to a limit, so a file can neither run code nor fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from grader.course.faults import CourseFault, Fault
from grader.course.source import Path_, Source

# With aliases a small file can say billions of values; a long problem has some hundreds.
MAX_VALUES = 50_000

_TAG = "tag:yaml.org,2002:"
_SCALARS = {_TAG + name for name in ("str", "null", "bool", "int", "float", "timestamp")}
_COLLECTIONS = {_TAG + name for name in ("map", "seq")}


def parse_yaml(data: bytes, shown_as: str) -> Source:
    """What a file says. Raises CourseFault for anything that is not plain, unambiguous YAML."""
    text = _decoded(data, shown_as)
    yaml = YAML(typ="safe", pure=True)
    try:
        root = yaml.compose(text)
        reading = _Reading(yaml, shown_as)
        said = None if root is None else reading.value(root, ())
    except MarkedYAMLError as error:
        raise CourseFault([_invalid(error, shown_as)]) from error
    except RecursionError as error:
        message = "is nested too deeply; a problem file needs about six levels"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)]) from error
    except (YAMLError, ValueError) as error:
        raise CourseFault([_unreadable(error, text, shown_as)]) from error
    if reading.faults:
        raise CourseFault(reading.faults)
    return Source(shown_as, said, reading.places, reading.text_lines)


def _decoded(data: bytes, shown_as: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = _place_after(before)
        message = "is not UTF-8 text from here on; save the file as UTF-8"
        raise CourseFault([Fault(shown_as, line, column, "", message)]) from error


class _TooMany(YAMLError):  # type: ignore[misc, unused-ignore]
    """Aliases multiply the file beyond what a problem can mean."""


class _Reading:
    """Turns nodes into plain values; collects places, and faults to be told all at once."""

    def __init__(self, yaml: YAML, shown_as: str) -> None:
        self._constructor = yaml.constructor
        self._shown_as = shown_as
        self._inside: set[int] = set()  # the collections around the value that is being read
        self._count = 0
        self.faults: list[Fault] = []
        self.places: dict[Path_, tuple[int, int]] = {(): (1, 1)}
        self.text_lines: dict[Path_, int] = {}

    def value(self, node: Node, path: Path_) -> Any:
        self._count += 1
        if self._count > MAX_VALUES:
            raise _TooMany("aliases repeat too much")
        if id(node) in self._inside:
            self._fault(node, path, "is an alias of what it stands in; write the value out")
            return None
        if isinstance(node, ScalarNode):
            return self._scalar(node, path)
        if node.tag not in _COLLECTIONS:
            return self._tagged(node, path)
        self._inside.add(id(node))
        try:
            if isinstance(node, SequenceNode):
                return self._sequence(node, path)
            assert isinstance(node, MappingNode)
            return self._mapping(node, path)
        finally:
            self._inside.discard(id(node))

    def _sequence(self, node: SequenceNode, path: Path_) -> list[Any]:
        for index, item in enumerate(node.value):
            self.places[(*path, index)] = _place_of(item)
        return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]

    def _mapping(self, node: MappingNode, path: Path_) -> dict[str | int, Any]:
        own: dict[str | int, tuple[Node, Node]] = {}
        merged: dict[str | int, tuple[Node, Node]] = {}
        for key_node, value_node in node.value:
            if key_node.tag == _TAG + "merge":
                for pair in _merged_pairs(value_node):
                    merged.setdefault(_key(pair[0]), pair)
                continue
            key = _key(key_node)
            if key in own:
                message = f"the key `{key}` stands here a second time; keep one of them"
                self._fault(key_node, (*path, key), message)
                continue
            own[key] = (key_node, value_node)
        found = own | {key: pair for key, pair in merged.items() if key not in own}
        for key, (key_node, _) in found.items():
            self.places[(*path, key)] = _place_of(key_node)
        return {key: self.value(value, (*path, key)) for key, (_, value) in found.items()}

    def _scalar(self, node: ScalarNode, path: Path_) -> Any:
        if node.tag not in _SCALARS:
            return self._tagged(node, path)
        kind = node.tag.removeprefix(_TAG)
        if kind in ("str", "timestamp"):  # a date is not something a problem asks for: it is text
            block = node.style in ("|", ">")
            self.text_lines[path] = node.start_mark.line + (2 if block else 1)
            return str(node.value)
        try:
            return getattr(self._constructor, f"construct_yaml_{kind}")(node)
        except (ValueError, OverflowError):  # `!!int four`, or more digits than Python reads
            self._fault(node, path, f"is not a value that YAML knows: `{str(node.value)[:40]}`")
            return None

    def _tagged(self, node: Node, path: Path_) -> None:
        tag = str(node.tag).replace(_TAG, "!!")
        self._fault(node, path, f"the tag `{tag}` is not allowed; write a plain value")

    def _fault(self, node: Node, path: Path_, message: str) -> None:
        line, column = _place_of(node)
        field_path = ".".join(map(str, path))
        self.faults.append(Fault(self._shown_as, line, column, field_path, message))


def _merged_pairs(node: Node) -> Iterator[tuple[Node, Node]]:
    """The pairs that `<<: *alias` or `<<: [*one, *two]` brings in; the first of two wins."""
    for source in node.value if isinstance(node, SequenceNode) else [node]:
        if isinstance(source, MappingNode):
            yield from (pair for pair in source.value if pair[0].tag != _TAG + "merge")


def _key(node: Node) -> str | int:
    if isinstance(node, ScalarNode) and node.tag == _TAG + "int" and str(node.value).isdecimal():
        return int(node.value)
    return str(node.value) if isinstance(node, ScalarNode) else "(a collection)"


def _place_of(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _place_after(text: str) -> tuple[int, int]:
    return text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1


def _invalid(error: MarkedYAMLError, shown_as: str) -> Fault:
    text = " ".join(str(part) for part in (error.context, error.problem) if part)
    mark = error.problem_mark or error.context_mark
    if "unexpected end of stream" in text:
        mark = error.context_mark or mark  # where the quote opens, not where the file ends
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Fault(shown_as, line, column, "", f"is not valid YAML: {text}; {_advice(text)}")


def _unreadable(error: Exception, text: str, shown_as: str) -> Fault:
    if isinstance(error, _TooMany):
        message = f"says more than {MAX_VALUES:,} values through its aliases; write fewer"
        return Fault(shown_as, 1, 1, "", message)
    if isinstance(error, ReaderError):
        line, column = _place_after(text[: error.position])
        message = f"holds the control character {ord(text[error.position]):#04x}; remove it"
        return Fault(shown_as, line, column, "", message)
    return Fault(shown_as, 1, 1, "", f"is not valid YAML: {str(error).splitlines()[0]}")


def _advice(text: str) -> str:
    if "mapping values are not allowed" in text:
        return "put text that contains `: ` in quotes"
    if "\\t" in text or "tab" in text.lower():
        return "indent with spaces, not tabs"
    if "found unknown escape character" in text:
        return "use single quotes around text with backslashes"
    if "unexpected end of stream" in text:
        return "close the quote that opens here"
    if "flow mapping" in text or "flow sequence" in text:
        return 'close the bracket, and quote a draw inside brackets: {x: "normal[n]"}'
    if "found another document" in text:
        return "keep one problem a file, without `---`"
    if "undefined alias" in text:
        return "put text that begins with `*` in quotes"
    if "that cannot start any token" in text:
        return "put text that begins with this character in quotes"
    return "check the indentation and the quotes around this place"
