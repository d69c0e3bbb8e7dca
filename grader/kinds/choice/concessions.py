"""What a text grants before it says what it thinks: `although it is so, …` chooses nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ADVERBS = r"(?:(?:fully|quite|do|would|must|have to|completely|certainly|of course) ){0,2}"
# Words that make a clause a concession wherever they stand.
_ALTHOUGH = r"(?:even though|even if|although|albeit|despite|though(?=\s+\w))"
# Those that do where the clause is opposed afterwards.
_ADMITTED = (
    rf"(?:(?:I|we|you|one) {_ADVERBS}(?:agree|admit|concede|grant|accept|know)\b(?: that)?|"
    r"granted\b|"
    r"I (?:had |first |once )?(?:thought|believed|assumed|expected)|I used to think|"
    r"admittedly|sure\b|true\b|certainly|of course|yes\b|to be fair|it(?: is|['’]s) (?:quite )?"
    r"(?:true|correct|right)(?: that)?|it (?:may|might|could) (?:well )?be (?:true )?(?:that)?|"
    r"in theory|(?:people|many|some|others|it is) (?:often )?(?:say|said|claim(?:ed)?|argued?)"
    r"(?: that)?)"
)
OPPOSING = (
    r"(?:but|however|yet|nevertheless|nonetheless|still|even so|that said|anyway|all the same)"
)
_BEGIN = r"(?:(?<=[.;:!?\n])\s*|^\s*)[-*+>•\s]{0,8}"
_AND = r"(?:(?:and|so|now|but|also|however),?\s+)?"
_REST = r"[^.;!?\n]"
# Of what is granted at the beginning: up to the comma, or to what opposes it.
_FIRST = re.compile(
    rf"{_BEGIN}{_AND}(?P<granted>{_ALTHOUGH}\b{_REST}{{0,300}}?)"
    rf"(?:,\s*(?:{OPPOSING}\b,?)?|\s(?={OPPOSING}\b)|(?=[.;!?\n]|$))",
    re.IGNORECASE,
)
_LATER = re.compile(
    rf"(?P<granted>[\s,(]{_ALTHOUGH}\s+\w{_REST}{{0,300}})(?=[.;!?\n]|$)", re.IGNORECASE
)
_OPENED = re.compile(
    rf"{_BEGIN}{_AND}(?P<granted>{_ADMITTED}(?:{_REST}){{0,300}}?)"
    rf"[,;.!]?\s+(?:and\s+)?(?={OPPOSING}\b)",
    re.IGNORECASE,
)
# `it is so, admittedly, but …`
_BESIDE = re.compile(
    rf"{_BEGIN}(?P<granted>{_REST}{{0,300}}?,\s*(?:admittedly|granted|of course|sure|true|"
    rf"to be sure|I (?:agree|admit|know)),?)\s*(?={OPPOSING}\b)",
    re.IGNORECASE,
)
# Of two things told side by side the first may be granted, and may be meant.
_WHILE = re.compile(
    rf"{_BEGIN}(?P<granted>(?:while|whilst|whereas)\b{_REST}{{0,300}}?),\s", re.IGNORECASE
)


@dataclass(frozen=True)
class Grant:
    """What a text grants, and the rest of it; `sure` where that can be nothing but a concession."""

    granted: str
    rest: str
    sure: bool


def grant_in(text: str) -> Grant | None:
    """None where nothing is granted."""
    rest, granted = text, ""
    for pattern in (_FIRST, _OPENED, _BESIDE, _LATER):
        granted = " . ".join([granted, *(one["granted"] for one in pattern.finditer(rest))])
        rest = pattern.sub(" ", rest)
    if rest != text:
        return Grant(_without_joint(granted), rest, sure=True)
    aside = [one["granted"] for one in _WHILE.finditer(text)]
    if aside:
        return Grant(_without_joint(" . ".join(aside)), _WHILE.sub(" ", text), sure=False)
    return None


_JOINT = re.compile(rf"\b(?:{_ALTHOUGH}|while|whilst|whereas)\b", re.IGNORECASE)


def _without_joint(granted: str) -> str:
    return _JOINT.sub(" ", granted)
