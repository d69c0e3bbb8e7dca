"""The expression tree: what a formula is, once read.

Every node is immutable and hashable, so structural equality is `==`. Nothing here evaluates,
prints or simplifies: those are separate rooms that walk this tree.

`Multiply` keeps the order of its factors, because factors may be matrices: it means the matrix
product where both neighbours are matrices and ordinary scaling otherwise. The elementwise product
is `Hadamard`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction


class Expr:
    """Base of all nodes. `children` and `rebuild` are all that generic walks need."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expr, ...]:
        return ()

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        """The same node over other children, given in the order of `children`."""
        return self


@dataclass(frozen=True, slots=True)
class Number(Expr):
    """An exact rational; a decimal is read exactly, so 0.1 is one tenth."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Constant(Expr):
    """One of `pi`, `e`, `i`."""

    name: str


@dataclass(frozen=True, slots=True)
class Name(Expr):
    """A declared scalar, matrix or indexed name, or a bound summation index."""

    key: str


@dataclass(frozen=True, slots=True)
class Identity(Expr):
    """The identity matrix; with size None it takes the size its neighbours need."""

    size: int | str | None = None


@dataclass(frozen=True, slots=True)
class Add(Expr):
    terms: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.terms

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Add(children)


@dataclass(frozen=True, slots=True)
class Multiply(Expr):
    factors: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.factors

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Multiply(children)


@dataclass(frozen=True, slots=True)
class Hadamard(Expr):
    """The elementwise product."""

    factors: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.factors

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Hadamard(children)


@dataclass(frozen=True, slots=True)
class Power(Expr):
    """A power; of a square matrix the matrix power, of a vector the elementwise one."""

    base: Expr
    exponent: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.base, self.exponent)

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Power(*children)


@dataclass(frozen=True, slots=True)
class Applied(Expr):
    """A function of arguments: a known one (see `functions`) or a declared one; primes count
    derivatives of it."""

    function: str
    arguments: tuple[Expr, ...]
    primes: int = 0

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.arguments

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Applied(self.function, children, self.primes)


@dataclass(frozen=True, slots=True)
class Entry(Expr):
    """An entry of an indexed name, a vector or a matrix; the symbols say where indices begin."""

    of: Expr
    indices: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.of, *self.indices)

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Entry(children[0], children[1:])


@dataclass(frozen=True, slots=True)
class Transpose(Expr):
    of: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.of,)

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Transpose(children[0])


@dataclass(frozen=True, slots=True)
class Matrix(Expr):
    """Rows of equal length; the entries may be matrices, which are then stacked as blocks."""

    rows: tuple[tuple[Expr, ...], ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        return tuple(entry for row in self.rows for entry in row)

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        width = len(self.rows[0])
        return Matrix(
            tuple(children[start : start + width] for start in range(0, len(children), width))
        )


@dataclass(frozen=True, slots=True)
class Fold(Expr):
    """A sum or a product of `body` over `index` from `low` to `high`, both included."""

    kind: str  # "sum" or "prod"
    body: Expr
    index: str
    low: Expr
    high: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.body, self.low, self.high)

    def rebuild(self, children: tuple[Expr, ...]) -> Expr:
        return Fold(self.kind, children[0], self.index, children[1], children[2])


ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))
MINUS_ONE = Number(Fraction(-1))
HALF = Number(Fraction(1, 2))


def number(value: int | Fraction) -> Number:
    return Number(Fraction(value))


def add(*terms: Expr) -> Expr:
    """A sum, flattened one level; a sum of one term is that term."""
    flat: list[Expr] = []
    for term in terms:
        flat.extend(term.terms if isinstance(term, Add) else (term,))
    return flat[0] if len(flat) == 1 else Add(tuple(flat))


def multiply(*factors: Expr) -> Expr:
    """A product, flattened one level; a product of one factor is that factor."""
    flat: list[Expr] = []
    for factor in factors:
        flat.extend(factor.factors if isinstance(factor, Multiply) else (factor,))
    return flat[0] if len(flat) == 1 else Multiply(tuple(flat))


def negate(expr: Expr) -> Expr:
    if isinstance(expr, Number):
        return Number(-expr.value)
    return multiply(MINUS_ONE, expr)


def divide(numerator: Expr, denominator: Expr) -> Expr:
    """A quotient: of numbers their value, by a number a multiple, else a power of -1.

    x/0 stays a power, which has no value anywhere: it is not for a reader to refuse it.
    """
    if isinstance(denominator, Number) and denominator.value != 0:
        if isinstance(numerator, Number):
            return Number(numerator.value / denominator.value)
        return multiply(numerator, Number(1 / denominator.value))
    if numerator == ONE:
        return Power(denominator, MINUS_ONE)
    return multiply(numerator, Power(denominator, MINUS_ONE))


def column(*entries: Expr) -> Matrix:
    return Matrix(tuple((entry,) for entry in entries))


def walk(expr: Expr) -> Iterator[Expr]:
    """Every node, parents before children, without recursion (trees may be deep)."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


class Sizes:
    """How many nodes a tree has when it is written out.

    Parts may be shared, so that few objects stand for more nodes than anyone can walk over: each
    object is looked at once. Without recursion, as trees may be deep.
    """

    def __init__(self) -> None:
        # The expression is kept with its size: a dead one's id may be given to another.
        self._seen: dict[int, tuple[Expr, int]] = {}

    def of(self, expr: Expr) -> int:
        seen = self._seen
        stack = [expr]
        while stack:
            node = stack[-1]
            children = node.children
            missing = [child for child in children if id(child) not in seen]
            if missing and id(node) not in seen:
                stack += missing
                continue
            stack.pop()
            if id(node) not in seen:
                seen[id(node)] = (node, 1 + sum(seen[id(child)][1] for child in children))
        return seen[id(expr)][1]


def height(expr: Expr) -> int:
    """How many nodes lie on the longest way down."""
    deepest = 0
    stack = [(expr, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in node.children)
    return deepest


def transform(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The tree with `change` applied to every node, children first."""
    children = expr.children
    if children:
        changed = tuple(transform(child, change) for child in children)
        if changed != children:
            expr = expr.rebuild(changed)
    return change(expr)


def free_names(expr: Expr) -> frozenset[str]:
    """The keys of all names that are not bound by a sum or a product around them."""
    if isinstance(expr, Name):
        return frozenset((expr.key,))
    if isinstance(expr, Fold):
        outside = free_names(expr.low) | free_names(expr.high)
        return outside | (free_names(expr.body) - {expr.index})
    found: frozenset[str] = frozenset()
    for child in expr.children:
        found |= free_names(child)
    return found
