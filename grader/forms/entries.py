"""The lines of a student's ledger: as a list, as a table, with numbers or with symbols."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grader.course.written import LedgerPart
from grader.forms.base import Unclear
from grader.forms.quantity import read_quantity
from grader.forms.snippets import plain, table_rows
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

LONGEST_LINE = 500
_LABEL = re.compile(r"^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?([^:=|]+?)\s*(?::=|[:=])\s*(.+?)\s*$")
_WITH_REMARK = re.compile(r"(\d[\d.,'_ ]*)\((.+)\)")


@dataclass(frozen=True)
class Entries:
    given: Mapping[str, Expr]  # line -> its value
    unread: Mapping[str, str]  # line -> why it cannot be read
    meant: Mapping[str, str]  # a missing line -> the label that may have been meant for it


def symbols_of_lines(part: LedgerPart) -> Symbols:
    return Symbols().declare(dict.fromkeys([*part.symbols, *part.lines], "real"))


def read_entries(part: LedgerPart, text: str) -> Entries:
    """Every line that was written. Raises Unclear where there is none."""
    aliases = {name: line.aliases for name, line in part.lines.items()}
    written = written_lines(aliases, text)
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
        return value_of(read_quantity(text, part.symbols, part.units))
    except Unclear as error:
        remark = _WITH_REMARK.fullmatch(text)
        try:
            rule = read(text, symbols_of_lines(part))
        except Unreadable:
            if remark is None:
                raise error from None
            # brackets that are no formula are a remark
            return value_of(read_quantity(remark[1], part.symbols, part.units))
        if remark is not None:
            raise Unclear(
                "a number before brackets can be read in two ways; write * between them, "
                "or leave the remark out"
            ) from None
        values = {name: number(value) for name, value in part.symbols.items()}
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


@dataclass(frozen=True)
class Written:
    lines: Mapping[str, list[str]]  # line -> what was written for it
    strange: list[tuple[str, str]]  # labels that name no line, with what was written


def written_lines(aliases: Mapping[str, Iterable[str]], text: str) -> Written:
    """What was written for each line, in a list or a table; `aliases` are other names of lines."""
    names = {folded(alias): name for name, others in aliases.items() for alias in others}
    names.update({folded(name): name for name in aliases})
    lines = [line for line in text.split("\n") if len(line) <= LONGEST_LINE]
    pairs = [(row[0], row[-1]) for row in table_rows("\n".join(lines)) if len(row) >= 2]
    for line in lines:
        match = None if "|" in line else _LABEL.match(plain(line))
        if match:
            pairs.append((match[1], match[2]))
    found: dict[str, list[str]] = {}
    strange: list[tuple[str, str]] = []
    for label, value in pairs:
        meant = names.get(folded(label))
        if meant is not None:
            found.setdefault(meant, []).append(plain(value.strip("*_ ")))
        else:
            strange.append((label.strip("`*_ "), value))
    return Written(found, strange)


def meant_by(missing: Iterable[str], strange: list[str]) -> dict[str, str]:
    """For each missing line the label that may have been meant for it, if there is one."""
    found = {}
    for name in missing:
        near = difflib.get_close_matches(name, strange[:100], n=1, cutoff=0.7)
        if near:
            found[name] = near[0]
    return found


def folded(text: str) -> str:
    """A label or a name without case, markup and punctuation."""
    return re.sub(r"[\W_]+", " ", text).strip().casefold()
