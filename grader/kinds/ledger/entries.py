"""The lines of a student's ledger: as a list, as a table, with numbers or with symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.lines import meant_by, written_lines
from grader.kinds.marker import Unclear
from grader.kinds.quantity import read_quantity
from grader.maths import (
    Add,
    Expr,
    Multiply,
    Number,
    Power,
    Symbols,
    Unreadable,
    free_names,
    number,
    read,
    substitute,
)

_WITH_REMARK = re.compile(r"(\d[\d.,'_ ]*)\((.+)\)")


@dataclass(frozen=True)
class Entries:
    given: Mapping[str, Expr]  # line -> its value
    unread: Mapping[str, str]  # line -> why it cannot be read
    meant: Mapping[str, str]  # a missing line -> the label that may have been meant for it


def symbols_of_lines(part: LedgerPart) -> Symbols:
    return Symbols().declare(dict.fromkeys([*part.values, *part.lines], "real"))


def read_entries(part: LedgerPart, text: str) -> Entries:
    """Every line that was written. Raises Unclear where there is none."""
    written = written_lines(part.labels(), text)
    if not written.lines:
        raise Unclear(f"no line of it was found; write one line each for {', '.join(part.lines)}")
    given: dict[str, Expr] = {}
    waiting: dict[str, Expr] = {}
    unread: dict[str, str] = {}
    for name, values in written.lines.items():
        if len(set(values)) > 1:
            unread[name] = f"written {len(values)} times, with different values"
            continue
        try:
            found = _value(part, values[0])
        except Unclear as error:
            unread[name] = str(error).split("\n")[0]
            continue
        (waiting if free_names(found) else given)[name] = found
    while ready := [n for n, rule in waiting.items() if free_names(rule) <= set(given)]:
        for name in ready:
            given[name] = value_of(substitute(waiting.pop(name), given))
    for name, rule in waiting.items():
        lacking = ", ".join(sorted(free_names(rule) - set(given)))
        unread[name] = f"it is made of {lacking}, which has no number here"
    missing = [name for name in part.lines if name not in written.lines]
    counts = [label for label, value in written.strange if re.search(r"\d", value)]
    return Entries(given, unread, meant_by(missing, counts))


def _value(part: LedgerPart, text: str) -> Expr:
    """A number, or a formula in the names of other lines. Raises Unclear."""
    try:
        return value_of(read_quantity(text, part.values, part.units))
    except Unclear as error:
        remark = _WITH_REMARK.fullmatch(text)
        try:
            rule = read(text, symbols_of_lines(part))
        except Unreadable:
            if remark is None:
                raise error from None
            # brackets that are no formula are a remark
            return value_of(read_quantity(remark[1], part.values, part.units))
        if remark is not None:
            raise Unclear(
                "a number before brackets can be read in two ways; write * between them, "
                "or leave the remark out"
            ) from None
        values = {name: number(value) for name, value in part.values.items()}
        return substitute(rule, values)


def value_of(expr: Expr) -> Expr:
    """The number that whole-number arithmetic comes to; anything else stays as it is."""
    found = _exact(expr)
    return number(found) if found is not None else expr


def _exact(node: Expr) -> Fraction | None:
    if isinstance(node, Number):
        return node.value
    parts = [_exact(child) for child in node.children]
    values = [value for value in parts if value is not None]
    if len(values) != len(parts) or not parts:
        return None
    if isinstance(node, Add):
        return sum(values, Fraction(0))
    if isinstance(node, Multiply):
        product = Fraction(1)
        for value in values:
            product *= value
        return product
    if isinstance(node, Power) and values[1].denominator == 1 and abs(values[1]) <= 16:
        return Fraction(values[0] ** int(values[1])) if values[0] or values[1] > 0 else None
    return None
