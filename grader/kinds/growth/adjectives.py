"""Growth said by a word: `linear in T`, `quadratic`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.marker import Unclear

_CLASSES = {
    "logarithmic": "log {}",
    "linear": "{}",
    "quadratic": "{}^2",
    "cubic": "{}^3",
}
_WORD = re.compile(rf"(?<![\w-])({'|'.join(_CLASSES)})(?:ally|ly)?\b(?!\s+(?:layers?|maps?))", re.I)
_ORDER = re.compile(r"\\?(?:mathcal|mathrm|Theta|theta)?\s*\{?\b[OoΘθ]\}?\s*(?:\\left)?\(|[ΘΟ]\(")
_TAKEN_BACK = re.compile(
    r"\b(?:not|never|no|nor|neither|than|or|maybe|perhaps|sub|super|almost|nearly|instead|if|only)\b|"
    r"n['’]t\b|\?", re.IGNORECASE
)  # fmt: skip


def in_formulas(text: str, variables: Sequence[str]) -> str:
    """An answer in words alone as the class that it names; any other text as it is.

    Raises Unclear where the words may be taken back, name several classes, or do not say how it
    grows in each of several variables.
    """
    found = {match[1].casefold() for match in _WORD.finditer(text)}
    if not found or _ORDER.search(text) or re.search(r"[\^²³·]|\blog\b|\d", text):
        return text
    advice = f"write it with the letters of the problem, such as O({variables[0]}^2)"
    if len(variables) > 1:
        raise Unclear(f"this does not say how it grows in each of {', '.join(variables)}; {advice}")
    if len(found) > 1 or _TAKEN_BACK.search(text):
        raise Unclear(f"this may be meant in several ways; {advice}")
    return f"$O({_CLASSES[found.pop()].format(variables[0])})$"
