"""Names that are usual for the same thing, as the course says: `h` where a problem has `a`.

A course lists them once, and not a problem each: an answer in the letters of a book or of a library
is read by them where the problem leaves those letters free. That is a guess all the same, so it
counts like any other: only where the answer is right, or wrong in a way that has a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from grader.kinds.formula.symbols import with_steps
from grader.maths import Expr, Symbols, Unreadable, read
from grader.maths.tree.names import key_of

# What may stand before a letter in a name that is made of it: `da`, ∂a below a fraction bar.
_MADE_OF = (
    r"(?P<head>\A|\Ad|\\partial\s*|∂\s*|(?<=\{{)d){letter}(?![A-Za-z0-9]|_\{{?(?:hat|tilde|bar))"
)
_LOSS = r"(?:\\mathcal\s*\{?\s*)?(?:[LJE]|\\ell|\\text\{loss\}|loss)\}?(?:_\{?t\}?)?"
_D = r"(?:\\partial|∂|d)"
_BY = r"(?P<by>[^{}=/]*(?:\{[^{}]*\}[^{}=/]*)*)"
# ∂L/∂c in every writing, and δ with what it belongs to below, above or after it.
_SLOPES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\\[dt]?frac\s*\{{\s*{_D}\s*{_LOSS}\s*\}}\s*\{{\s*{_D}\s*{_BY}\s*\}}",
        rf"{_D}\s*{_LOSS}\s*/\s*{_D}\s*(?P<by>\\?[A-Za-z]+(?:[_^](?:\{{[^{{}}]*\}}|\w+))*)",
        rf"\\nabla\s*_\s*(?:\{{(?P<by>[^{{}}]*(?:\{{[^{{}}]*\}})?)\}}|(?P<one>\w))\s*{_LOSS}",
        r"(?<![A-Za-z\\_])(?:delta|grad)_(?P<by>[A-Za-z]{1,6}(?:_[A-Za-z]{1,6})?)(?![\w{])",
    )
)
_DELTA = re.compile(
    r"(?:\\delta(?![A-Za-z])|δ)\s*(?:"
    r"_\s*\{(?P<below>[^{},]*(?:\{[^{}]*\})?)(?:,\s*(?P<after>t(?:[-+]1)?|next|prev))?\s*\}"
    r"|\^\s*\{?\s*\(?(?P<above>[A-Za-z]+)\)?\s*\}?\s*_\s*\{?\s*(?P<step>t(?:[-+]1)?)\s*\}?"
    r"|_\s*\{?\s*(?P<first>t(?:[-+]1)?)\s*\}?\s*\^\s*\{?\s*\(?(?P<then>[A-Za-z]+)\)?\s*\}?"
    r"|\^\s*\{?\s*(?P<alone>[A-Za-z]+)\s*\}?"
    r"|(?P<next>[A-Za-z](?:\s*[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\text\s*\{\w+\}|\w))*)(?![A-Za-z]))"
)


@dataclass(frozen=True)
class Usual:
    """What the usual names are in one part: other spellings of its symbols, and names for formulas
    of them."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    definitions: Mapping[str, Expr] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)  # each name, and what it is read as

    def added_to(self, symbols: Symbols) -> Symbols:
        return replace(symbols, aliases={**symbols.aliases, **self.aliases})

    def without(self, keys: Collection[str]) -> Usual:
        """Without the names of which an answer itself says what they are, `dy` and `d_y` alike."""
        joined = {_joined(key) for key in keys}
        return Usual(
            {it: name for it, name in self.aliases.items() if _joined(it) not in joined},
            {it: formula for it, formula in self.definitions.items() if _joined(it) not in joined},
            self.shown,
        )

    def also(self, formulas: Mapping[str, tuple[Expr, str]]) -> Usual:
        """With names for formulas that an answer itself has."""
        definitions = {it: formula for it, (formula, _) in formulas.items()}
        shown = {it: said for it, (_, said) in formulas.items()}
        return Usual(self.aliases, {**self.definitions, **definitions}, {**self.shown, **shown})

    def __bool__(self) -> bool:
        return bool(self.aliases or self.definitions)


def _joined(name: str) -> str:
    return (key_of(name) or name).replace("_", "")


def usual_in(
    rows: Mapping[str, Sequence[str]], symbols: Symbols, taken: Mapping[str, str]
) -> Usual:
    """What `rows` say of the symbols of a part. `taken` are the names of the problem's other parts
    by their keys: none of them gets another meaning."""
    found: dict[str, str] = {}
    unclear: set[str] = set()
    for spelling, name in _other_spellings(rows, symbols):
        key = key_of(spelling) or spelling
        if key in symbols.keys or taken.get(key, name) != name:
            continue
        if found.setdefault(spelling, name) != name:
            unclear.add(spelling)
    aliases = {it: name for it, name in found.items() if it not in unclear}
    return Usual(aliases, shown=aliases).also(
        _formulas(rows, symbols, {*taken, *(key_of(it) or it for it in aliases)})
    )


def _other_spellings(
    rows: Mapping[str, Sequence[str]], symbols: Symbols
) -> Iterator[tuple[str, str]]:
    """(another spelling, the declared name): every spelling of every name, with a letter of a row
    put for another of that row."""
    names = [*symbols.scalars, *symbols.matrices, *symbols.indexed]
    known = [*((name, name) for name in names), *symbols.aliases.items()]
    known = [pair for pair in known if pair[1] in names]
    for row in ([first, *others] for first, others in rows.items()):
        made_of = {it: re.compile(_MADE_OF.format(letter=re.escape(it))) for it in row}
        for spelling, name in known:
            for letter, pattern in made_of.items():
                if found := pattern.search(spelling):
                    before, after = spelling[: found.end("head")], spelling[found.end() :]
                    others = (other for other in row if other != letter)
                    for made in (f"{before}{other}{after}" for other in others):
                        yield from ((it, name) for it in with_steps([made]))


def _formulas(
    rows: Mapping[str, Sequence[str]], symbols: Symbols, taken: Collection[str]
) -> dict[str, tuple[Expr, str]]:
    """Names for what is no name in this part, `z` for `[a; x]`: the formula, and how it is said."""
    found: dict[str, tuple[Expr, str]] = {}
    for first, others in rows.items():
        if key_of(first) is None:
            with suppress(Unreadable):
                formula = read(first, symbols)
                free = [it for it in others if (key_of(it) or it) not in {*symbols.keys, *taken}]
                found |= {it: (formula, first) for name in free for it in with_steps([name])}
    return found


def with_slopes(text: str, is_known: Collection[str]) -> str:
    """Derivatives of a loss as `dc_t`, in whatever way they are written, where that is the key of a
    name: by its letters, capital or not."""

    def plain(of: str, written: str) -> str:
        name = f"d{of.strip()}"
        key = key_of(name)
        return f"{name} " if key is not None and key.casefold() in is_known else written

    for pattern in _SLOPES:
        text = pattern.sub(lambda m: plain(_group(m, "by", "one"), m.group()), text)
    return _DELTA.sub(lambda m: plain(_of_delta(m), m.group()), text)


def _group(found: re.Match[str], *names: str) -> str:
    groups = found.groupdict()
    return next((groups[name] for name in names if groups.get(name)), "")


def _of_delta(found: re.Match[str]) -> str:
    of = _group(found, "below", "above", "then", "alone", "next")
    step = _group(found, "after", "step", "first")
    return f"{of}_{{{step}}}" if step else of


def stands_in(name: str, text: str) -> bool:
    """Whether a name is written somewhere in a text, and not as a piece of a longer word."""
    return re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z0-9])", text) is not None
