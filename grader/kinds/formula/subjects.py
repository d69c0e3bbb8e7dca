"""Formulas of an answer that are about something else than what a part asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.quantities import but_called_otherwise, of_quantity
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Marking
from grader.kinds.statistics import asked_of
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
    """Leaves out what is about something else; if nothing is left then, only what is said to be
    what another part asks for."""
    subjects = _Subjects.of(part, symbols, marking)
    statistics = asked_of([part.text, *part.known_as])

    def left(stated: Sequence[Statement]) -> Sequence[Statement]:
        stated = [one for one in stated if not subjects.is_called_otherwise(one)]
        stated = but_called_otherwise(stated, statistics, part.left)
        stated = of_quantity(stated, part.known_as, part.left)
        own = [one for one in stated if not subjects.is_in_other_symbols(one)]
        return own if any(one.role is not Role.DENIED for one in own) else stated

    return left


@dataclass(frozen=True)
class _Subjects:
    """What the prompt and the other parts of a problem speak of, and this part does not."""

    own: Sequence[str]  # left sides
    names: frozenset[str]  # of the prompt, with something below them
    asked: frozenset[str]  # names that other parts ask for
    called: tuple[str, ...]  # what they ask for, in words
    inner: bool  # derivatives are asked for, and none with respect to a weight

    @classmethod
    def of(cls, part: FormulaPart, symbols: Symbols, marking: Marking) -> _Subjects:
        names = {
            key for span in spans(marking.prompt) if not span.is_words for key in _keys(span.text)
        }
        others = [one for one in marking.parts.values() if one is not part]
        lefts = [it for one in others if isinstance(one, FormulaPart) for it in one.left]
        words = [ASKED.match(getattr(one, "text", "")) for one in others]
        slopes = [left for left in part.left if _DERIVATIVE.match(left)]
        return cls(
            own=part.left,
            names=frozenset(names - {key.casefold() for key in symbols.keys}),
            asked=frozenset(it for it in lefts if _WORD.fullmatch(it)) - symbols.keys.keys(),
            called=tuple(asked[1].casefold() for asked in words if asked),
            inner=bool(slopes) and not any(_OF_WEIGHT.fullmatch(left) for left in slopes),
        )

    def is_called_otherwise(self, one: Statement) -> bool:
        if not self.called or one.role is Role.BOXED or is_one_of(one.left, self.own):
            return False
        said = in_english(last_sentence(one.before)).casefold()
        return any(asked in said for asked in self.called)

    def is_in_other_symbols(self, one: Statement) -> bool:
        if one.role is Role.BOXED:
            return False
        if self.asked.intersection(_WORD.findall(one.last)):
            return True
        if is_one_of(one.left, self.own):
            return False
        if self.inner and _OF_WEIGHT.fullmatch(one.left):
            return True
        foreign = self.names.intersection(_keys(one.last))
        return bool(foreign) and (
            _is_made_of(one.left, foreign) if one.left else _IS.match(one.behind) is not None
        )


def _keys(text: str) -> set[str]:
    """Of names with something below them, in whatever letters."""
    return {key.casefold() for name in _NAME.findall(text) if (key := key_of(name))}


def _is_made_of(left: str, names: Collection[str]) -> bool:
    """Whether a name says which product it is: W_QK that of W_q and W_k."""
    below = (key_of(left) or "").casefold().partition("_")[2]
    return bool(below) and set(below) <= {name.partition("_")[2] for name in names}
