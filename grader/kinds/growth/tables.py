"""The rows and columns of a table that are about what a part asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.growth.keys import GrowthPart
from grader.kinds.growth.quantities import asked_quantities, is_not_asked, quantities
from grader.kinds.growth.subjects import told
from grader.kinds.marker import Marking
from grader.kinds.sharing import wanted_words, words_said
from grader.writing.glossary import in_english
from grader.writing.tabular import as_lines

# Rows called so are of quantities, and what is compared stands above the columns; or they are the
# pieces of one thing, and their sum.
_OTHERWISE = re.compile(
    r"\b(?:time|costs?|complexity|operations?|steps?|runtime|total|sum|overall|all|together)\b",
    re.IGNORECASE,
)
_LAYER = {"layer", "layers"}


def asked_cells(part: GrowthPart, text: str, marking: Marking) -> str:
    """The text with its tables as lines, without the rows of other things than the one asked
    about, where one row names that, and without the columns of other quantities."""
    asked = asked_quantities(part, marking)
    mine = wanted_words(part)

    def rows(firsts: Sequence[str]) -> list[str]:
        if any(quantities(first) or _OTHERWISE.search(first) for first in firsts):
            return list(firsts)
        # `Self-attention (restricted)` names more than `self-attention`, and is something else.
        named: dict[str, int] = {}
        for first in firsts:
            said = set(words_said(in_english(first, part.words))) - _LAYER
            if len(told(mine, list(said))) == len(said):
                named[first] = len(said)
        most = max(named.values(), default=0)
        return [first for first in firsts if named.get(first) == most] if most else list(firsts)

    def columns(titles: Sequence[str]) -> list[str]:
        return [title for title in titles if not is_not_asked(title, asked)] or list(titles)

    return as_lines(text, rows, columns)
