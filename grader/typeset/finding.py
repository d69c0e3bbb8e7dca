"""The formulas in a Markdown text: what stands between dollars, outside of code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# Code is matched too, to be passed over. A formula may run over the end of a line, but not over
# the end of a paragraph.
_PIECE = re.compile(
    r"(?P<code>```.*?```|`[^`\n]*`)"
    r"|(?<!\\)\$\$(?P<display>.+?)\$\$"
    r"|(?<![\\$])\$(?P<inline>(?:[^$\\\n]|\\.|\n(?!\s*\n))+?)\$",
    re.DOTALL,
)


@dataclass(frozen=True)
class Formula:
    text: str
    line: int  # within the Markdown, from 1
    displayed: bool = False  # between two dollars: on lines of its own


def formulas(markdown: str) -> Iterator[Formula]:
    """Every formula between dollars, outside of code."""
    for match in _PIECE.finditer(markdown):
        if not match["code"]:
            yield _formula(match)


def replaced(markdown: str, shown: Callable[[Formula], str]) -> str:
    """`markdown` with every formula as `shown`; code stays as it is."""
    return _PIECE.sub(lambda match: match[0] if match["code"] else shown(_formula(match)), markdown)


def _formula(match: re.Match[str]) -> Formula:
    line = match.string.count("\n", 0, match.start()) + 1
    return Formula(match["display"] or match["inline"], line, displayed=bool(match["display"]))
