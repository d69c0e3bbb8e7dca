"""Which statements of an answer may be its answer at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.kinds.conclusion.asked import Asked
from grader.kinds.conclusion.traits import (
    has_answer,
    has_substance,
    is_mention,
    is_name_alone,
    is_of,
    is_of_numbers,
    is_update,
)
from grader.kinds.lefts import has_base_of, is_one_of
from grader.kinds.marker import Unclear
from grader.kinds.solving import names_in, solved, solved_last
from grader.maths.tree.names import key_of
from grader.writing import Role, Span, Statement, statements
from grader.writing.cases import by_cases

# What an honest answer has; each is read once.
MAX_STATEMENTS = 60


def usable_in(text: str, found: list[Span], asked: Asked) -> list[Statement]:
    """What may be the answer of all that is stated. Raises Unclear where nothing is."""
    stated = [one for all_cases in statements(found) for one in by_cases(all_cases, asked.own)]
    stated = stated[:MAX_STATEMENTS]
    stated = [solved_last(one, asked.own) for one in stated]
    if asked.as_factor:
        stated = [solved(one, asked.own) for one in stated]
    named = [names_in(one.last) for one in stated]
    stated = [_as_definition(one, stated, named) for one in stated]
    stated = [_as_example(one, stated) for one in stated]
    usable = [
        one
        for one in (stated if asked.whole else asked.about_this(stated))
        if one.role is not Role.DENIED
        and (is_of(one, asked.own) or not is_of(one, asked.others) or is_update(one))
        and has_answer(one)
        and not is_mention(one)
    ]
    if asked.whole:
        usable = _of_this_part(usable, asked)
    if not usable:
        raise Unclear(_nothing(stated, asked), text)
    return usable


def _of_this_part(usable: Sequence[Statement], asked: Asked) -> list[Statement]:
    """Of a text that answers several parts, what can belong to this one: told by its left side, or
    by its place, where there are as many formulas as parts."""
    if asked.own:
        found = [one for one in usable if is_of(one, asked.own)]
        return found or [one for one in usable if has_base_of(one.left, asked.own)]
    at, count = asked.place
    if count == 1:
        return list(usable)
    worth = [one for one in usable if has_substance(one)]
    stated = [one for one in worth if one.role >= Role.STATED]
    return next(([them[at]] for them in (stated, worth) if len(them) == count), [])


def _as_definition(
    one: Statement, stated: Sequence[Statement], named: Sequence[set[str]]
) -> Statement:
    """`n = H` beside `2^{-8k/n}`: what a name in another formula is, is not the answer."""
    key = key_of(one.left) if one.left else None
    if key is None or one.role is Role.BOXED:
        return one
    used = any(
        key in names
        for other, names in zip(stated, named, strict=True)
        if other is not one and other.left != one.left and not is_name_alone(other)
    )
    return replace(one, role=min(one.role, Role.GIVEN)) if used else one


def _as_example(one: Statement, stated: Sequence[Statement]) -> Statement:
    """`64^{-0.5} = 0.125` beside `d^{-0.5}`, and `J ≈ 0` beside what J is: the values of one case,
    where a formula in letters is given too."""
    if not one.is_equation or one.role is Role.BOXED or not is_of_numbers(one.last):
        return one
    in_numbers = all(map(is_of_numbers, one.sides))
    about = [
        other
        for other in stated
        if other.role >= Role.STATED and not is_of_numbers(other.last)
        and (in_numbers or (one.signs == ("≈",) and is_one_of(one.left, [other.left])))
    ]  # fmt: skip
    return replace(one, role=min(one.role, Role.GIVEN)) if about else one


def _nothing(stated: Sequence[Statement], asked: Asked) -> str:
    if asked.whole:
        name = f" for `{asked.own[0]}`" if asked.own else ""
        return f"no equation{name} was found here; write one, or the part's name before the answer"
    if any(one.role is Role.DENIED for one in stated):
        return f"this says what it is not; write the {asked.what} itself"
    if stated:
        return f"none of the formulas here is the {asked.what} asked for; write it alone: $…$"
    return f"no {asked.what} was found here; write it between dollars: $…$"
