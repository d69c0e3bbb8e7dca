"""`number`: a value, exact or to a declared precision, and which factor is missing if one is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.checks.verdict import Verdict
from grader.course.inputs import did_you_mean
from grader.course.parts import Part
from grader.kinds.formula.answers import answered
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import symbols_of_part
from grader.kinds.formula.symbols import BadSymbol
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
from grader.kinds.quantity import (
    decide,
    exactly,
    read_quantity,
    same_quantity,
    shown,
    why_undecided,
)
from grader.kinds.snippets import snippet
from grader.maths import Decided, Expr, free_names, multiply, number, substitute


class NumberMarker(Marker):
    def mark(self, part: NumberPart, text: str, marking: Marking) -> Marked:
        given = read_quantity(
            snippet(text, "number", part.units), units=part.units,
            decimals=part.decimals, relative=part.relative,
        )  # fmt: skip
        truth = read_quantity(part.answer)
        read_as = shown(given)
        found = decide(given, truth, decimals=part.decimals, relative=part.relative)
        if found.verdict is Decided.UNDECIDED:
            return Marked(
                Verdict.UNDECIDED, 0.0, f"a person decides: {why_undecided(found)}", read_as
            )
        if found.equal:
            return correct(read_as=read_as)
        mistake = listed_mistake(part, lambda answer: _same(part, given, read_quantity(answer)))
        message = _missing_factor(part, given, truth) or f"{read_as} is not right"
        own = _own_formula(part, marking)
        notes: tuple[str, ...] = ()
        if own is not None:
            if _same(part, given, own):
                # The mistake was made, and paid for, in the formula: the value follows from it.
                note = f"not the right value, but it follows from your own {part.follows}"
                return Marked(Verdict.CORRECT, 1.0, "", read_as, notes=(note,))
            if _same(part, own, truth):
                notes = (f"your own {part.follows} gives another value",)
        return wrong(message, read_as, mistake, notes)

    def right_answer(self, part: NumberPart) -> str:
        return f"`{part.answer}`"

    def faults(self, part: NumberPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        texts = [("answer", part.answer)]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                read_quantity(text)
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
    return same_quantity(given, truth, decimals=part.decimals, relative=part.relative)


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
