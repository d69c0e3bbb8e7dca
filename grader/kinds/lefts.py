"""What stands on the left side of an equation: whether it is what a part asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens

# dL/da in all its writings; of a loss, whatever letter it has, unless the problem says otherwise.
_QUOTIENT = re.compile(
    r"\s*(?:\\[dt]?frac\s*\{\s*(?:\\partial|∂|d)\s*(?P<a>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
    r"\s*\{\s*(?:\\partial|∂|d)\s*(?P<b>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
    r"|(?:\\partial|∂|d)\s*(?P<c>[^/=]+?)\s*/\s*(?:\\partial|∂|d)\s*(?P<d>[^/=]+))\s*"
)
_GRADIENT = re.compile(r"\s*\\?nabla\s*_\s*\{?(?P<b>[^{}]*(?:\{[^{}]*\})?)\}?\s*(?P<a>\S+)\s*")
_SHORT = re.compile(r"\s*d(?P<b>[A-Z]|[a-z](?![a-z]{3})|\\[A-Za-z]+)(?P<rest>.*)", re.DOTALL)
_LOSSES = frozenset(("L", "l", "ell", "E", "J", "loss", "cost"))


def is_one_of(left: str, lefts: Sequence[str]) -> bool:
    """Whether it is one of these: by its signs, as a name, or as a derivative of the same thing."""
    if not left:
        return False
    written, key, slope = tokens(left), key_of(left), _derivative(left)
    return any(
        tokens(one) == written
        or (key is not None and key_of(one) == key)
        or (slope is not None and _derivative(one) == slope)
        for one in lefts
    )


def has_base_of(left: str, lefts: Sequence[str]) -> bool:
    """Whether it is one of these but for what stands below and above it: r_i^k for r."""
    key = key_of(left)
    return key is not None and any(
        (other := key_of(one)) is not None and _base(other) == _base(key) for one in lefts
    )


def _base(key: str) -> str:
    return re.split(r"[_^']", key, maxsplit=1)[0]


def _derivative(left: str) -> tuple[str, str] | None:
    """(of what, by what), the loss being called L and steps of time being left out."""
    found = _QUOTIENT.fullmatch(left) or _GRADIENT.fullmatch(left)
    if found:
        groups = found.groupdict()
        above, below = groups["a"] or groups.get("c"), groups["b"] or groups.get("d")
    else:
        short = _SHORT.fullmatch(left)
        if short is None:
            return None
        above, below = "L", short["b"] + short["rest"]
    if not above or not below:
        return None
    of, by = _timeless(above), _timeless(below)
    if of is None or by is None:
        return None
    return ("L" if of in _LOSSES else of), by


def _timeless(text: str) -> str | None:
    key = key_of(text.strip())
    return None if key is None else re.sub(r"\^<[^<>]*>|_t$|\^t$", "", key)
