"""What both printed forms of a formula share: brackets, signs and denominators."""

from __future__ import annotations

from fractions import Fraction

from grader.maths.tree.names import key_of
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
from grader.maths.tree.shapes import ShapeError, Shapes
from grader.maths.tree.spelling import ACCENTS, GREEK_NAMES
from grader.maths.tree.symbols import Symbols

SUM, PRODUCT, POWER, ATOM = range(4)


class Printer:
    """What both forms share: where brackets are needed, and what stands in a denominator."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.shapes = Shapes(symbols)

    def is_number(self, expr: Expr) -> bool:
        try:
            return self.shapes.of(expr) is None
        except ShapeError:
            return False

    def show(self, expr: Expr, level: int = SUM) -> str:
        text, own = self.parts(expr)
        return text if own >= level else self.bracket(text)

    def parts(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Number(value):
                return self.number(value)
            case Constant(name):
                return self.constant(name), ATOM
            case Name(key):
                return self.name(key), ATOM
            case Identity():
                return self.identity(expr), ATOM
            case Add(terms):
                return self.sum(terms), SUM
            case Multiply(factors):
                return self.product(factors)
            case Hadamard(factors):
                return self.hadamard(factors), PRODUCT
            case Power(base, exponent):
                return self.power(base, exponent)
            case Transpose(of):
                return self.transpose(of), POWER
            case Applied():
                return self.call(expr)
            case Entry(of, indices):
                return self.entry(of, indices), ATOM
            case Matrix(rows):
                return self.matrix(rows), ATOM
            case Fold():
                return self.fold(expr)
        raise TypeError(f"cannot print {type(expr).__name__}")

    def sum(self, terms: tuple[Expr, ...]) -> str:
        text = self.show(terms[0], PRODUCT)
        for term in terms[1:]:
            shown = self.show(term, PRODUCT)
            text += f" - {shown[1:]}" if shown.startswith("-") else f" + {shown}"
        return text

    def split(self, factors: tuple[Expr, ...]) -> tuple[Fraction, list[Expr], list[Expr]]:
        """The leading number, what multiplies and what divides."""
        constant = Fraction(1)
        above: list[Expr] = []
        below: list[Expr] = []
        for place, factor in enumerate(factors):
            if place == 0 and isinstance(factor, Number):
                constant = factor.value
            elif isinstance(factor, Number) and factor.value.numerator == 1:
                below.append(Number(Fraction(factor.value.denominator)))
            elif (
                isinstance(factor, Power)
                and isinstance(factor.exponent, Number)
                and factor.exponent.value < 0
                and self.is_number(factor.base)
            ):
                flipped = -factor.exponent.value
                below.append(factor.base if flipped == 1 else Power(factor.base, Number(flipped)))
            else:
                above.append(factor)
        return constant, above, below

    def bracket(self, text: str) -> str:
        raise NotImplementedError

    def number(self, value: Fraction) -> tuple[str, int]:
        raise NotImplementedError

    def constant(self, name: str) -> str:
        if name == "i":
            return self.symbols.imaginary[0] if self.symbols.imaginary else "i"
        if name == "e":
            return self.symbols.euler[0] if self.symbols.euler else "e"
        return name

    def name(self, key: str) -> str:
        raise NotImplementedError

    def identity(self, expr: Identity) -> str:
        name = next(iter(self.symbols.identity), "I")
        return name if expr.size is None else f"{name}_{{{expr.size}}}"

    def product(self, factors: tuple[Expr, ...]) -> tuple[str, int]:
        raise NotImplementedError

    def hadamard(self, factors: tuple[Expr, ...]) -> str:
        return " \\odot ".join(self.show(factor, POWER) for factor in factors)

    def power(self, base: Expr, exponent: Expr) -> tuple[str, int]:
        raise NotImplementedError

    def transpose(self, of: Expr) -> str:
        raise NotImplementedError

    def call(self, expr: Applied) -> tuple[str, int]:
        raise NotImplementedError

    def entry(self, of: Expr, indices: tuple[Expr, ...]) -> str:
        raise NotImplementedError

    def matrix(self, rows: tuple[tuple[Expr, ...], ...]) -> str:
        raise NotImplementedError

    def fold(self, expr: Fold) -> tuple[str, int]:
        raise NotImplementedError

    def function_name(self, function: str) -> str:
        """How the problem calls a function, where it has a name of its own for it."""
        for name, known in self.symbols.functions.items():
            if known == function:
                return name
        return function


def latex_name(key: str) -> str:
    """A declared name as LaTeX; one that was declared as LaTeX stays as it is."""
    if "\\" in key or "{" in key:
        return key
    name, _, above = (key_of(key) or key).partition("^")
    base, *below = name.split("_")
    shown = _word(base.rstrip("'"))
    while below and below[0] in ACCENTS:
        shown = f"\\{below.pop(0)}{{{shown}}}"
    shown += "'" * (len(base) - len(base.rstrip("'")))
    if below:
        shown += f"_{{{_word('_'.join(below))}}}"
    return f"{shown}^{{{above}}}" if above else shown


def _word(word: str) -> str:
    if word in GREEK_NAMES:
        return f"\\{word}"
    if len(word) <= 1 or not word.isalpha():
        return word
    return f"\\mathrm{{{word}}}"
