"""Words of a problem file that are called otherwise now. CHANGELOG.md has the same table.

An old word is refused like any unknown one, and its fault names the new one.
"""

from __future__ import annotations

from collections.abc import Mapping

# The key below which a word stands -> the old word -> what to write.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "after": {"causal_softmax": "after: module.function"},
    "inputs": {"causal": "lower", "causal_bias": "lower[n](0, -inf)"},
    "property": {"relative_position": "depends_on_differences", "positions": "input"},
}


def now_called(where: str, word: str) -> str:
    """'; it is now `new`', or nothing for a word that never was one."""
    new = RENAMED.get(where, {}).get(word)
    return f"; it is now `{new}`" if new else ""
