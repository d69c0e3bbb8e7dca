"""A formula as it was read, to show it back: as LaTeX and as plain text.

What is printed reads back to a formula of the same form, so a student who copies it changes
nothing.
"""

from __future__ import annotations

from fractions import Fraction

from .functions import KNOWN
from .names import key_of
from .printer import ATOM, POWER, PRODUCT, SUM, Printer, latex_name
from .symbols import Symbols
from .tree import (
    HALF,
    Call,
    Expr,
    Fold,
    Identity,
    Name,
    Number,
)


def to_latex(expr: Expr, symbols: Symbols) -> str:
    """The formula as LaTeX."""
    return _Latex(symbols).show(expr)


def to_text(expr: Expr, symbols: Symbols) -> str:
    """The formula as plain text in Python-like syntax."""
    return _Text(symbols).show(expr)


class _Latex(Printer):
    def bracket(self, text: str) -> str:
        return f"\\left({text}\\right)"

    def number(self, value: Fraction) -> tuple[str, int]:
        sign = "-" if value < 0 else ""
        value = abs(value)
        if value.denominator == 1:
            return f"{sign}{value.numerator}", PRODUCT if sign else ATOM
        return f"{sign}\\frac{{{value.numerator}}}{{{value.denominator}}}", PRODUCT

    def constant(self, name: str) -> str:
        return "\\pi" if name == "pi" else super().constant(name)

    def name(self, key: str) -> str:
        return latex_name(key)

    def product(self, factors: tuple[Expr, ...]) -> tuple[str, int]:
        constant, above, below = self.split(factors)
        sign = "-" if constant < 0 else ""
        constant = abs(constant)
        if not below:
            return sign + self.joined(constant, above), PRODUCT
        top = self.joined(Fraction(constant.numerator), above)
        bottom = self.joined(Fraction(constant.denominator), below)
        return f"{sign}\\frac{{{top}}}{{{bottom}}}", PRODUCT

    def joined(self, constant: Fraction, factors: list[Expr]) -> str:
        parts = []
        if constant != 1 or not factors:
            parts.append(self.number(constant)[0])
        for place, factor in enumerate(factors):
            alone = len(factors) == 1 and not parts
            level = SUM if alone else POWER
            if isinstance(factor, Fold) and place < len(factors) - 1:
                level = ATOM
            shown = self.show(factor, level)
            parts.append(f"\\cdot {shown}" if parts and shown[:1].isdecimal() else shown)
        return " ".join(parts)

    def power(self, base: Expr, exponent: Expr) -> tuple[str, int]:
        if exponent == HALF and self.is_number(base):
            return f"\\sqrt{{{self.show(base)}}}", ATOM
        if isinstance(exponent, Number) and exponent.value == -1 and self.is_number(base):
            return f"\\frac{{1}}{{{self.show(base)}}}", PRODUCT
        shown = self.show(base, ATOM)
        if "^" in shown and isinstance(base, Name):  # c^{<t>}^{2} would be two superscripts
            shown = self.bracket(shown)
        return f"{shown}^{{{self.show(exponent)}}}", POWER

    def transpose(self, of: Expr) -> str:
        return f"{self.show(of, ATOM)}^{{\\top}}"

    def call(self, expr: Call) -> tuple[str, int]:
        function, arguments = expr.function, expr.arguments
        shown = ", ".join(self.show(argument) for argument in arguments)
        fences = {
            "abs": ("\\left|", "\\right|"),
            "floor": ("\\left\\lfloor ", "\\right\\rfloor"),
            "ceil": ("\\left\\lceil ", "\\right\\rceil"),
            "norm": ("\\left\\|", "\\right\\|"),
            "norm_F": ("\\left\\|", "\\right\\|_F"),
            "norm_1": ("\\left\\|", "\\right\\|_1"),
            "norm_inf": ("\\left\\|", "\\right\\|_\\infty"),
            "dot": ("\\left\\langle ", "\\right\\rangle"),
        }
        if function in fences:
            left, right = fences[function]
            return f"{left}{shown}{right}", ATOM
        if function == "factorial":
            return f"{self.show(arguments[0], ATOM)}!", POWER
        if function == "binomial":
            top, bottom = (self.show(argument) for argument in arguments)
            return f"\\binom{{{top}}}{{{bottom}}}", ATOM
        if function == "delta" and self.symbols.kronecker:
            return f"{latex_name(self.symbols.kronecker[0])}_{{{shown}}}", ATOM
        return f"{self.function(function)}{chr(39) * expr.primes}\\left({shown}\\right)", ATOM

    def function(self, function: str) -> str:
        own = self.function_name(function)
        if own != function or function not in KNOWN:
            return latex_name(own)
        known = KNOWN[function]
        return known.latex or f"\\operatorname{{{known.spellings[0]}}}"

    def entry(self, of: Expr, indices: tuple[Expr, ...]) -> str:
        inner = ",".join(self.show(index) for index in indices)
        base = self.show(of, ATOM)
        return f"{base}[{inner}]" if isinstance(of, Name) else f"{self.bracket(base)}_{{{inner}}}"

    def matrix(self, rows: tuple[tuple[Expr, ...], ...]) -> str:
        lines = " \\\\ ".join(" & ".join(self.show(entry) for entry in row) for row in rows)
        return f"\\begin{{bmatrix}} {lines} \\end{{bmatrix}}"

    def fold(self, expr: Fold) -> tuple[str, int]:
        sign = "\\sum" if expr.kind == "sum" else "\\prod"
        low, high = self.show(expr.low), self.show(expr.high)
        body = self.show(expr.body, PRODUCT)
        if body.startswith("-"):
            body = self.bracket(body)
        return f"{sign}_{{{latex_name(expr.index)}={low}}}^{{{high}}} {body}", PRODUCT


class _Text(Printer):
    def bracket(self, text: str) -> str:
        return f"({text})"

    def number(self, value: Fraction) -> tuple[str, int]:
        if value.denominator == 1:
            return str(value.numerator), PRODUCT if value < 0 else ATOM
        return f"{value.numerator}/{value.denominator}", PRODUCT

    def name(self, key: str) -> str:
        return key_of(key) or key

    def identity(self, expr: Identity) -> str:
        name = next(iter(self.symbols.identity), "I")
        return name if expr.size is None else f"{name}_{expr.size}"

    def product(self, factors: tuple[Expr, ...]) -> tuple[str, int]:
        constant, above, below = self.split(factors)
        sign = "-" if constant < 0 else ""
        constant = abs(constant)
        text = ""
        matrices = False
        if constant != 1 or not above:
            text = self.number(constant)[0]
        for factor in above:
            shown = self.show(factor, POWER)
            number = self.is_number(factor)
            if text:
                text += " @ " if matrices and not number else "*"
            text += shown
            matrices = matrices or not number
        if below:
            bottom = "*".join(self.show(factor, POWER) for factor in below)
            text += f"/({bottom})" if len(below) > 1 else f"/{bottom}"
        return sign + text, PRODUCT

    def power(self, base: Expr, exponent: Expr) -> tuple[str, int]:
        if exponent == HALF and self.is_number(base):
            return f"sqrt({self.show(base)})", ATOM
        return f"{self.show(base, ATOM)}**{self.show(exponent, ATOM)}", POWER

    def transpose(self, of: Expr) -> str:
        return f"{self.show(of, ATOM)}.T"

    def call(self, expr: Call) -> tuple[str, int]:
        shown = ", ".join(self.show(argument) for argument in expr.arguments)
        known = KNOWN.get(expr.function)
        own = self.function_name(expr.function)
        name = own if own != expr.function or known is None else known.spellings[0]
        if expr.function == "total":
            name = "sum"
        return f"{key_of(name) or name}{chr(39) * expr.primes}({shown})", ATOM

    def entry(self, of: Expr, indices: tuple[Expr, ...]) -> str:
        inner = ",".join(self.show(index) for index in indices)
        return (
            f"{self.show(of, ATOM)}[{inner}]"
            if isinstance(of, Name)
            else f"({self.show(of)})_{{{inner}}}"
        )

    def matrix(self, rows: tuple[tuple[Expr, ...], ...]) -> str:
        lines = ", ".join("[" + ", ".join(self.show(entry) for entry in row) + "]" for row in rows)
        return f"[{lines}]"

    def fold(self, expr: Fold) -> tuple[str, int]:
        body, low, high = self.show(expr.body), self.show(expr.low), self.show(expr.high)
        return f"{expr.kind}({body}, {key_of(expr.index) or expr.index}, {low}, {high})", ATOM
