"""Values that a question gives to its names, where an answer says them again, and the values of
other cases: of `8 for D = 64, 16 for D = 256` only the first is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from grader.maths.tree.names import key_of
from grader.writing import Role, Statement

Given = Mapping[str, str]  # a value as it is written: the name that has it

_PAIR = re.compile(r"(?<![\w\\{}])(?P<name>\\?[A-Za-z][\w\\{}]*)\s*=\s*(?P<value>\d+(?:\.\d+)?)")
_NUMERAL = re.compile(r"\d+(?:\.\d+)?")
_WORKING = re.compile(r"sqrt|frac|[/^*+]")
_LABEL = re.compile(r"(?<!\w)(?P<name>[A-Za-z]\w*)[`*$]{0,3}\s?[:：]?\s?[`*$]{0,3}$")
_NEAR = 60  # how far before a number its label may begin
_THOUSANDS = re.compile(r"(?<=\d)[.,' ](?=\d{3}\b)")
_ENDED = re.compile(r"[.;!?](?=\s|$)|[。；]|\n")
# Between a number and the case it is of, `8 for D = 64`; else a case comes first.
_FOR = re.compile(
    r"\s*[(（]?\s*(?:for|with|when|if|at|where|für|bei|mit|wenn|para|con|com|cuando|quando|si|se|pour|"
    r"avec|quand|per|для|при|если)\s*(?:the\s+)?",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s*(?:$|[,;.)）。，、;；]|(?:and|or|but|und|y|e|et|и)\b)")
_JOINED = re.compile(r"\s*(?:,|/|or|and|o|y|ou|et|e|und|oder|или|и|或|和|、)\s*", re.IGNORECASE)


def values_given(text: str) -> dict[str, str]:
    """What the text of a question gives: `for $D = 64$`."""
    return {found["value"]: _plain(found["name"]) for found in _PAIR.finditer(text)}


def but_other_cases(stated: Sequence[Statement], given: Given) -> list[Statement]:
    """Without what the question gives, and without what is said of another case: where a name has
    another value than the question's, which the answer gives it too, or where the same is worked
    out with another number. What may be that is said in passing."""
    if not given:
        return list(stated)
    ours = {_name(one) for one in stated if _is_condition(one) and _value(one) in given}
    named = {
        _name(one)
        for at, one in enumerate(stated)
        if _is_named(one, given) and (one.role <= Role.GIVEN or _is_listed(stated, at))
    }
    found: list[Statement | None] = []
    elsewhere: set[str] = set()  # names that have another value here

    def of_another_case(one: Statement) -> Statement | None:
        if elsewhere & ours:
            return None if one.role < Role.BOXED else one
        return replace(_in_passing(one), hedged=True)  # what it is here is not said

    listing = False
    for one in stated:
        if _ENDED.search(one.before):
            elsewhere.clear()
        name = _name(one) if _is_condition(one) else ""
        if name and (_value(one) in given or name in ours | named):
            last = found[-1] if found and _is_behind(one) else None
            elsewhere = elsewhere - {name} if _value(one) in given else elsewhere | {name}
            if last is not None and not _is_condition(last):
                found[-1] = of_another_case(last) if elsewhere else last
                elsewhere.clear()
            settled = _is_given(one, given) or bool(elsewhere & ours & {name})
            found.append(None if settled else _in_passing(one))
            listing = True
            continue
        listing = listing and len(one.sides) == 1 and bool(_JOINED.fullmatch(one.before))
        if _is_alike(one, stated, given) and one.role < Role.BOXED:
            found.append(None)
        elif elsewhere:
            found.append(of_another_case(one))
        else:
            found.append(_in_passing(one) if listing or _is_labelled(one, given) else one)
    return [one for one in found if one is not None] or list(stated)


def _is_behind(one: Statement) -> bool:
    """Whether a case is that of the number before it, `8 for D = 64, 16 for …`."""
    return bool(_FOR.fullmatch(one.before) and _CLOSED.match(one.behind))


def _is_given(one: Statement, given: Given) -> bool:
    return _is_condition(one) and _is_called(one.left, _value(one), given)


def _is_listed(stated: Sequence[Statement], at: int) -> bool:
    """Whether a case has another right before it or behind: `d = 5, n = 6`."""
    near = stated[max(0, at - 1) : at + 2]
    return any(
        _is_condition(it) and _is_condition(other) and _JOINED.fullmatch(other.before)
        for it, other in pairwise(near)
    )


def _is_named(one: Statement, given: Given) -> bool:
    """Whether it gives a value to a name that the question gives one."""
    return _is_condition(one) and any(_is_called(one.left, it, given) for it in given)


def _in_passing(one: Statement) -> Statement:
    return replace(one, role=min(one.role, Role.GIVEN))


def _is_condition(one: Statement) -> bool:
    sides = [side for side in one.sides if side]
    return len(sides) == 2 and bool(_name(one)) and bool(_NUMERAL.fullmatch(sides[-1]))


def _value(one: Statement) -> str:
    return next((side for side in reversed(one.sides) if side), "")


def _name(one: Statement) -> str:
    name = one.left.replace("\\_", "_")
    return _plain(name) if name and key_of(name) is not None else ""


def _plain(name: str) -> str:
    name = re.sub(r"\\(?:text|mathrm|mathit|texttt|operatorname)", "", name)
    return re.sub(r"[^A-Za-z0-9]", "", name).casefold()


def _is_labelled(one: Statement, given: Given) -> bool:
    """`warmup_steps: 4000`, `d_model 512`."""
    label = _LABEL.search(one.before[-_NEAR:])
    value = _THOUSANDS.sub("", one.last)
    return label is not None and len(one.sides) == 1 and _is_called(label["name"], value, given)


def _is_called(name: str, value: str, given: Given) -> bool:
    """Whether the question gives a value to this name, or to one that begins it."""
    asked, said = given.get(value, ""), _plain(name)
    begins = said.startswith(asked) if len(asked) > 1 else name.casefold().startswith(f"{asked}_")
    return bool(asked) and (said == asked or begins)


def _is_alike(one: Statement, stated: Sequence[Statement], given: Given) -> bool:
    """Whether a value of the question's is worked out alike, `sqrt(64) = 8`, and this with another
    number: `sqrt(128)`."""
    mine = dict(map(_worked, one.sides[:-1]))
    for other in stated:
        for shape, numerals in map(_worked, other.sides[:-1]):
            if shape and shape in mine and numerals & given.keys() > mine[shape] & given.keys():
                return True
    return False


def _worked(side: str) -> tuple[str, frozenset[str]]:
    """The shape of some working in numbers alone, and those numbers."""
    if not _WORKING.search(side):
        return "", frozenset()
    shape = _NUMERAL.sub("#", re.sub(r"\s", "", side))
    return shape, frozenset(_NUMERAL.findall(side))
