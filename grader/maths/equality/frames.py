"""Two formulas over atoms alone: sizes and counts fixed, and matrices written out in entries.

A value for every atom makes a point. Where a formula cannot be written out there is no frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from grader.maths.algebra.explicit import explicit
from grader.maths.algebra.linear import Atom, atoms_of
from grader.maths.algebra.literal import NotExplicit
from grader.maths.equality.bends import is_bend
from grader.maths.equality.drawing import Point, Scalar
from grader.maths.equality.points import Plan, points
from grader.maths.tree.domains import REAL, Domain
from grader.maths.tree.nodes import Entry, Expr, Name, Number, free_names, walk
from grader.maths.tree.symbols import Symbols

# A layer of a network over two or three rows has as many entries.
_MAX_ATOMS = 60


@dataclass(frozen=True)
class Frame:
    """What is compared, what the atoms are, and the sizes that are fixed."""

    student: Expr
    truth: Expr
    atoms: tuple[Atom, ...]
    fixed: Mapping[str, Fraction]
    symbols: Symbols

    @classmethod
    def of(cls, student: Expr, truth: Expr, plan: Plan, seed: int) -> Frame | None:
        """None where a formula cannot be written out, or only at too great a length."""
        bent = {
            name
            for formula in (student, truth)
            for node in walk(formula)
            if is_bend(node)
            for name in free_names(node)
        }
        fixed = _fixed(plan, plan.sizes | (plan.counts - bent), seed)
        if fixed is None:
            return None
        sizes = {name: int(value) for name, value in fixed.items()}
        try:
            sides = [explicit(side, plan.symbols, sizes) for side in (student, truth)]
        except NotExplicit:
            return None
        atoms: list[Atom] = [Name(name) for name in plan.names if name not in fixed]
        inside = [atom for atom in atoms_of(*sides) if isinstance(atom, Entry)]
        atoms += sorted(inside, key=repr)
        if len(atoms) > _MAX_ATOMS:
            return None
        frame = cls(sides[0], sides[1], tuple(atoms), fixed, plan.symbols)
        return None if any(frame.domain(atom).kind == "complex" for atom in atoms) else frame

    @property
    def open(self) -> bool:
        """Whether a size is fixed that the formulas leave open: no proof is one for all sizes."""
        return bool(self.fixed)

    def domain(self, atom: Atom) -> Domain:
        if isinstance(atom, Name):
            return self.symbols.domain(atom.key)
        assert isinstance(atom.of, Name)
        family = self.symbols.indexed.get(atom.of.key)
        return family.domain if family else REAL

    def point(self, values: Mapping[Atom, Fraction], seed: str) -> Point:
        scalars: dict[str, Scalar] = dict(self.fixed)
        touched: dict[tuple[str, tuple[int, ...]], Scalar] = {}
        for atom, value in values.items():
            if isinstance(atom, Name):
                scalars[atom.key] = value
            else:
                assert isinstance(atom.of, Name)
                indices = [index for index in atom.indices if isinstance(index, Number)]
                touched[atom.of.key, tuple(int(index.value) for index in indices)] = value
        return Point(scalars, seed, touched=touched)

    def inside(self, values: Mapping[Atom, Fraction]) -> bool:
        """Whether every value is in its domain, the bounds that are names included."""
        for atom, value in values.items():
            domain = self.domain(atom)
            if not domain.contains(value):
                return False
            if isinstance(domain.low, str) and value < self.end(domain.low, values):
                return False
            if isinstance(domain.high, str) and value > self.end(domain.high, values):
                return False
        return True

    def end(self, end: Fraction | str, values: Mapping[Atom, Fraction]) -> Fraction:
        """The value of a bound of a domain, which may be a name."""
        if isinstance(end, Fraction):
            return end
        return self.fixed[end] if end in self.fixed else values[Name(end)]


def _fixed(plan: Plan, names: frozenset[str], seed: int) -> dict[str, Fraction] | None:
    """The smallest of the first sizes that are tried."""
    if not names:
        return {}
    tried = [
        {name: value for name, value in point.scalars.items() if name in names}
        for point in islice(points(plan, seed), 8)
    ]
    exact = [
        {name: value for name, value in one.items() if isinstance(value, Fraction)} for one in tried
    ]
    whole = [one for one in exact if len(one) == len(names & set(plan.names))]
    return min(whole, key=lambda one: sum(one.values()), default=None)
