"""Factors: a primary with what may follow it, such as powers, transposes and factorials."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.maths.grammar.cursor import MAX_DEPTH, Unreadable
from grader.maths.grammar.part import Part
from grader.maths.grammar.terms import MINUS
from grader.maths.tree.functions import words
from grader.maths.tree.nodes import (
    MINUS_ONE,
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Multiply,
    Name,
    Power,
    Transpose,
    negate,
    number,
)
from grader.maths.tree.spelling import SUPERSCRIPTS

if TYPE_CHECKING:
    from grader.maths.grammar.reader import Reader

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
_INVERSE = re.compile(r"\{\s*-\s*(?:T|\\top|\\mathsf\{T\})\s*\}")
_FRACTION = re.compile(r"\s*([-−–]?(\d{1,4}))\s*/\s*(\d{1,4})(?![\d.])")
_COMMAND = re.compile(r"\\([A-Za-z]+)")


class Scripts(Part):
    """What stands after a primary, above or below it."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.stacked_at: dict[int, bool] = {}  # places of brackets: do they hold vectors?

    def starts_factor(self) -> bool:
        """Whether another factor follows without a sign for multiplication."""
        self.here.skip()
        if self.here.at >= len(self.here.text):
            return False
        letter = self.here.ahead()
        if letter.isdecimal():
            raise self.here.fail(
                "a number cannot follow a factor directly: write \\cdot or * before it"
            )
        if letter == "\\":
            command = self.here.match(_COMMAND)
            if command and command.group(1) in ("Vert", "vert"):  # opens and closes alike
                return not self.here.bars
            if command:
                return command.group(1) not in _STOPS
            return (
                self.here.text[self.here.at + 1 : self.here.at + 2] in "|{"
                and not self.closes_bar()
            )
        if letter in "|‖":
            return not self.here.bars
        return letter.isalpha() or letter in "([{√∂⌊⌈⟨∑∏"

    def closes_bar(self) -> bool:
        return self.here.bars > 0 or not self.here.starts("\\|", "\\{")

    def power(self) -> Expr:
        self.here.skip()
        start = self.here.at
        base = self.reader.primaries.primary()
        raised = False
        while True:
            here = self.here.at
            unicode = self.unicode_superscript()
            if unicode:
                base = self.raised(base, unicode, start)
            elif self.here.eat("**"):
                self.refuse_open_fraction(start, here, halves=False)
                base = self.here.check(Power(base, self.exponent(python=True)), start)
            elif self.here.peek("^"):
                if raised and self.here.latex:
                    raise self.here.fail("two superscripts in a row: put the inner one in braces")
                raised = True
                self.here.eat("^")
                self.refuse_open_fraction(start, here, halves=True)
                base = self.raised(base, self.superscript(base), start)
            elif (
                self.here.starts(".T")
                and not self.here.text[self.here.at + 2 : self.here.at + 3].isalnum()
            ):
                self.here.at += 2
                base = self.transposed(base, here)
            elif (computed := self.reader.library.method(base, here)) is not None:
                base = computed
            elif self.here.starts("!") and not self.here.text.startswith("!=", self.here.at):
                if self.here.starts("!!"):
                    raise self.here.fail(
                        "a double factorial cannot be read: write what it multiplies"
                    )
                self.here.at += 1
                base = self.here.check(Applied("factorial", (base,)), start)
            elif self.here.peek("_", "[") and self.may_index(base, start):
                base = self.reader.indices.indexed(base, start)
            else:
                return base

    def refuse_open_fraction(self, start: int, end: int, *, halves: bool) -> None:
        """`n^1/2` is n/2 by the rules and the root of n to most who write it.

        Nobody writes an exponent 1 but for a fraction, and n^3/2 has both readings in use. An
        exponent of two before a slash has not: x^2/2 and x^4/3 end at the slash for everyone, and
        so does x**3/2, by Python's rules.
        """
        fraction = self.here.match(_FRACTION)
        if fraction is None:
            return
        above, below = int(fraction[2]), int(fraction[3])
        if above != 1 and not (halves and above % 2 and below == 2):
            return
        base, sign = self.here.text[start:end].strip(), self.here.text[end : self.here.at].strip()
        power = fraction[1]
        raise self.here.fail(
            f"{base}{sign}{power}/{below} can be ({base}{sign}{power})/{below} or "
            f"{base}{sign}({power}/{below}): write one of them",
            start,
        )

    def may_index(self, base: Expr, at: int) -> bool:
        """An index after a bracket or a matrix; after anything else `_` is an error of its own."""
        if self.here.shape(base, at) is None:
            if self.here.peek("_"):
                raise self.here.fail("a subscript cannot stand here: only declared names have one")
            return False
        if self.here.peek("_"):
            return True
        return isinstance(base, (Name, Entry)) and not self.stack_follows()

    def stack_follows(self) -> bool:
        """Whether the bracket here holds vectors, as in W[a; x]: no index, but a factor."""
        start = self.here.at
        if start not in self.stacked_at:  # read ahead once: brackets inside it do the same
            before = (self.here.depth, self.here.bars, self.here.commas, list(self.here.bound))
            inside = self.here.inside
            try:
                stacked = (
                    bool(self.here.eat("["))
                    and self.here.shape(self.reader.terms.expression(), start) is not None
                )
            except Unreadable:
                stacked = False  # reading it as an index will say what is wrong with it
            self.here.at, self.stacked_at[start] = start, stacked
            self.here.depth, self.here.bars, self.here.commas, self.here.bound = before
            self.here.inside = inside
        return self.stacked_at[start]

    def unicode_superscript(self) -> Expr | str | None:
        end = self.here.at
        while end < len(self.here.text) and self.here.text[end] in SUPERSCRIPTS:
            end += 1
        if end == self.here.at:
            return None
        written = "".join(SUPERSCRIPTS[mark] for mark in self.here.text[self.here.at : end])
        if written == "T":
            self.here.at = end
            return "T"
        if re.fullmatch(r"[-+]?\d{1,4}", written):
            self.here.at = end
            return number(int(written))
        raise self.here.fail("write this exponent with ^")

    def superscript(self, base: Expr) -> Expr | str:
        """After a caret: a transpose sign, as "T" or "-T", or the exponent."""
        self.here.refuse_nothing()
        self.here.skip()
        match = self.here.match(_TRANSPOSE)
        if match and (match["sign"] or self.means_transpose("T")):
            braced = self.here.ahead() == "{"
            if not braced or self.here.text[match.end() : match.end() + 1] == "}":
                self.here.at = match.end() + (1 if braced else 0)
                return "T"
        # x^Tx without a space: T alone, unless a longer name that starts with it is declared
        letter = self.here.ahead() == "T" and self.means_transpose("T")
        if (
            letter
            and self.here.shapes.of(base) is not None
            and not self.reader.declared.declared_here()
        ):
            self.here.at += 1
            return "T"
        inverse = self.here.match(_INVERSE)
        if inverse:
            self.here.at = inverse.end()
            return "-T"
        return self.exponent(python=False)

    def means_transpose(self, letter: str) -> bool:
        return self.here.symbols.keys.get(letter) not in self.here.symbols.scalars

    def raised(self, base: Expr, exponent: Expr | str, at: int) -> Expr:
        if isinstance(exponent, Expr):
            if base == Constant("e") and self.here.shape(exponent, at) is not None:
                return self.here.check(Applied("exp", (exponent,)), at)  # of each entry
            return self.here.check(Power(base, exponent), at)
        transposed = self.transposed(base, at)
        return transposed if exponent == "T" else self.here.check(Power(transposed, MINUS_ONE), at)

    def transposed(self, base: Expr, at: int) -> Expr:
        if self.here.shape(base, at) is None and not isinstance(
            base, (Multiply, Applied, Entry, Add)
        ):
            raise self.here.fail(
                "a number has no transpose: T is not a declared scalar here, so ^T means transpose",
                at,
            )
        return Transpose(base)

    def exponent(self, *, python: bool) -> Expr:
        self.here.skip()
        start = self.here.at
        if self.here.at >= len(self.here.text):
            raise self.here.fail("an exponent is missing here")
        self.here.depth += 1
        if self.here.depth > MAX_DEPTH:
            raise self.here.fail("exponents nested too deep")
        if self.here.ahead() == "{" and not python:
            result = self.reader.brackets.braced()
        elif self.here.eat(*MINUS):
            result = negate(self.exponent(python=python))
        elif self.here.eat("+"):
            result = self.exponent(python=python)
        elif self.here.ahead().isdecimal() or self.here.ahead() == ".":
            result = self.here.numeral(separators=False)
            if python or not self.here.latex:
                result = self.tower(result, start)
        elif self.here.latex and not python:
            result = self.reader.primaries.short_primary()
        else:
            result = self.tower(self.reader.primaries.whole_primary(), start)
        self.here.depth -= 1
        return result

    def tower(self, base: Expr, at: int) -> Expr:
        """`2**3**4` and `2^3^4`: the upper power binds first."""
        if self.here.eat("**", "^"):
            return self.here.check(Power(base, self.exponent(python=True)), at)
        return base
