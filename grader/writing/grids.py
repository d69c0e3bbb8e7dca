"""Matrices drawn with blanks: rows between bars or brackets, and `[a b; c d]`, as lists of lists.

Only where every row has as many entries as the others, and more than one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_SIGN = re.compile(r"\s*(?:[+*/·×⋅⊙]|[-−–]\s)")
_AFTER_SIGN = re.compile(r"(?:[+*/·×⋅⊙]|\s[-−–])\s*$")
# A row of a drawing: a bar or a bracket at both of its ends, and what may stand before the first.
_ROW = re.compile(
    r"^(?P<before>[^|\[\]()\n]{0,60}?)[ \t]*(?P<open>[|\[(⎡⎢⎣│])(?P<row>[^|\n]+)[|\])⎤⎥⎦│]"
    r"[ \t]*[.,;]?[ \t]*$"
)
_MARKED = re.compile(r"[$`\\&]")
_SEMICOLON = re.compile(r"\[(?P<rows>[^\[\]=]+;[^\[\]=]+)\]")


def with_grids(text: str) -> str:
    """The text with every matrix that is drawn or has blanks between its entries as `[[…], …]`."""
    text = _SEMICOLON.sub(lambda found: _listed(found["rows"].split(";")) or found.group(), text)
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        rows = _drawn(lines, at)
        grid = _listed([row["row"] for row in rows])
        if len(rows) > 1 and grid:
            before = " ".join(row["before"].strip() for row in rows).strip()
            lines[at : at + len(rows)] = [f"{before} {grid}".strip(), *[""] * (len(rows) - 1)]
        at += max(1, len(rows))
    return "\n".join(lines)


def _drawn(lines: Sequence[str], at: int) -> list[re.Match[str]]:
    """The rows of one drawing, from a line on: all begin with the same kind of sign."""
    found: list[re.Match[str]] = []
    for line in lines[at:]:
        row = None if _MARKED.search(line) else _ROW.match(line)
        if row is None or (found and not _goes_on(found[-1], row)):
            break
        found.append(row)
    return found


def _goes_on(above: re.Match[str], row: re.Match[str]) -> bool:
    return above["open"] == row["open"] or (above["open"] in "⎡⎢" and row["open"] in "⎢⎣")


def _listed(rows: Sequence[str]) -> str:
    """`[[a, b], [c, d]]`; empty where these are no rows of one matrix."""
    entries = [_entries(row) for row in rows]
    lengths = {len(row) for row in entries}
    if len(lengths) != 1 or lengths <= {0, 1}:
        return ""
    return f"[{', '.join('[' + ', '.join(row) + ']' for row in entries)}]"


def _entries(row: str) -> list[str]:
    """Cut at commas, else at wide blanks, else at every blank that no sign of arithmetic touches.
    Empty where a number stands before a name: that may be a product."""
    for separator in (",", "  "):
        if len(cut := _cut(row.strip(), separator)) > 1:
            return cut
    cut = _cut(row.strip(), " ")
    product = any(one[-1:].isdecimal() and other[:1].isalpha() for one, other in pairwise(cut))
    return [] if product else cut


def _cut(row: str, separator: str) -> list[str]:
    """Where a separator stands outside of all brackets and beside no sign; blanks around it go."""
    found: list[str] = []
    depth = begin = 0
    for at, character in enumerate(row):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and row.startswith(separator, at) and not _is_inside(row, at, separator):
            found.append(row[begin:at].strip())
            begin = at + len(separator)
    found.append(row[begin:].strip())
    return [entry for entry in found if entry]


def _is_inside(row: str, at: int, separator: str) -> bool:
    """Whether a blank stands in the middle of an entry: `a + b`, but not `a -b`."""
    if separator.strip():
        return False
    return bool(_SIGN.match(row, at) or _AFTER_SIGN.search(row, 0, at))
