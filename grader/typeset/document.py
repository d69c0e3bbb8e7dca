"""Markdown as a tree in which formulas are nodes of their own. HTML in it is only text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from grader.typeset.finding import Formula, formulas, replaced
from grader.typeset.formula import prefers_plain_letters

FORMULA = "formula"  # a token's type; `markup` is $ or $$, `content` the LaTeX
# A formula is hidden from the Markdown parser behind its number, between two characters that
# Unicode leaves to private use and that no text has a reason to hold.
_START, _END = "\uf8f0", "\uf8f1"
_HIDDEN = re.compile(f"{_START}([0-9]+){_END}")
_UNWANTED = re.compile(f"[{_START}{_END}\ue000\x00-\x08\x0b-\x1f\x7f-\x9f]")


def parse(markdown: str) -> list[Token]:
    """The text's tokens. Control characters are left out."""
    found: list[Formula] = []

    def hidden(formula: Formula) -> str:
        found.append(formula)
        return f"{_START}{len(found) - 1}{_END}"

    text = replaced(_UNWANTED.sub("", markdown), hidden)
    tokens = parser().parse(text)
    for token in tokens:
        token.content = _source(token.content, found)
        if token.children is not None:
            token.children = [piece for child in token.children for piece in _cut(child, found)]
    return tokens


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tree(markdown: str) -> SyntaxTreeNode:
    return SyntaxTreeNode(parse(markdown))


def plain_letters_in(markdown: str) -> bool:
    """Whether the formulas of a text are better off without small letters below the line."""
    return prefers_plain_letters(formula.text for formula in formulas(markdown))


def _cut(token: Token, found: list[Formula]) -> Iterator[Token]:
    """A text token as text and formulas in turn; others with their formulas as source."""
    if token.type != "text":
        token.content = _source(token.content, found)
        for name, value in token.attrs.items():
            token.attrs[name] = _source(value, found) if isinstance(value, str) else value
        yield token
        return
    for index, piece in enumerate(_HIDDEN.split(token.content)):
        if index % 2:
            formula = found[int(piece)]
            markup = "$$" if formula.displayed else "$"
            yield Token(FORMULA, "", 0, content=formula.text, markup=markup)
        elif piece:
            yield Token("text", "", 0, content=piece)


def _source(text: str, found: list[Formula]) -> str:
    def dollars(match: re.Match[str]) -> str:
        formula = found[int(match[1])]
        mark = "$$" if formula.displayed else "$"
        return f"{mark}{formula.text}{mark}"

    return _HIDDEN.sub(dollars, text)
