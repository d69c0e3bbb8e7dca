"""Growth in sizes of a part, said in a clause: `scales linearly with the sequence length`,
`随序列长度线性增长`. The clause is read as the growth class that it says, among its other words.

A number that counts something in an example, such as 1000 steps, says nothing of growth: beside
such a clause it is left out, as beside a class that is written with its letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from grader.kinds.growth.adjectives import InFormulas
from grader.kinds.kinds_of_size import Names
from grader.kinds.marker import Unclear
from grader.writing.scripts import LATIN

# A growth in one size: what is said before the size, and what in languages that name it first.
_CLASSES = {
    "log {}": (
        r"logarithmic(?:ally)?|logarithmisch|logarithmique(?:ment)?|logar[ií]tmic[oa](?:mente)?|"
        r"логарифмическ\w+",
        "对数|對數|対数|로그",
    ),
    "{}": (
        r"linear(?:ly|mente|e)?|lineal(?:mente)?|linéaire(?:ment)?|линейн\w+|"
        r"(?:(?:directly|direkt|directement|directamente|diretamente|прямо) )?"
        r"(?:proportional(?:ly)?|proportionnel(?:le|lement)?|propor[cz]ional(?:e|mente)?|"
        r"пропорциональн\w+)",
        "线性|線性|線形|선형|正比|比例|비례",
    ),
    "{}^2": (
        r"quadratic(?:ally)?|quadratisch|quadratique(?:ment)?|[cq]uadr[aá]tic[oa](?:mente)?|"
        r"квадратичн\w+",
        "平方|二次|2乗|二乗|제곱|이차",
    ),
}
_SPACED, _UNSPACED = (
    "|".join(f"(?P<c{at}{order}>{words[which]})" for at, words in enumerate(_CLASSES.values()))
    for which, order in enumerate("ab")
)
_VERB = (
    r"(?:(?:grows?|scales?|increases?|rises?|goes up|varies|is|are|wächst|steigt|skaliert|ist|"
    r"crece|aumenta|escala|es|cresce|é|croît|augmente|évolue|est|раст[её]т|увеличивается|"
    r"масштабируется)\s+)?"
)
_WITH = (
    r"(?:in|with|to|on|mit|zu[rm]?|con|a|à|al|com|em|en|avec|par rapport à|respecto a|alla|с|от|"
    r"по|относительно)"
)
_THE = (
    r"(?:(?:the|der|die|das|dem|den|la|el|le|lo|il|o|à|au|ao|respect to)\s+|l['’]\s?|"
    r"(?:increasing|full|whole|total|input)\s+)*"
)
# What is said not to grow in a size, and of what that can be said.
_FREE = (
    r"(?:(?:is|are|stays?|remains?)\s+)?(?:independent(?:ly)?\s+(?:of|from)|"
    r"(?:does not|do not) depend on|unabhängig\s+vo[nm]|independientes?\s+del?|"
    r"independentes?\s+d[aeo]|indépendante?s?\s+de|indipendenti?\s+da(?:lla)?|"
    r"не завис[ия]т от)"
)
_FREE_OF = (
    r"(?:无关|無關|に(?:は)?依存(?:しない|せず)|によら(?:ない|ず)|[와과]\s?무관\w*|"
    r"에\s?(?:의존하지 않|무관)\w*)"
)
_OF_WHAT = re.compile(
    r"^\W*(?:it|that|they)\b|\b(?:steps?|operations?|ops|time|Schritte\w*|Operationen|pasos|passos|"
    r"pass[ei]|étapes|opérations|operaciones|operações|operazioni)\b|шаг|операци|步|操作|ステップ|演算|"
    r"逐次|연산|단계",
    re.IGNORECASE,
)
_OF_EACH = re.compile(
    r"\b(?:per|each|every|one|single|jede\w?|chaque|cada|ogni)\b|кажд|每|各|마다", re.IGNORECASE
)
# What makes more of a size than it is: its square, or another size with it.
_WHOLE = (
    r"(?!['’²³\w]|\s*(?:squared|cubed|times\b|to the|\^|\*\*|[*·×]|的平方|平方|の[二2]乗|의 ?제곱|"
    r"в квадрате|al cuadrado|ao quadrado|au carré|al quadrato|(?:and|und|et|y|e|и)\s+(?:(?:the|der|"
    r"die|la|le|a|o)\s+)?(?:depth|width|size|dim|batch|number|count)))"
)
# In languages that say first what it grows with.
_FIRST = r"(?:随着?|隨著?|[与與和跟对對成关關于於]{1,2})?\s*"
_THEN = (
    r"\s*(?:的?(?:增加|增长|增大|变长|變長|增長)|[にと](?:対して|対し|関して|比例して|応じて)?|"
    r"が[増長]\w{1,4}|[에와과](?:\s?(?:대해|대하여|따라|비례하여|비례해))?|가 길어\w+)?"
    r"[\s、，,]*(?:而|也|会|會|就)?(?:成|呈|是|为|為)?\s*"
)
_GROWS = r"(?:的?(?:增加|增长|增大|上升|扩展|关系|地)|的に|に|적으로|으로|하)?"
# What may take a clause back, in its sentence; and of what comes after, how it begins.
_TAKEN_BACK = re.compile(
    r"\b(?:not|never|no|nor|neither|than|or|maybe|perhaps|almost|nearly|instead|if|unless|only|"
    r"would|could|might|may|says?|said|claim\w*|believ\w*|suppos\w*|suggest\w*|guess\w*|wrong\w*|"
    r"false|contrary|myth|used to)\b|n['’]t\b|\?|？|(?<!\bI )\bthink|\bassum",
    re.IGNORECASE,
)
_TAKEN_BACK_THERE = re.compile(
    rf"(?<![{LATIN}])(?:nicht|kein\w*|nie|pas|jamais|ne|no|não|nunca|non|mai|ni|sondern|wenn|falls|"
    r"si|se|angeblich|vielleicht|quizás|talvez|peut-être|forse|oder|ou|mais que)"
    rf"(?![{LATIN}])|(?<!\w)(?:не|ни|если|нет|бы|якобы)(?!\w)|[不没沒非无無未]|ない|ません|않|아니|"
    r"못|如果|若|もし|만약|可能|也许|かも|吗|か[。？]",
    re.IGNORECASE,
)
# What somebody else says, in the same sentence.
_CLAIMED = re.compile(
    rf"(?<![{LATIN}])(?:sag(?:t|en)|behaupt\w+|meint|di(?:t|sent|cen?|z|zem|cono)|prétend\w*|"
    rf"afirma\w*)(?![{LATIN}])|говор[ия]т|утвержда\w+|有人|据说|[说說]|と言|라고",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|wait|but|actually|wrong|sorry|correction|however|that is (?:wrong|not)|not)\b|"
    r"\b(?:wrong|not true|false|incorrect)\b|错|誤り|틀|неверно|falsch|falso|faux",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_CLAUSE = re.compile(r"[,;:，；：、()（）]")
_AND = re.compile(r"[\s,、，]*(?:and|und|et|y|e|и|と|且|而|및)?\s*(?:is\s+)?")
_ANY_CLASS = re.compile(
    r"\b(?:(?:linear|quadratic|cubic|logarithmic|exponential)(?:ally|ly)?)\b(?!\s+(?:layers?|maps?))",
    re.IGNORECASE,
)
_FORMAL = re.compile(r"[\^²³]|\\?log\b|(?:\b[OΘ]|\\Theta|\\mathcal\{?O\}?)\s*(?:\\left)?\(")
_SMALL = 3  # letters of a word that may be a name of a size


def with_clauses_read(text: str, variables: Sequence[str], names: Names) -> InFormulas:
    """The text with O(…) for the clauses that say how it grows in sizes of the part; a text that
    has a class in letters as it is. Clauses that stand side by side, `quadratic in n and linear in
    d`, are one class. Where they leave out a size it is a class in those that they name.

    Raises Unclear where what they say may be taken back.
    """
    if _FORMAL.search(text):
        return InFormulas(text)
    clause = _pattern(variables, names)
    found = list(clause.finditer(text))
    if not found:
        return InFormulas(text)
    told = [(_told(one, "s", variables), _told(one, "c", list(_CLASSES))) for one in found]
    sizes = {size for size, _ in told}
    joint = len(sizes) == len(told) > 1 and all(
        _AND.fullmatch(text, one.end(), other.start()) for one, other in pairwise(found)
    )
    advice = _unclear(variables[0])
    if (len(set(told)) > 1 and not joint) or _ANY_CLASS.search(clause.sub(" ", text)):
        raise advice
    _refuse_if_taken_back(text, found, advice)
    order = f" $O({' '.join(power.format(size) for size, power in dict.fromkeys(told))})$ "
    lacking = None if sizes == set(variables) else advice
    if not joint:
        return InFormulas(clause.sub(order, text), lacking)
    return InFormulas(f"{text[: found[0].start()]}{order}{text[found[-1].end() :]}", lacking)


def with_independence_read(text: str, variables: Sequence[str], names: Names) -> InFormulas:
    """`the number of steps is independent of the length` as O(1), of a part with one size. It
    counts only where it is right: the rest of the text may say how it grows otherwise."""
    if len(variables) != 1 or _FORMAL.search(text) or _ANY_CLASS.search(text):
        return InFormulas(text)
    called = re.sub(r"\?P<s0a>", "?:", _sizes(variables, names))
    free = re.compile(
        rf"{_FREE}\s+{_THE}(?:{called})s?{_WHOLE}|{_FIRST}(?:{called})\s*{_FREE_OF}", re.IGNORECASE
    )
    found = free.search(text)
    advice = _unclear(variables[0])
    if found is None or not _OF_WHAT.search(text, 0, found.start()):
        return InFormulas(text)
    start, end = _around(_SENTENCE, text, found.start(), found.end())
    said = f"{text[start : found.start()]} {text[found.end() : end]}"
    if re.search(
        rf"(?<![\w\\]){re.escape(variables[0])}(?!\w)", text[: found.start()] + text[end:]
    ):
        raise advice  # that may be how it grows
    if _TAKEN_BACK.search(said) or _OF_EACH.search(said) or _NO.search(text[end:]):
        raise advice
    return InFormulas(free.sub(" $O(1)$ ", text, count=1), advice)


def _sizes(variables: Sequence[str], names: Names) -> str:
    """Names of the sizes, each in a group that is called after its place."""
    sizes = []
    for at, size in enumerate(variables):
        words = sorted((it for it in names.get(size, ()) if _is_words(it)), key=len, reverse=True)
        letter = rf"[$`]{{0,2}}(?<![\w\\^])(?-i:{re.escape(size)})(?![\w^])[$`]{{0,2}}"
        sizes.append(rf"(?P<s{at}a>{'|'.join([*map(_inflected, words), letter])})")
    return "|".join(sizes)


def _pattern(variables: Sequence[str], names: Names) -> re.Pattern[str]:
    """A clause that says the growth in a size: the class and then the size, or the size first. Its
    groups are called after the places of both, with a letter for the order behind them."""
    called = _sizes(variables, names)
    after = rf"(?<![\w-]){_VERB}(?:{_SPACED})\s+{_VERB}{_WITH}\s+{_THE}(?:{called})s?{_WHOLE}"
    called = re.sub(r"(\(\?P<s\d+)a>", r"\1b>", called)
    first = rf"{_FIRST}(?:{called}){_THEN}(?:{_UNSPACED}){_GROWS}"
    return re.compile(rf"{after}|{first}", re.IGNORECASE)


def _is_words(name: str) -> bool:
    return not name.isascii() or (
        len(name) > _SMALL and re.fullmatch(r"[a-z -]+", name) is not None
    )


def _inflected(name: str) -> str:
    """Words of a size in any case of their language: `длиной последовательности`."""
    if not re.search("[а-яё]", name):
        return re.escape(name)
    return r"\s+".join(rf"{re.escape(word[:-1])}\w{{0,3}}" for word in name.split())


def _told(found: re.Match[str], kind: str, them: Sequence[str]) -> str:
    """Which of them a clause says, by the place in the name of its group."""
    groups = (name for name, said in found.groupdict().items() if said and name[0] == kind)
    return them[int(next(groups)[1:-1])]


def _refuse_if_taken_back(text: str, found: Sequence[re.Match[str]], why: Unclear) -> None:
    """Raises it where words of the same sentence or clause may deny it, or what follows does."""
    for one in found:
        start, end = _around(_SENTENCE, text, one.start(), one.end())
        begin, close = _around(_CLAUSE, text, one.start(), one.end())
        clause = text[max(start, begin) : min(end, close)]
        later = any(_NO.search(it) for it in _SENTENCE.split(text[end:]))
        sentence = text[start:end]
        doubtful = _TAKEN_BACK.search(sentence) or _CLAIMED.search(sentence)
        if doubtful or _TAKEN_BACK_THERE.search(clause) or later:
            raise why


def _around(cut: re.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    """Where the piece of a text begins and ends that has a clause in it."""
    begin = max((it.end() for it in cut.finditer(text, 0, start)), default=0)
    after = cut.search(text, end)
    return begin, after.start() if after else len(text)


def _unclear(size: str) -> Unclear:
    return Unclear(
        f"this may be meant in several ways; write it with the letters of the problem, such as "
        f"O({size}^2)"
    )
