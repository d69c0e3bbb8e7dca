"""Letters that a student brings along: which of the problem's symbols they stand for.

Chosen without looking at the right answer: by an equation in the answer itself (`with N = n`), or
because kinds, indices and places leave room for one renaming only. A declared symbol is never
renamed, and none that the answer uses itself is a letter's meaning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.maths import (
    Expr,
    Symbols,
    UnknownName,
    Unreadable,
    free_names,
    read,
    shape_of,
    substitute,
)
from grader.maths.tree.names import candidates, key_of

# Each is one reading of a formula; an answer with two letters of its own among five symbols takes
# some twenty.
MAX_READINGS = 120
MAX_LETTERS = 4
_NUMBERED = re.compile(r"(?<![A-Za-z\\])([A-Za-z])_\{?(\d)\}?")


@dataclass(frozen=True)
class Renamed:
    """A reading of a formula, and what each letter of the student's was taken for."""

    expr: Expr
    letters: Mapping[str, str]
    said: bool = False  # the answer itself says what they are

    @property
    def note(self) -> str:
        if not self.letters:
            return ""
        pairs = ", ".join(f"{letter} as {name}" for letter, name in self.letters.items())
        why = "as your answer says" if self.said else "no other reading fits"
        return f"read {pairs}: {why}"


def read_renamed(
    text: str,
    symbols: Symbols,
    definitions: Mapping[str, Expr],
    equals: Mapping[str, str],
    strange: Collection[str] = (),
) -> list[Renamed]:
    """Every admissible reading; one without letters of the student's own is the only one.

    `definitions` are what the answer itself says that names stand for, `equals` which of them are
    a declared symbol, and `strange` those of which it says what cannot be read: what they are is
    not to be guessed. Raises Unreadable where there is no reading.
    """
    said = {letter: name for letter, name in equals.items() if key_of(letter) not in symbols.keys}
    known = replace(symbols, aliases={**symbols.aliases, **said})
    try:
        found = _read(text, known, definitions)
        used = {letter: name for letter, name in said.items() if letter in text}
        return [Renamed(found, used, said=True)]
    except UnknownName as unknown:
        family = _families(text, known)
        if family is not None:
            found = _read(text, replace(known, aliases={**known.aliases, **family[1]}), definitions)
            return [Renamed(found, family[0])]
        search = _Search(text, known, definitions)
        readings = [
            one
            for one in search.renamings(unknown, {})
            if not {key_of(letter) for letter in one.letters} & {key_of(name) for name in strange}
        ]
        if not readings:
            raise
        return _nearest(readings)


def _families(text: str, symbols: Symbols) -> tuple[dict[str, str], dict[str, str]] | None:
    """(letters, aliases) where every numbered family of the problem, a_1 … a_4, has a letter of the
    student's own in its place: then they follow each other in the problem's order."""
    numbered: dict[str, set[str]] = {}
    for key in symbols.scalars:
        base, _, below = key.rpartition("_")
        if base and below.isdecimal():
            numbered.setdefault(base, set()).add(below)
    theirs: dict[str, set[str]] = {}
    for base, below in _NUMBERED.findall(text):
        theirs.setdefault(base, set()).add(below)
    letters = [base for base in theirs if key_of(base) not in numbered]
    free = [base for base in numbered if base not in theirs and len(numbered[base]) > 1]
    used = {key_of(base) for base in theirs} & numbered.keys()
    free = [base for base in free if base not in used]
    if not letters or len(letters) != len(free) or len(letters) < 2:
        return None
    pairs = dict(zip(letters, free, strict=True))
    if any(not theirs[letter] <= numbered[base] for letter, base in pairs.items()):
        return None
    aliases = {
        f"{letter}_{below}": f"{base}_{below}"
        for letter, base in pairs.items()
        for below in numbered[base]
    }
    return pairs, aliases


def _read(text: str, symbols: Symbols, definitions: Mapping[str, Expr]) -> Expr:
    if not definitions:
        return read(text, symbols)
    fresh = {
        name: expr
        for name, expr in definitions.items()
        if (key := key_of(name)) is not None and key not in symbols.keys
    }
    around = symbols.declare(
        {name: shape_of(expr, symbols) or "real" for name, expr in fresh.items()}
    )
    found = read(text, around)
    return substitute(found, fresh) if free_names(found) & fresh.keys() else found


class _Search:
    """Tries every way to give the unknown names of a text a meaning, a bounded number of times."""

    def __init__(self, text: str, symbols: Symbols, definitions: Mapping[str, Expr]) -> None:
        self.text = text
        self.symbols = symbols
        self.definitions = definitions
        self.left = MAX_READINGS
        self.targets = [*symbols.scalars, *symbols.matrices, *symbols.indexed]

    def renamings(self, unknown: UnknownName, letters: dict[str, str]) -> Iterator[Renamed]:
        if len(letters) >= MAX_LETTERS or unknown.text != self.text:
            return
        for letter in _spellings(self.text, unknown.position):
            for target in self.targets:
                if target in letters.values() or self.left <= 0:
                    continue
                tried = {**letters, letter: target}
                self.left -= 1
                try:
                    found = _read(self.text, self._with(tried), self.definitions)
                except UnknownName as another:
                    if another.position != unknown.position:
                        yield from self.renamings(another, tried)
                    continue
                except Unreadable:
                    continue
                if self._unused(tried):
                    yield Renamed(found, tried)

    def _with(self, letters: Mapping[str, str]) -> Symbols:
        return replace(self.symbols, aliases={**self.symbols.aliases, **letters})

    def _unused(self, letters: Mapping[str, str]) -> bool:
        """Whether the answer uses none of the targets under its own name as well."""
        apart = self.symbols
        for letter, target in letters.items():
            kinds = (apart.scalars, apart.matrices, apart.indexed)
            (kind,) = (kind[target] for kind in kinds if target in kind)
            apart = apart.declare({letter: kind})
        try:
            names = free_names(_read(self.text, apart, self.definitions))
        except Unreadable:
            return False
        return names.isdisjoint(letters.values())


def _spellings(text: str, at: int) -> list[str]:
    """The name at a place, with and without what is below and above it: `s_1` may be a name, or
    the first of the family s. A transpose or a power is no part of a name."""
    found: dict[str, None] = {}
    for key, end in candidates(text, at):
        base, _, above = key.partition("^")
        plain = base.replace("_", "").replace("'", "")
        if above in ("T", "top", "2") or above.isdecimal() or len(plain) > 12:
            continue
        if text[at : at + 1].isalpha() and len(base.split("_")[0]) > 1:
            continue  # a word is no letter; it would hide a misprint
        found.setdefault(text[at:end])
    return list(found)[:4]


def _nearest(readings: Sequence[Renamed]) -> list[Renamed]:
    """Those in which letters keep their base, `d_k` for D, where there are such; else all."""
    near = [one for one in readings if all(_alike(*pair) for pair in one.letters.items())]
    return near or list(readings)


def _alike(letter: str, name: str) -> bool:
    mine, other = (key_of(letter) or letter), (key_of(name) or name)
    return mine[:1].casefold() == other[:1].casefold()
