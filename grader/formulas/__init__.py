"""Formulas: reading them, showing how they were read, and deciding whether two are equal.

    symbols = Symbols.of(x="real")
    answer = read(r"\\frac{1}{1+e^{-x}}", symbols)
    compare(answer, read("sigmoid(x)", symbols), symbols).verdict  # proved

Nothing here runs what a student wrote, and sympy is only ever imported in the proof's own process.
"""

from .calculus import derivative, substitute
from .cursor import Unreadable
from .domains import Domain
from .equality import Equality, Tolerance, Verdict, Where, compare, holds
from .explicit import explicit, gradient
from .literal import NotExplicit
from .printing import to_latex, to_text
from .prover import Prover
from .reader import read
from .shapes import ShapeError, shape_of
from .symbols import Indexed, Shape, Symbols
from .tree import (
    Add,
    Call,
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
    add,
    column,
    divide,
    free_names,
    multiply,
    negate,
    number,
)

__all__ = [
    "Add",
    "Call",
    "Constant",
    "Domain",
    "Entry",
    "Equality",
    "Expr",
    "Fold",
    "Hadamard",
    "Identity",
    "Indexed",
    "Matrix",
    "Multiply",
    "Name",
    "NotExplicit",
    "Number",
    "Power",
    "Prover",
    "Shape",
    "ShapeError",
    "Symbols",
    "Tolerance",
    "Transpose",
    "Unreadable",
    "Verdict",
    "Where",
    "add",
    "column",
    "compare",
    "derivative",
    "divide",
    "explicit",
    "free_names",
    "gradient",
    "holds",
    "multiply",
    "negate",
    "number",
    "read",
    "shape_of",
    "substitute",
    "to_latex",
    "to_text",
]
