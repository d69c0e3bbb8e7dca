"""The factor by which two growths differ, where it is a single term."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.maths.growth.algebra import Term
from grader.maths.growth.bounds import bound_all
from grader.maths.growth.errors import OutOfTheoryError
from grader.maths.growth.region import Region

_TRIES = 6  # each proves two bounds for every term, for a sentence that is only nicer to read


def common_factor(mine: Sequence[Term], theirs: Sequence[Term], region: Region) -> Term | None:
    """The term f with mine = Θ(f · theirs), proved; None if there is none or it is not found."""
    first = mine[0]
    for other in theirs[:_TRIES]:
        try:
            factor = first * other.raised(Fraction(-1))
            if len(mine) == len(theirs) == 1:
                return factor
            scaled = [term * factor for term in theirs]
            if (
                bound_all(mine, scaled, region) is not None
                and bound_all(scaled, mine, region) is not None
            ):
                return factor
        except OutOfTheoryError:
            continue  # a factor is a courtesy: the relation is proved without it
    return None
