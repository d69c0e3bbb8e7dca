"""`formula`: an expression that is proved, found equal at points, refuted at one, or undecided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grader.checks.verdict import Verdict
from grader.course.written import FormulaPart, IdentitySpec
from grader.forms.base import (
    Form,
    Line,
    Marked,
    Marking,
    Unclear,
    by_lines,
    listed_mistake,
    wrong,
)
from grader.forms.declaring import BadSymbol, declared, symbols_of
from grader.forms.snippets import snippet
from grader.formulas import (
    Equality,
    Expr,
    Symbols,
    Unreadable,
    compare,
    read,
    substitute,
    to_text,
)
from grader.formulas import Verdict as Decided

PROOF_SECONDS = 3.0


class Formula(Form):
    asks: ClassVar[str] = "formula"

    def mark(self, part: FormulaPart, text: str, marking: Marking) -> Marked:
        symbols = _symbols(part)
        given = _read(snippet(text), symbols, part)
        shown = to_text(given, symbols)
        if part.answer:
            marked = self._by_form(part, given, symbols, shown, marking)
            if marked.verdict is not Verdict.CORRECT or not part.identities:
                return marked
        lines = [_identity(part, one, given, symbols, marking) for one in part.identities]
        marked = by_lines(lines, shown)
        if marked.verdict is Verdict.CORRECT or marked.verdict is Verdict.UNDECIDED:
            return marked
        # An answer that breaks one identity is not the object asked for, however many it keeps.
        mistake = self._mistake(part, given, symbols, marking)
        worth = wrong(marked.message, shown, mistake)
        return Marked(
            worth.verdict, worth.share, worth.message, shown, marked.lines, mistake=mistake
        )

    def _by_form(
        self, part: FormulaPart, given: Expr, symbols: Symbols, shown: str, marking: Marking
    ) -> Marked:
        decisions = [
            _compared(given, _read(answer, symbols, part), symbols, part, marking)
            for answer in part.answer
        ]
        equal = next((one for one in decisions if one.equal), None)
        if equal is not None:
            how = "proved" if equal.verdict is Decided.PROVED else "equal at every point tried"
            return Marked(Verdict.CORRECT, 1.0, "", shown, notes=(f"{how}: {equal.reason}",))
        if any(one.verdict is Decided.UNDECIDED for one in decisions):
            reason = next(o.reason for o in decisions if o.verdict is Decided.UNDECIDED)
            return Marked(Verdict.UNDECIDED, 0.0, f"a person decides: {reason}", shown)
        mistake = self._mistake(part, given, symbols, marking)
        return wrong(f"it gives {decisions[0].reason}", shown, mistake)

    def _mistake(self, part: FormulaPart, given: Expr, symbols: Symbols, marking: Marking):  # type: ignore[no-untyped-def]
        def same(answer: str) -> bool:
            wanted = _read(answer, symbols, part)
            return compare(given, wanted, symbols, seed=marking.seed, proof_seconds=0).equal

        return listed_mistake(part, same)

    def right_answer(self, part: FormulaPart) -> str:
        return f"`{part.answer[0]}`" if part.answer else ""

    def faults(self, part: FormulaPart) -> Iterator[tuple[str, str]]:
        try:
            symbols = _symbols(part)
        except BadSymbol as error:
            yield "symbols", str(error)
            return
        texts = [("answer", text) for text in part.answer]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                _read(text, symbols, part)
            except Unclear as error:
                yield field, f"`{text}` cannot be read: {error}"
        for one in part.identities:
            try:
                _sides(one, symbols)
            except (Unreadable, BadSymbol) as error:
                yield "identities", f"`{one.says}` cannot be read: {error}"


def _symbols(part: FormulaPart) -> Symbols:
    return symbols_of(part.symbols, part.functions, part.aliases, part.identity, part.einstein)


def _read(text: str, symbols: Symbols, part: FormulaPart) -> Expr:
    try:
        return read(text, symbols, left=part.left)
    except Unreadable as error:
        raise Unclear(str(error)) from error


def _compared(
    given: Expr, truth: Expr, symbols: Symbols, part: FormulaPart, marking: Marking
) -> Equality:
    return compare(
        given,
        truth,
        symbols,
        seed=marking.seed,
        where=part.where,
        proof_seconds=PROOF_SECONDS,
        prover=marking.prover,
    )


def _sides(one: IdentitySpec, symbols: Symbols) -> tuple[Expr, Expr]:
    names = {"answer": one.shape or "real"}
    names.update(dict.fromkeys(one.variants, one.shape or "real"))
    around = symbols.declare({name: declared(text) for name, text in names.items()})
    return read(one.left, around), read(one.right, around)


def _identity(
    part: FormulaPart, one: IdentitySpec, given: Expr, symbols: Symbols, marking: Marking
) -> Line:
    left, right = _sides(one, symbols)
    stands_for: dict[str, Expr] = {"answer": given}
    for name, changes in one.variants.items():
        new = {symbol: read(text, symbols) for symbol, text in changes.items()}
        stands_for[name] = substitute(given, new)
    found = _compared(
        substitute(left, stands_for), substitute(right, stands_for), symbols, part, marking
    )
    if found.equal:
        how = "proved" if found.verdict is Decided.PROVED else "equal at every point tried"
        return Line(one.says, Verdict.CORRECT, how)
    if found.verdict is Decided.UNDECIDED:
        return Line(one.says, Verdict.UNDECIDED, found.reason)
    return Line(one.says, Verdict.WRONG, f"it does not hold: {found.reason}")
