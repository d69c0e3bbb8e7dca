"""Several growth classes in one sentence, each with what it measures in the words next to it:
`O(n^2 d) operations and O(n) sequential depth`, `O(n^2 d) in compute and O(n^2) for the matrix`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.kinds.growth.quantities import quantities
from grader.writing import Statement
from grader.writing.glossary import in_english

# Where the words of one class end and those of the next begin.
_PARTED = re.compile(
    r"[,，、;；。:：()（）\n]|\.(?=\s|$)|"
    r"\b(?:and|but|with|while|whereas|und|aber|bei|et|mais|avec|y|pero|con|e|mas|com|ma)\b|"
    r"(?<!\w)(?:и|но|при|а)(?!\w)|(?<=[이하])[고며지](?:만)?(?=\s)|[和与與]|(?<=\$)で"
)
# Of the classes next to each other these words tell which is the work. Alone they tell nothing:
# any quantity may be called a cost or a time.
_WORK = re.compile(
    r"\b(?:operations?|ops|comput\w+|calculations?|arithmetic|time|complexity|Rechen\w+|Operationen|"
    r"opera[cz]i(?:ón|ones|oni)|opera(?:ção|ções)|opérations?|calculs?|c[óo]mputo|cálculos?|calcolo|"
    r"tiempo|tempo|temps|Zeit)\b|вычислени\w*|операци\w*|计算|計算|运算|演算|연산|계산",
    re.IGNORECASE,
)
# What is kept, and not done, where another class is called the work.
_KEPT = re.compile(
    r"\b(?:matri(?:x|ces|z|zen|ce|ci)|matrices?|maps?|weights)\b|матриц\w*|矩阵|矩陣|行列|행렬",
    re.IGNORECASE,
)
# Of a vector it is a size, `depth d`.
_DEPTH = re.compile(r"\bdepth\s*(?:is\s*)?$", re.IGNORECASE | re.MULTILINE)
_TOLD = {"work", "steps", "path"}


def clearly_told(
    stated: Sequence[Statement], asked: set[str], known: Mapping[str, Sequence[str]]
) -> list[Statement]:
    """Without classes that their own words say are of another quantity, where the own words of one
    of them say what is asked for."""
    if len(stated) < 2 or len(asked) != 1 or not asked <= _TOLD:
        return list(stated)
    measured = [_measured(_own_words(one), known) for one in stated]
    if not any(asked <= them for them in measured):
        return list(stated)
    return [one for one, them in zip(stated, measured, strict=True) if not them or asked <= them]


def _own_words(one: Statement) -> str:
    before, behind = _PARTED.split(one.before), _PARTED.split(one.behind)
    return f"{before[-1]} \n {behind[0]}"


def _measured(words: str, known: Mapping[str, Sequence[str]]) -> set[str]:
    """The quantities that some words name; operations are work where nothing says that they wait
    for one another, and a matrix is stored where it is not computed."""
    english = in_english(words, known)
    named = quantities(english) | quantities(words)
    if not named and _DEPTH.search(english):
        return {"steps"}
    if not named and (_WORK.search(words) or _WORK.search(english)):
        return {"work"}
    return named or ({"memory"} if _KEPT.search(words) else set())
