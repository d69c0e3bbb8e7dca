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
# `c(t-1)`, of letters alone and those with an accent: `tanh(t)` is a function.
_OF_STEP = re.compile(
    r"(?<![A-Za-z\\])(?P<name>(?:[A-Za-z]|\\(?:tilde|hat|bar)\s*(?:\{\s*[A-Za-z]\s*\}|[A-Za-z])|"
    r"\\[Gg]amma)(?:_(?:\w|\{\w\}))?)\(\s*t\s*(?P<moved>(?:[-+−]\s*1)?)\s*\)"
)
# `log10000` is no logarithm to the base 10.
_LOG_OF = re.compile(r"(?<![A-Za-z])(?P<log>\\?(?:log|ln))(?P<of>\d{3,})(?![\d(])")


def with_plain_names(text: str, symbols: Symbols) -> str:
    """Names as code has them: `cache["f"]` as `f`, and `cs[t-1]` or `c(t-1)` as `c_{t-1}` where the
    problem itself does not count with t."""
    text = _LOOKED_UP.sub(r"\g<name>", text)
    text = _LOG_OF.sub(r"\g<log>(\g<of>)", text)
    if "t" in symbols.keys:
        return text
    text = _AT_STEP.sub(r"\g<name>_{t\g<moved>}", text)
    return _OF_STEP.sub(lambda m: m[0] if m["name"] in symbols.functions else _at(m), text)


def _at(found: re.Match[str]) -> str:
    moved = found["moved"].replace("−", "-").replace(" ", "")
    return f"{found['name']}_{{t{moved}}}"


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
