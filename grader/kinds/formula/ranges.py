"""Code that computes every value of an index at once: `2 ** (-np.arange(1, n + 1))`, where `i` runs
from 1 to n."""

from __future__ import annotations

import re
from collections.abc import Collection

from grader.kinds.formula.keys import FormulaPart
from grader.maths import Symbols
from grader.maths.tree.names import key_of

_MODULE = r"(?:(?:np|numpy|torch|jnp|tf|mx)\.)?"
_NAME = r"(?P<{0}>[A-Za-z][\w.]*)"
_TYPE = r"(?:\s*,\s*(?:dtype|device)\s*=\s*[\w.]+)*\s*\)(?:\.(?:float|double|to|type)\([\w.]*\))?"
_FROM_ONE = re.compile(
    rf"{_MODULE}arange\(\s*1(?:\.0*)?\s*,\s*(?:{_NAME.format('n')}\s*\+\s*1|1\s*\+\s*"
    rf"{_NAME.format('m')}){_TYPE}"
)
# Every second number below the width, and every number below half of it.
_EVEN = re.compile(rf"{_MODULE}arange\(\s*0(?:\.0*)?\s*,\s*{_NAME.format('n')}\s*,\s*2{_TYPE}")
_HALF = re.compile(rf"{_MODULE}arange\(\s*(?:0\s*,\s*)?{_NAME.format('n')}\s*//\s*2{_TYPE}")


def with_ranges(text: str, part: FormulaPart, symbols: Symbols) -> str:
    """The text with the index of the part, if there is one, in place of its range."""
    if "arange" not in text:
        return text
    text = _replaced(_FROM_ONE, text, ending(symbols, 1), part, symbols, "({})")
    halves = ending(symbols, 0)
    text = _replaced(_EVEN, text, halves, part, symbols, "(2 * {})")
    return _replaced(_HALF, text, halves, part, symbols, "({})")


def ending(symbols: Symbols, first: int) -> dict[str, str | None]:
    """The symbols that count from this number, and the symbol to which they do."""
    return {
        name: domain.high if isinstance(domain.high, str) else None
        for name, domain in symbols.scalars.items()
        if domain.low == first and domain.high is not None
    }


def _replaced(
    pattern: re.Pattern[str],
    text: str,
    ending: dict[str, str | None],
    part: FormulaPart,
    symbols: Symbols,
    form: str,
) -> str:
    if len(ending) != 1:
        return text
    ((index, end),) = ending.items()
    sizes = {end} if end else {*symbols.scalars} - {index}

    def plain(found: re.Match[str]) -> str:
        name = next(it for it in found.groups() if it).removeprefix("self.")
        return form.format(index) if is_one(name, sizes, part, symbols) else found.group()

    return pattern.sub(plain, text)


def is_one(name: str, sizes: Collection[str], part: FormulaPart, symbols: Symbols) -> bool:
    """Whether it is a declared size, or usual for it."""
    usual = {it: size for size in sizes for it in part.usual.get(size, ())}
    return symbols.keys.get(key_of(name) or name) in sizes or name in usual
