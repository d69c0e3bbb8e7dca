"""Walking through a domain along one atom after another, to both sides of every border.

On such a line a border is a number: exact where what is zero there is a polynomial, or linear
between the borders inside it, and else found by bisection between the places of a grid.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random

from grader.maths.algebra.linear import Atom, Polynomial, atoms_of, fraction_of, real_roots
from grader.maths.equality.balls import Ball, Unevaluable, scalar
from grader.maths.equality.bends import STEPS, borders, has_bends, inner_first
from grader.maths.equality.evaluate import evaluate
from grader.maths.equality.frames import Frame
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Applied, Expr

Values = Mapping[Atom, Fraction]
Crossing = tuple[Fraction, bool]  # where, and whether exactly there

# What a line may hold of borders: those of a formula of fifty bends.
_MAX_BORDERS = 100
# Of steps there are as many as one likes: those beside the other borders count, and a few more.
_MAX_STEPS = 12
_FAR_STEPS = 4
# One for each atom, through a point of each region of a formula with a few bends.
_MAX_LINES = 48
# Atoms that lines are taken along through one point: of many entries some are as good as all.
_MAX_ATOMS = 5
# From a factor of ten to the twelfth digit, beyond which no student sets two borders apart.
_HALVINGS = 44
_DECADES = range(-4, 8)
_FAR = (1, 7, 1000)  # beyond the last border, in multiples of where it is
_NEAR = 64  # part of the way to the next border


@dataclass(frozen=True)
class _Border:
    zero: Expr  # what is zero there, or a whole number
    is_step: bool
    plain: bool  # without bends inside
    atoms: frozenset[Atom]


class Lines:
    """The lines through two formulas in a frame."""

    def __init__(self, frame: Frame, scales: Sequence[Fraction], seed: int, work: Work) -> None:
        self.frame = frame
        self.seed = f"{seed}/lines"
        self.source = Random(self.seed)
        self.work = work
        self.grid = _grid(scales)
        self.cut = False  # whether a line held more borders than are gone to
        found: dict[tuple[Expr, bool], _Border] = {}
        for node in inner_first(frame.student, frame.truth):
            is_step = isinstance(node, Applied) and node.function in STEPS
            for zero in node.children if is_step else borders(node):
                atoms = frozenset(atoms_of(zero))
                if atoms and atoms <= set(frame.atoms) and (zero, is_step) not in found:
                    plain = not has_bends(zero)
                    found[zero, is_step] = _Border(zero, is_step, plain, atoms)
        self.borders = tuple(found.values())

    @property
    def single(self) -> bool:
        """Whether one line is all there is."""
        return len(self.frame.atoms) == 1

    def through(self, starts: Iterable[Values]) -> Iterator[Values]:
        """The points of all lines through these, and through those that are in other regions."""
        queue = deque(starts)
        seen: set[tuple[int, ...]] = set()
        left = _MAX_LINES
        while queue:
            values = queue.popleft()
            for atom in self._some_atoms():
                if left == 0:
                    return
                left -= 1
                for moved in self.along(values, atom):
                    yield moved
                    signs = None if self.single else self._signs(moved)
                    if signs is not None and signs not in seen:
                        seen.add(signs)
                        queue.append(moved)

    def _some_atoms(self) -> list[Atom]:
        bent = [a for a in self.frame.atoms if any(a in border.atoms for border in self.borders)]
        return bent if len(bent) <= _MAX_ATOMS else self.source.sample(bent, _MAX_ATOMS)

    def _signs(self, values: Values) -> tuple[int, ...] | None:
        """The side of every border; None on a border, and where a side is not known."""
        found: list[int] = []
        for border in self.borders:
            if not border.is_step:
                value = self._value(border.zero, values)
                if value is None or value.contains(0):
                    return None
                found.append(1 if value > 0 else -1)
        return tuple(found)

    def _value(self, expr: Expr, values: Values) -> Ball | None:
        """The ball of a value that is real, None where there is none or no work is left."""
        if self.work.numeric <= 0:
            return None
        point = self.frame.point(values, self.seed)
        try:
            found = scalar(evaluate(expr, self.frame.symbols, point, self.work))
        except Unevaluable:
            return None
        return found.real if found.imag.is_zero() else None

    def along(self, values: Values, atom: Atom) -> Iterator[Values]:
        """Points of the line on which all but this atom keep their values."""
        found: dict[Fraction, bool] = {}
        for border in self.borders:
            if atom not in border.atoms:
                continue
            if len(found) >= _MAX_BORDERS:
                self.cut = True
                break
            for place, exact in self._crossings(border, values, atom, sorted(found)):
                found.setdefault(place, exact)
        domain = self.frame.domain(atom)
        for end, is_open in ((domain.low, domain.low_open), (domain.high, domain.high_open)):
            if found and end is not None:
                found.setdefault(self.frame.end(end, values), not is_open)
        whole = domain.kind == "integer"
        for place in sorted(set(_whole_places(found) if whole else _places(found))):
            moved = {**values, atom: place}
            if self.frame.inside(moved):
                yield moved

    def _crossings(
        self, border: _Border, values: Values, atom: Atom, known: list[Fraction]
    ) -> Iterable[Crossing]:
        quotient = fraction_of(border.zero, atom, values) if border.plain else None
        if quotient is None:
            return self._searched(border, values, atom, known)
        above, below = quotient
        if not border.is_step:
            return [*real_roots(above), *real_roots(below)]
        if above.degree() == 1 and below.degree() == 0:
            return self._steps(above, below, known)
        return self._searched(border, values, atom, known)

    def _steps(
        self, above: Polynomial, below: Polynomial, known: list[Fraction]
    ) -> Iterator[Crossing]:
        """Where a linear function is whole: beside 0, the borders that are known and the grid."""
        start, slope = (Fraction(int(c.p), int(c.q)) for c in (above / below[0]).coeffs())
        found: set[int] = set()
        for place in known:
            step = math.floor(start + slope * place)
            found |= {step, step + 1}
        for place in (Fraction(0), *self.grid[-2:], *self.grid):  # 0, the farthest, all others
            step = math.floor(start + slope * place)
            if len(found) < max(_MAX_STEPS, len(known)):
                found |= {step - 1, step, step + 1}
        for step in sorted(found):
            yield (step - start) / slope, True

    def _searched(
        self, border: _Border, values: Values, atom: Atom, known: list[Fraction]
    ) -> Iterator[Crossing]:
        between = [(a + b) / 2 for a, b in pairwise(known)]
        beyond = [known[0] - 1, known[-1] + 1] if known else []
        places = sorted({*self.grid, *known, *between, *beyond})
        gaps: list[tuple[Fraction, Fraction, int]] = []
        before: tuple[Fraction, Ball] | None = None
        for place in places:
            moved = {**values, atom: place}
            value = self._value(border.zero, moved) if self.frame.inside(moved) else None
            if value is not None:
                if before is not None:
                    levels = _levels(before[1], value, border.is_step)
                    gaps += [(before[0], place, level) for level in levels]
                before = place, value
        if border.is_step:
            # Those beside other borders, those nearest to zero, and those that are farthest.
            beside = set(known)
            gaps.sort(key=lambda gap: (not beside & {gap[0], gap[1]}, abs(gap[0] + gap[1])))
            del gaps[max(_MAX_STEPS, len(known)) : -_FAR_STEPS]
        for low, high, level in gaps:
            crossing = self._halved(border.zero, values, atom, low, high, level)
            if crossing is not None:
                yield crossing

    def _halved(
        self, zero: Expr, values: Values, atom: Atom, low: Fraction, high: Fraction, level: int
    ) -> Crossing | None:
        """Where the value crosses a level between two places, on whose sides it is."""

        def off(place: Fraction) -> Ball | None:
            value = self._value(zero, {**values, atom: place})
            return None if value is None else value - level

        ends = off(low), off(high)
        if ends[0] is None or ends[1] is None:
            return None
        # What is linear in between crosses where the straight line does.
        line = (ends[0].mid() / (ends[0] - ends[1]).mid()).mid()
        straight = (low + (high - low) * _exactly(line)).limit_denominator(10**9)
        for _ in range(_HALVINGS):
            inside = low < straight < high
            middle = straight if inside else (low + high) / 2
            straight = low
            value = off(middle)
            if value is None:
                return None
            if value.is_zero():
                return middle, True
            if value.contains(0):
                return middle, False
            if (value > 0) == (ends[0] > 0):
                low = middle
            else:
                high = middle
        return (low + high) / 2, False


def _exactly(value: Ball) -> Fraction:
    man, exp = value.man_exp()
    return Fraction(int(man)) * Fraction(2) ** int(exp)


def _levels(before: Ball, after: Ball, is_step: bool) -> list[int]:
    """What is crossed between two values: zero, or the first and the last of whole numbers."""
    if not is_step:
        crosses = (before > 0 and after < 0) or (before < 0 and after > 0)
        return [0] if crosses else []
    low, high = sorted((before.mid(), after.mid()))
    first, last = math.floor(_exactly(low)) + 1, math.ceil(_exactly(high)) - 1
    return sorted({first, last}) if first <= last else []


def _grid(scales: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Places of both signs, first some around each scale and then of every size."""
    sizes: list[Fraction] = []
    for scale in scales:
        sizes += [scale * part / 10 for part in (10, 5, 9, 11, 20)]
    sizes += [Fraction(10) ** decade * part for decade in _DECADES for part in (1, 3)]
    return (Fraction(0), *(sign * size for size in dict.fromkeys(sizes) for sign in (1, -1)))


def _places(borders: Mapping[Fraction, bool]) -> Iterator[Fraction]:
    """On every border that is exact, near it on both sides, between borders and far beyond."""
    places = sorted(borders)
    if not places:
        return
    first, last = places[0], places[-1]
    for far in _FAR:
        yield first - max(Fraction(1), abs(first)) * far
        yield last + max(Fraction(1), abs(last)) * far
    for at, place in enumerate(places):
        if borders[place]:
            yield place
        size = max(Fraction(1), abs(place))
        before = place - places[at - 1] if at else size
        after = places[at + 1] - place if at + 1 < len(places) else size
        yield place - min(before, size) / _NEAR
        yield place + min(after, size) / _NEAR
        if at + 1 < len(places):
            yield place + after * Fraction(3, 7)


def _whole_places(borders: Iterable[Fraction]) -> Iterator[Fraction]:
    """The whole numbers around every border, between them and far beyond."""
    places = sorted(borders)
    for place in places:
        yield from (Fraction(math.floor(place) + step) for step in (-1, 0, 1, 2))
    for low, high in pairwise(places):
        yield Fraction(round((low + high) / 2))
    if places:
        for far in _FAR:
            yield Fraction(math.floor(places[0]) - far * (1 + abs(math.floor(places[0]))))
            yield Fraction(math.ceil(places[-1]) + far * (1 + abs(math.ceil(places[-1]))))
