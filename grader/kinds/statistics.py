"""Mean, variance and deviation: which of them the words beside a value call it.

Where one of these is asked for, a value that is called another one is no answer, however right it
would be: `the variance is 1, the mean d` does not say that the variance is d.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from grader.writing.scripts import LATIN

_LETTER = rf"{LATIN}Ѐ-ӿ"
_NAMES = {
    "deviation": r"standard[\s-]deviations?|(?:std|sd|stdev)(?:[\s.]dev)?|standardabweichung\w*|"
    r"streuung|écarts?[\s-]types?|desviaci[oó]n(?: est[aá]ndar| t[ií]pica)?|"
    r"desvios?[\s-]padr(?:ão|ao|ões)|"
    r"deviazione standard|scarto quadratico(?: medio)?|"
    r"(?:стандартн|среднеквадрат)\w+ отклонени\w*|标准差|標準差|標準偏差|표준\s?편차",
    "variance": r"varian[cztç]\w*|variân\w*|дисперси\w*|方差|分散|분산",
    "expectation": r"expect(?:ed value|ation)s?|erwartungswert\w*|esperan[zç]a|espérance|"
    r"valore atteso|valor esperado|(?:мат|математическ\w+ )\.?\s?ожидани\w*|期望值?|"
    r"期待値|기[댓대]값",
    "mean": r"mean|average|median|mittelwert\w*|mittel|durchschnitt\w*|m[eé]dia|promedio|moyenne|"
    r"средне\w*|均值|平均值?|평균값?",
}
_NAMED = re.compile(
    "|".join(
        rf"(?P<{kind}>(?<![{_LETTER}])(?:{words})(?![A-Za-zÀ-ÿЀ-ӿ]))"
        for kind, words in _NAMES.items()
    ),
    re.IGNORECASE,
)
# What parts one clause from the next.
_BREAK = re.compile(
    r"[,.;!?()\n，。；、！？（）]|\b(?:and|but|while|whereas|und|aber|et|mais|y|e|ed|pero|mas|ma|и|а|но)\b"
    r"|[和与且而]|이고|이며|그리고",
    re.IGNORECASE,
)
# A word that joins clauses, and joins none where the value itself stands behind it.
_ADVERB = re.compile(
    r"\b(?:but|however|aber|jedoch|mais|pero|mas|ma|но|а)[\s$`(]{0,6}$", re.IGNORECASE
)
# Another value, which has the name that stands before it.
_OTHER_VALUE = re.compile(
    r"\d|\b(?:zero|one|unit|null|eins|cero|uno|uma?|un|nulle?|ноль|нул\w+|один|единиц\w*)\b|[零一]|영",
    re.IGNORECASE,
)
# Between a value and the name behind it: `D is the mean`.
_IS_CALLED = re.compile(
    r"[\s$`*)]*(?:(?:is|are|was|equals|gives|ist|sind|wäre|es|est|è|é|это|есть|является)(?!\w)|[为為是]|は|が|이|가|—|–)"
    r"\s*(?:(?:the|its|their|our|only|der|die|das|el|la|le|il|lo|o|a|l'|sein\w*|ihr\w*|his|su|sa|son)\s*)*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{1,12}\s+")
_OF_EACH = re.compile(
    r"\b(?:each|every|per|all|unit|jede\w*|alle|je|cada|todos|todas|chaque|tous|ogni|tutti|кажд\w*|все)\b|"
    r"[每各]|それぞれ|마다|각",
    re.IGNORECASE,
)
# How far one looks for a name.
_NEAR = 80


def statistics_in(text: str) -> set[str]:
    return {kind for found in _NAMED.finditer(text) if (kind := found.lastgroup)}


def called(before: str, behind: str = "") -> str | None:
    """Which statistic the words call the value between them: the nearest name in the clause before
    it that no other value has taken, else the one that it is said to be behind it."""
    clause = _BREAK.split(_ADVERB.sub("", before[-_NEAR:]))[-1]
    named = list(_NAMED.finditer(clause))
    if named:
        taken = _OTHER_VALUE.search(clause, named[-1].end())
        return None if taken else named[-1].lastgroup
    if not (opening := _IS_CALLED.match(behind[:_NEAR])):
        return None
    word = _WORD.match(behind, opening.end())
    ends = [opening.end(), *([word.end()] if word else [])]
    found = next((it for end in ends if (it := _NAMED.match(behind, end))), None)
    return found.lastgroup if found else None


def is_called_otherwise(asked: Collection[str], before: str, behind: str = "") -> bool:
    """Also where it is called one of several that are asked for, and another one of them has
    another value: `variance 1, expectation d`."""
    name = called(before, behind) if asked else None
    return name is not None and (name not in asked or bool(_taken(before) & {*asked} - {name}))


def _taken(before: str) -> set[str | None]:
    """The statistics that have a number among these words for a value; not those of one of many,
    from which the whole follows."""
    if _OF_EACH.search(before[-_NEAR:]):
        return set()
    clauses = _BREAK.split(before[-_NEAR:])
    return {
        found.lastgroup
        for clause in clauses
        for found in _NAMED.finditer(clause)
        if _OTHER_VALUE.search(clause, found.end())
    }


def asked_of(texts: Iterable[str]) -> set[str]:
    """The statistics that a part asks for, by its own words; none where it asks for no such."""
    return set().union(*map(statistics_in, texts))
