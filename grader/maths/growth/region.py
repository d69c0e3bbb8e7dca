"""The region in which the variables move, worked out from the assumptions.

Constants and equalities are put into the expressions; what remains is a set of constraints
`product of powers >= 1` that cuts a cone out of the logarithms of the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from grader.maths import Add, Expr, Multiply, Name, Number, Power, substitute
from grader.maths.algebra.simplex import maximise
from grader.maths.growth.assumptions import Assumption, AtMost, Constant, Equal, Powers, as_powers
from grader.maths.growth.budget import Budget
from grader.maths.growth.errors import BadAssumptionError
from grader.maths.growth.growth import names_in
from grader.maths.tree.nodes import MINUS_ONE


@dataclass(frozen=True)
class Constraint:
    """The product of these powers is at least 1; with `strict` it tends to infinity."""

    powers: Powers
    strict: bool

    def weighed(self, weights: dict[str, Fraction]) -> Fraction:
        """The power of R in the product, if each variable is R to its weight."""
        return sum((p * weights.get(name, Fraction(0)) for name, p in self.powers), Fraction(0))

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """(n, k) wherever the constraint says ln k = O(ln n)."""
        above = [name for name, power in self.powers if power > 0]
        if len(above) != 1:
            return ()
        return tuple((above[0], name) for name, power in self.powers if power < 0)


@dataclass(frozen=True)
class Region:
    """Where the variables move. `bounded_below` may stay at 1, the others are arbitrarily large.

    `budget` is that of the comparison: every region that is made for it shares the same one.
    """

    variables: tuple[str, ...]
    constraints: tuple[Constraint, ...] = ()
    bounded_below: frozenset[str] = frozenset()
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)

    def also(self, larger: str, smaller: str) -> Region:
        """This region with smaller <= larger."""
        extra = Constraint(((larger, Fraction(1)), (smaller, Fraction(-1))), False)
        return replace(self, constraints=(*self.constraints, extra))

    def interior(self) -> dict[str, Fraction] | None:
        """Positive weights under which every strict constraint is strict; None if none are."""
        names = self.variables
        count, extra = len(names), len(self.constraints)
        rows, right = [], []
        width = 2 * count + extra  # weights, their distance above 1, slacks
        for i in range(count):
            row = [Fraction(0)] * width
            row[i], row[count + i] = Fraction(1), Fraction(-1)
            rows.append(row)
            right.append(Fraction(1))
        for j, constraint in enumerate(self.constraints):
            row = [Fraction(0)] * width
            for name, power in constraint.powers:
                row[names.index(name)] += power
            row[2 * count + j] = Fraction(-1)
            rows.append(row)
            right.append(Fraction(1 if constraint.strict else 0))
        objective = [Fraction(-1)] * count + [Fraction(0)] * (width - count)
        solution = maximise(objective, rows, right, self.budget)
        if solution is None:
            return None
        return dict(zip(names, solution.point[:count], strict=True))


@dataclass(frozen=True)
class Setting:
    """The assumptions, ready to be applied to any expression."""

    region: Region
    constants: frozenset[str]
    substitutions: tuple[tuple[str, Expr], ...]

    def apply(self, expression: Expr) -> Expr:
        """The expression with what is equal put in; constants stay."""
        for name, value in self.substitutions:
            expression = substitute(expression, {name: value})
        return expression


def setting_of(assumptions: Sequence[Assumption], variables: Iterable[str]) -> Setting:
    """The setting of these assumptions; BadAssumptionError if they contradict each other."""
    constants = frozenset(a.name for a in assumptions if isinstance(a, Constant))
    substitutions: list[tuple[str, Expr]] = []
    constraints: list[Constraint] = []
    for assumption in assumptions:
        if isinstance(assumption, Equal):
            name, value, constraint = _solve(assumption, substitutions)
            substitutions = [(n, substitute(v, {name: value})) for n, v in substitutions]
            substitutions.append((name, value))
            constraints += [constraint] if constraint else []
    for assumption in assumptions:
        if isinstance(assumption, AtMost):
            powers = (*assumption.larger, *((n, -p) for n, p in assumption.smaller))
            moved = _replaced(powers, dict(substitutions), assumption.text)
            constraints.append(Constraint(moved, assumption.strict))
    gone = constants | {name for name, _ in substitutions}
    names = tuple(dict.fromkeys(variables))
    kept = tuple(_without(c, constants) for c in constraints)
    region = Region(tuple(n for n in names if n not in gone), tuple(c for c in kept if c.powers))
    if region.interior() is None or any(c.strict and not c.powers for c in kept):
        raise BadAssumptionError(f"no variables can satisfy {_listing(assumptions)} together")
    return Setting(region, constants, tuple(substitutions))


def _solve(equal: Equal, known: list[tuple[str, Expr]]) -> tuple[str, Expr, Constraint | None]:
    """Which variable to put in, and its value: d_k = d/h puts d = d_k h in instead."""
    value = equal.value
    for name, replacement in known:
        value = substitute(value, {name: replacement})
    if equal.name in names_in(value) or equal.name in dict(known):
        raise BadAssumptionError(f"{equal.text or equal.name} defines a variable twice")
    powers = as_powers(value)
    if powers is None:
        if _subtracts(value):
            raise BadAssumptionError(f"{equal.text}: a difference cannot be put in; turn it around")
        return equal.name, value, None
    if all(power > 0 for _, power in powers[1]):
        return equal.name, value, None
    for name, power in powers[1]:
        others = [(n, -p) for n, p in powers[1] if n != name]
        if power == 1 and all(p > 0 for _, p in others):
            factors: list[Expr] = [Number(1 / powers[0]), Name(equal.name)]
            factors += [Power(Name(n), Number(p)) for n, p in others]
            return name, Multiply(tuple(factors)), None
    return equal.name, value, Constraint(powers[1], False)


def _subtracts(expression: Expr) -> bool:
    if isinstance(expression, Number):
        return expression.value < 0
    if isinstance(expression, Power):
        return _subtracts(expression.base)
    return any(_subtracts(part) for part in expression.children)


def _replaced(powers: Powers, values: dict[str, Expr], text: str) -> Powers:
    total: dict[str, Fraction] = {}
    for name, power in powers:
        inner = as_powers(values.get(name, Name(name)))
        if inner is None or inner[0] != 1:
            raise BadAssumptionError(f"{text} cannot be used together with a value for {name}")
        for deeper, p in inner[1]:
            total[deeper] = total.get(deeper, Fraction(0)) + p * power
    return tuple(sorted((n, p) for n, p in total.items() if p))


def _without(constraint: Constraint, constants: frozenset[str]) -> Constraint:
    kept = tuple((n, p) for n, p in constraint.powers if n not in constants)
    return Constraint(kept, constraint.strict)


def _listing(assumptions: Sequence[Assumption]) -> str:
    return ", ".join(a.text for a in assumptions if a.text) or "these assumptions"


def excess_name(larger: str, smaller: str) -> str:
    """The name of the variable larger - smaller + 1, which no text can declare."""
    return f"({larger} - {smaller} + 1)"


def views(setting: Setting) -> list[Setting]:
    """The setting, then for each k <= n the same with n = m + k - 1, where m >= 1.

    In the second form n - k + 1 is a plain variable, so that a difference that nothing
    dominates can still be compared. It is left out where another constraint is on n too.
    """
    found = [setting]
    region = setting.region
    for constraint in region.constraints:
        sides = dict(constraint.powers)
        larger = [n for n, p in sides.items() if p == 1]
        smaller = [n for n, p in sides.items() if p == -1]
        if constraint.strict or len(sides) != 2 or not larger or not smaller:
            continue
        n, k = larger[0], smaller[0]
        others = tuple(c for c in region.constraints if c is not constraint)
        if any(n in dict(c.powers) for c in others):
            continue
        excess = excess_name(n, k)
        value = Add((Name(excess), Name(k), MINUS_ONE))
        names = (excess, *(v for v in region.variables if v != n))
        below = region.bounded_below | {excess}
        inner = replace(region, variables=names, constraints=others, bounded_below=below)
        put_in = tuple((name, substitute(v, {n: value})) for name, v in setting.substitutions)
        found.append(Setting(inner, setting.constants, (*put_in, (n, value))))
    return found
