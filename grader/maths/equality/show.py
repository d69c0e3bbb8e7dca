"""Points and values in the form a student reads them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grader.maths.equality.balls import Ball, Eye, Rows, Value
from grader.maths.equality.drawing import Point, Scalar
from grader.maths.equality.evaluate import opaque_coefficients
from grader.maths.tree.functions import KNOWN
from grader.maths.tree.nodes import Applied, Expr, walk
from grader.maths.tree.symbols import Symbols

_DIGITS = 10  # what a pocket calculator shows
MAX_WHOLE = 10**15  # beyond this a whole number is told by its first digits too


def opaque_functions(*formulas: Expr) -> tuple[str, ...]:
    """The functions of which nothing is known that occur in the formulas."""
    return tuple(
        sorted(
            {
                node.function
                for formula in formulas
                for node in walk(formula)
                if isinstance(node, Applied) and node.function not in KNOWN
            }
        )
    )


def shown_number(value: Scalar) -> str:
    if isinstance(value, Fraction):
        return str(value)
    return f"{value.real:g} + {value.imag:g}i"


def shown_point(
    point: Point, names: Iterable[str], functions: Iterable[str], symbols: Symbols
) -> dict[str, str]:
    """Every name the formulas use, with its value; a matrix as a list of its rows."""
    shown: dict[str, str] = {}
    for name in sorted(names):
        if name in point.scalars:
            shown[name] = shown_number(point.scalars[name])
        elif name in symbols.matrices:
            shown[name] = _shown_matrix(point, name)
    for (name, indices), value in sorted(point.touched.items(), key=lambda item: item[0]):
        if name in names and name not in symbols.matrices:
            shown[f"{name}[{','.join(map(str, indices))}]"] = shown_number(value)
    for function in functions:
        a, c, p, q = opaque_coefficients(point, function)
        shown[function] = f"(x ↦ {a}·sin(x/2 + {c}) + {p}·x² + {q}·x)"
    return shown


def _shown_matrix(point: Point, name: str) -> str:
    rows: dict[int, list[str]] = {}
    for (owner, indices), value in sorted(point.touched.items(), key=lambda item: item[0]):
        if owner == name:
            rows.setdefault(indices[0], []).append(shown_number(value))
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows.values()) + "]"


def shown_apart(one: Value, other: Value, place: tuple[int, int] | None = None) -> tuple[str, str]:
    """Two values that differ, in as many digits as show it."""
    pairs = [
        (shown_value(one, place, digits), shown_value(other, place, digits))
        for digits in (_DIGITS, 2 * _DIGITS, 4 * _DIGITS)
    ]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])


def shown_value(value: Value, place: tuple[int, int] | None = None, digits: int = _DIGITS) -> str:
    """The value to so many digits; of a matrix the entry at `place`."""
    if isinstance(value, Eye):
        return f"{_shown_ball(value.scale, digits)} times the identity"
    if isinstance(value, Rows):
        if place is not None:
            return _shown_ball(value.rows[place[0]][place[1]], digits)
        return (
            "["
            + ", ".join(
                "[" + ", ".join(_shown_ball(entry, digits) for entry in row) + "]"
                for row in value.rows
            )
            + "]"
        )
    return _shown_ball(value, digits)


def _shown_ball(value: Ball, digits: int) -> str:
    real = _shown_real(value.real, digits)
    if value.imag.contains(0):
        return real
    return f"{real} + {_shown_real(value.imag, digits)}i"


def _shown_real(value: Ball, digits: int) -> str:
    # The size first: a whole number of a billion digits is quick to hold and endless to write.
    if abs(value) < MAX_WHOLE:
        whole = value.unique_fmpz()
        if whole is not None:
            return str(whole)
    if value.rad() > 1e-6 * (1 + abs(value.mid())):
        return str(value.str(5))
    if value.contains(0):
        return "0"
    text = str(value.mid().str(digits, radius=False))
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text
