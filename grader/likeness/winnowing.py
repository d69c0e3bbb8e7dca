"""Fingerprints of a row of tokens, few enough to keep of a whole class (Schleimer, Wilkerson and
Aiken: Winnowing, 2003)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

# What is shorter is not seen: about a line and a half, such as a sum over an axis, which people
# write alike because there is one way to write it.
LENGTH = 12
# Of so many neighbours one is kept. So whatever is alike for LENGTH + WINDOW - 1 tokens is found.
WINDOW = 5


def grams(tokens: Sequence[str]) -> list[int | None]:
    """A number for the LENGTH tokens from each place on; none across the end of a file."""
    found: list[int | None] = []
    for start in range(len(tokens) - LENGTH + 1):
        piece = tokens[start : start + LENGTH]
        found.append(None if "" in piece else zlib.crc32("\0".join(piece).encode()))
    return found


def fingerprints(tokens: Sequence[str]) -> set[int]:
    return set(_kept(grams(tokens)))


def _kept(numbers: Sequence[int | None]) -> Iterator[int]:
    for start in range(max(1, len(numbers) - WINDOW + 1)):
        window = [one for one in numbers[start : start + WINDOW] if one is not None]
        if window:
            yield min(window)
