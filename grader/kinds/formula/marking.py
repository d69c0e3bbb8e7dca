"""`formula`: an expression that is proved, found equal at points, refuted at one, or undecided."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.base import WrittenMistake
from grader.kinds.formula.answers import Answered, answered
from grader.kinds.formula.keys import FormulaPart, IdentitySpec
from grader.kinds.formula.symbols import BadSymbol, declared, symbols_of
from grader.kinds.marker import (
    Faulty,
    Line,
    Marked,
    Marker,
    Marking,
    Unclear,
    by_lines,
    listed_mistake,
    unclear,
    wrong,
)
from grader.maths import (
    Decided,
    Equality,
    Expr,
    Name,
    Shape,
    Symbols,
    Unreadable,
    Work,
    compare,
    free_names,
    read,
    shape_of,
    substitute,
    to_text,
)


class FormulaMarker(Marker):
    def mark(self, part: FormulaPart, text: str, marking: Marking) -> Marked:
        symbols = symbols_of_part(part)
        # One for the whole answer: an answer with many identities must not cost as many times.
        work = Work()
        found = answered(part, text, symbols, marking)
        judged = [self._judged(part, one.expr, symbols, marking, work) for one in found.readings]
        marked = judged[0]
        if marked.verdict is not Verdict.CORRECT:
            self._refuse_two_readings(part, found, symbols, marking, work)
        if found.is_renamed:
            _refuse_guess(found, judged)
        notes = _steps_that_fail(found, symbols, marking.seed, work)
        return replace(marked, notes=(*found.notes, *marked.notes, *notes))

    def _refuse_two_readings(
        self, part: FormulaPart, found: Answered, symbols: Symbols, marking: Marking, work: Work
    ) -> None:
        """An answer that ends with a wrong formula and has the right one in it: a person reads it,
        for nobody else can tell which of the two it gives."""
        for other in found.conclusion.others:
            for one in other.value or ():
                if self._judged(part, one.expr, symbols, marking, work).verdict is Verdict.CORRECT:
                    first, last = other.text[:60], found.conclusion.text[:60]
                    raise Unclear(
                        f"is the answer `{first}`, or `{last}`, with which it ends? write one of "
                        "them", found.conclusion.statement.last,
                    )  # fmt: skip

    def _judged(
        self, part: FormulaPart, given: Expr, symbols: Symbols, marking: Marking, work: Work
    ) -> Marked:
        shown = to_text(given, symbols)
        given = spelled_out(given, symbols, part)
        if part.answer:
            marked = self._by_form(part, given, symbols, shown, marking, work)
            if marked.verdict is not Verdict.CORRECT or not part.identities:
                return marked
        misfit = _misfit(part, given, symbols)
        if misfit:
            return wrong(misfit, shown)
        lines = [_identity(part, one, given, symbols, marking, work) for one in part.identities]
        broken = [line for line in lines if line.verdict is Verdict.WRONG]
        if not broken:
            marked = by_lines(lines, shown)
            if marked.verdict.pending:  # it earns all or nothing, whichever line is decided
                return replace(marked, share=0.0, waiting=None)
            notes = tuple(f"{line.name}: {line.message}" for line in lines)
            return replace(marked, notes=notes) if marked.verdict is Verdict.CORRECT else marked
        # An answer that breaks one identity is not the object asked for, however many it keeps.
        mistake = self._mistake(part, given, symbols, marking, work)
        worth = wrong(by_lines(broken).message, shown, mistake)
        return replace(worth, lines=tuple(lines))

    def _by_form(
        self,
        part: FormulaPart,
        given: Expr,
        symbols: Symbols,
        shown: str,
        marking: Marking,
        work: Work,
    ) -> Marked:
        decisions = [
            _compared(given, _meant(answer, symbols, part), symbols, part, marking, work)
            for answer in part.answer
        ]
        equal = next((one for one in decisions if one.equal), None)
        if equal is not None:
            how = "proved" if equal.verdict is Decided.PROVED else "equal at every point tried"
            return Marked(Verdict.CORRECT, 1.0, "", shown, notes=(f"{how}: {equal.reason}",))
        if any(one.verdict is Decided.UNDECIDED for one in decisions):
            reason = next(o.reason for o in decisions if o.verdict is Decided.UNDECIDED)
            return Marked(Verdict.UNDECIDED, 0.0, f"a person decides: {reason}", shown)
        mistake = self._mistake(part, given, symbols, marking, work)
        reason = decisions[0].reason
        return wrong(f"it gives {reason}" if decisions[0].point else reason, shown, mistake)

    def _mistake(
        self, part: FormulaPart, given: Expr, symbols: Symbols, marking: Marking, work: Work
    ) -> WrittenMistake | None:
        def same(answer: str) -> bool:
            wanted = _meant(answer, symbols, part)
            seed = marking.seed
            return compare(given, wanted, symbols, seed=seed, proof=False, work=work).equal

        return listed_mistake(part, same)

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
            _meanings(symbols, part)
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
                _sides(one, symbols)
                for name, changes in one.variants.items():
                    _replacements(name, changes, symbols)
            except (Unreadable, BadSymbol) as error:
                yield ("identities",), f"`{one.name}` cannot be read: {error}"


def symbols_of_part(part: FormulaPart) -> Symbols:
    return symbols_of(part.symbols, part.functions, part.aliases, part.identity, part.einstein)


def _refuse_guess(found: Answered, judged: list[Marked]) -> None:
    """Letters whose meaning was found by elimination: right under every reading, or a known
    mistake; otherwise a person reads it."""
    first = judged[0]
    sure = len({(one.verdict, one.mistake) for one in judged}) == 1
    if sure and (first.verdict is Verdict.CORRECT or first.mistake is not None):
        return
    letters = ", ".join(found.readings[0].letters)
    raise Unclear(
        f"what is {letters}? write the problem's symbols, or say what yours are: `where "
        f"{next(iter(found.readings[0].letters))} = …`",
        found.conclusion.text,
    )


def _steps_that_fail(found: Answered, symbols: Symbols, seed: int, work: Work) -> Iterator[str]:
    """A note on the first side of the chain that is not equal to the next one that was read."""
    answer = found.conclusion
    sides = [(step.text, step.value[0].expr) for step in answer.steps if step.value]
    sides.append((answer.text, found.readings[0].expr))
    for (text, mine), (next_text, other) in itertools.pairwise(sides):
        same = compare(mine, other, symbols, seed=seed, proof=False, work=work)
        if same.verdict is Decided.REFUTED:
            yield f"a step does not follow: `{text[:60]}` is not `{next_text[:60]}`: {same.reason}"
            return


def read_formula(text: str, symbols: Symbols, part: FormulaPart) -> Expr:
    """A formula of the problem file. Raises Unclear."""
    try:
        return read(text, symbols, left=part.left)
    except Unreadable as error:
        raise unclear(error) from error


def spelled_out(formula: Expr, symbols: Symbols, part: FormulaPart) -> Expr:
    """With every symbol that stands for others (`means`) replaced by what it stands for."""
    return substitute(formula, _meanings(symbols, part)) if part.means else formula


def _meant(text: str, symbols: Symbols, part: FormulaPart) -> Expr:
    return spelled_out(read_formula(text, symbols, part), symbols, part)


def _meanings(symbols: Symbols, part: FormulaPart) -> dict[str, Expr]:
    """What each name of `means` stands for, by names that stand for themselves.

    Raises BadSymbol.
    """
    waiting: dict[str, Expr] = {}
    for name, text in part.means.items():
        if name not in part.symbols:
            raise BadSymbol(f"`{name}` is not declared under `symbols`")
        try:
            waiting[name] = read_formula(text, symbols, part)
        except Unclear as error:
            raise BadSymbol(f"`{text}` cannot be read: {error}") from error
        if shape_of(waiting[name], symbols) != shape_of(Name(name), symbols):
            raise BadSymbol(f"`{name}` and `{text}` have different shapes")
    found: dict[str, Expr] = {}
    while waiting:
        ready = [name for name in waiting if not free_names(waiting[name]) & waiting.keys()]
        if not ready:
            raise BadSymbol(f"`{next(iter(waiting))}` stands for itself, by way of what it means")
        for name in ready:
            found[name] = substitute(waiting.pop(name), found)
    return found


def _compared(
    given: Expr, truth: Expr, symbols: Symbols, part: FormulaPart, marking: Marking, work: Work
) -> Equality:
    return compare(
        given,
        truth,
        symbols,
        seed=marking.seed,
        where=part.where,
        prover=marking.prover,
        work=work,
    )


def _sides(one: IdentitySpec, symbols: Symbols) -> tuple[Expr, Expr]:
    names = {"answer": one.shape or "real"}
    names.update(dict.fromkeys(one.variants, one.shape or "real"))
    around = symbols.declare({name: declared(text) for name, text in names.items()})
    left, equals, right = one.holds.partition("=")
    if not equals:
        raise BadSymbol("it has no `=`; write both sides")
    return read(left.strip(), around), read(right.strip(), around)


def _replacements(name: str, changes: Mapping[str, str], symbols: Symbols) -> dict[str, Expr]:
    for symbol in changes:
        if symbol not in symbols.scalars:
            raise BadSymbol(f"{name} replaces `{symbol}`, which is not a declared number")
    return {symbol: read(text, symbols) for symbol, text in changes.items()}


def _misfit(part: FormulaPart, given: Expr, symbols: Symbols) -> str:
    """What is wrong with the shape of the answer, where the identities need another."""
    mine = shape_of(given, symbols)
    for one in part.identities:
        wanted = declared(one.shape) if one.shape else None
        if isinstance(wanted, Shape) and mine != wanted:
            this = "a number" if mine is None else f"a {mine} matrix"
            return f"this is {this}, and a {wanted} matrix is asked for"
        if not one.shape and mine is not None:
            return f"this is a {mine} matrix, and a number is asked for"
    return ""


def _identity(
    part: FormulaPart,
    one: IdentitySpec,
    given: Expr,
    symbols: Symbols,
    marking: Marking,
    work: Work,
) -> Line:
    left, right = _sides(one, symbols)
    stands_for: dict[str, Expr] = {"answer": given}
    for name, changes in one.variants.items():
        stands_for[name] = substitute(given, _replacements(name, changes, symbols))
    found = _compared(
        substitute(left, stands_for), substitute(right, stands_for), symbols, part, marking, work
    )
    if found.equal:
        how = "proved" if found.verdict is Decided.PROVED else "equal at every point tried"
        return Line(one.name, Verdict.CORRECT, how)
    if found.verdict is Decided.UNDECIDED:
        return Line(one.name, Verdict.UNDECIDED, found.reason)
    return Line(one.name, Verdict.WRONG, f"it does not hold: {found.reason}")
