"""A size that is spoken of, and no growth class: `for every sequence of length n`.

A name alone is the class where it is all that was written, where a word says that it is what comes
out (`it takes n steps`, `linear in n`), or where what it counts stands behind it (`n steps`).
Anything else is a sentence about a size, which would be right or wrong by chance.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.marker import Unclear
from grader.maths.growth.reader import FUNCTIONS
from grader.maths.tree.functions import function_named
from grader.maths.tree.names import key_of
from grader.writing import Role, Statement
from grader.writing.scripts import FOREIGN

_SAYS_SO = re.compile(
    r"(?:[:：=≈~|→(,-]|\b(?:is|are|needs?|takes?|costs?|requires?|has|have|makes?|performs?|does|"
    r"(?:grows?|scales?|increases?|rises?|linear|linearly)\s+(?:only\s+)?(?:with|in|as|like)|"
    r"proportional(?:ly)? to|equals?|equal to|orders? of|about|roughly|exactly|total(?: of)?|all|"
    r"after|in|über|braucht|requiere|exige))[\s*_(]*$",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"[\s*_`]*(?:(?:of them|in a row|one (?:after|for each|per)|times|sequential|serial|successive|"
    r"consecutive|dependent|separate|time)\b|(?:steps?|operations?|ops|calls?|multiplications?|"
    r"iterations?|passes|rounds?|layers?|hops?|pasos|étapes|passos|Schritte)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[\s*_`]*(?:$|[.,;:)\]|])")
# What has a size is no count, and what something depends on is not how.
_OF_WHAT = re.compile(
    r"\b(?:(?:sequences?|sentences?|series|lists?|windows?|inputs?|vectors?|texts?)\s+(?:of|with)|"
    r"(?:length|size|width|dimension|depth)s?(?:\s+of)?|(?:depends?|depending)\s+(?:only\s+)?(?:up)?on)"
    r"[\s*_(]*$",
    re.IGNORECASE,
)
# What is said of one of many, where the whole is asked for.
_OF_ONE = re.compile(
    r"[\s$`*):,]*(?:(?:that|which|this)\s+is\s+)?(?:(?:per|each|every)|for\s+(?:one|an?|each|every))\s+"
    r"(?:single\s+)?(?!(?:layers?|networks?|models?|pass|sequences?|batch|examples?)\b)[^\W\d]{3,}",
    re.IGNORECASE,
)
_NUMERAL = re.compile(r"\d[\d\s.,]*[kKMG]?")
_NO = re.compile(r"[\s$`*.,;:)—–-]*(?:no|wait|sorry|correction|oops)\b[\s,.:!]", re.IGNORECASE)
# Before a size and behind it, where it is a case: `for large n`, `when the length n grows`.
_FOR_LARGE = re.compile(
    r"\b(?:for|with|at)\s+(?:(?:very|too|\w+ly)\s+)?(?:large|long|small|short|big|huge)(?:er)?\s+"
    r"(?:(?:sequences?|inputs?|sentences?|contexts?|lengths?|sizes?|values?|numbers?|of)\s+){0,3}$",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:when|whenever|if|as|once|where)\s+(?:[\w-]+\s+){0,4}$|[当當若]\D{0,12}$", re.IGNORECASE
)
_GROWS = re.compile(r"\s*(?:(?:is|are|gets?|becomes?|grows?|increases?)\b|(?:远?[大小]于|变))")
_IS_LARGE = re.compile(
    r"\s*(?:(?:很|较|比较|非常|足够|越|越来越|更)?(?:大|小|长|短|長)(?:的?[时時]|的情况|[,，])"
    r"|が(?:大き|長|小さ|短)|[이가]\s*(?:크|커|길|작|짧))"
)

ORDER = re.compile(r"(?<![A-Za-z\\])O\s*(?:\\left)?\(|\\mathcal\s*\{?\s*O\b|\\?Theta\b|[ΘΟ𝒪]")
_TRANSPOSED = re.compile(r"\^\s*\{?\s*(?:T(?![A-Za-z])|⊤|\\(?:top|intercal|mathsf)\b)|(?<=\w)\.T\b")
_NAMED = re.compile(r"[A-Za-z]{2,}")


def is_case(one: Statement) -> bool:
    """Whether a size is only the case that is spoken of: `so for large n it is slower`."""
    if len(one.sides) > 1 or key_of(one.last) is None or one.role is Role.BOXED:
        return False
    when = _WHEN.search(one.before) and _GROWS.match(one.behind)
    return bool(_FOR_LARGE.search(one.before) or when or _IS_LARGE.match(one.behind))


def is_no_class(one: Statement) -> bool:
    """Whether a formula beside growth classes is that of the layer itself, `softmax(Q K^T) V`: a
    transpose or a function in it that no class has."""
    if one.role is Role.BOXED or ORDER.search(one.written):
        return False
    names = [name for name in _NAMED.findall(one.written) if name not in FUNCTIONS]
    return bool(_TRANSPOSED.search(one.written)) or any(map(function_named, names))


def refuse_if_mentioned(one: Statement, text: str) -> None:
    """Raises Unclear where the answer only speaks of a size."""
    if len(one.sides) > 1 or key_of(one.last) is None or one.role > Role.STATED:
        return
    before, behind = (words.split("\n\n")[at] for words, at in ((one.before, -1), (one.behind, 0)))
    if FOREIGN.search(before + behind):
        return
    alone = not before.strip(" \n\t*_-•") and _ENDS.match(behind)
    said_so = _SAYS_SO.search(before) or _COUNTS.match(behind)
    if _OF_WHAT.search(before) or not (alone or said_so):
        said = f"`{one.last}` is only spoken of here; write the growth class itself: O(…)"
        raise Unclear(said, text)


def of_an_example(one: Statement, text: str) -> Unclear | None:
    """Why a number counts only where it is wrong: it is that of one example, `700 steps`, and no
    constant. A few steps alone are. Raises Unclear where words or other numbers are beside it, as
    in `a text of 1000 words takes 1000 steps`: how that grows is not said."""
    number = one.last.strip(" ~≈")
    if not _NUMERAL.fullmatch(number) or number == "1" or one.role is Role.BOXED:
        return None
    said = f"`{number}` is the number of one example here; write the growth class: O(…)"
    alone = len(one.sides) > 1 or not one.before.strip(" \n*_-•~")
    if not alone or len(re.findall(r"\d+", text)) > 1:
        raise Unclear(said, text)
    return None if len(number) == 1 else Unclear(said, text)


def refuse_if_taken_back(stated: Sequence[Statement]) -> None:
    """Raises Unclear where a class is taken back before the next: `O(1), no, n`."""
    for one in stated[1:]:
        if _NO.match(one.before):
            raise Unclear(f"`{one.last}` may take back what stands before it; write one", one.last)


def of_one_only(chosen: Statement, stated: Sequence[Statement]) -> Unclear | None:
    """Why a class counts only where it is right: another beside it is said of one of many, `O(d)
    for each token`. Raises Unclear where it is itself said so, and another comes after it."""
    of_one = [one for one in stated if _OF_ONE.match(one.behind)]
    others = [one for one in stated if one.last != chosen.last]
    if not of_one or not others:
        return None
    said = Unclear("is this of one of them, or of all? write the growth class of all of them")
    if any(one.start == chosen.start for one in of_one) and others[-1].start > chosen.start:
        raise said
    return said
