"""The words and the mathematics of an answer, whether they are marked as such or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from grader.writing import Span, spans
from grader.writing.broken import whole_lines
from grader.writing.scripts import REMARK_IN_WORDS, as_typed
from grader.writing.unmarked import unmarked

# Of a line of code: the word before what it returns, and a remark.
_NO_FORMULA = re.compile(
    r"^[ \t]*return\b|(?:#|^[ \t]*(?:%|//)|(?<=;)[ \t]*(?:%|//)"
    rf"|(?<![\s/])[ \t]+{REMARK_IN_WORDS}).*$",
    re.MULTILINE,
)
_STATEMENT = re.compile(r"\s*(?:def|import|from|for|if|class)\b")
_ROWS = re.compile(
    r"^[^\n]*\\begin\{(?P<kind>cases|[pbvBV]?matrix)\}(?:(?!\\begin\{).)*?\\end\{(?P=kind)\}[^\n]*$",
    re.MULTILINE | re.DOTALL,
)
# The sign before a heading or a remark with an equation or an order of growth in it.
_HEAD = re.compile(
    r"^[ \t]*(?:#+|%+|//+)(?=[ \t][^\n]*"
    r"(?:[^<>!=]=[^=]|\bO\(|\)\s*\*\*\s*[-(\d]|[\w)]\s*[*^]\s*[\w({]))",
    re.MULTILINE,
)
# A display at the end of a passage that was cut off before its second dollars.
_UNCLOSED = re.compile(
    r"(?:(?!\$\$).)*\$\$[ \t]*\n(?=[^\n]*(?:=|\\[a-z]))(?:(?!\$\$|\n[ \t]*\n).)*", re.DOTALL
)
# What a line of code or of plain text says of the letters in its formula.
_CONDITION = re.compile(r"\s+(?P<word>for|where|with)\s+(?=[A-Za-z]\w*\s*(?:=(?!=)|in\b|∈))")


def pieces(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the mathematics of an answer, marked as such or not."""
    text = as_typed(text)
    found = spans(f"{text}$$" if _UNCLOSED.fullmatch(text) else text)
    if all(span.is_words for span in found):
        if bare := list(_bare(text)):
            return bare
        cut = unmarked(text, is_name)
        headed = _HEAD.sub(_blanks, text)
        # A heading, or a remark in code, is what an answer says where it says nothing else.
        return unmarked(headed, is_name) if all(one.is_words for one in cut) else cut
    if found and all(span.is_words or span.kind == "fence" for span in found):
        return [one for span in found for one in _lines(span)]
    return found


def _bare(text: str) -> Iterator[Span]:
    """LaTeX with rows that nobody marked as mathematics: from the line in which it begins to the
    one in which it ends, and the words around it. Nothing where there is none."""
    at = 0
    for found in _ROWS.finditer(text):
        if found.start() > at:
            yield Span("words", text[at : found.start()], at)
        yield Span("display", found.group(), found.start())
        at = found.end()
    if 0 < at < len(text):
        yield Span("words", text[at:], at)


def _lines(span: Span) -> list[Span]:
    if span.is_words:
        return [span]
    if "\\begin{" in span.text:  # LaTeX that is shown as code
        return [Span("display", span.text, span.start)]
    found: list[Span] = []
    at = span.start
    for line in whole_lines(_NO_FORMULA.sub(_blanks, span.text), code=True).split("\n"):
        if line.strip() and not _STATEMENT.match(line):
            found += _with_condition(line, at)
        at += len(line) + 1
    return found


def _with_condition(line: str, at: int) -> Iterator[Span]:
    """A line, cut before `for i = 1, …, n` where that stands in no brackets."""
    for word in _CONDITION.finditer(line):
        before = line[: word.start()]
        if sum(map(before.count, "([{")) == sum(map(before.count, ")]}")):
            yield Span("inline", before, at)
            yield Span("words", f" {word['word']} ", at + word.start())
            yield Span("inline", line[word.end() :], at + word.end())
            return
    yield Span("inline", line, at)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found.group())
