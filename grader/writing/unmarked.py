"""Mathematics that nothing marks as such: a line of an answer without dollars or backticks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from grader.writing.scripts import FOREIGN, LATIN, NAMED
from grader.writing.spans import Span

_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|>)\s+")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
# A word of prose: letters that no bracket, index, power or sign follows at once, and no command.
# Every letter of a script that no formula is written in is prose.
_WORD = re.compile(
    rf"(?<![\\{NAMED}{{_^])(?:[{LATIN}]{{2,}}(?:[-'’][{LATIN}]{{2,}})*|[{LATIN}])"
    rf"(?![{NAMED}^(\[{{}}'])[,.:;!?]*|{FOREIGN.pattern}"
)
_MATHS = re.compile(r"[\w\\]")
# A line of code or of plain mathematics: a name, a sign, and no two words side by side after it.
_ASSIGNED = re.compile(
    r"\s*[A-Za-z_]\w*(?:\.\w+|\[[^\[\]]*\])*\s*\+?=(?!=)(?![^\n]*(?:\w\s+[^\W\d]|[.:!?]\s|\\))"
    r"(?P<code>[^\n]*?)\s*;?\s*"
)


def unmarked(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the formulas of each line. `is_name` knows the names that may stand in a
    formula: every other word of two letters or more, and a letter alone between words, is prose."""
    found: list[Span] = []
    at = 0
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else 0
        plain = _EMPHASIS.sub(lambda m: f"{' ' * len(m[1])}{m[2]}{' ' * len(m[1])}", line)
        code = _ASSIGNED.fullmatch(plain, start)
        if code and not FOREIGN.search(plain):
            found.append(Span("inline", plain[start : code.end("code")], at + start))
        else:
            found += _cut(plain, start, at, is_name)
        at += len(line) + 1
    return found


def _cut(line: str, start: int, at: int, is_name: Callable[[str], bool]) -> Iterator[Span]:
    pieces: list[tuple[int, int, bool]] = []  # begin, end, is prose
    for match in _WORD.finditer(line, start):
        word = match.group().rstrip(",.:;!?")
        if (
            not FOREIGN.match(word)
            and is_name(word)
            and not (len(word) == 1 and _between_words(line, match))
        ):
            continue
        if match.start() > start:
            pieces.append((start, match.start(), False))
        pieces.append((match.start(), match.end(), True))
        start = match.end()
    if start < len(line):
        pieces.append((start, len(line), False))
    merged = list(_merged(line, pieces))
    prose_at = [range(begin, end) for begin, end, prose in merged if prose]
    remarks = [range(0)]
    for begin, end, prose in merged:
        if not prose:
            begin, end = _bare(line, begin, end, prose_at)
            if any(begin in remark for remark in remarks):
                continue
            remarks += _remarks(line, end, prose_at)
        if line[begin:end].strip(" ,;:."):
            yield Span("words" if prose else "inline", line[begin:end], at + begin)


def _bare(line: str, begin: int, end: int, prose: list[range]) -> tuple[int, int]:
    """A formula without the dash before the words that speak of it, and without a bracket whose
    partner stands among words: `(O(1) steps)`, `O(n) (n = the length)`."""
    end = begin + len(line[begin:end].rstrip(" —"))
    for one, other in _brackets(line):
        if any(other in words for words in prose) and begin <= one < end:
            if other > one and not line[begin:one].strip(" ,;"):
                begin = one + 1
            elif other > one or not line[one + 1 : end].strip(" ,;."):
                end = one
    return begin, end


def _remarks(line: str, end: int, prose: list[range]) -> Iterator[range]:
    """What stands in brackets with words behind a formula, `O(n) (n — the length)`, is no other."""
    for one, other in _brackets(line):
        spoken = any(one < words.start < other for words in prose)
        if spoken and one < other and not line[end:one].strip():
            yield range(one, other)


def _brackets(line: str) -> Iterator[tuple[int, int]]:
    """Each round bracket and its partner, both ways."""
    opened: list[int] = []
    for at, sign in enumerate(line):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            yield (begin := opened.pop()), at
            yield at, begin


def _between_words(line: str, match: re.Match[str]) -> bool:
    """`a` in `is a sum`: a letter alone with prose on both sides, or the article before a word."""
    after = re.compile(r"\s+[A-Za-z]{2,}(?![(_^\[])").match(line, match.end())
    return after is not None and match.group() in ("a", "A", "I")


def _merged(line: str, pieces: list[tuple[int, int, bool]]) -> Iterator[tuple[int, int, bool]]:
    """Pieces of one kind side by side as one; what holds no mathematics goes with the prose."""
    current: tuple[int, int, bool] | None = None
    for begin, end, prose in pieces:
        is_prose = prose or not _MATHS.search(line[begin:end])
        if current and current[2] == is_prose:
            current = (current[0], end, is_prose)
            continue
        if current:
            yield current
        current = (begin, end, is_prose)
    if current:
        yield current
