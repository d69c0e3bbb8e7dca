"""The search for a path along which one sum outgrows another.

Without exponentials the path comes out of a linear programme for each set of growing
variables; with them, out of a small grid of weights. Whatever is proposed, `Path.diverges`
checks exactly, so that a poor proposal costs time and never truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from grader.maths.algebra.simplex import maximise
from grader.maths.growth.algebra import Monomial, Term
from grader.maths.growth.paths import Path
from grader.maths.growth.region import Region

# With more variables than this only one, two or all of them are let grow: the subsets double with
# each, and a counterexample that a student can follow has few that grow.
_WHOLE_SEARCH = 5
# Weights for exponentials, where no programme proposes any: n like d, d², d³, and between.
_GRID = tuple(map(Fraction, ("1", "2", "3", "1/2", "3/2")))
_MAX_TRIES = 1500  # about the whole grid for five variables
_TRIAL_CELLS = 200  # a look at one quotient along one path takes as long as so many cells


def find_escape(above: Sequence[Term], below: Sequence[Term], region: Region) -> Path | None:
    """A path in the region along which the sum `above` outgrows the sum `below`, or None."""
    ranks = region.interior()
    if ranks is None:
        return None
    second_best: Path | None = None
    for tries, path in enumerate(_proposals(above, below, region, ranks)):
        if tries == _MAX_TRIES:
            break
        if not path.allowed(region):
            continue
        for term in above:
            region.budget.spend(_TRIAL_CELLS * len(below))
            scales = [path.diverges(term, other) for other in below]
            if any(scale is None for scale in scales):
                continue
            half = len(scales[0] or ()) // 2
            slow = any(not any((scale or ())[:half]) for scale in scales)
            if not slow:
                return path
            second_best = second_best or Path(path.growing, path.fixed, path.of_logs, True)
    return second_best


def _proposals(
    above: Sequence[Term], below: Sequence[Term], region: Region, ranks: dict[str, Fraction]
) -> Iterator[Path]:
    terms = [*above, *below]
    plain = not any(term.exponent.parts for term in terms)
    for names in _subsets(terms, region):
        if plain:
            for term in above:
                weights = _direction(
                    term.monomial, [t.monomial for t in below], names, region, ranks
                )
                if weights is not None:
                    yield _path(weights, ranks)
        else:
            yield from _grid(names, ranks, False)
    if any(level for term in terms for (_, level), _ in term.monomial.powers):
        for names in _subsets(terms, region):
            pool = [_of_logs(term.monomial) for term in below]
            for term in above:
                weights = _direction(_of_logs(term.monomial), pool, names, region, ranks)
                if weights is not None:
                    yield _path(weights, ranks, True)
            yield from _grid(names, ranks, True)


def _of_logs(monomial: Monomial) -> Monomial:
    """The monomial as if each logarithm were the variable itself, its powers left out."""
    return Monomial.of(((name, lv - 1), power) for (name, lv), power in monomial.powers if lv)


def _subsets(terms: Sequence[Term], region: Region) -> Iterator[tuple[str, ...]]:
    """Sets of variables that may grow, the simplest first."""
    used = frozenset[str]().union(*(term.names for term in terms))
    linked = used | {
        name
        for constraint in region.constraints
        if used & {n for n, _ in constraint.powers}
        for name, _ in constraint.powers
    }
    names = [name for name in region.variables if name in linked]
    for size in range(1, len(names) + 1):
        if len(names) <= _WHOLE_SEARCH or size <= 2 or size == len(names):
            yield from combinations(names, size)


def _path(weights: dict[str, Fraction], ranks: dict[str, Fraction], of_logs: bool = False) -> Path:
    fixed = tuple((name, rank) for name, rank in ranks.items() if name not in weights)
    return Path(tuple(weights.items()), fixed, of_logs)


def _grid(names: tuple[str, ...], ranks: dict[str, Fraction], of_logs: bool) -> Iterator[Path]:
    choices = _GRID if len(names) <= 3 else _GRID[:1]  # five to the power of the variables
    for weights in product(choices, repeat=len(names)):
        if len(names) > 1 or weights[0] == 1:
            yield _path(dict(zip(names, weights, strict=True)), ranks, of_logs)


def _direction(
    target: Monomial,
    pool: list[Monomial],
    names: tuple[str, ...],
    region: Region,
    ranks: dict[str, Fraction],
) -> dict[str, Fraction] | None:
    """The least weights, at least 1, under which the target outgrows the pool; None if none do.

    Against a monomial that loses the tie (fewer logarithms) a draw in powers is enough.
    """
    conditions: list[tuple[list[Fraction], Fraction]] = []
    for other in pool:
        quotient = target * other.raised(Fraction(-1))
        tie = _tie_breaker(quotient, names, ranks)
        row = [quotient.power_of((name, 0)) for name in names]
        conditions.append((row, Fraction(0 if tie > [Fraction(0)] * len(tie) else 1)))
    for constraint in region.constraints:
        powers = dict(constraint.powers)
        row = [powers.get(name, Fraction(0)) for name in names]
        if any(row):
            conditions.append((row, Fraction(1 if constraint.strict else 0)))
    for index in range(len(names)):
        row = [Fraction(int(i == index)) for i in range(len(names))]
        conditions.append((row, Fraction(1)))
    surplus = len(conditions)
    rows = [
        [*row, *(Fraction(-int(i == j)) for j in range(surplus))]
        for i, (row, _) in enumerate(conditions)
    ]
    objective = [Fraction(-1)] * len(names) + [Fraction(0)] * surplus
    solution = maximise(objective, rows, [value for _, value in conditions], region.budget)
    if solution is None:
        return None
    return dict(zip(names, solution.point, strict=False))


def _tie_breaker(
    quotient: Monomial, names: tuple[str, ...], ranks: dict[str, Fraction]
) -> list[Fraction]:
    """What decides a draw in powers: logarithms of the growing, then the fixed ones."""
    depth = max((level for (_, level), _ in quotient.powers), default=0)
    verdict = [Fraction(0)] * (2 * depth + 1)
    for (name, level), power in quotient.powers:
        if name not in names:
            verdict[depth + level] += power * (ranks[name] if level == 0 else 1)
        elif level:
            verdict[level - 1] += power
    return verdict
