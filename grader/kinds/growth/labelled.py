"""Words and growth classes side by side, as the reader of formulas wants them:
`\\text{Time}: O(n)`, `## Time: O(n)`, `O(length * width)`."""

from __future__ import annotations

import re

from grader.kinds.kinds_of_size import Names
from grader.maths.growth.reader import FUNCTIONS
from grader.writing import spans

_MATHS = re.compile(
    r"\$\$(?P<two>[^$]+)\$\$|\$(?P<one>[^$]+)\$|\\\[(?P<box>(?:(?!\\\]).)+)\\\]", re.S
)
_LABEL = re.compile(
    r"\\(?:text|mathrm|textbf|textit)\{\s*([A-Za-z][A-Za-z -]{2,40}?)\s*(?::\s*\}|\}\s*:)"
)
_EDGE = re.compile(r"^(?:\\q?quad|[\s,;]|\\[,;])+|(?:\\q?quad|[\s,;]|\\[,;]|\\\\)+$")


def with_labels_outside(text: str) -> str:
    """The text with such words before a formula of their own."""

    def parted(found: re.Match[str]) -> str:
        inner = found["two"] or found["one"] or found["box"]
        first, *rest = _LABEL.split(inner)
        if not rest:
            return found.group()
        pieces = [f"${first}$"] if _EDGE.sub("", first) else []
        for label, formula in zip(rest[::2], rest[1::2], strict=True):
            pieces.append(f"{label}: ${_EDGE.sub('', formula)}$")
        return "; ".join(pieces)

    return _MATHS.sub(parted, text)


# A heading or a remark of code that gives a growth class is read as any other line.
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}|//+)[ \t]+(?=[^\n]*(?:\b[OΘ]|\\Theta|\\mathcal\{?O\}?)\s*(?:\\left)?\()",
    re.MULTILINE,
)
_ORDER = re.compile(r"(?<![\w\\])[OΘ]\s*(?P<inner>\((?:[^()\n]|\([^()\n]*\))*\))")
_NAME = re.compile(r"[^\W\d]\w+", re.ASCII)


def with_headings_opened(text: str) -> str:
    return _HEADING.sub("", text)


def with_words_marked(text: str, names: Names) -> str:
    """The text with its growth classes between backticks, where one is written with words that are
    names of sizes, and nothing is marked yet."""
    if "$" in text or "`" in text:
        return text
    known = {name for them in names.values() for name in them} | FUNCTIONS

    def is_named(order: re.Match[str]) -> bool:
        said = _NAME.findall(order["inner"])
        return any(len(word) > 3 for word in said) and all(word in known for word in said)

    if not any(map(is_named, _ORDER.finditer(text))):
        return text
    return _ORDER.sub(lambda order: f"`{order.group()}`", text)


def with_orders_marked(text: str, names: Names) -> str:
    """The text with dollars around each O(…) among its words, where other things are marked and no
    O(…) is: `r` in backticks makes no words of O(n/r)."""
    found = spans(text)
    marked_ones = [span for span in found if not span.is_words]
    if not marked_ones or any(_ORDER.search(span.text) for span in marked_ones):
        return text
    known = {name for them in names.values() for name in them} | FUNCTIONS

    def marked(order: re.Match[str]) -> str:
        letters = all(len(it) < 4 or it in known for it in _NAME.findall(order["inner"]))
        return f"${order.group()}$" if letters else order.group()

    pieces, at = [], 0
    for span in found:
        if span.is_words:
            end = span.start + len(span.text)
            pieces += [text[at : span.start], _ORDER.sub(marked, span.text)]
            at = end
    return "".join(pieces) + text[at:]
