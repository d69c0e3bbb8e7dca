"""Reading a formula in which a student's own letters stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from grader.kinds.formula.usual import Usual, stands_in, with_slopes
from grader.kinds.renaming import Readings, Renamed, Search, StepsOf, nearest
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

_GOES_ON = re.compile(r"\s*_|[A-Za-z0-9']")
_GREEK = re.compile(r"\\([a-z]+)\s*_")
_NUMBERED = re.compile(r"(?<![A-Za-z\\])([A-Za-z])_\{?(\d)\}?")
# What is said of an answer whose numbered letters begin with 0.
_FROM_ZERO = {"the numbers 0, 1, …": "1, 2, …"}


@dataclass(frozen=True)
class Said:
    """What an answer says of names of its own: what they stand for, which symbol of the problem
    they are, and of which it says something that cannot be read: what these are is not to be
    guessed."""

    definitions: dict[str, Expr] = field(default_factory=dict)
    equals: dict[str, str] = field(default_factory=dict)
    strange: set[str] = field(default_factory=set)
    # What names stand for by a formula with usual names in it, and that formula.
    guessed: dict[str, tuple[Expr, str]] = field(default_factory=dict)

    def forget(self, names: Iterable[str]) -> None:
        """Of these the answer says more than a reader of formulas follows."""
        for name in names:
            for known in (self.definitions, self.equals, self.guessed):
                if name in known:
                    del known[name]
                    self.strange.add(name)

    @property
    def keys(self) -> set[str]:
        """Of all names of which it says anything."""
        kinds = (self.definitions, self.equals, self.strange, self.guessed)
        return {key_of(name) or name for kind in kinds for name in kind}


def read_renamed(
    text: str,
    symbols: Symbols,
    said: Said,
    left: Readings,
    usual: Callable[[], Usual] = Usual,
) -> list[Renamed[Expr]]:
    """Every admissible reading; one without letters of the student's own is the only one. Raises
    Unreadable where there is no reading."""
    equals = {it: name for it, name in said.equals.items() if key_of(it) not in symbols.keys}
    known = _aliased(symbols, equals)
    try:
        found = _read(text, known, said.definitions)
        used = {letter: name for letter, name in equals.items() if letter in text}
        return [Renamed(found, used, said=True)]
    except Unreadable as refusal:
        if moved := _counted_from_one(text, known, refusal):
            again = read_renamed(moved, symbols, said, left, usual)
            return [replace(one, letters=_FROM_ZERO, said=False, unknown=refusal) for one in again]
        if names := usual().without(said.keys).also(said.guessed):
            with suppress(Unreadable):
                return _read_as_usual(text, known, said, left, names, refusal)
        if not isinstance(refusal, UnknownName):
            raise
        family = _families(text, known)
        if family is not None:
            found = _read(text, _aliased(known, family[1]), said.definitions)
            return [Renamed(found, family[0], unknown=refusal)]
        return _search(text, known, said, left, refusal)


def _read_as_usual(
    text: str, known: Symbols, said: Said, left: Readings, usual: Usual, refusal: Unreadable
) -> list[Renamed[Expr]]:
    """With the names that the course says are usual; what is then left is searched for. Raises
    Unreadable."""
    around = usual.added_to(known)
    text = with_slopes(text, {key.casefold() for key in around.keys})
    more = replace(said, definitions={**usual.definitions, **said.definitions})
    letters = {it: name for it, name in usual.shown.items() if stands_in(it, text)}
    try:
        found = [Renamed(_read(text, around, more.definitions), {})]
    except UnknownName as unknown:
        found = _search(text, around, more, left, unknown)
    return [
        replace(one, letters={**letters, **one.letters}, usual=not one.letters, unknown=refusal)
        for one in found
    ]


def _search(
    text: str, known: Symbols, said: Said, left: Readings, unknown: UnknownName
) -> list[Renamed[Expr]]:
    search = Search(
        text,
        [*known.scalars, *known.matrices, *known.indexed],
        lambda letters: _read(text, _aliased(known, letters), said.definitions),
        lambda letters: free_names(_read(text, _apart(known, letters), said.definitions)),
        left,
        lambda at: _but_for_case(text, at, known),
        StepsOf(known.aliases),
    )
    guarded = {key_of(name) or name for name in said.strange}
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


def _counted_from_one(text: str, symbols: Symbols, refusal: Unreadable) -> str | None:
    """An answer that counts from 0 where the problem's families begin with 1, x_1, x_2: with their
    numbers, so that no x_0 is taken for whichever is left over. Raises the refusal where it has as
    many as that makes too many."""
    numbered = _numbered(symbols)
    families = {base: numbers for base, numbers in numbered.items() if len(numbers) > 1}
    theirs = {base for base, below in _NUMBERED.findall(text) if below == "0"}
    if not theirs or not families or any("0" in numbers for numbers in families.values()):
        return None
    moves = {base for base, _ in _NUMBERED.findall(text) if base in theirs or base in families}

    def moved(found: re.Match[str]) -> str:
        base, below = found[1], str(int(found[2]) + 1)
        if base not in moves:
            return found[0]
        if base in families and below not in families[base]:
            raise refusal
        return f"{base}_{{{below}}}"

    return _NUMBERED.sub(moved, text)


def _numbered(symbols: Symbols) -> dict[str, set[str]]:
    """The problem's letters with numbers below them, and which numbers."""
    numbered: dict[str, set[str]] = {}
    for key in symbols.scalars:
        base, _, below = key.rpartition("_")
        if base and below.isdecimal():
            numbered.setdefault(base, set()).add(below)
    return numbered


def _families(text: str, symbols: Symbols) -> tuple[dict[str, str], dict[str, str]] | None:
    """(letters, aliases) where every numbered family of the problem, a_1 … a_4, has a letter of the
    student's own in its place: then they follow each other in the problem's order."""
    numbered = _numbered(symbols)
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
