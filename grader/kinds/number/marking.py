"""`number`: a value, exact or to a declared precision, and which factor is missing if one is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.inputs import did_you_mean
from grader.course.parts import Part
from grader.kinds.formula.answers import answered
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import symbols_of_part
from grader.kinds.formula.subjects import ASKED
from grader.kinds.formula.symbols import BadSymbol
from grader.kinds.given import values_given
from grader.kinds.marker import (
    Faulty,
    Marked,
    Marker,
    Marking,
    Unclear,
    correct,
    listed_mistake,
    wrong,
)
from grader.kinds.number.keys import NumberPart
from grader.kinds.quantity import decide, exactly, same_quantity, shown, why_undecided
from grader.kinds.stated import (
    Reading,
    Stated,
    authors_number,
    broken_steps,
    is_rounded,
    stated_numbers,
    the_one,
)
from grader.kinds.statistics import asked_of, is_called_otherwise
from grader.maths import Decided, Expr, Number, free_names, multiply, number, substitute
from grader.writing import Role
from grader.writing.glossary import in_english
from grader.writing.numerals import open_numeral, plain_numerals

# A decimal below one, and its digits that count.
_PLAIN = re.compile(r"0?\.0*(?P<digits>[1-9]\d*)")


class NumberMarker(Marker):
    def mark(self, part: NumberPart, text: str, marking: Marking) -> Marked:
        if marking.whole and marking.place_among(part)[1] > 1:
            raise Unclear("the part's name is missing: write it and a colon before the answer")
        truth = authors_number(part.answer)
        own = _own_formula(part, marking)
        chosen = _meant(part, text, truth, own)
        given, read_as = chosen.value, shown(chosen.value)
        notes = broken_steps(chosen)
        found = decide(
            given, truth, decimals=part.decimals, digits=part.digits, relative=part.relative
        )
        if found.verdict is Decided.UNDECIDED:
            return Marked(
                Verdict.UNDECIDED, 0.0, f"a person decides: {why_undecided(found)}", read_as
            )
        if found.equal:
            return correct(read_as=read_as, notes=notes)
        mistake = listed_mistake(part, lambda answer: _same(part, given, authors_number(answer)))
        if own is not None:
            if _same(part, given, own):
                # The mistake was made, and paid for, in the formula: the value follows from it.
                note = f"not the right value, but it follows from your own {part.follows}"
                return Marked(Verdict.CORRECT, 1.0, "", read_as, notes=(note, *notes))
            if _same(part, own, truth):
                notes = (f"your own {part.follows} gives another value", *notes)
        return wrong(_words(part, chosen, truth), read_as, mistake, notes)

    def is_told(self, part: NumberPart, marking: Marking) -> bool:
        return False

    def read(self, part: NumberPart, text: str, marking: Marking) -> tuple[str, str]:
        found = stated_numbers(text, Reading(units=part.units))
        return shown(the_one(found, lambda value: False).value), ""

    def right_answer(self, part: NumberPart) -> str:
        return f"`{part.answer}`"

    def faults(self, part: NumberPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        texts = [("answer", part.answer)]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                authors_number(text)
            except Unclear as error:
                yield (field,), f"`{text}` is not a number: {error}"
        if part.follows:
            yield from _follow_faults(part, parts)


def _follow_faults(part: NumberPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
    followed = parts.get(part.follows)
    if not isinstance(followed, FormulaPart):
        formulas = [name for name, one in parts.items() if isinstance(one, FormulaPart)]
        message = f"`{part.follows}` is not a part that asks for a formula"
        yield ("follows",), message + did_you_mean("", formulas)
        return
    lacking = [symbol for symbol in followed.symbols if symbol not in part.values]
    if lacking:
        yield ("values",), f"gives no value for {', '.join(lacking)}, which {part.follows} uses"


def _same(part: NumberPart, given: Expr, truth: Expr) -> bool | None:
    return same_quantity(
        given, truth, decimals=part.decimals, digits=part.digits, relative=part.relative
    )


def _meant(part: NumberPart, text: str, truth: Expr, own: Expr | None) -> Stated:
    """The number that counts. Raises Unclear where there is none, or where it can be read in two
    ways of which one is right."""

    def is_right(value: Expr) -> bool | None:
        return _same(part, value, truth) or (own is not None and _same(part, value, own))

    whole = _is_whole(part, truth)
    given = values_given(part.text)
    reading = Reading(units=part.units, thousands=whole is True, given=given)
    if not (unsure := open_numeral(text)):
        return _called(part, _but_called_otherwise(part, stated_numbers(text, reading)), is_right)
    ways = [reading] if whole is not None else []
    ways += [replace(reading, thousands=large, by_habit=False) for large in (True, False)]
    chosen = [the_one(stated_numbers(text, way), is_right) for way in ways]
    verdicts = [is_right(one.value) for one in chosen]
    if whole is not None and verdicts[0] is not False:
        return chosen[0]
    if any(verdict is not False for verdict in verdicts) and not all(verdicts):
        large, small = (plain_numerals(unsure, thousands=it) for it in (True, False))
        raise Unclear(f"`{unsure}` can be {large} or {small}: write one of them", unsure)
    return chosen[0]


def _but_called_otherwise(part: NumberPart, found: list[Stated]) -> list[Stated]:
    """Without those that the words call another statistic than the one that is asked for. Raises
    Unclear where that leaves none."""
    if not (asked := asked_of([part.text])):
        return found
    left = [one for one in found if not is_called_otherwise(asked, one.before)]
    if not any(one.role is not Role.DENIED for one in left):
        raise Unclear(f"the words call {found[-1].written} something else than what is asked")
    return left


def _called(
    part: NumberPart, found: list[Stated], is_right: Callable[[Expr], bool | None]
) -> Stated:
    """The one that counts. Where that is open, the right one if it alone is called what is asked:
    `the standard deviation is 8, and 1 after scaling`. Raises Unclear."""
    if len(found) == 1 and _ends_in_mistake(part, found[0]):
        return found[0]
    try:
        return the_one(found, is_right)
    except Unclear:
        asked = ASKED.match(part.text)
        wanted = asked[1].casefold() if asked else ""
        called = [one for one in found if wanted and wanted in in_english(one.before).casefold()]
        if len(called) != 1 or called[0].role is Role.DENIED or any(it.hedged for it in found):
            raise
        if not is_right(called[0].value):
            raise
        return called[0]


def _ends_in_mistake(part: NumberPart, one: Stated) -> bool:
    """Whether a chain ends in a known mistake with as many digits as are asked for: then that is
    meant, and not what it was rounded from, `0.0442 * 0.0158 = 0.000698`."""
    digits = _PLAIN.fullmatch(one.written)
    live = one.role is not Role.DENIED and not one.hedged and not one.changed
    if not digits or not live or len(digits["digits"]) != part.digits:
        return False
    return any(one.value == authors_number(it.answer) for it in part.mistakes)


def _is_whole(part: NumberPart, truth: Expr) -> bool | None:
    """Whether a whole number is asked for; None where the part does not say."""
    if part.decimals is not None:
        return part.decimals == 0
    if part.digits is not None or part.relative is not None:
        return None
    return isinstance(truth, Number) and truth.value.denominator == 1


def _words(part: NumberPart, chosen: Stated, truth: Expr) -> str:
    if factor := _missing_factor(part, chosen.value, truth):
        return factor
    if is_rounded(chosen, truth):
        exact = part.decimals is None and part.digits is None and part.relative is None
        asked = "the exact number is" if exact else "more digits are"
        return f"{chosen.written} is rounded; {asked} asked for"
    return f"{chosen.written} is not right"


def _missing_factor(part: NumberPart, given: Expr, truth: Expr) -> str:
    for name, factor in part.factors.items():
        if _same(part, multiply(given, number(factor)), truth):
            return f"exactly the factor {name} = {factor} is missing"
        if _same(part, given, multiply(truth, number(factor))):
            return f"the factor {name} = {factor} is in it once too often"
    return ""


def _own_formula(part: NumberPart, marking: Marking) -> Expr | None:
    """The student's own formula at the given values, where there is one that can be read.

    A formula without symbols is only another number: nothing follows from it.
    """
    asked = marking.parts.get(part.follows)
    text = marking.others.get(part.follows, "")
    if not isinstance(asked, FormulaPart) or not text.strip():
        return None
    try:
        symbols = symbols_of_part(asked)
        formula = answered(asked, text, symbols, marking).readings[0].expr
    except (Unclear, BadSymbol):
        return None
    names = free_names(formula)
    if not names or not names <= set(part.values):
        return None
    values = {name: number(exactly(value)) for name, value in part.values.items()}
    return substitute(formula, values)
