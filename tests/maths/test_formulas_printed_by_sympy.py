"""What sympy prints as LaTeX is read right or refused, and never silently read as something else.

The oracle is sympy's own numeric value of the formula it printed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from flint import ctx
from formulas_printed import FORMULAS

from grader.maths import Domain, Symbols, Unreadable, Work, read
from grader.maths.equality.balls import Rows
from grader.maths.equality.drawing import Point
from grader.maths.equality.evaluate import evaluate

NAMES = (
    "x y n k m k_0 theta phi alpha beta lambda_ alpha_1 alpha_2 x_1 x_2 d_model Gamma_o Gamma_f "
    "Gamma_u c_0 c_1 sigma mu omega t"
)
PLAIN = {name: sympy.Symbol(name.rstrip("_"), positive=True) for name in NAMES.split()}
SYMBOLS = Symbols(scalars={str(symbol): Domain.parse("positive") for symbol in PLAIN.values()})
SORTED = list(PLAIN.values())
POINTS = [
    {str(name): Fraction(7 + 3 * place + 5 * turn, 4 + turn) for place, name in enumerate(SORTED)}
    | {"n": Fraction(3 + turn)}
    for turn in range(3)
]
# Refused rather than guessed: sympy stacks the bounds of a double sum in a \substack.
REFUSED = {"Sum(k*m, (k, 1, n), (m, 1, n))"}


@pytest.mark.parametrize("formula", FORMULAS)
def test_read_as_printed(formula: str) -> None:
    built = sympy.sympify(formula, locals=PLAIN, evaluate="Matrix" in formula)
    printed = sympy.latex(built)
    try:
        expr = read(printed, SYMBOLS, "latex")
    except Unreadable:
        assert formula in REFUSED, printed
        return
    assert formula not in REFUSED
    for values in POINTS:
        assert _ours(expr, values) == pytest.approx(_theirs(built, values), rel=1e-12), printed


def _ours(expr: Any, values: dict[str, Fraction]) -> list[complex]:
    ctx.prec = 128
    value = evaluate(expr, SYMBOLS, Point(values, "test"), Work())
    entries = value.entries() if isinstance(value, Rows) else [value]
    return [complex(entry) for entry in entries]


def _theirs(built: Any, values: dict[str, Fraction]) -> list[complex]:
    given = {
        symbol: sympy.Rational(values[str(symbol)].numerator, values[str(symbol)].denominator)
        for symbol in PLAIN.values()
    }
    entries = list(built) if isinstance(built, sympy.MatrixBase) else [built]
    return [complex(sympy.N(entry.subs(given).doit(), 30)) for entry in entries]


def test_enough_formulas() -> None:
    assert len(set(FORMULAS)) >= 150
    assert len(REFUSED) <= 5
