"""Words inside of a formula that say what stands behind them: `\\text{Time}: O(n)`."""

from __future__ import annotations

import re

_MATHS = re.compile(
    r"\$\$(?P<two>[^$]+)\$\$|\$(?P<one>[^$]+)\$|\\\[(?P<box>(?:(?!\\\]).)+)\\\]", re.S
)
_LABEL = re.compile(
    r"\\(?:text|mathrm|textbf|textit)\{\s*([A-Za-z][A-Za-z -]{2,40}?)\s*(?::\s*\}|\}\s*:)"
)
_EDGE = re.compile(r"^(?:\\q?quad|[\s,;]|\\[,;])+|(?:\\q?quad|[\s,;]|\\[,;]|\\\\)+$")


def with_labels_outside(text: str) -> str:
    """The text with such words before a formula of their own."""

    def parted(found: re.Match[str]) -> str:
        inner = found["two"] or found["one"] or found["box"]
        first, *rest = _LABEL.split(inner)
        if not rest:
            return found.group()
        pieces = [f"${first}$"] if _EDGE.sub("", first) else []
        for label, formula in zip(rest[::2], rest[1::2], strict=True):
            pieces.append(f"{label}: ${_EDGE.sub('', formula)}$")
        return "; ".join(pieces)

    return _MATHS.sub(parted, text)
