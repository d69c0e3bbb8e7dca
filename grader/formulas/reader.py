"""Reading a student's formula, LaTeX or Python-like, with the problem's declarations.

The reader knows only its own grammar and what the problem declares; anything else is refused with
the place and a way out. Nothing is ever dropped, guessed or evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence

from .applied import Reader
from .cursor import MOST_CHARACTERS, Unreadable
from .spelling import tokens
from .symbols import Symbols
from .tree import Expr, height, walk

MOST_NODES = 3000
MOST_HEIGHT = 100  # later rooms walk the tree by recursion
SYNTAXES = ("auto", "latex", "python")


def read(text: str, symbols: Symbols, syntax: str = "auto", *, left: Sequence[str] = ()) -> Expr:
    """The formula as a tree, or Unreadable with the place and the reason.

    `left` lists left-hand sides a student may write before an equals sign, such as `r` or
    `\\lambda_i`; any other equation is refused. "auto" takes a text with a backslash or a brace
    for LaTeX.
    """
    if syntax not in SYNTAXES:
        raise ValueError(f"unknown syntax {syntax!r}: write one of {', '.join(SYNTAXES)}")
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"longer than {MOST_CHARACTERS} characters", text, MOST_CHARACTERS)
    latex = syntax == "latex" or (syntax == "auto" and ("\\" in text or "{" in text))
    reader = Reader(text, symbols, latex=latex)
    reader.at = _after_left_side(text, left)
    if reader.done():
        raise Unreadable("no formula here", text, 0)
    expr = reader.expression()
    if not reader.done():
        raise _trailing(reader)
    if sum(1 for _ in walk(expr)) > MOST_NODES:
        raise Unreadable(f"more than {MOST_NODES} operations", text, 0)
    if height(expr) > MOST_HEIGHT:
        raise Unreadable(f"operations nested more than {MOST_HEIGHT} deep", text, 0)
    reader.shape(expr, 0)
    return expr


def _after_left_side(text: str, left: Sequence[str]) -> int:
    allowed = [tokens(side) for side in left]
    at = text.find("=")
    return at + 1 if at > 0 and tokens(text[:at]) in allowed else 0


def _trailing(reader: Reader) -> Unreadable:
    found = reader.found()
    if found in ")]}" or found in ("\\}", "\\rangle"):
        return reader.fail(f"this {found} closes nothing: it was never opened")
    if found == "=":
        return reader.fail("write only the expression, without an equals sign")
    if found == ",":
        return reader.fail("a comma cannot stand here: write decimals with a point, as in 0.5")
    return reader.fail(f"cannot read {found} here")
