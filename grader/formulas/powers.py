"""Powers, and what else may follow a primary: transposes, factorials and indices."""

from __future__ import annotations

import re
from abc import abstractmethod

from .cursor import MOST_DEPTH, Unreadable
from .functions import words
from .grammar import MINUS, Grammar
from .spelling import SUPERSCRIPTS
from .tree import (
    MINUS_ONE,
    Add,
    Call,
    Entry,
    Expr,
    Multiply,
    Name,
    Power,
    Transpose,
    negate,
    number,
)

_STOPS = frozenset(
    words(
        "cdot times ast odot circ div end right rangle rfloor rceil rVert rvert le leq ge geq "
        "lt gt neq ne approx equiv sim to rightarrow Rightarrow in pm mp cr hline otimes "
        "oplus cdots ldots dots ddots vdots mid over"
    )
)
_TRANSPOSE = re.compile(
    r"\{?\s*(?:(?P<letter>\\(?:mathrm|mathsf|text|textsf|mathbf|rm)\s*(?:\{\s*T\s*\}|\s+T)|T)"
    r"|(?P<sign>\\top|\\intercal|⊤))(?![A-Za-z0-9_])\s*"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")


class Powers(Grammar):
    """Everything between a factor and the primary it starts with."""

    def starts_factor(self) -> bool:
        """Whether another factor follows without a sign for multiplication."""
        self.skip()
        if self.at >= len(self.text):
            return False
        letter = self.text[self.at]
        if letter.isdecimal():
            raise self.fail("a number cannot follow a factor directly: write \\cdot or * before it")
        if letter == "\\":
            command = _COMMAND.match(self.text, self.at)
            if command and command.group(1) in ("Vert", "vert"):  # opens and closes alike
                return not self.bars
            if command:
                return command.group(1) not in _STOPS
            return self.text[self.at + 1 : self.at + 2] in "|{" and not self.closes_bar()
        if letter in "|‖":
            return not self.bars
        return letter.isalpha() or letter in "([{√∂⌊⌈⟨∑∏"

    def closes_bar(self) -> bool:
        return self.bars > 0 or not self.text.startswith(("\\|", "\\{"), self.at)

    def power(self) -> Expr:
        self.skip()
        start = self.at
        base = self.primary()
        raised = False
        while True:
            here = self.at
            unicode = self.unicode_superscript()
            if unicode:
                base = self.raised(base, unicode, start)
            elif self.eat("**"):
                base = self.check(Power(base, self.exponent(python=True)), start)
            elif self.peek("^"):
                if raised and self.latex:
                    raise self.fail("two superscripts in a row: put the inner one in braces")
                raised = True
                self.eat("^")
                base = self.raised(base, self.superscript(base), start)
            elif self.text.startswith(".T", self.at) and not self.text[self.at + 2 :][:1].isalnum():
                self.at += 2
                base = self.transposed(base, here)
            elif self.text.startswith("!", self.at) and not self.text.startswith("!=", self.at):
                self.at += 1
                base = self.check(Call("factorial", (base,)), start)
            elif self.peek("_", "[") and self.may_index(base, start):
                base = self.indexed(base, start)
            else:
                return base

    def may_index(self, base: Expr, at: int) -> bool:
        """An index after a bracket or a matrix; after anything else `_` is an error of its own."""
        if self.shape(base, at) is None:
            if self.peek("_"):
                raise self.fail("a subscript cannot stand here: only declared names have one")
            return False
        if self.peek("_"):
            return True
        return isinstance(base, (Name, Entry)) and not self.stack_follows()

    def stack_follows(self) -> bool:
        """Whether the bracket here holds vectors, as in W[a; x]: no index, but a factor."""
        start = self.at
        if start not in self.stacked_at:  # read ahead once: brackets inside it do the same
            before = (self.depth, self.bars, self.commas, list(self.bound))
            try:
                stacked = bool(self.eat("[")) and self.shape(self.expression(), start) is not None
            except Unreadable:
                stacked = False  # reading it as an index will say what is wrong with it
            self.at, self.stacked_at[start] = start, stacked
            self.depth, self.bars, self.commas, self.bound = before
        return self.stacked_at[start]

    def unicode_superscript(self) -> Expr | str | None:
        end = self.at
        while end < len(self.text) and self.text[end] in SUPERSCRIPTS:
            end += 1
        if end == self.at:
            return None
        written = "".join(SUPERSCRIPTS[mark] for mark in self.text[self.at : end])
        if written == "T":
            self.at = end
            return "T"
        if re.fullmatch(r"[-+]?\d{1,4}", written):
            self.at = end
            return number(int(written))
        raise self.fail("write this exponent with ^")

    def superscript(self, base: Expr) -> Expr | str:
        """After a caret: a transpose sign, as "T" or "-T", or the exponent."""
        self.refuse_nothing()
        self.skip()
        match = _TRANSPOSE.match(self.text, self.at)
        if match and (match["sign"] or self.means_transpose("T")):
            braced = self.text[self.at] == "{"
            if not braced or self.text[match.end() : match.end() + 1] == "}":
                self.at = match.end() + (1 if braced else 0)
                return "T"
        # x^Tx without a space: T alone, unless a longer name that starts with it is declared
        letter = self.text[self.at : self.at + 1] == "T" and self.means_transpose("T")
        if letter and self.shapes.of(base) is not None and not self.declared_here():
            self.at += 1
            return "T"
        inverse = re.compile(r"\{\s*-\s*(?:T|\\top|\\mathsf\{T\})\s*\}").match(self.text, self.at)
        if inverse:
            self.at = inverse.end()
            return "-T"
        return self.exponent(python=False)

    def means_transpose(self, letter: str) -> bool:
        return self.symbols.keys.get(letter) not in self.symbols.scalars

    def raised(self, base: Expr, exponent: Expr | str, at: int) -> Expr:
        if isinstance(exponent, Expr):
            return self.check(Power(base, exponent), at)
        transposed = self.transposed(base, at)
        return transposed if exponent == "T" else self.check(Power(transposed, MINUS_ONE), at)

    def transposed(self, base: Expr, at: int) -> Expr:
        if self.shape(base, at) is None and not isinstance(base, (Multiply, Call, Entry, Add)):
            raise self.fail(
                "a number has no transpose: T is not a declared scalar here, so ^T means transpose",
                at,
            )
        return Transpose(base)

    def exponent(self, *, python: bool) -> Expr:
        self.skip()
        start = self.at
        if self.at >= len(self.text):
            raise self.fail("an exponent is missing here")
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail("exponents nested too deep")
        if self.text[self.at] == "{" and not python:
            result = self.braced()
        elif self.eat(*MINUS):
            result = negate(self.exponent(python=python))
        elif self.eat("+"):
            result = self.exponent(python=python)
        elif self.text[self.at].isdecimal() or self.text[self.at] == ".":
            result = self.numeral(separators=False)
            if python or not self.latex:
                result = self.tower(result, start)
        elif self.latex and not python:
            result = self.short_primary()
        else:
            result = self.tower(self.whole_primary(), start)
        self.depth -= 1
        return result

    def tower(self, base: Expr, at: int) -> Expr:
        """`2**3**4` and `2^3^4`: the upper power binds first."""
        if self.eat("**", "^"):
            return self.check(Power(base, self.exponent(python=True)), at)
        return base

    @abstractmethod
    def primary(self) -> Expr:
        """A name, a number, a bracket, a function applied, a matrix, a sum …"""

    @abstractmethod
    def whole_primary(self) -> Expr:
        """A primary as an exponent; `2^nd` is refused, as both 2^(nd) and 2^n d are meant by it."""

    @abstractmethod
    def short_primary(self) -> Expr:
        """A primary as LaTeX takes it after a caret: one character or one command."""

    @abstractmethod
    def declared_here(self) -> bool:
        """Whether a declared name of more than one letter starts here."""

    @abstractmethod
    def indexed(self, base: Expr, at: int) -> Expr:
        """The entry of `base` that the subscript or bracket here names."""
