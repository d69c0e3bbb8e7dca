"""What stays the same but for one thing: that thing changes."""

from __future__ import annotations

import re

from grader.kinds.choice.mentions import STAYING, asks_what_changes
from grader.kinds.choice.terms import denies, terms

_BUT = (
    r"(?:except(?:ing)?|apart from|aside from|other than|besides|excluding|save|"
    r"with the (?:sole |only )?exception of|(?<=\ball )but|(?<=\beverything )but)(?: for\b| in\b)?"
)
_EXCEPTED = re.compile(_BUT, re.IGNORECASE)
_BEHIND = re.compile(
    rf"(?P<what>[^.;!?\n]{{0,300}}?)(?:,\s*)?\b{_BUT}\s+(?P<thing>[^.;:!?\n]{{1,200}})",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    rf"(?:(?<=[.;!?\n])|^)\W{{0,10}}{_BUT}\s+(?P<thing>[^.;:!?\n,]{{1,200}}),(?P<what>[^.;!?\n]{{1,300}})",
    re.IGNORECASE,
)
_AROUND = re.compile(
    rf"\b(?:all(?: \w+)?|everything|every \w+)\s+{_BUT}\s+(?P<thing>[^.,;:!?\n]{{1,80}}?)\s+"
    r"(?P<what>(?:is|are|stays?|remains?|can|will|gets?)\b[^.;,!?\n]{1,80})",
    re.IGNORECASE,
)


def with_what_changes(question: str, text: str) -> str:
    """`all is the same except this` as `only this changes`, where the question is what changes."""
    if not asks_what_changes(question):
        return text
    if not _EXCEPTED.search(text):
        return text
    for pattern in (_AROUND, _AHEAD, _BEHIND):
        text = pattern.sub(_changing, text)
    return text


def _changing(found: re.Match[str]) -> str:
    said = terms(found["what"])
    stays = any(word.startswith(STAYING) for word in said)
    if not stays or any(map(denies, said)):
        return found[0]
    return "" if "nothing" in said else f" only {found['thing']} change"
