"""Text that is to stand in Markdown as it is."""

from __future__ import annotations

import re

# Everything that Markdown, HTML or our reading of dollars could act on.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&])")


def escape(text: str) -> str:
    """`text` so that it reads as itself; one line."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")
