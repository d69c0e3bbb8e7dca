"""Dots where the pattern is plain: a_1 + … + a_n, and the diagonal of a matrix."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from grader.maths.algebra.calculus import substitute
from grader.maths.grammar.part import Part
from grader.maths.tree.nodes import Applied, Entry, Expr, Fold, Name, Number, number

DOTS = ("\\cdots", "\\ldots", "\\dots", "\\ddots", "\\vdots", "\\dotsb", "...", "…", "⋯", "⋱", "⋮")
_INDEX = "the place in the dots"
Cell = Expr | str | None  # of a matrix: an expression, dots, or nothing


class Dots(Part):
    """What dots leave out, where the terms around them say it."""

    def sum(self, before: list[Expr], last: Expr, at: int) -> Expr:
        """The sum that begins with `before` and ends with `last`: the first term has a 1 where the
        last has its end, and every term before the dots follows the pattern."""
        ends: list[Expr] = []
        body = _pattern(before[0], last, ends)
        if body is None or not ends or any(end != ends[0] for end in ends):
            raise self.here.fail("what do these dots leave out? write it out, or use \\sum", at)
        for place, term in enumerate(before, start=1):
            if substitute(body, {_INDEX: number(place)}) != term:
                raise self.here.fail("the terms before these dots follow no plain pattern", at)
        return self.here.check(Fold("sum", body, _INDEX, number(1), ends[0]), at)

    def diagonal(self, rows: list[list[Cell]], at: int) -> Expr:
        """A matrix with dots on its diagonal, and nothing but zeros and dots beside it."""
        size = len(rows)
        entries = [rows[place][place] for place in range(size) if len(rows[place]) == size]
        beside = [
            cell
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
            if row != column
        ]
        known = [entry for entry in entries if isinstance(entry, Expr)]
        plain = all(not isinstance(cell, Expr) or cell == number(0) for cell in beside)
        if plain and len(entries) == size and len(known) >= 2 and isinstance(entries[-1], Expr):
            ends: list[Expr] = []
            body = _pattern(known[0], known[-1], ends)
            if isinstance(body, Entry) and body.indices == (Name(_INDEX),) and len(ends) == 1:
                return self.here.check(Applied("diag", (body.of,)), at)
        raise self.here.fail(
            "dots stand for what a reader cannot know: write it all out, or use \\sum", at
        )


def _pattern(first: Any, last: Any, ends: list[Expr]) -> Any:
    """The two as one, with an index where the first has a 1 and the last its end; None where they
    differ otherwise."""
    if first == last:
        return first
    if first == number(1) and isinstance(last, Expr) and not isinstance(last, Number):
        ends.append(last)
        return Name(_INDEX)
    if isinstance(first, tuple) and isinstance(last, tuple) and len(first) == len(last):
        found = tuple(_pattern(a, b, ends) for a, b in zip(first, last, strict=True))
        return None if None in found else found
    if type(first) is not type(last) or not isinstance(first, Expr):
        return None
    changed = {}
    for field in fields(first):  # type: ignore[arg-type]
        mine, other = getattr(first, field.name), getattr(last, field.name)
        found = _pattern(mine, other, ends)
        if found is None and mine is not None:
            return None
        changed[field.name] = found
    return replace(first, **changed)  # type: ignore[type-var]
