"""What the words around a growth class say that it is of: this part, another part, or a quantity
that is not asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.kinds.growth.keys import GrowthPart
from grader.kinds.growth.mentioned import is_case
from grader.kinds.marker import Marking
from grader.kinds.sharing import Wanted, is_there, wanted_words, words_said
from grader.writing import Statement
from grader.writing.glossary import in_english

# What texts on layers give side by side: a growth class called one of these is none of the others.
# Time, cost and complexity may be said of each of them.
_QUANTITIES = {
    "steps": re.compile(
        r"\bseq(?:uential(?:ly)?)?\s+(?:executed\s+)?(?:operation|op|step|comput|time)|"
        r"\bserial\s+(?:operation|step)|\bwait\b|\bsequential\s*(?:$|[:,*|])",
        re.I,
    ),
    "path": re.compile(r"\b(?:paths?|distances?)\b", re.I),
    "memory": re.compile(r"\b(?:memory|space|storage)\b", re.I),
    "work": re.compile(r"\b(?:work|multiplications?|flops?|per[- ]layer)\b", re.I),
}
# What is called so right behind it: `O(n) memory`, `O(n) for the decoder`.
_BEHIND = re.compile(
    r"[\s$`*)]*(?:(?:of|in|for|per)\s+)?(?:(?:the|an?)\s+)?"
    r"(?!(?:and|or|but|while|whereas|where|with|because|since|which|when|if|compared|vs|than|is|are)\b)"
    r"(?:[^\W\d_]+(?:-[^\W\d_]+)*)(?:[ ](?!and\b|or\b)[^\W\d_]+)?"
)
_ORDER = re.compile(r"(?<![A-Za-z\\])O\s*(?:\\left)?\(|\\mathcal\s*\{?\s*O\b|\\?Theta\b|[ΘΟ𝒪]")
_AMOUNT = re.compile(r"[~≈<>]?\s*(?!1\s*$)\d[\d\s.,]*[kKMG%]?[+.]?")
_LAST = re.compile(r"(?:[.;!?](?=\s)|\n)(?!.*(?:[.;!?](?=\s)|\n))", re.DOTALL)
# How often a layer is applied is no work of one.
_REPEATED = re.compile(r"[\s$`*)]*(?:times\b(?!\s*[\w$`\\])|times (?=to\b)|次(?!元)|回(?!帰)|번)")
_OPENS = re.compile(r"[:：为是為][\s*_$`]*$")  # such words are of what comes next
_WORD = re.compile(r"[^\W\d_]{3,}")
# What every part is about: no operation in sequence, and no longest path.
_COMMON = re.compile(r"(?<!\bin )\bsequences?\b|\blong(?:er)?\b", re.IGNORECASE)
# What comes after it is said of something else than what comes before it.
_CONTRAST = re.compile(
    r"\b(?:whereas|while|unlike|but|versus|vs|against|"
    r"(?:compared|opposed|in contrast) (?:to|with))\b",
    re.IGNORECASE,
)


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

    def is_of_another(near: str, behind: str) -> bool:
        if is_not_asked(near, asked) or (asked == {"work"} and _REPEATED.match(behind)):
            return True
        near = _COMMON.sub(" ", near)
        said = words_said(near)
        clause = words_said(_CONTRAST.split(near)[-1])
        if any(told(one, clause) for one in (mine, *others)):
            said = clause
        own = told(mine, said)
        return any(own < told(other, said) for other in others)

    def left(stated: Sequence[Statement]) -> list[Statement]:
        found: list[Statement] = []
        other, taken = False, ""
        is_written = any(_ORDER.search(one.written) for one in stated)
        stated = _but_amounts(stated) if is_written else stated
        for one in stated:
            before = one.before.removeprefix(taken)
            cut = _LAST.search(before)
            ended = one.written.rstrip().endswith((";", ",", "."))
            behind = None if ended or _OPENS.search(one.behind) else _BEHIND.match(one.behind)
            taken = behind.group() if behind else ""
            near = in_english(f"{before[cut.end() :] if cut else before} {taken}", known)
            if cut or _WORD.search(near):
                other = is_of_another(near, one.behind)
            if not other and not (is_written and is_case(one)):
                found.append(one)
        return found

    return left


def _but_amounts(stated: Sequence[Statement]) -> Sequence[Statement]:
    """Without numbers such as the 300 of `after some 300 steps`."""
    return [one for one in stated if not _AMOUNT.fullmatch(one.written)]


def asked_quantities(part: GrowthPart, marking: Marking) -> set[str]:
    return quantities(part.text) or quantities(marking.prompt)


def is_not_asked(words: str, asked: set[str]) -> bool:
    """Whether words name quantities, and none that is asked for."""
    named = quantities(words)
    return bool(named) and named.isdisjoint(asked or {*_QUANTITIES} - {"memory"})


def quantities(text: str) -> set[str]:
    return {name for name, word in _QUANTITIES.items() if word.search(text)}


def told(wanted: Wanted, said: list[str]) -> set[frozenset[str]]:
    """The words of a part that are among those said."""
    return {word for word in wanted if is_there(word, said)}
