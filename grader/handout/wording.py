"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


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


def points(number: float) -> str:
    return f"{number:g} point{'' if number == 1 else 's'}"


def fenced(text: str, language: str = "") -> str:
    """`text` as a block of code; what is put into it has no fence of its own."""
    return f"```{language}\n{text}\n```"
