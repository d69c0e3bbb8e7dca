"""The constructs with a sign of their own: fractions, roots, binomials, inner products."""

from __future__ import annotations

import re

from grader.maths.grammar.part import Part
from grader.maths.tree.nodes import HALF, Applied, Expr, Power, divide, number

THIRD = divide(number(1), number(3))
_FRACTIONS = ("\\frac", "\\dfrac", "\\tfrac", "\\cfrac")
_SUMS = {"\\sum": "sum", "\\prod": "prod", "∑": "sum", "∏": "prod"}
_ROOT = re.compile(r"(?:np\.|math\.|torch\.)?(sqrt|cbrt)\s*\(")
_IN_WORDS = re.compile(r"(sum|Sum|prod|Product|product)\s*\(")


class Commands(Part):
    """What a command, or a word that acts as one, can start."""

    def command(self) -> Expr | None:
        start = self.here.at
        phrase = self.reader.declared.phrase()
        if phrase is not None:
            return phrase
        if self.here.eat(*_FRACTIONS):
            top = self.argument()
            bottom = self.argument()
            return self.reader.terms.quotient(top, bottom, start)
        if self.here.eat("\\sqrt", "√"):
            return self.root(start)
        if self.here.eat("\\binom", "\\dbinom", "\\tbinom"):
            return self.here.check(Applied("binomial", (self.argument(), self.argument())), start)
        if self.here.peek("\\begin"):
            return self.reader.matrices.environment()
        if self.here.eat("\\langle", "⟨"):
            return self.inner_product(start)
        for sign, kind in _SUMS.items():
            if self.here.eat(sign):
                return self.reader.sums.fold(kind, start)
        words = _IN_WORDS.match(self.here.text, start)
        if words and not self.here.is_declared(words[1]):
            self.here.at = words.end()
            return self.reader.sums.fold_in_words(
                "sum" if words[1].lower() == "sum" else "prod", start
            )
        root = self.here.match(_ROOT)
        if root:
            self.here.at = root.end()
            inner = self.reader.brackets.inside(")", root.end() - 1, "bracket")
            return self.here.check(Power(inner, HALF if root[1] == "sqrt" else THIRD), start)
        if self.here.peek("\\infty", "∞", "oo"):
            raise self.here.fail("infinity is not a number: a formula must be finite")
        return None

    def argument(self) -> Expr:
        """What a LaTeX command takes: a group, or one character or command."""
        self.here.refuse_nothing()
        self.here.skip()
        if self.here.starts("{"):
            return self.reader.brackets.braced()
        return self.reader.primaries.short_primary()

    def root(self, start: int) -> Expr:
        degree: Expr = number(2)
        if self.here.eat("["):
            degree = self.reader.brackets.inside("]", self.here.at - 1, "bracket")
        bracketed = self.here.text[start] == "√" and self.here.peek("(")
        inner = self.reader.primaries.primary() if bracketed else self.argument()
        return self.here.check(Power(inner, divide(number(1), degree)), start)

    def inner_product(self, start: int) -> Expr:
        commas, self.here.commas = self.here.commas, False
        left = self.reader.terms.expression()
        if not self.here.eat(",", "\\mid", "|"):
            raise self.here.fail("an inner product needs two parts: write \\langle a, b\\rangle")
        right = self.reader.terms.expression()
        self.here.commas = commas
        if not self.here.eat("\\rangle", "⟩"):
            raise self.here.fail("this inner product is never closed: add \\rangle", start)
        return self.here.check(Applied("dot", (left, right)), start)
