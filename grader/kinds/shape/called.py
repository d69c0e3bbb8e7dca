"""What an answer calls the sizes of a problem by, and one shape read so."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.kinds.marker import Unclear
from grader.kinds.quantity import exactly
from grader.kinds.shape.axes import IDENTIFIER, joined, names_of, read_axes
from grader.kinds.shape.keys import ShapePart
from grader.kinds.sizes import assignments, explained, plain_names, usual_names
from grader.maths import Expr, Symbols, number, substitute, to_text
from grader.maths.tree.names import key_of
from grader.writing import Role


@dataclass(frozen=True)
class Shape:
    """A shape in the declared names."""

    axes: tuple[Expr, ...]
    role: Role = Role.STATED
    hedged: bool = False
    # Of one with names that are only usual, or said in words: what each was taken for, the other
    # ways to take them, and why it cannot be read without that.
    letters: Mapping[str, str] = field(default_factory=dict)
    otherwise: tuple[tuple[Expr, ...], ...] = ()
    unread: Unclear | None = None

    @property
    def shown(self) -> str:
        return f"({', '.join(to_text(axis, Symbols()) for axis in self.axes)})"


def with_values(shape: Shape, values: Mapping[str, int | float]) -> tuple[Expr, ...]:
    """Its dimensions where numbers are known for their names."""
    known: dict[str, Expr] = {name: number(exactly(value)) for name, value in values.items()}
    return tuple(substitute(axis, known) for axis in shape.axes)


# What a name of code has around the word for what it is the size of: `d_state`, `state_dim`.
_SIZE = re.compile(
    r"^(?:d|D|n|dim|num|size|len|hidden)_|_(?:d|dim|dims|size|len|width|hidden|features|channels)$|"
    r"(?<=[a-z]{3})(?:dim|size)$"
)


def _made_of(names: Sequence[str], text: str) -> list[str]:
    """Names in a text that are made of a usual name and a word for a size."""
    words = {name.casefold() for name in names if name.isalpha() and len(name) > 2}
    there = dict.fromkeys(IDENTIFIER.findall(plain_names(text)))
    return [
        it
        for it in there
        if it not in names and (base := _SIZE.sub("", it)) != it and base.casefold() in words
    ]


@dataclass(frozen=True)
class Called:
    """What an answer calls sizes by, besides the names of the problem: `said` for sure, `usual`
    with the sizes that each may be."""

    declared: Mapping[str, str]
    said: Mapping[str, str]
    usual: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, part: ShapePart, text: str) -> Called:
        known = names_of(part)
        sure, likely, others = explained(part.usual, text)
        usual = {it: (*likely.get(it, ()), *part.usual.get(it, ())) for it in part.aliases}
        taken = {*map(key_of, known), *known, *others}
        words = {
            it.casefold(): [size for size in part.aliases if it in part.usual.get(size, ())]
            for size in part.aliases
            for it in part.usual.get(size, ())
            if " " in it or not it.isascii()
        }
        usual = {it: (*them, *_made_of(them, text)) for it, them in usual.items()}
        said = {it: sizes[0] for it, sizes in words.items() if len(sizes) == 1}
        said |= {it: size for it, size in sure.items() if it not in known}
        return cls(known, said, usual_names(usual, joined(text), taken | sure.keys()))

    def has(self, name: str) -> bool:
        plain = name.strip("\\")
        return plain.isdecimal() or any(
            plain in them or plain.casefold() in them
            for them in (self.declared, self.said, self.usual)
        )


def _is_named(name: str, text: str) -> bool:
    """Whether a name is a name of the text, or a letter of a product such as HW."""
    found = IDENTIFIER.findall(joined(plain_names(text)))
    return name in found or (
        len(name) == 1 and any(name in it for it in found if len(it) < 4 and it.isupper())
    )


def read_shape(part: ShapePart, text: str, names: Called) -> Shape:
    """A shape by the names of the problem and by what the answer says, else by usual names. Raises
    Unclear."""
    try:
        return Shape(read_axes(part, text, names.said))
    except Unclear as error:
        sure = {**names.declared, **names.said}
        named = {size for it, size in sure.items() if _is_named(it, text)}
        there = {
            it: free
            for it, sizes in names.usual.items()
            if _is_named(it, text) and (free := [size for size in sizes if size not in named])
        }
        found: dict[tuple[Expr, ...], dict[str, str]] = {}
        for letters in assignments(there):
            with contextlib.suppress(Unclear):
                found.setdefault(read_axes(part, text, {**names.said, **letters}), letters)
        if not there or not found:
            raise
        (first, letters), *others = found.items()
        return Shape(first, letters=letters, otherwise=tuple(it for it, _ in others), unread=error)
