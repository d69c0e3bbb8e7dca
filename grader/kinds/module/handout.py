"""How a class is written: its first lines."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.signature import read_signature
from grader.kinds.code_rules import WHERE, rules_of
from grader.kinds.module.keys import ModulePart
from grader.kinds.wording import fenced


def how_to_write(part: ModulePart) -> Iterator[str]:
    """Paragraphs of Markdown."""
    yield f"Write this class, {WHERE}:"
    yield fenced(first_lines(part), "python")
    yield from rules_of(part)


def first_lines(part: ModulePart) -> str:
    """The class as it is handed out, with nothing in it."""
    call = read_signature(part.call)
    built = ", ".join(["self", *map(str, call.arguments)])
    forward = ", ".join(["self", *part.forward])
    return (
        f"class {call.function}(torch.nn.Module):\n"
        f"    def __init__({built}):\n        super().__init__()\n        ...\n\n"
        f"    def forward({forward}):\n        ..."
    )
