"""Trees as plain lists, to hand them to another process as JSON. No text is ever parsed there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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

Plain = list[Any]


def encode(expr: Expr) -> Plain:
    """Numbers as text, as JSON has no whole numbers of any length; `decode` gives the tree back."""
    match expr:
        case Number(value):
            return ["number", str(value.numerator), str(value.denominator)]
        case Constant(name):
            return ["constant", name]
        case Name(key):
            return ["name", key]
        case Identity(size):
            return ["identity", size]
        case Add(parts):
            return ["add", *(encode(part) for part in parts)]
        case Multiply(parts):
            return ["multiply", *(encode(part) for part in parts)]
        case Hadamard(parts):
            return ["hadamard", *(encode(part) for part in parts)]
        case Power(base, exponent):
            return ["power", encode(base), encode(exponent)]
        case Transpose(of):
            return ["transpose", encode(of)]
        case Applied(function, arguments, primes):
            return ["call", function, primes, *(encode(argument) for argument in arguments)]
        case Entry(of, indices):
            return ["entry", encode(of), *(encode(index) for index in indices)]
        case Matrix(rows):
            return ["matrix", *([encode(entry) for entry in row] for row in rows)]
        case Fold(kind, body, index, low, high):
            return ["fold", kind, index, encode(body), encode(low), encode(high)]
    raise TypeError(f"cannot encode {type(expr).__name__}")


def decode(plain: Plain) -> Expr:
    kind, *rest = plain
    match kind:
        case "number":
            return Number(Fraction(int(rest[0]), int(rest[1])))
        case "constant":
            return Constant(rest[0])
        case "name":
            return Name(rest[0])
        case "identity":
            return Identity(rest[0])
        case "add":
            return Add(tuple(decode(part) for part in rest))
        case "multiply":
            return Multiply(tuple(decode(part) for part in rest))
        case "hadamard":
            return Hadamard(tuple(decode(part) for part in rest))
        case "power":
            return Power(decode(rest[0]), decode(rest[1]))
        case "transpose":
            return Transpose(decode(rest[0]))
        case "call":
            return Applied(rest[0], tuple(decode(part) for part in rest[2:]), rest[1])
        case "entry":
            return Entry(decode(rest[0]), tuple(decode(part) for part in rest[1:]))
        case "matrix":
            return Matrix(tuple(tuple(decode(entry) for entry in row) for row in rest))
        case "fold":
            return Fold(rest[0], decode(rest[2]), rest[1], decode(rest[3]), decode(rest[4]))
    raise ValueError(f"unknown node {kind!r}")
