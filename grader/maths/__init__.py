"""Formulas: reading them, showing how they were read, and deciding whether two are equal.

    symbols = Symbols.of(x="real")
    answer = read(r"\\frac{1}{1+e^{-x}}", symbols)
    compare(answer, read("sigmoid(x)", symbols), symbols).verdict  # proved

Nothing here runs what a student wrote, and sympy is only ever imported in the proof's own process.
"""

from grader.maths.algebra.calculus import derivative, substitute
from grader.maths.algebra.explicit import explicit, gradient
from grader.maths.equality.balls import Rows, Unevaluable
from grader.maths.equality.deciding import compare, holds
from grader.maths.equality.judging import Tolerance, Where
from grader.maths.equality.prover import Prover
from grader.maths.equality.verdict import Decided, Equality
from grader.maths.equality.work import Work
from grader.maths.given.piecewise import read_side
from grader.maths.given.values import Definition, Formula, Given, Grid, Meaning, worked_out
from grader.maths.grammar.cursor import UnknownName, Unreadable
from grader.maths.grammar.equations import Equation, equations
from grader.maths.grammar.reader import read
from grader.maths.printing.writing import to_latex, to_plain, to_text
from grader.maths.tree.domains import Domain
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
    add,
    free_names,
    multiply,
    negate,
    number,
)
from grader.maths.tree.shapes import shape_of
from grader.maths.tree.symbols import Indexed, Shape, Symbols

__all__ = [
    "Add",
    "Applied",
    "Constant",
    "Decided",
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
    "Number",
    "Power",
    "Prover",
    "Rows",
    "Shape",
    "Symbols",
    "Tolerance",
    "Transpose",
    "Unevaluable",
    "UnknownName",
    "Unreadable",
    "Where",
    "Work",
    "add",
    "compare",
    "derivative",
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
