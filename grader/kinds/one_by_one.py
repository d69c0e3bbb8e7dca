"""Several letters explained together, `n and d are the length and the depth`, as one after the
other: `n is the length, d is the depth`."""

from __future__ import annotations

import re

_LETTER = r"[$`]{0,2}\\?[A-Za-z](?:_\{?[A-Za-z0-9]{1,12}\}?)?[$`]{0,2}(?![A-Za-z0-9_^(À-ɏ])"
_JOINED = r"\s*(?:(?:,|，|、|&)?\s*(?:\b(?:and|und|et|y|e|ed|en|i|ve)\b|[和与と및и])|,|，|、|&)\s*"
_IS = (
    r"\s*(?:(?:\b(?:are|denote|represent|mean|stand for|being|sind|bezeichnen|sont|désignent|son|"
    r"representan|denotan|são|representam|sono|indicano|это|zijn|są)\b|分别|分別|はそれぞれ|[은는]\s*각각|"
    r"[—–:]|=(?!=))\s*|(?<=\s)(?=(?:der|die|das)\s))(?:\b(?:respectively|respectivamente|respectivement|jeweils|соответственно)\b"
    r"[ ,]*)?(?:是|为|為|表示|代表)?\s*(?:the\s+|both\s+)?"
)
# The letters begin no formula: what stands before them is no sign of one.
_TOGETHER = re.compile(
    rf"(?<![\w\\^_{{(\[+*/=,-])(?<![+*/=-]\s)(?<![\w}}$`],\s)(?P<letters>{_LETTER}(?:{_JOINED}{_LETTER}){{1,5}})"
    rf"{_IS}(?P<words>[^$`=.;:()\n。；（）]{{3,200}})"
)
# With the verb that German has at the end.
_RESPECTIVELY = re.compile(
    r"\b(?:respectively|respectivamente|respectivement|rispettivamente|jeweils|соответственно)\b|"
    r"\s(?:sind|bezeichnen)\s*$",
    re.IGNORECASE,
)


def one_by_one(text: str) -> str:
    """Where there are as many things as letters; letters with more or fewer things, of which
    several are told, are left out, since the last one would be taken for the first thing."""
    return _TOGETHER.sub(_told, text)


def _told(found: re.Match[str]) -> str:
    letters = [one for one in re.split(_JOINED, found["letters"]) if one.strip()]
    said = _RESPECTIVELY.sub("", found["words"])
    things = [one for one in re.split(_JOINED, said) if one.strip()]
    if len(things) == len(letters):
        pairs = zip(letters, things, strict=True)
        return " " + ", ".join(f"{letter} is {thing.strip()}" for letter, thing in pairs) + " "
    return found.group() if len(things) == 1 else " "
