"""Small pieces of Markdown: how a student is told to write an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from string import ascii_letters


def code(text: str) -> str:
    """`text` as code, whatever backticks are in it."""
    text = " ".join(text.split())
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{ticks} {text} {ticks}"


def codes(texts: Iterable[str], last: str = "and") -> str:
    return listed([code(text) for text in texts], last)


def listed(texts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def fenced(text: str, language: str = "") -> str:
    """`text` as a block of code; what is put into it has no fence of its own."""
    return f"```{language}\n{text}\n```"


# Letters that mean nothing in particular; then any other, of which no part can use up all.
_LETTERS = "abuvwpqxyz"
_ANY = (*ascii_letters, *(f"x{number}" for number in range(10_000)))


def unlike(names: Sequence[str], letters: str = _LETTERS) -> list[str]:
    """Two letters that are no names of the part's: an example is about nothing that is asked."""
    free = (letter for letter in (*letters, *_ANY) if letter not in names)
    return list(dict.fromkeys(islice(free, 4)))[:2]


def bullets(items: Mapping[str, str]) -> str:
    return "\n".join(
        f"- {code(key)}: {' '.join(text.split())}" if text else f"- {code(key)}"
        for key, text in items.items()
    )


def after_its_name(name: str) -> str:
    return f"after {code(f'{name}:')} in {code('answers.md')}"


def below_its_heading(name: str) -> str:
    return f"Below {code(f'### {name}')} in {code('answers.md')}"


def such_as(name: str, *answers: str) -> str:
    return f", such as {listed([code(f'{name}: {answer}') for answer in answers], 'or')}"


def units_after(units: Sequence[str]) -> str:
    return f" {codes(units, 'or')} may follow it." if units else ""
