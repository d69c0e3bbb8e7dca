"""`formula`: an expression that is proved, found equal at points, refuted at one, or undecided."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.formula.answers import Answered, answered
from grader.kinds.formula.counting import counted_otherwise
from grader.kinds.formula.identities import replacements, sides
from grader.kinds.formula.judging import Judge
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import meanings, read_formula, spelled_out, symbols_of_part
from grader.kinds.formula.symbols import BadSymbol, with_steps
from grader.kinds.lefts import has_base_of, is_one_of
from grader.kinds.marker import Faulty, Marked, Marker, Marking, Unclear
from grader.kinds.refusing import refuse_guess, refuse_two
from grader.maths import Decided, Expr, Symbols, Unreadable, Work
from grader.maths.tree.names import key_of
from grader.writing import Role

# A function of angles, brackets, and a letter behind them that may belong to its argument.
_OPEN_ARGUMENT = re.compile(
    r"(?P<function>\\?(?:sin|cos|tan))\s*(?P<argument>\((?:[^()]|\([^()]*\))*\))"
    r"\s*(?P<factor>\\[a-z]+|[^\W\d_])(?![\w({])"
)


class FormulaMarker(Marker):
    def mark(self, part: FormulaPart, text: str, marking: Marking) -> Marked:
        found = answered(part, text, symbols_of_part(part), marking)
        judge = Judge(part, found.symbols, marking, Work(), found.indices)
        first = _counted(judge, found.readings[0].expr, text)
        if first.verdict is not Verdict.CORRECT:
            _refuse_two_readings(found, judge)
            _refuse_another_shape(part, found, judge)
            if first.mistake is None:
                _refuse_what_is_not_meant(part, found, judge)
                _refuse_open_argument(part, found, judge)
        if found.is_renamed:
            refuse_guess(found.readings, first, judge.judged)
        notes = (*found.notes, *first.notes, *_steps_that_fail(found, judge))
        return replace(first, notes=notes)

    def is_told(self, part: FormulaPart, marking: Marking) -> bool:
        return bool(part.left)

    def right_answer(self, part: FormulaPart) -> str:
        return f"`{part.answer[0]}`" if part.answer else ""

    def formula(self, part: FormulaPart, text: str) -> tuple[Expr, Symbols]:
        symbols = symbols_of_part(part)
        if not text and not part.answer:
            raise Unclear("only identities are given")
        if not text:
            found = read_formula(part.answer[0], symbols, part)
        else:
            found = answered(part, text, symbols, Marking()).readings[0].expr
        return spelled_out(found, symbols, part), symbols

    def faults(self, part: FormulaPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        try:
            symbols = symbols_of_part(part)
        except BadSymbol as error:
            yield ("symbols",), str(error)
            return
        try:
            meanings(symbols, part)
        except BadSymbol as error:
            yield ("means",), str(error)
            return
        texts = [("answer", text) for text in part.answer]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                read_formula(text, symbols, part)
            except Unclear as error:
                yield (field,), f"`{text}` cannot be read: {error}"
        for one in part.identities:
            try:
                sides(one, symbols)
                for name, changes in one.variants.items():
                    replacements(name, changes, symbols)
            except (Unreadable, BadSymbol) as error:
                yield ("identities",), f"`{one.name}` cannot be read: {error}"


def _counted(judge: Judge, given: Expr, text: str) -> Marked:
    """Judged with the problem's counting of indices, or with the answer's own where it has one that
    makes it right. Raises Unclear where only the problem's does, from a number below it."""
    marked = judge.judged(given)
    counting = counted_otherwise(text, judge.symbols)
    if counting is None or marked.verdict is Verdict.UNDECIDED:
        return marked
    moved = judge.judged(counting.undone(given))
    if marked.verdict is not Verdict.CORRECT:
        right = moved.verdict is Verdict.CORRECT
        return replace(moved, notes=(counting.note, *moved.notes)) if right else marked
    if moved.verdict is not Verdict.CORRECT and counting.first < counting.low:
        raise Unclear(
            f"here {counting.index} counts from {counting.first}, and in this problem it does not"
        )
    return marked


def _refuse_two_readings(found: Answered, judge: Judge) -> None:
    """An answer that ends with a wrong formula and has the right one in it: a person reads it, for
    nobody else can tell which of the two it gives. So it is with one that gives several formulas
    where one of another shape is asked for: together they may be it."""
    last = found.conclusion
    judge = replace(judge, marking=replace(judge.marking, prover=None))  # no proof for what is not
    for other in (*last.others, *last.asides):
        if any(judge.judged(one.expr).verdict is Verdict.CORRECT for one in other.value or ()):
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
    """`cos(m - n)θ` that is wrong as a product with θ and right as the cosine of one. Raises
    Unclear."""
    text = found.conclusion.text
    closed = _OPEN_ARGUMENT.sub(r"\g<function>(\g<argument>\g<factor>)", text)
    if closed == text:
        return
    try:
        other = answered(part, f"$${closed}$$", symbols_of_part(part), judge.marking)
    except Unclear:
        return
    quick = replace(judge, marking=replace(judge.marking, prover=None))
    if quick.judged(other.readings[0].expr).verdict is Verdict.CORRECT:
        refuse_two(closed, text)


def _is_answer_to(part: FormulaPart, text: str, marking: Marking) -> bool:
    if not part.answer:
        return False
    try:
        symbols = symbols_of_part(part)
        given = read_formula(text, symbols, part)
    except (Unclear, BadSymbol):
        return False
    judge = Judge(part, symbols, replace(marking, prover=None), Work())
    return judge.judged(given).verdict is Verdict.CORRECT


def _steps_that_fail(found: Answered, judge: Judge) -> Iterator[str]:
    """A note on the first side of the chain that is not equal to the next one that was read. A name
    alone before all of them is what the student calls the answer, and no step."""
    answer = found.conclusion
    steps = answer.steps[1:] if answer.steps and key_of(answer.steps[0].text) else answer.steps
    read = [(step.text, step.value[0].expr) for step in steps if step.value]
    read.append((answer.text, found.readings[0].expr))
    for (text, mine), (next_text, other) in itertools.pairwise(read):
        same = judge.same(mine, other)
        if same.verdict is Decided.REFUTED:
            yield f"a step does not follow: `{text[:60]}` is not `{next_text[:60]}`: {same.reason}"
            return
