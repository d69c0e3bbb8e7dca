"""Reading a formula in which a student's own letters stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from grader.kinds.renaming import Readings, Renamed, Search, nearest
from grader.maths import (
    Expr,
    Symbols,
    UnknownName,
    free_names,
    read,
    shape_of,
    substitute,
)
from grader.maths.tree.names import candidates, key_of

_GOES_ON = re.compile(r"\s*_|[A-Za-z0-9']")
_GREEK = re.compile(r"\\([a-z]+)\s*_")
_NUMBERED = re.compile(r"(?<![A-Za-z\\])([A-Za-z])_\{?(\d)\}?")


def read_renamed(
    text: str,
    symbols: Symbols,
    definitions: Mapping[str, Expr],
    equals: Mapping[str, str],
    strange: Collection[str],
    left: Readings,
) -> list[Renamed[Expr]]:
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
            found = _read(text, _aliased(known, family[1]), definitions)
            return [Renamed(found, family[0], unknown=unknown)]
        search = Search(
            text,
            [*symbols.scalars, *symbols.matrices, *symbols.indexed],
            lambda letters: _read(text, _aliased(known, letters), definitions),
            lambda letters: free_names(_read(text, _apart(known, letters), definitions)),
            left,
            lambda at: _but_for_case(text, at, known),
        )
        guarded = {key_of(name) for name in strange}
        readings = [
            one for one in search.renamings(unknown) if guarded.isdisjoint(map(key_of, one.letters))
        ]
        return nearest(readings, unknown)


def _but_for_case(text: str, at: int, symbols: Symbols) -> tuple[str, str] | None:
    """(the name that stands there, the declared one that it is but for capitals, `C_{t-1}` for
    c_{t-1}, or but for the plural of a word, `warmup_step` for warmup_steps)."""
    targets = {*symbols.scalars, *symbols.matrices, *symbols.indexed}
    for key, end in candidates(text, at):
        if _GOES_ON.match(text, end):
            continue
        found = {name for it, name in symbols.keys.items() if _folded(it) == _folded(key)}
        if len(found & targets) == 1:
            return text[at:end], (found & targets).pop()
    return None


def _folded(key: str) -> str:
    return re.sub(r"(?<=[a-z]{3})s$", "", key.casefold())


def _aliased(symbols: Symbols, letters: Mapping[str, str]) -> Symbols:
    return replace(symbols, aliases={**symbols.aliases, **letters})


def _apart(symbols: Symbols, letters: Mapping[str, str]) -> Symbols:
    """With the letters as symbols of their own, each of the kind of what it is tried for."""
    for letter, target in letters.items():
        kinds = (symbols.scalars, symbols.matrices, symbols.indexed)
        (kind,) = (kind[target] for kind in kinds if target in kind)
        symbols = symbols.declare({letter: kind})
    return symbols


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
    used = ({key_of(base) for base in theirs} | {*_GREEK.findall(text)}) & numbered.keys()
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
    """With what the answer defines put in. A name may be a phrase, such as a derivative."""
    if not definitions:
        return read(text, symbols)
    fresh = {name: expr for name, expr in definitions.items() if key_of(name) not in symbols.keys}
    called = {f"said_{at}": name for at, name in enumerate(fresh)}
    around = symbols.declare(
        {said: shape_of(fresh[name], symbols) or "real" for said, name in called.items()}
    )
    around = _aliased(around, {name: said for said, name in called.items()})
    found = read(text, around)
    used = free_names(found) & called.keys()
    return substitute(found, {said: fresh[called[said]] for said in used}) if used else found
