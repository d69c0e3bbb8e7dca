"""Proofs that one sum of terms is O of another, and the dropping of what is dominated.

Two ways to bound a term: by a convex combination of the others (`dominance`), or by one
other term, the logarithm of the quotient being bounded above. Both only ever say yes when
it is so; None means that no proof was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from grader.maths.growth.algebra import UNIT, LogSum, Poly, Term
from grader.maths.growth.dominance import Bound, combine
from grader.maths.growth.errors import OutOfTheoryError
from grader.maths.growth.region import Region

# d <= n or n <= d, and one more such question inside each. Every level multiplies the programmes by
# twice the pairs of variables.
_SPLITS = 2
_MAX_SPLIT_TERMS = 8  # each is a column of all of these programmes


def bound(target: Term, pool: Sequence[Term], region: Region, strict: bool = False) -> Bound | None:
    """A proof that target is O of the pool's sum (o of it if `strict`), or None."""
    found = combine(target, pool, region, strict)
    if found is not None:
        return found
    for term in pool:
        if (target.exponent.parts or term.exponent.parts) and _below(target, term, region, strict):
            return Bound(target, ((term, Fraction(1)),))
    return None


def _below(target: Term, other: Term, region: Region, strict: bool) -> bool:
    """Whether ln(target/other) is bounded above (tends to minus infinity if `strict`)."""
    difference = target.logarithm() + other.logarithm().negated
    return _bounded_above(difference, region, strict) or (
        bool(region.constraints) and _bounded_above(_cancelled(difference, region), region, strict)
    )


def _bounded_above(difference: LogSum, region: Region, strict: bool) -> bool:
    gains = [Term(m) for m, c in difference.parts if c.sign >= 0 and m.powers]
    losses = [Term(m) for m, c in difference.parts if c.sign < 0 and m.powers]
    bounded = all(
        combine(gain, [UNIT], region) or combine(gain, losses, region, strict=True)
        for gain in gains
    )
    if not bounded or not strict:
        return bounded
    return combine(UNIT, losses, region, strict=True) is not None


def _cancelled(difference: LogSum, region: Region) -> LogSum:
    """Something no smaller, in which k stands no more against n where k <= n.

    c k - c' n is at most (c - c') n or (c - c') k, whichever sign that has. Only powers of
    the variables themselves: for those the region's inequalities hold without a constant.
    """
    left = dict(difference.parts)
    plain = [(m, c.sign) for m, c in left.items() if c.exact and not any(a[1] for a, _ in m.powers)]
    for gain in [m for m, sign in plain if sign > 0 and m.powers]:
        for loss in [m for m, sign in plain if sign < 0 and m.powers]:
            if gain not in left or loss not in left:
                continue
            if combine(Term(gain), [Term(loss)], region) is None:
                continue
            rest = left.pop(gain).plus(left.pop(loss))
            if rest is not None:
                left[gain if rest.sign > 0 else loss] = rest
    return LogSum.of(left.items())


def bound_all(
    targets: Sequence[Term], pool: Sequence[Term], region: Region, split: bool = False
) -> list[Bound] | None:
    """A bound for each target; with `split`, by orderings of the variables where that helps."""
    found: list[Bound] = []
    for target in targets:
        bounds = _bound_split(target, pool, region, (), _SPLITS if split else 0)
        if bounds is None:
            return None
        found += bounds
    return found


def _bound_split(
    target: Term, pool: Sequence[Term], region: Region, cases: tuple[str, ...], splits: int
) -> list[Bound] | None:
    direct = bound(target, pool, region)
    if direct is not None:
        return [Bound(direct.target, direct.combination, cases)]
    if not splits or not _may_split([target, *pool]):
        return None
    names = sorted(frozenset[str]().union(*(t.names for t in [target, *pool])))
    for one, other in combinations(names, 2):
        found: list[Bound] = []
        for small, large in ((one, other), (other, one)):
            label = f"{small} <= {large}"
            if label in cases:
                break
            part = _bound_split(
                target, pool, region.also(large, small), (*cases, label), splits - 1
            )
            if part is None:
                break
            found += part
        else:
            return found
    return None


def _may_split(terms: Sequence[Term]) -> bool:
    """Without logarithms or exponentials the programme is complete: splitting adds nothing."""
    return len(terms) <= _MAX_SPLIT_TERMS and any(
        term.exponent.parts or any(level for (_, level), _ in term.monomial.powers)
        for term in terms
    )


def positive_part(poly: Poly, region: Region) -> list[Term]:
    """The terms of a sum that is positive: the negative ones must be dominated and are dropped.

    OutOfTheoryError where one of them is not, or where nothing is left.
    """
    kept = [term for term, coefficient in poly.parts if coefficient.sign > 0]
    for term, coefficient in poly.parts:
        if coefficient.sign <= 0 and bound(term, kept, region, strict=True) is None:
            raise OutOfTheoryError("it subtracts something that may be as large as the rest")
    if not kept:
        raise OutOfTheoryError("it is zero or negative")
    return kept


def leading(terms: Sequence[Term], region: Region) -> list[Term]:
    """The terms less those that the others bound: the same growth, written shortest."""
    kept = list(terms)
    for term in list(terms):
        rest = [other for other in kept if other is not term]
        if rest and bound(term, rest, region) is not None:
            kept = rest
    return kept
