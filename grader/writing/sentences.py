"""The sentences and the items of lists in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BETWEEN = re.compile(
    r"(?<=[.!?])[ \t]*(?:\n[ \t]*)?(?<=\s)(?=[^\w\s]*[A-Za-z])"  # a full stop, and a word after it
    r"|\n[ \t]*\n"
    r"|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\))[ \t])"
)


def sentences(text: str) -> Iterator[str]:
    """Each sentence or item with the blanks and marks at its ends; what is between dollars is not
    cut."""
    begin = 0
    for cut in _BETWEEN.finditer(text):
        piece = text[begin : cut.start()]
        if piece.count("$") % 2 == 0:
            if piece.strip():
                yield piece
            begin = cut.end()
    if text[begin:].strip():
        yield text[begin:]
