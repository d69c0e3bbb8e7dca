"""Whether two formulas are equal: by form, by balls at points, and by proof.

Disjoint balls prove that two formulas differ, and the point is the counterexample. Balls that
overlap at every point make them equal (numeric). Only a proof, by form or by sympy in a process of
its own, makes that proved; a proof that fails changes nothing. Too few points where both have a
value leave it undecided, which is for a person and never counts as wrong. So does running out of
work, which is counted (see `work`): no clock has a say in any verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from flint import arb, ctx

from grader.maths.algebra.structure import same_form
from grader.maths.equality.balls import Ball, Eye, Rows, TooMuchWork, Unevaluable, Value, ball
from grader.maths.equality.evaluate import entries_of, evaluate
from grader.maths.equality.points import POOLED, Plan, Point, planned, points, rounded
from grader.maths.equality.prover import Prover
from grader.maths.equality.show import opaque_functions, shown_point, shown_value
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr, free_names
from grader.maths.tree.symbols import Symbols

PATIENCE = 3  # points that may each cost too much before all are given up
# Points at which both formulas must have a value. One would do for almost all pairs; what differs
# on a part of the domain only must be met there, and about half of these are on each side of zero.
NEEDED = 12
# Bits, tried in turn: almost all is told at the first, and what cancels beyond the last, as
# e^900 (sin² + cos² - 1) does, is not told at all.
PRECISIONS = (128, 256, 512, 1024)
# Overlapping balls that are less accurate than this do not count as equal: a ball that is wide
# enough overlaps everything. It is a little more than a float holds.
SHARP_BITS = 56
SMALL = arb(2) ** -SHARP_BITS


class Decided(StrEnum):
    PROVED = "proved"
    EQUAL_NUMERIC = "equal_numeric"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class Where(StrEnum):
    """At which points the two must agree."""

    FINITE = "reference is finite"
    REAL = "reference is real"


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a value may be off: absolutely, or relative to the reference."""

    absolute: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Equality:
    """A verdict with what supports it; point and values are there for a refutation only."""

    verdict: Decided
    reason: str
    point: Mapping[str, str] = field(default_factory=dict)
    student_value: str | None = None
    truth_value: str | None = None
    points: int = 0

    @property
    def equal(self) -> bool:
        return self.verdict in (Decided.PROVED, Decided.EQUAL_NUMERIC)


@dataclass(frozen=True, slots=True)
class _Difference:
    student: Value
    truth: Value
    place: tuple[int, int] | None = None


class _Skipped(Exception):
    """Why a point says nothing."""


class _Dear(_Skipped):
    """A point that costs too much; others may be cheaper, as where fewer terms are added up."""


class _Spent(Exception):
    """No work is left for another point."""


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
        judge = _Judge(student, truth, symbols, Where(where), tolerance, work)
        found = _numeric(judge, seed)
    finally:
        ctx.prec = precision
    if found.verdict is not Decided.EQUAL_NUMERIC or tolerance is not None or not proof:
        return found
    how = _proof(student, truth, symbols, work, prover)
    if how is None:
        return found
    return Equality(Decided.PROVED, how, points=found.points)


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
    student: Expr, truth: Expr, symbols: Symbols, work: Work, prover: Prover | None
) -> str | None:
    if prover is not None:
        return prover.prove(student, truth, symbols, work)
    with Prover() as own:
        return own.prove(student, truth, symbols, work)


def _numeric(judge: _Judge, seed: int) -> Equality:
    student, truth, symbols = judge.student, judge.truth, judge.symbols
    plan = Plan.of((student, truth), symbols)
    constant = not free_names(student) and not free_names(truth) and not plan.names
    functions = opaque_functions(student, truth)
    needed = 1 if constant and not functions else min(NEEDED, plan.finite() or NEEDED)
    seen: set[tuple[object, ...]] = set()
    agreed = 0
    skipped: dict[str, int] = {}
    dear = 0
    for attempt, point in enumerate(points(plan, seed)):
        if agreed >= needed and (attempt >= planned() or constant):
            break
        key = tuple(point.scalars.values())
        if needed < NEEDED and key in seen:
            continue
        seen.add(key)
        try:
            # A constant has one point only: no other can make up for one that is not told there.
            difference = judge.at(point, PRECISIONS[-1:] if constant else PRECISIONS)
        except _Spent:
            # Even where enough points agree: the later ones are there to tell lookalikes apart.
            return Equality(Decided.UNDECIDED, _TOO_LARGE, points=agreed)
        except _Skipped as why:
            skipped[str(why)] = skipped.get(str(why), 0) + 1
            dear += isinstance(why, _Dear)
            if dear >= PATIENCE:
                break
            continue
        if difference is not None:
            if attempt >= POOLED:  # the first are in the smallest numbers there are
                point, difference = _simpler(judge, point, difference, plan)
            return _refuted(difference, point, student, truth, symbols)
        agreed += 1
    if agreed >= needed:
        shown = "the same value" if constant else f"equal at {agreed} points"
        return Equality(Decided.EQUAL_NUMERIC, f"{shown} in ball arithmetic", points=agreed)
    return Equality(Decided.UNDECIDED, _why_undecided(agreed, needed, skipped), points=agreed)


def _why_undecided(agreed: int, needed: int, skipped: Mapping[str, int]) -> str:
    most = max(skipped, key=lambda why: skipped[why], default="no point lies in the domains")
    if agreed == 0:
        return f"the two could not be compared at any point: {most}"
    return f"equal at {agreed} points, but {needed} are needed: {most}"


def _simpler(
    judge: _Judge, point: Point, difference: _Difference, plan: Plan
) -> tuple[Point, _Difference]:
    for candidate in rounded(point, plan):
        try:
            found = judge.at(candidate, PRECISIONS)
        except _Skipped:
            continue
        except _Spent:
            break
        if found is not None:
            return candidate, found
    return point, difference


def _refuted(
    difference: _Difference, point: Point, student: Expr, truth: Expr, symbols: Symbols
) -> Equality:
    shapes = [_shape(value) for value in (difference.student, difference.truth)]
    if shapes[0] != shapes[1]:
        reason = f"this is {shapes[0]}, and the right answer is {shapes[1]}"
        return Equality(Decided.REFUTED, reason, {}, shapes[0], shapes[1])
    names = free_names(student) | free_names(truth)
    shown = shown_point(point, names, opaque_functions(student, truth), symbols)
    student_value = shown_value(difference.student, difference.place)
    truth_value = shown_value(difference.truth, difference.place)
    entry = ""
    if difference.place is not None:
        row, col = difference.place
        entry = f" in row {row + 1}, column {col + 1}"
    at = ", ".join(f"{name} = {value}" for name, value in shown.items())
    reason = f"{student_value} instead of {truth_value}{entry}" + (f" at {at}" if at else "")
    return Equality(Decided.REFUTED, reason, shown, student_value, truth_value)


def _shape(value: Value) -> str:
    if isinstance(value, Rows):
        height, width = value.shape
        return f"a {height}×{width} matrix"
    return "a multiple of the identity" if isinstance(value, Eye) else "a number"


class _Judge:
    """Decides at one point, with as much precision as it takes."""

    def __init__(
        self,
        student: Expr,
        truth: Expr,
        symbols: Symbols,
        where: Where,
        tolerance: Tolerance | None,
        work: Work,
    ) -> None:
        self.student = student
        self.truth = truth
        self.symbols = symbols
        self.where = where
        self.tolerance = tolerance
        self.work = work

    def at(self, point: Point, precisions: tuple[int, ...]) -> _Difference | None:
        """The difference there, None where there is none, or _Skipped, or _Spent."""
        for bits in precisions:
            ctx.prec = bits
            truth = self.value(self.truth, point, "the reference")
            if self.where is Where.REAL and any(
                not entry.imag.contains(0) for entry in entries_of(truth)
            ):
                raise _Skipped("the reference is not real there")
            student = self.value(self.student, point, "this formula")
            decided = self.judged(student, truth)
            if decided is not _BLURRED:
                return decided  # type: ignore[return-value]
        raise _Skipped("the values are not sharp enough to tell")

    def value(self, expr: Expr, point: Point, whose: str) -> Value:
        if self.work.numeric <= 0:
            raise _Spent
        try:
            return evaluate(expr, self.symbols, point, self.work)
        except Unevaluable as why:
            kind = _Dear if isinstance(why, TooMuchWork) else _Skipped
            raise kind(f"{whose} has no value there ({why})") from None

    def judged(self, student: Value, truth: Value) -> object:
        if isinstance(student, Eye) and isinstance(truth, Rows):
            student = student.sized(truth.shape[0])
        if isinstance(truth, Eye) and isinstance(student, Rows):
            truth = truth.sized(student.shape[0])
        if _shape(student) != _shape(truth):
            return _Difference(student, truth)
        width = truth.shape[1] if isinstance(truth, Rows) else 1
        blurred = False
        for place, (mine, right) in enumerate(
            zip(entries_of(student), entries_of(truth), strict=True)
        ):
            same = self.same(mine, right)
            if same is False:
                spot = divmod(place, width) if isinstance(truth, Rows) else None
                return _Difference(student, truth, spot)
            blurred = blurred or same is None
        return _BLURRED if blurred else None

    def same(self, mine: Ball, right: Ball) -> bool | None:
        """Whether two balls agree; None where they are too wide to tell."""
        if self.tolerance is not None:
            off = abs(mine - right)
            allowed = ball(self.tolerance.absolute).real + ball(self.tolerance.relative).real * abs(
                right
            )
            if off > allowed:
                return False
            # Exactly at the limit no ball can tell; a sharp one that is not surely over it is in.
            return True if off <= allowed or (_sharp(mine) and _sharp(right)) else None
        if not mine.overlaps(right):
            return False
        return True if _sharp(mine) and _sharp(right) else None


_BLURRED = object()
_TOO_LARGE = "it takes more work to compare the two than a formula deserves"


def _sharp(value: Ball) -> bool:
    return value.rel_accuracy_bits() >= SHARP_BITS or bool(value.abs_upper() < SMALL)
