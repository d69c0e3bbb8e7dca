"""A growth class: an expression of the formulas' tree, read and shown inside O(...)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.maths import Expr, Symbols, free_names, to_plain

# What stands for the base of a logarithm that the writer left open. O(.) forgives the base, but
# 2^(log n) is n for one base only: an open base is no number, and no name that anyone can write.
OPEN_BASE = "the base of log"


@dataclass(frozen=True)
class Growth:
    """The expression inside O(...), and the text it was read from."""

    expression: Expr
    variables: tuple[str, ...]
    text: str = ""


def symbols_of(variables: Sequence[str]) -> Symbols:
    """The declarations of a formula in these variables: each is positive, log has an open base."""
    return Symbols(log_base=OPEN_BASE).declare(dict.fromkeys(variables, "positive"))


def names_in(expression: Expr) -> frozenset[str]:
    """The variables of an expression."""
    return free_names(expression) - {OPEN_BASE}


def render_growth(growth: Growth) -> str:
    """`O(...)`, as the text was read."""
    return f"O({to_plain(growth.expression, symbols_of(growth.variables))})"
