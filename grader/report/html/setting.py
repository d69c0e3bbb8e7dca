"""A report's texts as HTML: formulas set, the course's Markdown rendered, the rest escaped."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from grader.typeset.mathml import mathml
from grader.typeset.page import fragment
from grader.typeset.tree import BadFormula

# A longer formula is no easier to read when it is set, and takes as long as a page to set.
MAX_SET = 2000
_NOT_IN_ANCHORS = re.compile(r"[^A-Za-z0-9]+")


def anchor(problem: str, part: str = "") -> str:
    """The name of a place on the page; letters, digits and dashes."""
    return _NOT_IN_ANCHORS.sub("-", f"{problem}-{part}" if part else problem).strip("-").lower()


def set_formula(latex: str, plain: str) -> Markup:
    """A formula as MathML; as plain text where there is no LaTeX of it, or it cannot be set."""
    try:
        return Markup(mathml(latex)) if 0 < len(latex) <= MAX_SET else _code(plain)
    except BadFormula:
        return _code(plain)


def set_text(markdown: str) -> Markup:
    """Text of the course, with its formulas; HTML in it is only text."""
    return Markup(fragment(markdown))


def _code(text: str) -> Markup:
    return Markup("<code>{}</code>").format(escape(text))
