"""`ledger`: a count as named lines, each judged on its own, errors carried forward.

A line may be defined through other lines (`layer: attention + feed_forward + norms`). A student's
line is right if it is the truth, or if it is what their own other lines give: a mistake costs
once. A right total that their own lines do not give is right too, and said to be inconsistent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

from grader.checks.verdict import Verdict
from grader.course.inputs import did_you_mean
from grader.course.written import LedgerPart
from grader.forms.base import Form, Line, Marked, Marking, Unclear, by_lines
from grader.forms.quantity import read_quantity, same_quantity
from grader.forms.snippets import table_rows
from grader.formulas import (
    Expr,
    Symbols,
    Unreadable,
    free_names,
    number,
    read,
    substitute,
    to_text,
)

_PAIR = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*)?`?([^:=|`*]+?)`?(?:\*\*)?\s*[:=]\s*(.+?)\s*$")


class Ledger(Form):
    asks: ClassVar[str] = "ledger"

    def mark(self, part: LedgerPart, text: str, marking: Marking) -> Marked:
        written = _written(part, text)
        given: dict[str, Expr] = {}
        unread: dict[str, str] = {}
        for name, value in written.items():
            try:
                given[name] = read_quantity(re.sub(r"[$`*]", "", value), part.symbols, part.units)
            except Unclear as error:
                unread[name] = str(error)
        truth = _truth(part)
        lines = [_line(part, name, given, unread, truth) for name in part.lines]
        return by_lines(lines)

    def right_answer(self, part: LedgerPart) -> str:
        return "\n".join(
            f"{name}: {to_text(value, Symbols())}" for name, value in _truth(part).items()
        )

    def faults(self, part: LedgerPart) -> Iterator[tuple[str, str]]:
        try:
            _truth(part)
        except (Unclear, Unreadable) as error:
            yield "lines", str(error)


def _line(
    part: LedgerPart,
    name: str,
    given: Mapping[str, Expr],
    unread: Mapping[str, str],
    truth: Mapping[str, Expr],
) -> Line:
    weight = part.lines[name].weight
    if name in unread:
        return Line(name, Verdict.WRONG, f"cannot be read: {unread[name]}", weight)
    if name not in given:
        return Line(name, Verdict.NOT_ATTEMPTED, "this line is missing", weight)
    mine = given[name]
    own = _from_own_lines(part, name, given)
    right = same_quantity(mine, truth[name])
    follows = own is not None and same_quantity(mine, own)
    if right:
        notes: tuple[str, ...] = ()
        if own is not None and not follows:
            shown = to_text(own, Symbols())
            notes = (f"right, but your own lines give {_grouped(shown)}",)
        return Line(name, Verdict.CORRECT, "", weight, notes)
    if follows:
        note = "not the right number, but it follows from your own lines"
        return Line(name, Verdict.CORRECT, "", weight, (note,))
    return Line(name, Verdict.WRONG, f"{_grouped(to_text(mine, Symbols()))} is not right", weight)


def _symbols(part: LedgerPart) -> Symbols:
    return Symbols().declare(dict.fromkeys([*part.symbols, *part.lines], "real"))


def _from_own_lines(part: LedgerPart, name: str, given: Mapping[str, Expr]) -> Expr | None:
    """What the student's other lines make of this one; None unless it is defined through them."""
    rule = read(part.lines[name].answer, _symbols(part))
    used = free_names(rule) & set(part.lines)
    if not used or not used <= set(given):
        return None
    known: dict[str, Expr] = {key: given[key] for key in used}
    known.update({key: number(value) for key, value in part.symbols.items()})
    return _value(substitute(rule, known))


def _truth(part: LedgerPart) -> dict[str, Expr]:
    """Every line's value. Raises Unclear where lines are defined in a circle."""
    symbols = _symbols(part)
    rules = {name: read(line.answer, symbols) for name, line in part.lines.items()}
    known: dict[str, Expr] = {key: number(value) for key, value in part.symbols.items()}
    waiting = dict(rules)
    while waiting:
        ready = [n for n, rule in waiting.items() if free_names(rule) <= set(known)]
        if not ready:
            raise Unclear(f"the lines {', '.join(waiting)} are defined through each other")
        for name in ready:
            known[name] = _value(substitute(waiting.pop(name), known))
    return {name: known[name] for name in part.lines}


def _value(expr: Expr) -> Expr:
    """The number that whole-number arithmetic comes to; anything else stays as it is."""
    from grader.formulas import Add, Multiply, Number, Power

    def exact(node: Expr) -> Fraction | None:
        if isinstance(node, Number):
            return node.value
        parts = [exact(child) for child in node.children]
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

    found = exact(expr)
    return number(found) if found is not None else expr


def _grouped(text: str) -> str:
    return f"{int(text):,}" if re.fullmatch(r"-?\d+", text) else text


def _written(part: LedgerPart, text: str) -> dict[str, str]:
    """line -> what the student wrote for it: `name: value` lines, or a two-column table."""
    names = {_folded(name): name for name in part.lines}
    for name, line in part.lines.items():
        names.update({_folded(alias): name for alias in line.aliases})
    pairs = [(row[0], row[-1]) for row in table_rows(text) if len(row) >= 2]
    pairs += [(m[1], m[2]) for m in map(_PAIR.match, text.split("\n")) if m]
    found: dict[str, str] = {}
    for label, value in pairs:
        meant = names.get(_folded(label))
        if meant is not None:
            found[meant] = value
    if not found:
        wanted = ", ".join(part.lines)
        known = [label.strip() for label, _ in pairs]
        hint = did_you_mean(known[0], list(part.lines)) if known else ""
        raise Unclear(f"no line of the ledger was found; write one line each for {wanted}{hint}")
    return found


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().casefold()
