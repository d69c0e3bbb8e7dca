"""XML as a small tree: no document type, no entities, not too deep and not too much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

# Word's own documents have some forty; a formula inside of formulas some twenty more.
MAX_DEPTH = 200
MAX_NODES = 400_000
# Namespaces by how they end, in both forms of the standard.
_PREFIXES = {
    "/wordprocessingml/2006/main": "w",
    "/wordprocessingml/main": "w",
    "/officeDocument/2006/math": "m",
    "/officeDocument/math": "m",
    "/markup-compatibility/2006": "mc",
}


class NotRead(Exception):
    """The message says what is wrong with the file."""


@dataclass
class Node:
    """An element: `w:p`, its attributes without prefix, its text, and what is in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def child(self, *names: str) -> Node | None:
        """The first element below of that name, and then below that one."""
        found: Node | None = self
        for name in names:
            found = (
                next((one for one in found.children if one.name == name), None) if found else None
            )
        return found

    def all(self, name: str) -> Iterator[Node]:
        return (one for one in self.children if one.name == name)

    def value(self, *names: str, default: str = "") -> str:
        """The attribute `val` of an element below."""
        found = self.child(*names)
        return default if found is None else found.attributes.get("val", "")


def tree_of(data: bytes) -> Node:
    """Raises NotRead."""
    from xml.parsers import expat

    parser = expat.ParserCreate(namespace_separator=" ")
    root = Node("")
    open_nodes = [root]
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(open_nodes) > MAX_DEPTH or count > MAX_NODES:
            raise NotRead("it is nested too deeply, or too large")
        node = Node(_name(name), {key.rpartition(" ")[2]: one for key, one in attributes.items()})
        open_nodes[-1].children.append(node)
        open_nodes.append(node)

    def end(name: str) -> None:
        open_nodes.pop()

    def characters(text: str) -> None:
        open_nodes[-1].text += text

    def refused(*arguments: object) -> None:
        raise NotRead("it has a document type of its own")

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refused
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise NotRead("it is damaged") from error
    return root.children[0]


def _name(name: str) -> str:
    space, _, local = name.rpartition(" ")
    prefix = next((one for end, one in _PREFIXES.items() if space.endswith(end)), "")
    return f"{prefix}:{local}" if prefix else local
