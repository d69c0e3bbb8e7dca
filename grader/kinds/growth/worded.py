"""Sizes by their names in words, where a growth class has them: `O(sequence length)`, and `sequence
length * hidden size^2` without any O."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.kinds_of_size import Names

_ORDER = re.compile(
    r"(?P<sign>(?<![A-Za-z\\])O|[ΘΟ𝒪]|\\(?:mathcal|mathrm)\s*\{?\s*O\s*\}?|\\Theta)"
    r"(?P<inner>\s*(?:\\left)?\((?:[^()\n]|\([^()\n]*\))*\))"
)
_FONT = re.compile(r"\\(?:text|textrm|textit|mathrm|mathit|operatorname)\s*\{\s*([^{}]*?)\s*\}")
_TIMES = r"(?:(?<!\*)\*(?!\*)|[×·⋅]|\\cdot(?![A-Za-z])|\\times(?![A-Za-z])|\btimes\b)"
_POWER = r"(?:[²³]|\s*(?:\^|\*\*)\s*\{?\s*\d\s*\}?|\s+squared\b|的平方)"
# A name of a size ends where a sign stands, so that no letter behind it is taken for a factor.
_OPENED = re.compile(rf"(?:^|[(+/]|\blog|\\log|{_TIMES})\s*(?:the\s+)?$", re.IGNORECASE)
_CLOSED = re.compile(rf"\s*(?:$|[)+/]|\\right|{_TIMES}|{_POWER})", re.IGNORECASE)
_COUNT = re.compile(
    r"(?P<what>\bnumber\s+of\s+(?:\w+\s+){1,3}?)(?:that\s+is\s+)?(?:directly\s+|linearly\s+)?"
    r"proportional\s+to\s+(?:the\s+)?(?P<size>[^.,;:()$]{3,40}?)(?=\s*(?:[.,;:)]|$|\n\s*\n|\b(?:and|while|but)\b))",
    re.IGNORECASE,
)
_POWERS = {"²": "^2", "³": "^3", "squared": "^2", "的平方": "^2"}


def with_sizes_named(text: str, variables: Sequence[str], names: Names) -> str:
    """The text with its variables for names of several words, or of another script, in each O(…);
    where there is none, in each product of such names."""
    called = _called(variables, names)
    there = [said for said in called if said in text.casefold()]
    if not there:
        return text
    longest = sorted(there, key=len, reverse=True)
    name = re.compile("|".join(re.escape(said) for said in longest), re.IGNORECASE)

    def named(found: re.Match[str]) -> str:
        return f" {called[found.group().casefold()]}"

    def in_order(order: re.Match[str]) -> str:
        inner = _FONT.sub(lambda font: font[1] if name.fullmatch(font[1]) else font[0], order[2])
        whole = [
            _OPENED.search(inner, 0, found.start()) and _CLOSED.match(inner, found.end())
            for found in name.finditer(inner)
        ]
        return f"{order['sign']}{name.sub(named, inner)}" if all(whole) else order.group()

    if _ORDER.search(text):
        return _ORDER.sub(in_order, text)
    factor = rf"(?:(?:the\s+)?(?:{name.pattern})|[A-Za-z\d](?![A-Za-z])){_POWER}?"
    product = re.compile(
        rf"(?<![\w^\\]){factor}(?:\s*{_TIMES}\s*{factor})+|(?:{name.pattern}){_POWER}",
        re.IGNORECASE,
    )
    return product.sub(lambda found: _in_signs(name.sub(named, found.group())), text)


def _called(variables: Sequence[str], names: Names) -> dict[str, str]:
    """Names of several words, or of another script, for one size of the part each."""
    found: dict[str, str] = {}
    for size in variables:
        others = {said.casefold() for it in variables if it != size for said in names.get(it, ())}
        for said in names.get(size, ()):
            if (" " in said or not said.isascii()) and said.casefold() not in others:
                found[said.casefold()] = size
    return found


def with_counts_named(text: str, variables: Sequence[str], names: Names) -> str:
    """`a number of steps proportional to the sequence length` as O(…) of that size."""
    called = _called(variables, names)

    def counted(found: re.Match[str]) -> str:
        said = " ".join(found["size"].casefold().split())
        size = next((size for name, size in called.items() if said in (name, f"{name}s")), None)
        order = f"$O({size})$" if re.search(r"[$`]", text) else f"O({size})"
        return f"{found['what']} {order}" if size else found.group()

    return _COUNT.sub(counted, text)


def _in_signs(product: str) -> str:
    """A product whose signs may be words."""
    product = re.sub(r"\bthe\b", " ", re.sub(r"\btimes\b", "*", product))
    for written, sign in _POWERS.items():
        product = re.sub(rf"\s*{written}", sign, product)
    return product
