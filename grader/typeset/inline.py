"""A course's text for a place that shows plain text only: its formulas as Unicode on the line."""

from __future__ import annotations

from grader.typeset.finding import formulas, replaced
from grader.typeset.formula import in_one_line, prefers_plain_letters


def in_words(markdown: str) -> str:
    """`markdown` with each formula as a person would type it; the rest stays as it is."""
    if "$" not in markdown:
        return markdown
    plain = prefers_plain_letters(formula.text for formula in formulas(markdown))
    return replaced(markdown, lambda found: in_one_line(found.text, plain_letters=plain))
