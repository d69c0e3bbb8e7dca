"""How a part is answered in writing, one form a function: what to write, with a small example.

An example shows the form and is about nothing that is asked: its letters are not the part's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from grader.course.curves import CurvePart
from grader.course.specs import PartBase, ProsePart
from grader.course.written import (
    ChoicePart,
    FormulaPart,
    GrowthPart,
    LedgerPart,
    NumberPart,
    ShapePart,
    TablePart,
    TextPart,
)
from grader.handout.wording import code, codes, listed

FORM_NAMES = {
    "function": "a function",
    "module": "a class",
    "prose": "in your own words",
    "choice": "a choice",
    "curve": "a data file, and what it shows",
    "formula": "a formula",
    "growth": "an order of growth",
    "ledger": "a count, line by line",
    "number": "a number",
    "shape": "a shape",
    "table": "a table of numbers",
    "text": "a word or two",
}
# Forms whose answer takes several lines, below a heading of its own in answers.md.
ON_SEVERAL_LINES = ("curve", "ledger", "prose", "table")
_LETTERS = "abuvwpqxyz"
_MATRICES = "BCGRSUXY"
_KINDS = {
    "matrix": ("matrix", "matrices"),
    "vector": ("vector", "vectors"),
    "indexed": ("array", "arrays"),
}


def how_to_answer(name: str, part: PartBase, *, first: bool) -> Iterator[str]:
    """Paragraphs and lists of Markdown. Only the `first` part of a form has an example."""
    yield from _FORMS[part.asks](name, part, first)


def _unlike(names: Sequence[str], letters: str = _LETTERS) -> list[str]:
    """Two letters that are no names of the part's."""
    return [letter for letter in letters if letter not in names][:2]


def _bullets(items: dict[str, str]) -> str:
    return "\n".join(
        f"- {code(key)}: {' '.join(text.split())}" if text else f"- {code(key)}"
        for key, text in items.items()
    )


def _after(name: str) -> str:
    return f"after {code(f'{name}:')} in {code('answers.md')}"


def _below(name: str) -> str:
    return f"Below {code(f'### {name}')} in {code('answers.md')}"


def _such_as(name: str, *answers: str) -> str:
    return f", such as {listed([code(f'{name}: {answer}') for answer in answers], 'or')}"


def _prose(name: str, part: ProsePart, first: bool) -> Iterator[str]:
    yield f"{_below(name)}, write a few sentences. A person reads them."


def _choice(name: str, part: ChoicePart, first: bool) -> Iterator[str]:
    yield _bullets(part.options)
    if len(part.answer) == 1:
        key = "its key, the word before the colon," if first else "its key"
        yield f"Choose one: write {key} {_after(name)}."
    else:
        keys = "their keys, the words before the colons," if first else "their keys"
        yield f"Choose all that are right: write {keys} {_after(name)}, with commas between them."


def _formula(name: str, part: FormulaPart, first: bool) -> Iterator[str]:
    how = ", in LaTeX or as in Python" + _such_as(name, *_example(part)) if first else ""
    yield f"Write a formula {_after(name)}{how}. {_names(part)}"


def _example(part: FormulaPart) -> tuple[str, str]:
    """A formula of the kind that is asked for, in LaTeX and as in Python."""
    names = [*part.symbols, *part.functions, *part.identity]
    a, b = _unlike(names)
    if any(identity.shape.startswith("matrix") for identity in part.identities) or any(
        answer.startswith("[[") for answer in part.answer
    ):
        return (
            rf"$\begin{{pmatrix}} {a} & {b} \\ 0 & 1 \end{{pmatrix}}$",
            f"[[{a}, {b}], [0, 1]]",
        )
    if any(kind.startswith("indexed") for kind in part.symbols.values()):
        a, b = _unlike(names, _MATRICES)
        return rf"$\sum_{{i=1}}^n {a}_{{ij}} {b}_i$", f"sum({a}[i, j] * {b}[i], i, 1, n)"
    if any("[" in kind for kind in part.symbols.values()):
        a, b = _unlike(names, _MATRICES)
        return f"${a}^T {b}$", f"{a}^T @ {b}"
    return rf"$\frac{{{a} + {b}}}{{2}}$", f"({a} + {b})/2"


def _names(part: FormulaPart) -> str:
    kinds: dict[str, list[str]] = {}
    for name, kind in part.symbols.items():
        if name not in _only_in_variants(part):
            kinds.setdefault(kind.partition("[")[0] if "[" in kind else "", []).append(name)
    found = list(map(code, kinds.pop("", [])))
    for kind, names in kinds.items():
        one, several = _KINDS.get(kind, (kind, kind))
        found.append(f"the {one if len(names) == 1 else several} {codes(names)}")
    if part.functions:
        found.append(
            f"the function{'s' if len(part.functions) > 1 else ''} {codes(part.functions)}"
        )
    if part.identity:
        found.append(f"the identity matrix {codes(part.identity, 'or')}")
    text = f"It may use {listed(found)}." if found else "It is a number."
    if part.einstein:
        text += f" The sum is taken over an index that occurs twice: {codes(part.einstein)}."
    return text


def _only_in_variants(part: FormulaPart) -> set[str]:
    """Symbols that only serve to try the answer at another place."""
    replaced = {name for one in part.identities for v in one.variants.values() for name in v}
    into = {text for one in part.identities for v in one.variants.values() for text in v.values()}
    return {name for name in part.symbols if name in into and name not in replaced}


def _number(name: str, part: NumberPart, first: bool) -> Iterator[str]:
    rounded = ("3.14159", "22 / 7")
    if part.decimals is not None:
        plural = "s" if part.decimals != 1 else ""
        exact, examples = f"It must be right to {part.decimals} decimal{plural}.", rounded
    elif part.relative is not None:
        exact, examples = f"It must be right to {100 * part.relative:g} %.", rounded
    else:
        exact, examples = "It must be exact.", ("12 345", "3 * 4115")
    how = _such_as(name, *examples) if first else ""
    yield f"Write a number {_after(name)}{how}. {exact}{_units(part.units)}"


def _units(units: Sequence[str]) -> str:
    return f" {codes(units, 'or')} may follow it." if units else ""


def _growth(name: str, part: GrowthPart, first: bool) -> Iterator[str]:
    a, b = _unlike(part.variables)
    how = _such_as(name, f"O({a}^2 {b})") if first else ""
    assumed = f" You may assume {codes(part.assume)}." if part.assume else ""
    yield f"Write the order of growth in {codes(part.variables)} {_after(name)}{how}.{assumed}"


def _ledger(name: str, part: LedgerPart, first: bool) -> Iterator[str]:
    yield f"{_below(name)}, write one line for each of these:"
    yield _bullets({line: entry.text for line, entry in part.lines.items()})
    line = next(iter(part.lines))
    symbols = ""
    if part.symbols:
        known = codes(f"{symbol} = {value}" for symbol, value in part.symbols.items())
        symbols = f" It may use {known}, and other lines by their names."
    yield (
        f"A line is a number or a formula{_such_as(line, '12 345', '3 * 4115')}."
        f"{symbols}{_units(part.units)}"
    )


def _shape(name: str, part: ShapePart, first: bool) -> Iterator[str]:
    how = _such_as(name, "(rows, columns)") if first else ""
    yield (
        f"Write the sizes of the axes, in order, {_after(name)}{how}. "
        f"The sizes have the names {codes(part.names)}."
    )


def _text(name: str, part: TextPart, first: bool) -> Iterator[str]:
    yield f"Write a word or two {_after(name)}."


def _table(name: str, part: TablePart, first: bool) -> Iterator[str]:
    rows, columns = len(part.answer), len(part.answer[0])
    yield (
        f"{_below(name)}, write a Markdown table or {code('[[1.5, 2], [0.25, 3]]')}: "
        f"{rows} row{'s' if rows != 1 else ''} of {columns} number{'s' if columns != 1 else ''}, "
        f"right to {part.decimals} decimal{'s' if part.decimals != 1 else ''}."
    )


def _curve(name: str, part: CurvePart, first: bool) -> Iterator[str]:
    yield (
        f"Hand in {code(part.file[0])} beside your other files: a CSV file with the columns "
        f"{codes([part.x[0], *part.series])} and at least {part.rows} rows."
    )
    labels = codes(f"{claim}:" for claim in part.claims)
    yield f"{_below(name)}, write what it shows after {labels}, one line each."
    if any(claim.text for claim in part.claims.values()):
        yield _bullets({claim: said.text for claim, said in part.claims.items()})


_FORMS: dict[str, Callable[[str, Any, bool], Iterator[str]]] = {
    "prose": _prose,
    "choice": _choice,
    "curve": _curve,
    "formula": _formula,
    "growth": _growth,
    "ledger": _ledger,
    "number": _number,
    "shape": _shape,
    "table": _table,
    "text": _text,
}
