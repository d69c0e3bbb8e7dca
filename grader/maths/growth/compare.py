"""`compare_growth`: how a student's growth class relates to the right one, with proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from grader.maths.growth.algebra import Term
from grader.maths.growth.assumptions import Assumption, names_assumed
from grader.maths.growth.bounds import bound_all, leading, positive_part
from grader.maths.growth.dominance import Bound
from grader.maths.growth.errors import OutOfTheoryError
from grader.maths.growth.escape import find_escape
from grader.maths.growth.factor import common_factor
from grader.maths.growth.growth import Growth, names_in
from grader.maths.growth.normal import normal_form
from grader.maths.growth.paths import Path
from grader.maths.growth.region import Region, Setting, setting_of, views


class Relation(Enum):
    """How the student's class lies to the right one."""

    SAME = "same"
    LARGER = "larger"
    SMALLER = "smaller"
    INCOMPARABLE = "incomparable"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class GrowthVerdict:
    """The relation and what proves it.

    `upper` proves student = O(truth), `lower` truth = O(student): a bound for every term.
    `above` is a path along which student/truth diverges, `below` one for truth/student.
    Same has both proofs, larger has `lower` and `above`, smaller has `upper` and `below`,
    incomparable has both paths. `factor` is student/truth where that is a single term.
    `reason` says why it is undecided.
    """

    relation: Relation
    student: Growth
    truth: Growth
    assumptions: tuple[Assumption, ...] = ()
    upper: tuple[Bound, ...] | None = None
    lower: tuple[Bound, ...] | None = None
    above: Path | None = None
    below: Path | None = None
    factor: Term | None = None
    reason: str = ""

    @property
    def differs(self) -> bool:
        """Proved not to be the same, even if which way is undecided."""
        return self.above is not None or self.below is not None


def compare_growth(
    student: Growth, truth: Growth, assumptions: Sequence[Assumption] = ()
) -> GrowthVerdict:
    """Compare two classes where every variable tends to infinity, subject to the assumptions.

    Never says same or different without proof; undecided where the theory ends.
    Raises BadAssumptionError if the assumptions contradict each other.
    """
    given = tuple(assumptions)
    used = {*names_in(student.expression), *names_in(truth.expression)}
    assumed = {name for assumption in given for name in names_assumed(assumption)}
    names = [n for n in (*student.variables, *truth.variables) if n in used | assumed]
    setting = setting_of(given, names)
    reason = ""
    for view in views(setting):
        try:
            verdict = _decide(student, truth, given, view)
        except OutOfTheoryError as end:
            reason = reason or end.reason
        else:
            return verdict
    if setting.apply(student.expression) == setting.apply(truth.expression):
        return GrowthVerdict(Relation.SAME, student, truth, given, (), ())
    return GrowthVerdict(Relation.UNDECIDED, student, truth, given, reason=reason)


def _decide(
    student: Growth, truth: Growth, given: tuple[Assumption, ...], setting: Setting
) -> GrowthVerdict:
    ours = normal_form(student.expression, setting)
    right = normal_form(truth.expression, setting)
    region = setting.region
    # N1/D1 is O(N2/D2) exactly if N1 D2 is O(N2 D1)
    mine = leading(positive_part(ours.above * right.below, region), region)
    theirs = leading(positive_part(right.above * ours.below, region), region)
    upper, above = _settle(mine, theirs, region)
    lower, below = _settle(theirs, mine, region)
    relation = _relation(upper, lower, above, below)
    factor = None
    if relation not in (Relation.SAME, Relation.UNDECIDED):
        factor = common_factor(mine, theirs, region)
    return GrowthVerdict(
        relation,
        student,
        truth,
        given,
        None if upper is None else tuple(upper),
        None if lower is None else tuple(lower),
        above,
        below,
        factor,
        "neither a bound nor a counterexample was found" if relation is Relation.UNDECIDED else "",
    )


def _settle(
    mine: list[Term], theirs: list[Term], region: Region
) -> tuple[list[Bound] | None, Path | None]:
    """A proof that mine is O(theirs), or a path that refutes it, or neither; cheapest first."""
    proof = bound_all(mine, theirs, region)
    path = None if proof is not None else find_escape(mine, theirs, region)
    if proof is None and path is None:
        proof = bound_all(mine, theirs, region, split=True)
    return proof, path


def _relation(
    upper: list[Bound] | None, lower: list[Bound] | None, above: Path | None, below: Path | None
) -> Relation:
    match upper is not None, lower is not None, above is not None, below is not None:
        case True, True, _, _:
            return Relation.SAME
        case False, True, True, _:
            return Relation.LARGER
        case True, False, _, True:
            return Relation.SMALLER
        case False, False, True, True:
            return Relation.INCOMPARABLE
    return Relation.UNDECIDED
