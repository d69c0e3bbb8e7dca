"""Formulas: reading them, showing how they were read, and deciding whether two are equal.

    symbols = Symbols.of(x="real")
    answer = read(r"\\frac{1}{1+e^{-x}}", symbols)
    compare(answer, read("sigmoid(x)", symbols), symbols).verdict  # proved

Nothing here runs what a student wrote, and sympy is only ever imported in the proof's own process.
"""

from .balls import Rows, Unevaluable
from .calculus import derivative, substitute
from .cursor import Unreadable
from .domains import Domain
from .equality import Equality, Tolerance, Verdict, Where, compare, holds
from .equations import Equation, equations
from .explicit import explicit, gradient
from .given import Definition, Formula, Given, Grid, Meaning, worked_out
from .literal import NotExplicit
from .piecewise import read_side
from .printing import to_latex, to_plain, to_text
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
    "Definition",
    "Domain",
    "Entry",
    "Equality",
    "Equation",
    "Expr",
    "Fold",
    "Formula",
    "Given",
    "Grid",
    "Hadamard",
    "Identity",
    "Indexed",
    "Matrix",
    "Meaning",
    "Multiply",
    "Name",
    "NotExplicit",
    "Number",
    "Power",
    "Prover",
    "Rows",
    "Shape",
    "ShapeError",
    "Symbols",
    "Tolerance",
    "Transpose",
    "Unevaluable",
    "Unreadable",
    "Verdict",
    "Where",
    "add",
    "column",
    "compare",
    "derivative",
    "divide",
    "equations",
    "explicit",
    "free_names",
    "gradient",
    "holds",
    "multiply",
    "negate",
    "number",
    "read",
    "read_side",
    "shape_of",
    "substitute",
    "to_latex",
    "to_plain",
    "to_text",
    "worked_out",
]
