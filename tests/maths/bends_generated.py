"""Pairs of formulas with bends made by chance, with the truth known by how they were made.

An equal pair is a formula and what exact identities make of it. An unequal one is a formula and the
same with one constant, one sign or one function changed, and then rewritten; two that are the same
at every place that was tried in exact fractions are not used.

    python tests/maths/bends_generated.py [PAIRS] [FIRST_SEED]

decides 10 000 of them by default, and counts false and open verdicts.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from bends_pairs import kind

from grader.maths import Add, Applied, Expr, Multiply, Name, Number, Symbols, compare, number
from grader.maths.equality.exact import exactly
from grader.maths.tree.nodes import transform, walk

DOMAINS = ("real", "positive", "nonnegative", "integer", "natural", "[0,1]")
# Chances of the unequal: of all that were changed some are still the same.
_TRIES = 20
_PLACES = 400


def _plus(*terms: Expr) -> Expr:
    return Add(terms)


def _times(factor: Fraction | int, expr: Expr) -> Expr:
    return Multiply((number(factor), expr))


def _minus(expr: Expr) -> Expr:
    return _times(-1, expr)


def _call(function: str, *arguments: Expr) -> Applied:
    return Applied(function, arguments)


class Maker:
    """Makes the formulas of one pair."""

    def __init__(self, seed: int) -> None:
        self.source = Random(seed)
        count = self.source.choice((1, 1, 1, 2, 2, 3))
        self.names = ["x", "y", "z"][:count]
        self.domains = {name: self.source.choice(DOMAINS) for name in self.names}
        self.symbols = Symbols.of(**self.domains)

    def constant(self) -> Fraction:
        source = self.source
        size = source.choice((3, 10, 10, 50, 1000, 20_000))
        below = source.choice((1, 1, 1, 2, 4, 10))
        return Fraction(source.randint(-size, size) or 1, below)

    def factor(self) -> Fraction:
        return Fraction(self.source.choice((1, 1, -1, 2, -3, 5)), self.source.choice((1, 1, 2, 10)))

    def straight(self) -> Expr:
        """A linear form, or a constant."""
        if self.source.random() < 0.15:
            return number(self.constant())
        terms: list[Expr] = [
            _times(self.factor(), Name(name))
            for name in self.names
            if self.source.random() < 0.7 or len(self.names) == 1
        ]
        return _plus(*terms, number(self.constant())) if terms else number(self.constant())

    def formula(self, depth: int) -> Expr:
        if depth == 0:
            return self.straight()
        kinds = ("max", "min", "relu", "abs", "clip", "sum", "scaled", "step", "product")
        weights = (4, 4, 4, 4, 2, 4, 1, 1, 1)
        made = self.source.choices(kinds, weights)[0]
        if made in ("max", "min"):
            return _call(made, self.formula(depth - 1), self.formula(depth - 1))
        if made in ("relu", "abs"):
            return _call(made, self.formula(depth - 1))
        if made == "clip":
            low = self.constant()
            high = low + abs(self.constant())
            inner = self.formula(depth - 1)
            return _call("max", number(low), _call("min", number(high), inner))
        if made == "sum":
            return _plus(self.formula(depth - 1), self.formula(depth - 1))
        if made == "scaled":
            return _times(self.factor(), self.formula(depth - 1))
        if made == "step":
            return _call(self.source.choice(("floor", "ceil")), self.straight())
        return Multiply((self.straight(), self.formula(depth - 1)))

    # identities

    def rewritten(self, expr: Expr, chance: float = 0.6) -> Expr:
        """The same value everywhere, by another way."""

        def change(node: Expr) -> Expr:
            ways = _WAYS.get(node.function, ()) if isinstance(node, Applied) else ()
            if isinstance(node, Add):
                ways = (lambda *terms: Add(terms[::-1]),)
            if not ways or self.source.random() > chance:
                return node
            return self.source.choice(ways)(*node.children)

        return transform(expr, change)

    def changed(self, expr: Expr) -> Expr:
        """With one constant, sign or function changed."""
        nodes = [node for node in walk(expr) if isinstance(node, Number | Applied)]
        target = self.source.choice(nodes)
        if isinstance(target, Number):
            by = self.source.choice((Fraction(1), Fraction(-1), Fraction(1, 10), -2 * target.value))
            other: Expr = number(target.value + by)
        else:
            swaps = _SWAPS[target.function]
            other = self.source.choice(swaps)(*target.arguments)
        done = False

        def swap(node: Expr) -> Expr:
            nonlocal done
            if node == target and not done:
                done = True
                return other
            return node

        return transform(expr, swap)

    def places(self) -> list[Mapping[str, Fraction]]:
        """Places of the domain around every size of constants, in exact fractions."""
        return [
            {name: self._place(self.domains[name]) for name in self.names} for _ in range(_PLACES)
        ]

    def _place(self, domain: str) -> Fraction:
        source = self.source
        size = source.choice((1, 4, 12, 60, 1200, 25_000, 100_000))
        value = Fraction(source.randint(-size * 20, size * 20), 20)
        if domain == "[0,1]":
            return Fraction(source.randint(0, 240), 240)
        if domain in ("integer", "natural"):
            value = Fraction(round(value))
        if domain == "natural":
            return abs(value) or Fraction(1)
        if domain in ("positive", "nonnegative"):
            value = abs(value)
        return value or Fraction(domain == "positive")

    def pair(self) -> tuple[Expr, Expr, bool]:
        """Two formulas, and whether they are equal."""
        first = self.formula(self.source.choice((1, 2, 2, 3)))
        if self.source.random() < 0.5:
            return self.rewritten(first), first, True
        places = self.places()
        for _ in range(_TRIES):
            other = self.changed(first)
            if any(valued(other, at) != valued(first, at) for at in places):
                return self.rewritten(other), first, False
        return self.rewritten(first), first, True


def valued(expr: Expr, at: Mapping[str, Fraction]) -> Fraction | None:
    return exactly(expr, lambda atom: at[atom.key] if isinstance(atom, Name) else None)


def _half_sum(a: Expr, b: Expr, sign: int) -> Expr:
    apart = _call("abs", _plus(a, _minus(b)))
    return _times(Fraction(1, 2), _plus(a, b, _times(sign, apart)))


_WAYS: dict[str, tuple[Callable[..., Expr], ...]] = {
    "max": (
        lambda a, b: _call("max", b, a),
        lambda a, b: _plus(a, _call("relu", _plus(b, _minus(a)))),
        lambda a, b: _minus(_call("min", _minus(a), _minus(b))),
        lambda a, b: _half_sum(a, b, 1),
        lambda a, b: _plus(a, b, _minus(_call("min", a, b))),
    ),
    "min": (
        lambda a, b: _call("min", b, a),
        lambda a, b: _plus(a, _minus(_call("relu", _plus(a, _minus(b))))),
        lambda a, b: _minus(_call("max", _minus(a), _minus(b))),
        lambda a, b: _half_sum(a, b, -1),
    ),
    "relu": (
        lambda a: _call("max", number(0), a),
        lambda a: _times(Fraction(1, 2), _plus(a, _call("abs", a))),
        lambda a: _plus(a, _call("relu", _minus(a))),
        lambda a: _times(Fraction(1, 3), _call("relu", _times(3, a))),
    ),
    "abs": (
        lambda a: _call("max", a, _minus(a)),
        lambda a: _plus(_call("relu", a), _call("relu", _minus(a))),
        lambda a: _call("abs", _minus(a)),
        lambda a: _plus(_times(2, _call("relu", a)), _minus(a)),
    ),
    "floor": (
        lambda a: _minus(_call("ceil", _minus(a))),
        lambda a: _plus(_call("floor", _plus(a, number(4))), number(-4)),
    ),
    "ceil": (
        lambda a: _minus(_call("floor", _minus(a))),
        lambda a: _plus(_call("ceil", _plus(a, number(-3))), number(3)),
    ),
}
_SWAPS: dict[str, tuple[Callable[..., Expr], ...]] = {
    "max": (lambda a, b: _call("min", a, b), lambda a, b: a, lambda a, b: b),
    "min": (lambda a, b: _call("max", a, b), lambda a, b: a, lambda a, b: b),
    "relu": (lambda a: a, lambda a: number(0), lambda a: _call("abs", a)),
    "abs": (lambda a: a, lambda a: _minus(a), lambda a: _call("relu", a)),
    "floor": (lambda a: a, lambda a: _call("ceil", a)),
    "ceil": (lambda a: a, lambda a: _plus(_call("floor", a), number(1))),
}


def decided(seed: int) -> tuple[str, str]:
    """ "right", "undecided" or "false", and the pair in words."""
    maker = Maker(seed)
    answer, truth, equal = maker.pair()
    found = compare(answer, truth, maker.symbols, seed=seed, proof=False)
    words = f"seed {seed}: {'equal' if equal else 'unequal'}, {found.reason}"
    return kind(found.verdict, equal), words


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts: Counter[str] = Counter()
    slowest = (0.0, 0)
    for seed in range(first, first + pairs):
        start = time.process_time()
        said, words = decided(seed)
        slowest = max(slowest, (time.process_time() - start, seed))
        counts[said] += 1
        if said == "false" or (said == "undecided" and counts[said] <= 20):
            print(f"{said}: {words}", flush=True)
    print(f"{pairs} pairs: {dict(counts)}; the slowest took {slowest[0]:.2f} s (seed {slowest[1]})")


if __name__ == "__main__":
    main()
