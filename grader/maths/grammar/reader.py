"""Reading a student's formula, LaTeX or Python-like, with the problem's declarations.

The reader knows only its own grammar and what the problem declares; anything else is refused with
the place and a way out. Nothing is ever dropped, guessed or evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.maths.grammar.brackets import Brackets
from grader.maths.grammar.calls import Calls
from grader.maths.grammar.commands import Commands
from grader.maths.grammar.cursor import MAX_CHARACTERS, Unreadable
from grader.maths.grammar.declared import Declared
from grader.maths.grammar.dots import Dots
from grader.maths.grammar.indices import Indices
from grader.maths.grammar.library import Library
from grader.maths.grammar.matrices import Matrices
from grader.maths.grammar.primaries import Primaries
from grader.maths.grammar.reading import Reading
from grader.maths.grammar.scripts import Scripts
from grader.maths.grammar.sums import Sums
from grader.maths.grammar.terms import Terms
from grader.maths.tree.nodes import Expr, height
from grader.maths.tree.spelling import tokens
from grader.maths.tree.symbols import Symbols

# Later rooms walk the tree by recursion, with several frames a node, in Python's thousand.
MAX_HEIGHT = 100
SYNTAXES = ("auto", "latex", "python")


class Reader:
    """The whole grammar, one part a job. One instance reads one text.

    terms → scripts → primaries is the way down by precedence; a primary is a bracket, a matrix, a
    command, a sum, a declared name or a call, and each of these comes back to terms for what is
    inside it. To widen the language, give the part whose job it is one more sign.
    """

    def __init__(self, text: str, symbols: Symbols, *, latex: bool) -> None:
        self.here = Reading(text, symbols, latex=latex)
        self.terms = Terms(self)
        self.scripts = Scripts(self)
        self.primaries = Primaries(self)
        self.brackets = Brackets(self)
        self.matrices = Matrices(self)
        self.commands = Commands(self)
        self.sums = Sums(self)
        self.declared = Declared(self)
        self.indices = Indices(self)
        self.calls = Calls(self)
        self.dots = Dots(self)
        self.library = Library(self)


def read(text: str, symbols: Symbols, syntax: str = "auto", *, left: Sequence[str] = ()) -> Expr:
    """The formula as a tree, or Unreadable with the place and the reason.

    `left` lists left-hand sides a student may write before an equals sign, such as `r` or
    `\\lambda_i`; any other equation is refused. "auto" takes a text with a backslash or a brace
    for LaTeX.
    """
    if syntax not in SYNTAXES:
        raise ValueError(f"unknown syntax {syntax!r}: write one of {', '.join(SYNTAXES)}")
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(f"longer than {MAX_CHARACTERS} characters", text, MAX_CHARACTERS)
    latex = syntax == "latex" or (syntax == "auto" and ("\\" in text or "{" in text))
    reader = Reader(text, symbols, latex=latex)
    here = reader.here
    here.at = _after_left_side(text, left)
    if here.done():
        raise Unreadable("no formula here", text, 0)
    expr = reader.terms.expression()
    if not here.done():
        raise _trailing(here)
    here.bounded(expr, 0)
    if height(expr) > MAX_HEIGHT:
        raise Unreadable(f"operations nested more than {MAX_HEIGHT} deep", text, 0)
    here.shape(expr, 0)
    return expr


def _after_left_side(text: str, left: Sequence[str]) -> int:
    allowed = [tokens(side) for side in left]
    at = text.find("=")
    return at + 1 if at > 0 and tokens(text[:at]) in allowed else 0


def _trailing(here: Reading) -> Unreadable:
    found = here.found()
    if found in ")]}" or found in ("\\}", "\\rangle"):
        return here.fail(f"this {found} closes nothing: it was never opened")
    if found == "=":
        return here.fail("write only the expression, without an equals sign")
    if found == ",":
        return here.fail("a comma cannot stand here: write decimals with a point, as in 0.5")
    return here.fail(f"cannot read {found} here")
