"""A wrong formula that may not be what the answer says: then a person reads it."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.kinds.formula.angles import other_ways
from grader.kinds.formula.answers import Answered, answered
from grader.kinds.formula.judging import Judge
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import read_formula, symbols_of_part
from grader.kinds.formula.redefining import is_given_otherwise
from grader.kinds.formula.symbols import BadSymbol, with_steps
from grader.kinds.lefts import has_base_of, is_one_of
from grader.kinds.marker import Marking, Unclear
from grader.kinds.refusing import refuse_two
from grader.kinds.solving import names_in
from grader.maths import Expr, Name, Work, free_names, substitute
from grader.maths.tree.names import key_of
from grader.writing import Role

# A slope at a place, which many take for the slope by the value there: σ'(f) for f (1 - f).
_SLOPE_AT = re.compile(
    r"(?P<function>\\?(?:sigma|sigmoid|tanh)|σ)\s*(?:'|′|\^\{?\\prime\}?)\s*"
    r"\((?P<at>(?:[^()]|\([^()]*\))*)\)"
)
_ONE_LESS = re.compile(r"\b1(?:\.0*)?\s*[-−]")
# Vectors that an answer says are rows: its products and transposes are those of rows.
_ROWS = re.compile(r"\brow[- ]vectors?\b|\bas (?:a )?rows?\b|行向量|行ベクトル", re.IGNORECASE)
# A line that a minus begins, or the sign of an item.
MAX_BELOW = 4
_BELOW = re.compile(r"\n[ \t]*[-−][ \t]+(?=\S)([^\n=]{1,200})(?=\n|\Z)")


def refuse_if_doubtful(
    part: FormulaPart, text: str, found: Answered, judge: Judge, *, known: bool
) -> None:
    """Of an answer that is not right, `known` if its mistake has a name. Raises Unclear."""
    judge = replace(judge, marking=replace(judge.marking, prover=None))  # no proof for what is not
    _refuse_two_readings(found, judge)
    _refuse_another_shape(part, found, judge)
    _refuse_broken_line(part, text, found, judge)
    _refuse_slope_by_value(part, found, judge)
    _refuse_first_step(found)
    if not known:
        _refuse_what_is_not_meant(part, found, judge)
        _refuse_open_argument(part, found, judge)
        _refuse_numbers_of_a_formula(found, judge)
        _refuse_other_case(found, judge)
        _refuse_given_otherwise(part, text, judge)
        _refuse_rows(text, found, judge)


def _refuse_two_readings(found: Answered, judge: Judge) -> None:
    """An answer that ends with a wrong formula and has the right one in it: a person reads it, for
    nobody else can tell which of the two it gives. So it is with one that gives several formulas
    where one of another shape is asked for: together they may be it."""
    last = found.conclusion
    for other in (*last.others, *last.asides):
        readings = [one.expr for one in other.value or ()]
        if any(_is_right(judge, one) or _in_other_case(judge, one) for one in readings):
            refuse_two(other.text, last.text)
    if last.others and judge.is_of_another_shape(found.readings[0].expr):
        count = len(last.others) + 1
        raise Unclear(f"there are {count} formulas here; write what is asked for as one", last.text)


def _refuse_what_is_not_meant(part: FormulaPart, found: Answered, judge: Judge) -> None:
    """A wrong formula that may not be the answer at all: one that is only spoken of after an
    equation, or an equation for what another part asks. Raises Unclear."""
    last, marking = found.conclusion, judge.marking
    if last.equation and last.statement.role <= Role.STATED:
        refuse_two(last.equation, last.text)
    left = last.statement.left
    if not part.left or not left or is_one_of(left, tuple(with_steps(part.left))):
        return
    others = {name: one for name, one in marking.parts.items() if one is not part}
    for name, other in others.items():
        if isinstance(other, FormulaPart) and _is_answer_to(other, last.text, marking):
            message = f"`{left[:40]}` is what `{name}` asks for; write what is asked here"
            raise Unclear(message, last.text)


def _refuse_another_shape(part: FormulaPart, found: Answered, judge: Judge) -> None:
    """An equation for a name of the student's own that has not the shape of what is asked: a step
    on the way, as it seems. Raises Unclear."""
    left = found.conclusion.statement.left
    own = tuple(with_steps(part.left))
    asked = not own or is_one_of(left, own) or has_base_of(left, own)
    if left and not asked and judge.is_of_another_shape(found.readings[0].expr):
        message = f"`{left[:40]}` has another shape than what is asked; write what is asked here"
        raise Unclear(message, found.conclusion.text)


def _refuse_open_argument(part: FormulaPart, found: Answered, judge: Judge) -> None:
    """`cos(m - n)θ` that is wrong as a product with θ and right as the cosine of one, or the other
    way round. Raises Unclear."""
    text = found.conclusion.text
    for way in other_ways(text):
        if _reads_right(part, way, judge):
            refuse_two(way, text)


def _refuse_first_step(found: Answered) -> None:
    """`d = a tanh(c)` where another line goes on with d and the slope of a gate: what is asked for
    may be that. Raises Unclear."""
    last = found.conclusion.statement
    key = key_of(last.left) if last.left else None
    for one in found.conclusion.beside:
        if one.start > last.start and key in names_in(one.last) and _ONE_LESS.search(one.last):
            raise Unclear(f"`{one.left}` goes on from `{last.left}`; write it as one", one.last)


def _refuse_slope_by_value(part: FormulaPart, found: Answered, judge: Judge) -> None:
    """`d σ'(f)` that is wrong as the slope at f and right as the slope where the value is f. Raises
    Unclear."""
    text = found.conclusion.text

    def by_value(slope: re.Match[str]) -> str:
        at = slope["at"]
        return f"(1 - ({at})^2)" if "tanh" in slope["function"] else f"({at})(1 - ({at}))"

    changed = _SLOPE_AT.sub(by_value, text)
    if changed != text and _reads_right(part, changed, judge):
        refuse_two(changed, text)


def _refuse_broken_line(part: FormulaPart, text: str, found: Answered, judge: Judge) -> None:
    """`s = a` with `- b` below it, which may be an item of a list or the rest of the formula, that
    is wrong as the one and right as the other. Raises Unclear."""
    last = found.conclusion
    for below in itertools.islice(_BELOW.finditer(text), MAX_BELOW):
        above = text[: below.start()].rstrip()
        for first in (last.text, *(one.text for one in last.others)):
            whole = f"{first} - {below[1]}"
            if above.endswith(first) and _reads_right(part, whole, judge):
                refuse_two(whole, last.text)


def _reads_right(part: FormulaPart, text: str, judge: Judge) -> bool:
    try:
        found = answered(part, f"$${text}$$", symbols_of_part(part), judge.marking)
    except Unclear:
        return False
    return _is_right(judge, found.readings[0].expr)


def _is_answer_to(part: FormulaPart, text: str, marking: Marking) -> bool:
    if not part.answer:
        return False
    try:
        symbols = symbols_of_part(part)
        given = read_formula(text, symbols, part)
    except (Unclear, BadSymbol):
        return False
    return _is_right(Judge(part, symbols, marking, Work()), given)


def _refuse_numbers_of_a_formula(found: Answered, judge: Judge) -> None:
    """The right formula with the sizes of one model put in behind it. Raises Unclear."""
    if free_names(found.readings[0].expr):
        return
    for step in found.conclusion.steps:
        if any(free_names(one.expr) and _is_right(judge, one.expr) for one in step.value or ()):
            refuse_two(step.text, found.conclusion.text)


def _refuse_other_case(found: Answered, judge: Judge) -> None:
    """Raises Unclear."""
    if used := _in_other_case(judge, found.readings[0].expr):
        listed = ", ".join(f"{name} or {other}" for name, other in used.items())
        raise Unclear(f"is it {listed}? both are in this problem", found.conclusion.text)


def _in_other_case(judge: Judge, given: Expr) -> dict[str, str]:
    """Which names to exchange for those in capital or small letters, where the problem has both and
    that makes the formula right: Γ is easily written γ. Else nothing."""
    names = {*judge.symbols.scalars, *judge.symbols.matrices, *judge.symbols.indexed}
    twins = {
        name: other
        for name in sorted(free_names(given) & names)
        for other in names
        if name != other and name.casefold() == other.casefold()
    }
    changes = {name: Name(other) for name, other in twins.items()}
    return twins if twins and _is_right(judge, substitute(given, changes)) else {}


def _refuse_given_otherwise(part: FormulaPart, text: str, judge: Judge) -> None:
    """An answer that somewhere gives a symbol another meaning than the prompt does. Raises
    Unclear."""
    for name, meaning in is_given_otherwise(text, judge.symbols, judge.marking.prompt):
        raise Unclear(f"here {name} is {meaning[:40]}, and in this problem it is not", meaning)


def _refuse_rows(text: str, found: Answered, judge: Judge) -> None:
    """An answer of another shape, with vectors that are rows, as it says itself. Raises Unclear."""
    if _ROWS.search(text) and judge.is_of_another_shape(found.readings[0].expr):
        raise Unclear("your vectors are rows; write it with columns", found.conclusion.text)


def _is_right(judge: Judge, given: Expr) -> bool:
    return judge.judged(given).verdict is Verdict.CORRECT
