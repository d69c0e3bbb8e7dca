"""Of the quantities that an answer gives, `mean 0 and variance d`, the one that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from grader.kinds.conclusion.traits import is_of_numbers
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Unclear
from grader.kinds.statistics import is_called_otherwise
from grader.writing import Role, Statement
from grader.writing.concluding import last_sentence
from grader.writing.scripts import LATIN

# What may stand between the word for a quantity and its value.
_IS = (
    r"(?:\s|[$:=,~≈('\"*-]|\b(?:is|are|was|equals?|equal to|becomes|of|exactly|just|then|also|thus|"
    r"therefore|will be|comes? to|grows? (?:to|as)|es|est|é|è|ist|sind|beträgt|wird|vale|vaut|"
    r"igual|égale|gleich|von|a|à|de|di|da|d'|do|na|равна|равно|составляет|будет|становится)"
    r"(?![A-Za-zÀ-ÿ])|[为為是就则即将将也]|等于|は|が|を|も|은|는|이|가|—|–)*"
)
# `the variance of the dot product is`
_OF_WHAT = (
    r"\s+(?:of|del|della|dell'|de|do|da|des|du|von)\s[^,.;:\n]{1,40}\s"
    r"(?:is|are|equals|becomes|es|est|é|è|ist|vale|vaut|beträgt|=)(?![A-Za-zÀ-ÿ])"
)
# How far one looks for the word.
_NEAR = 80
# What a number of the terms is said for.
_REASON = re.compile(
    r"\b(?:since|because|as|each|every|if|when|after|unit|jede\w*|weil|da|wenn|cada|porque|si|se|"
    r"chaque|car|ogni|perché|кажд\w*|если|так как)\b|[每各若当]|因为|由于|如果|ため|とき|から|"
    r"마다|각|때문|缩放|除以",
    re.IGNORECASE,
)
# A number behind one of these is what comes out when something is done to what is asked for.
_AFTERWARDS = re.compile(
    r"(?:\b(?:re)?scal(?:ed|ing|es?)\b|\bdivi[ds]|normali[sz]|\bescalad|skalier|teil(?:t|en)\b|"
    r"缩放|除以|スケーリング|割[りる]|스케일|나누|나눠|масштабир|\b(?:раз|по)?дел(?:им|ени|ить))[^.。;；]*$",
    re.IGNORECASE,
)
# A condition, before a value or, where the verb is the last word, behind it.
_CONDITION = re.compile(
    r"(?:\b(?:if|when|suppose|assum\w+|given|let|since|si|sea|cuando|se|quando|sendo|wenn|falls|seien?|"
    r"angenommen|quand|supposons|soit|если|пусть|при|когда)\b|假设|假定|如果|[若当设])[^,，;；]*$",
    re.IGNORECASE,
)
_CONDITION_BEHIND = re.compile(
    r"[\s$)]*(?:(?!\n)[^。.、，,]){0,20}(?:とき|場合|なら|이면|이고|일 때|라면|时候?|的情况)"
)
# `the mean of (a + b)^2 is`: of a square, it is none of what is in the square.
_SQUARE = re.compile(r"\^\s*\{?\s*2|²")


def but_called_otherwise(
    stated: Sequence[Statement], asked: Collection[str], own: Sequence[str]
) -> Sequence[Statement]:
    """The statements, with those that the words call another statistic than the ones `asked` said
    in passing. Raises Unclear where that leaves none, or where one of them is in a box."""
    if not asked:
        return stated
    otherwise = [
        not is_one_of(one.left, own)
        and is_called_otherwise(asked, _words_to(one, last), one.behind)
        for last, one in zip([None, *stated], stated, strict=False)
    ]
    live = [it for it, one in zip(otherwise, stated, strict=True) if one.role is not Role.DENIED]
    for it, one in zip(otherwise, stated, strict=True):
        if it and (all(live) or one.role is Role.BOXED):
            raise Unclear(f"the words call `{one.last[:40]}` something else than what is asked")
    return [
        replace(one, role=min(one.role, Role.GIVEN)) if it else one
        for it, one in zip(otherwise, stated, strict=True)
    ]


def _words_to(one: Statement, last: Statement | None) -> str:
    """The words before it, and, where these only say that something is it, those before that."""
    if last is None or not re.fullmatch(_IS, one.before, re.IGNORECASE):
        return one.before
    return f"{last.before} {'' if not _SQUARE.search(last.written) else '.'} {one.before}"


def of_quantity(
    stated: Sequence[Statement], names: Sequence[str], own: Sequence[str]
) -> Sequence[Statement]:
    """The statements, with the last that is called by one of the `names` for the conclusion and the
    others said in passing. As they are where none is called so, where another value may be meant
    as well, or where an equation says what is asked for."""
    if not names or any(one.role is Role.BOXED or is_one_of(one.left, own) for one in stated):
        return stated
    ends = _ends_with(names)
    _refuse_number_in_words(stated, names)
    called = [one for one in stated if ends(one.before) and len(one.sides) == 1]
    if any(one.role is Role.DENIED for one in called) or any(one.hedged for one in stated):
        return stated
    held = [
        one
        for last, one in zip([None, *stated], stated, strict=False)
        if one in called and not _is_condition(one) and not _is_afterwards(one, last)
    ]
    held = [one for one in held if one.role > Role.GIVEN or any(map(_is_condition, called))]
    others = {one.last for one in called if not is_of_numbers(one.last)}
    if not held or not others <= {held[-1].last} or _goes_on(held[-1], stated):
        return stated
    return [
        replace(one, role=Role.CONCLUDED if one is held[-1] else min(one.role, Role.GIVEN))
        for one in stated
    ]


def _refuse_number_in_words(stated: Sequence[Statement], names: Sequence[str]) -> None:
    """`the mean is $d$, the variance 1`: a number among the words is what is asked for. Raises
    Unclear."""
    behind = last_sentence(stated[-1].behind) if stated else ""
    found = _named(names, r"(?P<value>\d+)(?!\w|\.\d)").search(behind[:_NEAR])
    if found and not _REASON.search(behind[: found.end()]):
        raise Unclear(f"is the answer `{stated[-1].last}`, or {found['value']}? write one of them")


def _goes_on(chosen: Statement, stated: Sequence[Statement]) -> bool:
    """Whether another formula concludes behind it."""
    return any(
        one.start > chosen.start and one.role > Role.STATED and not is_of_numbers(one.last)
        for one in stated
    )


def _is_condition(one: Statement) -> bool:
    before = _CONDITION.search(last_sentence(one.before))
    return bool(before or _CONDITION_BEHIND.match(one.behind))


def _is_afterwards(one: Statement, last: Statement | None) -> bool:
    """Also where what it is divided by stands between: `after dividing by a the variance is 1`."""
    words = f"{last.before if last else ''} {one.before}"
    return is_of_numbers(one.last) and _AFTERWARDS.search(words) is not None


def _ends_with(names: Sequence[str]) -> Callable[[str], bool]:
    """Whether words end with one of these names, and no more than that it is something."""
    named = _named(names, r"\Z")
    return lambda text: named.search(text[-_NEAR:]) is not None


def _named(names: Sequence[str], value: str) -> re.Pattern[str]:
    """One of these names, and the value that it is."""
    words = (re.escape(name).replace(r"\*", rf"[{LATIN}Ѐ-ӿ]*") for name in names)
    called = rf"(?<![{LATIN}Ѐ-ӿ])(?:{'|'.join(words)})(?:{_OF_WHAT})?{_IS}{value}"
    return re.compile(called, re.IGNORECASE)
