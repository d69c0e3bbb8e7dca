"""Are p-values of right answers uniform, and how often are wrong ones told?

    python benchmarks/chance.py [--answers 10000] [--draws 100] [--secrets 100]

First so many right answers, of several kinds, are compared with the reference by one round each of
`distribution`: their p-values must be uniform, and one in a hundred at most 0.01. Then mistakes
that students make are compared by all rounds, under many secrets: how often each is told, by how
many draws. The suite runs a sample of both.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from grader.checks.chance import DEALS, Of, features, p_value
from grader.checks.drawn import told_apart

Draw = Callable[[np.random.Generator], Any]
ROUNDS = 3
P = np.array([0.4, 0.25, 0.15, 0.12, 0.08])
X = np.array([[0.3, -1.2, 2.0], [1.1, 0.4, -0.7]])


def _pair(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(sorted(rng.choice(5, 2, replace=False).tolist()))


@dataclass(frozen=True)
class Drawn:
    """A function that draws, another right way to write it, and mistakes by name."""

    of: Of
    right: Draw
    as_right: Draw
    mistakes: Mapping[str, Draw]


KINDS: Mapping[str, Drawn] = {
    "a token": Drawn(
        "entries",
        lambda rng: rng.choice(5, p=P),
        lambda rng: np.argmin(rng.exponential(size=5) / P),
        {
            "all equally likely": lambda rng: rng.integers(5),
            "the last never": lambda rng: rng.choice(4, p=P[:4] / P[:4].sum()),
            "twice as warm": lambda rng: rng.choice(5, p=P**0.5 / (P**0.5).sum()),
        },
    ),
    "dropout": Drawn(
        "entries",
        lambda rng: np.where(rng.random(X.shape) < 0.25, 0, X / 0.75),
        lambda rng: X * rng.binomial(1, 0.75, X.shape) / 0.75,
        {
            "not scaled": lambda rng: np.where(rng.random(X.shape) < 0.25, 0, X),
            "a rate of 0.3": lambda rng: np.where(rng.random(X.shape) < 0.3, 0, X / 0.75),
            "one mask for all rows": lambda rng: np.where(rng.random(3) < 0.25, 0, X / 0.75),
        },
    ),
    "normals": Drawn(
        "entries",
        lambda rng: X + np.exp(X / 2) * rng.normal(size=X.shape),
        lambda rng: rng.normal(X, np.sqrt(np.exp(X))),
        {
            "variance for deviation": lambda rng: X + np.exp(X) * rng.normal(size=X.shape),
            "one number for all": lambda rng: X + np.exp(X / 2) * rng.normal(),
            "a deviation 10 % too large": lambda rng: rng.normal(X, 1.1 * np.exp(X / 2)),
        },
    ),
    "weights": Drawn(
        "values",
        lambda rng: rng.normal(size=(8, 5)) / 2,
        lambda rng: rng.normal(0, 0.5, (5, 8)).T,
        {
            "uniform": lambda rng: rng.uniform(-1, 1, (8, 5)) * math.sqrt(0.75),
            "a deviation 5 % too large": lambda rng: rng.normal(0, 0.525, (8, 5)),
        },
    ),
    "a set of two": Drawn(
        "result",
        _pair,
        lambda rng: tuple(sorted(rng.permutation(5)[:2].tolist())),
        {"with replacement": lambda rng: tuple(sorted(rng.integers(5, size=2).tolist()))},
    ),
}


def sample(draw: Draw, of: Of, count: int, rng: np.random.Generator) -> list[Any]:
    drawn = [draw(rng) for _ in range(count)]
    return drawn if of == "result" else [np.asarray(one, dtype=float) for one in drawn]


def p_values(answers: int, draws: int, first: int = 0) -> Iterator[float]:
    """Of so many right answers, half of them written as the reference, with draws of their own."""
    kinds = list(KINDS.values())
    for number in range(first, first + answers):
        kind = kinds[number % len(kinds)]
        answer = kind.right if number // len(kinds) % 2 else kind.as_right
        mine = sample(answer, kind.of, draws, np.random.default_rng([number, 1]))
        theirs = sample(kind.right, kind.of, draws, np.random.default_rng([number, 2]))
        rng = np.random.default_rng([number, 3])
        yield p_value(*features(mine, theirs, kind.of), rng)


def uniformity(found: Sequence[float]) -> tuple[float, float]:
    """The largest distance from the uniform distribution, and what it is compared with: above it
    lies one of a thousand samples of this size (Kolmogorov and Smirnov)."""
    ordered = np.sort(found)
    count = len(ordered)
    steps = np.arange(1, count + 1) / count
    # A p-value is one of so many steps itself.
    apart = max(np.max(steps - ordered), np.max(ordered - steps + 1 / count)) - 1 / (DEALS + 1)
    return float(apart), math.sqrt(-math.log(0.0005) / 2 / count)


def told(kind: Drawn, mistake: Draw, draws: int, secret: int) -> bool:
    """Whether an answer with the mistake is called wrong."""
    of, count = kind.of, ROUNDS * draws
    mine = sample(mistake, of, count, np.random.default_rng([secret, 4]))
    theirs = sample(kind.right, of, count, np.random.default_rng([secret, 5]))
    return told_apart(mine, theirs, of, ROUNDS, secret) == ROUNDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--draws", type=int, default=100, help="of the answers that are right")
    parser.add_argument("--secrets", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="other answers than those from 0")
    given = parser.parse_args()
    found = list(p_values(given.answers, given.draws, given.first))
    apart, most = uniformity(found)
    print(
        f"{len(found):,} right answers: largest distance from uniform {apart:.4f} (most {most:.4f})"
    )
    for level in (0.001, 0.01, 0.05, 0.5):
        share = sum(one <= level * (1 + 1e-9) for one in found) / len(found)
        print(f"  p at most {level:g}: {share:.4f} of them")
    print(f"\nmistakes told, of {given.secrets} secrets, by so many draws a round:")
    sizes = (250, 500, 1000, 2000)
    print(f"  {'':40}" + "".join(f"{size:>7}" for size in sizes))
    for name, kind in KINDS.items():
        for what, mistake in kind.mistakes.items():
            counts = [
                sum(map(partial(told, kind, mistake, size), range(given.secrets))) for size in sizes
            ]
            print(f"  {name + ': ' + what:40}" + "".join(f"{count:>7}" for count in counts))


if __name__ == "__main__":
    main()
