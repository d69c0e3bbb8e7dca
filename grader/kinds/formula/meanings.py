"""The formulas of a problem file, and what its symbols stand for."""

from __future__ import annotations

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.symbols import BadSymbol, symbols_of
from grader.kinds.marker import Unclear, unclear
from grader.maths import Expr, Name, Symbols, Unreadable, free_names, read, shape_of, substitute


def symbols_of_part(part: FormulaPart) -> Symbols:
    return symbols_of(part.symbols, part.functions, part.aliases, part.identity, part.einstein)


def read_formula(text: str, symbols: Symbols, part: FormulaPart) -> Expr:
    """A formula of the problem file. Raises Unclear."""
    try:
        return read(text, symbols, left=part.left)
    except Unreadable as error:
        raise unclear(error) from error


def spelled_out(formula: Expr, symbols: Symbols, part: FormulaPart) -> Expr:
    """With every symbol that stands for others (`means`) replaced by what it stands for."""
    return substitute(formula, meanings(symbols, part)) if part.means else formula


def meant(text: str, symbols: Symbols, part: FormulaPart) -> Expr:
    return spelled_out(read_formula(text, symbols, part), symbols, part)


def meanings(symbols: Symbols, part: FormulaPart) -> dict[str, Expr]:
    """What each name of `means` stands for, by names that stand for themselves.

    Raises BadSymbol.
    """
    waiting: dict[str, Expr] = {}
    for name, text in part.means.items():
        if name not in part.symbols:
            raise BadSymbol(f"`{name}` is not declared under `symbols`")
        try:
            waiting[name] = read_formula(text, symbols, part)
        except Unclear as error:
            raise BadSymbol(f"`{text}` cannot be read: {error}") from error
        if shape_of(waiting[name], symbols) != shape_of(Name(name), symbols):
            raise BadSymbol(f"`{name}` and `{text}` have different shapes")
    found: dict[str, Expr] = {}
    while waiting:
        ready = [name for name in waiting if not free_names(waiting[name]) & waiting.keys()]
        if not ready:
            raise BadSymbol(f"`{next(iter(waiting))}` stands for itself, by way of what it means")
        for name in ready:
            found[name] = substitute(waiting.pop(name), found)
    return found
