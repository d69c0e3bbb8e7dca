"""What an answer calls a letter of its own in words: `where g is the candidate`.

A letter is guessed by its place, and the prompt may have those very words for another symbol.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.maths import Symbols
from grader.maths.tree.names import key_of

_WORD = re.compile(r"[a-z]{4,}")
_BESIDE = re.compile(r"(?P<words>(?:[A-Za-z-]+\s+){1,3})[$`](?P<name>[^$`\n]{1,30})[$`]")
# Words that are beside any symbol.
_ANY = frozenset(
    ["this", "that", "with", "where", "which", "into", "from", "means", "each", "write", "turns"]
)
_SAID = (
    r"(?<![A-Za-z\\_]){}[$`\s]{{0,3}}\s(?:is|are|denotes?|represents?)\s"
    r"(?P<words>[^.,;\n$`]{{1,50}})"
)


def said_otherwise(
    text: str, letters: Mapping[str, str], prompt: str, symbols: Symbols
) -> tuple[str, str] | None:
    """(a letter, what it is said to be), where the prompt has these words for another symbol than
    the one that the letter was taken for, and has others for that."""
    words = _words_beside(prompt, symbols)
    for letter, spelling in letters.items():
        own = words.get(symbols.keys.get(key_of(spelling) or spelling, ""), set())
        others = set().union(*words.values()) - own
        found = re.search(_SAID.format(re.escape(letter)), text)
        said = set(_WORD.findall(found["words"].casefold())) if found else set()
        if found and own and not said & own and said & others:
            return letter, found["words"].strip()
    return None


def _words_beside(prompt: str, symbols: Symbols) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in _BESIDE.finditer(prompt):
        name = symbols.keys.get(key_of(one["name"]) or one["name"])
        if name is not None:
            words = set(_WORD.findall(one["words"].casefold())) - _ANY
            found.setdefault(name, set()).update(words)
    return found
