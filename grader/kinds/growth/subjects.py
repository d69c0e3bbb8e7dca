"""What the words around a growth class say that it is of: this part, another part, or a quantity
that is not asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grader.kinds.growth.facts import clearly_told
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.growth.mentioned import ORDER, is_case, is_no_class
from grader.kinds.growth.quantities import (
    asked_quantities,
    counted_in,
    is_not_asked,
    quantities,
)
from grader.kinds.marker import Marking
from grader.kinds.sharing import Wanted, is_there, wanted_words, words_said
from grader.writing import Role, Statement, role_of
from grader.writing.concluding import STRONGLY
from grader.writing.glossary import in_english

# What is called so right behind it: `O(n) memory`, `O(n) for the decoder`.
_BEHIND = re.compile(
    r"[\s$`*)]*(?:(?:of|in|for|per|de|di|von)\s+)?(?:(?:the|an?)\s+)?"
    r"(?!(?:and|or|but|while|whereas|where|with|because|since|which|when|if|compared|vs|than|is|are)\b)"
    r"(?:[^\W\d_]+(?:-[^\W\d_]+)*)(?:[ ](?!and\b|or\b)[^\W\d_]+)?"
)
_AMOUNT = re.compile(r"[~≈<>]?\s*(?!1\s*$)\d[\d\s.,]*[kKMG%]?[+.]?")
_NUMBERED = re.compile(
    r"\b(?:table|fig(?:ure|\.)?|section|chapter|eq(?:uation|\.)?)\s*$", re.IGNORECASE
)
_COMPARED = re.compile(r"[<>≤≥≪≫]|\\(?:leq?|geq?|ll|gg|lt|gt)(?![A-Za-z])")
_LAST = re.compile(r"(?:[.;!?](?=\s)|[。；！？\n])(?!.*(?:[.;!?](?=\s)|[。；！？\n]))", re.DOTALL)
# Without what a part says of its own kind: it asks about a restricted one.
_ORDINARY = re.compile(
    r"\b(?:standard|ordinary|vanilla|full|plain|unrestricted|normal|regular|original|usual)\b|"
    r"标准|標準|普通|完整|전체|일반",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\bwithout\s+(?:[\w-]+\s+){0,4}[\w-]+", re.IGNORECASE)
# What stands behind it there is how it comes about, until the sentence ends or something follows.
_EXPLAINED = re.compile(r"[\s$`*)]*(?:[:：]|[—–]\s|,?\s?(?:because|since|as)\b|，?(?:因为|由于))")
_FOLLOWS = re.compile(
    rf"{STRONGLY.pattern}|\b(?:total|overall|together|no|not|wait|but|rather|actually|however)\b|=>|总",
    re.IGNORECASE,
)
_REDUCED = re.compile(r"[\s$`*]*(?:(?:down )?to|auf|à|zu|→)[\s$`*]*", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:reduc|lower|avoid|replac|decreas|overcom|shrink)\w*\s+(?:(?:the|its|this|that)\s+)?"
    r"(?:(?:quadratic|usual|full|original|standard|whole)\s+)?[$`]*$", re.IGNORECASE
)  # fmt: skip
# How often a layer is applied is no work of one.
_REPEATED = re.compile(r"[\s$`*)]*(?:times\b(?!\s*[\w$`\\])|times (?=to\b)|次(?!元)|回(?!帰)|번)")
_OPENS = re.compile(r"[:：为是為][\s*_$`]*$")  # such words are of what comes next
_STOP = re.compile(r"[,，、;；。]|\.(?=\s|$)|(?<=[이하])[고며](?=\s)")
_WORD = re.compile(r"[^\W\d_]{3,}")
# Some of the pieces that a thing is made of: `matrix products, a softmax and sums`.
_LISTED = re.compile(
    r"(?:(?<=[,、，和与と])|\b(?:and|und|et|y|e)\b)\s*(?:(?:the|an?)\s+)?[^\W\d_]+"
    r"(?=\s*(?:[,、，和与と]|等|など|등|\b(?:and|und|et|y|e|etc)\b))",
    re.IGNORECASE,
)
# What every part is about: no operation in sequence, and no longest path.
_COMMON = re.compile(
    r"(?<!\bin )\bsequences?\b|\blong(?:er)?\b|\b\w*sequenz(?!iell)\w*|\bséquences?\b|"
    r"\bsecuencias?\b|\bsequências?\b",
    re.IGNORECASE,
)
# What comes after it is said of something else than what comes before it.
_CONTRAST = re.compile(
    r"\b(?:whereas|while|unlike|but|versus|vs|against|"
    r"(?:compared|opposed|in contrast) (?:to|with)|während|hingegen|wohingegen|aber|alors qu[e']?|"
    r"tandis qu[e']?|mais|mientras|pero|enquanto|mas|mentre|ma)\b|而(?![且非不])|但是?|一方|反面|"
    r"반면|지만|тогда как|(?<=, )а(?= )|(?<!\w)но(?!\w)",
    re.IGNORECASE,
)


def _of_others(names: Sequence[str]) -> re.Pattern[str] | None:
    """What says that a class is of one of these; `but` is there in `without it`."""
    if not names:
        return None
    return re.compile(
        r"(?:^|(?P<but>\b(?:without|ignoring|with|after)\s+(?:the\s+)?)|\b)"
        rf"(?:{'|'.join(map(re.escape, names))})"
        r"(?:\s+(?:layers?|networks?|blocks?|nets?|matrices))?\s*"
        r"(?:(?:costs?|takes?|needs?|is|are|has|have|requires?|with|adds?)\b|[:(]|$)",
        re.IGNORECASE,
    )


# Characters of a clause that are looked through for what it is without.
_CLAUSE = 300


def about_this(
    part: GrowthPart, marking: Marking
) -> Callable[[Sequence[Statement]], list[Statement]]:
    """Leaves out what the words around it say is not of this part; what no word is said of is of
    the same as what comes before it."""
    mine = wanted_words(part)
    siblings = [
        one for one in marking.parts.values() if isinstance(one, GrowthPart) and one is not part
    ]
    others = [wanted_words(one) for one in siblings]
    known = {word: them for one in (*siblings, part) for word, them in one.words.items()}
    asked = asked_quantities(part, marking)
    counted = [frozenset(counted_in(one.text)) for one in (part, *siblings)]
    beside = _of_others(part.beside)
    if beside is not None and beside.search(marking.prompt + part.text):
        beside = None  # the question itself names them
    plainer = [them for them in map(_things, others) if them and them < {*mine}]

    def is_of_another(near: str, behind: str) -> bool:
        if is_not_asked(near, asked) or (asked == {"work"} and _REPEATED.match(behind)):
            return True
        named = beside.search(_CONTRAST.split(near)[-1]) if beside else None
        if named and not named["but"]:
            return True
        near = _COMMON.sub(" ", near)
        said, unlisted = words_said(near), words_said(_LISTED.sub(" ", near))
        clause = words_said(_CONTRAST.split(near)[-1])
        if any(told(one, clause) for one in (mine, *others)):
            said = clause
        if not quantities(near):  # `operations` alone are not those in sequence
            said, unlisted = (_but(counted, them) for them in (said, unlisted))
        own = told(mine, said)
        if plainer and _ORDINARY.search(near) and own <= plainer[0]:
            return True
        return any(own < told(other, said) and told(other, unlisted) - own for other in others)

    def is_plainer(clause: str) -> bool:
        """`without a window` it is another one, where one part has less of these words."""
        lacking = plainer and _WITHOUT.search(in_english(clause[-_CLAUSE:], known))
        return bool(lacking and told(mine, words_said(lacking[0])) - plainer[0])

    def left(stated: Sequence[Statement]) -> list[Statement]:
        found: list[Statement] = []
        other, taken, explained, clause = False, "", False, ""
        earlier: list[str] = []  # the classes before it in its sentence
        is_written = any(ORDER.search(one.written) for one in stated)
        stated = _but_amounts(stated) if is_written else stated
        for one in _by_their_words(stated):
            before = one.before.removeprefix(taken)
            cut = _LAST.search(before)
            ended = one.written.rstrip().endswith((";", ",", "."))
            behind = None if ended else _called_behind(one.behind)
            taken = behind.group() if behind else ""
            near = in_english(f"{before[cut.end() :] if cut else before} {taken}", known)
            clause = near if cut else f"{clause} {near}"
            earlier = [] if cut else earlier
            if not one.hedged and _is_sum(one, earlier):  # what its pieces come to
                other = False
            elif cut or _WORD.search(near):
                other = is_of_another(near, one.behind) or is_plainer(clause)
            elif _REDUCED.fullmatch(one.before):  # what the other thing's becomes
                other = False
            explained = explained and cut is None and not _FOLLOWS.search(before)
            aside = is_written and (is_case(one) or is_no_class(one))
            if not other and not aside and not explained:
                found.append(one)
            if ORDER.search(one.written) or one.role is Role.BOXED:
                clause = ""
                earlier.append(_inner(one))
                explains = len(earlier) == 1 and not ended and _EXPLAINED.match(one.behind)
                explained = bool(explains)
        return clearly_told(found, asked, known)

    return left


def _by_their_words(stated: Sequence[Statement]) -> Iterator[Statement]:
    """Classes that are written as such by the words before each alone: a letter that is spoken of
    before one says nothing of it, another class does, `it would take O(n), giving O(n + d)`. What
    is to be reduced is not what it becomes."""
    behind_class = False
    for one in stated:
        is_class = ORDER.search(one.written) is not None
        if not is_class or one.role in (Role.DENIED, Role.BOXED):
            yield one
        elif _LESS.search(one.before):
            yield replace(one, role=Role.GIVEN)
        elif one.role is Role.GIVEN and not behind_class:
            yield replace(one, role=role_of(one.before))
        else:
            yield one
        behind_class = is_class


def _called_behind(words: str) -> re.Match[str] | None:
    """What a class is called right behind it; not where all those words open what comes next."""
    stop = _STOP.search(words)
    end = stop.start() if stop else len(words)
    return None if _OPENS.search(words, 0, end) else _BEHIND.match(words, 0, end)


def _is_sum(one: Statement, earlier: Sequence[str]) -> bool:
    terms = _inner(one).split("+")
    return len(earlier) > 1 and len(terms) > 1 and all(it in earlier for it in terms)


def _inner(one: Statement) -> str:
    """What stands in the brackets of a class, without blanks."""
    plain = re.sub(r"[\s\\$`{}]|\\(?:left|right|mathcal)", "", one.last)
    return plain[plain.find("(") + 1 : -1] if plain.endswith(")") else plain


def _things(wanted: Wanted) -> set[frozenset[str]]:
    """What a part asks about, without the quantity of it."""
    return {word for word in wanted if not any(map(quantities, word))}


def _but_amounts(stated: Sequence[Statement]) -> Sequence[Statement]:
    """Without numbers such as the 300 of `after some 300 steps`, the 1 of `table 1` and
    cases such as `n > 100`."""
    return [
        one
        for one in stated
        if not (_AMOUNT.fullmatch(one.written) or _NUMBERED.search(one.before))
        and (ORDER.search(one.written) or not _COMPARED.search(one.written))
    ]


def _but(counted: Wanted, said: list[str]) -> list[str]:
    return [word for word in said if not any(is_there(one, [word]) for one in counted)]


def told(wanted: Wanted, said: list[str]) -> set[frozenset[str]]:
    """The words of a part that are among those said."""
    return {word for word in wanted if is_there(word, said)}
