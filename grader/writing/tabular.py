"""A table in Markdown as lines of text: what heads a cell's row and column, and the cell."""

from __future__ import annotations

import re

_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")


def as_lines(text: str) -> str:
    """The text, with every cell below a table's head as a line `row, column: cell`."""
    lines = text.split("\n")
    found: list[str] = []
    at = 0
    while at < len(lines):
        if at + 1 < len(lines) and "|" in lines[at] and _RULE.fullmatch(lines[at + 1]):
            head = _cells(lines[at])
            at += 2
            while at < len(lines) and "|" in lines[at]:
                first, *cells = _cells(lines[at])
                found += [
                    f"{first}, {column}: {cell}\n"
                    for column, cell in zip(head[1:], cells, strict=False)
                ]
                at += 1
        else:
            found.append(lines[at])
            at += 1
    return "\n".join(found)


def _cells(line: str) -> list[str]:
    """What stands between the bars that are in no formula."""
    cells = [""]
    for piece in re.split(r"(\$[^$]*\$|`[^`]*`)", line.strip().strip("|")):
        if piece[:1] in ("$", "`"):
            cells[-1] += piece
        else:
            first, *more = _BAR.split(piece)
            cells[-1] += first
            cells += more
    return [cell.strip() for cell in cells]
