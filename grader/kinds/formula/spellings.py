"""Names as people and code write them, in the spelling that the problem declares."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.maths import Symbols
from grader.maths.tree.functions import SPELLED

_LOOKED_UP = re.compile(
    r"\b[A-Za-z_][\w.]*\[\s*(?P<quote>['\"])(?P<name>[A-Za-z]\w*)(?P=quote)\s*\]"
)
_AT_STEP = re.compile(r"\b(?P<name>[A-Za-z]\w*)\[\s*t\s*(?P<moved>(?:[-+]\s*1)?)\s*\]")


def with_plain_names(text: str, symbols: Symbols) -> str:
    """Names as code has them: `cache["f"]` as `f`, and `cs[t-1]` as `cs_{t-1}` where the problem
    itself does not count with t."""
    text = _LOOKED_UP.sub(r"\g<name>", text)
    return text if "t" in symbols.keys else _AT_STEP.sub(r"\g<name>_{t\g<moved>}", text)


def with_underscores(text: str, symbols: Symbols) -> str:
    """`d model` as `d_{model}`, where that is declared and its letters are not."""
    for key in symbols.declared_keys:
        base, _, below = key.partition("_")
        if len(below) > 2 and below.isalpha() and below not in symbols.keys:
            text = re.sub(
                rf"(?<![A-Za-z\\]){re.escape(base)}(?:\s|\\[,; ])+{below}(?![A-Za-z])",
                f"{base}_{{{below}}}",
                text,
            )
    return text


def known_names(symbols: Symbols) -> Callable[[str], bool]:
    """Whether a word may stand in a formula: a symbol, a function, a letter alone."""
    names = {name.casefold() for name in symbols.keys}
    names |= {spelling.casefold() for spelling in SPELLED}
    names |= {"pi", "sqrt", "sum", "prod", "np", "torch"}
    letters = {letter.casefold() for name in names if len(name) == 1 for letter in name}

    def knows(word: str) -> bool:
        folded = word.casefold()
        if len(word) == 1 or folded in names:
            return True
        return all(letter in letters for letter in folded) and len(word) <= 3  # nd, ppT

    return knows
