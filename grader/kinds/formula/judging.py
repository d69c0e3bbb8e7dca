"""Whether one formula is the right one: by its form, by the identities it must satisfy."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.checks.verdict import Verdict
from grader.kinds.base import WrittenMistake
from grader.kinds.formula.identities import misfit, stated_of
from grader.kinds.formula.keys import FormulaPart, IdentitySpec
from grader.kinds.formula.meanings import meant, spelled_out
from grader.kinds.marker import Line, Marked, Marking, by_lines, listed_mistake, wrong
from grader.maths import (
    Decided,
    Entry,
    Equality,
    Expr,
    Name,
    Symbols,
    Work,
    compare,
    shape_of,
    to_latex,
    to_text,
)


@dataclass(frozen=True)
class Judge:
    """Judges formulas that one answer may be meant to give.

    `work` is one for the whole answer: one with many identities must not cost as many times.
    `indices` are those of an answer that gives each entry, `J_{ij} = …`, of what is asked for.
    """

    part: FormulaPart
    symbols: Symbols
    marking: Marking
    work: Work
    indices: tuple[str, ...] = ()

    def judged(self, given: Expr) -> Marked:
        return replace(self._judged(given), latex=to_latex(given, self.symbols))

    def _judged(self, given: Expr) -> Marked:
        shown = to_text(given, self.symbols)
        given = spelled_out(given, self.symbols, self.part)
        if self.part.answer:
            marked = self._by_form(given, shown)
            if marked.verdict is not Verdict.CORRECT or not self.part.identities:
                return marked
        unfit = misfit(self.part, given, self.symbols)
        if unfit:
            return wrong(unfit, shown)
        lines = [self._identity(one, given) for one in self.part.identities]
        broken = [line for line in lines if line.verdict is Verdict.WRONG]
        if not broken:
            marked = by_lines(lines, shown)
            if marked.verdict.pending:  # it earns all or nothing, whichever line is decided
                return replace(marked, share=0.0, waiting=None)
            notes = tuple(f"{line.name}: {line.message}" for line in lines)
            return replace(marked, notes=notes)
        # An answer that breaks one identity is not the object asked for, however many it keeps.
        worth = wrong(by_lines(broken).message, shown, self._mistake(given))
        return replace(worth, lines=tuple(lines))

    def is_of_another_shape(self, given: Expr) -> bool:
        wanted = {shape_of(self._truth(answer), self.symbols) for answer in self.part.answer}
        return bool(wanted) and shape_of(given, self.symbols) not in wanted

    def same(self, mine: Expr, other: Expr) -> Equality:
        """Compared at points only, for what is no verdict."""
        seed = self.marking.seed
        return compare(mine, other, self.symbols, seed=seed, proof=False, work=self.work)

    def _by_form(self, given: Expr, shown: str) -> Marked:
        decisions = [self._compared(given, self._truth(answer)) for answer in self.part.answer]
        equal = next((one for one in decisions if one.equal), None)
        if equal is not None:
            how = "proved" if equal.verdict is Decided.PROVED else "equal at every point tried"
            return Marked(Verdict.CORRECT, 1.0, "", shown, notes=(f"{how}: {equal.reason}",))
        open_ = next((one for one in decisions if one.verdict is Decided.UNDECIDED), None)
        if open_ is not None:
            return Marked(Verdict.UNDECIDED, 0.0, f"a person decides: {open_.reason}", shown)
        reason = decisions[0].reason
        message = f"it gives {reason}" if decisions[0].point else reason
        return wrong(message, shown, self._mistake(given))

    def _truth(self, answer: str) -> Expr:
        """The right formula, or what the answer gives of it."""
        whole = meant(answer, self.symbols, self.part)
        return Entry(whole, tuple(map(Name, self.indices))) if self.indices else whole

    def _mistake(self, given: Expr) -> WrittenMistake | None:
        return listed_mistake(self.part, lambda answer: self.same(given, self._truth(answer)).equal)

    def _identity(self, one: IdentitySpec, given: Expr) -> Line:
        found = self._compared(*stated_of(one, given, self.symbols))
        if found.equal:
            how = "proved" if found.verdict is Decided.PROVED else "equal at every point tried"
            return Line(one.name, Verdict.CORRECT, how)
        if found.verdict is Decided.UNDECIDED:
            return Line(one.name, Verdict.UNDECIDED, found.reason)
        return Line(one.name, Verdict.WRONG, f"it does not hold: {found.reason}")

    def _compared(self, given: Expr, truth: Expr) -> Equality:
        return compare(
            given,
            truth,
            self.symbols,
            seed=self.marking.seed,
            where=self.part.where,
            prover=self.marking.prover,
            work=self.work,
        )
