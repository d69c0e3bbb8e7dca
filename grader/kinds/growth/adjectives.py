"""Growth said by a word: `linear in T`, `quadratic`, `quadratic in the length and linear in d`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.kinds.kinds_of_size import Names
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


# What it grows in, and what it does not depend on.
_IN = re.compile(
    rf"{_WORD.pattern}\s+(?:in|with|with respect to|w\.?r\.?t\.?|on)\s+(?:both\s+)?(?:the\s+)?"
    r"(?P<what>[^.,;:()]{1,50}?)(?=\s+(?:and|but|while|whereas|as|since|because)\b|[.,;:()\n]|$)",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:independent(?:ly)?\s+(?:of|from)|constant\s+in|not\s+depend(?:ent)?\s+on)\s+(?:the\s+)?"
    r"(?P<what>[^.,;:()]{1,50}?)(?=\s+(?:and|but|while|whereas|as|since|because)\b|[.,;:()\n]|$)",
    re.IGNORECASE,
)


_MORE = re.compile(r"\b(?:times|squared|cubed|square of|cube of|plus)\b|[*×·^]", re.IGNORECASE)


@dataclass(frozen=True)
class InFormulas:
    """An answer, and why its words do not say all of it."""

    text: str
    lacking: Unclear | None = None


def in_formulas(text: str, variables: Sequence[str], names: Names) -> InFormulas:
    """An answer in words alone as the class that it names; any other text as it is. `names` are
    what the variables are called. Words that do not say how it grows in each of several variables
    are taken for a class in those that they name.

    Raises Unclear where the words may be taken back, or name several classes.
    """
    found = {match[1].casefold() for match in _WORD.finditer(text)}
    if not found or _ORDER.search(text) or re.search(r"[\^²³·]|\blog\b|\d", text):
        return InFormulas(text)
    advice = f"write it with the letters of the problem, such as O({variables[0]}^2)"
    if len(variables) > 1:
        lacking = Unclear(
            f"this does not say how it grows in each of {', '.join(variables)}; {advice}"
        )
        told = _of_each(text, variables, names)
        powers = [_CLASSES[word].format(name) for name, word in told.items() if word]
        if told:
            whole = told.keys() == set(variables)
            return InFormulas(f"$O({' '.join(powers) or '1'})$", None if whole else lacking)
        raise lacking
    if len(found) > 1 or _TAKEN_BACK.search(text) or _in_another(text, variables[0], names):
        raise Unclear(f"this may be meant in several ways; {advice}")
    return InFormulas(f"$O({_CLASSES[found.pop()].format(variables[0])})$")


def _of_each(text: str, variables: Sequence[str], names: Names) -> dict[str, str]:
    """How it grows in each variable that the words name, in nothing else; else nothing."""
    grows = [(match["what"], match[1].casefold()) for match in _IN.finditer(text)]
    free = [(match["what"], "") for match in _FREE.finditer(text)]
    if len(grows) != len(_WORD.findall(text)) or _TAKEN_BACK.search(_FREE.sub("", text)):
        return {}
    told: dict[str, str] = {}
    for what, word in (*grows, *free):
        meant = {name for name in variables if _is_called(what, name, names.get(name, ()))}
        if len(meant) != 1 or told.setdefault(next(iter(meant)), word) != word:
            return {}
    return told


def _in_another(text: str, size: str, names: Names) -> bool:
    """Whether it grows in what is another size, or in more than the size alone."""
    for match in _IN.finditer(text):
        own = _is_called(match["what"], size, names.get(size, ()))
        other = any(_is_called(match["what"], it, them) for it, them in names.items() if it != size)
        if _MORE.search(match["what"]) or (other and not own):
            return True
    return False


def _is_called(what: str, name: str, names: Sequence[str]) -> bool:
    said = re.sub(r"[$`*_]", "", what).strip().casefold()
    if said == name.casefold() or what.strip(" $`*") == name:
        return True
    return any(
        len(one) > 2 and re.search(rf"\b{re.escape(one.casefold())}\b", said) for one in names
    )
