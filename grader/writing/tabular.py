"""A table in Markdown as lines of text: what heads a cell's row and column, and the cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")


# Of the titles of a table's rows, or of its columns, those that count.
Kept = Callable[[Sequence[str]], Collection[str]]


def as_lines(text: str, rows: Kept = list, columns: Kept = list) -> str:
    """The text, with every cell below a table's head as a line `row, column: cell`, but for those
    in rows and columns that do not count."""
    lines = text.split("\n")
    found: list[str] = []
    at = 0
    while at < len(lines):
        if at + 1 < len(lines) and "|" in lines[at] and _RULE.fullmatch(lines[at + 1]):
            _, *head = _cells(lines[at])
            at += 2
            body = []
            while at < len(lines) and "|" in lines[at]:
                body.append(_cells(lines[at]))
                at += 1
            firsts, titles = rows([first for first, *_ in body]), columns(head)
            found += [
                f"{first}, {column}: {cell}\n"
                for first, *cells in body
                if first in firsts
                for column, cell in zip(head, cells, strict=False)
                if column in titles
            ]
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
