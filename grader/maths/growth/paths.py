"""Paths to infinity, and how a term behaves along one: what proves that f is not O(g).

Along a path the growing variables are R^w (or their logarithms are R^w), with R to
infinity, and the others are powers of an S that grows more slowly than every iterated
logarithm of R: they stand for "fixed at any large value". The logarithm of a term then is
a sum of powers of R, ln R, ln ln R ..., S, ln S ..., which is ordered like a dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grader.maths.growth.algebra import LogSum, Monomial, Term
from grader.maths.growth.coefficient import Coefficient
from grader.maths.growth.errors import OutOfTheoryError
from grader.maths.growth.exact import Exact
from grader.maths.growth.region import Region

_LEVELS = 7
"""R, ln R, ... up to six times: deeper than any logarithm that is read."""

Scale = tuple[Fraction, ...]
"""Powers of R, ln R, ..., then of S, ln S, ...; compared as a dictionary orders words."""

_FLAT: Scale = (Fraction(0),) * (2 * _LEVELS)


@dataclass(frozen=True)
class Path:
    """How the variables go to infinity: `growing` with their weights, the rest held fixed.

    `of_logs`: the weights are powers of the logarithms: ln n = R^w instead of n = R^w.
    `slow_matters`: the quotient only diverges as the fixed ones grow too, far behind.
    """

    growing: tuple[tuple[str, Fraction], ...]
    fixed: tuple[tuple[str, Fraction], ...]
    of_logs: bool = False
    slow_matters: bool = False

    def allowed(self, region: Region) -> bool:
        """Whether the path stays in the region."""
        for constraint in region.constraints:
            fast, slow = self._fast(constraint.powers), constraint.weighed(dict(self.fixed))
            order = fast or (slow > 0) - (slow < 0)
            if order < 0 or (constraint.strict and order == 0):
                return False
        return True

    def _fast(self, powers: tuple[tuple[str, Fraction], ...]) -> int:
        """The sign of the product of powers, as far as the growing variables settle it."""
        weights = dict(self.growing)
        rates: dict[Fraction, Fraction] = {}
        for name, power in powers:
            if name in weights:
                rate = weights[name] if self.of_logs else Fraction(1)
                size = power if self.of_logs else power * weights[name]
                rates[rate] = rates.get(rate, Fraction(0)) + size
        for rate in sorted(rates, reverse=True):
            if rates[rate]:
                return 1 if rates[rate] > 0 else -1
        return 0

    def diverges(self, above: Term, below: Term) -> Scale | None:
        """The scale at which ln(above/below) goes to infinity; None if it does not, or unknown."""
        try:
            return self._leading(above.logarithm() + below.logarithm().negated)
        except OutOfTheoryError:
            return None

    def _leading(self, logarithm: LogSum) -> Scale | None:
        total: dict[Scale, Coefficient | None] = {}
        for monomial, coefficient in logarithm.parts:
            scale, factor = self._at(monomial)
            part = coefficient * factor
            known = total.get(scale)
            total[scale] = part if known is None else known.plus(part)
        for scale in sorted(total, reverse=True):
            if scale <= _FLAT:
                return None
            leader = total[scale]
            if leader is not None:
                return scale if leader.sign > 0 else None
        return None

    def _at(self, monomial: Monomial) -> tuple[Scale, Coefficient]:
        """A monomial's scale along the path and its coefficient there."""
        powers = list(_FLAT)
        factor = Coefficient(1, Exact(Fraction(1)))
        alone = len(monomial.powers) == 1 and monomial.powers[0][1] == 1
        for (name, level), power in monomial.powers:
            place, weight, shift = self._place(name, level)
            if shift == 0:
                powers[place] += power * weight
            elif shift == 1:
                powers[place] += power
                factor = factor * _raised(weight, power)
            else:
                # ln(w ln R) is ln ln R + ln w: the constant is lost, which only matters
                # if something is multiplied with it
                powers[place] += power
                if weight != 1 and not alone:
                    factor = factor * Coefficient(1, None)
        return tuple(powers), factor

    def _place(self, name: str, level: int) -> tuple[int, Fraction, int]:
        """Where an atom sits: its place in the scale, its weight, and how often ln was taken."""
        growing = dict(self.growing)
        if name not in growing:
            return _LEVELS + level, dict(self.fixed)[name], level
        if not self.of_logs:
            return level, growing[name], level
        if level == 0:
            raise OutOfTheoryError("an exponential along a path of logarithms")
        return level - 1, growing[name], level - 1


def _raised(weight: Fraction, power: Fraction) -> Coefficient:
    """weight^power, known where the power is whole."""
    if weight == 1 or power.denominator == 1:
        return Coefficient(1, Exact(weight ** int(power) if weight != 1 else Fraction(1)))
    return Coefficient(1, None)
