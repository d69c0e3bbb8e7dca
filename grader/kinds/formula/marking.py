"""`formula`: an expression that is proved, found equal at points, refuted at one, or undecided."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.formula.answers import Answered, answered
from grader.kinds.formula.counted import said_counts
from grader.kinds.formula.counting import counted_otherwise
from grader.kinds.formula.doubting import refuse_if_doubtful
from grader.kinds.formula.identities import replacements, sides
from grader.kinds.formula.judging import Judge
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import meanings, read_formula, spelled_out, symbols_of_part
from grader.kinds.formula.prompted import with_differences
from grader.kinds.formula.redefining import as_redefined
from grader.kinds.formula.spoken import said_otherwise
from grader.kinds.formula.symbols import BadSymbol
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Faulty, Marked, Marker, Marking, Unclear
from grader.kinds.refusing import refuse_guess
from grader.maths import Decided, Expr, Symbols, Unreadable, Work, to_latex, to_text
from grader.maths.tree.names import key_of


class FormulaMarker(Marker):
    def mark(self, part: FormulaPart, text: str, marking: Marking) -> Marked:
        found = answered(part, text, symbols_of_part(part), marking)
        judge = Judge(part, found.symbols, marking, Work(), found.indices)
        given = found.readings[0].expr
        first = _counted(judge, given, text)
        mixed = (
            with_differences(last := found.conclusion.text, marking.prompt, found.symbols) != last
        )
        if moved := as_redefined(found.redefined, given, first, judge, mixed=mixed):
            first = moved
        if first.verdict is not Verdict.CORRECT:
            _refuse_counts(part, text, found.symbols)
            refuse_if_doubtful(part, text, found, judge, known=first.mistake is not None)
        _refuse_said_otherwise(part, text, found, marking)
        if found.is_renamed:
            refuse_guess(found.readings, first, judge.judged)
        notes = (*found.notes, *first.notes, *_steps_that_fail(found, judge))
        return replace(first, notes=notes)

    def is_told(self, part: FormulaPart, marking: Marking) -> bool:
        return bool(part.left)

    def read(self, part: FormulaPart, text: str, marking: Marking) -> tuple[str, str]:
        found = answered(part, text, symbols_of_part(part), marking)
        given = found.readings[0].expr
        return to_text(given, found.symbols), to_latex(given, found.symbols)

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


def _refuse_said_otherwise(part: FormulaPart, text: str, found: Answered, marking: Marking) -> None:
    """Raises Unclear where the words say of a letter that was guessed that it is another symbol."""
    texts = [marking.prompt, part.text, *(getattr(it, "text", "") for it in marking.parts.values())]
    for one in found.readings[:1]:
        if said := said_otherwise(text, one.letters, "\n".join(texts), found.symbols):
            raise Unclear(f"here {said[0]} is {said[1]}; write the problem's letter for it")


def _refuse_counts(part: FormulaPart, text: str, symbols: Symbols) -> None:
    """Raises Unclear where the answer says that a letter of the problem's is something else."""
    for letter, size in said_counts(part, text, symbols):
        raise Unclear(
            f"here {letter} is what this problem calls {size}; write the problem's letters"
        )


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


def _steps_that_fail(found: Answered, judge: Judge) -> Iterator[str]:
    """A note on the first side of the chain that is not equal to the next one that was read. A name
    alone before all of them, or the part's own left side, is what the answer is called, and no
    step."""
    answer = found.conclusion
    steps = answer.steps
    if steps and (key_of(steps[0].text) or is_one_of(steps[0].text, judge.part.left)):
        steps = steps[1:]
    read = [(step.text, step.value[0].expr) for step in steps if step.value]
    read.append((answer.text, found.readings[0].expr))
    for (text, mine), (next_text, other) in itertools.pairwise(read):
        same = judge.same(mine, other)
        if same.verdict is Decided.REFUTED:
            yield f"a step does not follow: `{text[:60]}` is not `{next_text[:60]}`: {same.reason}"
            return
