"""When one monomial is O of a sum of monomials: an exact linear programme decides.

x^a is O(Σ x^{a_k}) if a convex combination of the a_k, less a, is a vector of slack in the
dual of the region's cone (weighted means). Logarithms only matter for a variable that has
no slack left: any positive power of n outgrows every power of ln n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from grader.maths.algebra.simplex import maximise
from grader.maths.growth.algebra import Atom, LogSum, Monomial, Term
from grader.maths.growth.region import Region

# Seven variables with one logarithm each, with a level of slack or none. Not all patterns need be
# tried: each that is solved is a proof, and none found is no verdict.
_MAX_PATTERNS = 128
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Bound:
    """target = O(product of each term to its weight), the weights being a convex combination.

    `cases` names the ordering of variables under which this holds ("d <= n"); a proof then
    has a bound for the opposite ordering too.
    """

    target: Term
    combination: tuple[tuple[Term, Fraction], ...]
    cases: tuple[str, ...] = ()


def combine(
    target: Term, pool: Sequence[Term], region: Region, strict: bool = False
) -> Bound | None:
    """A bound of target by the pool (target = o(sum of the pool) if `strict`), or None."""
    usable = [term for term in pool if term.exponent.known]
    if not usable or not target.exponent.known:
        return None
    if not strict:
        for term in usable:
            if term.exponent == target.exponent and _multiple(term.monomial, target.monomial):
                return Bound(target, ((term, _ONE),))
    monomials = [target.monomial, *(term.monomial for term in usable)]
    exponents = _exponent_rows([target.exponent, *(term.exponent for term in usable)])
    if exponents is None:
        return None
    depth = max((level for m in monomials for (_, level), _ in m.powers), default=0)
    if depth and not _without_logs(monomials, exponents, region):
        return None
    for pattern in _patterns(monomials, region, depth):
        weights = _Programme(monomials, exponents, region, depth, pattern, strict).solve()
        if weights is not None:
            return Bound(target, tuple((t, w) for t, w in zip(usable, weights, strict=True) if w))
    return None


def _multiple(larger: Monomial, smaller: Monomial) -> bool:
    """Whether the quotient has no negative power: the plainest bound, found without a programme."""
    return all(power > 0 for _, power in (larger * smaller.raised(-_ONE)).powers)


def _without_logs(
    monomials: list[Monomial], exponents: list[list[Fraction]], region: Region
) -> bool:
    """Whether the bound holds with every logarithm left out: if not, no pattern will do."""
    bare = [Monomial(tuple(p for p in m.powers if p[0][1] == 0)) for m in monomials]
    return _Programme(bare, exponents, region, 0, {}, False).solve() is not None


def _exponent_rows(exponents: list[LogSum]) -> list[list[Fraction]] | None:
    """Coordinates in which equal exponents are equal: one row for each monomial and ln p."""
    rows: dict[tuple[Monomial, int], list[Fraction]] = {}
    for index, exponent in enumerate(exponents):
        for monomial, coefficient in exponent.parts:
            if coefficient.exact is None:
                return None
            shares = [(0, coefficient.exact.rational), *coefficient.exact.logs]
            for prime, share in shares:
                row = rows.setdefault((monomial, prime), [_ZERO] * len(exponents))
                row[index] += share
    return [row for row in rows.values() if any(row)]


def _patterns(monomials: list[Monomial], region: Region, depth: int) -> Iterator[dict[str, int]]:
    """For each variable, the level at which it must have slack; absent: at none.

    What lies below a level with slack is free, so this is all that strictness needs.
    """
    target, pool = monomials[0], monomials[1:]
    tied = dict.fromkeys(name for c in region.constraints for name, _ in c.powers)
    names = dict.fromkeys(name for m in monomials for (name, _), _ in m.powers) | tied
    levels: list[list[int | None]] = []
    for name in names:
        # a variable that the region ties to another may have to absorb its logarithms
        own = [lv for m in monomials for (n, lv), _ in m.powers if n == name]
        deepest = depth if name in tied else max(own)
        possible: list[int | None] = [
            level
            for level in range(deepest)
            if name in tied
            or any(m.power_of((name, level)) > target.power_of((name, level)) for m in pool)
        ]
        levels.append([None, *possible])
    for count, choice in enumerate(product(*levels)):
        if count == _MAX_PATTERNS:
            return
        yield {name: level for name, level in zip(names, choice, strict=True) if level is not None}


@dataclass(frozen=True)
class _Programme:
    """The linear programme of one pattern.

    Columns: the weights of the pool, a slack for each atom, a multiplier for each constraint
    at each level, then e (what strict slack there is), then slacks of the inequalities on e.
    """

    monomials: list[Monomial]  # the target first
    exponents: list[list[Fraction]]
    region: Region
    depth: int
    pattern: dict[str, int]
    strict: bool

    def solve(self) -> tuple[Fraction, ...] | None:
        atoms = self._atoms()
        steps = self._steps()
        pool = len(self.monomials) - 1
        slack, step = pool, pool + len(atoms)
        e = step + len(steps)
        needs = self._strict_needs(atoms, steps, slack, step)
        width = e + 1 + 1 + len(needs)
        rows: list[list[Fraction]] = []
        right: list[Fraction] = []

        def row(entries: dict[int, Fraction], value: Fraction) -> None:
            rows.append([entries.get(j, _ZERO) for j in range(width)])
            right.append(value)

        row(dict.fromkeys(range(pool), _ONE), _ONE)
        for i, atom in enumerate(atoms):
            entries = {k: m.power_of(atom) for k, m in enumerate(self.monomials[1:])}
            entries[slack + i] = -_ONE
            for j, (_, vector) in enumerate(steps):
                entries[step + j] = -vector.get(atom, _ZERO)
            row(entries, self.monomials[0].power_of(atom))
        for exponent in self.exponents:
            row(dict(enumerate(exponent[1:])), exponent[0])
        row({e: _ONE, e + 1: _ONE}, _ONE)
        for i, need in enumerate(needs):
            row({**dict.fromkeys(need, _ONE), e: -_ONE, e + 2 + i: -_ONE}, _ZERO)
        objective = [_ONE if j == e and needs else _ZERO for j in range(width)]
        solution = maximise(objective, rows, right, self.region.budget)
        if solution is None or (needs and solution.value <= 0):
            return None
        if (self.pattern or self.strict) and not needs:
            return None
        return solution.point[:pool]

    def _atoms(self) -> list[Atom]:
        """Every atom that counts: those below a level with slack do not."""
        names = dict.fromkeys(self.region.variables)
        names.update(dict.fromkeys(n for m in self.monomials for (n, _), _ in m.powers))
        return [
            (name, level)
            for name in names
            for level in range(self.depth + 1)
            if level <= self.pattern.get(name, self.depth)
        ]

    def _steps(self) -> list[tuple[bool, dict[Atom, Fraction]]]:
        """What the region gives: products that are at least 1 (and whether they grow)."""
        steps: list[tuple[bool, dict[Atom, Fraction]]] = []
        for constraint in self.region.constraints:
            steps.append((constraint.strict, {(n, 0): p for n, p in constraint.powers}))
            for level in range(1, self.depth + 1):
                for larger, smaller in constraint.pairs:
                    # ln n / ln k is at least a constant, but need not grow even if n/k does
                    steps.append((False, {(larger, level): _ONE, (smaller, level): -_ONE}))
        return steps

    def _strict_needs(
        self,
        atoms: list[Atom],
        steps: list[tuple[bool, dict[Atom, Fraction]]],
        slack: int,
        step: int,
    ) -> list[list[int]]:
        """Groups of columns; the sum of each group has to be positive."""
        needs = [
            [slack + i] for i, (name, level) in enumerate(atoms) if self.pattern.get(name) == level
        ]
        if self.strict and not self.pattern:
            growing = [
                slack + i
                for i, (name, _) in enumerate(atoms)
                if name not in self.region.bounded_below
            ]
            growing += [step + j for j, (grows, _) in enumerate(steps) if grows]
            needs.append(growing)
        return needs
