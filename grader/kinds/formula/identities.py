"""Equations about the student's formula, as a problem file states them."""

from __future__ import annotations

from collections.abc import Mapping

from grader.kinds.formula.keys import FormulaPart, IdentitySpec
from grader.kinds.formula.symbols import BadSymbol, declared
from grader.maths import Expr, Shape, Symbols, read, shape_of, substitute


def sides(one: IdentitySpec, symbols: Symbols) -> tuple[Expr, Expr]:
    """Both sides, with `answer` and its variants as symbols. Raises BadSymbol and Unreadable."""
    names = {"answer": one.shape or "real"}
    names.update(dict.fromkeys(one.variants, one.shape or "real"))
    around = symbols.declare({name: declared(text) for name, text in names.items()})
    left, equals, right = one.holds.partition("=")
    if not equals:
        raise BadSymbol("it has no `=`; write both sides")
    return read(left.strip(), around), read(right.strip(), around)


def stated_of(one: IdentitySpec, given: Expr, symbols: Symbols) -> tuple[Expr, Expr]:
    """Both sides for this answer."""
    left, right = sides(one, symbols)
    stands_for: dict[str, Expr] = {"answer": given}
    for name, changes in one.variants.items():
        stands_for[name] = substitute(given, replacements(name, changes, symbols))
    return substitute(left, stands_for), substitute(right, stands_for)


def replacements(name: str, changes: Mapping[str, str], symbols: Symbols) -> dict[str, Expr]:
    """Raises BadSymbol and Unreadable."""
    for symbol in changes:
        if symbol not in symbols.scalars:
            raise BadSymbol(f"{name} replaces `{symbol}`, which is not a declared number")
    return {symbol: read(text, symbols) for symbol, text in changes.items()}


def misfit(part: FormulaPart, given: Expr, symbols: Symbols) -> str:
    """What is wrong with the shape of the answer, where the identities need another."""
    mine = shape_of(given, symbols)
    for one in part.identities:
        wanted = declared(one.shape) if one.shape else None
        if isinstance(wanted, Shape) and mine != wanted:
            this = "a number" if mine is None else f"a {mine} matrix"
            return f"this is {this}, and a {wanted} matrix is asked for"
        if not one.shape and mine is not None:
            return f"this is a {mine} matrix, and a number is asked for"
    return ""
