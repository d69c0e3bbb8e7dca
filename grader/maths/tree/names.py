"""Finding a name at a place in a text, with as many of its decorations as could belong to it.

The candidates come longest first; the reader takes the first one the problem declares. That is
how `d_kV` becomes d_k times V, and how `W^Q_{k,i}` can be the entry of an indexed name `W^Q`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from grader.maths.tree.functions import SPELLED
from grader.maths.tree.spelling import (
    ACCENTS,
    COMBINING,
    FONTS,
    GREEK_LETTERS,
    GREEK_NAMES,
    PRECOMPOSED,
    SUBSCRIPTS,
    VARIANTS,
    plain,
)

_COMMAND = re.compile(r"\\([A-Za-z]+\*?)")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_SUBSCRIPT_RUN = re.compile(r"[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*")
_SPACE = re.compile(r"(?:\s|\\[,;:! ])*")
_BRACKETED = re.compile(r"<[^<>{}]{1,12}>|\\langle.{1,24}?\\rangle|\([A-Za-z0-9]{1,3}\)")
# Each length of a subscript is tried with all that may stand after it; no name of a course has half
# as many letters below it.
_MAX_SUBSCRIPT = 60
_MAX_ACCENTS = 4  # \hat\mathbf x is a name; what has more than this is none, and recursion ends
_PRIMES = re.compile(r"'+|′+|\^\{?\\prime\}?")


def skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def group_end(text: str, at: int) -> int:
    """The place after the brace that closes the one at `at`, or -1."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if depth == 0:
                return place + 1
    return -1


def bases(text: str, at: int, accents: int = 0) -> Iterator[tuple[str, int, bool]]:
    """Candidate undecorated names at `at`: key, end, and whether decorations may follow.

    `accents` is how many accents and fonts without braces stand before it.
    """
    if at >= len(text) or accents > _MAX_ACCENTS:
        return
    letter = text[at]
    if text[at : at + 2] in PRECOMPOSED or letter in PRECOMPOSED:
        width = 2 if text[at : at + 2] in PRECOMPOSED else 1
        base, accent = PRECOMPOSED[text[at : at + width]]
        yield f"{base}_{accent}", at + width, True
    elif letter in GREEK_LETTERS:
        yield GREEK_LETTERS[letter], at + 1, True
    elif letter == "\\":
        yield from _command_bases(text, at, accents)
    else:
        match = _IDENTIFIER.match(text, at)
        if not match:
            return
        run = match.group()
        if match.end() < len(text) and text[match.end()] in COMBINING:
            yield f"{run}_{COMBINING[text[match.end()]]}", match.end() + 1, True
        for length in range(len(run), 0, -1):
            yield run[:length], at + length, length == len(run)


def _command_bases(text: str, at: int, accents: int) -> Iterator[tuple[str, int, bool]]:
    match = _COMMAND.match(text, at)
    if not match:
        return
    command = match.group(1)
    end = match.end()
    if command in GREEK_NAMES or command in SPELLED:
        yield command, end, True
    elif command in VARIANTS:
        yield command, end, True
        yield VARIANTS[command], end, True
        if command == "ell":
            yield "l", end, True
    elif command in ACCENTS or command in FONTS:
        start = skip_space(text, end)
        if start < len(text) and text[start] == "{":
            close = group_end(text, start)
            if close < 0:
                return
            inner, end = plain(text[start:close]), close
            sub = inner.split("_", 1)
            if command in ACCENTS and len(sub) == 2:  # \hat{c_t} is \hat c with subscript t
                yield f"{sub[0]}_{ACCENTS[command]}_{sub[1]}", end, True
        else:
            found = next(
                (
                    found
                    for found in bases(text, start, accents + 1)
                    if found[1] == start + 1 or text[start] == "\\"
                ),
                None,
            )
            if found is None:
                return
            inner, end = found[0], found[1]
        if inner:
            yield (f"{inner}_{ACCENTS[command]}" if command in ACCENTS else inner), end, True


def subscripts(text: str, at: int) -> list[tuple[str, int]]:
    """Candidate subscripts that start at `at`, longest first, as plain text and end."""
    if at < len(text) and text[at] in SUBSCRIPTS:
        end = at
        while end < len(text) and text[end] in SUBSCRIPTS:
            end += 1
        return [(plain(text[at:end]), end)]
    if at >= len(text) or text[at] != "_":
        return []
    start = skip_space(text, at + 1)
    if start >= len(text):
        return []
    if text[start] == "{":
        end = group_end(text, start)
        return [(plain(text[start:end]), end)] if end > 0 else []
    if text[start] == "\\" or text[start] in GREEK_LETTERS:
        return [(key, end) for key, end, _ in bases(text, start)]
    match = _SUBSCRIPT_RUN.match(text, start)
    if not match:
        return []
    run = match.group()[:_MAX_SUBSCRIPT]
    return [(run[:n], start + n) for n in range(len(run), 0, -1) if run[n - 1] != "_"]


def superscripts(text: str, at: int) -> list[tuple[str, int]]:
    """Candidate superscripts that could be part of a name, as plain text and end."""
    if at >= len(text) or text[at] != "^":
        return []
    start = skip_space(text, at + 1)
    if start >= len(text):
        return []
    if text[start] == "{":
        end = group_end(text, start)
        return [(_one_bracket(plain(text[start:end])), end)] if end > 0 else []
    match = _BRACKETED.match(text, start)
    if match:
        return [(_one_bracket(plain(match.group())), match.end())]
    if text[start].isalpha():
        match = _IDENTIFIER.match(text, start)
        run = match.group() if match else ""
        return (
            [(run, start + len(run)), (run[:1], start + 1)] if len(run) > 1 else [(run, start + 1)]
        )
    return []


def _one_bracket(above: str) -> str:
    """A step of time in whatever brackets: c^{(t)}, c^{[t]} and c^{<t>} are one name."""
    return f"<{above[1:-1]}>" if above[:1] + above[-1:] in ("()", "[]") else above


def candidates(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Every key a name at `at` could have, with its end, the most decorated first."""
    for base, end, decorated in bases(text, at):
        if decorated:
            yield from _decorated(text, base, end)
        yield base, end


def _decorated(text: str, base: str, end: int) -> Iterator[tuple[str, int]]:
    primes = _PRIMES.match(text, end)
    if primes:
        count = len(primes.group()) if primes.group()[0] in "'′" else 1
        key = base + "'" * count
        for sub, after in subscripts(text, primes.end()):
            yield f"{key}_{sub}", after
        yield key, primes.end()
    for sub, after in subscripts(text, skip_space(text, end)):
        for sup, last in superscripts(text, skip_space(text, after)):
            yield f"{base}_{sub}^{sup}", last
        primes = _PRIMES.match(text, after)
        if primes:
            yield f"{base}_{sub}'", primes.end()
        yield f"{base}_{sub}", after
    for sup, after in superscripts(text, skip_space(text, end)):
        for sub, last in subscripts(text, skip_space(text, after)):
            yield f"{base}_{sub}^{sup}", last
        yield f"{base}^{sup}", after


def key_of(spelling: str) -> str | None:
    """The key of a declared spelling, or None where it is not one decorated name."""
    spelling = spelling.strip()
    return _known_key(spelling) if len(spelling) <= _MOST_KNOWN else _key(spelling)


# An answer is asked for the same few names thousands of times: a third of what reading one takes.
# Longer texts are no names, and would take room.
_MOST_KNOWN = 60


@lru_cache(maxsize=4096)
def _known_key(spelling: str) -> str | None:
    return _key(spelling)


def _key(spelling: str) -> str | None:
    for key, end in candidates(spelling, 0):
        if end == len(spelling):
            return key
    return None
