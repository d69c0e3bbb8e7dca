"""Code that writes every value of an index down: `[2 ** -i for i in range(1, n + 1)]`."""

from __future__ import annotations

import re

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.ranges import ending, is_one
from grader.maths import Symbols
from grader.maths.tree.names import key_of

_LIST = re.compile(
    r"(?:(?:np|numpy|torch|jnp|tf)\.)?(?P<made>(?:array|asarray|tensor|Tensor|list)\(\s*)?"
    r"\[\s*(?P<value>[^\[\]\n]{1,200}?)\s+for\s+(?P<index>[A-Za-z]\w*)\s+in\s+range\(\s*"
    r"(?:(?P<first>[01])\s*,\s*)?(?P<end>[A-Za-z][\w.]*)\s*(?P<more>\+\s*1\s*)?\)\s*\]"
    r"(?(made)(?:\s*,[^()\n]{0,60})?\s*\))"
)


def with_comprehensions(text: str, part: FormulaPart, symbols: Symbols) -> str:
    """The text with the value for the part's index in place of a list of all of them, where they
    are those that the index counts: from 1 to a declared size, in as many steps."""
    counting = ending(symbols, 1)
    if " for " not in text or len(counting) != 1:
        return text
    ((index, end),) = counting.items()
    sizes = {end} if end else {*symbols.scalars} - {index}

    def plain(found: re.Match[str]) -> str:
        size = found["end"].removeprefix("self.")
        first = int(found["first"] or 0)
        whole = bool(found["more"]) == bool(first)  # range(1, n + 1) or range(n)
        own = symbols.keys.get(key_of(found["index"]) or found["index"])
        if not whole or own not in (None, index) or not is_one(size, sizes, part, symbols):
            return found.group()
        value = index if first else f"({index} - 1)"
        return re.sub(rf"(?<![\w.]){found['index']}(?!\w)", lambda _: value, found["value"])

    return _LIST.sub(plain, text)
