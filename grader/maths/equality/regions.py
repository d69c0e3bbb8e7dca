"""The regions into which bends cut the domain, and what both formulas are in each of them.

A bend whose sides are told apart by linear forms is replaced by each of its sides in turn, the
innermost first, where a linear programme over exact fractions finds that such points exist. What
is left at the end are regions that cover the domain, and two formulas without these bends in each.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from grader.errors import GraderError
from grader.maths.algebra.linear import Atom, Linear, linear
from grader.maths.algebra.simplex import maximise
from grader.maths.equality.bends import CHOICES, inner_first, sides
from grader.maths.equality.frames import Frame
from grader.maths.tree.nodes import Applied, Expr, Sizes, transform

Values = Mapping[Atom, Fraction]

# Six bends through one place, each on its own: of more, every one is worth a person's look.
MAX_REGIONS = 64
# Cells of tableaus that are looked at, some ten million a second: a third of a second.
MAX_CELLS = 3_000_000
# Of a node of both formulas, each time that a bend in them is replaced, in as many cells.
_NODE_CELLS = 30
# Inside a region, so that two formulas that are equal at some of its points only are told apart.
SEVERAL = 3
# How deep inside a region its points lie, where it is wide enough, beyond its constants.
_ROOM = 10
_FAR = (Fraction(100), Fraction(10_000), Fraction(1_000_000))
_ROUNDED = 6  # whole numbers that are rounded up and down, in all ways


class TooManyRegions(GraderError):
    """More regions, or more work to find them, than a formula deserves."""


@dataclass
class Cells:
    """What is left for linear programmes."""

    left: int = MAX_CELLS

    def spend(self, cells: int) -> None:
        self.left -= cells
        if self.left < 0:
            raise TooManyRegions


@dataclass(frozen=True)
class Region:
    """Where no form is negative; both formulas there, and points inside it."""

    forms: tuple[Linear, ...]
    student: Expr
    truth: Expr
    inside: tuple[Values, ...]
    signed: bool  # whether a jump was replaced, whose value on the border is that of neither side


def regions(frame: Frame, pool: Sequence[Values], seed: int) -> list[Region]:
    """All regions in which there is a point of the domain. Raises TooManyRegions.

    `pool` are points of the domain, which save a linear programme for the regions they are in.
    Where bends are told apart by other than linear forms they stay in the formulas.
    """
    finder = _Finder(frame, seed)
    return list(finder.split(frame.student, frame.truth, (), list(pool), False))


class _Finder:
    def __init__(self, frame: Frame, seed: int) -> None:
        self.frame = frame
        self.cells = Cells()
        self.sizes = Sizes()
        self.found = 0
        self.source = random.Random(f"{seed}/regions")
        self.whole = {atom for atom in frame.atoms if frame.domain(atom).kind == "integer"}
        self.bounds = self.of_domains()

    def of_domains(self) -> tuple[Linear, ...]:
        """The bounds of the domains, as forms that are not negative."""
        forms: list[Linear] = []
        for atom in self.frame.atoms:
            own = Linear({atom: Fraction(1)}, Fraction(0))
            domain = self.frame.domain(atom)
            if domain.low is not None:
                forms.append(own.plus(self.bound(domain.low).times(Fraction(-1))))
            if domain.high is not None:
                forms.append(self.bound(domain.high).plus(own.times(Fraction(-1))))
        return tuple(forms)

    def bound(self, end: Fraction | str) -> Linear:
        if isinstance(end, Fraction):
            return Linear({}, end)
        if end in self.frame.fixed:
            return Linear({}, self.frame.fixed[end])
        atom = next(atom for atom in self.frame.atoms if getattr(atom, "key", None) == end)
        return Linear({atom: Fraction(1)}, Fraction(0))

    def split(
        self,
        student: Expr,
        truth: Expr,
        forms: tuple[Linear, ...],
        pool: list[Values],
        signed: bool,
    ) -> Iterator[Region]:
        self.cells.spend(_NODE_CELLS * (self.sizes.of(student) + self.sizes.of(truth)))
        found = _next_bend(student, truth)
        if found is None:
            self.found += 1
            if self.found > MAX_REGIONS:
                raise TooManyRegions
            yield Region(forms, student, truth, self.several(forms, pool), signed)
            return
        call, choices = found
        for value, conditions in choices:
            new = tuple(form for form in conditions if form.factors)
            if any(form.constant < 0 for form in conditions if not form.factors):
                continue
            here = [point for point in pool if all(form.at(point) > 0 for form in new)]
            if not here:
                deep = self.deepest((*forms, *new))
                if deep is None:
                    continue
                here = [deep]

            def sided(node: Expr, call: Applied = call, value: Expr = value) -> Expr:
                return value if node == call else node

            yield from self.split(
                transform(student, sided),
                transform(truth, sided),
                (*forms, *new),
                here,
                signed or call.function == "sign",
            )
            if not new:
                return  # the others are the same here, or nowhere

    def deepest(self, forms: Sequence[Linear]) -> Values | None:
        """A point inside all of these, as far from their borders as goes; None where none is."""
        atoms = self.frame.atoms
        if len(atoms) == 1:
            return self.between(atoms[0], forms)
        reach = max((abs(form.constant) for form in forms), default=Fraction(0)) + _ROOM
        width = 2 * len(atoms) + 1  # each atom as a difference, and the depth
        bounded = [*((form, True) for form in self.bounds), *((form, False) for form in forms)]
        rows: list[list[Fraction]] = []
        right: list[Fraction] = []
        for place, (form, is_bound) in enumerate(bounded):
            stepped = self.stepped(form)
            row = [Fraction(0)] * (width + len(bounded) + 1)
            least = Fraction(0)
            if stepped is None:
                row[width - 1] = -_norm(form)
            elif not is_bound:
                form, least = stepped, Fraction(1)
            for at, atom in enumerate(atoms):
                factor = form.factors.get(atom, Fraction(0))
                row[2 * at], row[2 * at + 1] = factor, -factor
            row[width + place] = Fraction(-1)
            rows.append(row)
            right.append(least - form.constant)
        last = [Fraction(0)] * (width + len(bounded) + 1)
        last[width - 1] = last[-1] = Fraction(1)
        objective = [Fraction(0)] * len(last)
        objective[width - 1] = Fraction(1)
        found = maximise(objective, [*rows, last], [*right, reach], self.cells)
        if found is None or found.value <= 0:
            return None
        values = {
            atom: found.point[2 * at] - found.point[2 * at + 1] for at, atom in enumerate(atoms)
        }
        return self.rounded(values, forms)

    def between(self, atom: Atom, forms: Sequence[Linear]) -> Values | None:
        """The same on a line, where no programme is needed."""
        self.cells.spend(len(forms))
        ends: dict[bool, list[Fraction]] = {True: [], False: []}
        for form in (*self.bounds, *forms):
            ends[form.factors[atom] > 0].append(-form.constant / form.factors[atom])
        low, high = max(ends[True], default=None), min(ends[False], default=None)
        if low is None or high is None:
            beyond = Fraction(0) if low is None and high is None else low or high or Fraction(0)
            middle = beyond + (_ROOM if high is None else -_ROOM)
        else:
            middle = (low + high) / 2
        tried = [middle] if atom not in self.whole else self.whole_around(middle)
        for value in tried:
            if self.is_inside({atom: value}, forms):
                return {atom: value}
        return None

    @staticmethod
    def whole_around(middle: Fraction) -> list[Fraction]:
        return [Fraction(math.floor(middle)), Fraction(math.ceil(middle))]

    def stepped(self, form: Linear) -> Linear | None:
        """A form in whole numbers: where it is positive it is at least 1. None for others."""
        if not form.factors.keys() <= self.whole:
            return None
        below = math.lcm(*(factor.denominator for factor in form.factors.values()))
        common = math.gcd(*(int(factor * below) for factor in form.factors.values()))
        scaled = form.times(Fraction(below, common))
        return Linear(scaled.factors, Fraction(math.ceil(scaled.constant)))

    def rounded(self, values: Values, forms: Sequence[Linear]) -> Values:
        """The same where whole numbers are whole, else those around it that are inside.

        Raises TooManyRegions where none is: whether there is a point at all is not known then.
        """
        whole = [atom for atom in self.frame.atoms if atom in self.whole]
        if all(values[atom].denominator == 1 for atom in whole):
            return values
        near = [(math.floor(values[atom]), math.ceil(values[atom])) for atom in whole[:_ROUNDED]]
        for choice in product(*near):
            tried = {**values, **dict(zip(whole, map(Fraction, choice), strict=False))}
            if self.is_inside(tried, forms):
                return tried
        raise TooManyRegions

    def is_inside(self, values: Values, forms: Sequence[Linear]) -> bool:
        return self.frame.inside(values) and all(form.at(values) > 0 for form in forms)

    def several(self, forms: Sequence[Linear], pool: list[Values]) -> tuple[Values, ...]:
        """Points of a region: those that are known, some around the first, and some far from it."""
        found = list(pool[:SEVERAL])
        first = found[0]
        room = min((form.at(first) / _norm(form) for form in forms), default=Fraction(_ROOM))
        for size in (*[min(room, Fraction(_ROOM))] * SEVERAL, *_FAR):
            moved = {}
            for atom in self.frame.atoms:
                step = size * Fraction(self.source.randint(-96, 96), 97)
                value = first[atom] + step
                moved[atom] = Fraction(round(value)) if atom in self.whole else value
            if moved not in found and self.is_inside(moved, forms):
                found.append(moved)
        return tuple(found)


def _norm(form: Linear) -> Fraction:
    return sum((abs(factor) for factor in form.factors.values()), Fraction(0))


def _next_bend(*formulas: Expr) -> tuple[Applied, list[tuple[Expr, list[Linear]]]] | None:
    """The innermost choice all of whose conditions are linear, and its sides."""
    for node in inner_first(*formulas):
        if isinstance(node, Applied) and node.function in CHOICES:
            found: list[tuple[Expr, list[Linear]]] = []
            for value, conditions in sides(node):
                forms = [linear(condition) for condition in conditions]
                kept = [form for form in forms if form is not None]
                if len(kept) < len(forms):
                    break
                found.append((value, kept))
            else:
                return node, found
    return None
