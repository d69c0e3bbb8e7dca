"""Quantities that texts on layers give side by side: a growth class called one of these is none of
the others. Time, cost and complexity may be said of each of them."""

from __future__ import annotations

import re

from grader.kinds.growth.keys import GrowthPart
from grader.kinds.marker import Marking

# In English and in languages with its letters; words of other scripts are put into English first.
_QUANTITIES = {
    "steps": re.compile(
        r"\bseq(?:uential(?:ly)?)?\s+(?:executed\s+)?(?:operation|op|step|comput|time|depth|"
        r"Operation|Schritt|Rechenschritt|Tiefe)|\b(?:profond\w+|profund\w+)\s+sequential\b|"
        r"\bserial\s+(?:operation|step)|\bwait\b|\bsequential\s*(?:$|[:,*|])|"
        r"\boperations?\s+sequential\b|"
        r"\b(?:opera[cz]i(?:ón|on[ei]s?)|operaç(?:ão|ões)|opérations?|pas(?:os?|si|sos?)|étapes?|etapas?)"
        r"\s+(?:s[eé]quen[zt]i\w+|sequenci\w+|secuencial\w*|en serie|em série|in serie)|"
        r"\bsequen[tz]iell\w*\s+(?:Operation|Schritt|Rechenschritt)",
        re.I,
    ),
    "path": re.compile(
        r"\b(?:paths?|distances?|(?:maximale\w?\s+)?Pfad\w*|Weglänge\w*|caminh?os?|cammin[oi]|"
        r"chemins?|percors[oi]|trayectorias?)\b",
        re.I,
    ),
    "memory": re.compile(
        r"\b(?:memory|space|storage|stor(?:e|es|ing)|stocke\w*|"
        r"guarda\w*|almacen\w*|armazen\w*|memorizza\w*|speicher\w*|"
        r"memoria|memória|mémoire|Speicher\w*|espacio|espaço)\b",
        re.I,
    ),
    "parameters": re.compile(
        r"\b(?:param(?:eter)?s?|paramètres?|par[áâ]metros?|parametri|Parameter\w*)\b|参数|參數|"
        r"パラメータ|파라미터|매개변수|параметр",
        re.I,
    ),
    "work": re.compile(
        r"\b(?:work|multiplications?|flops?|per[- ]layer|multiplica(?:cion|çõ)es|"
        r"moltiplicazioni|Multiplikationen)\b",
        re.I,
    ),
}


def counted_in(text: str) -> set[str]:
    """What the quantities in a text count: the last of several words, `sequential operations`.
    Alone these words name no quantity."""
    found = (word.search(text) for word in _QUANTITIES.values())
    named = (text[one.start() :].split()[: len(one[0].split())] for one in found if one)
    return {words[-1].strip(".,:;").casefold() for words in named if len(words) > 1}


def asked_quantities(part: GrowthPart, marking: Marking) -> set[str]:
    return quantities(part.text) or quantities(marking.prompt)


def is_not_asked(words: str, asked: set[str]) -> bool:
    """Whether words name quantities, and none that is asked for."""
    named = quantities(words)
    return bool(named) and named.isdisjoint(asked or {"steps", "path", "work"})


def quantities(text: str) -> set[str]:
    return {name for name, word in _QUANTITIES.items() if word.search(text)}
