"""A constant number that is said in words, as a growth class."""

from __future__ import annotations

import re

_CONSTANT = re.compile(
    r"(?<!non-)(?<!not )(?<!up to )\b(?:(?:is|are|in|stays?|remains?)\s+)?(?:an?\s+)?"
    r"(?:constant|fixed)\s+(?:number|amount|count|time|depth)\b(?:\s+of\b)?"
    r"|(?<=\bis )constant\b(?!\s+\w+\s*\$)|(?<=\bare )constant\b|^\W*constante?\b(?!\s*\w)"
    r"|\b(?:nombre|temps|número|numero|tiempo|tempo|cantidad|quantidade)\s+(?:de\s+pas\w+\s+)?"
    r"co(?:n?stante?)\b(?:\s+d[ei]\b)?|(?<=\best )constant\b|(?<=\bes )constante\b|"
    r"(?<=\bè )costante\b|(?<=\bé )constante\b|(?<=\bist )konstant\b(?!\s+\w)|"
    r"\bkonstant(?:e[rnm]?)?\s+(?:viele|Anzahl|Zahl|Zeit)\b|"
    r"константн\w+\s+(?:числ|количеств|врем)\w+|постоянно(?:е\s+(?:число|количество|время))?(?!\w)|"
    r"一定回数|一定数の?|一定時間|定数(?:回|個)?の?(?![倍項])|常[数數](?:数量|[级級个個次]|时间|時間)?的?(?![项因倍])|"
    r"상수(?! ?(?:배|항|계수|인자|곱|인가|인지|일까))"
    r"(?:값| ?(?:시간|번|개))?(?:이다|입니다|이며|이고|다(?!\w))?|"
    r"(?<=\b(?:is|as) )a constant\b(?!\s*[\w$`])|(?<=\best )une constante\b(?!\s*\w)|"
    r"(?<=\bes )una constante\b(?!\s*\w)|(?<=\bé )uma constante\b(?!\s*\w)|"
    r"(?<=\bè )una costante\b(?!\s*\w)|(?<=\bist )eine Konstante\b(?!\s*\w)|"
    r"(?:является\s+)?(?<!\w)констант(?:а|ой)(?!\w)",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"[\s,:：，(（$`=]{0,6}(?:\\mathcal\{?|\\)?(?:O|Θ|Theta)\}?\s*(?:\\left)?\(")
# Where there are many of those, or where it is denied.
_OF_MANY = re.compile(
    r"\b(?:per|each|every|times|not|never|neither|cannot|nicht|pas|não|jede\w?|chaque|cada|ogni)\b|"
    r"n['’]t\b|\bno (?:es|son)\b|\bnon è\b|(?<!\w)не(?!\w)|кажд|每|各|不是|并非|ではな|"
    r"아니|않|마다|[?？]|"
    r"(?<!\*)\*(?!\*)|\\times|\\cdot",
    re.IGNORECASE,
)


def with_constants(text: str) -> str:
    """`a constant number of steps` as `$O(1)$`, where nothing says that there are many of those."""
    order = " $O(1)$ " if re.search(r"[$`]", text) else " O(1) "  # marked as the others are

    def said(found: re.Match[str]) -> str:  # `a constant number, O(1)` says it once
        return found.group() if _AGAIN.match(found.string, found.end()) else order

    return "".join(
        piece if _OF_MANY.search(piece) else _CONSTANT.sub(said, piece)
        for piece in re.split(r"((?<=[.;!?])\s+|(?<=[。；])|\n)", text)
    )
