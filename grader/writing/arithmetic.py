"""Numbers and arithmetic that stand among words without dollars around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.writing.scripts import FOREIGN, LATIN
from grader.writing.spans import Span, spans

_MAGNITUDES = r"(?:thousand|[mb]illion|trillion|mio\.?|bn|[kKMGBT])(?![\w(^])"
_TOKEN = re.compile(
    r"(?P<number>(?<![A-Za-z_\\])(?<![A-Za-z]-)(?:\d[\d.,'’_٬٫]*\d|\d|\.\d+)(?:[eE][+-]?\d+(?!\w))?"
    rf"(?:\s?(?:\\?%|{_MAGNITUDES}))?(?![A-Za-z_]))"
    r"|\\(?P<command>[A-Za-z]+)|\\[,;:! %]|\{[,.]\}|:=|==|\*\*"
    r"|(?P<function>(?:sqrt|exp|log2|log10|log|ln|sin|cos|tan|tanh|pi)(?=\s*[(\d√]))"
    r"|(?<=[\d)\] ])[xX](?=\s*[\d(])|[-+*/^()\[\]{}=≈≃~×·÷−√²³⁴⁵⁶⁷⁸⁹⁰¹⁻½¼¾!]"
    r"|(?<=\d),\s(?=\d{3}(?!\d))"
    r"|(?P<space>\s+)",
    re.IGNORECASE,
)
_WORD = re.compile(rf"(?<![{LATIN}\\])[{LATIN}]{{2,}}")
_CALLED = re.compile(r"[A-Za-z_]\(")
_FUNCTION = re.compile(r"(?:sqrt|exp|log|ln|sin|cos|tan|tanh|max|min|pi)")
_COMMAND = re.compile(r"\\[A-Za-z]+|\\text\s*\{[^{}]*\}|[_^]\s*\{[^{}]*\}")
_BULLET = re.compile(
    r"^[ \t]*(?:>[ \t]*)*(?:[-*+•–]|\(?\d{1,2}[.)]|\(?[a-h]\))[ \t]+", re.MULTILINE
)
_EMPHASIS = re.compile(r"(?<![\w*\\])(\*\*|__|\*|_)(?=[^\s*_])([^*\n]*?[^\s*_])\1(?![\w*])")
_OPERATOR = "-+*/^×·÷−"
# A dash, or what opens a remark. Any other operator waits for what follows and is not read.
_TRAILS = re.compile(r"(?:[-−~]|\\[,;:! ]|[\s({\[])+$")
_SCALES = re.compile(rf"[ \t]*(?:\\?%|per ?cent\b|(?i:{_MAGNITUDES}))")


def unmarked(text: str) -> str:
    """Words without bullets and emphasis; what they stood around keeps its place in the line."""
    text = _BULLET.sub("", text)
    for _ in range(2):  # bold and italic at once
        text = _EMPHASIS.sub(lambda match: match[2], text)
    return text


def with_arithmetic(text: str) -> list[Span]:
    """The pieces of a text, where arithmetic among words is mathematics as if it had dollars.

    `6 * $7$` and `$6 \\cdot 7$ = 42` are one piece each. A line without any word is one piece.
    """
    pieces: list[Span] = []
    for span in spans(unmarked(text)):
        pieces += _cut(span) if span.is_words else [span]
    return [one for one in _merged(pieces) if one.text.strip()]


def _cut(span: Span) -> Iterator[Span]:
    at = span.start
    for line in span.text.splitlines(keepends=True):
        if re.search(r"\d", line) and not _has_words(line):
            yield Span("inline", line.strip(), at)
        else:
            yield from _runs(line, at)
        at += len(line)


def _has_words(line: str) -> bool:
    """Whether there is prose in it; names of one letter and names of functions are none."""
    line = re.sub(r"\d\s?(?:thousand|million|billion|trillion|mio)\b", "0", line, flags=re.I)
    rest = _COMMAND.sub(" ", line)
    named = (match.group() for match in _WORD.finditer(rest))
    return bool(FOREIGN.search(rest)) or any(not _FUNCTION.fullmatch(word) for word in named)


def _runs(line: str, start: int) -> Iterator[Span]:
    """Words and arithmetic in turn."""
    words_from = at = 0
    while at < len(line):
        begin, end, digits = at, at, False
        while token := _TOKEN.match(line, end):
            digits = digits or bool(re.search(r"\d", token.group()))
            end = token.end()
        if not digits or _CALLED.match(line, begin - 1 if begin else 0):
            at = max(end, at + 1) if not digits else _after_call(line, begin)
            continue
        if line[words_from:begin].strip():
            yield Span("words", line[words_from:begin], start + words_from)
        yield Span("inline", line[begin:end], start + begin)
        words_from = at = end
    if line[words_from:].strip() or line[words_from:].count("\n"):
        yield Span("words", line[words_from:], start + words_from)


def _after_call(line: str, begin: int) -> int:
    """The place after the bracket that closes a call: `rate(4000)` names a value, and is none."""
    close = line.find(")", begin)
    return close + 1 if close >= 0 else len(line)


def _merged(pieces: list[Span]) -> list[Span]:
    """With what an operator or a magnitude ties together as one, and nothing open at the ends."""
    found: list[Span] = []
    for piece in pieces:
        before = found[-1] if found else None
        if before is None or before.is_words or before.kind == "fence":
            found.append(piece)
            continue
        if piece.is_words:
            if scale := _SCALES.match(piece.text):
                found[-1] = Span(before.kind, before.text + scale.group(), before.start)
                piece = Span("words", piece.text[scale.end() :], piece.start + scale.end())
            found.append(piece)
        elif piece.kind != "fence" and _are_tied(before.text, piece.text):
            found[-1] = Span(before.kind, f"{before.text} {piece.text}", before.start)
        else:
            found.append(piece)
    closed = [
        one if one.is_words else Span(one.kind, _closed(one.text), one.start) for one in found
    ]
    for at, (one, whole) in enumerate(zip(closed[:-1], found, strict=False)):
        after = closed[at + 1]
        if after.is_words and whole.text.rstrip().endswith(")") and not one.text.endswith(")"):
            closed[at + 1] = Span("words", f"){after.text}", after.start)  # it ends a remark
    return closed


def _are_tied(before: str, after: str) -> bool:
    before, after = before.rstrip(), after.lstrip()
    return before.endswith((*_OPERATOR, "\\cdot", "\\times", "=", "≈")) or after.startswith(
        (*_OPERATOR, "\\cdot", "\\times")
    )


def _closed(text: str) -> str:
    """Without operators at the end and brackets that have no partner here."""
    text = _TRAILS.sub("", text)
    stack: list[int] = []
    alone: list[int] = []
    for at, character in enumerate(text):
        if character in "([":
            stack.append(at)
        elif character in ")]":
            if stack and text[stack[-1]] == {")": "(", "]": "["}[character]:
                stack.pop()
            else:
                alone.append(at)
    drop = {*stack, *alone}
    if not drop or "\\" in text:
        return text
    return _TRAILS.sub("", "".join(c for at, c in enumerate(text) if at not in drop)).strip()
