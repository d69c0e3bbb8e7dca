"""Two formulas at many points: a difference at one, the same at all, or too few to tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.maths.equality.drawing import Point
from grader.maths.equality.judging import (
    PRECISIONS,
    Dear,
    Difference,
    Judge,
    NoReference,
    NoValue,
    OnBorder,
    Skipped,
    Spent,
)
from grader.maths.equality.nearby import nudged, rounded
from grader.maths.equality.points import Plan, points
from grader.maths.equality.probing import Probe, bend_points, probe
from grader.maths.equality.show import opaque_functions
from grader.maths.equality.turning import turning_points
from grader.maths.equality.verdict import Decided, Equality, at_point, refuted, said, without_value
from grader.maths.tree.nodes import free_names

PATIENCE = 3  # points that may each cost too much before all are given up
# Different points at which both formulas must have a value. One would do for almost all pairs; what
# differs on a part of the domain only must be met there, and about half of these are on each side
# of zero.
NEEDED = 12
# Neighbours of a point without a value at which there must be none either: then it is no hole.
_STRETCH = 4
_TOO_LARGE = "it takes more work to compare the two than a formula deserves"
_ON_BORDERS = "to which side they jump could not be told at every border"
_TOO_BENT = "the two have more bends than could be gone through"


class _Tally:
    """What the points said so far."""

    def __init__(self, judge: Judge, plan: Plan, seed: int) -> None:
        self.judge = judge
        self.plan = plan
        self.seed = seed
        self.functions = opaque_functions(judge.student, judge.truth)
        self.constant = not (
            free_names(judge.student) or free_names(judge.truth) or plan.names or self.functions
        )
        self.needed = 1 if self.constant else min(NEEDED, plan.finite() or NEEDED)
        self.agreed: set[object] = set()
        self.skipped: dict[str, int] = {}
        self.dear = 0
        self.hole: Point | None = None
        # A constant has one point only: no other can make up for one that is not told there.
        self.precisions = PRECISIONS[-1:] if self.constant else PRECISIONS

    def at(self, point: Point) -> Equality | None:
        """The refutation if there is one at this point. Raises Skipped after it is counted."""
        try:
            difference = self.judge.at(point, self.precisions)
        except NoValue as why:
            self._count(why)
            if self._on_a_stretch(point):
                return without_value(why.truth, point, self.judge)
            self.hole = self.hole or point
            raise
        except Skipped as why:
            self._count(why)
            raise
        if difference is not None:
            point, difference = self._simpler(point, difference)
            return refuted(difference, point, self.judge)
        if point.touched and not self.agreed:
            few = self.plan.finite([name for name, _ in point.touched])
            self.needed = min(self.needed, few or self.needed)
        seed = point.seed if self.functions else ""
        self.agreed.add((*point.scalars.values(), seed, *sorted(point.touched.items())))
        return None

    def _count(self, why: Skipped) -> None:
        self.skipped[str(why)] = self.skipped.get(str(why), 0) + 1
        self.dear += isinstance(why, Dear)

    def _on_a_stretch(self, point: Point) -> bool:
        """Whether the formula has no value all around either, where the reference has one."""
        if self.constant:
            return False  # around a number there is nothing
        found = 0
        for near in nudged(point, self.plan, _STRETCH):
            try:
                self.judge.at(near, PRECISIONS)
            except NoValue:
                found += 1
                continue
            except NoReference:
                continue
            except Skipped:
                pass
            return False
        return found > 1

    def _simpler(self, point: Point, difference: Difference) -> tuple[Point, Difference]:
        if point.simple:
            return point, difference
        for candidate in rounded(point, self.plan):
            try:
                found = self.judge.at(candidate, PRECISIONS)
            except Skipped:
                continue
            except Spent:
                break
            if found is not None:
                return candidate, found
        return point, difference

    def undecided(self) -> Equality | None:
        """Why the points are too few, None where they are not."""
        agreed = len(self.agreed)
        if agreed >= self.needed:
            return None
        most = max(
            self.skipped, key=lambda why: self.skipped[why], default="no point lies in the domains"
        )
        if agreed == 0:
            why = f"the two could not be compared at any point: {most}"
        elif not self.skipped:
            why = f"equal at {agreed} points, but {self.needed} different ones are needed"
        else:
            why = f"equal at {agreed} points, but {self.needed} are needed: {most}"
        return Equality(Decided.UNDECIDED, why, points=agreed)


def numeric(judge: Judge, seed: int) -> tuple[Equality, Probe]:
    """The verdict of the points, and what was found out about the bends."""
    tally = _Tally(judge, Plan.of((judge.student, judge.truth), judge.symbols), seed)
    found = Probe()
    try:
        told = _at_planned(tally)
        if told is None and tally.agreed and not tally.constant and tally.dear < PATIENCE:
            found = probe(judge.student, judge.truth, tally.plan, seed, judge.work)
            told = _at_bends(tally, found)
        told = told or tally.undecided()
    except Spent:
        # Even where enough points agree: the later ones are there to tell lookalikes apart.
        told = Equality(Decided.UNDECIDED, _TOO_LARGE, points=len(tally.agreed))
    return told or _agreed(tally, found), found


def _at_planned(tally: _Tally) -> Equality | None:
    for attempt, point in enumerate(points(tally.plan, tally.seed)):
        enough = len(tally.agreed) >= tally.needed
        if enough and (attempt >= tally.plan.planned or tally.constant):
            break
        try:
            told = tally.at(point)
        except Skipped:
            if tally.dear >= PATIENCE:
                break
            continue
        if told is not None:
            return told
    return None


def _at_bends(tally: _Tally, found: Probe) -> Equality | None:
    visited: dict[int, bool] = {}
    domains = [tally.plan.symbols.domain(name) for name in tally.plan.names]
    whole = any(domain.kind == "integer" for domain in domains)
    jumps = False
    for point, region in _all_bends(tally, found):
        try:
            told = tally.at(point)
        except NoReference:
            visited.setdefault(region, True)
            continue
        except OnBorder:
            # Of broken numbers the border alone is lost, of whole ones all that there is beside it.
            jumps = jumps or whole
            continue
        except Skipped:
            visited.setdefault(region, False)
            continue
        if told is not None:
            return told
        visited[region] = True
    count = len(found.regions or ())
    if jumps:
        return Equality(Decided.UNDECIDED, _ON_BORDERS, points=len(tally.agreed))
    if found.complete() and all(visited.get(region, False) for region in range(count)):
        return None
    return Equality(Decided.UNDECIDED, _TOO_BENT, points=len(tally.agreed))


def _all_bends(tally: _Tally, found: Probe) -> Iterator[tuple[Point, int]]:
    judge, plan, seed = tally.judge, tally.plan, tally.seed
    for point in turning_points(judge.student, judge.truth, plan, seed):
        yield point, -1
    yield from bend_points(found, seed)


def _agreed(tally: _Tally, found: Probe) -> Equality:
    agreed = len(tally.agreed)
    count = len(found.regions or ())
    shown = "the same value" if tally.constant else f"equal at {agreed} points"
    if count > 1:
        shown = f"the same in all {count} regions, at {agreed} points"
    found_equal = Equality(Decided.EQUAL_NUMERIC, f"{shown} in ball arithmetic", points=agreed)
    if tally.hole is None:
        return found_equal
    note = f"it has no value at {said(at_point(tally.hole, tally.judge))} alone"
    return replace(found_equal, reason=f"{found_equal.reason}; {note}", note=note)
