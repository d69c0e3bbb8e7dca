"""Words of a problem file that are called otherwise now. CHANGELOG.md has the same table.

An old word is refused like any unknown one, and its fault names the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# The key below which a word stands -> the old word -> what to write.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "after": {"causal_softmax": "after: module.function"},
    "inputs": {"causal": "lower", "causal_bias": "lower[n](0, -inf)"},
    "property": {"relative_position": "depends_on_differences"},
}

# An old key -> what it is now called, in one place or another.
KEYS: Mapping[str, tuple[str, ...]] = {
    "data_weight": ("weight",),
    "digits": ("decimals",),
    "equal_within": ("absolute",),
    "first": ("counts_from",),
    "holds": ("left",),
    "left": ("holds",),
    "names": ("aliases",),
    "note": ("hint",),
    "of": ("best",),
    "percent": ("range",),
    "positions": ("input",),
    "right": ("holds",),
    "rows": ("at_least",),
    "says": ("name",),
    "symbols": ("means", "values"),
    "why": ("hint",),
}


def key_now(key: str, known: Sequence[str]) -> str:
    """'; it is now `new`' where one of the known keys has taken its place, else nothing."""
    new = next((new for new in KEYS.get(key, ()) if new in known), None)
    return f"; it is now `{new}`" if new else ""


def now_called(where: str, word: str) -> str:
    """'; it is now `new`', or nothing for a word that never was one."""
    new = RENAMED.get(where, {}).get(word)
    return f"; it is now `{new}`" if new else ""
