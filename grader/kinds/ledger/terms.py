"""Lines of a ledger that an answer gives only inside of others: as a term of a total."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.kinds.ledger.entries import Entries, symbols_of_lines
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.quantity import value_of
from grader.maths import Add, Expr, Name, Number, free_names, number, read, substitute
from grader.writing.numerals import plain_numerals

_SUM = re.compile(r"\s*\d+(?:\s*\+\s*\d+)+\s*")
_SIDES = re.compile(r"=|≈|\\approx|\$")


def read_terms(part: LedgerPart, found: Entries) -> None:
    """Gives lines that are missing the terms of a total that are left for them.

    A total that is the sum of other lines, written as a sum of as many numbers, has a term for
    each: those of lines that were written are known, the others belong to the missing ones. Which
    to which is told by what the written lines make of a line; one that is left is told by that.
    """
    for total in list(found.given):
        named = _terms_of(part, total)
        missing = [name for name in named if name not in found.texts]
        for terms in _sums(found.texts[total]) if missing else ():
            if len(terms) == len(named):
                _share(part, found, total, named, [number(term) for term in terms])
                break


def from_own_lines(part: LedgerPart, name: str, given: Mapping[str, Expr]) -> Expr | None:
    """What the student's other lines make of this one; None unless it is defined through them, and
    some of them were written. What was not is worked out in turn."""
    rules = {line: read(it.answer, symbols_of_lines(part)) for line, it in part.lines.items()}
    rule = rules[name]
    own = False
    for _ in part.lines:
        used = free_names(rule) & set(part.lines)
        if not used:
            break
        own = own or bool(used & set(given))
        rule = substitute(rule, {line: given.get(line, rules[line]) for line in used})
    known: dict[str, Expr] = {key: number(value) for key, value in part.values.items()}
    return value_of(substitute(rule, known)) if own else None


def _terms_of(part: LedgerPart, total: str) -> list[str]:
    """The lines that a line is the sum of; none where it is something else."""
    rule = read(part.lines[total].answer, symbols_of_lines(part))
    terms = rule.children if isinstance(rule, Add) else ()
    named = [term.key for term in terms if isinstance(term, Name) and term.key in part.lines]
    return named if len(named) == len(terms) else []


def _sums(text: str) -> list[list[int]]:
    sides = _SIDES.split(plain_numerals(text, thousands=True))
    return [[int(one) for one in side.split("+")] for side in sides if _SUM.fullmatch(side)]


def _share(
    part: LedgerPart, found: Entries, total: str, named: list[str], terms: list[Expr]
) -> None:
    for line in named:
        value = found.given.get(line)
        if value in terms:
            terms.remove(value)
    missing = [line for line in named if line not in found.texts]
    for line in list(missing):
        own = from_own_lines(part, line, found.given)
        if own in terms and terms.count(own) == 1:
            _take(found, total, line, own)
            terms.remove(own)
            missing.remove(line)
    if len(missing) == len(terms) == 1:
        _take(found, total, missing[0], terms[0])
    elif missing:
        shown = " and ".join(_shown(term) for term in terms)
        for line in missing:
            found.texts[line] = found.texts[total]
            found.unread[line] = f"which of {shown} in `{total}` is it? write it as a line"


def _take(found: Entries, total: str, line: str, value: Expr) -> None:
    found.given[line] = value
    found.texts[line] = _shown(value)
    found.notes[line] = (f"`{_shown(value)}` in your `{total}` is taken for it",)


def _shown(value: Expr) -> str:
    return f"{int(value.value)}" if isinstance(value, Number) else str(value)
