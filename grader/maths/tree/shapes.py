"""The shape of every expression, from the declared shapes; a mismatch is refused at reading.

None is the shape of a number. A 1×1 result is a number too, so that xᵀy may be added to one.
"""

from __future__ import annotations

from grader.errors import NoValue
from grader.maths.tree.functions import KNOWN
from grader.maths.tree.nodes import (
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Identity,
    Matrix,
    Multiply,
    Name,
    Number,
    Power,
    Transpose,
)
from grader.maths.tree.symbols import Dim, Shape, Symbols


class ShapeError(NoValue):
    """Shapes that do not fit; the message says which, and what to write instead."""


ANY_SQUARE = Shape("any", "any")  # an identity whose size the context decides


def dim_sum(first: Dim, second: Dim) -> Dim:
    if isinstance(first, int) and isinstance(second, int):
        return first + second
    return "+".join(sorted(part for dim in (first, second) for part in str(dim).split("+")))


def shape_of(expr: Expr, symbols: Symbols) -> Shape | None:
    """The shape, or ShapeError where parts do not fit together."""
    return Shapes(symbols).of(expr)


class Shapes:
    """Shapes under one set of declarations, each node worked out once."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._seen: dict[int, tuple[Expr, Shape | None]] = {}
        self._chains: dict[int, tuple[Multiply, Shape | None]] = {}

    def times(self, left: Expr, right: Expr) -> Multiply:
        """The product of two, as one chain of factors; ShapeError where they do not fit.

        The shape follows from that of `left`, so that reading a chain of n factors takes n steps
        and not n². It is kept as it comes out: a chain goes on from 1×1 where a number would not.
        """
        factors = left.factors if isinstance(left, Multiply) else (left,)
        chain, shape = self._chains.get(id(left), (None, None))
        if chain is not left:
            shape = self._chained(factors)
        shape = product(shape, self.of(right))
        result = Multiply((*factors, right))
        self._chains[id(result)] = (result, shape)
        self._seen[id(result)] = (result, _plain(shape))
        return result

    def _chained(self, factors: tuple[Expr, ...]) -> Shape | None:
        shape = self.of(factors[0])
        for factor in factors[1:]:
            shape = product(shape, self.of(factor))
        return shape

    def of(self, expr: Expr) -> Shape | None:
        seen = self._seen.get(id(expr))
        if seen is not None and seen[0] is expr:
            return seen[1]
        shape = _plain(self._work_out(expr))
        self._seen[id(expr)] = (expr, shape)
        return shape

    def _work_out(self, expr: Expr) -> Shape | None:
        match expr:
            case Number() | Constant():
                return None
            case Name(key):
                return self._name(key)
            case Identity(size):
                return ANY_SQUARE if size is None else Shape(size, size)
            case Add(terms):
                return self._sum(terms)
            case Multiply(factors):
                return self._chained(factors)
            case Hadamard(factors):
                return self._elementwise(factors)
            case Power(base, exponent):
                return self._power(self.of(base), exponent)
            case Transpose(of):
                inner = self.of(of)
                return Shape(inner.cols, inner.rows) if inner else None
            case Matrix(rows):
                return self._matrix(rows)
            case Entry(of, indices):
                return self._entry(of, indices)
            case Fold(body=body):
                return self.of(body)
            case Applied(function, arguments):
                return self._call(function, arguments)
        raise TypeError(f"no shape for {type(expr).__name__}")

    def _name(self, key: str) -> Shape | None:
        if key in self.symbols.matrices:
            return self.symbols.matrices[key]
        family = self.symbols.indexed.get(key)
        if family is None:
            return None
        if family.shape is not None or len(family.ranges) > 2:
            raise ShapeError(f"{key} needs its index: write {key}_{{…}}")
        return Shape(family.ranges[0], family.ranges[1] if len(family.ranges) == 2 else 1)

    def _sum(self, terms: tuple[Expr, ...]) -> Shape | None:
        shape: Shape | None = None
        plain = False
        for term in terms:
            other = self.of(term)
            if other is None:
                plain = True
            elif shape is None or shape == ANY_SQUARE:
                shape = _same(shape or other, other, "added")
            else:
                shape = _same(shape, other, "added")
        if plain and shape is not None and shape.rows != 1 and shape.cols != 1:
            raise ShapeError(
                f"a number and a matrix ({shape}) cannot be added: write a multiple of the identity"
            )
        return shape

    def _elementwise(self, factors: tuple[Expr, ...]) -> Shape | None:
        shape: Shape | None = None
        for factor in factors:
            other = self.of(factor)
            if other is not None:
                shape = other if shape is None else _same(shape, other, "multiplied entry by entry")
        return shape

    def _power(self, base: Shape | None, exponent: Expr) -> Shape | None:
        if self.of(exponent) is not None:
            raise ShapeError("an exponent must be a number, not a matrix")
        if base is None or base.rows == base.cols or 1 in (base.rows, base.cols):
            return base
        raise ShapeError(f"a matrix of shape {base} has no power: only a square one does")

    def _matrix(self, rows: tuple[tuple[Expr, ...], ...]) -> Shape:
        height: Dim = 0
        widths: set[Dim] = set()
        for row in rows:
            shapes = [self.of(entry) or Shape(1, 1) for entry in row]
            tall: Dim = shapes[0].rows
            wide: Dim = 0
            for shape in shapes:
                if shape.rows != tall:
                    raise ShapeError(f"blocks of {tall} and {shape.rows} rows stand side by side")
                wide = shape.cols if wide == 0 else dim_sum(wide, shape.cols)
            widths.add(wide)
            height = tall if height == 0 else dim_sum(height, tall)
        if len(widths) > 1:
            listed = " and ".join(str(width) for width in sorted(widths, key=str))
            raise ShapeError(f"the rows of this matrix have {listed} columns")
        return Shape(height, widths.pop())

    def _entry(self, of: Expr, indices: tuple[Expr, ...]) -> Shape | None:
        for index in indices:
            if self.of(index) is not None:
                raise ShapeError("an index must be a number")
        family = self.symbols.indexed.get(of.key) if isinstance(of, Name) else None
        if family is not None:
            if len(indices) != len(family.ranges):
                raise ShapeError(
                    f"{of_name(of)} has {_indices(len(family.ranges))}, not {len(indices)}"
                )
            return family.shape
        shape = self.of(of)
        if shape is None:
            raise ShapeError("a number has no entries")
        allowed = (1, 2) if 1 in (shape.rows, shape.cols) else (2,)
        if len(indices) not in allowed:
            raise ShapeError(f"a matrix ({shape}) has two indices, not {len(indices)}")
        return None

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> Shape | None:
        shapes = [self.of(argument) for argument in arguments]
        known = KNOWN.get(function)
        rule = known.shape if known else "each"
        first = shapes[0]
        if function == "diag":
            return self._diagonal(shapes)
        if function == "dot":
            if shapes[0] is not None and shapes[1] is not None:
                _same(shapes[0], shapes[1], "multiplied as vectors")
            return None
        if rule in ("scalars", "each") and len(shapes) > 1 and any(shapes):
            raise ShapeError(f"{function} takes numbers, not matrices")
        if rule == "square" and first is not None and first.rows != first.cols:
            raise ShapeError(f"{function} needs a square matrix, and this one is {first}")
        if rule == "scalar" or (rule == "square" and function != "inverse"):
            return None
        if function in ("max", "min"):
            return None
        return first

    def _diagonal(self, shapes: list[Shape | None]) -> Shape:
        if len(shapes) == 1 and shapes[0] is not None:
            only = shapes[0]
            return Shape(only.rows, only.rows if only.cols == 1 else 1)
        rows: Dim = 0
        for shape in shapes:
            tall = shape.rows if shape else 1
            rows = tall if rows == 0 else dim_sum(rows, tall)
        return Shape(rows, rows)


def product(first: Shape | None, second: Shape | None) -> Shape | None:
    """The shape of a matrix product, numbers scaling what they stand before or after."""
    if first is None or second is None:
        return first or second
    if ANY_SQUARE in (first, second):
        return second if first == ANY_SQUARE else first
    if first.cols != second.rows:
        hint = "write \\odot for the elementwise product" if first == second else "check the order"
        raise ShapeError(f"{first} times {second} does not fit: {hint}, or transpose one of them")
    if first.rows == 1 and second.cols == 1:
        return None
    return Shape(first.rows, second.cols)


def _plain(shape: Shape | None) -> Shape | None:
    """A matrix of one entry is a number."""
    return None if shape is not None and shape.rows == 1 and shape.cols == 1 else shape


def _same(first: Shape, second: Shape, what: str) -> Shape:
    if ANY_SQUARE in (first, second):
        other = second if first == ANY_SQUARE else first
        if other.rows != other.cols:
            raise ShapeError(f"an identity matrix and a matrix of shape {other} cannot be {what}")
        return other
    if first != second:
        raise ShapeError(f"shapes {first} and {second} cannot be {what}")
    return first


def of_name(expr: Expr) -> str:
    return expr.key if isinstance(expr, Name) else "this"


def _indices(count: int) -> str:
    return "one index" if count == 1 else f"{count} indices"
