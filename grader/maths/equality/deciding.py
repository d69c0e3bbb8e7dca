"""Whether two formulas are equal: by form, by balls at points, and by proof.

Disjoint balls prove that two formulas differ, and the point is the counterexample. Balls that
overlap at every point, and in every region between the bends of the two, make them equal (numeric).
Only a proof makes that proved: by form, region by region, or by sympy in a process of its own; a
proof that fails changes nothing. Too few points where both have a value, and regions that were not
gone through, leave it undecided, which is for a person and never counts as wrong. So does running
out of work, which is counted (see `work`): no clock has a say in any verdict.
"""

from __future__ import annotations

from dataclasses import replace

from flint import ctx

from grader.maths.algebra.structure import same_form
from grader.maths.equality.judging import Judge, Tolerance, Where
from grader.maths.equality.numeric import numeric
from grader.maths.equality.piecewise import proved_in_pieces
from grader.maths.equality.probing import Probe
from grader.maths.equality.prover import Prover
from grader.maths.equality.verdict import Decided, Equality
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr
from grader.maths.tree.symbols import Symbols


def compare(
    student: Expr,
    truth: Expr,
    symbols: Symbols,
    *,
    seed: int = 0,
    tolerance: Tolerance | None = None,
    where: Where | str = Where.FINITE,
    proof: bool = True,
    prover: Prover | None = None,
    work: Work | None = None,
) -> Equality:
    """The verdict on a student's formula.

    `where` says whether points at which the truth is not real are skipped; points at which either
    has no finite value always are. With `tolerance` the verdict is never better than numeric. A
    `prover` that is passed in is used and kept; without one a process is started for this proof,
    and none is without `proof`. `work` is what this may cost and is charged for it: pass the same
    one to every comparison of one answer.
    """
    work = Work() if work is None else work
    if tolerance is None and same_form(student, truth, symbols):
        return Equality(Decided.PROVED, "the same formula, up to the order of terms")
    precision = ctx.prec
    try:
        judge = Judge(student, truth, symbols, Where(where), tolerance, work)
        found, probe = numeric(judge, seed)
    finally:
        ctx.prec = precision
    if found.verdict is not Decided.EQUAL_NUMERIC or tolerance is not None or not proof:
        return found
    how = _proof(student, truth, symbols, work, prover, probe)
    if how is None:
        return found
    said = f"{how}; {found.note}" if found.note else how
    return replace(found, verdict=Decided.PROVED, reason=said)


def holds(
    left: Expr,
    right: Expr,
    symbols: Symbols,
    *,
    seed: int = 0,
    where: Where | str = Where.FINITE,
    proof: bool = True,
    prover: Prover | None = None,
    work: Work | None = None,
) -> Equality:
    """Whether an identity holds, both sides usually built from one answer by `substitute`.

    The same verdicts as `compare`; the left side stands for the student's.
    """
    return compare(
        left, right, symbols, seed=seed, where=where, proof=proof, prover=prover, work=work
    )


def _proof(
    student: Expr,
    truth: Expr,
    symbols: Symbols,
    work: Work,
    prover: Prover | None,
    probe: Probe,
) -> str | None:
    if prover is None:
        with Prover() as own:
            return _proof(student, truth, symbols, work, own, probe)
    in_pieces = proved_in_pieces(probe, symbols, work, prover)
    return in_pieces or prover.prove(student, truth, symbols, work)
