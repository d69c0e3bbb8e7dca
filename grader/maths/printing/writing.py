"""A formula as it was read, to show it back: as LaTeX and as plain text.

What is printed reads back to a formula of the same form, so a student who copies it changes
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grader.maths.printing.printer import ATOM, POWER, PRODUCT, SUM, Printer, latex_name
from grader.maths.tree.functions import KNOWN
from grader.maths.tree.names import key_of
from grader.maths.tree.nodes import (
    HALF,
    MINUS_ONE,
    ONE,
    Applied,
    Expr,
    Fold,
    Identity,
    Multiply,
    Name,
    Number,
    Power,
    multiply,
    number,
)
from grader.maths.tree.symbols import Symbols

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def to_latex(expr: Expr, symbols: Symbols) -> str:
    """The formula as LaTeX."""
    return _Latex(symbols).show(expr)


def to_text(expr: Expr, symbols: Symbols) -> str:
    """The formula as plain text in Python-like syntax."""
    return _Text(symbols).show(expr)


def to_plain(expr: Expr, symbols: Symbols) -> str:
    """A formula of numbers in one line as people write it: `n² d`, `n log n`, `(n - k + 1)/k`."""
    return _Plain(symbols).show(expr)


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

    def call(self, expr: Applied) -> tuple[str, int]:
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
        text = f"{self.show(base, ATOM)}**{self.show(exponent, ATOM)}"
        # x**1/2 has two readings, and is refused
        return (self.bracket(text), ATOM) if exponent == ONE else (text, POWER)

    def transpose(self, of: Expr) -> str:
        return f"{self.show(of, ATOM)}.T"

    def call(self, expr: Applied) -> tuple[str, int]:
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


class _Plain(_Text):
    """Products by spaces, small powers raised, logarithms with their base."""

    def product(self, factors: tuple[Expr, ...]) -> tuple[str, int]:
        # A number stands in front, wherever it was written: after a factor it has two readings.
        constant = Fraction(1)
        others: list[Expr] = []
        for factor in multiply(*factors).children:
            if isinstance(factor, Number):
                constant *= factor.value
            else:
                others.append(factor)
        _, above, below = self.split(tuple(self.with_bases(others)))
        sign, constant = "-" if constant < 0 else "", abs(constant)
        if constant.numerator != 1 or not above:
            above.insert(0, number(constant.numerator))
        if constant.denominator != 1:
            below.insert(0, number(constant.denominator))
        if not below and len(above) == 1:
            text, level = self.parts(above[0])
            return sign + text, min(level, PRODUCT) if sign else level
        pieces = [self.show(factor, POWER) for factor in above[:-1]]
        # `log n d` and `log n/d` have two readings, `log(n) d` and `d log n` have one
        last = isinstance(above[-1], Applied) and above[-1].function == "log" and not below
        pieces.append(self.show(above[-1], PRODUCT if last else POWER))
        text = sign + " ".join(pieces)
        if not below:
            return text, PRODUCT
        bottom = " ".join(self.show(factor, POWER) for factor in below)
        return f"{text}/({bottom})" if len(below) > 1 else f"{text}/{bottom}", PRODUCT

    def show(self, expr: Expr, level: int = SUM) -> str:
        if isinstance(expr, Multiply):
            merged = self.with_bases(expr.factors)
            expr = merged[0] if len(merged) == 1 else expr
        if isinstance(expr, Applied) and expr.function == "log" and level == POWER:
            return self.logarithm(expr, bare=False)
        return super().show(expr, level)

    def with_bases(self, factors: Iterable[Expr]) -> list[Expr]:
        """The factors with log x · 1/log b as one logarithm of two arguments, to show it only."""
        found: list[Expr] = []
        for factor in factors:
            match found[-1:], factor:
                case [Applied("log", (argument,))], Power(Applied("log", (base,)), exponent) if (
                    exponent == MINUS_ONE
                    and (isinstance(base, Number) or base == self.symbols.base_of_log)
                ):
                    found[-1] = Applied("log", (argument, base))
                case _:
                    found.append(factor)
        return found

    def power(self, base: Expr, exponent: Expr) -> tuple[str, int]:
        if exponent == HALF:
            return f"sqrt({self.show(base)})", ATOM
        if not isinstance(exponent, Number):
            return f"{self.show(base, ATOM)}^{self.show(exponent, ATOM)}", POWER
        if exponent.value < 0:
            return self.product((Power(base, exponent), number(1)))
        shown = self.show(base, ATOM)
        if exponent.value.denominator == 1:
            return shown + str(exponent.value).translate(_RAISED), POWER
        return f"{shown}^({exponent.value})", POWER

    def call(self, expr: Applied) -> tuple[str, int]:
        if expr.function == "factorial":
            return f"{self.show(expr.arguments[0], ATOM)}!", POWER
        if expr.function == "abs":
            return f"|{self.show(expr.arguments[0])}|", ATOM
        if expr.function == "log":
            bare = isinstance(expr.arguments[0], Name)
            return self.logarithm(expr, bare=bare), PRODUCT if bare else ATOM
        return super().call(expr)

    def logarithm(self, expr: Applied, *, bare: bool) -> str:
        argument, *base = expr.arguments
        inner = self.show(argument)
        name = self.log_name(base[0] if base else None)
        return f"{name} {inner}" if bare else f"{name}({inner})"

    def log_name(self, base: Expr | None) -> str:
        if base is None:
            return "log" if self.symbols.log_base is None else "ln"
        return "log" if base == self.symbols.base_of_log else f"log_{self.show(base, ATOM)}"
