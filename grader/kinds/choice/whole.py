"""An option said by a whole text in other words, links between them aside."""

from __future__ import annotations

import re
from collections import Counter

from grader.kinds.choice.equations import same_equations, states_what_is_asked
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import same_relation
from grader.kinds.choice.sources import same_sources
from grader.kinds.choice.terms import LINKS, PUNCTUATION, terms


def same_in_other_words(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that says the same as the whole text, links between its words aside: `Q = y,
    K = V = x` for `Q comes from y, K and V from x`; its clauses may stand in another order."""
    told = same_words(part, text, prompt) or same_equations(part, text)
    return told or states_what_is_asked(part, text) or same_sources(part, text, prompt)


def same_words(part: ChoicePart, text: str, prompt: str) -> str | None:
    if not _content(text):
        return None

    def same_relation_here(option: str, text: str) -> bool:
        return same_relation(option, text, prompt)

    for same in (_same_order, _same_clauses, same_relation_here):
        found = [key for key, option in part.options.items() if same(option, text)]
        if len(found) == 1:
            return found[0]
    return None


def _same_order(option: str, text: str) -> bool:
    return _content(option) == _content(text)


def _same_clauses(option: str, text: str) -> bool:
    return _clauses(option) == _clauses(text)


def _content(text: str) -> list[str]:
    return [word for word in terms(text) if word not in LINKS and word not in PUNCTUATION]


def _clauses(text: str) -> Counter[tuple[str, ...]]:
    pieces = re.split(r"[,;\n]", re.sub(r"^[ \t]*[-*+][ \t]*-?", "", text, flags=re.MULTILINE))
    found = (tuple(_content(piece)) for piece in pieces)
    return Counter(clause for clause in found if clause)
