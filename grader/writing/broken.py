"""Formulas that go on in the next line: one line is made of them, as long as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

# A sign that waits for what follows it. Two stars at the end of a line are emphasis.
_WAITS = re.compile(
    r"(?:(?<![<>!])=|[+·×⊙@/]|(?<!\*)\*|(?<=[\w)\]}])\s+[-−]|\\(?:cdot|times|odot))\s*$"
)
_GOES_ON = re.compile(
    r"\s*(?P<sign>[-+*−])(?P<blank>\s+)?(?=[\w(\[{\\√])"
    r"|\s*(?:[/·×⊙@]|\\(?:cdot|times|odot)(?![A-Za-z]))\s*\S"
)
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|>)\s+")
_ENDS_IN_MATHS = re.compile(r"[\w)\]}²³⁴ᵀ⊤']\s*$")
_CONTINUED = re.compile(r"(?<!\\)\\\s*$")  # as code says that it goes on
_EQUATION = re.compile(r"(?<![<>!=])=(?!=)")
_REMARK = re.compile(r"\s(?:#|//|←|<--)\s*\S")
_ROW_TOKEN = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\*?\}|\\\\(?:\[[^\]]{1,8}\])?|\\[A-Za-z]+|\\.")
_ROW_GOES_ON = re.compile(
    r"(?P<space>(?:\s|&|\{\}|~|\\[,;:! ]|\\q?quad(?![A-Za-z])|\\(?:left|right)\.)*)"
    r"(?:\+|(?P<minus>[-−])|\\(?:cdot|times|odot|pm)(?![A-Za-z])|[·×⊙/])"
)
_ROW_WAITS = re.compile(r"(?:[-+·×⊙/(\[]|\\(?:cdot|times|odot))(?:[\s&]|\{\})*$")
# Lines of one formula; what has more is no formula that was broken.
MAX_LINES = 40
# How far one looks from a break: every line has one.
_EDGE = 300
_OPENING, _CLOSING = "([{", ")]}"


def whole_lines(
    text: str, has_prose: Callable[[str], bool] = lambda line: False, *, code: bool = False
) -> str:
    """The text with blanks for the line breaks inside of formulas. `has_prose` tells whether there
    are words in a piece of a line. In code a sign at the beginning of a line is no bullet."""
    lines = text.split("\n")
    found = lines[0]
    last, first = lines[0], lines[0]  # of what is one line so far
    count, depth, at = 1, _depth(lines[0], has_prose), 1
    while at < len(lines):
        line = lines[at]
        goes_on = (
            _CONTINUED.search(last)
            or (depth > 0 and _closes(lines[at : at + MAX_LINES], depth))
            or _waits(last, line)
            or _goes_on(first, last, line, has_prose, code=code)
        )
        whole = not _REMARK.search(last) and not has_prose(_tail(last))
        joins = bool(line.strip() and last.strip() and goes_on) and whole and count < MAX_LINES
        if joins and _CONTINUED.search(last):
            found = found.rstrip()[:-1].ljust(len(found))
        found += (" " if joins else "\n") + line
        depth = depth + _balance(line) if joins else _depth(line, has_prose)
        first, count = (first, count + 1) if joins else (line, 1)
        last, at = line, at + 1
    return found


def _tail(line: str) -> str:
    """The last word of a line, if it ends in one."""
    line = line.rstrip()[-_EDGE:]
    found = re.search(r"[^\W\d_]{2,}$", line)
    return found.group() if found and not re.search(r"[_\\^(]\s*$", line[: found.start()]) else ""


def _waits(last: str, line: str) -> bool:
    return bool(_WAITS.search(last)) and not _BULLET.match(line) and len(last.strip()) > 1


def _goes_on(
    first: str, last: str, line: str, has_prose: Callable[[str], bool], *, code: bool
) -> bool:
    """Whether a line begins with a sign that belongs to the line before it. With a blank behind it
    the sign may be a bullet: then it has to stand further in than the line it goes on with."""
    found = _GOES_ON.match(line)
    if not found or not _ENDS_IN_MATHS.search(last) or has_prose(line) or _EQUATION.search(line):
        return False
    if code or not found["blank"]:
        return True
    bullet = _BULLET.match(first)
    begin = bullet.end() if bullet else _indent(first)
    further = _indent(line) > begin
    return further or (found["sign"] == "+" and not bullet)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _balance(line: str) -> int:
    return sum((sign in _OPENING) - (sign in _CLOSING) for sign in line)


def _depth(line: str, has_prose: Callable[[str], bool]) -> int:
    """How many brackets stay open in a line, behind which there are no words."""
    opened: list[int] = []
    for at, sign in enumerate(line):
        if sign in _OPENING:
            opened.append(at)
        elif sign in _CLOSING and opened:
            opened.pop()
    return 0 if not opened or has_prose(line[opened[0] :]) else len(opened)


def _closes(lines: Sequence[str], depth: int) -> bool:
    """Whether the brackets that are open are closed before a blank line."""
    for line in lines:
        if not line.strip():
            return False
        for sign in line:
            depth += (sign in _OPENING) - (sign in _CLOSING)
            if depth == 0:
                return True
    return False


def whole_rows(text: str) -> str:
    """The text of an alignment without the breaks before rows that go on with the formula: those
    that begin with a sign, and those after one that waits for what follows it."""
    if "\\\\" not in text:
        return text
    pieces: list[str] = []
    begin = depth = 0
    for found in _ROW_TOKEN.finditer(text):
        token = found.group()
        depth += token.startswith("\\begin") - token.startswith("\\end")
        if not token.startswith("\\\\") or depth > 0 or found.start() < begin:
            continue
        before = text[max(begin, found.start() - _EDGE) : found.start()]
        sign = _ROW_GOES_ON.match(text, found.end())
        row = text[found.end() : found.end() + _EDGE].split("\\\\", 1)[0]
        goes_on = sign and not (sign["minus"] and _EQUATION.search(row))
        if before.strip(" &") and (goes_on or _ROW_WAITS.search(before)):
            pieces += (text[begin : found.start()], " ")
            begin = sign.end("space") if goes_on and sign else found.end()
    return "".join(pieces) + text[begin:]
