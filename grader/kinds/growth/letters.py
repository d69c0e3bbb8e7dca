"""Letters of a student's own that an answer explains in words: `where L is the sequence length`."""

from __future__ import annotations

import re

from grader.kinds.growth.keys import GrowthPart
from grader.maths.tree.names import key_of

_EXPLAINED = re.compile(
    r"(?<![\w\\])\$?`?(?P<letter>[A-Za-z](?:_\{?\w+\}?)?)(?!\w)`?\$?\s*"
    r"(?:=|:|：|\b(?:is|are|denotes|for|being|ist|est|es)\b|(?=the\b)|[为是は이가])\s*"
    r"(?P<words>[^$`=;.\n]{2,60})"
)
_ENDS = re.compile(r",|，|、|。|\band\b|\bund\b|\bet\b|\by\b|[(（]")


def explained(part: GrowthPart, text: str) -> dict[str, str]:
    """Each letter that an answer gives the meaning of one of the variables, by the part's `words`
    for that; a name such as seq_len says its own."""
    found: dict[str, str] = {}
    meanings = {name: part.words[name] for name in part.variables if name in part.words}
    for name, them in meanings.items():
        found |= {it: name for it in them if re.fullmatch(r"[a-z]+_[a-z]+", it) and it in text}
    for match in _EXPLAINED.finditer(text):
        said = _ENDS.split(match["words"])[0].casefold()
        meant = {name for name, them in meanings.items() if any(_has(said, it) for it in them)}
        letter = key_of(match["letter"]) or match["letter"]
        if len(meant) == 1 and letter not in part.variables:
            found.setdefault(letter, meant.pop())
    return found


def _has(said: str, words: str) -> bool:
    if not words.isascii():
        return words in said
    return re.search(rf"\b{re.escape(words.casefold())}\b", said) is not None
