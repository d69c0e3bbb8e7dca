"""What may be a shape in a piece of an answer: brackets, products, an exponent of R, code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.kinds.shape.axes import COMMAND, CROSSED
from grader.kinds.shape.code import LAYER, made_shapes
from grader.maths.tree.names import group_end
from grader.writing import spans
from grader.writing.decoration import undecorated
from grader.writing.scripts import FOREIGN

_SPACE = re.compile(r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R(?![A-Za-z])|ℝ|\bR)\s*\^\s*")
_LEFT = re.compile(r"^[^=:∈]{0,60}?(?:==|:=|=|:|∈|\\in(?![A-Za-z]))\s*")
_DEFINED = re.compile(
    r"\s*\\?[A-Za-z]+(?:\s*\{[^{}]*\}|[_^]\s*(?:\{[^{}]*\}|\w))*\s*\[([^\[\]=]+)\]\s*&?\s*=(?!=)"
)
# No sign of a difference stands before a word: `an n×m-sized grid`.
_FACTOR = r"(?:[\w^{}/*+\\]|-(?![^\W\d_]{3}))+"
_PRODUCT = re.compile(rf"(?:{_FACTOR}\s*{CROSSED}\s*)+{_FACTOR}")
_IN_WORDS = re.compile(rf"[^\W\d_]{{2,}}\s+[^\W\d_]{{2,}}|{FOREIGN.pattern}")


def pieces(text: str) -> Iterator[tuple[str, int]]:
    """Mathematics and code where there is some with an axis in it, otherwise the lines."""
    found = spans(text)
    formal = [span for span in found if not span.is_words]
    bracketed = [span for span in formal if re.search(r"[,(\[×]|\\times|\^", span.text)]
    found_here = [(span.start, span.text) for span in bracketed or formal]
    for span in found:
        at = span.start
        for line in span.text.splitlines(keepends=True) if span.is_words else ():
            if not formal or re.search(r"[(\[][^()\[\]]*,|×" if bracketed else r"[(\[×]", line):
                found_here.append((at, line.strip()))
            at += len(line)
    yield from ((piece, start) for start, piece in sorted(found_here))


def candidates(piece: str) -> Iterator[tuple[str, int, bool]]:
    """What may be a shape in a piece, and whether it can hardly be anything else; last what is cut
    off, which may be the one that is meant."""
    text = undecorated(piece)
    yield from _closed_candidates(text)
    if (begin := _open_at(text)) is not None:
        yield text[begin:], begin, True


def _closed_candidates(text: str) -> Iterator[tuple[str, int, bool]]:
    spaces = [(match.end(), _script_end(text, match.end())) for match in _SPACE.finditer(text)]
    if spaces:
        for start, end in spaces:
            yield text[start:end], start, True
        return
    if left := _DEFINED.match(text):  # `V[K] = …`: what is defined has the shape, not what it is
        yield left[1], left.start(1), True
        return
    if made := list(made_shapes(text)):
        yield from ((inner, at, True) for inner, at in made)
        return
    groups = list(_groups(text))
    if groups and not _beside(text, groups):
        for start, end in groups:
            layer = LAYER.search(text[:start])
            if layer and text[start] == "(":
                yield text[layer.start() : end], layer.start(), True  # no shape
            else:
                yield text[start:end], start, True
        return
    products = list(_PRODUCT.finditer(text))
    if products and _IN_WORDS.search(COMMAND.sub("", text)):
        yield from ((match.group(), match.start(), True) for match in products)
        return
    if alone := _LEFT.sub("", text).strip(" .;"):  # a line `Returns:` opens what stands below it
        yield alone, 0, False


def _script_end(text: str, start: int) -> int:
    if text[start : start + 1] == "{":
        end = group_end(text, start)
        return end if end > 0 else len(text)
    return start + 1


def _groups(text: str) -> Iterator[tuple[int, int]]:
    """The brackets of the text, the outer ones only, where they hold dimensions."""
    depth = start = 0
    for at, character in enumerate(text):
        if character in "([":
            start = at if depth == 0 else start
            depth += 1
        elif character in ")]" and depth:
            depth -= 1
            if depth == 0:
                yield start, at + 1


def _open_at(text: str) -> int | None:
    """Where a bracket stands that is never closed."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in "([":
            opened.append(at)
        elif character in ")]" and opened:
            opened.pop()
    return opened[0] if opened else None


def _beside(text: str, groups: list[tuple[int, int]]) -> bool:
    """Whether the brackets are part of a larger shape: `(B*T) × V`."""
    start, end = groups[0][0], groups[-1][1]
    words = r"(?:(?:an?|I)\s+[^\W\d_]{2}|(?:i\.e|e\.g)\.)"
    following = rf"\s*(?:(?:{CROSSED}|[*/·+-])\s*[\w(\\]|,\s*(?:(?!{words})\w\b|\())"
    # A comma before it may end words: `the output, (n, m)`.
    comma = "" if "," in text[start:end] else ","
    return bool(re.match(following, text[end:])) or bool(
        re.search(rf"(?:×|\\times|[*/·{comma}+-])\s*$", text[:start])
    )
