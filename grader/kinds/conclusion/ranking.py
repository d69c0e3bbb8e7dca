"""Which of several statements concludes: told by boxes, by left sides, by words and by order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from grader.kinds.conclusion.asked import Asked
from grader.kinds.conclusion.traits import has_substance, is_of, sides_in
from grader.kinds.marker import Unclear
from grader.maths.tree.functions import function_named
from grader.maths.tree.spelling import tokens
from grader.writing import Role, Statement
from grader.writing.statements import ADDS

_OR = re.compile(
    r"[\s,;]*(?:or(?: rather| maybe| perhaps)?|maybe|perhaps|possibly)[\s,:]*(?:it is)?\s*",
    re.IGNORECASE,
)

# What the words say that a formula depends on, or that alone is left in it.
_NEAR = 80
_ONLY = re.compile(
    r"(?:\b(?:only|solely|just|depend\w*|through|function of|difference|distance|offset|solo|sólo|"
    r"soltanto|seule?s?|seulement|uniquement|nur|hängt|apenas|somente|depende|dépend|только|лишь|"
    r"завис\w*)\b|[仅只]|依赖|取决于|相对|相対|오직|상대)[^.;。；\n]{0,40}$",
    re.IGNORECASE,
)
_MATTERS = re.compile(
    r"[\s$)]*(?:surviv|remain|matter|is left|enters?\b|counts?\b|有关|だけ|のみ|に依存|만|"
    r"에만|에 의존|bleibt)",
    re.IGNORECASE,
)

# Words behind which a shorter formula takes the place of a longer one.
_PREFERS = re.compile(
    r"(?:\b(?:only|solely|just|simply|merely|finally|in the end|collaps\w*|reduc\w*|simplif\w*|"
    r"shrinks?|boils? down|becomes?|leaves?|nur|bloß|lediglich|letztlich|am Ende|reduzier\w*|kürzt|"
    r"solo|sólo|solamente|al final|apenas|somente|no fim|soltanto|alla fine|seule?s?|seulement|"
    r"finalement|только|лишь|в итоге|остаётся|остается)\b|[仅只]|最[终後后]|化简|变成|结局|結局|"
    r"最終的|오직|결국|단지|→|->|=>)[^.;。；\n]{0,40}$",
    re.IGNORECASE,
)
# What stands between the names of a list.
_JOINED = re.compile(r"[\s,、$`]*(?:and|und|y|e|et|и|[和与と及]|와|과|,)[\s,$`]*", re.IGNORECASE)


def concluding_of(usable: Sequence[Statement], asked: Asked) -> Statement:
    """The last of those that conclude most. Raises Unclear where that leaves it open."""
    best = max(_rank(one, asked) for one in usable)
    ranked = [one for one in usable if _rank(one, asked) == best]
    _refuse_hedge([*ranked, *_offered_with(ranked[-1], usable)], asked)
    if not best[-1] and len({one.last for one in ranked}) > 1:  # names, and nothing is said of them
        message = f"there are {len(ranked)} names here; write one {asked.what}"
        raise Unclear(message, ranked[-1].last)
    _refuse_preferred(ranked[-1], usable, asked)
    if any(one.by_case for one in usable[usable.index(ranked[-1]) :]):
        message = f"there is a {asked.what} for each of several cases; write the one asked for"
        raise Unclear(message, ranked[-1].last)
    return ranked[-1]


def _refuse_preferred(chosen: Statement, usable: Sequence[Statement], asked: Asked) -> None:
    """`a b reduces; only b matters`: behind the formula chosen a piece of it, of which the words
    say that it is what is left. Raises Unclear. Of the names of a list none is preferred."""
    if chosen.role is Role.BOXED:
        return
    whole = tokens(chosen.last)
    after = usable[usable.index(chosen) + 1 :]
    pieces = [
        len(one.sides) == 1 and one.role > Role.GIVEN and _is_within(tokens(one.last), whole)
        for one in after
    ]
    for at, one in enumerate(after):
        preferred = _PREFERS.search(one.before[-_NEAR:]) or _MATTERS.match(one.behind)
        if pieces[at] and preferred and not _is_listed(at, after, pieces):
            message = f"is it `{chosen.last[:60]}`, or `{one.last[:60]}`? write one {asked.what}"
            raise Unclear(message, one.last)


def _is_listed(at: int, after: Sequence[Statement], pieces: Sequence[bool]) -> bool:
    """Whether nothing but `and` or a comma stands between this piece and the one beside it."""
    return any(
        0 < second < len(after)
        and pieces[second - 1]
        and pieces[second]
        and _JOINED.fullmatch(after[second].before)
        for second in (at, at + 1)
    )


def but_pieces(usable: Sequence[Statement]) -> list[Statement]:
    """Without formulas alone that are a piece of an equation before them, which they speak of, or
    of the argument of a function in any formula, of which they say that it depends on them."""
    found: list[Statement] = []
    for one in usable:
        alone = len(one.sides) == 1 and one.role <= Role.CONCLUDED and not one.hedged
        depends = _ONLY.search(one.before[-_NEAR:]) or _MATTERS.match(one.behind)
        wholes = [(tokens(it.last), bool(it.left)) for it in found]
        piece = tokens(one.last)
        is_piece = any(
            (of_equation and one.role <= Role.STATED and _is_within(piece, whole))
            or (depends and _is_argument(piece, whole))
            for whole, of_equation in wholes
        )
        if not (alone and is_piece):
            found.append(one)
    return found


def _is_argument(piece: list[str], whole: list[str]) -> bool:
    """Whether it stands in brackets behind a function, or right behind one, and nowhere else; a
    difference also as its opposite."""
    bare = piece[1:-1] if piece[:1] + piece[-1:] == ["(", ")"] else piece
    ways = [bare]
    if bare.count("-") == 1:
        at = bare.index("-")
        ways.append([*bare[at + 1 :], "-", *bare[:at]])
    places = [
        at for way in ways for at in range(len(whole)) if bare and whole[at : at + len(way)] == way
    ]
    return bool(places) and all(_opened_by_function(whole[:at]) for at in places)


def _opened_by_function(before: Sequence[str]) -> bool:
    """Whether a function ends here, such as `\\cos`, or a bracket is open that is behind one."""
    if before and before[-1].startswith("\\") and function_named(before[-1][1:]) is not None:
        return True
    closed = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            closed += 1
        elif before[at] == "(" and closed:
            closed -= 1
        elif before[at] == "(":
            names = (
                before[at - 1].lstrip("\\") if at else "",
                "".join(before[max(0, at - 3) : at]),
            )
            if any(function_named(name) is not None for name in names):
                return True
    return False


def _is_within(piece: Sequence[str], whole: Sequence[str]) -> bool:
    spans = (whole[at : at + len(piece)] for at in range(len(whole) - len(piece) + 1))
    return len(piece) < len(whole) and any(it == piece for it in spans)


def _rank(one: Statement, asked: Asked) -> tuple[int, ...]:
    """What concludes comes first: a box, the left side asked for, words, an equation."""
    own = is_of(one, asked.own)
    return (one.role is Role.BOXED, own, one.role >= Role.STATED, has_substance(one))


def _offered_with(one: Statement, usable: Sequence[Statement]) -> list[Statement]:
    """What `or` alone joins to it, whatever rank that has: `the answer is A or rather B`."""
    after = usable[usable.index(one) + 1 :][:1]
    return [other for other in after if _OR.fullmatch(other.before)]


def _refuse_hedge(ranked: Sequence[Statement], asked: Asked) -> None:
    hedged = [one for one in ranked if one.hedged]
    if hedged and len(ranked) > 1 and len({one.last for one in ranked}) > 1:
        shown = " or ".join(f"`{one.last[:60]}`" for one in ranked[-2:])
        raise Unclear(f"is it {shown}? write one {asked.what}", ranked[-1].last)


def added_up(one: Statement, usable: Sequence[Statement]) -> Statement:
    """`c = a` and then `c += b` in code, as `c = (a) + (b)`."""
    if one.signs[:1] != (ADDS,):
        return one
    before = [other for other in usable if other is not one and other.left == one.left]
    terms = [f"({sides_in(other)[-1]})" for other in [*before, one]]
    return replace(one, sides=(one.left, " + ".join(terms)), signs=("=",))
