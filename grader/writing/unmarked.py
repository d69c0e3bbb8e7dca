"""Mathematics that nothing marks as such: a line of an answer without dollars or backticks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from grader.writing.spans import Span

_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|>)\s+")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
# A word of prose: letters that no bracket, index, power or sign follows at once, and no command.
_WORD = re.compile(
    r"(?<![\\\w{_^])(?:[A-Za-zÀ-ÿ]{2,}(?:[-'’][A-Za-zÀ-ÿ]{2,})*|[A-Za-zÀ-ÿ])(?![\w^(\[{}'])[,.:;!?]*"
)
_MATHS = re.compile(r"[\w\\)\]}|]")


def unmarked(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the formulas of each line. `is_name` knows the names that may stand in a
    formula: every other word of two letters or more, and a letter alone between words, is prose."""
    found: list[Span] = []
    at = 0
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else 0
        plain = _EMPHASIS.sub(lambda m: f"{' ' * len(m[1])}{m[2]}{' ' * len(m[1])}", line)
        found += _cut(plain, start, at, is_name)
        at += len(line) + 1
    return found


def _cut(line: str, start: int, at: int, is_name: Callable[[str], bool]) -> Iterator[Span]:
    pieces: list[tuple[int, int, bool]] = []  # begin, end, is prose
    for match in _WORD.finditer(line, start):
        word = match.group().rstrip(",.:;!?")
        if is_name(word) and not (len(word) == 1 and _between_words(line, match)):
            continue
        if match.start() > start:
            pieces.append((start, match.start(), False))
        pieces.append((match.start(), match.end(), True))
        start = match.end()
    if start < len(line):
        pieces.append((start, len(line), False))
    for begin, end, prose in _merged(line, pieces):
        kind = line[begin:end].strip(" ,;:.")
        if kind:
            yield Span("words" if prose else "inline", line[begin:end], at + begin)


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
