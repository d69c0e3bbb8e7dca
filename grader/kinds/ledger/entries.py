"""The lines of a student's ledger: as a list, a table, an outline or in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.ledger.labels import is_generic, meant_line, subject, without_commands
from grader.kinds.lines import LONGEST_LINE, folded, meant_by, written_lines
from grader.kinds.marker import Unclear
from grader.kinds.quantity import value_of
from grader.kinds.snippets import plain, table_rows
from grader.kinds.stated import (
    Reading,
    Side,
    Stated,
    broken_steps,
    refuse_numbered,
    stated_numbers,
    the_one,
)
from grader.maths import Expr, Name, Symbols, Unreadable, free_names, number, read, substitute
from grader.writing import Role
from grader.writing.numerals import open_numeral, plain_numerals, worked_out

_WITH_REMARK = re.compile(r"(\d[\d.,'_ ]*)\((.+)\)")
_SIGN = re.compile(r"=|≈|\\approx")
_INDENT = re.compile(r"^([ \t]*)(?:[-*+•]|\d{1,3}[.)])?[ \t]*")
_CLAUSE = re.compile(r"[.;!?]\s+|\n|,\s+(?=[A-Za-z])|\band\s+(?=[A-Za-z])")
# A comment, the end of a row, the number of an equation.
_AFTER = re.compile(r"\s#\s.*$|\s*\\\\\s*$|\s*\\q?quad\s*\(\d{1,3}\)(?=[\s$]*$)")
# Without a backslash it may mark a heading.
_COUNTED = re.compile(r"\\#\s*(?:of\s+)?(?=[A-Za-z])|#\s*(?:of\s+)?(?=param)", re.IGNORECASE)
_GOES_ON = re.compile(r"\s*(?:=(?!=)|≈|\\approx|×|·|\\times|\\cdot)")
_NAMES = re.compile(r"[:=]")
# `3.2 What comes next`: its number counts sections.
_SECTION = re.compile(r"\s*\d{1,2}(?:\.\d{1,2}){1,3}\.?[ \t]+[^\W\d][^\d=≈:]*")
# Clauses of a text that is no list; more are not looked through.
MAX_CLAUSES = 200
_WHOLE = re.compile(r"(?<![\d.])\d{1,30}(?![\d.]*\d)")
# `embedding: 20,000; head: 100` in one line: where the next line of the ledger begins.
_NEXT = re.compile(r"(?<=[\dkKM])[ \t]*[,;|][ \t]+(?=[^\W\d][\w -]{1,40}:[ \t]*\d)")
# As they are typed between words of Chinese and Japanese.
_WIDE = str.maketrans(
    {"：": ":", "＝": "=", "，": ", ", "；": "; ", "（": "(", "）": ")", "＋": "+"}
)
# Far more than a ledger has.
MAX_NUMBERS = 1000


@dataclass(frozen=True)
class Entry:
    """What was written for a line."""

    value: Expr
    notes: tuple[str, ...] = ()
    otherwise: Expr | None = None  # its value where a comma or a point means the other thing


@dataclass
class Entries:
    given: dict[str, Expr] = field(default_factory=dict)  # line -> its value
    unread: dict[str, str] = field(default_factory=dict)  # line -> why it cannot be read
    meant: Mapping[str, str] = field(default_factory=dict)  # a missing line -> a label near it
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    otherwise: dict[str, Expr] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)  # line -> what was written
    stray: frozenset[int] = frozenset()  # whole numbers of the answer


def symbols_of_lines(part: LedgerPart) -> Symbols:
    return Symbols().declare(dict.fromkeys([*part.values, *part.lines], "real"))


def read_entries(part: LedgerPart, text: str) -> Entries:
    """Every line that was written. Raises Unclear where there is none."""
    found = Entries()
    text = _on_one_line(text)
    strange = _by_labels(part, text, found)
    _by_outline(part, text, found)
    _by_sentences(part, text, found)
    if not found.texts:
        raise Unclear(f"no line of it was found; write one line each for {', '.join(part.lines)}")
    _work_out(found)
    missing = [name for name in part.lines if name not in found.texts]
    if missing:
        found.meant = meant_by(
            missing,
            [
                label
                for label, it in strange
                if re.search(r"\d", it) and not _is_size(part, label, it)
            ],
        )
        found.stray = _numbers(text)
    return found


def _on_one_line(text: str) -> str:
    """With a sum or a chain that goes on below, in a line that begins with its sign, on one line;
    `# params` is the number of them."""
    lines: list[str] = []
    text = _NEXT.sub("\n", _COUNTED.sub("number of ", text.translate(_WIDE)))
    for line in text.split("\n"):
        above = lines[-1].rstrip() if lines else ""
        adds = line.lstrip().startswith("+") and not _NAMES.search(line) and above[-1:] != ":"
        if above and (adds or _GOES_ON.match(line)):
            lines[-1] = f"{above} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _by_labels(part: LedgerPart, text: str, found: Entries) -> list[tuple[str, str]]:
    """Lines with a label of their own, by name and by words that can mean one line only; what is
    left over."""
    values: dict[str, tuple[list[str], str]] = {}
    columns = _by_columns(part, text)
    written = written_lines(part.labels(), text)
    for name, them in (columns or written.lines).items():
        # A head of a table that has a line's name says nothing of it.
        said = [it for it in map(_value, them) if re.search(r"\d", it) or _chain(part, it)]
        if said or not re.search(r"\d", "".join(value for _, value in written.strange)):
            values[name] = (said or them, "")
    exact = set(values)
    for label, value in written.strange if not columns else ():
        meant = _meant(part, label, value) if re.search(r"\d", value) else None
        if meant is None or meant in exact:
            continue
        if meant in values and is_generic(label) != is_generic(values[meant][1]):
            if is_generic(label):
                continue  # `total` of something else, where the line has its own name too
            del values[meant]
        values.setdefault(meant, ([], label))[0].append(_value(value))
    for name, (them, label) in values.items():
        readable = {it: entry.value for it in them if (entry := _entry_or_none(part, it))}
        if len(set(readable.values())) > 1:
            found.texts[name] = them[-1]
            found.unread[name] = f"written {len(readable)} times, with different values"
        elif readable or not label:  # a step in symbols of one's own may have its number below
            _read(part, found, name, next(iter(readable), them[-1]), label)
    return written.strange


def _meant(part: LedgerPart, label: str, said: str) -> str | None:
    """The one line that is meant by a label of which this is said."""
    return None if _is_size(part, label, said) else meant_line(label, part.labels())


def _is_size(part: LedgerPart, label: str, said: str) -> bool:
    """Whether it repeats a size: `nlayers = 4`, where four are given, is no count of a line."""
    squeezed = folded(label).replace(" ", "")
    first = re.search(r"\d+", said)
    return first is not None and any(
        squeezed == folded(name).replace(" ", "") and first[0] == str(size)
        for name, size in part.values.items()
    )


def _entry_or_none(part: LedgerPart, text: str) -> Entry | None:
    try:
        return _entry(part, text)
    except Unclear:
        return None


def _by_columns(part: LedgerPart, text: str) -> dict[str, list[str]]:
    """A table with the lines for its columns and one row below them."""
    rows = table_rows(text)
    if len(rows) != 2 or len(rows[0]) != len(rows[1]):
        return {}
    names = [meant_line(cell, part.labels()) for cell in rows[0]]
    told = [name for name in names if name is not None]
    if len(told) < 2 or len(set(told)) != len(told):
        return {}
    return {name: [cell] for name, cell in zip(names, rows[1], strict=True) if name is not None}


def _value(text: str) -> str:
    """What was written for a line, without marks, comments and escapes around it."""
    text = _AFTER.sub("", text.replace("\\_", "_"))
    if text.count("$") % 2:  # the other one stands before the label
        text = text.replace("$", "")
    return plain(text.strip("*_ "))


def _by_outline(part: LedgerPart, text: str, found: Entries) -> None:
    """A head that names a line, and the last number of what stands below it."""
    lines = [line for line in text.split("\n") if line.strip() and len(line) <= LONGEST_LINE]
    tops = [(at, name) for at, line in enumerate(lines) if (name := _head(part, line))]
    for (at, name), (following, _) in pairwise([*tops, (len(lines), "")]):
        if name in found.texts:
            continue
        body = list(_below(lines[at + 1 : following], lines[at]))
        for line in reversed(body):
            if re.search(r"\d", line):
                _read(part, found, name, line, lines[at].strip(" -*#:_"))
                break


def _head(part: LedgerPart, line: str) -> str | None:
    if re.search(r"\d", line) or "|" in line:
        return None
    return meant_line(subject(line) if len(line) > 60 or "**" in line else line, part.labels())


def _below(lines: list[str], head: str) -> Iterator[str]:
    """The lines below a head: those further in or with another bullet, or all where the head is
    none."""
    depth, bullet = _depth(head), _bullet(head)
    for line in lines:
        if _SECTION.fullmatch(line):
            return
        if bullet and (_depth(line) < depth or (_depth(line) == depth and _bullet(line) == bullet)):
            return
        yield line


def _bullet(line: str) -> str:
    found = re.match(r"\s*((?:(?:[-*+•]|\d{1,3}[.)])\s+)+)", line)
    return "".join(found[1].split()) if found else ""


def _depth(line: str) -> int:
    found = _INDENT.match(line)
    return len(found[1].expandtabs(4)) if found else 0


def _by_sentences(part: LedgerPart, text: str, found: Entries) -> None:
    """Clauses, and lines about what is in bold, that tell one number of what can mean one line
    only."""
    told: dict[str, list[str]] = {}
    bold = [line for line in text.split("\n") if line.count("**") == 2]
    for clause in [*bold, *_CLAUSE.split(text)][:MAX_CLAUSES]:
        if len(clause) <= LONGEST_LINE and re.search(r"\d", clause) and "|" not in clause:
            name = _meant(part, subject(clause), clause)
            if name is not None and name not in found.texts and _tells(part, clause):
                told.setdefault(name, []).append(clause)
    for name, clauses in told.items():
        _read(part, found, name, clauses[-1], "")
        if len(clauses) > 1 and name not in found.unread:
            found.notes[name] = (
                *found.notes.get(name, ()), f"read from `{' '.join(clauses[-1].split())[:60]}`",
            )  # fmt: skip


def _tells(part: LedgerPart, clause: str) -> bool:
    """Whether a number is told in it, and not given as a condition."""
    try:
        numbers = stated_numbers(clause, _reading(part))
        return the_one(numbers, lambda _: None).role > Role.GIVEN
    except Unclear:
        return False


def _reading(part: LedgerPart) -> Reading:
    return Reading(part.values, part.units, thousands=True)


def _read(part: LedgerPart, found: Entries, name: str, text: str, label: str) -> None:
    found.texts[name] = text
    try:
        entry = _entry(part, text)
    except Unclear as error:
        found.unread[name] = str(error).split("\n")[0]
        return
    found.given[name] = entry.value
    if entry.otherwise is not None:
        found.otherwise[name] = entry.otherwise
    label = " ".join(re.sub(r"[$`*_{}\\]+", " ", without_commands(label)).split())
    known = {folded(other) for other in (name, *part.labels()[name])}
    meant = (f"`{label[:60]}` is taken for it",) if folded(label) not in {"", *known} else ()
    if meant or entry.notes:
        found.notes[name] = (*meant, *entry.notes)


def _entry(part: LedgerPart, text: str) -> Entry:
    """A number, or a formula in the names of other lines. Raises Unclear."""
    chosen = _chain(part, text)
    if chosen is None:
        chosen = the_one(stated_numbers(text, _reading(part)), lambda _: None)
    elif free_names(chosen.value) and _WITH_REMARK.fullmatch(text.strip()):
        raise Unclear(
            "a number before brackets can be read in two ways; write * between them, "
            "or leave the remark out"
        )
    otherwise = None
    if open_numeral(text):
        small = replace(_reading(part), thousands=False, by_habit=False)
        otherwise = the_one(stated_numbers(text, small), lambda _: None).value
    return Entry(chosen.value, broken_steps(chosen), otherwise)


def _chain(part: LedgerPart, text: str) -> Stated | None:
    """Sides that are all numbers or formulas in the names of lines; None if one is not."""
    others = {
        alias: Name(name)
        for name, aliases in part.labels().items()
        for alias in aliases
        if alias.isidentifier() and alias not in part.values and alias not in part.lines
    }
    names = {*part.values, *part.lines, *others}
    symbols = Symbols().declare(dict.fromkeys(names, "real"))
    values = {name: number(value) for name, value in part.values.items()} | others
    sides = []
    for side in _SIGN.split(plain_numerals(text, thousands=True)):
        try:
            refuse_numbered(side)
            rule = read(worked_out(side.strip(), names), symbols)
        except Unreadable:
            return None
        sides.append(Side(value_of(substitute(rule, values)), side.strip()))
    last = sides[-1]
    steps = tuple(side for side in sides[:-1] if not free_names(side.value))
    return Stated(last.value, last.written, Role.STATED, sides=steps)


def _work_out(found: Entries) -> None:
    """Gives lines that are made of other lines their numbers."""
    waiting = {name: it for name, it in found.given.items() if free_names(it)}
    for name in waiting:
        del found.given[name]
    while ready := [n for n, rule in waiting.items() if free_names(rule) <= set(found.given)]:
        for name in ready:
            found.given[name] = value_of(substitute(waiting.pop(name), found.given))
    for name, rule in waiting.items():
        lacking = ", ".join(sorted(free_names(rule) - set(found.given)))
        found.unread[name] = f"it is made of {lacking}, which has no number here"


def _numbers(text: str) -> frozenset[int]:
    """All whole numbers that stand in the answer."""
    plainly = plain_numerals(text, thousands=True)
    return frozenset(int(one) for one in _WHOLE.findall(plainly)[:MAX_NUMBERS])
