"""An option said by equations: `K = V = x` for `K and V come from x`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.kinds.choice.keys import ChoicePart
from grader.maths.tree.functions import words
from grader.writing import Statement, spans, statements
from grader.writing.concluding import HEDGED

_NAME = r"[A-Za-z](?:_\w+)?"
_CHAIN = re.compile(rf"(?<![\w=+*/^(-]){_NAME}(?:\s*=\s*{_NAME}(?!\w))+")
# What may follow an equation; a sign would belong to it.
_ENDS = re.compile(r"\s*(?:$|[,;.:)\n]|[A-Za-z]{2,}\b)")
_MARKS = re.compile(r"[$`*{}\\]|^[ \t]*(?:[-*+•–][ \t]*)+", re.MULTILINE)
# Through a matrix of its own it comes from the same: `Q = x W_Q`.
_PROJECTED = re.compile(
    r"(?<![A-Za-z])([A-Za-z])\s*(?:@|\*|·|\\cdot|\\,)?\s*W\s*[_^]\s*(?:\{[^{}]*\}|\w+)"
)
_ALIGNED = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|&")
_SOURCE = re.compile(rf"\b(?:from|=|is|are)\s+({_NAME})\b(?!\w)")
_ALONE = re.compile(rf"(?<![\w'’]){_NAME}(?![\w'’])")
# With one of these the equations may hold elsewhere, or not at all.
ELSEWHERE = frozenset(
    words("not never no nor neither without unlike instead rather wrong false incorrect if unless "
          "would could suppose versus")
)  # fmt: skip
_UNIVERSAL = re.compile(r"\b(?:always|for (?:every|all|any)|in (?:every|all) cases?)\b", re.I)
_CONDITION = re.compile(r"\b(?:if|when|only|unless|for|as|in|limit|where|with)\b|\\to\b|→", re.I)
Sources = Mapping[str, str]


def same_equations(part: ChoicePart, text: str) -> str | None:
    """The one option that gives each name the same source as the equations of the text do, whatever
    stands around them; None where the words may take them back."""
    options = {key: _told(option) for key, option in part.options.items()}
    known = [told for told in options.values() if told]
    if len(known) < 2:
        return None
    names = {name for told in known for name in told}
    sources = {source for told in known for source in told.values()}
    mine = _equated(text, names, sources)
    only = _has_only(text)
    found = [
        key for key, told in options.items()
        if told and told == mine and _has_only(part.options[key]) == only
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _has_only(text: str) -> bool:
    return re.search(r"\bonly\b", text, re.IGNORECASE) is not None


def _told(option: str) -> Sources:
    """What comes from what, in an option's words."""
    found: dict[str, str] = {}
    at = 0
    for match in _SOURCE.finditer(option):
        before = option[at : match.start()]
        named = [one for one in _ALONE.findall(before) if one.casefold() not in ("a", "i")]
        found |= {one.casefold(): match[1].casefold() for one in named}
        at = match.end()
    return found


def _equated(text: str, names: set[str], sources: set[str]) -> Sources:
    """What each name is, by the equations of a text; empty where one is of another kind, a name has
    two sources, or the words may take it back."""
    text = _PROJECTED.sub(r"\1", text)
    plain = _MARKS.sub(" ", _ALIGNED.sub(" ", text.replace("\\\\", "\n")))
    chains = list(_CHAIN.finditer(plain))
    rest = _CHAIN.sub(" ", plain)
    if HEDGED.search(rest) or set(re.findall(r"[\w'’]+", rest.casefold())) & ELSEWHERE:
        return {}
    if re.search(r"n['’]t\b", rest) or any(not _ENDS.match(plain, one.end()) for one in chains):
        return {}
    classes: list[set[str]] = []
    for chain in chains:
        joined = {name.strip().casefold() for name in chain.group().split("=")}
        # A source is what several things come from; only other names make two chains one.
        alike = [one for one in classes if one & joined - sources]
        classes = [one for one in classes if one not in alike]
        classes.append(joined.union(*alike))
    found: dict[str, str] = {}
    for one in classes:
        told = one & sources
        if one & names and (len(told) != 1 or one - names - sources):
            return {}
        found |= {name: next(iter(told)) for name in one & names - sources}
    return found


def states_what_is_asked(part: ChoicePart, text: str) -> str | None:
    """The option that says `always`, where the question is when an equation holds and the answer is
    that equation with no condition beside it."""
    if not re.match(r"\s*when\b", part.text, re.IGNORECASE):
        return None
    universal = [key for key, option in part.options.items() if _UNIVERSAL.search(option)]
    asked = [one for one in statements(spans(part.text)) if one.is_equation]
    if len(universal) != 1 or len(asked) != 1:
        return None
    found = spans(text)
    said = " ".join(one.text for one in found if one.is_words)
    stated = statements(found)
    if _CONDITION.search(said) or HEDGED.search(said) or not stated:
        return None
    if set(re.findall(r"\w+", said.casefold())) & ELSEWHERE or _CONDITION.search(
        stated[-1].written
    ):
        return None
    mine = [one for one in stated if _ends(one) & _ends(asked[0])]
    if not mine or any(set(one.signs) != {"="} for one in mine):
        return None
    return universal[0] if _ends(mine[-1]) == _ends(asked[0]) else None


def _ends(one: Statement) -> frozenset[str]:
    return frozenset("".join(re.sub(r"[{}]", "", side).split()) for side in (one.left, one.last))
