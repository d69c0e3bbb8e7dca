"""Cuts a text into words, mathematics and code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["words", "inline", "display", "code", "fence"]

# Environments that are mathematics without any dollars around them.
DISPLAYS = "align|aligned|alignat|equation|gather|gathered|split|multline|eqnarray|flalign"
_SPAN = re.compile(
    r"(?P<fence>^[ \t]*(?P<ticks>`{3,}|~{3,})[^\n]*\n(?P<f>.*?)^[ \t]*(?P=ticks)[ \t]*$)"
    r"|\$\$(?P<d>.+?)\$\$"
    r"|\\\[(?P<b>(?:(?!\\\[).)+?)\\\]"
    r"|\\\((?P<p>(?:(?!\\\().)+?)\\\)"
    rf"|(?P<env>\\begin\{{(?P<name>(?:{DISPLAYS})\*?)\}}.*?\\end\{{(?P=name)\}})"
    r"|(?<![\\$])\$(?P<i>\n?[^$\n]+(?:\n[^$\n]+)*\n?)(?<!\\)\$(?!\$)"
    r"|``(?P<c2>[^`\n]+)``(?!`)"
    r"|`(?P<c>[^`\n]+)`",
    re.DOTALL | re.MULTILINE,
)
# `costs $5 and $6`: dollars with a blank inside them, around nothing that is mathematics.
_NO_MATHS = re.compile(r"(?=\s|.*\s$)[^\\^_=+*/<>]*", re.DOTALL)


@dataclass(frozen=True)
class Span:
    """A piece of a text, without its delimiters; `start` counts characters of the text."""

    kind: Kind
    text: str
    start: int

    @property
    def is_words(self) -> bool:
        return self.kind == "words"


def spans(text: str) -> list[Span]:
    """The pieces in order; together with their delimiters they are the whole text."""
    found: list[Span] = []
    at = words_from = 0
    while match := _SPAN.search(text, at):
        at = match.end()
        kind, group = _kind(match)
        if group == "i" and _NO_MATHS.fullmatch(match["i"]):
            at = match.start("i")  # the second dollar may open what is mathematics
            continue
        if text[words_from : match.start()].strip():
            found.append(Span("words", text[words_from : match.start()], words_from))
        found.append(Span(kind, match[group], match.start(group)))
        words_from = at
    if text[words_from:].strip():
        found.append(Span("words", text[words_from:], words_from))
    return found


def _kind(match: re.Match[str]) -> tuple[Kind, str]:
    kinds: dict[str, Kind] = {
        "f": "fence", "d": "display", "b": "display", "env": "display",
        "p": "inline", "i": "inline", "c2": "code", "c": "code",
    }  # fmt: skip
    group = next(group for group in kinds if match[group] is not None)
    return kinds[group], group
