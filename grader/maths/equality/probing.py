"""The points that tell two formulas with bends apart, beyond those that tell any two.

All regions that bends cut out of the domain, and the sides of every border on lines through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from grader.maths.algebra.linear import Atom
from grader.maths.equality.bends import has_bends, hidden_bend
from grader.maths.equality.drawing import Point, drawn
from grader.maths.equality.frames import Frame
from grader.maths.equality.lines import Lines, Values
from grader.maths.equality.points import Plan
from grader.maths.equality.regions import Region, TooManyRegions, regions
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr, Name, walk

# Points of the domain to begin with: of both signs, of every scale.
_POOL = 16
_STARTS = 4  # of those, where lines begin


@dataclass(frozen=True)
class Probe:
    """What is known of the bends of two formulas.

    `regions` are those that linear forms cut out, None where they could not all be found. `blind`
    says that bends could not even be looked for, as in what cannot be written out.
    """

    frame: Frame | None = None
    regions: tuple[Region, ...] | None = ()
    blind: bool = False
    pool: tuple[Values, ...] = ()
    lines: Lines | None = None

    def complete(self) -> bool:
        """Whether no bend was left out, once all points of it have been gone through."""
        if self.lines is None:
            return not self.blind
        # A single line goes through all regions that there are.
        return not self.lines.cut and (self.regions is not None or self.lines.single)


def probe(student: Expr, truth: Expr, plan: Plan, seed: int, work: Work) -> Probe:
    bent = has_bends(student, truth)
    if not bent and not any(hidden_bend(n) for side in (student, truth) for n in walk(side)):
        return Probe()
    frame = Frame.of(student, truth, plan, seed)
    if frame is None:
        return Probe(blind=bent)
    pool = tuple(_pool(frame, plan, seed))
    if not frame.atoms or not pool:
        return Probe(frame)
    lines = Lines(frame, plan.scales, seed, work)
    try:
        found = tuple(regions(frame, pool, seed)) if bent else ()
    except TooManyRegions:
        return Probe(frame, None, pool=pool, lines=lines)
    return Probe(frame, found, pool=pool, lines=lines)


def _pool(frame: Frame, plan: Plan, seed: int) -> Iterator[Values]:
    source = Random(f"{seed}/pool")
    for attempt in range(_POOL):
        scale = (Fraction(1), *plan.scales)[attempt // 2 % (1 + len(plan.scales))]
        values: dict[Atom, Fraction] = {}
        for atom in frame.atoms:
            value = drawn(frame.domain(atom), source, scale, _named(values, frame))
            if not isinstance(value, Fraction):
                break
            values[atom] = value
        else:
            if frame.inside(values):
                yield values


def _named(values: Values, frame: Frame) -> dict[str, Fraction]:
    named = {atom.key: value for atom, value in values.items() if isinstance(atom, Name)}
    return {**frame.fixed, **named}


def bend_points(found: Probe, seed: int) -> Iterator[tuple[Point, int]]:
    """Points, each with the number of its region, or -1 where it has none."""
    frame, lines = found.frame, found.lines
    if frame is None or lines is None:
        return
    for place, region in enumerate(found.regions or ()):
        for at, values in enumerate(region.inside):
            yield frame.point(values, f"{seed}/{place}/{at}"), place
    if not _needs_lines(found, lines):
        return
    starts = [*found.pool[:_STARTS], *(region.inside[0] for region in found.regions or ())]
    for at, values in enumerate(lines.through(starts[:1] if lines.single else starts)):
        yield frame.point(values, f"{seed}/line/{at}"), -1


def _needs_lines(found: Probe, lines: Lines) -> bool:
    """Whether points inside the regions do not say it all."""
    if lines.single or not found.regions:
        return True
    return any(region.signed or has_bends(region.student, region.truth) for region in found.regions)
