"""The child that proves: reads questions as JSON lines, answers whether sympy found a proof.

Only this module imports sympy. Expressions are built node by node from trees that the reader
made; there is no text of a student's here, and nothing is parsed or compiled.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from grader.jail.limits import lower_if_possible
from grader.jail.parent import killed_with_parent
from grader.maths.equality.counted import counted
from grader.maths.equality.encode import decode
from grader.maths.tree.functions import KNOWN, words
from grader.maths.tree.nodes import (
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Fold,
    Identity,
    Multiply,
    Name,
    Number,
    Power,
    Transpose,
)

Sympy = Any


class NoProof(Exception):
    """The formula holds something sympy is not asked about."""


def main() -> None:
    """Serve questions until stdin ends or the grader does.

    The last two arguments are the most bytes of memory to use, and the grader's process.
    """
    memory, parent = int(sys.argv[-2]), int(sys.argv[-1])
    killed_with_parent(parent)
    # Where a system refuses them, a proof that goes astray still ends with its count.
    lower_if_possible("RLIMIT_AS", memory)
    lower_if_possible("RLIMIT_FSIZE", 0)
    import sympy

    # sympy goes several frames down for each node, and what is read is up to a hundred deep.
    sys.setrecursionlimit(5000)
    _make_ready(sympy)
    _say({"ready": True, "sympy": sympy.__version__})
    for line in sys.stdin:
        question = json.loads(line)
        _say(asdict(counted(partial(prove, question), question["work"])))


def _make_ready(sympy: Sympy) -> None:
    """All that a first proof does once and for all, so that each proof takes what it takes alone.

    sympy shuffles what it tries by random numbers of its own, and imports some of itself late.
    """
    from sympy.core.random import seed

    seed(0)
    x = sympy.Symbol("x", real=True)
    for _, tactic in _tactics(sympy):
        tactic(sympy.sin(x) ** 2)


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def prove(question: dict[str, Any]) -> str | None:
    """How all pairs were proved equal, or None."""
    build = Builder(question["domains"], question["entries"], frozenset(question["matrices"]))
    ways: list[str] = []
    for left, right in question["pairs"]:
        way = _zero(build.of(decode(left)) - build.of(decode(right)))
        if way is None:
            return None
        if way not in ways:
            ways.append(way)
    return f"sympy: {', '.join(ways)}"


def _zero(difference: Sympy) -> str | None:
    import sympy

    for name, tactic in _tactics(sympy):
        if not difference.is_commutative and name != "expand":
            continue  # the others are made for numbers, and may turn AB into BA
        try:
            reached = tactic(difference)
        except (ValueError, TypeError, ArithmeticError, AttributeError, NotImplementedError):
            continue
        if reached == 0:
            return name
    return None


def _tactics(sympy: Sympy) -> Iterator[tuple[str, Callable[[Sympy], Sympy]]]:
    """From cheap to dear; each keeps the value, so reaching zero is a proof."""

    def numerator(difference: Sympy) -> Sympy:
        return sympy.expand(sympy.fraction(sympy.together(difference))[0])

    def in_cosines(difference: Sympy) -> Sympy:
        """Every even power of a sine by cosines: cheap, and what most rotations come down to."""

        def written(power: Sympy) -> Sympy:
            sine, times = power.base, power.exp
            if sine.func == sympy.sin:
                square = 1 - sympy.cos(sine.args[0]) ** 2
            else:
                square = sympy.cosh(sine.args[0]) ** 2 - 1
            return square ** (times // 2) * sine ** (times % 2)

        def is_even(part: Sympy) -> bool:
            sines = (sympy.sin, sympy.sinh)
            return bool(
                part.is_Pow and part.base.func in sines and part.exp.is_Integer and part.exp > 1
            )

        parts = sympy.expand(sympy.expand_trig(sympy.expand(difference)))
        return sympy.expand(parts.replace(is_even, written))

    def exponentials(difference: Sympy) -> Sympy:
        rewritten = sympy.expand(difference.rewrite(sympy.exp), power_exp=True)
        return sympy.expand(sympy.fraction(sympy.together(rewritten))[0], power_exp=True)

    def in_exponentials(difference: Sympy) -> Sympy:
        """Every exp(k·u) as a power of one unknown, so that what is left is a polynomial."""
        return sympy.simplify(sympy.powsimp(exponentials(difference)))

    yield "expand", sympy.expand
    yield "expand", lambda d: sympy.expand(d.doit())
    yield "common denominator", numerator
    yield "trigonometric expansion", lambda d: sympy.expand(sympy.expand_trig(sympy.expand(d)))
    yield "trigonometric identities", in_cosines
    yield "trigonometric identities", sympy.trigsimp
    yield "exponentials", exponentials
    yield "exponentials", in_exponentials
    yield "logarithms", lambda d: sympy.expand(sympy.expand_log(d))
    yield "powers", lambda d: sympy.expand(sympy.powdenest(sympy.powsimp(sympy.expand(d))))
    yield "simplify", sympy.simplify
    yield "radicals", lambda d: sympy.simplify(sympy.radsimp(sympy.sqrtdenest(d)))
    yield "factorials", sympy.combsimp
    yield "simplify", lambda d: sympy.simplify(sympy.expand_func(d.rewrite(sympy.gamma)))


class Builder:
    """Trees to sympy expressions, each symbol with what is known of it."""

    def __init__(
        self, domains: dict[str, list[str]], entries: dict[str, str], matrices: frozenset[str]
    ) -> None:
        self.domains = domains
        self.entries = entries
        self.matrices = matrices
        self.bound: dict[str, Sympy] = {}

    def of(self, expr: Expr) -> Sympy:
        import sympy

        match expr:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Constant(name):
                return {"pi": sympy.pi, "e": sympy.E, "i": sympy.I}[name]
            case Name(key):
                return self.name(key)
            case Identity() if self.matrices:
                return sympy.Integer(1)
            case Add(terms):
                return sympy.Add(*(self.of(term) for term in terms))
            case Multiply(factors):
                return sympy.Mul(*(self.of(factor) for factor in factors))
            case Power(base, exponent):
                return self.power(base, exponent)
            case Transpose(of) if self.matrices:
                return self.transposed(of)
            case Entry(of, indices) if isinstance(of, Name):
                return self.entry(of, indices)
            case Fold():
                return self.fold(expr)
            case Applied() if not self.matrices:
                return self.call(expr)
        raise NoProof(type(expr).__name__)

    def name(self, key: str) -> Sympy:
        import sympy

        if key in self.bound:
            return self.bound[key]
        if key in self.matrices:
            return sympy.Symbol(key, commutative=False)
        kind, low, high = self.domains.get(key, ["real", "", ""])
        known: dict[str, bool] = {}
        if kind != "complex":
            known["real"] = True
        if kind == "integer":
            known["integer"] = True
        if low:
            known["positive" if low == "+" else "nonnegative"] = True
        if high:
            known["negative"] = True
        return sympy.Symbol(key, **known)

    def power(self, base: Expr, exponent: Expr) -> Sympy:
        built, raised = self.of(base), self.of(exponent)
        # An inverse of a matrix may not exist, and sympy cancels it without a question.
        if not built.is_commutative and not (raised.is_Integer and 0 <= raised <= 16):
            raise NoProof("a power of matrices")
        return built**raised

    def transposed(self, of: Expr) -> Sympy:
        """Of products of matrices the transposes in the other order; of a matrix its own symbol."""
        import sympy

        match of:
            case Name(key) if key in self.matrices:
                return sympy.Symbol(f"{key}ᵀ", commutative=False)
            case Transpose(inner):
                return self.of(inner)
            case Identity():
                return sympy.Integer(1)
            case Add(terms):
                return sympy.Add(*(self.transposed(term) for term in terms))
            case Multiply(factors):
                return sympy.Mul(*(self.transposed(factor) for factor in reversed(factors)))
            case Power(base, exponent):
                return self.transposed(base) ** self.of(exponent)
        built = self.of(of)
        if built.is_commutative:
            return built
        raise NoProof("a transpose")

    def entry(self, of: Name, indices: tuple[Expr, ...]) -> Sympy:
        import sympy

        if all(isinstance(index, Number) for index in indices):
            written = ",".join(str(index.value) for index in indices if isinstance(index, Number))
            real = self.entries.get(of.key, "real") != "complex"
            return sympy.Symbol(f"{of.key}[{written}]", real=real or None)
        return sympy.IndexedBase(of.key, real=True)[tuple(self.of(index) for index in indices)]

    def fold(self, expr: Fold) -> Sympy:
        import sympy

        index = sympy.Symbol(expr.index, integer=True)
        low, high = self.of(expr.low), self.of(expr.high)
        outer = self.bound.get(expr.index)
        self.bound[expr.index] = index
        body = self.of(expr.body)
        if outer is None:
            del self.bound[expr.index]
        else:
            self.bound[expr.index] = outer
        if not body.is_commutative:
            raise NoProof("a sum of matrices")
        made = sympy.Sum if expr.kind == "sum" else sympy.Product
        return made(body, (index, low, high))

    def call(self, expr: Applied) -> Sympy:
        import sympy

        arguments = [self.of(argument) for argument in expr.arguments]
        first = arguments[0]
        rewritten: dict[str, Callable[[], Sympy]] = {
            "sigmoid": lambda: 1 / (1 + sympy.exp(-first)),
            "softplus": lambda: sympy.log(1 + sympy.exp(first)),
            "relu": lambda: sympy.Max(first, 0),
            "delta": lambda: sympy.KroneckerDelta(*arguments),
            "abs": lambda: sympy.Abs(first),
            "ceil": lambda: sympy.ceiling(first),
            "max": lambda: sympy.Max(*arguments),
            "min": lambda: sympy.Min(*arguments),
        }
        if expr.function in rewritten:
            return rewritten[expr.function]()
        if expr.function in _NATIVE:
            return getattr(sympy, expr.function)(*arguments)
        if expr.function in KNOWN:
            raise NoProof(expr.function)
        unknown = sympy.Function(expr.function)
        if not expr.primes:
            return unknown(*arguments)
        inner = sympy.Dummy("x", real=True)
        return sympy.Subs(unknown(inner).diff(inner, expr.primes), inner, first)


_NATIVE = frozenset(
    words(
        "sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan acot asec acsc "
        "asinh acosh atanh acoth asech acsch exp log sign floor factorial gamma binomial erf "
        "re im conjugate"
    )
)
