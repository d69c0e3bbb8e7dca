"""Two formulas at one point: the same, surely different, or not to be told there."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import isfinite

from flint import arb, ctx

from grader.maths.equality.balls import (
    Ball,
    Eye,
    Rows,
    TooClose,
    TooMuchWork,
    Undefined,
    Unevaluable,
    Value,
    ball,
)
from grader.maths.equality.drawing import Point
from grader.maths.equality.evaluate import entries_of, evaluate
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr
from grader.maths.tree.symbols import Symbols

# Bits, tried in turn: almost all is told at the first, and what cancels beyond the last, as
# e^900 (sin² + cos² - 1) does, is not told at all.
PRECISIONS = (128, 256, 512, 1024)
# Overlapping balls that are less accurate than this do not count as equal: a ball that is wide
# enough overlaps everything. It is a little more than a float holds.
SHARP_BITS = 56
SMALL = arb(2) ** -SHARP_BITS


class Where(StrEnum):
    """At which points the two must agree."""

    FINITE = "reference is finite"
    REAL = "reference is real"


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a value may be off: absolutely, relative to the reference, or by units of the last of
    so many of its digits."""

    absolute: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)
    units: Fraction = Fraction(0)
    digits: int = 1

    def around(self, right: Ball) -> arb:
        """What is allowed beside this value."""
        allowed = ball(self.absolute).real + ball(self.relative).real * abs(right)
        size = float(abs(right))
        if not self.units or not size or not isfinite(size):
            return allowed
        last = Decimal(size).adjusted() + 1 - self.digits
        return allowed + ball(self.units * Fraction(10) ** last).real


@dataclass(frozen=True, slots=True)
class Difference:
    student: Value
    truth: Value
    place: tuple[int, int] | None = None


class Skipped(Exception):
    """Why a point says nothing."""


class Dear(Skipped):
    """A point that costs too much; others may be cheaper, as where fewer terms are added up."""


class OnBorder(Skipped):
    """One of the two jumps there, and to which side it belongs is not known."""


class NoReference(Skipped):
    """The reference has no value there, or none that counts."""


class NoValue(Skipped):
    """The reference has a value there, and the student's formula surely has none."""

    def __init__(self, why: str, truth: Value) -> None:
        super().__init__(why)
        self.truth = truth


class Spent(Exception):
    """No work is left for another point."""


class Judge:
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

    def at(self, point: Point, precisions: tuple[int, ...]) -> Difference | None:
        """The difference there, None where there is none, or Skipped, or Spent."""
        for bits in precisions:
            ctx.prec = bits
            truth = self.reference(point)
            if self.where is Where.REAL and any(
                not entry.imag.contains(0) for entry in entries_of(truth)
            ):
                raise NoReference("the reference is not real there")
            try:
                student = self.value(self.student, point, "this formula")
            except Undefined as why:
                raise NoValue(f"this formula has no value there ({why})", truth) from None
            decided = self.judged(student, truth)
            if decided is not _BLURRED:
                return decided  # type: ignore[return-value]
        raise Skipped("the values are not sharp enough to tell")

    def reference(self, point: Point) -> Value:
        try:
            return self.value(self.truth, point, "the reference")
        except Undefined as why:
            raise NoReference(f"the reference has no value there ({why})") from None

    def value(self, expr: Expr, point: Point, whose: str) -> Value:
        """The value, or Undefined, or Skipped for any other reason; Spent where no work is left."""
        if self.work.numeric <= 0:
            raise Spent
        try:
            return evaluate(expr, self.symbols, point, self.work)
        except Undefined:
            raise
        except Unevaluable as why:
            kinds = {TooMuchWork: Dear, TooClose: OnBorder}
            kind = kinds.get(type(why), Skipped)
            raise kind(f"{whose} has no value there ({why})") from None

    def judged(self, student: Value, truth: Value) -> object:
        if isinstance(student, Eye) and isinstance(truth, Rows):
            student = student.sized(truth.shape[0])
        if isinstance(truth, Eye) and isinstance(student, Rows):
            truth = truth.sized(student.shape[0])
        if shape_said(student) != shape_said(truth):
            return Difference(student, truth)
        width = truth.shape[1] if isinstance(truth, Rows) else 1
        blurred = False
        for place, (mine, right) in enumerate(
            zip(entries_of(student), entries_of(truth), strict=True)
        ):
            same = self.same(mine, right)
            if same is False:
                spot = divmod(place, width) if isinstance(truth, Rows) else None
                return Difference(student, truth, spot)
            blurred = blurred or same is None
        return _BLURRED if blurred else None

    def same(self, mine: Ball, right: Ball) -> bool | None:
        """Whether two balls agree; None where they are too wide to tell."""
        if self.tolerance is not None:
            off = abs(mine - right)
            allowed = self.tolerance.around(right)
            if off > allowed:
                return False
            # Exactly at the limit no ball can tell; a sharp one that is not surely over it is in.
            return True if off <= allowed or (_sharp(mine) and _sharp(right)) else None
        if not mine.overlaps(right):
            return False
        return True if _sharp(mine) and _sharp(right) else None


def shape_said(value: Value) -> str:
    if isinstance(value, Rows):
        height, width = value.shape
        return f"a {height}×{width} matrix"
    return "a multiple of the identity" if isinstance(value, Eye) else "a number"


_BLURRED = object()


def _sharp(value: Ball) -> bool:
    return value.rel_accuracy_bits() >= SHARP_BITS or bool(value.abs_upper() < SMALL)
