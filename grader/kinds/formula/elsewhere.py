"""A name that an answer gives to what another part of the problem asks for.

`ω_i = 10000^{-2i/d}` beside a part that asks for λ_i: what it is cannot be read here, and can be
there. It is that part's symbol only where it is what that part calls right; the inverse, as in
`pos/ω_i`, is the symbol's inverse. Of anything else nothing is known: a matrix in ω is then neither
right nor wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import symbols_of_part
from grader.kinds.formula.renaming import Said, read_renamed
from grader.kinds.formula.symbols import BadSymbol
from grader.kinds.marker import Marking
from grader.kinds.renaming import Readings
from grader.maths import Expr, Symbols, Unreadable, compare, read
from grader.maths.tree.names import key_of


def asked_elsewhere(text: str, symbols: Symbols, marking: Marking) -> Expr | None:
    """What `text` is in this part's symbols, where exactly one other part says so."""
    found = set(_meanings(text, symbols, marking))
    return read(found.pop(), symbols) if len(found) == 1 else None


def _meanings(text: str, symbols: Symbols, marking: Marking) -> Iterator[str]:
    for other in marking.parts.values():
        if not isinstance(other, FormulaPart):
            continue
        keys = [key_of(left) or left for left in other.left]
        names = {symbols.keys[key] for key in keys if key in symbols.keys}
        if len(names) != 1 or {*symbols.scalars} <= {*other.symbols}:
            continue
        with suppress(Unreadable, BadSymbol):
            theirs = symbols_of_part(other)
            (name,) = names
            for one in read_renamed(text, theirs, Said(), Readings()):
                for answer in other.answer:
                    for meaning, right in ((name, answer), (f"1/{name}", f"1/({answer})")):
                        if compare(one.expr, read(right, theirs), theirs, proof=False).equal:
                            yield meaning
