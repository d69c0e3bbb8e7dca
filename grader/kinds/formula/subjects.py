"""Formulas of an answer that are about something else than what a part asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Marking
from grader.maths import Symbols
from grader.maths.tree.names import key_of
from grader.writing import Role, Statement, spans
from grader.writing.concluding import last_sentence
from grader.writing.glossary import in_english

# What a question asks for in words: `The standard deviation of …`.
ASKED = re.compile(r"(?:What is )?the ([a-z]+ [a-z]+) of\b", re.IGNORECASE)
_DERIVATIVE = re.compile(r"\s*(?:d[A-Za-z\\]|\\[dt]?frac|\\partial|∂|\\nabla)")
# In code the derivative with respect to a weight or a bias, alone or in a dictionary.
_OF_WEIGHT = re.compile(
    r"\s*(?:self\.)?(?:(?:\w+\.)?\w+\[\s*['\"])?d_?(?:[WUV]|b)_?[A-Za-z]{0,3}\d?(?:['\"]\s*\])?\s*"
)
_NAME = re.compile(r"(?<![A-Za-z\\])\\?[A-Za-z]+_(?:\{[^{}]*\}|[A-Za-z0-9]+)")
_WORD = re.compile(r"(?<![A-Za-z\\_])[A-Za-z]{3,}(?![A-Za-z_(])")
_IS = re.compile(r"\s*(?:is|are)\b")


def about_this(
    part: FormulaPart, symbols: Symbols, marking: Marking
) -> Callable[[Sequence[Statement]], Sequence[Statement]]:
    """Leaves out what is about something else, if anything is left then."""
    prompt = {
        key for span in spans(marking.prompt) if not span.is_words for key in _keys(span.text)
    }
    foreign = prompt - {key.casefold() for key in symbols.keys}
    others = [
        asked[1].casefold()
        for other in marking.parts.values()
        if other is not part and (asked := ASKED.match(getattr(other, "text", "")))
    ]
    slopes = [left for left in part.left if _DERIVATIVE.match(left)]
    inner = bool(slopes) and not any(_OF_WEIGHT.fullmatch(left) for left in slopes)

    asked_for = {
        key
        for other in marking.parts.values()
        if isinstance(other, FormulaPart) and other is not part
        for name in other.left
        if (key := key_of(name)) is not None and key.isalpha() and len(key) > 2
    } - symbols.keys.keys()

    def is_of_another(one: Statement) -> bool:
        if one.role is not Role.BOXED and asked_for & set(_WORD.findall(one.last)):
            return True
        if one.role is Role.BOXED or is_one_of(one.left, part.left):
            return False
        said = in_english(last_sentence(one.before)).casefold() if others else ""
        return (
            (inner and _OF_WEIGHT.fullmatch(one.left) is not None)
            or any(asked in said for asked in others)
            or ((bool(one.left) or _IS.match(one.behind) is not None)
                and not foreign.isdisjoint(_keys(one.last)))
        )  # fmt: skip

    def left(stated: Sequence[Statement]) -> Sequence[Statement]:
        own = [one for one in stated if not is_of_another(one)]
        return own if any(one.role is not Role.DENIED for one in own) else stated

    return left


def _keys(text: str) -> set[str]:
    """Of names with something below them, in whatever letters."""
    return {key.casefold() for name in _NAME.findall(text) if (key := key_of(name))}
