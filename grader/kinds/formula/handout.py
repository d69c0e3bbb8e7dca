"""How a formula is written, with a small example.

An example shows the form and is about nothing that is asked: its letters are not the part's.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.wording import after_its_name, code, codes, listed, such_as, unlike

_MATRICES = "BCGRSUXY"
_KINDS = {
    "matrix": ("matrix", "matrices"),
    "vector": ("vector", "vectors"),
    "indexed": ("array", "arrays"),
}


def how_to_answer(name: str, part: FormulaPart, *, first: bool) -> Iterator[str]:
    how = ", in LaTeX or as in Python" + such_as(name, *_example(part)) if first else ""
    yield f"Write a formula {after_its_name(name)}{how}. {_names(part)}"


def _example(part: FormulaPart) -> tuple[str, str]:
    """A formula of the kind that is asked for, in LaTeX and as in Python."""
    names = [*part.symbols, *part.functions, *part.identity]
    a, b = unlike(names)
    if any(identity.shape.startswith("matrix") for identity in part.identities) or any(
        answer.startswith("[[") for answer in part.answer
    ):
        return (
            rf"$\begin{{pmatrix}} {a} & {b} \\ 0 & 1 \end{{pmatrix}}$",
            f"[[{a}, {b}], [0, 1]]",
        )
    if any(kind.startswith("indexed") for kind in part.symbols.values()):
        a, b = unlike(names, _MATRICES)
        return rf"$\sum_{{i=1}}^n {a}_{{ij}} {b}_i$", f"sum({a}[i, j] * {b}[i], i, 1, n)"
    if any("[" in kind for kind in part.symbols.values()):
        a, b = unlike(names, _MATRICES)
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
