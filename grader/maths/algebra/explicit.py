"""Writing matrices out: a formula over matrices as formulas over their entries.

With the sizes given, every matrix becomes a literal one, and products, transposes, norms, softmax
and sums over indices are carried out symbolically. What is left are numbers, so derivatives and
proofs need to know nothing about matrices.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.maths.algebra.calculus import derivative, plus, substitute, times
from grader.maths.algebra.literal import (
    NotExplicit,
    collapsed,
    determinant,
    each,
    eye,
    eye_scale,
    flat,
    rows_of,
    scaled,
    softmax,
    zipped,
)
from grader.maths.tree.functions import KNOWN
from grader.maths.tree.nodes import (
    HALF,
    MINUS_ONE,
    ONE,
    ZERO,
    Add,
    Applied,
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
    Sizes,
    Transpose,
    number,
)
from grader.maths.tree.symbols import Dim, Symbols

# Of a Jacobian or a gradient of a few rows there are some thousands.
MAX_NODES = 40_000
_MAX_MATRIX_POWER = 8  # each doubles the length of every entry, or more
_MAX_TERMS = 64  # of a sum that is written out term by term
_EACH = frozenset(known.name for known in KNOWN.values() if known.shape == "each")


def explicit(expr: Expr, symbols: Symbols, sizes: Mapping[str, int] | None = None) -> Expr:
    """A number's formula, or a literal Matrix of such; NotExplicit where a size stays open."""
    return _Writer(symbols, dict(sizes or {})).write(expr)


def gradient(
    expr: Expr, name: str, symbols: Symbols, sizes: Mapping[str, int] | None = None
) -> Matrix:
    """The derivatives of a number's formula by all entries of a matrix, in the matrix's shape."""
    written = explicit(expr, symbols, sizes)
    if isinstance(written, Matrix):
        raise NotExplicit("a gradient is taken of a number, and this is a matrix")
    rows = rows_of(explicit(Name(name), symbols, sizes))
    return Matrix(
        tuple(
            tuple(derivative(written, entry) for entry in row if isinstance(entry, (Name, Entry)))
            for row in rows
        )
    )


class _Writer:
    def __init__(self, symbols: Symbols, sizes: dict[str, int]) -> None:
        self.symbols = symbols
        self.sizes = sizes
        self.budget = MAX_NODES
        self.sizes_written = Sizes()

    def dim(self, dim: Dim) -> int:
        if isinstance(dim, int):
            return dim
        total = 0
        for part in dim.split("+"):
            if part not in self.sizes and not part.isdecimal():
                raise NotExplicit(f"the size {part} is open")
            total += self.sizes.get(part) or int(part)
        return total

    def write(self, expr: Expr) -> Expr:
        self.charge(1)
        written = self._written(expr)
        # The entries of a power of matrices share their parts: what was cheap to make may still
        # be too much for whoever walks over it.
        if self.sizes_written.of(written) > MAX_NODES:
            raise NotExplicit("too much to write out")
        return written

    def charge(self, steps: int) -> None:
        self.budget -= steps
        if self.budget < 0:
            raise NotExplicit("too much to write out")

    def _written(self, expr: Expr) -> Expr:
        match expr:
            case Name(key):
                return self.name(key)
            case Identity(size):
                return expr if size is None else self.identity(self.dim(size))
            case Add(terms):
                return self.sum([self.write(term) for term in terms])
            case Multiply(factors):
                result = self.write(factors[0])
                for factor in factors[1:]:
                    result = self.product(result, self.write(factor))
                return result
            case Hadamard(factors):
                result = self.write(factors[0])
                for factor in factors[1:]:
                    result = zipped(result, self.write(factor), times)
                return result
            case Power(base, exponent):
                return self.power(self.write(base), self.write(exponent))
            case Transpose(of):
                inner = self.write(of)
                if isinstance(inner, Matrix):
                    return Matrix(tuple(zip(*inner.rows, strict=True)))
                return inner
            case Matrix(rows):
                return self.blocks([[self.write(entry) for entry in row] for row in rows])
            case Entry():
                return self.entry(expr)
            case Fold():
                return self.fold(expr)
            case Applied():
                return self.call(expr)
        return expr

    def identity(self, size: int) -> Expr:
        self.charge(size * size)
        return eye(size)

    def name(self, key: str) -> Expr:
        if key in self.sizes:
            return number(self.sizes[key])
        shape = self.symbols.matrices.get(key)
        family = self.symbols.indexed.get(key)
        if shape is not None:
            return self.array(key, self.dim(shape.rows), self.dim(shape.cols))
        if family is not None:
            dims = [self.dim(dim) for dim in family.ranges]
            return self.array(key, dims[0], dims[1] if len(dims) == 2 else 1, len(dims))
        return Name(key)

    def array(
        self, key: str, rows: int, cols: int, arity: int = 2, prefix: tuple[Expr, ...] = ()
    ) -> Expr:
        self.charge(rows * cols)
        first = self.symbols.first
        grid = tuple(
            tuple(
                Entry(Name(key), (*prefix, *(number(row), number(col))[:arity]))
                for col in range(first, cols + first)
            )
            for row in range(first, rows + first)
        )
        return collapsed(Matrix(grid))

    def sum(self, terms: list[Expr]) -> Expr:
        matrices = [term for term in terms if isinstance(term, Matrix)]
        if not matrices:
            return plus(*terms)
        total: Expr = matrices[0]
        size = len(matrices[0].rows)
        for matrix in matrices[1:]:
            total = zipped(total, matrix, plus)
        for term in terms:
            if not isinstance(term, Matrix):
                scale = eye_scale(term)
                other = term if scale is None else scaled(eye(size), scale)
                total = zipped(total, other, plus)
        return total

    def product(self, first: Expr, second: Expr) -> Expr:
        if isinstance(first, Matrix) and isinstance(second, Matrix):
            columns = tuple(zip(*second.rows, strict=True))
            self.charge(len(first.rows) * len(columns) * len(second.rows))
            return collapsed(
                Matrix(
                    tuple(
                        tuple(
                            plus(*(times(a, b) for a, b in zip(row, col, strict=True)))
                            for col in columns
                        )
                        for row in first.rows
                    )
                )
            )
        if isinstance(first, Matrix):
            return scaled(first, eye_scale(second) or second)
        if isinstance(second, Matrix):
            return scaled(second, eye_scale(first) or first)
        return times(first, second)

    def power(self, base: Expr, exponent: Expr) -> Expr:
        if not isinstance(base, Matrix):
            if isinstance(base, Identity):
                return base
            return Power(base, exponent)
        if len(base.rows) != len(base.rows[0]):
            return each(base, lambda entry: Power(entry, exponent))
        if not isinstance(exponent, Number) or not (0 <= exponent.value <= _MAX_MATRIX_POWER):
            raise NotExplicit("a matrix power that is not a small whole number")
        result: Expr = eye(len(base.rows))
        for _ in range(int(exponent.value)):
            result = self.product(result, base)
        return result

    def blocks(self, grid: list[list[Expr]]) -> Expr:
        rows: list[tuple[Expr, ...]] = []
        for line in grid:
            parts = [rows_of(block) for block in line]
            rows += [sum(strips, ()) for strips in zip(*parts, strict=True)]
        return collapsed(Matrix(tuple(rows)))

    def entry(self, expr: Entry) -> Expr:
        indices = tuple(self.write(index) for index in expr.indices)
        family = self.symbols.indexed.get(expr.of.key) if isinstance(expr.of, Name) else None
        if family is not None and isinstance(expr.of, Name):
            if family.shape is None:
                return Entry(expr.of, indices)
            rows, cols = self.dim(family.shape.rows), self.dim(family.shape.cols)
            return self.array(expr.of.key, rows, cols, prefix=indices)
        if not all(isinstance(index, Number) for index in indices):
            raise NotExplicit("an index that is not a number")
        first = self.symbols.first
        places = [int(index.value) - first for index in indices if isinstance(index, Number)]
        rows_ = rows_of(self.write(expr.of))
        if len(places) == 1:
            places = [places[0], 0] if len(rows_[0]) == 1 else [0, places[0]]
        if not (0 <= places[0] < len(rows_) and 0 <= places[1] < len(rows_[0])):
            raise NotExplicit("an index out of range")
        return rows_[places[0]][places[1]]

    def fold(self, expr: Fold) -> Expr:
        low, high = self.write(expr.low), self.write(expr.high)
        if not isinstance(low, Number) or not isinstance(high, Number):
            body = self.write(expr.body)
            if isinstance(body, Matrix):
                raise NotExplicit("a sum of matrices with open ends")
            return Fold(expr.kind, body, expr.index, low, high)
        if high.value - low.value > _MAX_TERMS:
            raise NotExplicit("a sum too long to write out")
        parts = [
            self.write(substitute(expr.body, {expr.index: number(index)}))
            for index in range(int(low.value), int(high.value) + 1)
        ]
        if expr.kind == "sum":
            return self.sum(parts)
        result: Expr = ONE
        for part in parts:
            result = self.product(result, part)
        return result

    def call(self, expr: Applied) -> Expr:
        arguments = tuple(self.write(argument) for argument in expr.arguments)
        function = expr.function
        first = arguments[0]
        if function in _EACH or function not in KNOWN:
            if isinstance(first, Matrix):
                return each(first, lambda entry: Applied(function, (entry,), expr.primes))
            return Applied(function, arguments, expr.primes)
        if function in ("norm", "norm_F"):
            return Power(plus(*(times(entry, entry) for entry in flat(first))), HALF)
        if function == "norm_1":
            return plus(*(Applied("abs", (entry,)) for entry in flat(first)))
        if function in ("max", "min", "norm_inf"):
            entries = flat(first) if isinstance(first, Matrix) else arguments
            if function == "norm_inf":
                entries = tuple(Applied("abs", (entry,)) for entry in entries)
            return Applied("min" if function == "min" else "max", entries)
        if function == "total":
            return plus(*flat(first))
        if function == "mean":
            return times(plus(*flat(first)), Power(number(len(flat(first))), MINUS_ONE))
        if function == "dot":
            pairs = zip(flat(first), flat(arguments[1]), strict=True)
            return plus(*(times(a, b) for a, b in pairs))
        if function == "trace":
            return plus(*(row[place] for place, row in enumerate(rows_of(first))))
        if function == "det":
            return determinant(rows_of(first))
        if function == "softmax":
            return softmax(first)
        if function == "diag":
            return self.diagonal(arguments)
        return Applied(function, arguments, expr.primes)

    def diagonal(self, arguments: tuple[Expr, ...]) -> Expr:
        if len(arguments) == 1 and isinstance(arguments[0], Matrix):
            rows = arguments[0].rows
            if len(rows[0]) != 1:
                return Matrix(tuple((row[place],) for place, row in enumerate(rows)))
            arguments = flat(arguments[0])
        blocks = [rows_of(argument) for argument in arguments]
        grid: list[list[Expr]] = []
        for place, block in enumerate(blocks):
            line: list[Expr] = []
            for other, beside in enumerate(blocks):
                zeros = tuple(tuple(ZERO for _ in beside[0]) for _ in block)
                line.append(Matrix(block if other == place else zeros))
            grid.append(line)
        return self.blocks(grid)
