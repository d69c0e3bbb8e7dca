"""A letter of the problem that an answer says is the number of something else: `for $h$ heads`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.kinds.formula.keys import FormulaPart
from grader.maths import Symbols

# Of the usual names of a size those that are words: what there are so many of.
_WORD = re.compile(r"[a-z]{4,}s")


def said_counts(part: FormulaPart, text: str, symbols: Symbols) -> Iterator[tuple[str, str]]:
    """(a letter that is declared as something else, the size that the answer says it is)."""
    for size, names in part.usual.items():
        for word in filter(_WORD.fullmatch, names):
            said = re.compile(
                rf"(?<![A-Za-z\\_^])(?<!\bhead )([A-Za-z])[`$\s]{{1,3}}(?:[a-z]+[ -])?{word}\b"
            )
            for letter in dict.fromkeys(said.findall(text)):
                if symbols.keys.get(letter, size) != size:
                    yield letter, size


def with_counts(part: FormulaPart, text: str, symbols: Symbols) -> str:
    """The text with each such size in place of its letter, but for what stands below a name."""
    for letter, size in said_counts(part, text, symbols):
        alone = rf"(?<![A-Za-z\\_^])(?<!_\{{){letter}(?![A-Za-z0-9'′])"
        text = re.sub(alone, size.replace("\\", r"\\"), text)
        # Which of them, as in 2^{-8h'/h}: its prime keeps it apart from how many there are.
        text = re.sub(rf"(?<![A-Za-z\\]){letter}(?:'|′|\^\{{?\\prime\}}?)", letter, text)
    return text
