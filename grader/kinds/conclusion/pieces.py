"""The words and the mathematics of an answer, whether they are marked as such or not."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.writing import Span, spans
from grader.writing.scripts import as_typed
from grader.writing.unmarked import unmarked


def pieces(text: str, is_name: Callable[[str], bool]) -> list[Span]:
    """The words and the mathematics of an answer, marked as such or not."""
    text = as_typed(text)
    found = spans(text)
    if all(span.is_words for span in found):
        return unmarked(text, is_name)
    if found and all(span.is_words or span.kind == "fence" for span in found):
        return [one for span in found for one in _lines(span)]
    return found


def _lines(span: Span) -> list[Span]:
    if span.is_words:
        return [span]
    found, at = [], span.start
    for line in span.text.split("\n"):
        code = re.sub(r"^\s*return\b|#.*$", lambda m: " " * len(m.group()), line)
        if code.strip() and not re.match(r"\s*(?:def|import|from|for|if|class)\b", line):
            found.append(Span("inline", code, at))
        at += len(line) + 1
    return found
