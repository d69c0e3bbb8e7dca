"""Equality by form: the same tree up to the order of what commutes.

Sound and cheap, and no more: it only sorts and merges numbers, and never decides a difference.
"""

from __future__ import annotations

from fractions import Fraction

from grader.maths.tree.nodes import (
    ONE,
    ZERO,
    Add,
    Expr,
    Hadamard,
    Multiply,
    Number,
    Power,
    add,
    multiply,
    transform,
)
from grader.maths.tree.shapes import ShapeError, Shapes
from grader.maths.tree.symbols import Symbols

_MAX_POWER = 64  # of numbers: 9^(9^9) is left as it stands, and is the same formula as itself


def same_form(first: Expr, second: Expr, symbols: Symbols) -> bool:
    """True is a proof that the two are equal; False says nothing."""
    if first == second:
        return True
    shapes = Shapes(symbols)
    return canonical(first, shapes) == canonical(second, shapes)


def canonical(expr: Expr, shapes: Shapes) -> Expr:
    """The tree with commuting parts in one order and numbers merged."""
    return transform(expr, lambda node: _ordered(node, shapes))


def _ordered(node: Expr, shapes: Shapes) -> Expr:
    if isinstance(node, Power):
        return _power(node)
    if isinstance(node, Add):
        return _sum(node)
    if isinstance(node, Hadamard):
        return Hadamard(tuple(sorted(node.factors, key=repr)))
    if isinstance(node, Multiply):
        return _product(node, shapes)
    return node


def _power(node: Power) -> Expr:
    if node.exponent == ONE:
        return node.base
    if isinstance(node.base, Number) and isinstance(node.exponent, Number):
        exponent = node.exponent.value
        small = exponent.denominator == 1 and abs(exponent) <= _MAX_POWER
        if small and (node.base.value != 0 or exponent > 0):
            return Number(node.base.value ** int(exponent))
    return node


def _sum(node: Add) -> Expr:
    flat = add(*node.terms)
    if not isinstance(flat, Add):
        return flat
    constant = sum((term.value for term in flat.terms if isinstance(term, Number)), Fraction(0))
    others = sorted((term for term in flat.terms if not isinstance(term, Number)), key=repr)
    # A zero stays where it is the only number-like term beside matrices: dropping it is sound.
    if constant != 0 or not others:
        others.append(Number(constant))
    return add(*others)


def _product(node: Multiply, shapes: Shapes) -> Expr:
    flat = multiply(*node.factors)
    if not isinstance(flat, Multiply):
        return flat
    constant = Fraction(1)
    scalars: list[Expr] = []
    matrices: list[Expr] = []
    for factor in flat.factors:
        try:
            shape = shapes.of(factor)
        except ShapeError:
            return node
        if isinstance(factor, Number):
            constant *= factor.value
        elif shape is None:
            scalars.append(factor)
        else:
            matrices.append(factor)
    if len(matrices) > 1:
        # Pulling a number such as xᵀy out from between matrices is sound, but which neighbours
        # make it is not seen here; leave products of matrices as they were written.
        return node
    scalars.sort(key=repr)
    if constant == 0 and not matrices:
        return ZERO
    parts = [*scalars, *matrices]
    if constant != 1 or not parts:
        parts.insert(0, Number(constant))
    return multiply(*parts)
