"""What of a text is about this part, where it tells of what other parts ask about too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.phrases import said_places
from grader.kinds.choice.terms import terms

# Sentences and items; and their pieces, of which the same is said as of the one before.
_UNIT = re.compile(r"(?<=[;；。！\n])|(?<=[.!?])(?=\s)")
_PIECE = re.compile(r"(?<=[,，、:：()（）])|(?=\b(?:while|whereas|but)\b)")
# Of an honest answer. Each is compared with the names of every part.
MAX_UNITS = 200


def about_this(part: ChoicePart, text: str, parts: Mapping[str, Any], *, named: bool) -> str:
    """The text without what is about another part of the problem, told by what the parts are
    `known_as`; what no name is in is about the same as what comes before it, and what stands
    before any name is about this part, unless that must be `named`."""
    others = [
        one
        for one in parts.values()
        if isinstance(one, ChoicePart) and one is not part and one.known_as
    ]
    if not part.known_as or not others:
        return text
    kept: list[str] = []
    mine = not named
    for unit in _UNIT.split(text)[:MAX_UNITS]:
        both = _names(part.known_as, unit) and any(_names(one.known_as, unit) for one in others)
        for piece in _PIECE.split(unit) if both else [unit]:
            if _names(part.known_as, piece):
                mine = True
            elif any(_names(one.known_as, piece) for one in others):
                mine = False
            if mine:
                kept.append(piece)
    return "".join(kept)


def tells_of(part: ChoicePart, text: str) -> bool:
    """Whether a text names what the part asks about, where the part says what that is known as."""
    return not part.known_as or _names(part.known_as, text)


def _names(names: Sequence[str], piece: str) -> bool:
    said = terms(piece)
    return any(True for one in names for _ in said_places(one, said))
