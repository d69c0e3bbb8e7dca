"""Rows of a table told in sentences: `Row 1: sin 1 = 0.84, cos 1 = 0.54`, `For position 2 we get
(0.91, -0.42)`, in a text with one such row for each that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.kinds.marker import Unclear
from grader.writing.arithmetic import unmarked

_NUMBER = r"[-−+]?\s?(?:\d+(?:[.,]\d+)?|\.\d+)"
_NUMERAL = re.compile(rf"\s*{_NUMBER}\s*")
_GROUP = re.compile(r"[(\[{](?P<inner>[^()\[\]{}]{3,200})[)\]}]")
_COMMAND = re.compile(
    r"\\(?:left|right|[bB]igg?[lr]?|q?quad|displaystyle|[,;:! ])(?![A-Za-z])|[$`]|\\(?=[{}])"
)
_ROW_END = re.compile(r"[\n;；]")
# What names a row ends where it is said what is in it.
_TOLD = re.compile(
    r"[:：,，;；→⇒\n]|=>|->|\\(?:Long)?[Rr]ightarrow|\\(?:implies|to)(?![A-Za-z])|\.\s"
)
_LABEL = re.compile(r"^(?P<label>[^:：\n]{0,60}?)\s*(?:[:：]|[-=]+>|→|⇒)\s*(?=\S)")
# Between the values of a row, each to be tried alone: a comma may be one of decimals.
_AND = r"\s+(?:and|und|et|y|e|и)\s+"
_BETWEEN = [
    re.compile(rf"\s*(?:{mark})\s*|{_AND}")
    for mark in ("[;；]", ",\\s|[，、]", "[,，、]", "\\s/\\s", "\\s\\|\\s")
]
_WORKED = re.compile(rf".*(?:=|≈|≃|\\approx|\\simeq)\s*(?P<value>{_NUMBER})")
# What a comment in code says is of the code.
_REMARK = re.compile(r"#[^\n]*")
# Rows that are denied, only supposed, asked about, or somebody else's.
_DENIED = re.compile(
    r"\b(?:not|wrong\w*|false|instead|rather|would|could|might|maybe|perhaps|guess|unsure|no idea|"
    r"friend|neighbou?r|classmate|says?|said|claim\w*|nicht|falsch|pas|faux|falso)\b|n['’]t\b|[?？]|"
    r"≠|不是|不对|错|ない|아니|틀",
    re.IGNORECASE,
)
# Far longer than a row with its working.
LONGEST = 600


def told_rows(text: str, width: int, count: int) -> list[list[str]]:
    """The rows, each with what names it before its cells; empty where there are not `count` of
    them. Raises Unclear where one of them may be denied."""
    plain = _COMMAND.sub(" ", unmarked(text)).replace("−", "-")
    rows = list(_tuples(plain, width))
    if len(rows) != count:
        rows = list(_worked_out(plain, width))
    if len(rows) != count:
        return []
    if doubt := _DENIED.search(_REMARK.sub(" ", plain)):
        raise Unclear(f"`{doubt.group()}` may say that these are not the rows; write them alone")
    return rows


def _tuples(text: str, width: int) -> Iterator[list[str]]:
    """Groups in brackets of so many numbers, each behind the words since the one before it."""
    at = 0
    for found in _GROUP.finditer(text):
        cells = _numbers(found["inner"], width)
        if not cells:
            continue
        words = text[at : found.start()]
        yield [_name(words), *cells]
        at = found.end()


def _numbers(text: str, width: int) -> list[str]:
    for mark in (";", ", ", ",", "&", None):
        cells = [it.strip() for it in text.split(mark)]
        if len(cells) == width and all(_NUMERAL.fullmatch(it) for it in cells):
            return [it.replace(" ", "") for it in cells]
    return []


def _worked_out(text: str, width: int) -> Iterator[list[str]]:
    """Lines with so many values, each a number or what is worked out in a chain; of a line that
    says its row again in brackets, that."""
    numbers = rf"(?:{_NUMBER}\s*(?:[,，、;]|and|und|et|y|e|и)\s+){{{width - 1}}}{_NUMBER}"
    ends = re.compile(rf"(?P<label>[^:：]{{0,80}}?[^\W\d_]\s+)(?={numbers}\s*[.。;]?\s*$)")
    for line in text.split("\n"):
        if not re.search(r"\d", line) or len(line) > LONGEST:
            continue
        if groups := list(_tuples(line, width)):
            yield from groups
            continue
        label = _LABEL.match(line) or ends.match(line)
        if cells := _cells(line[label.end() :] if label else line, width):
            yield [_name(label["label"]) if label else "", *cells]


def _cells(text: str, width: int) -> list[str]:
    """The values of a line that has so many and nothing else between its commas; else nothing."""
    for between in _BETWEEN:
        pieces = [it for piece in between.split(text) if (it := piece.strip(" .;；。"))]
        cells = [_value(piece) for piece in pieces]
        if len(cells) == width and all(cells):
            return [cell for cell in cells if cell]
    return []


def _value(piece: str) -> str | None:
    """The number that a piece is or comes to."""
    if _NUMERAL.fullmatch(piece):
        return piece.replace(" ", "")
    return piece if _WORKED.fullmatch(piece) else None


def _name(words: str) -> str:
    """What names a row, of the words before it: those of its own line, up to what is in it."""
    line = _ROW_END.split(words.strip(" \n,;；.。"))[-1] if words.strip() else ""
    return _TOLD.split(line, maxsplit=1)[0].strip()
