"""Whether two samples of results come from one distribution: an exact test, whatever they are.

Each result of a function that draws becomes a row of features. If both samples are drawn alike,
which of the rows are whose is as good as drawn, too: so the rows are dealt out anew, many times,
and the statistic of the real deal takes any place among all of them with the same chance. Nothing
is assumed of the distribution, the features may depend on each other as they like, and no table or
limit law is needed. Ties are broken by chance. docs/problem-files.md derives what follows for a
class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Literal

import numpy as np

NDArray = np.ndarray[Any, np.dtype[Any]]
Of = Literal["entries", "values", "result"]

# The smallest p-value that so many deals can give is 1 in a thousand.
DEALS = 999
LEVEL = 1 / (DEALS + 1)
# So few different values are told apart one by one, more by their ranks.
FEW = 12
# Up to this power of the ranks: a shift, a spread, skewness, tails, and two finer ones.
DEGREE = 6
# Of whole results as many as one may want to tell apart; rarer ones count as one.
OUTCOMES = 64
# More entries than this, each on its own, take too long to deal out; `of: values` is for these.
MOST_ENTRIES = 128


def p_value(mine: NDArray, theirs: NDArray, rng: np.random.Generator) -> float:
    """For features of as many results each: one of 1/1000, 2/1000, …, 1, each equally likely if
    both are drawn alike."""
    rows = np.concatenate([mine, theirs]).astype(np.float32)
    spread = rows.std(axis=0)
    # By the size of the numbers: what is the same in all rows has no spread but rounding.
    rows = rows[:, spread > 1e-6 * np.abs(rows).max(axis=0, initial=0.0)]
    if not rows.shape[1]:
        return float(rng.integers(1, DEALS + 2)) * LEVEL
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    deal = np.repeat(np.array([1, -1], dtype=np.float32), [len(mine), len(theirs)])
    deals = np.vstack([deal, rng.permuted(np.tile(deal, (DEALS, 1)), axis=1)])
    squares = (deals @ rows) ** 2
    statistic = _highest(squares.sum(axis=1), squares.max(axis=1))
    above = int((statistic[1:] > statistic[0]).sum())
    ties = int((statistic[1:] == statistic[0]).sum())
    return (1 + above + int(rng.integers(ties + 1))) * LEVEL


def _highest(*statistics: NDArray) -> NDArray:
    """Of several statistics of each deal the one that stands out most: a small difference in many
    features shows in their sum, a large one in a single feature in their maximum."""
    standard = [(one - one.mean()) / (one.std() or 1.0) for one in statistics]
    # What differs by rounding alone is a tie, and broken by chance.
    return np.asarray(np.round(np.max(standard, axis=0), 4))


def features(mine: Sequence[Any], theirs: Sequence[Any], of: Of) -> tuple[NDArray, NDArray]:
    """The rows of both samples. `result`: whole results, which can be hashed; otherwise arrays of
    one shape, whose entries are looked at each on its own (`entries`) or all in one (`values`),
    beside which of them go together."""
    if of == "result":
        rows = _outcomes([*mine, *theirs])
        return rows[: len(mine)], rows[len(mine) :]
    every = np.stack([*mine, *theirs])
    places = every.reshape(len(every), -1)
    if of == "entries":
        ranked = [_ranks(column) for column in places.T]
        rows = np.hstack([_marks(ranks) for ranks in ranked])
        ranks = np.stack(ranked, axis=1)
    else:
        ranks = _ranks(places.ravel()).reshape(places.shape)
        marks = _marks(ranks.ravel())
        rows = marks.reshape(*places.shape, -1).mean(axis=1)
    rows = np.hstack([rows, *_neighbours(ranks.reshape(every.shape))])
    return rows[: len(mine)], rows[len(mine) :]


def _ranks(values: NDArray) -> NDArray:
    """Where each stands among all, from −1 to 1; equal ones, NaN too, in the middle of theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(count) - (count - 1) / 2
    ranks: NDArray = (2 * middle / len(values) - 1 - 1 / len(values))[place.ravel()]
    return ranks


def _marks(ranks: NDArray) -> NDArray:
    """Features of one number: which of a few it is, else polynomials of its rank (Neyman's)."""
    different = np.unique(ranks)
    if len(different) <= FEW:
        return np.asarray(ranks[:, None] == different[None, :], dtype=float)
    basis = np.polynomial.legendre.legvander(ranks, DEGREE)
    return np.asarray(basis[:, 1:])


def _neighbours(ranks: NDArray) -> list[NDArray]:
    """Along each axis, whether entries that stand beside each other go up and down together, and
    whether they are far out together: a mask for a whole row shows in nothing else."""
    found = []
    for axis in range(1, ranks.ndim):
        if ranks.shape[axis] > 1:
            before, after = (
                np.take(ranks, range(start, ranks.shape[axis] + start - 1), axis=axis)
                for start in (0, 1)
            )
            for power in (1, 2):
                product = before**power * after**power
                found.append(product.reshape(len(ranks), -1).mean(axis=1, keepdims=True))
    return found


def _outcomes(results: Sequence[Hashable]) -> NDArray:
    counted = Counter(results)
    # Equally frequent ones by their text: by who had them first, the deal would no longer be fair.
    common = sorted(counted, key=lambda result: (-counted[result], repr(result)))
    column = {result: number for number, result in enumerate(common[: OUTCOMES - 1])}
    rows = np.zeros((len(results), OUTCOMES))
    for row, result in zip(rows, results, strict=True):
        row[column.get(result, OUTCOMES - 1)] = 1.0
    return rows
