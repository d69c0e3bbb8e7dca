"""`ledger`: a count as named lines, each judged on its own, errors carried forward.

A line may be defined through other lines (`layer: attention + feed_forward + norms`). A student's
line is right if it is the truth, or if it is what their own other lines give: a mistake costs
once. A right total that their own lines do not give is right too, and said to be inconsistent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.ledger.entries import Entries, read_entries, symbols_of_lines
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.ledger.terms import from_own_lines, read_terms
from grader.kinds.lines import clashes
from grader.kinds.marker import (
    Faulty,
    Line,
    Marked,
    Marker,
    Marking,
    Passage,
    Unclear,
    by_lines,
    listed_mistake,
    placed,
)
from grader.kinds.quantity import same_quantity, shown, value_of
from grader.maths import (
    Expr,
    Symbols,
    Unreadable,
    free_names,
    number,
    read,
    substitute,
    to_text,
)


class LedgerMarker(Marker):
    def mark(self, part: LedgerPart, text: str, marking: Marking) -> Marked:
        entries = read_entries(part, text)
        read_terms(part, entries)
        truth = _truth(part)
        marked = by_lines([_line(part, name, entries, truth) for name in part.lines])
        if marked.verdict is Verdict.CORRECT:
            return marked
        marked = replace(marked, unread=tuple(placed(it, text) for it in marked.unread))
        mistake = listed_mistake(part, lambda answer: _has(part, entries.given, answer))
        if mistake is None or marked.verdict.pending:
            return replace(marked, mistake=mistake)
        share = max(marked.share, mistake.credit)
        verdict = Verdict.PARTLY if share else Verdict.WRONG
        return replace(marked, verdict=verdict, share=share, mistake=mistake)

    def right_answer(self, part: LedgerPart) -> str:
        return "\n".join(
            f"{name}: {to_text(value, Symbols())}" for name, value in _truth(part).items()
        )

    def counted_by(self, part: LedgerPart) -> str:
        return part.reference or ""

    def faults_of_count(self, part: LedgerPart, counted: object) -> Iterator[Faulty]:
        lines = dict(line.split(": ") for line in self.right_answer(part).split("\n"))
        if not isinstance(counted, dict) or not set(counted) <= set(lines):
            yield ("reference",), f"returns {counted!r}; it must return counts by line"
            return
        for line, count in counted.items():
            if str(count) != lines[line]:
                yield (
                    ("lines", line, "answer"),
                    f"comes to {lines[line]}, but {part.reference} counts {count}",
                )

    def faults(self, part: LedgerPart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        for name, line in part.lines.items():
            try:
                read(line.answer, symbols_of_lines(part))
            except Unreadable as error:
                yield ("lines", name, "answer"), f"`{line.answer}` cannot be read: {error}"
                return
        try:
            _truth(part)
        except Unclear as error:
            yield ("lines",), str(error)
            return
        for mistake in part.mistakes:
            try:
                unread = read_entries(part, mistake.answer).unread
            except Unclear as error:
                unread = {"answer": str(error)}
            for why in unread.values():
                yield ("mistakes",), f"`{mistake.answer}` cannot be read: {why}"
        yield from ((("lines", name), why) for name, why in clashes(part.lines, parts))


def _line(part: LedgerPart, name: str, entries: Entries, truth: Mapping[str, Expr]) -> Line:
    weight = part.lines[name].weight
    if name in entries.unread:
        return _unread(part, name, entries.unread[name], entries.texts.get(name, name))
    if name not in entries.given:
        return _missing(part, name, entries, truth[name])
    mine = entries.given[name]
    mine_shown = _grouped(mine)
    own = from_own_lines(part, name, entries.given)
    right = same_quantity(mine, truth[name])
    if right is None:
        return Line(name, Verdict.UNDECIDED, f"a person decides about {mine_shown}", weight)
    follows = own is not None and bool(same_quantity(mine, own))
    notes = entries.notes.get(name, ())
    if right:
        if own and not follows:
            notes = (f"right, but your own lines give {_grouped(own)}", *notes)
        return Line(name, Verdict.CORRECT, "", weight, notes)
    if follows and not same_quantity(mine, number(0)):  # nothing follows from lines of zeros
        note = f"{mine_shown} is not the right number, but it follows from your own lines"
        return Line(name, Verdict.CORRECT, "", weight, (note, *notes))
    otherwise = entries.otherwise.get(name)
    if otherwise is not None and same_quantity(otherwise, truth[name]):
        why = f"it can be {mine_shown} or {_grouped(otherwise)}; write one of them"
        return _unread(part, name, why, entries.texts[name])
    return Line(name, Verdict.WRONG, f"{mine_shown} is not right", weight, notes)


def _unread(part: LedgerPart, name: str, why: str, text: str) -> Line:
    weight = part.lines[name].weight
    passage = Passage(text, f"{name}: {why}")
    return Line(name, Verdict.UNREAD, f"cannot be read: {why}", weight, unread=(passage,))


def _missing(part: LedgerPart, name: str, entries: Entries, truth: Expr) -> Line:
    """A line that was not found; one whose number stands in the answer waits for a person."""
    meant = entries.meant.get(name, "")
    there = next((it for it in entries.stray if number(it) == truth), None)
    if there is not None and not meant and not _is_used(entries, truth):
        why = f"`{there}` may be meant for it; write `{name}: {there}`"
        return _unread(part, name, why, str(there))
    hint = f"; did you mean it by `{meant}`?" if meant else ""
    weight = part.lines[name].weight
    return Line(name, Verdict.NOT_ATTEMPTED, f"this line is missing{hint}", weight)


def _is_used(entries: Entries, value: Expr) -> bool:
    """Whether the number is that of another line, which says nothing of this one."""
    return any(value == given for given in entries.given.values())


def _has(part: LedgerPart, given: Mapping[str, Expr], answer: str) -> bool:
    """Whether the student's lines are those of a mistake, which may name some of them only."""
    wanted = read_entries(part, answer).given
    return all(name in given and same_quantity(given[name], wanted[name]) for name in wanted)


def _truth(part: LedgerPart) -> dict[str, Expr]:
    """Every line's value. Raises Unclear where lines are defined in a circle."""
    symbols = symbols_of_lines(part)
    waiting = {name: read(line.answer, symbols) for name, line in part.lines.items()}
    known: dict[str, Expr] = {key: number(value) for key, value in part.values.items()}
    while waiting:
        ready = [n for n, rule in waiting.items() if free_names(rule) <= set(known)]
        if not ready:
            raise Unclear(f"the lines {', '.join(waiting)} are defined through each other")
        for name in ready:
            known[name] = value_of(substitute(waiting.pop(name), known))
    return {name: known[name] for name in part.lines}


def _grouped(value: Expr) -> str:
    text = shown(value)
    return f"{int(text):,}" if re.fullmatch(r"-?\d+", text) else text
