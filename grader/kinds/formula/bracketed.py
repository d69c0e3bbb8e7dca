"""Names with an index in square brackets: `\\Gamma[o]`, `W[f][a; x]`, `\\tilde{C}[t]`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.symbols import with_steps
from grader.maths import Symbols
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import GREEK_LETTERS

_GREEK = "".join(GREEK_LETTERS)
_BASE = (
    r"\\(?:tilde|hat|bar|widetilde|widehat|mathbf|mathrm|boldsymbol|bm)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|[A-Za-z])"
    rf"|\\[A-Za-z]{{2,10}}|[{_GREEK}]|(?<![A-Za-z\\_])[A-Za-z]{{1,10}}"
)
# `W[f]` and `W["f"]`; in `x[t]` a step of time is none of these.
_BELOW = re.compile(
    rf"(?P<base>{_BASE})\[\s*(?P<quote>['\"]?)(?P<below>\\?[A-Za-z]{{1,10}})(?P=quote)\s*\]"
)
# A step of time behind a name that is no plain one of code.
_STEP = re.compile(
    rf"(?P<name>(?:{_BASE})(?:_(?:\{{\\?[A-Za-z]+\}}|[A-Za-z]))?)\[\s*(?P<step>t\s*(?:[-−+]\s*1)?)\s*\]"
)
# A tilde before a letter at the beginning of an equation: the candidate, in plain text.
_TILDE = re.compile(r"(?<![\w\\}\])~])~\s?(?P<name>[A-Za-z])(?=\[|\s*[=*])")


def with_indices(text: str, part: FormulaPart, symbols: Symbols, lefts: Iterable[str]) -> str:
    """The text with `W[f]` as `W_{f}` where that is a name of the problem and `W` is none, and with
    a step of time in brackets, `\\Gamma_o[t]`, above the name; `lefts` are left sides of parts."""
    if "[" not in text:
        return text
    usual = (name for names in part.usual.values() for name in names)
    known = {*symbols.keys, *map(key_of, with_steps(lefts)), *map(key_of, usual)}
    folded = {key.casefold() for key in known if key}

    def lowered(found: re.Match[str]) -> str:
        name = f"{found['base']}_{{{found['below']}}}"
        base, key = key_of(found["base"]), key_of(name)
        is_name = base is not None and base not in symbols.keys
        return name if is_name and key and key.casefold() in folded else found.group()

    text = _BELOW.sub(lowered, _TILDE.sub(r"\\tilde{\g<name>}", text))
    return text if "t" in symbols.keys else _STEP.sub(_raised, text)


def _raised(found: re.Match[str]) -> str:
    """Of a plain name of code the readers of code say what its steps are."""
    if re.fullmatch(r"[A-Za-z]\w*", found["name"]):
        return found.group()
    step = re.sub(r"\s", "", found["step"]).replace("−", "-")
    return f"{found['name']}^{{<{step}>}}"
