"""What a drawing is made of: lines of text, in pieces that may have a colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Span(NamedTuple):
    text: str
    style: str = ""  # as rich names it; a picture must be readable without


Line = tuple[Span, ...]


def text_line(text: str, style: str = "") -> Line:
    return (Span(text, style),)


def plain(line: Iterable[Span]) -> str:
    """The line without colours, and without what is empty at its end, in braille too."""
    return "".join(span.text for span in line).rstrip(" \u2800")


def cut(text: str, width: int) -> str:
    """At most so many columns of the terminal, in which some letters take two."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)) + "…"


def padded(text: str, width: int) -> str:
    """Moved to the right of so many columns."""
    return " " * max(0, width - cell_len(text)) + text
