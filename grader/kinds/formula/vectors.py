"""Vectors beside or below each other, where one matrix is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import read_formula
from grader.maths import Symbols, shape_of
from grader.maths.tree.names import key_of
from grader.writing import Span, spans
from grader.writing.statements import sides_of

_COLUMN = re.compile(
    r"\s*\\begin\{(?P<kind>[bp]?matrix)\}(?P<rows>(?:(?!\\begin|&).)*)\\end\{(?P=kind)\}\s*",
    re.DOTALL,
)
_TUPLE = re.compile(r"\s*(?:\\left\s*)?[(\[](?P<entries>.*?)(?:\\right\s*)?[)\]]\s*", re.DOTALL)
_BETWEEN = re.compile(r"[\s,;|&]*(?:and\b\s*)?")
_ROW = re.compile(r"\\\\(?:\[[^\]]*\])?")


@dataclass(frozen=True)
class _Vector:
    entries: tuple[str, ...]
    upright: bool
    name: str  # the letter on its left side
    begin: int  # of what marks it as mathematics
    end: int


def with_one_matrix(text: str, part: FormulaPart, symbols: Symbols) -> str:
    """The text, with as many vectors in a row as the matrix that is asked for has rows or columns
    put together: those that stand upright beside each other are its columns, others its rows.

    Vectors with names of the problem's count only in the problem's order.
    """
    shape = shape_of(read_formula(part.answer[0], symbols, part), symbols) if part.answer else None
    if shape is None or not isinstance(shape.rows, int) or not isinstance(shape.cols, int):
        return text
    rows, columns = shape.rows, shape.cols
    for group in reversed(list(_groups(text))):
        upright = group[0].upright
        count, length = (columns, rows) if upright else (rows, columns)
        alike = all(one.upright == upright and len(one.entries) == length for one in group)
        if len(group) == count > 1 and alike and _in_order(group, symbols):
            lines = [one.entries for one in group]
            lines = list(zip(*lines, strict=True)) if upright else lines
            inner = r" \\ ".join(" & ".join(line) for line in lines)
            matrix = rf"$$\begin{{bmatrix}} {inner} \end{{bmatrix}}$$"
            text = text[: group[0].begin] + matrix + text[group[-1].end :]
    return text


def _groups(text: str) -> Iterator[list[_Vector]]:
    """Vectors with nothing but commas, bars and blanks between them."""
    group: list[_Vector] = []
    for span in spans(text):
        if span.is_words and _BETWEEN.fullmatch(span.text):
            continue  # looked at before the next one
        vector = None if span.is_words else _vector(span, text)
        apart = vector and group and not _are_together(vector, text[group[-1].end : vector.begin])
        if group and (vector is None or apart):
            yield group
            group = []
        if vector is not None:
            group.append(vector)
    if group:
        yield group


def _are_together(vector: _Vector, between: str) -> bool:
    """Columns stand in one line, rows on lines without a blank one between them."""
    breaks = r"\n" if vector.upright else r"\n\s*\n"
    return bool(_BETWEEN.fullmatch(between)) and not re.search(breaks, between)


def _vector(span: Span, text: str) -> _Vector | None:
    sides, signs = sides_of(span.text)
    if len(sides) > 2 or not set(signs) <= {"="}:
        return None
    mark = 2 if text[span.start - 2 : span.start] in ("$$", r"\[", r"\(") else 1
    end = span.start + len(span.text)
    base = re.split(r"[_^']", key_of(sides[0]) or sides[0], maxsplit=1)[0] if signs else ""
    place = (base, span.start - mark, end + mark)
    if column := _COLUMN.fullmatch(sides[-1]):
        entries = [row.strip() for row in _ROW.split(column["rows"]) if row.strip()]
        return _Vector(tuple(entries), True, *place)
    if row := _TUPLE.fullmatch(sides[-1]):
        return _Vector(tuple(_entries(row["entries"])), False, *place)
    return None


def _entries(text: str) -> list[str]:
    """What stands between the commas that are inside of no brackets."""
    found, depth, begin = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            found.append(text[begin:at].strip())
            begin = at + 1
    return [*found, text[begin:].strip()]


def _in_order(group: Sequence[_Vector], symbols: Symbols) -> bool:
    """Whether none has a name, or all have those of the problem's numbered letters in order."""
    names = [one.name for one in group]
    if not any(names):
        return True
    bases = [
        key.rpartition("_")[0] for key in symbols.scalars if key.rpartition("_")[2].isdecimal()
    ]
    known = list(dict.fromkeys(bases))
    places = [known.index(name) for name in names if name in known]
    return len(places) == len(names) and places == sorted(set(places))
